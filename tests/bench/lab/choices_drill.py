"""The rows a choice model is fitted to: noted decisions, each pass presenting them in one of the ways a case may state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from analyser.estimates.call_features import CALLS
from analyser.estimates.choice_features import (
    QUANTITIES,
    SLOTS,
    OwnHands,
    ShownCalls,
    ToldAuction,
    choice_quantities,
    circumstances,
    count_features,
    is_alert_feature,
    own_hands,
    slot_of_feature,
    turn_features,
    word_feature,
)
from tests.bench.lab.choices_data import NotedDecisions
from tests.bench.lab.corrections import Batch

_LEAST: Final = 1e-7
_NO_WORDS: Final = 1 / 2
_CONSTRAINT: Final = 1 / 3
_UNTOLD: Final = 0.15
"""The parts of rows without words, with a constraint in place of the note, and of further explained calls not told."""


@dataclass(frozen=True, slots=True, eq=False)
class NoteTable:
    """What was understood of the notes of a record, one way: `row` is -1 where nothing was."""

    shown: ShownCalls
    columns: NDArray[np.float32]
    row: NDArray[np.int64]


@dataclass(slots=True, eq=False)
class DrilledChoices:
    """Noted decisions as the fit reads them, drawn again in each pass: with or without words, alerts, further meanings."""

    noted: NotedDecisions
    bases: tuple[NDArray[np.float16], NDArray[np.float16]]
    """The logarithms of the call model's shares, without alerts and with those of the record."""
    learned: NoteTable
    stated: NoteTable
    words: tuple[NDArray[np.int64], NDArray[np.int64]]
    """The words of all notes, concatenated, and where those of each note begin."""
    count: int
    """The number of words known."""
    own: OwnHands
    turns: NDArray[np.int64]
    """The features of each turn, padded with -1."""
    scale: float
    drill: bool = True
    way: str = "words"
    alerts: bool = False
    """Without a drill: the way of telling (`words`, `learned`, `stated`) and whether the alerts are known."""

    @classmethod
    def of(
        cls,
        noted: NotedDecisions,
        bases: tuple[NDArray[np.float16], NDArray[np.float16]],
        learned: NoteTable,
        stated: NoteTable,
        words: Sequence[Sequence[int]],
        count: int,
        scale: float,
    ) -> "DrilledChoices":
        """The decisions with everything that does not depend on the pass."""
        begin = np.concatenate([[0], np.cumsum([len(own) for own in words])]).astype(np.int64)
        every = np.array([word for own in words for word in own], np.int64)
        return cls(
            noted, bases, learned, stated, (every, begin), count, own_hands(noted.hand), _turns(noted), scale
        )

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.noted)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The numbers of features, of quantities and of answers."""
        return count_features(self.count), QUANTITIES, CALLS

    def batch(self, rows: NDArray[np.int64], rng: np.random.Generator) -> Batch:
        """Some decisions, told as the drill draws it, or as set."""
        count = len(rows)
        if self.drill:
            stated, alerted = rng.random(count) < _CONSTRAINT, rng.random(count) < 0.5
            spoken = ~stated & (rng.random(count) >= _NO_WORDS)
            left = rng.random((count, SLOTS)) < _UNTOLD
        else:
            stated, alerted = np.full(count, self.way == "stated"), np.full(count, self.alerts)
            spoken, left = np.full(count, self.way == "words"), np.zeros((count, SLOTS), np.bool_)
        notes = self.noted.slots[rows]
        left &= ((notes >= 0).sum(axis=1) > 1)[:, None]
        left[left.all(axis=1) | (left | (notes < 0)).all(axis=1)] = False
        told = np.where(left, -1, notes)
        offset = np.where(alerted[:, None], self.bases[1][rows], self.bases[0][rows]).astype(np.float32)
        quantities = np.zeros((count, QUANTITIES), np.float32)
        for table, some in ((self.learned, ~stated), (self.stated, stated)):
            places = np.flatnonzero(some)
            slots = np.where(told[places] >= 0, table.row[told[places]], -1)
            own = OwnHands(*(column[rows[places]] for column in self.own))
            quantities[places] = choice_quantities(own, table.shown, table.columns, slots, offset[places])
        features = self._features(rows, told, left, alerted, spoken)
        return Batch(features, quantities, offset * np.float32(self.scale), self.noted.call[rows])

    def _features(
        self,
        rows: NDArray[np.int64],
        told: NDArray[np.int64],
        left: NDArray[np.bool_],
        alerted: NDArray[np.bool_],
        spoken: NDArray[np.bool_],
    ) -> csr_matrix:
        turns = self.turns[rows]
        slot = slot_of_feature(turns)
        untold = np.take_along_axis(left, np.maximum(slot, 0), axis=1) & (slot >= 0)
        turns = np.where(untold | (is_alert_feature(turns) & ~alerted[:, None]), -1, turns)
        plain = circumstances(self.noted.vulnerable[rows], self.noted.form[rows])
        padded = np.concatenate([turns, self.own.features[rows], plain], axis=1)
        row, place = np.nonzero(padded >= 0)
        row_parts, column_parts = [row], [padded[row, place]]
        every, begin = self.words
        for number in range(SLOTS):
            some = np.flatnonzero(spoken & (told[:, number] >= 0))
            note = told[some, number]
            length = begin[note + 1] - begin[note]
            inside = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
            row_parts.append(np.repeat(some, length))
            word = every[np.repeat(begin[note], length) + inside]
            column_parts.append(word_feature(number, 0, self.count) + word)
        row, column = np.concatenate(row_parts), np.concatenate(column_parts)
        shape = (len(rows), count_features(self.count))
        return csr_matrix((np.ones(len(row), np.float32), (row, column)), shape=shape)


def _turns(noted: NotedDecisions) -> NDArray[np.int64]:
    """The features of each turn with the alerts known, padded with -1."""
    features = [
        turn_features(ToldAuction(noted.auctions[auction], tuple(steps), (), alerts))
        for auction, steps, alerts in zip(
            noted.auction.tolist(), noted.steps.tolist(), noted.alerts.tolist(), strict=True
        )
    ]
    out = np.full((len(features), max(map(len, features), default=0)), -1, np.int64)
    for row, own in enumerate(features):
        out[row, : len(own)] = own
    return out
