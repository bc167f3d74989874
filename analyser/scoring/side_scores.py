"""A score is always two: one for North-South, one for East-West, each as that side sees it."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side

__all__ = ["SideScores"]


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
