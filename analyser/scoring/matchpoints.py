"""Law 78A: matchpoints and board-a-match, missing scores (Neuberg) and fouled boards (87)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

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
)


def neuberg(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> Fraction:
    """Neuberg's formula (N/n)·(m + 1) - 1, for m matchpoints among n results of N expected ones.

    >>> str(neuberg(0, 9, 10)), str(neuberg(8, 9, 10)), str(neuberg(16, 9, 10))
    ('1/9', '9', '161/9')
    """
    _check(matchpoints, group, results)
    return Fraction(results) / group * (matchpoints + 1) - 1


def shift_inwards(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> Fraction:
    """The manual substitute for Neuberg: top and bottom each move one point inwards for each missing score.

    Italy admits it only where Neuberg's formula cannot be used (Norme Integrative 2017, art. 12).

    >>> str(shift_inwards(0, 9, 10)), str(shift_inwards(16, 9, 10))
    ('1', '17')
    """
    _check(matchpoints, group, results)
    return Fraction(matchpoints) + results - group


def _check(matchpoints: Fraction | int, group: Fraction | int, results: Fraction | int) -> None:
    if not 0 < group <= results:
        why = sentence("group-size", results=results)
        raise ScoringError(why, where="group", found=str(group))
    if not 0 <= matchpoints <= 2 * (group - 1):
        why = sentence("group-top", group=group, number=2 * (group - 1))
        raise ScoringError(why, where="matchpoints", found=str(matchpoints))


def matchpoints_in(field: Field, score_ns: int) -> Fraction:
    """The matchpoints of a score for North-South among these other tables, whether or not one of them had it.

    >>> str(matchpoints_in(Field.parse("620x3 170 -100x2"), 620)), str(matchpoints_in(Field.parse("620x3 170"), 600))
    ('9', '2')
    """
    return 2 * field.beaten_by(score_ns) + field.count_equal(score_ns)


@dataclass(frozen=True, slots=True)
class Matchpoints(ScoringForm):
    """Pairs: two matchpoints for each other table beaten and one for each tie."""

    name: str = "matchpoints"
    unit: Unit = Unit.MP
    final_unit: Unit = Unit.PERCENT
    needs: frozenset[Need] = frozenset({Need.FIELD})
    field_method: FieldMethod = FieldMethod.MATCHPOINTS
    pairs: bool = True
    habit: str = "score.field-without-us"

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The matchpoints of each side; fewer scores than tables are factored by Neuberg's formula."""
        field = comparison.the_field()
        top = 2 * field.tables
        ns = matchpoints_in(field, score_ns)
        results = Fraction(comparison.tables) if comparison.tables else field.tables + 1
        ours, theirs = (neuberg(points, field.tables + 1, results) for points in (ns, top - ns))
        return SideScores(ours, theirs)

    def average(self, comparison: BoardComparison) -> Fraction:
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
    """The manual method for a score nobody had: the next lower score's matchpoints plus its frequency.

    The next higher score's matchpoints less its frequency are the same. Never above a top, never below zero
    (White Book 4.2.2). It leaves the other pairs unchanged; a full re-score is exact.

    >>> str(inserted_by_hand([ChartRow(450, Fraction(11), 2), ChartRow(420, Fraction(4), 5)], 430, 20))
    '9'
    """
    for row in chart:
        if row.score_ns == score_ns:
            return row.matchpoints
    below = max((row for row in chart if row.score_ns < score_ns), key=lambda row: row.score_ns, default=None)
    above = min((row for row in chart if row.score_ns > score_ns), key=lambda row: row.score_ns, default=None)
    if below is None and above is None:
        raise ScoringError(sentence("score-inserted"), where="chart")
    values = [
        row.matchpoints + sign * row.times for row, sign in ((below, 1), (above, -1)) if row is not None
    ]
    if len(set(values)) > 1:
        why = sentence("chart-inconsistent", values=values[0], values2=values[1])
        raise ScoringError(why, where="chart", found=f"{score_ns:+d}")
    return min(max(values[0], Fraction(0)), Fraction(top))


