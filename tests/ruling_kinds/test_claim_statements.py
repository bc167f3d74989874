"""What a statement of clarification fixes: the card led to is kept for its lead, and suits are played in the order stated."""

from dataclasses import replace

import pytest

from analyser.bridge import Card, Deal, Seat, Strain, Suit
from analyser.casefile import PlayerClass
from analyser.estimates.endings.ending import Ending
from analyser.ruling.kinds.claim import ClaimFacts, Rules, adjudicate
from tests.support.every import each_row

LAW_2017 = Rules()


def claim(position, lead, claims, *, trumps="NT", by="S", order="", towards="", **more):
    ending = Ending(Deal.parse(position), Strain.parse(trumps), Seat.parse(lead))
    suits = tuple(Suit("CDHS".index(suit)) for suit in order)
    cards = tuple(map(Card.parse, towards.split()))
    return ClaimFacts(
        ending, Seat.parse(by), claims, order=suits, towards=cards, player=PlayerClass.EXPERT, **more
    )


def tricks(facts):
    return adjudicate(facts, LAW_2017).tricks


AKJ_ONSIDE = "N:...AKJ .5.3.5 ...432 ...QT6"
AKJ_OFFSIDE = "N:...AKJ ...QT6 ...432 .5.3.5"
QUEEN_WOULD_FALL = "N:...AKJ ..5.QT ...432 .5.3.6"
AQ_AND_DIAMOND = "N:..2.AQ .4.3.5 .A..32 .5..K4"
LAST_CLUB = "N:..32.AQ .43.5.6 .AK.7.3 .5.4.K4"
COVERED = "N:...AKJ ..32.5 ...T43 ...Q76"

# What is stated, the ending, and the tricks due with the reason.
LED_TO = [
    (3, claim(AKJ_ONSIDE, "S", 3, towards="CJ"), "the stated finesse wins"),
    (2, claim(AKJ_ONSIDE, "S", 3), "the same unstated is refused (70E1)"),
    (2, claim(AKJ_OFFSIDE, "S", 3, towards="CJ"), "stated and offside: the jack loses"),
    (3, claim(AQ_AND_DIAMOND, "S", 3, order="H", towards="CQ"), "the queen is not thrown on the heart"),
    (3, claim(AQ_AND_DIAMOND, "S", 3, order="HC", towards="CQ"), "nor where clubs are named as well"),
    (4, claim(LAST_CLUB, "S", 4, order="H", towards="CQ"), "the one club to lead is kept too"),
    (3, claim(COVERED, "S", 3, towards="CJ"), "the queen played before the jack is beaten by the king"),
    (2, claim(AKJ_ONSIDE, "N", 3, towards="CJ"), "on lead in the wrong hand: the clubs from the top"),
]


@each_row("due, facts, why", LED_TO, ids=[why for _, _, why in LED_TO])
def test_a_stated_card_keeps_its_place_in_the_line(due, facts, why):
    assert tricks(facts) == due, why


def test_the_line_shown_leads_to_the_stated_card():
    """The queen would fall under ace and king; the line that loses is the stated one, the jack to the queen."""
    answer = adjudicate(claim(QUEEN_WOULD_FALL, "S", 3, towards="CJ"), LAW_2017)
    line = answer.line
    assert (answer.tricks, answer.best) == (1, 3)  # the diamond then wins, too
    assert (line[0].seat, line[0].card.suit, str(line[2].card)) == (Seat.S, Suit.CLUBS, "CJ")


JACK_FOURTH = "N:..75.5432 .A5..JT98 ..AK.AKQ6 .64.Q42.7"
BREAKING = "N:..75.5432 .A5.Q4.JT ..AK.AKQ6 .64.32.97"
OPPONENTS_CARD_LED_TO = claim(AKJ_ONSIDE, "S", 3, towards="CQ")


@pytest.mark.parametrize(
    "due, facts, why",
    [
        (
            3,
            claim(JACK_FOURTH, "S", 6, order="CD"),
            "clubs from the top to their end, the fourth loses (70D1)",
        ),
        (3, claim(JACK_FOURTH, "S", 6, order="C"), "the same with clubs alone stated"),
        (5, claim(JACK_FOURTH, "S", 6, order="DC"), "diamonds stated first are in before the fourth club"),
        (
            5,
            claim(JACK_FOURTH, "S", 5, order="CD"),
            "one trick not claimed: he knew of a loser, and leaves it",
        ),
        (6, claim(BREAKING, "S", 6, order="CD"), "where they break nothing is lost"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_suits_are_played_in_the_order_stated(due, facts, why):
    assert tricks(facts) == due, why


def test_a_card_the_claimer_does_not_hold_fixes_nothing():
    assert tricks(OPPONENTS_CARD_LED_TO) == tricks(replace(OPPONENTS_CARD_LED_TO, towards=()))
