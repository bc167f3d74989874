"""Line charts for the pages about models, as self-contained SVG."""

from collections.abc import Mapping, Sequence
from html import escape

from analyser.report.charts import round_ends, scale

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
    """An SVG of lines through points with labelled axes; `diagonal` draws where both axes agree."""
    points = [point for line in lines.values() for point in line]
    if not points:
        return ""
    xs, ys = ([0.0, 1.0], [0.0, 1.0]) if diagonal else zip(*points, strict=True)
    foot = _LINES_HEIGHT - _LINES_FOOT
    x_ends, y_ends = round_ends(min(xs), max(xs)), round_ends(min(ys), max(ys))
    x_at = scale(*x_ends, _LINES_LEFT, _LINES_WIDTH - 12.0)
    y_at = scale(*y_ends, foot, 12.0)

    drawn = [_axes(x_ends, y_ends, across, up)]
    if diagonal:
        x1, x2, y1, y2 = x_at(0), x_at(1), y_at(0), y_at(1)
        drawn.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#999" stroke-dasharray="4"/>')
    for number, (name, line) in enumerate(lines.items()):
        colour = _LINE_COLOURS[number % len(_LINE_COLOURS)]
        placed = [(x_at(x), y_at(y)) for x, y in line]
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


def _axes(wide: tuple[float, float], high: tuple[float, float], across: str, up: str) -> str:
    foot, right = _LINES_HEIGHT - _LINES_FOOT, _LINES_WIDTH - 12
    small = 'font-size="11" fill="#333"'
    return (
        f'<path d="M{_LINES_LEFT} 12V{foot}H{right}" fill="none" stroke="#333"/>'
        f'<text x="{_LINES_LEFT}" y="{foot + 16}" {small}>{wide[0]:.3g}</text>'
        f'<text x="{right}" y="{foot + 16}" text-anchor="end" {small}>{wide[1]:.3g}</text>'
        f'<text x="{_LINES_LEFT - 4}" y="{foot}" text-anchor="end" {small}>{high[0]:.3g}</text>'
        f'<text x="{_LINES_LEFT - 4}" y="20" text-anchor="end" {small}>{high[1]:.3g}</text>'
        f'<text x="{(_LINES_LEFT + right) // 2}" y="{foot + 34}" text-anchor="middle" {small}>{escape(across)}</text>'
        f'<text x="14" y="{foot // 2}" transform="rotate(-90 14 {foot // 2})" text-anchor="middle" {small}>'
        f"{escape(up)}</text>"
    )
