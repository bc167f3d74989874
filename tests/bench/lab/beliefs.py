"""Training of the belief model: what players may believe of the other hands, and what they lead given a belief.

Two networks. The first is fitted to the hands the players did not see; the other, with its beliefs, to what they led.
The lead model never sees what another player's call was, so meanings reach it through beliefs only.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.belief_features import BELIEFS, GIST, gist_of
from analyser.estimates.beliefs import BeliefModel, SeenTurns, last_turn
from analyser.estimates.leads import auction_at_lead
from tests.bench.lab.beliefs_data import BeliefTurns, FramedLeads
from tests.bench.lab.beliefs_evaluation import evaluate_beliefs
from tests.bench.lab.calls_data import decisions
from tests.bench.lab.calls_evaluation import held_out
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.leads_data import Leads
from tests.bench.lab.leads_evaluation import leads_of
from tests.bench.lab.networks import (
    Fit,
    ManyTruths,
    Recipe,
    RecordedChoices,
    fit,
    outputs,
    table_of,
)
from tests.bench.lab.records import Half, digest, drawn

BELIEF_RECIPE: Final = Recipe(hidden=(160, 128), passes=3, batch=512, rate=1e-3, rare=100, decay=0.1)
LEAD_RECIPE: Final = Recipe(hidden=(160, 96), passes=3, batch=512, rate=1e-3, rare=100, decay=0.4)
TABLES: Final = 120_000
"""Tables of the training split in the fit: a seventh of the record, what an hour of a busy machine allows."""
_LEADS: Final = 150_000
_UNOPENED: Final = 0.3  # of the turns before any bid: they are many and alike
_WATCHED: Final = 8_000
_TRUST: Final = (0.03, 0.7)
"""The floor of both shares, and the power of their ratio.

Chosen on calls of the *choose* half after openings whose meaning other deals show; leads use the same figures.
"""
_FILES: Final = ("deals", "tables", "events")

Tell = Callable[[str], None]


def train_beliefs(
    data: Path,
    models: Path,
    *,
    checkpoint: Path,
    seed: int = 0,
    tables: int = TABLES,
    recipes: tuple[Recipe, Recipe] = (BELIEF_RECIPE, LEAD_RECIPE),
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the two networks, fitted to the record in `data` and written to `models/beliefs`."""
    of_beliefs, of_leads = (replace(recipe, seed=seed) for recipe in recipes)
    folder = models / "beliefs"
    known, choosing = (_turns(data, split, tables, seed) for split in ("train", Half.CHOOSE.value))
    tell(f"{len(known)} turns to learn from, {len(choosing)} to choose by")
    fits = [_last(known, choosing, of_beliefs, checkpoint / "beliefs.npz", tell)]
    arrays = layers(fits[0], "belief_")
    placed = _Beliefs(arrays)
    del known, choosing
    leads = [_leads(data, split, seed) for split in ("train", Half.CHOOSE.value)]
    led = [FramedLeads.of(part, placed.of_leads(part)) for part in leads]
    fits.append(_last(led[0], led[1], of_leads, checkpoint / "leads.npz", tell))
    arrays |= layers(fits[1], "lead_") | {"trust": np.array(_TRUST)}
    card = _card(fits, (of_beliefs, of_leads), data, seed, tables)
    write_model(folder, arrays, card)
    card["report"] = evaluate_beliefs(data, Half.REPORT.value, seed=seed, model=BeliefModel.load(folder))
    write_model(folder, arrays, card)
    return card


def layers(result: Fit, prefix: str) -> dict[str, NDArray[Any]]:
    """The averaged layers of a fit as a network's arrays; rows after the features are weights of real-valued inputs."""
    weights, count, width = result.average, len(result.average) // 2, len(result.columns)
    table, step = table_of(weights[0][:width])
    arrays: dict[str, NDArray[Any]] = {
        "columns": result.columns.astype(np.int32),
        "table": table,
        "step": step,
        "first_bias": weights[count],
        "heat": np.ones(4),
    }
    if len(weights[0]) > width:
        arrays["entry"] = weights[0][width:]
    for layer in range(1, count):
        arrays[f"weight{layer - 1}"] = weights[layer]
        arrays[f"bias{layer - 1}"] = weights[count + layer]
    return {f"{prefix}{name}": array for name, array in arrays.items()}


