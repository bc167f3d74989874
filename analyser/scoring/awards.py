"""Scores that are given and not made: artificial scores by fault, and percentages of a top."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.messages import sentence


class DegreeOfFault(StrEnum):
    """How far a side is to blame for the board not being played."""

    NONE = "none"
    PARTIAL = "partial"
    DIRECT = "direct"


class SessionClamp(StrEnum):
    """Whose own session counts instead of the plain value."""

    EXACT = "exact"  # nobody's: board-a-match in Italy
    INNOCENT = "innocent"  # a better session lifts the innocent (88 of 1997, 12C2c of 2007)
    BOTH = "both"  # and a worse one lowers the offender (12C2c of 2017)

    @classmethod
    def of(cls, *, innocent: bool, offenders: bool) -> "SessionClamp":
        """As the Laws of an edition have it."""
        if not innocent:
            return cls.EXACT
        return cls.BOTH if offenders else cls.INNOCENT


FaultValues = Mapping[
    DegreeOfFault, Fraction
]  # the plain values: 60, 50 and 40 percent, or +3, 0 and -3 IMPs


def fault_values(none: int, partial: int, direct: int) -> FaultValues:
    """The plain value of each fault, before the session is looked at; those that favour the side at fault are refused."""
    if not none >= partial >= direct:
        raise ScoringError(
            sentence("fault-gets-less"), where="artificial", found=f"{none} {partial} {direct}"
        )
    return {
        DegreeOfFault.NONE: Fraction(none),
        DegreeOfFault.PARTIAL: Fraction(partial),
        DegreeOfFault.DIRECT: Fraction(direct),
    }


def artificial_score(
    fault: DegreeOfFault, values: FaultValues, clamp: SessionClamp, session: Fraction | int | None = None
) -> Fraction:
    """A side's score for a board without a result; `session` is its own on the other boards, in the same unit.

    >>> percent = fault_values(60, 50, 40)
    >>> str(artificial_score(DegreeOfFault.NONE, percent, SessionClamp.BOTH, 65))
    '65'
    >>> str(artificial_score(DegreeOfFault.DIRECT, percent, SessionClamp.INNOCENT, 36))
    '40'
    """
    plain = values[fault]
    if session is None or clamp is SessionClamp.EXACT:
        return plain
    if fault is DegreeOfFault.NONE:
        return max(plain, Fraction(session))
    if fault is DegreeOfFault.DIRECT and clamp is SessionClamp.BOTH:
        return min(plain, Fraction(session))
    return plain


def percent_of_top(percent: Fraction | int, top: Fraction | int) -> Fraction:
    """A percentage of the matchpoints a board offers.

    >>> str(percent_of_top(60, 22))
    '66/5'
    """
    return Fraction(percent) * top / 100
