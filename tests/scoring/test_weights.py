"""Weights are read exactly, and refused unless they fill the whole."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import ScoringError
from analyser.messages import percent_text
from analyser.scoring import WeightedScore, check_whole, parse_weight
from tests.support.every import each_row

READS = [
    ("65%", Fraction(13, 20)),
    ("65 %", Fraction(13, 20)),
    ("0.65", Fraction(13, 20)),
    (".65", Fraction(13, 20)),
    ("0,65", Fraction(13, 20)),
    ("13/20", Fraction(13, 20)),
    ("33.3%", Fraction(333, 1000)),
    ("33,3%", Fraction(333, 1000)),
    ("1/3", Fraction(1, 3)),
    ("100%", Fraction(1)),
    ("1", Fraction(1)),
    ("0%", Fraction(0)),
]


@each_row("text, weight", READS)
def test_a_weight_is_read_exactly(text, weight):
    assert parse_weight(text) == weight


NONSENSE = [
    "",
    "%",
    "65",
    "101%",
    "-10%",
    "1/0",
    "3/2",
    "nan",
    "inf",
    "1e3",
    "1e999999999",
    "2.0",
    "½",
    "65%%",
    "1/3/4",
]


@each_row("text", [*NONSENSE, "0." + "3" * 5000, "1/" + "9" * 5000])
def test_what_is_no_weight_is_refused_at_once(text):
    with pytest.raises(ScoringError):
        parse_weight(text)


GAPS = [
    (["33%"] * 3, "1% of the whole is missing"),
    (["60%", "30%"], "10% of the whole is missing"),
    (["60%", "45%"], "5% more than the whole"),
    (["1/3", "1/3"], "1/3 of the whole is missing"),
    (["0.333", "0.333", "0.333"], "0.1% of the whole is missing"),
    ([], "100% of the whole is missing"),
]


@pytest.mark.parametrize("weights, why", GAPS)
def test_weights_not_summing_to_one_are_refused_with_difference(weights, why):
    with pytest.raises(ScoringError) as refusal:
        check_whole(map(parse_weight, weights))
    assert why in str(refusal.value)


def test_a_negative_weight_is_refused_whatever_the_sum():
    with pytest.raises(ScoringError, match="below zero"):
        WeightedScore.from_shares([(Fraction(3, 2), 620), (Fraction(-1, 2), -100)])


def test_thirds_and_two_hundred_equal_results_fill_the_whole():
    assert len(WeightedScore.parse(("1/3", 420), ("1/3", -50), ("1/3", 0)).shares) == 3
    assert len(WeightedScore.from_shares([(Fraction(1, 200), 10 * i) for i in range(200)]).shares) == 200


@given(st.fractions(0, 1, max_denominator=999_999))
def test_a_fraction_is_read_as_written(weight):
    assert parse_weight(f"{weight.numerator}/{weight.denominator}") == weight


@given(st.integers(0, 100_000))
def test_a_percentage_printed_reads_back(thousandths):
    weight = Fraction(thousandths, 100_000)
    assert parse_weight(percent_text(weight)) == weight
