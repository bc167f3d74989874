"""An insufficient bid at the table: who is silenced, what declarer may forbid, what the auction itself tells."""

from fractions import Fraction
from pathlib import Path

import pytest

from analyser.bridge import Call, Seat, Suit
from analyser.casefile import Place, case_of
from analyser.ruling import RulingRequest
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.rule import rule
from tests.ruling_kinds.bundled import YEARS, due_in, found_in, open_to

LAWS = Path(__file__).parents[2] / "cases" / "laws"


@pytest.mark.parametrize("year", YEARS)
def test_a_bid_replaced_by_a_pass_silences_partner(year):
    result = found_in("irregular-call", year)
    assert Step.PARTNER_SILENT in due_in(result)
    assert result.infraction.answer is True
    assert [str(clause) for clause in result.infraction.clauses] == [f"{year}:27"]


LEADS = [
    ("1997", {Step.REQUIRE_SUIT, Step.FORBID_SUIT}),
    ("2007", {Step.REQUIRE_SUIT, Step.FORBID_SUIT}),
    ("2017", {Step.FORBID_ONE_OF}),
]


@pytest.mark.parametrize("year, options", LEADS)
def test_the_suit_shown_and_taken_back_restricts_the_lead(year, options):
    assert open_to(found_in("irregular-call", year)) == options


def test_the_lowest_bid_in_the_suit_comes_from_the_auction():
    result = found_in("irregular-call", "2017", replacement=Call.parse("4D"))
    assert {Step.FREE, Step.WITH_HELP} == due_in(result)
    assert Step.PARTNER_SILENT in due_in(found_in("irregular-call", "2017", replacement=Call.parse("5D")))


def test_the_score_that_may_follow_is_among_the_findings():
    codes = [finding.code for finding in found_in("irregular-call", "2017").findings]
    assert codes == ["rectify.score.could-have-known"]


def test_a_slip_put_right_in_time_is_no_infraction():
    result = found_in(
        "irregular-call", "2017", irregularity="changed", unintended=True, partner_has_called=False
    )
    assert (result.infraction.answer, due_in(result)) == (False, {Step.CORRECTED_FREELY})


def test_what_is_not_told_is_asked_for():
    result = found_in("irregular-call", "2007", suits=None)
    assert "suits" in result.rectification.missing
    assert result.findings[-1].code == "rectify.facts-missing"
    unlike = {"suits": (Suit.DIAMONDS,), "comparable": None}
    asked = found_in("irregular-call", "2007", replacement=Call.parse("5D"), **unlike)
    assert asked.rectification.missing == ("same_meaning",)


@pytest.mark.parametrize("year", YEARS)
def test_whether_a_pass_means_the_same_is_not_asked(year):
    """Replaced by a pass, the insufficient bid silences partner (27B2)."""
    result = found_in("irregular-call", year, suits=(Suit.DIAMONDS,), comparable=None)
    assert (result.rectification.missing, Step.PARTNER_SILENT in due_in(result)) == ((), True)


def test_what_is_not_comparable_has_not_the_same_meaning_either():
    """27B1(b) of 2007 asks for the same or a more precise meaning: a call not comparable by 23A has neither."""
    result = found_in("irregular-call", "2007", suits=(Suit.DIAMONDS,), comparable=False)
    assert (result.rectification.missing, Step.PARTNER_SILENT in due_in(result)) == ((), True)


@pytest.mark.parametrize("year", YEARS)
def test_the_opponent_s_pass_comes_from_the_auction(year):
    """31A1: North bids at West's turn; the auction shows that West, called upon, passed: North repeats his bid."""
    result = found_in(
        "irregular-call",
        year,
        irregularity="out-of-turn",
        at=Place.parse("call 6"),
        offender=Seat.N,
        turn=Seat.W,
        call=Call.parse("5C"),
        replacement=None,
    )
    assert Step.REPEAT in due_in(result)


