"""Training of a scikit-learn network on choices of the record, with a checkpoint after every pass.

The network and its optimiser are scikit-learn's own (`MLPClassifier`, solver `adam`). The learning rate falls in
stages, each with a new optimiser that continues from the weights of the stage before; between groups of batches the
weights are shrunk (weight decay) and their running average is updated.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from math import cos, pi
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

Weights: TypeAlias = list[NDArray[np.float32]]

_LOT: Final = 32  # batches handed over together: a pass as one matrix would not fit into memory
_STAGES: Final = (
    8  # stages per pass: enough for the rate to follow a cosine, long enough for Adam's averages to settle
)


class RecordedChoices(Protocol):
    """Choices of the record: the features before each, and the choice."""

    @property
    def kinds(self) -> int:
        """The number of features."""
        ...

    @property
    def answers(self) -> int:
        """The number of different choices."""
        ...

    @property
    def chosen(self) -> NDArray[np.int64]:
        """The choice, one row each."""
        ...

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The features of some choices: all concatenated, and the offset of each row."""
        ...


@runtime_checkable
class WithQuantities(Protocol):
    """Choices with real-valued inputs too: so many columns, after those of the features."""

    @property
    def width(self) -> int:
        """The number of real-valued inputs."""
        ...

    def quantities(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The real-valued inputs of some choices, one row each."""
        ...


@runtime_checkable
class ManyTruths(Protocol):
    """Rows with several binary labels instead of one choice; `answers` is their number."""

    def truths(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The labels of some rows."""
        ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """The hyperparameters of a fit: with the data they determine its bytes."""

    hidden: tuple[int, ...]
    passes: int
    batch: int
    rate: float
    """The highest learning rate; it falls to zero along a cosine."""
    rare: int
    """A feature met less often than this is left out."""
    decay: float = 0.0
    """The weight decay at each step, times the learning rate."""
    average: float = 0.99
    """The decay of the weights' running average per group of batches."""
    seed: int = 0
    fall: int = 0
    """Passes over which the rate falls to zero; 0 for the passes made."""


@dataclass(slots=True)
class Fit:
    """A fit in progress: the weights, their average, the passes made."""

    columns: NDArray[np.int64]
    """The features used, in the order of the first layer's rows."""
    weights: Weights
    average: Weights
    passes: int
    curve: list[dict[str, float]] = field(default_factory=list)


def rows_of(
    choices: RecordedChoices, rows: NDArray[np.int64], place: NDArray[np.int64], width: int
) -> csr_matrix:
    """Some choices as the network reads them: a sparse matrix with a one for each feature used."""
    features, begin = choices.features(rows)
    column = place[features]
    is_used = column >= 0
    pointer = np.concatenate([[0], np.cumsum(is_used)])[begin].astype(np.int32)
    column = column[is_used].astype(np.int32)
    ones = np.ones(len(column), np.float32)
    whole = csr_matrix((ones, column, pointer), shape=(len(rows), width))
    if isinstance(choices, WithQuantities):
        return hstack([whole, csr_matrix(choices.quantities(rows))], format="csr", dtype=np.float32)
    return whole


def outputs(choices: RecordedChoices, rows: NDArray[np.int64], result: "Fit") -> NDArray[np.float32]:
    """The averaged network's outputs for some choices, before the softmax."""
    weights, count = result.average, len(result.average) // 2
    seen = rows_of(choices, rows, place_of(result.columns, choices.kinds), len(result.columns))
    value: NDArray[np.float32] = seen @ weights[0] + weights[count]
    for layer in range(1, count):
        value = np.maximum(value, 0) @ weights[layer] + weights[count + layer]
    return value


def _labels(choices: RecordedChoices, rows: NDArray[np.int64]) -> NDArray[Any]:
    """The training labels of some rows."""
    # scikit-learn numbers the classes in the labels' own type: eight bits would overflow
    return choices.truths(rows).astype(np.int64) if isinstance(choices, ManyTruths) else choices.chosen[rows]


def place_of(columns: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
    """The row of each feature in the first layer; -1 if it is left out."""
    place = np.full(kinds, -1, np.int64)
    place[columns] = np.arange(len(columns))
    return place


def _frequent(choices: RecordedChoices, rare: int) -> NDArray[np.int64]:
    count = np.zeros(choices.kinds, np.int64)
    for start in range(0, len(choices.chosen), 1 << 16):
        rows = np.arange(start, min(start + (1 << 16), len(choices.chosen)))
        count += np.bincount(choices.features(rows)[0], minlength=choices.kinds)
    return np.flatnonzero(count >= rare)


def fit(
    choices: RecordedChoices,
    recipe: Recipe,
    checkpoint: Path,
    score: Callable[[Fit], dict[str, float]],
    tell: Callable[[str], None] = lambda _: None,
) -> Fit:
    """The fitted network; every pass is saved, and an existing checkpoint is continued.

    `score` gives the scores of a fit on held-out deals, which go into the learning curve.
    """
    mark = _mark(choices.chosen, recipe)
    result = _load(checkpoint, mark)
    if result is None:
        columns = _frequent(choices, recipe.rare)
        network = _network(choices, recipe, len(columns), recipe.rate)
        weights = network.coefs_ + network.intercepts_
        result = Fit(columns, weights, [array.copy() for array in weights], 0)
    while result.passes < recipe.passes:
        loss = _pass(choices, recipe, result)
        result.passes += 1
        result.curve.append({"pass": result.passes, "fitted": loss, **score(result)})
        tell(", ".join(f"{name} {value:.4g}" for name, value in result.curve[-1].items()))
        _save(checkpoint, result, mark)
    return result


def _batch(choices: RecordedChoices, recipe: Recipe) -> int:
    """The choices per step; a record smaller than a batch is one step."""
    return min(recipe.batch, len(choices.chosen))


def _network(choices: RecordedChoices, recipe: Recipe, width: int, rate: float) -> MLPClassifier:
    """A network with its layers made and a new optimiser."""
    batch = _batch(choices, recipe)
    network = MLPClassifier(
        hidden_layer_sizes=recipe.hidden,
        alpha=0.0,
        batch_size=batch,
        learning_rate_init=rate,
        shuffle=False,
        random_state=recipe.seed,
    )
    # scikit-learn makes the layers at the first data; blank rows change nothing but the last bias.
    more = choices.width if isinstance(choices, WithQuantities) else 0
    blank = csr_matrix((batch, width + more), dtype=np.float32)
    return network.partial_fit(blank, _labels(choices, np.arange(batch)), classes=np.arange(choices.answers))


def _pass(choices: RecordedChoices, recipe: Recipe, result: Fit) -> float:
    """The training loss of one pass over the choices in random order, which updates the weights."""
    batch, columns = _batch(choices, recipe), result.columns
    batches = len(choices.chosen) // max(batch, 1)
    order = np.random.default_rng((recipe.seed, result.passes)).permutation(len(choices.chosen))
    place = place_of(columns, choices.kinds)
    stages = [stage for stage in np.array_split(np.arange(batches), _STAGES) if len(stage)]
    fall = (recipe.fall or recipe.passes) * len(stages)
    loss = 0.0
    for number, stage in enumerate(stages):
        done = (result.passes * len(stages) + number + 0.5) / fall
        rate = recipe.rate * (1 + cos(pi * min(1.0, done))) / 2
        network = _network(choices, recipe, len(columns), rate)
        parameters = network.coefs_ + network.intercepts_
        for parameter, weight in zip(parameters, result.weights, strict=True):
            parameter[...] = weight
        result.weights = parameters
        for group in np.array_split(stage, -(-len(stage) // _LOT)):
            rows = order[group[0] * batch : (group[-1] + 1) * batch]
            with threadpool_limits(1):
                network.partial_fit(rows_of(choices, rows, place, len(columns)), _labels(choices, rows))
            loss += network.loss_ * len(rows)
            _shrink(result.weights, recipe.decay * rate * len(group))
            _average(result, recipe, (result.passes * batches + int(group[-1]) + 1) / _LOT)
    return loss / max(batches * batch, 1)


def _shrink(weights: Weights, part: float) -> None:
    """Shrink the layers by a part; biases are not decayed."""
    for weight in weights:
        if weight.ndim == 2:
            np.multiply(weight, np.float32(1 - part), out=weight)


def _average(result: Fit, recipe: Recipe, batches: float) -> None:
    """Move the running average towards the weights: faster at first, while it still contains the initial ones."""
    keep = min(recipe.average, batches / (batches + 10))
    for weight, average in zip(result.weights, result.average, strict=True):
        np.add(average, np.float32(1 - keep) * (weight - average), out=average)


def table_of(weights: NDArray[np.float32]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The first layer quantised to 16-bit integers, and the scale of each column.

    A last row of zeros is for the features left out.
    """
    step = np.maximum(np.abs(weights).max(axis=0), 1e-6) / 32_000
    table = np.rint(weights / step).astype(np.int16)
    return np.concatenate([table, np.zeros((1, table.shape[1]), np.int16)]), step.astype(np.float32)


def _mark(chosen: NDArray[np.int64], recipe: Recipe) -> str:
    """The identity of a checkpoint: a hash of record and recipe."""
    return sha256(repr(recipe).encode() + np.ascontiguousarray(chosen).tobytes()).hexdigest()


def _save(path: Path, result: Fit, mark: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"columns": result.columns, "passes": np.array(result.passes)}
    for name, group in (("weight", result.weights), ("average", result.average)):
        arrays |= {f"{name}{place}": array for place, array in enumerate(group)}
    names = list(result.curve[0])
    arrays["curve"] = np.array([[row[name] for name in names] for row in result.curve])
    arrays["curve_names"] = np.array(names)
    arrays["mark"] = np.array(mark)
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, **arrays)
    fresh.replace(path)


def _load(path: Path, mark: str) -> Fit | None:
    """The saved fit; `None` for a checkpoint of another record or recipe."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as stored:
        if str(stored["mark"]) != mark:
            return None
        layers = sum(name.startswith("weight") for name in stored.files)
        weights, average = (
            [stored[f"{name}{place}"] for place in range(layers)] for name in ("weight", "average")
        )
        names = stored["curve_names"].tolist()
        curve = [
            {**dict(zip(names, row, strict=True)), "pass": done}
            for done, row in enumerate(stored["curve"].tolist(), 1)
        ]
        return Fit(stored["columns"], weights, average, int(stored["passes"]), curve)
