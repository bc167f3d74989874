"""The ruling handed to the printers: the front doors ask here, so that they need to know no room."""

from analyser.reasoning import Finding, Ruling, as_json
from analyser.reasoning.form1 import Json
from analyser.report import LANGUAGES, markdown, say

__all__ = ["LANGUAGES", "as_document", "as_html", "as_markdown", "as_pdf", "sentence"]


def as_document(ruling: Ruling) -> Json:
    """The ruling as JSON of format 1."""
    return as_json(ruling, say)


def as_markdown(ruling: Ruling, language: str = "en") -> str:
    """The ruling as Markdown."""
    return markdown(ruling, language)


def as_html(ruling: Ruling, language: str = "en", *, names: bool = False) -> str:
    """The ruling as one HTML file that needs nothing beside it; names of players only when asked for."""
    from analyser.report.html import html

    return html(ruling, language, names=names)


def as_pdf(ruling: Ruling, language: str = "en", *, names: bool = False) -> bytes:
    """The same page printed to PDF, the same bytes every time; it needs the extra `pdf`."""
    from analyser.report.html import html
    from analyser.report.pdf import pdf

    return pdf(html(ruling, language, names=names, inline=True))


def sentence(finding: Finding, language: str = "en") -> str:
    """A finding in words."""
    return say(finding, language)
