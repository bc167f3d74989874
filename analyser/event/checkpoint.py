"""What has been worked out of an event so far, one row a unit of work, in one sqlite file.

A unit is named by its own content, so that a row answers for exactly these facts: a file that was corrected in
between is worked out anew, and what stayed the same is not. Every row is committed by itself with write-ahead
logging: the process may be killed at any moment, and a row is there whole, once, or not at all.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from analyser.errors import AnalyserError
from analyser.resources import SqliteFile, transaction

_FORM = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS made (form INTEGER NOT NULL, engine TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS units (key TEXT PRIMARY KEY, standing TEXT NOT NULL, answer TEXT NOT NULL) WITHOUT ROWID;
"""


class UnitState(StrEnum):
    """How far a unit is: whole; something in it ran out of time, to be tried again; or given up, and why."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """What is known of one unit: its answer as text, or the reason why there is none."""

    key: str
    state: UnitState
    answer: str


class Checkpoint:
    """The rows of one event, made by one engine; `fresh` forgets what an earlier run left.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Checkpoint(Path(folder) / "c.sqlite", "engine 1") as checkpoint:
    ...     checkpoint.keep(UnitAnswer("a", UnitState.COMPLETE, "12"))
    ...     checkpoint.answer("a"), checkpoint.settled("a"), checkpoint.settled("b")
    ('12', True, False)
    """

    def __init__(self, path: Path, engine: str, *, fresh: bool = False) -> None:
        file = SqliteFile(path, _TABLES)
        try:
            if fresh:
                file.delete()
            self._connection = file.connect()
            self._forget_other_engines(engine)
        except (sqlite3.Error, OSError) as reason:
            remedy = "run without --resume to begin anew, or name another folder"
            raise AnalyserError(
                f"the checkpoint cannot be used: {reason}", where=path.name, remedy=remedy
            ) from reason

    def _forget_other_engines(self, engine: str) -> None:
        """Rows of another engine or form are no answers to today's questions."""
        made_by = self._connection.execute("SELECT form, engine FROM made").fetchone()
        if made_by == (_FORM, engine):
            return
        with transaction(self._connection) as change:
            change.execute("DELETE FROM made")
            change.execute("DELETE FROM units")
            change.execute("INSERT INTO made VALUES (?, ?)", (_FORM, engine))

    def keep(self, row: UnitAnswer) -> None:
        """Commit one row; a later row of the same unit takes its place."""
        self._connection.execute(
            "INSERT OR REPLACE INTO units VALUES (?, ?, ?)", (row.key, row.state, row.answer)
        )

    def settled(self, key: str) -> bool:
        """Tell whether a unit need not be tried again."""
        row = self._connection.execute("SELECT standing FROM units WHERE key = ?", (key,)).fetchone()
        return row is not None and row[0] == UnitState.COMPLETE

    def answer(self, key: str) -> str | None:
        """The answer of a unit, whole or in part; none if there is none."""
        query = "SELECT answer FROM units WHERE key = ? AND standing != 'failed'"
        row = self._connection.execute(query, (key,)).fetchone()
        return None if row is None else str(row[0])

    def rows(self, keys: Iterable[str]) -> Iterator[UnitAnswer]:
        """The rows of these units, in this order; units without one are passed over."""
        for key in keys:
            row = self._connection.execute(
                "SELECT key, standing, answer FROM units WHERE key = ?", (key,)
            ).fetchone()
            if row is not None:
                yield UnitAnswer(row[0], UnitState(row[1]), row[2])

    def __len__(self) -> int:
        """How many units have a row."""
        (count,) = self._connection.execute("SELECT count(*) FROM units").fetchone()
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
        self._connection.close()
