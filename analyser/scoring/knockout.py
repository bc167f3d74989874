"""A knock-out match: teams in IMPs, where two scores that do not balance become one (12C4)."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.imps import IMPS
from analyser.scoring.side_scores import SideScores

__all__ = ["KNOCKOUT", "Knockout", "merged"]


def merged(scores: SideScores) -> SideScores:
    """Both sides get the mean of the two scores computed (12C4 of 2007 and 2017, 86B of 1997).

    >>> str(merged(SideScores(Fraction(12), Fraction(4))).ns)
    '4'
    """
    return SideScores.balanced((scores.ns - scores.ew) / 2)


@dataclass(frozen=True, slots=True)
class Knockout:
    """Teams in a knock-out."""

    name: str = "knockout"
    unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    merges: bool = True

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The swing against the other room."""
        return IMPS.convert(score_ns, comparison)

    def average(self, comparison: Comparison) -> Fraction:
        """No swing."""
        return IMPS.average(comparison)


KNOCKOUT = Knockout()
