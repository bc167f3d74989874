"""The last steps of the call model: how soft its shares are, how far any model could go, and the reading of the report."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyser.estimates.call_features import auction_sights
from analyser.estimates.calls import CallModel
from analyser.estimates.model_file import open_model
from analyser.training.calls_ceiling import ceiling
from analyser.training.calls_data import Decisions, decisions
from analyser.training.calls_report import report_calls
from analyser.training.calls_score import Scored, held_out, score_tables, shares_of
from analyser.training.calls_softer import softness
from analyser.training.calls_votes import Polls, score_positions
from analyser.training.card import write_model
from analyser.training.splits import Half

__all__ = ["settle_calls", "short_of", "write_report"]

_AIMS: Final = {"top1": (0.79, 1), "top3": (0.965, 1), "log_loss": (0.62, -1), "ece": (0.01, -1)}
"""What the report half should reach: at least, or with -1 at most."""

Tell = Callable[[str], None]


def settle_calls(
    data: Path,
    models: Path,
    *,
    choosing: Decisions | None = None,
    reports: Path | None = None,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """Settle how soft the shares of `models/calls` are, then read the report half, once; gives the card.

    The divisors that lose least on single calls stand in the card; settling again starts from them.
    """
    folder = models / "calls"
    made = decisions(held_out(data, Half.CHOOSE.value)[0]) if choosing is None else choosing
    stored = open_model("calls", folder)
    card, arrays = stored.card, dict(stored.arrays)
    single = np.array(card["calibration"]["single"])
    arrays["heat"] = single
    write_model(folder, arrays, card)
    model = CallModel.load(folder)
    tell("settling how soft the shares are")
    polls = score_positions(model, data, "valid", Half.CHOOSE)
    kinds = np.array([int(auction_sights(calls, 0).kind) for calls in polls.auctions], np.int64)
    rows = np.arange(len(made))
    kind = made.auctions.kind[made.auction].astype(np.int64)
    soft = softness(polls, kinds, shares_of(model, made, rows), made.chosen, kind)
    arrays["heat"] = single * soft.factor
    told = {"softer": soft.factor.tolist(), "heat": arrays["heat"].tolist(), "softened": soft.figures}
    card["calibration"] = card["calibration"] | told
    write_model(folder, arrays, card)
    model = CallModel.load(folder)
    card["choosing"] = {
        **card["choosing"],
        "positions": score_positions(model, data, "valid", Half.CHOOSE).figures(),
    }
    card["ceiling"] = ceiling(model, made)
    tell("reading the report half")
    scored, told_by_polls = _reported(data, model)
    card["report"] = {"model": "calls", **scored.figures(), "positions": told_by_polls.figures()}
    card["short_of"] = short_of(card)
    write_model(folder, arrays, card)
    if reports is not None:
        _page(CallModel.load(folder).card, scored, told_by_polls, reports)
    return card


def short_of(card: Mapping[str, Any]) -> dict[str, str]:
    """Which aims the report half does not reach, and what is known of the reason."""
    report = card["report"]
    told = {}
    for name, (aim, sign) in _AIMS.items():
        found = report.get(name)
        if found is not None and sign * found < sign * aim:
            told[name] = f"{found:.3f}, aimed at {aim}"
    others = card.get("ceiling", {}).get("others_10")
    if "top3" in told and others:
        told["top3"] += (
            f"; at turns ten others or more faced with the same hand, their votes alone have the call among three in "
            f"{others['others_top3']:.3f}, the model alone in {others['model_top3']:.3f}, both together in "
            f"{others['both_top3']:.3f}: what peers did tells hardly more"
        )
    return told


def write_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `calls.html` about the model in `models/calls`, from the report half; no record is in it."""
    model = CallModel.load(models / "calls")
    return _page(model.card, *_reported(data, model), reports)


def _reported(data: Path, model: CallModel) -> tuple[Scored, Polls]:
    tables, half = held_out(data, Half.REPORT.value)
    return score_tables(model, tables), score_positions(model, data, "valid", half)


def _page(card: Mapping[str, Any], scored: Scored, polls: Polls, reports: Path) -> Path:
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "calls.html"
    path.write_text(report_calls(card, scored, polls), encoding="utf-8", newline="\n")
    return path
