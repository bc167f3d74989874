"""Other tables are laid beside our outcomes only where they stood at the same node, and move nothing."""

import pytest

from analyser.casefile import problems_of
from tests.ruling.test_overrides import CASE, FOUND, estimated, ruled

HEAD = "[comparison]\nother_room = 170\n"


def beside(*rows):
    """The case with other tables; each row is an auction, a result and how many made it."""
    text = ", ".join(
        f'{{ auction = "{auction}", result = "{result}", times = {times} }}'
        for auction, result, times in rows
    )
    return CASE.replace(HEAD, f"{HEAD}tables = [ {text} ]\n")


SAME = ("1S P 3S P P P", "3S= by S", 3)
GAME = ("1S P 3S P 4S P P P", "4S-1 by S", 2)
OTHER = ("1S P 4S P P P", "4S= by S", 5)


def findings(monkeypatch, *rows):
    monkeypatch.setattr("tests.ruling.test_overrides.CASE", beside(*rows))
    return {finding.code: finding.arguments for finding in estimated().findings}


def test_only_tables_at_the_same_node_are_laid_beside(monkeypatch):
    """Ours is 1S P 3S P: three passed, two went on, five had left before. 3S= has twelve chances in thirteen here."""
    finding = findings(monkeypatch, SAME, GAME, OTHER)["outcomes.elsewhere"]
    assert (finding["there"], finding["known"]) == (5, 10)
    assert finding["results"] == ("3S= by S ×3 (92 %)", "4S-1 by S ×2 (0 %)")


def test_a_bare_score_is_compared_by_its_points(monkeypatch):
    finding = findings(monkeypatch, ("1S P 3S P P P", "+140", 1))["outcomes.elsewhere"]
    assert finding["results"] == ("+140 ×1 (92 %)",)


def test_where_nobody_stood_at_the_node_it_is_told(monkeypatch):
    results = findings(monkeypatch, OTHER)
    assert results["outcomes.nobody-there"] == {"known": 5}
    assert "outcomes.elsewhere" not in results


def test_other_tables_change_no_chance_weight_or_score(monkeypatch):
    before = ruled()
    monkeypatch.setattr("tests.ruling.test_overrides.CASE", beside(SAME, GAME, OTHER))
    after = ruled()
    assert after.outcomes == before.outcomes
    assert after.weights == before.weights
    assert after.adjusted == before.adjusted
    assert after.pruned == before.pruned


def test_without_other_tables_nothing_is_told():
    assert not [
        finding for finding in estimated().findings if "elsewhere" in finding.code or "nobody" in finding.code
    ]


@pytest.mark.parametrize(
    "row, where",
    [
        (("1S P 3S P P P", "4S= by S", 1), "comparison tables 1 result"),
        (("1S P 1H P P P", "1H= by N", 1), "comparison tables 1 auction call 3"),
    ],
)
def test_an_impossible_auction_is_a_problem_of_the_case(row, where):
    problems = problems_of((beside(row) + FOUND).encode())
    assert [problem.where for problem in problems] == [where]
