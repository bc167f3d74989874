"""Small endings whose answer anyone can see, and what must hold between the questions one may ask."""

import random

import pytest

from analyser.bridge import PACK, Card, Deal, Hand, Play, Seat, Side, Strain
from analyser.errors import SolverError
from analyser.estimates.endings.ending import Ending, EndingSolver
from tests.support.every import each_row

SEEN = [
    # tricks to North-South, position, trumps, leader, why
    (2, "N:..AQ. .4..4 ..32. ..K5.", "NT", "S", "the finesse through the king works"),
    (1, "N:..AQ. ..K5. ..32. .4..4", "NT", "S", "the king lies behind"),
    (1, "N:KQ... .43.. A...5 ...AK", "NT", "N", "the ace blocks the suit and the five of clubs loses"),
    (0, "N:AK... ..A.A ..2.2 ..9.9", "NT", "S", "no way to the spades"),
    (
        2,
        "N:4.A.. 3..K. 2..A. .32..",
        "S",
        "N",
        "North overruffs nobody, yet the heart and a diamond are good",
    ),
    (3, "N:AKQ... .432.. ...432 ..432.", "NT", "N", "three top cards"),
]


@pytest.mark.parametrize("tricks, position, trumps, leader, why", SEEN)
def test_the_side_takes_what_the_cards_allow(tricks, position, trumps, leader, why):
    ending = Ending(Deal.parse(position), Strain.parse(trumps), Seat.parse(leader))
    assert EndingSolver().tricks(ending, Side.NS) == tricks, why


def test_a_card_on_the_table_counts():
    ending = Ending(
        Deal.parse("N:..AQ. .4..4 ..32. ..K5."), Strain.NOTRUMP, Seat.S, (Card.parse("D2"), Card.parse("D5"))
    )
    values = EndingSolver().tricks_by_card(ending, Side.NS)
    assert values == {Card.parse("DA"): 1, Card.parse("DQ"): 2}


def _random_ending(rng: random.Random, size: int) -> Ending:
    cards = rng.sample(PACK, 4 * size)
    hands = [Hand.from_cards(cards[size * seat : size * (seat + 1)]) for seat in range(4)]
    ending = Ending(
        Deal((hands[0], hands[1], hands[2], hands[3])), Strain(rng.randrange(5)), Seat(rng.randrange(4))
    )
    for _ in range(rng.randrange(4)):
        ending = ending.play_card(rng.choice(ending.playable()))
    return ending


@each_row("seed", range(25))
def test_best_play_takes_exactly_what_was_promised(seed):
    """The line shown gives each side what the solver says; no card beats it; the two sides share all tricks."""
    ending = _random_ending(random.Random(seed), 5)
    solver = EndingSolver()
    promised = solver.tricks(ending, Side.NS)
    assert promised + solver.tricks(ending, Side.EW) == ending.size
    assert max(solver.tricks_by_card(ending, ending.turn.side).values()) == solver.tricks(
        ending, ending.turn.side
    )
    line = solver.best_line(ending)
    play = Play(ending.leader, ending.strain, (*ending.trick, *line))
    assert not play.revokes(ending.deal)
    assert play.won_by(Side.NS) == promised


@each_row("seed", range(25))
def test_a_turn_of_the_table_changes_nothing(seed):
    ending = _random_ending(random.Random(1000 + seed), 4)
    hands = ending.deal.hands
    turned = Ending(
        Deal((hands[3], hands[0], hands[1], hands[2])), ending.strain, ending.leader.next, ending.trick
    )
    solver = EndingSolver()
    assert solver.tricks(ending, Side.NS) == solver.tricks(turned, Side.EW)


def test_touching_cards_are_worth_the_same():
    ending = Ending(Deal.parse("N:AK..2. Q3..3. J4..4. 52..5."), Strain.NOTRUMP, Seat.N)
    values = EndingSolver().tricks_by_card(ending, Side.NS)
    assert values[Card.parse("SA")] == values[Card.parse("SK")]


def test_what_cannot_be_is_refused():
    deal = Deal.parse("N:..AQ. .4..4 ..32. ..K5.")
    with pytest.raises(SolverError, match="does not hold"):
        Ending(deal, Strain.NOTRUMP, Seat.N, (Card.parse("D2"),))
    with pytest.raises(SolverError, match="finished trick"):
        Ending(deal, Strain.NOTRUMP, Seat.S, tuple(map(Card.parse, ("D2", "D5", "DA", "H4"))))
    with pytest.raises(SolverError, match="too long"):
        EndingSolver(limit=3).tricks(_random_ending(random.Random(1), 8), Side.NS)
