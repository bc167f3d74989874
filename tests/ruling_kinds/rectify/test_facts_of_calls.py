"""Irregular calls: what is due for each fact, what is open, and which fact is asked for where it is not told (25-39)."""

import pytest

from analyser import laws
from analyser.bridge import Call, Seat, Suit
from analyser.casefile import IrregularCall, Place, case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.call_out_of_turn import call_out_of_turn
from analyser.ruling.kinds.calls import CallFacts, call_facts, lead_restriction
from analyser.ruling.kinds.insufficient_bid import insufficient_bid
from analyser.ruling.kinds.irregular_call import (
    broken_duty,
    changed_call,
    find,
    inadmissible_call,
    rectify_above_seven,
    rectify_after_end,
    rectify_forbidden_call,
    ruled_call,
)
from analyser.ruling.kinds.rectification import Step, due, steps_of
from tests.support import ROOT
from tests.support.every import each_row
from tests.support.row_names import row_name

YEARS = ("1997", "2007", "2017")
OLD, NEW = ("1997", "2007"), ("2017",)
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
PASS, DOUBLE, SPADE, TWO_SPADES, HEART = map(Call.parse, ("P", "X", "1S", "2S", "2H"))
TOLD = {Step.UNAUTHORISED, Step.AUTHORISED}
KNOWN = Step.COULD_HAVE_KNOWN


def called(**facts) -> CallFacts:
    """South's call; his own side declares, so that no lead is restricted."""
    return CallFacts(**{"offender": Seat.S, "declarer": Seat.S, **facts})


def options_of(result) -> set[str]:
    return {option.code.removeprefix("rectify.") for option in result.options}


FREE = {Step.FREE, Step.WITH_HELP}
SILENCED = {Step.SUBSTITUTE, Step.PARTNER_SILENT, KNOWN} | TOLD
CANCELLED = SILENCED | {Step.CALL_CANCELLED}
LOWEST = {"replacement": HEART, "lowest_same": True}
OTHER = {"replacement": HEART, "lowest_same": False}
BEYOND = {"replacement": DOUBLE, "lowest_same": False}
INSUFFICIENT = [
    # what is due; what is asked for; the editions; the facts
    pytest.param({Step.CALL_STANDS}, set(), YEARS, {"accepted": True}, id="27A"),
    pytest.param(FREE, set(), YEARS, LOWEST | {"artificial": False}, id="27B1a"),
    pytest.param(SILENCED, set(), ("1997",), LOWEST | {"artificial": True}, id="27B2 of 1997"),
    pytest.param(SILENCED, {"same_meaning"}, ("2007",), LOWEST | {"artificial": True}, id="27B1b of 2007 asked"),
    pytest.param(FREE, set(), NEW, LOWEST | {"artificial": True}, id="27B1a of 2017"),
    pytest.param(SILENCED, {"artificial"}, ("1997",), LOWEST, id="27B1a of 1997 asked"),
    pytest.param(SILENCED, {"artificial", "same_meaning"}, ("2007",), LOWEST, id="27B1a of 2007 asked"),
    pytest.param(FREE, set(), NEW, LOWEST, id="27B1a of 2017, artificial or not"),
    pytest.param(SILENCED, {"at", "artificial"}, ("1997",), {"replacement": HEART}, id="27B1a of 1997, place asked"),
    pytest.param(SILENCED, {"at", "comparable"}, NEW, {"replacement": HEART}, id="27B1a of 2017, place asked"),
    pytest.param(SILENCED, {"replacement", "comparable"}, NEW, {}, id="27B of 2017, the call in its place asked"),
    pytest.param(FREE, set(), ("2007",), OTHER | {"same_meaning": True}, id="27B1b of 2007"),
    pytest.param(FREE, set(), NEW, OTHER | {"comparable": True}, id="27B1b of 2017"),
    pytest.param(SILENCED, set(), ("2007",), OTHER | {"same_meaning": False}, id="27B2 of 2007"),
    pytest.param(SILENCED, set(), NEW, OTHER | {"comparable": False}, id="27B2 of 2017"),
    pytest.param(SILENCED, set(), YEARS, {"replacement": PASS, "lowest_same": False}, id="27B2 for a pass"),
    pytest.param(FREE, set(), NEW, {"replacement": PASS, "lowest_same": False, "comparable": True}, id="27B1b of 2017 for a pass"),
    pytest.param(SILENCED, set(), ("2007",), {"replacement": PASS, "lowest_same": False, "same_meaning": False}, id="27B2 of 2007 for a pass"),
    pytest.param(CANCELLED, set(), ("1997",), BEYOND, id="27B3 of 1997"),
    pytest.param(CANCELLED, set(), ("2007",), BEYOND | {"same_meaning": False}, id="27B3 of 2007"),
    pytest.param(CANCELLED, set(), NEW, BEYOND | {"comparable": False}, id="27B3 of 2017"),
    pytest.param(SILENCED, {"same_meaning"}, ("2007",), BEYOND, id="27B3 of 2007 asked"),
    pytest.param(SILENCED, {"comparable"}, NEW, BEYOND, id="27B3 of 2017 asked"),
    pytest.param(CANCELLED, set(), ("1997",), OTHER | {"sufficient": False}, id="27B of 1997, insufficient again"),
    pytest.param(CANCELLED, set(), NEW, OTHER | {"sufficient": False, "comparable": False}, id="27B4 of 2017"),
]  # fmt: skip


