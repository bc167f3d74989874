"""Training of the trick model: multinomial logistic and isotonic regression on double-dummy tricks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import isotonic_regression
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from analyser.estimates.record_models import AWAY, MARGINS, TrickModel
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import Half, digest
from tests.bench.lab.tricks_data import (
    LeadTables,
    RecordedResults,
    joined,
    rows_in,
    solved_results,
)
from tests.bench.lab.tricks_evaluation import add_evidence, evaluate_tricks, played_of

_FILES: Final = ("deals", "plays", "events")
_STRENGTHS: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
SOLVED: Final = 100_000
"""Results beyond those of `plays` for the shipped model."""
Tell = Callable[[str], None]
_STEPS: Final = np.arange(-AWAY, AWAY + 1)
_SPREAD: Final = 0.1  # the prior standard deviation, in logits, of the drift between years


def train_tricks(
    data: Path,
    models: Path,
    counter: LeadTables,
    *,
    solved: int = SOLVED,
    seed: int = 0,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the trick model, fitted to the record in `data` and written to `models/tricks`.

    `solved` results beyond those of `plays` get their double-dummy tricks from `counter`.
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
    tell(f"strength {strength}")
    arrays: dict[str, NDArray[Any]] = {
        # On the plays only: more of the many other results are mistyped.
        "after_lead": calibrated(table, newer, newer.after).astype(np.float32),
        "before": calibrated(before, newer, newer.before).astype(np.float32),
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
            "tests.bench.lab.tricks:train_tricks", seed, {name: digest(data, (name,)) for name in _FILES}
        )
        | {
            "results": len(known),
            "of_plays": len(plays),
            "split": "train",
        },
    }
    folder = models / "tricks"
    write_model(folder, arrays, card)
    card["report"] = evaluate_tricks(data, Half.REPORT.value, model=TrickModel.load(folder))
    card["drift"] = _drift(plays, newer)
    write_model(folder, arrays, card)
    return add_evidence(data, folder, card, tell)


def _chosen(
    known: RecordedResults, choosing: RecordedResults, known_dd: NDArray[np.int64], dd: NDArray[np.int64]
) -> tuple[float, NDArray[np.float64]]:
    """The inverse regularisation strength that is best on the *choose* half, and its table."""
    best: tuple[float, float, NDArray[np.float64]] | None = None
    for strength in _STRENGTHS:
        table = result_table(known, known_dd, strength)
        loss = ShareScore.of(table[rows_in(choosing, dd)], choosing.tricks).figures()["log_loss"]
        if best is None or loss < best[0]:
            best = (loss, strength, table)
    assert best is not None, "there are strengths to try"
    return best[1], best[2]


def _drift(known: RecordedResults, newer: RecordedResults) -> dict[str, Any]:
    """How often contracts with no margin double dummy were made, by eighths of the record in order of years, and later."""
    rows = np.flatnonzero(known.margin == 0)
    parts = np.array_split(rows[np.argsort(known.row[rows], kind="stable")], 8)
    is_made = known.tricks >= known.level + 6
    later = newer.taken(newer.margin == 0)
    return {
        "made_at_margin_0": [float(is_made[part].mean()) for part in parts],
        "made_at_margin_0_later": float((later.tricks >= later.level + 6).mean()) if len(later) else None,
    }


def _baselines(known: RecordedResults) -> dict[str, NDArray[Any]]:
    """Frequencies without any model: tricks, tricks by level and strain, tricks over double dummy."""
    histogram = np.bincount(known.tricks, minlength=14) + 0.5
    histogram /= histogram.sum()
    by_contract = np.zeros((7, 5, 14))
    np.add.at(by_contract, (known.level - 1, known.strain, known.tricks), 1.0)
    by_contract += 20 * histogram  # a rare contract is smoothed by all the others
    by_contract /= by_contract.sum(axis=2, keepdims=True)
    away = np.bincount(known.tricks - known.after + 13, minlength=27) + 0.5
    return {"histogram": histogram, "by_contract": by_contract, "away": away / away.sum()}


def _contexts() -> RecordedResults:
    """Every level, strain, doubling, form and number of double-dummy tricks, in the order of the tables."""
    level, strain, doubled, every, dd = (kind.ravel() for kind in np.indices((7, 5, 2, 2, 14)))
    nothing = np.zeros(len(dd), np.int64)
    return RecordedResults(level + 1, strain, doubled, every, dd, dd, nothing, nothing, nothing)


def _one_hot(values: NDArray[np.int64], low: int, high: int) -> NDArray[np.float64]:
    return np.asarray(np.clip(values, low, high)[:, None] == np.arange(low, high + 1), np.float64)


def _design(played: RecordedResults, dd: NDArray[np.int64]) -> NDArray[np.float64]:
    """The design matrix: the margin, the strain, the level, their interactions, and the ends of the scale."""
    margin = dd - played.level - 6
    margins, notrump = _one_hot(margin, -4, 4), (played.strain == 4).astype(np.float64)[:, None]
    near = _one_hot(margin, -2, 2)[:, 1:-1]  # one short, just made, one over: where the play decides
    doubled = played.doubled[:, None].astype(np.float64)
    every = played.every_trick[:, None].astype(np.float64)
    levels, strains = _one_hot(played.level, 1, 7), _one_hot(played.strain, 0, 4)
    return np.concatenate(
        [
            margins,
            margins * notrump,
            levels,
            levels * notrump,
            strains,
            near * (played.level >= 6)[:, None],
            near * (played.level <= 2)[:, None],
            doubled,
            margins * doubled,
            every,
            near * every,
            _one_hot(dd, 9, 13)[:, 1:],
            _one_hot(dd, 0, 5)[:, :-1],
        ],
        axis=1,
    )


def result_table(played: RecordedResults, dd: NDArray[np.int64], strength: float) -> NDArray[np.float64]:
    """The probability of 0 to 13 tricks in every context, by multinomial logistic regression on double-dummy tricks.

    `strength` is the inverse regularisation strength.
    """
    away = np.clip(played.tricks - dd, -AWAY, AWAY)
    model = LogisticRegression(C=strength, max_iter=400)
    contexts = _contexts()
    with threadpool_limits(1):
        model.fit(_design(played, dd), away)
        shares = model.predict_proba(_design(contexts, contexts.after))
    steps = np.zeros((len(contexts), len(_STEPS)))
    steps[:, np.searchsorted(_STEPS, model.classes_)] = shares
    below, above = _tails(played.tricks - dd)
    tricks = contexts.after[:, None] + np.arange(-13, 14)
    spread = np.concatenate([steps[:, :1] * below, steps[:, 1:-1], steps[:, -1:] * above], axis=1)
    out = np.zeros((len(contexts), 14))
    inside = (tricks >= 0) & (tricks <= 13)
    row, column = np.nonzero(inside)
    out[row, tricks[row, column]] = spread[row, column]
    out /= out.sum(axis=1, keepdims=True)
    return monotone(out.reshape(7, 5, 2, 2, 14, 14))


def _tails(away: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The tails far from double dummy, -13 to -3 and 3 to 13, by isotonic regression: each farther one is rarer."""
    tails = []
    for sign in (-1, 1):
        count = np.bincount(np.maximum(sign * away, 0), minlength=14)[AWAY:].astype(np.float64)
        thinning = isotonic_regression(count + 0.5, increasing=False)
        tails.append(thinning / thinning.sum())
    return tails[0][::-1], tails[1]


