"""What the meanings of two calls tell, and what the auction tells of an irregular call (23A, 27B1)."""

from unittest.mock import patch

import pytest

from analyser import laws
from analyser.bridge import Call, HandConstraint, Seat
from analyser.casefile import IrregularCall, Place, case_of
from analyser.ruling import Basis
from analyser.ruling.kinds.calls import CallFacts, call_facts
from analyser.ruling.kinds.comparable import Likeness, Overlap, compare_meanings, likeness
from tests.support import ROOT
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
TEXT = (ROOT / "cases/laws/31A1-right-hand-passes.toml").read_text()
HEAD = TEXT[: TEXT.index("[table]")]
CASE = case_of(TEXT.encode())
SOME = HandConstraint.parse("S5+ HCP11-20")
SHOWN = {"call_shows": SOME, "replacement_shows": SOME}

LIMITS = [
    # what the shares come to; of the second call's hands those the first shows; have both the same purpose
    (Likeness.SUBSET, 1.0, None),
    (Likeness.SUBSET, 0.99, None),  # one in a hundred is chance
    (Likeness.SIMILAR, 0.9895, None),
    (Likeness.SIMILAR, 0.75, None),
    (Likeness.OPEN, 0.7495, None),
    (Likeness.OPEN, 0.5, False),
    (Likeness.UNLIKE, 0.4995, False),
    (Likeness.SAME_PURPOSE, 0.1, True),
    (Likeness.SAME_PURPOSE, 0.9, True),
    (Likeness.SUBSET, 1.0, True),
]


@each_row("expected, inside, same", LIMITS)
def test_the_limits_between_like_and_unlike(expected, inside, same):
    assert likeness(Overlap(inside, 0.3), same_purpose=same, law=LAW["2017"]) is expected


def told(irregularity: str, **facts) -> IrregularCall:
    fields = {"id": "x", "kind": "irregular-call", "offender": Seat.S, "call": Call.parse("1S")}
    return IrregularCall.model_construct(
        **{**fields, "irregularity": irregularity, "replacement": Call.parse("2S"), **facts}
    )


MEASURED = "comparable.measured"
COMPARED = [
    # is it comparable, has it the same meaning, what is told; the edition; what was wrong; the share inside; the facts
    pytest.param(True, None, [MEASURED, "comparable.subset"], "2017", "out-of-turn", 1.0, SHOWN, id="23A2"),
    pytest.param(True, None, [MEASURED, "comparable.similar"], "2017", "insufficient", 0.8, SHOWN, id="23A1"),
    pytest.param(False, None, [MEASURED, "comparable.unlike"], "2017", "out-of-turn", 0.2, SHOWN, id="23A, unlike"),
    pytest.param(None, None, [MEASURED, "comparable.open"], "2017", "out-of-turn", 0.6, SHOWN, id="23A, open"),
    pytest.param(True, None, ["comparable.same-purpose"], "2017", "out-of-turn", 0, {"purpose": "majors", "replacement_purpose": "majors"}, id="23A3"),
    pytest.param(None, None, ["comparable.open"], "2017", "out-of-turn", 0, {"purpose": "majors", "replacement_purpose": "aces"}, id="23A3, another purpose"),
    pytest.param(None, None, [], "2017", "out-of-turn", 0, {"purpose": "majors"}, id="23A3, one purpose"),
    pytest.param(None, None, [], "2017", "out-of-turn", 0, {"call_shows": SOME}, id="23A, one meaning"),
    pytest.param(None, None, [], "2017", "out-of-turn", 0, {"replacement_shows": SOME}, id="23A, the other meaning"),
    pytest.param(None, None, [], "2017", "out-of-turn", 1.0, SHOWN | {"replacement": None}, id="23A, nothing in its place"),
    pytest.param(None, None, [], "2017", "changed", 1.0, SHOWN, id="25B knows no comparable call"),
    pytest.param(True, None, [MEASURED, "comparable.found"], "2017", "out-of-turn", 1.0, SHOWN | {"comparable": True}, id="23A, found so"),
    pytest.param(True, None, [MEASURED, "comparable.unlike", "comparable.found"], "2017", "out-of-turn", 0.2, SHOWN | {"comparable": True}, id="23A, found against the measure"),
    pytest.param(False, None, [MEASURED, "comparable.found-not"], "2017", "out-of-turn", 0.2, SHOWN | {"comparable": False}, id="23A, found not"),
    pytest.param(None, True, [MEASURED, "comparable.contained"], "2007", "insufficient", 0.99, SHOWN, id="27B1b of 2007"),
    pytest.param(None, False, [MEASURED, "comparable.not-contained"], "2007", "insufficient", 0.98, SHOWN, id="27B2 of 2007"),
    pytest.param(None, True, [MEASURED, "comparable.not-contained"], "2007", "insufficient", 0.98, SHOWN | {"same_meaning": True}, id="27B1b of 2007, found so"),
    pytest.param(None, None, [], "2007", "insufficient", 0, {"purpose": "majors", "replacement_purpose": "majors"}, id="27B1b of 2007 knows no purpose"),
    pytest.param(None, None, [], "2007", "out-of-turn", 1.0, SHOWN, id="31 of 2007 knows no meaning"),
    pytest.param(None, None, [], "1997", "insufficient", 1.0, SHOWN, id="27B of 1997 knows no meaning"),
]  # fmt: skip


