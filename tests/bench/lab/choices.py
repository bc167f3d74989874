"""Training of the choice model: a correction of the call model's shares by what explained calls show.

Fitted to the decisions of the two rounds after each note. In a half of the rows the words are left out, in a third a
constraint stands in place of the note, so that either way of stating a meaning works alone. Half of the rows have the
alerts of the record, half have none. The lexicon has seen the notes of the training split: what it understood of each is
taken from a fit to the other notes. The figures are those of a fit to `train`; the shipped weights are fitted again, with
the same settings, to `train` and `valid`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.calls import CallModel
from analyser.estimates.choice_features import QUANTITIES, ShownCalls, count_features, shown_quantities
from analyser.estimates.choices import ChoiceModel
from analyser.estimates.meanings.model import MeaningModel
from tests.bench.lab.card import provenance, write_model
from tests.bench.lab.choices_data import FILES, Note, NotedDecisions, join_decisions, read_noted_decisions
from tests.bench.lab.choices_drill import DrilledChoices, NoteTable
from tests.bench.lab.choices_evaluation import base_shares, evaluate_noted, pairs_by_role
from tests.bench.lab.corrections import CorrectionRecipe, Weights, fit_correction, forward, log_shares
from tests.bench.lab.meanings import MeaningRecipe, ReadNotes, fit_meanings, model_of
from tests.bench.lab.meanings_data import Notes, prefix_histograms
from tests.bench.lab.networks import table_of
from tests.bench.lab.planted import evaluate_planted
from tests.bench.lab.records import Half, digest, splits_in
from tests.bench.lab.understood_notes import NoteReader, ReadNote, ToldTable, stated_instead

RECIPE: Final = CorrectionRecipe(hidden=(192, 192), passes=4, batch=1024, rate=2e-3, decay=0.05)
FOLDS: Final = 3
WORDS: Final = 600
"""The entries of the lexicon a slot has a feature for: the commonest."""
_SCALE: Final = 0.95
"""The factor on the call model's logarithms, in the fit and after it; .90 to .98 differ by less than .001 nats."""
_LEAST: Final = 1e-7
_AT_ONCE: Final = 4096
Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Understanding:
    """What lexicons understood of the notes of a record: from the words, and from the constraint read off them."""

    learned: ToldTable
    stated: ToldTable
    entries: tuple[tuple[str, ...], ...]
    """The learned entries of each note, spelt out."""


def train_choices(
    data: Path,
    models: Path,
    *,
    checkpoint: Path,
    seed: int = 0,
    recipe: CorrectionRecipe = RECIPE,
    lexicon: MeaningRecipe | None = None,
    tell: Tell = lambda _: None,
) -> dict[str, Any]:
    """The card of the choice model, fitted to the record in `data` and written to `models/choices`."""
    seeded, words = replace(recipe, seed=seed), replace(lexicon or MeaningRecipe(), seed=seed)
    splits = splits_in(data)
    decisions = read_noted_decisions(data, "train")
    tell(f"{len(decisions)} decisions after {len(decisions.notes)} notes")
    bases = _bases(decisions, data, "train", checkpoint, tell)
    fitted, understood = understand_by_folds(data, decisions.notes, words, tell)
    entries = frequent_entries(understood.entries, WORDS)
    rows = drilled(decisions, bases, understood, entries)
    held_out = read_noted_decisions(data, "valid") if "valid" in splits else decisions.take(np.arange(0))
    held_understanding = understand_with(fitted, held_out.notes)
    watched = drilled(
        held_out, _bases(held_out, data, "valid", checkpoint, tell), held_understanding, entries
    )
    choosing = HalfWatched(watched, Half.CHOOSE)
    weights, curve = fit_correction(rows, seeded, choosing.score, tell)
    arrays = arrays_of(weights, entries)
    model = choices_of(arrays, fitted)
    card = _card(data, seeded, words, entries, curve)
    for half in (Half.CHOOSE, Half.REPORT):
        tell(f"scoring the {half.value} half")
        figures = evaluate_noted(held_out.half(half), NoteReader(fitted), CallModel(), model)
        card[half.value] = figures_of_card(figures)
    planted = data / "planted.jsonl"
    if planted.is_file():
        card["planted"] = planted_of_card(evaluate_planted(planted, choices=model, lexicon=fitted))
    if len(held_out):
        tell("fitted again to train and valid")
        both = join_decisions(decisions, held_out)
        all_bases = tuple(np.concatenate(pair) for pair in zip(rows.bases, watched.bases, strict=True))
        rows = drilled(
            both, (all_bases[0], all_bases[1]), join_understanding(understood, held_understanding), entries
        )
        weights, _ = fit_correction(rows, seeded, None, tell)
        arrays = arrays_of(weights, entries)
        card["training"]["splits"] = ["train", "valid"]
    write_model(models / "choices", arrays, card)
    return card


