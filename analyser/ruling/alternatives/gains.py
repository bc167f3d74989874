"""The gain of each action by an information: a difference of importance-sampled means over independent pools of deals.

Each pool has its own sample of the deals that fit the auction, so that the pools differ by all sampling error: which
deals were dealt, their weights, which of them were solved. The standard error of the mean comes from the spread
between pools; the spread within one pool would understate it. Deals are drawn for solving in proportion to how much
the information changes their weight, with a defensive mixture, since only such deals contribute to a gain. A ridge
regression on the hands' points and lengths is the control variate: it predicts the rest, and the solved deals correct
its prediction.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray

from analyser.casefile import Action, Form
from analyser.estimates.hand_arrays import Masks
from analyser.ruling import Interval
from analyser.ruling.alternatives.compared_actions import Predictor
from analyser.ruling.alternatives.levels_of_worth import (
    LevelSample,
    Looked,
    draw_systematic,
    inclusion_chances,
)

BY_COMPARISON = (Form.MATCHPOINTS, Form.BAM)
"""Forms in which only better or worse counts: gains are hundredths of a top there, else IMPs."""
POOLS = 8
"""The number of pools: their means give a standard error with seven degrees of freedom."""
_T_NINETY = 1.895  # Student t, seven degrees of freedom: standard errors either side of a 90 % interval
_DEFENCE = (
    0.3  # the part of the draws in proportion to the weights themselves: it bounds the importance weights
)
_RIDGE = 20.0  # ridge penalty in deals: as if so many had shown that points and lengths predict nothing
_LEAST_SPREAD = 0.5  # IMPs, or hundredths of a top: floor of the spread where actions always lead to the same

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """A sample of deals (four masks per row, North first), their weights without and with the information.

    Each vector of weights (`prior`, `posterior`) sums to 1.
    """

    hands: Masks
    prior: Floats
    posterior: Floats

    @property
    def weight_shift(self) -> Floats:
        """The change of each deal's weight by the information."""
        return self.posterior - self.prior

    @property
    def proposal(self) -> Floats:
        """The proposal for looking: in proportion to the absolute weight shift, with a defensive mixture of the weights."""
        shift, both = np.abs(self.weight_shift), (self.prior + self.posterior) / 2
        return _DEFENCE * both + (1 - _DEFENCE) * (shift / shift.sum() if shift.sum() > 0 else both)


