"""Rounding, done once and last: the unit and what becomes of an exact half are the regulation's."""

from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.errors import ScoringError

__all__ = ["Tie", "rounded"]


class Tie(StrEnum):
    """What happens to an exact half."""

    AWAY_FROM_AVERAGE = "away-from-average"
    HALF_UP = "half-up"


def rounded(
    value: Fraction | int, unit: Fraction | int, tie: Tie = Tie.AWAY_FROM_AVERAGE, average: Fraction | int = 0
) -> Fraction:
    """The nearest multiple of the unit; an exact half goes away from average, or up.

    >>> str(rounded(Fraction(5, 2), 1)), str(rounded(Fraction(-5, 2), 1)), str(rounded(Fraction(-5, 2), 1, Tie.HALF_UP))
    ('3', '-3', '-2')
    """
    if unit <= 0:
        raise ScoringError("a score is rounded to a unit above nought", found=str(unit))
    units = Fraction(value) / unit
    below = units.numerator // units.denominator
    left = units - below
    if left != Fraction(1, 2):
        return (below + (left > Fraction(1, 2))) * Fraction(unit)
    match tie:
        case Tie.HALF_UP:
            up = True
        case Tie.AWAY_FROM_AVERAGE:
            up = value >= average
        case _:
            assert_never(tie)
    return (below + up) * Fraction(unit)
