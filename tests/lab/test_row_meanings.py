"""Explanations in bridge words, read into the language of meanings by the custom of experts."""

import pytest

from analyser.bridge import Hand, HandConstraint
from tests.bench.lab.row_explanations import AuctionInRow, told_and_right
from tests.bench.lab.row_meanings import explained_bid, meaning
from tests.support.every import each_row


@each_row(
    "shows, auction, words",
    [
        ("bal HCP15-17", "1NT", "15-17"),
        ("H6+ HCP0-10", "P P 2H", "weak"),
        ("H5+ HCP15+", "1D 3H", "strong"),
        ("bal HCP12-14", "1NT", "weak"),
        ("S3+ HCP10-12", "1S P 3S", "limit raise"),
        ("D4+ HCP10+", "1D P 2D", "inverted raise"),
        ("S5+ H5+", "1D 2D", "Michaels"),
        ("S5+ C5+ | S5+ D5+", "1H 2H", "Michaels"),
        ("C5+ D5+", "1H 2NT", "unusual notrump"),
        ("S5+ H4+ | S4 H5+", "1NT 2C", "both majors"),
        ("H5+ D4+ HCP10-14 | H5+ C4+ HCP10-14", "2H", "10-14, 5+ hearts and a minor"),
        ("H0-2 S3+ D3+ C3+", "3H X", "takeout"),
        ("S4+", "1S X", "penalty"),
        ("HCP9+", "3D X", "optional"),
        ("S4+ | H4+", "1NT P 2C", "Stayman"),
        ("H5+", "1NT P 2D", "transfer"),
        ("C5+", "1NT P 2S", "transfer to clubs"),
        ("H0-3 S4 HCP8-12", "1D", "8-12, four spades, not four hearts"),
        ("C5+", "1H 2D 3C", "natural and forcing for one round"),
        ("S6+ HCP5-10 | H6+ HCP5-10", "2D", "weak two in either major"),
        ("HCP10-13 bal | HCP17+", "1C", "10-13 bal or any 17+"),
        ("D3", "1D 1S X", "promised exactly three-card support"),
        ("S0-4 HCP6-10", "1H P 1S", "0-4 !s 6-10 HCP"),
        (None, "4C", "a mild slam try"),
        (None, "1NT", "may hold a five-card major"),
    ],
)
def test_an_explanation_shows(shows: str | None, auction: str, words: str) -> None:
    calls = tuple(auction.split())
    assert meaning(words, explained_bid(calls, len(calls) - 1)).shows == shows


def test_what_is_read_holds_of_the_hand_it_describes() -> None:
    shows = meaning("5+ spades, 8+ HCP", explained_bid(("2C", "P", "2H"), 2)).shows
    assert shows is not None
    assert HandConstraint.parse(shows).holds(Hand.parse("KQT42.J.T9876.KQ"))
    assert not HandConstraint.parse(shows).holds(Hand.parse("QT42.J.T9876.Q42"))


@pytest.mark.parametrize(
    ("given", "correct", "words"),
    [
        ("game forcing", "weak", "explained as game forcing; intended weak"),
        ("a one-suiter", "a two-suiter", "explained as a one-suiter; by the bidder a two-suiter"),
        ("not alerted", "inverted raise", "inverted raise, not alerted"),
        ("5+ spades", "weak notrump", "told: 5+ spades; card: weak notrump"),
        ("minors", None, "West to South: minors; in fact no agreement"),
        ("spades and another suit", "diamonds", "explained as spades and another suit; East had diamonds"),
        ("Michaels", None, "Michaels"),
    ],
)
def test_what_was_told_and_what_was_right(given: str, correct: str | None, words: str) -> None:
    parts = told_and_right(words, "W")
    assert (parts.given, parts.correct) == (given, correct)


def test_a_repeated_call_is_placed_by_player_or_preceding_bid() -> None:
    auction = AuctionInRow("N", ("1D", "X", "P", "1H", "P", "P", "P"))
    assert auction.index_of("P", "slow") is None
    assert auction.index_of("P", "North over 1H: slow") == 4
    assert auction.index_of("X", "takeout") == 1
