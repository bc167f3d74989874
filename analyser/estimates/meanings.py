"""What a seat has shown, turned into numbers that weigh many hands at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import HandConstraint, Measure, Span
from analyser.estimates.packs import CELLS, POINTS_CELLS, Masks, cell_of

__all__ = ["Shown", "Weigher"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player has shown, and how far it binds him.

    A hand outside the meaning is `otherwise` times as likely to be kept as one inside: 0 is a promise that is never
    broken, 0.1 one that players break now and then.
    """

    meaning: HandConstraint
    otherwise: float = 0.0


_RANK_PLACE = {Measure.ACES: 12, Measure.KINGS: 11}


@cache
def _measures() -> dict[Measure, NDArray[np.int64]]:
    """The value of every measure that lengths and points decide, for every cell."""
    shape, points = np.divmod(np.arange(CELLS), POINTS_CELLS)
    clubs, diamonds, hearts = shape // 196, shape // 14 % 14, shape % 14
    spades = 13 - clubs - diamonds - hearts
    lengths = np.sort(np.stack([clubs, diamonds, hearts, spades]), axis=0)
    squares = (lengths * lengths).sum(0)
    # With no void and no singleton: 43 is 4333, 45 is 4432, 47 is 5332, 49 is 5422, 53 is 6322.
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
class _Count:
    """So many of these cards."""

    cards: int
    low: int
    high: int

    @classmethod
    def of(cls, span: Span) -> "_Count":
        if span.card is not None:
            return cls(1 << span.card.index, 1, 1)
        place = _RANK_PLACE[span.measure]
        return cls(sum(1 << 13 * suit + place for suit in range(4)), span.low, span.high)


@dataclass(frozen=True, slots=True)
class _Alternative:
    cells: NDArray[np.bool_]
    counts: tuple[_Count, ...]

    @classmethod
    def of(cls, spans: Sequence[Span]) -> "_Alternative":
        known = _measures()
        cells = np.ones(CELLS, np.bool_)
        counts = []
        for span in spans:
            if span.card is None and span.measure in known:
                cells &= (known[span.measure] >= span.low) & (known[span.measure] <= span.high)
            else:
                counts.append(_Count.of(span))
        return cls(cells, tuple(counts))

    def holds(self, cell: NDArray[np.int32], masks: Masks) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = self.cells[cell]
        for count in self.counts:
            held = np.bitwise_count(masks & count.cards)
            inside = inside & (held >= count.low) & (held <= count.high)
        return inside


@dataclass(frozen=True, slots=True)
class Weigher:
    """How gladly a seat's hands are kept, given all it has shown."""

    cells: NDArray[np.float64]
    """For each cell the most a hand of it can weigh; what it weighs, when lengths and points tell all."""
    rest: tuple[tuple[tuple[_Alternative, ...], float], ...]
    """What lengths and points do not tell: alternatives that also name cards, and the weight outside them."""

    @classmethod
    def of(cls, shown: Sequence[Shown]) -> "Weigher":
        """Everything one seat has shown, together."""
        cells = np.ones(CELLS)
        rest = []
        for one in shown:
            alternatives = tuple(_Alternative.of(spans) for spans in one.meaning.alternatives)
            inside = np.logical_or.reduce([alternative.cells for alternative in alternatives])
            cells *= np.where(inside, 1.0, one.otherwise)
            if any(alternative.counts for alternative in alternatives):
                rest.append((alternatives, one.otherwise))
        return cls(cells, tuple(rest))

    def leaning(self, cells: NDArray[np.float64]) -> "Weigher":
        """The same with the hands of each cell weighed again."""
        return Weigher(self.cells * cells, self.rest)

    def weight(self, masks: Masks) -> NDArray[np.float64]:
        """The weight of each hand."""
        cell = cell_of(masks)
        weight: NDArray[np.float64] = self.cells[cell]
        return weight * self.beyond(masks, cell) if self.rest else weight

    def beyond(self, masks: Masks, cell: NDArray[np.int32] | None = None) -> NDArray[np.float64]:
        """What is left of each hand's weight after what its cell allows."""
        weight = np.ones(len(masks))
        if not self.rest:
            return weight
        cell = cell_of(masks) if cell is None else cell
        for alternatives, otherwise in self.rest:
            possible = np.logical_or.reduce([one.cells[cell] for one in alternatives])
            inside = np.logical_or.reduce([one.holds(cell, masks) for one in alternatives])
            weight *= np.where(possible & ~inside, otherwise, 1.0)
        return weight
