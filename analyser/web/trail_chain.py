"""The rows of the trail chained by hash: a row changed, left out or put in afterwards shows, and so does the first of them.

Each row's hash covers the row and the hash before it. What was found is covered by a salted hash of its own, so that it can
be erased with its case and the chain still holds; a row that erases must follow. A trail that was begun before there was a
chain keeps its rows: one marked row of the chain vouches for all of them as they stood then.
"""

import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import ResourceError

TABLES = """
CREATE TABLE IF NOT EXISTS trail_chain (
  row INTEGER PRIMARY KEY, marked INTEGER NOT NULL, about TEXT NOT NULL, salt TEXT NOT NULL, digest TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
"""
_HEAD = "trail-head"  # the row of `kept` that says where the chain ends: rows cut off there show, too
_OF_ROW = "id, at, member, deed, draft, version"
_NOTHING = "[]"


@dataclass(frozen=True, slots=True)
class TrailCheck:
    """What became of a check: how many rows there are, how many from before the chain, its last hash, the first fault."""

    rows: int
    before: int
    head: str
    broken: int | None = None
    why: str = ""

    def __str__(self) -> str:
        """One line for the terminal."""
        if self.broken is not None:
            return f"the trail is broken at row {self.broken}: {self.why}"
        early = f", {self.before} of them from before the chain" if self.before else ""
        end = f"; its last hash is {self.head}" if self.head else ""
        return f"the trail is whole: {self.rows} rows{early}{end}"


def append_row(
    base: sqlite3.Connection,
    member: str,
    deed: str,
    *,
    draft: str = "",
    version: int = 0,
    about: str = "",
    found: Sequence[dict[str, Any]] = (),
) -> None:
    """Add a row within a change of the store: what was done and the row that says so are there together, or neither is."""
    last = base.execute("SELECT max(id) FROM trail").fetchone()[0] or 0
    before = _last_link(base)
    if before is None and last:
        digest = _digest_of(base, last)
        before = (last, _hashed("", last, digest))
        base.execute("INSERT INTO trail_chain VALUES (?, 1, '', '', ?, ?)", (last, digest, before[1]))
    row, previous = before or (0, "")
    row = max(row, last) + 1
    text = json.dumps(found, ensure_ascii=False, default=str)
    values = (row, time.time(), member, deed, draft, version)
    base.execute(f"INSERT INTO trail ({_OF_ROW}, found) VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, text))  # noqa: S608 - our own words
    salt = secrets.token_hex(16)
    digest = _hashed(salt, text)
    hashed = _hashed(previous, *values, about, digest)
    base.execute("INSERT INTO trail_chain VALUES (?, 0, ?, ?, ?, ?)", (row, about, salt, digest, hashed))
    base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_HEAD, f"{row} {hashed}".encode()))


def erase_findings(base: sqlite3.Connection, condition: str, values: Sequence[object]) -> None:
    """Take away what rows of the trail say was found, and with its salt the means to guess it from its hash."""
    rows = f"SELECT id FROM trail WHERE found != '{_NOTHING}' AND {condition}"  # noqa: S608 - no word from outside
    base.execute(f"UPDATE trail_chain SET salt = '' WHERE marked = 0 AND row IN ({rows})", values)  # noqa: S608
    base.execute(f"UPDATE trail SET found = '{_NOTHING}' WHERE {condition}", values)  # noqa: S608


def verify_trail(store: Path) -> TrailCheck:
    """What holds of the trail in a store, which is only read."""
    where, remedy = "--verify-trail", "put a backup back with --restore"
    if not store.is_file():
        raise ResourceError("nothing is kept there yet", where=where, found=str(store))
    try:
        with closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)) as base:
            return check_trail(base)
    except sqlite3.Error as reason:
        why = f"what is kept cannot be read: {reason}"
        raise ResourceError(why, where=where, found=str(store), remedy=remedy) from None


