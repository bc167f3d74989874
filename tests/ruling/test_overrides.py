"""What a director puts in place of an estimate inside the tree: exactly as he gave it, and everything after it estimated again.

The case: 1S – 3S slowly – 4S. Held by the director: pass was the alternative, 4S was suggested and is barred. The
players are told beforehand: all pass, nine tricks whatever is led. So without a finding North-South play 3S for 140.
"""

from fractions import Fraction

import pytest

from analyser.bridge import Call, Card, Result, Seat, Side
from analyser.casefile import Moment, Place, case_of, problems_of
from analyser.casefile.explain import explain
from analyser.estimates.services import Services
from analyser.ruling import Alternative, Basis, Branch, Path, RulingRequest
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.outcomes.corrected_line import LineOutcome, RevisedDecision
from analyser.ruling.outcomes.damage import Replicate
from analyser.ruling.outcomes.estimate import _damage, estimate, estimate_corrected
from analyser.ruling.outcomes.results import ResultTally
from analyser.ruling.rule import rule
from tests.support import ROOT
from tests.support.fixed_tricks import FixedTricks
from tests.support.plain_players import PlainCalls

CASE = (ROOT / "cases/kinds/unauthorised-information.toml").read_text().split("[[poll]]")[0]
P, FOUR = Call.parse("P"), Call.parse("4S")
FOUND = """
[[judgement]]
incident = "slow-raise"
question = "infraction"
answer = true
by = "director"
"""


def judged(question, answer, extra=""):
    return f'\n[[judgement]]\nincident = "slow-raise"\nquestion = "{question}"\nanswer = {answer}\n{extra}\n'


def shares(pairs, extra):
    rows = ", ".join(f'{{ action = "{action}", weight = "{weight}" }}' for action, weight in pairs)
    return judged("call-share", f"[ {rows} ]", extra)


@pytest.fixture(autouse=True)
def the_alternatives(monkeypatch):
    """Pass and 4S are alternatives, whatever the models say."""
    monkeypatch.setattr("analyser.ruling.kinds.information.alternatives_of", alternatives)


def alternatives(context, incident, *, measured=True):
    one = (0.3, 0.7)
    return (
        Alternative(P, 0.6, 0.5, one, True, 0.97, suggested=False),
        Alternative(FOUR, 0.6, 0.5, one, True, 0.97, suggested=True, suggested_over=(P,)),
    )


SOCKETS = Services(tricks=FixedTricks(9, by_lead={Card.parse("DA"): 8}), calls=PlainCalls())


def ruled(*findings, services=SOCKETS):
    return rule(case_of((CASE + FOUND + "".join(findings)).encode()), services=services)


def estimated(*findings, first=((P, 1.0),), barred=(FOUR,), services=SOCKETS):
    """The branch at South's second turn, grown with the findings of the case."""
    case = case_of((CASE + FOUND + "".join(findings)).encode())
    action = case.incident[0].action
    auction = case.auction.before(action.number)
    seat = auction.turn
    branch = Branch("slow-raise", action, seat, auction, None, tuple(first), tuple(barred), seat)
    return estimate(RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()), services), branch)


def chances(told):
    return {str(outcome.result): outcome.probability for outcome in told.outcomes}


def codes(found):
    return [finding.code for finding in found]


def test_without_a_finding_the_players_do_as_they_do():
    assert chances(estimated(services=one_trick())) == {"3S= by S": pytest.approx(1)}


def one_trick():
    return Services(tricks=FixedTricks(9), calls=PlainCalls())


@pytest.mark.parametrize("services", [Services(tricks=FixedTricks(9)), Services(calls=PlainCalls())])
def test_without_players_or_a_counter_nothing_is_estimated(services):
    assert estimated(services=services) is None


# A call's share


def test_a_share_of_one_third_is_exactly_one_third():
    """West doubles the pass-out in one case of three; he passes in the rest."""
    share_by_action = chances(
        estimated(shares([("X", "1/3")], 'after = "1S P 3S P P"'), services=one_trick())
    )
    assert share_by_action == {
        "3SX= by S": pytest.approx(1 / 3, abs=1e-15),
        "3S= by S": pytest.approx(2 / 3, abs=1e-15),
    }


