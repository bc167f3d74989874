"""The facts of a draft, tapped: the auction and play, remarks on single calls, the incidents by kind."""

from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Seat
from analyser.casefile import IncidentKind
from analyser.errors import CaseError
from analyser.web import RefusedRequest
from analyser.web.draft_view import (
    DraftView,
    confirm_reading,
    draft_view_on_page,
    entries_as_tables,
    leaf_of,
    open_draft_view,
    save_changes,
)
from analyser.web.drafts import DEAL, EditConflict
from analyser.web.edit import ClashingChanges, TomlValue, commit
from analyser.web.fields import SLIP, FilledField, changes_in, fields_in, kind_of, section_fields, slip_text
from analyser.web.notation import auction_text, signed_auction
from analyser.web.page import page
from analyser.web.state import PostedForm, SentForm, app_state, current_visitor
from analyser.web.typed_case import call_of_partner
from analyser.web.widgets import TAPS, lay_out_auction, pad_of, tapped_auction
from analyser.web.words import voice_of

router = APIRouter()


@router.get("/draft/{name}/auction")
def auction(request: Request, name: str) -> Response:
    """The auction as it grows, and what was played."""
    work = open_draft_view(request, name)
    fields, rest = section_fields(work, "auction")
    return page(
        request,
        "auction.html",
        work=work,
        section="auction",
        rows=lay_out_auction(work.auction),
        pad=pad_of(work.auction),
        calls=fields[0],
        typed=_auction_text(work, fields[0].text, current_visitor(request).language),
        fields=fields[1:],
        problems=rest,
        refused=request.query_params.get("refused", ""),
    )


def _auction_text(work: DraftView, text: str, language: str) -> str:
    """The auction as its field shows it: what the file has where its letters are the reader's, or nothing else reads back."""
    no_trumps = voice_of(language).words["strain.short.NT"]
    signed = signed_auction(text, no_trumps)
    return text if no_trumps == "NT" or auction_text(work.dealer, signed) != text else signed


@router.post("/draft/{name}/auction")
def save_auction(request: Request, name: str, sent: PostedForm) -> Response:
    """One call more, the last one taken back, or the fields as they were typed."""
    work = draft_view_on_page(request, name, sent)
    address = f"/draft/{name}/auction"
    taps = [(key, value) for key, value in sent.pairs if key in TAPS]
    if taps:
        # The calls as the page drew them: sent twice after an answer was lost, the same taps come to the same auction.
        drawn = sent.text("drawn") if sent.has("drawn") else work.auction_text
        calls, problems = tapped_auction(work.dealer, drawn, taps)
        then = f"{address}?refused={len(calls.split()) + 1}" if problems else address
        return save_changes(request, name, sent, {"table auction": calls or None}, then)
    changes = changes_in(fields_in(work, "auction"), work.tree, sent)
    return save_changes(request, name, sent, changes, address)


@router.get("/draft/{name}/remarks")
def remarks(request: Request, name: str) -> Response:
    """The remarks on single calls; a call is tapped to add one: the slow call, the alert, the explanation."""
    work = open_draft_view(request, name)
    fields, rest = section_fields(work, "remarks")
    return page(
        request,
        "remarks.html",
        work=work,
        section="remarks",
        rows=lay_out_auction(work.auction, marked=False),
        entries=tuple(
            entry_fields(fields, f"remark {number} ")
            for number in range(1, len(entries_as_tables(work, "remark")) + 1)
        ),
        problems=rest,
    )


def entry_fields(fields: tuple[FilledField, ...], start: str) -> tuple[FilledField, ...]:
    """The fields of one entry of a list."""
    return tuple(field for field in fields if field.field.place.startswith(start))


@router.post("/draft/{name}/remarks")
def save_remarks(request: Request, name: str, sent: PostedForm) -> Response:
    """Add a remark, drop one, or save what was changed in them."""
    work = draft_view_on_page(request, name, sent)
    count, address = len(entries_as_tables(work, "remark")), f"/draft/{name}/remarks"
    changes: dict[str, TomlValue] = changes_in(fields_in(work, "remarks"), work.tree, sent)
    if sent.has("drop"):
        changes = remove_entry(changes, f"remark {sent.number('drop')}")
    elif sent.has("confirm"):
        changes = confirm_reading(work, sent.text("confirm")) | changes
    elif sent.has("at"):
        changes |= _new_remark(work, count + 1, sent.text("at"), sent.text("kind") or "tempo")
        address += f"#remark-{count + 1}"
    return save_changes(request, name, sent, changes, address)


def remove_entry(changes: Mapping[str, TomlValue], entry: str) -> dict[str, TomlValue]:
    """An entry taken away; what was changed in the others is kept."""
    return {place: value for place, value in changes.items() if not place.startswith(f"{entry} ")} | {
        entry: None
    }


def _new_remark(work: DraftView, number: int, place: str, kind: str) -> dict[str, TomlValue]:
    """A remark at a call: by whoever called, agreed until somebody disputes it."""
    changes: dict[str, TomlValue] = {f"remark {number} at": place[:40], f"remark {number} kind": kind[:40]}
    call = place[:40].removeprefix("call ")
    if call.isdecimal() and 0 < int(call) <= len(work.auction):
        changes[f"remark {number} by"] = str(work.auction.seat_of(int(call)))
    changes[f"remark {number} status"] = "agreed"
    return changes


@router.get("/draft/{name}/incident")
def incident(request: Request, name: str) -> Response:
    """The incidents, each with the fields of its kind."""
    work = open_draft_view(request, name)
    fields, rest = section_fields(work, "incident")
    return page(
        request,
        "incident.html",
        work=work,
        section="incident",
        entries=[
            (str(entry.get("kind", "")), entry_fields(fields, f"incident {number} "))
            for number, entry in enumerate(entries_as_tables(work, "incident"), 1)
        ],
        problems=rest,
        kinds=tuple(map(str, IncidentKind)),
        rows=lay_out_auction(work.auction, marked=False),
    )


