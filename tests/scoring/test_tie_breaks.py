"""Ties are broken in the order of FIGB Norme Integrative 2017, art. 78 §5-8."""

from fractions import Fraction

import pytest

from analyser.laws import resolve
from analyser.scoring import simple_margin
from analyser.scoring.tie_breaks import (
    MatchBoard,
    PairBoard,
    PlayedRecord,
    Ratio,
    TeamMatch,
    TieBreak,
    boards_to_play_off,
    break_tie,
)

FIGB = resolve(None, "FIGB").regulation.tie_breaks
PAIRS, ROUND_ROBIN, SWISS, BAM = (
    tuple(map(TieBreak, words)) for words in (FIGB.pairs, FIGB.round_robin, FIGB.swiss, FIGB.board_a_match)
)


def match(first, second, won, *boards):
    """A match; each board as the IMPs and the total points of the first team."""
    lines = (
        MatchBoard(str(number), (Fraction(imps), Fraction(-imps)), (Fraction(points), Fraction(-points)))
        for number, (imps, points) in enumerate(boards, 1)
    )
    return TeamMatch(first, second, (Fraction(won), Fraction(20 - won)), tuple(lines))


def order(tied, criteria, *matches, boards=()):
    """Each place as its competitors and the criterion that gave it."""
    return [
        (tuple(line.who for line in place), place[0].by and place[0].by.value)
        for place in break_tie(tied, criteria, PlayedRecord(boards, matches))
    ]


ROUND_ROBINS = {
    "direct VP first": ([match("A", "B", 12, (4, 50))], "direct-vp"),
    "then direct IMPs": ([match("A", "B", 10, (1, 50))], "direct-imps"),
    "then the IMP quotient": (
        [
            match("A", "B", 10, (0, 0)),
            match("A", "C", 15, (9, 0), (-3, 0)),
            match("B", "C", 15, (10, 0), (-4, 0)),
        ],
        "imp-quotient",
    ),
    "then the IMP difference": (
        [
            match("A", "B", 10, (0, 0)),
            match("A", "C", 15, (9, 0), (-3, 0)),
            match("B", "C", 15, (6, 0), (-2, 0)),
        ],
        "imp-difference",
    ),
    "then total points against each other": ([match("A", "B", 10, (0, 10))], "direct-points"),
    "then their quotient": (
        [
            match("A", "B", 10, (0, 0)),
            match("A", "C", 15, (0, 300), (0, -100)),
            match("B", "C", 15, (0, 200), (0, -100)),
        ],
        "points-quotient",
    ),
}


@pytest.mark.parametrize(("matches", "by"), ROUND_ROBINS.values(), ids=ROUND_ROBINS)
def test_a_round_robin_goes_down_its_list(matches, by):
    assert order(["B", "A"], ROUND_ROBIN, *matches) == [(("A",), by), (("B",), by)]


def test_of_three_the_last_leaves_and_the_others_begin_again():
    """A leads the table of three, but once C is out the match of A and B speaks, which B won."""
    matches = [match("A", "B", 8, (-4, 0)), match("A", "C", 18, (9, 0)), match("B", "C", 11, (1, 0))]
    assert order(["A", "B", "C"], ROUND_ROBIN, *matches) == [
        (("B",), "direct-vp"),
        (("A",), "direct-vp"),
        (("C",), "direct-vp"),
    ]


def test_a_swiss_event_asks_first_whom_the_teams_met():
    matches = [match("A", "C", 12), match("B", "D", 12), match("C", "D", 15)]
    assert order(["A", "B"], SWISS, *matches) == [(("A",), "resistance"), (("B",), "resistance")]
    places = break_tie(["A", "B"], SWISS, PlayedRecord(matches=matches))
    assert [line.figure for place in places for line in place] == [23, 13]


def test_a_bye_counts_in_no_quotient_and_is_no_opponent():
    bye = TeamMatch("A", "", (Fraction(12), Fraction(0)), ())
    matches = [bye, match("A", "C", 12, (3, 0)), match("B", "C", 12, (3, 0))]
    places = break_tie(
        ["A", "B"], [TieBreak.IMP_QUOTIENT, TieBreak.RESISTANCE], PlayedRecord(matches=matches)
    )
    assert [sorted(line.who for line in place) for place in places] == [["A", "B"]]


def test_teams_that_did_not_meet_have_no_match_criterion():
    assert order(["A", "B"], [TieBreak.DIRECT_VP], match("A", "C", 12), match("B", "C", 13)) == [
        (("A", "B"), None)
    ]