@dataclass(frozen=True, slots=True)
class BoardAMatch(ScoringForm):
    """Two for a better score than the other room's, one for the same, whatever the difference."""

    name: str = "bam"
    unit: Unit = Unit.MP
    final_unit: Unit = Unit.MP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    field_method: FieldMethod = FieldMethod.MATCHPOINTS
    teams: bool = True
    plain_artificial: bool = True
    habit: str = "score.both-rooms"

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """Two, one or no points for a win, tie or loss.

        >>> str(BoardAMatch().convert(430, BoardComparison(other_room=420)).ns)
        '2'
        """
        return SideScores.shared(
            matchpoints_in(Field.from_tables([comparison.the_other_room()]), score_ns), 2
        )

    def average(self, comparison: BoardComparison) -> Fraction:
        """A tied board."""
        del comparison
        return Fraction(1)


BOARD_A_MATCH = BoardAMatch()


def room_percent(score_ns: int, others: Field) -> Fraction:
    """The percentage of the played room for North-South, compared with all other results on the board.

    >>> str(room_percent(620, Field.parse("620x2 170x2")))
    '75'
    """
    return 50 * matchpoints_in(others, score_ns) / others.tables


def artificial_room(
    played_percent: Fraction | int, artificial_percent: Fraction | int, win_from: int, loss_to: int
) -> int:
    """A team's matchpoints if one room has an artificial score: both rooms' percentages are added.

    The artificial percentage is exact and does not depend on the team's session (Norme Integrative 2017, art. 12).

    >>> [artificial_room(room, 60, win_from=120, loss_to=80) for room in (60, 59, 20)]
    [2, 1, 0]
    """
    for percent in (played_percent, artificial_percent):
        if not 0 <= percent <= 100:
            raise ScoringError(sentence("room-percent"), where="percent", found=str(percent))
    together = Fraction(played_percent) + artificial_percent
    return 2 if together >= win_from else 0 if together <= loss_to else 1


@dataclass(frozen=True, slots=True)
class GroupRules:
    """An authority's rules for scoring a group: Neuberg for large groups, percentages by rank for small ones.

    A group of at least `neuberg_from` results, or of more than `neuberg_above_share` of all, is factored by Neuberg's
    formula. In a smaller one the middle gets `middle` percent, neighbours differ by `step` percent, equal scores share,
    and both sides of a table get `together` percent.
    """

    neuberg_from: int
    neuberg_above_share: Fraction
    middle: int
    step: int
    together: int


@dataclass(frozen=True, slots=True)
class GroupAward:
    """The award of one table of a group: matchpoints of the whole field, or percent."""

    score_ns: int
    unit: Unit
    scores: SideScores


def award_in_group(score_ns: int, others: Field | None, results: int, rules: GroupRules) -> GroupAward:
    """The award of a table among the other tables of its group, for a field of so many results.

    >>> italy = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
    >>> award = award_in_group(170, Field.parse("140x3 -50x2 110"), 12, italy)
    >>> str(award.scores.ns), str(award.scores.ew)
    ('149/7', '5/7')
    """
    size = 1 + (others.tables if others else 0)
    if size > results:
        why = sentence("group-too-large", size=size, results=results)
        raise ScoringError(why, where="groups", found=str(size))
    ns = matchpoints_in(others, score_ns) if others else Fraction(0)
    if size >= rules.neuberg_from or size > rules.neuberg_above_share * results:
        ew = 2 * (size - 1) - ns
        return GroupAward(
            score_ns, Unit.MP, SideScores(neuberg(ns, size, results), neuberg(ew, size, results))
        )
    percent = rules.middle + (ns - (size - 1)) * Fraction(rules.step, 2)
    return GroupAward(score_ns, Unit.PERCENT, SideScores.shared(percent, rules.together))


def awards_in_group(scores_ns: Sequence[int], results: int, rules: GroupRules) -> tuple[GroupAward, ...]:
    """The awards of all tables of one group, in their order.

    >>> italy = GroupRules(4, Fraction(1), middle=60, step=10, together=120)
    >>> [str(award.scores.ns) for award in awards_in_group([620, 170, -100], 20, italy)]
    ['70', '60', '50']
    """
    group = Field.from_tables(scores_ns)
    alone = len(scores_ns) == 1
    return tuple(
        award_in_group(score, None if alone else group.minus(score), results, rules) for score in scores_ns
    )
