"""The files of a trained model: its arrays without any code, and a card with its provenance and scores."""

import platform
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.casefile.tree import toml_key, toml_value

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same arrays must give the same file, whenever it is written


def packed(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The arrays as one npz file, byte for byte the same for the same arrays."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            single = BytesIO()
            np.lib.format.write_array(single, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _EPOCH), single.getvalue())
    return whole.getvalue()


def provenance(entry: str, seed: int, data: Mapping[str, str]) -> dict[str, Any]:
    """The provenance of a model: the command, the random seed, the versions, the hash of each file of the record."""
    return {
        "entry": entry,
        "seed": seed,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "scikit_learn": version("scikit-learn"),
        "data": dict(data),
    }


def write_model(folder: Path, arrays: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> str:
    """The hash of the model after writing `model.npz` and `card.toml`.

    The card's table `model` gets the hash and the size of the file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    raw = packed(arrays)
    (folder / "model.npz").write_bytes(raw)
    whole_card = dict(card)
    whole_card["model"] = {**card.get("model", {}), "sha256": sha256(raw).hexdigest(), "bytes": len(raw)}
    (folder / "card.toml").write_text(toml_text(whole_card), encoding="utf-8", newline="\n")
    return sha256(raw).hexdigest()


def toml_text(values: Mapping[str, Any]) -> str:
    """A card as TOML: tables of strings, numbers, booleans and lists; floats with at most four decimals.

    >>> print(toml_text({"model": {"name": "calls", "units": [8, 4]}, "scores": {"top1": 0.79004}}), end="")
    [model]
    name = "calls"
    units = [8, 4]
    <BLANKLINE>
    [scores]
    top1 = 0.79
    """
    lines: list[str] = []
    _table(lines, (), values)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(lines: list[str], path: tuple[str, ...], values: Mapping[str, Any]) -> None:
    plain = {key: value for key, value in values.items() if not isinstance(value, Mapping)}
    if path and plain:
        lines += ["", f"[{'.'.join(map(toml_key, path))}]"]
    lines += [
        f"{toml_key(key)} = {toml_value(_rounded(value))}"
        for key, value in plain.items()
        if value is not None
    ]
    for key, value in values.items():
        if isinstance(value, Mapping):
            _table(lines, (*path, key), value)


def _rounded(value: object) -> object:
    """A value of a card as it is written; types that no card holds are refused."""
    match value:
        case bool() | str():
            return value
        case int() | np.integer():
            return int(value)
        case float() | np.floating():
            return round(float(value), 4)
        case Mapping():
            return {key: _rounded(item) for key, item in value.items()}
        case Sequence():
            return [_rounded(item) for item in value]
        case _:
            raise TypeError(
                f"a card holds words, numbers, truths, lists and tables, not {type(value).__name__}"
            )
