"""The decision complained of: whose turn it was, what he held and had heard, and what he did."""

from dataclasses import dataclass

from analyser.bridge import Auction, Contract, Hand, Seat, Vulnerability
from analyser.casefile import Action, Case, Form, Moment, Place, UnauthorisedInformation, WithdrawnCall

__all__ = ["Decision", "decision_at", "decision_of"]


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's turn to call, to lead or to play, as it stood before he acted.

    `auction` is the auction until then; for a lead, or a card, the whole of it. What the case does not tell is none.
    """

    seat: Seat
    at: Place
    action: Action | None
    auction: Auction | None
    hand: Hand | None
    contract: Contract | None
    vulnerability: Vulnerability | None
    form: Form

    @property
    def is_call(self) -> bool:
        """Tell whether a call was due."""
        return self.at.moment is Moment.CALL

    @property
    def is_lead(self) -> bool:
        """Tell whether the opening lead was due."""
        if self.at.moment in (Moment.LEAD, Moment.BEFORE_PLAY):
            return True
        leader = None if self.contract is None else self.contract.leader
        return self.at.moment is Moment.TRICK and self.at.number == 1 and self.seat is leader


def decision_of(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Decision:
    """The decision an incident complains of."""
    return decision_at(case, incident.action, incident.offender)


def decision_at(case: Case, place: Place, seat: Seat) -> Decision:
    """The decision made at a place; `seat` is whose it was, unless the auction tells."""
    action: Action | None = None
    auction = case.auction
    if place.moment is Moment.CALL:
        if auction is not None and place.number <= len(auction):
            action, seat = auction.calls[place.number - 1], auction.seat_of(place.number)
        if auction is not None:
            auction = auction.before(place.number)
    else:
        action = _card(case, place, seat)
    return Decision(
        seat,
        place,
        action,
        auction,
        case.hand(seat),
        case.contract,
        case.vulnerability,
        case.event.form or Form.IMPS,
    )


def _card(case: Case, place: Place, seat: Seat) -> Action | None:
    if place.moment is not Moment.TRICK:
        return case.lead
    if case.play is None or place.number > len(case.play.tricks):
        return None
    return case.play.tricks[place.number - 1].card_of(seat if place.seat is None else place.seat)
