"""Beliefs are chances of the other hands, and leads follow them."""

import numpy as np
import pytest

from analyser.bridge import Auction, Card, Hand, HandConstraint, Seat, Suit, Vulnerability
from analyser.casefile import Form
from analyser.estimates.belief_features import BELIEFS, OTHERS, deal_indicators, hand_indicators
from analyser.estimates.beliefs import BeliefModel, LeadChoice, last_turn, lead_shares, odds_moved
from analyser.estimates.calls import CallModel
from analyser.estimates.hand_posterior import ExplainedCall, Observer
from analyser.estimates.leads import LeadModel


@pytest.mark.parametrize(
    "hand, true",
    [
        (
            "AKQJT98765432...",
            13,
        ),  # seven lengths of spades, strength in them, points up to ten: eight of thirteen
        ("AK32.Q32.J32.432", 4 + 3 + 3 + 3 + 1 + 5 + 1),
    ],
)
def test_hands_are_counted_by_length_strength_points_and_shape(hand, true):
    (row,) = hand_indicators(np.array([Hand.parse(hand).mask]))
    assert int(row.sum()) == true
    assert len(row) * OTHERS == BELIEFS


def test_a_belief_stands_side_by_side_for_the_three_others():
    hands = np.array(
        [[Hand.parse(text).mask for text in ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.")]]
    )
    (row,) = deal_indicators(hands)
    assert row.reshape(OTHERS, -1).sum(axis=1).tolist() == [13, 13, 13]


def test_a_leader_s_last_turn_leaves_out_what_came_after():
    assert last_turn((7, 0, 15, 0, 0, 0), 1) == (7, 0, 15, 0, 0)
    assert last_turn((0, 7, 0, 15, 0, 0, 0), 2) == (0, 7, 0, 15, 0, 0)


def test_a_chance_moves_in_odds():
    assert odds_moved(np.array([0.2]), np.array([0.5]), np.array([0.8])).tolist() == [pytest.approx(0.5)]


LEADER = Observer(
    Seat.E,
    Hand.parse("K5.AQ72.KJ84.Q93"),
    Auction.parse("N", "1NT P 3NT P P P"),
    Vulnerability.NONE,
    Form.IMPS,
)


def explained(*texts: str) -> list[dict[Card, float]]:
    """The shares of East's leads against 3NT on each meaning of the opening."""
    contract = LEADER.auction.contract
    cards = LeadModel().leads(LEADER.hand, LEADER.auction, contract)
    meanings = [(ExplainedCall(1, HandConstraint.parse(text)),) if text else () for text in texts]
    choice = LeadChoice(LEADER, dict(cards), contract)
    informed = lead_shares(choice, meanings, BeliefModel(), CallModel(), (3, 0, 0))
    return [dict(shares.shares) for shares in informed if shares is not None]


def test_opposite_a_suit_opener_showed_it_is_led_less():
    hearts, clubs = explained("H4-5 HCP15-17", "C5+ H2 HCP15-17")
    assert sum(share for card, share in hearts.items() if card.suit is Suit.HEARTS) < sum(
        share for card, share in clubs.items() if card.suit is Suit.HEARTS
    )
    assert sum(hearts.values()) == pytest.approx(1)


def test_without_an_explanation_the_leads_are_the_lead_model_s():
    (bare,) = explained("")
    cards = LeadModel().leads(LEADER.hand, LEADER.auction, LEADER.auction.contract)
    assert bare == pytest.approx(dict(cards))


def test_two_names_of_one_meaning_are_one_meaning():
    first, second = explained("S5+ HCP10-12", "S5-13 HCP10-12")
    assert first == second
