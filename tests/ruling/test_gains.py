"""Gains: the mean over all samples is the exact one, whatever is predicted; what is asked stays within the budget."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from analyser.ruling.alternatives.gains import Budget, Pool, measurements, split_pools
from analyser.ruling.alternatives.levels_of_worth import draw_systematic, inclusion_chances
from tests.support.every import each_row

ACTIONS = ["A", "B", "C"]
SHARES = [0.5, 0.3, 0.2]


@dataclass
class Planted:
    """Deals whose worth is known at every level; the hands are the numbers of the deals. Counts what it is asked."""

    worth: np.ndarray
    given_made: np.ndarray
    exact: np.ndarray
    by_made: np.ndarray
    by_exact: np.ndarray
    made_cost: np.ndarray
    exact_cost: np.ndarray
    asked: list[float] = field(default_factory=list)

    def __call__(self, hands):
        rows = hands[:, 0]
        parts = (self.worth, self.given_made, self.exact, self.by_made, self.by_exact)
        return Planted(
            *(part[rows] for part in parts), self.made_cost[rows], self.exact_cost[rows], self.asked
        )

    def worth_if_made(self, rows):
        self.asked.append(float(self.made_cost[rows].sum()))
        return self.given_made[rows]

    def worth_exactly(self, rows):
        self.asked.append(float(self.exact_cost[rows].sum()))
        return self.given_made[rows], self.exact[rows]


def planted(rng, deals, *, blind=False) -> Planted:
    """Deals of three actions; a blind net predicts noise, with a bias, and is sure of it."""
    exact = rng.normal(0, 3, (deals, 3)) + 2.0
    given_made = exact + rng.normal(0, 1, (deals, 3)) + 0.5
    worth = rng.normal(5, 4, (deals, 3)) if blind else given_made + rng.normal(0, 1.5, (deals, 3))
    variance = np.full(deals, 0.01) if blind else rng.uniform(0.5, 3, deals)
    cost = rng.integers(1, 4, deals).astype(float)
    return Planted(worth, given_made, exact, variance, variance[::-1].copy(), 0.2 * cost, cost)


def pools_of(rng, deals) -> tuple[Pool, ...]:
    hands = np.arange(deals * 4).reshape(deals, 4) // 4
    return split_pools(hands, rng.exponential(1, deals), rng.exponential(1, deals) ** 2)


def exact_gain(pools, exact) -> np.ndarray:
    """The mean over the pools of what the information adds to the exact worth of each action."""
    return np.mean([pool.weight_shift @ exact[pool.hands[:, 0]] for pool in pools], axis=0)


@pytest.mark.parametrize("blind, whole", [(False, 30), (True, 60)])
def test_the_mean_over_samples_is_the_exact_gain(blind, whole):
    """Eighty deals, every one of them enumerated, against 250 samples of a part: within four standard errors."""
    rng = np.random.default_rng([1, blind, whole])
    deals, pools = planted(rng, 80, blind=blind), pools_of(rng, 80)
    budget = Budget(whole // 2, whole, 6)
    samples = np.array(
        [
            [look.by_pool.mean(axis=0) for look in measurements(pools, ACTIONS, SHARES, deals, rng, budget)]
            for _ in range(250)
        ]
    )
    errors = samples.std(axis=0) / len(samples) ** 0.5
    assert (errors > 0).all()
    assert (np.abs(samples.mean(axis=0) - exact_gain(pools, deals.exact)) < 4 * errors).all()


def test_the_mean_without_the_information_is_exact_too():
    rng = np.random.default_rng(2)
    deals, pools = planted(rng, 80), pools_of(rng, 80)
    exact = np.mean([pool.prior @ deals.exact[pool.hands[:, 0]] for pool in pools], axis=0)
    samples = []
    for _ in range(250):
        *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(40, 40, 6))
        samples.append([gain.without for gain in last.in_field])
    errors = np.std(samples, axis=0) / len(samples) ** 0.5
    assert (np.abs(np.mean(samples, axis=0) - exact) < 4 * errors).all()


def test_with_every_deal_counted_the_gain_is_exact():
    rng = np.random.default_rng(3)
    deals, pools = planted(rng, 80, blind=True), pools_of(rng, 80)
    *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(10_000, 10_000, 100))
    assert last.by_pool.mean(axis=0) == pytest.approx(exact_gain(pools, deals.exact), abs=1e-9)
    assert (last.deals, last.solves) == (80, pytest.approx(deals.exact_cost.sum()))


def test_the_error_of_the_mean_is_the_spread_between_pools():
    rng = np.random.default_rng(4)
    deals, pools = planted(rng, 320), pools_of(rng, 320)
    *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(100, 100, 20))
    errors = last.by_pool.std(axis=0, ddof=1) / 8**0.5
    assert [gain.error for gain in last.in_field] == pytest.approx(errors.tolist())


def test_a_better_prediction_makes_the_error_smaller():
    rng = np.random.default_rng(5)
    good, pools = planted(rng, 320), pools_of(rng, 320)
    bad = Planted(rng.normal(0, 5, (320, 3)), *[getattr(good, name) for name in list(vars(good))[1:7]])
    spread = []
    for deals in (good, bad):
        means = []
        for _ in range(25):
            *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(60, 60, 20))
            means.append(last.by_pool.mean(axis=0))
        spread.append(np.std(means, axis=0).mean())
    assert spread[0] < 0.8 * spread[1]


def test_the_expected_cost_of_all_questions_is_the_budget():
    rng = np.random.default_rng(6)
    deals, pools = planted(rng, 320), pools_of(rng, 320)
    spent = []
    for _ in range(40):
        deals.asked.clear()
        *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(90, 90, 20))
        spent.append(sum(deals.asked))
        assert last.solves == pytest.approx(spent[-1], abs=1)
    assert np.mean(spent) == pytest.approx(90, rel=0.05)


def test_deals_that_tell_nothing_are_never_asked_about():
    """All actions come to the same in every deal: their gain is known to be nothing."""
    rng = np.random.default_rng(7)
    pools, same = pools_of(rng, 80), np.zeros((80, 3))
    none = np.zeros(80)
    deals = Planted(same, same, same, none, none, none, none)
    *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(40, 40, 10))
    assert (deals.asked, last.solves, [gain.mean for gain in last.in_field]) == ([], 0, [0.0] * 3)


def test_a_deal_not_solved_counts_as_predicted():
    rng = np.random.default_rng(8)
    deals, pools = planted(rng, 80), pools_of(rng, 80)
    deals.exact[::3] = deals.given_made[::3] = np.nan
    *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(10_000, 10_000, 100))
    assert np.isfinite(last.by_pool).all()
    assert all((pool.hands[:, 0] % 3 > 0).all() for pool, _ in last.known)


def test_deals_known_count_for_what_they_are_likely():
    """Deals looked at and asked about in proportion to importance: how often a third of them is met stays what it is."""
    rng = np.random.default_rng(11)
    deals, pools = planted(rng, 320), pools_of(rng, 320)
    truth = np.mean([pool.prior @ (pool.hands[:, 0] % 3 == 0) for pool in pools])
    shares = []
    for _ in range(80):
        *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(60, 60, 20))
        assert all(pool.prior.sum() == pytest.approx(1) for pool, _ in last.known)
        shares.append(np.mean([pool.prior @ (pool.hands[:, 0] % 3 == 0) for pool, _ in last.known]))
    assert np.mean(shares) == pytest.approx(truth, abs=4 * np.std(shares) / 80**0.5)


def test_deals_that_tell_nothing_keep_their_share_among_those_known():
    """Half of all deals lead everywhere to the same: so do half of those known, however few of the others are asked about."""
    rng = np.random.default_rng(12)
    deals, pools = planted(rng, 320), pools_of(rng, 320)
    same = np.arange(320) % 16 >= 8  # in every pool
    for part in (deals.worth, deals.given_made, deals.exact):
        part[same] = 0.0
    for part in (deals.by_made, deals.by_exact, deals.made_cost, deals.exact_cost):
        part[same] = 0.0
    *_, last = measurements(pools, ACTIONS, SHARES, deals, rng, Budget(30, 30, 1000))
    for pool, worth in last.known:
        whole = pools[int(pool.hands[0, 0] % 8)]
        expected = whole.prior @ same[whole.hands[:, 0]]
        assert pool.prior @ (worth == 0).all(axis=1) == pytest.approx(expected)


def test_the_same_seed_gives_the_same_gains():
    deals, pools = planted(np.random.default_rng(9), 160), pools_of(np.random.default_rng(9), 160)
    looks = [
        [
            look.by_pool.tolist()
            for look in measurements(
                pools, ACTIONS, SHARES, deals, np.random.default_rng(1), Budget(20, 80, 12)
            )
        ]
        for _ in range(2)
    ]
    assert looks[0] == looks[1]
    assert len(looks[0]) == 3


@each_row(
    "first, whole, costs",
    [
        (100, 100, (100,)),
        (300, 1000, (300, 500, 1000)),
        (400, 1000, (400, 500, 1000)),
        (500, 1000, (500, 1000)),
    ],
)
def test_each_answer_costs_at_most_twice_that_before(first, whole, costs):
    assert Budget(first, whole).costs == costs


@each_row(
    "size, count, expected",
    [
        ([1.0, 1.0, 2.0], 2.0, [0.5, 0.5, 1.0]),
        ([1.0, 1.0, 6.0], 2.0, [0.5, 0.5, 1.0]),
        ([0.0, 1.0, 3.0], 1.0, [0.0, 0.25, 0.75]),
        ([0.0, 1.0, 3.0], 5.0, [0.0, 1.0, 1.0]),
        ([1.0, 8.0, 90.0], 2.0, [1 / 9, 8 / 9, 1.0]),
    ],
)
def test_chances_of_being_drawn_follow_size_up_to_one(size, count, expected):
    assert inclusion_chances(np.array(size), count).tolist() == pytest.approx(expected)


def test_a_systematic_sample_has_its_chances_and_its_size():
    rng = np.random.default_rng(10)
    chance = inclusion_chances(rng.exponential(1, 30), 7)
    drawn = np.zeros(30)
    for _ in range(1000):
        rows = draw_systematic(chance, np.arange(30), rng)
        assert len(rows) == 7
        drawn[rows] += 1
    assert drawn / 1000 == pytest.approx(chance, abs=0.06)
