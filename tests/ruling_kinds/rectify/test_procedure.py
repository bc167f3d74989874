"""Wrong cards and boards: each row of the reference answered by closed codes, edition by edition."""

import csv

import pytest

from analyser import laws
from analyser.bridge import Seat
from analyser.casefile import Fault, Faults, PlayedCard, WrongBoard, WrongHand
from analyser.ruling.kinds.played_card import played_card
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.wrong_board import wrong_board
from analyser.ruling.kinds.wrong_hand import wrong_hand
from tests.support import GOLDEN
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
FAULT = Faults(EW=Fault.DIRECT)


def hand(**facts):
    incident = WrongHand.model_construct(id="x", kind="wrong-hand", offender=Seat.S, fault=FAULT, **facts)
    return lambda law: wrong_hand(incident, law, teams=False)


def board(**facts):
    incident = WrongBoard.model_construct(id="x", kind="wrong-board", offender=Seat.S, fault=FAULT, **facts)
    return lambda law: wrong_board(incident, law, teams=False)


def card(**facts):
    incident = PlayedCard.model_construct(id="x", kind="played-card", offender=Seat.E, **facts)
    return lambda law: played_card(incident, law, Seat.S)


COUNT = {"cards": 14, "another_over": False}
VOID = {Step.SECOND_RESULT_VOID, Step.ARTIFICIAL}
ADDED = {Step.ADD_SUIT_CARD, Step.WINNER_UNCHANGED}
PRICED = ADDED | {Step.DEEMED_REVOKE, Step.TRICKS_TRANSFERRED}
STAYS = {Step.SURPLUS_BACK, Step.HIGHEST_STAYS, Step.WINNER_UNCHANGED, Step.MAY_HAVE_REVOKED}

# row: the facts, and the steps due under 1997, 2007, 2017
ROWS = {
    "DS-01": (
        hand(**COUNT, called=True, playable=True),
        {Step.PLAY_IF_CONSENT, Step.NO_CHANGE_OF_CALL},
        {Step.CORRECT_AND_PLAY, Step.NO_CHANGE_OF_CALL, Step.MAY_ADJUST, Step.CORRECTION_UNAUTHORISED},
        {Step.CORRECT_AND_PLAY, Step.NO_CHANGE_OF_CALL, Step.MAY_ADJUST},
    ),
    "DS-07": (
        hand(**COUNT, called=False, seen=True, serious=False),
        {Step.PLAY_IF_CONSENT},
        {Step.CORRECT_AND_PLAY, Step.ADJUST_IF_AFFECTED, Step.CORRECTION_UNAUTHORISED},
        {Step.CORRECT_AND_PLAY, Step.ADJUST_IF_AFFECTED},
    ),
    "DS-03": (
        hand(**COUNT, noticed="after-play"),
        {Step.CANCELLED, Step.ARTIFICIAL, Step.MAY_PENALISE},  # annulled: no result, so 12C1
        {Step.CANCELLED, Step.ADJUSTED, Step.MAY_PENALISE},
        {Step.CANCELLED, Step.ADJUSTED, Step.MAY_PENALISE},
    ),
    "DS-10": (
        hand(foreign=True, foreign_played=True),
        {Step.NOT_COVERED},
        {Step.REMOVED, Step.MAY_ADJUST},
        {Step.REMOVED, Step.MAY_ADJUST},
    ),
    "DS-14": (
        card(fact="omitted", both_sides_played_on=True, still_holds_suit=True),
        ADDED | {Step.NO_TRICK_PRICE},
        PRICED,
        PRICED,
    ),
    "DS-16": (
        card(fact="two-cards", both_sides_played_on=True, certain=False),
        STAYS,
        STAYS,
        STAYS,
    ),
    "DS-19": (board(played_before=True), VOID, VOID, VOID),
    "WB-1": (
        board(called=True, partner_called=True),
        {Step.CALLS_CANCELLED, Step.RIGHT_CARDS},
        {Step.CALLS_CANCELLED, Step.ARTIFICIAL, Step.MAY_PENALISE},
        {Step.CALLS_CANCELLED, Step.ADJUSTED, Step.MAY_PENALISE},
    ),
}


def reference():
    with (GOLDEN / "law/procedure.csv").open(encoding="utf-8") as file:
        return [row["id"] for row in csv.DictReader(file)]


@each_row("row", reference())
@each_row("place, year", list(enumerate(YEARS, 1)), ids=YEARS)
def test_a_row_of_the_reference_has_its_closed_codes(row, place, year):
    answer, expected = ROWS[row][0], ROWS[row][place]
    assert steps_of(answer(laws.resolve(None, "WBF", year))) == expected


SERIOUS = hand(**COUNT, called=False, seen=True, serious=True, consent=True)


@pytest.mark.parametrize("year, artificial", [("1997", True), ("2007", True), ("2017", False)])
def test_serious_knowledge_of_a_card_ends_the_board_before_2017(year, artificial):
    assert (Step.ARTIFICIAL in steps_of(SERIOUS(laws.resolve(None, "WBF", year)))) is artificial


@pytest.mark.parametrize("year, artificial", [("1997", True), ("2007", False), ("2017", False)])
def test_one_player_who_objects_ends_the_board_in_1997_alone(year, artificial):
    answer = hand(**COUNT, called=True, playable=True, consent=False)
    assert (Step.ARTIFICIAL in steps_of(answer(laws.resolve(None, "WBF", year)))) is artificial


@pytest.mark.parametrize("repeats, artificial", [(False, True), (True, False)])
def test_a_1997_call_on_wrong_cards_costs_if_it_differs(repeats, artificial):
    answer = board(called=True, partner_called=True, repeats_call=repeats)(laws.resolve(None, "WBF", "1997"))
    assert (Step.ARTIFICIAL in steps_of(answer)) is artificial
    assert answer.missing == ()


def test_consent_is_asked_for_where_it_decides():
    answer = hand(**COUNT, called=True, playable=True)(laws.resolve(None, "WBF", "1997"))
    assert answer.missing == ("consent",)


DIFFERENT = board(noticed="auction", played_before=False, repeats_call=False)


@pytest.mark.parametrize("year, cancelled", [("1997", True), ("2007", True), ("2017", False)])
def test_until_2017_a_different_call_on_right_seats_cancels(year, cancelled):
    steps = steps_of(DIFFERENT(laws.resolve(None, "WBF", year)))
    assert (Step.CANCELLED in steps, Step.COMPLETE in steps) == (cancelled, not cancelled)


def test_a_short_hand_without_long_ones_is_law_14():
    answer = hand(cards=12, another_over=False, noticed="auction", found="elsewhere")
    steps = steps_of(answer(laws.resolve(None, "WBF", "2017")))
    assert steps == {Step.RESTORED, Step.ALWAYS_COMPLETE, Step.CORRECTION_UNAUTHORISED}


TEAMS = WrongBoard.model_construct(id="x", kind="wrong-board", played_before=True, fault=FAULT)


@pytest.mark.parametrize(
    "year, steps",
    [
        ("1997", VOID),
        ("2007", VOID | {Step.OTHER_TABLE_MAY}),
        ("2017", {Step.BETTER_OF_TWO, Step.OTHER_TABLE_SHALL}),
    ],
)
def test_in_teams_the_other_table_has_a_word_since_2007(year, steps):
    assert steps_of(wrong_board(TEAMS, laws.resolve(None, "WBF", year), teams=True)) == steps
