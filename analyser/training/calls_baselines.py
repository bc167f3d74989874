"""What a table of call frequencies knows that never looks at a hand, and what knows nothing at all."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS
from analyser.estimates.calls import SupportTable, auction_key
from analyser.training.calls_data import Decisions
from analyser.training.measures import Score

__all__ = ["Prefixes"]

_WEIGHT: Final = 4.0  # how many decisions the habit of the standing bid counts for


class Prefixes:
    """The most frequent calls after exactly this auction, smoothed; and every legal call alike."""

    def __init__(self, table: SupportTable) -> None:
        self._table = table
        self._known: dict[tuple[int, ...], NDArray[np.float64]] = {}

    def hits(self, made: Decisions, rows: NDArray[np.int64]) -> dict[str, Score]:
        """How the two baselines do at some decisions."""
        met, which = np.unique(made.auction[rows], return_inverse=True)
        auctions = made.auctions
        call = made.call[rows].astype(np.int64)
        legal = (auctions.legal[met][:, None] >> np.arange(CALLS) & 1).astype(np.float64)
        alike = legal / legal.sum(axis=1, keepdims=True)
        told = np.empty((len(met), CALLS))
        for row, place in enumerate(met.tolist()):
            told[row] = self.shares(auctions.calls[place], legal[row])
        return {"prefix": Score.of(told[which], call), "uniform": Score.of(alike[which], call)}

    def shares(self, calls: tuple[int, ...], legal: NDArray[np.float64]) -> NDArray[np.float64]:
        """How often the record made each call after this auction, mixed with its habit over the standing bid."""
        if len(self._known) > 200_000:
            self._known.clear()
        found = self._known.get(calls)
        if found is None:
            found = self._known[calls] = self._shares(calls, legal)
        return found

    def _shares(self, calls: tuple[int, ...], legal: NDArray[np.float64]) -> NDArray[np.float64]:
        standing = max((call - 2 for call in calls if call > 2), default=0)
        habit = (self._table.habit[standing] + 0.1) * legal
        habit /= habit.sum()
        seen = self._table.seen(calls)
        if not seen:
            return np.asarray(habit)
        after = np.zeros(CALLS)
        for call in np.flatnonzero(legal).tolist():
            after[call] = self._table.seen((*calls, call))
        if len(calls) > 2 and not any(calls[-2:]):
            # this pass would end the auction, and nobody decides after the end
            after[0] = max(0.0, seen - after.sum())
        return np.asarray((after + _WEIGHT * habit) / (after.sum() + _WEIGHT))


def counted(auctions: Decisions, least: int) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The auctions met at least so often, by key in order, and how often."""
    times = np.bincount(auctions.auction, minlength=len(auctions.auctions.calls))
    total: dict[int, int] = {}
    for calls, count in zip(auctions.auctions.calls, times.tolist(), strict=True):
        key = auction_key(calls)
        total[key] = total.get(key, 0) + count
    kept = sorted((key, count) for key, count in total.items() if count >= least)
    return np.array([key for key, _ in kept], np.uint64), np.array([count for _, count in kept], np.int32)
