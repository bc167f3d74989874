"""The table of provisions, row by row: what the Laws order where nothing is reckoned, in the editions that have it."""

import pytest

from analyser import laws
from analyser.bridge import Seat, Side
from analyser.casefile.incidents import INCIDENTS
from analyser.errors import LawError
from analyser.ruling.kinds.provision_table import rectify_by_provisions
from analyser.ruling.kinds.rectification import Step, steps_of
from tests.support import ROOT
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
PEOPLE = {
    "offender": Seat.E, "partner": Seat.W, "lho": Seat.S, "rho": Seat.N, "turn": Seat.S, "by": Seat.E,
    "side": Side.EW, "opponents": Side.NS, "cards": (),
}  # fmt: skip
ALL = YEARS

ROWS = [
    # law, what happened, what is told, a step, the editions that have it
    ("17D3/34", "deprived", {}, Step.TURN_RETURNED, ALL),
    ("17E2/17D3", "deprived", {}, Step.UNAUTHORISED, ("2007", "2017")),
    ("27C", "premature-correction", {"accepted": False}, Step.PREMATURE_STANDS, ("2007", "2017")),
    ("27C", "premature-correction", {"accepted": True}, Step.PREMATURE_WITHDRAWN, ("2007", "2017")),
    ("9C", "premature-correction", {"accepted": False}, Step.PREMATURE_MORE, ("1997",)),
    ("28A", "in-rotation", {"right_hand_barred": True, "right_player_called": False}, Step.IN_ROTATION, ALL),
    ("28B", "in-rotation", {"right_hand_barred": False, "right_player_called": True}, Step.RIGHT_FORFEITED, ALL),
    ("33", "simultaneous", {"next_in_turn": False}, Step.DEEMED_LATER, ALL),
    ("45E1", "fifth-card", {"led": False, "declaring": False}, Step.FIFTH_PENALTY, ALL),
    ("45E2", "fifth-card", {"led": False, "declaring": True}, Step.FIFTH_BACK, ALL),
    ("45E", "fifth-card", {"led": True, "declaring": True}, Step.GOES_AS_LEAD, ALL),
    ("47E2a", "misinformed", {"card_since": False, "dummy_shown": False}, Step.MAY_TAKE_BACK, ALL),
    ("47E2b", "misinformed", {"card_since": True, "dummy_shown": False}, Step.MAY_ADJUST, ALL),
    ("47E2b", "misinformed", {"card_since": False, "dummy_shown": True}, Step.TOO_LATE_TO_TAKE_BACK, ALL),
    ("53C/53B", "right-leader-led", {"right_leader_led": True}, Step.PROPER_LEAD_STANDS, ALL),
    ("53B/53C", "wrong-defender-played", {"wrong_defender_played": True}, Step.LEAD_STANDS, ALL),
    ("55A", "defenders-disagree", {"defenders_disagree": True}, Step.NEXT_DEFENDER_PREVAILS, ("2007", "2017")),
    ("57D", "at-right-hand-turn", {"legal_at_turn": True}, Step.MUST_BE_PLAYED, ("2017",)),
    ("60A", "after-irregular", {}, Step.RIGHT_LOST, ALL),
    ("68B2", "partner-objected", {}, Step.NO_CONCESSION, ALL),
    ("68B2", "partner-objected", {}, Step.NO_PENALTY_CARD, ("2007", "2017")),
    ("72A2/79A2", "knowingly-kept", {"knowingly": True}, Step.KNOWINGLY_KEPT, ALL),
    ("75D1/20F4", "wrong-explanation", {"partner_defends": True}, Step.OWN_AT_ONCE, ("1997", "2007")),
    ("20F4", "wrong-explanation", {"partner_defends": True}, Step.OWN_BEFORE_LEAD, ("2017",)),
    ("75D2/20F5", "wrong-explanation", {"partner_defends": True}, Step.PARTNER_AFTER_PLAY, ALL),
    ("75D2/20F5", "wrong-explanation", {"partner_defends": False}, Step.PARTNER_AFTER_AUCTION, ALL),
    ("20F5", "correction", {"own": False, "corrected": "play", "partner_defends": True}, Step.PARTNER_TOO_SOON, ALL),
    ("20F5", "correction", {"own": False, "corrected": "play", "partner_defends": False}, Step.CORRECTED_TOO_LATE, ALL),
    ("20F4", "correction", {"own": True, "corrected": "after-play", "partner_defends": True}, Step.CORRECTED_TOO_LATE, ("2017",)),
    ("16", "correction", {"own": False, "corrected": "auction", "partner_defends": True}, Step.PARTNERS_CORRECTION, ALL),
    ("21B1", "correction", {"own": True, "corrected": "auction", "partner_defends": False}, Step.MAY_CHANGE_CALL, ALL),
    ("47E2a", "correction", {"own": True, "corrected": "play", "partner_defends": False}, Step.MAY_TAKE_CARD_BACK, ALL),
    ("90B", "offence", {"offence": "loud-discussion"}, Step.MAY_PENALISE, ALL),
]  # fmt: skip


@each_row("law, fact, told, step, years", ROWS)
def test_a_step_follows_in_the_editions_that_have_it(law, fact, told, step, years):
    given = [year for year in YEARS if _has(rectify_by_provisions(LAW[year], fact, {**PEOPLE, **told}), step)]
    assert tuple(given) == years, law


def _has(rectification, step):
    options = {Step(option.code.removeprefix("rectify.")) for option in rectification.options}
    return step in steps_of(rectification) | options


def test_what_is_unknown_is_asked_for_and_nothing_follows():
    rectification = rectify_by_provisions(
        LAW["2017"], "fifth-card", {**PEOPLE, "led": None, "declaring": True}
    )
    assert (rectification.due, rectification.missing) == ((), ("led",))


def test_every_condition_is_an_incident_key_or_computed_from_one():
    known = {key for kind in INCIDENTS.values() for key in kind.model_fields}
    reckoned = {"declaring", "next_in_turn", "partner_defends", "own"}
    for fact in laws.facts_provided_for():
        for year in YEARS:
            for row in laws.provisions_of(fact, year):
                assert set(row.when) <= known | reckoned, fact


def test_every_fact_has_a_case_that_shows_it():
    """A row nobody can look at is a promise: `cases/laws/` has a case for each."""
    text = "".join(path.read_text("utf-8") for path in (ROOT / "cases/laws").glob("*.toml"))
    for fact in laws.facts_provided_for():
        steps = {row.step for row in laws.provisions_of(fact, "2017")}
        assert fact == "wrong-explanation" or any(f'"{step}"' in text for step in steps), fact


def test_an_unknown_fact_is_refused():
    with pytest.raises(LawError):
        laws.provisions_of("no-such-thing", "2017")
