"""Why a published number is not ours, in files whose points nobody explains: the likely reason stands beside it."""

import pytest

from tests.event.published import set_beside

# Three results and an award: 5, 3 and 1 where the award counts as a tie with each (before Neuberg), 5.67, 3 and 0.33 with him.
AVERAGED = r"""[Event "Pairs Night"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Scoring "MatchPoints;MP2"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Score_NS\5R;MP_NS\4R;MP_EW\4R"]
 1  5 4S   N 10   420    5    1
 2  6 4S   N  9   -50  1.0  5.0
 3  7 3NT  N  9   400    3    3
 4  8 4S   N  -   A6040 3.6 2.4
[TotalScoreTable "Rank\2R;PairId\2R;TotalScoreMP\5R;TotalPercentage\6R"]
 1  1   5  83.33
 2  4  3.6 60.00
 3  3   3  50.00
 4  2   1  16.67
"""
# The same in points alone: the fourth table has been ruled on, and its score is not told.
LISTS = """#Version;std1
#Event;Pairs Night
#Scores
Pair;PLACE;PERCENTAGE
1;1;83.33
2;4;16.67
3;2;50.00
4;2;50.00
#Scores
Pair;PLACE;PERCENTAGE
1;4;16.67
2;1;83.33
3;2;50.00
4;2;50.00
#Travellers
NS;EW;NSScore;EWScore;NSPts;EWPts;Contract;Tricks;Declarer;Lead
#Board;1
1;1;420;;5;1;4S;10;N;
2;2;;50;1;5;4S;9;N;
3;3;400;;3;3;3NT;9;N;
4;4;;;3;3;;;;
"""


@pytest.fixture
def run(tmp_path):
    return lambda name, text: set_beside(tmp_path, {name: text})


def reasons(lines, what):
    return {line["who"]: line["reason"] for line in lines if line["what"] == what}


def test_other_tables_of_an_award_may_differ_for_that_reason(run):
    """The award is the reason at their tables; the totals follow the file and are equal."""
    analysis, lines = run("night.pbn", AVERAGED)
    assert reasons(lines, "board") == {
        "1": "artificial", "5": "artificial", "2": "artificial", "6": "artificial", "3": "", "7": "", "4": "", "8": "",
    }  # fmt: skip
    assert set(reasons(lines, "total").values()) | set(reasons(lines, "place").values()) == {""}
    assert {line.who: line.by_version["ruled"].score for line in analysis.standings}["4"] == 60


def test_two_rankings_with_the_same_numbers_are_two_lines(run):
    """Every total and place of BridgeWebs' lists is found; a table with points alone is the reason of the others."""
    analysis, lines = run("night.txt", LISTS)
    assert set(reasons(lines, "board").values()) <= {"", "given", "missing"}
    totals = reasons(lines, "total")
    assert (set(totals), set(totals.values())) == (
        {f"{n} {line}" for n in range(1, 5) for line in ("NS", "EW")},
        {""},
    )
    assert set(reasons(lines, "place").values()) == {""}
    assert {line.within for line in analysis.standings} == {"NS", "EW"}
