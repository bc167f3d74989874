"""The trick model: what declarers really took beside their double-dummy tricks, fitted and measured."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.tricks import TrickModel
from analyser.training.card import provenance, write_model
from analyser.training.measures import Score
from analyser.training.records import digest
from analyser.training.splits import Half
from analyser.training.tricks_data import Curves, Moments, Played, moments
from analyser.training.tricks_fit import calibrated, moment_table, result_table, rows_in
from analyser.training.tricks_score import evaluate_tricks, played_of
from analyser.training.tricks_solved import LeadTables, joined, solved_results

__all__ = ["evaluate_tricks", "train_tricks"]

_FILES: Final = ("deals", "plays", "events")
_STRENGTHS: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)

FOLLOWED: Final = 4_000
"""Plays followed card by card for the shipped model."""
SOLVED: Final = 100_000
"""Results counted besides those of `plays` for the shipped model."""

Tell = Callable[[str], None]


class Counter(Curves, LeadTables, Protocol):
    """Anything that counts along plays and after leads: the solver."""


def train_tricks(
    data: Path,
    models: Path,
    counter: Counter,
    *,
    solved: int = SOLVED,
    followed: int = FOLLOWED,
    seed: int = 0,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """Fit the trick model to the record in `data` and write it to `models/tricks`; gives its card.

    `solved` results besides those of `plays` get their double-dummy tricks from `counter`, which also counts so many
    plays `followed` card by card, for the tables of positions.
    """
    plays, newer = played_of(data, "train"), played_of(data, Half.CHOOSE.value)
    more = [(plays, "train", solved), (newer, Half.CHOOSE.value, solved // 6)]
    known, choosing = (
        joined([part, solved_results(data, split, counter, count, seed, tell)]) if count else part
        for part, split, count in more
    )
    tell(f"{len(known)} results to learn from, {len(choosing)} to choose by")
    strength, table = _chosen(known, choosing, known.after, choosing.after)
    _, before = _chosen(known, choosing, known.before, choosing.before)
    tell(f"strength {strength}; now the plays")
    along = _followed(data, plays, counter, followed, seed)
    tell(f"{len(along.left)} moments of play")
    arrays: dict[str, NDArray[Any]] = {
        # By the plays alone: among the many other results more are mistyped.
        "after_lead": calibrated(table, newer, newer.after).astype(np.float32),
        "before": calibrated(before, newer, newer.before).astype(np.float32),
        "position": moment_table(along.taken(~along.claim)).astype(np.float32),
        "claimed": moment_table(along.taken(along.claim)).astype(np.float32),
        **_baselines(known),
    }
    card: dict[str, Any] = {
        "model": {
            "name": "tricks",
            "answers": "the chance of 0 to 13 tricks, from declarer's tricks double dummy",
            "strength": strength,
        },
        "use": {
            "intended": "how many tricks experts take in a contract of which the double-dummy tricks are known",
            "not_for": "players of other classes; a claim that is to be judged, which Laws 68 to 71 do",
        },
        "training": provenance(
            "analyser.training.tricks:train_tricks", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {
            "results": len(known),
            "of_plays": len(plays),
            "followed": followed,
            "moments": len(along.left),
            "split": "train",
        },
    }
    folder = models / "tricks"
    write_model(folder, arrays, card)
    card["report"] = evaluate_tricks(data, Half.REPORT.value, model=TrickModel.load(folder))
    held_along = _followed(data, played_of(data, Half.REPORT.value), counter, followed // 6, seed)
    card["report"]["positions"] = _moment_figures(arrays["position"], held_along.taken(~held_along.claim))
    card["report"]["claims"] = _moment_figures(arrays["claimed"], held_along.taken(held_along.claim))
    card["drift"] = _drift(plays, newer)
    write_model(folder, arrays, card)
    return card


def _chosen(
    known: Played, choosing: Played, known_dd: NDArray[np.int64], dd: NDArray[np.int64]
) -> tuple[float, NDArray[np.float64]]:
    """The strength that does best on the choosing half, and its table."""
    best: tuple[float, float, NDArray[np.float64]] | None = None
    for strength in _STRENGTHS:
        table = result_table(known, known_dd, strength)
        loss = Score.of(table[rows_in(choosing, dd)], choosing.tricks).figures()["log_loss"]
        if best is None or loss < best[0]:
            best = (loss, strength, table)
    assert best is not None, "there are strengths to try"  # noqa: S101 - says so to the type checker
    return best[1], best[2]


def _followed(data: Path, played: Played, counter: Curves, count: int, seed: int) -> Moments:
    rows = np.arange(len(played))
    if count < len(rows):
        rows = np.sort(np.random.default_rng(seed).choice(rows, count, replace=False))
    return moments(data, played.taken(rows), counter)


def _moment_figures(table: NDArray[np.float32], known: Moments) -> dict[str, Any]:
    away = (table.shape[-1] - 1) // 2
    margin = np.clip(known.margin, -2, 2) + 2
    shares = table[known.left, known.notrump, margin].astype(np.float64)
    return Score.of(shares, np.clip(known.away, -away, away) + away).figures()


def _drift(known: Played, newer: Played) -> dict[str, Any]:
    """The contract made with nothing to spare double dummy, by eighths of the record in order of its years, and later."""
    rows = np.flatnonzero(known.margin == 0)
    parts = np.array_split(rows[np.argsort(known.row[rows], kind="stable")], 8)
    made = known.tricks >= known.level + 6
    later = newer.taken(newer.margin == 0)
    return {
        "made_at_margin_0": [float(made[part].mean()) for part in parts],
        "made_at_margin_0_later": float((later.tricks >= later.level + 6).mean()) if len(later) else None,
    }


def _baselines(known: Played) -> dict[str, NDArray[Any]]:
    """What is counted without any model: tricks, tricks by level and strain, tricks over double dummy."""
    histogram = np.bincount(known.tricks, minlength=14) + 0.5
    histogram /= histogram.sum()
    by_contract = np.zeros((7, 5, 14))
    np.add.at(by_contract, (known.level - 1, known.strain, known.tricks), 1.0)
    by_contract += 20 * histogram  # a rare contract leans on all the others
    by_contract /= by_contract.sum(axis=2, keepdims=True)
    away = np.bincount(known.tricks - known.after + 13, minlength=27) + 0.5
    return {"histogram": histogram, "by_contract": by_contract, "away": away / away.sum()}