def monotone(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table by isotonic regression: with more double-dummy tricks no number of tricks is less likely to be reached."""
    flat = table.reshape(-1, 14, 14)
    reach = np.cumsum(flat[:, :, ::-1], axis=2)[:, :, ::-1]
    for context in range(len(reach)):
        for tricks in range(1, 14):
            column = reach[context, :, tricks]
            if (np.diff(column) < 0).any():
                reach[context, :, tricks] = isotonic_regression(column, increasing=True)
    reach[:, :, 0] = 1.0
    reach = np.minimum.accumulate(np.clip(reach, 0.0, 1.0), axis=2)
    ends = np.concatenate([reach[:, :, 1:], np.zeros((*reach.shape[:2], 1))], axis=2)
    return np.asarray((reach - ends).reshape(table.shape))


def ordered(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table scaled so that with the same double-dummy tricks a higher contract is never made more often."""
    out = table.copy()
    for _ in range(3):  # lowering a probability can slightly undo the order of the tricks, and vice versa
        for level in range(1, 7):
            below = out[level - 1, ..., level + 6 :].sum(axis=-1)
            chance_made = out[level, ..., level + 7 :].sum(axis=-1)
            below_kept = np.minimum(1.0, below / np.maximum(chance_made, 1e-12))
            out[level, ..., level + 7 :] *= below_kept[..., None]
            out[level, ..., : level + 7] *= (
                (1 - chance_made * below_kept) / np.maximum(1 - chance_made, 1e-12)
            )[..., None]
        out = monotone(out)
    return out


def calibrated(
    table: NDArray[np.float64], choosing: RecordedResults, dd: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The table with the probability of making shifted, by margin, towards newer results (shrunk estimate).

    The record drifts with the years: the shift in logits has a normal prior of standard deviation 0.1.
    """
    shares = table[rows_in(choosing, dd)]
    needed = choosing.level + 6
    chance_made = np.where(np.arange(14) >= needed[:, None], shares, 0.0).sum(axis=1)
    out = table.copy()
    for margin in range(-MARGINS, MARGINS + 1):
        rows = dd - needed == margin
        if not rows.any():
            continue
        predicted, observed = chance_made[rows].mean(), (choosing.tricks[rows] >= needed[rows]).mean()
        information = rows.sum() * predicted * (1 - predicted)
        shift = (observed - predicted) * rows.sum() / (information + 1 / _SPREAD**2)
        for level in range(7):
            if 0 <= level + 7 + margin <= 13:
                tilt = np.where(np.arange(14) >= level + 7, np.exp(shift), 1.0)
                out[level, ..., level + 7 + margin, :] *= tilt
    out /= out.sum(axis=-1, keepdims=True)
    return ordered(out)