def split_pools(hands: Masks, without: Floats, informed: Floats) -> tuple[Pool, ...]:
    """The sample split into pools, the weights of each normalised; a pool to which nothing fits is left out."""
    pools = []
    for place in range(POOLS):
        rows = slice(place, None, POOLS)
        plain, after = without[rows], informed[rows]
        if plain.sum() > 0 and after.sum() > 0:
            pools.append(Pool(hands[rows], plain / plain.sum(), after / after.sum()))
    return tuple(pools)


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of one action over others by the information, in IMPs, or hundredths of a top at pairs.

    `error` is the standard error between pools; `spread` the standard deviation of the two actions' difference between
    deals; `without` the mean difference without the information.
    """

    mean: float
    error: float
    spread: float
    without: float = 0.0

    @property
    def interval(self) -> Interval:
        """The 90 % prediction interval (Student t) of the gain another random seed would estimate."""
        reach = _T_NINETY * 2**0.5 * self.error  # the other estimate has an error of its own
        return self.mean - reach, self.mean + reach


@dataclass(frozen=True, slots=True)
class MeasuredGains:
    """The measured gains: of each action over all others together, and over each; the numbers of deals and of solves.

    `in_field` is the gain against the field of peers from all pools, `by_pool` the same from each pool, one row per
    pool. `known` are the deals of each pool of which it is known what makes, with the worth of each action (a column).
    """

    actions: tuple[Action, ...]
    overall: tuple[Gain, ...]
    pairs: tuple[tuple[Gain | None, ...], ...]
    deals: int
    solves: int
    in_field: tuple[Gain, ...] = ()
    pools: tuple[Pool, ...] = field(default=(), compare=False)
    known: "tuple[tuple[Pool, Floats], ...]" = field(default=(), compare=False)
    by_pool: Floats = field(default_factory=lambda: np.empty((0, 0)), compare=False)

    def gain(self, action: Action) -> Gain | None:
        """The gain of an action over the others, or `None`."""
        return self.overall[self.actions.index(action)] if action in self.actions else None

    def gain_over(self, action: Action, rival: Action) -> Gain | None:
        """The gain of one action over another, or `None`."""
        if action not in self.actions or rival not in self.actions:
            return None
        return self.pairs[self.actions.index(action)][self.actions.index(rival)]


@dataclass(frozen=True, slots=True)
class Budget:
    """The cost of the first answer and of the whole, in exact solves, and the number of deals looked at in each pool."""

    first: int = 100
    whole: int = 300
    deals: int = 150

    @property
    def costs(self) -> tuple[float, ...]:
        """The costs of all answers: each at most twice that before it, the last the whole."""
        costs = [float(self.whole)]
        while costs[0] > 2 * self.first:
            costs.insert(0, costs[0] / 2)
        if costs[0] > self.first:
            costs.insert(0, float(self.first))
        return tuple(costs)

    def part(self, share: float) -> "Budget":
        """A part of the budget, never less than a deal per pool."""
        return Budget(round(self.first * share), round(self.whole * share), max(4, round(self.deals * share)))


USUAL_BUDGET = Budget()


def measurements(
    pools: Sequence[Pool],
    actions: Sequence[Action],
    shares: Sequence[float],
    predict: Predictor,
    rng: np.random.Generator,
    budget: Budget,
) -> Iterator[MeasuredGains]:
    """The first estimate of the gains, then better ones, until the budget is used or every deal looked at is counted.

    `shares` are the weights of the other actions in the comparison: as peers would choose them.
    """
    if len(pools) < 2:
        return
    looked = [_look(pool, budget.deals, rng) for pool in pools]
    sizes = [pool.proposal[look.rows] / look.chance for pool, look in zip(pools, looked, strict=True)]
    hands = np.concatenate([pool.hands[look.rows] for pool, look in zip(pools, looked, strict=True)])
    sample = LevelSample.from_pools(predict(hands), looked, sizes, rng)
    features = _features_by_pool(pools)
    for cost in budget.costs:
        sample.ask(cost)
        yield _combine_pools(pools, looked, sample, features, tuple(actions), shares)
        if sample.is_complete:
            return


def _look(pool: Pool, count: int, rng: np.random.Generator) -> Looked:
    """The deals of a pool to look at, drawn by systematic sampling, stratified over the information's likelihood."""
    chance = inclusion_chances(pool.proposal, count)
    order = np.argsort(pool.weight_shift / np.maximum(pool.prior + pool.posterior, 1e-300), kind="stable")
    rows = draw_systematic(chance, order, rng)
    return Looked(rows, chance[rows])


def _combine_pools(
    pools: Sequence[Pool],
    looked: Sequence[Looked],
    sample: LevelSample,
    features: Sequence[Floats],
    actions: tuple[Action, ...],
    shares: Sequence[float],
) -> MeasuredGains:
    """The gains from all pools."""
    by_pool = [_gains_in_pool(place, pools, looked, sample, features) for place in range(len(pools))]
    gains, plain = np.array([row[0] for row in by_pool]), np.array([row[1] for row in by_pool])
    chosen = np.maximum(np.asarray(shares, np.float64), 1e-3)
    count = len(actions)

    def gain(mix: Floats) -> Gain:
        pool_gains, before = gains @ mix, float((plain @ mix).mean())
        error = float(pool_gains.std(ddof=1)) / len(pool_gains) ** 0.5
        return Gain(float(pool_gains.mean()), error, max(sample.spread(mix), _LEAST_SPREAD), before)

    overall = []
    for column in range(count):
        others = np.where(np.arange(count) == column, 0.0, chosen)
        overall.append(gain(np.eye(count)[column] - others / max(others.sum(), 1e-9)))
    pairs = tuple(
        tuple(None if a == b else gain(np.eye(count)[a] - np.eye(count)[b]) for b in range(count))
        for a in range(count)
    )
    in_field = tuple(gain(np.eye(count)[column]) for column in range(count))
    deals, solves, known = len(sample.rank), ceil(sample.cost), _known_deals(pools, looked, sample)
    return MeasuredGains(actions, tuple(overall), pairs, deals, solves, in_field, tuple(pools), known, gains)


