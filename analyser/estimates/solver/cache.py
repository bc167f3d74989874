"""Answers kept between runs: one sqlite file, shared by every process on the machine.

Write-ahead logging: a process may be killed at any moment, and what was committed stays whole. Every answer
carries a check sum over its question; one that does not fit is asked anew. A cache that cannot be opened, read or written is
left alone and said to be out of order: no ruling depends on it.
"""

import os
import sqlite3
import threading
import weakref
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import SolverError
from analyser.resources import SqliteFile, transaction

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS answers"
    " (engine TEXT NOT NULL, question BLOB NOT NULL, answer BLOB NOT NULL, PRIMARY KEY (engine, question))"
    " WITHOUT ROWID"
)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """How many answers are kept, in how many bytes; `problem` says why there are none to be had."""

    path: Path
    answers: int
    bytes: int
    problem: str = ""


class Cache:
    """The answers of one engine in a file; any thread may use it, and a forked child opens it anew."""

    def __init__(self, path: Path, engine: str) -> None:
        self.path, self.engine = path, engine
        self.problem = ""
        self._parents: list[sqlite3.Connection | None] = []
        self._fresh()

    def _fresh(self) -> None:
        self._open: sqlite3.Connection | None = None
        self._owner = os.getpid()
        self._turn = threading.RLock()

    def get(self, question: bytes) -> tuple[int, ...] | None:
        """The answer kept for a question; none when there is none."""
        ask = "SELECT answer FROM answers WHERE engine = ? AND question = ?"
        with self._connection() as connection:
            row = connection.execute(ask, (self.engine, question)).fetchone() if connection else None
            return _unsealed(question, row[0]) if row else None
        return None

    def put(self, answers: Mapping[bytes, tuple[int, ...]]) -> None:
        """Keep these answers, all of them or, when the process dies meanwhile, none."""
        rows = [(self.engine, question, _sealed(question, answer)) for question, answer in answers.items()]
        with self._connection() as connection:
            if connection and rows:
                with transaction(connection):
                    connection.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Let go of the file."""
        if self._owner == os.getpid():
            with self._turn:
                if self._open is not None:
                    self._open.close()
                self._open = None

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection | None]:
        """The open file for one piece of work; none once it has failed. A failure ends the use, not the work."""
        if self._owner != os.getpid():
            # After a fork the open file is the parent's; to close it here could disturb the parent.
            self._parents.append(self._open)
            self._fresh()
        with self._turn:
            try:
                yield self._opened()
            except sqlite3.Error as reason:
                self._give_up(reason)

    def _opened(self) -> sqlite3.Connection | None:
        if self._open is None and not self.problem:
            try:
                self._open = _file(self.path).connect()
                weakref.finalize(self, _let_go, self._open, self._owner)
            except (sqlite3.Error, OSError) as reason:
                self._give_up(reason)
        return self._open

    def _give_up(self, reason: Exception) -> None:
        self.problem = str(reason)
        self.close()


def _let_go(connection: sqlite3.Connection, owner: int) -> None:
    """Close what was left open, in the process that opened it."""
    if owner == os.getpid():
        connection.close()


def cache_info(path: Path) -> CacheInfo:
    """What lies in the cache at this place; a cache that was never made is empty."""
    if not path.exists():
        return CacheInfo(path, 0, 0)
    try:
        with closing(_file(path).connect()) as connection:
            (count,) = connection.execute("SELECT count(*) FROM answers").fetchone()
    except (sqlite3.Error, OSError) as reason:
        return CacheInfo(path, 0, _file(path).size, str(reason))
    return CacheInfo(path, count, _file(path).size)


def clear_cache(path: Path) -> CacheInfo:
    """Forget every answer, also while other processes use the cache; a file that is no cache is refused."""
    if not path.exists():
        return CacheInfo(path, 0, 0)
    try:
        with closing(_file(path).connect()) as connection:
            connection.execute("DELETE FROM answers")
            with suppress(sqlite3.OperationalError):  # in use: the room is given back another time
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, OSError) as reason:
        raise SolverError(
            f"this is not a cache of ours: {reason}", found=str(path), remedy="delete the file"
        ) from reason
    return cache_info(path)


def _file(path: Path) -> SqliteFile:
    """The file of the answers: what a power failure takes with it is counted again."""
    return SqliteFile(path, _SCHEMA)


def _sealed(question: bytes, answer: tuple[int, ...]) -> bytes:
    plain = bytes(answer)
    return plain + zlib.crc32(question + plain).to_bytes(4, "big")


def _unsealed(question: bytes, sealed: bytes) -> tuple[int, ...] | None:
    plain, seal = sealed[:-4], sealed[-4:]
    return tuple(plain) if zlib.crc32(question + plain).to_bytes(4, "big") == seal else None
