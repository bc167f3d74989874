"""Butler: IMPs against the datum, the mean of all tables."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.field import Field
from analyser.scoring.imps import imps
from analyser.scoring.side_scores import SideScores
from analyser.scoring.weights import WeightedScore

__all__ = ["BUTLER", "Butler"]


@lru_cache(maxsize=256)
def _datum(others: Field, ours: WeightedScore, trim: int) -> int:
    return others.plus(ours).datum(trim)


@dataclass(frozen=True, slots=True)
class Butler:
    """Pairs or teams against a datum; scores at either end may be left out of it (`trim`)."""

    name: str = "butler"
    unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.FIELD})
    merges: bool = False

    def datum(self, score_ns: int, comparison: Comparison) -> int:
        """The mean of all tables to the nearest ten, ours with its final score.

        Where several results are weighed the board still has one datum: our score enters it in its parts, like any
        other frequency.
        """
        return _datum(comparison.the_field(), comparison.ours or WeightedScore.one(score_ns), comparison.trim)

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The difference from the datum, in IMPs.

        >>> str(Butler().convert(620, Comparison(field=Field.parse("620 170 -100"))).ns)
        '7'
        """
        return SideScores.balanced(imps(score_ns - self.datum(score_ns, comparison)))

    def average(self, comparison: Comparison) -> Fraction:
        """The datum's own value."""
        del comparison
        return Fraction(0)


BUTLER = Butler()
