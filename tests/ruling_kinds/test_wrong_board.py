"""A board one side had played before: void for both, and a score for those deprived of one."""

import pytest

from analyser.bridge import Side
from analyser.ruling.kinds.scores_due import artificial_is_due
from tests.ruling_kinds.bundled import YEARS, found_in


@pytest.mark.parametrize("year", YEARS)
def test_each_side_gets_its_artificial_score_by_its_own_fault(year):
    result = found_in("wrong-board", year)
    assert artificial_is_due(result.rectification)
    given = {
        finding.arguments["side"]: (finding.arguments["percent"], finding.arguments["imps"])
        for finding in result.findings
        if finding.code == "rectify.score.artificial"
    }
    assert given == {Side.NS: (60, 3), Side.EW: (40, -3)}


def test_without_the_faults_they_are_asked_for():
    assert found_in("wrong-board", "2017", fault=None).rectification.missing == ("fault",)


@pytest.mark.parametrize("year", YEARS)
def test_a_board_new_to_all_keeps_its_result(year):
    result = found_in("wrong-board", year, played_before=False)
    assert not artificial_is_due(result.rectification)
