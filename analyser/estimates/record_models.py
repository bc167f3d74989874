"""Models learned from the record: how their files are read, the network of several, and the tricks of real play.

A model is data beside a card: arrays without any code, and the SHA-256 the card gives of them. The first layer of a
network is a table of whole numbers, so that its sums are exact in any order; the others run in float64 in blocks of one
fixed shape, so that a position asked alone and among thousands gets the same answer.
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
    """A model learned from the record; its file, the shipped one or that of a folder, is read when something is asked."""

    name: str

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """The model, read at once; refused when it does not fit its card."""
        model = cls(folder)
        model.read()
        return model

    def read(self) -> None:
        """Read the file and see that its arrays are what this model needs."""
        _ = self.arrays

    @cached_property
    def card(self) -> dict[str, Any]:
        """What it was trained on, how well it does, what it is for."""
        return read_card(self.name, self.folder)

    @cached_property
    def _file(self) -> tuple[bytes, str]:
        """The file of its arrays, with the hash that it and the card agree on."""
        card, raw = self.card, _bytes(self.name, _ARRAYS, self.folder)
        return raw, _hash(self.name, _ARRAYS, raw, card)

    @property
    def sha256(self) -> str:
        """The hash of its file."""
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
        """One of its arrays."""
        try:
            return self.arrays[name]
        except KeyError as missing:
            raise ModelError(
                sentence("model-lacks-array"), found=name, remedy=sentence("install-again")
            ) from missing


def open_model(name: str, folder: Path | None = None) -> RecordModel:
    """`models/<name>`, or the model in a folder, whatever its arrays are; refused when it is not that of its card."""
    model = RecordModel(folder)
    model.name = name
    model.read()
    return model


def model_hash(name: str, folder: Path | None = None) -> str:
    """The SHA-256 of a model, of arrays or of a few figures, once it was held against its card."""
    card = read_card(name, folder)
    try:
        file, raw = _FIGURES, _bytes(name, _FIGURES, folder)
    except ModelError:  # a model of arrays
        return open_model(name, folder).sha256
    return _hash(name, file, raw, card)


def _hash(name: str, file: str, raw: bytes, card: dict[str, Any]) -> str:
    """The hash of a file, refused when it is not the one on the card."""
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
    """The card of a model: what it was trained on, how well it does, what it is for."""
    try:
        return tomllib.loads(_bytes(name, "card.toml", folder).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ModelError(
            sentence("model-card-unreadable"), where=f"models/{name}/card.toml", found=str(fault)
        ) from fault


def _arrays(raw: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of an npz file, looked at where they lie: its hash is known, so nothing is summed or copied again."""
    arrays: dict[str, NDArray[Any]] = {}
    with ZipFile(BytesIO(raw)) as archive:
        for member in archive.infolist():
            if member.compress_type != ZIP_STORED:
                raise ValueError("its arrays are compressed")
            # A local header: thirty bytes, the last four of which tell how long the name and what follows it are.
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
    # An array that starts at an odd byte is slow to reckon with.
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
"""Tricks away from double dummy are told apart up to so many."""
MARGINS: Final = 2
"""Double-dummy tricks over those needed are told apart from so many below to so many above."""


