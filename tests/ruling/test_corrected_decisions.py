"""Decisions made again with the right explanation, where who holds the points decides and is known beforehand."""

from dataclasses import replace

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.beliefs import BeliefModel
from analyser.estimates.services import Services
from analyser.messages import sentences
from analyser.ruling import Baseline, CorrectedDecision
from analyser.ruling.alternatives.corrected_decisions import corrected_decisions
from analyser.ruling.alternatives.shares import Prior
from analyser.ruling.context import RulingContext
from tests.support.plain_players import PlainCalls, PlainLeads

CLASSES = ("novice", "club", "regional", "national", "expert", "unknown")
PRIOR = Prior((10.0,) * 10, 10.0, 0.8, dict.fromkeys(CLASSES, 1.0))
LAW = laws.resolve(None, "WBF", "2017", ())

CASE = """schema = 1
id = "told"
[event]
form = "imps"
[board]
dealer = "W"
vulnerable = "none"
hands = {{ S = "7.AKJ84.KQ5.Q973" }}
[table]
auction = "1S P 3S 4H P P X P P P"
[[incident]]
id = "it"
kind = "misinformation"
by = "W"
at = "call 3"
decisions = {decisions}
{told}
"""
WEAK, STRONG = "S4+ HCP0-6", "S4+ HCP10-14"


def shows(given: str = "", right: str = "", more: str = "") -> str:
    told = [f'given_shows = "{given}"'] if given else []
    told += [f'correct_shows = "{right}"'] if right else []
    return "\n".join([*told, more])


def made(
    told: str,
    judged: str = "",
    decisions: str = '["call 4"]',
    baseline: Baseline = Baseline.AGREED,
    seed: int = 7,
) -> CorrectedDecision:
    case = case_of((CASE.format(told=told, decisions=decisions) + judged).encode())
    services = Services(
        calls=PlainCalls({}, 4, {"P": 0.5, "4H": 0.5}),
        leads=PlainLeads({}),
        beliefs=BeliefModel(),
    )
    context = replace(RulingContext.from_case(case, LAW, services), seed=seed)
    (decision,) = corrected_decisions(context, case.incident[0], baseline, prior=PRIOR)
    return decision


def shares(found: CorrectedDecision) -> dict[str, float]:
    return {str(action): share for action, share in found.right}


def told_codes(corrected_decision: CorrectedDecision) -> set[str]:
    return {finding.code for finding in corrected_decision.findings}


def test_a_raise_explained_as_strong_is_bid_over_less():
    corrected_decision = made(shows(WEAK, STRONG))
    over_weak = {str(action): share for action, share in corrected_decision.given}
    over_strong = {str(action): share for action, share in made(shows(STRONG, WEAK)).given}
    assert over_weak["4H"] > over_strong["4H"]
    assert 0.05 < shares(corrected_decision)["P"] < 1
    assert {"misinformation.peers-given", "misinformation.peers-right"} <= told_codes(corrected_decision)


def effect(found: CorrectedDecision) -> dict[str, float]:
    return {str(action): share for action, share in found.effect}


def test_a_bidder_rightly_told_of_weakness_keeps_his_bid():
    """He bid over what he was told was strong: weakness speaks for his bid, so nothing changes because of it."""
    assert effect(made(shows(STRONG, WEAK))) == {"4H": 1.0}


def test_two_names_of_one_meaning_change_nothing():
    assert effect(made(shows("S4+ HCP0-6", "S4-13 HCP0-6"))) == {"4H": 1.0}


def test_his_own_call_counts_for_a_fifth_beside_peers():
    """Half of peers bid on either name of one meaning; his own bid is the other fifth."""
    found = made(shows("S4+ HCP0-6", "S4-13 HCP0-6"))
    peers = {str(action): share for action, share in found.given}["4H"]
    assert shares(found)["4H"] == pytest.approx(0.8 * peers + 0.2, abs=0.01)
    assert found.keeps == pytest.approx((shares(found)["4H"], 0.85 * peers + 0.15, 1.0), abs=0.01)