@each_row("steps, missing, years, facts", INSUFFICIENT)
def test_what_becomes_of_an_insufficient_bid(steps, missing, years, facts):
    for year in years:
        rectification = insufficient_bid(
            called(**{"turn": Seat.S, "call": SPADE, "accepted": False, **facts}), LAW[year]
        )
        assert (steps_of(rectification), set(rectification.missing), rectification.options) == (
            steps,
            missing,
            (),
        ), year


BACK = {Step.CALL_CANCELLED, Step.TURN_RETURNED}
ONCE = BACK | {Step.OFFENDER_PASSES, KNOWN}
BARRED_ONCE = BACK | {Step.ANY_LEGAL, Step.PARTNER_PASSES, KNOWN} | TOLD
BARRED = BACK | {Step.ANY_LEGAL, Step.PARTNER_SILENT, KNOWN} | TOLD
LIMITED = BACK | {Step.OFFENDER_SILENT, Step.PARTNER_NO_DOUBLE, KNOWN}
RIGHT, PARTNER, LEFT = {"turn": Seat.E}, {"turn": Seat.N}, {"turn": Seat.W}
PASSED, BID, DOUBLED = {"call": PASS}, {"call": SPADE}, {"call": DOUBLE}
OUT_OF_TURN = [
    # what is due; what is asked for; the editions; the facts
    pytest.param({Step.CALL_STANDS}, set(), YEARS, PARTNER | BID | {"accepted": True}, id="29A"),
    pytest.param({Step.CALL_CANCELLED}, {"turn"}, YEARS, BID, id="29B, whose turn is asked"),
    pytest.param(BACK, {"call"}, YEARS, PARTNER, id="29B, the call is asked"),
    # 30: a pass
    pytest.param(ONCE, set(), YEARS, RIGHT | PASSED | {"any_bid": False}, id="30A at the right"),
    pytest.param(ONCE, set(), YEARS, RIGHT | PASSED | {"any_bid": True}, id="30B1, 30A of 2017"),
    pytest.param(ONCE, set(), YEARS, RIGHT | PASSED, id="30 at the right, bid or not"),
    pytest.param(ONCE, set(), OLD, PARTNER | PASSED | {"any_bid": False}, id="30A at partner's"),
    pytest.param(ONCE, set(), OLD, LEFT | PASSED | {"any_bid": False, "called_before": True}, id="30A at the left"),
    pytest.param(LIMITED, set(), OLD, PARTNER | PASSED | {"any_bid": True}, id="30B2"),
    pytest.param(ONCE, {"at"}, OLD, PARTNER | PASSED, id="30A or 30B2, the place is asked"),
    pytest.param({Step.CHANGE_OF_CALL}, set(), OLD, LEFT | PASSED | {"any_bid": True, "called_before": True}, id="30B3"),
    pytest.param({Step.CHANGE_OF_CALL}, set(), OLD, LEFT | PASSED | {"any_bid": True}, id="30B3, called before or not told"),
    pytest.param({Step.CHANGE_OF_CALL}, set(), NEW, LEFT | PASSED | {"called_before": True, "comparable": False}, id="30B2 of 2017"),
    pytest.param(BARRED_ONCE, set(), NEW, LEFT | PASSED | {"called_before": False, "comparable": False}, id="30B1b of 2017 at the left"),
    pytest.param(BARRED_ONCE, {"called_before"}, NEW, LEFT | PASSED | {"comparable": False}, id="30B of 2017 asked"),
    pytest.param(BARRED_ONCE, set(), NEW, PARTNER | PASSED | {"comparable": False}, id="30B1b of 2017"),
    pytest.param(BARRED_ONCE, {"comparable"}, NEW, PARTNER | PASSED, id="30B1b of 2017 asked"),
    pytest.param(BACK | FREE | TOLD, set(), NEW, PARTNER | PASSED | {"comparable": True}, id="30B1b1 of 2017"),
    # 30C: an artificial one goes by 31
    pytest.param(BACK | {Step.REPEAT}, set(), YEARS, RIGHT | PASSED | {"artificial": True, "right_hand_passed": True}, id="30C and 31A1"),
    pytest.param(BARRED, set(), OLD, PARTNER | PASSED | {"artificial": True, "any_bid": True}, id="30C and 31B"),
    pytest.param(BARRED, set(), OLD, RIGHT | PASSED | {"artificial": True, "right_hand_passed": False, "replacement": PASS}, id="30C and 31A2b, passed again"),
    pytest.param(BARRED, set(), OLD, RIGHT | PASSED | {"artificial": True, "right_hand_passed": False}, id="30C and 31A2b, whatever follows"),
    # 31: a bid
    pytest.param(BACK | {Step.REPEAT}, set(), YEARS, RIGHT | BID | {"right_hand_passed": True}, id="31A1"),
    pytest.param(BARRED_ONCE, set(), OLD, RIGHT | BID | {"right_hand_passed": False, "replacement": TWO_SPADES}, id="31A2a"),
    pytest.param(BARRED, set(), OLD, RIGHT | BID | {"right_hand_passed": False, "replacement": HEART}, id="31A2b"),
    pytest.param(BARRED, {"replacement"}, OLD, RIGHT | BID | {"right_hand_passed": False}, id="31A2 asked"),
    pytest.param(BARRED, {"right_hand_passed"}, OLD, RIGHT | BID | {"replacement": HEART}, id="31A asked"),
    pytest.param(BARRED_ONCE, set(), NEW, RIGHT | BID | {"right_hand_passed": False, "comparable": False}, id="31A2b of 2017"),
    pytest.param(BARRED_ONCE, {"comparable"}, NEW, RIGHT | BID | {"right_hand_passed": False}, id="31A2 of 2017 asked"),
    pytest.param(BARRED_ONCE, {"right_hand_passed", "comparable"}, NEW, RIGHT | BID, id="31A of 2017 asked"),
    pytest.param(BARRED_ONCE, {"right_hand_passed"}, NEW, RIGHT | BID | {"comparable": True}, id="31A of 2017, comparable or to be repeated"),
    pytest.param(BACK | FREE, set(), NEW, RIGHT | BID | {"right_hand_passed": False, "comparable": True}, id="31A2a of 2017"),
    pytest.param(BACK | FREE | TOLD, set(), NEW, PARTNER | BID | {"comparable": True}, id="31B1 and 31B2 of 2017"),
    pytest.param(BARRED, set(), OLD, PARTNER | BID, id="31B"),
    pytest.param(BARRED, set(), OLD, PARTNER | BID | {"replacement": TWO_SPADES}, id="31B, whatever follows"),
    pytest.param(BARRED, set(), OLD, LEFT | BID | {"called_before": False}, id="31B at the left"),
    pytest.param(BARRED, {"called_before"}, OLD, LEFT | BID, id="31B at the left asked"),
    pytest.param({Step.CHANGE_OF_CALL}, set(), YEARS, LEFT | BID | {"called_before": True, "comparable": True}, id="31C, 25"),
    # 32: a double
    pytest.param(BACK | {Step.REPEAT}, set(), YEARS, RIGHT | DOUBLED | {"right_hand_passed": True}, id="32B1, 32A1 of 2017"),
    pytest.param(BARRED, set(), OLD, RIGHT | DOUBLED | {"right_hand_passed": False}, id="32B2"),
    pytest.param(BARRED, set(), OLD, PARTNER | DOUBLED, id="32A"),
    pytest.param(BARRED_ONCE, set(), NEW, PARTNER | DOUBLED | {"comparable": False}, id="32B of 2017"),
    pytest.param({Step.CHANGE_OF_CALL}, set(), YEARS, LEFT | DOUBLED, id="32C of 2017, 25"),
]  # fmt: skip


