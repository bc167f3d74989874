"""The drawings of an event: who moved and how far, how wide each band is, foretold against made."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyser.report.axis import Axis

__all__ = [
    "BandPlot",
    "BandRow",
    "CalibrationPlot",
    "Dot",
    "ShiftPlot",
    "ShiftRow",
    "band_plot",
    "calibration_plot",
    "shift_plot",
]

_LEFT, _RIGHT, _WIDTH = 150.0, 760.0, 820.0
_TOP = 34.0


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """One competitor: two bars from nought, by the rulings and by our analysis."""

    who: str
    y: float
    ruled: tuple[float, float]
    ours: tuple[float, float]
    told: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ShiftPlot:
    """Everybody who moved, the farthest first."""

    rows: tuple[ShiftRow, ...]
    ticks: tuple[tuple[float, float], ...]
    zero: float
    left: float
    right: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BandRow:
    """One ruling: its band from end to end, our score and the one given where they are known."""

    id: str
    y: float
    low: float
    high: float
    ours: float | None
    given: float | None
    inside: str
    ends: tuple[float, float]


@dataclass(frozen=True, slots=True)
class BandPlot:
    """The band of every ruling."""

    rows: tuple[BandRow, ...]
    ticks: tuple[tuple[float, float], ...]
    left: float
    right: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Dot:
    """One bin: where it lies, how large, and its numbers."""

    x: float
    y: float
    size: float
    foretold: float
    made: float
    tables: int


@dataclass(frozen=True, slots=True)
class CalibrationPlot:
    """Foretold across, made upwards; the diagonal is perfect."""

    dots: tuple[Dot, ...]
    ticks: tuple[tuple[float, float], ...]
    left: float
    right: float
    top: float
    bottom: float
    width: float
    height: float

    def up(self, share: float) -> float:
        """How high a share stands."""
        return round(self.bottom - (self.bottom - self.top) * share, 1)


def shift_plot(moved: Sequence[tuple[str, float, float]], most: int = 30) -> ShiftPlot | None:
    """The plot of who moved: each with what the rulings and what our analysis gave him; none when nobody did.

    >>> plot = shift_plot([("pair 1", 1.5, 0.5), ("pair 2", 0.0, 0.0)])
    >>> [row.who for row in plot.rows]
    ['pair 1']
    """
    rows = [one for one in moved if one[1] or one[2]]
    rows.sort(key=lambda one: (-max(abs(one[1]), abs(one[2])), len(one[0]), one[0]))
    rows = rows[:most]
    if not rows:
        return None
    ends = [0.0, *(value for _, *values in rows for value in values)]
    axis = Axis.rounded(min(ends), max(ends), _LEFT, _RIGHT)
    zero = axis.at(0.0)
    found = []
    for place, (who, ruled, ours) in enumerate(rows):
        bars = []
        for value in (ruled, ours):
            end = axis.at(value)
            bars.append((min(zero, end), round(abs(end - zero), 1)))
        found.append(ShiftRow(who, _TOP + 30 * place, bars[0], bars[1], (ruled, ours)))
    height = _TOP + 30 * len(found) + 26
    return ShiftPlot(tuple(found), axis.ticks, zero, _LEFT, _RIGHT, _WIDTH, height)


def band_plot(
    bands: Sequence[tuple[str, float, float, float | None, float | None, str]], most: int = 60
) -> BandPlot | None:
    """The plot of the bands: name, both ends, our score, the score given, the verdict; none when there is no band."""
    rows = list(bands[:most])
    if not rows:
        return None
    values = [value for _, *figures, _ in rows for value in figures if value is not None]
    axis = Axis.rounded(min(values), max(values), _LEFT, _RIGHT)
    found = tuple(
        BandRow(
            name,
            _TOP + 30 * place,
            axis.at(first),
            axis.at(last),
            None if ours is None else axis.at(ours),
            None if given is None else axis.at(given),
            verdict,
            (first, last),
        )
        for place, (name, first, last, ours, given, verdict) in enumerate(rows)
    )
    return BandPlot(found, axis.ticks, _LEFT, _RIGHT, _WIDTH, _TOP + 30 * len(found) + 26)


def calibration_plot(bins: Sequence[tuple[float, float, int]]) -> CalibrationPlot | None:
    """The plot of contracts made against the chance foretold; none when nothing was counted."""
    if not bins:
        return None
    left, right, top, bottom = 70.0, 470.0, 36.0, 346.0
    most = max(tables for _, _, tables in bins)
    dots = tuple(
        Dot(
            round(left + (right - left) * foretold, 1),
            round(bottom - (bottom - top) * made, 1),
            round(3 + 11 * (tables / most) ** 0.5, 1),
            foretold,
            made,
            tables,
        )
        for foretold, made, tables in bins
    )
    ticks = tuple((round(left + (right - left) * fifth / 5, 1), fifth / 5) for fifth in range(6))
    return CalibrationPlot(dots, ticks, left, right, top, bottom, 560.0, 391.0)
