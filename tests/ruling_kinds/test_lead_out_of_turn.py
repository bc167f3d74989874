"""The wrong defender leads: the card, the options, and who did nothing wrong."""

import pytest

from analyser.ruling.kinds.rectification import Step
from tests.ruling_kinds.bundled import YEARS, due_in, found_in, open_to


@pytest.mark.parametrize("year", YEARS)
def test_a_refused_lead_becomes_a_major_penalty_card(year):
    result = found_in("lead-out-of-turn", year)
    assert {Step.LEAD_RETRACTED, Step.MAJOR} <= due_in(result)
    assert open_to(result) == {Step.REQUIRE_LEAD, Step.FORBID_LEAD, Step.NEITHER}


@pytest.mark.parametrize("year", YEARS)
def test_an_accepted_lead_stands_and_nothing_follows(year):
    assert due_in(found_in("lead-out-of-turn", year, accepted=True)) == {Step.LEAD_STANDS}


@pytest.mark.parametrize("year", YEARS)
def test_who_was_told_wrongly_takes_his_card_back(year):
    result = found_in("lead-out-of-turn", year, told_turn=True)
    assert (result.infraction.answer, due_in(result)) == (False, {Step.MUST_RETRACT})


@pytest.mark.parametrize("year", YEARS)
def test_54c_is_for_the_opening_lead_alone(year):
    """54C: a dummy that could be seen makes the opening lead stand; later dummy lies there anyway, and 56 applies."""
    result = found_in("lead-out-of-turn", year, trick=4, dummy_seen=True, accepted=False)
    assert Step.LEAD_RETRACTED in due_in(result)
    assert Step.LEAD_MUST_STAND in due_in(
        found_in("lead-out-of-turn", year, trick=1, dummy_seen=True, accepted=None)
    )
