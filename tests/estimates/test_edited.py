"""The recorded line with one act changed: the deal of the repeated revoke, and small endings anyone can follow."""

import pytest

from analyser.bridge import Card, Deal, Play, Seat, Side
from analyser.casefile import case_of
from analyser.estimates.endings.ending import (
    CardReason,
    Edit,
    Ending,
    EndingCounter,
    EndingSolver,
    ending_of,
    line_after_edits,
    position_of,
    revokes_removed,
)
from analyser.estimates.services import NotSolved
from analyser.estimates.solver import Solver
from tests.support import GOLDEN

TWICE = case_of((GOLDEN / "cases/good/repeated-revoke.toml").read_bytes())


@pytest.fixture(scope="module")
def counter():
    """The double-dummy library, asked directly: the deal is long for plain Python."""
    with Solver() as room:
        yield room


def test_with_the_second_revoke_removed_declarer_takes_eleven(counter):
    """Seed 003, lines 340-373: South follows to the queen, West ruffs and plays the ace of diamonds."""
    line = revokes_removed(TWICE.deal, TWICE.play, ((3, Seat.S),), counter)
    assert line.tricks_of(Side.NS) == 11
    changed = [choice for choice in line.choices if choice.why is not CardReason.RECORDED]
    assert [(choice.trick, choice.seat, choice.why) for choice in changed] == [
        (3, Seat.S, CardReason.REVOKE_REMOVED)
    ]
    assert [str(choice.card) for choice in line.choices if choice.seat is Seat.W] == ["S6", "DA"]
    assert line.best_from == 4


def test_with_both_revokes_removed_declarer_takes_ten(counter):
    """Both readings agree: eleven less the trick transferred, or ten without any revoke."""
    line = revokes_removed(TWICE.deal, TWICE.play, ((2, Seat.S), (3, Seat.S)), counter)
    assert line.tricks_of(Side.NS) == 10
    assert line.tricks_of(Side.EW) == 3


# Three tricks: North leads a spade, East does not follow though he could, and wins the last trick with the spade he kept.
ENDING = Deal.parse("N:AQ.2.. J.3.4. 32.4.. ..32.5")
PLAYED = Play.parse("N", "NT", "SQ D4 S2 D2 SA SJ S3 D3 H2 H3 H4 C5")


def test_a_card_replaced_changes_what_follows():
    line = line_after_edits(ENDING, PLAYED, (Edit(1, Seat.N, Card.parse("SA")),))
    whys = {(choice.trick, choice.seat): choice.why for choice in line.choices}
    assert whys[1, Seat.N] is CardReason.STATED
    assert str(line.choices[0].card) == "SA"
    assert line.best_from == 3, "in the record East led to the last trick; now North does"
    assert line.tricks == 3, "two spades, and South has the highest heart"


def test_a_revoke_removed_is_followed_by_what_is_still_legal():
    """East follows with the jack; the jack is gone when the next spade comes, and he discards another card."""
    line = revokes_removed(ENDING, PLAYED, ((1, Seat.E),))
    of_east = [
        (choice.trick, str(choice.card), choice.why) for choice in line.choices if choice.seat is Seat.E
    ]
    assert of_east[0] == (1, "SJ", CardReason.REVOKE_REMOVED)
    assert of_east[1][0] == 2
    assert of_east[1][1] in ("D4", "H3")
    assert of_east[1][2] is CardReason.NO_LONGER_LEGAL
    assert line.tricks is not None


def test_a_position_and_an_ending_are_the_same_thing():
    ending = Ending(ENDING, PLAYED.strain, Seat.N, PLAYED.cards[:2])
    assert ending_of(position_of(ending)) == ending
    counter = EndingCounter()
    assert counter.tricks(position_of(ending)) == EndingSolver().tricks(ending, ending.turn.side)
    assert counter.options(position_of(ending)) == EndingSolver().tricks_by_card(ending, ending.turn.side)


def test_what_is_too_long_is_said_to_be_not_solved():
    ending = Ending(TWICE.deal, TWICE.play.strain, Seat.W)
    assert isinstance(EndingCounter(limit=10).tricks(position_of(ending)), NotSolved)
    line = revokes_removed(TWICE.deal, TWICE.play, ((3, Seat.S),), EndingCounter(limit=10))
    assert line.tricks_of(Side.NS) is None
    assert line.best_from == 4
