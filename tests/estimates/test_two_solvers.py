"""Our own search of endings, in plain Python, and the library find the same, card by card, also in mid-trick."""

import tomllib
from pathlib import Path

import pytest

from analyser.bridge import Card, Contract, Deal, Play, Seat, Strain
from analyser.estimates.endings.ending import Ending, EndingSolver
from analyser.estimates.services import Position
from tests.estimates.dealt import position_after, random_deal, random_play
from tests.support.every import each_row

OWN = tomllib.loads(Path(__file__).with_name("own_deals.toml").read_text("utf-8"))["deal"]


def own_tricks(position):
    """What our own search finds after each card, for the side in turn."""
    masks = list(position.hands)
    for place, card in enumerate(position.trick):
        seat = (position.leader + place) & 3
        masks[seat] = type(masks[seat])(masks[seat].mask | 1 << card.index)
    ending = Ending(Deal(tuple(masks)), position.strain, position.leader, position.trick)
    return dict(EndingSolver().tricks_by_card(ending, ending.turn.side))


@pytest.mark.parametrize("count", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_endings_of_random_plays_have_the_same_tricks_by_card(solver, rng, count):
    positions = []
    while len(positions) < count:
        deal = random_deal(rng)
        left = rng.choice((2, 3, 4, 4, 5, 5, 6, 6, 7))
        play = random_play(rng, deal, 52 - 4 * left + rng.randrange(4))
        positions.append(position_after(deal, play))
    tricks_by_card = [dict(options) for options in solver.options_many(positions)]
    assert tricks_by_card == [own_tricks(position) for position in positions]
    most = [max(options.values()) for options in tricks_by_card]
    assert solver.tricks_many(positions) == most
    left = [len(position.hands[position.leader.next.next.next]) for position in positions]  # plays last
    targets = [
        (position, target)
        for position, size in zip(positions, left, strict=True)
        for target in range(1, size + 1)
    ]
    reached = [
        tricks >= target for tricks, size in zip(most, left, strict=True) for target in range(1, size + 1)
    ]
    assert solver.made_many(targets) == reached


def test_endings_that_were_dealt_as_such(solver, rng):
    """Suits of any length, every denomination, each seat on lead: the table of short deals."""
    deals = [random_deal(rng, size) for size in (1, 1, 2, 2, 3, 3, 4, 4, 5) for _ in range(3)]
    for deal, table in zip(deals, solver.tables(deals), strict=True):
        ending_solver = EndingSolver()
        for strain in Strain:
            for declarer in Seat:
                ending = Ending(deal, strain, declarer.next)
                assert table.tricks(strain, declarer) == ending_solver.tricks(ending, declarer.side), (
                    deal,
                    strain,
                )


def test_a_play_with_revokes_is_followed_as_it_was_played(solver, rng):
    """Any card of the hand may be played: what follows is worth what the cards left are worth."""
    for _ in range(12):
        deal = random_deal(rng, 6)
        play = Play(rng.choice(list(Seat)), rng.choice(list(Strain)))
        for _ in range(16):
            play = play.then(rng.choice(list(play.hands_left(deal)[play.turn])))
        declaring = play.leader.next.side
        curve = solver.curve(deal, play)
        for count in range(17):
            done = Play(play.leader, play.strain, play.cards[:count])
            won = done.won_by(declaring)
            ending = Ending.from_play(deal, done)
            assert curve[count] == won + EndingSolver().tricks(ending, declaring), (deal, done)


def test_the_curve_gives_the_worth_of_the_position_each_card(solver, rng):
    deal = random_deal(rng, 8)
    play = random_play(rng, deal, 32)
    curve = solver.curve(deal, play)
    assert len(curve) == 33
    declaring = play.leader.next.side
    for count in range(32):
        done = Play(play.leader, play.strain, play.cards[:count])
        position = position_after(deal, done)
        left = 8 - len(done.complete_tricks)
        tricks = solver.tricks(position)
        own = tricks if position.turn.side is declaring else left - tricks
        assert curve[count] == done.won_by(declaring) + own
    assert curve[32] == play.won_by(declaring)


def test_at_least_thirty_deals_of_our_own_are_kept():
    assert len(OWN) >= 30
    assert len({row["deal"] for row in OWN}) == len(OWN)


@each_row("row", OWN, ids=[f"deal {number}" for number in range(1, len(OWN) + 1)])
def test_the_deals_of_our_own(solver, row):
    deal = Deal.parse(row["deal"])
    contract = Contract.parse(row["contract"])
    play = Play.parse(contract.leader, contract.strain, row["play"])
    ending = position_after(deal, play)
    options = {Card.parse(card): tricks for card, tricks in row["options"].items()}
    assert dict(solver.options(ending)) == options
    assert own_tricks(ending) == options
    leads = solver.leads(deal, contract)
    assert leads == {Card.parse(card): tricks for card, tricks in row["leads"].items()}
    curve = solver.curve(deal, play)
    assert curve[0] == min(leads.values()) == row["tricks"]
    declaring = contract.declarer.side
    best = max(options.values())
    left = len(deal.hands[0]) - len(play.complete_tricks)
    own = best if ending.turn.side is declaring else left - best
    assert curve[-1] == play.won_by(declaring) + own


def test_the_side_is_that_of_the_player_in_turn(solver):
    ending = Deal.parse("N:..AK. .4..4 ..32. ..65.")
    for leader, tricks in ((Seat.N, 2), (Seat.E, 0), (Seat.S, 2), (Seat.W, 0)):
        position = Position(ending.hands, Strain.DIAMONDS, leader)
        assert solver.tricks(position) == tricks
