"""Law 78B, for every difference, against the bands as the Law Book prints them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import ScoringError
from analyser.scoring import BoardComparison, form_named, imps

PRINTED = """
20-40 50-80 90-120 130-160 170-210 220-260 270-310 320-360 370-420 430-490 500-590 600-740 750-890 900-1090
1100-1290 1300-1490 1500-1740 1750-1990 2000-2240 2250-2490 2500-2990 3000-3490 3500-3990 4000-15200
"""


def as_printed(points):
    for won, band in enumerate(PRINTED.split(), start=1):
        first, last = map(int, band.split("-"))
        if first <= points <= last:
            return won
    return 0


def test_every_difference_to_15000_agrees_with_the_printed_bands():
    for points in range(0, 15010, 10):
        assert imps(points) == as_printed(points), points
        assert imps(-points) == -as_printed(points), points


def test_differences_that_are_no_multiple_of_ten_are_refused():
    for points in range(-15000, 15001):
        if points % 10:
            with pytest.raises(ScoringError, match="multiples of ten"):
                imps(points)
    assert imps(-10) == imps(10) == imps(0) == 0


TENS = st.integers(-760, 760).map(lambda tens: tens * 10)


@given(TENS, TENS, TENS)
def test_more_points_never_win_fewer_imps(first, second, rival):
    low, high = sorted((first, second))
    assert imps(low - rival) <= imps(high - rival)


@given(TENS, TENS)
def test_what_one_team_wins_the_other_loses(score, rival):
    for name in ("imps", "knockout"):
        form = form_named(name)
        scores = form.convert(score, BoardComparison(other_room=rival))
        swapped = form.convert(rival, BoardComparison(other_room=score))
        assert scores.balance
        assert scores.ns == -swapped.ns