@each_row("steps, missing, years, facts", OUT_OF_TURN)
def test_what_becomes_of_a_call_out_of_turn(steps, missing, years, facts):
    for year in years:
        rectification = call_out_of_turn(called(**{"accepted": False, **facts}), LAW[year])
        assert (steps_of(rectification), set(rectification.missing), rectification.options) == (
            steps,
            missing,
            (),
        ), year


@pytest.mark.parametrize("ruled", [insufficient_bid, call_out_of_turn])
def test_acceptance_is_asked_and_the_next_player_may_choose(ruled):
    """27A and 29A: he may accept it whatever is not told of the rest."""
    for year in YEARS:
        for told in (
            {},
            {"turn": Seat.S if ruled is insufficient_bid else Seat.N},
            {"call": SPADE, "turn": Seat.N},
        ):
            ruling = ruled(called(**told), LAW[year])
            assert (options_of(ruling), ruling.options[0].arguments["by"]) == ({Step.ACCEPT}, Seat.W), year
            assert "accepted" in ruling.missing, year


CHANGED = [
    # what is due; what is open; what is asked for; the editions; the facts
    pytest.param({Step.CORRECTED_FREELY}, set(), set(), YEARS, {"unintended": True, "partner_called": False, "pause": False}, id="25A"),
    pytest.param({Step.CORRECTED_FREELY}, set(), set(), NEW, {"unintended": True, "partner_called": False, "pause": True}, id="25A of 2017, however late"),
    pytest.param({Step.FIRST_STANDS} | TOLD, {Step.ACCEPT}, {"accepted"}, ("2007",), {"unintended": True, "partner_called": False, "pause": True}, id="25A1 of 2007, after a pause"),
    pytest.param({Step.FIRST_STANDS} | TOLD, set(), set(), ("2007", "2017"), {"unintended": True, "partner_called": True, "accepted": False}, id="25A2, partner had called"),
    pytest.param({Step.FIRST_STANDS} | TOLD, set(), {"unintended", "partner_has_called"}, ("2007", "2017"), {"accepted": False}, id="25A asked"),
    pytest.param({Step.SECOND_STANDS}, set(), set(), YEARS, {"unintended": False, "accepted": True}, id="25B1"),
    pytest.param({Step.FIRST_STANDS} | TOLD, {Step.ACCEPT}, {"accepted"}, ("2007", "2017"), {"unintended": False}, id="25B1 asked"),
    pytest.param({Step.FIRST_STANDS} | TOLD, set(), set(), ("2007", "2017"), {"unintended": False, "accepted": False}, id="25B2"),
    pytest.param({Step.OWN_LAW} | TOLD, set(), set(), ("1997",), {"unintended": False, "accepted": False, "first_legal": False}, id="25B2a of 1997"),
    pytest.param({Step.MAY_LET_STAND, Step.PARTNER_PASSES, KNOWN, Step.MAY_CHANGE_CAPPED} | TOLD, set(), set(), ("1997",), {"unintended": False, "accepted": False, "first_legal": True}, id="25B2b of 1997"),
    pytest.param({Step.MAY_LET_STAND, Step.PARTNER_PASSES, KNOWN, Step.MAY_CHANGE_CAPPED} | TOLD, set(), {"call", "at"}, ("1997",), {"unintended": False, "accepted": False}, id="25B2 of 1997 asked"),
    pytest.param({Step.CHANGED_CAPPED} | TOLD, set(), set(), ("1997",), {"unintended": False, "accepted": False, "first_legal": True, "replacement_stood": True}, id="25B2b2 of 1997"),
    pytest.param({Step.CHANGED_CAPPED} | TOLD, set(), {"call", "at"}, ("1997",), {"unintended": False, "accepted": False, "replacement_stood": True}, id="25B2b2 of 1997 asked"),
]  # fmt: skip