@each_row("comparable, same, codes, year, irregularity, inside, facts", COMPARED)
def test_what_two_meanings_tell(comparable, same, codes, year, irregularity, inside, facts):
    incident = told(irregularity, **facts)
    before = CallFacts(Seat.S, comparable=incident.comparable, same_meaning=incident.same_meaning)
    with patch("analyser.ruling.kinds.comparable.overlap", return_value=Overlap(inside, 0.25)):
        after, findings = compare_meanings(CASE, incident, before, LAW[year], 0)
    assert (after.comparable, after.same_meaning) == (comparable, same)
    assert [finding.code for finding in findings] == codes
    for finding in findings:
        if finding.code == MEASURED:
            shares = [str(finding.arguments[name]) for name in ("inside", "outside", "back")]
            assert shares == [f"{round(100 * inside)}%", f"{round(100 * (1 - inside))}%", "25%"]
        if finding.code == "comparable.open":
            assert finding.standing is Basis.ASSUMED


def test_an_accepted_call_is_not_compared():
    """29A: nothing was put in its place."""
    with patch("analyser.ruling.kinds.comparable.overlap", return_value=Overlap(1.0, 1.0)):
        facts = CallFacts(Seat.S, accepted=True)
        assert compare_meanings(CASE, told("out-of-turn", **SHOWN), facts, LAW["2017"], 0) == (facts, ())


