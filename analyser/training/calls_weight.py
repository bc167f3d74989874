"""How many peers' votes the model's word is worth: two experts with the same hand after the same auction vary.

Votes at a position are taken as drawn with shares that themselves scatter around the model's (a Dirichlet around the
shares, a multinomial of votes). How tightly they scatter is the weight: a model worth twenty votes is moved half way
by a poll of twenty. It is fitted where several tables faced the same turn, unanimous or not.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from analyser.estimates.calls import auction_key
from analyser.training.calls_data import Decisions

__all__ = ["SameTurns", "same_turns", "weights"]

_GRID: Final = np.geomspace(0.5, 500.0, 61)
_LEAST: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class SameTurns:
    """Turns several tables faced: for each, its size and tenth; for each call made there, its share and votes."""

    size: NDArray[np.int64]
    tenth: NDArray[np.int64]
    turn: NDArray[np.int64]
    """Which of the turns each pair of share and votes belongs to."""
    share: NDArray[np.float64]
    votes: NDArray[np.int64]


def same_turns(made: Decisions, own: NDArray[np.float64], tenth: NDArray[np.int64]) -> SameTurns:
    """Gather the decisions that were the same turn of the same hand; `own` is the share given to the call made."""
    keys = np.array([auction_key(calls) for calls in made.auctions.calls], np.uint64)[made.auction]
    same = np.stack([made.hand.astype(np.uint64), keys], axis=1)
    _, first, turn, size = np.unique(same, axis=0, return_index=True, return_inverse=True, return_counts=True)
    turn = turn.reshape(-1)
    pair, at, votes = np.unique(turn * 38 + made.chosen, return_index=True, return_counts=True)
    several = size[pair // 38] > 1
    kept = np.flatnonzero(size > 1)
    place = np.full(len(size), -1, np.int64)
    place[kept] = np.arange(len(kept))
    return SameTurns(
        size[kept],
        tenth[first[kept]],
        place[pair[several] // 38],
        np.maximum(own[at[several]], _LEAST),
        votes[several],
    )


def weights(turns: SameTurns, tenths: int) -> NDArray[np.float64]:
    """For each tenth the weight under which the votes are likeliest; that of all turns where it has few."""
    every = np.ones(len(turns.size), np.bool_)
    whole = _likeliest(turns, every) if len(turns.size) else float(_GRID[0])
    found = np.full(tenths, whole)
    for tenth in range(tenths):
        rows = turns.tenth == tenth
        if rows.sum() >= 100:
            found[tenth] = _likeliest(turns, rows)
    return found


def _likeliest(turns: SameTurns, rows: NDArray[np.bool_]) -> float:
    size = turns.size[rows]
    inside = rows[turns.turn]
    share, votes = turns.share[inside], turns.votes[inside]
    fits = [
        float(
            (gammaln(k) - gammaln(k + size)).sum() + (gammaln(k * share + votes) - gammaln(k * share)).sum()
        )
        for k in _GRID
    ]
    return round(float(_GRID[int(np.argmax(fits))]), 2)
