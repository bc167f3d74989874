"""The tables of the trick model: an ordinal of tricks over double dummy, smoothed, made monotone, calibrated."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import isotonic_regression
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from analyser.estimates.tricks import AWAY, MARGINS
from analyser.training.tricks_data import Moments, Played

__all__ = ["calibrated", "moment_table", "monotone", "ordered", "result_table", "rows_in"]

_STEPS: Final = np.arange(-AWAY, AWAY + 1)
_SPREAD: Final = 0.1  # how far, in logits, the years are thought to drift from one another


def _contexts() -> Played:
    """Every level, strain, doubling, form and number of double-dummy tricks, in the order of the tables."""
    level, strain, doubled, every, dd = (kind.ravel() for kind in np.indices((7, 5, 2, 2, 14)))
    nothing = np.zeros(len(dd), np.int64)
    return Played(level + 1, strain, nothing, doubled, every, dd, dd, nothing, nothing, nothing)


def _one_hot(values: NDArray[np.int64], low: int, high: int) -> NDArray[np.float64]:
    return np.asarray(np.clip(values, low, high)[:, None] == np.arange(low, high + 1), np.float64)


def _design(played: Played, dd: NDArray[np.int64]) -> NDArray[np.float64]:
    """What the regression reads: the margin, the strain, the level, how they go together, and the ends of the scale."""
    margin = dd - played.level - 6
    margins, notrump = _one_hot(margin, -4, 4), (played.strain == 4).astype(np.float64)[:, None]
    near = _one_hot(margin, -2, 2)[:, 1:-1]  # one short, just made, one over: where the play is fought
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


def result_table(played: Played, dd: NDArray[np.int64], strength: float) -> NDArray[np.float64]:
    """The chance of 0 to 13 tricks in every context, from results and their double-dummy tricks.

    `strength` is how little the regression is held back.
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
    """How results far from double dummy fall: -13 to -3, and 3 to 13; each farther one is rarer."""
    found = []
    for sign in (-1, 1):
        count = np.bincount(np.maximum(sign * away, 0), minlength=14)[AWAY:].astype(np.float64)
        thinning = isotonic_regression(count + 0.5, increasing=False)
        found.append(thinning / thinning.sum())
    return found[0][::-1], found[1]


def monotone(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest table in which more double-dummy tricks never make any number of tricks less likely to be reached."""
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
    """The table in which, with the same double-dummy tricks, a higher contract is never made more often."""
    out = table.copy()
    for _ in range(
        3
    ):  # lowering a chance can undo the order of the tricks by a hair, and the other way about
        for level in range(1, 7):
            below = out[level - 1, ..., level + 6 :].sum(axis=-1)
            made = out[level, ..., level + 7 :].sum(axis=-1)
            kept = np.minimum(1.0, below / np.maximum(made, 1e-12))
            out[level, ..., level + 7 :] *= kept[..., None]
            out[level, ..., : level + 7] *= ((1 - made * kept) / np.maximum(1 - made, 1e-12))[..., None]
        out = monotone(out)
    return out


def rows_in(played: Played, dd: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Where each result stands in a table."""
    return (played.level - 1, played.strain, played.doubled, played.every_trick, dd)


def calibrated(table: NDArray[np.float64], held: Played, dd: NDArray[np.int64]) -> NDArray[np.float64]:
    """The table with the chance of making moved, by margin, towards newer results, as far as these are many.

    The record drifts with the years. The move is the posterior mean of a shift in logits whose spread is 0.1.
    """
    shares = table[rows_in(held, dd)]
    needed = held.level + 6
    made = np.where(np.arange(14) >= needed[:, None], shares, 0.0).sum(axis=1)
    out = table.copy()
    for margin in range(-MARGINS, MARGINS + 1):
        rows = dd - needed == margin
        if not rows.any():
            continue
        told, came = made[rows].mean(), (held.tricks[rows] >= needed[rows]).mean()
        information = rows.sum() * told * (1 - told)
        shift = (came - told) * rows.sum() / (information + 1 / _SPREAD**2)
        for level in range(7):
            if 0 <= level + 7 + margin <= 13:
                tilt = np.where(np.arange(14) >= level + 7, np.exp(shift), 1.0)
                out[level, ..., level + 7 + margin, :] *= tilt
    out /= out.sum(axis=-1, keepdims=True)
    return ordered(out)


def moment_table(known: Moments, strength: float = 1.0) -> NDArray[np.float64]:
    """By tricks left, suit or notrump, margin: the chance of ending 3 below to 3 above double dummy."""
    left, notrump, margin = (kind.ravel() for kind in np.indices((14, 2, 2 * MARGINS + 1)))
    margin -= MARGINS
    model = LogisticRegression(C=strength, max_iter=400)
    with threadpool_limits(1):
        model.fit(_moment_design(known.left, known.notrump, known.margin), np.clip(known.away, -AWAY, AWAY))
        shares = model.predict_proba(_moment_design(left, notrump, margin))
    out = np.zeros((len(left), len(_STEPS)))
    out[:, np.searchsorted(_STEPS, model.classes_)] = shares
    # Nobody takes more tricks than are left, and with none left nothing can change.
    out[np.abs(_STEPS) > left[:, None]] = 0.0
    out /= out.sum(axis=1, keepdims=True)
    return out.reshape(14, 2, 2 * MARGINS + 1, len(_STEPS))


def _moment_design(
    left: NDArray[np.int64], notrump: NDArray[np.int64], margin: NDArray[np.int64]
) -> NDArray[np.float64]:
    margins = _one_hot(margin, -MARGINS, MARGINS)
    kind = notrump[:, None].astype(np.float64)
    long = left[:, None] / 13.0
    return np.concatenate(
        [margins, margins * kind, margins * long, kind * long, long, long**2, _one_hot(left, 0, 5)], axis=1
    )
