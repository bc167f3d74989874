"""What experts call: legal calls only, shares that add up, the same bytes alone and in company."""

import subprocess
import sys

import numpy as np
import pytest

from analyser.bridge import Auction, Call, Hand, Seat, Vulnerability
from analyser.bridge.auctions import Irregular, IrregularityKind
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates import CallModel, form_code
from analyser.estimates.call_features import AuctionKind, auction_features, hand_features, legal_calls
from analyser.estimates.services import CallShares, CallsModel
from tests.bench.lab.calls_evaluation import held_out, score_tables
from tests.support import SHARED, needs_shared
from tests.support.every import each_row

NONE = Vulnerability.NONE
WEAK = "5432.5432.432.32"


@pytest.fixture(scope="module")
def model() -> CallModel:
    return CallModel.load()


TURNS = {
    "dealer": ("AK9.AQ72.K76.A92", "S", ""),
    "third hand": ("AQJ98.K2.432.T92", "N", "P P"),
    "responder": ("5432.KQ98.A2.Q32", "N", "1H P"),
    "advancer": ("KQ98.A2.J432.432", "W", "1H X 2H"),
    "over a double": ("AQ9872.K.A42.T92", "N", "1S X"),
    "after a redouble": ("98.J432.98432.32", "E", "1C X XX"),
    "high": ("A98432.2.KQ32.32", "S", "1S 2H 4S 5H"),
    "doubled slam": ("AK9842.2.KQ3.K32", "S", "6S X"),
    "nothing is higher": ("AKQ.AKQ.AKQ.AKQJ", "S", "7NT P"),
    "ordinary ending": (WEAK, "E", "1NT P 3NT P P"),
}


def _turn(key: str) -> tuple[Hand, Auction]:
    hand, dealer, calls = TURNS[key]
    return Hand.parse(hand), Auction.parse(dealer, calls)


def _shares(model: CallModel, key: str) -> CallShares:
    return model.calls(*_turn(key), NONE, Form.IMPS)


@each_row("key", TURNS)
def test_every_legal_call_has_a_share_and_no_other(model, key):
    shares = _shares(model, key)
    assert tuple(call for call, _ in shares.shares) == _turn(key)[1].legal_calls()
    assert sum(share for _, share in shares.shares) == pytest.approx(1, abs=1e-12)
    assert all(0 <= share <= 1 for _, share in shares.shares)


@pytest.mark.parametrize(
    "likely, key",
    [
        ("P", "ordinary ending"),
        ("P", "nothing is higher"),
    ],
)
def test_nobody_bids_on_with_nothing_to_say(model, likely, key):
    assert _shares(model, key).share_of(Call.parse(likely)) > 0.97


@pytest.mark.parametrize(
    "first, hand",
    [
        ("P", WEAK),
        ("1NT", "KQ2.AQ2.K432.J32"),
        ("1S", "AKQ32.AQ2.432.32"),
        ("2C", "AKQJ2.AKQ.AKQ.32"),
        ("3H", "2.KQJ9872.Q32.32"),
    ],
)
def test_an_expert_opens_what_the_books_open(model, first, hand):
    """Openings every textbook shares: a weak pass, 15-17 balanced, five spades, a game in hand, a preempt."""
    shares = model.calls(Hand.parse(hand), Auction(Seat.N), NONE, Form.IMPS)
    assert str(max(shares.shares, key=lambda pair: pair[1])[0]) == first


def test_answers_one_by_one_and_together_are_the_same_bytes(model):
    hands, auctions = zip(*map(_turn, TURNS), strict=True)
    for vulnerability in Vulnerability:
        together = model.shares_by_auction(hands, auctions, vulnerability)
        for row, (hand, auction) in enumerate(zip(hands, auctions, strict=True)):
            alone = model.shares_by_auction([hand], [auction], vulnerability)
            assert alone.tobytes() == together[row : row + 1].tobytes()


def test_many_hands_at_one_turn_are_answered_like_each_alone(model):
    rng = np.random.default_rng(2)
    masks = np.array([sum(1 << int(card) for card in rng.permutation(52)[:13]) for _ in range(37)], np.int64)
    auction = Auction.parse("W", "1H X 2H")
    together = model.shares_of_hands(masks, auction, Vulnerability.EW, Form.MATCHPOINTS)
    hands = [Hand(int(mask)) for mask in masks]
    likelihoods = model.likelihoods(hands, auction, Call.parse("2S"), Vulnerability.EW, Form.MATCHPOINTS)
    for row, hand in enumerate(hands):
        alone = model.calls(hand, auction, Vulnerability.EW, Form.MATCHPOINTS)
        assert [share for _, share in alone.shares] == [together[row, call.code] for call, _ in alone.shares]
        assert likelihoods[row] == alone.share_of(Call.parse("2S"))


def test_it_is_a_model_as_other_rooms_ask_it(model):
    asked: CallsModel = model
    shares = asked.calls(Hand.parse(WEAK), Auction(Seat.N), NONE, Form.VP)
    assert isinstance(shares, CallShares)
    assert shares.support > 100_000


def test_what_was_asked_before_changes_nothing(model):
    fresh = CallModel.load()
    for key in reversed(TURNS):
        _shares(fresh, key)
    for key in TURNS:
        hand, auction = _turn(key)
        assert (
            fresh.shares_by_auction([hand], [auction], NONE).tobytes()
            == model.shares_by_auction([hand], [auction], NONE).tobytes()
        )


