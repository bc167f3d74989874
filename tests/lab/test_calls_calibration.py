"""How soft the shares are is settled by polls without losing calibration; what others tell is counted beside the model."""

import numpy as np
import pytest

from tests.bench.lab.calls_calibration import at_temperature, recall_target, temperature_factors
from tests.bench.lab.calls_evaluation import Polls, hit

UNOPENED, ONE_SIDED = 0, 1


def _polls(count: int, second: float) -> Polls:
    """Polls of ten votes, seven and three, of which the model gives the second so much."""
    votes, shares = np.zeros((count, 38), np.int64), np.zeros((count, 38))
    votes[:, :2] = 7, 3
    shares[:, :2] = 1 - second, second
    return Polls(votes, shares)


def _decisions(count: int, first: float) -> tuple[np.ndarray, np.ndarray]:
    """Decisions that come true as often as said."""
    shares = np.zeros((count, 38))
    shares[:, :2] = first, 1 - first
    made = (np.arange(count) % 10 >= 10 * first).astype(np.int64)
    return shares, made


def test_dividing_by_more_brings_shares_together_and_keeps_their_order() -> None:
    shares = np.array([[0.7, 0.2, 0.1, 0.0]])
    soft = at_temperature(shares, 1.2)
    assert soft.sum() == pytest.approx(1)
    assert soft[0, 0] < 0.7
    assert soft[0, 2] > 0.1
    assert soft[0, 3] == 0
    assert at_temperature(shares, 1.0) == pytest.approx(shares)


def test_the_aim_exceeds_the_bar_by_what_samples_differ() -> None:
    """Polls that are all alike leave no doubt: then the aim is the bar."""
    assert recall_target(_polls(50, 0.2)) == pytest.approx(0.92)
    mixed = Polls(
        np.concatenate([_polls(50, 0.2).votes] * 2),
        np.concatenate([_polls(50, 0.2).shares, _polls(50, 0.05).shares]),
    )
    assert recall_target(mixed) > 0.95


def test_much_polled_kinds_are_softened_until_calls_are_recovered() -> None:
    """A second call given 0.095 is found once the divisor has grown a little; the least that does it is taken."""
    shares, made = _decisions(3000, 0.9)
    factors = temperature_factors(
        _polls(300, 0.095),
        np.full(300, UNOPENED),
        shares,
        made,
        np.full(3000, ONE_SIDED),
    )
    assert 1 < factors.factor[UNOPENED] <= 1.05
    assert factors.factor[ONE_SIDED:].tolist() == [1, 1, 1]


def test_what_would_cost_calibration_is_left_as_it_is() -> None:
    """A second call given 0.07 needs shares so soft that single calls contradict them."""
    shares, made = _decisions(3000, 0.9)
    factors = temperature_factors(
        _polls(300, 0.07), np.full(300, UNOPENED), shares, made, np.full(3000, UNOPENED)
    )
    assert factors.factor.tolist() == [1, 1, 1, 1]


def test_few_polls_soften_nothing() -> None:
    shares, made = _decisions(100, 0.9)
    factors = temperature_factors(
        _polls(20, 0.095), np.full(20, UNOPENED), shares, made, np.full(100, UNOPENED)
    )
    assert factors.factor.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "share, done, first",
    [(1.0, 0, 1), (0.5, 1, 2), (0.5, 2, 2), (1.0, 2, 3), (0.0, 3, 3)],
    ids=["most voted", "one place for two", "the other of the two", "places for both", "nobody's call"],
)
def test_equal_votes_share_the_places_left(share: float, done: int, first: int) -> None:
    votes = np.array([[5.0, 2.0, 2.0, 0.0]])
    assert hit(votes, np.array([done]), first).tolist() == [share]
