"""The learned part: what hands the record's players held after an auction, and after an auction and an explanation.

Two small networks. The first starts from the histograms of the prefix and looks at the auction; the second starts from
the first and looks at the words (entries of the lexicon), at the figures of the rules and at the auction. Both add to
log-probabilities: an explanation moves what the auction shows and never replaces it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.errors import ModelError
from analyser.estimates.call_features import FEATURES, auction_features, features_of_group
from analyser.estimates.meanings.boxes import Union
from analyser.estimates.meanings.figures import (
    PARTS,
    QUANTITIES,
    WIDTH,
    quantities_of,
    shift_by_rules,
    stated_keys,
)
from analyser.estimates.meanings.prefixes import PrefixTable, normalised
from analyser.estimates.record_models import RecordModel
from analyser.messages import sentence

OUT: Final = WIDTH + 2
"""Logits of points and lengths, of a balanced hand, and of a hand as the reading says."""
FIRST: Final = features_of_group("opener").start
AUCTION: Final = FEATURES - FIRST + 4
"""Features of the auction and the vulnerability of the explained call's maker."""
INPUTS: Final = 2 * QUANTITIES + 20


@dataclass(frozen=True, slots=True, eq=False)
class MeaningInputs:
    """Some explained calls as the networks see them, one row each."""

    auctions: tuple[tuple[int, ...], ...]
    """The calls up to and with the explained one."""
    vulnerable: NDArray[np.int64]
    """Seen by its maker: 0 neither side, 1 his own, 2 the other, 3 both."""
    entries: tuple[tuple[int, ...], ...]
    """The numbers of the entries known; empty where only rules are given."""
    plain: tuple[Union, ...]
    full: tuple[Union, ...]
    has_words: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """Log-probabilities of points and lengths, the chance of a balanced hand, and of one as the reading says."""

    logs: NDArray[np.float64]
    balanced: NDArray[np.float64]
    inside: NDArray[np.float64]
    context: NDArray[np.float64]
    """What the network of the words sees of the auctions, one row each."""


def auction_rows(auctions: Sequence[tuple[int, ...]], vulnerable: Sequence[int]) -> list[NDArray[np.int64]]:
    """The auction features of each row, numbered from 0; vulnerability last."""
    return [
        np.array([*auction_features(calls).features, FIRST + AUCTION - 4 + side], np.int64) - FIRST
        for calls, side in zip(auctions, vulnerable, strict=True)
    ]


