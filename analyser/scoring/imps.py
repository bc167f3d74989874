"""Law 78B: the IMP scale, and the forms that count in IMPs: teams, knock-outs, victory points, cross-IMPs and Butler."""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from analyser.errors import ScoringError
from analyser.messages import sentence
from analyser.scoring.comparison import (
    BoardComparison,
    Field,
    FieldMethod,
    Need,
    ScoringForm,
    SideScores,
    Unit,
    WeightedScore,
)

# The least difference in points that is worth 1, 2 … 24 IMPs; the same in the Laws of 1997, 2007 and 2017.
_LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: int) -> int:
    """The IMPs for a difference in points, with its sign.

    The scale has no entry between multiples of ten: such a difference would be an average of scores, and averages are
    taken after the conversion, never before.

    >>> imps(420), imps(-430), imps(10), imps(4000)
    (9, -10, 0, 24)
    """
    if difference % 10:
        remedy = sentence("convert-first")
        raise ScoringError(sentence("imps-multiples-of-ten"), found=str(difference), remedy=remedy)
    won = bisect_right(_LEAST, abs(difference))
    return won if difference >= 0 else -won


@dataclass(frozen=True, slots=True)
class Imps(ScoringForm):
    """Teams: the difference from the other room's score, in IMPs."""

    name: str = "imps"
    unit: Unit = Unit.IMP
    final_unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    field_method: FieldMethod = FieldMethod.DATUM
    teams: bool = True

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The swing compared with the other room.

        >>> str(Imps().convert(980, BoardComparison(other_room=500)).ns)
        '10'
        """
        return SideScores.balanced(imps(score_ns - comparison.the_other_room()))


IMPS = Imps()


def merge_scores(scores: SideScores) -> SideScores:
    """Both sides get the mean of the two scores computed (12C4 of 2007 and 2017, 86B of 1997).

    >>> str(merge_scores(SideScores(Fraction(12), Fraction(4))).ns)
    '4'
    """
    return SideScores.balanced((scores.ns - scores.ew) / 2)


@dataclass(frozen=True, slots=True)
class Knockout(Imps):
    """Teams in a knock-out."""

    name: str = "knockout"
    merges: bool = True


KNOCKOUT = Knockout()


@dataclass(frozen=True, slots=True)
class VictoryPoints(Imps):
    """Teams whose match is converted as a whole (`match_points`); a board counts its IMPs."""

    name: str = "vp"
    final_unit: Unit = Unit.VP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM, Need.BOARDS})


VICTORY_POINTS = VictoryPoints()


def to_teams_imps(total: Fraction | int, results: int) -> int:
    """A match's sum of cross-IMPs as IMPs of teams of four, rounded to whole numbers, halves away from zero.

    The sum over all comparisons is divided by the root of r·c/2, with r results on a board and c = r - 1 comparisons
    (White Book 3.1.3), then rounded before the victory-point scale (4.2.6). No root is computed: the nearest whole
    number is found by comparing squares.

    >>> to_teams_imps(36, 2), to_teams_imps(-36, 9), to_teams_imps(3, 9)
    (36, -6, 1)
    """
    if results < 2:
        raise ScoringError(sentence("comparison-two-results"), where="results", found=str(results))
    root = Fraction(results * (results - 1), 2)
    # k is nearest to x/√root when (2k-1)² ≤ 4x²/root, the largest such k, so that an exact half goes up.
    twice = isqrt(int(4 * Fraction(total) ** 2 / root))
    nearest = (twice + 1) // 2
    return nearest if total >= 0 else -nearest


@dataclass(frozen=True, slots=True)
class CrossImps(ScoringForm):
    """Pairs: the mean of the IMPs against each other table."""

    name: str = "cross-imps"
    unit: Unit = Unit.IMP
    final_unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.FIELD})
    field_method: FieldMethod = FieldMethod.MEAN_SWING
    pairs: bool = True
    habit: str = "score.field-without-us"

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The mean over the other tables, unrounded.

        >>> from analyser.scoring.comparison import Field
        >>> str(CrossImps().convert(-170, BoardComparison(field=Field.parse("730 100 -400 -420"))).ns)
        '-9/4'
        """
        return SideScores.balanced(comparison.the_field().mean(lambda other: imps(score_ns - other)))


CROSS_IMPS = CrossImps()


@lru_cache(maxsize=256)
def _datum(others: Field, ours: WeightedScore, trim: int) -> int:
    return others.plus(ours).datum(trim)


@dataclass(frozen=True, slots=True)
class Butler(ScoringForm):
    """Pairs or teams compared with a datum; scores at either end may be omitted from it (`trim`)."""

    name: str = "butler"
    unit: Unit = Unit.IMP
    final_unit: Unit = Unit.IMP
    needs: frozenset[Need] = frozenset({Need.FIELD})
    field_method: FieldMethod = FieldMethod.DATUM
    pairs: bool = True
    trims: bool = True
    habit: str = "score.datum"

    def datum(self, score_ns: int, comparison: BoardComparison) -> int:
        """The mean of all tables to the nearest ten, ours with its final score.

        If several results are weighted the board still has one datum, which our score enters in its parts.
        """
        return _datum(
            comparison.the_field(), comparison.ours or WeightedScore.single(score_ns), comparison.trim
        )

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The difference from the datum, in IMPs.

        >>> str(Butler().convert(620, BoardComparison(field=Field.parse("620 170 -100"))).ns)
        '7'
        """
        return SideScores.balanced(imps(score_ns - self.datum(score_ns, comparison)))


BUTLER = Butler()