@pytest.mark.parametrize("share", ["1/10", "1/4", "1/2", "9/10"])
def test_what_follows_a_share_scales_with_it(share):
    """After West's double North redoubles in one case of four: a quarter of the share."""
    found = shares([("X", share)], 'after = "1S P 3S P P"') + shares(
        [("XX", "25%")], 'after = "1S P 3S P P X"'
    )
    share_by_action = chances(estimated(found, services=one_trick()))
    above, below = map(int, share.split("/"))
    p = above / below
    assert share_by_action["3SXX= by S"] == pytest.approx(p / 4)
    assert share_by_action["3SX= by S"] == pytest.approx(p * 3 / 4)
    assert share_by_action["3S= by S"] == pytest.approx(1 - p)


def test_shares_of_some_calls_leave_others_their_own_proportions():
    """Of what pass does not get, 60 to 20 is divided as before: 3 to 1."""
    calls = PlainCalls(turn=6, shares={"P": 0.2, "X": 0.6, "3NT": 0.2})
    services = Services(tricks=FixedTricks(9), calls=calls)
    share_by_action = chances(estimated(shares([("P", "60%")], 'after = "1S P 3S P P"'), services=services))
    assert share_by_action["3S= by S"] == pytest.approx(0.6)
    assert share_by_action["3SX= by S"] == pytest.approx(0.3)
    assert share_by_action["3NT= by W"] == pytest.approx(0.1)


def test_the_branch_itself_can_be_given_shares():
    """Pass and 3NT are open; the director says one in four passes."""
    shares_found = shares([("P", "1/4")], 'at = "call 5"')
    share_by_action = chances(
        estimated(shares_found, first=((P, 0.7), (Call.parse("3NT"), 0.3)), services=one_trick())
    )
    assert share_by_action == {"3S= by S": pytest.approx(0.25), "3NT= by S": pytest.approx(0.75)}


def test_a_barred_call_is_not_opened_by_a_share():
    """4S is what the information suggested: its share goes to what is legal."""
    for place in ('at = "call 5"', 'after = "1S P 3S P"'):
        shares_found = shares([("4S", "2/3"), ("P", "1/3")], place)
        share_by_action = chances(estimated(shares_found, services=one_trick()))
        assert share_by_action == {"3S= by S": pytest.approx(1)}


def test_the_informed_player_is_barred_later_even_by_a_finding():
    later = 'after = "1S P 3S P P X P P"'
    found = shares([("X", "1/1")], 'after = "1S P 3S P P"') + shares([("4S", "1/2"), ("P", "1/2")], later)
    assert chances(estimated(found, services=one_trick())) == {"3SX= by S": pytest.approx(1)}


def test_a_share_is_told_as_the_directors():
    estimate = estimated(shares([("X", "1/3")], 'after = "1S P 3S P P"'))
    finding = next(finding for finding in estimate.findings if finding.code == "outcomes.share-judged")
    assert finding.standing is Basis.JUDGEMENT
    assert str(finding.arguments["after"]) == "1S P 3S P P"


def test_a_node_no_path_comes_to_is_told():
    estimate = estimated(
        shares([("X", "1/3")], 'after = "1S 2H"'), shares([("X", "1/3")], 'after = "1S P 3S P 3NT"')
    )
    assert codes(estimate.findings).count("outcomes.judged-unmet") == 2
    assert "outcomes.share-judged" not in codes(estimate.findings)


def test_of_two_findings_on_a_node_the_last_counts():
    at = 'after = "1S P 3S P P"'
    share_by_action = chances(
        estimated(shares([("X", "1/3")], at), shares([("X", "1/5")], at), services=one_trick())
    )
    assert share_by_action["3SX= by S"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    "after, why",
    [("1S P 3S P P P", "the auction is over there"), ("1S P 3S P 2S", "not sufficient"), ("1S P 3S Q", "")],
)
def test_a_node_nobody_can_reach_is_a_case_problem(after, why):
    text = CASE + FOUND + shares([("X", "1/3")], f'after = "{after}"')
    problems = problems_of(text.encode())
    assert len(problems) == 1
    assert problems[0].where.startswith("judgement 2 after")
    assert why in str(problems[0].why)


