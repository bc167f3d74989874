"""One hand drawn at random from all hands of given lengths and points, none dealt in vain.

The free cards of each suit are counted by length and points; two suits make a pair, two pairs a hand. A hand is
drawn by first drawing how its lengths and points fall, each way as often as there are hands of it, and then the
cards, each choice as likely as any other.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.packs import CELLS, POINTS_CELLS, Masks

__all__ = ["Stack"]

_POINTS = np.array([0] * 9 + [1, 2, 3, 4])
_SPAN = 21  # points in two suits, 0 to 20


@dataclass(frozen=True, slots=True)
class _Suit:
    """The holdings that can be made of a suit's free cards, sorted by length and points."""

    holdings: Masks
    length: Masks
    points: Masks
    start: Masks
    count: Masks

    @classmethod
    def of(cls, free: int, suit: int) -> "_Suit":
        places = [place for place in range(13) if free >> 13 * suit + place & 1]
        bits = np.arange(1 << len(places))[:, None] >> np.arange(len(places)) & 1
        holdings = (bits << np.array(places, np.int64)).sum(1) if places else np.zeros(1, np.int64)
        key = bits.sum(1) * 11 + (bits @ _POINTS[places] if places else 0)
        kinds, start, count = np.unique(np.sort(key), return_index=True, return_counts=True)
        ordered = holdings[np.argsort(key, kind="stable")] << 13 * suit
        return cls(ordered, kinds // 11, kinds % 11, start.astype(np.int64), count.astype(np.int64))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two suits together: every way their lengths and points fall, those of one group side by side.

    A group is the two lengths and the points of both suits together.
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
    def of(cls, low: _Suit, high: _Suit) -> "_Pair":
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

    def draw(self, group: Masks, dice: np.random.Generator) -> Masks:
        """The cards of two suits, a row for each group asked for."""
        rank = self.group_start[group] + dice.integers(0, self.group_size[group])
        kind = np.searchsorted(self.ends, rank, side="right")
        a, b = self.low_kind[kind], self.high_kind[kind]
        first, second = np.divmod(self.ends[kind] - 1 - rank, self.high.count[b])
        low: Masks = self.low.holdings[self.low.start[a] + first]
        return low | self.high.holdings[self.high.start[b] + second]


@dataclass(frozen=True, slots=True)
class Stack:
    """All hands of one seat that can be made of the free cards, weighed by their cell."""

    minors: _Pair
    majors: _Pair
    minor_group: Masks
    major_group: Masks
    ends: NDArray[np.float64]
    share: float
    """The weighed share of all hands: the chance that a hand dealt at random is as wanted."""
    held: int

    @classmethod
    def of(cls, held: int, free: int, weight: NDArray[np.float64]) -> "Stack":
        """The seat holds the cards `held`; `weight` gives for each cell how gladly such a hand is taken, 0 to 1."""
        suits = [_Suit.of(free, suit) for suit in range(4)]
        minors, majors = _Pair.of(suits[0], suits[1]), _Pair.of(suits[2], suits[3])
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

    def draw(self, rows: int, dice: np.random.Generator) -> Masks:
        """Hands of this seat, the cards already known to be his among them."""
        way = np.searchsorted(self.ends, dice.random(rows) * self.ends[-1], side="right")
        way = np.minimum(way, len(self.ends) - 1)
        minors = self.minors.draw(self.minor_group[way], dice)
        return minors | self.majors.draw(self.major_group[way], dice) | self.held


def _cells(held: int, minors: _Pair, majors: _Pair, a: Masks, b: Masks) -> Masks:
    """The cell of each hand made of a group of the minors and a group of the majors."""
    base = [(held >> 13 * suit & 8191).bit_count() for suit in range(4)]
    points = sum(value * (held >> 13 * suit + 8 + value & 1) for suit in range(4) for value in range(1, 5))
    low = (base[0] + minors.low_length[a]) * 14 + base[1] + minors.high_length[a]
    high = base[2] + majors.low_length[b]
    total = points + minors.points[a][:, None] + majors.points[b]
    # Weights of cells no hand can have are never asked for: 37 points is the most thirteen cards hold.
    cell: Masks = np.minimum((low[:, None] * 14 + high) * POINTS_CELLS + total, CELLS - 1)
    return cell
