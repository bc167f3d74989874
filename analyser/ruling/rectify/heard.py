"""An irregular call with all the facts its rectification rests on: as told, else as the recorded auction shows."""

from dataclasses import dataclass
from enum import Enum

from analyser.bridge import PASS, Auction, Call, Seat, Suit
from analyser.casefile import Case, IrregularCall, Moment, Question
from analyser.ruling.rectify.remedy import judged

__all__ = ["Heard", "Whose", "heard"]


class Whose(Enum):
    """Whose turn it was, seen from the one who called."""

    OWN = 0
    LEFT = 1
    PARTNER = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of an irregular call; `None` is not told."""

    offender: Seat
    turn: Seat | None = None
    call: Call | None = None
    replacement: Call | None = None
    accepted: bool | None = None
    comparable: bool | None = None
    unintended: bool | None = None
    partner_called: bool | None = None
    artificial: bool | None = None
    same_meaning: bool | None = None
    right_hand_passed: bool | None = None
    called_before: bool | None = None
    barred: bool | None = None
    found_late: bool | None = None
    any_bid: bool | None = None
    first_legal: bool | None = None
    lowest_same: bool | None = None
    sufficient: bool | None = None
    suits: tuple[Suit, ...] | None = None
    suits_again: tuple[Suit, ...] | None = None
    declarer: Seat | None = None

    @property
    def whose(self) -> Whose | None:
        """Whose turn it was, seen from the offender."""
        return None if self.turn is None else Whose((self.turn - self.offender) & 3)


def heard(case: Case, incident: IrregularCall) -> Heard:
    """The facts of the case, those that are not told read from the auction where it shows them."""
    number = incident.at.number if incident.at is not None and incident.at.moment is Moment.CALL else None
    whole = case.auction
    before = None if whole is None or number is None else whole.before(number)
    turn = incident.turn
    if turn is None and before is not None:
        turn = before.turn
    replacement = incident.replacement
    if replacement is None and not incident.accepted:
        replacement = _later_call(whole, number, incident.offender)
    comparable = incident.comparable
    if comparable is None:
        comparable = judged(case, incident, Question.COMPARABLE)
    call = incident.call
    return Heard(
        incident.offender,
        turn,
        call,
        replacement,
        incident.accepted,
        comparable,
        incident.unintended,
        incident.partner_has_called,
        incident.artificial,
        incident.same_meaning,
        _right_hand_passed(incident, whole, number, turn),
        _first(incident.called_before, None if before is None else incident.offender in before.seats),
        incident.barred,
        incident.found_late,
        None if before is None else before.last_bid is not None,
        None if before is None or call is None else not before.why_not(call, incident.offender),
        _lowest_same(before, call, replacement),
        None
        if before is None or replacement is None or not replacement.is_bid
        else replacement in before.legal_calls(),
        incident.suits,
        incident.suits_again,
        None if case.contract is None else case.contract.declarer,
    )


def _first(told: bool | None, seen: bool | None) -> bool | None:
    return seen if told is None else told


def _later_call(auction: Auction | None, number: int | None, offender: Seat) -> Call | None:
    """What the offender called instead: his own next call in the auction that stood."""
    if auction is None or number is None:
        return None
    calls = zip(auction.seats[number - 1 :], auction.calls[number - 1 :], strict=True)
    return next((call for seat, call in calls if seat is offender), None)


def _right_hand_passed(
    incident: IrregularCall, auction: Auction | None, number: int | None, turn: Seat | None
) -> bool | None:
    if incident.right_hand_passed is not None or auction is None or number is None or incident.accepted:
        return incident.right_hand_passed
    if number > len(auction) or turn is None or auction.seat_of(number) is not turn:
        return None
    return auction.calls[number - 1] == PASS


def _lowest_same(before: Auction | None, call: Call | None, replacement: Call | None) -> bool | None:
    """Whether the replacement is the lowest sufficient bid in the denomination first named."""
    if call is None or replacement is None:
        return None
    if not replacement.is_bid or replacement.strain is not call.strain:
        return False
    if before is None:
        return None
    lowest = next((bid for bid in before.legal_calls() if bid.strain is call.strain), None)
    return replacement == lowest