def test_who_acts_the_same_on_both_has_a_range():
    found = made(shows(WEAK, STRONG))
    (told,) = (one for one in found.findings if one.code == "misinformation.same-on-both")
    share, low, high = (told.arguments[name] for name in ("share", "low", "high"))
    assert low.value <= share.value <= high.value
    assert float(share.value) == pytest.approx(shares(found)["4H"], abs=0.01)


def test_calls_on_another_explanation_do_not_depend_on_the_seed():
    assert made(shows(WEAK, STRONG), seed=3).right == made(shows(WEAK, STRONG), seed=4).right


@pytest.mark.parametrize(
    "told, lacking",
    [
        (shows(), ("given_shows", "correct_shows")),
        (shows(WEAK), ("correct_shows",)),
        (shows("", STRONG), ("given_shows",)),
    ],
)
def test_without_both_meanings_nothing_is_told_and_the_reason_is(told, lacking):
    corrected_decision = made(told)
    assert corrected_decision.right == ()
    (why,) = corrected_decision.findings
    assert why.code == "misinformation.no-meanings"
    assert why.arguments["keys"] == lacking


def test_without_an_agreement_the_call_shows_what_it_usually_does():
    assert made(shows(WEAK), baseline=Baseline.NO_AGREEMENT).right
    assert made(shows(), baseline=Baseline.NO_AGREEMENT).right == ()


def test_a_meaning_no_deal_fits_leaves_it_untold():
    corrected_decision = made(shows("H9+", STRONG))
    assert corrected_decision.right == ()
    assert told_codes(corrected_decision) == {"misinformation.impossible"}


POLL = """[[poll]]
incident = "it"
asked = 10
answers = [ { action = "P", chosen = 8 }, { action = "4H", chosen = 2 } ]
"""


def test_a_poll_answers_alone_where_no_meaning_does():
    corrected_decision = made(shows(), POLL)
    assert shares(corrected_decision) == {"P": pytest.approx(0.8), "4H": pytest.approx(0.2)}


def test_a_poll_moves_the_estimate_toward_its_answers():
    alone, polled = made(shows(STRONG, WEAK)), made(shows(STRONG, WEAK), POLL)
    assert shares(polled)["P"] > shares(alone)["P"]
    (passing,) = (alternative for alternative in polled.alternatives if str(alternative.action) == "P")
    assert passing.poll is not None
    assert (passing.poll.asked, passing.poll.chosen) == (10, 8)


SHARES = """[[judgement]]
incident = "it"
question = "call-share"
at = "call 4"
answer = [ { action = "X", weight = "60%" }, { action = "P", weight = "40%" } ]
by = "director"
"""


def test_a_persons_shares_stand_and_the_estimate_beside_them():
    corrected_decision = made(shows(WEAK, STRONG), SHARES + POLL)
    assert shares(corrected_decision) == {"X": pytest.approx(0.6), "P": pytest.approx(0.4)}
    assert "misinformation.choice-judged" in told_codes(corrected_decision)
    assert "misinformation.peers-right" in told_codes(corrected_decision)


def test_the_call_he_would_have_made_is_an_answer():
    assert shares(made(shows(more='correct_call = "X"'))) == {"X": 1.0}


def test_a_card_of_the_play_is_told_by_persons_only():
    corrected_decision = made(shows(WEAK, STRONG), decisions='["trick 2 S"]')
    assert corrected_decision.right == ()
    assert told_codes(corrected_decision) == {"misinformation.card-not-told"}


def test_the_same_case_gives_the_same_answer_twice():
    assert made(shows(WEAK, STRONG)) == made(shows(WEAK, STRONG))


def test_every_finding_has_a_sentence():
    every = [made(shows(WEAK, STRONG)), made(shows()), made(shows(), POLL), made(shows(WEAK, STRONG), SHARES)]
    assert {code for one in every for code in told_codes(one)} <= set(sentences("en"))
