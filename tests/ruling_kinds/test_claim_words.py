"""What is said with a claim, in three languages: an order, cards led to, ruffs, trumps, tricks; what is not understood is named."""

from dataclasses import replace

import pytest

from analyser.bridge import Deal, Seat, Strain, Suit
from analyser.casefile import PlayerClass, case_of
from analyser.estimates.endings.ending import Ending
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.claim_words.grammar import parse_statement
from analyser.ruling.claim_words.understanding import understand_statement
from analyser.ruling.kinds.claim import ClaimFacts, Rules, adjudicate, prices_for
from analyser.ruling.kinds.claim.reading import facts_of
from tests.support import ROOT
from tests.support.every import each_row

SUITED = Ending(Deal.parse("N:A2.KQ5..A43 .T9.KJ3.T98 K.AJ4.A2.K2 43.87.QT.76"), Strain.SPADES, Seat.S)
"""Spades are trumps; South claims eight tricks left, West holds the two trumps out, dummy has no diamond."""
CLUB_FINESSE = Ending(Deal.parse("N:...AQ2 ..3.K5 ..4.43 ..5.JT"), Strain.NOTRUMP, Seat.S)
TWO_WAY = Ending(Deal.parse("N:...AJ3 ...Q98 ...KT2 ...765"), Strain.NOTRUMP, Seat.S)

# What it says, in which language, the statement: the order, the cards led to, the suits ruffed, tricks claimed, trumps counted.
SAID = [
    ("en", "drawing trumps", "S", "", "", None, None),
    ("en", "I draw the last trump", "S", "", "", None, 1),
    ("en", "Drawing two rounds of trumps", "S", "", "", None, None),
    ("en", "one round of trumps, then hearts", "S H", "", "", None, 1),
    ("en", "hearts from the top", "H", "", "", None, None),
    ("en", "top hearts", "H", "", "", None, None),
    ("en", "running the clubs", "C", "", "", None, None),
    ("en", "ruffing two diamonds in dummy", "D", "", "D", None, None),
    ("en", "conceding a club", "", "", "", 7, None),
    ("en", "losing one", "", "", "", 7, None),
    ("en", "all but two", "", "", "", 6, None),
    ("en", "the rest are mine", "", "", "", 8, None),
    ("en", "All mine!", "", "", "", 8, None),
    ("en", "all good", "", "", "", None, None),
    ("en", "dummy is high", "", "", "", None, None),
    ("en", "11 tricks", "", "", "", 6, None),
    ("en", "playing hearts then clubs", "H C", "", "", None, None),
    ("en", "hearts after drawing trumps", "S H", "", "", None, None),
    ("en", "clubs, but hearts first", "H C", "", "", None, None),
    ("en", "♥AKQ, then ♣AK", "H C", "", "", None, None),
    ("en", "a club to the ace, then trumps", "C S", "CA", "", None, None),
    ("en", "two clubs, three hearts and a diamond", "", "", "", None, None),
    ("en", "no trumps out", "", "", "", None, 0),
    ("en", "trumps from the top, then hearts", "S H", "", "", None, None),
    ("en", "the ace of clubs is yours", "", "", "", 7, None),
    ("en", "6 club tricks, 2 hearts", "", "", "", None, None),
    ("en", "cash ace king of hearts, ruff a heart, draw trumps", "H S", "", "H", None, None),
    ("it", "batto le atout", "S", "", "", None, None),
    ("it", "batto l'ultima atout, poi scorro le fiori", "S C", "", "", None, 1),
    ("it", "due giri di atout", "S", "", "", None, None),
    ("it", "cuori dall'alto", "H", "", "", None, None),
    ("it", "taglio due quadri al morto", "D", "", "D", None, None),
    ("it", "cedo una fiori", "", "", "", 7, None),
    ("it", "ne perdo una", "", "", "", 7, None),
    ("it", "il resto è mio", "", "", "", 8, None),
    ("it", "tutte buone", "", "", "", None, None),
    ("it", "il morto è alto", "", "", "", None, None),
    ("it", "11 prese", "", "", "", 6, None),
    ("it", "gioco cuori poi fiori", "H C", "", "", None, None),
    ("it", "una fiori all'asso, poi atout", "C S", "CA", "", None, None),
    ("ro", "trag atuurile", "S", "", "", None, None),
    ("ro", "scot ultimul atu, apoi trefle", "S C", "", "", None, 1),
    ("ro", "două tururi de atu", "S", "", "", None, None),
    ("ro", "trag de două ori atu", "S", "", "", None, None),
    ("ro", "cupă de sus", "H", "", "", None, None),
    ("ro", "tai două carouri la mort", "D", "", "D", None, None),
    ("ro", "cedez o treflă", "", "", "", 7, None),
    ("ro", "pierd o levată", "", "", "", 7, None),
    ("ro", "restul sunt ale mele", "", "", "", 8, None),
    ("ro", "toate bune", "", "", "", None, None),
    ("ro", "mortul e bun", "", "", "", None, None),
    ("ro", "11 levate", "", "", "", 6, None),
    ("ro", "joc cupă, apoi treflă", "H C", "", "", None, None),
    ("ro", "o treflă la as, apoi trag atu", "C S", "CA", "", None, None),
]


def texts(values):
    return " ".join(map(str, values))


