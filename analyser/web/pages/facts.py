"""The facts of a draft, tapped: the hands, the auction and play, remarks on single calls, the incidents by kind."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import PACK, Deal, Hand, Seat
from analyser.casefile import IncidentKind
from analyser.web.casework import SECTIONS, Casework
from analyser.web.edit import Value
from analyser.web.fields import Field, Kind, changes_in, fields_of, incident_fields, shown
from analyser.web.forms import Form, Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page
from analyser.web.refused import Refused
from analyser.web.saving import opened, saved
from analyser.web.tapping import COLUMNS, auction_of, cards_in, laid_out, pad_of, suits, typed_hand

__all__ = ["router"]

router = APIRouter()

_BOARD = (
    Field("board number", Kind.NUMBER),
    Field("board dealer", Kind.CHOICE, ("N", "E", "S", "W")),
    Field("board vulnerable", Kind.CHOICE, ("none", "NS", "EW", "all")),
    Field("board deal", Kind.TEXT),
)
_AUCTION = Field("table auction", Kind.TEXT)
_PLAY = Field("table play", Kind.VALUE)


def _base(request: Request, name: str, sent: Sent) -> Casework:
    """The draft as it stood when the form was shown."""
    drafts, owner = hall_of(request).drafts, visiting(request).owner
    draft = drafts.get(owner, name)
    since = sent.number("version")
    if draft.version != since:
        draft = type(draft)(name, since, draft.title, draft.changed, drafts.at(owner, name, since))
    return Casework(draft)


@router.get("/draft/{name}/board")
def board(request: Request, name: str) -> Response:
    """The board, and one hand on a grid of cards; cards of the other hands cannot be tapped."""
    work = opened(request, name)
    word = request.query_params.get("seat", "")
    empty = next((seat for seat in Seat if len(work.hands[seat]) < 13), Seat.N)
    seat = Seat.parse(word) if word in {"N", "E", "S", "W"} else empty
    taken = {card for other, hand in work.hands.items() if other is not seat for card in hand}
    return page(
        request,
        "board.html",
        work=work,
        sections=SECTIONS,
        section="board",
        fields=shown(_BOARD, work.tree, work.problems),
        seat=seat,
        seats=tuple(Seat),
        suits=suits(),
        taken=taken,
        problems=tuple(p for p in work.problems if p.where.startswith("board hands")),
    )


@router.post("/draft/{name}/board")
def save_board(request: Request, name: str, sent: Form) -> Response:
    """Save the board, or the hand of one seat; the fourth hand follows from three."""
    work = _base(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        return saved(request, name, sent, changes_in(_BOARD, work.tree, sent), f"/draft/{name}/board")
    seat = Seat.parse(word)
    hand = Hand.of(cards_in(sent.all("c"))[:13])
    if typed := sent.text("typed"):
        hand = typed_hand(typed)[0] or hand
    changes = _with_hand(work, seat, hand)
    onward = seat.next if len(hand) == 13 and not sent.has("stay") else seat
    return saved(request, name, sent, changes, f"/draft/{name}/board?seat={onward}#grid")


def _with_hand(work: Casework, seat: Seat, hand: Hand) -> dict[str, Value]:
    """The changes that give a seat this hand: a whole deal when all four are known, else the hands that are."""
    hands = {**work.hands, seat: hand}
    known = [one for one in Seat if len(hands[one]) == 13]
    cards = {card for one in known for card in hands[one]}
    if len(known) == 3 and len(cards) == 39:
        last = next(one for one in Seat if one not in known)
        if not len(hands[last]) or last is not seat:
            hands[last] = Hand.of(card for card in PACK if card not in cards)
            known = list(Seat)
    cards = {card for one in known for card in hands[one]}
    if len(known) == 4 and len(cards) == 52:
        deal = Deal((hands[Seat.N], hands[Seat.E], hands[Seat.S], hands[Seat.W]))
        return {"board deal": str(deal), "board hands": None}
    changes: dict[str, Value] = {"board deal": None}
    changes |= {f"board hands {one}": str(hands[one]) if len(hands[one]) else None for one in Seat}
    return changes


@router.get("/draft/{name}/auction")
def auction(request: Request, name: str) -> Response:
    """The auction as it grows, and what was played."""
    work = opened(request, name)
    return page(
        request,
        "auction.html",
        work=work,
        sections=SECTIONS,
        section="auction",
        rows=laid_out(work.auction),
        columns=COLUMNS,
        pad=pad_of(work.auction),
        calls=shown((_AUCTION,), work.tree, work.problems)[0],
        fields=shown((*fields_of("table"), _PLAY), work.tree, work.problems),
        problems=tuple(p for p in work.problems if p.where == "table"),
    )


@router.post("/draft/{name}/auction")
def save_auction(request: Request, name: str, sent: Form) -> Response:
    """One call more, the last one taken back, or the fields as they were typed."""
    work = _base(request, name, sent)
    here = f"/draft/{name}/auction"
    if sent.has("call"):
        grown, problems = auction_of(work.dealer, f"{work.auction} {sent.text('call')}")
        changes = {} if problems else {"table auction": str(grown)}
        return saved(request, name, sent, changes, here)
    if sent.has("undo"):
        left = " ".join(work.auction_text.split()[:-1])
        return saved(request, name, sent, {"table auction": left or None}, here)
    changes = changes_in((_AUCTION, *fields_of("table"), _PLAY), work.tree, sent)
    return saved(request, name, sent, changes, here)


def _listed(work: Casework, table: str) -> list[dict[str, Value]]:
    found = work.at(table)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


@router.get("/draft/{name}/remarks")
def remarks(request: Request, name: str) -> Response:
    """The remarks on single calls; a call is tapped to add one: the slow call, the alert, the explanation."""
    work = opened(request, name)
    entries = _listed(work, "remark")
    return page(
        request,
        "remarks.html",
        work=work,
        sections=SECTIONS,
        section="remarks",
        rows=laid_out(work.auction, marked=False),
        columns=COLUMNS,
        entries=tuple(
            shown(fields_of("remark", number), work.tree, work.problems)
            for number in range(1, len(entries) + 1)
        ),
    )


@router.post("/draft/{name}/remarks")
def save_remarks(request: Request, name: str, sent: Form) -> Response:
    """Add a remark, drop one, or save what was changed in them."""
    work = _base(request, name, sent)
    count, here = len(_listed(work, "remark")), f"/draft/{name}/remarks"
    changes: dict[str, Value] = {}
    for number in range(1, count + 1):
        changes |= changes_in(fields_of("remark", number), work.tree, sent)
    if sent.has("drop"):
        changes = {f"remark {sent.number('drop')}": None}
    elif sent.has("at"):
        changes |= _new_remark(work, count + 1, sent.text("at"), sent.text("kind") or "tempo")
        here += f"#remark-{count + 1}"
    return saved(request, name, sent, changes, here)


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
    entries = _listed(work, "incident")
    known = [str(kind) for kind in IncidentKind]
    told = [
        (kind, shown(incident_fields(kind, number), work.tree, work.problems) if kind in known else ())
        for number, kind in enumerate((str(entry.get("kind", "")) for entry in entries), 1)
    ]
    return page(
        request,
        "incident.html",
        work=work,
        sections=SECTIONS,
        section="incident",
        entries=told,
        kinds=known,
        rows=laid_out(work.auction, marked=False),
        columns=COLUMNS,
    )


@router.post("/draft/{name}/incident")
def save_incident(request: Request, name: str, sent: Form) -> Response:
    """Begin an incident of a kind, drop one, or save what was changed in them."""
    work = _base(request, name, sent)
    entries, here = _listed(work, "incident"), f"/draft/{name}/incident"
    if sent.has("drop"):
        return saved(request, name, sent, {f"incident {sent.number('drop')}": None}, here)
    changes: dict[str, Value] = {}
    for number, entry in enumerate(entries, 1):
        kind = str(entry.get("kind", ""))
        if kind in {str(one) for one in IncidentKind}:
            changes |= changes_in(incident_fields(kind, number), work.tree, sent)
    if sent.has("add"):
        kind = sent.text("kind")
        if kind not in {str(one) for one in IncidentKind}:
            raise Refused(400, "web.error.form")
        number = len(entries) + 1
        named = {entry.get("id") for entry in entries}
        short = next(f"i{count}" for count in range(1, len(entries) + 2) if f"i{count}" not in named)
        changes |= {f"incident {number} id": short, f"incident {number} kind": kind}
        here += f"#incident-{number}"
    return saved(request, name, sent, changes, here)
