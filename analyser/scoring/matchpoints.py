"""Law 78A: matchpoints, two for each other table beaten and one for each tie."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.field import Field
from analyser.scoring.neuberg import neuberg
from analyser.scoring.side_scores import SideScores

__all__ = ["MATCHPOINTS", "ChartRow", "Matchpoints", "inserted_by_hand", "matchpoints_in"]


def matchpoints_in(field: Field, score_ns: int) -> Fraction:
    """What a score earns North-South among these other tables, whether or not one of them had it.

    >>> str(matchpoints_in(Field.parse("620x3 170 -100x2"), 620)), str(matchpoints_in(Field.parse("620x3 170"), 600))
    ('9', '2')
    """
    return 2 * field.beaten_by(score_ns) + field.tied_with(score_ns)


@dataclass(frozen=True, slots=True)
class Matchpoints:
    """Pairs: every other table is beaten, tied, or lost to."""

    name: str = "matchpoints"
    unit: Unit = Unit.MP
    needs: frozenset[Need] = frozenset({Need.FIELD})
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """The matchpoints of each side; fewer scores than tables are brought to scale by Neuberg's formula."""
        field = comparison.the_field()
        top = 2 * field.tables
        ns = matchpoints_in(field, score_ns)
        results = Fraction(comparison.tables) if comparison.tables else field.tables + 1
        ours, theirs = (neuberg(points, field.tables + 1, results) for points in (ns, top - ns))
        return SideScores(ours, theirs)

    def average(self, comparison: Comparison) -> Fraction:
        """Half a top: one point for each other table."""
        tables = comparison.tables
        return Fraction(tables - 1) if tables else comparison.the_field().tables


MATCHPOINTS = Matchpoints()


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One line of a scored board: a score to North-South, its matchpoints, and how many tables had it."""

    score_ns: int
    matchpoints: Fraction
    times: int


def inserted_by_hand(chart: Sequence[ChartRow], score_ns: int, top: Fraction | int) -> Fraction:
    """The pencil method for a score nobody had: the next lower score's matchpoints plus its frequency.

    The next higher score's matchpoints less its frequency are the same. Never above a top, never below nought
    (White Book 4.2.2). It leaves the other pairs as they are; a full re-score is exact.

    >>> str(inserted_by_hand([ChartRow(450, Fraction(11), 2), ChartRow(420, Fraction(4), 5)], 430, 20))
    '9'
    """
    for row in chart:
        if row.score_ns == score_ns:
            return row.matchpoints
    below = max((row for row in chart if row.score_ns < score_ns), key=lambda row: row.score_ns, default=None)
    above = min((row for row in chart if row.score_ns > score_ns), key=lambda row: row.score_ns, default=None)
    if below is None and above is None:
        raise ScoringError("a score is inserted among others", where="chart")
    values = [
        row.matchpoints + sign * row.times for row, sign in ((below, 1), (above, -1)) if row is not None
    ]
    if len(set(values)) > 1:
        why = f"from below it earns {values[0]}, from above {values[1]}: the chart is not of one board"
        raise ScoringError(why, where="chart", found=f"{score_ns:+d}")
    return min(max(values[0], Fraction(0)), Fraction(top))
