"""A match in victory points: the board counts in IMPs, the match on a scale."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.imps import IMPS
from analyser.scoring.side_scores import SideScores

__all__ = ["VICTORY_POINTS", "VictoryPoints"]


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """Teams whose match is converted: the board itself is worth its IMPs."""

    name: str = "vp"
    unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM, Need.BOARDS})
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The board's swing in IMPs; the match is converted as a whole (`match_points`)."""
        return IMPS.convert(score_ns, comparison)

    def average(self, comparison: Comparison) -> Fraction:
        """No swing."""
        return IMPS.average(comparison)


VICTORY_POINTS = VictoryPoints()
