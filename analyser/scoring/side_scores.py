"""A score is always two, one for each side as it sees it; how it is rounded and how penalties are shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.scoring.weights import check_whole


@dataclass(frozen=True, slots=True)
class SideScores:
    """What each side gets, each in its own view; the two need not balance (12C1, 12C2).

    >>> scores = SideScores.balanced(Fraction(57, 20))
    >>> str(scores.of(Side.EW)), scores.balance
    ('-57/20', True)
    """

    ns: Fraction
    ew: Fraction

    @classmethod
    def balanced(cls, ns: Fraction | int) -> "SideScores":
        """One side wins what the other loses."""
        return cls(Fraction(ns), -Fraction(ns))

    @classmethod
    def shared(cls, ns: Fraction | int, top: Fraction | int) -> "SideScores":
        """What one side does not get of the top, the other does."""
        return cls(Fraction(ns), Fraction(top) - Fraction(ns))

    @property
    def balance(self) -> bool:
        """Tell whether one side wins exactly what the other loses."""
        return self.ns == -self.ew

    def of(self, side: Side) -> Fraction:
        """What this side gets."""
        return self.ns if side is Side.NS else self.ew


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


def for_started_units(seconds: int, unit_seconds: int, each: Fraction, grace_seconds: int = 0) -> Fraction:
    """So much for every unit of time begun after the grace.

    >>> str(for_started_units(300, 60, Fraction(1, 5))), str(for_started_units(301, 60, Fraction(1, 5)))
    ('1', '6/5')
    """
    if unit_seconds <= 0:
        raise ScoringError("a unit of time is longer than nought", where="penalty", found=str(unit_seconds))
    late = max(0, seconds - grace_seconds)
    return -(-late // unit_seconds) * each


def split(total: Fraction, shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """One penalty divided by responsibility; the shares fill the whole.

    >>> [str(part) for part in split(Fraction(1), [Fraction(7, 10), Fraction(3, 10)])]
    ['7/10', '3/10']
    """
    check_whole(shares, "penalty shares")
    return tuple(total * share for share in shares)
