"""The ruling as one HTML file that needs nothing beside it: no script, no font, no request."""

from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from analyser import resources
from analyser.report.page_one import page_one
from analyser.report.parts import parts_of
from analyser.report.signs import PATHS, PageVoice
from analyser.report.view.facts import case_in
from analyser.report.view.tree import action_pieces, result_pieces
from analyser.resources import __version__
from analyser.ruling import Ruling

__all__ = ["html", "rendered", "templates_in"]


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


@cache
def _environment() -> Environment:
    return templates_in("report/templates")


def rendered(template: str, voice: PageVoice, **given: object) -> str:
    """A page made of a template of the package."""
    style = Markup(resources.text("report/templates/style.css"))  # noqa: S704 - a file of the package
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


def html(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The whole ruling; names of players only when asked for."""
    voice = PageVoice(language, inline)
    case = case_in(ruling)
    page = page_one(ruling, case, voice, names=names)
    parts = parts_of(ruling, case, page, voice)
    return rendered("ruling.html", voice, page=page, parts=parts)
