"""Irregular calls by edition: who must pass, for how long, and what happens to the lead."""

import pytest

from analyser import laws
from analyser.bridge import Call, Seat, Suit
from analyser.casefile import case_of
from analyser.ruling.kinds.call_out_of_turn import OutOfTurnCall, call_out_of_turn
from analyser.ruling.kinds.call_out_of_turn import select_rule as of_out_of_turn
from analyser.ruling.kinds.calls import CallFacts, call_facts
from analyser.ruling.kinds.insufficient_bid import InsufficientBid, insufficient_bid
from analyser.ruling.kinds.insufficient_bid import select_rule as of_insufficient
from analyser.ruling.kinds.irregular_call import (
    changed_call,
    inadmissible_call,
    rectify_above_seven,
    rectify_after_end,
    rectify_forbidden_call,
)
from analyser.ruling.kinds.rectification import Step, steps_of
from tests.support import ROOT
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
PASS, DOUBLE, SPADE, HEART = map(Call.parse, ("P", "X", "1S", "2H"))
STANDS, FREE, BARRED, DOUBLED = InsufficientBid

INSUFFICIENT = [
    # facts: 1997, 2007, 2017
    ({"accepted": True}, STANDS, STANDS, STANDS),
    ({"replacement": HEART, "lowest_same": True, "artificial": False}, FREE, FREE, FREE),
    ({"replacement": HEART, "lowest_same": True, "artificial": True}, BARRED, BARRED, FREE),
    # 2NT - 2C meant as an ask, put right to 3C with the same meaning
    (
        {
            "replacement": HEART,
            "lowest_same": True,
            "artificial": True,
            "same_meaning": True,
            "comparable": True,
        },
        BARRED,
        FREE,
        FREE,
    ),
    ({"replacement": HEART, "lowest_same": False, "comparable": True}, BARRED, BARRED, FREE),
    ({"replacement": HEART, "lowest_same": False, "same_meaning": True}, BARRED, FREE, BARRED),
    ({"replacement": PASS, "lowest_same": False}, BARRED, BARRED, BARRED),
    # not comparable (23A of 2017) is wider than not the same or more precise (27B1b of 2007): 27B3 and 27B4 follow
    ({"replacement": DOUBLE, "lowest_same": False, "comparable": False}, DOUBLED, DOUBLED, DOUBLED),
    ({"replacement": DOUBLE, "lowest_same": False, "same_meaning": False}, DOUBLED, DOUBLED, BARRED),
    ({"replacement": DOUBLE, "lowest_same": False, "comparable": True}, DOUBLED, BARRED, FREE),
    (
        {"replacement": SPADE, "lowest_same": False, "sufficient": False, "comparable": False},
        DOUBLED,
        DOUBLED,
        DOUBLED,
    ),
]


@each_row("told, old, middle, new", INSUFFICIENT)
def test_the_insufficient_bid_by_edition(told, old, middle, new):
    facts = CallFacts(Seat.S, Seat.S, SPADE, **{"accepted": False, **told})
    assert [of_insufficient(facts, LAW[year]).answer for year in YEARS] == [old, middle, new]


def test_a_barred_partner_passes_throughout_in_every_edition():
    facts = CallFacts(Seat.S, Seat.S, SPADE, HEART, accepted=False, lowest_same=False)
    for year in YEARS:
        rectification = insufficient_bid(facts, LAW[year])
        (bar,) = (step for step in rectification.due if step.code == f"rectify.{Step.PARTNER_SILENT}")
        assert bar.arguments["who"] is Seat.N
        assert [str(clause) for clause in bar.clauses] == [f"{year}:27B2"]


def test_while_nobody_has_chosen_the_next_player_may_accept():
    rectification = insufficient_bid(CallFacts(Seat.S, Seat.S, SPADE, HEART), LAW["2017"])
    assert rectification.options[0].code == "rectify.call.accept"
    assert rectification.options[0].arguments["by"] is Seat.W
    assert "accepted" in rectification.missing


@pytest.mark.parametrize("year", YEARS)
def test_without_its_place_nobody_sees_which_bid_is_the_lowest(year):
    """27B1: the place in the auction decides whether partner may go on, and is asked for."""
    rectification = insufficient_bid(
        CallFacts(Seat.S, Seat.S, SPADE, HEART, accepted=False, artificial=False), LAW[year]
    )
    assert "at" in rectification.missing


