"""Leads out of turn: what is due for each fact, what is open, and which fact is asked for where it is not told (47E, 53-56)."""

import pytest

from analyser import laws
from analyser.bridge import Card, Seat
from analyser.casefile import LeadOutOfTurn
from analyser.ruling.kinds.lead_out_of_turn import lead_out_of_turn, overtaken
from analyser.ruling.kinds.rectification import Step, steps_of
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
SEVEN = Card.parse("S7")


def lead(**facts) -> LeadOutOfTurn:
    fields = {"offender": Seat.E, "card": SEVEN, **facts}
    return LeadOutOfTurn.model_construct(id="x", kind="lead-out-of-turn", **fields)


def options_of(result) -> set[str]:
    return {option.code.removeprefix("rectify.") for option in result.options}


DECLARER = {"offender": Seat.S, "trick": 4}
REFUSED = {Step.LEAD_RETRACTED}
LEADS = [
    # the facts; the editions; steps that are due at least; steps that are not
    ({"told_turn": True}, YEARS, {Step.MUST_RETRACT}, {Step.MAJOR, Step.LEAD_STANDS}),
    ({"told_turn": True, "accepted": True}, YEARS, {Step.MUST_RETRACT}, {Step.LEAD_STANDS}),
    ({"face_up": False}, YEARS, {Step.FACE_DOWN_BACK}, {Step.MAJOR}),
    ({"face_up": False, "accepted": True}, YEARS, {Step.FACE_DOWN_BACK}, {Step.LEAD_STANDS}),
    # 54C: declarer could have seen dummy
    ({"dummy_seen": True}, YEARS, {Step.LEAD_MUST_STAND}, {Step.MAJOR}),
    ({"dummy_seen": True, "trick": 1}, YEARS, {Step.LEAD_MUST_STAND}, {Step.MAJOR}),
    ({"dummy_seen": True, "trick": 5, "accepted": False}, YEARS, REFUSED | {Step.MAJOR}, {Step.LEAD_MUST_STAND}),
    ({"accepted": True}, YEARS, {Step.LEAD_STANDS}, {Step.MAJOR}),
    ({"accepted": True, "trick": 5}, YEARS, {Step.LEAD_STANDS}, {Step.MAJOR}),
    ({"accepted": False}, YEARS, REFUSED | {Step.MAJOR}, {Step.LEAD_STANDS, Step.RIGHT_HAND_LEADS}),
    ({"accepted": False, "trick": 5}, YEARS, REFUSED | {Step.MAJOR}, {Step.LEAD_STANDS}),
    # 53A of 2017: to the thirteenth trick it can no more be accepted
    ({"trick": 13, "accepted": True}, ("1997", "2007"), {Step.LEAD_STANDS}, {Step.TOO_LATE_TO_ACCEPT}),
    ({"trick": 13, "accepted": True}, ("2017",), {Step.TOO_LATE_TO_ACCEPT, Step.MAJOR}, {Step.LEAD_STANDS}),
    ({"trick": 12, "accepted": True}, YEARS, {Step.LEAD_STANDS}, {Step.TOO_LATE_TO_ACCEPT}),
    (DECLARER | {"trick": 13, "accepted": True}, ("2017",), {Step.TOO_LATE_TO_ACCEPT}, {Step.MAJOR}),
    # 55: declarer's
    (DECLARER | {"accepted": True}, YEARS, {Step.LEAD_STANDS}, REFUSED),
    (DECLARER | {"accepted": True, "dummy_seen": True}, YEARS, {Step.LEAD_STANDS}, {Step.LEAD_MUST_STAND}),
    (DECLARER | {"accepted": False, "turn": Seat.N}, YEARS, REFUSED | {Step.RIGHT_HAND_LEADS, Step.IF_DAMAGED}, {Step.MAJOR}),
    (DECLARER | {"trick": 1}, YEARS, {Step.WRONG_SIDE}, REFUSED),
]  # fmt: skip


@each_row("facts, years, due, never", LEADS)
def test_what_becomes_of_a_lead_out_of_turn(facts, years, due, never):
    for year in years:
        steps = steps_of(lead_out_of_turn(lead(**facts), LAW[year], Seat.S))
        assert due <= steps, year
        assert not never & steps, year


CHOICES = [
    # while it is not told whether it was accepted: who may choose what, and what is asked for
    ({}, {Step.SPREAD, Step.LEAD_ACCEPT, Step.LEAD_REFUSE}, {"accepted"}),
    ({"trick": 1}, {Step.SPREAD, Step.LEAD_ACCEPT, Step.LEAD_REFUSE}, {"accepted"}),
    ({"trick": 5}, {Step.LEAD_ACCEPT, Step.LEAD_REFUSE}, {"accepted"}),
    (DECLARER | {"turn": Seat.N}, {Step.LEAD_ACCEPT, Step.LEAD_REFUSE}, {"accepted"}),
    (DECLARER, {Step.LEAD_ACCEPT, Step.LEAD_REFUSE}, {"accepted", "turn"}),
    (DECLARER | {"accepted": False}, set(), {"turn"}),
    ({"accepted": False, "card": None}, set(), {"card"}),
    ({"accepted": False, "told_turn": True}, set(), set()),
]


@each_row("facts, choices, missing", CHOICES)
def test_the_other_side_chooses_while_its_choice_is_unknown(facts, choices, missing):
    for year in YEARS:
        rectification = lead_out_of_turn(lead(**facts), LAW[year], Seat.S)
        penalty = {Step.REQUIRE_LEAD, Step.FORBID_LEAD, Step.NEITHER}
        assert options_of(rectification) - penalty == choices, year
        assert set(rectification.missing) == missing, year


@pytest.mark.parametrize("year", YEARS)
def test_who_declared_is_asked_for(year):
    rectification = lead_out_of_turn(lead(), LAW[year], None)
    assert (steps_of(rectification), rectification.missing) == (set(), ("declarer",))


@pytest.mark.parametrize("year", YEARS)
def test_another_card_that_came_first_is_ruled_on_by_itself(year):
    assert overtaken(lead(), LAW[year]) is None
    assert overtaken(lead(right_leader_led=True), LAW[year]) is not None
    hurried = overtaken(lead(offender=Seat.S, wrong_defender_played=True), LAW[year])
    options = {Step.HIGHEST, Step.LOWEST, Step.FORBID_OTHER} | (
        {Step.REQUIRE_OTHER} if year == "2017" else set()
    )
    assert options <= options_of(hurried)
