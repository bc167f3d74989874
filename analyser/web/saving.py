"""What a form changed, saved; two tabs that disagree are shown side by side and a person decides."""

from collections.abc import Mapping
from dataclasses import replace

import tomlkit
from starlette.requests import Request
from starlette.responses import Response

from analyser.errors import CaseError
from analyser.web.casework import Casework
from analyser.web.edit import Conflict, Value, changed, commit, plain, tables_in
from analyser.web.forms import Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see, wants_part
from analyser.web.refused import Refused

__all__ = ["as_shown", "leaf_of", "opened", "resolved", "saved"]


def opened(request: Request, name: str) -> Casework:
    """The draft of whoever asks."""
    return Casework(hall_of(request).drafts.get(visiting(request).owner, name))


def as_shown(request: Request, name: str, sent: Sent) -> Casework:
    """The draft as the page with the form knows it: as it stood when that was made, and what it kept itself since."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    since = drafts.own_since(owner, name, sent.number("version"), leaf_of(sent))
    draft = drafts.get(owner, name)
    if draft.version != since:
        draft = replace(draft, version=since, toml=drafts.at(owner, name, since))
    return Casework(draft)


def leaf_of(sent: Sent) -> str:
    """The name of the page a form came from."""
    return sent.text("leaf")[:40]


def saved(request: Request, name: str, sent: Sent, changes: Mapping[str, Value], then: str) -> Response:
    """Save and go on; with nothing changed only go on."""
    if not changes:
        return see(then)
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    since = drafts.own_since(owner, name, sent.number("version"), leaf_of(sent))
    try:
        commit(drafts, owner, name, since, changes, leaf_of(sent))
    except Conflict as conflict:
        if wants_part(request):  # one tap on a page that is behind: the page is shown as things stand
            return Response(headers={"hx-refresh": "true"})
        return page(
            request,
            "conflict.html",
            409,
            draft=conflict.current,
            clashes=conflict.clashes,
            changes=_packed(conflict.changes),
            since=since,
            then=then,
        )
    except CaseError:
        return see(f"/draft/{name}/text")
    return see(then)


def resolved(request: Request, name: str, sent: Sent) -> Response:
    """What a person decided on two tabs that disagree: this one, or both, each a draft of its own."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    current = drafts.get(owner, name)
    places = _unpacked(sent.text("changes"))
    if sent.has("both"):
        before = drafts.at(owner, name, sent.number("since"))
        other = drafts.new(owner, _made(before, places))
        return see(f"/draft/{other.id}")
    if current.version != sent.number("version"):
        return see(f"/draft/{name}")
    drafts.save(owner, name, current.version, _made(current.toml, places), tables=tables_in(places))
    return see(f"/draft/{name}")


def _packed(changes: Mapping[str, Value]) -> str:
    """Changes as a text that keeps a date a date."""
    kept = {place: value for place, value in changes.items() if value is not None}
    return tomlkit.dumps({"gone": [place for place, value in changes.items() if value is None], "kept": kept})


def _unpacked(text: str) -> dict[str, Value]:
    try:
        told = plain(text)
        return {**dict(told["kept"]), **{str(place): None for place in told["gone"]}}
    except (CaseError, KeyError, TypeError, ValueError):
        raise Refused(400, "web.error.form") from None


def _made(toml: str, changes: Mapping[str, Value]) -> str:
    """The text with the changes; a form of ours never holds changes that cannot be made."""
    try:
        return changed(toml, changes)
    except (CaseError, KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise Refused(400, "web.error.form") from None
