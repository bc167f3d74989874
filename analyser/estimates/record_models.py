"""Models learned from the record: their verified files, the network they share, and the trick tables of real play.

A model is a file of arrays without any code, and a card that gives its SHA-256. The first layer of a network is an
integer table, so that its sums are exact in any order; the other layers run in float64 in blocks of one fixed shape,
so that a position gives the same bytes alone and among thousands.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from math import prod
from pathlib import Path
from struct import error as struct_error
from struct import unpack_from
from typing import Any, Final, Self
from zipfile import ZIP_STORED, BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.bridge import Contract
from analyser.casefile import Form
from analyser.errors import ModelError, ResourceError
from analyser.messages import sentence

_HEADER: Final = 30
_NAME_LENGTH: Final = 26
_LONGEST_HEAD: Final = 4096
_ARRAYS: Final = "model.npz"
_FIGURES: Final = "model.json"


class RecordModel:
    """A model learned from the record; its file, shipped or in a given folder, is read at first use."""

    name: str

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """The model, read at once; refused if it does not fit its card."""
        model = cls(folder)
        model.read()
        return model

    def read(self) -> None:
        """Read the file and check that its arrays are those this model needs."""
        _ = self.arrays

    @cached_property
    def card(self) -> dict[str, Any]:
        """The model card: training data, accuracy, intended use."""
        return read_card(self.name, self.folder)

    @cached_property
    def _file(self) -> tuple[bytes, str]:
        """The bytes of the array file and their SHA-256, which equals the one on the card."""
        card, raw = self.card, _bytes(self.name, _ARRAYS, self.folder)
        return raw, _hash(self.name, _ARRAYS, raw, card)

    @property
    def sha256(self) -> str:
        """The SHA-256 of its file."""
        return self._file[1]

    @cached_property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of its file. Nothing in the file is executed: it holds numbers only."""
        raw, _ = self._file
        try:
            return _arrays(raw)
        except (ValueError, OSError, KeyError, BadZipFile, struct_error) as fault:
            raise ModelError(
                sentence("model-unreadable"), where=f"models/{self.name}/model.npz", found=str(fault)
            ) from fault

    def array(self, name: str) -> NDArray[Any]:
        """One array by name."""
        try:
            return self.arrays[name]
        except KeyError as missing:
            raise ModelError(
                sentence("model-lacks-array"), found=name, remedy=sentence("install-again")
            ) from missing


def open_model(name: str, folder: Path | None = None) -> RecordModel:
    """The model `models/<name>`, or the one in a folder, whatever its arrays; refused if its hash is not the card's."""
    model = RecordModel(folder)
    model.name = name
    model.read()
    return model


def model_hash(name: str, folder: Path | None = None) -> str:
    """The SHA-256 of a model (arrays or a JSON of figures), verified against its card."""
    card = read_card(name, folder)
    try:
        file, raw = _FIGURES, _bytes(name, _FIGURES, folder)
    except ModelError:  # a model of arrays
        return open_model(name, folder).sha256
    return _hash(name, file, raw, card)


def _hash(name: str, file: str, raw: bytes, card: dict[str, Any]) -> str:
    """The hash of a file, refused if it is not the one on the card."""
    promised = str(card.get("model", {}).get("sha256", ""))
    actual = sha256(raw).hexdigest()
    if actual != promised:
        raise ModelError(
            sentence("model-differs-from-card", promised=promised[:12] or "no hash"),
            where=f"models/{name}/{file}",
            found=actual[:12],
            remedy=sentence("install-or-train-again"),
        )
    return actual


