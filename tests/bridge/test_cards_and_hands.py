"""Cards, hands and deals parse, print, refuse and name everything wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.bridge import (
    PACK,
    Card,
    Deal,
    Hand,
    Seat,
    Side,
    Suit,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.errors import BridgeError

GOOD = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"


def dealt(seed: int, number: int = 13) -> Deal:
    cards = random.Random(seed).sample(PACK, 4 * number)
    north, east, south, west = (Hand.from_cards(cards[number * k : number * (k + 1)]) for k in range(4))
    return Deal((north, east, south, west))


@given(st.integers(0, 10**9), st.integers(1, 13))
def test_a_deal_round_trips_by_text_repr_and_key(seed, each):
    deal = dealt(seed, each)
    assert Deal.parse(str(deal)) == deal
    assert eval(repr(deal)) == deal
    assert Deal.from_key(deal.key) == deal
    assert len(deal.key) == (13 if each == 13 else 20)


@given(st.integers(0, 10**9))
def test_every_card_of_a_deal_has_one_holder(seed):
    deal = dealt(seed)
    assert all(card in deal[deal.holder(card)] for card in PACK)
    assert sum(hand.points for hand in deal.hands) == 40
    assert all(sum(hand.lengths) == 13 == len(list(hand)) for hand in deal.hands)


def test_two_deals_share_a_key_only_if_equal():
    keys = {dealt(seed, each).key for seed in range(500) for each in (3, 13)}
    assert len(keys) == 1000


@pytest.mark.parametrize("first", Seat)
def test_a_deal_may_begin_with_any_seat(first):
    deal = Deal.parse(GOOD)
    hands = [str(deal[Seat((first + k) % 4)]) for k in range(4)]
    assert Deal.parse(f"{first}:{' '.join(hands)}") == deal


@pytest.mark.parametrize(
    "offending, why, text",
    [
        ("SJ", "in two hands: East and South", GOOD.replace("T87.K8", "J87.K8")),
        ("51 cards", "not of equal size: North 12", GOOD.replace("AQ72", "AQ7")),
        ("S1", "not a card", GOOD.replace("AK9", "A19")),
        ("SA", "twice in this hand", GOOD.replace("AK9", "AA9")),
        ("AK9", "four suits", "N:AK9 . . ."),
        ("", "begins with the seat", "AK9.AQ72.K76.A92"),
    ],
)
def test_what_is_wrong_with_a_deal_is_named(offending, why, text):
    problems = Deal.problems(text)
    assert any(offending in str(problem.found) and why in str(problem.why) for problem in problems), problems
    with pytest.raises(BridgeError):
        Deal.parse(text)


def test_all_faults_of_a_deal_are_told_at_once():
    text = GOOD.replace("AK9", "AK1").replace("T87", "TT7")
    assert {problem.found for problem in Deal.problems(text)} == {"S1", "ST"}


def test_a_missing_card_is_named():
    (problem,) = Deal.problems(GOOD.replace("AQ72", "AQ7"))
    assert "H2" in str(problem.remedy)


@pytest.mark.parametrize("text", ["SA", "sa", "S10", "♠A", " hT "])
def test_cards_are_read_in_the_spellings_in_use(text):
    text = text.replace("♠", "S")
    assert str(Card.parse(text)) in ("SA", "ST", "HT")


@pytest.mark.parametrize("text", ["", "A", "AS1", "S1", "XA", "NT", "SAA"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(BridgeError, match="not a card"):
        Card.parse(text)


def test_the_pack_has_fifty_two_cards_in_order():
    assert [card.index for card in PACK] == list(range(52))
    assert len(set(PACK)) == 52
    assert all(eval(repr(card)) is not None and Card.parse(str(card)) == card for card in PACK)


def test_law_2_gives_dealer_and_vulnerability():
    rows = "N none, E NS, S EW, W all, N NS, E EW, S all, W none, N EW, E all, S none, W NS, N all, E none, S NS, W EW"
    for number, row in enumerate(rows.split(", "), 1):
        dealer, vulnerable = row.split()
        for board in (number, number + 16, number + 32):
            assert (str(dealer_of_board(board)), str(vulnerability_of_board(board))) == (dealer, vulnerable)


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_board_numbers_outside_1_to_9999_are_refused(number):
    with pytest.raises(BridgeError):
        dealer_of_board(number)


def test_sides_and_partners():
    for seat in Seat:
        assert seat.partner.partner is seat
        assert seat.partner.side is seat.side is not seat.next.side
        assert seat in seat.side.seats
    assert [v.includes(Side.NS) for v in Vulnerability] == [False, True, False, True]


def test_a_hand_tells_its_shape_and_points():
    hand = Hand.parse("AKQJ.T98.765.432")
    assert (hand.points, hand.is_balanced, hand.holding(Suit.SPADES)) == (10, True, "AKQJ")
    assert not Hand.parse("AKQJT.T9.76.5432").without([]).is_balanced
    assert hand.count_of(12) == 1