@each_row("steps, choices, missing, years, facts", CHANGED)
def test_what_becomes_of_a_changed_call(steps, choices, missing, years, facts):
    for year in years:
        rectification = changed_call(called(turn=Seat.S, call=SPADE, replacement=HEART, **facts), LAW[year])
        assert (steps_of(rectification), options_of(rectification), set(rectification.missing)) == (
            steps,
            choices,
            missing,
        ), year


NEVER = {Step.LATER_CANCELLED, Step.AS_IF_NEVER}
BOTH = {Step.CALL_CANCELLED, Step.PASS_SUBSTITUTED, Step.BOTH_SILENT, KNOWN} | TOLD
STANDS = {Step.CALL_STANDS, Step.UNRESTRICTED}
TOO_HIGH = {Step.NEVER_ABOVE_SEVEN, Step.LATER_CANCELLED, Step.PASS_SUBSTITUTED, Step.BOTH_SILENT, KNOWN}
AFTER = {Step.CALL_CANCELLED}
OTHERS = [
    # what is due; what is asked for; the editions; the law; the facts
    pytest.param(CANCELLED, set(), YEARS, inadmissible_call, {"accepted": False}, id="36B"),
    pytest.param(CANCELLED, {"accepted"}, YEARS, inadmissible_call, {}, id="36 asked"),
    pytest.param(NEVER, set(), YEARS, inadmissible_call, {"accepted": True}, id="36A, 35A of 1997"),
    pytest.param({Step.SCORED_WITHOUT}, set(), NEW, inadmissible_call, {"found_late": True}, id="36C of 2017"),
    pytest.param({Step.SCORED_WITHOUT}, set(), NEW, inadmissible_call, {"found_late": True, "accepted": True}, id="36C of 2017, called over"),
    pytest.param({Step.LATE_NOT_COVERED}, set(), OLD, inadmissible_call, {"found_late": True, "accepted": True}, id="36 says nothing of late"),
    pytest.param(NEVER, set(), YEARS, inadmissible_call, {"found_late": False, "accepted": True}, id="36A in time"),
    pytest.param(BOTH, set(), YEARS, inadmissible_call, {"barred": True, "accepted": False}, id="36 of one who must pass goes by 37"),
    pytest.param(BOTH, set(), YEARS, rectify_forbidden_call, {"accepted": False}, id="37B"),
    pytest.param(BOTH, {"accepted"}, YEARS, rectify_forbidden_call, {}, id="37 asked"),
    pytest.param(STANDS, set(), YEARS, rectify_forbidden_call, {"accepted": True, "barred_throughout": False}, id="37A, once"),
    pytest.param(STANDS | {Step.OFFENDER_SILENT}, set(), YEARS, rectify_forbidden_call, {"accepted": True, "barred_throughout": True}, id="37A, throughout"),
    pytest.param(STANDS, {"barred_throughout"}, YEARS, rectify_forbidden_call, {"accepted": True}, id="37A asked"),
    pytest.param(TOO_HIGH | TOLD, set(), YEARS, rectify_above_seven, {"accepted": False}, id="38"),
    pytest.param(TOO_HIGH | TOLD, {"accepted"}, YEARS, rectify_above_seven, {}, id="38 asked"),
    # 35C of 1997: no penalty; 38D since then: both pass, and no recourse to 23 or 72C
    pytest.param(
        TOO_HIGH - {Step.BOTH_SILENT, KNOWN} | {Step.NOTHING_MORE, Step.UNRESTRICTED},
        set(), ("1997",), rectify_above_seven, {"accepted": True}, id="35C of 1997",
    ),
    pytest.param(
        TOO_HIGH - {KNOWN} | {Step.UNRESTRICTED}, set(), ("2007", "2017"), rectify_above_seven, {"accepted": True}, id="38D"
    ),
    pytest.param(AFTER | {Step.NOTHING_MORE}, set(), YEARS, rectify_after_end, {}, id="39B, declarer's side"),
    pytest.param(AFTER | {Step.NOTHING_MORE}, set(), YEARS, rectify_after_end, {"declarer": Seat.N}, id="39B, dummy's call"),
    pytest.param(AFTER | {Step.NOTHING_MORE}, set(), YEARS, rectify_after_end, {"declarer": Seat.E, "accepted": True}, id="39B, called over"),
    pytest.param(AFTER | {Step.NOTHING_MORE}, set(), YEARS, rectify_after_end, {"declarer": Seat.E, "accepted": False, "call": PASS}, id="39B, a pass"),
    pytest.param(AFTER | TOLD, set(), NEW, rectify_after_end, {"declarer": Seat.E, "accepted": False, "suits_again": ()}, id="39C"),
    pytest.param(AFTER | TOLD, {"accepted"}, NEW, rectify_after_end, {"declarer": Seat.E, "suits_again": ()}, id="39 asked"),
    pytest.param(AFTER | TOLD, {"contract"}, NEW, rectify_after_end, {"declarer": None, "accepted": False, "suits_again": ()}, id="39, who declared is asked"),
    pytest.param(AFTER | TOLD, {"call"}, NEW, rectify_after_end, {"call": None, "declarer": Seat.E, "accepted": False, "suits_again": ()}, id="39, the call is asked"),
]  # fmt: skip


