"""A page written: one set of templates, everything in them escaped, a missing value an error."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from analyser import resources
from analyser.bridge import Seat, Suit
from analyser.errors import Problem
from analyser.messages import LANGUAGES
from analyser.report.html import page_style, templates_in
from analyser.report.page_voice import PATHS
from analyser.resources import __version__
from analyser.web import WebSettings
from analyser.web.members import Permission, permission_for
from analyser.web.state import app_state, current_visitor
from analyser.web.visitors import Visitor
from analyser.web.widgets import COLUMNS
from analyser.web.words import is_of_the_file, place_told, problem_text, voice_of

_STATIC = {
    "app.css": "text/css; charset=utf-8",
    "report.css": "text/css; charset=utf-8",
    "htmx-4.0.1.min.js": "text/javascript; charset=utf-8",
    "live.js": "text/javascript; charset=utf-8",
    "reader.css": "text/css; charset=utf-8",
    "refused.js": "text/javascript; charset=utf-8",
    "watched.js": "text/javascript; charset=utf-8",
    "taps.js": "text/javascript; charset=utf-8",
    "typed.js": "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "replay.css": "text/css; charset=utf-8",
    "replay.js": "text/javascript; charset=utf-8",
    "htmx-LICENSE.txt": "text/plain; charset=utf-8",
}


@cache
def static_file(name: str) -> tuple[bytes, str] | None:
    """A file every page may ask for, and its kind; none when the name is not on the list."""
    if name not in _STATIC:
        return None
    data = page_style().encode() if name == "report.css" else resources.data(f"web/static/{name}")
    data = _strip_indents(data)
    if name.endswith(".css"):
        data = re.sub(rb"\s*([{};])\s*", rb"\1", data).replace(b";}", b"}")
    return data, _STATIC[name]


def _strip_indents(data: bytes) -> bytes:
    """A script or style sheet without indents and lines of remarks: a phone in a hall loads a page in 100 kB."""
    lines = (line.partition(b"  // ")[0].strip() for line in data.splitlines())
    said = (line for line in lines if line and not line.startswith(b"// "))
    return b"\n".join(line for line in said if not (line.startswith(b"/*") and line.endswith(b"*/"))) + b"\n"


@cache
def _address(name: str) -> str:
    """Where a file is fetched: with its hash, so that a browser keeps it until it changes."""
    file = static_file(name)
    digest = hashlib.sha256(file[0]).hexdigest()[:12] if file else ""
    return f"/static/{name}?{digest}"


# How a list is written in one line.
_HINTS = {
    "tables": "620x5 -50x2",
    "results": "65% 3S= by S; 35% 3S-1 by S",
    "shares": "40% P; 60% 4S",
    "answers": "P 3/4; 4S 2/4",
}
# Kinds of incident that may stand at a card of the play.
_WITH_PLAYS = frozenset(
    (
        "unauthorised-information",
        "misinformation",
        "withdrawn-call",
        "exposed-card",
        "played-card",
        "lead-out-of-turn",
    )
)


@cache
def _environment() -> Environment:
    from analyser.web.draft_view import (
        FURTHER,
        SECTIONS,
        section_of,
    )  # which saves what a page sent, and so imports this module

    environment = templates_in("web/templates")
    environment.globals |= {
        "paths": PATHS,
        "release": __version__,
        "static": _address,
        "languages": LANGUAGES,
        "place_told": place_told,
        "problem_text": problem_text,
        "is_of_the_file": is_of_the_file,
        "sections": SECTIONS,
        "further": FURTHER,
        "hints": _HINTS,
        "section_of": section_of,
        "with_plays": _WITH_PLAYS,
        "columns": COLUMNS,
        "seat_of": Seat,
        "suit_of": Suit,
    }
    return environment


def wants_part(request: Request) -> bool:
    """Whether only a part of the page is wanted, to be put in place by the script."""
    return request.headers.get("hx-request") == "true"


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:  # noqa: ANN401
    """A page for whoever asks; `values` fills the template."""
    visitor, state = current_visitor(request), app_state(request)
    text = (
        _environment()
        .get_template(template)
        .render(
            v=voice_of(visitor.language),
            token=state.signer.form_token(visitor),
            here=request.url.path,
            in_language=partial(_language_address, request),
            may_invite=state.settings.is_shared and state.is_at_machine(request.scope),
            is_admitted=state.is_admitted(request.scope, visitor),
            is_erasing=state.store.erasure.is_pending,
            member=visitor.member,
            may=lambda deed: visitor.may(Permission(deed)),
            only_reads=_is_read_only(visitor, request.url.path),
            **{"leaf": secrets.token_urlsafe(9), **values},
        )
    )
    return HTMLResponse(_prefix_links(text, state.settings), status)


def _is_read_only(visitor: Visitor, path: str) -> bool:
    """Whether a page is one great form that this visitor's role may read and not send."""
    is_form = path.startswith("/draft/") or path.endswith("/what-if")
    return is_form and not visitor.may(permission_for("POST", path))


def _prefix_links(text: str, settings: WebSettings) -> str:
    return settings.public.prefix_links(text) if settings.public else text


def _language_address(request: Request, language: str) -> str:
    """The same page in another language, with all that its address holds."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return f"{request.url.path}?{urlencode([*others, ('lang', language)])}"


def render_text(template: str, **values: Any) -> str:  # noqa: ANN401 - whatever the template asks for
    """A template filled, for a page that is no answer to a request."""
    return _environment().get_template(template).render(**values)


_SHOWN = 12  # problems on a page that refuses


def error_page(
    settings: WebSettings,
    visitor: Visitor,
    status: int,
    key: str,
    *,
    again: bool = False,
    retry: str = "",
    problems: Iterable[Problem] = (),
    sent: Iterable[tuple[str, str]] = (),
    place: str = "",
) -> HTMLResponse:
    """What went wrong and what to do, without a word about the inside.

    `again` asks the browser to come back; `retry` is an address at which the same may be asked once more; `sent` are the
    fields of a form to be sent once more to `place`.
    """
    voice = voice_of(visitor.language)
    template = _environment().get_template("error.html")
    text = template.render(
        v=voice,
        status=status,
        key=key,
        again=again,
        retry=retry,
        problems=tuple(problems)[:_SHOWN],
        sent=tuple(sent),
        place=place,
    )
    return HTMLResponse(_prefix_links(text, settings), status)


def see(place: str) -> RedirectResponse:
    """After a form was taken: the page where its effect is seen, so that reloading sends nothing twice."""
    return RedirectResponse(place, 303)


def download(data: bytes, kind: str, name: str) -> Response:
    """A file to keep; `name` holds letters, digits, dots and dashes only."""
    clean = "".join(sign for sign in name if (sign.isascii() and sign.isalnum()) or sign in ".-_") or "file"
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{clean}"'})
