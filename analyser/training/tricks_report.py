"""The page about the trick model: figures, P(make) by margin, the kernel's shape, the drift of the years."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyser.bridge import Contract
from analyser.casefile import Form
from analyser.estimates.tricks import TrickModel
from analyser.training.charts import chart, page, table
from analyser.training.measures import Score, reliability
from analyser.training.splits import Half
from analyser.training.tricks_fit import rows_in
from analyser.training.tricks_score import evaluate_tricks, played_of

__all__ = ["write_trick_report"]

_ABOUT: Final = (
    "<p>How many tricks experts take beside the tricks they could take with all hands seen, on deals of the last "
    "years of the record that the tables were not fitted to. A few per cent of the results in the record are "
    "mistyped. Other classes of player are not in it.</p>"
)
_HEADS: Final = ("", "n", "exact", "first three", "log-loss", "ECE")
_EXAMPLES: Final = ("1NT by S", "2S by S", "3NT by S", "4S by S", "4HX by S", "5D by S", "6S by S")


def write_trick_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `tricks.html` about the model in `models/tricks`, from the report half; no record is in it."""
    model = TrickModel.load(models / "tricks")
    told = evaluate_tricks(data, Half.REPORT.value, model=model)
    parts = [_ABOUT, _figures(told, model.card), _made(told), _examples(model), _plots(data, model)]
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "tricks.html"
    path.write_text(page("The trick model", parts), encoding="utf-8", newline="\n")
    return path


def _row(name: str, told: Mapping[str, Any]) -> tuple[object, ...]:
    return (name, *(told.get(key) for key in ("n", "top1", "top3", "log_loss", "ece")))


def _figures(told: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    names = ("before_lead", "notrump", "slams", "doubled", "every_trick")
    rows = [_row("after the lead", told)]
    rows += [_row(name.replace("_", " "), told[name]) for name in names]
    rows += [_row(f"baseline {name.replace('_', ' ')}", one) for name, one in told["baselines"].items()]
    report = card.get("report", {})
    rows += [
        _row(f"in the middle of the play: {name}", report[name])
        for name in ("positions", "claims")
        if name in report
    ]
    return table("Figures on the report half", _HEADS, rows)


def _made(told: Mapping[str, Any]) -> str:
    rows = []
    for name, figures in (("after the lead", told["make"]), ("before the lead", told["before_lead"]["make"])):
        rows += [(f"{name}, margin {margin}", *pair) for margin, pair in figures.items()]
    return table("Contracts made, by double-dummy tricks over those needed", ("", "foretold", "found"), rows)


def _examples(model: TrickModel) -> str:
    """The chance of making some contracts."""
    rows = []
    for name in _EXAMPLES:
        contract = Contract.parse(name)
        chances = [
            sum(model.tricks(contract.needed + margin, contract, Form.IMPS)[contract.needed :])
            for margin in (-2, -1, 0, 1)
        ]
        rows.append((contract.name, *chances))
    return table(
        "The chance of making, at IMPs, by double-dummy margin after the lead",
        ("", "two short", "one short", "just enough", "one over"),
        rows,
    )


def _plots(data: Path, model: TrickModel) -> str:
    played = played_of(data, Half.REPORT.value)
    shares = model.after_lead[rows_in(played, played.after)]
    chance = np.where(np.arange(14) >= played.level[:, None] + 6, shares, 0.0).sum(axis=1)
    bins = [(said, came) for said, came, _ in reliability(chance, played.tricks >= played.level + 6)]
    score = Score.of(shares, played.tricks)
    exact = [(said, came) for said, came, _ in reliability(score.top, score.rank == 0)]
    drift = model.card.get("drift", {}).get("made_at_margin_0", [])
    eighths = [(float(number), float(made)) for number, made in enumerate(drift, 1)]
    lines = {"makes": bins, "likeliest number of tricks": exact}
    return (
        chart("What was foretold against what came", lines, across="foretold", up="came", diagonal=True)
        + chart(
            "Contracts made with nothing to spare double dummy, by eighths of the training years",
            {"made": eighths},
            across="eighth of the record",
            up="made",
        )
        + _drifted(model)
    )


def _drifted(model: TrickModel) -> str:
    """How far the years drift, in a sentence."""
    drift = model.card.get("drift", {})
    years, later = drift.get("made_at_margin_0", []), drift.get("made_at_margin_0_later")
    if not years or later is None:
        return ""
    return (
        f"<p>Contracts with nothing to spare double dummy were made in {min(years):.3f} to {max(years):.3f} of the eighths "
        f"of the training years, and in {later:.3f} in the later years of the choosing half: the record drifts by that much, "
        "and the model is moved towards the later years as far as these are many.</p>"
    )
