"""The charts of rulings, events and models: where everything stands; lengths are in the drawing's own units."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from analyser.bridge import Side
from analyser.messages import Message, decimal_text
from analyser.report.peer_shares import printed_share
from analyser.ruling import Alternative, Finding, Ruling, Sensitivity

Scale = Callable[[float], float]


def scale(low: float, high: float, left: float, right: float) -> Scale:
    """From a value to where it stands; in the middle where the ends are one.

    >>> scale(-1.0, 1.0, 0.0, 100.0)(0.0)
    50.0
    """

    def position(value: float) -> float:
        share = (value - low) / (high - low) if high > low else 0.5
        return round(left + (right - left) * share, 1)

    return position


def round_ends(low: float, high: float) -> tuple[float, float]:
    """The round figures an axis begins and ends with.

    >>> round_ends(-0.7, 2.2)[1]
    2.5
    """
    step = _round_step(high - low)
    first, last = round(step * floor(low / step), 6), round(step * ceil(high / step), 6)
    return first, last if last > first else first + step


def ticks(low: float, high: float, at: Scale) -> tuple[tuple[float, float], ...]:
    """The round figures along an axis: where each stands, and the figure.

    >>> marks = ticks(-1.0, 1.0, scale(-1.0, 1.0, 0.0, 100.0))
    >>> marks[0], len(marks)
    ((0.0, -1.0), 5)
    """
    step = _round_step(high - low)
    first = floor(low / step)
    values = [round(number * step, 6) for number in range(first, first + 40)]
    return tuple((at(value), value) for value in values if low - 1e-9 <= value <= high + 1e-9)


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
class PlotRow:
    """One row of a plot of bars: what it is of, its bars (start and length), its whisker, its signs, its figures."""

    what: Alternative | Message | str
    y: float
    bars: tuple[tuple[float, float], ...]
    whisker: tuple[float, float] | None = None
    signs: tuple[float | None, float | None] = (
        None,
        None,
    )  # the ring of what persons said, the dot of the estimate
    figures: tuple[float, float] | tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """Bars under each other over one axis, with the lines drawn across them."""

    rows: tuple[PlotRow, ...]
    ticks: tuple[tuple[float, float], ...]
    height: float
    zero: float | None = None
    limit: float | None = None
    threshold: Fraction | None = None
    band: tuple[float, float] | None = None
    left: float = _LEFT
    right: float = _RIGHT
    width: float = _WIDTH


def threshold_in(findings: Sequence[Finding]) -> Fraction | None:
    """The share at which an action counts as an alternative, where the reasons name it."""
    for finding in findings:
        least = finding.arguments.get("least") if finding.code.startswith("information.standard") else None
        if isinstance(least, Fraction):
            return least
    return None


def _x_position(share: float) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * min(max(share, 0.0), 1.0), 1)


def shares(
    alternatives: Sequence[Alternative], threshold: Fraction | None, *, choosing: bool = False
) -> Plot | None:
    """The alternatives against the threshold; none when nothing is known of any share."""
    known = [action for action in alternatives if not _empty(action)]
    if not known:
        return None
    rows = tuple(
        _share_row(action, _TOP + _STEP * place, choosing=choosing) for place, action in enumerate(known)
    )
    fifths = tuple((_x_position(tenth / 5), tenth / 5) for tenth in range(6))
    at = None if threshold is None or choosing else _x_position(float(threshold))
    return Plot(rows, fifths, _TOP + _STEP * len(rows) + 24, limit=at, threshold=threshold)


def _empty(action: Alternative) -> bool:
    """Nothing was asked or estimated: what stands in its place is only how much nobody knows."""
    return action.poll is None and action.model_share is None


def _share_row(action: Alternative, y: float, *, choosing: bool) -> PlotRow:
    """What share of peers would consider and choose an action, from which sources; only choose it, where that is asked."""
    poll = action.poll
    count = None if poll is None else poll.chosen if choosing or poll.considered is None else poll.considered
    polled = None if poll is None or count is None or not poll.asked else _x_position(count / poll.asked)
    model = None if action.model_share is None else _x_position(action.model_share)
    share, ends = printed_share(action, choosing=choosing)
    bars = tuple((_LEFT, round(_x_position(width) - _LEFT, 1)) for width in (share, action.chosen))
    whisker = _x_position(ends[0]), _x_position(ends[1])
    return PlotRow(action, y, bars, whisker, (polled, model))


def _bar(at: Scale, value: float) -> tuple[float, float]:
    """Where a bar from zero to a value starts, and its length."""
    zero, end = at(0.0), at(value)
    return min(zero, end), round(abs(end - zero), 1)


def gains(alternatives: Sequence[Alternative]) -> Plot | None:
    """What the information suggests, in the event's currency around zero; `None` if no gain was measured."""
    known = [(action, action.gain) for action in alternatives if action.gain is not None]
    if not known:
        return None
    ends = [gain for _, gain in known]
    for action, _ in known:
        if action.gain_interval is not None:
            ends += action.gain_interval
    low, high = min(*ends, 0.0), max(*ends, 0.0)
    if low == high:
        low, high = -1.0, 1.0
    pad = (high - low) * 0.05
    low, high = low - pad, high + pad
    at = scale(low, high, _LEFT, _RIGHT)
    rows = []
    for place, (action, gain) in enumerate(known):
        span = action.gain_interval
        whisker = None if span is None else (at(span[0]), at(span[1]))
        rows.append(PlotRow(action, _TOP + 32 * place, (_bar(at, gain),), whisker))
    return Plot(tuple(rows), ticks(low, high, at), _TOP + 32 * len(rows) + 24, zero=at(0.0))


