"""Small drawings for the reports on models: lines over two axes, as SVG inside the page."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

__all__ = ["PAGE_STYLE", "chart", "fitted", "page", "table"]

_WIDTH: Final = 420
_HEIGHT: Final = 300
_LEFT: Final = 56
_FOOT: Final = 44
_COLOURS: Final = ("#1f5fa8", "#b3541e", "#3a7d44", "#7a3b8f", "#444444")

PAGE_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}"
    "table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #bbb;padding:.25rem .6rem;text-align:right}"
    "th:first-child,td:first-child{text-align:left}caption{text-align:left;font-weight:600;padding:.3rem 0}"
    "figure{display:inline-block;margin:1rem 1rem 1rem 0}figcaption{max-width:26rem;font-size:.9rem}"
)


def page(title: str, parts: Sequence[str]) -> str:
    """A whole page that needs nothing beside it."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{PAGE_STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table; numbers with at most three decimals."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = [
        f'<tr><th scope="row">{escape(_told(row[0]))}</th>'
        + "".join(f"<td>{escape(_told(cell))}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    ]
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def fitted(card: Mapping[str, Any], *first: tuple[str, object]) -> str:
    """The table of what a network learned from, its size, and what it can be told by."""
    model, training = card.get("model", {}), card.get("training", {})
    rows = [
        *first,
        ("units in the hidden layers", ", ".join(map(str, model.get("hidden", [])))),
        ("passes over the record", int(model.get("passes", 0))),
        ("dice", str(training.get("seed", ""))),
        ("scikit-learn", str(training.get("scikit_learn", ""))),
        ("SHA-256 of the model", str(model.get("sha256", ""))),
    ]
    return table("What was fitted", ("", ""), rows)


def _told(cell: object) -> str:
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.3f}"
        case int():
            return f"{cell:,}"
        case _:
            return str(cell)


def chart(
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
    low_x, high_x = _range([x for x, _ in points])
    low_y, high_y = _range([y for _, y in points])
    if diagonal:
        low_x, high_x, low_y, high_y = 0.0, 1.0, 0.0, 1.0

    def place(x: float, y: float) -> tuple[float, float]:
        wide = (x - low_x) / (high_x - low_x) * (_WIDTH - _LEFT - 12)
        high = (y - low_y) / (high_y - low_y) * (_HEIGHT - _FOOT - 12)
        return round(_LEFT + wide, 1), round(_HEIGHT - _FOOT - high, 1)

    drawn = [_axes(low_x, high_x, low_y, high_y, across, up)]
    if diagonal:
        (x1, y1), (x2, y2) = place(0, 0), place(1, 1)
        drawn.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#999" stroke-dasharray="4"/>')
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        placed = [place(x, y) for x, y in line]
        path = " ".join(f"{x},{y}" for x, y in placed)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in placed]
        drawn.append(
            f'<text x="{_LEFT + 10}" y="{20 + 16 * number}" font-size="12" fill="{colour}">{escape(name)}</text>'
        )
    return (
        f'<figure><svg role="img" aria-label="{escape(caption)}" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}">{"".join(drawn)}</svg><figcaption>{escape(caption)}</figcaption></figure>'
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _axes(low_x: float, high_x: float, low_y: float, high_y: float, across: str, up: str) -> str:
    foot, right = _HEIGHT - _FOOT, _WIDTH - 12
    small = 'font-size="11" fill="#333"'
    return (
        f'<path d="M{_LEFT} 12V{foot}H{right}" fill="none" stroke="#333"/>'
        f'<text x="{_LEFT}" y="{foot + 16}" {small}>{low_x:.3g}</text>'
        f'<text x="{right}" y="{foot + 16}" text-anchor="end" {small}>{high_x:.3g}</text>'
        f'<text x="{_LEFT - 4}" y="{foot}" text-anchor="end" {small}>{low_y:.3g}</text>'
        f'<text x="{_LEFT - 4}" y="20" text-anchor="end" {small}>{high_y:.3g}</text>'
        f'<text x="{(_LEFT + right) // 2}" y="{foot + 34}" text-anchor="middle" {small}>{escape(across)}</text>'
        f'<text x="14" y="{foot // 2}" transform="rotate(-90 14 {foot // 2})" text-anchor="middle" {small}>'
        f"{escape(up)}</text>"
    )