@each_row("language, statement, order, towards, ruffs, claims, counted", SAID, ids=[row[1] for row in SAID])
def test_a_statement_is_read_in_three_languages(language, statement, order, towards, ruffs, claims, counted):
    reading = understand_statement(statement, SUITED, Seat.S, 5)
    assert (reading.language, reading.unknown) == (language, ())
    assert (texts(reading.order), texts(reading.towards), texts(reading.ruffs)) == (order, towards, ruffs)
    assert (reading.claims, reading.trumps_counted) == (claims, counted)
    assert reading.says


@pytest.mark.parametrize(
    "statement", ["finessing", "taking the club finesse", "faccio l'impasse a fiori", "impas la treflă"]
)
def test_a_finesse_is_led_to_the_one_possible_card(statement):
    assert texts(understand_statement(statement, CLUB_FINESSE, Seat.S, 3).towards) == "CQ"
    unclear = understand_statement(statement, TWO_WAY, Seat.S, 3)
    assert (unclear.towards, unclear.asks) == ((), ("incident towards",))


def test_a_cross_ruff_ruffs_both_hands_void_suits_in_turn():
    ending = Ending(Deal.parse("N:K2..A43. .T9.5.T9 A3.K42.. .87.T.76"), Strain.SPADES, Seat.S)
    reading = understand_statement("cross-ruff", ending, Seat.S, None)
    assert set(reading.ruffs) == set(reading.order) == {Suit.DIAMONDS, Suit.HEARTS}


# What is statement, the words not understood, the key that says it.
NOT_READ = [
    ("on a squeeze", "on a squeeze", "judgement normal-line"),
    ("con la compressione", "compressione", "judgement normal-line"),
    ("la squeeze", "squeeze", "judgement normal-line"),
    ("draw trumps unless they are 2-0", "unless they 2 0", "incident order"),
    ("zwei Herzen, dann Treff", "zwei Herzen dann Treff", "incident order"),
    ("ruffing", "ruffing", "incident order"),
    ("an ace, then the trumps", "an ace", "incident order"),
    ("a club to the queen", "a club to the queen", "incident towards"),
    ("8 tricks", "8 tricks", "incident claims"),
]


@each_row("statement, words, key", NOT_READ, ids=[row[0] for row in NOT_READ])
def test_what_is_not_understood_is_named_with_its_key(statement, words, key):
    reading = understand_statement(statement, SUITED, Seat.S, 5)
    assert " ".join(reading.unknown) == words
    assert key in reading.asks
    assert (reading.order, reading.towards, reading.ruffs, reading.claims) == ((), (), (), None)


@pytest.mark.parametrize("statement", ["", "  ", "...", "!?", "spade " * 500])
def test_nothing_and_too_much_are_no_statement(statement):
    assert parse_statement(statement) is None


@pytest.mark.parametrize(
    "statement", ["<b>spades</b>", "\u202espades", "{spades}", "♠" * 50, "S" * 3000, "0 0 0 99999999999999 T"]
)
def test_hostile_text_is_read_or_named_never_refused(statement):
    reading = understand_statement(statement, SUITED, Seat.S, None)
    assert reading is None or reading.says or reading.unknown


def test_the_words_are_told_in_each_language():
    reading = understand_statement("draw the last trump, then hearts", SUITED, Seat.S, 5)
    for language in LANGUAGES:
        sentence = TextVoice(language).say(reading.sentences[0])
        assert "{" not in sentence
        assert "claim." not in sentence
        assert {"en": "hearts", "it": "cuori", "ro": "cup"}[language] in sentence


def case_with(statement, more=""):
    text = (ROOT / "cases/reported/claim-words-trump-drawn.toml").read_text()
    return case_of(
        text.replace('"drawing the last trump, then my two aces"', f'"{statement}"\n{more}').encode()
    )


def facts_with(statement, more=""):
    case = case_with(statement, more)
    return facts_of(case, case.incident[0], prices_for(None))


def tricks(statement, more=""):
    return adjudicate(facts_with(statement, more), Rules()).tricks


def test_a_line_read_from_words_counts_as_one_stated():
    """70B1: what the words fix is what the keys would; a line that goes against it is not normal."""
    assert tricks("drawing the last trump") == tricks("", 'order = ["H"]\nmentions_trump = true') == 3
    assert tricks("my two aces") == tricks("") == 2
    assert tricks("spades, then the trump") == tricks("", 'order = ["S", "H"]\nmentions_trump = true')


def test_what_the_case_states_takes_precedence_over_the_words():
    facts = facts_with("drawing trumps", 'order = ["S"]\nmentions_trump = false')
    assert (facts.order, facts.mentions_trump) == ((Suit.SPADES,), False)
    assert facts_with("drawing trumps", "trumps_counted = 0").forgotten == 1


def test_words_half_understood_give_no_line():
    facts = facts_with("drawing the last trump, then abracadabra")
    assert (facts.order, facts.unread, facts.mentions_trump) == ((), True, True)
    assert facts.understood.unknown == ("abracadabra",)


def test_a_stated_suit_from_the_top_is_not_finessed():
    """The ace drops the king that a finesse of the queen would lose to: "clubs from the top" makes all three (70B1)."""
    ending = Ending(Deal.parse("N:...AQ5 ..54.K ...432 ..6.T9"), Strain.NOTRUMP, Seat.S)
    clubs = understand_statement("clubs from the top", ending, Seat.S, None)
    statement = ClaimFacts(ending, Seat.S, 3, order=clubs.order, player=PlayerClass.CLUB)
    assert adjudicate(statement, Rules()).tricks == 3
    assert adjudicate(replace(statement, order=()), Rules()).tricks < 3
