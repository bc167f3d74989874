"""The wrong defender leads: the card, the options, and who did nothing wrong."""

import pytest

from analyser.infractions.rectify.steps import Step
from tests.infractions.bundled import YEARS, due_in, found_in, open_to


@pytest.mark.parametrize("year", YEARS)
def test_a_refused_lead_becomes_a_major_penalty_card(year):
    found = found_in("lead-out-of-turn", year)
    assert {Step.LEAD_RETRACTED, Step.MAJOR} <= due_in(found)
    assert open_to(found) == {Step.REQUIRE_LEAD, Step.FORBID_LEAD, Step.NEITHER}


@pytest.mark.parametrize("year", YEARS)
def test_an_accepted_lead_stands_and_nothing_follows(year):
    assert due_in(found_in("lead-out-of-turn", year, accepted=True)) == {Step.LEAD_STANDS}


@pytest.mark.parametrize("year", YEARS)
def test_who_was_told_wrongly_takes_his_card_back(year):
    found = found_in("lead-out-of-turn", year, told_turn=True)
    assert (found.infraction.answer, due_in(found)) == (False, {Step.MUST_RETRACT})
