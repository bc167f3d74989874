"""The decision complained of, and what the information suggests: candidate actions measured in the same deals.

The deals fit the player's hand and the auction, likelier ones oftener. The information is a second weight on them. The
work is counted in double-dummy solves, never in seconds, so that the answer does not depend on the machine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Call, Card, Contract, Hand, HandConstraint, Seat, Side, Vulnerability
from analyser.casefile import (
    Action,
    Case,
    Form,
    Moment,
    Place,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.errors import BridgeError
from analyser.estimates.action_values import Worth, contracts, points, points_of_leads
from analyser.estimates.calls import UncertaintyTempo
from analyser.estimates.hand_arrays import Masks, Shown, ShownWeights
from analyser.estimates.hidden_hands import after_auction
from analyser.estimates.services import CallsModel, ManyHands, Services, TempoEstimator, TrickCounter
from analyser.ruling import Interval
from analyser.scoring import imps

_DEALT = 1600  # deals the auction is laid over, so that the pool drawn from them repeats few of them
_POOL = 640  # deals that fit the auction, from which those with and without the information are drawn
_MOST_WORLDS = 600
_RARE = 0.05  # information fewer deals than this agree with is given deals of its own
_FEWEST = 10  # deals: fewer tell nothing
_SETTLED = 3  # so many looks with the same answer end it
_NINETY = 1.6449  # standard errors either side that hold nine tenths

_QUICK = 3  # seconds: so fast that the speed itself tells something

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

    def is_open(self, action: Action) -> bool:
        """Tell whether this action could be taken, as far as the case tells."""
        if isinstance(action, Call):
            return self.is_call and self.auction is not None and self.auction.is_legal(action)
        return not self.is_call and (self.hand is None or action in self.hand)


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


_OF_OWN_HAND = (RemarkKind.QUESTION, RemarkKind.REMARK, RemarkKind.GESTURE)
"""Remarks that tell of the speaker's own hand; an explanation tells of partner's."""


def information_of(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Information:
    """What an incident says was made known: a meaning where one is named, else the tempo, else the withdrawn call."""
    auction, call = _call_at(case, incident)
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    of_own_hand = (remark.shows for remark in remarks if remark.kind in _OF_OWN_HAND)
    shows = incident.shows or next((shown for shown in of_own_hand if shown is not None), None)
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


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Deals (four masks a row, North first), with what each weighs without the information and with it."""

    hands: Masks
    without: NDArray[np.float64]
    informed: NDArray[np.float64]

    def __len__(self) -> int:
        """How many worlds."""
        return len(self.hands)


def with_and_without(
    deals: Masks, likely: NDArray[np.float64], count: int, rng: np.random.Generator
) -> Worlds:
    """So many worlds, half drawn as they are, half as the information makes them, each weighed for both.

    `likely` is how likely each deal was to give the information. Drawn from both sides, neither weight can be large.
    """
    ratio = likely / likely.mean()
    half = count // 2
    rows = np.empty(count, np.int64)
    rows[0::2] = rng.permutation(_resampled(np.ones(len(deals)), count - half, rng))
    rows[1::2] = rng.permutation(_resampled(ratio, half, rng))
    mixed = 0.5 + 0.5 * ratio[rows]
    return Worlds(deals[rows], 1.0 / mixed, ratio[rows] / mixed)


