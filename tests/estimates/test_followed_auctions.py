"""Auctions followed side by side end where each would end alone, whatever else is followed with it."""

import numpy as np
import pytest

from analyser.bridge import PASS, Auction, Call, Deal, Hand, Vulnerability
from analyser.casefile import Form
from analyser.estimates.calls import CallModel
from analyser.estimates.followed_auctions import follow_auctions
from analyser.estimates.services import calls_model
from tests.estimates.dealt import random_deal

VULNERABLE = Vulnerability.NS
STARTS = [
    ("N", "1C P", "P 1D 1H 1NT"),
    ("E", "1S 2H", "P X 2S 4S"),
    ("S", "1NT P 2C X", "P XX 2H"),
    ("W", "", "P 1C"),
]


def masks(deals: list[Deal]) -> np.ndarray:
    return np.array([[hand.mask for hand in deal.hands] for deal in deals])


def contract_alone(model: CallModel, auction: Auction, deal: Deal):
    """The contract reached if each player in turn makes the first of his likeliest calls."""
    for _ in range(24):
        if auction.is_over:
            break
        shares = model.calls(deal[auction.turn], auction, VULNERABLE, Form.IMPS).shares
        auction = auction.then(max(shares, key=lambda pair: (pair[1], -pair[0].code))[0])
    while not auction.is_over:
        auction = auction.then(PASS)
    return auction.contract


@pytest.mark.parametrize("dealer, begun, calls", STARTS)
def test_each_deal_ends_as_it_would_alone(rng, dealer, begun, calls):
    start, candidates = Auction.parse(dealer, begun), [Call.parse(call) for call in calls.split()]
    deals = [random_deal(rng) for _ in range(4)]
    args = VULNERABLE, Form.IMPS, calls_model()
    together = follow_auctions(start, candidates, masks(deals), *args).rows()
    alone = [[contract_alone(calls_model(), start.then(call), deal) for call in candidates] for deal in deals]
    assert [list(row) for row in together] == alone
    again = follow_auctions(start, candidates[:1], masks(deals[2:]), *args).rows()
    assert [row[0] for row in again] == [row[0] for row in together[2:]]


def test_single_precision_decides_as_double_precision_does(rng):
    model = calls_model()
    hands = [hand for _ in range(40) for hand in random_deal(rng).hands]
    auctions = [
        Auction.parse("N", text) for text in ("", "P P 1H", "1NT", "1S X 3S", "2H P 2NT P", "1D 1S X P")
    ]
    known = model.read_hands(np.array([hand.mask for hand in hands]))
    hand_of, auction_of = (index.ravel() for index in np.indices((len(hands), len(auctions))))
    codes = model.likeliest_codes(known, hand_of, auctions, auction_of, VULNERABLE, Form.IMPS)
    turns, heard = [hands[i] for i in hand_of], [auctions[i] for i in auction_of]
    assert codes.tolist() == [call.code for call in model.likeliest(turns, heard, VULNERABLE, Form.IMPS)]


def test_an_auction_that_never_ends_is_passed_out(rng):
    """Everybody always bids one higher: after twenty-four further calls all pass."""

    class AlwaysHigher:
        def likeliest(self, hands, auctions, vulnerability, form):
            return [next(call for call in auction.legal_calls() if call.is_bid) for auction in auctions]

    deal = masks([random_deal(rng)])
    start, call = Auction.parse("N", "1C"), Call.parse("1D")
    higher = follow_auctions(start, [call], deal, VULNERABLE, Form.IMPS, AlwaysHigher()).rows()[0][0]
    bids = 26  # the first two, and twenty-four more
    assert (higher.level - 1) * 5 + int(higher.strain) + 1 == bids


def test_a_model_that_knows_hands_alone_is_asked_with_hands(rng):
    asked: list[Hand] = []

    class AllPass:
        def likeliest(self, hands, auctions, vulnerability, form):
            asked.extend(hands)
            return [PASS] * len(hands)

    deal = random_deal(rng)
    follow_auctions(
        Auction.parse("N", ""), [Call.parse("1NT")], masks([deal]), VULNERABLE, Form.IMPS, AllPass()
    )
    assert asked == [deal.hands[1], deal.hands[2], deal.hands[3]]
