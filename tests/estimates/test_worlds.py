"""Layouts after an auction weigh as much as the calls make them likely, against the whole enumeration."""

from itertools import combinations

import numpy as np
import pytest

from analyser.bridge import Auction, Hand, HandConstraint, Seat, Vulnerability
from analyser.estimates.hand_arrays import Shown
from analyser.estimates.hand_posterior import sample_given_auction

FREE = Hand.parse("AKJ.Q43.T98.")
NORTH = Hand.parse("QT98.AKJ.AKQJ.A2")


class ByPoints:
    """A call model that opens 1S on points and hearts, passes otherwise, and doubles on spades."""

    def shares_of_hands(self, masks, auction, vulnerability, form=None):
        hands = [Hand(mask) for mask in masks.tolist()]
        out = np.full((len(hands), 38), 1e-3)
        out[:, 6] = [0.05 + 0.9 * (hand.points >= 5) for hand in hands]  # 1S
        out[:, 1] = [0.1 + 0.2 * hand.lengths[3] for hand in hands]
        out[:, 0] = np.maximum(1 - out[:, 6] - out[:, 1], 0.01)
        return out


def _known():
    rest = [card for card in range(52) if not (NORTH.mask | FREE.mask) >> card & 1]
    seats = (Seat.E, Seat.S, Seat.W)
    return {Seat.N: NORTH} | {
        seat: Hand(sum(1 << card for card in rest[turn::3])) for turn, seat in enumerate(seats)
    }


def _layouts(known):
    free = [card for card in range(52) if FREE.mask >> card & 1]
    for east in combinations(free, 3):
        left = [card for card in free if card not in east]
        for south in combinations(left, 3):
            cards_by_seat = {
                Seat.E: east,
                Seat.S: south,
                Seat.W: [card for card in left if card not in south],
            }
            hands = dict(known)
            for seat, cards in cards_by_seat.items():
                hands[seat] = Hand(hands[seat].mask | sum(1 << card for card in cards))
            yield hands


@pytest.mark.parametrize(
    "shown", [{}, {Seat.W: [Shown(HandConstraint.parse("HCP4-"), 0.25)]}], ids=["calls", "and shown"]
)
def test_the_weights_are_the_exact_posterior(shown):
    """East opened 1S and then passed North's double, South and West passed: three facts, against 1,680 layouts one by one."""
    model, known = ByPoints(), _known()
    auction = Auction.parse("E", "1S P P X P")
    total, facts = 0.0, np.zeros(3)
    for hands in _layouts(known):
        weight = 1.0
        for seat, call in ((Seat.E, 6), (Seat.S, 0), (Seat.W, 0), (Seat.E, 0)):
            weight *= model.shares_of_hands(np.array([hands[seat].mask]), None, None)[0, call]
        if shown and hands[Seat.W].points > 4:
            weight *= 0.25
        total += weight
        facts += weight * np.array(
            [hands[Seat.E].mask >> 51 & 1, hands[Seat.S].points, hands[Seat.W].lengths[3]]
        )
    layouts = sample_given_auction(
        model, auction, known, Vulnerability.NONE, 20_000, np.random.default_rng(2), shown=shown
    )
    hands = layouts.hands
    points = [Hand(mask).points for mask in hands[:, Seat.S].tolist()]
    spades = [Hand(mask).lengths[3] for mask in hands[:, Seat.W].tolist()]
    means = layouts.weights @ np.stack([hands[:, Seat.E] >> 51 & 1, points, spades], axis=1)
    assert means == pytest.approx(facts / total, abs=0.05)
    assert layouts.effective > 2_000


def test_who_is_known_whole_is_not_asked():
    """Only hidden players' calls weigh: with three hands known the fourth is what is left."""
    hands = next(_layouts(_known()))
    known = {seat: hands[seat] for seat in (Seat.N, Seat.E, Seat.S)}
    layouts = sample_given_auction(
        ByPoints(), Auction.parse("E", "1S P P"), known, Vulnerability.ALL, 5, np.random.default_rng(0)
    )
    assert (layouts.hands == [hands[seat].mask for seat in Seat]).all()
    assert layouts.effective == pytest.approx(5)


def test_the_same_seed_deals_the_same_worlds():
    auction = Auction.parse("E", "1S P P")
    weighted_deals, other = (
        sample_given_auction(
            ByPoints(), auction, {Seat.N: NORTH}, Vulnerability.NONE, 50, np.random.default_rng(9)
        )
        for _ in range(2)
    )
    assert (weighted_deals.hands == other.hands).all()
    assert (weighted_deals.weights == other.weights).all()
