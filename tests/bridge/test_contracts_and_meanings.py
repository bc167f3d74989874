"""Contracts, results and the language of meanings: round trips and refusals."""

import random

import pytest

from analyser.bridge import (
    CALLS,
    PACK,
    Call,
    Contract,
    Hand,
    HandConstraint,
    PointsOnly,
    Result,
    Seat,
    Strain,
    parse_result,
)
from analyser.errors import BridgeError
from tests.support.every import each_row


def test_every_result_reads_back():
    count = 0
    for level in range(1, 8):
        for strain in Strain:
            for doubled in range(3):
                for tricks in range(14):
                    result = Result(Contract(level, strain, doubled, Seat.W), tricks)
                    assert Result.parse(str(result)) == result
                    assert eval(repr(result)) == result
                    count += 1
    assert count == 1470


def test_every_call_reads_back_and_keeps_its_order():
    assert [Call.parse(str(call)) for call in CALLS] == list(CALLS) == sorted(CALLS)
    assert all(Call.bid(call.level, call.strain) == call for call in CALLS[3:])


@pytest.mark.parametrize(
    "text, expected",
    [
        ("3nt = by South", "3NT= by S"),
        ("4♠X −2 by e", "4SX-2 by E"),
        ("passed out", "passed out"),
        ("All Pass", "passed out"),
        ("+480", "+480"),
        ("-50", "-50"),
        ("1NTXX+6 by N", "1NTXX+6 by N"),
    ],
)
def test_results_are_read_in_the_spellings_in_use(text, expected):
    assert str(parse_result(text)) == expected


@each_row("text", ["8S= by N", "4S+4 by N", "1C-8 by S", "4S", "4S=", "", "by N", "4Q= by N"])
def test_what_is_no_result_is_refused(text):
    with pytest.raises(BridgeError):
        parse_result(text)


def test_a_bare_score_has_no_contract():
    assert parse_result("+480") == PointsOnly(480)


@pytest.mark.parametrize("text", ["H5+ S0-3 HCP11-15", "bal HCP15-17", "C0-3", "M5+ | m6+", "SA A2 K1+"])
def test_a_meaning_reads_back(text):
    meaning = HandConstraint.parse(text)
    assert HandConstraint.parse(str(meaning)) == meaning
    assert eval(repr(meaning)) == meaning


@each_row("text", ["H14", "H5-3", "HCP40", "five hearts", "", "|", "H5 |", "ST9", "H5++"])
def test_what_is_not_of_the_language_is_refused(text):
    assert HandConstraint.problems(text)
    with pytest.raises(BridgeError):
        HandConstraint.parse(text)


def test_a_meaning_holds_for_the_hands_it_describes():
    rng = random.Random(7)
    five_hearts, balanced = HandConstraint.parse("H5+ HCP11-15"), HandConstraint.parse("bal")
    for _ in range(500):
        hand = Hand.from_cards(rng.sample(PACK, 13))
        assert five_hearts.holds(hand) == (hand.lengths[2] >= 5 and 11 <= hand.points <= 15)
        assert balanced.holds(hand) == hand.is_balanced
