"""What is dealt twice from the same generator is remembered: the same deals, and the generator is left in the same state."""

import numpy as np

from analyser.bridge import Auction, Hand, Seat, Vulnerability
from analyser.estimates.hand_posterior import sample_given_auction
from analyser.estimates.services import calls_model

NORTH = Hand.parse("AK9.AQ72.K76.A92")
OPENED = Auction.parse("N", "1NT P")


def dealt(seed: int) -> tuple[np.ndarray, float]:
    """Some deals, and the next number of the same generator."""
    rng = np.random.default_rng(seed)
    layouts = sample_given_auction(calls_model(), OPENED, {Seat.N: NORTH}, Vulnerability.NONE, 40, rng)
    return layouts.hands, float(rng.random())


def test_a_repeated_question_is_dealt_once_while_random_numbers_advance():
    (first, then), (again, after) = dealt(7), dealt(7)
    assert again is first
    assert then == after
    assert not first.flags.writeable


def test_another_seed_deals_other_hands():
    assert not np.array_equal(dealt(7)[0], dealt(8)[0])
