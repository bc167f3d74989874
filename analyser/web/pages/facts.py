"""The facts of a draft, tapped: the auction and play, remarks on single calls, the incidents by kind."""

from collections.abc import Mapping

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.casefile import IncidentKind
from analyser.web.casework import SECTIONS, Casework
from analyser.web.edit import Value
from analyser.web.fields import Shown, changes_in
from analyser.web.forms import Form
from analyser.web.page import page
from analyser.web.refused import Refused
from analyser.web.saving import as_shown, opened, saved
from analyser.web.sections import beside, entries_of, fields_in, kind_of
from analyser.web.tapping import COLUMNS, auction_of, laid_out, pad_of

__all__ = ["router"]

router = APIRouter()


@router.get("/draft/{name}/auction")
def auction(request: Request, name: str) -> Response:
    """The auction as it grows, and what was played."""
    work = opened(request, name)
    told, rest = beside(work, "auction")
    return page(
        request,
        "auction.html",
        work=work,
        sections=SECTIONS,
        section="auction",
        rows=laid_out(work.auction),
        columns=COLUMNS,
        pad=pad_of(work.auction),
        calls=told[0],
        fields=told[1:],
        problems=rest,
    )


@router.post("/draft/{name}/auction")
def save_auction(request: Request, name: str, sent: Form) -> Response:
    """One call more, the last one taken back, or the fields as they were typed."""
    work = as_shown(request, name, sent)
    here = f"/draft/{name}/auction"
    if sent.has("call"):
        grown, problems = auction_of(work.dealer, f"{work.auction} {sent.text('call')}")
        changes = {} if problems else {"table auction": str(grown)}
        return saved(request, name, sent, changes, here)
    if sent.has("undo"):
        left = " ".join(work.auction_text.split()[:-1])
        return saved(request, name, sent, {"table auction": left or None}, here)
    changes = changes_in(fields_in(work, "auction"), work.tree, sent)
    return saved(request, name, sent, changes, here)


@router.get("/draft/{name}/remarks")
def remarks(request: Request, name: str) -> Response:
    """The remarks on single calls; a call is tapped to add one: the slow call, the alert, the explanation."""
    work = opened(request, name)
    told, rest = beside(work, "remarks")
    return page(
        request,
        "remarks.html",
        work=work,
        sections=SECTIONS,
        section="remarks",
        rows=laid_out(work.auction, marked=False),
        columns=COLUMNS,
        entries=tuple(
            _of(told, f"remark {number} ") for number in range(1, len(entries_of(work, "remark")) + 1)
        ),
        problems=rest,
    )


def _of(told: tuple[Shown, ...], start: str) -> tuple[Shown, ...]:
    return tuple(one for one in told if one.field.place.startswith(start))


@router.post("/draft/{name}/remarks")
def save_remarks(request: Request, name: str, sent: Form) -> Response:
    """Add a remark, drop one, or save what was changed in them."""
    work = as_shown(request, name, sent)
    count, here = len(entries_of(work, "remark")), f"/draft/{name}/remarks"
    changes: dict[str, Value] = changes_in(fields_in(work, "remarks"), work.tree, sent)
    if sent.has("drop"):
        changes = _without(changes, f"remark {sent.number('drop')}")
    elif sent.has("at"):
        changes |= _new_remark(work, count + 1, sent.text("at"), sent.text("kind") or "tempo")
        here += f"#remark-{count + 1}"
    return saved(request, name, sent, changes, here)


def _without(changes: Mapping[str, Value], entry: str) -> dict[str, Value]:
    """An entry taken away; what was changed in the others is kept."""
    return {place: value for place, value in changes.items() if not place.startswith(f"{entry} ")} | {
        entry: None
    }


def _new_remark(work: Casework, number: int, place: str, kind: str) -> dict[str, Value]:
    """A remark at a call: by whoever called, agreed until somebody disputes it."""
    found: dict[str, Value] = {f"remark {number} at": place[:40], f"remark {number} kind": kind[:40]}
    call = place[:40].removeprefix("call ")
    if call.isdecimal() and 0 < int(call) <= len(work.auction):
        found[f"remark {number} by"] = str(work.auction.seat_of(int(call)))
    found[f"remark {number} status"] = "agreed"
    return found


@router.get("/draft/{name}/incident")
def incident(request: Request, name: str) -> Response:
    """The incidents, each with the fields of its kind."""
    work = opened(request, name)
    told, rest = beside(work, "incident")
    return page(
        request,
        "incident.html",
        work=work,
        sections=SECTIONS,
        section="incident",
        entries=[
            (str(entry.get("kind", "")), _of(told, f"incident {number} "))
            for number, entry in enumerate(entries_of(work, "incident"), 1)
        ],
        problems=rest,
        kinds=tuple(map(str, IncidentKind)),
        rows=laid_out(work.auction, marked=False),
        columns=COLUMNS,
    )


@router.post("/draft/{name}/incident")
def save_incident(request: Request, name: str, sent: Form) -> Response:
    """Begin an incident of a kind, drop one, or save what was changed in them."""
    work = as_shown(request, name, sent)
    entries, here = entries_of(work, "incident"), f"/draft/{name}/incident"
    changes: dict[str, Value] = changes_in(fields_in(work, "incident"), work.tree, sent)
    if sent.has("drop"):
        changes = _without(changes, f"incident {sent.number('drop')}")
    elif sent.has("add"):
        kind = kind_of({"kind": sent.text("kind")})
        if not kind:
            raise Refused(400, "web.error.form")
        number = len(entries) + 1
        named = {entry.get("id") for entry in entries}
        short = next(f"i{count}" for count in range(1, len(entries) + 2) if f"i{count}" not in named)
        changes |= {f"incident {number} id": short, f"incident {number} kind": kind}
        here += f"#incident-{number}"
    return saved(request, name, sent, changes, here)