@each_row("steps, missing, years, ruled, facts", OTHERS)
def test_what_becomes_of_a_call_that_could_not_be_made(steps, missing, years, ruled, facts):
    for year in years:
        ruling = ruled(called(**{"call": DOUBLE, **facts}), LAW[year])
        assert (steps_of(ruling), set(ruling.missing)) == (steps, missing), year


S, H, D, C = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
ALL = (S, H, D, C)
LEADS = [
    # suits that may be required; suits that may be forbidden; one of these may be forbidden; what is asked for; the editions; the facts
    pytest.param([], [], [], set(), YEARS, {"declarer": Seat.N, "suits": (S,)}, id="26 is for defenders alone"),
    pytest.param([S], [S], [], set(), OLD, {"suits": (S,), "suits_again": ()}, id="26A, one suit"),
    pytest.param([S], [S], [], set(), OLD, {"suits": (S, H), "suits_again": (H,)}, id="26A, one of two again"),
    pytest.param([S, H], [S, H], [], {"suits_again"}, OLD, {"suits": (S, H)}, id="26A, what was shown again is asked"),
    pytest.param([], [], [], set(), OLD, {"suits": (H,), "suits_again": (H,)}, id="26A, shown again"),
    pytest.param([], [], [ALL], set(), OLD, {"suits": ()}, id="26B"),
    pytest.param([], [], [], {"suits"}, OLD, {}, id="26, what was shown is asked"),
    pytest.param([], [], [(S, D, C)], set(), NEW, {"suits": (S,), "suits_again": (H,)}, id="26B of 2017"),
    pytest.param([], [], [ALL], set(), NEW, {"suits_again": ()}, id="26B of 2017, none shown"),
    pytest.param([], [], [ALL], {"suits_again"}, NEW, {}, id="26B of 2017 asked"),
    pytest.param([], [], [], set(), NEW, {"suits_again": ALL}, id="26B of 2017, every suit shown"),
]  # fmt: skip


@each_row("required, forbidden, one_of, missing, years, facts", LEADS)
def test_what_declarer_may_ask_of_the_first_lead(required, forbidden, one_of, missing, years, facts):
    for year in years:
        rectification = lead_restriction(LAW[year], called(**{"declarer": Seat.E, **facts}))
        rows = [(option.code.removeprefix("rectify."), option.arguments) for option in rectification.options]
        assert [args["suit"] for code, args in rows if code == Step.REQUIRE_SUIT] == required, year
        assert [args["suit"] for code, args in rows if code == Step.FORBID_SUIT] == forbidden, year
        assert [args["suits"] for code, args in rows if code == Step.FORBID_ONE_OF] == one_of, year
        assert {args["who"] for _, args in rows} <= {Seat.N}
        assert set(rectification.missing) == missing, year


@pytest.mark.parametrize("again, years", [((H,), OLD), (ALL, NEW)])
def test_a_free_lead_is_stated_where_all_was_reshown(again, years):
    """26A; 26B of 2017."""
    for year in years:
        rectification = lead_restriction(LAW[year], called(declarer=Seat.E, suits=(H,), suits_again=again))
        assert steps_of(rectification) == {Step.UNRESTRICTED}, year


@pytest.mark.parametrize(
    "years, restricted, replacement",
    [
        pytest.param(OLD, False, TWO_SPADES, id="31A2a"),
        pytest.param(OLD, True, HEART, id="31A2b"),
        pytest.param(NEW, True, TWO_SPADES, id="31A2b of 2017"),
    ],
)
def test_a_repeated_denomination_leaves_the_lead_free_until_2007(years, restricted, replacement):
    facts = called(
        turn=Seat.E,
        call=SPADE,
        replacement=replacement,
        accepted=False,
        right_hand_passed=False,
        comparable=False,
        declarer=Seat.W,
        suits=(S,),
        suits_again=(),
    )
    for year in years:
        assert bool(call_out_of_turn(facts, LAW[year]).options) is restricted, year


def irregular(irregularity: str, **facts) -> IrregularCall:
    fields = {
        "id": "x",
        "kind": "irregular-call",
        "irregularity": irregularity,
        "offender": Seat.S,
        "turn": Seat.N,
    }
    return IrregularCall.model_construct(**{**fields, **facts})


