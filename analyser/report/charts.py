"""The charts of rulings, events and models: where everything stands; lengths are in the drawing's own units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, floor

from analyser.bridge import Side
from analyser.messages import Message, decimal_text
from analyser.ruling import Alternative, Finding, Interval, Ruling, Sensitivity


@dataclass(frozen=True, slots=True)
class Axis:
    """The least and the greatest value, and where on the page they stand.

    >>> axis = Axis(-1.0, 1.0, 0.0, 100.0)
    >>> axis.at(0.0), axis.ticks[0], len(axis.ticks)
    (50.0, (0.0, -1.0), 5)
    """

    low: float
    high: float
    left: float
    right: float

    @classmethod
    def rounded(cls, low: float, high: float, left: float, right: float) -> "Axis":
        """An axis whose ends are round figures.

        >>> Axis.rounded(-0.7, 2.2, 0.0, 100.0).high
        2.5
        """
        step = _round_step(high - low)
        first, last = round(step * floor(low / step), 6), round(step * ceil(high / step), 6)
        return cls(first, last if last > first else first + step, left, right)

    def at(self, value: float) -> float:
        """Where a value stands; in the middle where the ends are one."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(self.left + (self.right - self.left) * share, 1)

    @property
    def ticks(self) -> tuple[tuple[float, float], ...]:
        """The round figures along the axis: where each stands, and the figure."""
        step = _round_step(self.high - self.low)
        first = floor(self.low / step)
        values = [round(number * step, 6) for number in range(first, first + 40)]
        return tuple(
            (self.at(value), value) for value in values if self.low - 1e-9 <= value <= self.high + 1e-9
        )


def _round_step(span: float) -> float:
    """A round step that parts a span into four to ten."""
    step = 10.0 ** len(str(int(span)))
    for _ in range(24):
        for part in (step / 2, step / 4, step / 10):
            if span / part >= 4:
                return part
        step /= 10
    return span or 1.0


_LEFT, _RIGHT, _WIDTH = 84.0, 700.0, 820.0
_TOP, _STEP = 30.0, 40.0


@dataclass(frozen=True, slots=True)
class ShareRow:
    """One action: what share of peers would consider and choose it, from which sources."""

    alternative: Alternative
    y: float
    considered: float
    chosen: float
    low: float
    high: float
    polled: float | None
    model: float | None


@dataclass(frozen=True, slots=True)
class SharePlot:
    """The alternatives against the threshold."""

    rows: tuple[ShareRow, ...]
    ticks: tuple[tuple[float, float], ...]
    threshold: float | None
    threshold_share: Fraction | None
    left: float
    right: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GainRow:
    """One action: what the information is worth to who chooses it."""

    alternative: Alternative
    y: float
    start: float
    length: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class GainPlot:
    """What the information suggests, in the event's currency, around nought."""

    rows: tuple[GainRow, ...]
    ticks: tuple[tuple[float, float], ...]
    zero: float
    left: float
    right: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class RangeRow:
    """One assumption: the scores to North-South at its two ends."""

    what: Message
    y: float
    start: float
    length: float
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class RangePlot:
    """How far the score moves with each assumption; `here` is the proposal, `table` the table result."""

    rows: tuple[RangeRow, ...]
    ticks: tuple[tuple[float, float], ...]
    here: float | None
    table: float | None
    band: tuple[float, float] | None
    left: float
    right: float
    width: float
    height: float


def threshold_in(findings: Sequence[Finding]) -> Fraction | None:
    """The share at which an action counts as an alternative, where the reasons name it."""
    for finding in findings:
        least = finding.arguments.get("least") if finding.code.startswith("information.standard") else None
        if isinstance(least, Fraction):
            return least
    return None


def _across(share: float) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * min(max(share, 0.0), 1.0), 1)


def shares(alternatives: Sequence[Alternative], threshold: Fraction | None) -> SharePlot | None:
    """The plot of the alternatives; none when nothing is known of any share."""
    known = [one for one in alternatives if not _empty(one)]
    if not known:
        return None
    rows = tuple(_share_row(one, _TOP + _STEP * place) for place, one in enumerate(known))
    ticks = tuple((_across(tenth / 5), tenth / 5) for tenth in range(6))
    at = None if threshold is None else _across(float(threshold))
    height = _TOP + _STEP * len(rows) + 24
    return SharePlot(rows, ticks, at, threshold, _LEFT, _RIGHT, _WIDTH, height)


