"""Every language says all that English says, with the same gaps to fill, and writes figures its own way."""

from decimal import Decimal
from fractions import Fraction

import pytest

from analyser.bridge import Call, Card, Contract, HandConstraint, Result, Seat, Side, Suit
from analyser.casefile import Place
from analyser.laws import Clause
from analyser.messages import Percentage, message
from analyser.report.page_voice import TextVoice
from tests.support.every import each_row


@pytest.mark.parametrize(
    "language, percent, decimal, seat, side, strain, clause",
    [
        ("en", "33.3 %", "2.85", "West", "East-West", "spades", "Law 12C1(c)"),
        ("it", "33,3 %", "2,85", "Ovest", "Est-Ovest", "picche", "art. 12C1(c)"),
        ("ro", "33,3 %", "2,85", "Vest", "Est-Vest", "pică", "Legea 12C1(c)"),
    ],
)
def test_figures_and_names_are_written_as_the_language_writes_them(
    language, percent, decimal, seat, side, strain, clause
):
    voice = TextVoice(language)
    assert voice.percent(Fraction(1, 3)) == percent
    assert voice.number(Fraction(57, 20)) == decimal
    assert voice.render(Seat.W) == seat
    assert voice.render(Side.EW) == side
    assert voice.render(Suit.SPADES) == strain
    assert voice.render(Clause("2017", "12C1c")) == clause


@each_row(
    "value, expected",
    [
        (Call.parse("3NT"), "3NT"),
        (Card.parse("ST"), "ST"),
        (Result.parse("4HX-2 by E"), "4HX-2 by E"),
        ((Call.parse("P"), Call.parse("4S")), "Pass, 4S"),
        (Place.parse("call 7"), "call 7"),
        (Place.parse("trick 3 W"), "trick 3, West"),
        (Percentage(Fraction(1, 8)), "12.5 %"),
        (Percentage(Fraction(1, 3)), "1/3"),
        (Decimal("2.85"), "2.85"),
        (Contract.parse("4SX by N"), "4SX by N"),
        ("call 7 of mine", "call 7 of mine"),
        ("damage-to-the-innocent", "damage to the non-offending side"),
        ("{0.__class__}", "{0.__class__}"),
    ],
)
def test_an_argument_is_told_in_words(value, expected):
    assert TextVoice().render(value) == expected


@pytest.mark.parametrize(
    "reason, italian",
    [
        (message("law.by-date", date="2019-06-20", authority="EBL", edition="2017"),
         "il 2019-06-20 EBL giocava secondo il Codice 2017"),
        (message("bar.weight", result=Result.parse("3S= by S"), low=Percentage.round_to(0.05), high=Percentage.round_to(0.3), now=Percentage(Fraction(1, 8))),
         "3S= di S con peso dal 5 % al 30 % invece del 12,5 %"),
        (message("formal.met-after", minutes=20), "rispettato, dopo 20 minuti"),
        (message("formal.law-who", law="92D", who=message("formal.captain")), "art. 92D: il capitano"),
        (message("quoted", text="a text nobody knows"), "«a text nobody knows»"),
    ],
)  # fmt: skip
def test_a_reason_is_said_in_the_reader_s_language(reason, italian):
    assert TextVoice("it").say(reason) == italian
    assert TextVoice("en").say(reason).replace(" %", "%") == str(reason)


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("H5+ S0-3 HCP11-15", "en", "5 or more hearts, at most 3 spades, 11 to 15 points"),
        ("bal HCP15-17", "en", "balanced, 15 to 17 points"),
        ("M5+ | m6+", "en", "5 or more cards in a major; or 6 or more cards in a minor"),
        ("SA A2 K1+", "en", "the SA, 2 aces, 1 or more kings"),
        ("S5+ H5+", "it", "almeno 5 carte di picche, almeno 5 carte di cuori"),
        ("S5+ | bal HCP15-17", "ro", "cel puțin 5 cărți de pică; sau mână echilibrată, 15–17 puncte"),
    ],
)
def test_what_a_call_shows_is_in_the_reader_s_language(text, language, words):
    assert TextVoice(language).plain_text(HandConstraint.parse(text)) == words
