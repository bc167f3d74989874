"""The posterior of the hidden hands after an auction: importance-sampled deals weighted by the likelihood of the calls.

A proposal over each hidden player's lengths and points is first fitted on a few hands drawn at random; deals are then
drawn from it, and the importance weights correct the rest. An explained call is weighted twice: by its likelihood under
the call model, and by how much likelier a hand is by the explanation than by the auction alone (the lexicon). The
lexicon says both, so that an unusual meaning outweighs what players of the record mostly hold; the explanation alone,
in place of the auction, describes the hands held worse by .77 nats. Only a call of which nothing but a constraint is
known means that and nothing else: its likelihood is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Call, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.deal_sampler import PACK_MASK, HandSampler, WeightedDeals, deal_hidden
from analyser.estimates.hand_arrays import (
    CELLS,
    POINTS_CELLS,
    Masks,
    Shown,
    ShownWeights,
    cell_of,
    points_and_lengths,
)
from analyser.estimates.services import ManyHands
from analyser.messages import sentence

_PILOT: Final = 500
_ROUNDS: Final = 2
_TRUST: Final = 0.8  # exponent of the fitted ratios, below 1 as lengths and points are correlated
_FLOOR: Final = 0.01  # least acceptance of the proposal: an excluded hand could get no weight
_LEAST: Final = 1e-6  # least likelihood of a call: players do odd things
_DEALT: Final = 1000  # deals sampled before a subset is resampled
_SHAKY: Final = 0.05  # for a call explained elsewhere in the auction: such promises are broken now and then


class MeaningWeight(Protocol):
    """How an explained call was understood: a weight of hands on top of what the auction shows."""

    def log_likelihood(self, hands: Masks, /) -> NDArray[np.float64]:
        """By how much likelier each hand is by the explanation than by the auction alone, as a logarithm."""
        ...


def sample_given_auction(
    model: ManyHands,
    auction: Auction,
    known: Mapping[Seat, Hand],
    vulnerability: Vulnerability,
    count: int,
    rng: np.random.Generator,
    *,
    form: Form = Form.IMPS,
    shown: Mapping[Seat, Sequence[Shown]] | None = None,
    explained: frozenset[int] = frozenset(),
    readings: Mapping[Seat, Sequence[MeaningWeight]] | None = None,
) -> WeightedDeals:
    """A weighted sample of the hidden hands, each deal weighted by the likelihood of the calls (importance sampling).

    What is `shown` is a further constraint, `readings` are further weights; of the calls `explained`, by number, the
    likelihood is left out. `WeightedDeals.effective` is the effective sample size.
    """
    shows = tuple((seat, tuple(meanings)) for seat, meanings in sorted((shown or {}).items()))
    read = tuple((seat, tuple(own)) for seat, own in sorted((readings or {}).items()))
    hands = tuple(sorted(known.items(), key=lambda entry: entry[0]))
    state = _state_of(rng)
    layouts, left = _sample_given_auction(
        model, auction, hands, vulnerability, count, state, form, shows, explained, read
    )
    _restore_state(rng, left)
    return layouts


_RngState = tuple[int, int, int, int]
"""The state of a random generator, hashable: the same request from the same state returns the cached sample."""


def _state_of(rng: np.random.Generator) -> _RngState:
    state = rng.bit_generator.state
    return state["state"]["state"], state["state"]["inc"], state["has_uint32"], state["uinteger"]


def _restore_state(rng: np.random.Generator, state: _RngState) -> None:
    inner = {"state": state[0], "inc": state[1]}
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": inner,
        "has_uint32": state[2],
        "uinteger": state[3],
    }


@lru_cache(maxsize=16)
def _sample_given_auction(
    model: ManyHands,
    auction: Auction,
    hands: tuple[tuple[Seat, Hand], ...],
    vulnerability: Vulnerability,
    count: int,
    state: _RngState,
    form: Form,
    shows: tuple[tuple[Seat, tuple[Shown, ...]], ...],
    explained: frozenset[int],
    read: tuple[tuple[Seat, tuple[MeaningWeight, ...]], ...],
) -> tuple[WeightedDeals, _RngState]:
    """The sample and the generator's state after it; cached, since a case ruled again mostly samples the same deals."""
    rng = np.random.default_rng(0)
    _restore_state(rng, state)
    known, bound, understood = dict(hands), dict(shows), dict(read)
    whole = [seat for seat in known if len(known[seat]) == 13]
    by_seat = {**dict.fromkeys(understood, ()), **_calls_by_seat(auction, explained)}
    calls_of = {seat: calls for seat, calls in by_seat.items() if seat not in whole}
    held = {seat: known[seat].mask if seat in known else 0 for seat in Seat}
    free = PACK_MASK & ~sum(held.values())

    def likelihood(seat: Seat, masks: Masks) -> NDArray[np.float64]:
        """The likelihood of all calls of a seat and of what was said of them, for each hand; equal hands once."""
        each, place = np.unique(masks, return_inverse=True)
        chance = np.ones(len(each))
        for before, call in calls_of[seat]:
            chance *= np.maximum(_shares_of(model, each.tobytes(), before, call, vulnerability, form), _LEAST)
        for reading in understood.get(seat, ()):
            chance *= np.exp(reading.log_likelihood(each))
        return np.asarray(chance[place])

    proposals: dict[Seat, NDArray[np.float64]] = {}
    for seat in calls_of:
        weights = ShownWeights.from_shown(tuple(bound.get(seat, ())))
        proposals[seat] = _fit_proposal(held[seat], free, weights, partial(likelihood, seat), rng)
    layouts = deal_hidden(known, bound, count, rng, proposals=proposals)
    if not len(layouts):
        return layouts, _state_of(rng)

    def joint_likelihood(masks: Masks) -> NDArray[np.float64]:
        """The likelihood of the calls of all seats divided by the proposal: the importance weight."""
        weight = np.ones(len(masks))
        for seat in calls_of:
            weight *= likelihood(seat, masks[:, seat]) / proposals[seat][cell_of(masks[:, seat])]
        return weight

    layouts = layouts.reweighted_by(joint_likelihood)
    for array in (layouts.hands, layouts.weights):
        array.flags.writeable = False  # cached: other callers get the same arrays
    return layouts, _state_of(rng)


