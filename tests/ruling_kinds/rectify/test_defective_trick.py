"""Which trick was defective (67, 14B1): a card is taken out of, or put into, a play that is known, and found again."""

import pytest

from analyser import laws
from analyser.bridge import Card, Seat
from analyser.casefile import PlayedCard, QuittedCards, case_of
from analyser.ruling.kinds.defective_trick import defective_tricks, scanned
from tests.support import ROOT

CASE = case_of((ROOT / "cases/revokes/trick-twelve.toml").read_bytes())
NINE = {seat: [trick.card_of(seat) for trick in CASE.play.tricks[:9]] for seat in Seat}
LAW = laws.resolve(None, "WBF", "2017")


def quitted(seat, change):
    stacks = {other: list(cards) for other, cards in NINE.items()}
    change(stacks[seat])
    return QuittedCards.model_validate({s.name: " ".join(map(str, cards)) for s, cards in stacks.items()})


LEFT_OUT = [
    (Seat.N, 1),
    (Seat.N, 4),
    (Seat.N, 8),
    (Seat.E, 6),
    (Seat.E, 7),
    (Seat.S, 3),
    (Seat.S, 6),
    (Seat.W, 2),
]


@pytest.mark.parametrize("seat, trick", LEFT_OUT)
def test_the_trick_a_card_was_left_out_of_is_found(seat, trick):
    ways = defective_tricks(CASE, quitted(seat, lambda cards: cards.pop(trick - 1)))
    assert {(way.seat, way.trick, way.surplus) for way in ways} == {(seat, trick, None)}


def test_where_several_tricks_fit_all_are_told():
    """From the sixth on South only discarded: any of his discards may be the one that is missing."""
    ways = defective_tricks(CASE, quitted(Seat.S, lambda cards: cards.pop(7)))
    assert [way.trick for way in ways] == [6, 7, 8, 9]


@pytest.mark.parametrize("seat, trick, extra", [(Seat.N, 4, "HQ"), (Seat.S, 5, "SQ"), (Seat.W, 2, "HA")])
def test_the_card_too_many_is_found(seat, trick, extra):
    ways = defective_tricks(CASE, quitted(seat, lambda cards: cards.insert(trick, Card.parse(extra))))
    assert {str(way.surplus) for way in ways} == {extra}
    assert trick in {way.trick for way in ways}


def test_cards_that_are_all_there_show_nothing():
    assert defective_tricks(CASE, quitted(Seat.N, lambda _: None)) == ()


def test_what_the_cards_show_becomes_the_facts_of_the_incident():
    """East followed to seven tricks of nine; he still holds what he left out, and his side won three from there on."""
    told = PlayedCard.model_validate(
        {
            "id": "x",
            "kind": "played-card",
            "quitted": quitted(Seat.E, lambda cards: cards.pop(6)).model_dump(),
        }
    )
    facts, since, findings = scanned(CASE, told, LAW)
    assert (facts.fact, facts.offender, facts.trick) == ("omitted", Seat.E, 7)
    assert (facts.both_sides_played_on, facts.still_holds_suit, since) == (True, True, 3)
    assert [finding.code for finding in findings] == ["trick.scan-omitted"]
