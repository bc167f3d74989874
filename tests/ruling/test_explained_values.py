"""Choices follow what the right explanation makes an action worth, the less the less sure that is."""

from math import exp, log
from statistics import fmean, stdev
from types import SimpleNamespace

import numpy as np
import pytest

from analyser.bridge import Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.action_values import points_of_leads
from analyser.estimates.beliefs import ExplainedShares
from analyser.ruling.alternatives.explained_values import _by_suit, mean_share, throws_of_dice
from analyser.ruling.alternatives.gains import MeasuredGains

PASS, DOUBLE = Call.parse("P"), Call.parse("X")
EVEN = {PASS: 0.5, DOUBLE: 0.5}


def explained(shares, *lots) -> ExplainedShares:
    """Shares on an explanation, and by each of eight lots of deals: all alike where none are given."""
    return ExplainedShares(shares, lots or (shares,) * 8, None)


def measured(*by_pool: float) -> MeasuredGains:
    """What doubling gains by the right explanation in each of eight pools; passing gains nothing."""
    rows = np.array([[0.0, gain] for gain in by_pool])
    return MeasuredGains((PASS, DOUBLE), (), (), 100, 700, by_pool=rows)


def doubled(gains: MeasuredGains | None, right=None, form=Form.IMPS, *, likely=False, seed=7) -> list[float]:
    """How often peers double on the right explanation, throw by throw of other dice, or as it may truly be."""
    decision = SimpleNamespace(form=form, is_lead=False)
    thrown = throws_of_dice(decision, (explained(EVEN), right or explained(EVEN)), gains, (seed,))
    return [shares[DOUBLE] for _, shares in (thrown.likely if likely else thrown.other)]


def test_where_all_deals_agree_every_throw_tells_the_same_and_choices_follow_value_by_the_fitted_pull():
    thrown = doubled(measured(*[2.0] * 8))
    assert min(thrown) == pytest.approx(max(thrown)) == pytest.approx(exp(0.42) / (1 + exp(0.42)))


def test_without_anything_solved_only_the_beliefs_move_the_shares():
    assert doubled(None) == pytest.approx([0.5] * 60)


def test_the_further_pools_lie_apart_the_further_throws_do_and_the_less_a_gain_counts():
    sure, unsure = (doubled(measured(*(2 + spread * side for side in (-1, 1) * 4))) for spread in (1, 8))
    assert 0 < stdev(sure) < stdev(unsure)
    assert 0.5 < fmean(unsure) < fmean(sure)


def test_what_is_true_lies_within_one_error_and_what_other_dice_tell_within_two():
    """Other dice err beside what is true as these do: root two. An error told by eight pools is Student's: 7/5."""
    pools = measured(1.5, 2.5, 1.5, 2.5, 1.5, 2.5, 1.5, 2.5)
    error_of_the_mean = 0.5 / 7**0.5 * (7 / 5) ** 0.5
    for likely, errors in ((True, 1.0), (False, 2**0.5)):
        shares = [share for seed in range(20) for share in doubled(pools, likely=likely, seed=seed)]
        told = [log(share / (1 - share)) / 0.21 for share in shares]
        assert stdev(told) == pytest.approx(error_of_the_mean * errors, rel=0.1)


def test_a_gain_as_unsure_as_gains_are_apart_counts_half_and_other_dice_hold_it_back_again():
    spread = 1.35 * 7**0.5  # of the pools: the error of their mean is the usual spread of calls
    pools = measured(*(2 + spread * side for side in (-1, 1) * 4))
    for likely, gain in ((True, 1.0), (False, 0.5)):
        told = [log(share / (1 - share)) / 0.21 for share in doubled(pools, likely=likely)]
        assert fmean(told) == pytest.approx(gain, abs=0.01)


def test_deals_believed_in_differ_from_lot_to_lot_and_throws_with_them():
    lots = ({PASS: 0.6, DOUBLE: 0.4}, {PASS: 0.4, DOUBLE: 0.6}) * 4
    assert stdev(doubled(None, explained(EVEN, *lots))) > 0.02


def test_what_errs_alike_on_both_explanations_is_drawn_alike():
    """Lots of deals that tell the same of both explanations move both shares together: the rise stays what it is."""
    lots = ({PASS: 0.6, DOUBLE: 0.4}, {PASS: 0.4, DOUBLE: 0.6}) * 4
    both = (explained(EVEN, *lots), explained(EVEN, *lots))
    thrown = throws_of_dice(SimpleNamespace(form=Form.IMPS, is_lead=False), both, None, (7,))
    for given, right in (*thrown.likely, *thrown.other):
        assert given[DOUBLE] == pytest.approx(right[DOUBLE])


@pytest.mark.parametrize("form", [Form.MATCHPOINTS, Form.BAM])
def test_where_only_counts_who_did_better_five_hundredths_of_a_top_pull_as_an_imp(form):
    assert doubled(measured(*[10.0] * 8), form=form)[0] == pytest.approx(doubled(measured(*[2.0] * 8))[0])


def test_the_same_facts_throw_the_same():
    pools = measured(1.0, 3.0, 2.0, 0.0, 4.0, 2.0, 1.0, 3.0)
    assert doubled(pools) == doubled(pools)


def test_the_mean_over_throws_fills_the_whole():
    assert mean_share([{PASS: 1.0}, {PASS: 0.5, DOUBLE: 0.5}]) == {PASS: 0.75, DOUBLE: 0.25}


def test_the_leads_of_a_suit_rise_together_by_what_its_usual_card_gains():
    spade, low, heart = (Card.parse(text) for text in ("SK", "S2", "H5"))
    gains = _by_suit({spade: 1.0, low: 3.0, heart: -1.0}, {spade: 0.3, low: 0.1, heart: 0.6})
    assert gains[spade] == gains[low] == pytest.approx((0.3 * 1.0 + 0.1 * 3.0) / 0.4)
    assert gains[heart] == pytest.approx(-1.0)


def test_calls_keep_their_own_gain():
    passes = Call.parse("P")
    assert _by_suit({passes: 0.5}, {passes: 1.0}) == {passes: pytest.approx(0.5)}


def test_all_leads_of_a_deal_are_counted_at_the_price_of_several_solves():
    deal = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
    contract, leader = Contract.parse("2H by N"), deal[Seat.E]
    counter = SimpleNamespace(leads_many=lambda boards: [dict.fromkeys(leader, 5) for _ in boards])
    hands = np.array([[hand.mask for hand in deal.hands]] * 4)
    points, solves = points_of_leads(
        hands, [card.index for card in leader], contract, counter, Vulnerability.NONE
    )
    assert points.shape == (4, 13)
    assert 2 * 4 <= solves <= 4 * 4  # measured: two to four single solves a deal
