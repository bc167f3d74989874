"""The play: winners, turns, revokes found and never refused, cards that cannot be where they are printed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.bridge import Card, Deal, Play, Seat, Side, Strain
from analyser.errors import BridgeError
from tests.bridge.test_cards_and_hands import dealt

REVOKES = Deal.parse("N:T.QJ653.K652.AKQ 542.AKT2.Q43.842 AKQ983.4.J.97653 J76.987.AT987.JT")


def legal_play(deal: Deal, leader: Seat, strain: Strain, seed: int, cards: int = 52) -> Play:
    """A legal play at random: always following suit."""
    rng, play = random.Random(seed), Play(leader, strain)
    while len(play) < cards:
        play = play.then(rng.choice(play.playable(deal)))
    return play


@given(st.integers(0, 10**6), st.sampled_from(Seat), st.sampled_from(Strain))
def test_a_legal_play_has_no_revoke_and_thirteen_winners(seed, leader, strain):
    deal = dealt(seed)
    play = legal_play(deal, leader, strain, seed)
    assert play.revokes(deal) == ()
    assert play.problems(deal) == ()
    assert play.won_by(Side.NS) + play.won_by(Side.EW) == 13
    assert Play.parse(leader, strain, " ".join(map(str, play.cards))) == play
    assert eval(repr(play)) == play
    assert len(set(play.cards)) == 52


@given(st.integers(0, 10**6), st.sampled_from(Strain))
def test_the_winner_of_a_trick_leads_to_the_next(seed, strain):
    deal = dealt(seed)
    play = legal_play(deal, Seat.N, strain, seed)
    for trick, after in zip(play.tricks, play.tricks[1:], strict=False):
        assert trick.winner is after.leader


@pytest.mark.parametrize(
    "winner, strain, cards",
    [
        ("E", "NT", "S2 SA SK SQ"),
        ("N", "NT", "S2 HA HK HQ"),
        ("W", "H", "S2 SA SK H3"),
        ("S", "H", "S2 H4 HA H3"),
        ("N", "S", "S2 HA HK HQ"),
    ],
)
def test_the_highest_trump_or_card_of_the_suit_led_wins(winner, strain, cards):
    assert str(Play.parse("N", strain, cards).tricks[0].winner) == winner


def test_revokes_are_detected_with_what_could_have_been_played():
    # Seed 003, lines 340-373: declarer revoked twice in clubs.
    play = Play.parse("W", "S", ["CJ CA C2 C3", "CK C4 DJ CT", "CQ C8 H4 S6", "DA"])
    revokes = play.revokes(REVOKES)
    assert [(revoke.trick, revoke.seat, str(revoke.card)) for revoke in revokes] == [
        (2, Seat.S, "DJ"),
        (3, Seat.S, "H4"),
    ]
    assert [str(card) for card in revokes[0].playable] == ["C9", "C7", "C6", "C5"]


def test_a_card_of_another_hand_is_reported_with_its_holder():
    play = Play.parse("W", "S", ["CJ CA C2 C3", "CK C4 DJ CT", "CQ C8 H4 C6"])
    (problem,) = play.problems(REVOKES)
    assert (problem.where, problem.found) == ("play trick 3 W", "C6")
    assert "South's hand" in str(problem.why)


def test_a_trick_not_won_by_the_next_leader_is_reported():
    """As it is printed North wins the third trick with the queen, and West leads to the fourth."""
    cards = "CJ CA C2 C3 CK C4 DJ CT CQ C8 H4 C6 DA D2 D3 S3"
    (problem,) = Play.parse(Seat.W, Strain.SPADES, cards).problems(REVOKES)
    assert "North would win the trick, but West leads to the next" in str(problem.why)


def test_a_card_played_twice_is_a_problem():
    play = Play.parse("W", "S", ["CJ CA C2 C3", "CA C4 C5 CT"])
    assert [problem.found for problem in play.problems(REVOKES)] == ["CA"]


def test_who_follows_suit_may_play_only_that_suit():
    play = Play.parse("W", "S", "CJ CA C2")
    assert [str(card) for card in play.playable(REVOKES)] == ["C9", "C7", "C6", "C5", "C3"]
    assert play.turn is Seat.S


def test_an_unfinished_trick_has_no_winner_yet():
    play = Play.parse("W", "S", "CJ CA")
    assert (play.tricks[0].winner, play.tricks[0].best, play.complete_tricks) == (None, Seat.N, ())


def test_no_fifty_third_card_is_played():
    deal = dealt(1)
    play = legal_play(deal, Seat.N, Strain.NOTRUMP, 1)
    with pytest.raises(BridgeError):
        play.then(Card.parse("SA"))