def read_card(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The model card: training data, accuracy, intended use."""
    try:
        return tomllib.loads(_bytes(name, "card.toml", folder).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ModelError(
            sentence("model-card-unreadable"), where=f"models/{name}/card.toml", found=str(fault)
        ) from fault


def _arrays(raw: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of an npz file as views of its bytes; as its hash is verified, no checksum is computed."""
    arrays: dict[str, NDArray[Any]] = {}
    with ZipFile(BytesIO(raw)) as archive:
        for member in archive.infolist():
            if member.compress_type != ZIP_STORED:
                raise ValueError("its arrays are compressed")
            # A local header: thirty bytes, the last four of which give the lengths of the name and of the
            # extra field.
            name, extra = unpack_from("<HH", raw, member.header_offset + _NAME_LENGTH)
            begin = member.header_offset + _HEADER + name + extra
            arrays[member.filename.removesuffix(".npy")] = _array(raw, begin, member.file_size)
    return arrays


def _array(raw: bytes, begin: int, size: int) -> NDArray[Any]:
    start = BytesIO(raw[begin : begin + min(size, _LONGEST_HEAD)])
    if np.lib.format.read_magic(start) != (1, 0):
        raise ValueError("its arrays are not of format 1.0")
    shape, columns_first, kind = np.lib.format.read_array_header_1_0(start)
    if kind.hasobject:
        raise ValueError("it holds objects, not numbers")
    values = np.frombuffer(raw, kind, prod(shape), begin + start.tell())
    # Arithmetic on an array that starts at an odd byte is slow.
    array = values.reshape(shape, order="F" if columns_first else "C")
    return array if array.flags.aligned else array.copy()


def _bytes(name: str, file: str, folder: Path | None) -> bytes:
    try:
        return resources.data(f"models/{name}/{file}") if folder is None else (folder / file).read_bytes()
    except (OSError, ResourceError) as missing:
        raise ModelError(
            sentence("model-file-missing"),
            where=f"models/{name}",
            found=file,
            remedy=sentence("install-or-train"),
        ) from missing


AWAY: Final = 3
"""The largest difference from double dummy that is distinguished, in tricks."""
MARGINS: Final = 2
"""Double-dummy tricks over those needed are distinguished from so many below to so many above."""


class TrickModel(RecordModel):
    """Smoothed tables of the record: in each row the probability of every number of tricks in real play."""

    name = "tricks"

    def read(self) -> None:
        """Refuse tables of another shape."""
        tables = [self.array(name) for name in ("after_lead", "before")]
        if any(table.ndim != 6 for table in tables):
            raise ModelError(
                sentence("model-tables-differ"), where="models/tricks", remedy=sentence("train-again")
            )

    def _rows(self, name: str) -> NDArray[np.float64]:
        """One of the tables, normalised by row."""
        self.read()
        table = self.array(name).astype(np.float64)
        return np.asarray(table / table.sum(axis=-1, keepdims=True))

    @cached_property
    def chances_after_lead(self) -> NDArray[np.float64]:
        """P(0 … 13 tricks) by level, strain, doubled, every trick counting or not, double-dummy tricks after the lead."""
        return self._rows("after_lead")

    @cached_property
    def chances_before_lead(self) -> NDArray[np.float64]:
        """The same table for an unknown lead, indexed by double-dummy tricks before the lead."""
        return self._rows("before")

    @cached_property
    def evidence(self) -> NDArray[np.float64]:
        """Likelihood ratios of tricks, by whether a table had the same lead and by the distance (0 to 3) from its tricks."""
        return self.array("evidence").astype(np.float64)

    @property
    def record_counts(self) -> dict[str, NDArray[np.float64]]:
        """Relative frequencies counted in the record without any model, for comparison."""
        return {name: self.array(name) for name in ("histogram", "by_contract", "away")}

    def tricks(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The probabilities of 0 to 13 tricks if declarer makes `dd_tricks` double dummy after the actual lead."""
        return tuple(self.chances_after_lead[_row(dd_tricks, contract, form)].tolist())

    def tricks_given_table(
        self, dd_tricks: int, contract: Contract, form: Form, away: int, *, same_lead: bool
    ) -> tuple[float, ...]:
        """The posterior of `tricks`: at one table the same declarer in this strain took `away` more than double dummy.

        Double-dummy tricks are those after the lead if both tables had the `same_lead`, else those before any lead.
        """
        shares = self.chances_after_lead[_row(dd_tricks, contract, form)]
        apart = np.minimum(np.abs(np.arange(14) - dd_tricks - away), AWAY)
        beside = shares * self.evidence[int(same_lead)][apart]
        return tuple((beside / beside.sum()).tolist())

    def tricks_before_lead(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The same with `dd_tricks` counted before an unknown lead."""
        return tuple(self.chances_before_lead[_row(dd_tricks, contract, form)].tolist())


def _row(dd_tricks: int, contract: Contract, form: Form) -> tuple[int, int, int, int, int]:
    if not 0 <= dd_tricks <= 13:
        raise ModelError(sentence("tricks-thirteen"), found=str(dd_tricks))
    doubled = int(contract.doubled > 0)
    return (
        contract.level - 1,
        int(contract.strain),
        doubled,
        int(form.scoring.every_trick_counts),
        dd_tricks,
    )


BLOCK: Final = 32
"""Positions per block. Two rulings took a tenth less work than with blocks of 16, more again with 48 or 64."""

_AT_ONCE: Final = 2048
_QUICK_BLOCK: Final = 256
_CLEAR: Final = 0.02
"""Logits this far apart are in the same order in single precision, whose error in them is below 0.001."""


def split_positions(which: NDArray[np.int64]) -> Iterator[tuple[slice, list[int], NDArray[np.int64]]]:
    """Batches of positions: their rows, the auctions they need, the rows' indexes into these; `which` indexes all."""
    for start in range(0, len(which), _AT_ONCE):
        rows = slice(start, start + _AT_ONCE)
        met, local = np.unique(which[rows], return_inverse=True)
        yield rows, met.tolist(), local


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The fitted layers of a network, ready to be evaluated."""

    place: NDArray[np.int64]
    """The row of the table for each feature; features that were left out have the last row, which is zero."""
    table: NDArray[np.float32]
    """Integers of sixteen bits: their sums in float32 are as exact, and take half the time."""
    step: NDArray[np.float64]
    """The scale of one unit of the table, by column."""
    bias: NDArray[np.float64]
    dense: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]
    temperature: NDArray[np.float64]
    """The temperature that divides the logits, by kind of auction."""
    entry: NDArray[np.float64] | None = None
    """The first layer's weights of real-valued inputs; `None` if there are none."""

    @classmethod
    def from_model(cls, model: RecordModel, features: int, prefix: str = "") -> "Network":
        """The layers in a model's file for so many features; `prefix` selects one of several networks."""
        columns, table = model.array(f"{prefix}columns").astype(np.int64), model.array(f"{prefix}table")
        if (
            table.dtype != np.int16
            or table.shape[0] != len(columns) + 1
            or columns.max(initial=0) >= features
        ):
            raise ModelError(
                sentence("model-sights-differ"), found=str(table.shape), remedy=sentence("train-again")
            )
        place = np.full(features, len(columns), np.int64)
        place[columns] = np.arange(len(columns))
        dense = tuple(
            (
                np.asfortranarray(model.array(f"{prefix}weight{layer}"), dtype=np.float64),
                model.array(f"{prefix}bias{layer}").astype(np.float64),
            )
            for layer in range(sum(name.startswith(f"{prefix}weight") for name in model.arrays))
        )
        entry = f"{prefix}entry"
        return cls(
            place,
            table.astype(np.float32),
            model.array(f"{prefix}step").astype(np.float64),
            model.array(f"{prefix}first_bias").astype(np.float64),
            dense,
            model.array(f"{prefix}heat").astype(np.float64),
            np.asfortranarray(model.array(entry), dtype=np.float64) if entry in model.arrays else None,
        )

    def total(self, features: NDArray[np.int64]) -> NDArray[np.float32]:
        """The first layer's exact integer sum over some features, or over each row of them."""
        return np.asarray(self.table[self.place[features]].sum(axis=-2))

    def values(
        self,
        auctions: NDArray[np.float32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        quantities: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The output of the last layer, one row per position and one column per answer.

        `auctions` are first-layer sums of auction features, `which` is the index of each position's auction, `joint`
        are the features that depend on the hand, `quantities` the real-valued inputs.
        """
        out = np.empty((len(joint), self.dense[-1][0].shape[1]))
        block = np.zeros((BLOCK, self.table.shape[1]))
        seen = None if self.entry is None else np.zeros((BLOCK, self.entry.shape[0]))
        for start in range(0, len(joint), BLOCK):
            rows = slice(start, start + BLOCK)
            part = self.total(joint[rows])
            part += auctions[which[rows]]
            # the last block is padded with stale rows of the one before; they are not read
            np.multiply(part, self.step, out=block[: len(part)])
            value = block + self.bias
            if seen is not None and self.entry is not None and quantities is not None:
                seen[: len(part)] = quantities[rows]
                value += seen @ self.entry
            np.maximum(value, 0.0, out=value)
            for weight, bias in self.dense[:-1]:
                value = value @ weight
                value += bias
                np.maximum(value, 0.0, out=value)
            weight, bias = self.dense[-1]
            out[rows] = (value @ weight + bias)[: len(part)]
        return out

    def likeliest(
        self,
        sums: NDArray[np.float32],
        joint: NDArray[np.int64],
        legal: NDArray[np.bool_],
        kind: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The likeliest legal choice by position, the same as of `shares` with one first-layer sum per position.

        In single precision, which takes a third of the time; where two choices are close, `shares` decides.
        """
        layers = [(weight.astype(np.float32), bias.astype(np.float32)) for weight, bias in self.dense]
        step, base = self.step.astype(np.float32), self.bias.astype(np.float32)
        out = np.empty(len(joint), np.int64)
        close: list[NDArray[np.int64]] = []
        for start in range(0, len(joint), _QUICK_BLOCK):
            rows = slice(start, start + _QUICK_BLOCK)
            value = self.total(joint[rows])
            value += sums[rows]
            value *= step
            value += base
            for weight, bias in layers:
                np.maximum(value, 0.0, out=value)
                value = value @ weight
                value += bias
            value[~legal[rows]] = -np.inf
            out[rows] = value.argmax(axis=1)
            first_two = np.partition(value, -2, axis=1)[:, -2:]
            close.append(start + np.flatnonzero(first_two[:, 1] - first_two[:, 0] < _CLEAR))
        again = np.concatenate(close) if close else np.empty(0, np.int64)
        if len(again):
            which = np.arange(len(again))
            shares = self.shares(sums[again], which, joint[again], legal[again], kind[again])
            out[again] = shares.argmax(axis=1)
        return out

    def shares(
        self,
        auctions: NDArray[np.float32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        legal: NDArray[np.bool_],
        kind: NDArray[np.int64],
        quantities: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The share of each choice by softmax, one row per position; zero for illegal choices, the others sum to one."""
        out = self.values(auctions, which, joint, quantities)
        out /= self.temperature[kind][:, None]
        out[~legal] = -np.inf
        out -= out.max(axis=1, keepdims=True)
        np.exp(out, out=out)
        out /= out.sum(axis=1, keepdims=True)
        return out
