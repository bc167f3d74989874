"""What has been worked out of an event so far, one row a unit of work, in one sqlite file.

A unit is named by its own content, so that a row answers for exactly these facts: a file that was corrected in
between is worked out anew, and what stayed the same is not. Every row is committed by itself with write-ahead
logging: the process may be killed at any moment, and a row is there whole, once, or not at all.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from analyser.errors import AnalyserError

__all__ = ["Checkpoint", "Row", "Standing"]

_PATIENCE = 30.0  # seconds to wait while another program reads the file
_FORM = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS made (form INTEGER NOT NULL, engine TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS units (key TEXT PRIMARY KEY, standing TEXT NOT NULL, answer TEXT NOT NULL) WITHOUT ROWID;
"""


class Standing(StrEnum):
    """How far a unit is: whole; something in it ran out of time, to be tried again; or given up, and why."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one unit: its answer as text, or the reason why there is none."""

    key: str
    standing: Standing
    answer: str


class Checkpoint:
    """The rows of one event, made by one engine; `fresh` forgets what an earlier run left.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Checkpoint(Path(folder) / "c.sqlite", "engine 1") as kept:
    ...     kept.keep(Row("a", Standing.COMPLETE, "12"))
    ...     kept.answer("a"), kept.settled("a"), kept.settled("b")
    ('12', True, False)
    """

    def __init__(self, path: Path, engine: str, *, fresh: bool = False) -> None:
        self.path = path
        if fresh:
            _forget(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._open.execute("PRAGMA journal_mode = WAL")
            self._open.execute("PRAGMA synchronous = NORMAL")
            self._open.executescript(_SCHEMA)
            self._of_this_engine(engine)
        except (sqlite3.Error, OSError) as reason:
            remedy = "run without --resume to begin anew, or name another folder"
            raise AnalyserError(
                f"the checkpoint cannot be used: {reason}", where=path.name, remedy=remedy
            ) from reason

    def _of_this_engine(self, engine: str) -> None:
        """Rows of another engine or form are no answers to today's questions: they are forgotten."""
        made = self._open.execute("SELECT form, engine FROM made").fetchone()
        if made == (_FORM, engine):
            return
        self._open.execute("BEGIN IMMEDIATE")
        self._open.execute("DELETE FROM made")
        self._open.execute("DELETE FROM units")
        self._open.execute("INSERT INTO made VALUES (?, ?)", (_FORM, engine))
        self._open.execute("COMMIT")

    def keep(self, row: Row) -> None:
        """Commit one row; a later row of the same unit takes its place."""
        self._open.execute(
            "INSERT OR REPLACE INTO units VALUES (?, ?, ?)", (row.key, row.standing, row.answer)
        )

    def settled(self, key: str) -> bool:
        """Tell whether a unit need not be tried again."""
        found = self._open.execute("SELECT standing FROM units WHERE key = ?", (key,)).fetchone()
        return found is not None and found[0] == Standing.COMPLETE

    def answer(self, key: str) -> str | None:
        """The answer of a unit, whole or in part; none if there is none."""
        asked = "SELECT answer FROM units WHERE key = ? AND standing != 'failed'"
        found = self._open.execute(asked, (key,)).fetchone()
        return None if found is None else str(found[0])

    def rows(self, keys: Iterable[str]) -> Iterator[Row]:
        """The rows of these units, in this order; units without one are passed over."""
        for key in keys:
            found = self._open.execute(
                "SELECT key, standing, answer FROM units WHERE key = ?", (key,)
            ).fetchone()
            if found is not None:
                yield Row(found[0], Standing(found[1]), found[2])

    def __len__(self) -> int:
        """How many units have a row."""
        (count,) = self._open.execute("SELECT count(*) FROM units").fetchone()
        return int(count)

    def __enter__(self) -> Self:
        """Use it for one run."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Let go of the file."""
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._open.close()


def _forget(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).unlink()