_DIGIT = 7.2  # the width of a digit in the plots' letters
_BETWEEN = 9  # signs, the dots between two figures and the space before them, in digits


def _two_places(text: str) -> str:
    return decimal_text(Fraction(text), 2)


def ranges(sensitivity: Sensitivity | None, ruling: Ruling) -> Plot | None:
    """How far the score moves with each assumption, beside the proposal and the table result; none when nothing was varied."""
    if sensitivity is None:
        return None
    bars = [bar for bar in sensitivity.bars if _two_places(bar.low) != _two_places(bar.high)]
    if not bars:
        return None
    adjusted_score = (
        None if ruling.adjusted is None or ruling.adjusted.ns is None else float(ruling.adjusted.ns.exact)
    )
    table = None
    if ruling.table is not None and ruling.table.converted is not None:
        table = float(ruling.table.converted[Side.NS])
    band = (
        None
        if sensitivity.band_ns is None
        else (float(Fraction(sensitivity.band_ns[0])), float(Fraction(sensitivity.band_ns[1])))
    )
    ends = [float(Fraction(text)) for bar in bars for text in (bar.low, bar.high)]
    ends += [value for value in (adjusted_score, *(band or ())) if value is not None]
    low, high = min(ends), max(ends)
    near = (high - low) or 1.0
    if (
        table is not None and low - 2 * near <= table <= high + 2 * near
    ):  # a far table result would squeeze the bars
        low, high = min(low, table), max(high, table)
    else:
        table = None
    pad = (high - low or 1.0) * 0.06
    low, high = low - pad, high + pad
    at = scale(low, high, _LEFT, _RIGHT)
    rows, longest = [], 0
    for place, bar in enumerate(bars):
        first, last = sorted(at(float(Fraction(text))) for text in (bar.low, bar.high))
        length, figures = round(max(last - first, 1.5), 1), (_two_places(bar.low), _two_places(bar.high))
        rows.append(PlotRow(bar.what, _TOP + 46 * place + 14, ((first, length),), figures=figures))
        longest = max(longest, len(figures[0]) + len(figures[1]))
    return Plot(
        tuple(rows),
        ticks(low, high, at),
        _TOP + 46 * len(rows) + 34,
        zero=None if adjusted_score is None else at(adjusted_score),
        limit=None if table is None else at(table),
        band=None if band is None else (at(band[0]), at(band[1])),
        width=_RIGHT + _DIGIT * (longest + _BETWEEN),
    )


