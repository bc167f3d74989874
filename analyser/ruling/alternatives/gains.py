"""What each action gains by the information: its expected result with it less that without it, against the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.casefile import Action
from analyser.ruling import Interval

__all__ = ["Gain", "Measured", "gain_between", "measured"]

_NINETY = 1.6449  # standard errors either side that hold nine tenths


@dataclass(frozen=True, slots=True)
class Gain:
    """What one action gains on another by the information, in the event's currency."""

    mean: float
    interval: Interval
    without: float = 0.0
    """By how much it was better (or worse) before the information was there."""

    @property
    def is_suggested(self) -> bool:
        """Tell whether it gains for certain: the interval leaves out nought."""
        return self.interval.low > 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The gains as measured: for each action against all others together, and against each; and by how many solves."""

    actions: tuple[Action, ...]
    overall: tuple[Gain, ...]
    pairs: tuple[tuple[Gain | None, ...], ...]
    worlds: int
    solves: int
    datum: int | None = None
    """Points to North-South the results were held against, where the event has no comparison of its own."""

    def gain(self, action: Action) -> Gain | None:
        """What an action gains on the others."""
        return self.overall[self.actions.index(action)] if action in self.actions else None

    def over(self, action: Action, rivals: Sequence[Action]) -> tuple[Action, ...]:
        """Which of these the information suggests the action over."""
        if action not in self.actions:
            return ()
        row = self.pairs[self.actions.index(action)]
        found = []
        for rival in rivals:
            gain = row[self.actions.index(rival)] if rival in self.actions else None
            if gain is not None and gain.is_suggested:
                found.append(rival)
        return tuple(found)

    @property
    def decision(self) -> frozenset[tuple[Action, Action]]:
        """Every pair of which the first is suggested over the second."""
        return frozenset(
            (action, rival) for action in self.actions for rival in self.over(action, self.actions)
        )


def measured(
    actions: Sequence[Action],
    shares: Sequence[float],
    worth: NDArray[np.float64],
    without: NDArray[np.float64],
    informed: NDArray[np.float64],
    solves: int,
    datum: int | None = None,
) -> Measured:
    """The gains over worlds in which every action's worth is known (a row a world).

    `shares` say how much each action counts among the others it is held against: as peers would choose it.
    """
    solved = ~np.isnan(worth).any(axis=1)
    worth, without, informed = worth[solved], without[solved], informed[solved]
    count = len(actions)
    chosen = np.maximum(np.asarray(shares, np.float64), 1e-3)
    overall = []
    for own in range(count):
        others = np.where(np.arange(count) == own, 0.0, chosen)
        rest = worth @ (others / others.sum()) if count > 1 else worth[:, own]
        overall.append(gain_between(worth[:, own] - rest, without, informed))
    pairs = tuple(
        tuple(
            None if one == two else gain_between(worth[:, one] - worth[:, two], without, informed)
            for two in range(count)
        )
        for one in range(count)
    )
    return Measured(tuple(actions), tuple(overall), pairs, len(worth), solves, datum)


def gain_between(
    difference: NDArray[np.float64], without: NDArray[np.float64], informed: NDArray[np.float64]
) -> Gain:
    """The mean difference in the informed worlds less that in the others, with its interval.

    Both means are ratios over the same worlds; the error is that of their difference, to the first order.
    """
    if len(difference) < 2 or not informed.sum() > 0 or not without.sum() > 0:
        return Gain(0.0, Interval(-np.inf, np.inf))
    first, second = informed / informed.mean(), without / without.mean()
    with_it, without_it = float((first * difference).mean()), float((second * difference).mean())
    pull = first * (difference - with_it) - second * (difference - without_it)
    error = float(pull.std(ddof=1)) / len(difference) ** 0.5
    mean = with_it - without_it
    return Gain(mean, Interval(mean - _NINETY * error, mean + _NINETY * error), without_it)
