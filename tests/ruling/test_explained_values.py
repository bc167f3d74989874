"""Choices follow what the right explanation makes an action worth, the less the less sure that is."""

from math import exp, log
from statistics import fmean, stdev
from types import SimpleNamespace

import numpy as np
import pytest

from analyser.bridge import Call, Card
from analyser.casefile import Form
from analyser.estimates.beliefs import ExplainedShares
from analyser.estimates.services import Services
from analyser.ruling.alternatives.explained_values import (
    _actions_to_solve,
    _gains_by_suit,
    bootstrap_shares,
    explained_worth,
    mean_share,
)
from analyser.ruling.alternatives.gains import MeasuredGains

PASS, DOUBLE = Call.parse("P"), Call.parse("X")
DEAL = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"
EVEN = {PASS: 0.5, DOUBLE: 0.5}


def explained(shares, *batches) -> ExplainedShares:
    """Shares on an explanation, and by each of eight batches of deals: all alike if none are given."""
    return ExplainedShares(shares, batches or (shares,) * 8, None)


def measured(*by_pool: float) -> MeasuredGains:
    """What doubling gains by the right explanation in each of eight pools; passing gains nothing."""
    rows = np.array([[0.0, gain] for gain in by_pool])
    return MeasuredGains((PASS, DOUBLE), (), (), 100, 700, by_pool=rows)


def doubled(gains: MeasuredGains | None, right=None, form=Form.IMPS, *, likely=False, seed=7) -> list[float]:
    """How often peers double on the right explanation, by each replicate with another seed, or by each draw of the true share."""
    decision = SimpleNamespace(form=form, is_lead=False)
    replicates = bootstrap_shares(decision, (explained(EVEN), right or explained(EVEN)), gains, (seed,))
    return [shares[DOUBLE] for _, shares in (replicates.likely if likely else replicates.other)]


def test_where_all_deals_agree_every_seed_s_choice_follows_value():
    replicates = doubled(measured(*[2.0] * 8))
    assert min(replicates) == pytest.approx(max(replicates)) == pytest.approx(exp(1.8) / (1 + exp(1.8)))


def test_without_anything_solved_only_the_beliefs_move_the_shares():
    assert doubled(None) == pytest.approx([0.5] * 60)


def test_the_further_pools_differ_the_less_a_gain_counts():
    sure, unsure = (doubled(measured(*(2 + spread * side for side in (-1, 1) * 4))) for spread in (1, 8))
    assert 0 < stdev(sure) < stdev(unsure)
    assert 0.5 < fmean(unsure) < fmean(sure)


def test_truth_lies_within_one_error_and_other_seeds_within_two():
    """Another seed errs about the truth as this one does: root two. An error known from eight batches is Student's t: 7/5."""
    pools = measured(1.5, 2.5, 1.5, 2.5, 1.5, 2.5, 1.5, 2.5)
    error_of_the_mean = 0.5 / 7**0.5 * (7 / 5) ** 0.5
    for likely, errors in ((True, 1.0), (False, 2**0.5)):
        shares = [share for seed in range(20) for share in doubled(pools, likely=likely, seed=seed)]
        scaled_logits = [log(share / (1 - share)) / 0.9 for share in shares]
        assert stdev(scaled_logits) == pytest.approx(error_of_the_mean * errors, rel=0.1)


def test_gains_as_unsure_as_their_spread_count_half():
    spread = 1.35 * 7**0.5  # of the pools: the error of their mean is the usual spread of calls
    pools = measured(*(2 + spread * side for side in (-1, 1) * 4))
    for likely, gain in ((True, 1.0), (False, 0.5)):
        scaled_logits = [log(share / (1 - share)) / 0.9 for share in doubled(pools, likely=likely)]
        assert fmean(scaled_logits) == pytest.approx(gain, abs=0.01)