def check_trail(base: sqlite3.Connection) -> TrailCheck:
    """What holds of the trail: whole, or the first row that is not as it was written."""
    if base.execute("SELECT 1 FROM sqlite_schema WHERE name = 'trail'").fetchone() is None:
        return TrailCheck(0, 0, "")
    (rows,) = base.execute("SELECT count(*) FROM trail").fetchone()
    if base.execute("SELECT 1 FROM sqlite_schema WHERE name = 'trail_chain'").fetchone() is None:
        return TrailCheck(rows, rows, "")
    links = base.execute("SELECT row, marked, digest FROM trail_chain ORDER BY row LIMIT 1").fetchone()
    start, marked, digest = links or (0, 0, "")
    (before,) = base.execute("SELECT count(*) FROM trail WHERE id <= ?", (start if marked else 0,)).fetchone()
    head = _last_link(base)
    ended = base.execute("SELECT value FROM kept WHERE name = ?", (_HEAD,)).fetchone()
    faults = _faults(base, start if marked else 0)
    if marked and digest != _digest_of(base, start):
        broken, why = (
            start,
            "the rows up to this one, from before the chain, are not as they were when it was begun",
        )
    else:
        broken, why = next(faults, (None, ""))
    if broken is None and ended is not None:
        row, _, hashed = bytes(ended[0]).decode().partition(" ")
        if head is None or (str(head[0]), head[1]) != (row, hashed):
            broken, why = int(row), "the trail ended with this row, and does no more"
    return TrailCheck(rows, before, head[1] if head else "", broken, why)


def _faults(base: sqlite3.Connection, start: int) -> Iterator[tuple[int, str]]:
    """Each row that is not as it was written, and why; `start` is the marked row, or 0."""
    previous = ""
    if start:
        (previous,) = base.execute("SELECT hash FROM trail_chain WHERE row = ?", (start,)).fetchone()
        (digest,) = base.execute("SELECT digest FROM trail_chain WHERE row = ?", (start,)).fetchone()
        if previous != _hashed("", start, digest):
            yield start, "its hash does not fit it"
    query = (
        f"SELECT c.row AS link, t.{_OF_ROW.replace(', ', ', t.')}, t.found, c.about, c.salt, c.digest, c.hash "  # noqa: S608 - our own words
        "FROM (SELECT row AS n FROM trail_chain UNION SELECT id FROM trail) "
        "LEFT JOIN trail_chain c ON c.row = n LEFT JOIN trail t ON t.id = n WHERE n > ? ORDER BY n"
    )
    for link, row, at, member, deed, draft, version, found, about, salt, digest, hashed in base.execute(
        query, (start,)
    ):
        if row is None:
            yield link, "it was taken out"
        elif link is None:
            yield row, "it was put in: no hash vouches for it"
        elif hashed != _hashed(previous, row, at, member, deed, draft, version, about, digest):
            yield row, "it was changed, or the row before it is another"
        elif digest != _hashed(salt, found) and not (
            found == _NOTHING and not salt and _is_erased_after(base, row, draft)
        ):
            yield row, "what it says was found is not what was written"
        previous = hashed or previous


def _is_erased_after(base: sqlite3.Connection, row: int, draft: str) -> bool:
    """Whether the case was erased later, or some name was, with which what was found went."""
    erased = base.execute(
        "SELECT 1 FROM trail WHERE id > ? AND deed IN ('delete', 'anonymise') AND draft = ? UNION ALL "
        "SELECT 1 FROM members WHERE name = '' AND left IS NOT NULL",  # a restore keeps a name erased without a row
        (row, draft),
    )
    return erased.fetchone() is not None


def _last_link(base: sqlite3.Connection) -> tuple[int, str] | None:
    row = base.execute("SELECT row, hash FROM trail_chain ORDER BY row DESC LIMIT 1").fetchone()
    return None if row is None else (int(row[0]), str(row[1]))


def _digest_of(base: sqlite3.Connection, last: int) -> str:
    """One hash over all rows up to one, but for what was found, which may be erased."""
    hashed = hashlib.sha256()
    for row in base.execute(f"SELECT {_OF_ROW} FROM trail WHERE id <= ? ORDER BY id", (last,)):  # noqa: S608 - our own words
        hashed.update(_line(*row))
    return hashed.hexdigest()


def _hashed(*values: object) -> str:
    return hashlib.sha256(_line(*values)).hexdigest()


def _line(*values: object) -> bytes:
    return (json.dumps(values, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
