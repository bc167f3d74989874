"""Victory points: two reckonings agree in every cell, and nothing is lost on the way."""

from fractions import Fraction
from itertools import pairwise
from math import exp, isqrt, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import ScoringError
from analyser.scoring import (
    SCALES,
    SideScores,
    Tie,
    bam_margin,
    match_after,
    match_points,
    scale_named,
    simple_margin,
    to_teams_imps,
)
from analyser.scoring.victory_points import DISCRETE_FIRST, PRINTED_EXTRA, PRINTED_LENGTHS
from tests.support.every import each_row

CONTINUOUS, PRINTED, DISCRETE, SIMPLE = SCALES


def unrounded(margin, boards):
    """The formula a second time, with floats: no cell is nearer to an edge than a millionth (laws digest 3.1)."""
    tau = (sqrt(5) - 1) / 2
    share = (1 - exp(3 * margin / (15 * sqrt(boards)) * log(tau))) / (1 - tau**3)
    return min(20.0, 10 + 10 * share)


def in_floats(margin, boards):
    return Fraction(int(unrounded(margin, boards) * 100 + 0.5), 100)


def printed_by_concavity(boards):
    """The WBF's table made from the formula's: a step may never be larger than the step before it."""
    cells = [int(in_floats(margin, boards) * 100) for margin in range(130)]
    moved = True
    while moved:
        moved = False
        for margin in range(1, 129):
            if cells[margin + 1] - cells[margin] > cells[margin] - cells[margin - 1]:
                cells[margin] += 1
                moved = True
    return [Fraction(cell, 100) for cell in cells]


@each_row("boards", range(1, 65))
def test_the_continuous_scale_agrees_with_a_second_reckoning(boards):
    for margin in range(130):
        points = match_points(margin, boards, CONTINUOUS)
        assert points.ns == in_floats(margin, boards)
        assert match_points(-margin, boards, CONTINUOUS) == SideScores(points.ew, points.ns)


def test_twenty_is_first_reached_at_fifteen_roots_of_the_boards():
    # laws digest 3.1, "20.00 is first reached at"
    first = {
        3: 26,
        4: 30,
        5: 34,
        6: 37,
        7: 40,
        8: 43,
        9: 45,
        10: 48,
        11: 50,
        12: 52,
        13: 55,
        14: 57,
        15: 59,
        16: 60,
    }
    first |= {20: 68, 24: 74, 28: 80, 30: 83, 32: 85, 36: 90, 40: 95}
    for boards, margin in first.items():
        assert match_points(margin, boards, CONTINUOUS).ns == 20
        assert match_points(margin - 1, boards, CONTINUOUS).ns < 20


@each_row("boards", PRINTED_LENGTHS)
def test_the_printed_table_is_the_formula_made_concave(boards):
    for margin, expected in enumerate(printed_by_concavity(boards)):
        assert match_points(margin, boards, PRINTED).ns == expected, margin


def test_48_of_860_printed_cells_differ_each_by_a_hundredth():
    cells = [(boards, margin) for boards in PRINTED_LENGTHS for margin in range(86)]
    gaps = [match_points(m, b, PRINTED).ns - match_points(m, b, CONTINUOUS).ns for b, m in cells]
    assert len(cells) == 860
    assert sum(gap == Fraction(1, 100) for gap in gaps) == 48
    assert sum(gap == 0 for gap in gaps) == 812
    assert sum(map(len, PRINTED_EXTRA.values())) == 48


def test_the_discrete_scale_is_data_not_the_other_one_rounded():
    # laws digest 3.1: exactly these ten cells, each one point higher
    exceptions = {(6, 3), (6, 5), (7, 1), (7, 3), (8, 1), (9, 1), (9, 13), (10, 1), (10, 10), (16, 5)}
    differing = set()
    for boards in (6, 7, 8, 9, 10, 12, 14, 16, 20, 32):
        for margin in range(100):
            discrete = match_points(margin, boards, DISCRETE).ns
            nearest = int(unrounded(margin, boards) + 0.5)
            if discrete != nearest:
                assert discrete == nearest + 1
                differing.add((boards, margin))
    assert differing == exceptions


def test_discrete_bands_never_shrink_and_longer_matches_need_more():
    lengths = sorted(DISCRETE_FIRST)
    for boards in lengths:
        first = DISCRETE_FIRST[boards]
        assert len(first) == 11
        assert first[0] == 0
        widths = [b - a for a, b in pairwise(first[1:])]
        assert widths == sorted(widths)
    for shorter, longer in pairwise(lengths):
        assert all(a <= b for a, b in zip(DISCRETE_FIRST[shorter], DISCRETE_FIRST[longer], strict=True))


@given(
    st.integers(-200, 200), st.integers(-200, 200), st.sampled_from([6, 8, 16, 32]), st.sampled_from(SCALES)
)
def test_points_are_shared_and_never_fall_as_the_margin_grows(first, second, boards, scale):
    low, high = sorted((first, second))
    worse, better = match_points(low, boards, scale), match_points(high, boards, scale)
    assert worse.ns <= better.ns
    assert worse.ns + worse.ew == scale.top
    assert match_points(-low, boards, scale) == SideScores(worse.ew, worse.ns)


