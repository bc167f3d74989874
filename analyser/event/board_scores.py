"""The final score of one table, and the exact points every table of a board earns.

A weighted result enters the comparison of the other tables in its parts, so every pair on the board is scored again. A
score that differs for the two sides needs two charts, one for the North-South pairs and one for the East-West pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from analyser.bridge import Side
from analyser.casefile import Form
from analyser.event.settings import CrossDivisor, DatumKind, FieldRules
from analyser.formats import Artificial
from analyser.laws import Jurisdiction
from analyser.scoring import (
    Field,
    FieldMethod,
    SideScores,
    artificial_room,
    imps,
    merge_scores,
    neuberg,
    percent_of_top,
    round_to_unit,
)

Parts = tuple[tuple[int, Fraction], ...]
_ONE = Fraction(1)


@lru_cache(maxsize=8192)
def _swing(difference: int) -> int:
    return imps(difference)


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The final score of a table: each side's results with their weights, or an artificial score for each side.

    `award` is in percent at matchpoints and in IMPs elsewhere. `fixed` is a side's own score in the event's currency if
    it is not the mean of its results (self-inflicted damage, 12C1e; points a file gives); without results it is all
    there is, and nobody is compared with it.

    >>> FinalScore.from_score(420).ns, FinalScore.from_score(420).is_comparable
    (((420, Fraction(1, 1)),), True)
    """

    ns: Parts = ()
    ew: Parts = ()
    award: SideScores | None = None
    fixed: tuple[Fraction | None, Fraction | None] = (None, None)

    @classmethod
    def from_score(cls, score_ns: int) -> "FinalScore":
        """The final score of a plain result."""
        parts = ((score_ns, _ONE),)
        return cls(parts, parts)

    @property
    def is_comparable(self) -> bool:
        """Whether there is a result that others can be compared with."""
        return bool(self.ns) and bool(self.ew) and self.award is None

    @property
    def is_settled(self) -> bool:
        """Whether both sides' scores are given and there is no result."""
        return not self.is_comparable and self.award is None and None not in self.fixed

    @property
    def counts(self) -> bool:
        """Whether the table counts among those of the board."""
        return self.is_comparable or self.award is not None or self.is_settled

    def parts(self, side: Side) -> Parts:
        """One side's results with their weights."""
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """The points of the two sides of a table on a board; `top` is the maximum, zero if there is none.

    `award` is the percentages of an artificial score that may depend on the session.
    """

    ns: Fraction
    ew: Fraction
    top: Fraction = Fraction(0)
    award: SideScores | None = None

    def points_of(self, side: Side) -> Fraction:
        """The points of this side."""
        return self.ns if side is Side.NS else self.ew


_USUAL = FieldRules()


def score_board(
    form: Form, finals: Sequence[FinalScore], rules: FieldRules = _USUAL, fullest: int = 0
) -> list[EarnedPoints | None]:
    """The points of each table in its field; None for a table that cannot be compared.

    `fullest` is the number of tables of the board with most results, to whose scale this one is factored.

    >>> finals = [FinalScore.from_score(score) for score in (620, 620, 170, -100)]
    >>> [str(earned.ns) for earned in score_board(Form.MATCHPOINTS, finals) if earned]
    ['5', '5', '2', '0']
    """
    scored = [final for final in finals if final.is_comparable]
    charts = {
        side: Field.from_counts([part for final in scored for part in final.parts(side)]) for side in Side
    }
    method, data = form.scoring.field_method, {}
    if method is FieldMethod.DATUM and len(scored) > 1:
        data = {side: _datum(chart, rules, len(scored)) for side, chart in charts.items()}
    tables = max(len(finals), fullest)
    against = _Comparison(method, charts, len(scored), tables, data, rules)
    worth = {final: against.earn_points(final) for final in dict.fromkeys(finals)}
    return [worth[final] for final in finals]