class _Beliefs(BeliefModel):
    """The beliefs of a network just fitted."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        super().__init__()
        self.__dict__["arrays"] = arrays

    def of_leads(self, leads: Leads) -> NDArray[np.float32]:
        """The beliefs of each leader at his last turn."""
        met, which = np.unique(leads.auction, return_inverse=True)
        auctions = [leads.auctions.calls[place] for place in met.tolist()]
        keys = [(last_turn(calls, auction_at_lead(calls).leader), 0) for calls in auctions]
        return self._many(keys, which, leads.hand, leads.vulnerable, leads.form)

    def _many(self, keys: list[tuple[tuple[int, ...], int]], *rows: NDArray[Any]) -> NDArray[np.float32]:
        out = np.empty((len(rows[0]), GIST), np.float32)
        for start in range(0, len(out), 1 << 16):
            part = slice(start, start + (1 << 16))
            seen = SeenTurns(keys, *[column[part].astype(np.int64) for column in rows])
            out[part] = gist_of(self.beliefs(seen))
        return out


def _turns(data: Path, split: str, tables: int, seed: int) -> BeliefTurns:
    """The turns of some tables: all after an opening bid, a sample of those before."""
    every, _ = held_out(data, split)
    some = every.rows(drawn(len(every), tables, seed))
    turns = decisions(some)
    opened = turns.auctions.bid[turns.auction] > 0
    rows = np.flatnonzero(opened | (np.random.default_rng(seed).random(len(turns)) < _UNOPENED))
    if split != "train":
        rows = rows[drawn(len(rows), _WATCHED, seed)]
    return BeliefTurns.of(some, turns, rows)


def _leads(data: Path, split: str, seed: int) -> Leads:
    leads = leads_of(data, split)
    return leads.taken(drawn(len(leads), _LEADS if split == "train" else _WATCHED, seed))


def _last(
    known: RecordedChoices, choosing: RecordedChoices, recipe: Recipe, checkpoint: Path, tell: Tell
) -> Fit:
    """The fit after its last pass."""
    return fit(known, recipe, checkpoint, lambda current: _progress(current, choosing), tell)


def _progress(result: Fit, choosing: RecordedChoices) -> dict[str, float]:
    """The scores of the averaged network on the *choose* half."""
    rows = np.arange(len(choosing.chosen))
    value = outputs(choosing, rows, result).astype(np.float64)
    if isinstance(choosing, ManyTruths):
        true = choosing.truths(rows)
        return {"log_loss": float(np.logaddexp(0.0, np.where(true, -value, value)).mean())}
    value -= value.max(axis=1, keepdims=True)
    log_shares = value[rows, choosing.chosen] - np.log(np.exp(value).sum(axis=1))
    return {
        "log_loss": float(-log_shares.mean()),
        "top1": float((value.argmax(axis=1) == choosing.chosen).mean()),
    }


def _card(
    fits: list[Fit], recipes: tuple[Recipe, Recipe], data: Path, seed: int, tables: int
) -> dict[str, Any]:
    card: dict[str, Any] = {
        "model": {
            "name": "beliefs",
            "answers": "what may be believed of the other hands; the share of each lead on a belief",
            "chances": BELIEFS,
        },
        "use": {
            "intended": "how a stated meaning changes what players lead",
            "not_for": "the shares themselves: those of the lead model are better where nothing is explained; calls: see choices",
            "unknown": "how leads follow explanations was never measured: calls are (choices)",
        },
        "training": provenance(
            "tests.bench.lab.beliefs:train_beliefs", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"tables": tables, "leads": _LEADS, "split": "train", "watched": "the choosing half of valid"},
    }
    for name, result, recipe in zip(("beliefs", "leads"), fits, recipes, strict=True):
        card[name] = {
            "hidden": list(recipe.hidden),
            "passes": recipe.passes,
            "batch": recipe.batch,
            "rate": recipe.rate,
            "decay": recipe.decay,
            "rare": recipe.rare,
            **{key: [row[key] for row in result.curve] for key in result.curve[0] if key != "pass"},
        }
    return card
