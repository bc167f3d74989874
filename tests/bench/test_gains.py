"""What is told of two programs that measured the same decisions."""

import pytest

from tests.bench.gains import figures_of


def row(seconds: float, square_error: float, settled: int = 1) -> dict[str, float]:
    return {"seconds": seconds, "square_error": square_error, "settled": settled, "contrasts": 3}


def test_half_the_error_in_half_the_time_is_eightfold():
    """An error falls with the root of the time: half of it takes four times as long, and here half the time was taken."""
    times, error, settled, earlier, seconds = figures_of([(row(8, 4), row(4, 1, 2))] * 3)
    assert (times.measured, error.measured) == (pytest.approx(8), pytest.approx(8**-0.5, abs=0.001))
    assert (settled.measured, earlier.measured) == (0.667, 0.333)
    assert (seconds.measured, seconds.bar) == (4, 8)
    assert all(figure.holds for figure in (times, error, settled, seconds))


def test_decisions_in_which_nothing_is_apart_are_left_out():
    rows = [(row(8, 4), row(8, 1)), (row(9, 0.0), row(1, 0.0))]
    assert figures_of(rows)[0].measured == pytest.approx(4)