O = OutOfTurnCall  # noqa: E741 - the table below stays legible
TURNS = [
    # the call, whose turn, further facts: 1997, 2007, 2017
    (PASS, Seat.E, {"any_bid": False}, O.SILENT, O.SILENT, O.SILENT),
    (PASS, Seat.N, {"any_bid": False}, O.SILENT, O.SILENT, O.PARTNER_BARRED),
    (PASS, Seat.N, {"any_bid": False, "comparable": True}, O.SILENT, O.SILENT, O.FREE),
    (PASS, Seat.N, {"any_bid": True}, O.SILENT_PARTNER_LIMITED, O.SILENT_PARTNER_LIMITED, O.PARTNER_BARRED),
    (PASS, Seat.W, {"any_bid": True, "called_before": True}, *[O.CHANGE_OF_CALL] * 3),
    (SPADE, Seat.E, {"right_hand_passed": True}, O.REPEAT, O.REPEAT, O.REPEAT),
    (SPADE, Seat.E, {"right_hand_passed": False}, *[O.PARTNER_BARRED] * 3),
    (SPADE, Seat.E, {"right_hand_passed": False, "comparable": True}, O.PARTNER_BARRED, O.PARTNER_BARRED, O.FREE),
    (SPADE, Seat.N, {}, *[O.PARTNER_BARRED] * 3),
    (SPADE, Seat.N, {"comparable": True}, O.PARTNER_BARRED, O.PARTNER_BARRED, O.FREE),
    (SPADE, Seat.N, {"accepted": True}, O.STANDS, O.STANDS, O.STANDS),
    (DOUBLE, Seat.E, {"right_hand_passed": True}, O.REPEAT, O.REPEAT, O.REPEAT),
    (DOUBLE, Seat.N, {}, *[O.PARTNER_BARRED] * 3),
]  # fmt: skip


@each_row("call, turn, told, old, middle, new", TURNS)
def test_the_call_out_of_turn_by_edition(call, turn, told, old, middle, new):
    fields = {"accepted": False, "called_before": False, "any_bid": True, **told}
    facts = CallFacts(Seat.S, turn, call, **fields)
    assert [of_out_of_turn(facts, LAW[year]).answer for year in YEARS] == [old, middle, new]


DURATIONS = [
    # bid at right-hand opponent's turn, who acted; the same denomination, another, at partner's turn
    (Seat.E, Call.parse("2S"), Step.PARTNER_PASSES, Step.PARTNER_PASSES, Step.PARTNER_PASSES),
    (Seat.E, HEART, Step.PARTNER_SILENT, Step.PARTNER_SILENT, Step.PARTNER_PASSES),
    (Seat.N, HEART, Step.PARTNER_SILENT, Step.PARTNER_SILENT, Step.PARTNER_PASSES),
]


@pytest.mark.parametrize("turn, replacement, old, middle, new", DURATIONS)
def test_partner_is_silenced_throughout_before_2017_and_once_since(turn, replacement, old, middle, new):
    facts = CallFacts(
        Seat.S,
        turn,
        SPADE,
        replacement,
        accepted=False,
        right_hand_passed=False,
        called_before=False,
        any_bid=True,
    )
    bars = {Step.PARTNER_PASSES, Step.PARTNER_SILENT}
    for year, expected in zip(YEARS, (old, middle, new), strict=True):
        assert steps_of(call_out_of_turn(facts, LAW[year])) & bars == {expected}


def suits_of(result, step):
    codes = [option for option in result.options if option.code == f"rectify.{step}"]
    return [code.arguments.get("suit", code.arguments.get("suits")) for code in codes]


def test_two_suits_shown_with_one_repeated_leave_declarer_the_other():
    facts = CallFacts(
        Seat.S,
        Seat.N,
        SPADE,
        HEART,
        accepted=False,
        called_before=False,
        suits=(Suit.HEARTS, Suit.SPADES),
        suits_again=(Suit.HEARTS,),
        declarer=Seat.E,
    )
    old = call_out_of_turn(facts, LAW["2007"])
    assert suits_of(old, Step.REQUIRE_SUIT) == suits_of(old, Step.FORBID_SUIT) == [Suit.SPADES]
    new = call_out_of_turn(facts, LAW["2017"])
    assert suits_of(new, Step.FORBID_ONE_OF) == [(Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS)]
    assert suits_of(new, Step.REQUIRE_SUIT) == []


def test_the_offenders_own_side_declares_and_no_lead_is_restricted():
    facts = CallFacts(Seat.S, Seat.N, SPADE, HEART, accepted=False, called_before=False, declarer=Seat.N)
    assert call_out_of_turn(facts, LAW["2017"]).options == ()


CHANGED = [
    ({"unintended": True, "partner_called": False}, *[{Step.CORRECTED_FREELY}] * 3),
    ({"unintended": False, "accepted": True}, *[{Step.SECOND_STANDS}] * 3),
]


@pytest.mark.parametrize("told, old, middle, new", CHANGED)
def test_a_slip_and_an_accepted_change(told, old, middle, new):
    facts = CallFacts(Seat.S, Seat.S, SPADE, HEART, **told)
    assert [steps_of(changed_call(facts, LAW[year])) for year in YEARS] == [old, middle, new]