def test_shares_beyond_the_whole_are_a_problem():
    text = CASE + FOUND + shares([("X", "2/3"), ("P", "2/3")], 'after = "1S P 3S P P"')
    assert problems_of(text.encode())


# A lead, a number of tricks


def test_a_lead_decides_the_tricks_after_it():
    """Nine tricks after anything but the ace of diamonds, eight after that; thirteen leads alike without a finding."""
    free = chances(estimated())
    assert free == {"3S= by S": pytest.approx(12 / 13), "3S-1 by S": pytest.approx(1 / 13)}
    assert chances(estimated(judged("lead", '["DA"]'))) == {"3S-1 by S": 1.0}
    assert chances(estimated(judged("lead", '["H4"]'))) == {"3S= by S": 1.0}


def test_a_lead_against_one_contract_leaves_the_others_alone():
    double = shares([("X", "1/2")], 'after = "1S P 3S P P"')
    share_by_action = chances(estimated(double, judged("lead", '["DA"]', 'contract = "3SX by S"')))
    assert share_by_action["3SX-1 by S"] == pytest.approx(1 / 2)
    assert share_by_action["3S-1 by S"] == pytest.approx(1 / 26)


def test_a_lead_the_leader_does_not_hold_changes_nothing():
    assert chances(estimated(judged("lead", '["SA"]'))) == chances(estimated())


def test_tricks_are_as_found_whatever_is_led():
    assert chances(estimated(judged("tricks", "10"))) == {"3S+1 by S": pytest.approx(1)}


def test_tricks_in_one_contract_go_before_tricks_in_any():
    double = shares([("X", "1/2")], 'after = "1S P 3S P P"')
    found = double + judged("tricks", "10") + judged("tricks", "7", 'contract = "3SX by S"')
    assert chances(estimated(found)) == {
        "3S+1 by S": pytest.approx(1 / 2),
        "3SX-2 by S": pytest.approx(1 / 2),
    }


def test_leads_and_tricks_are_the_director_s_or_reported_unmet():
    found = judged("lead", '["H4"]') + judged("tricks", "9", 'contract = "3S by S"')
    findings = estimated(found, judged("tricks", "9", 'contract = "5C by W"')).findings
    assert {"outcomes.lead-judged-any", "outcomes.tricks-judged", "outcomes.judged-unmet"} <= set(
        codes(findings)
    )
    assert all(finding.standing is Basis.JUDGEMENT for finding in findings if "judged" in finding.code)


# All the way to the score: the other room made 170


def exact(ruling):
    return str(ruling.adjusted.ns.exact), str(ruling.adjusted.ew.exact)


@pytest.mark.parametrize(
    "tricks, imps",
    [(9, -1), (8, -6), (10, 0)],  # 140, -50, 170 against 170: 30, 220 and 0 points (Law 78B)
)
def test_a_number_of_tricks_is_scored(tricks, imps):
    assert exact(ruled(judged("tricks", str(tricks)))) == (str(imps), str(-imps))


def test_a_share_moves_the_score_by_its_part():
    """3S= is -1 IMP; doubled it is 530 to 170: +8. Half and half, and five points to the innocent: 45 % of 8 less 55 %."""
    half = shares([("X", "1/2")], 'after = "1S P 3S P P"')
    ruling = ruled(half, judged("tricks", "9"))
    assert [weight for _, weight in ruling.weights.neutral] == [Fraction(1, 2)] * 2
    assert exact(ruling) == ("61/20", "-61/20")
    assert {str(outcome.result): outcome.probability for outcome in ruling.outcomes} == {
        "3S= by S": pytest.approx(1 / 2),
        "3SX= by S": pytest.approx(1 / 2),
    }


def test_the_director_s_alternatives_and_suggestions_precede_the_estimates():
    """Held: 4S was no more suggested than pass. Then no infraction is computed, and the result stands: 420 to 170."""
    text = CASE + judged("suggested", "[]")
    ruling = rule(case_of(text.encode()), services=SOCKETS)
    assert ruling.incidents[0].infraction.answer is False
    assert exact(ruling) == ("6", "-6")


