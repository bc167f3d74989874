"""Where everything on a plot stands: lengths are in the drawing's own units, the template only draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side
from analyser.messages import Message, decimal_text
from analyser.report.axis import Axis
from analyser.ruling import Alternative, Finding, Interval, Ruling, Sensitivity

__all__ = [
    "GainPlot",
    "GainRow",
    "RangePlot",
    "RangeRow",
    "SharePlot",
    "ShareRow",
    "gains",
    "ranges",
    "shares",
]

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
