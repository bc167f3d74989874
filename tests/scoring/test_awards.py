"""Scores given where nothing was played: by fault, by group, by what a regulation grants, and what it takes away."""

from fractions import Fraction

import pytest

from analyser.errors import ScoringError
from analyser.scoring import (
    AwardBasis,
    Credit,
    DegreeOfFault,
    Field,
    GroupRules,
    SessionClamp,
    SideScores,
    artificial_room,
    artificial_score,
    award_in_group,
    awards_in_group,
    boards_not_played,
    charge_started_units,
    fault_values,
    imps_credited,
    imps_winning,
    neuberg,
    percent_of_top,
    room_percent,
    scale_named,
    shift_inwards,
    split,
    substitute,
    team_board,
    withdrawn_pair,
)
from tests.support.every import each_row

PERCENT, IMPS = fault_values(60, 50, 40), fault_values(3, 0, -3)
ITALY = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
ENGLAND = GroupRules(4, Fraction(1, 3), middle=60, step=10, together=120)
CONTINUOUS, DISCRETE, SIMPLE = map(scale_named, ("wbf-continuous", "wbf-discrete", "simple"))

# fault, whose session counts, the session, the award: 12C2c in both directions, and not across the line
CLAMPED = [
    (DegreeOfFault.NONE, SessionClamp.BOTH, 65, 65),
    (DegreeOfFault.NONE, SessionClamp.BOTH, 55, 60),
    (DegreeOfFault.NONE, SessionClamp.BOTH, 60, 60),
    (DegreeOfFault.DIRECT, SessionClamp.BOTH, 36, 36),
    (DegreeOfFault.DIRECT, SessionClamp.BOTH, 45, 40),
    (DegreeOfFault.DIRECT, SessionClamp.BOTH, 65, 40),
    (DegreeOfFault.PARTIAL, SessionClamp.BOTH, 65, 50),
    (DegreeOfFault.PARTIAL, SessionClamp.BOTH, 36, 50),
    (DegreeOfFault.NONE, SessionClamp.INNOCENT, 63, 63),
    (DegreeOfFault.DIRECT, SessionClamp.INNOCENT, 35, 40),
    (DegreeOfFault.NONE, SessionClamp.EXACT, 65, 60),
    (DegreeOfFault.DIRECT, SessionClamp.EXACT, 36, 40),
]


@each_row("fault, clamp, session, award", CLAMPED)
def test_the_session_lifts_the_innocent_and_lowers_the_offender(fault, clamp, session, award):
    assert artificial_score(fault, PERCENT, clamp, session) == award
    assert artificial_score(fault, PERCENT, clamp) == PERCENT[fault]


def test_imps_go_the_same_way():
    assert artificial_score(DegreeOfFault.NONE, IMPS, SessionClamp.BOTH, 4) == 4
    assert artificial_score(DegreeOfFault.NONE, IMPS, SessionClamp.BOTH, 2) == 3
    assert artificial_score(DegreeOfFault.DIRECT, IMPS, SessionClamp.BOTH, -4) == -4
    assert artificial_score(DegreeOfFault.PARTIAL, IMPS, SessionClamp.BOTH, 4) == 0


def test_values_that_favour_the_side_at_fault_are_refused():
    with pytest.raises(ScoringError):
        fault_values(40, 50, 60)


def test_a_percentage_is_of_the_top():
    assert percent_of_top(60, 2) == Fraction(6, 5)
    assert percent_of_top(40, 22) == Fraction(44, 5)


# 86B2 (2017): faults of the teams, IMPs assigned to the innocent one -> cancelled, each team's IMPs
BOARDS = [
    (DegreeOfFault.NONE, DegreeOfFault.NONE, None, True, (3, 3)),
    (DegreeOfFault.DIRECT, DegreeOfFault.DIRECT, None, True, (-3, -3)),
    (DegreeOfFault.PARTIAL, DegreeOfFault.DIRECT, 9, True, (0, -3)),
    (DegreeOfFault.NONE, DegreeOfFault.DIRECT, None, False, (3, -3)),
    (DegreeOfFault.NONE, DegreeOfFault.DIRECT, 9, False, (9, -9)),
    (DegreeOfFault.NONE, DegreeOfFault.PARTIAL, 1, False, (3, -3)),
    (DegreeOfFault.DIRECT, DegreeOfFault.NONE, 5, False, (-5, 5)),
    (DegreeOfFault.DIRECT, DegreeOfFault.NONE, -2, False, (-3, 3)),
]


