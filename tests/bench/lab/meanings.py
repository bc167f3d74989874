"""Training of the lexicon: what hands players held after an auction, and after an auction and an explanation.

First the histograms of prefixes; on them a network that sees the auction; on that one a network that sees the words and
the figures of the rules too. Both are fitted by Adam with weight decay, and their weights are averaged. In two rows of
five the words are dropped and only the rules are shown, so that a constraint of a case file works alone.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from math import cos, pi
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from analyser.estimates.meanings.entries import entries_of
from analyser.estimates.meanings.figures import PARTS, QUANTITIES, WIDTH
from analyser.estimates.meanings.joint import random_points, shapes
from analyser.estimates.meanings.model import (
    AUCTION,
    INPUTS,
    OUT,
    MeaningInputs,
    MeaningModel,
    Predicted,
    auction_rows,
    rule_inputs,
)
from analyser.estimates.meanings.prefixes import PrefixTable, normalised
from analyser.estimates.meanings.reader import TextReading, read
from analyser.estimates.meanings.situation import situation_of
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.meanings_data import Notes, lengths_of, prefix_histograms, read_notes
from tests.bench.lab.meanings_evaluation import evaluate_notes
from tests.bench.lab.meanings_hands import holds_reading
from tests.bench.lab.records import Half, digest, splits_in

Floats: TypeAlias = NDArray[np.float32]
_FILES: Final = ("deals", "tables", "notes")


@dataclass(frozen=True, slots=True)
class MeaningRecipe:
    """The settings of a fit: with the data they determine its bytes."""

    hidden: int = 64
    passes: int = 5
    batch: int = 512
    rate: float = 0.005
    decay: float = 0.2
    """Weight decay a step, times the learning rate."""
    auction_hidden: int = 64
    auction_passes: int = 5
    auction_decay: float = 0.1
    fewest_auctions: int = 20
    """A feature of the auction met less often is left out."""
    fewest_entries: int = 5
    """An entry met in fewer notes is left out."""
    fewest_tables: int = 250
    """A prefix met at fewer tables has no histogram of its own."""
    without_words: float = 0.4
    """The part of the rows that show the rules only."""
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Notes as the networks see them, with what was held."""

    notes: Notes
    inputs: MeaningInputs
    answers: NDArray[np.int64]
    """Points, then the lengths of spades, hearts, diamonds, clubs."""
    balanced: Floats
    inside: Floats
    """For the full and the plain reading 1 if the hand is as it says, 0 if not, −1 where nothing was read."""


def _answers(notes: Notes) -> tuple[NDArray[np.int64], Floats]:
    lengths = lengths_of(notes.hand)
    known = {
        tuple(row): bool(flag) for row, flag in zip(shapes().lengths.tolist(), shapes().balanced, strict=True)
    }
    balanced = np.array([known[tuple(row)] for row in lengths.tolist()], np.float32)
    return np.concatenate([notes.points[:, None], lengths], axis=1), balanced


@dataclass(frozen=True, slots=True, eq=False)
class ReadNotes:
    """Notes with what the rules read of them, and the entries of their words."""

    notes: Notes
    readings: tuple[TextReading, ...]
    entries: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, notes: Notes) -> "ReadNotes":
        """Notes, each read once."""
        readings = tuple(read(text, calls) for text, calls in zip(notes.texts, notes.calls, strict=True))
        entries = tuple(
            entries_of(reading.tokens, situation_of(calls))
            for reading, calls in zip(readings, notes.calls, strict=True)
        )
        return cls(notes, readings, entries)


