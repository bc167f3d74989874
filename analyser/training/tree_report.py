"""The page about the outcome tree: what it foretells beside its baselines, and how often what it said happened."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from analyser.training.charts import chart, page, table

__all__ = ["report_tree", "write_tree_report"]

_ABOUT: Final = (
    "<p>Real auctions of the last years of the record, on deals nothing was fitted to, cut at a decision at which both "
    "sides had bid. From there the tree is grown over the four actual hands: calls and leads as experts make them, "
    "double dummy after the lead, and real play. It is held against what came about at other tables that stood at the "
    "same node of the same deal. Neither the table that was cut nor the one whose result a baseline repeats is among "
    "them. The record holds experts only.</p>"
)
_NAMES: Final = {
    "par": "par",
    "other_table": "another table's result",
    "prefix": "what the record came to after this auction",
}
_FIGURES: Final = ("contract_log_loss", "score_log_loss", "imp_error", "top1", "top3", "ece")
_HEADS: Final = ("", "contract, log-loss", "score, log-loss", "IMPs off", "top 1", "top 3", "ECE")
_MEASURES: Final = {"contract": "contract, log-loss", "score": "score, log-loss", "imps": "IMPs off"}


def write_tree_report(told: Mapping[str, Any], path: Path) -> None:
    """Write the page; no record is in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(report_tree(told), encoding="utf-8", newline="\n")


def report_tree(told: Mapping[str, Any]) -> str:
    """The whole page."""
    return page("The outcome tree", [_ABOUT, _figures(told), _gains(told), _reliability(told["reliability"])])


def _figures(told: Mapping[str, Any]) -> str:
    rows = [("the tree", *(told[key] for key in _FIGURES))]
    rows += [
        (_NAMES.get(name, name), *(figures[key] for key in _FIGURES))
        for name, figures in told["baselines"].items()
    ]
    caption = f"Figures on {told['n']} cuts, held against {told['targets']} other tables"
    return table(caption, _HEADS, rows) + (
        "<p>The score a forecast names is the one nearest in IMPs, on average, to all it holds possible. Par and the "
        "other table say one thing only: for the log-loss they are mixed with the histogram of the record by the "
        "weight that suits them best on these very cuts.</p>"
    )


def _gains(told: Mapping[str, Any]) -> str:
    rows = []
    for name, figures in told["baselines"].items():
        cells: list[object] = []
        for measure in _MEASURES:
            gain = figures["tree_better_by"][measure]
            low, high = gain["interval"] or (0.0, 0.0)
            cells.append(f"{gain['mean'] or 0.0:+.3f} [{low:+.3f}, {high:+.3f}]")
        rows.append((_NAMES.get(name, name), *cells))
    caption = "By how much the tree is better, with the interval of nine tenths over the cuts"
    return table(caption, ("", *_MEASURES.values()), rows)


def _reliability(bands: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    parts = [
        chart(
            "How often what was given a share happened",
            {name: [(row["said"], row["came"]) for row in rows] for name, rows in bands.items()},
            across="share given",
            up="share of other tables",
            diagonal=True,
        )
    ]
    for name, rows in bands.items():
        lines = [
            (f"{100 * row['from']:g} – {100 * row['to']:g} %", row["n"], row["said"], row["came"])
            for row in rows
        ]
        heads = ("given", "how many", "said on average", "happened")
        parts.append(table(f"{name.capitalize()}s by the share they were given", heads, lines))
    return "<h2>Reliability</h2>" + "".join(parts)