READ = [
    # what is read; the auction that stood (South deals); the number of the call; what is told
    ({"turn": Seat.W, "called_before": False, "any_bid": True}, "1H P P P", 2, {}),
    ({"turn": Seat.S, "called_before": False, "any_bid": False}, "1H P P P", 1, {}),
    ({"called_before": True, "any_bid": True}, "1H P 1S P 2S P P P", 6, {"offender": Seat.W}),
    ({"called_before": False}, "1H P 1S P 2S P P P", 6, {"offender": Seat.W, "called_before": False}),
    ({"turn": Seat.E}, "1H P P P", 2, {"turn": Seat.E}),
    ({"turn": None, "any_bid": None, "called_before": None, "first_legal": None}, "1H P P P", None, {}),
    # whether the player in turn passed
    ({"right_hand_passed": True}, "1H P P P", 2, {"turn": Seat.W}),
    ({"right_hand_passed": False}, "1H P P P", 2, {"turn": Seat.W, "right_hand_passed": False}),
    ({"right_hand_passed": None}, "1H P P P", 2, {"turn": Seat.W, "accepted": True}),
    ({"right_hand_passed": None}, "1H P P P", None, {"turn": Seat.W}),
    ({"right_hand_passed": None}, "1H", 2, {"turn": Seat.W}),
    # what was put in its place: his own next call
    ({"replacement": Call.parse("2H")}, "1H P 2H P P P", 2, {}),
    ({"replacement": Call.parse("2H")}, "1H P 2H P P P", 3, {}),
    ({"replacement": Call.parse("3H")}, "1H P 2H P P P", 3, {"replacement": Call.parse("3H")}),
    ({"replacement": None}, "1H P 2H P P P", 3, {"accepted": True}),
    ({"replacement": None}, "1H P 2H P P P", None, {}),
    # whether the recorded auction went on from it
    ({"replacement_stood": True}, "1H P 2H P P P", 3, {}),
    ({"replacement_stood": False}, "1H P 2H P P P", 3, {"replacement": Call.parse("3H")}),
    ({"replacement_stood": False}, "1H P 1S P P P", 3, {"replacement": Call.parse("1S")}),
    ({"replacement_stood": False}, "1H P", 3, {"replacement": Call.parse("2H")}),
    # 27B1a: the lowest sufficient bid in the denomination first named
    ({"lowest_same": True, "sufficient": True}, "1H 2C 2S P P P", 3, {}),
    ({"lowest_same": False, "sufficient": True}, "1H 2C 3S P P P", 3, {}),
    ({"lowest_same": False, "sufficient": True}, "1H 2C 2H P P P", 3, {}),
    ({"lowest_same": False, "sufficient": None}, "1H 2C P P P", 3, {}),
    ({"lowest_same": False, "sufficient": False}, "1H 2C", 3, {"replacement": Call.parse("1NT")}),
    ({"lowest_same": None, "sufficient": None}, "1H 2C", None, {"replacement": Call.parse("2S")}),
    # 25B2a of 1997: whether the first call was legal
    ({"first_legal": True}, "1H P 2S P P P", 3, {}),
    ({"first_legal": False}, "1H 2C 2S P P P", 3, {}),
    # 37: whether the duty to pass goes on; where he called no more in a finished auction it binds nobody
    ({"barred_throughout": None}, "1H P 2H P P P", 1, {"offender": Seat.S}),
    ({"barred_throughout": False}, "1H P 2H P P P", 5, {"offender": Seat.S}),
    ({"barred_throughout": None}, "1H P 2H P", 4, {"offender": Seat.S}),
    ({"barred_throughout": True}, "1H P 2H P P P", 5, {"offender": Seat.S, "barred_throughout": True}),
]  # fmt: skip


@each_row("read, auction, number, told_besides", READ)
def test_what_is_not_told_is_read_from_the_auction(read, auction, number, told_besides):
    case = case_of(
        f'{HEAD}[table]\nauction = "{auction}"\n[[incident]]\nid = "it"\nkind = "other"\n'.encode()
    )
    at = None if number is None else Place.parse(f"call {number}")
    facts = call_facts(
        case, told("insufficient", **{"offender": Seat.N, "at": at, "replacement": None, **told_besides})
    )
    assert {key: getattr(facts, key) for key in read} == read


def test_a_place_in_the_play_tells_nothing_of_the_auction():
    case = case_of(f'{HEAD}[table]\nauction = "1H P P P"\n[[incident]]\nid = "it"\nkind = "other"\n'.encode())
    facts = call_facts(case, told("insufficient", at=Place.parse("lead"), replacement=None))
    assert (facts.turn, facts.any_bid) == (None, None)


@pytest.mark.parametrize(
    "comparable, own, text",
    [(True, None, "true"), (False, None, "false"), (False, False, "true"), (None, None, None)],
)
def test_comparability_comes_from_the_case_or_a_person(comparable, own, text):
    """23A: what the incident tells stands over a finding."""
    judged = (
        ""
        if text is None
        else f'[[judgement]]\nincident = "x"\nquestion = "comparable"\nanswer = {text}\nby = "director"\n'
    )
    case = case_of(
        f'{HEAD}[table]\nauction = "1H P P P"\n[[incident]]\nid = "x"\nkind = "other"\n{judged}'.encode()
    )
    assert call_facts(case, told("out-of-turn", comparable=own)).comparable is comparable