@router.post("/draft/{name}/incident")
def save_incident(request: Request, name: str, sent: PostedForm) -> Response:
    """Begin an incident of a kind, drop one, or save what was changed in them."""
    work = draft_view_on_page(request, name, sent)
    entries, address = entries_as_tables(work, "incident"), f"/draft/{name}/incident"
    changes: dict[str, TomlValue] = changes_in(fields_in(work, "incident"), work.tree, sent)
    if sent.has("drop"):
        changes = remove_entry(changes, f"incident {sent.number('drop')}")
    elif sent.has("confirm"):
        changes = confirm_reading(work, sent.text("confirm")) | changes
    elif sent.has("add"):
        kind = kind_of({"kind": sent.text("add")}) or kind_of({"kind": sent.text("kind")})
        if not kind:
            raise RefusedRequest(400, "web.error.form")
        number = len(entries) + 1
        named = {entry.get("id") for entry in entries}
        short = next(f"i{count}" for count in range(1, len(entries) + 2) if f"i{count}" not in named)
        changes |= {f"incident {number} id": short, f"incident {number} kind": kind}
        changes |= {
            f"incident {number} {key}": value for key, value in _facts_from_remark(work, kind).items()
        }
        address += f"#incident-{number}"
    return save_changes(request, name, sent, changes, address)


_TOLD_BY = {
    "unauthorised-information": ("tempo", "gesture", "remark", "question", "alert", "explanation"),
    "misinformation": ("explanation", "no-alert", "alert"),
}


def _facts_from_remark(work: DraftView, kind: str) -> dict[str, TomlValue]:
    """What the last remark already tells of an incident: who, where, and the partner's next action."""
    remarks = [
        remark
        for remark in entries_as_tables(work, "remark")
        if remark.get("kind") in _TOLD_BY.get(kind, ()) and remark.get("by") in {"N", "E", "S", "W"}
    ]
    if not remarks:
        return {}
    by, place = Seat.parse(remarks[-1]["by"]), str(remarks[-1].get("at", ""))
    if kind == "misinformation":
        return {"by": str(by), "at": place}
    word = place.removeprefix("call ")
    is_call = word.isdecimal() and len(word) < 4 and 0 < int(word) <= len(work.auction)
    action = call_of_partner(work.auction, int(word)) if is_call else None
    incident: dict[str, TomlValue] = {"source": str(by), "at": place, "offender": str(by.partner)}
    return {**incident, "action": action} if action else incident


@router.post("/draft/{name}/keep/{section}")
def keep(request: Request, name: str, section: str, sent: PostedForm) -> Response:
    """Keep what was typed, as the button would, and tell what is wrong; never over what was saved elsewhere."""
    before = draft_view_on_page(request, name, sent)
    fields = fields_in(before, section)
    if section == "text":
        (work, key), is_auction_changed = _text_kept(request, before, sent), False
    elif fields:
        changes = changes_in(fields, before.tree, sent)
        work, key = _save_fields(request, before, changes, sent)
        is_auction_changed = "table auction" in changes
    else:
        raise HTTPException(404)
    filled, rest = section_fields(work, section)
    answer = page(
        request,
        "live.html",
        work=work,
        section=section,
        fields=filled,
        problems=rest,
        leaf=leaf_of(sent),
        key=key,
        drawn=is_auction_changed and key == "saved",
        rows=lay_out_auction(work.auction),
        pad=pad_of(work.auction),
        refused="",
    )
    if key == "saved" and sent.has(SLIP) and sent.text(SLIP) not in {"", slip_text(before.tree)}:
        answer.headers["hx-refresh"] = "true"  # contract, declarer and tricks of the page follow
    return answer


def _save_fields(
    request: Request, before: DraftView, changes: Mapping[str, TomlValue], sent: SentForm
) -> tuple[DraftView, str]:
    """The step as typed, and the key of what became of it."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    without_deal = {place: value for place, value in changes.items() if place != DEAL}
    try:
        typed = before.try_changes(changes)
        commit(drafts, owner, before.draft.id, before.draft.version, without_deal, leaf_of(sent))
    except ClashingChanges:
        return typed, "elsewhere"
    except CaseError:
        return before, "not"
    return typed, _deal_kept(request, before, DEAL in changes, sent)


def _deal_kept(request: Request, before: DraftView, differs: bool, sent: SentForm) -> str:
    """A typed deal is kept as begun: the cards shown below it would no longer be those that stand."""
    if not sent.has(DEAL):
        return "saved"
    unfinished, owner, name = app_state(request).unfinished, current_visitor(request).owner, before.draft.id
    leaf, shown_mark = leaf_of(sent), sent.text("seen")
    if not differs:
        unfinished.drop(owner, name, DEAL, leaf, shown_mark)
        return "saved"
    return "begun" if unfinished.keep(owner, name, DEAL, sent.text(DEAL), leaf, shown_mark) else "elsewhere"


def _text_kept(request: Request, before: DraftView, sent: SentForm) -> tuple[DraftView, str]:
    """The text as typed, and the key of what became of it."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    typed = next((value for key, value in sent.pairs if key == "toml"), "").replace("\r\n", "\n")
    work = DraftView(replace(before.draft, toml=typed))
    try:
        drafts.save(owner, before.draft.id, before.draft.version, typed, leaf_of(sent), "text")
    except EditConflict:
        return work, "elsewhere"
    return work, "saved"
