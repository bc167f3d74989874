"""Cross-IMPs: the mean swing against every other table, and their way to victory points."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from analyser.errors import ScoringError
from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.imps import imps
from analyser.scoring.side_scores import SideScores

__all__ = ["CROSS_IMPS", "CrossImps", "as_teams_imps"]


def as_teams_imps(total: Fraction | int, results: int) -> int:
    """A match's sum of cross-IMPs as IMPs of teams of four, whole, halves away from nought.

    The sum over all comparisons is divided by the root of r·c/2, with r results on a board and c = r - 1 comparisons
    (White Book 3.1.3), then rounded before the victory-point scale (4.2.6). The root is never written down: the
    nearest whole number is found by comparing squares.

    >>> as_teams_imps(36, 2), as_teams_imps(-36, 9), as_teams_imps(3, 9)
    (36, -6, 1)
    """
    if results < 2:
        raise ScoringError("a comparison needs two results", where="results", found=str(results))
    root = Fraction(results * (results - 1), 2)
    # k is nearest to x/√root when (2k-1)² ≤ 4x²/root, the largest such k, so that an exact half goes up.
    twice = isqrt(int(4 * Fraction(total) ** 2 / root))
    nearest = (twice + 1) // 2
    return nearest if total >= 0 else -nearest


@dataclass(frozen=True, slots=True)
class CrossImps:
    """Pairs: the mean of the IMPs against each other table."""

    name: str = "cross-imps"
    unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.FIELD})
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The mean over the other tables, not rounded.

        >>> from analyser.scoring.field import Field
        >>> str(CrossImps().convert(-170, Comparison(field=Field.parse("730 100 -400 -420"))).ns)
        '-9/4'
        """
        return SideScores.balanced(comparison.the_field().mean(lambda other: imps(score_ns - other)))

    def average(self, comparison: Comparison) -> Fraction:
        """No swing."""
        del comparison
        return Fraction(0)


CROSS_IMPS = CrossImps()
