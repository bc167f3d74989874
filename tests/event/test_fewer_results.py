"""Boards with fewer results at matchpoints, lists of one and two winners, and what a datum or a cross-IMP is made of."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from analyser import laws
from analyser.casefile import Form
from analyser.event.board_scores import FinalScore, score_board
from analyser.event.folder import apply_regulation
from analyser.event.matches import MatchPart, match_lines
from analyser.event.scorer import ResultVersion, Scorer, lines_of
from analyser.event.settings import (
    CrossDivisor,
    DatumKind,
    EventSettings,
    ExtraPoints,
    FieldRules,
    read_settings,
)
from analyser.event.standings import Standings
from analyser.event.store import BoardGroup, ResultSource, ResultStore, TableEntry
from analyser.formats import Artificial

SOURCE = ResultSource("made", 1)


def board(number, *scores, section="", session=""):
    """A board at as many tables as there are scores: pair 1 meets pair 11 at the first, and so on."""
    return [
        TableEntry(
            source=SOURCE,
            board=number,
            ns=str(place),
            ew=str(10 + place),
            section=section,
            session=session,
            score=score if isinstance(score, int) else None,
            artificial=score if isinstance(score, Artificial) else None,
        )
        for place, score in enumerate(scores, 1)
    ]


def standing(*boards, factored=True, **settings):
    """Every pair's percentage, the store asked for the fullest board as a run asks it."""
    event = EventSettings(form=Form.MATCHPOINTS, **settings)
    store = ResultStore()
    for entries in boards:
        store.add(entries)
    fullest = store.fullest(apart=event.apart) if factored else {}
    scorer = Scorer(event, fullest=fullest)
    for group in store.groups():
        scorer.board(group)
    return {line.who: line.score for line in scorer.standings[ResultVersion.TABLE].ranking()}


@pytest.mark.parametrize(
    "scores, matchpoints",
    # Neuberg, N = 5: 5/n times one more than the matchpoints in the group, less one; the top is 8
    [
        ((620, 620, 170, -100), ("13/2", "13/2", "11/4", "1/4")),  # 5 5 2 0 of n = 4
        ((620, 170, -100), ("22/3", "4", "2/3")),  # 4 2 0 of n = 3
        ((620, -100), ("13/2", "3/2")),  # 2 0 of n = 2
        ((620,), ("4",)),  # alone: the average
    ],
)
def test_fewer_results_are_factored_to_the_fullest_board(scores, matchpoints):
    earned = score_board(Form.MATCHPOINTS, [FinalScore.from_score(score) for score in scores], fullest=5)
    assert [points.ns for points in earned] == [Fraction(points) for points in matchpoints]
    assert all(points.ns + points.ew == points.top == 8 for points in earned)


def test_a_session_of_boards_with_five_and_with_four_results():
    """Pair 1: 5 of 8 on the first, 6½ of 8 on the second, which one table missed."""
    scores = standing(board(1, 620, 620, 170, -100, 650), board(2, 620, 620, 170, -100))
    assert scores["1"] == 100 * (5 + Fraction(13, 2)) / 16
    assert scores["11"] == 100 - scores["1"]
    assert sum(scores[str(pair)] + scores[str(10 + pair)] for pair in range(1, 6)) == 500


def test_without_factoring_each_board_has_its_own_top():
    boards = board(1, 620, 620, 170, -100, 650), board(2, 620, 620, 170, -100)
    assert standing(*boards, factored=False)["1"] == Fraction(100 * (5 + 5), 8 + 6)


def test_the_fullest_board_is_of_the_session_or_section():
    fuller = board(1, 620, 170, -100)
    other_session = board(2, 620, -100, session="2")
    sections = board(1, 620, 170, -100, section="A"), board(2, 620, -100, section="B")
    assert standing(fuller, other_session)["2"] == Fraction(
        100 * (2 + 0), 4 + 2
    )  # another session has its own top
    assert standing(*sections)["2"] == 100 * (2 + Fraction(1, 2)) / 8  # one field: 3/2 · (0 + 1) - 1
    assert standing(*sections, apart=True)["2"] == Fraction(100 * (2 + 0), 4 + 2)