class TrickModel(RecordModel):
    """The tables of the record, smoothed: each row a chance of every number of tricks."""

    name = "tricks"

    def read(self) -> None:
        """Refuse tables of another shape."""
        tables = [self.array(name) for name in ("after_lead", "before")]
        if any(table.ndim != 6 for table in tables):
            raise ModelError(
                sentence("model-tables-differ"), where="models/tricks", remedy=sentence("train-again")
            )

    def _rows(self, name: str) -> NDArray[np.float64]:
        """One of the tables, its rows adding up to one."""
        self.read()
        table = self.array(name).astype(np.float64)
        return np.asarray(table / table.sum(axis=-1, keepdims=True))

    @cached_property
    def chances_after_lead(self) -> NDArray[np.float64]:
        """By level, strain, doubled or not, every trick counting or not, double-dummy tricks: the chance of 0 to 13."""
        return self._rows("after_lead")

    @cached_property
    def chances_before_lead(self) -> NDArray[np.float64]:
        """The same, when the lead is not known and neither is what it gave away."""
        return self._rows("before")

    @cached_property
    def evidence(self) -> NDArray[np.float64]:
        """By another lead or the same, by how far from the tricks of another table (0 to 3): the factor on their chance."""
        return self.array("evidence").astype(np.float64)

    @property
    def record_counts(self) -> dict[str, NDArray[np.float64]]:
        """What the record counts without any model, for comparison."""
        return {name: self.array(name) for name in ("histogram", "by_contract", "away")}

    def tricks(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The chance of 0 to 13 tricks when declarer makes `dd_tricks` double dummy after the lead made."""
        return tuple(self.chances_after_lead[_row(dd_tricks, contract, form)].tolist())

    def tricks_given_table(
        self, dd_tricks: int, contract: Contract, form: Form, away: int, *, same_lead: bool
    ) -> tuple[float, ...]:
        """`tricks`, where at a table the same declarer in this strain was `away` over double dummy.

        Counted after the lead where that is the `same_lead`, else before any.
        """
        shares = self.chances_after_lead[_row(dd_tricks, contract, form)]
        apart = np.minimum(np.abs(np.arange(14) - dd_tricks - away), AWAY)
        beside = shares * self.evidence[int(same_lead)][apart]
        return tuple((beside / beside.sum()).tolist())

    def tricks_before_lead(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The same with `dd_tricks` counted before the lead, which is not known."""
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
"""Positions reckoned together, always as many: two rulings took a tenth less work than with 16, and more again with 48 or 64."""

_AT_ONCE: Final = 2048


def split_positions(which: NDArray[np.int64]) -> Iterator[tuple[slice, list[int], NDArray[np.int64]]]:
    """Many positions in turn, `which` saying whose auction each has: the rows, the auctions met, which of them is whose."""
    for start in range(0, len(which), _AT_ONCE):
        rows = slice(start, start + _AT_ONCE)
        met, local = np.unique(which[rows], return_inverse=True)
        yield rows, met.tolist(), local


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The fitted layers, ready to use."""

    place: NDArray[np.int64]
    """Which row of the table belongs to each feature; the last row is empty, for features left out."""
    table: NDArray[np.float32]
    """Whole numbers of sixteen bits: as float32 their sums are as exact, and in half the time."""
    step: NDArray[np.float64]
    """What one unit of the table is worth, by column."""
    bias: NDArray[np.float64]
    dense: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]
    temperature: NDArray[np.float64]
    """What the logits are divided by, by kind of auction."""
    entry: NDArray[np.float64] | None = None
    """The first layer's weights of quantities seen besides; none where there are no quantities."""

    @classmethod
    def from_model(cls, model: RecordModel, features: int, prefix: str = "") -> "Network":
        """Take the layers out of a model's file, made for so many features; `prefix` tells several networks apart."""
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
        """The first layer's whole-number sum over some features, or over each row of them."""
        return np.asarray(self.table[self.place[features]].sum(axis=-2))

    def values(
        self,
        auctions: NDArray[np.float32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        quantities: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """What the last layer says of each answer, a row a position.

        `auctions` are sums over the features of some auctions, `which` says which of them each position is in, `joint`
        are the features that need the hand, `quantities` what was seen besides.
        """
        out = np.empty((len(joint), self.dense[-1][0].shape[1]))
        block = np.zeros((BLOCK, self.table.shape[1]))
        seen = None if self.entry is None else np.zeros((BLOCK, self.entry.shape[0]))
        for start in range(0, len(joint), BLOCK):
            rows = slice(start, start + BLOCK)
            part = self.total(joint[rows])
            part += auctions[which[rows]]
            # a last block that is not full keeps what stood in its other rows: they are not looked at
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

    def shares(
        self,
        auctions: NDArray[np.float32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        legal: NDArray[np.bool_],
        kind: NDArray[np.int64],
        quantities: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The share of each choice, a row a position; what is not legal gets nothing and the rest adds up to one."""
        out = self.values(auctions, which, joint, quantities)
        out /= self.temperature[kind][:, None]
        out[~legal] = -np.inf
        out -= out.max(axis=1, keepdims=True)
        np.exp(out, out=out)
        out /= out.sum(axis=1, keepdims=True)
        return out