# East passes or bids at West's turn; West then bids in his own turn, and East's next call is not comparable. Since 2017 West
# is free at that turn and passes once thereafter (30B1, 31B); before, over a bid, he was silenced from that turn on (31B).
@pytest.mark.parametrize(("year", "breach"), [("1997", True), ("2007", True), ("2017", False)])
def test_partner_s_own_turn_comes_before_his_duty_since_2017(year, breach):
    case = case_of((LAWS / "30C-artificial-pass.toml").read_bytes())
    rectification = rule(case, RulingRequest(year, None)).incidents[0].rectification
    assert (f"rectify.{Step.BREACH_STANDS}" in {step.code for step in rectification.due}) is breach


# 25B2 of 1997: over a legal first call the offender lets it stand, and partner passes once, or he makes another legal call, and his
# side scores at most average minus; which he chose, the auction tells.
@pytest.mark.parametrize(("auction", "bound"), [("1H X 3H P 4H P P P", True), ("1H X 4H P P P", False)])
def test_in_1997_partner_is_bound_only_where_first_calls_stood(auction, bound):
    text = (LAWS / "25B2-change-refused.toml").read_text("utf-8").replace("1H X 3H P 4H P P P", auction)
    rectification = rule(case_of(text.encode()), RulingRequest("1997", None)).incidents[0].rectification
    steps = {step.code for step in rectification.due}
    assert (f"rectify.{Step.PARTNER_PASSES}" in steps) is bound
    assert (f"rectify.{Step.BREACH_STANDS}" in steps) is bound
    assert (f"rectify.{Step.CHANGED_CAPPED}" in steps) is not bound


# 25B2b of 1997 with its note 17: the changing side at most average minus (two fifths of the points available, 12C1; -3 IMPs, 86A), the
# others what they had at the table; in a knock-out what does not balance is averaged (86B). 10 tricks are 5 points of 8 against 3.
@pytest.mark.parametrize(
    ("form", "tricks", "ns", "ew"),
    [
        ("matchpoints", 10, "3.2", "3"),
        ("matchpoints", 9, "1", "7"),
        ("imps", 10, "-3", "0"),
        ("imps", 8, "-11", "11"),
        ("knockout", 10, "-1.5", "1.5"),
        ("bam", 10, "0.8", "1"),
    ],
)
def test_in_1997_a_deliberate_change_scores_at_most_average_minus(form, tricks, ns, ew):
    text = (LAWS / "25B2-changed-and-capped.toml").read_text("utf-8")
    text = text.replace('form = "matchpoints"', f'form = "{form}"').replace(
        "tricks = 10", f"tricks = {tricks}"
    )
    text = text.replace("[comparison]", "[comparison]\nother_room = 420")
    adjusted = rule(case_of(text.encode()), RulingRequest("1997", None)).adjusted
    assert (Fraction(ns), Fraction(ew)) == (adjusted.ns.exact, adjusted.ew.exact)


# FIGB Norme Integrative 2017, art. 27: what is stated, whether partner is free, what is asked.
RELAXED = {
    "the same distribution": ({"call_shows": "H5+ HCP12+", "replacement_shows": "H6+ HCP6-10"}, True, ()),
    "nothing gained": ({"same_meaning": False, "gains_nothing": True}, True, ()),
    "neither": ({"same_meaning": False, "gains_nothing": False}, False, ()),
    "only the meaning stated": ({"same_meaning": False}, False, ("gains_nothing",)),
    "nothing stated": ({}, False, ("same_meaning",)),
    "another distribution": (
        {"call_shows": "H5+ HCP12+", "replacement_shows": "S5+ HCP12+"},
        False,
        ("gains_nothing",),
    ),
}


def test_the_figb_relaxes_27b1b_of_2007():
    text = (LAWS / "27-figb-relaxed.toml").read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if "_shows" not in line)
    for name, (stated, free, missing) in RELAXED.items():
        lines = [
            f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
            for key, value in stated.items()
        ]
        case = case_of(bare.replace("[[expected]]", "\n".join([*lines, "\n[[expected]]"]), 1).encode())
        due = rule(case).incidents[0].rectification
        assert (Step.FREE in steps_of(due), due.missing) == (free, missing), name