def test_an_auction_that_is_over_has_no_next_call(model):
    with pytest.raises(ModelError, match="over"):
        model.calls(Hand.parse(WEAK), Auction.parse("N", "1NT P P P"), NONE, Form.IMPS)


def test_only_a_whole_hand_can_call(model):
    with pytest.raises(ModelError, match="thirteen"):
        model.calls(Hand.parse("AK.AK.AK.AK"), Auction(Seat.N), NONE, Form.IMPS)


def test_after_an_accepted_call_the_skipped_turn_is_a_pass(model):
    """North deals, East opens 1H and South goes on: North's turn counts as passed (Law 29A)."""
    hand = Hand.parse("KQ987.2.AJ32.432")
    slip = Irregular(1, Seat.E, IrregularityKind.OUT_OF_TURN, Call.parse("1H"), withdrawn=False)
    skipped = Auction(Seat.N, (Call.parse("1H"),), (slip,))
    passed = Auction.parse("N", "P 1H")
    assert (
        model.calls(hand, skipped, NONE, Form.IMPS).shares
        == model.calls(hand, passed, NONE, Form.IMPS).shares
    )


def test_alerts_where_known_are_seen(model):
    """A 1C opening that is alerted is stronger or odder than one that is not: the answer must differ."""
    hands, auctions = [Hand.parse("KQ987.32.J32.432")], [Auction.parse("N", "1C P")]
    alerted = model.shares_by_auction(hands, auctions, NONE, alerts=frozenset({1}))
    assert model.shares_by_auction(hands, auctions, NONE).tobytes() != alerted.tobytes()


@pytest.mark.parametrize(
    "often, seldom",
    [("", "1C"), ("1NT", "1NT 2C"), ("1NT P", "1NT P 2C P 2H P 2NT P"), ("1H", "1H 4C X 5D XX")],
)
def test_support_falls_with_the_rarity_of_the_auction(model, often, seldom):
    hand = Hand.parse("KQ987.32.J32.432")
    well, ill = (
        model.calls(hand, Auction(Seat.N, tuple(map(Call.parse, text.split()))), NONE, Form.IMPS)
        for text in (often, seldom)
    )
    assert well.support > ill.support
    assert well.decile >= ill.decile


@pytest.mark.parametrize(
    "code, form",
    [(0, Form.IMPS), (0, Form.VP), (0, Form.KNOCKOUT), (1, Form.MATCHPOINTS), (2, Form.BAM)],
)
def test_forms_are_those_the_record_knows(code, form):
    assert form_code(form) == code


@pytest.mark.parametrize(
    "legal, standing, doubled, holder",
    [
        ("P 1C", 0, 0, 0),
        ("P X 1S", 3, 0, 1),
        ("P 1S", 3, 0, 2),
        ("P XX 1S", 3, 1, 0),
        ("P 1S", 3, 1, 3),
        ("P 1S", 3, 2, 1),
        ("P X", 35, 0, 3),
    ],
)
def test_only_sufficient_bids_and_proper_doubles_are_legal(legal, standing, doubled, holder):
    """Laws 18 and 19; the first three legal calls are named, bids by their lowest."""
    bits = legal_calls(standing, doubled, holder)
    named = [code for code in range(38) if bits >> code & 1]
    expected = [Call.parse(word).code for word in legal.split()]
    lowest_bid = next((code for code in named if code > 2), None)
    assert [code for code in named if code < 3] == [code for code in expected if code < 3]
    assert lowest_bid == next((code for code in expected if code > 2), None)


@pytest.mark.parametrize(
    "kind, calls",
    [
        (AuctionKind.UNOPENED, "P P"),
        (AuctionKind.ONE_SIDED, "1H P 4H"),
        (AuctionKind.CONTESTED, "1H 2C"),
        (AuctionKind.CONTESTED_HIGH, "1H 2C 4H"),
    ],
)
def test_auctions_are_told_apart_by_who_bid_and_how_high(kind, calls):
    assert auction_features([Call.parse(word).code for word in calls.split()]).kind is kind


def test_every_hand_gives_as_many_features_whatever_its_shape():
    hands = ["AKQJT98765432...", "AK9.AQ72.K76.A92", ".AKQJT98765432..", WEAK]
    seen = hand_features(np.array([Hand.parse(text).mask for text in hands], np.int64))
    assert seen.features.shape == (4, 30)
    assert seen.points.tolist() == [10, 20, 10, 0]


def test_the_model_loads_and_answers_without_scikit_learn_or_pandas():
    program = (
        "import sys; from analyser.estimates import CallModel; CallModel.load();"
        "sys.exit(bool({'sklearn', 'pandas', 'scipy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.slow
@needs_shared
def test_the_card_s_figures_fit_a_report_half_sample(model):
    """Four standard errors either way on 3,000 decisions."""
    tables, _ = held_out(SHARED / "data" / "vugraph", "report")
    figures = score_tables(model, tables, sample=3000, seed=1).figures()
    report = model.card["report"]
    for name in ("top1", "top3"):
        error = (report[name] * (1 - report[name]) / 3000) ** 0.5
        assert figures[name] == pytest.approx(report[name], abs=4 * error)
    assert figures["log_loss"] == pytest.approx(report["log_loss"], abs=0.09)