def apart(without: Masks, informed: Masks) -> Worlds:
    """Worlds drawn without the information and worlds drawn with it, by turns, when hardly any is both."""
    count = 2 * min(len(without), len(informed))
    hands = np.empty((count, 4), np.int64)
    hands[0::2], hands[1::2] = without[: count // 2], informed[: count // 2]
    without_it = (np.arange(count) % 2 == 0).astype(np.float64)
    return Worlds(hands, without_it, 1.0 - without_it)


def _resampled(weights: NDArray[np.float64], count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """So many rows, each as often as it weighs (systematic)."""
    ends = np.cumsum(weights)
    points = (rng.random() + np.arange(count)) / count * ends[-1]
    return np.asarray(np.minimum(np.searchsorted(ends, points, side="right"), len(weights) - 1))


@dataclass(frozen=True, slots=True)
class Gain:
    """What one action gains on another by the information, in the event's currency."""

    mean: float
    interval: Interval
    without: float = 0.0
    """By how much it was better (or worse) before the information was there."""

    @property
    def is_suggested(self) -> bool:
        """Tell whether it gains for certain: the interval leaves out nought."""
        return self.interval.low > 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The gains as measured: for each action against all others together, and against each; and by how many solves."""

    actions: tuple[Action, ...]
    overall: tuple[Gain, ...]
    pairs: tuple[tuple[Gain | None, ...], ...]
    worlds: int
    solves: int
    datum: int | None = None
    """Points to North-South the results were held against, where the event has no comparison of its own."""

    def gain(self, action: Action) -> Gain | None:
        """What an action gains on the others."""
        return self.overall[self.actions.index(action)] if action in self.actions else None

    def over(self, action: Action, rivals: Sequence[Action]) -> tuple[Action, ...]:
        """Which of these the information suggests the action over."""
        if action not in self.actions:
            return ()
        row = self.pairs[self.actions.index(action)]
        suggested = []
        for rival in rivals:
            gain = row[self.actions.index(rival)] if rival in self.actions else None
            if gain is not None and gain.is_suggested:
                suggested.append(rival)
        return tuple(suggested)

    @property
    def decision(self) -> frozenset[tuple[Action, Action]]:
        """Every pair of which the first is suggested over the second."""
        return frozenset(
            (action, rival) for action in self.actions for rival in self.over(action, self.actions)
        )


def measured(
    actions: Sequence[Action],
    shares: Sequence[float],
    worth: NDArray[np.float64],
    without: NDArray[np.float64],
    informed: NDArray[np.float64],
    solves: int,
    datum: int | None = None,
) -> Measured:
    """The gains over worlds in which every action's worth is known (a row a world).

    `shares` say how much each action counts among the others it is held against: as peers would choose it.
    """
    solved = ~np.isnan(worth).any(axis=1)
    worth, without, informed = worth[solved], without[solved], informed[solved]
    count = len(actions)
    chosen = np.maximum(np.asarray(shares, np.float64), 1e-3)
    overall = []
    for own in range(count):
        others = np.where(np.arange(count) == own, 0.0, chosen)
        rest = worth @ (others / others.sum()) if count > 1 else worth[:, own]
        overall.append(gain_between(worth[:, own] - rest, without, informed))
    pairs = tuple(
        tuple(
            None if first == second else gain_between(worth[:, first] - worth[:, second], without, informed)
            for second in range(count)
        )
        for first in range(count)
    )
    return Measured(tuple(actions), tuple(overall), pairs, len(worth), solves, datum)


def gain_between(
    difference: NDArray[np.float64], without: NDArray[np.float64], informed: NDArray[np.float64]
) -> Gain:
    """The mean difference in the informed worlds less that in the others, with its interval.

    Both means are ratios over the same worlds; the error is that of their difference, to the first order.
    """
    if len(difference) < 2 or not informed.sum() > 0 or not without.sum() > 0:
        return Gain(0.0, Interval(-np.inf, np.inf))
    first, second = informed / informed.mean(), without / without.mean()
    with_it, without_it = float((first * difference).mean()), float((second * difference).mean())
    pull = first * (difference - with_it) - second * (difference - without_it)
    error = float(pull.std(ddof=1)) / len(difference) ** 0.5
    mean = with_it - without_it
    return Gain(mean, Interval(mean - _NINETY * error, mean + _NINETY * error), without_it)


@dataclass(frozen=True, slots=True)
class Budget:
    """How many solves the first answer may take, the whole may take, and how many worlds are added at a time."""

    first: int = 240
    whole: int = 1200
    worlds: int = 40


def measurements(
    decision: Decision,
    information: Information,
    actions: Sequence[Action],
    shares: Sequence[float],
    services: Services,
    worth: Worth | None,
    rng: np.random.Generator,
    budget: Budget,
) -> Iterator[Measured]:
    """The first answer, then better ones, until the budget is used or what is suggested no longer changes.

    `worth` turns points to North-South into what they are worth to the side that had the information; without it
    results are held against their own mean, in IMPs.
    """
    calls, tricks = services.calls, services.tricks
    if calls is None or tricks is None:
        return
    worlds = _worlds(decision, information, calls, services.tempo or UncertaintyTempo(calls), rng)
    if worlds is None or len(actions) < 2:
        return
    scores = np.empty((0, len(actions)))
    solves, same, last = 0, 0, None
    for start in range(0, len(worlds), budget.worlds):
        deals = worlds.hands[start : start + budget.worlds]
        more, solved = points_of_actions(decision, actions, deals, calls, tricks)
        scores, solves = np.concatenate([scores, more]), solves + solved
        last_part = start + budget.worlds >= len(worlds) or solves + solved > budget.whole
        if solves < budget.first and not last_part:
            continue
        if np.isfinite(scores).all(axis=1).sum() >= _FEWEST:
            datum = _datum(scores) if worth is None else None
            values = _worth(scores, worth or _against(datum or 0, decision.seat.side))
            seen = slice(0, len(scores))
            gains = measured(
                actions, shares, values, worlds.without[seen], worlds.informed[seen], solves, datum
            )
            same = same + 1 if gains.decision == last else 1
            last = gains.decision
            yield gains
        if same >= _SETTLED or last_part:
            break


def _worlds(
    decision: Decision,
    information: Information,
    calls: CallsModel,
    tempo: TempoEstimator,
    rng: np.random.Generator,
) -> Worlds | None:
    """The deals to compare in; none when the hand, the auction or the information is not known well enough."""
    hand, auction, vulnerability = decision.hand, decision.auction, decision.vulnerability
    if hand is None or auction is None or vulnerability is None or information.giver is decision.seat:
        return None
    likelihood = told_by(information, calls, tempo, vulnerability, decision.form)
    if likelihood is None:
        return None
    if not isinstance(calls, ManyHands):  # one that knows one hand at a time weighs no deals
        return None
    own = {decision.seat: hand}
    fitting = partial(after_auction, calls, auction, own, vulnerability, _DEALT, rng, form=decision.form)
    try:
        layouts = fitting()
        if not len(layouts):
            return None
        deals = layouts.picked(_POOL, rng).hands
        likely = likelihood(deals[:, information.giver])
        if information.sort is Sort.SHOWN and likely.mean() < _RARE and information.shows is not None:
            informed = fitting(shown={information.giver: [Shown(information.shows)]})
            if not len(informed):
                return None
            other = informed.picked(_POOL, rng).hands
            return apart(rng.permutation(deals), rng.permutation(other))
    except BridgeError:  # no deal fits what was shown
        return None
    if not likely.sum() > 0:
        return None
    return with_and_without(deals, likely, _MOST_WORLDS, rng)


def points_of_actions(
    decision: Decision, actions: Iterable[Action], deals: Masks, calls: CallsModel, tricks: TrickCounter
) -> tuple[NDArray[np.float64], int]:
    """Points to North-South after each action (a column) in each deal (a row), and how many solves that took."""
    auction, vulnerability = decision.auction, decision.vulnerability
    if auction is None or vulnerability is None:
        return np.empty((0, len(tuple(actions)))), 0
    if decision.contract is not None and decision.is_lead:
        cards = [action.index for action in actions if isinstance(action, Card)]
        return points_of_leads(deals, cards, decision.contract, tricks, vulnerability)
    bids = [action for action in actions if isinstance(action, Call)]
    ended = contracts(auction, bids, deals, vulnerability, decision.form, calls)
    return points(deals, ended, tricks, vulnerability)


def _datum(scores: NDArray[np.float64]) -> int:
    """The mean of all results, to ten points: what they are held against where the event has no comparison."""
    return round(float(np.nanmean(scores)) / 10) * 10 if np.isfinite(scores).any() else 0


def _against(datum: int, side: Side) -> Worth:
    sign = 1 if side is Side.NS else -1
    return lambda score: Fraction(sign * imps(score - datum))


def _worth(scores: NDArray[np.float64], worth: Worth) -> NDArray[np.float64]:
    """Points turned into what they are worth to the side."""
    values = {score: float(worth(int(score))) for score in np.unique(scores[np.isfinite(scores)]).tolist()}
    worths = np.full(scores.shape, np.nan)
    for place in np.ndindex(*scores.shape):
        if np.isfinite(scores[place]):
            worths[place] = values[float(scores[place])]
    return worths
