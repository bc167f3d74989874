"""Vectorised arithmetic on hands, each a 52-bit mask (card number `suit * 13 + rank - 2`): exact subsets, cells, weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import HandConstraint, Measure, Span

Masks: TypeAlias = NDArray[np.int64]

_CHUNK = 13
_BYTES = 7  # bytes that hold fifty-two cards
POINTS_CELLS = 38
"""High-card points 0 to 37."""
CELLS = 14 * 14 * 14 * POINTS_CELLS
"""The number of cells: a cell is the length of clubs, of diamonds, of hearts, and the points; the other cards are spades."""


@cache
def _masks_by_count(width: int) -> tuple[Masks, Masks]:
    """All masks of so many bits, sorted by their number of bits, and the index where each number begins."""
    every = np.arange(1 << width, dtype=np.int64)
    count = np.bitwise_count(every)
    starts = np.searchsorted(np.sort(count), np.arange(width + 2))
    return every[np.argsort(count, kind="stable")], starts


@cache
def _stage(width: int, rest: int, most: int) -> tuple[Masks, Masks, Masks, int]:
    """How the rank of a combination splits over the first `width` places and the `rest`, by number of bits to take.

    Returns where each split begins (offset by the number to take), the bits taken in this stage, the combinations of
    the rest, and the stride.
    """
    stride = max(comb(width + rest, take) for take in range(most + 1)) + 1
    begins, here, after = [], [], []
    for take in range(most + 1):
        rank = take * stride
        for count in range(max(0, take - rest), min(width, take) + 1):
            begins.append(rank)
            here.append(count)
            after.append(comb(rest, take - count))
            rank += comb(width, count) * after[-1]
        if take > width + rest:
            break
    return (
        np.array(begins, np.int64),
        np.array(here, np.int64),
        np.array(after, np.int64),
        stride,
    )


def sample_subsets(places: int, take: int, rows: int, rng: np.random.Generator) -> Masks:
    """Masks of `take` bits among the lowest `places`, uniform over all such masks.

    A rank below the binomial coefficient is drawn and converted to its combination, so the draw is exact.

    >>> {int(mask) for mask in sample_subsets(3, 2, 50, np.random.default_rng(1))}
    {3, 5, 6}
    """
    rank = rng.integers(0, comb(places, take), size=rows)
    left = np.full(rows, take, np.int64)
    out = np.zeros(rows, np.int64)
    for start in range(0, places, _CHUNK):
        width = min(_CHUNK, places - start)
        begins, here, after, stride = _stage(width, places - start - width, take)
        key = left * stride + rank
        split = np.searchsorted(begins, key, side="right") - 1
        inside, rank = np.divmod(key - begins[split], after[split])
        masks, starts = _masks_by_count(width)
        count = here[split]
        out |= masks[starts[count] + inside] << start
        left -= count
    return out


@cache
def _scatter_table() -> NDArray[np.uint8]:
    """For each byte of places and each byte of bits: the bits deposited into the places, lowest first."""
    table = np.zeros((256, 256), np.uint8)
    bits = np.arange(256)
    for places in range(256):
        row = np.zeros(256, np.int64)
        used = 0
        for place in range(8):
            if places >> place & 1:
                row |= (bits >> used & 1) << place
                used += 1
        table[places] = row
    return table


def _bytes(masks: Masks) -> NDArray[np.uint8]:
    return np.ascontiguousarray(masks, "<i8").view(np.uint8).reshape(-1, 8)


def scatter_bits(chosen: Masks, places: Masks) -> Masks:
    """Bit k of `chosen` moved to the k-th set bit of `places`, counted from the lowest (a parallel bit deposit).

    >>> bin(scatter_bits(np.array([0b101]), np.array([0b11010]))[0])
    '0b10010'
    """
    table, here = _scatter_table(), _bytes(places)
    count = np.bitwise_count(here)
    out = np.zeros((len(chosen), 8), np.uint8)
    left = chosen.copy()
    for byte in range(_BYTES):
        out[:, byte] = table[here[:, byte], (left & 255).astype(np.uint8)]
        left >>= count[:, byte]
    return out.view("<i8").reshape(-1).astype(np.int64, copy=False)


@cache
def _cell_bytes() -> NDArray[np.int32]:
    """The contribution of each byte of cards to the number of a hand's cell."""
    worth = np.zeros(56, np.int32)
    for card in range(52):
        suit, place = divmod(card, 13)
        length = (14 * 14, 14, 1, 0)[suit] * POINTS_CELLS
        worth[card] = length + max(0, place - 8)
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    return np.stack([bits @ worth[byte * 8 : byte * 8 + 8] for byte in range(_BYTES)]).astype(np.int32)


def cell_of(masks: Masks) -> NDArray[np.int32]:
    """The cell of each hand: its suit lengths and points in one number.

    >>> clubs, points = divmod(int(cell_of(np.array([0b1000000000001]))[0]), POINTS_CELLS)
    >>> clubs // 14 // 14, points
    (2, 4)
    """
    table, here = _cell_bytes(), _bytes(masks)
    out: NDArray[np.int32] = table[0][here[:, 0]]
    for byte in range(1, _BYTES):
        out += table[byte][here[:, byte]]
    return out