PATHS = [
    # the law it goes by in each edition; what was wrong; the facts of the call; those of the incident
    (("27", "27", "27"), "insufficient", {"turn": Seat.S, "accepted": False}, {}),
    (("31", "31", "31"), "insufficient", {"turn": Seat.N, "accepted": False}, {}),
    (("27", "27", "27"), "insufficient", {"turn": Seat.N, "accepted": True}, {}),
    (("27", "27", "27"), "insufficient", {"accepted": False}, {}),
    (("29", "29", "29"), "out-of-turn", {"turn": Seat.N}, {}),
    (("28", "28", "28"), "out-of-turn", {"turn": Seat.E}, {"right_hand_barred": True}),
    (("28", "28", "28"), "out-of-turn", {"turn": Seat.E}, {"right_player_called": True}),
    (("33", "33", "33"), "out-of-turn", {"turn": Seat.E}, {"simultaneous": True}),
    (("36", "36", "36"), "inadmissible", {}, {}),
    (("37", "37", "37"), "inadmissible", {"barred": True}, {}),
    (("35", "37A", "37A"), "inadmissible", {"barred": True, "accepted": True}, {}),
    (("25", "25", "25"), "changed", {}, {}),
    (("38", "38", "38"), "over-seven", {}, {}),
    (("34", "34", "34"), "deprived", {}, {}),
    (("39", "39", "39"), "after-end", {}, {}),
]


@each_row("paths, irregularity, facts, told", PATHS)
def test_the_law_an_irregular_call_goes_by(paths, irregularity, facts, told):
    incident = irregular(irregularity, **told)
    rectifications = [ruled_call(called(call=SPADE, **facts), incident, LAW[year])[1] for year in YEARS]
    assert tuple(rectifications) == paths


EARLY = [
    # the steps of a premature correction in each edition (27C; 9C of 1997)
    ({Step.PREMATURE_MORE}, {Step.PREMATURE_STANDS}, {Step.PREMATURE_STANDS}, True, False),
    ({Step.PREMATURE_MORE}, {Step.PREMATURE_WITHDRAWN}, {Step.PREMATURE_WITHDRAWN}, True, True),
    (set(), set(), set(), False, False),
]


@pytest.mark.parametrize("old, middle, new, premature, accepted", EARLY)
def test_a_bid_put_right_before_the_director_had_ruled(old, middle, new, premature, accepted):
    early = {Step.PREMATURE_MORE, Step.PREMATURE_STANDS, Step.PREMATURE_WITHDRAWN}
    facts = called(turn=Seat.S, call=SPADE, replacement=HEART, accepted=accepted, lowest_same=False)
    incident = irregular("insufficient", premature=premature, accepted=accepted, replacement=HEART)
    for year, steps in zip(YEARS, (old, middle, new), strict=True):
        assert steps_of(ruled_call(facts, incident, LAW[year])[0]) & early == steps, year


ROTATION = [
    # steps due; steps not due; the facts of the incident (28A, 28B, 33)
    ({Step.IN_ROTATION}, {Step.RIGHT_FORFEITED, Step.AS_IF_NOT_CALLED}, {"right_hand_barred": True}),
    ({Step.RIGHT_FORFEITED, Step.AS_IF_NOT_CALLED}, {Step.IN_ROTATION}, {"right_player_called": True, "turn": Seat.E}),
    ({Step.DEEMED_LATER}, {Step.CALL_CANCELLED}, {"simultaneous": True, "turn": None}),
    ({Step.DEEMED_LATER, Step.IN_ROTATION}, {Step.CALL_CANCELLED}, {"simultaneous": True, "turn": Seat.E}),
    ({Step.DEEMED_LATER, Step.CALL_CANCELLED}, {Step.IN_ROTATION}, {"simultaneous": True, "turn": Seat.N}),
]  # fmt: skip


@pytest.mark.parametrize("expected, never, told", ROTATION, ids=row_name)
def test_a_call_counts_as_in_rotation_or_as_the_later(expected, never, told):
    incident = irregular("out-of-turn", **{"turn": Seat.E, **told})
    facts = called(call=SPADE, turn=incident.turn, accepted=False, comparable=False, called_before=False)
    for year in YEARS:
        steps = steps_of(ruled_call(facts, incident, LAW[year])[0])
        if incident.turn is not None:
            assert expected <= steps, year
        assert not never & steps, year


WHERE = [
    # where it stands what follows, in each edition; the call, whose turn; did the player in turn pass
    (("31A1", "31A1", "31A1"), RIGHT | BID | {"right_hand_passed": True}, Step.REPEAT),
    (("31A2", "31A2", "31A2"), RIGHT | BID | {"right_hand_passed": False}, Step.ANY_LEGAL),
    (("31B", "31B", "31B"), PARTNER | BID, Step.ANY_LEGAL),
    (("32B1", "32B1", "32A1"), RIGHT | DOUBLED | {"right_hand_passed": True}, Step.REPEAT),
    (("32B2", "32B2", "32A2"), RIGHT | DOUBLED | {"right_hand_passed": False}, Step.ANY_LEGAL),
    (("32A", "32A", "32B"), PARTNER | DOUBLED, Step.ANY_LEGAL),
]


@pytest.mark.parametrize("paths, facts, step", WHERE, ids=row_name)
def test_where_it_stands_what_follows_a_call_out_of_turn(paths, facts, step):
    """Law 32 changed its letters in 2017."""
    for year, path in zip(YEARS, paths, strict=True):
        rectification = call_out_of_turn(called(accepted=False, comparable=False, **facts), LAW[year])
        (finding,) = (one for one in rectification.due if one.code == f"rectify.{step}")
        assert [clause.path for clause in finding.clauses] == [path], year


