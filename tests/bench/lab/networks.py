"""A scikit-learn network fitted to choices of the record, a checkpoint after every pass over it.

The network and its optimiser are scikit-learn's own (`MLPClassifier`, solver `adam`). The learning rate falls in stages,
a fresh optimiser each, which goes on from the weights of the stage before; between lots of batches the weights are shrunk
and their running average is taken.
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
    8  # a pass: enough for the rate to follow a cosine closely, long enough for Adam's means to settle
)


class RecordedChoices(Protocol):
    """Choices of the record: what was seen before each, and what was chosen."""

    @property
    def kinds(self) -> int:
        """How many different features there are."""
        ...

    @property
    def answers(self) -> int:
        """How many different choices there are."""
        ...

    @property
    def chosen(self) -> NDArray[np.int64]:
        """What was chosen, a row each."""
        ...

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What was seen before some choices: all features one after another, and where each row's begin."""
        ...


@runtime_checkable
class WithQuantities(Protocol):
    """Choices before which quantities were seen besides: so many columns, after those of the features."""

    @property
    def width(self) -> int:
        """How many quantities."""
        ...

    def quantities(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Those seen before some choices, a row each."""
        ...


@runtime_checkable
class ManyTruths(Protocol):
    """Rows of which many things may be true at once, instead of one choice; `answers` says how many."""

    def truths(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """What was true of some rows."""
        ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the network is fitted; everything that, with the data, decides its bytes."""

    hidden: tuple[int, ...]
    passes: int
    batch: int
    rate: float
    """The highest learning rate; it falls along a cosine to nothing."""
    rare: int
    """A feature met less often than this is left out."""
    decay: float = 0.0
    """By how much the layers shrink at each step, times the rate."""
    average: float = 0.99
    """What the running average of the weights keeps after each lot of batches."""
    seed: int = 0
    fall: int = 0
    """Passes over which the rate falls to nothing; 0 for just those that are made."""


@dataclass(slots=True)
class Fit:
    """A network on its way: the weights, their average, how far it has come."""

    columns: NDArray[np.int64]
    """The features kept, in the order of the first layer's rows."""
    weights: Weights
    average: Weights
    passes: int
    curve: list[dict[str, float]] = field(default_factory=list)


def rows_of(
    choices: RecordedChoices, rows: NDArray[np.int64], place: NDArray[np.int64], width: int
) -> csr_matrix:
    """Some choices as the network reads them: a one for each kept feature."""
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
    """What the averaged network says of some choices, before any share is made of it."""
    weights, count = result.average, len(result.average) // 2
    seen = rows_of(choices, rows, place_of(result.columns, choices.kinds), len(result.columns))
    value: NDArray[np.float32] = seen @ weights[0] + weights[count]
    for layer in range(1, count):
        value = np.maximum(value, 0) @ weights[layer] + weights[count + layer]
    return value


def _labels(choices: RecordedChoices, rows: NDArray[np.int64]) -> NDArray[Any]:
    """What the network is to say of some rows."""
    # scikit-learn numbers the answers in the labels' own type: eight bits would not hold them all
    return choices.truths(rows).astype(np.int64) if isinstance(choices, ManyTruths) else choices.chosen[rows]


def place_of(columns: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
    """Where each feature stands in the first layer; -1 when it was left out."""
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
    """Fit the network; every pass is kept, and a checkpoint that is there is gone on from.

    `score` says how well a fit does on deals it has not seen; its figures go into the learning curve.
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
    """Choices a step; a record smaller than a batch is one."""
    return min(recipe.batch, len(choices.chosen))


def _network(choices: RecordedChoices, recipe: Recipe, width: int, rate: float) -> MLPClassifier:
    """A network with its layers made and its optimiser at rest."""
    batch = _batch(choices, recipe)
    network = MLPClassifier(
        hidden_layer_sizes=recipe.hidden,
        alpha=0.0,
        batch_size=batch,
        learning_rate_init=rate,
        shuffle=False,
        random_state=recipe.seed,
    )
    # Scikit-learn makes the layers when it first meets data; blank rows move nothing but the last bias.
    more = choices.width if isinstance(choices, WithQuantities) else 0
    blank = csr_matrix((batch, width + more), dtype=np.float32)
    return network.partial_fit(blank, _labels(choices, np.arange(batch)), classes=np.arange(choices.answers))


def _pass(choices: RecordedChoices, recipe: Recipe, result: Fit) -> float:
    """One pass over the choices in an order of its own; moves the weights and gives the loss while fitting."""
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
        for lot in np.array_split(stage, -(-len(stage) // _LOT)):
            rows = order[lot[0] * batch : (lot[-1] + 1) * batch]
            with threadpool_limits(1):
                network.partial_fit(rows_of(choices, rows, place, len(columns)), _labels(choices, rows))
            loss += network.loss_ * len(rows)
            _shrink(result.weights, recipe.decay * rate * len(lot))
            _average(result, recipe, (result.passes * batches + int(lot[-1]) + 1) / _LOT)
    return loss / max(batches * batch, 1)


def _shrink(weights: Weights, part: float) -> None:
    """Make the layers smaller by a part; the biases stay."""
    for weight in weights:
        if weight.ndim == 2:
            np.multiply(weight, np.float32(1 - part), out=weight)


def _average(result: Fit, recipe: Recipe, lots: float) -> None:
    """Move the average towards the weights: faster at first, when it still holds those of the beginning."""
    keep = min(recipe.average, lots / (lots + 10))
    for weight, average in zip(result.weights, result.average, strict=True):
        np.add(average, np.float32(1 - keep) * (weight - average), out=average)


def table_of(weights: NDArray[np.float32]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The first layer as whole numbers of 16 bits, and what one of them is worth in each column.

    A last row of nothing stands for the features left out.
    """
    step = np.maximum(np.abs(weights).max(axis=0), 1e-6) / 32_000
    table = np.rint(weights / step).astype(np.int16)
    return np.concatenate([table, np.zeros((1, table.shape[1]), np.int16)]), step.astype(np.float32)


def _mark(chosen: NDArray[np.int64], recipe: Recipe) -> str:
    """By what a checkpoint is known to be of this record and this recipe."""
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
    """What was kept of this fit; a checkpoint of another record or recipe is not gone on from."""
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