def test_believed_deals_differ_between_samples_and_so_do_seeds():
    batches = ({PASS: 0.6, DOUBLE: 0.4}, {PASS: 0.4, DOUBLE: 0.6}) * 4
    assert stdev(doubled(None, explained(EVEN, *batches))) > 0.02


def test_what_errs_alike_on_both_explanations_is_drawn_alike():
    """Batches of deals that say the same of both explanations move both shares together: the rise stays what it is."""
    batches = ({PASS: 0.6, DOUBLE: 0.4}, {PASS: 0.4, DOUBLE: 0.6}) * 4
    distributions = (explained(EVEN, *batches), explained(EVEN, *batches))
    replicates = bootstrap_shares(SimpleNamespace(form=Form.IMPS, is_lead=False), distributions, None, (7,))
    for given, right in (*replicates.likely, *replicates.other):
        assert given[DOUBLE] == pytest.approx(right[DOUBLE])


@pytest.mark.parametrize("form", [Form.MATCHPOINTS, Form.BAM])
def test_in_comparisons_five_hundredths_of_a_top_equal_an_imp(form):
    assert doubled(measured(*[10.0] * 8), form=form)[0] == pytest.approx(doubled(measured(*[2.0] * 8))[0])


def test_the_same_facts_draw_the_same_replicates():
    pools = measured(1.0, 3.0, 2.0, 0.0, 4.0, 2.0, 1.0, 3.0)
    assert doubled(pools) == doubled(pools)


def test_the_mean_over_replicates_sums_to_one():
    assert mean_share([{PASS: 1.0}, {PASS: 0.5, DOUBLE: 0.5}]) == {PASS: 0.75, DOUBLE: 0.25}


def test_leads_of_a_suit_rise_together_with_its_usual_card():
    spade, low, heart = (Card.parse(text) for text in ("SK", "S2", "H5"))
    gains = _gains_by_suit({spade: 1.0, low: 3.0, heart: -1.0}, {spade: 0.3, low: 0.1, heart: 0.6})
    assert gains[spade] == gains[low] == pytest.approx((0.3 * 1.0 + 0.1 * 3.0) / 0.4)
    assert gains[heart] == pytest.approx(-1.0)


def test_leads_not_solved_have_the_gain_of_their_suit():
    spade, low, heart = (Card.parse(text) for text in ("SK", "S2", "H5"))
    gains = _gains_by_suit({spade: 1.0, heart: -1.0}, {spade: 0.3, low: 0.1, heart: 0.6})
    assert gains == {spade: pytest.approx(1.0), low: pytest.approx(1.0), heart: pytest.approx(-1.0)}


def test_usual_cards_the_lead_made_and_frequent_leads_are_solved():
    shares = {"SK": 0.35, "S2": 0.15, "S3": 0.02, "H5": 0.3, "H9": 0.05, "D4": 0.08, "D2": 0.05}
    leads = {Card.parse(card): share for card, share in shares.items()}
    solved = _actions_to_solve(SimpleNamespace(is_lead=True, action=Card.parse("D2")), leads)
    expected = {"SK": 0.37, "H5": 0.35, "S2": 0.15, "D4": 0.08, "D2": 0.05}
    assert {str(card): share for card, share in solved.items()} == pytest.approx(expected)


def test_the_call_made_and_calls_of_a_fiftieth_are_solved():
    shares = {
        Call.parse(call): share for call, share in (("P", 0.9), ("X", 0.08), ("4S", 0.015), ("5H", 0.005))
    }
    call_made = Call.parse("5H")
    assert list(_actions_to_solve(SimpleNamespace(is_lead=False, action=call_made), shares)) == [
        call_made,
        PASS,
        DOUBLE,
    ]


def test_what_nobody_would_do_otherwise_is_not_solved():
    decision = SimpleNamespace(is_lead=False, action=PASS)
    services = Services(tricks=SimpleNamespace(), calls=SimpleNamespace())  # asked anything, they fail
    assert explained_worth(decision, {PASS: 0.99, DOUBLE: 0.01}, (None, None), services, (7,)) is None
