"""The ruling handed to the printers: the front doors ask here, so that they need to know no room."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser import resources
from analyser.report import markdown, say
from analyser.report.ruling_json import Json, as_json
from analyser.ruling import Finding, Ruling

if TYPE_CHECKING:
    from jinja2 import Environment


def as_document(ruling: Ruling) -> Json:
    """The ruling as JSON of format 1."""
    return as_json(ruling)


def as_markdown(ruling: Ruling, language: str = "en") -> str:
    """The ruling as Markdown."""
    return markdown(ruling, language)


def as_html(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The ruling as one HTML file that needs nothing beside it; names of players only when asked for.

    `inline` for a page to be printed.
    """
    from analyser.report.html import html

    return html(ruling, language, names=names, inline=inline)


def check_pdf() -> None:
    """Refuse when the extra `pdf` is not here."""
    from analyser.report.html import check_pdf as check

    check()


def as_pdf(ruling: Ruling, language: str = "en", *, names: bool = False) -> bytes:
    """The same page printed to PDF, the same bytes every time; it needs the extra `pdf`."""
    from analyser.report.html import html

    return printed(html(ruling, language, names=names, inline=True))


def printed(page: str) -> bytes:
    """A page made with `inline` printed to PDF; nothing outside the page is fetched."""
    from analyser.report.html import pdf

    return pdf(page)


def as_casebook(
    rulings: Sequence[Ruling], language: str = "en", *, names: bool = False, inline: bool = False
) -> str:
    """Many rulings in casebook order, with an index by law and by kind; `inline` for a page to be printed."""
    from analyser.report.record import casebook

    return casebook(rulings, language, names=names, inline=inline)


def as_appeal_form(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The appeal form, filled with what the case knows."""
    from analyser.report.record import appeal_form

    return appeal_form(ruling, language, names=names, inline=inline)


def as_decision(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The written decision: facts found, law, reasons, dissent, merit, penalties apart."""
    from analyser.report.record import decision

    return decision(ruling, language, names=names, inline=inline)


def as_scorer_lines(ruling: Ruling, language: str = "en") -> str:
    """The adjusted board as lines to type."""
    from analyser.report.scorer import scorer_lines

    return scorer_lines(ruling, language)


def as_scorer_csv(ruling: Ruling) -> str:
    """The adjusted board as CSV, the weights of each side in rows."""
    from analyser.report.scorer import scorer_csv

    return scorer_csv(ruling)


def page_style() -> str:
    """The report's style sheet, so that other pages look like it."""
    return resources.text("report/templates/style.css")


def sentence(finding: Finding, language: str = "en") -> str:
    """A finding in words."""
    return say(finding, language)


def templates_in(folder: str) -> "Environment":
    """Templates of a folder of the package, filled in as those of the report are."""
    from analyser.report.html import templates_in as made

    return made(folder)
