"""Pages and tables of the reports on models."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

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
