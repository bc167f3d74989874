"""Wrong cards and wrong boards: what is due for each fact, and which fact is asked for where it is not told (15)."""

import pytest

from analyser import laws
from analyser.casefile import WrongBoard
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.scores_due import artificial_is_due
from analyser.ruling.kinds.wrong_board import wrong_board
from tests.support.row_names import row_name

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
FAULT = {"NS": "none", "EW": "direct"}


def told(**facts) -> WrongBoard:
    fields = {"id": "x", "kind": "wrong-board", "offender": "E", "fault": FAULT, **facts}
    return WrongBoard.model_validate(fields)


def of_pairs(year: str, **facts):
    return wrong_board(told(**facts), LAW[year], teams=False)


NEW = {Step.RESULT_STANDS, Step.RIGHT_BOARD_LATER}
PLAYED = [
    # the facts; the editions; steps that are due; what is asked for
    ({"played_before": False}, YEARS, NEW, set()),
    ({}, YEARS, NEW, {"played_before"}),
    # 15C of 1997 and 2007: the calls are repeated, any difference cancels the board
    ({"noticed": "auction", "played_before": False, "repeats_call": True}, ("1997", "2007"), {Step.CALLS_CANCELLED, Step.REPEAT_CALLS}, set()),
    ({"noticed": "auction", "played_before": False}, ("1997", "2007"), {Step.CALLS_CANCELLED, Step.REPEAT_CALLS}, {"repeats_call"}),
    # 15B2 of 2017: completed if nobody had played it
    ({"noticed": "auction", "played_before": False}, ("2017",), {Step.COMPLETE} | NEW, set()),
    ({"noticed": "auction"}, ("2017",), {Step.COMPLETE} | NEW, {"played_before"}),
]  # fmt: skip


@pytest.mark.parametrize("facts, years, due, missing", PLAYED, ids=row_name)
def test_a_wrong_board_nobody_had_played(facts, years, due, missing):
    for year in years:
        result = of_pairs(year, **facts)
        assert (steps_of(result), set(result.missing)) == (due, missing), year
        assert not artificial_is_due(result)


@pytest.mark.parametrize("year", YEARS)
def test_a_board_already_played_is_void_and_lost_results_scored(year):
    result = of_pairs(year, played_before=True, noticed="auction")
    assert Step.SECOND_RESULT_VOID in steps_of(result)
    assert artificial_is_due(result)


@pytest.mark.parametrize("year", ["1997", "2007"])
def test_a_call_that_differs_cancels_the_board(year):
    result = of_pairs(year, noticed="auction", played_before=False, repeats_call=False)
    assert Step.CANCELLED in steps_of(result)
    assert Step.REPEAT_CALLS not in steps_of(result)
    assert artificial_is_due(result)


CARDS = [
    # 15A: cards from another board; the facts; in which editions the board has a score of the director's, and what is asked for
    ({"called": False}, (), set()),
    ({"called": True, "partner_called": False, "opponent_called": False, "repeats_call": False}, (), set()),
    ({"called": True, "partner_called": False, "opponent_called": True, "repeats_call": True}, (), set()),
    ({"called": True, "partner_called": False, "opponent_called": True, "repeats_call": False}, ("1997", "2007"), set()),
    ({"called": True, "partner_called": True, "repeats_call": True}, ("2007", "2017"), set()),
    ({"called": True, "partner_called": True, "repeats_call": False}, YEARS, set()),
]  # fmt: skip


@pytest.mark.parametrize("facts, scored, missing", CARDS, ids=row_name)
def test_cards_from_wrong_boards_are_put_right_or_scored(facts, scored, missing):
    for year in YEARS:
        result = of_pairs(year, **facts)
        assert (Step.RIGHT_CARDS in steps_of(result)) is (year not in scored), year
        assert set(result.missing) == missing, year


@pytest.mark.parametrize(
    "facts, missing",
    [
        ({"called": True, "partner_called": False}, {"1997": {"opponent_called", "repeats_call"}, "2007": {"opponent_called", "repeats_call"}, "2017": set()}),
        ({"called": True, "opponent_called": False}, {"1997": set(), "2007": {"partner_called"}, "2017": {"partner_called"}}),
    ],
)  # fmt: skip
def test_unknown_facts_of_calls_are_asked_where_they_decide(facts, missing):
    assert {year: set(of_pairs(year, **facts).missing) for year in YEARS} == missing


@pytest.mark.parametrize("year", YEARS)
def test_the_source_board_may_be_played_unless_he_calls_otherwise(year):
    facts = {"called": True, "partner_called": False, "opponent_called": False}
    assert Step.SOURCE_BOARD in steps_of(of_pairs(year, **facts, source_differs=False))
    assert Step.SOURCE_BOARD not in steps_of(of_pairs(year, **facts, source_differs=True))
    assert Step.SOURCE_BOARD not in steps_of(of_pairs(year, **facts))
