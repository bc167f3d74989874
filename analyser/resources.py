"""The one place that opens files shipped with the package: laws, words, models, bundled cases.

In a checkout `models/` and `cases/` stand beside the package; in a wheel they lie inside it, under `_shipped`.
"""

from functools import cache
from pathlib import Path, PurePosixPath

from analyser.errors import ResourceError

__all__ = ["data", "listing", "location", "text"]

_PACKAGE = Path(__file__).resolve().parent
_BESIDE = ("models", "cases")


@cache
def _root(first: str) -> Path:
    if first in _BESIDE:
        shipped = _PACKAGE / "_shipped" / first
        return shipped if shipped.is_dir() else _PACKAGE.parent / first
    return _PACKAGE / first


def location(name: str) -> Path:
    """Where a shipped file or folder lies, for libraries that must open it themselves.

    >>> location("models").name
    'models'
    """
    parts = PurePosixPath(name).parts
    if not parts or PurePosixPath(name).is_absolute() or ".." in parts:
        raise ResourceError("only files of the package can be opened", found=name)
    return _root(parts[0]).joinpath(*parts[1:])


def data(name: str) -> bytes:
    """The bytes of a shipped file, for example `models/calls/model.npz`."""
    try:
        return location(name).read_bytes()
    except OSError as reason:
        raise ResourceError(
            "a file of the package is missing", found=name, remedy="install the package again"
        ) from reason


def text(name: str) -> str:
    """The text of a shipped file, for example `laws/editions/2017/edition.toml`."""
    return data(name).decode("utf-8")


def listing(folder: str) -> tuple[str, ...]:
    """The names of the files and folders in a shipped folder, sorted; empty when there is none."""
    place = location(folder)
    if not place.is_dir():
        return ()
    return tuple(sorted(f"{folder}/{entry.name}" for entry in place.iterdir() if entry.name[0] not in "._"))
