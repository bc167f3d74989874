"""The shipped lexicon: words move what the auction shows, a constraint works alone, questions show nothing and say so."""

import numpy as np
import pytest

from analyser.bridge import Auction, Hand, HandConstraint, Seat, Vulnerability
from analyser.estimates.meanings import NotUnderstood, Understood, understand, understand_shows
from analyser.estimates.meanings.model import meaning_model

SUITS = "SHDC"


def explained(text: str, auction: str) -> Understood:
    answer = understand(text, Auction.parse(Seat.N, auction).calls)
    assert isinstance(answer, Understood), text
    return answer


def chance(answer: Understood, measure: str, low: int, high: int) -> float:
    held = answer.points if measure == "points" else answer.lengths[SUITS.index(measure)]
    return float(held[low : high + 1].sum())


@pytest.mark.parametrize(
    "least, auction, text, measure, low, high",
    [
        (0.75, "1NT", "12-14", "points", 12, 14),
        (0.75, "1NT", "15-17", "points", 15, 17),
        (0.70, "1NT", "10-12", "points", 10, 12),
        (0.70, "1NT", "fără atu 12-14", "points", 12, 14),
        (0.80, "1C", "fiori forte", "points", 15, 37),
        (0.80, "1C", "16+", "points", 15, 37),
        (0.80, "1C P 1D", "0-7", "points", 0, 7),
        (0.85, "2D", "weak with both majors", "S", 4, 13),
        (0.85, "2D", "debole con entrambe le nobili", "H", 4, 13),
        (0.85, "2S", "slab, 6 pici", "S", 6, 13),
        (0.85, "1NT P 2D", "transfer", "H", 5, 13),
        (0.85, "1NT P 2H", "transfer per picche", "S", 5, 13),
        (0.80, "1NT P 2D", "4+!s inv", "S", 4, 13),
        (0.85, "1NT 2C", "both majors", "S", 4, 13),
        (0.80, "1S P 4C", "splinter", "C", 0, 1),
        (0.80, "1H P 3H", "preemptive", "points", 0, 9),
        (0.80, "1S P 2D", "game forcing", "points", 11, 37),
        (0.90, "1D P 1H", "4+ hearts", "H", 4, 13),
        (0.85, "1C P 1H 1S X", "support double", "H", 3, 3),
        (0.85, "1S 2S", "Michaels", "H", 5, 13),
    ],
)
def test_words_move_what_the_auction_shows(least, auction, text, measure, low, high):
    assert chance(explained(text, auction), measure, low, high) >= least


def test_two_meanings_of_one_call_differ():
    strong, weak = explained("15-17", "1NT"), explained("12-14", "1NT")
    assert strong.mean_points() - weak.mean_points() > 2
    both, one = explained("both majors", "2D"), explained("weak two in diamonds", "2D")
    assert both.mean_lengths()[0] - one.mean_lengths()[0] > 1.5


def test_a_stated_constraint_works_without_words():
    calls = Auction.parse(Seat.N, "1NT P 2D").calls
    stated = understand_shows(HandConstraint.parse("S4+ HCP8-11"), calls)
    assert stated.shows == "S4+ HCP8-11"
    assert stated.lengths[0, 4:].sum() > 0.8
    assert stated.points[8:12].sum() > 0.6
    assert not stated.words


def test_a_question_shows_nothing_and_says_so():
    for auction, text in (
        ("1NT P 2C", "relay"),
        ("1S P 3S P 4NT", "RKCB"),
        ("2D P 2NT", "asks"),
        ("2D P 2NT", "întreabă"),
        ("1S P 2NT P 3C P 3D", "interrogativa"),
    ):
        answer = explained(text, auction)
        assert answer.asks, text
        assert not answer.shows, text


def test_unknown_words_are_named_as_typed():
    calls = Auction.parse(Seat.N, "1NT").calls
    answer = understand("15-17 zorblax, Frumpel", calls)
    assert isinstance(answer, NotUnderstood)
    assert answer.unknown == ("zorblax", "frumpel")
    nothing = understand("...", calls)
    assert isinstance(nothing, NotUnderstood)
    assert not nothing.unknown


def test_distributions_are_distributions():
    for answer in (explained("weak", "2H"), explained("GF", "1S P 2C"), explained("multi", "2D")):
        assert answer.points.sum() == pytest.approx(1)
        assert answer.lengths.sum(axis=1) == pytest.approx(1)
        assert answer.auction_points.sum() == pytest.approx(1)
        assert 0 < answer.share <= 1
        low, high = answer.points_between()
        assert low <= answer.mean_points() <= high


def test_weights_of_hands_lie_on_top_of_the_auction():
    """Balanced hands of 13 points gain by 12-14, those of 16 lose; nothing is gained on average."""
    thirteen, sixteen = Hand.parse("AK92.K87.Q65.J43"), Hand.parse("AK92.KQ7.K65.J43")
    answer = explained("12-14", "1NT")
    fits, too_strong = answer.log_likelihood(np.array([thirteen.mask, sixteen.mask]))
    assert fits > 0 > too_strong
    earlier, later = answer._joint
    assert later.sum() == pytest.approx(earlier.sum())
    assert later.sum(axis=0) == pytest.approx(answer.points, abs=0.02)


def test_vulnerability_and_dealer_may_be_given():
    calls = Auction.parse(Seat.E, "P P 3C").calls
    answer = understand("preempt", calls, dealer=Seat.E, vulnerable=Vulnerability.EW)
    assert isinstance(answer, Understood)
    earlier = understand("preempt", Auction.parse(Seat.E, "P P 3C P P").calls, 3, dealer=Seat.E)
    assert isinstance(earlier, Understood)
    assert str(earlier.auction[-1]) == "3C"


def test_the_lexicon_leaves_room_for_other_models():
    assert len(meaning_model()._file[0]) < 3_300_000
