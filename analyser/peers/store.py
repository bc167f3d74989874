"""A model is data beside a card: arrays without any code, and the SHA-256 the card gives of them."""

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser import resources
from analyser.errors import ModelError, ResourceError

__all__ = ["Stored", "open_model", "read_card"]


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """A model as it was shipped: its numbers, its card, and the hash both agree on."""

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
        found: list[NDArray[np.generic]] = []
        while (key := f"{name}{len(found)}") in self.arrays:
            found.append(self.arrays[key])
        return found


def open_model(name: str, folder: Path | None = None) -> Stored:
    """Open `models/<name>`, or the model in a folder, after checking it against its card.

    Nothing in the file is executed: it holds numbers only.
    """
    card = read_card(name, folder)
    raw = _bytes(name, "model.npz", folder)
    promised = str(card.get("model", {}).get("sha256", ""))
    actual = sha256(raw).hexdigest()
    if actual != promised:
        raise ModelError(
            f"the model is not the one its card describes ({promised[:12] or 'no hash'} on the card)",
            where=f"models/{name}/model.npz",
            found=actual[:12],
            remedy="install the package again, or train the model again",
        )
    try:
        with np.load(BytesIO(raw), allow_pickle=False) as stored:
            return Stored(dict(stored), card, actual)
    except (ValueError, OSError, KeyError) as fault:
        raise ModelError(
            "the model cannot be read", where=f"models/{name}/model.npz", found=str(fault)
        ) from fault


def read_card(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The card of a model: what it was trained on, how well it does, what it is for."""
    try:
        return tomllib.loads(_bytes(name, "card.toml", folder).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ModelError(
            "the card cannot be read", where=f"models/{name}/card.toml", found=str(fault)
        ) from fault


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
