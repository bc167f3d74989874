"""The file of drafts, rulings and answers: what was acknowledged is not lost, and what was erased is not kept."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from analyser.errors import ResourceError, refusal
from analyser.messages import sentence
from analyser.resources import open_sqlite, transaction
from analyser.web.erasure import Erasure
from analyser.web.trail_chain import TABLES as TRAIL_TABLES

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS guests (owner TEXT PRIMARY KEY, let_in REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS drafts (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
  changed REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS drafts_of ON drafts (owner, changed);
CREATE TABLE IF NOT EXISTS versions (
  draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE, version INTEGER NOT NULL, toml TEXT NOT NULL,
  changed REAL NOT NULL, PRIMARY KEY (draft, version)
) STRICT;
CREATE TABLE IF NOT EXISTS leaves (
  draft TEXT NOT NULL, version INTEGER NOT NULL, leaf TEXT NOT NULL, PRIMARY KEY (draft, version),
  FOREIGN KEY (draft, version) REFERENCES versions (draft, version) ON DELETE CASCADE
) STRICT;
CREATE TABLE IF NOT EXISTS steps (
  draft TEXT NOT NULL, version INTEGER NOT NULL, tables TEXT NOT NULL, PRIMARY KEY (draft, version),
  FOREIGN KEY (draft, version) REFERENCES versions (draft, version) ON DELETE CASCADE
) STRICT;
CREATE TABLE IF NOT EXISTS unfinished (
  draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE, place TEXT NOT NULL, text TEXT NOT NULL,
  leaf TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (draft, place)
) STRICT;
CREATE TABLE IF NOT EXISTS jobs (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, draft TEXT, task TEXT NOT NULL, given TEXT NOT NULL, digest TEXT NOT NULL,
  state TEXT NOT NULL, step TEXT NOT NULL DEFAULT '', counted INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
  made REAL NOT NULL, answer BLOB
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_of ON jobs (owner, digest);
CREATE TABLE IF NOT EXISTS surveys (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, draft TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL,
  given TEXT NOT NULL, open INTEGER NOT NULL, made REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS surveys_of ON surveys (owner, draft);
CREATE TABLE IF NOT EXISTS closings (
  survey TEXT PRIMARY KEY REFERENCES surveys (id) ON DELETE CASCADE, closed REAL NOT NULL, asked INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS voices (
  id TEXT PRIMARY KEY, survey TEXT NOT NULL, visitor TEXT NOT NULL, answer TEXT NOT NULL, made REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS voices_of ON voices (survey, made);
CREATE TABLE IF NOT EXISTS shared_phones (
  survey TEXT PRIMARY KEY REFERENCES surveys (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE IF NOT EXISTS origins (
  voice TEXT PRIMARY KEY REFERENCES voices (id) ON DELETE CASCADE, address TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS members (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, made REAL NOT NULL, left REAL
) STRICT;
CREATE TABLE IF NOT EXISTS invitations (
  digest TEXT PRIMARY KEY, member TEXT NOT NULL REFERENCES members (id), until REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  owner TEXT PRIMARY KEY, member TEXT NOT NULL REFERENCES members (id), seen REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS trail (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, member TEXT NOT NULL REFERENCES members (id), deed TEXT NOT NULL,
  draft TEXT NOT NULL, version INTEGER NOT NULL, found TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS trail_of ON trail (draft);
CREATE TABLE IF NOT EXISTS asked_by (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, member TEXT NOT NULL, PRIMARY KEY (job, member)
) STRICT;
"""
    + TRAIL_TABLES
)
VERSION = 1  # of the tables: a backup of a later one is not put back
_PATIENCE = 20.0  # seconds to wait while another process writes