def test_an_artificial_score_counts_among_the_results_of_a_board():
    """Two results and an average where three were expected: 3/2 times one more, less one; the average is 60 % of 4."""
    scores = standing(board(1, 620, -100, Artificial(60, 40)), board(2, 620, 170, -100))
    assert scores["1"] == 100 * (Fraction(7, 2) + 4) / 8
    assert scores["3"] == 100 * (Fraction(12, 5) + 0) / 8


def test_a_table_that_did_not_play_makes_no_board_fuller():
    store = ResultStore()
    store.add([*board(1, 620, -100), TableEntry(source=SOURCE, board=1, ns="3", ew="13")])
    assert store.fullest(apart=False) == {("", ""): 2}


@pytest.mark.parametrize(
    "rules, ns",
    # 620 among 620, 620, 170, -100, 1400: the mean is 542, without both ends 470, the median 620
    [
        (FieldRules(), 2),
        (FieldRules(trim=1), 4),
        (FieldRules(trim=3), 2),
        (FieldRules(datum=DatumKind.MEDIAN), 0),
    ],
)
def test_a_datum_is_trimmed_as_stated_small_fields_not(rules, ns):
    earned = score_board(Form.BUTLER, [FinalScore.from_score(s) for s in (620, 620, 170, -100, 1400)], rules)
    assert earned[0].ns == ns


def test_scores_left_out_of_the_datum_are_still_scored():
    """Without 0 and 2000 the mean of 0 and 90 is 45: to the nearest ten, away from zero, 50."""
    finals = [FinalScore.from_score(score) for score in (0, 0, 90, 2000)]
    assert [points.ns for points in score_board(Form.BUTLER, finals, FieldRules(trim=1))] == [-2, -2, 1, 18]


def test_a_datum_may_be_left_as_it_comes():
    """The mean of 620, 620, 170 and -100 is 327.5, to the nearest ten 330: -100 is 427.5 or 430 below it, 9 IMPs or 10."""
    finals = [FinalScore.from_score(score) for score in (620, 620, 170, -100)]
    assert [points.ns for points in score_board(Form.BUTLER, finals, FieldRules(exact_datum=True))] == [
        7,
        7,
        -4,
        -9,
    ]
    assert [points.ns for points in score_board(Form.BUTLER, finals)] == [7, 7, -4, -10]


@pytest.mark.parametrize(
    "cross, ns",
    # 620 against 170 and -100: 10 and 12 IMPs
    [(CrossDivisor.COMPARISONS, "11"), (CrossDivisor.SCORES, "22/3"), (CrossDivisor.NOTHING, "22")],
)
def test_cross_imps_are_divided_as_it_is_told(cross, ns):
    finals = [FinalScore.from_score(score) for score in (620, 170, -100)]
    assert score_board(Form.CROSS_IMPS, finals, FieldRules(cross=cross))[0].ns == Fraction(ns)


@pytest.mark.parametrize(
    "settings, seats, lists",
    [
        ({}, {"1": (6, 0), "11": (0, 6)}, {"1": "NS", "11": "EW"}),
        ({}, {"1": (6, 2), "11": (2, 6)}, {}),
        ({"winners": 1}, {"1": (6, 0), "11": (0, 6)}, {}),
        ({"winners": 2}, {"1": (6, 1), "11": (1, 6)}, {"1": "NS", "11": "EW"}),
        ({"form": Form.IMPS}, {"1": (6, 0), "11": (0, 6)}, {}),
    ],
)
def test_a_movement_has_one_list_or_two(settings, seats, lists):
    assert lines_of(EventSettings(**settings), seats) == lists


