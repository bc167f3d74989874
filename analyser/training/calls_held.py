"""What a fit says of deals it has not seen, and what its shares must be divided by to be calibrated there."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS, SIGHTS, AuctionKind
from analyser.training.calls_data import Decisions
from analyser.training.measures import Score
from analyser.training.networks import Fit, Weights, place_of, rows_of

__all__ = ["heats", "held_score", "logits", "shares"]

_BLOCK: Final = 4096
_GOLDEN: Final = (5**0.5 - 1) / 2


def logits(
    decisions: Decisions, rows: NDArray[np.int64], columns: NDArray[np.int64], weights: Weights
) -> NDArray[np.float64]:
    """What the weights say of each call before shares are made of it; impossible for an illegal one."""
    layers = len(weights) // 2
    place = place_of(columns, SIGHTS)
    out = np.empty((len(rows), CALLS))
    for start in range(0, len(rows), _BLOCK):
        part = rows[start : start + _BLOCK]
        value: Any = rows_of(decisions, part, place, len(columns))
        for layer in range(layers):
            value = value @ weights[layer] + weights[layers + layer]
            if layer < layers - 1:
                np.maximum(value, 0, out=value)
        out[start : start + _BLOCK] = value
    legal = decisions.auctions.legal[decisions.auction[rows]][:, None] >> np.arange(CALLS) & 1
    return np.where(legal > 0, out, -np.inf)


def shares(values: NDArray[np.float64], heat: NDArray[np.float64] | float = 1.0) -> NDArray[np.float64]:
    """Shares of the calls, each row adding up to one."""
    scaled = (values - values.max(axis=1, keepdims=True)) / np.asarray(heat).reshape(-1, 1)
    powers = np.exp(scaled)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def held_score(decisions: Decisions, rows: NDArray[np.int64], fit: Fit) -> dict[str, float]:
    """Log-loss and hits of the last weights and of their average, for the learning curve."""
    made = decisions.chosen[rows]
    found: dict[str, float] = {}
    for name, weights in (("last", fit.weights), ("average", fit.average)):
        score = Score.of(shares(logits(decisions, rows, fit.columns, weights)), made)
        figures = score.figures()
        found |= {f"{name}_{key}": float(figures[key]) for key in ("log_loss", "top1", "top3")}
        found[f"{name}_not_passed"] = float(score.where(made > 0).figures()["top1"] or 0.0)
    return found


def heats(
    values: NDArray[np.float64], made: NDArray[np.int64], kind: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For each kind of auction the divisor of the logits that loses least on these decisions."""
    found = np.ones(len(AuctionKind))
    for each in AuctionKind:
        rows = kind == each
        if rows.any():
            found[each] = _coolest(values[rows], made[rows])
    return found


def _coolest(values: NDArray[np.float64], made: NDArray[np.int64]) -> float:
    """Golden-section search between a half and two; the log-loss has one valley there."""

    def loss(heat: float) -> float:
        return float(Score.of(shares(values, heat), made).figures()["log_loss"])

    low, high = 0.5, 2.0
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = loss(left), loss(right)
    while high - low > 1e-3:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = loss(right)
    return round((low + high) / 2, 4)