def _empty(one: Alternative) -> bool:
    """Nothing was estimated: no poll, no model, the interval is the whole."""
    return one.poll is None and one.model_share is None and one.interval == Interval(0.0, 1.0)


def _share_row(one: Alternative, y: float) -> ShareRow:
    poll = one.poll
    count = None if poll is None else poll.considered if poll.considered is not None else poll.chosen
    polled = None if poll is None or count is None or not poll.asked else _across(count / poll.asked)
    return ShareRow(
        one,
        y,
        _across(one.considered),
        _across(one.chosen),
        _across(one.interval.low),
        _across(one.interval.high),
        polled,
        None if one.model_share is None else _across(one.model_share),
    )


def gains(alternatives: Sequence[Alternative]) -> GainPlot | None:
    """What the information suggests; none when no gain was measured."""
    known = [one for one in alternatives if one.gain is not None]
    if not known:
        return None
    ends = [one.gain for one in known if one.gain is not None]
    for one in known:
        if one.gain_interval is not None:
            ends += [one.gain_interval.low, one.gain_interval.high]
    low, high = min(*ends, 0.0), max(*ends, 0.0)
    if low == high:
        low, high = -1.0, 1.0
    pad = (high - low) * 0.05
    axis = Axis(low - pad, high + pad, _LEFT, _RIGHT)
    zero = axis.at(0.0)
    rows = []
    for place, one in enumerate(known):
        end = axis.at(one.gain or 0.0)
        span = one.gain_interval
        whisker = (None, None) if span is None else (axis.at(span.low), axis.at(span.high))
        rows.append(GainRow(one, _TOP + 32 * place, min(zero, end), round(abs(end - zero), 1), *whisker))
    return GainPlot(tuple(rows), axis.ticks, zero, _LEFT, _RIGHT, _WIDTH, _TOP + 32 * len(rows) + 24)


def _two_places(text: str) -> str:
    return decimal_text(Fraction(text), 2)


def ranges(told: Sensitivity | None, ruling: Ruling) -> RangePlot | None:
    """The sensitivity bars; none when nothing was varied."""
    if told is None or not told.bars:
        return None
    here = None if ruling.adjusted is None or ruling.adjusted.ns is None else float(ruling.adjusted.ns.exact)
    table = None
    if ruling.table is not None and ruling.table.converted is not None:
        table = float(Fraction(ruling.table.converted[Side.NS]))
    band = (
        None if told.band_ns is None else (float(Fraction(told.band_ns[0])), float(Fraction(told.band_ns[1])))
    )
    ends = [float(Fraction(text)) for bar in told.bars for text in (bar.low, bar.high)]
    ends += [value for value in (here, *(band or ())) if value is not None]
    low, high = min(ends), max(ends)
    near = (high - low) or 1.0
    if (
        table is not None and low - 2 * near <= table <= high + 2 * near
    ):  # a far table result would squeeze the bars
        low, high = min(low, table), max(high, table)
    else:
        table = None
    pad = (high - low or 1.0) * 0.06
    axis = Axis(low - pad, high + pad, _LEFT, _RIGHT)
    rows = []
    for place, bar in enumerate(told.bars):
        first, last = sorted(axis.at(float(Fraction(text))) for text in (bar.low, bar.high))
        y = _TOP + 46 * place + 14
        rows.append(
            RangeRow(
                bar.what, y, first, round(max(last - first, 1.5), 1), *map(_two_places, (bar.low, bar.high))
            )
        )
    return RangePlot(
        tuple(rows),
        axis.ticks,
        None if here is None else axis.at(here),
        None if table is None else axis.at(table),
        None if band is None else (axis.at(band[0]), axis.at(band[1])),
        _LEFT,
        _RIGHT,
        _WIDTH,
        _TOP + 46 * len(rows) + 34,
    )


_EVENT_LEFT, _EVENT_RIGHT, _EVENT_WIDTH = 150.0, 760.0, 820.0
_EVENT_TOP = 34.0


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
    axis = Axis.rounded(min(ends), max(ends), _EVENT_LEFT, _EVENT_RIGHT)
    zero = axis.at(0.0)
    found = []
    for place, (who, ruled, ours) in enumerate(rows):
        bars = []
        for value in (ruled, ours):
            end = axis.at(value)
            bars.append((min(zero, end), round(abs(end - zero), 1)))
        found.append(ShiftRow(who, _EVENT_TOP + 30 * place, bars[0], bars[1], (ruled, ours)))
    height = _EVENT_TOP + 30 * len(found) + 26
    return ShiftPlot(tuple(found), axis.ticks, zero, _EVENT_LEFT, _EVENT_RIGHT, _EVENT_WIDTH, height)