@lru_cache(maxsize=128)
def _shares_of(
    model: ManyHands, masks: bytes, before: Auction, call: Call, vulnerability: Vulnerability, form: Form
) -> NDArray[np.float64]:
    """The share of each of these hands that makes this call; cached.

    With common random numbers the samples for the explanation given and for the true meaning begin with the same
    hands.
    """
    shares = model.shares_of_hands(np.frombuffer(masks, np.int64), before, vulnerability, form)
    column = shares[:, call.code].copy()
    column.flags.writeable = False  # cached: other callers get the same array
    return column


def _calls_by_seat(
    auction: Auction, explained: frozenset[int]
) -> Mapping[Seat, Sequence[tuple[Auction, Call]]]:
    """Each player's calls except those explained, each with the auction before it."""
    calls: dict[Seat, list[tuple[Auction, Call]]] = {}
    for place, (seat, call) in enumerate(auction):
        earlier = tuple(irregular for irregular in auction.irregular if irregular.at <= place)
        before = Auction(auction.dealer, auction.calls[:place], earlier)
        if before.turn is seat:  # the model knows no calls out of turn: their explanation alone counts
            turns = calls.setdefault(seat, [])
            if place + 1 not in explained:
                turns.append((before, call))
    return calls


def _fit_proposal(
    held: int,
    free: int,
    weights: ShownWeights,
    likelihood: Callable[[Masks], NDArray[np.float64]],
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """The proposal: an acceptance probability per cell, so that hands are drawn nearly by their posterior."""
    lean = np.ones(CELLS)
    for _ in range(_ROUNDS):
        sampler = HandSampler.from_cards(held, free, weights.cells * lean)
        if not sampler.share:
            raise BridgeError(sentence("no-hand-as-shown"))
        masks = sampler.draw(_PILOT, rng)
        cell = cell_of(masks)
        plain = 1.0 / lean[cell]
        lean = _proposal_ratio(cell, plain, plain * likelihood(masks))
    return lean


def _proposal_ratio(
    cell: NDArray[np.int32], uniform: NDArray[np.float64], posterior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The fitted ratio of posterior to uniform frequency, as a product over the points and each suit length, by cell."""
    uniform, posterior = uniform / uniform.sum(), posterior / posterior.sum()
    every = points_and_lengths(np.arange(CELLS))
    mine = points_and_lengths(cell.astype(np.int64))
    log = np.zeros(CELLS)
    for by_cell, sampled, size in zip(every, mine, (POINTS_CELLS, 14, 14, 14, 14), strict=True):
        # Neighbouring values and a small prior smooth the frequencies of few hands.
        before = _smooth(np.bincount(sampled, uniform, size).astype(np.float64)) + 1e-6
        after = _smooth(np.bincount(sampled, posterior, size).astype(np.float64)) + 0.02 * before
        log += _TRUST * np.log(after / before)[np.clip(by_cell, 0, size - 1)]
    top = np.quantile(log[cell], 0.9, weights=posterior, method="inverted_cdf")
    return np.asarray(np.exp(np.clip(log - top, np.log(_FLOOR), 0.0)))


def _smooth(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values smoothed with weights 1/4, 1/2, 1/4."""
    padded = np.pad(values, 1, mode="edge")
    return np.asarray(0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:])


@dataclass(frozen=True, slots=True)
class ExplainedCall:
    """What a call (counted from 1) was said to show of its caller's hand.

    `shows` is the constraint a person stated, `firm` if it is taken at its word; `reading` weighs the hands by how the
    words, or the constraint, were understood.
    """

    call: int
    shows: HandConstraint | None
    firm: bool = True
    reading: MeaningWeight | None = None


@dataclass(frozen=True, slots=True)
class Observer:
    """The player who estimates: his seat and hand, the auction he has heard, the conditions of the board."""

    seat: Seat
    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    form: Form


def sample_believed_deals(
    observer: Observer,
    meanings: Sequence[ExplainedCall],
    model: ManyHands,
    count: int,
    rng: np.random.Generator,
) -> WeightedDeals:
    """A weighted sample of the other hands given what he has heard (importance sampling).

    Empty if no deal fits; a meaning that contradicts the cards he holds is refused (`BridgeError`).
    """
    shown: dict[Seat, list[Shown]] = {}
    readings: dict[Seat, list[MeaningWeight]] = {}
    explained = []
    for meaning in meanings:
        if meaning.call > len(observer.auction.calls):
            continue
        caller = observer.auction.seat_of(meaning.call)
        if caller is observer.seat:
            continue
        if meaning.shows is not None:
            shown.setdefault(caller, []).append(Shown(meaning.shows, 0.0 if meaning.firm else _SHAKY))
        if meaning.reading is not None:
            readings.setdefault(caller, []).append(meaning.reading)
        elif meaning.shows is not None:
            explained.append(meaning.call)
    return sample_given_auction(
        model,
        observer.auction,
        {observer.seat: observer.hand},
        observer.vulnerability,
        count,
        rng,
        form=observer.form,
        shown=shown,
        explained=frozenset(explained),
        readings=readings,
    )