def rows_of_notes(known: ReadNotes, vocabulary: dict[str, int]) -> Rows:
    """Notes looked up in the vocabulary, with what was held."""
    notes, readings = known.notes, known.readings
    entries = tuple(
        tuple(vocabulary[entry] for entry in entries if entry in vocabulary) for entries in known.entries
    )
    inputs = MeaningInputs(
        notes.calls,
        notes.vulnerable,
        entries,
        tuple(reading.plain for reading in readings),
        tuple(reading.full for reading in readings),
        np.ones(len(notes), np.bool_),
    )
    answers, balanced = _answers(notes)
    inside = np.array(
        [
            (holds_reading(reading.full, hand), holds_reading(reading.plain, hand))
            for reading, hand in zip(readings, notes.hand.tolist(), strict=True)
        ],
        np.float32,
    ).reshape(-1, 2)
    return Rows(notes, inputs, answers, balanced, inside)


def vocabulary_of(known: ReadNotes, fewest: int) -> dict[str, int]:
    """The entries met in so many notes, numbered in the order of the alphabet."""
    count = Counter(entry for entries in known.entries for entry in entries)
    frequent = sorted(entry for entry, times in count.items() if times >= fewest)
    return {entry: row for row, entry in enumerate(frequent)}


def _matrix(rows: Sequence[Sequence[int]], width: int) -> csr_matrix:
    pointer = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    index = np.fromiter((number for row in rows for number in row), np.int64, int(pointer[-1]))
    return csr_matrix((np.ones(len(index), np.float32), index, pointer), shape=(len(rows), width))


class _Adam:
    """Adam with decoupled weight decay and an average of the weights."""

    def __init__(self, weights: list[Floats], decay: float) -> None:
        self.weights, self.decay, self.steps = weights, decay, 0
        self.first = [np.zeros_like(weight) for weight in weights]
        self.second = [np.zeros_like(weight) for weight in weights]
        self.average = [weight.copy() for weight in weights]

    def step(self, gradients: list[Floats], rate: float) -> None:
        """Move the weights against their gradients."""
        self.steps += 1
        early, late = 1 - 0.9**self.steps, 1 - 0.98**self.steps
        for place, (weight, gradient) in enumerate(zip(self.weights, gradients, strict=True)):
            self.first[place] += 0.1 * (gradient - self.first[place])
            self.second[place] += 0.02 * (gradient * gradient - self.second[place])
            if weight.ndim == 2:
                np.multiply(weight, np.float32(1 - rate * self.decay), out=weight)
            size = np.sqrt(self.second[place] / late) + np.float32(1e-6)
            np.subtract(weight, np.float32(rate) * (self.first[place] / early) / size, out=weight)
        if self.steps % 8 == 0:
            keep = min(0.98, self.steps / (self.steps + 80))
            for average, weight in zip(self.average, self.weights, strict=True):
                np.add(average, np.float32(1 - keep) * (weight - average), out=average)


_AWAY: Final = np.array([0] * PARTS[0].stop + [1] * (WIDTH - PARTS[0].stop))


def _slope(out: Floats, rows: Rows, which: NDArray[np.int64], inside: Floats | None = None) -> Floats:
    """The gradient of the loss with respect to the logits, a mean over the rows."""
    slope = np.zeros_like(out)
    slope[:, :WIDTH] = np.exp(normalised(out[:, :WIDTH].astype(np.float64)))
    place, answers = np.arange(len(which)), rows.answers[which]
    for number, part in enumerate(PARTS):
        slope[place, part.start + answers[:, number]] -= 1
    chance = 1 / (1 + np.exp(-np.clip(out[:, WIDTH:], -30, 30)))
    slope[:, WIDTH] = chance[:, 0] - rows.balanced[which]
    if inside is not None:
        slope[:, WIDTH + 1] = np.where(inside >= 0, chance[:, 1] - inside, 0)
    return slope / np.float32(len(which))


Progress: TypeAlias = Callable[[str], None]


def _start(rng: np.random.Generator, *shape: int, scale: float) -> Floats:
    return (rng.normal(size=shape) * scale).astype(np.float32)