class MeaningModel(RecordModel):
    """The learned lexicon; its file is read at first use."""

    name = "meanings"

    def read(self) -> None:
        """Refuse networks made for other features."""
        if (
            self.array("auction_columns").max(initial=0) >= AUCTION
            or self.array("word_bias2").shape != (OUT,)
            or self.array("word_quantities").shape[0] != INPUTS
            or self.array("prefix_histogram").shape[1] != WIDTH
        ):
            raise ModelError(
                sentence("model-sights-differ"), where="models/meanings", remedy=sentence("train-again")
            )

    @cached_property
    def layers(self) -> Mapping[str, NDArray[np.float64]]:
        """The weights as float64."""
        self.read()
        names = [name for name in self.arrays if name.startswith(("auction_", "word_"))]
        return {
            name: self.array(name).astype(np.float64)
            for name in names
            if name not in ("auction_table", "word_auction", "word_table", "auction_columns")
        }

    @cached_property
    def tables(self) -> Mapping[str, NDArray[np.float32]]:
        """The tables of which rows are added up."""
        self.read()
        names = ("auction_table", "word_auction", "word_table")
        return {name: self.array(name).astype(np.float32) for name in names}

    @cached_property
    def prefixes(self) -> PrefixTable:
        """The histograms by prefix."""
        return PrefixTable.from_model(self)

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The row of each auction feature; the last row is zero."""
        columns = self.array("auction_columns").astype(np.int64)
        place = np.full(AUCTION, len(columns), np.int64)
        place[columns] = np.arange(len(columns))
        return place

    @cached_property
    def entries(self) -> Mapping[str, int]:
        """The row of each entry."""
        return {entry: row for row, entry in enumerate(self.array("entries").tobytes().decode().split("\n"))}

    def known_entries(self, entries: Sequence[str]) -> tuple[int, ...]:
        """The numbers of those entries the record knows."""
        return tuple(row for entry in entries if (row := self.entries.get(entry)) is not None)

    def _summed(self, name: str, rows: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
        """The sum of some rows of a table for each array of row numbers."""
        table = self.tables[name]
        out = np.zeros((len(rows), table.shape[1]))
        for place, row in enumerate(rows):
            if len(row):
                np.add.reduce(table[row], axis=0, out=out[place], dtype=np.float64)
        return out

    def by_auction(self, auctions: Sequence[tuple[int, ...]], vulnerable: NDArray[np.int64]) -> Predicted:
        """What the auction alone shows of the maker of the last call, one row per auction."""
        layers = self.layers
        numbers: dict[tuple[tuple[int, ...], int], int] = {}
        which = np.array(
            [
                numbers.setdefault(key, len(numbers))
                for key in zip(auctions, vulnerable.tolist(), strict=True)
            ],
            np.int64,
        )
        known = tuple(calls for calls, _ in numbers)
        rows = [self.places[row] for row in auction_rows(known, [side for _, side in numbers])]
        hidden = np.maximum(self._summed("auction_table", rows) + layers["auction_bias"], 0)
        out = hidden @ layers["auction_weight2"] + layers["auction_bias2"]
        logs = normalised(out[:, :WIDTH] + self.prefixes.logarithms(self.prefixes.rows(known)))
        context = self._summed("word_auction", rows)
        return Predicted(logs[which], _chance(out[:, WIDTH])[which], np.zeros(len(which)), context[which])

    def by_words(self, given: MeaningInputs, before: Predicted) -> Predicted:
        """What auction and explanation show together; `before` is what the auction shows."""
        layers = self.layers
        shift, quantities = rule_inputs(given, before)
        hidden = before.context + self._summed(
            "word_table", [np.array(row, np.int64) for row in given.entries]
        )
        hidden += quantities @ layers["word_quantities"] + layers["word_bias"]
        hidden = np.maximum(hidden, 0)
        out = hidden @ layers["word_weight2"] + layers["word_bias2"]
        doubt = _chance(hidden @ layers["word_doubt"] + layers["word_doubt_bias"])
        out[:, :WIDTH] += before.logs + (shift * spread(layers["word_gain"])[:, None]).sum(axis=0)
        out[:, :WIDTH] += spread(doubt) * (layers["word_anyone"] - before.logs)
        out[:, WIDTH] += np.log(before.balanced) - np.log1p(-before.balanced)
        logs, balanced, inside = (
            normalised(out[:, :WIDTH]),
            _chance(out[:, WIDTH]),
            _chance(out[:, WIDTH + 1]),
        )
        return Predicted(logs, balanced, inside, before.context)


def spread(gain: NDArray[np.float64]) -> NDArray[np.float64]:
    """The gains of points and of lengths, by column."""
    return np.concatenate(
        [np.repeat(gain[:, :1], PARTS[0].stop, 1), np.repeat(gain[:, 1:], WIDTH - PARTS[0].stop, 1)], 1
    )


def rule_inputs(given: MeaningInputs, before: Predicted) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shifts by the plain and the full reading, and the figures of both with what the auction makes of them."""
    chances = np.exp(before.logs)
    shift = np.zeros((2, len(given.auctions), WIDTH))
    quantities = np.zeros((len(given.auctions), INPUTS))
    for place, readings in enumerate((given.plain, given.full)):
        rows_by_keys: dict[tuple[tuple[tuple[str, int, int], ...], ...], list[int]] = {}
        figures: dict[int, tuple[tuple[tuple[tuple[str, int, int], ...], ...], NDArray[np.float64]]] = {}
        for row, boxes in enumerate(readings):
            known = figures.get(id(boxes))
            if known is None:
                keys = stated_keys(boxes)
                known = figures[id(boxes)] = keys, quantities_of(keys)
            rows_by_keys.setdefault(known[0], []).append(row)
            quantities[row, place * QUANTITIES : (place + 1) * QUANTITIES] = known[1]
        for keys, rows in rows_by_keys.items():
            if keys:
                shift[place, rows] = shift_by_rules(keys, chances[rows])
    _add_context(quantities[:, 2 * QUANTITIES :], given, before, shift)
    return shift, quantities


def _add_context(
    out: NDArray[np.float64], given: MeaningInputs, before: Predicted, shift: NDArray[np.float64]
) -> None:
    """The other inputs: are there words; what the auction shows; how surprising the rules are after it."""
    chances = np.exp(before.logs)
    numbers = np.arange(PARTS[0].stop)
    mean = chances[:, PARTS[0]] @ numbers
    out[:, 0] = given.has_words
    out[:, 1] = mean / 10
    out[:, 2] = before.balanced
    out[:, 3] = np.sqrt(np.maximum(chances[:, PARTS[0]] @ numbers**2 - mean**2, 0)) / 4
    for place, part in enumerate(PARTS[1:]):
        out[:, 4 + place] = chances[:, part] @ np.arange(14) / 4
    for number in range(2):
        stated = normalised(before.logs + shift[number])
        told = np.exp(stated) * (stated - before.logs)
        for place, part in enumerate(PARTS):
            out[:, 8 + 5 * number + place] = told[:, part].sum(axis=1)
    out[:, 18] = out[:, 9:13].max(axis=1)
    out[:, 19] = np.minimum(out[:, 14:18].max(axis=1), 3.0)


def _chance(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(1 / (1 + np.exp(-np.clip(logits, -30, 30))), 1e-4, 1 - 1e-4)


@cache
def meaning_model() -> MeaningModel:
    """The lexicon shipped with the program."""
    return MeaningModel()


def load_model(folder: Path | None) -> MeaningModel:
    """The lexicon of a folder, or the shipped one."""
    return meaning_model() if folder is None else MeaningModel.load(folder)