def test_a_pass_out_of_turn_of_2017_stands_in_30():
    rectification = call_out_of_turn(
        called(accepted=False, comparable=False, **PARTNER, **PASSED), LAW["2017"]
    )
    (finding,) = (step for step in rectification.due if step.code == f"rectify.{Step.ANY_LEGAL}")
    assert [clause.path for clause in finding.clauses] == ["30B1b"]


TEXT = (ROOT / "cases/laws/31A1-right-hand-passes.toml").read_text()
HEAD = TEXT[: TEXT.index("[table]")]
LONG = "1H P 2H 2S P 3S P P P"  # South, West, North, East, ...
LATER = "1H P 2H P 3H 3S P P P"
BREACHES = [
    # the number of the call that breaks the duty, and does it stand; the editions; the duty; who has it; the auction; the
    # incident's call, its maker, was it accepted
    pytest.param(4, True, YEARS, Step.OFFENDER_PASSES, Seat.E, LONG, 4, Seat.E, False, id="37, his next turn"),
    pytest.param(None, True, YEARS, Step.OFFENDER_PASSES, Seat.W, LONG, 2, Seat.W, False, id="37, his next turn is past"),
    pytest.param(6, True, YEARS, Step.OFFENDER_SILENT, Seat.W, LONG, 2, Seat.W, False, id="37, throughout"),
    pytest.param(4, True, YEARS, Step.PARTNER_PASSES, Seat.E, LONG, 2, Seat.W, False, id="37, partner once"),
    pytest.param(6, True, YEARS, Step.PARTNER_SILENT, Seat.W, LONG, 4, Seat.E, False, id="37, partner throughout"),
    pytest.param(4, True, YEARS, Step.BOTH_PASS, Seat.W, LONG, 2, Seat.W, False, id="37, both once"),
    pytest.param(4, True, YEARS, Step.BOTH_SILENT, Seat.W, LONG, 2, Seat.W, False, id="37, both throughout"),
    pytest.param(6, True, YEARS, Step.BOTH_SILENT, Seat.E, LONG, 4, Seat.E, True, id="37, an accepted call is no breach"),
    pytest.param(None, True, YEARS, Step.BOTH_SILENT, Seat.N, LONG, 3, Seat.N, True, id="37, nobody called"),
    pytest.param(4, False, YEARS, Step.OFFENDER_SILENT, Seat.E, "1H P 2H 2S", 2, Seat.E, False, id="37B, not called over"),
    pytest.param(4, True, YEARS, Step.OFFENDER_SILENT, Seat.E, "1H P 2H 2S P", 2, Seat.E, False, id="37A, called over"),
    pytest.param(2, True, OLD, Step.PARTNER_PASSES, Seat.W, "1H 1S 2H P P P", 2, Seat.E, False, id="31B, at once"),
    pytest.param(None, True, NEW, Step.PARTNER_PASSES, Seat.W, "1H 1S 2H P P P", 2, Seat.E, False, id="31B1 of 2017, free at that turn"),
    pytest.param(6, True, NEW, Step.PARTNER_PASSES, Seat.W, "1H 1S 2H P P 2S P P P", 2, Seat.E, False, id="31B2 of 2017, at the next"),
    pytest.param(None, True, NEW, Step.PARTNER_PASSES, Seat.W, "1H 1S 2H", 2, Seat.E, False, id="31B1 of 2017, free until the offender calls"),
    pytest.param(1, True, YEARS, Step.OFFENDER_SILENT, Seat.S, LONG, 1, Seat.S, False, id="37, the very first call"),
    pytest.param(None, True, YEARS, Step.BOTH_PASS, Seat.W, LATER, 2, Seat.W, False, id="37, both once, a later call"),
    pytest.param(6, True, YEARS, Step.BOTH_SILENT, Seat.W, LATER, 2, Seat.W, False, id="37, both throughout, a later call"),
    pytest.param(None, True, OLD, Step.PARTNER_PASSES, Seat.W, LATER, 2, Seat.E, False, id="37, partner once, a later call"),
    pytest.param(None, True, YEARS, Step.CALL_STANDS, Seat.W, LONG, 2, Seat.W, False, id="37, no duty to pass"),
]  # fmt: skip


@each_row("number, stands, years, duty, who, auction, at, offender, accepted", BREACHES)
def test_the_first_call_of_one_who_had_to_pass(number, stands, years, duty, who, auction, at, offender, accepted):  # fmt: skip
    case = case_of(
        f'{HEAD}[table]\nauction = "{auction}"\n[[incident]]\nid = "it"\nkind = "other"\n'.encode()
    )
    incident = irregular(
        "out-of-turn", offender=offender, at=Place.parse(f"call {at}"), turn=None, accepted=accepted
    )
    for year in years:
        rectification = broken_duty(case, incident, due(LAW[year], duty, "29", who=who), LAW[year])
        rows = [(step.code, step.arguments["number"], step.clauses[0].path) for step in rectification.due]
        path = {"1997": "35" if stands else "37"}.get(year, "37A" if stands else "37B")
        step = Step.BREACH_STANDS if stands else Step.BREACH_CANCELLED
        assert rows == ([] if number is None else [(f"rectify.{step}", number, path)]), year
        if number is not None:
            call_made = (case.auction.seat_of(number), case.auction.calls[number - 1])
            assert (
                rectification.due[0].arguments["who"],
                rectification.due[0].arguments["call"],
            ) == call_made


