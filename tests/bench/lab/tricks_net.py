"""Training of the network of tricks: cross-entropy on double-dummy labels, Adam, averaged weights, numpy only."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax, softmax
from threadpoolctl import threadpool_limits

from analyser.estimates.tricks_net import TRICKS, WIDTH, Layers, TricksNet, forward, suit_inputs
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.records import Half, digest
from tests.bench.lab.tricks_net_data import (
    DoubleDummy,
    Labels,
    Tell,
    join_labels,
    made_labels,
    played_results,
    recorded_labels,
)
from tests.bench.lab.tricks_net_evaluation import score_labels

_FILES: Final = ("deals", "tables", "plays")
_AT_ONCE: Final = 4096
_TEMPERATURES: Final = tuple(0.8 + 0.02 * step for step in range(41))
_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-8  # Adam's usual constants
SOLVED: Final = 0
"""Deals solved beyond the record's labels for the shipped network."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Passes over some labels, and the highest learning rate, which falls to zero along a cosine."""

    passes: int
    rate: float
    warm: int = 100
    """Steps over which the learning rate rises at first, while Adam's averages settle."""


@dataclass(frozen=True, slots=True)
class TricksRecipe:
    """The hyperparameters: with the labels they determine the bytes of the network."""

    encode: int = 128
    embed: int = 64
    own: int = 96
    again: int = 64
    head: int = 96
    batch: int = 512
    results: Stage = Stage(4, 0.003, 500)
    """First, over the tricks really taken."""
    labels: Stage = Stage(10, 0.0015)
    """Then, over the double-dummy labels."""
    decay: float = 0.01
    """The weight decay at each step, times the learning rate."""
    average: float = 0.998
    """The decay of the weights' running average, per step."""
    seed: int = 0


SHIPPED: Final = TricksRecipe()


def new_layers(recipe: TricksRecipe) -> Layers:
    """Layers before the first step, drawn by seed: He's initialisation."""
    rng = np.random.default_rng(recipe.seed)
    shapes = {
        "encode": (WIDTH, recipe.encode),
        "embed": (recipe.encode, recipe.embed),
        "own": (recipe.embed, recipe.own),
        "beside": (2 * recipe.embed, recipe.own),
        "again": (recipe.own, recipe.again),
        "head": (2 * recipe.again, recipe.head),
        "out": (recipe.head, TRICKS),
    }
    layers: Layers = {}
    for name, (rows, columns) in shapes.items():
        layers[name] = (rng.standard_normal((rows, columns)) * (2 / rows) ** 0.5).astype(np.float32)
        if name != "beside":
            layers[f"{name}_bias"] = np.zeros(columns, np.float32)
    for name in ("beside", "out"):
        layers[name] *= np.float32(0.3)
    return layers


def loss_and_slopes(
    layers: Layers, suits: NDArray[np.float32], is_trumps: NDArray[np.bool_], tricks: NDArray[np.int64]
) -> tuple[float, Layers]:
    """The mean cross-entropy of some positions, and its gradient by backpropagation."""
    values = forward(layers, suits, is_trumps)
    count, rows = len(tricks), np.arange(len(tricks))
    logits = values["out"] - values["out"].max(axis=1, keepdims=True)
    shares = np.exp(logits)
    shares /= shares.sum(axis=1, keepdims=True)
    loss = float(-np.log(np.maximum(shares[rows, tricks], 1e-12)).mean())
    slopes: Layers = {}

    def through(name: str, below: NDArray[np.float32], slope: NDArray[np.float32]) -> NDArray[np.float32]:
        slopes[name] = below.T @ slope
        if name != "beside":
            slopes[f"{name}_bias"] = slope.sum(axis=0)
        return slope @ layers[name].T

    shares[rows, tricks] -= 1
    slope = (shares / np.float32(count)).astype(np.float32)
    slope = through("out", values["head"], slope) * (values["head"] > 0)
    slope = _to_suits(through("head", values["whole"], slope), is_trumps) * (values["again"] > 0)
    slope = through("again", values["own"], slope) * (values["own"] > 0)
    embed = through("own", values["embed"], slope)
    together = slope.reshape(count, 4, -1).sum(axis=1)
    embed += _to_suits(through("beside", values["both"], together), is_trumps)
    embed *= values["embed"] > 0
    slope = through("embed", values["encode"], embed) * (values["encode"] > 0)
    slopes["encode"] = suits.reshape(-1, WIDTH).T @ slope
    slopes["encode_bias"] = slope.sum(axis=0)
    return loss, slopes