def test_judged_outcomes_are_final_without_sympathy_or_rounding():
    """60 % of 140 (-1), 40 % of -50 (-6): -3."""
    rows = '[ { result = "3S= by S", weight = "60%" }, { result = "3S-1 by S", weight = "40%" } ]'
    for question in ("outcomes", "weights"):
        ruling = ruled(judged(question, rows))
        assert exact(ruling) == ("-3", "3")
        assert dict(ruling.weights.ns) == dict(ruling.weights.ew)


def test_an_outcome_held_illegal_does_not_count():
    rows = (
        '[ { result = "3S= by S", weight = "60%" }, { result = "3S-1 by S", weight = "20%" }, '
        '{ result = "4S= by S", weight = "20%", legal = false } ]'
    )
    ruling = ruled(judged("outcomes", rows))
    assert exact(ruling) == ("-9/4", "9/4")  # 3/4 of -1 and 1/4 of -6
    assert [outcome.legal for outcome in ruling.outcomes if outcome.result.contract.level == 4] == [False]


def test_every_override_is_explained():
    text = " ".join(str(one) for one in explain("judgement"))
    for word in (
        "call-share",
        "lead",
        "tricks",
        "outcomes",
        "weights",
        "alternatives",
        "suggested",
        "after",
        "contract",
    ):
        assert word in text


def test_another_lead_is_played_out_as_the_record_tells():
    """A spade lead against 4S was open to West, not the heart: nine tricks after it, and eight after the ace of diamonds."""
    case = case_of((CASE + FOUND).encode())
    context = RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()), SOCKETS)
    leads = ((Card.parse("S6"), 0.75), (Card.parse("DA"), 0.25))
    branch = Branch("slow-raise", Place(Moment.LEAD), Seat.W, case.auction, None, leads, (), Seat.W)
    told = estimate(context, branch)
    assert chances(told) == {"4S-1 by S": 0.75, "4S-2 by S": 0.25}
    corrected = estimate_corrected(context, (branch,), context.currency, Side.EW)
    assert chances(corrected) == {"4S-1 by S": 0.75, "4S-2 by S": 0.25}


def test_each_seed_gives_what_was_expected_and_chances_for_better():
    """In 4S made the opponents lost 250 beside the other room, 6 IMPs; defending 3S they have 30 more, 1 IMP."""
    case = case_of((CASE + FOUND).encode())
    context = RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()), SOCKETS)
    before = case.auction.before(5)
    passed = ResultTally()
    passed.add(Result.parse("3S= by S"), Path(before.calls, None, 1.0), None, None)
    decision = RevisedDecision(
        Seat.S, FOUR, before, {P: 0.5, FOUR: 0.5}, replicates=({P: 1.0}, {FOUR: 1.0}, {P: 0.5, FOUR: 0.5})
    )
    line = LineOutcome(ResultTally(), {(0, P): passed}, [frozenset({FOUR})])
    basis = _damage(line, (), (decision,), context, context.currency, Side.EW).basis
    assert (basis.had, basis.expected, basis.otherwise) == (-6.0, -2.5, 0.5)
    assert basis.replicates == (Replicate(1.0, 1.0), Replicate(-6.0, 0.0), Replicate(-2.5, 0.5))


def test_where_the_action_is_unknown_playing_luck_is_no_damage():
    """Peers pass once in four on the explanation given: -4.25 IMPs on average, and -6 were had. The 1.75 IMPs are luck.

    With the right one they would pass twice in four: 1.75 IMPs more, and one chance in four more of a better result.
    """
    case = case_of((CASE + FOUND).encode())
    context = RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()), SOCKETS)
    before = case.auction.before(5)
    leaves = {}
    for call, result in ((P, "3S= by S"), (FOUR, "4S= by S")):
        tally = ResultTally()
        tally.add(Result.parse(result), Path(before.calls, None, 1.0), None, None)
        leaves[0, call] = tally
    decision = RevisedDecision(Seat.S, None, before, {P: 0.5, FOUR: 0.5}, given={P: 0.25, FOUR: 0.75})
    line = LineOutcome(ResultTally(), leaves, [frozenset()])
    basis = _damage(line, (), (decision,), context, context.currency, Side.EW).basis
    assert (basis.had, basis.expected, basis.otherwise) == (-6.0, -4.25, 0.25)
