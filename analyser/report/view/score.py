"""The proposed score as a page shows it: each outcome, how it was reached, its weight and what it contributes."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side
from analyser.ruling import Outcome, Path, Ruling

__all__ = ["OutcomeRow", "SideColumn", "WeightsTable", "weights_of"]

_FEW, _ILLEGAL = 4, 2


@dataclass(frozen=True, slots=True)
class SideColumn:
    """One side's part of a row, or of the sums: weight, what the result is worth to it, weight times worth."""

    weight: Fraction | None
    worth: Fraction | None
    contribution: Fraction | None


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of the weights table."""

    outcome: Outcome
    likeliest: Path | None
    further: int
    ns: SideColumn
    ew: SideColumn


@dataclass(frozen=True, slots=True)
class WeightsTable:
    """All outcomes with their sums; `one_weight` when both sides have the same weights."""

    rows: tuple[OutcomeRow, ...]
    ns: SideColumn
    ew: SideColumn
    one_weight: bool
    has_tricks: bool
    complete: bool

    @property
    def shown(self) -> tuple[OutcomeRow, ...]:
        """What stands on the first page: what is weighed, and the likeliest of what is left out as not legal."""
        weighed = [row for row in self.rows if row.ns.weight or row.ew.weight]
        if not weighed or len(self.rows) <= _FEW:
            return self.rows
        illegal = [row for row in self.rows if not row.outcome.legal]
        illegal.sort(key=lambda row: -(row.outcome.probability or 0))
        kept = {row.outcome.id for row in (*weighed, *illegal[:_ILLEGAL])}
        return tuple(row for row in self.rows if row.outcome.id in kept)


def weights_of(ruling: Ruling) -> WeightsTable | None:
    """The weights table; none when no result is weighed."""
    if not ruling.outcomes:
        return None
    rows = tuple(_row(ruling, outcome) for outcome in ruling.outcomes)
    weights = ruling.weights
    return WeightsTable(
        rows,
        _sum([row.ns for row in rows]),
        _sum([row.ew for row in rows]),
        weights is None or weights.ns == weights.ew,
        any(row.outcome.dd_tricks is not None for row in rows),
        all(row.outcome.converted is not None for row in rows),
    )


def _row(ruling: Ruling, outcome: Outcome) -> OutcomeRow:
    paths = sorted(outcome.paths, key=lambda path: -path.probability)
    return OutcomeRow(
        outcome,
        paths[0] if paths else None,
        max(len(paths) - 1, 0),
        _column(ruling, outcome, Side.NS),
        _column(ruling, outcome, Side.EW),
    )


def _column(ruling: Ruling, outcome: Outcome, side: Side) -> SideColumn:
    worth = None if outcome.converted is None else outcome.converted[side]
    if ruling.weights is None:
        return SideColumn(None, worth, None)
    own = ruling.weights.ns if side is Side.NS else ruling.weights.ew
    weight = dict(own).get(outcome.id)
    return SideColumn(weight, worth, None if weight is None or worth is None else weight * worth)


def _sum(columns: list[SideColumn]) -> SideColumn:
    weights = [column.weight for column in columns if column.weight is not None]
    parts = [column.contribution for column in columns if column.contribution is not None]
    return SideColumn(
        sum(weights, Fraction(0)) if weights else None, None, sum(parts, Fraction(0)) if parts else None
    )
