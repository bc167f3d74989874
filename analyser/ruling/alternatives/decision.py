"""The decision complained of, as it stood before it was taken, and what the player had no right to know then."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Call, Contract, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import (
    Action,
    Case,
    Form,
    Moment,
    Place,
    Remark,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.estimates.hand_arrays import Masks, Shown, ShownWeights
from analyser.estimates.services import CallsModel, TempoEstimator

HandWeights = Callable[[Masks], NDArray[np.float64]]
"""From many hands of the giver to how likely each would have given the information."""


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


_QUICK = 3  # seconds: so fast that the speed itself tells something


class Sort(Enum):
    """How the information was given."""

    SLOW = "slow"
    QUICK = "quick"
    SHOWN = "shown"
    WITHDRAWN = "withdrawn"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Information:
    """Who gave it, how, and at which call: the auction before it and the call made (or withdrawn) there."""

    sort: Sort
    giver: Seat
    auction: Auction | None = None
    call: Call | None = None
    shows: HandConstraint | None = None


def information_of(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Information:
    """What an incident says was made known: a meaning where one is named, else the tempo, else the withdrawn call."""
    auction, call = _call_at(case, incident)
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    shows = incident.shows or next((remark.shows for remark in remarks if _of_own_hand(remark)), None)
    if shows is not None:
        return Information(Sort.SHOWN, incident.source, auction, call, shows)
    if isinstance(incident, WithdrawnCall):
        taken_back = incident.withdrawn if isinstance(incident.withdrawn, Call) else None
        legal = auction is not None and taken_back is not None and auction.is_legal(taken_back)
        sort = Sort.WITHDRAWN if legal else Sort.UNTOLD
        return Information(sort, incident.source, auction, taken_back)
    tempo = next((remark for remark in remarks if remark.kind is RemarkKind.TEMPO), None)
    if tempo is None:
        return Information(Sort.UNTOLD, incident.source, auction, call)
    quick = tempo.seconds is not None and tempo.seconds < _QUICK
    return Information(Sort.QUICK if quick else Sort.SLOW, incident.source, auction, call)


def _of_own_hand(remark: Remark) -> bool:
    """An explanation tells of partner's hand; a question, a remark or a gesture of one's own."""
    return remark.shows is not None and remark.kind in (
        RemarkKind.QUESTION,
        RemarkKind.REMARK,
        RemarkKind.GESTURE,
    )


def _call_at(
    case: Case, incident: UnauthorisedInformation | WithdrawnCall
) -> tuple[Auction | None, Call | None]:
    if case.auction is None or incident.at.moment is not Moment.CALL:
        return None, None
    number = incident.at.number
    if number > len(case.auction) or case.auction.seat_of(number) is not incident.source:
        return None, None
    return case.auction.before(number), case.auction.calls[number - 1]


def told_by(
    information: Information,
    calls: CallsModel,
    tempo: TempoEstimator,
    vulnerability: Vulnerability,
    form: Form,
) -> HandWeights | None:
    """How likely each hand of the giver is to have told it; none where nothing known follows from it."""
    auction, call = information.auction, information.call

    def hands(masks: Masks) -> list[Hand]:
        return [Hand(mask) for mask in masks.tolist()]

    match information.sort:
        case Sort.UNTOLD:
            return None
        case Sort.SHOWN:
            if information.shows is None:
                return None
            return ShownWeights.of([Shown(information.shows)]).weight
        case Sort.WITHDRAWN:
            if auction is None or call is None:
                return None
            return lambda masks: np.asarray(
                calls.likelihoods(hands(masks), auction, call, vulnerability, form), np.float64
            )
        case Sort.SLOW | Sort.QUICK:
            if auction is None or call is None:
                return None
            sign = 1.0 if information.sort is Sort.SLOW else -1.0
            # A quick call is told by what makes a slow one less likely.
            return lambda masks: (
                np.asarray(tempo.breaks(hands(masks), auction, call, vulnerability, form), np.float64) ** sign
            )
        case _:
            assert_never(information.sort)
