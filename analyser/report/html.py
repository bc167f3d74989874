"""The ruling as one HTML file that needs nothing beside it: no script, no font, no request."""

import hashlib
from functools import cache
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from analyser import resources
from analyser.errors import ResourceError
from analyser.messages import sentence
from analyser.report.facts import case_in
from analyser.report.page_one import page_one
from analyser.report.page_voice import PATHS, PageVoice
from analyser.report.parts import parts_of
from analyser.report.tree import action_pieces, result_pieces
from analyser.resources import __version__
from analyser.ruling import Ruling


def templates_in(folder: str) -> Environment:
    """Templates of a folder of the package, everything escaped, a missing value an error."""
    return Environment(
        loader=FunctionLoader(lambda name: resources.text(f"{folder}/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def page_style() -> str:
    """The report's style sheet, so that other pages look like it."""
    return resources.text("report/templates/style.css")


@cache
def _environment() -> Environment:
    return templates_in("report/templates")


def rendered(template: str, voice: PageVoice, **given: object) -> str:
    """A page made of a template of the package."""
    style = Markup(page_style())  # noqa: S704 - a file of the package
    page = _environment().get_template(template)
    return page.render(
        v=voice,
        style=style,
        paths=PATHS,
        version=__version__,
        paint=voice.paint,
        pieces=action_pieces,
        result_pieces=result_pieces,
        **given,
    )


def as_html(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The whole ruling; names of players only when asked for, `inline` for a page to be printed."""
    voice = PageVoice(language, inline)
    case = case_in(ruling)
    page = page_one(ruling, case, voice, names=names)
    parts = parts_of(ruling, case, page, voice)
    return rendered("ruling.html", voice, page=page, parts=parts)


INSTALL = (
    'install it: pip install "analyser[pdf]"; on Debian also: apt install libpango-1.0-0 libpangoft2-1.0-0'
)


def _weasyprint() -> Any:  # noqa: ANN401 - a library that may be absent
    try:
        import weasyprint
    except (ImportError, OSError) as reason:
        raise ResourceError(sentence("pdf-needs-weasyprint"), where="--pdf", remedy=INSTALL) from reason
    return weasyprint


def check_pdf() -> None:
    """Refuse when nothing here can print, before anybody waits for what would be printed."""
    _weasyprint()


def _refuse(url: str, *_args: object, **_named: object) -> dict[str, Any]:
    """Nothing outside the page is ever fetched."""
    raise ValueError(f"not fetched: {url[:60]}")


def _fetcher(weasyprint: Any) -> Any:  # noqa: ANN401 - the library's own class, where it has one
    """What may be fetched: only what the page itself holds."""
    own = getattr(weasyprint, "URLFetcher", None)
    return _refuse if own is None else own(allowed_protocols=("data",))


def as_pdf(page: str) -> bytes:
    """A page made with `inline` printed to PDF; its identifier comes from the page, its date is left out."""
    weasyprint = _weasyprint()
    document = weasyprint.HTML(string=page, url_fetcher=_fetcher(weasyprint), base_url=None)
    identifier = hashlib.sha256(page.encode("utf-8")).hexdigest()[:32].encode("ascii")
    printed: bytes = document.write_pdf(pdf_identifier=identifier, pdf_variant="pdf/ua-1", pdf_tags=True)
    return printed
