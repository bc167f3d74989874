"""A wrong number of tricks written down, and the director called after the round."""

import pytest

from tests.ruling_kinds.bundled import found_in


@pytest.mark.parametrize("year, sure, unsure", [("1997", None, 9), ("2007", None, 9), ("2017", 10, 9)])
def test_both_sides_scores_change_only_since_2017_if_convinced(year, sure, unsure):
    """79B3 of 2017; before, what is done to either side is the director's. Who is not convinced leaves the nine entered."""
    assert found_in("score-error", year).tricks == sure
    assert found_in("score-error", year, certain=False).tricks == unsure


@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_a_slip_in_computing_is_corrected_in_time(year):
    assert found_in("score-error", year, nature="computation", in_time=True).tricks == 10


@pytest.mark.parametrize("year, certain", [("1997", True), ("2007", False), ("2017", False)])
def test_79c_after_the_period_the_entry_stands(year, certain):
    """79C: once the period is over the score written down is the score, but for the late correction of 79C2."""
    late = found_in("score-error", year, nature="computation", in_time=False, certain=certain)
    assert late.tricks == 9


@pytest.mark.parametrize("nature, law", [("tricks-agreed", "79B"), ("computation", "79C")])
@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_disputed_tricks_go_by_79b_and_score_slips_by_79c(year, nature, law):
    clauses = found_in("score-error", year, nature=nature, in_time=True).infraction.clauses
    assert clauses
    assert all(clause.path.startswith(law) for clause in clauses)
