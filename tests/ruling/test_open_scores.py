"""What is open is said: an action that may be barred gives two scores, an auction nobody can follow gives none."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.bridge import Call, Result
from analyser.casefile import case_of
from analyser.ruling import Branch, IncidentRuling, InfractionAnswer, Outcome, RulingRequest
from analyser.ruling.board import rule_board
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.currency import Currency
from analyser.ruling.incidents import estimate_score
from analyser.ruling.outcomes.estimate import Estimate
from analyser.ruling.rule import bar_action, barring_variants, rule
from analyser.ruling.ruled_incident import RuledIncident
from tests.ruling.test_several_incidents import BOARD, SLOW, judged

PASS, DOUBLE, GAME = Call.parse("P"), Call.parse("X"), Call.parse("4H")
# Level with the other room when 4H is made; each call leads to a result of its own.
RESULTS = {PASS: ("3H+1 by N", 170), DOUBLE: ("3SX-3 by W", 800)}


def context() -> RulingContext:
    case = case_of((BOARD + SLOW + judged("slow", "infraction", "true")).encode())
    return RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()))


def outcomes_by_call(_: RulingContext, branch: Branch) -> Estimate:
    """Every call's result, as likely as the call."""
    rows = enumerate(branch.legal, 1)
    outcomes = tuple(
        Outcome(f"o{n}", Result.parse(RESULTS[call][0]), RESULTS[call][1], share, legal=True)
        for n, (call, share) in rows
    )
    return Estimate(outcomes, 0.0, ())


def ruled(facts: RulingContext, branch: Branch) -> RuledIncident:
    assert isinstance(facts.currency, Currency)
    ruling = IncidentRuling("slow", "unauthorised-information", infraction=InfractionAnswer(True))
    return estimate_score(facts, facts.currency, (branch,), RuledIncident(facts.case.incident[0], ruling))


def branch(facts: RulingContext, **changes) -> Branch:
    incident = facts.case.incident[0]
    auction = facts.case.auction.before(incident.action.number)
    turn = Branch("slow", incident.action, incident.offender, auction, None)
    return replace(turn, legal=((PASS, 0.8), (DOUBLE, 0.2)), barred=(GAME,), **changes)


@pytest.fixture(autouse=True)
def _by_call(monkeypatch):
    monkeypatch.setattr("analyser.ruling.incidents.estimate", outcomes_by_call)


def test_both_scores_show_where_a_bar_on_calls_is_open():
    facts = context()
    incident = ruled(facts, branch(facts, unsettled=(DOUBLE,)))
    adjusted, _, _ = rule_board(facts, [incident])
    barred, allowed = barring_variants(facts, [incident], adjusted)
    assert (barred.because.code, allowed.because.code) == ("variant.barred", "variant.not-barred")
    assert allowed.adjusted == adjusted
    only_pass, _, _ = rule_board(facts, [ruled(facts, bar_action(branch(facts), DOUBLE))])
    assert barred.adjusted == only_pass
    assert barred.differs
    assert not allowed.differs


def test_where_barring_is_settled_there_is_one_score():
    facts = context()
    incident = ruled(facts, branch(facts))
    assert list(barring_variants(facts, [incident], rule_board(facts, [incident])[0])) == []


def test_the_share_of_barred_calls_goes_to_others_in_proportion():
    facts = context()
    third = replace(branch(facts), legal=((PASS, 0.6), (DOUBLE, 0.2), (GAME, 0.2)), barred=())
    assert dict(bar_action(third, GAME).legal) == {PASS: pytest.approx(0.75), DOUBLE: pytest.approx(0.25)}


@pytest.mark.parametrize("untold, is_open", [(0.2, False), (0.3, True)])
def test_where_too_much_is_unfollowed_the_rest_gives_no_score(monkeypatch, untold, is_open):
    def partly(facts: RulingContext, at: Branch) -> Estimate:
        return replace(outcomes_by_call(facts, at), untold=untold)

    monkeypatch.setattr("analyser.ruling.incidents.estimate", partly)
    facts = context()
    incident = ruled(facts, branch(facts))
    assert incident.undecided is is_open
    assert (incident.scored is None) is is_open
    assert ("outcomes.untold" in [warning.code for warning in incident.warnings]) is is_open
    assert is_open is bool(incident.outcomes)  # what could be told is shown


def test_a_case_without_table_tricks_is_asked_for_the_key():
    text = BOARD.replace("tricks = 10\n", "") + SLOW + judged("slow", "infraction", "true")
    warnings = rule(case_of(text.encode())).warnings
    places = [dict(warning.args)["place"] for warning in warnings if warning.code == "outcomes.table-lacking"]
    assert places == ["table tricks"]


def test_without_the_table_result_there_is_still_a_score():
    text = BOARD.replace("tricks = 10\n", "") + SLOW + judged("slow", "infraction", "true")
    case = case_of(text.encode())
    facts = RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()))
    scored = ruled(facts, branch(facts)).scored
    assert facts.table_ns is None
    assert scored is not None
    assert scored.adjusted.ns is not None
    assert scored.adjusted.ns.exact != Fraction(0)
