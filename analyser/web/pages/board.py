"""The board of a draft: its fields, and one hand at a time on a grid of cards; what is begun is kept until it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Card, Hand, Seat
from analyser.errors import CaseError, Problem
from analyser.web.draft_view import DraftView, draft_view_on_page, leaf_of, open_draft_view, save_changes
from analyser.web.drafts import DEAL, UnfinishedEntry, hand_parts, hand_text
from analyser.web.edit import Changes, ClashingChanges, commit
from analyser.web.fields import changes_in, fields_in, section_fields
from analyser.web.page import page, see
from analyser.web.state import PostedForm, SentForm, app_state, current_visitor
from analyser.web.widgets import cards_in, hand_of, set_hand, suits

router = APIRouter()


@dataclass(frozen=True, slots=True)
class _HandEntry:
    """A hand as its page shows it: what is tapped, what is typed, the hand that is meant, what is wrong with it."""

    cards: tuple[Card, ...]
    typed: str
    read: Hand | None
    faults: tuple[Problem, ...]

    @property
    def count(self) -> int:
        """How many cards, of those typed or else of those tapped."""
        return len(self.cards) if self.read is None else len(self.read)


def _holding(
    work: DraftView,
    seat: Seat,
    cards: tuple[Card, ...],
    typed: str,
    begun: Mapping[str, UnfinishedEntry] = MappingProxyType({}),
) -> _HandEntry:
    """What is tapped and typed, read; a whole hand is also held against the others, saved or begun."""
    read, faults = hand_of(tuple(map(str, cards)), typed)
    if read is not None and len(read) == 13:
        others = {
            who: hand if len(hand) == 13 else Hand.from_cards(())
            for who, hand in _hands_on_page(work, begun).items()
        }
        tried = _try_changes(work, set_hand(others, seat, read))
        faults = tuple(
            problem for problem in tried.problems if problem.where.startswith(("board hands", DEAL))
        )
    return _HandEntry(cards, typed, read, faults)


def _try_changes(work: DraftView, changes: Changes) -> DraftView:
    """The case with changes of its board; as it is while its text must be mended first."""
    try:
        return work.try_changes(changes)
    except CaseError:
        return work


def _place(seat: Seat) -> str:
    return f"board hands {seat}"


def _hands_on_page(work: DraftView, begun: Mapping[str, UnfinishedEntry]) -> dict[Seat, Hand]:
    """The hands as the page shows them: as begun, else as saved; what cannot be read shows no card."""
    hands = dict(work.hands)
    for seat in Seat:
        if _place(seat) in begun:
            hands[seat] = _read(begun[_place(seat)]) or Hand.from_cards(())
    return hands


def hands_begun(request: Request, work: DraftView) -> tuple[tuple[Seat, int], ...]:
    """The seats whose cards were begun and are not yet in the case, with the number of cards there are."""
    begun, counts = _unfinished_entries(request, work), []
    for seat in Seat:
        if _place(seat) in begun:
            cards, _ = hand_parts(begun[_place(seat)].text)
            counts.append((seat, len(_read(begun[_place(seat)]) or cards)))
    return tuple(counts)


def _unfinished_entries(request: Request, work: DraftView) -> dict[str, UnfinishedEntry]:
    """What was begun and differs from what is saved."""
    entries = app_state(request).unfinished.entries_of(current_visitor(request).owner, work.draft.id)
    if DEAL in entries and entries[DEAL].text == str(work.value_at(DEAL) or ""):
        del entries[DEAL]
    for seat in Seat:
        if _place(seat) in entries and _read(entries[_place(seat)]) == work.hands[seat]:
            del entries[_place(seat)]
    return entries


def _read(begun: UnfinishedEntry) -> Hand | None:
    """The hand that was begun; none when it cannot be read."""
    cards, typed = hand_parts(begun.text)
    return hand_of(tuple(map(str, cards)), typed)[0]


def _seats_in(begun: Mapping[str, UnfinishedEntry]) -> dict[Seat, UnfinishedEntry]:
    """What was begun, by the seat whose cards they are."""
    return {seat: begun[_place(seat)] for seat in Seat if _place(seat) in begun}


@router.get("/draft/{name}/board")
def board(request: Request, name: str) -> Response:
    """The board, and one hand on a grid of cards; cards of the other hands cannot be tapped."""
    work = open_draft_view(request, name)
    begun = _unfinished_entries(request, work)
    word = request.query_params.get("seat", "")
    empty = next((seat for seat in Seat if len(work.hands[seat]) < 13), Seat.N)
    seat = Seat.parse(word) if word in {"N", "E", "S", "W"} else empty
    if _place(seat) in begun:
        cards, typed = hand_parts(begun[_place(seat)].text)
        return _board_page(request, work, seat, _holding(work, seat, cards, typed, begun), begun)
    return _board_page(
        request, work, seat, _HandEntry(tuple(work.hands[seat]), "", work.hands[seat], ()), begun
    )


def _board_page(
    request: Request,
    work: DraftView,
    seat: Seat,
    entry: _HandEntry,
    begun: Mapping[str, UnfinishedEntry],
    status: int = 200,
) -> Response:
    deal = begun.get(DEAL)
    fields, rest = section_fields(_try_changes(work, {DEAL: deal.text or None}) if deal else work, "board")
    in_hand = _seats_in(begun)
    hands = {who: tuple(work.hands[who]) for who in Seat}
    hands |= {
        who: tuple(_read(begun_entry) or hand_parts(begun_entry.text)[0])
        for who, begun_entry in in_hand.items()
    }
    return page(
        request,
        "board.html",
        status,
        work=work,
        section="board",
        fields=fields,
        problems=rest,
        seat=seat,
        held=entry,
        counts={who: entry.count if who is seat else len(hands[who]) for who in Seat},
        suits=suits(),
        taken={card for who in Seat if who is not seat for card in hands[who]},
        deal_mark=deal.mark if deal else "",
        hand_mark=in_hand[seat].mark if seat in in_hand else "",
        begun=in_hand,
    )


@router.post("/draft/{name}/board")
def save_board(request: Request, name: str, sent: PostedForm) -> Response:
    """Save the board, or the hand of one seat; the fourth hand follows from three."""
    work = draft_view_on_page(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        address = f"/draft/{name}/board"
        if sent.has("drop"):
            return _let_go(request, name, sent, DEAL, see(address), address)
        changes = changes_in(fields_in(work, "board"), work.tree, sent)
        return _let_go(
            request, name, sent, DEAL, save_changes(request, name, sent, changes, address), address
        )
    seat = Seat.parse(word)
    address = _grid(name, seat)
    if sent.has("drop"):
        return _let_go(request, name, sent, _place(seat), see(address), address)
    entry = _holding(work, seat, cards_in(sent.all_texts("c")), sent.text("typed"))
    if entry.read is None:  # nothing typed or tapped is lost
        _keep(request, work, sent, _place(seat), hand_text(entry.cards, entry.typed))
        return _board_page(request, work, seat, entry, _unfinished_entries(request, work), 422)
    changes = set_hand(work.hands, seat, entry.read)
    then = _grid(name, seat.next) if len(entry.read) == 13 and not sent.has("stay") else address
    return _let_go(request, name, sent, _place(seat), save_changes(request, name, sent, changes, then), then)


def _grid(name: str, seat: Seat) -> str:
    """Where the cards of a seat are tapped."""
    return f"/draft/{name}/board?seat={seat}#grid"


def _let_go(request: Request, name: str, sent: SentForm, place: str, answer: Response, then: str) -> Response:
    """What was begun is no longer needed, if the answer leads on as it should."""
    if answer.headers.get("location") == then:
        owner = current_visitor(request).owner
        app_state(request).unfinished.drop(owner, name, place, leaf_of(sent), sent.text("seen"))
    return answer


def _keep(request: Request, work: DraftView, sent: SentForm, place: str, text: str) -> bool:
    owner, shown_mark = current_visitor(request).owner, sent.text("seen")
    return app_state(request).unfinished.keep(owner, work.draft.id, place, text, leaf_of(sent), shown_mark)


@router.post("/draft/{name}/keep/hand")
def keep_hand(request: Request, name: str, sent: PostedForm) -> Response:
    """How many cards are tapped or typed, and what is wrong with them; they are kept as begun until the button is pressed."""
    work = draft_view_on_page(request, name, sent)
    word = sent.text("seat")
    if word not in {"N", "E", "S", "W"}:
        raise HTTPException(404)
    seat = Seat.parse(word)
    begun = _unfinished_entries(request, work)
    entry = _holding(work, seat, cards_in(sent.all_texts("c")), sent.text("typed"), begun)
    if entry.read == work.hands[seat]:
        address = f"/draft/{name}/board"
        _let_go(request, name, sent, _place(seat), see(address), address)
        key = ""
    elif not _keep(request, work, sent, _place(seat), hand_text(entry.cards, entry.typed)):
        key = "elsewhere"
    elif entry.read is None or len(entry.read) != 13 or entry.faults:
        key = "begun"
    else:
        key = _whole_hand_saved(request, work, seat, entry.read, sent)
    values: dict[str, Any] = {"faults": entry.faults, "count": entry.count, "key": key}
    if key == "saved":
        work = open_draft_view(request, name)
        begun = _unfinished_entries(request, work)
        counts = {who: len(hand) for who, hand in _hands_on_page(work, begun).items()}
        values |= {"work": work, "seat": seat, "counts": counts, "begun": _seats_in(begun)}
        values |= {"deal": begun[DEAL].text if DEAL in begun else work.value_at(DEAL) or ""}
    return page(request, "live_hand.html", **values)


def _whole_hand_saved(request: Request, work: DraftView, seat: Seat, hand: Hand, sent: SentForm) -> str:
    """A hand of thirteen cards goes into the case at once, with the others that were begun; the key of what became of it."""
    state, owner, begun = (
        app_state(request),
        current_visitor(request).owner,
        _unfinished_entries(request, work),
    )
    complete_hands = {who: read for who, read in _hands_on_page(work, begun).items() if len(read) == 13}
    changes = set_hand({**work.hands, **complete_hands}, seat, hand)
    tried = _try_changes(work, changes).problems
    if any(
        problem.where.startswith(("board hands", DEAL)) and problem not in work.problems for problem in tried
    ):
        return "begun"  # a card is still with another hand: both go in when that is whole too
    try:
        commit(state.drafts, owner, work.draft.id, work.draft.version, changes, leaf_of(sent))
    except (ClashingChanges, CaseError):
        return "elsewhere"
    for who in {*complete_hands, seat}:
        entry = begun.get(_place(who))
        state.unfinished.drop(owner, work.draft.id, _place(who), leaf_of(sent), entry.mark if entry else "")
    return "saved"
