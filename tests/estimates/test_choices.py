"""Players told what a call shows choose as bridge has it; told nothing, they choose as the call model says, byte for byte."""

import numpy as np
import pytest

from analyser.bridge import Auction, Call, Deal, Hand, HandConstraint, Vulnerability
from analyser.casefile import Form
from analyser.estimates.choices import InformedCalls, ToldCall
from analyser.estimates.meanings import understand, understand_shows
from analyser.estimates.services import calls_model

PASS, DOUBLE, NOTRUMP = Call.parse("P"), Call.parse("X"), Call.parse("1NT")
NONE, IMPS = Vulnerability.NONE, Form.IMPS


def shares(hand: str, auction: str, *told: tuple[int, str], words: bool = False) -> dict[str, float]:
    """The shares of the calls of a hand after an auction from North's call on, told what some calls (from 1) show."""
    heard = Auction.parse("N", auction)
    calls = []
    for number, meaning in told:
        before = heard.calls[:number]
        understood = (
            understand(meaning, before) if words else understand_shows(HandConstraint.parse(meaning), before)
        )
        calls.append(ToldCall(number, understood))
    informed = InformedCalls(calls_model(), heard, calls)
    answer = informed.calls(Hand.parse(hand), heard, NONE, IMPS)
    return {str(call): share for call, share in answer.shares}


HANDS = {
    13: "K5.AQ72.KJ84.J93",
    14: "K5.AQ72.KJ84.Q93",
    15: "KJ5.AQ7.KJ84.Q93",
    16: "KJ5.AQ7.AJ84.Q93",
    17: "KQ5.AQ7.AJ84.Q93",
}


def test_nobody_told_anything_calls_as_the_call_model_says():
    heard = Auction.parse("N", "1NT P 2C")
    masks = np.array([Hand.parse(hand).mask for hand in HANDS.values()])
    informed = InformedCalls(calls_model(), heard, ())
    plain = calls_model().shares_of_hands(masks, heard, NONE, IMPS)
    assert informed.shares_of_hands(masks, heard, NONE, IMPS).tobytes() == plain.tobytes()


def test_turns_before_the_explained_call_are_untouched():
    told = understand("10-12", (NOTRUMP,))
    informed = InformedCalls(calls_model(), Auction.parse("N", "1NT P"), [ToldCall(1, told)])
    masks = np.array([Hand.parse(HANDS[15]).mask])
    for auction in ("", "1C", "1H 1NT"):
        heard = Auction.parse("N", auction)
        plain = calls_model().shares_of_hands(masks, heard, NONE, IMPS)
        assert informed.shares_of_hands(masks, heard, NONE, IMPS).tobytes() == plain.tobytes()


def test_over_a_weaker_notrump_more_good_hands_double():
    """Six cells of the record: 13 points and more double a mini, a weak and a strong notrump less and less often."""
    for hand in HANDS.values():
        mini, weak, strong = (
            shares(hand, "1NT", (1, text), words=True)["X"] for text in ("10-12", "12-14", "15-17")
        )
        assert mini > strong + 0.1
        assert weak > strong
        stated = [
            shares(hand, "1NT", (1, text))["X"] for text in ("HCP10-12 bal", "HCP12-14 bal", "HCP15-17 bal")
        ]
        assert stated[0] > stated[2] + 0.1


CELLS = {
    ("10-12", 13, 14): 0.44,
    ("10-12", 15, 16): 0.74,
    ("12-14", 13, 14): 0.29,
    ("12-14", 15, 16): 0.78,
    ("15-17", 13, 14): 0.05,
    ("15-17", 15, 16): 0.35,
}
"""How often the next player doubled 1NT of a noted range, by his own points: 55 to 87 players of later years a cell."""


def hands_of(low: int, high: int, count: int = 60) -> list[Hand]:
    """Dealt hands with so many points."""
    rng, found = np.random.default_rng(7), []
    while len(found) < count:
        hand = Hand(sum(1 << int(card) for card in rng.permutation(52)[:13]))
        if low <= hand.points <= high:
            found.append(hand)
    return found


def test_a_noted_range_moves_doubles_as_in_the_record():
    heard = Auction.parse("N", "1NT")
    for (told, low, high), observed in CELLS.items():
        masks = np.array([hand.mask for hand in hands_of(low, high)])
        for understood in (
            understand(told, (NOTRUMP,)),
            understand_shows(HandConstraint.parse(f"HCP{told} bal"), (NOTRUMP,)),
        ):
            informed = InformedCalls(calls_model(), heard, [ToldCall(1, understood)])
            doubles = informed.shares_of_hands(masks, heard, NONE, IMPS)[:, DOUBLE.code].mean()
            assert doubles == pytest.approx(observed, abs=0.2), (told, low)


def test_over_a_strong_club_good_balanced_hands_stay_out():
    hand = "KJ5.AQ7.KJ84.Q93"
    strong = shares(hand, "1C", (1, "HCP16+"))
    short = shares(hand, "1C", (1, "C2+ HCP11-14"))
    assert strong["1NT"] < short["1NT"]


def test_partner_of_a_transfer_completes_it():
    opener = "KQ5.A82.KJ84.K93"
    transfer = shares(opener, "1NT P 2D P", (3, "H5+"))
    natural = shares(opener, "1NT P 2D P", (3, "D5+ HCP0-7"))
    assert transfer["2H"] > natural["2H"]
    assert transfer["2H"] > 0.8


def test_opposite_a_stronger_hand_more_go_on():
    """1H P 2H P, opener with sixteen: over a constructive raise he invites or bids game more often than over a weak one."""
    hand = "K5.AQJ72.AJ84.93"
    weak, good = (shares(hand, "1H P 2H P", (3, text))["P"] for text in ("H3+ HCP3-6", "H3+ HCP8-10"))
    assert good < weak


def test_alerts_a_case_states_reach_the_model():
    heard = Auction.parse("N", "1NT P 2D")
    hand = Hand.parse("Q85.72.AKJ84.Q93")
    plain, alerted = (
        InformedCalls(calls_model(), heard, (), numbers).calls(hand, heard, NONE, IMPS)
        for numbers in (frozenset(), frozenset((3,)))
    )
    expected = calls_model().shares_by_auction([hand], [heard], NONE, IMPS, frozenset((3,)))[0]
    assert plain != alerted
    assert [share for _, share in alerted.shares] == [expected[call.code] for call, _ in alerted.shares]


def test_every_seat_after_the_explained_call_is_told():
    deal = Deal.parse("N:KQ5.AQ72.J84.K93 AJ9.K5.KQT3.QT82 T832.JT3.A65.A65 764.9864.972.J74")
    told = understand("10-12", (NOTRUMP,))
    informed = InformedCalls(calls_model(), Auction.parse("N", "1NT"), [ToldCall(1, told)])
    for auction in ("1NT", "1NT P", "1NT X P", "1NT X P P"):
        heard = Auction.parse("N", auction)
        (answer,) = informed.shares_of_turns(deal, [heard], NONE, IMPS)
        plain = calls_model().calls(deal[heard.turn], heard, NONE, IMPS)
        assert sum(share for _, share in answer.shares) == pytest.approx(1)
        assert (answer.shares != plain.shares) is (auction != "1NT X P P")
