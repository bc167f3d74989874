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

import numpy as np
from numpy.typing import NDArray

from analyser.casefile import Action, Form
from analyser.estimates.hand_arrays import Masks
from analyser.ruling import Interval
from analyser.scoring import imps

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


@dataclass(slots=True, eq=False)
class Pool:
    """A sample of deals (four masks per row, North first), their weights without and with the information, their scores.

    Each vector of weights (`prior`, `posterior`) sums to 1. `draw_counts` says how often each deal was drawn for
    solving; `scores` are the points to North-South after each action.
    """

    hands: Masks
    prior: Floats
    posterior: Floats
    draw_counts: NDArray[np.int64]
    scores: Floats

    @property
    def weight_shift(self) -> Floats:
        """The change of each deal's weight by the information."""
        return self.posterior - self.prior

    @property
    def proposal(self) -> Floats:
        """The proposal for solving: in proportion to the absolute weight shift, with a defensive mixture of the weights."""
        shift, both = np.abs(self.weight_shift), (self.prior + self.posterior) / 2
        return _DEFENCE * both + (1 - _DEFENCE) * (shift / shift.sum() if shift.sum() > 0 else both)

    def importance_corrected(self, worth: Floats) -> "tuple[Pool, Floats]":
        """The deals whose worth is known, their weights divided by the proposal and normalised (importance weights)."""
        rows = np.isfinite(worth).all(axis=1) & (self.draw_counts > 0)
        times = self.draw_counts[rows] / np.maximum(self.proposal[rows], 1e-300)
        plain, after = times * self.prior[rows], times * self.posterior[rows]
        plain, after = plain / max(plain.sum(), 1e-300), after / max(after.sum(), 1e-300)
        return Pool(self.hands[rows], plain, after, self.draw_counts[rows], self.scores[rows]), worth[rows]

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw so many deals by systematic sampling; returns those not solved before."""
        # Sorted by the information's likelihood, so that each draw is stratified over it.
        order = np.argsort(self.weight_shift / np.maximum(self.prior + self.posterior, 1e-300), kind="stable")
        ends = np.cumsum(self.proposal[order])
        points = (rng.random() + np.arange(count)) / count * ends[-1]
        rows = order[np.minimum(np.searchsorted(ends, points, side="right"), len(ends) - 1)]
        before = self.draw_counts > 0
        np.add.at(self.draw_counts, rows, 1)
        return np.flatnonzero((self.draw_counts > 0) & ~before)


def split_pools(hands: Masks, without: Floats, informed: Floats) -> tuple[Pool, ...]:
    """The sample split into pools, the weights of each normalised; a pool to which nothing fits is left out."""
    pools = []
    for place in range(POOLS):
        rows = slice(place, None, POOLS)
        plain, after = without[rows], informed[rows]
        if plain.sum() > 0 and after.sum() > 0:
            drawn = np.zeros(len(plain), np.int64)
            unsolved = np.full((len(plain), 0), np.nan)
            pools.append(Pool(hands[rows], plain / plain.sum(), after / after.sum(), drawn, unsolved))
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
    pool. `worth` is the worth of each action (a column) in each deal of each of the `pools`, NaN where the deal was
    not solved.
    """

    actions: tuple[Action, ...]
    overall: tuple[Gain, ...]
    pairs: tuple[tuple[Gain | None, ...], ...]
    deals: int
    solves: int
    in_field: tuple[Gain, ...] = ()
    pools: tuple[Pool, ...] = field(default=(), compare=False)
    worth: tuple[Floats, ...] = field(default=(), compare=False)
    by_pool: Floats = field(default_factory=lambda: np.empty((0, 0)), compare=False)

    def gain(self, action: Action) -> Gain | None:
        """The gain of an action over the others, or `None`."""
        return self.overall[self.actions.index(action)] if action in self.actions else None

    def gain_over(self, action: Action, rival: Action) -> Gain | None:
        """The gain of one action over another, or `None`."""
        if action not in self.actions or rival not in self.actions:
            return None
        return self.pairs[self.actions.index(action)][self.actions.index(rival)]


def worth_in_field(scores: Floats, shares: Sequence[float], sign: int, *, pairs: bool) -> Floats:
    """The worth of each action in each deal against the field: other players, who divide as `shares`.

    At pairs it is the share of the field it beats, in hundredths; else the mean IMPs against each. `sign` is 1 for
    North-South, -1 for East-West.
    """
    weight = np.maximum(np.asarray(shares, np.float64), 1e-3)
    weight = weight / weight.sum()
    difference = sign * (scores[:, :, None] - scores[:, None, :])
    if pairs:
        return np.asarray(50.0 * (1.0 + np.sign(difference)) @ weight)
    known = np.unique(np.abs(difference[np.isfinite(difference)]))
    swings = np.array([float(imps(int(points))) for points in known])
    place = np.searchsorted(known, np.nan_to_num(np.abs(difference)))
    swing = np.sign(difference) * swings[np.minimum(place, len(known) - 1)] if len(known) else difference
    return np.asarray(swing @ weight)


@dataclass(frozen=True, slots=True)
class Budget:
    """The solves for the first answer and for the whole, and the number of deals each pool adds at a time.

    `a_deal` is the assumed cost of a deal before the first was solved, if more than one solve per action. Of 65
    bundled cases three depend on deals beyond a thousand solves; with 1,600 none was more certain.
    """

    first: int = 300
    whole: int = 1000
    deals: int = 12
    a_deal: int = 0

    def part(self, share: float) -> "Budget":
        """A part of the budget, never less than a deal per pool."""
        deals = max(1, round(self.deals * share))
        return Budget(round(self.first * share), round(self.whole * share), deals, self.a_deal)


