"""A defender's card on the table, and declarer's own."""

import pytest

from analyser.bridge import Seat
from analyser.infractions.rectify.steps import Step
from tests.infractions.bundled import YEARS, due_in, found_in, open_to


@pytest.mark.parametrize("year", YEARS)
def test_a_small_card_dropped_leaves_partner_free(year):
    found = found_in("exposed-card", year)
    assert {Step.MINOR, Step.PARTNER_FREE} <= due_in(found)
    assert open_to(found) == set()


@pytest.mark.parametrize("year", YEARS)
def test_declarers_own_cards_carry_no_restriction(year):
    found = found_in("exposed-card", year, offender=Seat.S)
    assert (found.infraction.answer, due_in(found)) == (False, {Step.NO_RESTRICTION})


@pytest.mark.parametrize(
    "year, adjusted", [("1997", Step.COULD_HAVE_KNOWN), ("2007", Step.WITH_HELP), ("2017", Step.WITH_HELP)]
)
def test_what_the_card_told_may_lead_to_an_adjusted_score(year, adjusted):
    assert adjusted in due_in(found_in("exposed-card", year))
