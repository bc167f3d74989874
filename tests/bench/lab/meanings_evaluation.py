"""Scores of the lexicon on notes: nats of the points and lengths held, and whether the stated width is honest.

Nothing is fitted or counted from the notes scored: the histograms travel with the model.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.meanings.conventions import ASKING, CONVENTIONS
from analyser.estimates.meanings.entries import entries_of
from analyser.estimates.meanings.figures import PARTS
from analyser.estimates.meanings.model import MeaningInputs, MeaningModel, Predicted, meaning_model
from analyser.estimates.meanings.reader import TextReading, read
from analyser.estimates.meanings.situation import situation_of
from analyser.estimates.meanings.strength import STRENGTH
from tests.bench.lab.meanings_data import Notes, read_notes
from tests.bench.lab.meanings_hands import holds_reading
from tests.bench.lab.measures import reliability
from tests.bench.lab.records import split_and_half

CLASSES: Final = ("range", "suit", "convention", "strength", "relay", "other")
_AT_ONCE: Final = 8192
_INNER: Final = (0.1, 0.9)


def evaluate_meanings(
    folder: Path, split: str = "valid", sample: int | None = None, seed: int = 0
) -> dict[str, Any]:
    """The figures of the shipped lexicon on the notes of a split."""
    from tests.bench.lab.records import drawn

    name, half = split_and_half(split)
    notes = read_notes(folder, name, half)
    if sample is not None:
        notes = notes.rows(drawn(len(notes), sample, seed))
    return evaluate_notes(notes, meaning_model())


def evaluate_notes(notes: Notes, model: MeaningModel) -> dict[str, Any]:
    """The figures of a lexicon on some notes: all of them, and by class of text."""
    parts = [
        _scores(notes.rows(np.arange(start, min(start + _AT_ONCE, len(notes)))), model)
        for start in range(0, len(notes), _AT_ONCE)
    ]
    scores = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]} if parts else {}
    kinds = scores.pop("class", np.zeros(0, np.int64))
    return {
        "model": "meanings",
        **_figures(scores, np.ones(len(notes), np.bool_)),
        "classes": {name: _figures(scores, kinds == place) for place, name in enumerate(CLASSES)},
        "left_out": dict(notes.left_out),
        "shares": _reliability(scores),
    }


def _reliability(scores: dict[str, NDArray[Any]]) -> list[list[float]]:
    """Stated share, share that held, and number, in bins of equal count, of notes of which something was read."""
    if not scores or not (met := scores["held"] >= 0).any():
        return []
    rows = reliability(scores["share"][met], scores["held"][met] > 0)
    return [[round(stated, 4), round(held, 4), count] for stated, held, count in rows]


def _figures(scores: dict[str, NDArray[Any]], rows: NDArray[np.bool_]) -> dict[str, Any]:
    """Means over some rows; `None` where there is none."""

    def mean(key: str) -> float | None:
        return round(float(scores[key][rows].mean()), 4) if rows.any() else None

    return {
        "n": int(rows.sum()),
        "points": {name: mean(f"points-{name}") for name in ("auction", "rules", "lexicon")},
        "lengths": {name: mean(f"lengths-{name}") for name in ("auction", "rules", "lexicon")},
        "interval80": mean("interval"),
    }


def _scores(notes: Notes, model: MeaningModel) -> dict[str, NDArray[Any]]:
    readings = [read(text, calls) for text, calls in zip(notes.texts, notes.calls, strict=True)]
    before = model.by_auction(notes.calls, notes.vulnerable)
    lexicon = model.by_words(_inputs(notes, readings, model), before)
    rules = model.by_words(_rules_only(notes, readings), before)
    answers = np.concatenate([notes.points[:, None], notes.lengths], axis=1)
    out: dict[str, NDArray[Any]] = {"class": np.array([class_of_text(reading) for reading in readings])}
    for name, predicted in (("auction", before), ("rules", rules), ("lexicon", lexicon)):
        nats = _nats(predicted, answers)
        out[f"points-{name}"], out[f"lengths-{name}"] = nats[:, 0], nats[:, 1:].sum(axis=1)
    out["share"] = lexicon.inside
    out["held"] = np.array(
        [
            holds_reading(reading.full, hand)
            for reading, hand in zip(readings, notes.hand.tolist(), strict=True)
        ]
    )
    out["interval"] = share_inside(np.exp(lexicon.logs[:, PARTS[0]]), notes.points)
    return out


def _inputs(notes: Notes, readings: list[TextReading], model: MeaningModel) -> MeaningInputs:
    entries = tuple(
        model.known_entries(entries_of(reading.tokens, situation_of(calls)))
        for reading, calls in zip(readings, notes.calls, strict=True)
    )
    plain, full = tuple(reading.plain for reading in readings), tuple(reading.full for reading in readings)
    return MeaningInputs(notes.calls, notes.vulnerable, entries, plain, full, np.ones(len(notes), np.bool_))


def _rules_only(notes: Notes, readings: list[TextReading]) -> MeaningInputs:
    plain = tuple(reading.plain for reading in readings)
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(notes)
    return MeaningInputs(notes.calls, notes.vulnerable, nothing, plain, plain, np.zeros(len(notes), np.bool_))


def _nats(predicted: Predicted, answers: NDArray[np.int64]) -> NDArray[np.float64]:
    place = np.arange(len(answers))
    return np.stack(
        [-predicted.logs[place, part.start + answers[:, number]] for number, part in enumerate(PARTS)], axis=1
    )


def share_inside(chances: NDArray[np.float64], held: NDArray[np.int64]) -> NDArray[np.float64]:
    """The part of each hand's interval [F(x−1), F(x)] inside the central 80 %; .8 on average if calibrated.

    >>> share_inside(np.array([[0.05, 0.9, 0.05]]), np.array([1])).round(3).tolist()
    [0.889]
    """
    upper = np.cumsum(chances, axis=1)[np.arange(len(held)), held]
    own = np.maximum(chances[np.arange(len(held)), held], 1e-12)
    lower = upper - own
    inside = np.minimum(upper, _INNER[1]) - np.maximum(lower, _INNER[0])
    return np.asarray(np.clip(inside, 0, None) / own)


def class_of_text(reading: TextReading) -> int:
    """The class of a text by what it holds: a range of points, suits and lengths, a convention, strength, a question.

    >>> [CLASSES[class_of_text(read(text, (7, 0, 9)))] for text in ("14-16", "!h", "landy", "weak", "relay", "good")]
    ['range', 'suit', 'convention', 'strength', 'relay', 'strength']
    """
    if any("HCP" in bounds for bounds in reading.plain):
        return 0
    if any(reading.plain) or any(token.text in _SUITS for token in reading.tokens):
        return 1
    terms = {token.text for token in reading.tokens if token.kind == "term"}
    if terms & ASKING - {"stayman", "checkback", "lebensohl", "puppet"}:
        return 4
    if terms & (set(CONVENTIONS) | {"puppet", "lebensohl", "cue", "rubensohl", "stopper", "support"}) - {
        "natural"
    }:
        return 2
    if terms & (set(STRENGTH) | {"forcing", "f1", "nf", "semiforcing"}):
        return 3
    return 5


_SUITS: Final = frozenset(("!s", "!h", "!d", "!c", "major", "minor", "majors", "minors"))