def test_each_line_has_its_own_places():
    store = ResultStore()
    store.add(board(1, 620, 170, -100))
    event = EventSettings(form=Form.MATCHPOINTS)
    scorer = Scorer(event, lines=lines_of(event, store.seats()))
    for group in store.groups():
        scorer.board(group)
    ranking = scorer.standings[ResultVersion.TABLE].ranking()
    assert [(line.within, line.rank, line.who) for line in ranking] == [
        ("NS", 1, "1"), ("NS", 2, "2"), ("NS", 3, "3"), ("EW", 1, "13"), ("EW", 2, "12"), ("EW", 3, "11"),
    ]  # fmt: skip


def room(number, stanza, teams, score):
    ns, ew = teams
    return TableEntry(source=SOURCE, board=number, round=stanza, ns=ns, ew=ew, score=score)


def played(event, *rooms):
    scorer = Scorer(event)
    for number in sorted({entry.board for entry in rooms}):
        entries = tuple(entry for entry in rooms if entry.board == number)
        scorer.board(BoardGroup("", number, None, entries))
    return match_lines({ResultVersion.TABLE: scorer.standings[ResultVersion.TABLE]})


ROOMS = (
    room(1, "1", "AB", 620), room(1, "1", "BA", 170),  # 10 to A
    room(2, "1", "AB", -100), room(2, "1", "BA", 100),  # 5 to B
    room(3, "2", "AB", 400), room(3, "2", "BA", 430),  # 1 to B
)  # fmt: skip


def test_a_knockout_lists_stanzas_carry_over_and_score():
    event = EventSettings(form=Form.KNOCKOUT, carried=(ExtraPoints("B", Fraction(9, 2), against="A"),))
    table = ResultVersion.TABLE
    assert [(line.part, line.stanza, line.boards, line.points[table]) for line in played(event, *ROOMS)] == [
        (MatchPart.STANZA, "1", 2, (10, 5)),
        (MatchPart.STANZA, "2", 1, (0, 1)),
        (MatchPart.CARRIED, "", 0, (0, Fraction(9, 2))),
        (MatchPart.TOTAL, "", 3, (10, Fraction(21, 2))),
    ]


def test_matches_in_victory_points_stand_each_by_itself():
    """Five IMPs on sixteen boards and one IMP: 11.34 and 9.69 (the WBF's continuous scale)."""
    lines = list(played(EventSettings(form=Form.VP, boards=16), *ROOMS))
    assert [(line.part, line.stanza) for line in lines] == [
        (MatchPart.STANZA, "1"), (MatchPart.CONVERTED, "1"), (MatchPart.STANZA, "2"), (MatchPart.CONVERTED, "2"),
    ]  # fmt: skip
    assert sum(lines[1].points[ResultVersion.TABLE]) == 20
    assert lines[1].points[ResultVersion.TABLE][0] > 10 > lines[3].points[ResultVersion.TABLE][0]


def test_settings_tell_how_a_field_is_scored():
    event = read_settings(
        b'form = "butler"\ntrim = 2\ndatum = "median"\ncross = "scores"\nfactor = false\nwinners = 2\n'
    )
    assert event.field_rules == FieldRules(2, DatumKind.MEDIAN, CrossDivisor.SCORES)
    assert (event.factor, event.winners) == (False, 2)
    assert isinstance(Standings(event), Standings)


@pytest.mark.parametrize(
    ("stated", "regulation", "factored"), [(None, True, True), (None, False, False), (True, False, True)]
)
def test_the_regulation_switches_factoring_and_the_event_overrides_it(stated, regulation, factored):
    law = SimpleNamespace(regulation=SimpleNamespace(fouled=SimpleNamespace(neuberg=regulation)))
    assert apply_regulation(EventSettings(factor=stated), law).factor is factored


@pytest.mark.parametrize("authority", ["EBU", "FIGB", "WBF"])
def test_every_authority_known_here_factors(authority):
    assert laws.resolve(None, authority, None, ()).regulation.fouled.neuberg
