"""From a match's percentage to victory points, by the White Book's table of Swiss pairs (3.1.7) and by an event's own steps."""

from fractions import Fraction

import pytest

from analyser.errors import ScoringError
from analyser.scoring.percent_scales import percent_scale_named, percent_scale_of
from tests.support.every import each_row

EBU = percent_scale_named("ebu-swiss-pairs")

COLUMNS = [
    # from how many boards to how many; up to which percentage a match is drawn, and up to which it is not yet 20-0
    (1, 4, "50.92", "75.95"),
    (5, 6, "50.78", "72.13"),
    (7, 9, "50.65", "68.35"),
    (10, 13, "50.54", "65.30"),
    (14, 19, "50.45", "62.78"),
    (20, 27, "50.38", "60.71"),
    (28, 39, "50.32", "58.97"),
    (40, 55, "50.27", "57.53"),
]
HALVES = [
    # the same of a match of half a round: five points each for a draw
    (1, 2, "51.86", "73.15"),
    (3, 3, "51.59", "69.75"),
    (4, 4, "51.32", "66.38"),
    (5, 6, "51.09", "63.66"),
    (7, 9, "50.92", "61.41"),
    (10, 13, "50.77", "59.56"),
]
HUNDREDTH = Fraction(1, 100)


def around(edge: str, boards: int, *, half: bool = False) -> list[int]:
    """The points on an edge and a hundredth above it, and of who lost by as much."""
    percents = (
        Fraction(edge),
        Fraction(edge) + HUNDREDTH,
        100 - Fraction(edge),
        100 - Fraction(edge) - HUNDREDTH,
    )
    return [int(EBU.points(percent, boards, half=half)) for percent in percents]


@each_row("least, most, draw, all_but", COLUMNS)
def test_a_match_of_so_many_boards_has_its_own_column(least, most, draw, all_but):
    for boards in (least, most):
        assert around(draw, boards) == [10, 11, 10, 9]
        assert around(all_but, boards) == [19, 20, 1, 0]


@pytest.mark.parametrize("least, most, draw, all_but", HALVES)
def test_a_half_match_has_half_the_points_and_own_columns(least, most, draw, all_but):
    for boards in (least, most):
        assert around(draw, boards, half=True) == [5, 6, 5, 4]
        assert around(all_but, boards, half=True) == [9, 10, 1, 0]


SEVEN = ("50.65", "51.98", "53.33", "54.74", "56.23", "57.83", "59.64", "61.75", "64.40", "68.35")


def test_the_seven_board_column_matches_a_congress_booklet():
    for steps, edge in enumerate(SEVEN):
        assert around(edge, 7) == [10 + steps, 11 + steps, 10 - steps, 9 - steps]
    assert EBU.points(Fraction(50), 7) == 10


@pytest.mark.parametrize("points, percent", [(14, "56.234"), (15, "56.235"), (6, "43.766"), (5, "43.765")])
def test_percentages_are_compared_as_they_are_printed(points, percent):
    """With two decimals, halves away from fifty."""
    assert EBU.points(Fraction(percent), 7) == points


@pytest.mark.parametrize("boards, half", [(56, False), (14, True)])
def test_too_long_a_match_is_refused_with_the_longest(boards, half):
    with pytest.raises(ScoringError, match=f"1–{boards - 1}"):
        EBU.points(Fraction(50), boards, half=half)


@pytest.mark.parametrize("boards", [1, 999])
def test_an_events_own_steps_apply_to_whole_and_half_matches(boards):
    scale = percent_scale_of([Fraction(50), Fraction(60), Fraction(100)])
    for half in (False, True):
        points = [
            int(scale.points(Fraction(percent), boards, half=half))
            for percent in (50, 51, 60, 61, 100, 49, 39, 0)
        ]
        assert points == [3, 4, 4, 5, 5, 2, 1, 1]


@pytest.mark.parametrize("edges", [(), (49, 60), (60, 60), (70, 60), (60, 101)], ids=str)
def test_steps_not_rising_from_50_to_100_are_refused(edges):
    with pytest.raises(ScoringError):
        percent_scale_of([Fraction(edge) for edge in edges])


def test_an_unknown_scale_is_refused_with_the_one_there_is():
    with pytest.raises(ScoringError, match="ebu-swiss-pairs"):
        percent_scale_named("ebu")
