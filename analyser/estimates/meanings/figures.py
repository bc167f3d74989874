"""A reading as numbers: for points and each length the distribution the rules leave of what the auction shows.

Each alternative of a reading is weighted by how likely the auction makes it; a hand just outside a stated range keeps
some weight, as hands outside are met in the record (one in eight for a closed range, most of them one point away).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.hand_arrays import POINTS_CELLS
from analyser.estimates.meanings.boxes import SUITS, Box, Union, expand_groups

LENGTHS: Final = 14
WIDTH: Final = POINTS_CELLS + 4 * LENGTHS
"""Points 0 to 37, then spades, hearts, diamonds, clubs of 0 to 13 cards."""
PARTS: Final = (
    slice(0, POINTS_CELLS),
    *(slice(POINTS_CELLS + 14 * suit, POINTS_CELLS + 14 * suit + 14) for suit in range(4)),
)
QUANTITIES: Final = 4 + 4 * 3 + 6
"""The numbers in `quantities_of`."""
_POINT_LEAK: Final = (1.0, 0.10, 0.03, 0.008)
_LENGTH_LEAK: Final = (1.0, 0.05, 0.008)
# Of balanced hands, how much more often a suit has so many cards than of all hands.
_BALANCED_LENGTHS: Final = np.array([0.001, 0.01, 0.95, 1.55, 1.18, 0.65, 0.02, *[0.001] * 7])
_SEMI_LENGTHS: Final = np.array([0.001, 0.01, 1.2, 1.35, 1.1, 0.9, 0.5, *[0.001] * 7])
_UNBALANCED_LENGTHS: Final = np.array([2.0, 1.9, 1.0, 0.6, 0.85, 1.3, 1.8, *[2.0] * 7])


@dataclass(frozen=True, slots=True, eq=False)
class RuleFigures:
    """What ranges, lengths and suits of a text say, without its words."""

    points: tuple[int, int]
    """The fewest and the most points of any alternative."""
    lengths: tuple[tuple[int, int], ...]
    """The fewest and the most cards in spades, hearts, diamonds and clubs."""
    alternatives: int
    balanced: bool
    """Whether every alternative is balanced."""
    is_silent: bool
    """Whether nothing was read."""

    @classmethod
    def from_union(cls, boxes: Union) -> "RuleFigures":
        """The bounds over all alternatives."""
        whole = expand_groups(boxes)
        silent = not whole or any(not bounds for bounds in whole)
        if not whole:
            return cls((0, 37), ((0, 13),) * 4, 0, False, True)
        return cls(
            _bounds(whole, "HCP", 37),
            tuple(_bounds(whole, suit, 13) for suit in SUITS),
            len(whole),
            all("bal" in bounds for bounds in whole),
            silent,
        )


def _bounds(whole: Union, name: str, most: int) -> tuple[int, int]:
    spans = [bounds.get(name, (0, most)) for bounds in whole]
    return min(low for low, _ in spans), max(high for _, high in spans)


def _soft(low: int, high: int, size: int, leak: Sequence[float]) -> NDArray[np.float64]:
    """Weights by distance from a range."""
    number = np.arange(size)
    away = np.maximum(np.maximum(low - number, number - high), 0)
    return np.asarray(leak)[np.minimum(away, len(leak) - 1)]


@lru_cache(maxsize=16384)
def _masks(key: tuple[tuple[str, int, int], ...]) -> NDArray[np.float64]:
    """The soft mask of one box over points and lengths."""
    out = np.ones(WIDTH)
    for name, low, high in key:
        if name == "HCP":
            out[PARTS[0]] *= _soft(low, high, POINTS_CELLS, _POINT_LEAK)
        elif name in SUITS:
            out[PARTS[1 + SUITS.index(name)]] *= _soft(low, high, LENGTHS, _LENGTH_LEAK)
        elif name in ("bal", "semi", "unbal"):
            factor = {"bal": _BALANCED_LENGTHS, "semi": _SEMI_LENGTHS, "unbal": _UNBALANCED_LENGTHS}[name]
            for part in PARTS[1:]:
                out[part] *= factor
        elif name in ("A", "K"):
            out[PARTS[0]] *= _soft(low * (4 if name == "A" else 3), 37, POINTS_CELLS, (1.0, 0.05))
        elif len(name) == 2:
            out[PARTS[0]] *= _soft("..TJQKA".find(name[1]) - 2, 37, POINTS_CELLS, (1.0, 0.05))
    out.flags.writeable = False
    return out


def _key(bounds: Box) -> tuple[tuple[str, int, int], ...]:
    return tuple((name, low, high) for name, (low, high) in bounds.items())


def stated_keys(boxes: Union) -> tuple[tuple[tuple[str, int, int], ...], ...]:
    """The alternatives in the form `shift_by_rules` caches, without `M` and `m`; empty if nothing is limited."""
    whole = expand_groups(boxes)
    if not whole or any(not bounds for bounds in whole):
        return ()
    return tuple(map(_key, whole))


def shift_by_rules(
    keys: tuple[tuple[tuple[str, int, int], ...], ...], before: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The logarithm of what the rules make of each probability of the auction, over that probability; zeros if silent.

    `before` has one row per call explained in these words, each with the probabilities by the auction.
    """
    out = np.zeros(before.shape)
    if not keys:
        return out
    masks = np.stack([_masks(key) for key in keys])
    shares = [np.maximum(before[:, part] @ masks[:, part].T, 1e-6) for part in PARTS]
    weight = np.maximum(np.prod(shares, axis=0), 1e-30)
    weight /= weight.sum(axis=1, keepdims=True)
    for part, share in zip(PARTS, shares, strict=True):
        out[:, part] = np.log(np.maximum((weight / share) @ masks[:, part], 1e-4))
    return np.clip(out, -4.0, 4.0)


def quantities_of(keys: tuple[tuple[tuple[str, int, int], ...], ...]) -> NDArray[np.float64]:
    """The bounds of a reading, given by its keys, as numbers of about unit size."""
    return _quantities(keys)


@lru_cache(maxsize=16384)
def _quantities(keys: tuple[tuple[tuple[str, int, int], ...], ...]) -> NDArray[np.float64]:
    boxes = tuple({name: (low, high) for name, low, high in key} for key in keys)
    figures = RuleFigures.from_union(boxes)
    out = np.zeros(QUANTITIES)
    if figures.is_silent:
        return out
    low, high = figures.points
    out[:4] = (1.0, low / 10, min(high, 24) / 10, float(low > 0 or high < 37))
    for place, (least, most) in enumerate(figures.lengths):
        out[4 + 3 * place : 7 + 3 * place] = (float(least > 0 or most < 13), least / 4, min(most, 7) / 4)
    out[16:] = (
        figures.balanced,
        figures.alternatives > 1,
        figures.alternatives > 2,
        float(any(least >= 4 for least, _ in figures.lengths)),
        sum(least >= 4 for least, _ in figures.lengths) / 2,
        float(any(most <= 1 for _, most in figures.lengths)),
    )
    return out