USUAL_BUDGET = Budget()


Solved = Callable[[Masks], tuple[Floats, int]]
"""From deals to the points to North-South after each action (a column), and the number of solves."""


def measurements(
    pools: Sequence[Pool],
    actions: Sequence[Action],
    shares: Sequence[float],
    solve: Solved,
    worth: Callable[[Floats], Floats],
    rng: np.random.Generator,
    budget: Budget,
) -> Iterator[MeasuredGains]:
    """The first estimate of the gains, then better ones, until the budget is used or no deal is left.

    `shares` are the weights of the other actions in the comparison: as peers would choose them.
    """
    for pool in pools:
        pool.scores = np.full((len(pool.hands), len(actions)), np.nan)
    solves, dearest = 0, 0.0
    a_deal = max(len(actions), budget.a_deal)
    count = max(1, min(budget.deals, budget.whole // max(len(pools) * a_deal, 1)))
    while True:
        fresh = [(pool, pool.draw(count, rng)) for pool in pools]
        hands = np.concatenate([pool.hands[rows] for pool, rows in fresh])
        if not len(hands):
            return
        points, more = solve(hands)
        solves += more
        dearest = max(dearest, more / len(hands))
        start = 0
        for pool, rows in fresh:
            pool.scores[rows] = points[start : start + len(rows)]
            start += len(rows)
        room = int((budget.whole - solves) / max(dearest, 0.01) / len(pools))
        if solves >= budget.first or room < 1:
            measured = _combine_pools(pools, actions, shares, worth, solves)
            if measured is not None:
                yield measured
        if room < 1:
            return
        count = min(budget.deals, room)


def _combine_pools(
    pools: Sequence[Pool],
    actions: Sequence[Action],
    shares: Sequence[float],
    worth: Callable[[Floats], Floats],
    solves: int,
) -> MeasuredGains | None:
    """The gains from all pools; `None` before every pool has solved deals."""
    values = [worth(pool.scores) for pool in pools]
    usable = [
        np.isfinite(value).all(axis=1) & (pool.draw_counts > 0)
        for pool, value in zip(pools, values, strict=True)
    ]
    if sum(rows.any() for rows in usable) < len(pools) or len(pools) < 2:
        return None
    points_and_lengths = _points_and_lengths(np.concatenate([pool.hands for pool in pools]))
    features = np.split(points_and_lengths, np.cumsum([len(pool.hands) for pool in pools])[:-1])
    by_pool = [
        _gains_in_pool(place, pools, values, usable, features) for place in range(len(pools))
    ]  # one row per pool: gain, and worth without
    gains, plain = np.array([row[0] for row in by_pool]), np.array([row[1] for row in by_pool])
    chosen = np.maximum(np.asarray(shares, np.float64), 1e-3)
    every = np.concatenate([value[rows] for value, rows in zip(values, usable, strict=True)])
    count = len(actions)

    def gain(mix: Floats) -> Gain:
        each, before = gains @ mix, float((plain @ mix).mean())
        error = float(each.std(ddof=1)) / len(each) ** 0.5
        return Gain(float(each.mean()), error, max(float((every @ mix).std()), _LEAST_SPREAD), before)

    overall = []
    for column in range(count):
        others = np.where(np.arange(count) == column, 0.0, chosen)
        overall.append(gain(np.eye(count)[column] - others / max(others.sum(), 1e-9)))
    pairs = tuple(
        tuple(None if a == b else gain(np.eye(count)[a] - np.eye(count)[b]) for b in range(count))
        for a in range(count)
    )
    deals = sum(int(rows.sum()) for rows in usable)
    in_field = tuple(gain(np.eye(count)[own]) for own in range(count))
    return MeasuredGains(
        tuple(actions), tuple(overall), pairs, deals, solves, in_field, tuple(pools), tuple(values), gains
    )


def _gains_in_pool(
    place: int,
    pools: Sequence[Pool],
    values: Sequence[Floats],
    usable: Sequence[NDArray[np.bool_]],
    features: Sequence[Floats],
) -> tuple[Floats, Floats]:
    """The gain of each action by the information in one pool, and its worth without, with a control variate.

    The prediction from points and lengths is fitted in the other pools (cross-fitting) and averaged over all deals of
    this one; the importance-weighted residuals of the solved deals correct it.
    """
    numbers = [number for number in range(len(pools)) if number != place]
    learned = _fit_prediction(
        np.concatenate([features[number][usable[number]] for number in numbers]),
        np.concatenate([values[number][usable[number]] for number in numbers]),
    )
    pool, rows = pools[place], usable[place]
    expected = learned(features[place])
    beyond = values[place][rows] - expected[rows]
    times = pool.draw_counts[rows] / pool.draw_counts[rows].sum() / pool.proposal[rows]
    gain = pool.weight_shift @ expected + (times * pool.weight_shift[rows]) @ beyond
    without = pool.prior @ expected + (times * pool.prior[rows]) @ beyond
    return gain, without


def _fit_prediction(features: Floats, values: Floats) -> Callable[[Floats], Floats]:
    """The predictor of each action's worth from points and lengths, by ridge regression on solved deals."""
    middle, mean = features.mean(axis=0), values.mean(axis=0)
    centred = features - middle
    matrix = centred.T @ centred + _RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(matrix, centred.T @ (values - mean))
    return lambda deals: (deals - middle) @ weights + mean


def _points_and_lengths(hands: Masks) -> Floats:
    """Points, points by suit and lengths of each hand of each deal, standardised."""
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
    return np.asarray((table - table.mean(axis=0))[:, spread > 0] / spread[spread > 0])
