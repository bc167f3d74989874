"""A card left out of a trick: the same facts, three editions."""

import pytest

from analyser.ruling.kinds.rectification import Step
from tests.ruling_kinds.bundled import YEARS, due_in, found_in

TRICKS = [
    # still holds the suit: declarer's tricks in 1997, 2007, 2017; none: as at the table
    (True, None, 10, 10),
    (False, 10, 10, 10),
]


@pytest.mark.parametrize("holds, old, middle, new", TRICKS)
def test_declarers_tricks_after_a_defenders_omission(holds, old, middle, new):
    tricks = [found_in("played-card", year, still_holds_suit=holds).tricks for year in YEARS]
    assert tricks == [old, middle, new]


@pytest.mark.parametrize("year", YEARS)
def test_noticed_in_time_the_trick_is_completed_and_costs_nothing(year):
    result = found_in("played-card", year, both_sides_played_on=False)
    assert (due_in(result), result.tricks) == ({Step.COMPLETED}, None)
