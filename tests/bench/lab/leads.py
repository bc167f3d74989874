"""Training of the lead model: fitted to the opening leads of the record, calibrated and scored on held-out deals."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.leads import LeadModel
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.leads_data import Leads
from tests.bench.lab.leads_evaluation import cards_held, evaluate_leads, leads_of, rule_share, scored
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.networks import Fit, Recipe, fit, outputs, table_of
from tests.bench.lab.records import Half, digest

RECIPE: Final = Recipe(hidden=(448, 256), passes=7, batch=512, rate=7e-4, rare=300, decay=0.6)
_FILES: Final = ("deals", "tables", "events")
_AT_ONCE: Final = 4096
_HEATS: Final = np.linspace(0.85, 1.25, 41)

Tell = Callable[[str], None]


def train_leads(
    data: Path,
    models: Path,
    *,
    checkpoint: Path,
    seed: int = 0,
    recipe: Recipe = RECIPE,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the lead model, fitted to the record in `data` and written to `models/leads`."""
    recipe = replace(recipe, seed=seed)
    known, choosing = leads_of(data, "train"), leads_of(data, Half.CHOOSE.value)
    tell(f"{len(known)} leads to learn from, {len(choosing)} to choose by")
    sample = choosing.taken(np.arange(0, len(choosing), max(1, len(choosing) // 20_000)))
    last = fit(known, recipe, checkpoint, lambda current: _progress(current, sample), tell)
    temperature = _temperature(_logits(choosing, last), choosing.chosen)
    taught = rule_share(known.taken(np.arange(0, len(known), max(1, len(known) // 20_000))))
    card: dict[str, Any] = {
        "model": {
            "name": "leads",
            "answers": "the share of each of the leader's thirteen cards",
            "hidden": list(recipe.hidden),
            "passes": last.passes,
            "heat": temperature,
            "rule_share": taught,
        },
        "use": {
            "intended": "how experts would lead against a contract after an auction",
            "not_for": "players of other classes; partnerships with leads of their own, which the record does not tell",
        },
        "training": provenance(
            "tests.bench.lab.leads:train_leads", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"leads": len(known), "split": "train", "chosen_by": "the choosing half of valid"},
        "curve": {name: [row[name] for row in last.curve] for name in last.curve[0]},
    }
    folder = models / "leads"
    write_model(folder, _arrays(last, temperature, known), card)
    card["report"] = evaluate_leads(data, Half.REPORT.value, model=LeadModel.load(folder))
    write_model(folder, _arrays(last, temperature, known), card)
    return card


def _logits(leads: Leads, result: Fit) -> NDArray[np.float64]:
    """The logits of each card by the averaged weights; minus infinity for a card not held."""
    out = np.empty((len(leads), 52))
    for start in range(0, len(leads), _AT_ONCE):
        rows = np.arange(start, min(start + _AT_ONCE, len(leads)))
        out[rows] = outputs(leads, rows, result)
    return np.where(cards_held(leads) > 0, out, -np.inf)


def _shares(logits: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    scaled = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True))


def _progress(result: Fit, leads: Leads) -> dict[str, float]:
    cards, suits = scored(_shares(_logits(leads, result), 1.0), leads.chosen)
    figures = cards.figures()
    return {"log_loss": figures["log_loss"], "top1": figures["top1"], "suit_top1": suits.figures()["top1"]}


def _temperature(logits: NDArray[np.float64], chosen: NDArray[np.int64]) -> float:
    """The temperature with the least log-loss on the *choose* half."""
    losses = [
        ShareScore.of(_shares(logits, temperature), chosen).figures()["log_loss"] for temperature in _HEATS
    ]
    return float(_HEATS[int(np.argmin(losses))])


def _arrays(result: Fit, temperature: float, known: Leads) -> dict[str, NDArray[Any]]:
    layers = len(result.average) // 2
    table, step = table_of(result.average[0])
    arrays: dict[str, NDArray[Any]] = {
        "columns": result.columns.astype(np.int32),
        "table": table,
        "step": step,
        "first_bias": result.average[layers],
        "heat": np.array([temperature]),
        "seen": _seen(known),
    }
    for layer in range(1, layers):
        arrays[f"weight{layer - 1}"] = result.average[layer]
        arrays[f"bias{layer - 1}"] = result.average[layers + layer]
    return arrays


def _seen(known: Leads) -> NDArray[np.int64]:
    """The number of leads of the record against each final bid, undoubled, doubled and redoubled."""
    doubled = np.array([_doubled(calls) for calls in known.auctions.calls], np.int64)
    place = known.auctions.contract[known.auction] * 3 + doubled[known.auction]
    return np.bincount(place, minlength=105).reshape(35, 3)


def _doubled(calls: tuple[int, ...]) -> int:
    last = next(call for call in reversed(calls) if call)
    return last if last < 3 else 0
