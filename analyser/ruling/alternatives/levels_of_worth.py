"""Means of the worth of actions by multilevel importance sampling: few deals counted exactly correct many predicted.

Three levels of knowledge price a deal: what a net predicts (P), what follows once it is known which contracts make (Q),
the exact tricks (Y). A mean is the telescoping sum mean P + mean(Q - P) + mean(Y - Q), each term over its own sample
and divided by the probability of being in it (Horvitz-Thompson), so that it is unbiased whatever the net predicts.
Samples are nested, and their probabilities in proportion to the square root of variance over cost, as predicted for
each deal. The slopes from level to level are fitted in the other pools and shrunk towards one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.ruling.alternatives.compared_actions import WorthForecast

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_RIDGE: Final = (
    20.0  # ridge penalty in deals: as if so many had shown that nothing is predicted, or all of it
)
_FLOOR: Final = 0.2  # of the mean variance: what is left to a deal whose worth the net is sure of
_GOLDEN: Final = (5**0.5 - 1) / 2
_HALVINGS: Final = 60
_TINY: Final = 1e-12


def inclusion_chances(size: Floats, count: float) -> Floats:
    """The probabilities of being drawn: in proportion to size, at most one, so many in sum or all that have a size."""
    chance = np.zeros(len(size))
    certain = np.zeros(len(size), np.bool_)
    while True:
        free = ~certain & (size > 0)
        room = count - certain.sum()
        if not free.any() or room >= free.sum():
            return np.asarray((certain | free).astype(np.float64))
        chance[free] = size[free] * (room / size[free].sum())
        above = free & (chance >= 1)
        if not above.any():
            return np.where(certain, 1.0, chance)
        certain |= above


def draw_systematic(chance: Floats, order: Numbers, rng: np.random.Generator) -> Numbers:
    """The rows of a systematic sample with these probabilities, stratified along an order, each at most once."""
    ends = np.cumsum(chance[order])
    points = np.arange(rng.random(), ends[-1], 1.0)
    return np.unique(order[np.minimum(np.searchsorted(ends, points, side="right"), len(order) - 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The deals of one pool that are looked at: their rows in the pool, and the probability with which each was drawn."""

    rows: Numbers
    chance: Floats


