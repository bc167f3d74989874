"""What actions gain by an information: each tried in the same deals, in several pools drawn apart.

Every pool has its own sample of the deals that fit the auction, so that the pools differ by all that chance does: which
deals were dealt, how they were weighed, which of them were solved. How far they differ is the error of their mean; the
deals of one pool alone would tell too small an error. A deal is solved the oftener the more the information changes how
likely it is, since only such deals tell what it gains. The rest is foretold from the hands' points and lengths, and what
was foretold is set right by what was solved.
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
"""Forms in which only counts who did better: gains are hundredths of a top there, else IMPs."""
POOLS = 8
"""Their means tell the error of the whole with seven degrees of freedom."""
_T_NINETY = 1.895  # of seven degrees of freedom: so many errors either side hold nine tenths
_DEFENCE = (
    0.3  # of the draws fall as the deals are likely: no weight grows large, and the plain means are told too
)
_RIDGE = 20.0  # deals' worth of belief that points and lengths foretell nothing
_LEAST_SPREAD = 0.5  # IMPs, or hundredths of a top: actions that always come to the same differ by nothing

Floats = NDArray[np.float64]


@dataclass(slots=True, eq=False)
class Pool:
    """Deals (four masks a row, North first), what each weighs without the information and with it, and those solved.

    Each column of weights sums to 1. `drawn` counts how often each deal was drawn to be solved; `scores` are the points
    to North-South after each action there.
    """

    hands: Masks
    without: Floats
    informed: Floats
    drawn: NDArray[np.int64]
    scores: Floats

    @property
    def pull(self) -> Floats:
        """By how much the information makes each deal likelier."""
        return self.informed - self.without

    @property
    def chance(self) -> Floats:
        """How often each deal is drawn: the oftener the more the information changes it."""
        pull, both = np.abs(self.pull), (self.without + self.informed) / 2
        return _DEFENCE * both + (1 - _DEFENCE) * (pull / pull.sum() if pull.sum() > 0 else both)

    def solved(self, worth: Floats) -> "tuple[Pool, Floats]":
        """The deals whose worth is known, weighed as likely as they are: what was drawn gladly counts for less."""
        rows = np.isfinite(worth).all(axis=1) & (self.drawn > 0)
        times = self.drawn[rows] / np.maximum(self.chance[rows], 1e-300)
        plain, after = times * self.without[rows], times * self.informed[rows]
        plain, after = plain / max(plain.sum(), 1e-300), after / max(after.sum(), 1e-300)
        return Pool(self.hands[rows], plain, after, self.drawn[rows], self.scores[rows]), worth[rows]

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """So many deals more; given are those not solved before."""
        # In order of what the information says of them: then each draw has deals of every sort.
        order = np.argsort(self.pull / np.maximum(self.without + self.informed, 1e-300), kind="stable")
        ends = np.cumsum(self.chance[order])
        points = (rng.random() + np.arange(count)) / count * ends[-1]
        rows = order[np.minimum(np.searchsorted(ends, points, side="right"), len(ends) - 1)]
        before = self.drawn > 0
        np.add.at(self.drawn, rows, 1)
        return np.flatnonzero((self.drawn > 0) & ~before)


def split_pools(hands: Masks, without: Floats, informed: Floats) -> tuple[Pool, ...]:
    """The deals dealt out into pools, each weighed by itself; a pool to which nothing fits is left out."""
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
    """What one action gains on others by the information: IMPs, or hundredths of a top at pairs.

    `error` is the standard error by the pools; `spread` how far the two actions differ from deal to deal; `without` by
    how much the first was better (or worse) before the information was there.
    """

    mean: float
    error: float
    spread: float
    without: float = 0.0

    @property
    def interval(self) -> Interval:
        """Where nine tenths of what other dice would tell lie."""
        reach = _T_NINETY * 2**0.5 * self.error  # the other dice have an error of their own
        return self.mean - reach, self.mean + reach


@dataclass(frozen=True, slots=True)
class MeasuredGains:
    """The gains as measured: of each action on all others together, and on each; in how many deals, by how many solves.

    `in_field`: on the field of peers, by all pools; `by_pool`: the same by each of them, a row a pool. `worth` is what
    each action (a column) is worth in each deal of each of the `pools`, not a number where the deal was not solved.
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
        """What an action gains on the others."""
        return self.overall[self.actions.index(action)] if action in self.actions else None

    def between(self, action: Action, rival: Action) -> Gain | None:
        """What one action gains on another."""
        if action not in self.actions or rival not in self.actions:
            return None
        return self.pairs[self.actions.index(action)][self.actions.index(rival)]


