"""Training of the call model: fitted to every call of the record, calibrated and scored on halves of held-out years."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS
from analyser.estimates.calls import SupportTable
from tests.bench.lab.calls_calibration import (
    calibrate_calls,
    holdout_score,
    logits,
    pseudo_counts,
    same_turns,
    shares,
    temperatures,
)
from tests.bench.lab.calls_data import Decisions, decisions
from tests.bench.lab.calls_evaluation import counted, held_out
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.networks import Fit, Recipe, Weights, fit, table_of
from tests.bench.lab.records import digest

RECIPE: Final = Recipe(
    hidden=(1024, 320, 320, 320), passes=4, fall=5, batch=2048, rate=1e-3, rare=800, decay=0.2
)
"""The recipe of the shipped model; at the lowest learning rates it overfits, so it stops before."""
VERSION: Final = 3
"""The version shipped: the *report* half is read once for each."""
_FILES: Final = ("deals", "tables", "events")
_WATCHED: Final = 100_000  # held-out decisions scored after every pass
_LEAST_SEEN: Final = 3  # auctions met less often count as never met
_TENTHS: Final = 10

Tell = Callable[[str], None]


def train_calls(
    data: Path,
    models: Path,
    *,
    checkpoint: Path,
    reports: Path | None = None,
    seed: int = 0,
    recipe: Recipe = RECIPE,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the call model, fitted to the record in `data` and written to `models/calls`.

    After every pass the state goes to `checkpoint`, from which a stopped run continues. With `reports` the page
    `calls.html` is written there.
    """
    tables, _ = held_out(data, "train")
    known = decisions(tables)
    choosing = decisions(held_out(data, "choose")[0])
    tell(f"{len(known)} calls to learn from, {len(choosing)} to choose by")
    watched = np.sort(np.random.default_rng(seed).permutation(len(choosing))[:_WATCHED])
    seeded = replace(recipe, seed=seed)
    last = fit(known, seeded, checkpoint, lambda current: holdout_score(choosing, watched, current), tell)
    folder = models / "calls"
    arrays, calibration = _finished(last, known, choosing, tell)
    card = _card(recipe, last, calibration) | {
        "training": provenance(
            "tests.bench.lab.calls:train_calls", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"calls": len(known), "tables": len(tables), "split": "train"}
    }
    write_model(folder, arrays, card)
    return calibrate_calls(data, models, choosing=choosing, reports=reports, tell=tell)


def _finished(
    result: Fit, known: Decisions, choosing: Decisions, tell: Tell
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of the model, and the temperatures chosen on the *choose* half."""
    curve = result.curve[-1]
    averaged = curve["average_log_loss"] <= curve["last_log_loss"]
    weights = result.average if averaged else result.weights
    tell("calibrating")
    rows = np.arange(len(choosing))
    values = logits(choosing, rows, result.columns, weights)
    chosen, kind = choosing.chosen, choosing.auctions.kind[choosing.auction].astype(np.int64)
    temperature = temperatures(values, chosen, kind)
    score = ShareScore.of(shares(values, temperature[kind]), chosen)
    keys, counts = counted(known, _LEAST_SEEN)
    habit = np.zeros((36, CALLS), np.int32)
    np.add.at(habit, (known.auctions.bid[known.auction].astype(np.int64), known.chosen), 1)
    arrays = _layers(result.columns, weights) | {
        "heat": temperature,
        "seen_key": keys,
        "seen_count": counts,
        "habit": habit,
    }
    arrays |= _tenths(arrays, choosing, score)
    return arrays, {
        "weights": "average" if averaged else "last",
        "single": temperature.tolist(),
        "votes_worth": arrays["tenth_weight"].tolist(),
        "choosing": score.figures(),
    }


def _layers(columns: NDArray[np.int64], weights: Weights) -> dict[str, NDArray[Any]]:
    layers = len(weights) // 2
    table, step = table_of(weights[0])
    arrays: dict[str, NDArray[Any]] = {
        "columns": columns.astype(np.int32),
        "table": table,
        "step": step,
        "first_bias": weights[layers],
    }
    for layer in range(1, layers):
        arrays[f"weight{layer - 1}"] = weights[layer]
        arrays[f"bias{layer - 1}"] = weights[layers + layer]
    return arrays


def _tenths(
    arrays: dict[str, NDArray[Any]], choosing: Decisions, score: ShareScore
) -> dict[str, NDArray[Any]]:
    """The decisions of the *choose* half in deciles of how often the record met their auction, with their errors."""
    empty = np.zeros(0)
    table = SupportTable(
        arrays["seen_key"], arrays["seen_count"], empty.astype(np.int64), empty, empty, empty, arrays["habit"]
    )
    seen = np.array([table.count_decisions(calls) for calls in choosing.auctions.calls], np.int64)[
        choosing.auction
    ]
    bounds = np.quantile(seen, np.arange(1, _TENTHS) / _TENTHS, method="lower").astype(np.int64)
    tenth = np.searchsorted(bounds, seen, side="right")
    scores = score.figures()
    loss, top1 = np.full(_TENTHS, scores["log_loss"]), np.full(_TENTHS, scores["top1"])
    for place in range(_TENTHS):
        figures = score.where(tenth == place).figures()
        if figures["n"]:
            loss[place], top1[place] = figures["log_loss"], figures["top1"]
    weight = pseudo_counts(same_turns(choosing, score.own, tenth), _TENTHS)
    return {"tenth_bound": bounds, "tenth_log_loss": loss, "tenth_top1": top1, "tenth_weight": weight}


def _card(recipe: Recipe, result: Fit, calibration: dict[str, Any]) -> dict[str, Any]:
    return {
        "model": {
            "name": "calls",
            "version": VERSION,
            "answers": "the share of each legal call for a hand after an auction",
            "hidden": list(recipe.hidden),
            "sights": len(result.columns),
            "passes": recipe.passes,
            "fall": recipe.fall or recipe.passes,
            "batch": recipe.batch,
            "rate": recipe.rate,
            "decay": recipe.decay,
            "rare": recipe.rare,
        },
        "use": {
            "intended": "what share of expert players would make each call with a hand after an auction",
            "not_for": "players of other classes: the record holds experts only",
            "unknown": "class and system of the players are not in the record; alerts are marked unevenly",
            "weak": "artificial systems, rare auctions: ask for the support of the auction",
        },
        "calibration": {
            **{key: value for key, value in calibration.items() if key != "choosing"},
            "kinds": ["unopened", "one-sided", "contested", "contested at the four level or higher"],
        },
        "choosing": calibration["choosing"],
        "curve": {name: [row[name] for row in result.curve] for name in result.curve[0]},
    }
