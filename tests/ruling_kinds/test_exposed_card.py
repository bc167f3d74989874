"""A defender's card on the table, and declarer's own."""

import pytest

from analyser.bridge import Card, Seat, Suit
from analyser.ruling.kinds.rectification import Step
from tests.ruling_kinds.bundled import YEARS, due_in, found_in, open_to
from tests.support.every import each_row


@pytest.mark.parametrize("year", YEARS)
def test_a_small_card_dropped_leaves_partner_free(year):
    result = found_in("exposed-card", year)
    free = Step.PARTNER_LEADS_FREELY if year == "2017" else Step.PARTNER_FREE
    assert {Step.MINOR, free} <= due_in(result)
    assert open_to(result) == set()


@pytest.mark.parametrize("year", YEARS)
def test_declarers_own_cards_carry_no_restriction(year):
    result = found_in("exposed-card", year, offender=Seat.S)
    assert (result.infraction.answer, due_in(result)) == (False, {Step.NO_RESTRICTION})


@pytest.mark.parametrize(
    "year, adjusted", [("1997", Step.COULD_HAVE_KNOWN), ("2007", Step.IF_TOLD), ("2017", Step.WITH_HELP)]
)
def test_what_the_card_told_may_lead_to_an_adjusted_score(year, adjusted):
    assert adjusted in due_in(found_in("exposed-card", year))


def test_23_of_1997_is_for_a_partner_made_to_pass():
    """A minor penalty card makes nobody pass: in 1997 what could have been known goes by 72B1 alone."""
    result = found_in("exposed-card", "1997")
    known = next(step for step in result.rectification.due if step.code == f"rectify.{Step.COULD_HAVE_KNOWN}")
    assert [clause.path for clause in known.clauses] == ["72B1"]


def test_50e_since_2017_all_is_authorised_while_the_card_lies():
    """50E1: authorised for all while it lies; 50E2 and 50E3: unauthorised for partner once it is picked up or played."""
    due = due_in(found_in("exposed-card", "2017"))
    assert {Step.CARD_AUTHORISED, Step.CARD_LATER_UNAUTHORISED} <= due
    assert not due & {Step.CARD_UNAUTHORISED, Step.PARTNER_FREE, Step.ONLY_OBLIGATION}


KNOWN = [
    # is it an infraction, the law it goes by; what is changed of the case: East's card, South declares
    (True, "49", {}),
    (True, "57A", {"led": True}),
    (True, "57A", {"led": True, "instead": Card.parse("ST")}),
    (True, "52", {"instead": Card.parse("ST")}),
    (True, "49", {"led": False}),
    (False, "48", {"offender": Seat.S}),
    (False, "48", {"offender": Seat.N}),
    (True, "24", {"during": "auction", "led": False}),
    (True, "24", {"during": "auction", "offender": Seat.S, "led": False}),
]


@each_row("answer, path, changes", KNOWN)
def test_the_law_a_card_that_was_seen_goes_by(answer, path, changes):
    for year in YEARS:
        result = found_in("exposed-card", year, **changes)
        assert result.infraction.answer is answer, year
        assert [str(clause) for clause in result.infraction.clauses] == [f"{year}:{path}"]


def test_of_cards_in_two_suits_the_higher_comes_first():
    """51B: at partner's lead declarer may require the one or the other."""
    result = found_in("exposed-card", "2017", cards=(Card.parse("C4"), Card.parse("S7")))
    suits = [
        option.arguments["suit"]
        for option in result.rectification.options
        if option.code.endswith(Step.REQUIRE_LEAD)
    ]
    assert suits == [Suit.SPADES, Suit.CLUBS]