def test_a_team_that_lost_no_imp_has_the_better_quotient():
    assert Ratio.from_counts(Fraction(1), Fraction(0)) > Ratio.from_counts(Fraction(99), Fraction(1))
    assert str(Ratio.from_counts(Fraction(1), Fraction(0))) == "∞"


def pair_boards(*rows):
    """Lines of who, board, points, and against whom; of a top of 10."""
    return [
        PairBoard(who, str(board), Fraction(points), Fraction(10), against)
        for who, board, points, against in rows
    ]


def test_pairs_that_all_met_are_parted_by_their_own_boards():
    boards = pair_boards(("1", 1, 6, "2"), ("2", 1, 4, "1"))
    assert order(["2", "1"], PAIRS, boards=boards) == [
        (("1",), "direct-matchpoints"),
        (("2",), "direct-matchpoints"),
    ]


def test_else_two_points_for_each_tied_rival_beaten():
    """Three pairs on one board get 4, 2 and 0."""
    boards = pair_boards(("1", 1, 9, "7"), ("2", 1, 5, "8"), ("3", 1, 2, "9"))
    places = break_tie(["3", "2", "1"], PAIRS, PlayedRecord(boards))
    assert [place[0].who for place in places] == ["1", "2", "3"]
    assert [(line.figure, line.against) for line in places[2]] == [(0, (2, 4))]


@pytest.mark.parametrize(("points", "gets"), [(6, 2), (5, 1), (4, 0)])
def test_a_board_only_one_played_is_compared_with_average(points, gets):
    boards = pair_boards(("1", 1, points, "7"), ("2", 2, 5, "8"))
    places = break_tie(["1", "2"], [TieBreak.SHARED_BOARDS], PlayedRecord(boards))
    figures = {line.who: line.figure for place in places for line in place if line.by}
    assert figures == ({"1": gets, "2": 1} if gets != 1 else {})


def test_then_more_tops_then_fewer_bottoms():
    tops = pair_boards(("1", 1, 10, "7"), ("1", 2, 0, "8"), ("2", 1, 9, "8"), ("2", 2, 1, "7"))
    assert order(["1", "2"], PAIRS, boards=tops) == [(("1",), "tops"), (("2",), "tops")]
    bottoms = pair_boards(("1", 1, 4, "7"), ("1", 2, 0, "8"), ("2", 1, 3, "8"), ("2", 2, 1, "7"))
    assert order(["1", "2"], PAIRS, boards=bottoms) == [(("2",), "bottoms"), (("1",), "bottoms")]


def test_places_in_several_sessions_come_first():
    boards = [
        PairBoard(who, f"{session}{who}", Fraction(points), Fraction(10), "", session)
        for who, session, points in [
            ("1", "a", 7), ("2", "a", 3), ("3", "a", 5), ("1", "b", 3), ("2", "b", 7), ("3", "b", 2),
        ]
    ]  # fmt: skip
    by = "session-places"
    assert order(["1", "2"], PAIRS, boards=boards) == [(("1",), by), (("2",), by)]


def test_board_a_match_counts_narrowly_lost_matches():
    lost = [match("A", "C", 10), match("B", "D", 10)]
    assert order(["A", "B"], BAM, *lost) == [(("A", "B"), None)]
    boards = [(1, 10)] * 14
    narrow = TeamMatch("A", "C", (Fraction(12), Fraction(16)), match("A", "C", 12, *boards).boards)
    clear = TeamMatch("B", "D", (Fraction(11), Fraction(17)), match("B", "D", 11, *boards).boards)
    assert order(["A", "B"], BAM, narrow, clear) == [(("A",), "matches-lost"), (("B",), "matches-lost")]


@pytest.mark.parametrize(("played", "boards"), [(22, 2), (16, 2), (24, 3), (32, 4)])
def test_a_tied_knock_out_adds_one_board_in_eight(played, boards):
    assert boards_to_play_off(played, FIGB.knockout_boards_for_one) == boards


@pytest.mark.parametrize(("boards", "margin"), [(20, 5), (28, 6), (32, 7), (48, 10), (64, 13), (65, 13)])
def test_simple_points_are_won_by_more_than_a_fifth(boards, margin):
    assert simple_margin(boards) == margin


def test_every_authority_names_criteria_that_are_known():
    for authority in ("WBF", "EBL", "EBU", "ACBL", "FIGB", "FRB"):
        rules = resolve(None, authority).regulation.tie_breaks
        for words in (rules.pairs, rules.round_robin, rules.swiss, rules.board_a_match):
            assert all(TieBreak(word) for word in words)
