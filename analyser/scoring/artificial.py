"""Artificial scores: what a side gets for a board that has no result, by its fault (12C2; 12C1 and 88 in 1997)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.errors import ScoringError

__all__ = ["ArtificialValues", "Fault", "SessionClamp", "artificial_score", "percent_of_top"]


class Fault(StrEnum):
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


@dataclass(frozen=True, slots=True)
class ArtificialValues:
    """The plain values: 60, 50 and 40 percent, or +3, 0 and -3 IMPs, unless the regulation says otherwise."""

    none: Fraction
    partial: Fraction
    direct: Fraction

    def __post_init__(self) -> None:
        """Refuse values that favour the side at fault."""
        if not self.none >= self.partial >= self.direct:
            found = f"{self.none} {self.partial} {self.direct}"
            raise ScoringError(
                "the less a side is at fault the more it gets", where="artificial", found=found
            )

    @classmethod
    def of(cls, none: int, partial: int, direct: int) -> "ArtificialValues":
        """From whole numbers, the innocent side's first."""
        return cls(Fraction(none), Fraction(partial), Fraction(direct))

    def plain(self, fault: Fault) -> Fraction:
        """The value before the session is looked at."""
        match fault:
            case Fault.NONE:
                return self.none
            case Fault.PARTIAL:
                return self.partial
            case Fault.DIRECT:
                return self.direct
            case _:
                assert_never(fault)


def artificial_score(
    fault: Fault, values: ArtificialValues, clamp: SessionClamp, session: Fraction | int | None = None
) -> Fraction:
    """A side's score for a board without a result; `session` is its own on the other boards, in the same unit.

    >>> percent = ArtificialValues.of(60, 50, 40)
    >>> str(artificial_score(Fault.NONE, percent, SessionClamp.BOTH, 65))
    '65'
    >>> str(artificial_score(Fault.DIRECT, percent, SessionClamp.INNOCENT, 36))
    '40'
    """
    plain = values.plain(fault)
    if session is None or clamp is SessionClamp.EXACT:
        return plain
    if fault is Fault.NONE:
        return max(plain, Fraction(session))
    if fault is Fault.DIRECT and clamp is SessionClamp.BOTH:
        return min(plain, Fraction(session))
    return plain


def percent_of_top(percent: Fraction | int, top: Fraction | int) -> Fraction:
    """A percentage of the matchpoints a board offers.

    >>> str(percent_of_top(60, 22))
    '66/5'
    """
    return Fraction(percent) * top / 100