def fit_auction(
    rows: Rows, base: Floats, matrix: csr_matrix, recipe: MeaningRecipe, tell: Progress
) -> list[Floats]:
    """The averaged weights of the network that sees the auction: table, bias, second layer, its bias."""
    rng = np.random.default_rng((recipe.seed, 1))
    weights = [
        _start(rng, matrix.shape[1], recipe.auction_hidden, scale=0.01),
        np.zeros(recipe.auction_hidden, np.float32),
        _start(rng, recipe.auction_hidden, OUT, scale=0.05),
        np.zeros(OUT, np.float32),
    ]
    adam = _Adam(weights, recipe.auction_decay)
    for which, rate in _batches(len(base), recipe, recipe.auction_passes, rng, tell, "auction"):
        seen = matrix[which]
        hidden = np.maximum(seen @ weights[0] + weights[1], 0)
        out = hidden @ weights[2] + weights[3]
        out[:, :WIDTH] += base[which]
        slope = _slope(out, rows, which)
        back = (slope @ weights[2].T) * (hidden > 0)
        adam.step([seen.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)], rate)
    return adam.average


def _batches(
    count: int, recipe: MeaningRecipe, passes: int, rng: np.random.Generator, tell: Progress, name: str
) -> Any:
    batch = min(recipe.batch, count)
    steps, done = passes * (count // batch), 0
    for number in range(passes):
        order = rng.permutation(count)
        for start in range(0, count - batch + 1, batch):
            yield order[start : start + batch], recipe.rate * (1 + cos(pi * done / steps)) / 2
            done += 1
        tell(f"{name}: pass {number + 1} of {passes}")


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    """Everything the second network sees of some rows."""

    auction: csr_matrix
    words: csr_matrix
    quantities: Floats
    shift: Floats
    base: Floats
    """The first network's log-probabilities, and the logit of a balanced hand."""


def _prepare(rows: Rows, before: Predicted, places: NDArray[np.int64], entries: int) -> _Prepared:
    shift, quantities = rule_inputs(rows.inputs, before)
    base = np.zeros((len(rows.notes), OUT), np.float32)
    base[:, :WIDTH] = before.logs
    base[:, WIDTH] = np.log(before.balanced) - np.log1p(-before.balanced)
    features = auction_rows(rows.inputs.auctions, rows.inputs.vulnerable.tolist())
    seen = _kept(features, places)
    return _Prepared(
        _matrix(seen, int(places.max())),
        _matrix(rows.inputs.entries, entries),
        quantities.astype(np.float32),
        shift.astype(np.float32),
        base,
    )


def _of_anyone() -> Floats:
    """The log-probabilities of a random hand's points and lengths."""
    known = shapes()
    lengths = [np.bincount(known.lengths[:, suit], known.chance, minlength=14) for suit in range(4)]
    chances = np.concatenate([random_points(), *lengths])
    return np.asarray(np.log(np.maximum(chances, 1e-5)), np.float32)


def fit_words(rows: Rows, seen: _Prepared, recipe: MeaningRecipe, tell: Progress) -> list[Floats]:
    """The averaged weights of the network that sees auction, words and rules."""
    rng = np.random.default_rng((recipe.seed, 2))
    hidden_size = recipe.hidden
    weights = [
        _start(rng, seen.auction.shape[1], hidden_size, scale=0.01),
        _start(rng, max(seen.words.shape[1], 1), hidden_size, scale=0.01),
        _start(rng, INPUTS, hidden_size, scale=0.05),
        np.zeros(hidden_size, np.float32),
        _start(rng, hidden_size, OUT, scale=0.05),
        np.zeros(OUT, np.float32),
        np.full(4, 0.8, np.float32),
        np.zeros((hidden_size, 2), np.float32),
        np.full(2, -3.0, np.float32),
        _of_anyone(),
    ]
    adam = _Adam(weights, recipe.decay)
    for which, rate in _batches(len(rows.notes), recipe, recipe.passes, rng, tell, "words"):
        gone = rng.random(len(which)) < recipe.without_words
        auction = seen.auction[which]
        words = seen.words[which].multiply((~gone).astype(np.float32)[:, None]).tocsr()
        quantities, shift = _without_words(seen.quantities[which], seen.shift[:, which], gone)
        hidden = auction @ weights[0] + words @ weights[1] + quantities @ weights[2] + weights[3]
        hidden = np.maximum(hidden, 0)
        out = hidden @ weights[4] + weights[5] + seen.base[which]
        gain = weights[6].reshape(2, 2)
        out[:, :WIDTH] += (shift * gain[:, _AWAY][:, None]).sum(axis=0)
        doubt = 1 / (1 + np.exp(-(hidden @ weights[7] + weights[8])))
        other = weights[9] - seen.base[which, :WIDTH]
        out[:, :WIDTH] += doubt[:, _AWAY] * other
        slope = _slope(out, rows, which, np.where(gone, rows.inside[which, 1], rows.inside[which, 0]))
        by_doubt = np.stack(
            [(slope[:, :WIDTH] * other)[:, kind == _AWAY].sum(axis=1) for kind in (0, 1)], axis=1
        )
        by_doubt *= doubt * (1 - doubt)
        back = (slope @ weights[4].T + by_doubt @ weights[7].T) * (hidden > 0)
        by_gain = (shift * slope[None, :, :WIDTH]).sum(axis=1)
        adam.step(
            [
                auction.T @ back,
                words.T @ back,
                quantities.T @ back,
                back.sum(axis=0),
                hidden.T @ slope,
                slope.sum(axis=0),
                np.stack([by_gain[:, kind == _AWAY].sum(axis=1) for kind in (0, 1)], axis=1).ravel(),
                hidden.T @ by_doubt,
                by_doubt.sum(axis=0),
                (slope[:, :WIDTH] * doubt[:, _AWAY]).sum(axis=0),
            ],
            rate,
        )
    return adam.average


def _without_words(quantities: Floats, shift: Floats, gone: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The inputs with the words of some rows withheld: the plain reading stands in for the full one."""
    out = quantities.copy()
    out[gone, QUANTITIES : 2 * QUANTITIES] = out[gone, :QUANTITIES]
    out[gone, 2 * QUANTITIES] = 0
    out[gone, 2 * QUANTITIES + 13 : 2 * QUANTITIES + 18] = out[gone, 2 * QUANTITIES + 8 : 2 * QUANTITIES + 13]
    out[gone, 2 * QUANTITIES + 19] = np.minimum(out[gone, 2 * QUANTITIES + 18], 3.0)
    return out, np.stack([shift[0], np.where(gone[:, None], shift[0], shift[1])])


_NAMES: Final = (
    "auction", "table", "quantities", "bias", "weight2", "bias2", "gain", "doubt", "doubt_bias", "anyone",
)  # fmt: skip


def fit_meanings(
    known: ReadNotes, histograms: dict[str, NDArray[Any]], recipe: MeaningRecipe, tell: Progress
) -> dict[str, NDArray[Any]]:
    """The arrays of a lexicon fitted to some notes, on the histograms of prefixes."""
    notes, arrays = known.notes, dict(histograms)
    vocabulary = vocabulary_of(known, recipe.fewest_entries)
    tell(f"{len(notes)} notes, {len(vocabulary)} entries, {len(arrays['prefix_key'])} prefixes")
    rows = rows_of_notes(known, vocabulary)
    features = auction_rows(rows.inputs.auctions, rows.inputs.vulnerable.tolist())
    met = np.bincount(np.concatenate(features), minlength=AUCTION)
    columns = np.flatnonzero(met >= recipe.fewest_auctions)
    places = np.full(AUCTION, len(columns), np.int64)
    places[columns] = np.arange(len(columns))
    matrix = _matrix(_kept(features, places), len(columns))
    table = PrefixTable(arrays["prefix_key"], arrays["prefix_histogram"])
    base = table.logarithms(table.rows(notes.calls)).astype(np.float32)
    first = fit_auction(rows, base, matrix, recipe, tell)
    first[0] = _with_zeros(first[0])  # the row of features left out
    arrays |= {
        "auction_columns": columns.astype(np.int32),
        **{
            f"auction_{name}": weight.astype(np.float16)
            for name, weight in zip(("table", "bias", "weight2", "bias2"), first, strict=True)
        },
    }
    before = _before(arrays, rows.inputs)
    seen = _prepare(rows, before, places, len(vocabulary))
    second = fit_words(rows, seen, recipe, tell)
    second[0] = _with_zeros(second[0])
    second[6] = second[6].reshape(2, 2)
    arrays |= {f"word_{name}": weight.astype(np.float16) for name, weight in zip(_NAMES, second, strict=True)}
    arrays["entries"] = np.frombuffer("\n".join(vocabulary).encode(), np.uint8)
    return arrays


def _kept(features: Sequence[NDArray[np.int64]], places: NDArray[np.int64]) -> list[list[int]]:
    """The rows of each list of features, without those left out."""
    out = int(places.max())
    return [[place for place in places[row].tolist() if place < out] for row in features]


def _with_zeros(table: Floats) -> Floats:
    return np.concatenate([table, np.zeros((1, table.shape[1]), np.float32)])


def _before(arrays: dict[str, NDArray[Any]], inputs: MeaningInputs) -> Predicted:
    return model_of(arrays).by_auction(inputs.auctions, inputs.vulnerable)


def model_of(arrays: dict[str, NDArray[Any]]) -> MeaningModel:
    """A lexicon of arrays in memory."""
    model = MeaningModel()
    features = len(arrays["auction_columns"]) + 1
    model.__dict__["arrays"] = {
        "word_bias2": np.zeros(OUT, np.float16),
        "word_quantities": np.zeros((INPUTS, 1), np.float16),
        "word_auction": np.zeros((features, 1), np.float16),
        "word_table": np.zeros((1, 1), np.float16),
        **arrays,
    }
    return model


def train_meanings(
    data: Path,
    models: Path,
    *,
    seed: int = 0,
    recipe: MeaningRecipe | None = None,
    tell: Progress = lambda _: None,
) -> dict[str, Any]:
    """The card of the lexicon fitted to `train` and written, with its figures on both halves of `valid`."""
    settings = replace(recipe or MeaningRecipe(), seed=seed)
    known = ReadNotes.of(read_notes(data, "train"))
    histograms = prefix_histograms(data, "train", settings.fewest_tables)
    arrays = fit_meanings(known, histograms, settings, tell)
    figures = {}
    if "valid" in splits_in(data):
        for half in (Half.CHOOSE, Half.REPORT):
            figures[half.value] = evaluate_notes(read_notes(data, "valid", half), model_of(arrays))
    card = _card(data, settings, arrays, figures)
    write_model(models / "meanings", arrays, card)
    return card


def _card(
    data: Path,
    recipe: MeaningRecipe,
    arrays: dict[str, NDArray[Any]],
    figures: dict[str, Any],
) -> dict[str, Any]:
    files = {name: digest(data, (name,)) for name in _FILES}
    return {
        "model": {
            "name": "meanings",
            "answers": "points, lengths and balance of the hand that made an explained call",
            "entries": int(arrays["word_table"].shape[0]),
            "prefixes": len(arrays["prefix_key"]),
        },
        "use": {
            "intended": "what an explanation in words shows about a hand, as a proposal for a person to confirm",
            "not_for": "the agreement of a pair, a finding, or players of other classes: the record holds experts only",
            "unknown": "explanations were noted by operators who saw all hands; notes stand where methods are unusual",
            "weak": "rare conventions, answers to asking bids, calls after the third round; hands outside what was said",
        },
        "fit": provenance("tests.bench.lab.meanings:train_meanings", recipe.seed, files)
        | {"split": "train"}
        | asdict(recipe),
        **figures,
    }