@each_row("ns, ew, assigned, cancelled, scores", BOARDS)
def test_a_team_board_that_cannot_be_compared(ns, ew, assigned, cancelled, scores):
    board = team_board(ns, ew, IMPS, assigned)
    assert board.cancelled is cancelled
    assert board.scores == SideScores(*map(Fraction, scores))


def test_four_boards_not_played_are_twelve_imps():
    assert boards_not_played(4, DegreeOfFault.NONE, DegreeOfFault.DIRECT, IMPS) == SideScores(
        Fraction(12), Fraction(-12)
    )


# Norme Integrative 2017, art. 12: the played room's percentage, the artificial one, matchpoints
ROOMS = [
    (62, 60, 2),
    (60, 60, 2),
    (59, 60, 1),
    (38, 40, 0),
    (40, 40, 0),
    (41, 40, 1),
    (100, 40, 2),
    (20, 60, 0),
    (0, 60, 0),
]


@each_row("played, artificial, matchpoints", ROOMS)
def test_an_artificial_room_at_board_a_match(played, artificial, matchpoints):
    assert artificial_room(played, artificial, win_from=120, loss_to=80) == matchpoints


def test_the_played_room_gets_its_percentage_against_all_results():
    assert room_percent(620, Field.parse("620x2 170x2")) == 75
    assert room_percent(-100, Field.parse("620x2 170x2")) == 0
    with pytest.raises(ScoringError):
        artificial_room(101, 40, win_from=120, loss_to=80)


GROUPS = [([100], [60]), ([100, 100], [60, 60]), ([-50, 420], [55, 65]), ([620, 170, 170], [70, 55, 55])]


@pytest.mark.parametrize("scores, awards", GROUPS)
def test_small_groups_share_a_hundred_and_twenty_percent(scores, awards):
    shares = awards_in_group(scores, 20, ITALY)
    assert [award.scores.ns for award in shares] == awards
    assert {award.scores.ns + award.scores.ew for award in shares} == {120}


def test_a_group_of_three_over_a_third_uses_neuberg():
    # White Book 4.2.3: A > 3 or A > E/3; seed 003 knows only the first
    assert award_in_group(620, Field.parse("170 -100"), 8, ENGLAND).scores.ns == neuberg(4, 3, 8)
    assert award_in_group(620, Field.parse("170 -100"), 9, ENGLAND).scores.ns == 70
    assert award_in_group(620, Field.parse("170 -100"), 8, ITALY).scores.ns == 70


def test_a_group_cannot_be_larger_than_the_field():
    with pytest.raises(ScoringError):
        awards_in_group([620] * 5, 4, ITALY)


def by_the_factor(matchpoints, group, results):
    """Neuberg a second time: every score of the group is counted E/A times, and a table does not meet itself."""
    factor = Fraction(results, group)
    beaten, tied = divmod(matchpoints, 2)
    return 2 * beaten * factor + (tied + 1) * factor - 1


def test_neuberg_agrees_with_counting_each_score_more_often():
    for results in range(1, 40):
        for group in range(1, results + 1):
            for matchpoints in range(2 * group - 1):
                assert neuberg(matchpoints, group, results) == by_the_factor(matchpoints, group, results)


def test_neuberg_keeps_the_middle_and_the_pencil_agrees_there():
    for results in range(2, 30):
        for group in range(1, results + 1):
            assert (
                neuberg(group - 1, group, results) == results - 1 == shift_inwards(group - 1, group, results)
            )
            assert neuberg(0, group, results) + neuberg(2 * group - 2, group, results) == 2 * (results - 1)
    assert [shift_inwards(m, 9, 10) for m in (0, 8, 16)] == [1, 9, 17]