def points_and_lengths(cell: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """The points and the length of each suit, spades last, for each cell; where there can be no spades, zero."""
    shape, points = np.divmod(cell, POINTS_CELLS)
    clubs, diamonds, hearts = shape // 196, shape // 14 % 14, shape % 14
    return points, clubs, diamonds, hearts, np.maximum(13 - clubs - diamonds - hearts, 0)


@dataclass(frozen=True, slots=True)
class Shown:
    """A meaning a player has shown, and how firmly it binds him.

    A hand outside the meaning has `otherwise` times the weight of one inside: 0 is a promise that is never broken, 0.1
    one that players break now and then.
    """

    meaning: HandConstraint
    otherwise: float = 0.0


_RANK_PLACE = {Measure.ACES: 12, Measure.KINGS: 11}


@cache
def _measures() -> dict[Measure, NDArray[np.int64]]:
    """The value of every measure that lengths and points determine, for every cell."""
    points, clubs, diamonds, hearts, spades = points_and_lengths(np.arange(CELLS))
    lengths = np.sort(np.stack([clubs, diamonds, hearts, spades]), axis=0)
    squares = (lengths * lengths).sum(0)
    # Without void or singleton: 43 is 4333, 45 is 4432, 47 is 5332, 49 is 5422, 53 is 6322.
    balanced = (lengths[0] >= 2) & (squares <= 47)
    semi = (lengths[0] >= 2) & (squares <= 53)
    return {
        Measure.SPADES: spades,
        Measure.HEARTS: hearts,
        Measure.DIAMONDS: diamonds,
        Measure.CLUBS: clubs,
        Measure.MAJOR: np.maximum(hearts, spades),
        Measure.MINOR: np.maximum(clubs, diamonds),
        Measure.POINTS: points,
        Measure.BALANCED: balanced.astype(np.int64),
        Measure.SEMI_BALANCED: semi.astype(np.int64),
        Measure.UNBALANCED: (~balanced).astype(np.int64),
    }


@dataclass(frozen=True, slots=True)
class _Alternative:
    """One of the hand types a meaning allows: the cells inside it, and bounds on the number of certain cards."""

    cells: NDArray[np.bool_]
    counts: tuple[tuple[int, int, int], ...]
    """Cards as a mask, the least and the greatest number of them."""

    @classmethod
    def from_spans(cls, spans: Sequence[Span]) -> "_Alternative":
        known = _measures()
        cells = np.ones(CELLS, np.bool_)
        counts = []
        for span in spans:
            if span.card is None and span.measure in known:
                cells &= (known[span.measure] >= span.low) & (known[span.measure] <= span.high)
            elif span.card is not None:
                counts.append((1 << span.card.index, 1, 1))
            else:
                cards = sum(1 << 13 * suit + _RANK_PLACE[span.measure] for suit in range(4))
                counts.append((cards, span.low, span.high))
        return cls(cells, tuple(counts))

    def holds(self, cell: NDArray[np.int32], masks: Masks) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = self.cells[cell]
        for cards, low, high in self.counts:
            count = np.bitwise_count(masks & cards)
            inside = inside & (count >= low) & (count <= high)
        return inside


@dataclass(frozen=True, slots=True)
class ShownWeights:
    """The weights of a seat's hands given all it has shown: a factor by cell and a factor for named cards."""

    cells: NDArray[np.float64]
    """For each cell the largest weight of a hand in it; the weight itself if lengths and points determine it."""
    rest: tuple[tuple[tuple[_Alternative, ...], float], ...]
    """Meanings that lengths and points do not determine: alternatives that also name cards, and the weight outside them."""

    @classmethod
    def from_shown(cls, shown: Sequence[Shown]) -> "ShownWeights":
        """The weights for everything one seat has shown, multiplied."""
        cells = np.ones(CELLS)
        rest = []
        for promise in shown:
            alternatives = tuple(_Alternative.from_spans(spans) for spans in promise.meaning.alternatives)
            inside = np.logical_or.reduce([alternative.cells for alternative in alternatives])
            cells *= np.where(inside, 1.0, promise.otherwise)
            if any(alternative.counts for alternative in alternatives):
                rest.append((alternatives, promise.otherwise))
        return cls(cells, tuple(rest))

    def importance_weights(self, cells: NDArray[np.float64]) -> "ShownWeights":
        """The same weights, multiplied cell by cell."""
        return ShownWeights(self.cells * cells, self.rest)

    def weight(self, masks: Masks) -> NDArray[np.float64]:
        """The weight of each hand."""
        cell = cell_of(masks)
        weight: NDArray[np.float64] = self.cells[cell]
        return weight * self.tail_weights(masks, cell) if self.rest else weight

    def tail_weights(self, masks: Masks, cell: NDArray[np.int32] | None = None) -> NDArray[np.float64]:
        """The factor of each hand's weight that its cell does not determine."""
        weight = np.ones(len(masks))
        if not self.rest:
            return weight
        cell = cell_of(masks) if cell is None else cell
        for alternatives, otherwise in self.rest:
            possible = np.logical_or.reduce([alternative.cells[cell] for alternative in alternatives])
            inside = np.logical_or.reduce([alternative.holds(cell, masks) for alternative in alternatives])
            weight *= np.where(possible & ~inside, otherwise, 1.0)
        return weight