def band_plot(
    bands: Sequence[tuple[str, float, float, float | None, float | None, str]], most: int = 60
) -> BandPlot | None:
    """The plot of the bands: name, both ends, our score, the score given, the verdict; none when there is no band."""
    rows = list(bands[:most])
    if not rows:
        return None
    values = [value for _, *figures, _ in rows for value in figures if value is not None]
    axis = Axis.rounded(min(values), max(values), _EVENT_LEFT, _EVENT_RIGHT)
    found = tuple(
        BandRow(
            name,
            _EVENT_TOP + 30 * place,
            axis.at(first),
            axis.at(last),
            None if ours is None else axis.at(ours),
            None if given is None else axis.at(given),
            verdict,
            (first, last),
        )
        for place, (name, first, last, ours, given, verdict) in enumerate(rows)
    )
    return BandPlot(
        found,
        axis.ticks,
        _EVENT_LEFT,
        _EVENT_RIGHT,
        _EVENT_WIDTH,
        _EVENT_TOP + 30 * len(found) + 26,
    )


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


# Lines on a report about a model.
_LINES_WIDTH, _LINES_HEIGHT, _LINES_LEFT, _LINES_FOOT = 420, 300, 56, 44
_LINE_COLOURS = ("#1f5fa8", "#b3541e", "#3a7d44", "#7a3b8f", "#444444")


def line_chart(
    caption: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    *,
    across: str,
    up: str,
    diagonal: bool = False,
) -> str:
    """Lines through points, with what the axes mean; `diagonal` draws where both axes agree."""
    points = [point for line in lines.values() for point in line]
    if not points:
        return ""
    xs, ys = ([0.0, 1.0], [0.0, 1.0]) if diagonal else zip(*points, strict=True)
    foot = _LINES_HEIGHT - _LINES_FOOT
    wide = Axis.rounded(min(xs), max(xs), _LINES_LEFT, _LINES_WIDTH - 12.0)
    high = Axis.rounded(min(ys), max(ys), foot, 12.0)

    drawn = [_axes(wide, high, across, up)]
    if diagonal:
        x1, x2, y1, y2 = wide.at(0), wide.at(1), high.at(0), high.at(1)
        drawn.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#999" stroke-dasharray="4"/>')
    for number, (name, line) in enumerate(lines.items()):
        colour = _LINE_COLOURS[number % len(_LINE_COLOURS)]
        placed = [(wide.at(x), high.at(y)) for x, y in line]
        path = " ".join(f"{x},{y}" for x, y in placed)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in placed]
        drawn.append(
            f'<text x="{_LINES_LEFT + 10}" y="{20 + 16 * number}" font-size="12" fill="{colour}">{escape(name)}</text>'
        )
    return (
        f'<figure><svg role="img" aria-label="{escape(caption)}" viewBox="0 0 {_LINES_WIDTH} {_LINES_HEIGHT}" '
        f'width="{_LINES_WIDTH}" height="{_LINES_HEIGHT}">{"".join(drawn)}</svg><figcaption>{escape(caption)}</figcaption></figure>'
    )


def _axes(wide: Axis, high: Axis, across: str, up: str) -> str:
    foot, right = _LINES_HEIGHT - _LINES_FOOT, _LINES_WIDTH - 12
    small = 'font-size="11" fill="#333"'
    return (
        f'<path d="M{_LINES_LEFT} 12V{foot}H{right}" fill="none" stroke="#333"/>'
        f'<text x="{_LINES_LEFT}" y="{foot + 16}" {small}>{wide.low:.3g}</text>'
        f'<text x="{right}" y="{foot + 16}" text-anchor="end" {small}>{wide.high:.3g}</text>'
        f'<text x="{_LINES_LEFT - 4}" y="{foot}" text-anchor="end" {small}>{high.low:.3g}</text>'
        f'<text x="{_LINES_LEFT - 4}" y="20" text-anchor="end" {small}>{high.high:.3g}</text>'
        f'<text x="{(_LINES_LEFT + right) // 2}" y="{foot + 34}" text-anchor="middle" {small}>{escape(across)}</text>'
        f'<text x="14" y="{foot // 2}" transform="rotate(-90 14 {foot // 2})" text-anchor="middle" {small}>'
        f"{escape(up)}</text>"
    )
