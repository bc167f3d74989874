"""A scikit-learn network fitted to choices of the record, a checkpoint after every pass over it.

The network is scikit-learn's own (`MLPClassifier`); what is added is the falling learning rate, the running average
of the weights, and an optimiser that does scikit-learn's Adam steps in place.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import cos, pi, sqrt
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.neural_network import MLPClassifier
from sklearn.neural_network._stochastic_optimizers import AdamOptimizer
from threadpoolctl import threadpool_limits

__all__ = ["Choices", "Fit", "Recipe", "Weights", "fit", "place_of", "rows_of", "table_of"]

Weights: TypeAlias = list[NDArray[np.float32]]

_AVERAGE_EVERY: Final = 16
_CHUNK: Final = 32


class Choices(Protocol):
    """Choices of the record: what was seen before each, and what was chosen."""

    @property
    def kinds(self) -> int:
        """How many different sights there are."""
        ...

    @property
    def answers(self) -> int:
        """How many different choices there are."""
        ...

    @property
    def chosen(self) -> NDArray[np.int64]:
        """What was chosen, a row each."""
        ...

    def sights(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What was seen before some choices: all sights one after another, and where each row's begin."""
        ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the network is fitted; everything that, with the data, decides its bytes."""

    hidden: tuple[int, ...]
    passes: int
    batch: int
    rate: float
    """The highest learning rate; it rises for `warm` steps and falls along a cosine to nothing."""
    rare: int
    """A sight met less often than this is left out."""
    warm: int = 300
    decay: float = 0.0
    average: float = 0.995
    """What the running average of the weights keeps at each of its steps, sixteen of the optimiser's."""
    seed: int = 0
    fall: int = 0
    """Passes over which the rate falls to nothing; 0 for just those that are made."""


@dataclass(slots=True)
class Fit:
    """A network on its way: the weights, their average, how far it has come."""

    columns: NDArray[np.int64]
    """The sights kept, in the order of the first layer's rows."""
    weights: Weights
    average: Weights
    passes: int
    curve: list[dict[str, float]] = field(default_factory=list)


class _Adam(AdamOptimizer):  # type: ignore[misc]
    """Scikit-learn's Adam with a falling rate, in place, keeping an average of the weights."""

    def __init__(self, params: Weights, recipe: Recipe, steps: int) -> None:
        super().__init__(params, recipe.rate)
        self.recipe, self.steps = recipe, steps
        self.average = [param.copy() for param in params]
        self._room = [np.empty_like(param) for param in params]

    def update_params(self, params: Weights, grads: Weights) -> None:
        """One step."""
        self.t += 1
        recipe = self.recipe
        rate = (
            recipe.rate * min(1.0, self.t / recipe.warm) * (1 + cos(pi * min(1.0, self.t / self.steps))) / 2
        )
        step = np.float32(rate * sqrt(1 - self.beta_2**self.t) / (1 - self.beta_1**self.t))
        new, new_square = np.float32(1 - self.beta_1), np.float32(1 - self.beta_2)
        shrink = np.float32(1 - recipe.decay * rate)
        for place, param in enumerate(params):
            room = self._move(place, grads[place], new, new_square)
            room *= step
            if recipe.decay and param.ndim == 2:
                np.multiply(param, shrink, out=param)
            np.subtract(param, room, out=param)
        if self.t % _AVERAGE_EVERY == 0:
            keep = min(recipe.average, self.t / _AVERAGE_EVERY / (self.t / _AVERAGE_EVERY + 10))
            for param, average in zip(params, self.average, strict=True):
                np.add(average, np.float32(1 - keep) * (param - average), out=average)

    def _move(
        self, place: int, grad: NDArray[np.float32], new: np.float32, new_square: np.float32
    ) -> NDArray[np.float32]:
        """The mean gradient over the root of the mean square, both moved towards this gradient."""
        mean, square, room = self.ms[place], self.vs[place], self._room[place]
        np.subtract(grad, mean, out=room)
        room *= new
        mean += room
        np.multiply(grad, grad, out=room)
        room -= square
        room *= new_square
        square += room
        np.sqrt(square, out=room)
        room += np.float32(self.epsilon)
        np.divide(mean, room, out=room)
        return room


def rows_of(choices: Choices, rows: NDArray[np.int64], place: NDArray[np.int64], width: int) -> csr_matrix:
    """Some choices as the network reads them: a one for each kept sight."""
    sights, begin = choices.sights(rows)
    column = place[sights]
    kept = column >= 0
    pointer = np.concatenate([[0], np.cumsum(kept)])[begin].astype(np.int32)
    column = column[kept].astype(np.int32)
    ones = np.ones(len(column), np.float32)
    return csr_matrix((ones, column, pointer), shape=(len(rows), width))