def _to_suits(slope: NDArray[np.float32], is_trumps: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The slope of pooled values handed back to the four suits."""
    trumps, others = np.split(slope, 2, axis=1)
    suits = np.repeat(others[:, None], 4, axis=1)
    suits[is_trumps, 0] = trumps[is_trumps]
    return suits.reshape(-1, suits.shape[2])


@dataclass(frozen=True, slots=True)
class TricksFit:
    """Layers fitted so far: the running average of the weights is what is used."""

    layers: Layers
    curve: tuple[dict[str, float], ...] = ()


def fit_net(
    labels: Labels,
    layers: Layers,
    recipe: TricksRecipe,
    stage: Stage,
    score: Callable[[Layers], dict[str, float]] = lambda _: {},
    tell: Tell = lambda _: None,
) -> TricksFit:
    """The averaged layers after the passes of a stage over the labels, begun from `layers`; Adam with weight decay."""
    layers = {name: layer.copy() for name, layer in layers.items()}
    mean, square = ({name: np.zeros_like(layer) for name, layer in layers.items()} for _ in range(2))
    average = {name: layer.copy() for name, layer in layers.items()}
    steps = max(len(labels) // recipe.batch, 1)
    curve: list[dict[str, float]] = []
    step = 0
    for number in range(stage.passes):
        order = np.random.default_rng((recipe.seed, number)).permutation(len(labels))
        total = 0.0
        for place in range(steps):
            rows = order[place * recipe.batch : (place + 1) * recipe.batch]
            suits, is_trumps = suit_inputs(
                labels.hands[rows], labels.declarer[rows], labels.strain[rows], labels.lead[rows]
            )
            loss, slopes = loss_and_slopes(layers, suits, is_trumps, labels.tricks[rows])
            total += loss
            step += 1
            rate = stage.rate * (1 + cos(pi * step / (steps * stage.passes))) / 2
            rate *= min(1.0, step / stage.warm)
            keep = min(recipe.average, (1 + step) / (10 + step))
            for name, slope in slopes.items():
                mean[name] += np.float32(1 - _MEAN) * (slope - mean[name])
                square[name] += np.float32(1 - _SQUARE) * (slope * slope - square[name])
                size = np.sqrt(square[name] / np.float32(1 - _SQUARE**step)) + np.float32(_TINY)
                if slope.ndim == 2:
                    layers[name] *= np.float32(1 - rate * recipe.decay)
                layers[name] -= np.float32(rate / (1 - _MEAN**step)) * mean[name] / size
                average[name] += np.float32(1 - keep) * (layers[name] - average[name])
        curve.append({"pass": number + 1, "fitted": total / steps, **score(average)})
        tell(", ".join(f"{key} {value:.4g}" for key, value in curve[-1].items()))
    return TricksFit(average, tuple(curve))


def train_tricks_net(
    data: Path,
    models: Path,
    counter: DoubleDummy,
    *,
    solved: int = SOLVED,
    seed: int = 0,
    recipe: TricksRecipe = SHIPPED,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the network, fitted to the record in `data` and written to `models/tricks-net`.

    First it reads the tricks really taken at every table, which are many but noisy; then the double-dummy labels of
    `plays` and of so many deals more that `counter` solves.
    """
    recipe = replace(recipe, seed=seed)
    results, recorded = played_results(data, "train"), recorded_labels(data, "train")
    made = made_labels(data, "train", counter, solved, seed, tell) if solved else recorded.rows(np.arange(0))
    labels, choosing = join_labels([recorded, made]), recorded_labels(data, Half.CHOOSE.value)
    tell(f"{len(results)} results and {len(labels)} labels to learn from, {len(choosing)} to choose by")
    with threadpool_limits(1):
        fit = TricksFit(new_layers(recipe))
        for rows, stage in ((results, recipe.results), (labels, recipe.labels)):
            fit = fit_net(rows, fit.layers, recipe, stage, partial(_score, labels=choosing), tell)
        temperature = _temperature(fit.layers, choosing)
    layers = fit.layers
    layers["out"], layers["out_bias"] = layers["out"] / temperature, layers["out_bias"] / temperature
    arrays: dict[str, NDArray[Any]] = {name: layer.astype(np.float16) for name, layer in layers.items()}
    card: dict[str, Any] = {
        "model": {
            "name": "tricks-net",
            "answers": "the chance of 0 to 13 double-dummy tricks for a deal, declarer, strain and, if known, lead",
            "weights": sum(array.size for array in arrays.values()),
            "temperature": temperature,
            "recipe": asdict(recipe),
        },
        "use": {
            "intended": "a control variate: a mean over many deals, corrected by the solver in some of them",
            "not_for": "the tricks of one deal, an award or a claim: it is no solver, and one answer in three is wrong",
        },
        "training": provenance(
            "tests.bench.lab.tricks_net:train_tricks_net",
            seed,
            {name: digest(data, (name,)) for name in _FILES},
        )
        | {
            "split": "train",
            "results": len(results),
            "labels": len(labels),
            "solved_labels": len(made),
            "solved_deals": solved,
        },
        "curve": {key: [row[key] for row in fit.curve] for key in (fit.curve[0] if fit.curve else ())},
    }
    folder = models / "tricks-net"
    write_model(folder, arrays, card)
    card["report"] = score_labels(TricksNet.load(folder), recorded_labels(data, Half.REPORT.value))
    write_model(folder, arrays, card)
    return card


def _score(layers: Layers, labels: Labels) -> dict[str, float]:
    """The errors on labels held out, before the lead and after it, and the log-loss of all."""
    logits = _logits(layers, labels)
    shares = softmax(logits, axis=1)
    away = shares @ np.arange(float(TRICKS)) - labels.tricks
    before = labels.lead < 0
    return {
        "log_loss": _log_loss(logits, labels),
        "before": float((away[before] ** 2).mean() ** 0.5),
        "after_lead": float((away[~before] ** 2).mean() ** 0.5),
    }


def _logits(layers: Layers, labels: Labels) -> NDArray[np.float64]:
    out = np.empty((len(labels), TRICKS))
    for start in range(0, len(labels), _AT_ONCE):
        rows = slice(start, start + _AT_ONCE)
        suits, is_trumps = suit_inputs(
            labels.hands[rows], labels.declarer[rows], labels.strain[rows], labels.lead[rows]
        )
        out[rows] = forward(layers, suits, is_trumps)["out"]
    return out


def _log_loss(logits: NDArray[np.float64], labels: Labels) -> float:
    return float(-log_softmax(logits, axis=1)[np.arange(len(labels)), labels.tricks].mean())


def _temperature(layers: Layers, labels: Labels) -> float:
    """The temperature of the logits with the least log-loss on labels held out."""
    logits = _logits(layers, labels)
    return min(_TEMPERATURES, key=lambda temperature: _log_loss(logits / temperature, labels))
