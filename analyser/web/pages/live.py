"""A step of a case while it is filled in: kept field by field, what `check` finds told beside the fields at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.errors import CaseError
from analyser.web.casework import SECTIONS, Casework
from analyser.web.drafts import Stale
from analyser.web.edit import Conflict, Value, commit
from analyser.web.fields import changes_in
from analyser.web.forms import Form, Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page
from analyser.web.saving import as_shown, leaf_of
from analyser.web.sections import beside, fields_in
from analyser.web.tapping import COLUMNS, laid_out, pad_of
from analyser.web.unfinished import DEAL

__all__ = ["router"]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A step as typed, and the key of what became of it."""

    work: Casework
    key: str


@router.post("/draft/{name}/keep/{section}")
def keep(request: Request, name: str, section: str, sent: Form) -> Response:
    """Keep what was typed, as the button would, and tell what is wrong; never over what was saved elsewhere."""
    before = as_shown(request, name, sent)
    fields = fields_in(before, section)
    if section == "text":
        kept, drawn = _text_kept(request, before, sent), False
    elif fields:
        changes = changes_in(fields, before.tree, sent)
        kept, drawn = _kept(request, before, changes, sent), "table auction" in changes
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


def _kept(request: Request, before: Casework, changes: Mapping[str, Value], sent: Sent) -> _Kept:
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    taken = {place: value for place, value in changes.items() if place != DEAL}
    try:
        typed = before.tried(changes)
        commit(drafts, owner, before.draft.id, before.draft.version, taken, leaf_of(sent))
    except Conflict:
        return _Kept(typed, "elsewhere")
    except CaseError:
        return _Kept(before, "not")
    return _Kept(typed, _deal_kept(request, before, DEAL in changes, sent))


def _deal_kept(request: Request, before: Casework, differs: bool, sent: Sent) -> str:
    """A typed deal is kept as begun: the cards shown below it would no longer be those that stand."""
    if not sent.has(DEAL):
        return "saved"
    unfinished, owner, name = hall_of(request).unfinished, visiting(request).owner, before.draft.id
    leaf, seen = leaf_of(sent), sent.text("seen")
    if not differs:
        unfinished.drop(owner, name, DEAL, leaf, seen)
        return "saved"
    return "begun" if unfinished.keep(owner, name, DEAL, sent.text(DEAL), leaf, seen) else "elsewhere"


def _text_kept(request: Request, before: Casework, sent: Sent) -> _Kept:
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    typed = next((value for key, value in sent.pairs if key == "toml"), "").replace("\r\n", "\n")
    work = Casework(replace(before.draft, toml=typed))
    try:
        drafts.save(owner, before.draft.id, before.draft.version, typed, leaf_of(sent), "text")
    except Stale:
        return _Kept(work, "elsewhere")
    return _Kept(work, "saved")
