"""The lead model: fitted to the opening leads of the record, measured on deals it has not seen."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.peers.lead_features import AuctionAtLead
from analyser.peers.leads import LeadModel
from analyser.training.card import provenance, write_model
from analyser.training.leads_data import Leads, read_leads
from analyser.training.leads_rule import taught_lead
from analyser.training.measures import Score
from analyser.training.networks import Fit, Recipe, Weights, fit, place_of, rows_of, table_of
from analyser.training.records import digest
from analyser.training.splits import Half, in_half

__all__ = ["RECIPE", "evaluate_leads", "train_leads"]

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
    """Fit the lead model to the record in `data` and write it to `models/leads`; gives its card."""
    known, held = read_leads(data, "train"), read_leads(data, "valid")
    choosing = held.taken(np.flatnonzero(in_half(held.deal_id, Half.CHOOSE)))
    tell(f"{len(known)} leads to learn from, {len(choosing)} to choose by")
    best: tuple[float, Fit] | None = None
    sample = choosing.taken(np.arange(0, len(choosing), max(1, len(choosing) // 20_000)))
    recipe = replace(recipe, seed=seed)
    for result in fit(known, recipe, checkpoint, lambda one: _progress(one, sample), tell):
        loss = result.curve[-1]["log_loss"]
        copied = Fit(
            result.columns, [], [each.copy() for each in result.average], result.passes, result.curve
        )
        best = (loss, copied) if best is None or loss < best[0] else best
    assert best is not None, "a recipe has at least one pass"  # noqa: S101 - says so to the type checker
    chosen = best[1]
    heat = _heat(_logits(choosing, chosen), choosing.chosen)
    rule_share = _rule_share(known.taken(np.arange(0, len(known), max(1, len(known) // 20_000))))
    card: dict[str, Any] = {
        "model": {
            "name": "leads",
            "answers": "the share of each of the leader's thirteen cards",
            "hidden": list(recipe.hidden),
            "passes": chosen.passes,
            "heat": heat,
            "rule_share": rule_share,
        },
        "use": {
            "intended": "how experts would lead against a contract after an auction",
            "not_for": "players of other classes; partnerships with leads of their own, which the record does not tell",
        },
        "training": provenance(
            "analyser.training.leads:train_leads", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"leads": len(known), "split": "train", "chosen_by": "the choosing half of valid"},
        "curve": {name: [row[name] for row in chosen.curve] for name in chosen.curve[0]},
    }
    folder = models / "leads"
    write_model(folder, _arrays(chosen, heat, known), card)
    card["report"] = evaluate_leads(data, half=Half.REPORT, model=folder)
    write_model(folder, _arrays(chosen, heat, known), card)
    return card


def evaluate_leads(
    data: Path,
    *,
    split: str | None = "valid",
    half: Half = Half.BOTH,
    sample: int | None = None,
    seed: int = 0,
    model: Path | None = None,
) -> dict[str, Any]:
    """How well the shipped model foretells the leads of a record, with its baselines on the same rows."""
    asked, leads = LeadModel.load(model), read_leads(data, split)
    rows = np.flatnonzero(in_half(leads.deal_id, half))
    if sample is not None and sample < len(rows):
        rows = np.sort(np.random.default_rng(seed).choice(rows, sample, replace=False))
    leads = leads.taken(rows)
    ours, suits = _model_score(asked, leads)
    uniform, uniform_suits = _flat_score(leads)
    taught, taught_suits = _taught_score(leads, float(asked.card["model"]["rule_share"]))
    contested = leads.auctions.contested[leads.auction]
    everything = np.ones(len(leads), np.bool_)
    # Every lead comes after an opening: that row is the whole.
    return {
        "model": "leads",
        **_figures(ours, suits, everything),
        "after_opening": _figures(ours, suits, everything),
        "contested": _figures(ours, suits, contested),
        "notrump": _figures(ours, suits, leads.auctions.contract[leads.auction] % 5 == 4),
        "baselines": {
            "uniform": _figures(uniform, uniform_suits, everything),
            "fourth_best": _figures(taught, taught_suits, everything),
        },
        "other_table": _other_table(leads),
    }


def _figures(score: Score, suits: Score, rows: NDArray[np.bool_]) -> dict[str, Any]:
    found = score.where(rows).figures()
    return found | {"suit_top1": suits.where(rows).figures()["top1"]}


def _scored(shares: NDArray[np.float64], chosen: NDArray[np.int64]) -> tuple[Score, Score]:
    suits = shares.reshape(-1, 4, 13).sum(axis=2)
    return Score.of(shares, chosen), Score.of(suits, chosen // 13)


def _model_score(model: LeadModel, leads: Leads) -> tuple[Score, Score]:
    parts, suits = [], []
    known = leads.auctions
    for start in range(0, len(leads), _AT_ONCE):
        part = leads.taken(np.arange(start, min(start + _AT_ONCE, len(leads))))
        met, which = np.unique(part.auction, return_inverse=True)
        seen = [
            AuctionAtLead(
                tuple(known.sights[known.start[place] : known.start[place + 1]].tolist()),
                tuple(known.roles[place].tolist()),
                int(known.contract[place]),
                0,
            )
            for place in met.tolist()
        ]
        shares = model.answer(seen, which.astype(np.int64), part.hand, part.vulnerable, part.form)
        one, other = _scored(shares, part.chosen)
        parts.append(one)
        suits.append(other)
    return Score.joined(parts), Score.joined(suits)


def _held(leads: Leads) -> NDArray[np.float64]:
    return (leads.hand[:, None] >> np.arange(52) & 1).astype(np.float64)


def _flat_score(leads: Leads) -> tuple[Score, Score]:
    return _scored(_held(leads) / 13, leads.chosen)


def _taught(leads: Leads) -> NDArray[np.int64]:
    known = leads.auctions
    trump = known.contract % 5
    return np.array(
        [
            taught_lead(mask, known.roles[auction].tolist(), int(trump[auction]))
            for mask, auction in zip(leads.hand.tolist(), leads.auction.tolist(), strict=True)
        ],
        np.int64,
    )


def _rule_share(leads: Leads) -> float:
    """How often the record led the card taught: what the rule's card gets in the baseline."""
    return float((_taught(leads) == leads.chosen).mean())


