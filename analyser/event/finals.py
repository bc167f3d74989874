"""The final score of one table, and what every table of a board earns from it, exactly.

A weighted result enters the others' comparison in its parts, so that every pair on the board is scored again; a score
that differs for the two sides needs two charts, one for the North-South pairs and one for the East-West pairs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from analyser.bridge import Side
from analyser.casefile import Form
from analyser.scoring import (
    Field,
    FieldMethod,
    SideScores,
    WeightedScore,
    imps,
    merged,
    neuberg,
    percent_of_top,
)

__all__ = ["Earned", "Final", "match_board", "score_board"]

Parts = tuple[tuple[int, Fraction], ...]
_ONE = Fraction(1)


@lru_cache(maxsize=8192)
def _swing(difference: int) -> int:
    return imps(difference)


@dataclass(frozen=True, slots=True)
class Final:
    """What a table ends with: each side's results with their weights, or an artificial score for each side.

    `award` counts percent where boards are matchpointed and IMPs elsewhere. `fixed` is a side's own score in the
    event's currency where it is not the mean of its results (self-inflicted damage, 12C1e).

    >>> Final.of(420).ns, Final.of(420).scored
    (((420, Fraction(1, 1)),), True)
    """

    ns: Parts = ()
    ew: Parts = ()
    award: SideScores | None = None
    fixed: tuple[Fraction | None, Fraction | None] = (None, None)

    @classmethod
    def of(cls, score_ns: int) -> "Final":
        """A plain result."""
        parts = ((score_ns, _ONE),)
        return cls(parts, parts)

    @classmethod
    def weighted(cls, ns: WeightedScore, ew: WeightedScore) -> "Final":
        """A ruling's results, each side's own."""
        ours, theirs = (tuple((share.score_ns, share.weight) for share in one.shares) for one in (ns, ew))
        return cls(ours, theirs)

    @property
    def scored(self) -> bool:
        """Tell whether there is a result that others can be compared with."""
        return bool(self.ns) and bool(self.ew) and self.award is None

    def parts(self, side: Side) -> Parts:
        """One side's results with their weights."""
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class Earned:
    """What the two sides of a table earn on the board; `top` is what could be earned, nought where that has no end.

    `award` holds the percentages of an artificial score where it may follow the session.
    """

    ns: Fraction
    ew: Fraction
    top: Fraction = Fraction(0)
    award: SideScores | None = None

    def of(self, side: Side) -> Fraction:
        """What this side earns."""
        return self.ns if side is Side.NS else self.ew


def score_board(form: Form, finals: Sequence[Final], trim: int = 0) -> list[Earned | None]:
    """What each table earns in its field; none where there is nothing to compare it with.

    >>> finals = [Final.of(score) for score in (620, 620, 170, -100)]
    >>> [str(earned.ns) for earned in score_board(Form.MATCHPOINTS, finals) if earned]
    ['5', '5', '2', '0']
    """
    scored = [place for place, final in enumerate(finals) if final.scored]
    charts = {side: _total(finals[place].parts(side) for place in scored) for side in Side}
    against = _Against(charts, len(scored), len(finals), _data(form, charts, len(scored), trim))
    worth: dict[Final, Earned | None] = {}
    for final in finals:
        if final not in worth:
            worth[final] = _worth(form, final, against)
    return [worth[final] for final in finals]


@dataclass(frozen=True, slots=True)
class _Against:
    """What a table is compared with: the chart of each side, how many tables have a result, how many there are in all."""

    charts: dict[Side, Field]
    scored: int
    tables: int
    data: dict[Side, int]  # the datum of each side's chart, where one is needed


def _data(form: Form, charts: dict[Side, Field], scored: int, trim: int) -> dict[Side, int]:
    if scored < 2 or form.scoring.field_method is not FieldMethod.DATUM:
        return {}
    return {side: chart.datum(trim if 2 * trim < scored else 0) for side, chart in charts.items()}


def _worth(form: Form, final: Final, against: _Against) -> Earned | None:
    method = form.scoring.field_method
    match method:
        case FieldMethod.MATCHPOINTS:
            return _matchpoints(final, against.charts, against.scored, against.tables)
        case FieldMethod.MEAN_SWING:
            return _cross_imps(final, against.charts, against.scored)
        case FieldMethod.DATUM:
            return _butler(final, against)
        case FieldMethod.NOTHING:
            return _points(final)
        case _:
            assert_never(method)


def _total(parts: Iterable[Parts]) -> Field:
    return Field.of([part for one in parts for part in one])


def _with_fixed(final: Final, earned: Earned) -> Earned:
    ns, ew = final.fixed
    return Earned(earned.ns if ns is None else ns, earned.ew if ew is None else ew, earned.top)