@pytest.mark.parametrize("wrong", [(0, 0, 5), (0, 6, 5), (-1, 3, 5), (5, 3, 5)])
def test_neuberg_refuses_what_no_group_has(wrong):
    with pytest.raises(ScoringError):
        neuberg(*wrong)


# Norme Integrative 2017, art. 78: a bye is 12 of 20 with the least margin giving it, by the boards of the match
BYES = [(8, 5), (10, 6), (12, 6), (14, 7), (16, 7), (20, 8), (24, 9), (32, 10)]


@each_row("boards, imps", BYES)
def test_a_bye_is_twelve_points_with_fewest_winning_imps(boards, imps):
    award = substitute(CONTINUOUS, boards, Fraction(3, 5), Credit.LEAST)
    assert (award.points, award.imps, award.basis) == (12, imps, AwardBasis.SHARE)


def test_a_forfeit_credits_the_mean_of_the_margins_rounded_up():
    assert imps_winning(12, 16, DISCRETE) == (5, 8)
    assert imps_credited(12, 16, DISCRETE, Credit.LEAST) == 5
    assert imps_credited(12, 16, DISCRETE, Credit.MEAN) == 7
    assert imps_winning(20, 16, DISCRETE) == (54, 54)
    assert imps_winning(12, 16, CONTINUOUS) == (7, 7)
    assert imps_credited(7, 16, DISCRETE, Credit.LEAST) == 0
    with pytest.raises(ScoringError):
        imps_winning(21, 16, DISCRETE)


# own matches, matches against the absent team -> points, basis
BEST = [
    ([], [], 12, AwardBasis.SHARE),
    ([11, 12], [], 12, AwardBasis.SHARE),
    ([13, 14], [], 14, AwardBasis.OWN_MEAN),
    ([13, 14], [15], 15, AwardBasis.MEAN_AGAINST),
    ([16, 16], [15], 16, AwardBasis.OWN_MEAN),
]


@pytest.mark.parametrize("own_matches, against, points, basis", BEST)
def test_a_team_without_an_opponent_gets_the_best_of_three(own_matches, against, points, basis):
    own_matches, against = [Fraction(vp) for vp in own_matches], [Fraction(vp) for vp in against]
    award = substitute(DISCRETE, 16, Fraction(3, 5), Credit.MEAN, own_matches, against)
    assert (award.points, award.basis) == (points, basis)


def test_in_simple_points_it_is_the_win():
    award = substitute(SIMPLE, 20, Fraction(3, 5), Credit.LEAST)
    assert (award.points, award.imps) == (2, 5)


def test_a_withdrawn_pair_gets_zero_its_opponents_sixty_percent():
    assert withdrawn_pair(60, 0, 22) == SideScores(Fraction(66, 5), Fraction(0))


# Norme Integrative 2017, art. 8: seconds, unit, each, grace -> penalty
LATE = [
    (300, 60, Fraction(1, 5), 0, Fraction(1)),
    (301, 60, Fraction(1, 5), 0, Fraction(6, 5)),
    (190, 60, Fraction(1), 0, Fraction(4)),
    (0, 60, Fraction(1), 0, Fraction(0)),
    (300, 300, Fraction(10), 300, Fraction(0)),
    (301, 300, Fraction(10), 300, Fraction(10)),
    (601, 300, Fraction(10), 300, Fraction(20)),
]


@pytest.mark.parametrize("seconds, unit, expected, grace, penalty", LATE)
def test_every_unit_begun_counts(seconds, unit, expected, grace, penalty):
    assert charge_started_units(seconds, unit, expected, grace) == penalty


def test_a_penalty_is_divided_by_responsibility_without_remainder():
    half, seven = Fraction(1, 2), Fraction(7, 10)
    assert split(Fraction(1), [Fraction(1)]) == (1,)
    assert split(Fraction(1), [half, half]) == (half, half)
    assert split(Fraction(1), [seven, 1 - seven]) == (seven, Fraction(3, 10))
    with pytest.raises(ScoringError, match="20% of the whole is missing"):
        split(Fraction(1), [seven, Fraction(1, 10)])
    with pytest.raises(ScoringError):
        charge_started_units(60, 0, Fraction(1))