def test_only_the_discrete_scale_rounds_weighted_imps():
    weighed = Fraction(57, 20)
    low, high = (match_points(imps, 16, CONTINUOUS).ns for imps in (2, 3))
    assert low < match_points(weighed, 16, CONTINUOUS).ns < high
    assert match_points(weighed, 16, DISCRETE) == match_points(3, 16, DISCRETE)
    assert match_points(Fraction(-5, 2), 16, DISCRETE) == match_points(-3, 16, DISCRETE)
    assert match_points(Fraction(5, 2), 8, PRINTED) == match_points(3, 8, PRINTED)


def test_half_an_imp_is_worth_something_to_whoever_won_it():
    ahead, behind = (match_points(Fraction(sign, 2), 16, CONTINUOUS) for sign in (1, -1))
    assert ahead.ns == behind.ew > 10 > ahead.ew == behind.ns


def test_each_teams_match_uses_its_own_board_score():
    # NS lose 4, EW win 10/3; NS won 20 IMPs elsewhere: +16 for them, -50/3 for EW
    board = SideScores(Fraction(-4), Fraction(10, 3))
    after = match_after(board, 20, 16, CONTINUOUS)
    assert after.ns == match_points(16, 16, CONTINUOUS).ns
    assert after.ew == match_points(Fraction(50, 3), 16, CONTINUOUS).ew
    assert after.ns + after.ew != 20
    # VP results need not total twenty (White Book 4.1.1.3)
    halves = match_after(SideScores(Fraction(3, 2), Fraction(3, 2)), 0, 16, DISCRETE, tie=Tie.HALF_UP)
    assert halves == SideScores(Fraction(11), Fraction(11))


def test_the_shortest_match_has_a_winner_and_a_board():
    assert [(simple_margin(n), bam_margin(n)) for n in (1, 5, 8)] == [(1, 0), (2, 2), (2, 3)]
    for margin in (simple_margin, bam_margin):
        with pytest.raises(ScoringError):
            margin(0)


def test_a_regulation_may_round_the_imps_first():
    assert match_points(Fraction(57, 20), 16, CONTINUOUS, unit=Fraction(1)) == match_points(3, 16, CONTINUOUS)
    half_up = match_points(Fraction(-5, 2), 16, CONTINUOUS, unit=Fraction(1), tie=Tie.HALF_UP)
    assert half_up == match_points(-2, 16, CONTINUOUS)


def test_an_unprinted_length_is_refused_naming_the_fitting_scale():
    for scale in (PRINTED, DISCRETE):
        with pytest.raises(ScoringError, match="wbf-continuous"):
            match_points(3, 17, scale)
    for boards in (0, -1, 1000):
        with pytest.raises(ScoringError):
            match_points(3, boards, CONTINUOUS)


def test_an_unknown_scale_is_refused_with_the_list():
    with pytest.raises(ScoringError, match="wbf-discrete"):
        scale_named("wbf")


def test_a_win_is_two_a_draw_one():
    assert match_points(5, 20, SIMPLE) == SideScores(Fraction(2), Fraction(0))
    assert match_points(4, 20, SIMPLE) == SideScores(Fraction(1), Fraction(1))
    assert match_points(-13, 80, SIMPLE) == SideScores(Fraction(0), Fraction(2))
    assert match_points(Fraction(25, 2), 80, SIMPLE) == SideScores(Fraction(1), Fraction(1))


@given(st.fractions(-500, 500, max_denominator=50), st.integers(2, 40))
def test_cross_imps_convert_by_the_root_of_half_rc(total, results):
    teams_imps = to_teams_imps(total, results)
    exact = float(total) / sqrt(results * (results - 1) / 2)
    assert abs(teams_imps - exact) <= 0.5 + 1e-9
    assert to_teams_imps(-total, results) == -teams_imps


def test_two_results_form_a_match_halves_round_from_zero():
    for total in range(-60, 61):
        assert to_teams_imps(total, 2) == total
    # nine results: the root of 36 is 6, so 3 is half an IMP and 15 two and a half
    assert [to_teams_imps(total, 9) for total in (3, -3, 15, -15, 2)] == [1, -1, 3, -3, 0]
    assert isqrt(36) == 6
    with pytest.raises(ScoringError):
        to_teams_imps(3, 1)


def test_further_discrete_lengths_follow_the_formula_but_for_four_cells():
    """The ten lengths beside the appendix: the nearest whole point, and four cells just under a half rounded up."""
    differing = set()
    for boards in (5, 11, 13, 15, 24, 28, 40, 48, 56, 64):
        for margin in range(130):
            exact = unrounded(margin, boards)
            discrete = match_points(margin, boards, DISCRETE).ns
            if discrete != int(exact + 0.5):
                assert discrete == int(exact) + 1
                assert exact % 1 > 0.4
                differing.add((boards, margin))
    assert differing == {(5, 7), (24, 6), (28, 2), (56, 3)}
