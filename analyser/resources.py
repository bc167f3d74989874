"""The one place that opens files shipped with the package: laws, words, models, bundled cases.

In a checkout `models/` and `cases/` stand beside the package; in a wheel they lie inside it, under `_shipped`.
"""

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from analyser.errors import ResourceError

__version__ = "0.1.0"

_PACKAGE = Path(__file__).resolve().parent
_BESIDE = ("models", "cases")


def one_thread_a_process() -> None:
    """Tell libraries not yet loaded to count with one thread; only the front doors may ask for this.

    The models' matrices are small: threads that share two cores with the solver's processes wait for each other a
    hundred times longer than they work.
    """
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


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


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder of the user's own by system, below the home folder unless the system names it."""

    named: str  # the variable by which the user names another folder
    macos: str
    variable: str
    otherwise: str

    def file(self, name: str) -> Path:
        """A file there; the folder is made when something is first kept."""
        if named := os.environ.get(self.named):
            return Path(named) / name
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / self.macos
        else:
            base = Path(os.environ.get(self.variable) or Path.home() / self.otherwise)
        return base / "analyser" / name


_CACHE = _Place("ANALYSER_CACHE", "Library/Caches", "XDG_CACHE_HOME", ".cache")
_DATA = _Place("ANALYSER_DATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")


def cache_file() -> Path:
    """The file of the solver's answers; `ANALYSER_CACHE` names another folder."""
    return _CACHE.file("solver.sqlite")


def drafts_file() -> Path:
    """The file of the drafts of the pages; `ANALYSER_DATA` names another folder."""
    return _DATA.file("drafts.sqlite")
