"""Total points: the score itself (Law 78C)."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.side_scores import SideScores

__all__ = ["TOTAL_POINTS", "TotalPoints"]


@dataclass(frozen=True, slots=True)
class TotalPoints:
    """The points themselves, compared with nothing."""

    name: str = "points"
    unit: Unit = Unit.POINTS
    needs: frozenset[Need] = frozenset()
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """What one side scores, the other loses."""
        del comparison
        return SideScores.balanced(score_ns)

    def average(self, comparison: Comparison) -> Fraction:
        """No points."""
        del comparison
        return Fraction(0)


TOTAL_POINTS = TotalPoints()
