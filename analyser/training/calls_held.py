"""How well a fit does on deals it has not seen, while it is being fitted."""

import numpy as np
from numpy.typing import NDArray

from analyser.peers.features import CALLS
from analyser.training.calls_data import Decisions
from analyser.training.calls_fit import Fit, Weights, place_of, rows_of

_BLOCK = 4096


def logits(
    decisions: Decisions, rows: NDArray[np.int64], columns: NDArray[np.int64], weights: Weights
) -> NDArray[np.float64]:
    """What the weights say of each call before shares are made of it; impossible for an illegal one."""
    layers = len(weights) // 2
    place = place_of(columns)
    out = np.empty((len(rows), CALLS))
    for start in range(0, len(rows), _BLOCK):
        part = rows[start : start + _BLOCK]
        value = rows_of(decisions, part, place, len(columns))
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


class Held:
    """A sample of held-out decisions that scores a fit after every pass."""

    def __init__(self, decisions: Decisions, rows: NDArray[np.int64]) -> None:
        self.decisions, self.rows = decisions, rows

    def __call__(self, fit: Fit) -> dict[str, float]:
        """Log-loss and hits of the last weights and of their average."""
        found = {}
        made = self.decisions.call[self.rows].astype(np.int64)
        for name, weights in (("last", fit.weights), ("average", fit.average)):
            share = shares(logits(self.decisions, self.rows, fit.columns, weights))
            own = share[np.arange(len(made)), made]
            better = (share > own[:, None]).sum(axis=1)
            found[f"{name}_log_loss"] = float(-np.log(np.maximum(own, 1e-12)).mean())
            found[f"{name}_top1"] = float((better == 0).mean())
            found[f"{name}_top3"] = float((better < 3).mean())
            found[f"{name}_not_passed"] = float((better == 0)[made > 0].mean())
        return found
