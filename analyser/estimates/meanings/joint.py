"""A distribution over whole hands whose points, lengths and balance agree with given ones: maximum entropy, by raking.

Cells are the 560 shapes times 38 points. They start from the chances of a random deal; raking (iterative proportional
fitting) multiplies in turn by what each given distribution asks for.
"""

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.hand_arrays import CELLS, POINTS_CELLS
from analyser.estimates.meanings.boxes import SUITS, Union, expand_groups
from analyser.estimates.meanings.figures import PARTS

_ROUNDS: Final = 25
_LEAST: Final = 1e-9
_ACES: Final = tuple(comb(4, n) * comb(48, 13 - n) / comb(52, 13) for n in range(5))


class _Shapes(NamedTuple):
    lengths: NDArray[np.int64]
    """Spades, hearts, diamonds, clubs of each shape."""
    chance: NDArray[np.float64]
    balanced: NDArray[np.bool_]
    semi: NDArray[np.bool_]


@cache
def shapes() -> _Shapes:
    """All shapes of thirteen cards."""
    rows = [(s, h, d, 13 - s - h - d) for s in range(14) for h in range(14 - s) for d in range(14 - s - h)]
    lengths = np.array(rows)
    chance = np.array(
        [comb(13, s) * comb(13, h) * comb(13, d) * comb(13, c) / comb(52, 13) for s, h, d, c in rows]
    )
    squares, shortest = (lengths * lengths).sum(axis=1), lengths.min(axis=1)
    return _Shapes(lengths, chance, (shortest >= 2) & (squares <= 47), (shortest >= 2) & (squares <= 53))


@cache
def random_points() -> NDArray[np.float64]:
    """The chances of points in a random hand."""
    ways = np.zeros((14, POINTS_CELLS))
    ways[0, 0] = 1
    for worth in (4, 3, 2, 1):
        more = np.zeros_like(ways)
        for count in range(5):
            shift = worth * count
            if shift < POINTS_CELLS:
                moved = np.zeros_like(ways)
                moved[count:, shift:] = ways[: 14 - count, : POINTS_CELLS - shift]
                more += comb(4, count) * moved
        ways = more
    return np.asarray(sum(ways[count] * comb(36, 13 - count) for count in range(14)) / comb(52, 13))


def joint_of(logs: NDArray[np.float64], balanced: float) -> NDArray[np.float64]:
    """P(shape, points), 560 by 38, with these log-probabilities of points and lengths and this chance of balance."""
    known = shapes()
    cells = known.chance[:, None] * random_points()[None]
    wanted = [np.maximum(np.exp(logs[part]), _LEAST) for part in PARTS]
    for _ in range(_ROUNDS):
        cells *= (wanted[0] / np.maximum(cells.sum(axis=0), 1e-300))[None]
        for suit in range(4):
            held = np.bincount(known.lengths[:, suit], cells.sum(axis=1), minlength=14)
            cells *= (wanted[1 + suit] / np.maximum(held, 1e-300))[known.lengths[:, suit]][:, None]
        part = cells[known.balanced].sum() / cells.sum()
        cells *= np.where(
            known.balanced, balanced / max(part, _LEAST), (1 - balanced) / max(1 - part, _LEAST)
        )[:, None]
    return np.asarray(cells / cells.sum())


def holds_box(boxes: Union) -> NDArray[np.float64]:
    """The chance that a hand of each shape and points satisfies a constraint; named cards count by their chance."""
    known = shapes()
    missing = np.ones((len(known.chance), POINTS_CELLS))
    points = np.arange(POINTS_CELLS)
    for bounds in expand_groups(boxes):
        inside = np.ones(len(known.chance), np.bool_)
        range_of = np.ones(POINTS_CELLS, np.bool_)
        chance = 1.0
        for name, (low, high) in bounds.items():
            if name in SUITS:
                length = known.lengths[:, SUITS.index(name)]
                inside &= (length >= low) & (length <= high)
            elif name == "HCP":
                range_of = (points >= low) & (points <= high)
            elif name in ("bal", "semi", "unbal"):
                inside &= {"bal": known.balanced, "semi": known.semi, "unbal": ~known.balanced}[name]
            elif name in ("A", "K"):
                chance *= sum(_ACES[low : high + 1])
            else:
                chance *= 0.5
        part = inside[:, None] & range_of[None]
        missing = np.where(part, missing * (1 - chance), missing)
    return 1 - missing


def cell_numbers() -> NDArray[np.int64]:
    """The number of each (shape, points) among the cells of `hand_arrays`."""
    lengths = shapes().lengths
    base = (lengths[:, 3] * 196 + lengths[:, 2] * 14 + lengths[:, 1]) * POINTS_CELLS
    return np.asarray(base[:, None] + np.arange(POINTS_CELLS)[None])


def over_cells(values: NDArray[np.float64], otherwise: float) -> NDArray[np.float64]:
    """Values by shape and points as one array over the cells of `hand_arrays`."""
    out = np.full(CELLS, otherwise)
    out[cell_numbers().ravel()] = values.ravel()
    return out
