"""Results of an earlier run that are reused: files already read and pages already written.

A file is identified by its content, a page by everything on it. Every file is read by itself with its names numbered from
one, and merged afterwards with the numbers of the whole event. So a folder gives the same results whether its files were
stored or read again.
"""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from analyser.errors import CaseError
from analyser.event.pseudonyms import name_as_kept
from analyser.event.settings import EventSettings
from analyser.event.store import FilePublication, ResultStore
from analyser.formats import PointsKind, Published, PublishedLine, PublishedMatch
from analyser.messages import sentence
from analyser.resources import __version__, delete_sqlite, open_sqlite

_FORM = 4  # version of the text: files stored in another version are read again
_TABLES = "CREATE TABLE IF NOT EXISTS files (key TEXT PRIMARY KEY, contents TEXT NOT NULL) WITHOUT ROWID;"
_KEY_ROW = "name key"  # the row with the key of the digests; empty if names are stored
_KEY_BYTES = 32
_SHEETS: Mapping[str, Sequence[str]] = {
    "entry": (
        "session", "board", "deal", "section", "round", "tab", "room", "ns", "ew", "ns_pair", "ew_pair", "file",
        "place", "rest",
    ),
    "dealt": ("session", "board", "deal", "dealer", "vulnerable"),
    "lost": ("file", "place", "kind", "found", "why", "said"),
    "named": ("id", "kind", "name", "shown"),
}  # fmt: skip
_NAMED = ("ns", "ew", "ns_pair", "ew_pair")


class ReadFiles(AbstractContextManager["ReadFiles"]):
    """The stored files of one event; `fresh` deletes what an earlier run stored.

    Without `names` a name is stored as its digest under a key of this store. What was stored the other way is deleted and
    read again, so that stored names are erased when no longer wanted and present when wanted.
    """

    def __init__(self, path: Path | None = None, *, fresh: bool = False, names: bool = True) -> None:
        if fresh:
            delete_sqlite(path)
        self.base = open_sqlite(path, _TABLES)
        query = "SELECT contents FROM files WHERE key = ?"
        known = self.base.execute(query, (_KEY_ROW,)).fetchone()
        if known is None or bool(known[0]) is names:
            if self.base.execute("SELECT 1 FROM files LIMIT 1").fetchone():
                self.base.close()
                delete_sqlite(path)
                self.base = open_sqlite(path, _TABLES)
            known = ("" if names else secrets.token_hex(_KEY_BYTES),)
            self.base.execute("INSERT INTO files VALUES (?, ?)", (_KEY_ROW, *known))
        self.name_key = bytes.fromhex(known[0])
        self.read, self.kept = 0, 0  # how many files were read, how many were stored already

    def load_into(
        self,
        store: ResultStore,
        name: str,
        data: bytes | None,
        event: EventSettings,
        read: Callable[[ResultStore], object],
    ) -> None:
        """Add what a file says to the store; `read` reads it if it is not stored. Without `data` it is never stored."""
        key = None if data is None else _key(name, data, event)
        kept = None
        if key is not None:
            kept = self.base.execute("SELECT contents FROM files WHERE key = ?", (key,)).fetchone()
        if kept is not None:
            self.kept += 1
            _take(store, json.loads(kept[0]))
            return
        self.read += 1
        alone = ResultStore()
        read(alone)
        contents = _contents(alone, self.name_key)
        if key is not None:
            row = (key, json.dumps(contents, ensure_ascii=False, separators=(",", ":")))
            self.base.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", row)
        _take(store, contents)

    def __exit__(self, *reason: object) -> None:
        """Close the file."""
        self.base.close()


def _key(name: str, data: bytes, event: EventSettings) -> str:
    """The key of a file: its content and all settings that affect how it is read."""
    assignment = event.assignment_of(name)
    facts = hashlib.sha256(data)
    facts.update(repr((_FORM, __version__, name, str(event.form), assignment)).encode())
    return facts.hexdigest()


def _contents(store: ResultStore, name_key: bytes) -> dict[str, Any]:
    """The contents of a store as plain values; with a key, names are replaced by digests."""
    contents: dict[str, Any] = {}
    for sheet, columns in _SHEETS.items():
        query = f"SELECT {', '.join(columns)} FROM {sheet}" + (" ORDER BY id" if sheet == "entry" else "")  # noqa: S608
        rows = store.base.execute(query)
        contents[sheet] = [[_plain(value) for value in row] for row in rows]
    contents["named"].sort(key=lambda row: (row[1], int(row[0].rpartition(" ")[2])))
    if name_key:
        contents["named"] = [
            [number, kind, name_as_kept(name, name_key), ""] for number, kind, name, _ in contents["named"]
        ]
    contents["published"] = [
        [publication.file, publication.session, _pack(_publication_without_names(publication, name_key))]
        for publication in store.publications
    ]
    return contents


def _publication_without_names(publication: FilePublication, name_key: bytes) -> Published:
    """What a file says of its event, without players' names if names are not stored."""
    published = publication.published
    if not name_key:
        return published
    return replace(published, lines=tuple(replace(line, name="") for line in published.lines))