@dataclass(slots=True, eq=False)
class LevelSample:
    """The deals looked at in all pools, one after the other, and what has been asked about them so far.

    `size` is the importance of each deal: the larger, the more its worth counts in what is estimated. `chance_made`
    and `chance_exact` are the probabilities of knowing what makes, and the exact tricks; `given_made` and `exact` the
    worths by that knowledge, NaN where nothing is known.
    """

    forecast: WorthForecast
    pool_of: Numbers
    size: Floats
    rank: Floats
    chance_made: Floats = field(init=False)
    chance_exact: Floats = field(init=False)
    given_made: Floats = field(init=False)
    exact: Floats = field(init=False)
    asked: NDArray[np.bool_] = field(init=False)
    counted: NDArray[np.bool_] = field(init=False)
    cost: float = 0.0

    def __post_init__(self) -> None:
        """Nothing has been asked; deals in which all actions come to the same are known."""
        free = self.forecast.exact_cost <= 0
        self.given_made = np.where(free[:, None], self.forecast.worth, np.nan)
        self.exact = self.given_made.copy()
        self.chance_made = free.astype(np.float64)
        self.chance_exact = free.astype(np.float64)
        self.asked, self.counted = free.copy(), free.copy()

    @classmethod
    def from_pools(
        cls,
        forecast: WorthForecast,
        looked: Sequence[Looked],
        sizes: Sequence[Floats],
        rng: np.random.Generator,
    ) -> "LevelSample":
        """The sample; each deal of a pool gets a rank in [0, 1), evenly spread in the order of importance."""
        ranks = []
        start = 0
        for look, size in zip(looked, sizes, strict=True):
            spread = forecast.by_made[start : start + len(look.rows)]
            order = np.argsort(-size * np.sqrt(spread), kind="stable")
            rank = np.empty(len(order))
            rank[order] = (rng.random() + np.arange(len(order)) * _GOLDEN) % 1.0
            ranks.append(rank)
            start += len(look.rows)
        pool_of = np.repeat(np.arange(len(looked)), [len(look.rows) for look in looked])
        return cls(forecast, pool_of, np.concatenate(list(sizes)), np.concatenate(ranks))

    def ask(self, cost: float) -> None:
        """Ask the solver as much as is expected to cost so many exact solves, all that was asked before included."""
        making, exact = self._chances(cost)
        counted = (self.rank < exact) & ~self.counted
        asked = (self.rank < making) & ~counted & ~self.asked
        self.chance_made, self.chance_exact = making, exact
        for rows, counting in ((np.flatnonzero(counted), True), (np.flatnonzero(asked), False)):
            if not len(rows):
                continue
            if counting:
                self.given_made[rows], self.exact[rows] = self.forecast.worth_exactly(rows)
                self.cost += float(self.forecast.exact_cost[rows].sum())
            else:
                self.given_made[rows] = self.forecast.worth_if_made(rows)
                self.cost += float(self.forecast.made_cost[rows].sum())
        self.asked |= asked | counted
        self.counted |= counted

    @property
    def is_complete(self) -> bool:
        """Whether every deal looked at has been counted exactly."""
        return bool(self.counted.all())

    def _chances(self, cost: float) -> tuple[Floats, Floats]:
        """The probabilities of asking what makes, and of counting exactly, at this expected cost."""
        free, made_cost, exact_cost = self._costs()
        by_made = _with_floor(self.forecast.by_made, free)
        by_exact = _with_floor(self.forecast.by_exact, free)
        more = np.maximum(exact_cost - made_cost, 0.0)
        pull_made = self.size * np.sqrt(by_made / np.maximum(made_cost, _TINY))
        pull_exact = self.size * np.sqrt(by_exact / np.maximum(more, _TINY))
        # Where the exact number tells so much more that it would be asked anyway, both questions are one.
        at_once = (more <= _TINY) | (pull_exact >= pull_made)
        pull_both = self.size * np.sqrt((by_made + by_exact) / np.maximum(exact_cost, _TINY))
        pull_made, pull_exact = (
            np.where(at_once, pull_both, pull_made),
            np.where(at_once, pull_both, pull_exact),
        )

        def chances(scale: float) -> tuple[Floats, Floats]:
            return (
                np.where(free, 1.0, np.minimum(scale * pull_made, 1.0)),
                np.where(free, 1.0, np.minimum(scale * pull_exact, 1.0)),
            )

        def price(scale: float) -> float:
            making, exact = chances(scale)
            return float(((making - exact) * made_cost + exact * exact_cost)[~free].sum())

        least = min(
            (pull[~free & (pull > 0)].min(initial=1.0) for pull in (pull_made, pull_exact)), default=1.0
        )
        low, high = 0.0, 1.0 / max(least, _TINY)
        if price(high) <= cost:
            return chances(high)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if price(middle) <= cost else (low, middle)
        return chances(low)

    def _costs(self) -> tuple[NDArray[np.bool_], Floats, Floats]:
        free = self.forecast.exact_cost <= 0
        return free, self.forecast.made_cost, self.forecast.exact_cost

    def steps(self, pool: int) -> "Steps":
        """The levels of worth of the deals of one pool, as slopes fitted in the other pools read them."""
        others = self.pool_of != pool
        worth = self._step(self.forecast.worth, self.given_made, others)
        on_making = self._step(
            np.where(np.isnan(self.given_made), worth, self.given_made), self.exact, others
        )
        in_pool = self.pool_of == pool
        return Steps(worth[in_pool], *self._corrections(worth, on_making, in_pool), worth)

    def _step(self, lower: Floats, upper: Floats, others: NDArray[np.bool_]) -> Floats:
        """The lower level as the best predictor of the upper: a straight line by action, its slope shrunk towards one."""
        open_deals = self.forecast.exact_cost > 0
        known = others & open_deals & np.isfinite(upper).all(axis=1)
        if not known.any():
            return lower
        middle, mean = lower[known].mean(axis=0), upper[known].mean(axis=0)
        deviation = lower[known] - middle
        usual = _RIDGE * lower[others & open_deals].var(axis=0)
        slope = ((deviation * (upper[known] - mean)).sum(axis=0) + usual) / np.maximum(
            (deviation**2).sum(axis=0) + usual, _TINY
        )
        slope = np.where((deviation**2).sum(axis=0) + usual <= _TINY, 1.0, slope)
        weight = known.sum() / (known.sum() + _RIDGE)
        shift = weight * (mean - middle)
        return np.asarray(np.where(open_deals[:, None], middle + shift + slope * (lower - middle), lower))

    def _corrections(
        self, worth: Floats, on_making: Floats, in_pool: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """What each deal of a pool adds at the second and third level, divided by its chance; zero where unasked."""
        with np.errstate(invalid="ignore", divide="ignore"):
            in_made = (self.rank < self.chance_made) | self.counted
            second = (on_making - worth) / self.chance_made[:, None]
            third = (self.exact - on_making) / self.chance_exact[:, None]
        second = np.where(in_made[:, None] & np.isfinite(self.given_made), second, 0.0)
        third = np.where(self.counted[:, None] & np.isfinite(self.exact), third, 0.0)
        return second[in_pool], third[in_pool]

    def spread(self, mix: Floats) -> float:
        """The standard deviation between deals of a combination of the actions' worths, over the deals looked at."""
        known = np.isfinite(self.given_made).all(axis=1)
        exact = np.isfinite(self.exact).all(axis=1) & known
        if not exact.any():
            return 0.0
        weight, values = 1.0 / self.chance_made[known], self.given_made[known] @ mix
        mean = np.average(values, weights=weight)
        rest = np.average(
            ((self.exact[exact] - self.given_made[exact]) @ mix) ** 2, weights=1.0 / self.chance_exact[exact]
        )
        return float(np.sqrt(np.average((values - mean) ** 2, weights=weight) + rest))


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """The worth predicted in the deals of a pool and what each adds at the next two levels; and predicted in all deals."""

    predicted: Floats
    second: Floats
    third: Floats
    everywhere: Floats

    @property
    def worth(self) -> Floats:
        """The sum of the three levels in each deal: its expectation is the exact worth."""
        return self.predicted + self.second + self.third


def _with_floor(variance: Floats, free: NDArray[np.bool_]) -> Floats:
    """The variances, none below a part of their mean: the net may be surer than it should be."""
    mean = float(variance[~free].mean()) if not free.all() else 0.0
    return np.asarray(np.maximum(variance, _FLOOR * mean + _TINY))
