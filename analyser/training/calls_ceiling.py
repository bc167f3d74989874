"""How far any foretelling can go: what other experts at the same turn tell of one expert's call.

The votes of ten others who held this hand after this auction are all that peers can say; the model beside them, and both
together, show what room is left.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS
from analyser.estimates.calls import CallModel, auction_key
from analyser.training.calls_data import Decisions
from analyser.training.calls_score import shares_of

__all__ = ["ceiling", "hit"]

_OTHERS: Final = (5, 10)
"""So many others, at least."""


def ceiling(model: CallModel, made: Decisions) -> dict[str, dict[str, float | int]]:
    """Top-1 and top-3 of the others' votes, of the model, and of both, where so many others had the same turn."""
    keys = np.array([auction_key(calls) for calls in made.auctions.calls], np.uint64)
    same = np.stack([made.hand.astype(np.uint64), keys[made.auction]], axis=1)
    _, turn, size = np.unique(same, axis=0, return_inverse=True, return_counts=True)
    turn = turn.reshape(-1)
    rows = np.flatnonzero(size[turn] > min(_OTHERS))
    call, place = made.chosen[rows], np.arange(len(rows))
    votes = np.zeros((len(size), CALLS))
    np.add.at(votes, (turn[rows], call), 1.0)
    others = votes[turn[rows]]
    others[place, call] -= 1
    seen = np.array([model.table.seen(calls) for calls in made.auctions.calls])[made.auction[rows]]
    worth = model.table.weight[np.searchsorted(model.table.bounds, seen, side="right")]
    shares = shares_of(model, made, rows)
    spoken = {"others": others, "model": shares, "both": others + worth[:, None] * shares}
    told: dict[str, dict[str, float | int]] = {}
    for least in _OTHERS:
        here = size[turn[rows]] > least
        if not here.any():
            continue
        told[f"others_{least}"] = {"n": int(here.sum())} | {
            f"{name}_top{first}": float(hit(value[here], call[here], first).mean())
            for name, value in spoken.items()
            for first in (1, 3)
        }
    return told


def hit(value: NDArray[np.float64], done: NDArray[np.int64], first: int) -> NDArray[np.float64]:
    """Whether what was done is among the first so many; equals share the places left.

    >>> hit(np.array([[4.0, 2.0, 2.0, 1.0]]), np.array([2]), 2).tolist()
    [0.5]
    """
    own = value[np.arange(len(done)), done]
    ahead = (value > own[:, None]).sum(axis=1)
    equal = (value == own[:, None]).sum(axis=1)
    # Nobody's call at all is no answer: a call without a vote is never among the first.
    return np.where(own > 0, np.clip((first - ahead) / equal, 0.0, 1.0), 0.0)