def _matchpoints(final: Final, charts: dict[Side, Field], scored: int, tables: int) -> Earned | None:
    """Two for each table beaten, one for each tie; a weighted table is beaten by as much of it as it counts.

    Against its own parts a table always scores one in all, which is taken off again.
    """
    top = Fraction(2 * (tables - 1))
    if tables < 2:
        return None
    if final.award is not None:
        ns, ew = (percent_of_top(percent, top) for percent in (final.award.ns, final.award.ew))
        return Earned(ns, ew, top, final.award)
    if not final.scored:
        return None
    points = []
    for side in Side:
        field, total = charts[side], Fraction(0)
        for score, weight in final.parts(side):
            below, tied = field.beaten_by(score), field.tied_with(score)
            beaten = below if side is Side.NS else field.tables - below - tied
            total += weight * (2 * beaten + tied)
        points.append(neuberg(total - 1, scored, tables))
    return _with_fixed(final, Earned(points[0], points[1], top))


def _cross_imps(final: Final, charts: dict[Side, Field], scored: int) -> Earned | None:
    """The mean swing against the other tables; against its own parts a table has no swing."""
    if final.award is not None:
        return Earned(final.award.ns, final.award.ew)
    if not final.scored or scored < 2:
        return None
    points = []
    for side in Side:
        sign = 1 if side is Side.NS else -1
        total = Fraction(0)
        for score, weight in final.parts(side):
            swings = (_swing(sign * (score - other)) * times for other, times in charts[side].counts)
            total += weight * sum(swings, Fraction(0))
        points.append(total / (scored - 1))
    return _with_fixed(final, Earned(points[0], points[1]))


def _butler(final: Final, against: _Against) -> Earned | None:
    """The swing against the datum of all tables, each with its final score."""
    if final.award is not None:
        return Earned(final.award.ns, final.award.ew)
    if not final.scored or against.scored < 2:
        return None
    points = []
    for side in Side:
        sign, datum = (1 if side is Side.NS else -1), against.data[side]
        points.append(sum((w * _swing(sign * (s - datum)) for s, w in final.parts(side)), Fraction(0)))
    return _with_fixed(final, Earned(points[0], points[1]))


def _points(final: Final) -> Earned | None:
    if final.award is not None:
        return Earned(final.award.ns, final.award.ew)
    if not final.scored:
        return None
    ns = sum((weight * score for score, weight in final.ns), Fraction(0))
    ew = sum((-weight * score for score, weight in final.ew), Fraction(0))
    return _with_fixed(final, Earned(ns, ew))


def match_board(form: Form, first: Final, second: Final) -> Earned | None:
    """What two rooms make of a board: `ns` is the team North-South in the first room, `ew` the other team.

    Each team is scored from its own results in both rooms; in a knock-out two scores that do not balance become
    one (12C4). Where a room has an artificial score that is the board's; with two, their mean.

    >>> str(match_board(Form.IMPS, Final.of(620), Final.of(170)).ns)
    '10'
    """
    bam = form.scoring.every_trick_counts
    top = Fraction(2) if bam else Fraction(0)
    awards = []
    if first.award is not None:
        awards.append(first.award)
    if second.award is not None:
        awards.append(SideScores(second.award.ew, second.award.ns))
    if awards:
        ours, theirs = (sum(values, Fraction(0)) / len(awards) for values in _sides(awards))
        return (
            Earned(percent_of_top(ours, 2), percent_of_top(theirs, 2), top) if bam else Earned(ours, theirs)
        )
    if not first.scored or not second.scored:
        return None
    ours = _against(first.ns, second.ew, bam=bam)
    theirs = _against(_turned(first.ew), _turned(second.ns), bam=bam)
    fixed = [first.fixed[0], first.fixed[1]] if any(one is not None for one in first.fixed) else None
    if fixed is None and any(one is not None for one in second.fixed):
        fixed = [second.fixed[1], second.fixed[0]]
    if fixed is not None:
        ours, theirs = (old if new is None else new for old, new in zip((ours, theirs), fixed, strict=True))
    if form.scoring.merges:
        both = merged(SideScores(ours, theirs))
        return Earned(both.ns, both.ew)
    return Earned(ours, theirs, top)


def _sides(awards: Sequence[SideScores]) -> tuple[list[Fraction], list[Fraction]]:
    return [one.ns for one in awards], [one.ew for one in awards]


def _turned(parts: Parts) -> Parts:
    return tuple((-score, weight) for score, weight in parts)


def _against(ours: Parts, theirs: Parts, *, bam: bool) -> Fraction:
    total = Fraction(0)
    for score, weight in ours:
        for other, times in theirs:
            won = (2 if score > other else score == other) if bam else _swing(score - other)
            total += weight * times * won
    return total