def worth_in_field(scores: Floats, shares: Sequence[float], sign: int, *, pairs: bool) -> Floats:
    """What each action is worth in each deal against the field: the other players, who divide as `shares` say.

    At pairs the share of the field it beats, in hundredths; else the mean of the IMPs against each. `sign` is 1 for
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
    """How many solves the first answer may take, the whole may take, and how many deals each pool adds at a time.

    `a_deal`: what a deal is taken to cost before the first was solved, where that is more than a solve an action. Of 65
    bundled cases three hang on the deals beyond a thousand solves, and with 1,600 none was surer.
    """

    first: int = 300
    whole: int = 1000
    deals: int = 12
    a_deal: int = 0

    def part(self, share: float) -> "Budget":
        """A part of it, never less than a deal a pool."""
        deals = max(1, round(self.deals * share))
        return Budget(round(self.first * share), round(self.whole * share), deals, self.a_deal)


USUAL_BUDGET = Budget()


Solved = Callable[[Masks], tuple[Floats, int]]
"""From deals to the points to North-South after each action (a column), and how many solves that took."""


def measurements(
    pools: Sequence[Pool],
    actions: Sequence[Action],
    shares: Sequence[float],
    solve: Solved,
    worth: Callable[[Floats], Floats],
    rng: np.random.Generator,
    budget: Budget,
) -> Iterator[MeasuredGains]:
    """The first answer, then better ones, until the budget of solves is used or no deal is left.

    `shares` say how much each action counts among the others it is held against: as peers would choose it.
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
            measured = _measured(pools, actions, shares, worth, solves)
            if measured is not None:
                yield measured
        if room < 1:
            return
        count = min(budget.deals, room)


def _measured(
    pools: Sequence[Pool],
    actions: Sequence[Action],
    shares: Sequence[float],
    worth: Callable[[Floats], Floats],
    solves: int,
) -> MeasuredGains | None:
    """The gains by all pools; none before most pools have deals that were solved."""
    values = [worth(pool.scores) for pool in pools]
    usable = [
        np.isfinite(value).all(axis=1) & (pool.drawn > 0) for pool, value in zip(pools, values, strict=True)
    ]
    if sum(rows.any() for rows in usable) < len(pools) or len(pools) < 2:
        return None
    whole = _points_and_lengths(np.concatenate([pool.hands for pool in pools]))
    features = np.split(whole, np.cumsum([len(pool.hands) for pool in pools])[:-1])
    by_pool = [
        _in_pool(place, pools, values, usable, features) for place in range(len(pools))
    ]  # a row a pool: gain, worth without, and square of worth
    gains, plain = np.array([row[0] for row in by_pool]), np.array([row[1] for row in by_pool])
    chosen = np.maximum(np.asarray(shares, np.float64), 1e-3)
    every = np.concatenate([value[rows] for value, rows in zip(values, usable, strict=True)])
    count = len(actions)

    def gain(mix: Floats) -> Gain:
        each, before = gains @ mix, float((plain @ mix).mean())
        error = float(each.std(ddof=1)) / len(each) ** 0.5
        return Gain(float(each.mean()), error, max(float((every @ mix).std()), _LEAST_SPREAD), before)

    overall = []
    for own in range(count):
        others = np.where(np.arange(count) == own, 0.0, chosen)
        overall.append(gain(np.eye(count)[own] - others / max(others.sum(), 1e-9)))
    pairs = tuple(
        tuple(None if a == b else gain(np.eye(count)[a] - np.eye(count)[b]) for b in range(count))
        for a in range(count)
    )
    deals = sum(int(rows.sum()) for rows in usable)
    in_field = tuple(gain(np.eye(count)[own]) for own in range(count))
    return MeasuredGains(
        tuple(actions), tuple(overall), pairs, deals, solves, in_field, tuple(pools), tuple(values), gains
    )


def _in_pool(
    place: int,
    pools: Sequence[Pool],
    values: Sequence[Floats],
    usable: Sequence[NDArray[np.bool_]],
    features: Sequence[Floats],
) -> tuple[Floats, Floats]:
    """What each action gains by the information in one pool, and what it was worth before.

    What points and lengths foretell is learned in the other pools and summed over all deals of this one; the deals that
    were solved set it right.
    """
    others = [other for other in range(len(pools)) if other != place]
    learned = _foretold(
        np.concatenate([features[other][usable[other]] for other in others]),
        np.concatenate([values[other][usable[other]] for other in others]),
    )
    own, rows = pools[place], usable[place]
    expected = learned(features[place])
    beyond = values[place][rows] - expected[rows]
    times = own.drawn[rows] / own.drawn[rows].sum() / own.chance[rows]
    gain = own.pull @ expected + (times * own.pull[rows]) @ beyond
    without = own.without @ expected + (times * own.without[rows]) @ beyond
    return gain, without


def _foretold(features: Floats, values: Floats) -> Callable[[Floats], Floats]:
    """The worth of each action by points and lengths, as learned from solved deals: least squares, held back."""
    middle, mean = features.mean(axis=0), values.mean(axis=0)
    centred = features - middle
    matrix = centred.T @ centred + _RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(matrix, centred.T @ (values - mean))
    return lambda other: (other - middle) @ weights + mean


def _points_and_lengths(hands: Masks) -> Floats:
    """Points, points by suit and lengths of each hand of each deal, each with mean nought and spread 1."""
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