_EVENT_LEFT, _EVENT_RIGHT, _EVENT_WIDTH = 150.0, 760.0, 820.0
_EVENT_TOP = 34.0


@dataclass(frozen=True, slots=True)
class CalibrationPlot:
    """Predicted probability across, observed share upwards; the diagonal is perfect."""

    dots: tuple[tuple[float, float, float, float, float, int], ...]  # where, how large, its numbers
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


def _event_plot(
    rows: Sequence[PlotRow], marks: tuple[tuple[float, float], ...], zero: float | None = None
) -> Plot:
    """Bars of a whole event, with room for names before them."""
    height = _EVENT_TOP + 30 * len(rows) + 26
    return Plot(tuple(rows), marks, height, zero, left=_EVENT_LEFT, right=_EVENT_RIGHT, width=_EVENT_WIDTH)


def shift_plot(moved: Sequence[tuple[str, float, float]], most: int = 30) -> Plot | None:
    """Who moved, the farthest first: what the rulings and what our analysis gave him; none when nobody did.

    >>> plot = shift_plot([("pair 1", 1.5, 0.5), ("pair 2", 0.0, 0.0)])
    >>> [row.what for row in plot.rows]
    ['pair 1']
    """
    shifts = [(who, ruled, ours) for who, ruled, ours in moved if ruled or ours]
    shifts.sort(key=lambda shift: (-max(abs(shift[1]), abs(shift[2])), len(shift[0]), shift[0]))
    shifts = shifts[:most]
    if not shifts:
        return None
    ends = [0.0, *(value for _, *values in shifts for value in values)]
    low, high = round_ends(min(ends), max(ends))
    at = scale(low, high, _EVENT_LEFT, _EVENT_RIGHT)
    rows = [
        PlotRow(who, _EVENT_TOP + 30 * place, (_bar(at, ruled), _bar(at, ours)), figures=(ruled, ours))
        for place, (who, ruled, ours) in enumerate(shifts)
    ]
    return _event_plot(rows, ticks(low, high, at), at(0.0))


def band_plot(
    bands: Sequence[tuple[str, float, float, float | None, float | None, str]], most: int = 60
) -> Plot | None:
    """The band of every ruling, with the score given and ours where they are known; none when there is no band."""
    bands = bands[:most]
    if not bands:
        return None
    values = [value for _, *figures, _ in bands for value in figures if value is not None]
    low, high = round_ends(min(values), max(values))
    at = scale(low, high, _EVENT_LEFT, _EVENT_RIGHT)
    rows = []
    for place, (name, first, last, ours, ruled, _) in enumerate(bands):
        begin, end = at(first), at(last)
        signs = (None if ruled is None else at(ruled), None if ours is None else at(ours))
        bar = begin, round(max(end - begin, 2), 1)
        rows.append(PlotRow(name, _EVENT_TOP + 30 * place, (bar,), signs=signs, figures=(first, last)))
    return _event_plot(rows, ticks(low, high, at))


def calibration_plot(bins: Sequence[tuple[float, float, int]]) -> CalibrationPlot | None:
    """The plot of contracts made against the predicted probability; `None` if nothing was counted."""
    if not bins:
        return None
    left, right, top, bottom = 70.0, 470.0, 36.0, 346.0
    most = max(tables for _, _, tables in bins)
    dots = tuple(
        (
            round(left + (right - left) * predicted, 1),
            round(bottom - (bottom - top) * made, 1),
            round(3 + 11 * (tables / most) ** 0.5, 1),
            predicted,
            made,
            tables,
        )
        for predicted, made, tables in bins
    )
    fifths = tuple((round(left + (right - left) * fifth / 5, 1), fifth / 5) for fifth in range(6))
    return CalibrationPlot(dots, fifths, left, right, top, bottom, 560.0, 391.0)