def _known_deals(
    pools: Sequence[Pool], looked: Sequence[Looked], sample: LevelSample
) -> tuple[tuple[Pool, Floats], ...]:
    """Of each pool the deals of which it is known what makes, reweighted to stand for the whole, and the worth in them.

    Deals in which all actions come to the same are known without asking; they and the others keep their shares of the
    deals looked at. A pool in which nothing was asked is left out.
    """
    known = []
    for place, (pool, look) in enumerate(zip(pools, looked, strict=True)):
        in_pool = sample.pool_of == place
        best = np.where(np.isfinite(sample.exact), sample.exact, sample.given_made)[in_pool]
        rows, is_open = np.isfinite(best).all(axis=1), sample.forecast.exact_cost[in_pool] > 0
        if is_open.any() and not (rows & is_open).any():
            continue
        chance = look.chance * sample.chance_made[in_pool]
        weights = []
        for weight in (pool.prior[look.rows], pool.posterior[look.rows]):
            scaled = np.where(rows, weight / np.maximum(chance, 1e-300), 0.0)
            for group in (is_open, ~is_open):
                whole = float((weight / look.chance)[group].sum())
                scaled[group] *= whole / max(float(scaled[group].sum()), 1e-300)
            weights.append(scaled[rows] / max(float(scaled.sum()), 1e-300))
        known.append((Pool(pool.hands[look.rows][rows], *weights), best[rows]))
    return tuple(known)


def _gains_in_pool(
    place: int,
    pools: Sequence[Pool],
    looked: Sequence[Looked],
    sample: LevelSample,
    features: Sequence[Floats],
) -> tuple[Floats, Floats]:
    """The gain of each action by the information in one pool, and its worth without.

    A regression on points and lengths, fitted to the predictions in the other pools (cross-fitting), is averaged over
    all deals of this one; the deals looked at correct it, each divided by its chance of having been drawn.
    """
    steps = sample.steps(place)
    others = [number for number in range(len(pools)) if number != place]
    learned = _fit_prediction(
        np.concatenate([features[number][looked[number].rows] for number in others]),
        np.concatenate([steps.everywhere[sample.pool_of == number] for number in others]),
    )
    pool, look = pools[place], looked[place]
    expected = learned(features[place])
    beyond = (steps.worth - expected[look.rows]) / look.chance[:, None]
    gain = pool.weight_shift @ expected + pool.weight_shift[look.rows] @ beyond
    without = pool.prior @ expected + pool.prior[look.rows] @ beyond
    return gain, without


def _fit_prediction(features: Floats, values: Floats) -> Callable[[Floats], Floats]:
    """The predictor of each action's worth from points and lengths, by ridge regression on the deals looked at."""
    middle, mean = features.mean(axis=0), values.mean(axis=0)
    centred = features - middle
    matrix = centred.T @ centred + _RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(matrix, centred.T @ (values - mean))
    return lambda deals: (deals - middle) @ weights + mean


def _features_by_pool(pools: Sequence[Pool]) -> list[Floats]:
    """Points, points by suit and lengths of each hand of each deal, standardised over all pools."""
    hands = np.concatenate([pool.hands for pool in pools])
    columns = []
    for seat in range(4):
        for suit in range(4):
            cards = hands[:, seat] >> 13 * suit
            columns.append(np.bitwise_count(cards & 8191).astype(np.float64))
            columns.append(
                sum((value * (cards >> 8 + value & 1) for value in range(1, 5)), np.zeros(len(hands)))
            )
    table = np.stack(columns, axis=1)
    spread = table.std(axis=0)
    standard = (table - table.mean(axis=0))[:, spread > 0] / spread[spread > 0]
    return np.split(standard, np.cumsum([len(pool.hands) for pool in pools])[:-1])