def _taught_score(leads: Leads, share: float) -> tuple[Score, Score]:
    shares = _held(leads) * (1 - share) / 12
    shares[np.arange(len(leads)), _taught(leads)] = share
    return _scored(shares, leads.chosen)


def _other_table(leads: Leads) -> dict[str, Any]:
    """How often two experts with the same hand after the same auction led the same: about the ceiling."""
    groups: dict[tuple[int, int], list[int]] = {}
    for hand, auction, card in zip(
        leads.hand.tolist(), leads.auction.tolist(), leads.chosen.tolist(), strict=True
    ):
        groups.setdefault((hand, auction), []).append(card)
    pairs = [pair for led in groups.values() for pair in pairwise(led)]
    same = sum(a == b for a, b in pairs)
    suits = sum(a // 13 == b // 13 for a, b in pairs)
    if not pairs:
        return {"n": 0, "top1": None, "suit_top1": None}
    return {"n": len(pairs), "top1": same / len(pairs), "suit_top1": suits / len(pairs)}


def _forward(
    leads: Leads, rows: NDArray[np.int64], columns: NDArray[np.int64], weights: Weights
) -> NDArray[np.float32]:
    layers = len(weights) // 2
    seen = rows_of(leads, rows, place_of(columns, leads.kinds), len(columns))
    value: NDArray[np.float32] = seen @ weights[0] + weights[layers]
    for layer in range(1, layers):
        value = np.maximum(value, 0) @ weights[layer] + weights[layers + layer]
    return value


def _logits(leads: Leads, result: Fit) -> NDArray[np.float64]:
    """What the averaged weights say of each card; impossible for a card not held."""
    out = np.empty((len(leads), 52))
    for start in range(0, len(leads), _AT_ONCE):
        rows = np.arange(start, min(start + _AT_ONCE, len(leads)))
        out[rows] = _forward(leads, rows, result.columns, result.average)
    return np.where(_held(leads) > 0, out, -np.inf)


def _shares(logits: NDArray[np.float64], heat: float) -> NDArray[np.float64]:
    scaled = np.exp((logits - logits.max(axis=1, keepdims=True)) / heat)
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True))


def _progress(result: Fit, leads: Leads) -> dict[str, float]:
    one, suits = _scored(_shares(_logits(leads, result), 1.0), leads.chosen)
    found = one.figures()
    return {"log_loss": found["log_loss"], "top1": found["top1"], "suit_top1": suits.figures()["top1"]}


def _heat(logits: NDArray[np.float64], chosen: NDArray[np.int64]) -> float:
    """What the logits are divided by, so that the shares are calibrated on the choosing half."""
    losses = [Score.of(_shares(logits, heat), chosen).figures()["log_loss"] for heat in _HEATS]
    return float(_HEATS[int(np.argmin(losses))])


def _arrays(result: Fit, heat: float, known: Leads) -> dict[str, NDArray[Any]]:
    layers = len(result.average) // 2
    table, step = table_of(result.average[0])
    arrays: dict[str, NDArray[Any]] = {
        "columns": result.columns.astype(np.int32),
        "table": table,
        "step": step,
        "first_bias": result.average[layers],
        "heat": np.array([heat]),
        "seen": _seen(known),
    }
    for layer in range(1, layers):
        arrays[f"weight{layer - 1}"] = result.average[layer]
        arrays[f"bias{layer - 1}"] = result.average[layers + layer]
    return arrays


def _seen(known: Leads) -> NDArray[np.int64]:
    """How many leads of the record were against each final bid, undoubled, doubled and redoubled."""
    doubled = np.array([_doubled(calls) for calls in known.auctions.calls], np.int64)
    place = known.auctions.contract[known.auction] * 3 + doubled[known.auction]
    return np.bincount(place, minlength=105).reshape(35, 3)


def _doubled(calls: tuple[int, ...]) -> int:
    last = next(call for call in reversed(calls) if call)
    return last if last < 3 else 0
