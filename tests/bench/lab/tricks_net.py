"""Training of the network of tricks: maximum likelihood of double-dummy labels and of tricks really taken, by Adam."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from math import cos, pi
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax, softmax
from threadpoolctl import threadpool_limits

from analyser.estimates.record_models import TrickModel
from analyser.estimates.tricks_net import ROUNDS, TRICKS, WIDTH, Layers, TricksNet, forward, suit_inputs
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
_POINTS: Final = 10
"""Points of the learning curve, per stage."""
_TEMPERATURES: Final = tuple(0.8 + 0.02 * step for step in range(41))
_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-8  # Adam's usual constants
SOLVED: Final = 2000
"""Deals solved beyond the record's labels for the shipped network."""


@dataclass(frozen=True, slots=True)
class Stage:
    """So many steps of the optimiser, each over a batch."""

    steps: int
    rate: float
    """The highest learning rate; it falls to zero along a cosine."""
    exact: float
    """The part of each batch that is double-dummy labels; the others are tricks really taken."""
    warm: int = 300
    """Steps over which the learning rate rises at first, while Adam's averages settle."""
    decay: float = 0.01
    """The weight decay at each step, times the learning rate."""


@dataclass(frozen=True, slots=True)
class TricksRecipe:
    """The hyperparameters: with the labels they determine the bytes of the network."""

    encode: int = 128
    embed: int = 64
    own: int = 96
    head: int = 96
    batch: int = 512
    results: Stage = Stage(8000, 0.003, 0.0)
    """First, over the tricks really taken."""
    labels: Stage = Stage(6000, 0.0015, 0.4, decay=0.12)
    """Then, over the double-dummy labels too."""
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
        "again": (recipe.own, recipe.embed),
        "head": (2 * recipe.embed, recipe.head),
        "out": (recipe.head, TRICKS),
    }
    layers: Layers = {}
    for name, (rows, columns) in shapes.items():
        layers[name] = (rng.standard_normal((rows, columns)) * (2 / rows) ** 0.5).astype(np.float32)
        if name != "beside":
            layers[f"{name}_bias"] = np.zeros(columns, np.float32)
    for name in ("beside", "again", "out"):
        layers[name] *= np.float32(0.4)
    return layers


def likelihood(labels: Labels, real_tricks: NDArray[np.float64]) -> NDArray[np.float32]:
    """The likelihood of each label for 0 to 13 double-dummy tricks: of tricks really taken, by the trick model."""
    out = np.eye(TRICKS, dtype=np.float32)[labels.tricks]
    rows = np.flatnonzero(labels.played)
    results = labels.rows(rows)
    out[rows] = real_tricks[results.level - 1, results.strain, results.doubled, 0, :, results.tricks]
    return out


