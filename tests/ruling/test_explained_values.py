"""Choices follow what the right explanation makes an action worth, the less the less sure that is."""

from types import SimpleNamespace

import numpy as np
import pytest

from analyser.bridge import Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.estimates.action_values import points_of_leads
from analyser.ruling.alternatives.explained_values import _by_suit, _shrunk
from analyser.ruling.alternatives.gains import Gain


def test_a_gain_told_with_a_large_error_counts_for_less():
    sure, unsure, blind = (_shrunk(Gain(2.0, error, 5.0)) for error in (0.1, 3.0, 30.0))
    assert sure == pytest.approx(2.0, rel=0.01)
    assert unsure == pytest.approx(1.0)  # an error as large as the usual spread halves it
    assert 0 < blind < 0.05


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
