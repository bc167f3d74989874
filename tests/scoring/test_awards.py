"""Scores given where nothing was played: by fault, by group, by what a regulation grants, and what it takes away."""

from fractions import Fraction

import pytest

from analyser.errors import ScoringError
from analyser.scoring import (
    DegreeOfFault,
    Field,
    GroupRules,
    SessionClamp,
    artificial_room,
    artificial_score,
    award_in_group,
    awards_in_group,
    fault_values,
    neuberg,
    percent_of_top,
    room_percent,
    shifted,
)

PERCENT, IMPS = fault_values(60, 50, 40), fault_values(3, 0, -3)
ITALY = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
ENGLAND = GroupRules(4, Fraction(1, 3), middle=60, step=10, together=120)

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


@pytest.mark.parametrize("fault, clamp, session, award", CLAMPED)
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
]


@pytest.mark.parametrize("played, artificial, matchpoints", ROOMS)
def test_an_artificial_room_at_board_a_match(played, artificial, matchpoints):
    assert artificial_room(played, artificial, win_from=120, loss_to=80) == matchpoints


def test_the_room_that_was_played_is_worth_its_percentage_against_all_results():
    assert room_percent(620, Field.parse("620x2 170x2")) == 75
    assert room_percent(-100, Field.parse("620x2 170x2")) == 0
    with pytest.raises(ScoringError):
        artificial_room(101, 40, win_from=120, loss_to=80)


GROUPS = [([100], [60]), ([100, 100], [60, 60]), ([-50, 420], [55, 65]), ([620, 170, 170], [70, 55, 55])]


@pytest.mark.parametrize("scores, awards", GROUPS)
def test_small_groups_share_a_hundred_and_twenty_percent(scores, awards):
    found = awards_in_group(scores, 20, ITALY)
    assert [award.scores.ns for award in found] == awards
    assert {award.scores.ns + award.scores.ew for award in found} == {120}


def test_a_group_of_three_goes_by_neuberg_where_it_is_more_than_a_third_of_the_field():
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
            assert neuberg(group - 1, group, results) == results - 1 == shifted(group - 1, group, results)
            assert neuberg(0, group, results) + neuberg(2 * group - 2, group, results) == 2 * (results - 1)
    assert [shifted(m, 9, 10) for m in (0, 8, 16)] == [1, 9, 17]


@pytest.mark.parametrize("wrong", [(0, 0, 5), (0, 6, 5), (-1, 3, 5), (5, 3, 5)])
def test_neuberg_refuses_what_no_group_has(wrong):
    with pytest.raises(ScoringError):
        neuberg(*wrong)