@pytest.mark.parametrize(
    "table, at", [("", "call 2"), (f'auction = "{LONG}"', "lead"), (f'auction = "{LONG}"', None)]
)
def test_without_an_auction_place_no_call_breaks_a_duty(table, at):
    case = case_of(f'{HEAD}[table]\n{table}\n[[incident]]\nid = "it"\nkind = "other"\n'.encode())
    incident = irregular("out-of-turn", offender=Seat.W, at=None if at is None else Place.parse(at))
    for year in YEARS:
        silent = due(LAW[year], Step.BOTH_SILENT, "29", who=Seat.W)
        assert broken_duty(case, incident, silent, LAW[year]).due == (), year


SCORED = [
    # the result as it is scored; the edition; the table; the incident
    ("4S= by S", "2017", 'contract = "4SX"\ndeclarer = "S"\ntricks = 10', {"call": DOUBLE}),
    ("4S= by S", "2017", 'auction = "1S P 4S X P P P"\ntricks = 10', {"call": DOUBLE, "at": Place.parse("call 4")}),
    (
        "4SX= by S",
        "2017",
        'auction = "1S P 4S X XX P P P"\ntricks = 10',
        {"call": Call.parse("XX"), "offender": Seat.S, "at": Place.parse("call 5")},
    ),
    ("None", "2017", 'contract = "4SXX"\ndeclarer = "S"\ntricks = 10', {"call": Call.parse("XX")}),
    ("None", "2017", 'contract = "4SX"\ndeclarer = "S"', {"call": DOUBLE}),
    ("None", "2017", 'contract = "4SX"\ndeclarer = "S"\ntricks = 10', {"call": DOUBLE, "found_late": False}),
    ("None", "2007", 'contract = "4SX"\ndeclarer = "S"\ntricks = 10', {"call": DOUBLE}),
]  # fmt: skip


@pytest.mark.parametrize("result, year, table, facts", SCORED)
def test_an_inadmissible_double_found_late_scores_as_never_made(result, year, table, facts):
    """36C of 2017; before, the Laws do not speak of it."""
    case = case_of(f'{HEAD}[table]\n{table}\n[[incident]]\nid = "it"\nkind = "other"\n'.encode())
    incident = irregular("inadmissible", **{"offender": Seat.W, "turn": None, "found_late": True, **facts})
    result_found = find(RulingContext.from_case(case, LAW[year], Services()), incident)
    assert str(result_found.result) == result


FORESEEN = [
    # where it stands, in each edition, that a score follows what he could have known
    (("23", "72B1"), ("23",), ("72C",), PARTNER | BID | {"comparable": False}),  # partner must pass
    (("72B1",), ("23",), ("72C",), RIGHT | PASSED),  # he himself must
]


@pytest.mark.parametrize("old, middle, new, facts", FORESEEN, ids=row_name)
def test_23_of_1997_is_for_a_partner_made_to_pass(old, middle, new, facts):
    for year, paths in zip(YEARS, (old, middle, new), strict=True):
        rectification = call_out_of_turn(called(accepted=False, **facts), LAW[year])
        (known,) = (step for step in rectification.due if step.code == f"rectify.{KNOWN}")
        assert tuple(clause.path for clause in known.clauses) == paths, year


@pytest.mark.parametrize("ruled", [rectify_forbidden_call, rectify_above_seven])
def test_23_of_1997_is_for_both_made_to_pass_too(ruled):
    ruling = ruled(called(call=HEART, accepted=False), LAW["1997"])
    (known,) = (step for step in ruling.due if step.code == f"rectify.{KNOWN}")
    assert "23" in [clause.path for clause in known.clauses]


REPLACED = """schema = 1
id = "x"
[event]
date = 2021-09-18
authority = "WBF"
[board]
number = 11
[table]
auction = "{auction}"
[[incident]]
id = "i1"
kind = "irregular-call"
irregularity = "insufficient"
accepted = false
{incident}
"""
WEST = 'offender = "W"\nat = "call 2"\ncall = "1D"\n'
EAST = 'offender = "E"\nat = "call 4"\ncall = "1S"\n'
SHOWN = [
    # the suits the offender showed in the legal auction, as far as it tells; the auction, South having dealt; the incident
    ((), "1H P 3H P 4H P P P", WEST),
    ((), "1H P 2H P 3H P P 3S P P P", WEST),
    (None, "1H P 2H P 3H P P 3S P P P", EAST),  # he bid later: only a person knows what that showed
    (None, "1H 2D 2H P 4H P P P", WEST),  # replaced by a bid
    ((H,), "1H P 3H P 4H P P P", WEST + 'suits_again = ["H"]\n'),
    ((), "1H 2D 2H P 4H P P P", WEST + "suits_again = []\n"),
]


def test_nobody_shows_a_suit_by_a_pass():
    """Law 26: the suits the offender himself specified in the legal auction; nothing is missing where he only passed."""
    for shown, auction, incident in SHOWN:
        case = case_of(REPLACED.format(auction=auction, incident=incident).encode())
        assert call_facts(case, case.incident[0]).suits_again == shown, (auction, incident)