def _datum(chart: Field, rules: FieldRules, scored: int) -> Fraction:
    """The datum of scores; a field too small to be trimmed is used whole."""
    counted = chart.trim(rules.trim if 2 * rules.trim < scored else 0)
    datum = counted.median() if rules.datum is DatumKind.MEDIAN else counted.mean()
    return datum if rules.exact_datum else round_to_unit(datum, 10)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The comparison of a table: each side's chart, the number of tables with a result, and the number of all tables."""

    method: FieldMethod
    charts: dict[Side, Field]
    scored: int
    tables: int
    data: dict[Side, Fraction]  # the datum of each side's chart, where one is needed
    rules: FieldRules

    def earn_points(self, final: FinalScore) -> EarnedPoints | None:
        """The points of both sides of a table; at matchpoints an artificial score is a share of the top."""
        top = Fraction(2 * (self.tables - 1) if self.method is FieldMethod.MATCHPOINTS else 0)
        if self.method is FieldMethod.MATCHPOINTS and self.tables < 2:
            return None
        if final.award is not None:
            if self.method is not FieldMethod.MATCHPOINTS:
                return EarnedPoints(final.award.ns, final.award.ew)
            ns, ew = (percent_of_top(percent, top) for percent in (final.award.ns, final.award.ew))
            return EarnedPoints(ns, ew, top, final.award)
        if final.is_settled:
            return fixed_points(final, top)
        alone = self.scored < 2 and self.method in (FieldMethod.MEAN_SWING, FieldMethod.DATUM)
        if not final.is_comparable or alone:
            return None
        ns, ew = (
            self._points(final.parts(side), side) if fixed is None else fixed
            for side, fixed in zip((Side.NS, Side.EW), final.fixed, strict=True)
        )
        return EarnedPoints(ns, ew, top)

    @property
    def _divisor(self) -> int:
        """The divisor of a sum of IMPs against every table."""
        match self.rules.cross:
            case CrossDivisor.COMPARISONS:
                return self.scored - 1
            case CrossDivisor.SCORES:
                return self.scored
            case CrossDivisor.NOTHING:
                return 1
            case _:
                assert_never(self.rules.cross)

    def _points(self, parts: Parts, side: Side) -> Fraction:
        """One side's points: each part of a weighted table wins and loses in proportion to its weight."""
        chart, sign, method = self.charts[side], (1 if side is Side.NS else -1), self.method
        match method:
            case FieldMethod.MATCHPOINTS:
                # Two for each table beaten, one for each tie; against its own parts a table always scores one in all.
                total = Fraction(-1)
                for score, weight in parts:
                    below, tied = chart.beaten_by(score), chart.count_equal(score)
                    beaten = below if side is Side.NS else chart.tables - below - tied
                    total += weight * (2 * beaten + tied)
                return neuberg(total, self.scored, self.tables)
            case FieldMethod.MEAN_SWING:  # against its own parts a table has no swing
                total = Fraction(0)
                for score, weight in parts:
                    swings = (_swing(sign * (score - other)) * times for other, times in chart.counts)
                    total += weight * sum(swings, Fraction(0))
                return total / self._divisor
            case FieldMethod.DATUM:
                datum = self.data[side]
                # The IMP scale has only multiples of ten: a step is won where its least difference is reached.
                differences = ((sign * int((score - datum) / 10) * 10, weight) for score, weight in parts)
                return sum((weight * _swing(tens) for tens, weight in differences), Fraction(0))
            case FieldMethod.NOTHING:
                return sum((sign * weight * score for score, weight in parts), Fraction(0))
            case _:
                assert_never(method)


def fixed_points(final: FinalScore, top: Fraction) -> EarnedPoints | None:
    """Both sides' scores if nothing else is known."""
    ns, ew = final.fixed
    return None if ns is None or ew is None else EarnedPoints(ns, ew, top)


