"""Opening leads: over the thirteen cards only, as the textbook says where it is unanimous, the same every time."""

import numpy as np
import pytest

from analyser.bridge import Auction, Card, Contract, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.leads import LEAD_FEATURES, LeadModel, auction_at_lead, lead_features
from tests.bench.lab.records import parse_calls


@pytest.fixture(scope="module")
def model():
    return LeadModel.load()


def _leads(model, hand, auction, contract, **about):
    return model.leads(Hand.parse(hand), Auction.parse("S", auction), Contract.parse(contract), **about)


THREE_NOTRUMP = ("1NT P 3NT P P P", "3NT by S")
FOUR_SPADES = ("1S P 2S P 4S P P P", "4S by S")


@pytest.mark.parametrize(
    "share, of, hand, board",
    [
        (0.8, "H", "932.KQJT5.84.873", THREE_NOTRUMP),
        (0.9, "H", "932.AKQJ5.84.873", THREE_NOTRUMP),
        (0.7, "DA DK", "93.K862.AK84.973", FOUR_SPADES),
        (0.6, "CK", "932.J52.T84.KQJ3", FOUR_SPADES),
    ],
    ids=["own long suit", "solid suit", "ace or king from both", "top of a sequence"],
)
def test_where_the_textbook_is_unanimous_experts_follow_it(model, share, of, hand, board):
    """At least this share of experts leads a card of these."""
    shares = _leads(model, hand, *board)
    wanted = sum(chance for card, chance in shares.items() if str(card) in of.split() or str(card.suit) == of)
    assert wanted > share


def test_a_suit_partner_bid_is_led_more_than_another(model):
    hand = "9732.84.J853.QT4"
    silent = _leads(model, hand, "1NT P 3NT P P P", "3NT by S")
    bid = Auction.parse("S", "1NT P 2D 2H 3NT P P P")
    moves = model.leads(Hand.parse(hand), bid, Contract.parse("3NT by S"))
    hearts = [
        sum(share for card, share in leads.items() if str(card.suit) == "H") for leads in (silent, moves)
    ]
    assert hearts[1] > 2 * hearts[0]


def test_the_shares_cover_thirteen_cards_and_sum_to_one(model):
    shares = _leads(model, "AQ74.K83.QJ5.A92", *THREE_NOTRUMP)
    assert set(shares) == set(Hand.parse("AQ74.K83.QJ5.A92"))
    assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_alone_and_among_many_a_leader_gets_the_same_bytes(model):
    rng = np.random.default_rng(4)
    packs = np.argsort(rng.random((300, 52)), axis=1)[:, :13]
    masks = (np.int64(1) << packs).sum(axis=1)
    seen = [
        auction_at_lead(parse_calls(text))
        for text in ("1N P 3N P P P", "1S P 2S P 4S P P P", "1H X 4H P P P")
    ]
    which = np.arange(300) % 3
    zeros = np.zeros(300, np.int64)
    together = model.answer(seen, which, masks, zeros, zeros)
    for row in (0, 1, 17, 299):
        alone = model.answer([seen[which[row]]], zeros[:1], masks[row : row + 1], zeros[:1], zeros[:1])
        assert alone.tobytes() == together[row : row + 1].tobytes()


def test_without_a_vulnerability_the_shares_are_the_mean_over_all(model):
    lead_shares = _leads(model, "AQ74.K83.QJ5.A92", *THREE_NOTRUMP)
    by_hand = [
        _leads(model, "AQ74.K83.QJ5.A92", *THREE_NOTRUMP, vulnerability=one, form=Form.IMPS)
        for one in Vulnerability
    ]
    for card, share in lead_shares.items():
        assert share == pytest.approx(sum(shares[card] for shares in by_hand) / 4, abs=1e-12)


@pytest.mark.parametrize(
    "auction, contract, says",
    [
        ("1NT P 3NT P P P", "3NT by N", "does not end"),
        ("1NT P 3NT P P P", "4S by S", "does not end"),
        ("P P P P", "3NT by S", "passed out"),
    ],
)
def test_an_auction_that_ends_elsewhere_is_refused(model, auction, contract, says):
    with pytest.raises(ModelError, match=says):
        _leads(model, "AQ74.K83.QJ5.A92", auction, contract)


def test_a_hand_that_is_not_whole_is_refused(model):
    with pytest.raises(ModelError, match="thirteen"):
        _leads(model, "AQ74.K83.QJ5.A9", *THREE_NOTRUMP)


@pytest.mark.parametrize(
    "auction, contract, leader, roles",
    [
        ("1N P 3N P P P", 14, 1, (0, 0, 0, 0)),
        ("1S P 2S P 4S P P P", 18, 1, (0, 0, 0, 2 + 8 + 16)),
        ("P 1H P 2C P 2H P 4H P P P", 17, 2, (2, 0, 2 + 8 + 16, 0)),
        ("1D 1S 2D P 3N P P P", 14, 1, (0, 2 + 8, 0, 1)),
        ("1N P 2C X 2D P 3N P P P", 14, 1, (2 + 32, 8, 0, 0)),
    ],
    ids=[
        "none bid",
        "trumps bid by both",
        "responder's side suit",
        "his own overcall",
        "partner doubled clubs",
    ],
)
def test_the_auction_tells_who_bid_what(auction, contract, leader, roles):
    """Contract 1C = 0, the leader's turn from the dealer, who bid clubs to spades.

    1 the leader, 2 dummy, 4 partner, 8 declarer, 16 trumps, 32 a side suit that partner doubled.
    """
    seen = auction_at_lead(parse_calls(auction))
    assert (seen.contract, seen.leader, seen.roles) == (contract, leader, roles)
    assert all(0 <= feature < LEAD_FEATURES for feature in seen.features)


def test_every_feature_of_a_hand_has_its_own_number():
    hand = np.array([Hand.parse("AQ74.K83.QJ5.A92").mask])
    zero = np.zeros(1, np.int64)
    features = lead_features(hand, np.zeros((1, 4), np.int64), zero, zero, zero)[0]
    assert len(set(features.tolist())) == len(features)
    assert features.min() >= 0
    assert features.max() < LEAD_FEATURES


def test_partners_and_seats_do_not_matter_only_the_turn(model):
    """The same auction from another dealer gives the same leads."""
    hand, calls = Hand.parse("AQ74.K83.QJ5.A92"), "1NT P 3NT P P P"
    moves = [
        model.leads(hand, Auction.parse(dealer, calls), Contract.parse(f"3NT by {dealer}"), Vulnerability.ALL)
        for dealer in Seat
    ]
    assert moves[0] == moves[1] == moves[2] == moves[3]
    assert Card.parse("S2") not in moves[0]
