"""Exact uniform sampling of the hidden hands: all deals that fit the known cards and the meanings are equally likely.

A hand is drawn without rejection from all hands of given lengths and points: the holdings of each suit's free cards
are counted by length and points, two suits are combined into a pair, two pairs into a hand. First the lengths and
points are drawn in proportion to the number of hands that have them, then the cards uniformly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Deal, Hand, Seat
from analyser.errors import BridgeError
from analyser.estimates.hand_arrays import (
    CELLS,
    POINTS_CELLS,
    Masks,
    Shown,
    ShownWeights,
    sample_subsets,
    scatter_bits,
)
from analyser.messages import sentence

_POINTS = np.array([0] * 9 + [1, 2, 3, 4])
_SPAN = 21  # numbers of points in two suits, 0 to 20


@dataclass(frozen=True, slots=True)
class _Suit:
    """The holdings that can be made of a suit's free cards, sorted by length and points."""

    holdings: Masks
    length: Masks
    points: Masks
    start: Masks
    count: Masks

    @classmethod
    def from_cards(cls, free: int, suit: int) -> "_Suit":
        places = [place for place in range(13) if free >> 13 * suit + place & 1]
        bits = np.arange(1 << len(places))[:, None] >> np.arange(len(places)) & 1
        holdings = (bits << np.array(places, np.int64)).sum(1) if places else np.zeros(1, np.int64)
        key = bits.sum(1) * 11 + (bits @ _POINTS[places] if places else 0)
        kinds, start, count = np.unique(np.sort(key), return_index=True, return_counts=True)
        ordered = holdings[np.argsort(key, kind="stable")] << 13 * suit
        return cls(ordered, kinds // 11, kinds % 11, start.astype(np.int64), count.astype(np.int64))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two suits combined: every combination of their lengths and points, those of one group contiguous.

    A group is the two lengths and the sum of the points of both suits.
    """

    low: _Suit
    high: _Suit
    low_kind: Masks
    high_kind: Masks
    ends: Masks
    group_start: Masks
    group_size: Masks
    low_length: Masks
    high_length: Masks
    points: Masks

    @classmethod
    def from_suits(cls, low: _Suit, high: _Suit) -> "_Pair":
        a, b = (kind.ravel() for kind in np.indices((len(low.count), len(high.count))))
        group = (low.length[a] * 14 + high.length[b]) * _SPAN + low.points[a] + high.points[b]
        order = np.argsort(group, kind="stable")
        a, b, group = a[order], b[order], group[order]
        ends = np.cumsum(low.count[a] * high.count[b])
        groups, first = np.unique(group, return_index=True)
        starts = np.concatenate([[0], ends])[first]
        size = np.diff(np.concatenate([starts, ends[-1:]]))
        lengths, points = np.divmod(groups, _SPAN)
        return cls(low, high, a, b, ends, starts, size, lengths // 14, lengths % 14, points)

    def draw(self, group: Masks, rng: np.random.Generator) -> Masks:
        """The cards of two suits, drawn uniformly; one row for each group asked for."""
        rank = self.group_start[group] + rng.integers(0, self.group_size[group])
        kind = np.searchsorted(self.ends, rank, side="right")
        a, b = self.low_kind[kind], self.high_kind[kind]
        first, second = np.divmod(self.ends[kind] - 1 - rank, self.high.count[b])
        low: Masks = self.low.holdings[self.low.start[a] + first]
        return low | self.high.holdings[self.high.start[b] + second]


@dataclass(frozen=True, slots=True)
class HandSampler:
    """The distribution of one seat's hand over all hands of the free cards, each weighted by its cell."""

    minors: _Pair
    majors: _Pair
    minor_group: Masks
    major_group: Masks
    ends: NDArray[np.float64]
    share: float
    """The weighted share of all hands: the probability that a hand dealt at random is accepted."""
    held: int

    @classmethod
    def from_cards(cls, held: int, free: int, weight: NDArray[np.float64]) -> "HandSampler":
        """The sampler of a seat that holds the cards `held`; `weight` is the acceptance probability of each cell."""
        suits = [_Suit.from_cards(free, suit) for suit in range(4)]
        minors, majors = _Pair.from_suits(suits[0], suits[1]), _Pair.from_suits(suits[2], suits[3])
        take = 13 - held.bit_count()
        left, right, worth = [], [], []
        minor_length = minors.low_length + minors.high_length
        major_length = majors.low_length + majors.high_length
        for length in range(take + 1):
            a = np.flatnonzero(minor_length == length)
            b = np.flatnonzero(major_length == take - length)
            cell = _cells(held, minors, majors, a, b)
            ways = minors.group_size[a][:, None] * majors.group_size[b].astype(np.float64)
            value = weight[cell] * ways
            i, j = np.nonzero(value)
            left.append(a[i])
            right.append(b[j])
            worth.append(value[i, j])
        ends = np.cumsum(np.concatenate(worth))
        share = float(ends[-1]) / comb(free.bit_count(), take) if len(ends) else 0.0
        return cls(minors, majors, np.concatenate(left), np.concatenate(right), ends, share, held)

    def draw(self, rows: int, rng: np.random.Generator) -> Masks:
        """So many hands of this seat, including the cards already known to be his."""
        way = np.searchsorted(self.ends, rng.random(rows) * self.ends[-1], side="right")
        way = np.minimum(way, len(self.ends) - 1)
        minors = self.minors.draw(self.minor_group[way], rng)
        return minors | self.majors.draw(self.major_group[way], rng) | self.held


def _cells(held: int, minors: _Pair, majors: _Pair, a: Masks, b: Masks) -> Masks:
    """The cell of each hand made of a group of the minors and a group of the majors."""
    base = [(held >> 13 * suit & 8191).bit_count() for suit in range(4)]
    points = sum(value * (held >> 13 * suit + 8 + value & 1) for suit in range(4) for value in range(1, 5))
    low = (base[0] + minors.low_length[a]) * 14 + base[1] + minors.high_length[a]
    high = base[2] + majors.low_length[b]
    total = points + minors.points[a][:, None] + majors.points[b]
    # Weights of cells no hand can have are never used: thirteen cards hold at most 37 points.
    cell: Masks = np.minimum((low[:, None] * 14 + high) * POINTS_CELLS + total, CELLS - 1)
    return cell


Likelihood = Callable[[Masks], NDArray[np.float64]]
"""From deals (four masks per row, North first) to the likelihood of the observations, up to a common factor."""

PACK_MASK = (1 << 52) - 1
_BATCH = 1 << 15
_FIRST_BATCH = 1 << 12


@dataclass(frozen=True, slots=True)
class WeightedDeals:
    """A weighted sample of whole deals that fit what is known."""

    hands: Masks
    """Four masks per row, North first."""
    weights: NDArray[np.float64]
    """The importance weights, normalised to sum to 1."""
    dealt: int
    """The number of deals started to find these."""

    def __len__(self) -> int:
        """The number of deals."""
        return len(self.hands)

    @property
    def effective(self) -> float:
        """The effective sample size: the number of equally weighted deals with the same variance."""
        squares = float(np.square(self.weights).sum())
        return 1.0 / squares if squares else 0.0

    def reweighted_by(self, likelihood: Likelihood) -> "WeightedDeals":
        """The same deals, their weights multiplied by the likelihood of an observation and normalised."""
        weights = self.weights * likelihood(self.hands)
        total = float(weights.sum())
        if not total > 0:
            raise BridgeError(sentence("no-layout-possible"))
        return WeightedDeals(self.hands, weights / total, self.dealt)

    def resampled(self, count: int, rng: np.random.Generator) -> "WeightedDeals":
        """So many equally weighted deals, each drawn in proportion to its weight (systematic resampling)."""
        points = (rng.random() + np.arange(count)) / count
        ends = np.cumsum(self.weights)
        rows = np.minimum(np.searchsorted(ends, points * ends[-1], side="right"), len(self) - 1)
        return WeightedDeals(self.hands[rows], np.full(count, 1.0 / count), self.dealt)

    def deals(self) -> Iterator[Deal]:
        """The sample as deals."""
        for row in self.hands.tolist():
            north, east, south, west = map(Hand, row)
            yield Deal((north, east, south, west))


def deal_hidden(
    known: Mapping[Seat, Hand],
    shown: Mapping[Seat, Sequence[Shown]],
    count: int,
    rng: np.random.Generator,
    *,
    likelihood: Likelihood | None = None,
    proposals: Mapping[Seat, NDArray[np.float64]] | None = None,
    patience: int = 20_000_000,
) -> WeightedDeals:
    """A sample of so many deals: `known` cards stay where they are, the others are dealt to fit what is `shown`.

    A seat may have all, some (dummy's, those already played) or none of its cards known. Refused if no deal fits;
    after `patience` deals started, the sample is what was found so far, perhaps empty. `proposals`
    give a seat's hands an acceptance probability by cell, which the caller corrects in the likelihood.
    """
    masks = [known[seat].mask if seat in known else 0 for seat in Seat]
    weighers = {seat: ShownWeights.from_shown(shown[seat]) for seat in shown if shown[seat]}
    for seat, cells in (proposals or {}).items():
        weighers[seat] = weighers.get(seat, ShownWeights.from_shown(())).importance_weights(cells)
    samplers = _samplers(masks, weighers)
    hidden = [seat for seat in Seat if masks[seat].bit_count() < 13]
    # The seat with the least likely meaning first. The last seat gets what is left; it may as well be one
    # that showed nothing.
    hidden.sort(key=lambda seat: samplers[seat].share if seat in samplers else 2.0)
    weighers = {seat: weigher for seat, weigher in weighers.items() if seat in samplers}
    batches: list[Masks] = []
    dealt = have = 0
    while have < count and dealt < patience:
        rows = (
            _FIRST_BATCH if not dealt else int(min(_BATCH, 64 + 1.2 * (count - have) * dealt / max(have, 1)))
        )
        batch = _batch(rows, rng, masks, hidden, weighers, samplers)
        dealt += rows
        have += len(batch)
        batches.append(batch)
    hands = np.concatenate(batches)[:count]
    layouts = WeightedDeals(hands, np.full(len(hands), 1.0 / max(len(hands), 1)), dealt)
    return layouts if likelihood is None or not len(layouts) else layouts.reweighted_by(likelihood)


def _samplers(held: Sequence[int], weighers: Mapping[Seat, ShownWeights]) -> dict[Seat, HandSampler]:
    """The hand sampler of each hidden seat that has shown something; meanings that fit no hand are refused."""
    if sum(mask.bit_count() for mask in held) != sum(held).bit_count():
        raise BridgeError(sentence("card-in-two-hands-here"))
    samplers = {}
    for seat, weigher in weighers.items():
        if held[seat].bit_count() == 13:
            if not weigher.weight(np.array([held[seat]]))[0]:
                raise BridgeError(
                    sentence("known-hand-not-as-shown"), where=str(seat.word), found=str(Hand(held[seat]))
                )
            continue
        samplers[seat] = HandSampler.from_cards(held[seat], PACK_MASK & ~sum(held), weigher.cells)
        if not samplers[seat].share:
            raise BridgeError(sentence("no-hand-as-shown"), where=str(seat.word))
    return samplers


def _batch(
    rows: int,
    rng: np.random.Generator,
    held: Sequence[int],
    hidden: Sequence[Seat],
    weighers: Mapping[Seat, ShownWeights],
    samplers: Mapping[Seat, HandSampler],
) -> Masks:
    """The deals accepted of so many started; hidden seats are dealt in this order, by rejection after the first."""
    hands = {seat: np.full(rows, held[seat]) for seat in Seat}
    left = np.full(rows, PACK_MASK & ~sum(held))
    for place, seat in enumerate(hidden):
        weigher = weighers.get(seat)
        if place == 0 and seat in samplers:
            hands[seat] = samplers[seat].draw(rows, rng)
            weight = weigher.tail_weights(hands[seat]) if weigher else np.ones(rows)
        else:
            hands[seat] = left | held[seat]
            if seat is not hidden[-1]:
                missing = [13 - held[other].bit_count() for other in hidden[place:]]
                hands[seat] = (
                    scatter_bits(sample_subsets(sum(missing), missing[0], len(left), rng), left) | held[seat]
                )
            weight = weigher.weight(hands[seat]) if weigher else np.ones(len(left))
        left = left & ~hands[seat]
        if weigher is not None and (place or weigher.rest):
            keep = np.flatnonzero(rng.random(len(weight)) < weight)
            left = left[keep]
            hands = {holder: masks[keep] for holder, masks in hands.items()}
    return np.stack([hands[seat] for seat in Seat], axis=1)
