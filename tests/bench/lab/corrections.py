"""Fitting of a correction on log shares: a small network whose outputs are added to given logits before the softmax.

scikit-learn's networks have no such offset; the optimiser is Adam with decoupled weight decay and a learning rate that
falls along a cosine. One thread and a seed: the same rows give the same bytes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sqrt
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows as the network reads them, with what it is to predict."""

    features: csr_matrix
    quantities: Floats
    offset: Floats
    """The logits the outputs are added to; minus infinity where a choice is not allowed."""
    chosen: NDArray[np.int64]


class OffsetChoices(Protocol):
    """Choices with logits of their own, drawn for each pass as the drill of that pass wants them."""

    def __len__(self) -> int:
        """The number of choices."""
        ...

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The numbers of features, of quantities and of answers."""
        ...

    def batch(self, rows: NDArray[np.int64], rng: np.random.Generator) -> Batch:
        """Some choices."""
        ...


@dataclass(frozen=True, slots=True)
class CorrectionRecipe:
    """The hyperparameters of a fit: with the data they determine its bytes."""

    hidden: tuple[int, ...] = (192, 192)
    passes: int = 4
    batch: int = 1024
    rate: float = 2e-3
    decay: float = 0.05
    """The weight decay, times the learning rate, at each step."""
    average: float = 0.998
    """The decay of the weights' running average, by step."""
    seed: int = 0


Weights: TypeAlias = list[Floats]
"""For each layer its weights (features above quantities in the first), then for each its bias."""


def make_weights(sizes: tuple[int, int, int], hidden: tuple[int, ...], seed: int) -> Weights:
    """Weights drawn by seed; those of the last layer are zero, so that nothing is corrected before the fit."""
    rng = np.random.default_rng(seed)
    features, quantities, answers = sizes
    widths = (features + quantities, *hidden, answers)
    layers: Weights = []
    for above, below in pairwise(widths):
        spread = sqrt(2.0 / (min(above, 120) + below))
        layers.append((rng.standard_normal((above, below)) * spread).astype(np.float32))
    layers[-1][:] = 0.0
    return layers + [np.zeros(width, np.float32) for width in widths[1:]]


def forward(weights: Weights, batch: Batch) -> list[Floats]:
    """The values of every layer; the last are the corrections."""
    count, width = len(weights) // 2, batch.features.shape[1]
    value = batch.features @ weights[0][:width] + batch.quantities @ weights[0][width:] + weights[count]
    values: list[Floats] = []
    for layer in range(1, count):
        value = np.maximum(value, 0.0)
        values.append(value)
        value = value @ weights[layer] + weights[count + layer]
    return [*values, value]


def log_shares(correction: Floats, offset: Floats) -> Floats:
    """The logarithms of the shares: the softmax of offset plus correction."""
    logits = np.where(np.isfinite(offset), offset + correction, -np.inf)
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))


def _gradients(weights: Weights, batch: Batch) -> tuple[Weights, float]:
    """The gradients of the mean log-loss, and the loss."""
    count, width, rows = len(weights) // 2, batch.features.shape[1], len(batch.chosen)
    *hidden, correction = forward(weights, batch)
    logs = log_shares(correction, batch.offset)
    own = np.arange(rows)
    loss = float(-logs[own, batch.chosen].mean())
    delta = np.exp(logs)
    delta[own, batch.chosen] -= 1.0
    delta /= np.float32(rows)
    gradients: Weights = [np.empty(0, np.float32)] * len(weights)
    for layer in range(count - 1, 0, -1):
        gradients[layer] = hidden[layer - 1].T @ delta
        gradients[count + layer] = delta.sum(axis=0)
        delta = (delta @ weights[layer].T) * (hidden[layer - 1] > 0)
    above = np.empty_like(weights[0])
    above[:width] = batch.features.T @ delta
    above[width:] = batch.quantities.T @ delta
    gradients[0], gradients[count] = above, delta.sum(axis=0)
    return gradients, loss


def fit_correction(
    choices: OffsetChoices,
    recipe: CorrectionRecipe,
    watch: Callable[[Weights], dict[str, float]] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Weights, list[dict[str, float]]]:
    """The averaged weights after all passes, and the learning curve; `watch` scores the average after each pass."""
    weights = make_weights(choices.sizes, recipe.hidden, recipe.seed)
    mean = [np.zeros_like(weight) for weight in weights]
    square = [np.zeros_like(weight) for weight in weights]
    average = [weight.copy() for weight in weights]
    steps = max(1, len(choices) // recipe.batch) * recipe.passes
    step, curve = 0, []
    with threadpool_limits(1):
        for number in range(recipe.passes):
            losses = []
            for batch in _batches(choices, recipe, number):
                step += 1
                rate = recipe.rate * (1 + cos(pi * min(1.0, (step - 0.5) / steps))) / 2 * min(1.0, step / 200)
                gradients, loss = _gradients(weights, batch)
                losses.append(loss)
                _adam(weights, gradients, mean, square, step, rate, recipe.decay)
                keep = np.float32(min(recipe.average, step / (step + 10)))
                for own, smooth in zip(weights, average, strict=True):
                    np.add(smooth, (1 - keep) * (own - smooth), out=smooth)
            row = {"pass": float(number + 1), "fitted": float(np.mean(losses))}
            curve.append(row | (watch(average) if watch else {}))
            tell(", ".join(f"{name} {value:.4f}" for name, value in curve[-1].items()))
    return average, curve


def _batches(choices: OffsetChoices, recipe: CorrectionRecipe, number: int) -> Iterator[Batch]:
    """The batches of one pass, in an order drawn by seed; what does not fill one is left out."""
    rng = np.random.default_rng((recipe.seed, number))
    order = rng.permutation(len(choices))
    for group in range(max(1, len(order) // recipe.batch)):
        rows = order[group * recipe.batch : (group + 1) * recipe.batch]
        yield choices.batch(rows, rng)


_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-8


def _adam(
    weights: Weights, gradients: Weights, mean: Weights, square: Weights, step: int, rate: float, decay: float
) -> None:
    """One step of Adam; the layers, not the biases, shrink by the decay."""
    size = np.float32(rate * sqrt(1 - _SQUARE**step) / (1 - _MEAN**step))
    for weight, gradient, first, second in zip(weights, gradients, mean, square, strict=True):
        np.add(np.float32(_MEAN) * first, np.float32(1 - _MEAN) * gradient, out=first)
        np.add(np.float32(_SQUARE) * second, np.float32(1 - _SQUARE) * gradient * gradient, out=second)
        shrunk = np.float32(1 - rate * decay if weight.ndim == 2 else 1.0)
        np.subtract(shrunk * weight, size * first / (np.sqrt(second) + np.float32(_TINY)), out=weight)
