"""What the lexicon understands of many notes at once, as the choice model reads it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import HandConstraint
from analyser.estimates.choice_features import ShownCalls, rule_figures
from analyser.estimates.meanings.boxes import Union, boxes_of
from analyser.estimates.meanings.entries import entries_of
from analyser.estimates.meanings.figures import PARTS, RuleFigures
from analyser.estimates.meanings.model import MeaningInputs, MeaningModel, Predicted, meaning_model
from analyser.estimates.meanings.reader import read
from analyser.estimates.meanings.situation import situation_of
from analyser.estimates.meanings.understanding import unknown_words
from tests.bench.lab.choices_data import Note


@dataclass(frozen=True, slots=True, eq=False)
class ReadNote:
    """An explanation as the lexicon's networks see it."""

    calls: tuple[int, ...]
    vulnerable: int
    """Seen by the maker of the call: 0 neither side, 1 his own, 2 the other, 3 both."""
    entries: tuple[int, ...]
    plain: Union
    full: Union
    asks: bool
    has_words: bool


@dataclass(frozen=True, slots=True, eq=False)
class ToldTable:
    """What was understood of some explanations: `row` is the row of each in `shown`, -1 where nothing was."""

    shown: ShownCalls
    words: tuple[tuple[int, ...], ...]
    """The numbers of the learned entries, one tuple per row of `shown`."""
    row: NDArray[np.int64]


class NoteReader:
    """Explanations read by a lexicon, many at once; equal ones are read once."""

    def __init__(self, lexicon: MeaningModel | None = None) -> None:
        self.lexicon = lexicon or meaning_model()
        self._known: dict[tuple[str, tuple[int, ...], int], ReadNote | None] = {}

    def of_text(self, text: str, calls: tuple[int, ...], vulnerable: int) -> ReadNote | None:
        """An explanation in words of the last of some calls; `None` if it is not understood."""
        key = (text, calls, vulnerable)
        if key not in self._known:
            reading = read(text, calls)
            entries = entries_of(reading.tokens, situation_of(calls))
            known = self.lexicon.known_entries(entries)
            silent = not entries or bool(unknown_words(reading.tokens, self.lexicon))
            self._known[key] = (
                None
                if silent
                else ReadNote(calls, vulnerable, known, reading.plain, reading.full, reading.asks, True)
            )
        return self._known[key]

    def of_shows(self, shows: HandConstraint, calls: tuple[int, ...], vulnerable: int) -> ReadNote:
        """A stated constraint instead of words."""
        boxes = boxes_of(shows)
        return ReadNote(calls, vulnerable, (), boxes, boxes, False, False)

    def of_notes(self, notes: Sequence[Note]) -> list[ReadNote | None]:
        """Some notes of a record; `None` for each that is not understood."""
        return [self.of_text(note.text, note.calls, note.vulnerable) for note in notes]

    def table(self, notes: Iterable[ReadNote | None]) -> ToldTable:
        """What is understood of some explanations."""
        model = self.lexicon
        every = list(notes)
        distinct = list({id(own): own for own in every if own is not None}.values())
        place = {id(own): row for row, own in enumerate(distinct)}
        row = np.array([-1 if own is None else place[id(own)] for own in every], np.int64)
        given = MeaningInputs(
            tuple(own.calls for own in distinct),
            np.array([own.vulnerable for own in distinct], np.int64),
            tuple(own.entries for own in distinct),
            tuple(own.plain for own in distinct),
            tuple(own.full for own in distinct),
            np.array([own.has_words for own in distinct], np.bool_),
        )
        before = model.by_auction(given.auctions, given.vulnerable)
        after = model.by_words(given, before)
        return ToldTable(shown_of(before, after, distinct), given.entries, row)

    def table_of_notes(self, notes: Sequence[Note]) -> ToldTable:
        """What is understood of some notes of a record."""
        return self.table(self.of_notes(notes))


def stated_instead(note: ReadNote) -> ReadNote:
    """The same with the constraint that was read in place of the words; itself if none was read."""
    silent = not note.full or any(not bounds for bounds in note.full)
    return note if silent else replace(note, entries=(), plain=note.full, asks=False, has_words=False)


def shown_of(before: Predicted, after: Predicted, notes: Sequence[ReadNote]) -> ShownCalls:
    """What some explained calls show, suits with clubs first."""
    figures = [rule_figures(RuleFigures.from_union(own.plain), asks=own.asks) for own in notes]
    points, lengths = PARTS[0], slice(PARTS[1].start, PARTS[-1].stop)
    return ShownCalls(
        np.exp(after.logs[:, points]).astype(np.float32),
        np.exp(before.logs[:, points]).astype(np.float32),
        np.exp(after.logs[:, lengths]).reshape(-1, 4, 14)[:, ::-1].astype(np.float32),
        np.exp(before.logs[:, lengths]).reshape(-1, 4, 14)[:, ::-1].astype(np.float32),
        after.balanced.astype(np.float32),
        np.array(figures, np.float32).reshape(len(notes), -1),
    )