def test_a_deliberate_change_is_capped_in_1997_cancelled_later():
    facts = CallFacts(
        Seat.S, Seat.S, SPADE, HEART, accepted=False, unintended=False, first_legal=True, suits=()
    )
    old = changed_call(facts, LAW["1997"])
    assert {Step.MAY_LET_STAND, Step.MAY_CHANGE_CAPPED, Step.PARTNER_PASSES} <= steps_of(old)
    (cap,) = (step for step in old.due if step.code == f"rectify.{Step.MAY_CHANGE_CAPPED}")
    assert cap.arguments["percent"] == 40
    for year in ("2007", "2017"):
        assert Step.FIRST_STANDS in steps_of(changed_call(facts, LAW[year]))


INADMISSIBLE = [
    ({"accepted": True}, Step.AS_IF_NEVER, Step.AS_IF_NEVER, Step.AS_IF_NEVER),
    ({"accepted": False}, Step.PARTNER_SILENT, Step.PARTNER_SILENT, Step.PARTNER_SILENT),
    ({"found_late": True}, Step.LATE_NOT_COVERED, Step.LATE_NOT_COVERED, Step.SCORED_WITHOUT),
]


@pytest.mark.parametrize("told, old, middle, new", INADMISSIBLE)
def test_the_inadmissible_double(told, old, middle, new):
    facts = CallFacts(Seat.S, Seat.S, DOUBLE, **told)
    for year, step in zip(YEARS, (old, middle, new), strict=True):
        assert step in steps_of(inadmissible_call(facts, LAW[year]))


@pytest.mark.parametrize("year", YEARS)
def test_a_required_pass_silences_both_unless_the_next_player_called(year):
    facts = CallFacts(Seat.S, Seat.S, HEART, accepted=False)
    assert Step.BOTH_SILENT in steps_of(rectify_forbidden_call(facts, LAW[year]))
    accepted = CallFacts(Seat.S, Seat.S, HEART, accepted=True)
    assert steps_of(rectify_forbidden_call(accepted, LAW[year])) == {Step.CALL_STANDS, Step.UNRESTRICTED}


@pytest.mark.parametrize("year", YEARS)
def test_above_seven_is_never_played(year):
    for accepted in (True, False, None):
        steps = steps_of(rectify_above_seven(CallFacts(Seat.S, Seat.S, accepted=accepted), LAW[year]))
        assert {Step.NEVER_ABOVE_SEVEN, Step.PASS_SUBSTITUTED} <= steps
        condoned = accepted is True and year == "1997"  # no penalty once the next player has called (35C)
        assert (Step.BOTH_SILENT in steps) is not condoned


@pytest.mark.parametrize("year", YEARS)
def test_after_the_final_pass_only_a_defender_pays(year):
    defender = CallFacts(Seat.S, call=DOUBLE, accepted=False, declarer=Seat.E, suits=())
    assert rectify_after_end(defender, LAW[year]).options
    for free in (
        CallFacts(Seat.S, call=PASS, accepted=False, declarer=Seat.E),
        CallFacts(Seat.S, call=DOUBLE, accepted=False, declarer=Seat.N),
    ):
        rectification = rectify_after_end(free, LAW[year])
        assert (rectification.options, steps_of(rectification)) == (
            (),
            {Step.CALL_CANCELLED, Step.NOTHING_MORE},
        )


@pytest.mark.parametrize("year", YEARS)
def test_north_whose_turn_it_was_is_named_like_any_other(year):
    facts = CallFacts(
        Seat.E, Seat.N, SPADE, accepted=False, right_hand_passed=True, called_before=False, any_bid=True
    )
    (again,) = (
        step for step in call_out_of_turn(facts, LAW[year]).due if step.code == f"rectify.{Step.REPEAT}"
    )
    assert (again.arguments["who"], again.arguments["by"]) == (Seat.E, Seat.N)


AUCTIONS = [
    # the auction that stood, the call out of turn, whose turn it was: whether he then passed
    ("1H P P P", 2, None, True),
    ("1H 1S P P P", 2, None, False),
    ("1H P P P", 2, "W", True),
    ("1H P P P", 2, "E", None),  # the call recorded there is another's
    ("1H", 1, None, False),
]


@pytest.mark.parametrize("auction, number, turn, passed", AUCTIONS)
def test_the_next_call_in_turn_comes_from_the_auction(auction, number, turn, passed):
    """South deals: West's call is the second. A file with another turn there is refused, so it is set on the incident."""
    text = (ROOT / "cases/laws/31A1-right-hand-passes.toml").read_text()
    head = text[: text.index("[table]")]
    case = case_of(
        f"""{head}[table]
auction = "{auction}"
[[incident]]
id = "it"
kind = "irregular-call"
irregularity = "out-of-turn"
offender = "N"
at = "call {number}"
call = "1S"
accepted = false
""".encode()
    )
    incident = case.incident[0].model_copy(update={"turn": Seat.parse(turn)} if turn else {})
    assert call_facts(case, incident).right_hand_passed is passed
