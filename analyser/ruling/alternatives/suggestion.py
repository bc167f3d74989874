"""The decision complained of, and importance-sampled deals with and without the information, to compare actions in.

Deals are sampled from the posterior of the player's hand and the auction. The information is a second set of
importance weights on them. The work is counted in double-dummy solves, never in seconds, so that the answer does not
depend on the machine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import (
    PASS,
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    HandConstraint,
    Seat,
    Side,
    Vulnerability,
)
from analyser.casefile import (
    EXPLAINING_KINDS,
    Action,
    Case,
    Form,
    Misinformation,
    Moment,
    Place,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
    stated_constraint,
)
from analyser.errors import BridgeError
from analyser.estimates.action_values import ActionEnds, ends_of_calls, ends_of_leads
from analyser.estimates.calls import UncertaintyTempo
from analyser.estimates.deal_sampler import WeightedDeals
from analyser.estimates.hand_arrays import Masks, Shown, ShownWeights
from analyser.estimates.hand_posterior import (
    ExplainedCall,
    MeaningWeight,
    Observer,
    sample_believed_deals,
    sample_given_auction,
)
from analyser.estimates.services import CallsModel, ManyHands, Services, TempoEstimator, TrickCounter
from analyser.estimates.suggestion_prior import InformationClass
from analyser.ruling.alternatives.compared_actions import ActionComparison, Predictor, TrickChances, forecast
from analyser.ruling.alternatives.gains import BY_COMPARISON, Pool, split_pools
from analyser.ruling.alternatives.informed_peers import alerts_stated
from analyser.ruling.explanations import (
    OF_OWN_HAND,
    Explanation,
    information_shown,
    remarked_explanations,
    right_explanation,
)

_DEALT = 4800  # deals sampled given the auction; after long auctions the effective sample is a tenth of them
_RARE = 0.05  # information that fewer deals than this agree with gets its own sample
_PENALTY_LEVEL = 4  # a double of so high a contract is meant to be left in more often than not
_BLACKWOOD, _THREE_NOTRUMP = Call.parse("4NT"), Call.parse("3NT")

HandWeights = Callable[[Masks], NDArray[np.float64]]
"""From many hands of the giver to the likelihood of the information for each."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's turn to call, to lead or to play, before he acted.

    `auction` is the auction until then; for a lead or a card, the whole of it. What the case does not state is `None`.
    """

    seat: Seat
    at: Place
    action: Action | None
    auction: Auction | None
    hand: Hand | None
    contract: Contract | None
    vulnerability: Vulnerability | None
    form: Form
    meanings: tuple[ExplainedCall, ...] = ()
    """The meanings of calls by this pair's methods, or the other's, where the case states them."""
    alerts: frozenset[int] = frozenset()
    """The numbers of the calls the case states were alerted."""
    stated: Mapping[int, HandConstraint | None] = field(default_factory=dict, compare=False)
    """Every stated meaning by the number of its call; `None` for a call alerted or explained in words alone."""

    @property
    def is_call(self) -> bool:
        """Whether a call was due."""
        return self.at.moment is Moment.CALL

    @property
    def is_lead(self) -> bool:
        """Whether the opening lead was due."""
        if self.at.moment in (Moment.LEAD, Moment.BEFORE_PLAY):
            return True
        leader = None if self.contract is None else self.contract.leader
        return self.at.moment is Moment.TRICK and self.at.number == 1 and self.seat is leader

    def is_open(self, action: Action) -> bool:
        """Whether this action could be taken, as far as the case states."""
        if isinstance(action, Call):
            return self.is_call and self.auction is not None and self.auction.is_legal(action)
        return not self.is_call and (self.hand is None or action in self.hand)


def decision_at(case: Case, place: Place, seat: Seat) -> Decision:
    """The decision made at a place; `seat` made it, unless the auction says otherwise."""
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
        alerts=alerts_stated(case),
        stated=meanings_stated(case),
    )


def meanings_told(case: Case, but: Place | None) -> tuple[ExplainedCall, ...]:
    """The meanings of calls that were explained, except of the call whose explanation is in question."""
    if not case.has_explanations:
        return ()
    readings = (explained_call(remark, firm=False) for remark in remarked_explanations(case, but))
    return tuple(reading for reading in readings if reading is not None)


def explained_call(explanation: Explanation, *, firm: bool = True) -> ExplainedCall | None:
    """An explanation as what its caller can hold; `None` for words that were not understood.

    A stated meaning weighs the hands as understood, too, and limits them.
    """
    understood = explanation.understood
    if understood is None:
        return None
    return ExplainedCall(explanation.call, explanation.stated, firm, understood)


def meanings_of_others(case: Case, incident: str) -> tuple[ExplainedCall, ...]:
    """The meanings of calls that were explained, except of the call that gave unauthorised information; none otherwise."""
    acting = (UnauthorisedInformation, WithdrawnCall)
    found = next((own for own in case.incident if own.id == incident), None)
    return meanings_told(case, found.at) if isinstance(found, acting) else ()


def meanings_stated(case: Case) -> dict[int, HandConstraint | None]:
    """The meaning of each call that was alerted or explained: the agreement if it is stated or understood, else `None`."""
    if not case.has_explanations:
        return {}
    stated: dict[int, HandConstraint | None] = {
        remark.at.number: None
        for remark in case.remark
        if remark.kind in EXPLAINING_KINDS and remark.at.moment is Moment.CALL
    }
    for explanation in remarked_explanations(case):
        stated[explanation.call] = explanation.shows or stated.get(explanation.call)
    for incident in case.incident:
        if isinstance(incident, Misinformation) and incident.at.moment is Moment.CALL:
            right = right_explanation(case, incident)
            stated[incident.at.number] = None if right is None else right.shows
    return stated


def _card(case: Case, place: Place, seat: Seat) -> Action | None:
    if place.moment is not Moment.TRICK:
        return case.lead
    if case.play is None or place.number > len(case.play.tricks):
        return None
    return case.play.tricks[place.number - 1].card_of(seat if place.seat is None else place.seat)


class Sort(Enum):
    """How the information was given."""

    SLOW = "slow"
    QUICK = "quick"
    SHOWN = "shown"
    WITHDRAWN = "withdrawn"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Information:
    """The giver, the kind, and the call that gave it: the auction before it and the call made (or withdrawn) there."""

    sort: Sort
    giver: Seat
    auction: Auction | None = None
    call: Call | None = None
    shows: HandConstraint | None = None
    reading: MeaningWeight | None = None
    """How words were understood, where no meaning is stated in figures."""


def information_of(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Information:
    """The information an incident gives: a meaning if one is named, else the tempo, else the withdrawn call."""
    auction, call = _call_at(case, incident)
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    of_own_hand = (stated_constraint(remark.shows) for remark in remarks if remark.kind in OF_OWN_HAND)
    stated = stated_constraint(incident.shows) or next((shown for shown in of_own_hand if shown), None)
    if stated is not None:
        return Information(Sort.SHOWN, incident.source, auction, call, stated)
    words = information_shown(case, incident) if case.has_explanations else None
    if words is not None and (read := words.understood) is not None:
        return Information(Sort.SHOWN, incident.source, auction, call, reading=read)
    if isinstance(incident, WithdrawnCall):
        taken_back = incident.withdrawn if isinstance(incident.withdrawn, Call) else None
        legal = auction is not None and taken_back is not None and auction.is_legal(taken_back)
        sort = Sort.WITHDRAWN if legal else Sort.UNTOLD
        return Information(sort, incident.source, auction, taken_back)
    tempo = next((remark for remark in remarks if remark.kind is RemarkKind.TEMPO), None)
    if tempo is None:
        return Information(Sort.UNTOLD, incident.source, auction, call)
    return Information(Sort.QUICK if tempo.is_quick else Sort.SLOW, incident.source, auction, call)


def _call_at(
    case: Case, incident: UnauthorisedInformation | WithdrawnCall
) -> tuple[Auction | None, Call | None]:
    if case.auction is None or incident.at.moment is not Moment.CALL:
        return None, None
    number = incident.at.number
    if number > len(case.auction) or case.auction.seat_of(number) is not incident.source:
        return None, None
    return case.auction.before(number), case.auction.calls[number - 1]


def hand_likelihoods(
    information: Information,
    calls: CallsModel,
    tempo: TempoEstimator,
    vulnerability: Vulnerability,
    form: Form,
) -> HandWeights | None:
    """The likelihood of the information for each hand of the giver, or `None` if nothing known follows from it."""
    auction, call = information.auction, information.call

    def hands(masks: Masks) -> list[Hand]:
        return [Hand(mask) for mask in masks.tolist()]

    match information.sort:
        case Sort.UNTOLD:
            return None
        case Sort.SHOWN:
            return _likelihood_of_meaning(information)
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
            # A quick call has the inverse of a slow call's likelihood.
            return lambda masks: (
                np.asarray(tempo.breaks(hands(masks), auction, call, vulnerability, form), np.float64) ** sign
            )
        case _:
            assert_never(information.sort)


def _likelihood_of_meaning(information: Information) -> HandWeights | None:
    """The weight of each hand of the giver by what was shown: a stated meaning holds, words are as likely as understood."""
    if information.shows is not None:
        return ShownWeights.from_shown([Shown(information.shows)]).weight
    reading = information.reading
    return None if reading is None else lambda masks: np.exp(reading.log_likelihood(masks))


def class_of(information: Information, case: Case, at: Place) -> InformationClass:
    """The class of the information, by how it was given and, if a call gave it, by that call."""
    match information.sort:
        case Sort.SLOW:
            return slow_class(information)
        case Sort.QUICK:
            return InformationClass.QUICK
        case Sort.WITHDRAWN:
            return InformationClass.WITHDRAWN
        case Sort.SHOWN | Sort.UNTOLD:
            kinds = {remark.kind for remark in case.remark if remark.at == at}
            if kinds & {RemarkKind.QUESTION, RemarkKind.REMARK, RemarkKind.GESTURE}:
                passed = information.call is not None and information.call == PASS
                return InformationClass.QUESTION_PASSED if passed else InformationClass.QUESTION
            return InformationClass.EXPLANATION if kinds else InformationClass.ANY
        case _:
            assert_never(information.sort)


def slow_class(information: Information) -> InformationClass:
    """The class of a slow call, by the call and the auction before it."""
    auction, call, giver = information.auction, information.call, information.giver
    if auction is None or call is None:
        return InformationClass.SLOW
    own_calls = [earlier for seat, earlier in auction if seat.side is giver.side and earlier.is_bid]
    if call == PASS:
        contested = any(seat.side is not giver.side and earlier.is_bid for seat, earlier in auction)
        return InformationClass.SLOW_COMPETITIVE if contested else InformationClass.SLOW_PASSED
    if not call.is_bid:
        standing = auction.contract
        late = standing is not None and standing.level >= _PENALTY_LEVEL
        return InformationClass.SLOW_PENALTY_DOUBLE if late else InformationClass.SLOW_DOUBLE
    if _BLACKWOOD in own_calls:
        return InformationClass.SLOW_SIGN_OFF
    if call == _THREE_NOTRUMP:
        return InformationClass.SLOW_3NT
    partners = {earlier.strain for seat, earlier in auction if seat is giver.partner and earlier.is_bid}
    return InformationClass.SLOW_RAISE if call.strain in partners else InformationClass.SLOW_BID


def pools_for(
    decision: Decision, information: Information, services: Services, rng: np.random.Generator
) -> tuple[Pool, ...]:
    """The deals to compare in, as pools; empty if the hand, the auction or the information is not known well enough."""
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    calls = services.calls
    if hand is None or auction is None or vulnerability is None or information.giver is decision.seat:
        return ()
    if calls is None or not isinstance(calls, ManyHands):  # it answers for one hand at a time
        return ()
    tempo = services.tempo or UncertaintyTempo(calls)
    likelihood = hand_likelihoods(information, calls, tempo, vulnerability, decision.form)
    if likelihood is None:
        return ()
    known_hands, form = {decision.seat: hand}, decision.form
    dealt = partial(sample_given_auction, calls, auction, known_hands, vulnerability, _DEALT, rng, form=form)
    try:
        if decision.meanings:
            player = Observer(decision.seat, hand, auction, vulnerability, form)
            layouts = sample_believed_deals(player, decision.meanings, calls, _DEALT, rng)
        else:
            layouts = dealt()
        if not len(layouts):
            return ()
        informed = layouts.weights * likelihood(layouts.hands[:, information.giver])
        if information.sort is Sort.SHOWN and informed.sum() < _RARE and information.shows is not None:
            return pools_apart(layouts, dealt(shown={information.giver: [Shown(information.shows)]}))
    except BridgeError:  # no deal fits what was shown
        return ()
    return split_pools(layouts.hands, layouts.weights, informed)


def pools_apart(without: WeightedDeals, informed: WeightedDeals) -> tuple[Pool, ...]:
    """Pools of two samples: deals without the information (or on the explanation given), and deals with the other."""
    plain, by_information = without.weights, informed.weights
    return split_pools(
        np.concatenate([without.hands, informed.hands]),
        np.concatenate([plain, np.zeros(len(by_information))]),
        np.concatenate([np.zeros(len(plain)), by_information]),
    )


def predictor_of(
    decision: Decision,
    actions: Sequence[Action],
    shares: Sequence[float],
    calls: CallsModel,
    tricks: TrickCounter,
    net: TrickChances,
) -> Predictor:
    """From deals to the worth of each action in them against a field that divides as `shares`, as far as it is asked for."""
    auction, vulnerability, contract = decision.auction, decision.vulnerability, decision.contract
    sign = 1 if decision.seat.side is Side.NS else -1
    comparison = ActionComparison(tuple(shares), sign, decision.form in BY_COMPARISON)

    def ends_in(hands: Masks) -> ActionEnds:
        if auction is None or vulnerability is None:
            return ActionEnds.from_ends([], np.empty((0, len(actions)), np.int64))
        if contract is not None and decision.is_lead:
            cards = [action for action in actions if isinstance(action, Card)]
            return ends_of_leads(cards, contract, hands, vulnerability)
        bids = [action for action in actions if isinstance(action, Call)]
        return ends_of_calls(auction, bids, hands, vulnerability, decision.form, calls)

    return lambda hands: forecast(hands, ends_in(hands), comparison, net, tricks)
