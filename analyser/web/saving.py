"""What a form changed, saved; two tabs that disagree are shown side by side and a person decides."""

import json
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from analyser.errors import CaseError
from analyser.web.casework import Casework
from analyser.web.drafts import Draft
from analyser.web.edit import Conflict, Value, changed, commit
from analyser.web.forms import Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.refused import Refused

__all__ = ["opened", "resolved", "saved"]


def opened(request: Request, name: str) -> Casework:
    """The draft of whoever asks."""
    return Casework(hall_of(request).drafts.get(visiting(request).owner, name))


def saved(request: Request, name: str, sent: Sent, changes: Mapping[str, Value], then: str) -> Response:
    """Save and go on; with nothing changed only go on."""
    if not changes:
        return see(then)
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    try:
        commit(drafts, owner, name, sent.number("version"), changes)
    except Conflict as conflict:
        return page(
            request,
            "conflict.html",
            409,
            draft=conflict.current,
            clashes=conflict.clashes,
            changes=json.dumps(conflict.changes, default=str),
            since=sent.number("version"),
            then=then,
        )
    except CaseError:
        return see(f"/draft/{name}/text")
    return see(then)


def resolved(request: Request, name: str, sent: Sent) -> Response:
    """What a person decided on two tabs that disagree: this one, or both, each a draft of its own."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    try:
        changes = json.loads(sent.text("changes"))
        places = {str(place): value for place, value in changes.items()}
    except (ValueError, AttributeError):
        raise Refused(400, "web.error.form") from None
    current = drafts.get(owner, name)
    if sent.has("both"):
        before = drafts.at(owner, name, sent.number("since"))
        other: Draft = drafts.new(owner, changed(before, places))
        return see(f"/draft/{other.id}")
    if current.version != sent.number("version"):
        return see(f"/draft/{name}")
    drafts.save(owner, name, current.version, changed(current.toml, places))
    return see(f"/draft/{name}")
