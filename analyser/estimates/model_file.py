"""A model is data beside a card: arrays without any code, and the SHA-256 the card gives of them."""

import tomllib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from math import prod
from pathlib import Path
from struct import error as struct_error
from struct import unpack_from
from typing import Any, ClassVar, Final, Self
from zipfile import ZIP_STORED, BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.errors import ModelError, ResourceError

_HEADER: Final = 30
_NAME_LENGTH: Final = 26
_LONGEST_HEAD: Final = 4096
_ARRAYS: Final = "model.npz"
_FIGURES: Final = "model.json"


@dataclass(frozen=True, slots=True, eq=False)
class StoredModel:
    """A model as its file holds it: its arrays, its card, and the hash both agree on."""

    arrays: dict[str, NDArray[Any]]
    card: dict[str, Any]
    sha256: str

    def array(self, name: str) -> NDArray[Any]:
        """One of its arrays."""
        try:
            return self.arrays[name]
        except KeyError as missing:
            raise ModelError(
                "the model lacks an array", found=name, remedy="install the package again"
            ) from missing

    def group(self, name: str) -> list[NDArray[Any]]:
        """The arrays `name0`, `name1` … in order."""
        arrays: list[NDArray[np.generic]] = []
        while (key := f"{name}{len(arrays)}") in self.arrays:
            arrays.append(self.arrays[key])
        return arrays


class RecordModel(ABC):
    """A model learned from the record; its file, the shipped one or that of a folder, is read when something is asked."""

    name: ClassVar[str]

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """The model, read at once; refused when it does not fit its card."""
        model = cls(folder)
        model.read()
        return model

    @abstractmethod
    def read(self) -> None:
        """Read the file and see that its arrays are what this model needs."""

    @cached_property
    def stored(self) -> StoredModel:
        """What its file holds."""
        return open_model(self.name, self.folder)

    @property
    def card(self) -> dict[str, Any]:
        """What it was trained on, how well it does, what it is for."""
        return self.stored.card

    @property
    def sha256(self) -> str:
        """The hash of its file."""
        return self.stored.sha256


def open_model(name: str, folder: Path | None = None) -> StoredModel:
    """Open `models/<name>`, or the model in a folder, after checking it against its card.

    Nothing in the file is executed: it holds numbers only.
    """
    card = read_card(name, folder)
    raw = _bytes(name, _ARRAYS, folder)
    actual = _hash(name, _ARRAYS, raw, card)
    try:
        return StoredModel(_arrays(raw), card, actual)
    except (ValueError, OSError, KeyError, BadZipFile, struct_error) as fault:
        raise ModelError(
            "the model cannot be read", where=f"models/{name}/model.npz", found=str(fault)
        ) from fault


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
            f"the model is not the one its card describes ({promised[:12] or 'no hash'} on the card)",
            where=f"models/{name}/{file}",
            found=actual[:12],
            remedy="install the package again, or train the model again",
        )
    return actual


def read_card(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The card of a model: what it was trained on, how well it does, what it is for."""
    try:
        return tomllib.loads(_bytes(name, "card.toml", folder).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ModelError(
            "the card cannot be read", where=f"models/{name}/card.toml", found=str(fault)
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
            "a file of the model is missing",
            where=f"models/{name}",
            found=file,
            remedy="install the package again, or train the model",
        ) from missing