def _plain(value: object) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _value(value: Any) -> Any:  # noqa: ANN401 - a cell of a table
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def _take(store: ResultStore, contents: Mapping[str, Any]) -> None:
    """Merge the contents of one file into the store, with names by their numbers in the event."""
    numbers = {number: store.add_name(kind, name, shown) for number, kind, name, shown in contents["named"]}
    for sheet, columns in _SHEETS.items():
        if sheet == "named":
            continue
        marks = ", ".join("?" * len(columns))
        rows: Iterable[list[Any]] = ([_value(value) for value in row] for row in contents[sheet])
        if sheet == "entry":
            places = [columns.index(column) for column in _NAMED]
            rows = (_renumber_row(row, places, numbers) for row in rows)
        store.base.executemany(
            f"INSERT OR IGNORE INTO {sheet} ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
            rows,
        )
    for file, session, published in contents["published"]:
        store.publications.append(FilePublication(file, session, _number_names(_unpack(published), numbers)))


def _renumber_row(row: list[Any], places: Sequence[int], numbers: Mapping[str, str]) -> list[Any]:
    for place in places:
        row[place] = numbers.get(row[place], row[place])
    return row


def _number_names(published: Published, numbers: Mapping[str, str]) -> Published:
    lines = (replace(line, number=numbers.get(line.number, line.number)) for line in published.lines)
    matches = (
        replace(
            match,
            home=numbers.get(match.home, match.home),
            visitors=numbers.get(match.visitors, match.visitors),
        )
        for match in published.matches
    )
    return replace(published, lines=tuple(lines), matches=tuple(matches))


def _pack(value: Published | PublishedLine | PublishedMatch) -> dict[str, Any]:
    """A value as plain text and numbers, without unknown facts."""
    packed: dict[str, Any] = {}
    for field in fields(value):
        of_field = getattr(value, field.name)
        if (
            isinstance(of_field, tuple)
            and of_field
            and isinstance(of_field[0], (PublishedLine, PublishedMatch))
        ):
            packed[field.name] = [_pack(line) for line in of_field]
        elif isinstance(of_field, tuple) and of_field:
            packed[field.name] = [str(part) for part in of_field]
        elif isinstance(of_field, Fraction):
            packed[field.name] = str(of_field)
        elif isinstance(of_field, PointsKind):
            packed[field.name] = of_field.value
        elif of_field not in (None, "", ()):
            packed[field.name] = of_field
    return packed


def _unpack(packed: Mapping[str, Any]) -> Published:
    whole = dict(packed)
    lines = tuple(PublishedLine(**_restore_types(line)) for line in whole.pop("lines", ()))
    matches = tuple(PublishedMatch(**_restore_types(match)) for match in whole.pop("matches", ()))
    return Published(**_restore_types(whole), lines=lines, matches=matches)


def _restore_types(packed: Mapping[str, Any]) -> dict[str, Any]:
    """The stored values with numbers and kinds of points restored to their types."""
    typed = dict(packed)
    for name in {"points", "percent"} & typed.keys():
        typed[name] = Fraction(typed[name])
    for name in {"unit", "form"} & typed.keys():
        typed[name] = PointsKind(typed[name])
    for name in {"carried", "won"} & typed.keys():
        typed[name] = tuple(map(Fraction, typed[name]))
    return typed


@contextmanager
def exclusive_run(folder: Path) -> Iterator[None]:
    """Lock a folder for one run; a second run is refused while the first is alive.

    It is sqlite's own lock, which the system releases however the process ends.
    """
    path = folder / "running.sqlite"
    try:
        lock = _open_lock(path)
    except sqlite3.OperationalError as reason:
        why = sentence("another-run-writes")
        if "locked" not in str(reason):
            why = sentence("cannot-be-written", reason=reason)
        remedy = sentence("wait-or-other-place")
        raise CaseError(why, where="--out", found=str(folder.parent), remedy=remedy) from None
    except sqlite3.DatabaseError:  # overwritten by something else: it contains nothing that could be lost
        delete_sqlite(path)
        lock = _open_lock(path)
    with closing(lock):
        yield


def _open_lock(path: Path) -> sqlite3.Connection:
    lock = open_sqlite(path, "", journal="DELETE", patience=0.2)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


class KeptPages:
    """The pages an earlier run wrote, by name, with a digest of their contents; `fresh` deletes the list."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        self.known: dict[str, str] = {}
        if path.is_file() and not fresh:
            try:
                self.known = dict(json.loads(path.read_text(encoding="utf-8")))
            except ValueError:  # interrupted while it was written: every page is written again
                self.known = {}
        self.seen: dict[str, str] = {}
        self.written = 0

    def is_there(self, page: Path, parts: Iterable[object]) -> bool:
        """Whether the page exists as it would be written now; if not, it is recorded as written next."""
        digest = hashlib.sha256(repr((__version__, *parts)).encode()).hexdigest()[:32]
        self.seen[page.name] = digest
        there = self.known.get(page.name) == digest and page.is_file()
        self.written += not there
        return there

    def save(self) -> None:
        """Remember the pages of this run."""
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.seen), encoding="utf-8")
        part.replace(self.path)
