"""The tempo model: what tells a slow call from unremarked ones after the same auction, fitted and measured."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.calls import CallModel
from analyser.estimates.tempo import TURN_SIGHTS, TempoModel
from analyser.training.card import provenance, write_model
from analyser.training.records import digest
from analyser.training.splits import drawn, in_half, split_and_half
from analyser.training.tempo_data import Turns, read_turns
from analyser.training.tempo_fit import Concordance, concordance, foretold, learned, matched, seen_by
from analyser.training.tempo_shown import low_doubles, what_slow_calls_showed

__all__ = ["evaluate_tempo", "train_tempo"]

_FILES: Final = ("deals", "tables", "tempo", "events")
_STRENGTHS: Final = (0.001, 0.003, 0.01)
_AGAIN: Final = 40
_CROWD: Final = 60  # unremarked calls looked at beside a slow one, when it is asked what it showed

Tell = Callable[[str], None]


def train_tempo(
    data: Path,
    models: Path,
    calls: CallModel,
    *,
    seed: int = 0,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """Fit the tempo model to the record in `data` by the eyes of a call model; gives its card."""
    turns = matched(read_turns(data, "train", seed))
    sights = seen_by(calls, turns)
    middle, scale = sights.mean(axis=0), np.maximum(sights.std(axis=0), 1e-6)
    standard = (sights - middle) / scale
    tell(f"{int(turns.slow.sum())} slow calls, {int((~turns.slow).sum())} beside them")
    found: dict[str, tuple[float, Concordance]] = {}
    arrays: dict[str, NDArray[Any]] = {"middle": middle, "scale": scale}
    for name, width in (("before", TURN_SIGHTS), ("after", standard.shape[1])):
        part = standard[:, :width]
        tried = [(one, concordance(turns, foretold(turns, part, one))) for one in _STRENGTHS]
        found[name] = max(tried, key=lambda pair: pair[1].auc)
        arrays[name] = learned(turns, part, found[name][0], _AGAIN, seed)
        tell(f"{name} the call: {found[name][1].auc:.3f} over events left out")
    card: dict[str, Any] = {
        "model": {
            "name": "tempo",
            "answers": "how many times as likely a turn was to be slow as others after the same auction",
            "strength": {name: strength for name, (strength, _) in found.items()},
            "calls": calls.sha256,
        },
        "use": {
            "intended": "to weigh hands a player may have held by the break in tempo that was established",
            "not_for": "finding that there was a break in tempo; players of other classes",
        },
        "training": provenance(
            "analyser.training.tempo:train_tempo", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {"slow": int(turns.slow.sum()), "beside": int((~turns.slow).sum()), "split": "train"},
        "left_out": {name: _told(one) for name, (_, one) in found.items()},
    }
    folder = models / "tempo"
    write_model(folder, arrays, card)
    card["report"] = evaluate_tempo(data, "valid", model=TempoModel.load(folder), calls=calls)
    crowd = read_turns(data, None, seed, _CROWD)
    card["shown"] = what_slow_calls_showed(crowd) | {"low_double": low_doubles(data)}
    write_model(folder, arrays, card)
    return card


def evaluate_tempo(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: TempoModel | None = None,
    calls: CallModel | None = None,
) -> dict[str, Any]:
    """How well the tempo model tells slow calls of a record from unremarked ones after the same auction."""
    asked, eyes = model or TempoModel.load(), calls or CallModel.load()
    name, half = split_and_half(split)
    turns = read_turns(folder, name, seed)
    # A match stands or falls with its slow call's deal.
    deal = np.zeros(len(turns) + 1, np.int64)
    deal[turns.match[turns.slow]] = turns.deal_id[turns.slow]
    turns = matched(turns.taken(in_half(deal[turns.match], half)))
    chosen = np.unique(turns.match)[drawn(len(np.unique(turns.match)), sample, seed)]
    turns = turns.taken(np.isin(turns.match, chosen))
    sights = seen_by(eyes, turns)
    after = concordance(turns, np.log(asked.told(sights, made=True).ratio))
    before = concordance(turns, np.log(asked.told(sights, made=False).ratio))
    return {
        "model": "tempo",
        **_told(after),
        **{sort: after.choice.where(rows).figures() for sort, rows in _sorts(turns).items()},
        "before_call": _told(before),
        "baselines": {
            "uniform": _told(concordance(turns, np.zeros(len(turns)))),
            "entropy": _told(concordance(turns, sights[:, 0])),
        },
    }


def _sorts(turns: Turns) -> dict[str, NDArray[np.bool_]]:
    """Which matches came after an opening, and which after bids of both sides, in the order of the matches."""
    _, first = np.unique(turns.match, return_index=True)
    bids = [[place & 1 for place, call in enumerate(turns.calls[row]) if call >= 3] for row in first.tolist()]
    return {
        "after_opening": np.array([len(one) > 0 for one in bids], np.bool_),
        "contested": np.array([len(set(one)) > 1 for one in bids], np.bool_),
    }


def _told(one: Concordance) -> dict[str, Any]:
    """The figures: the first five are of a choice of the slow turn among those matched."""
    return {**one.choice.figures(), "auc": one.auc, "interval": [one.low, one.high], "slow": one.slow}