def _bases(
    noted: NotedDecisions, data: Path, split: str, checkpoint: Path, tell: Tell
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """The logarithms of the call model's shares without and with alerts; computed once for a record and a model."""
    calls = CallModel()
    mark = sha256((digest(data, FILES) + calls.sha256 + split).encode()).hexdigest()[:16]
    out = []
    for name in ("bare", "alerts"):
        file = checkpoint / f"{name}-{mark}.npy"
        if not file.is_file():
            tell(f"the call model's shares of {len(noted)} decisions: {name}")
            shares = base_shares(noted, calls, alerts=name == "alerts")
            with np.errstate(divide="ignore"):
                logs = np.where(shares > 0, np.log(np.maximum(shares, _LEAST)), -np.inf).astype(np.float16)
            np.save(file, logs)
        out.append(np.load(file))
    return out[0], out[1]


def understand_by_folds(
    data: Path, notes: Sequence[Note], recipe: MeaningRecipe, tell: Tell
) -> tuple[MeaningModel, Understanding]:
    """A lexicon fitted to all notes, and what lexicons fitted to the notes of other deals understood of each."""
    histograms = prefix_histograms(data, "train", recipe.fewest_tables)
    every = _lexicon_notes(notes)
    fitted = model_of(fit_meanings(ReadNotes.of(every), histograms, recipe, tell))
    fold = np.random.default_rng(recipe.seed).integers(0, FOLDS, len(notes))
    parts: list[tuple[NDArray[np.int64], ToldTable, ToldTable]] = []
    for number in range(FOLDS):
        tell(f"lexicon without fold {number + 1} of {FOLDS}")
        note = np.flatnonzero(fold == number)
        others = ReadNotes.of(every.rows(np.flatnonzero(fold != number)))
        reader = NoteReader(model_of(fit_meanings(others, histograms, recipe, tell)))
        notes_read = reader.of_notes([notes[place] for place in note.tolist()])
        parts.append((note, reader.table(notes_read), reader.table(_stated(notes_read))))
    tables = [joined_tables([(note, pair[place]) for note, *pair in parts], len(notes)) for place in (0, 1)]
    return fitted, Understanding(tables[0], tables[1], _entries(NoteReader(fitted).of_notes(notes), fitted))


def understand_with(lexicon: MeaningModel, notes: Sequence[Note]) -> Understanding:
    """What a lexicon understands of notes it was not fitted to."""
    reader = NoteReader(lexicon)
    notes_read = reader.of_notes(notes)
    return Understanding(
        reader.table(notes_read), reader.table(_stated(notes_read)), _entries(notes_read, lexicon)
    )


def _stated(notes_read: Sequence[ReadNote | None]) -> list[ReadNote | None]:
    decisions: dict[int, ReadNote] = {}
    return [
        None if note is None else decisions.setdefault(id(note), stated_instead(note)) for note in notes_read
    ]


def _entries(notes_read: Sequence[ReadNote | None], lexicon: MeaningModel) -> tuple[tuple[str, ...], ...]:
    names = {row: entry for entry, row in lexicon.entries.items()}
    return tuple(() if note is None else tuple(names[row] for row in note.entries) for note in notes_read)


def _lexicon_notes(notes: Sequence[Note]) -> Notes:
    """Notes as the lexicon is fitted to them; the deal plays no part in it."""
    return Notes(
        np.zeros(len(notes), np.int64),
        tuple(note.text for note in notes),
        tuple(note.calls for note in notes),
        np.array([note.hand for note in notes], np.int64),
        np.array([note.vulnerable for note in notes], np.int64),
        {},
    )


def joined_tables(parts: Sequence[tuple[NDArray[np.int64], ToldTable]], count: int) -> ToldTable:
    """Tables of some notes each, with their indexes among so many, as one table of all."""
    row = np.full(count, -1, np.int64)
    begin = 0
    for note, table in parts:
        row[note] = np.where(table.row >= 0, table.row + begin, -1)
        begin += len(table.shown.points)
    columns = [np.concatenate(pieces) for pieces in zip(*(table.shown for _, table in parts), strict=True)]
    return ToldTable(ShownCalls(*columns), tuple(note for _, table in parts for note in table.words), row)


def join_understanding(first: Understanding, second: Understanding) -> Understanding:
    """What was understood of two records, as of one."""
    tables = []
    for one, other in ((first.learned, second.learned), (first.stated, second.stated)):
        ends = len(one.row), len(one.row) + len(other.row)
        places = np.arange(ends[0]), np.arange(ends[0], ends[1])
        tables.append(joined_tables([(places[0], one), (places[1], other)], ends[1]))
    return Understanding(tables[0], tables[1], first.entries + second.entries)


def frequent_entries(entries: Sequence[Sequence[str]], most: int) -> tuple[str, ...]:
    """The entries met in most notes, at most so many, in the order of the alphabet."""
    counts = Counter(entry for note in entries for entry in set(note))
    return tuple(sorted(sorted(counts, key=lambda entry: (-counts[entry], entry))[:most]))


def drilled(
    noted: NotedDecisions,
    bases: tuple[NDArray[np.float16], NDArray[np.float16]],
    understood: Understanding,
    entries: Sequence[str],
) -> DrilledChoices:
    """Noted decisions with everything the fit needs; what was not understood is not told."""
    place = {entry: row for row, entry in enumerate(entries)}
    words = [[place[entry] for entry in note if entry in place] for note in understood.entries]
    decisions = noted.without(understood.learned.row < 0)
    learned, stated = (
        NoteTable(table.shown, shown_quantities(table.shown), table.row)
        for table in (understood.learned, understood.stated)
    )
    return DrilledChoices.of(decisions, bases, learned, stated, words, len(entries), _SCALE)


@dataclass(slots=True, eq=False)
class HalfWatched:
    """A half of held-out decisions to choose by: the log-loss after each pass, and the best scale."""

    rows: DrilledChoices
    half: Half

    def _loss(self, weights: Weights, way: str = "words", *, alerts: bool = False) -> float:
        self.rows.drill, self.rows.way, self.rows.alerts = False, way, alerts
        note = self.rows.noted.half_rows(self.half)
        following = np.concatenate(list(pairs_by_role(self.rows.noted).values()))
        wanted = following[np.isin(following, note)]
        if not len(wanted):
            return 0.0
        met, times = np.unique(wanted, return_counts=True)
        total = 0.0
        for start in range(0, len(met), _AT_ONCE):
            some = met[start : start + _AT_ONCE]
            batch = self.rows.batch(some, np.random.default_rng(0))
            logs = log_shares(forward(weights, batch)[-1], batch.offset)
            total -= float(logs[np.arange(len(some)), batch.chosen] @ times[start : start + _AT_ONCE])
        return total / len(wanted)

    def score(self, weights: Weights) -> dict[str, float]:
        """The log-loss of the decisions one to three calls after a note, told in words without alerts, and by constraint."""
        return {
            "words": self._loss(weights),
            "alerts": self._loss(weights, alerts=True),
            "stated": self._loss(weights, "stated"),
        }


def arrays_of(weights: Weights, entries: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The arrays of the model: the first layer's features as integers, everything else as numbers of sixteen bits."""
    count, width = len(weights) // 2, count_features(len(entries))
    table, step = table_of(weights[0][:width])
    arrays: dict[str, NDArray[Any]] = {
        "columns": np.arange(width, dtype=np.int32),
        "table": table,
        "step": step,
        "first_bias": weights[count],
        "entry": weights[0][width : width + QUANTITIES].astype(np.float16),
        "heat": np.ones(1),
        "scale": np.array([_SCALE]),
        "words": np.frombuffer("\n".join(entries).encode(), np.uint8),
    }
    for layer in range(1, count):
        arrays[f"weight{layer - 1}"] = weights[layer].astype(np.float16)
        arrays[f"bias{layer - 1}"] = weights[count + layer].astype(np.float16)
    return arrays


def choices_of(arrays: dict[str, NDArray[Any]], lexicon: MeaningModel | None = None) -> ChoiceModel:
    """A choice model of arrays in memory, for the words of a lexicon."""
    model = ChoiceModel(lexicon=lexicon)
    model.__dict__["arrays"] = arrays
    return model


def figures_of_card(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures of a half as a card holds them: by role, and the cells of doubles in which somebody decided."""
    roles = {
        role.replace(" ", "_"): {name: value for name, value in note.items() if value is not None}
        for role, note in figures["decisions"].items()
    }
    cells = {
        f"{cell['band']} {cell['own']}": {name: cell[name] for name in ("n", "observed", "predicted")}
        for cell in figures["doubles"]
        if cell["n"]
    }
    return roles | ({"doubles": cells} if cells else {})


def planted_of_card(scores: dict[str, Any]) -> dict[str, Any]:
    """What a card holds of planted misinformation: saved, contrast and hits of each role, and by strata."""
    wanted = ("n", "saved", "saved_interval", "contrast", "top1_right")

    def some(figures: dict[str, Any]) -> dict[str, Any]:
        return {name: figures[name] for name in wanted if figures[name] is not None}

    out: dict[str, Any] = {
        "peers": {name: note for name, note in scores["peers"].items() if note is not None}
    }
    for way in ("text", "constraint"):
        out[way] = {
            role.replace(" ", "_"): some(note)
            | {f"moves_{bound}": some(part) for bound, part in note["moves"].items() if part["n"]}
            for role, note in scores[way].items()
        }
        out[way]["core"] = some(scores["core"][way]["next opponent"])
    return out


def _card(
    data: Path,
    recipe: CorrectionRecipe,
    lexicon: MeaningRecipe,
    entries: Sequence[str],
    curve: list[dict[str, float]],
) -> dict[str, Any]:
    files = {name: digest(data, (name,)) for name in FILES}
    return {
        "model": {
            "name": "choices",
            "answers": "how the share of each call moves once the others' explained calls are understood",
            "words": len(entries),
            "scale": _SCALE,
        },
        "use": {
            "intended": "calls after explained calls: after misinformation, with a pair's own methods, in the outcome tree",
            "not_for": "calls after nothing was explained; leads; what one player would do: peers are experts of the record",
            "unknown": "operators see all hands and may note late; notes stand where methods are unusual",
            "weak": "explained calls more than two rounds ago; 1NT doubled with 17 points or more; 2C, 2S, 1M-1NT: nothing gained",
        },
        "training": provenance("tests.bench.lab.choices:train_choices", recipe.seed, files)
        | {"splits": ["train"], "folds": FOLDS, "lexicon_passes": lexicon.passes},
        "fit": asdict(recipe) | {"hidden": list(recipe.hidden)},
        "curve": {name: [row[name] for row in curve] for name in curve[0]},
    }
