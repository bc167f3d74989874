"""What is made of a judgement: two standards, self-inflicted damage, rounding, as laws over all numbers."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyser.errors import ScoringError
from analyser.scoring import Chance, Reading, SettlementCase, Tie, round_to_unit, settle, two_standards
from tests.support.every import each_row

VALUES = st.fractions(-24, 24, max_denominator=12)

# A table, B without the infraction, C with it but without the error -> the case, innocent, offenders
CASES = [
    (2, 9, 6, SettlementCase.SHARED, 5, -9),
    (-8, 0, -3, SettlementCase.SHARED, -5, 0),
    (-9, 0, -3, SettlementCase.SHARED, -6, 0),
    (4, 4, 7, SettlementCase.NO_DAMAGE, 4, -4),
    (5, 3, 8, SettlementCase.NO_DAMAGE, 5, -5),
    (-5, 3, 3, SettlementCase.ALL_SELF_INFLICTED, -5, -3),
    (-5, 3, 8, SettlementCase.ALL_SELF_INFLICTED, -5, -3),
    (1, 6, 1, SettlementCase.NONE_SELF_INFLICTED, 6, -6),
    (1, 6, -2, SettlementCase.NONE_SELF_INFLICTED, 6, -6),
]


@each_row("table, without, sane, case, innocent, offenders", CASES)
def test_the_four_cases_and_their_edges(table, without, sane, case, innocent, offenders):
    settled = settle(table, without, sane)
    assert (settled.case, settled.innocent, settled.offenders) == (case, innocent, offenders)


@given(VALUES, VALUES, VALUES)
def test_innocents_get_between_table_and_full_redress_offenders_never_gain(table, without, sane):
    settled = settle(table, without, sane)
    assert table <= settled.innocent <= max(table, without)
    assert settled.offenders == -max(table, without) <= -table
    # the digest's form: the table plus the consequent part, B less C and never below zero
    if without > table:
        # before the table itself the error cannot have helped: C below A counts as A
        assert settled.innocent == table + max(Fraction(0), without - max(sane, table))
        assert settled.consequent + settled.self_inflicted == without - table


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(-20, 20)), min_size=1, max_size=8))
def test_offenders_never_do_better_than_the_innocent_do_badly(parts):
    total = sum(weight for weight, _ in parts)
    chances = [Chance(Fraction(weight, total), Fraction(value)) for weight, value in parts]
    for likely, probable in ((Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 2), Fraction(1, 20))):
        results = two_standards(chances, Reading.CUMULATIVE, likely, probable)
        assert results.offenders >= results.innocent
        values = [chance.value for chance in chances]
        assert {results.offenders, results.innocent} <= set(values)
        better = sum(chance.weight for chance in chances if chance.value > results.innocent)
        assert better < likely <= better + sum(c.weight for c in chances if c.value == results.innocent)


def test_equal_results_count_together():
    chances = [
        Chance(Fraction(1, 10), Fraction(620)),
        Chance(Fraction(1, 10), Fraction(620)),
        Chance(Fraction(4, 5), Fraction(170)),
    ]
    results = two_standards(chances, Reading.SINGLE, Fraction(1, 6), Fraction(1, 20))
    assert (results.innocent, results.offenders) == (620, 620)


def test_a_standard_nothing_reaches_alone_is_said():
    chances = [Chance(Fraction(1, 10), Fraction(value)) for value in range(10)]
    with pytest.raises(ScoringError, match="1/6"):
        two_standards(chances, Reading.SINGLE, Fraction(1, 6), Fraction(1, 20))


def test_chances_that_do_not_fill_the_whole_are_refused():
    with pytest.raises(ScoringError, match="missing"):
        two_standards(
            [Chance(Fraction(1, 2), Fraction(1))], Reading.CUMULATIVE, Fraction(1, 3), Fraction(1, 6)
        )


UNITS = st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(1, 4), Fraction(1, 100), Fraction(10)])


@given(VALUES, UNITS, st.sampled_from(Tie), VALUES)
def test_rounding_happens_once_and_moves_half_a_unit_at_most(value, unit, tie, average):
    rounded = round_to_unit(value, unit, tie, average)
    assert abs(rounded - value) <= unit / 2
    assert (rounded / unit).denominator == 1
    assert round_to_unit(rounded, unit, tie, average) == rounded


@given(VALUES, UNITS, VALUES)
def test_rounding_away_from_average_is_symmetric(distance, unit, average):
    assume(average / unit == int(average / unit))
    above, below = (round_to_unit(average + sign * distance, unit, average=average) for sign in (1, -1))
    assert above - average == average - below


def test_a_unit_is_above_zero():
    with pytest.raises(ScoringError):
        round_to_unit(1, 0)
