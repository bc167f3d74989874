"""A step of a case while it is filled in: kept field by field, what `check` finds told beside the fields at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Seat
from analyser.errors import CaseError
from analyser.web.casework import SECTIONS, Casework
from analyser.web.drafts import Stale
from analyser.web.edit import Conflict, Value, changed, commit
from analyser.web.fields import changes_in
from analyser.web.forms import Form, Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page
from analyser.web.saving import as_shown, leaf_of
from analyser.web.sections import beside, fields_in
from analyser.web.tapping import COLUMNS, hand_of, laid_out, pad_of, with_hand

__all__ = ["router"]

router = APIRouter()

_BY_BUTTON = frozenset({"board deal"})  # the cards shown below it would no longer be those that stand


@dataclass(frozen=True, slots=True)
class _Kept:
    """A step as typed, and the key of what became of it."""

    work: Casework
    key: str


@router.post("/draft/{name}/keep/hand")
def hand(request: Request, name: str, sent: Form) -> Response:
    """How many cards are tapped or typed, and what is wrong with them; nothing is kept before the button is pressed."""
    work = as_shown(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        raise HTTPException(404)
    read, faults = hand_of(sent.all("c"), sent.text("typed"))
    if read is not None and len(read) == 13:
        tried = _with(work, with_hand(work.hands, Seat.parse(word), read))
        faults = tuple(one for one in tried.problems if one.where.startswith(("board hands", "board deal")))
    count = len(sent.all("c")) if read is None else len(read)
    return page(request, "live_hand.html", faults=faults, count=count)


@router.post("/draft/{name}/keep/{section}")
def keep(request: Request, name: str, section: str, sent: Form) -> Response:
    """Keep what was typed, as the button would, and tell what is wrong; never over what was saved elsewhere."""
    before = as_shown(request, name, sent)
    fields = fields_in(before, section)
    if section == "text":
        kept, drawn = _text_kept(request, before, sent), False
    elif fields:
        changes = changes_in(fields, before.tree, sent)
        kept, drawn = _kept(request, before, changes, leaf_of(sent)), "table auction" in changes
    else:
        raise HTTPException(404)
    told, rest = beside(kept.work, section)
    return page(
        request,
        "live.html",
        work=kept.work,
        sections=SECTIONS,
        section=section,
        fields=told,
        problems=rest,
        leaf=leaf_of(sent),
        key=kept.key,
        drawn=drawn and kept.key == "saved",
        rows=laid_out(kept.work.auction),
        columns=COLUMNS,
        pad=pad_of(kept.work.auction),
    )


def _kept(request: Request, before: Casework, changes: Mapping[str, Value], leaf: str) -> _Kept:
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    taken = {place: value for place, value in changes.items() if place not in _BY_BUTTON}
    try:
        typed = _with(before, changes)
        commit(drafts, owner, before.draft.id, before.draft.version, taken, leaf)
    except Conflict:
        return _Kept(typed, "elsewhere")
    except CaseError:
        return _Kept(before, "not")
    return _Kept(typed, "saved" if len(taken) == len(changes) else "not")


def _text_kept(request: Request, before: Casework, sent: Sent) -> _Kept:
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    typed = next((value for key, value in sent.pairs if key == "toml"), "").replace("\r\n", "\n")
    work = Casework(replace(before.draft, toml=typed))
    try:
        drafts.save(owner, before.draft.id, before.draft.version, typed, leaf_of(sent))
    except Stale:
        return _Kept(work, "elsewhere")
    return _Kept(work, "saved")


def _with(work: Casework, changes: Mapping[str, Value]) -> Casework:
    """The case as it would be with these changes."""
    return Casework(replace(work.draft, toml=changed(work.draft.toml, changes)))