def place_of(columns: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
    """Where each sight stands in the first layer; -1 when it was left out."""
    place = np.full(kinds, -1, np.int64)
    place[columns] = np.arange(len(columns))
    return place


def _frequent(choices: Choices, rare: int) -> NDArray[np.int64]:
    count = np.zeros(choices.kinds, np.int64)
    for start in range(0, len(choices.chosen), 1 << 16):
        rows = np.arange(start, min(start + (1 << 16), len(choices.chosen)))
        count += np.bincount(choices.sights(rows)[0], minlength=choices.kinds)
    return np.flatnonzero(count >= rare)


def fit(
    choices: Choices,
    recipe: Recipe,
    checkpoint: Path,
    score: Callable[[Fit], dict[str, float]],
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Fit]:
    """Fit the network; yields after every pass, and goes on from the checkpoint when there is one.

    `score` says how well a fit does on deals it has not seen; its figures go into the learning curve.
    """
    chosen = choices.chosen
    batch = min(recipe.batch, len(chosen))  # a record smaller than a batch is one
    batches = len(chosen) // max(batch, 1)
    mark = _mark(chosen, recipe)
    found = _load(checkpoint, mark)
    columns = found["columns"] if found else _frequent(choices, recipe.rare)
    place = place_of(columns, choices.kinds)
    network = MLPClassifier(
        hidden_layer_sizes=recipe.hidden,
        alpha=0.0,
        batch_size=batch,
        shuffle=False,
        random_state=recipe.seed,
    )
    # Scikit-learn makes the layers when it first meets data: a batch that teaches next to nothing.
    network.learning_rate_init = 1e-9
    first = np.arange(batch)
    every = np.arange(choices.answers)
    network.partial_fit(rows_of(choices, first, place, len(columns)), chosen[first], classes=every)
    weights = network.coefs_ + network.intercepts_
    optimiser = _Adam(weights, recipe, (recipe.fall or recipe.passes) * batches)
    network._optimizer = optimiser  # noqa: SLF001 - the only way to change the rate between batches
    curve: list[dict[str, float]] = []
    done = 0
    if found:
        done, curve = _restore(found, weights, optimiser)
        yield Fit(columns, weights, optimiser.average, done, curve)
    for current in range(done, recipe.passes):
        dice = np.random.default_rng((recipe.seed, current))
        order = dice.permutation(len(chosen))[: batches * batch]
        loss = 0.0
        for start in range(0, len(order), _CHUNK * batch):
            rows = order[start : start + _CHUNK * batch]
            with threadpool_limits(1):
                network.partial_fit(rows_of(choices, rows, place, len(columns)), chosen[rows])
            loss += network.loss_ * len(rows)
        result = Fit(columns, weights, optimiser.average, current + 1, curve)
        curve.append({"pass": current + 1, "fitted": loss / max(len(order), 1), **score(result)})
        tell(", ".join(f"{name} {value:.4g}" for name, value in curve[-1].items()))
        _save(checkpoint, result, optimiser, mark)
        yield result


def table_of(weights: NDArray[np.float32]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The first layer as whole numbers of 16 bits, and what one of them is worth in each column.

    A last row of nothing stands for the sights left out.
    """
    step = np.maximum(np.abs(weights).max(axis=0), 1e-6) / 32_000
    table = np.rint(weights / step).astype(np.int16)
    return np.concatenate([table, np.zeros((1, table.shape[1]), np.int16)]), step.astype(np.float32)


def _mark(chosen: NDArray[np.int64], recipe: Recipe) -> str:
    """By what a checkpoint is known to be of this record and this recipe."""
    return sha256(repr(recipe).encode() + np.ascontiguousarray(chosen).tobytes()).hexdigest()


def _save(path: Path, result: Fit, optimiser: _Adam, mark: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"columns": result.columns, "state": np.array([result.passes, optimiser.t])}
    for name, group in _groups(result.weights, optimiser):
        arrays |= {f"{name}{place}": array for place, array in enumerate(group)}
    names = list(result.curve[0])
    arrays["curve"] = np.array([[row[name] for name in names] for row in result.curve])
    arrays["curve_names"] = np.array(names)
    arrays["mark"] = np.array(mark)
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, **arrays)
    fresh.replace(path)


def _load(path: Path, mark: str) -> dict[str, NDArray[Any]] | None:
    """What was kept of this fit; a checkpoint of another record or recipe is not gone on from."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as stored:
        return dict(stored) if str(stored["mark"]) == mark else None


def _restore(
    found: dict[str, NDArray[Any]], weights: Weights, optimiser: _Adam
) -> tuple[int, list[dict[str, float]]]:
    for name, group in _groups(weights, optimiser):
        for place, array in enumerate(group):
            array[...] = found[f"{name}{place}"]
    optimiser.t = int(found["state"][1])
    names = found["curve_names"].tolist()
    curve: list[dict[str, float]] = [dict(zip(names, row, strict=True)) for row in found["curve"].tolist()]
    for row in curve:
        row["pass"] = int(row["pass"])
    return int(found["state"][0]), curve


def _groups(weights: Weights, optimiser: _Adam) -> tuple[tuple[str, Weights], ...]:
    return (
        ("weight", weights),
        ("average", optimiser.average),
        ("mean", optimiser.ms),
        ("square", optimiser.vs),
    )
