"""The board of a draft: its fields, and one hand at a time on a grid of cards; what is begun is kept until it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Card, Hand, Seat
from analyser.errors import CaseError, Problem
from analyser.web.casework import SECTIONS, Casework
from analyser.web.edit import Change
from analyser.web.fields import changes_in
from analyser.web.forms import Form, Sent
from analyser.web.hall import hall_of, visiting
from analyser.web.page import page, see
from analyser.web.saving import as_shown, leaf_of, opened, saved
from analyser.web.sections import beside, fields_in
from analyser.web.tapping import cards_in, hand_of, suits, with_hand
from analyser.web.unfinished import DEAL, Begun, hand_text, hand_told

__all__ = ["router"]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class _Holding:
    """A hand as its page shows it: what is tapped, what is typed, the hand that is meant, what is wrong with it."""

    cards: tuple[Card, ...]
    typed: str
    read: Hand | None
    faults: tuple[Problem, ...]

    @property
    def count(self) -> int:
        """How many cards, of those typed or else of those tapped."""
        return len(self.cards) if self.read is None else len(self.read)


def _holding(work: Casework, seat: Seat, cards: tuple[Card, ...], typed: str) -> _Holding:
    """What is tapped and typed, read; a whole hand is also held against the others."""
    read, faults = hand_of(tuple(map(str, cards)), typed)
    if read is not None and len(read) == 13:
        tried = _tried(work, with_hand(work.hands, seat, read))
        faults = tuple(one for one in tried.problems if one.where.startswith(("board hands", DEAL)))
    return _Holding(cards, typed, read, faults)


def _tried(work: Casework, changes: Change) -> Casework:
    """The case with changes of its board; as it is while its text must be mended first."""
    try:
        return work.tried(changes)
    except CaseError:
        return work


def _place(seat: Seat) -> str:
    return f"board hands {seat}"


def _begun(request: Request, work: Casework) -> dict[str, Begun]:
    """What was begun and differs from what is saved."""
    found = hall_of(request).unfinished.of(visiting(request).owner, work.draft.id)
    if DEAL in found and found[DEAL].text == str(work.at(DEAL) or ""):
        del found[DEAL]
    for seat in Seat:
        if _place(seat) in found and _read(found[_place(seat)]) == work.hands[seat]:
            del found[_place(seat)]
    return found


def _read(begun: Begun) -> Hand | None:
    """The hand that was begun; none when it cannot be read."""
    cards, typed = hand_told(begun.text)
    return hand_of(tuple(map(str, cards)), typed)[0]


@router.get("/draft/{name}/board")
def board(request: Request, name: str) -> Response:
    """The board, and one hand on a grid of cards; cards of the other hands cannot be tapped."""
    work = opened(request, name)
    begun = _begun(request, work)
    word = request.query_params.get("seat", "")
    empty = next((seat for seat in Seat if len(work.hands[seat]) < 13), Seat.N)
    seat = Seat.parse(word) if word in {"N", "E", "S", "W"} else empty
    if _place(seat) in begun:
        cards, typed = hand_told(begun[_place(seat)].text)
        return _board_page(request, work, seat, _holding(work, seat, cards, typed), begun)
    return _board_page(
        request, work, seat, _Holding(tuple(work.hands[seat]), "", work.hands[seat], ()), begun
    )


def _board_page(
    request: Request,
    work: Casework,
    seat: Seat,
    held: _Holding,
    begun: Mapping[str, Begun],
    status: int = 200,
) -> Response:
    deal = begun.get(DEAL)
    told, rest = beside(_tried(work, {DEAL: deal.text or None}) if deal else work, "board")
    in_hand = {one: begun[_place(one)] for one in Seat if _place(one) in begun}
    hands = {one: tuple(work.hands[one]) for one in Seat}
    hands |= {one: tuple(_read(kept) or hand_told(kept.text)[0]) for one, kept in in_hand.items()}
    return page(
        request,
        "board.html",
        status,
        work=work,
        sections=SECTIONS,
        section="board",
        fields=told,
        problems=rest,
        seat=seat,
        held=held,
        counts={one: held.count if one is seat else len(hands[one]) for one in Seat},
        suits=suits(),
        taken={card for one in Seat if one is not seat for card in (*hands[one], *work.hands[one])},
        deal_mark=deal.mark if deal else "",
        hand_mark=in_hand[seat].mark if seat in in_hand else "",
        begun=in_hand,
    )


@router.post("/draft/{name}/board")
def save_board(request: Request, name: str, sent: Form) -> Response:
    """Save the board, or the hand of one seat; the fourth hand follows from three."""
    work = as_shown(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        here = f"/draft/{name}/board"
        if sent.has("drop"):
            return _let_go(request, name, sent, DEAL, see(here), here)
        changes = changes_in(fields_in(work, "board"), work.tree, sent)
        return _let_go(request, name, sent, DEAL, saved(request, name, sent, changes, here), here)
    seat = Seat.parse(word)
    here = _grid(name, seat)
    if sent.has("drop"):
        return _let_go(request, name, sent, _place(seat), see(here), here)
    held = _holding(work, seat, cards_in(sent.all("c")), sent.text("typed"))
    if held.read is None:  # nothing typed or tapped is lost
        _keep(request, work, sent, _place(seat), hand_text(held.cards, held.typed))
        return _board_page(request, work, seat, held, _begun(request, work), 422)
    changes = with_hand(work.hands, seat, held.read)
    then = _grid(name, seat.next) if len(held.read) == 13 and not sent.has("stay") else here
    return _let_go(request, name, sent, _place(seat), saved(request, name, sent, changes, then), then)


def _grid(name: str, seat: Seat) -> str:
    """Where the cards of a seat are tapped."""
    return f"/draft/{name}/board?seat={seat}#grid"


def _let_go(request: Request, name: str, sent: Sent, place: str, answer: Response, then: str) -> Response:
    """What was begun is no longer needed, if the answer leads on as it should."""
    if answer.headers.get("location") == then:
        owner = visiting(request).owner
        hall_of(request).unfinished.drop(owner, name, place, leaf_of(sent), sent.text("seen"))
    return answer


def _keep(request: Request, work: Casework, sent: Sent, place: str, text: str) -> bool:
    owner, seen = visiting(request).owner, sent.text("seen")
    return hall_of(request).unfinished.keep(owner, work.draft.id, place, text, leaf_of(sent), seen)


@router.post("/draft/{name}/keep/hand")
def keep_hand(request: Request, name: str, sent: Form) -> Response:
    """How many cards are tapped or typed, and what is wrong with them; they are kept as begun until the button is pressed."""
    work = as_shown(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        raise HTTPException(404)
    seat = Seat.parse(word)
    held = _holding(work, seat, cards_in(sent.all("c")), sent.text("typed"))
    if held.read == work.hands[seat]:
        here = f"/draft/{name}/board"
        _let_go(request, name, sent, _place(seat), see(here), here)
        key = ""
    else:
        kept = _keep(request, work, sent, _place(seat), hand_text(held.cards, held.typed))
        key = "begun" if kept else "elsewhere"
    return page(request, "live_hand.html", faults=held.faults, count=held.count, key=key)
