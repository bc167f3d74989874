"""Evaluation of the network of tricks on double-dummy labels of deals it has not seen."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.tricks_net import TRICKS, TricksNet
from tests.bench.lab.measures import calibration_error
from tests.bench.lab.records import drawn
from tests.bench.lab.tricks_net_data import Labels, recorded_labels

_RIDGE: Final = 20.0
_KINDS: Final = {"minors": (0, 1), "majors": (2, 3), "notrump": (4,)}


def evaluate_tricks_net(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: TricksNet | None = None,
) -> dict[str, Any]:
    """The errors of the network on the plays of a record, before the lead and after it, with a baseline on the same rows."""
    labels = recorded_labels(folder, split)
    return {
        "model": "tricks-net",
        **score_labels(model or TricksNet.load(), labels.rows(drawn(len(labels), sample, seed))),
    }


def score_labels(model: TricksNet, labels: Labels) -> dict[str, Any]:
    """The errors of the network on some labels, by kind of strain, by level and doubling, and those of a regression."""
    shares = model.distribution(labels.hands, labels.declarer, labels.strain, labels.lead)
    before = labels.lead < 0
    parts = {
        "after_lead": ~before,
        **{name: before & np.isin(labels.strain, strains) for name, strains in _KINDS.items()},
        "doubled": before & (labels.doubled == 1),
        "part_scores": before & (labels.level > 0) & ~is_game(labels) & (labels.level < 6),
        "slams": before & (labels.level >= 6),
    }
    return {
        **figures(shares, labels, before),
        **{name: figures(shares, labels, rows) for name, rows in parts.items()},
        "makes": {
            "before_lead": _chance_of_making(shares, labels, before),
            "after_lead": _chance_of_making(shares, labels, ~before),
        },
        "baselines": {
            "regression": {"rmse": regression_error(labels.rows(before))},
            "mean": {"rmse": _spread(labels.tricks[before])},
        },
    }


def figures(shares: NDArray[np.float64], labels: Labels, rows: NDArray[np.bool_]) -> dict[str, Any]:
    """The errors in some rows: of the mean, of the likeliest number, and the log-loss."""
    if not rows.any():
        return {"n": 0, "rmse": None, "bias": None, "exact": None, "within_one": None, "log_loss": None}
    share, tricks = shares[rows], labels.tricks[rows]
    away = share @ np.arange(float(TRICKS)) - tricks
    missed = np.abs(share.argmax(axis=1) - tricks)
    at_label = np.maximum(share[np.arange(len(tricks)), tricks], 1e-12)
    return {
        "n": len(tricks),
        "rmse": float((away**2).mean() ** 0.5),
        "bias": float(away.mean()),
        "exact": float((missed == 0).mean()),
        "within_one": float((missed <= 1).mean()),
        "log_loss": float(-np.log(at_label).mean()),
    }


def is_game(labels: Labels) -> NDArray[np.bool_]:
    """Whether each contract is worth game undoubled: 3NT, four of a major, five of a minor or more."""
    least = np.array([5, 5, 4, 4, 3])
    return np.asarray(labels.level >= least[labels.strain])


def _chance_of_making(shares: NDArray[np.float64], labels: Labels, rows: NDArray[np.bool_]) -> dict[str, Any]:
    """The predicted and observed part of contracts made double dummy, the Brier score and the calibration error."""
    rows = rows & (labels.level > 0)
    if not rows.any():
        return {"n": 0, "predicted": None, "observed": None, "brier": None, "base_brier": None, "ece": None}
    needed = labels.level[rows] + 6
    chance = np.where(np.arange(TRICKS) >= needed[:, None], shares[rows], 0.0).sum(axis=1)
    is_made = labels.tricks[rows] >= needed
    share = float(is_made.mean())
    return {
        "n": len(needed),
        "predicted": float(chance.mean()),
        "observed": share,
        "brier": float(((chance - is_made) ** 2).mean()),
        "base_brier": share * (1 - share),
        "ece": calibration_error(chance, is_made),
    }


def regression_error(labels: Labels) -> float | None:
    """The error of a ridge regression on each hand's points and lengths by role, cross-fitted on halves of the rows.

    It is what a control variate without a network knows, and better served here: it sees declarer and strain.
    """
    if len(labels) < 100:
        return None
    features = np.concatenate([_points_and_lengths(labels), np.eye(5)[labels.strain]], axis=1)
    half = labels.deal_id % 2 == 0
    missed = np.empty(len(labels))
    for known, asked in ((half, ~half), (~half, half)):
        if not known.any() or not asked.any():
            return None
        mean, middle = labels.tricks[known].mean(), features[known].mean(axis=0)
        centred = features[known] - middle
        matrix = centred.T @ centred + _RIDGE * np.eye(features.shape[1])
        weights = np.linalg.solve(matrix, centred.T @ (labels.tricks[known] - mean))
        missed[asked] = (features[asked] - middle) @ weights + mean - labels.tricks[asked]
    return float((missed**2).mean() ** 0.5)


def _points_and_lengths(labels: Labels) -> NDArray[np.float64]:
    """Points and lengths of each hand from declarer on, trumps first."""
    turned = np.take_along_axis(labels.hands, (labels.declarer[:, None] + np.arange(4)) & 3, axis=1)
    trumps = np.where(labels.strain == 4, 3, labels.strain)
    columns = []
    for place in range(4):
        suit = (trumps + place) & 3
        holding = turned >> 13 * suit[:, None] & 8191
        columns.append(np.bitwise_count(holding).astype(np.float64))
        columns.append(
            sum((value * (holding >> 8 + value & 1) for value in range(1, 5)), np.zeros(holding.shape))
        )
    return np.concatenate(columns, axis=1)


def _spread(tricks: NDArray[np.int64]) -> float | None:
    return float(tricks.std()) if len(tricks) else None