def match_board(form: Form, first: FinalScore, second: FinalScore) -> EarnedPoints | None:
    """The points of a board from two rooms: `ns` is the team North-South in the first room, `ew` the other team.

    Each team is scored from its own results in both rooms; in a knock-out two scores that do not balance become
    one (12C4). An artificial score in one room is the board's score; two are averaged.

    >>> str(match_board(Form.IMPS, FinalScore.from_score(620), FinalScore.from_score(170)).ns)
    '10'
    """
    bam = form.scoring.every_trick_counts
    top = Fraction(2) if bam else Fraction(0)
    turned = None if second.award is None else SideScores(second.award.ew, second.award.ns)
    if awards := [award for award in (first.award, turned) if award is not None]:
        ours = sum((award.ns for award in awards), Fraction(0)) / len(awards)
        theirs = sum((award.ew for award in awards), Fraction(0)) / len(awards)
        return (
            EarnedPoints(percent_of_top(ours, 2), percent_of_top(theirs, 2), top)
            if bam
            else EarnedPoints(ours, theirs)
        )
    if first.is_settled or second.is_settled:
        return fixed_points(first if first.is_settled else replace(second, fixed=second.fixed[::-1]), top)
    if not first.is_comparable or not second.is_comparable:
        return None
    ours = _match_swing(first.ns, second.ew, bam=bam)
    theirs = _match_swing(second.ns, first.ew, bam=bam)
    fixed = first.fixed if first.fixed != (None, None) else second.fixed[::-1]
    ours, theirs = (old if new is None else new for old, new in zip((ours, theirs), fixed, strict=True))
    if form.scoring.merges:
        scores = merge_scores(SideScores(ours, theirs))
        return EarnedPoints(scores.ns, scores.ew)
    return EarnedPoints(ours, theirs, top)


def _match_swing(ours: Parts, theirs: Parts, *, bam: bool) -> Fraction:
    total = Fraction(0)
    for score, weight in ours:
        for other, times in theirs:
            won = (2 if score > other else score == other) if bam else _swing(score - other)
            total += weight * times * won
    return total


@dataclass(frozen=True, slots=True)
class ArtificialAwards:
    """The value of an artificial score of some percentage where boards are not matchpointed, by the regulation.

    >>> str(ArtificialAwards().imps(60)), str(ArtificialAwards().imps(40)), str(ArtificialAwards().imps(50))
    ('3', '-3', '0')
    """

    none: int = 3
    partial: int = 0
    direct: int = -3
    bam_win_from: int = 120
    bam_loss_to: int = 80

    @classmethod
    def from_regulation(cls, law: Jurisdiction) -> "ArtificialAwards":
        """The values of the regulation of the event."""
        awards = law.regulation.awards
        return cls(
            awards.imps_none, awards.imps_partial, awards.imps_direct, awards.bam_win_from, awards.bam_loss_to
        )

    def imps(self, percent: int) -> Fraction:
        """IMPs for a percentage; interpolated linearly between and beyond the three usual ones."""
        if percent >= 50:
            return self.partial + Fraction(percent - 50, 10) * (self.none - self.partial)
        return self.partial + Fraction(50 - percent, 10) * (self.direct - self.partial)

    def one_room(self, played: EarnedPoints | None, other: SideScores | None) -> EarnedPoints | None:
        """The board at board-a-match with one room not played: the other room's percentage against the field plus the award.

        Each team adds its two percentages: from one threshold on it wins the board, up to the other it loses it.

        >>> field = EarnedPoints(Fraction(62), Fraction(38), Fraction(100))
        >>> ArtificialAwards().one_room(field, SideScores(Fraction(40), Fraction(60)))
        EarnedPoints(ns=Fraction(2, 1), ew=Fraction(0, 1), top=Fraction(2, 1), award=None)
        """
        if played is None or other is None or not played.top:
            return None
        # The team North-South in the room played sits East-West in the other.
        rooms = ((100 * played.ns / played.top, other.ew), (100 * played.ew / played.top, other.ns))
        ours, theirs = (
            Fraction(artificial_room(room, award, self.bam_win_from, self.bam_loss_to))
            for room, award in rooms
        )
        return EarnedPoints(ours, theirs, Fraction(2))

    def sides(self, award: Artificial, form: Form) -> SideScores:
        """Both sides' artificial scores in the unit of the board."""
        if form.scoring.every_trick_counts:
            return SideScores(Fraction(award.ns), Fraction(award.ew))
        return SideScores(self.imps(award.ns), self.imps(award.ew))
