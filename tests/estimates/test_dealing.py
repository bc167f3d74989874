"""Hidden hands: every layout that fits is dealt as often as it weighs, no other ever."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from analyser.bridge import Hand, HandConstraint, Seat
from analyser.errors import BridgeError
from analyser.estimates.deal_sampler import HandSampler, WeightedDeals, deal_hidden
from analyser.estimates.hand_arrays import Shown, ShownWeights, sample_subsets, scatter_bits

PACK = (1 << 52) - 1
# Three hands with three cards to come each; the nine free cards hold honours and three suits.
FREE = Hand.parse("AKJ.Q43.T98.")
NORTH = Hand.parse("QT98.AKJ.AKQJ.A2")


def _endings():
    """North known whole; East, South and West know ten cards each."""
    rest = [card for card in range(52) if not (NORTH.mask | FREE.mask) >> card & 1]
    seats = (Seat.E, Seat.S, Seat.W)
    known = {seat: Hand(sum(1 << card for card in rest[turn::3])) for turn, seat in enumerate(seats)}
    return {Seat.N: NORTH} | known


def _every_layout(known):
    """All ways to give the nine free cards."""
    free = [card for card in range(52) if FREE.mask >> card & 1]
    for east in combinations(free, 3):
        left = [card for card in free if card not in east]
        for south in combinations(left, 3):
            west = [card for card in left if card not in south]
            hands = dict(known)
            for seat, cards in ((Seat.E, east), (Seat.S, south), (Seat.W, west)):
                hands[seat] = Hand(hands[seat].mask | sum(1 << card for card in cards))
            yield tuple(hands[seat].mask for seat in Seat), hands


def _shown(texts):
    return {
        seat: [Shown(HandConstraint.parse(text), otherwise) for text, otherwise in meanings]
        for seat, meanings in texts.items()
    }


NOTHING = {}
HARD = {Seat.E: [("HCP8+", 0)], Seat.W: [("S5+ | H4+", 0)]}
SOFT = {Seat.E: [("HCP8+", 0.2), ("SA", 0.5)], Seat.S: [("D4+", 0.1)]}
CARDS = {Seat.S: [("K1 | A1 HCP9-", 0)], Seat.W: [("A1- bal", 0.3)]}


@pytest.mark.parametrize("texts", [NOTHING, HARD, SOFT, CARDS], ids=["nothing", "hard", "soft", "cards"])
def test_every_layout_comes_as_often_as_it_weighs(texts):
    """The 1,680 ways to place nine cards, counted by hand, against 60,000 dealt."""
    known, constraints = _endings(), _shown(texts)
    weight = {}
    for masks, hands in _every_layout(known):
        weight[masks] = np.prod(
            [
                1.0 if meaning.meaning.holds(hands[seat]) else meaning.otherwise
                for seat, meanings in constraints.items()
                for meaning in meanings
            ]
        )
    total = sum(weight.values())
    assert total > 0
    count = 60_000
    layouts = deal_hidden(known, constraints, count, np.random.default_rng(7))
    assert len(layouts) == count
    seen, times = np.unique(layouts.hands, axis=0, return_counts=True)
    times_seen = {tuple(row): int(n) for row, n in zip(seen.tolist(), times, strict=True)}
    possible = {masks: w / total * count for masks, w in weight.items() if w}
    assert set(times_seen) <= set(possible)
    chi = sum((times_seen.get(masks, 0) - mean) ** 2 / mean for masks, mean in possible.items())
    freedom = len(possible) - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_likelihood_gives_the_exact_posterior():
    """Weighed layouts estimate the mean of the weighed enumeration."""
    known = _endings()
    ace = 51

    def likelihood(hands):
        return np.where(hands[:, Seat.E] >> ace & 1, 3.0, 1.0)

    exact = sum(3.0 for masks, _ in _every_layout(known) if masks[Seat.E] >> ace & 1)
    exact /= exact + sum(1.0 for masks, _ in _every_layout(known) if not masks[Seat.E] >> ace & 1)
    layouts = deal_hidden(known, {}, 20_000, np.random.default_rng(3), likelihood=likelihood)
    estimate = float(layouts.weights @ (layouts.hands[:, Seat.E] >> ace & 1))
    assert exact == pytest.approx(3 / 5)
    assert estimate == pytest.approx(exact, abs=0.015)


@pytest.mark.parametrize(
    "weights, effective",
    [([0.25] * 4, 4), ([1.0, 0, 0, 0], 1), ([0.5, 0.5, 0, 0], 2), ([0.7, 0.1, 0.1, 0.1], 1.92)],
)
def test_the_effective_sample_size_is_that_of_kish(weights, effective):
    assert WeightedDeals(np.zeros((4, 4), np.int64), np.array(weights), 4).effective == pytest.approx(
        effective, abs=0.01
    )


def test_picked_layouts_come_as_often_as_they_weigh():
    hands = np.arange(16).reshape(4, 4)
    layouts = WeightedDeals(hands, np.array([0.5, 0.25, 0.25, 0.0]), 4)
    picked = layouts.resampled(8, np.random.default_rng(0))
    assert [int((picked.hands[:, 0] == row).sum()) for row in hands[:, 0]] == [4, 2, 2, 0]


@pytest.mark.parametrize(
    "meaning",
    ["HCP15-17 bal", "S5+ H5+ HCP6-11", "M5+ HCP12-15 unbal", "semi D6", "HCP0-3 | HCP25+", "C0 S4-"],
)
@pytest.mark.slow
def test_the_share_of_hands_is_the_share_counted(meaning):
    """The exact share of a stacked hand agrees with hands dealt at random, within four standard errors."""
    constraint = HandConstraint.parse(meaning)
    rng = np.random.default_rng(11)
    known = Hand.parse("AQ74.K83.QJ5.A92").mask
    free = PACK & ~known
    stack = HandSampler.from_cards(0, free, ShownWeights.from_shown([Shown(constraint)]).cells)
    dealt = scatter_bits(sample_subsets(39, 13, 60_000, rng), np.full(60_000, free))
    count = sum(constraint.holds(Hand(mask)) for mask in dealt[:6_000].tolist())
    assert stack.share == pytest.approx(count / 6_000, abs=4 * (stack.share / 6_000) ** 0.5 + 1e-4)
    drawn = stack.draw(500, rng).tolist()
    assert all(constraint.holds(Hand(mask)) and not mask & known and mask.bit_count() == 13 for mask in drawn)
    # Stacked and rejected hands have the same means: length of spades and points.
    hands = [Hand(mask) for mask in dealt.tolist() if constraint.holds(Hand(mask))][:500]
    if len(hands) > 100:
        for measure in (lambda hand: hand.points, lambda hand: hand.lengths[3]):
            one, other = [measure(Hand(mask)) for mask in drawn], [measure(hand) for hand in hands]
            error = (np.var(one) / len(one) + np.var(other) / len(other)) ** 0.5
            assert abs(np.mean(one) - np.mean(other)) < 4 * error + 1e-9


def test_balanced_hands_and_yarboroughs_are_as_common_as_combinatorics_says():
    """4333, 4432 and 5332 together are 47.6 % of all hands; no honour at all leaves 36 cards to draw from."""
    weigher = ShownWeights.from_shown([Shown(HandConstraint.parse("bal"))])
    assert HandSampler.from_cards(0, PACK, weigher.cells).share == pytest.approx(0.4760, abs=0.0001)
    yarborough = ShownWeights.from_shown([Shown(HandConstraint.parse("HCP0"))])
    assert HandSampler.from_cards(0, PACK, yarborough.cells).share == pytest.approx(
        comb(36, 13) / comb(52, 13), rel=1e-12
    )


@pytest.mark.parametrize(
    "known, texts, says",
    [
        ({Seat.N: "AK.A.A.A", Seat.S: "A.2.2.2"}, {}, "two hands"),
        ({Seat.N: "AQ74.K83.QJ5.A92"}, {Seat.N: [("HCP11-", 0)]}, "not as shown"),
        ({Seat.N: "AQ74.K83.QJ5.A92"}, {Seat.S: [("A4", 0)]}, None),
        ({Seat.N: "AQ74.K83.QJ5.A92"}, {Seat.S: [("HCP28+", 0)]}, "as shown"),
    ],
)
def test_what_cannot_be_is_refused_or_given_up(known, texts, says):
    hands = {seat: Hand.parse(text) for seat, text in known.items()}
    rng = np.random.default_rng(0)
    if says is None:
        layouts = deal_hidden(hands, _shown(texts), 10, rng, patience=50_000)
        assert (len(layouts), layouts.dealt >= 50_000) == (0, True)
        return
    with pytest.raises(BridgeError, match=says):
        deal_hidden(hands, _shown(texts), 10, rng)


def test_the_same_seed_deals_the_same_hands():
    constraints = _shown({Seat.E: [("HCP15-17 bal", 0)]})
    known = {Seat.N: Hand.parse("AQ74.K83.QJ5.A92")}
    weighted_deals, other = (deal_hidden(known, constraints, 300, np.random.default_rng(5)) for _ in range(2))
    assert (weighted_deals.hands == other.hands).all()
    assert [len(deal[Seat.S]) for deal in weighted_deals.deals()] == [13] * 300