class WebStore:
    """A sqlite file that survives being killed: write-ahead log, every commit on the disk before it is acknowledged.

    Each use opens it again, so that any thread and any process may.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.erasure = Erasure(self._connect_database)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.is_file():
                with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as base:
                    _rename_tables(base)
            with closing(self._connect_database()) as base:
                if base.execute("PRAGMA user_version").fetchone()[0] < VERSION:
                    base.execute(f"PRAGMA user_version = {VERSION}")
            if os.name == "posix":
                path.chmod(0o600)  # drafts may hold names
        except (OSError, sqlite3.Error) as reason:
            why = refusal(reason) if isinstance(reason, OSError) else str(reason).lower()
            remedy = sentence("set-data-folder")
            raise ResourceError(
                sentence("drafts-not-kept", reason=why), where="drafts", found=str(path), remedy=remedy
            ) from None

    def _connect_database(self) -> sqlite3.Connection:
        return open_sqlite(self.path, _TABLES, synchronous="FULL", patience=_PATIENCE)

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """The file, for one use."""
        with closing(self._connect_database()) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten
            yield connection

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One change that is made whole or not at all; others wait for it."""
        with self.open() as connection, transaction(connection):
            yield connection

    @contextmanager
    def erase(self) -> Iterator[sqlite3.Connection]:
        """A change after which nothing of what it took away is left in the file; while that is not yet so, it is said."""
        with self.change() as connection:
            yield connection
            self.erasure.note(connection)
        self.erasure.finish()

    def counts(self) -> dict[str, int]:
        """How much is kept of each sort."""
        sorts = (
            "drafts",
            "versions",
            "unfinished",
            "jobs",
            "surveys",
            "voices",
            "members",
            "sessions",
            "trail",
        )
        with self.open() as base:
            return {
                name: base.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608 - no word from outside
                for name in sorts
            }

    def guests(self, since: float) -> dict[str, float]:
        """Who was let in since a moment, and when; who came before is forgotten."""
        with self.change() as base:
            base.execute("DELETE FROM guests WHERE let_in < ?", (since,))
            return {row["owner"]: row["let_in"] for row in base.execute("SELECT * FROM guests")}

    def let_in(self, owner: str, now: float) -> None:
        """A guest came in."""
        with self.change() as base:
            base.execute("INSERT OR REPLACE INTO guests VALUES (?, ?)", (owner, now))

    def secret(self, fresh: bytes) -> bytes:
        """The key this file's cookies and forms are signed with; `fresh` becomes it if there is none."""
        with self.change() as base:
            base.execute("INSERT OR IGNORE INTO kept VALUES ('secret', ?)", (fresh,))
            row = base.execute("SELECT value FROM kept WHERE name = 'secret'").fetchone()
        return bytes(row["value"])


def _rename_tables(base: sqlite3.Connection) -> None:
    """Give surveys and what was answered the names they have now; a file of an earlier version has others."""
    if "gatherings" not in tables_of(base):
        return  # nobody is kept waiting for nothing
    with transaction(base):
        old = tables_of(base)
        if "gatherings" not in old:  # another process was quicker
            return
        for index in ("gatherings_of", "voices_of"):  # made again under their present names
            base.execute(f"DROP INDEX IF EXISTS {index}")
        base.execute("ALTER TABLE gatherings RENAME TO surveys")
        for table in {"closings", "voices"} & old:
            base.execute(f"ALTER TABLE {table} RENAME COLUMN gathering TO survey")


def tables_of(base: sqlite3.Connection) -> set[str]:
    """The names of the tables."""
    return {name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def columns_of(base: sqlite3.Connection) -> dict[str, tuple[tuple[str, str, bool, int], ...]]:
    """The columns of each table: name, type, whether something must stand there, place in the key."""
    columns = 'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) ORDER BY cid'
    return {
        table: tuple(
            (name, sort, bool(needed), key) for name, sort, needed, key in base.execute(columns, (table,))
        )
        for table in sorted(tables_of(base))
    }


def expected_columns() -> dict[str, tuple[tuple[str, str, bool, int], ...]]:
    """The columns of each table as this version keeps it."""
    with closing(open_sqlite(None, _TABLES)) as base:
        return columns_of(base)
