"""Law 78B: the IMP scale, and teams of four."""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.side_scores import SideScores

__all__ = ["IMPS", "Imps", "imps"]

# The least difference in points that is worth 1, 2 … 24 IMPs; the same in the Laws of 1997, 2007 and 2017.
_LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: int) -> int:
    """What a difference in points is worth in IMPs, with its sign.

    The scale has no entry between multiples of ten: such a difference is an average of scores, and IMPs are averaged
    after the conversion, never before.

    >>> imps(420), imps(-430), imps(10), imps(4000)
    (9, -10, 0, 24)
    """
    if difference % 10:
        remedy = "convert each result first and weigh the IMPs"
        raise ScoringError("the IMP scale has only multiples of ten", found=str(difference), remedy=remedy)
    won = bisect_right(_LEAST, abs(difference))
    return won if difference >= 0 else -won


@dataclass(frozen=True, slots=True)
class Imps:
    """Teams: the difference from the other room's score, in IMPs."""

    name: str = "imps"
    unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The swing against the other room.

        >>> str(Imps().convert(980, Comparison(other_room=500)).ns)
        '10'
        """
        return SideScores.balanced(imps(score_ns - comparison.the_other_room()))

    def average(self, comparison: Comparison) -> Fraction:
        """No swing."""
        del comparison
        return Fraction(0)


IMPS = Imps()