def loss_and_slopes(
    layers: Layers, inputs: NDArray[np.float32], is_trumps: NDArray[np.bool_], likely: NDArray[np.float32]
) -> tuple[float, Layers]:
    """The mean of -ln P(label) for some positions, and its gradient by backpropagation."""
    values = forward(layers, inputs, is_trumps)
    count = len(likely)
    shares = np.exp(values.out - values.out.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    joint = shares * likely
    chance = np.maximum(joint.sum(axis=1, keepdims=True), 1e-30)
    slopes: Layers = {}

    def through(name: str, below: NDArray[np.float32], slope: NDArray[np.float32]) -> NDArray[np.float32]:
        parts = {name: below.T @ slope}
        if name != "beside":
            parts[f"{name}_bias"] = slope.sum(axis=0)
        for key, part in parts.items():  # the rounds share their layers
            slopes[key] = slopes[key] + part if key in slopes else part
        return slope @ layers[name].T

    slope = (shares - joint / chance) / count
    slope = through("out", values.head, slope) * (values.head > 0)
    slope = _to_suits(through("head", values.whole, slope), is_trumps)
    for number in reversed(range(ROUNDS)):
        slope *= values.suits[number + 1] > 0
        inner = through("again", values.own[number], slope)
        inner *= values.own[number] > 0
        slope += through("own", values.suits[number], inner)
        together = inner.reshape(count, 4, -1).sum(axis=1)
        slope += _to_suits(through("beside", values.both[number], together), is_trumps)
    slope *= values.suits[0] > 0
    slope = through("embed", values.encode, slope) * (values.encode > 0)
    slopes["encode"] = inputs.reshape(-1, WIDTH).T @ slope
    slopes["encode_bias"] = slope.sum(axis=0)
    return float(-np.log(chance).mean()), slopes


def _to_suits(slope: NDArray[np.float32], is_trumps: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The slope of pooled values handed back to the four suits."""
    trumps, others = np.split(slope, 2, axis=1)
    suits = np.repeat(others[:, None], 4, axis=1)
    suits[is_trumps, 0] = trumps[is_trumps]
    return suits.reshape(-1, suits.shape[2])


def _batches(groups: Sequence[tuple[int, int, int]], seed: tuple[int, ...]) -> Iterator[NDArray[np.int64]]:
    """Rows for each step: of each group (its first row, its rows, how many a step), all before any comes again."""
    rng = np.random.default_rng(seed)
    waiting = [np.empty(0, np.int64) for _ in groups]
    while True:
        for place, (first, count, size) in enumerate(groups):
            while len(waiting[place]) < size:
                waiting[place] = np.concatenate([waiting[place], first + rng.permutation(count)])
        yield np.concatenate([rows[:size] for rows, (_, _, size) in zip(waiting, groups, strict=True)])
        waiting = [rows[size:] for rows, (_, _, size) in zip(waiting, groups, strict=True)]


@dataclass(frozen=True, slots=True)
class TricksFit:
    """Layers fitted so far: the running average of the weights is what is used."""

    layers: Layers
    curve: tuple[dict[str, float], ...] = ()


def fit_net(
    labels: Labels,
    results: Labels,
    layers: Layers,
    recipe: TricksRecipe,
    stage: Stage,
    score: Callable[[Layers], dict[str, float]] = lambda _: {},
    tell: Tell = lambda _: None,
) -> TricksFit:
    """The averaged layers after the steps of a stage, begun from `layers`; Adam with weight decay."""
    layers = {name: layer.copy() for name, layer in layers.items()}
    mean, square = ({name: np.zeros_like(layer) for name, layer in layers.items()} for _ in range(2))
    average = {name: layer.copy() for name, layer in layers.items()}
    rows_of_both = join_labels([labels, results])
    real_tricks = TrickModel.load().chances_after_lead
    exact = round(recipe.batch * stage.exact)
    sizes = (0, len(labels), exact), (len(labels), len(results), recipe.batch - exact)
    batches = _batches([size for size in sizes if size[2]], (recipe.seed, stage.steps))
    curve: list[dict[str, float]] = []
    total, since = 0.0, 0
    for step in range(1, stage.steps + 1):
        part = rows_of_both.rows(next(batches))
        inputs, is_trumps = suit_inputs(part.hands, part.declarer, part.strain, part.lead)
        loss, slopes = loss_and_slopes(layers, inputs, is_trumps, likelihood(part, real_tricks))
        total, since = total + loss, since + 1
        rate = stage.rate * (1 + cos(pi * step / stage.steps)) / 2 * min(1.0, step / stage.warm)
        keep = min(recipe.average, (1 + step) / (10 + step))
        for name, slope in slopes.items():
            mean[name] += np.float32(1 - _MEAN) * (slope - mean[name])
            square[name] += np.float32(1 - _SQUARE) * (slope * slope - square[name])
            size = np.sqrt(square[name] / np.float32(1 - _SQUARE**step)) + np.float32(_TINY)
            if slope.ndim == 2:
                layers[name] *= np.float32(1 - rate * stage.decay)
            layers[name] -= np.float32(rate / (1 - _MEAN**step)) * mean[name] / size
            average[name] += np.float32(1 - keep) * (layers[name] - average[name])
        if step % max(stage.steps // _POINTS, 1) == 0:
            curve.append({"pass": step, "fitted": total / since, **score(average)})
            total, since = 0.0, 0
            tell(", ".join(f"{key} {value:.4g}" for key, value in curve[-1].items()))
    return TricksFit(average, tuple(curve))


def _fit_stage(
    labels: Labels,
    results: Labels,
    layers: Layers,
    recipe: TricksRecipe,
    stage: Stage,
    choosing: Labels,
    checkpoint: Path | None,
    tell: Tell,
) -> TricksFit:
    """A stage fitted, or read from its checkpoint if it was fitted before to the same rows with the same recipe."""
    mark = sha256(repr((recipe.batch, recipe.average, recipe.seed, stage)).encode())
    for part in (labels, results) if stage.exact else (results,):
        for name in Labels.__dataclass_fields__:
            mark.update(np.ascontiguousarray(getattr(part, name)).tobytes())
    for layer in layers.values():
        mark.update(layer.tobytes())
    path = None if checkpoint is None else checkpoint / f"{mark.hexdigest()[:16]}.npz"
    if path is not None and path.is_file():
        with np.load(path, allow_pickle=False) as stored:
            names, rows = stored["curve_names"].tolist(), stored["curve"].tolist()
            curve = tuple(dict(zip(names, row, strict=True)) for row in rows)
            return TricksFit({name: stored[name] for name in layers}, curve)
    fit = fit_net(labels, results, layers, recipe, stage, partial(_score, labels=choosing), tell)
    if path is not None and fit.curve:
        curve_rows = np.array([list(row.values()) for row in fit.curve])
        np.savez(path, curve=curve_rows, curve_names=np.array(list(fit.curve[0])), **fit.layers)  # type: ignore[arg-type]
    return fit


def train_tricks_net(
    data: Path,
    models: Path,
    counter: DoubleDummy,
    *,
    solved: int = SOLVED,
    seed: int = 0,
    recipe: TricksRecipe = SHIPPED,
    checkpoint: Path | None = None,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the network, fitted to the record in `data` and written to `models/tricks-net`.

    First it reads the tricks really taken at every table, which are many but noisy: the trick model says how likely
    they are for every double-dummy number. Then the double-dummy labels of `plays` and of so many deals more that
    `counter` solves. `checkpoint` is a folder in which the stages are kept.
    """
    recipe = replace(recipe, seed=seed)
    results, recorded = played_results(data, "train"), recorded_labels(data, "train")
    choosing, none = recorded_labels(data, Half.CHOOSE.value), recorded.rows(np.arange(0))
    tell(f"{len(results)} results and {len(recorded)} labels of plays to learn from")
    with threadpool_limits(1):
        layers = new_layers(recipe)
        first = _fit_stage(none, results, layers, recipe, recipe.results, choosing, checkpoint, tell)
        drawn = made_labels(data, "train", counter, solved, seed, tell) if solved else none
        labels = join_labels([recorded, drawn])
        tell(f"{len(drawn)} labels more of {solved} deals solved")
        fit = _fit_stage(labels, results, first.layers, recipe, recipe.labels, choosing, checkpoint, tell)
        temperature = _temperature(fit.layers, choosing)
    layers = fit.layers
    layers["out"], layers["out_bias"] = layers["out"] / temperature, layers["out_bias"] / temperature
    arrays: dict[str, NDArray[Any]] = {name: layer.astype(np.float16) for name, layer in layers.items()}
    weights = sum(array.size for array in arrays.values())
    arrays["rounds"] = np.array([ROUNDS], np.int16)
    card: dict[str, Any] = {
        "model": {
            "name": "tricks-net",
            "answers": "the chance of 0 to 13 double-dummy tricks for a deal, declarer, strain and, if known, lead",
            "weights": weights,
            "temperature": temperature,
            "rounds": ROUNDS,
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
            "trick_model": TrickModel.load().sha256,
            "split": "train",
            "results": len(results),
            "labels": len(labels),
            "solved_labels": len(drawn),
            "solved_deals": solved,
        },
        "curve": {key: [row[key] for row in fit.curve] for key in fit.curve[0]},
    }
    folder = models / "tricks-net"
    write_model(folder, arrays, card)
    model = TricksNet.load(folder)
    card["report"] = score_labels(model, recorded_labels(data, Half.REPORT.value))
    if solved:  # any declarer, and every strain that was bid
        other = made_labels(data, Half.REPORT.value, counter, max(solved // 20, 1), seed, tell)
        card["report_solved"] = score_labels(model, other)
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
        out[rows] = forward(layers, suits, is_trumps).out
    return out


def _log_loss(logits: NDArray[np.float64], labels: Labels) -> float:
    return float(-log_softmax(logits, axis=1)[np.arange(len(labels)), labels.tricks].mean())


def _temperature(layers: Layers, labels: Labels) -> float:
    """The temperature of the logits with the least log-loss on labels held out."""
    logits = _logits(layers, labels)
    return min(_TEMPERATURES, key=lambda temperature: _log_loss(logits / temperature, labels))
