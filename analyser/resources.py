"""The files of the package (laws, words, models, bundled cases), and how a file of the user's own is kept in sqlite.

In a checkout `models/` and `cases/` stand beside the package; in a wheel they lie inside it, under `_shipped`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from analyser.errors import ResourceError

if TYPE_CHECKING:
    import sqlite3

__version__ = "0.2.0"

_PACKAGE = Path(__file__).resolve().parent
_BESIDE = ("models", "cases")


def install_line(extra: str) -> str:
    """Where and how an optional part is installed: from a checkout, never by name from an index, which is not ours."""
    return f'in the project\'s folder: ./run setup, or pip install ".[{extra}]"'


def limit_blas_threads() -> None:
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
    """The text of a shipped file, for example `laws/editions/2017.toml`."""
    return data(name).decode("utf-8")


def parse_toml(name: str, written: str) -> dict[str, Any]:
    """The tables of a TOML text; a fault of its form is refused with the file's name and the line."""
    import tomllib  # most first words need no table

    try:
        return tomllib.loads(written)
    except tomllib.TOMLDecodeError as fault:
        raise ResourceError(f"not a TOML file: {fault}", where=name, remedy="mend the line named") from fault


def toml(name: str) -> dict[str, Any]:
    """The tables of a shipped TOML file, for example `laws/editions/2017.toml`."""
    return parse_toml(name, text(name))


def listing(folder: str) -> tuple[str, ...]:
    """The names of the files and folders in a shipped folder, sorted; empty when there is none."""
    place = location(folder)
    if not place.is_dir():
        return ()
    return tuple(sorted(f"{folder}/{entry.name}" for entry in place.iterdir() if entry.name[0] not in "._"))


def stems(folder: str) -> tuple[str, ...]:
    """The names of the TOML files in a shipped folder without their ending, sorted: the editions, the regulations.

    >>> stems("laws/editions")[:3]
    ('1997', '2007', '2017')
    """
    names = (PurePosixPath(name) for name in listing(folder))
    return tuple(name.stem for name in names if name.suffix == ".toml")


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


def open_sqlite(
    path: Path | None,
    tables: str,
    *,
    synchronous: str = "NORMAL",
    journal: str = "WAL",
    patience: float = 30.0,
) -> "sqlite3.Connection":
    """Open a sqlite file with its tables, made with its folder if missing; no path is a file in memory.

    Any process may be killed at any moment: with write-ahead logging (`journal`) what was committed stays whole.
    `synchronous` is FULL where what was acknowledged must outlive a power failure too, NORMAL where the last commit may be
    worked out again, OFF for a file written again at every run. `patience`: seconds to wait while another process writes. Any
    thread may use the connection, each statement commits by itself.
    """
    import sqlite3  # not every run keeps something

    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path or ":memory:", timeout=patience, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        is_new = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
        # The tables of a new file reach the disk together, not each by itself.
        connection.executescript(f"BEGIN IMMEDIATE;{tables};COMMIT" if is_new else tables)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def sqlite_parts(path: Path | None) -> Iterator[Path]:
    """A sqlite file and what sqlite keeps beside it: its journal and its write-ahead log."""
    if path is not None:
        for end in ("", "-wal", "-shm", "-journal"):
            yield path.with_name(path.name + end)


def delete_sqlite(path: Path | None) -> None:
    """Delete a sqlite file and what sqlite left beside it."""
    for part in sqlite_parts(path):
        with suppress(FileNotFoundError):
            part.unlink()


@contextmanager
def transaction(connection: "sqlite3.Connection") -> "Iterator[sqlite3.Connection]":
    """One change that is made whole or not at all; other processes wait for it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise
