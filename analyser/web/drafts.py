"""Drafts of case files, each its owner's own; every version is kept, and no version writes over another unseen."""

import re
import secrets
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyser.bridge import Card
from analyser.casefile.toml_reader import read_toml
from analyser.web import RefusedRequest
from analyser.web.deeds import Finding, new_findings, record, record_saved
from analyser.web.members import FEDERATION
from analyser.web.store import WebStore
from analyser.web.trail_chain import erase_findings
from analyser.web.widgets import cards_in

_MOST = 400  # drafts of one visitor
_MOST_TOGETHER = 2_000  # drafts of a federation's server
_KEPT = 200  # versions of one draft
_LONGEST = 1_200_000  # signs of a draft: a whole case file and what is not one yet
_ROOM = 30_000_000  # signs of all versions of a draft; the oldest go first
LISTED = 60  # drafts of a page
_LAST = 20  # drafts looked through for the event of the day
_SHORT = 100_000  # signs of such a draft
_TITLE = re.compile(r"^title\s*=.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Draft:
    """A case file as it stands, and how often it was changed."""

    id: str
    version: int
    title: str
    changed: float
    toml: str


@dataclass(frozen=True, slots=True)
class DraftTitle:
    """A draft as a list shows it: not its text, which may be a megabyte."""

    id: str
    title: str
    changed: float


@dataclass(frozen=True, slots=True)
class DraftVersion:
    """An earlier state of a draft, by its number; `tables` of the file are what was changed, if that is known."""

    number: int
    changed: float
    tables: str = ""


@dataclass
class EditConflict(Exception):  # noqa: N818 - it is no fault of ours
    """Somebody saved after the page was opened; `current` is what stands now."""

    current: Draft


class Drafts:
    """The drafts in the store, always asked for in an owner's name."""

    def __init__(self, store: WebStore) -> None:
        self._store = store

    def new(self, owner: str, toml: str) -> Draft:
        """Keep a new draft."""
        text = _NewText.read(toml)
        name = secrets.token_urlsafe(9)
        with self._store.change() as base:
            count = base.execute("SELECT count(*) FROM drafts WHERE owner = ?", (owner,)).fetchone()[0]
            if count >= (_MOST_TOGETHER if owner == FEDERATION else _MOST):
                raise RefusedRequest(409, "web.error.many-drafts")
            base.execute("INSERT INTO drafts VALUES (?, ?, 0, '', 0)", (name, owner))
            record_saved(base, name, 1, text.findings)
            return _write(base, name, 1, text)

    def get(self, owner: str, name: str) -> Draft:
        """A draft as it stands; refused when the owner has none of this name."""
        with self._store.open() as base:
            return _read(base, owner, name)

    def version_text(self, owner: str, name: str, version: int) -> str:
        """The text of an earlier version."""
        with self._store.open() as base:
            _read(base, owner, name)
            row = base.execute(
                "SELECT toml FROM versions WHERE draft = ? AND version = ?", (name, version)
            ).fetchone()
        if row is None:
            raise RefusedRequest(404, "web.error.no-draft")
        return str(row["toml"])

    def last_own_version(self, owner: str, name: str, since: int, leaf: str) -> int:
        """The version up to which a page shown at `since` knows all, for it wrote what came after itself.

        Every page a browser is given is a leaf with a name of its own.
        """
        with self._store.open() as base:
            _read(base, owner, name)
            rows = base.execute(
                "SELECT version FROM leaves WHERE draft = ? AND version > ? AND leaf = ? ORDER BY version",
                (name, since, leaf),
            ).fetchall()
        for row in rows:
            if row["version"] != since + 1:
                break
            since += 1
        return since

    def save(self, owner: str, name: str, since: int, toml: str, leaf: str = "", tables: str = "") -> Draft:
        """Keep a text made from version `since`; `EditConflict` when that is no longer what stands."""
        while True:
            shown = self.get(owner, name)
            if shown.toml == toml:
                return shown
            if shown.version != since:
                raise EditConflict(shown)
            text = _NewText.read(toml, shown.toml)
            with self._store.change() as base:
                if _read(base, owner, name).version != since:
                    continue  # somebody saved while the text was read
                draft = _write(base, name, since + 1, text)
                if leaf:
                    base.execute("INSERT INTO leaves VALUES (?, ?, ?)", (name, draft.version, leaf))
                if tables:
                    base.execute("INSERT INTO steps VALUES (?, ?, ?)", (name, draft.version, tables))
                record_saved(base, name, draft.version, text.findings)
                return draft

    def versions(self, owner: str, name: str) -> tuple[DraftVersion, ...]:
        """All that is kept of a draft, the newest first."""
        with self._store.open() as base:
            _read(base, owner, name)
            rows = base.execute(
                "SELECT v.version, v.changed, coalesce(s.tables, '') AS tables FROM versions v "
                "LEFT JOIN steps s ON s.draft = v.draft AND s.version = v.version "
                "WHERE v.draft = ? ORDER BY v.version DESC",
                (name,),
            ).fetchall()
        return tuple(DraftVersion(row["version"], row["changed"], row["tables"]) for row in rows)

    def listed(
        self, owner: str, most: int = LISTED, start: int = 0, words: Sequence[str] = ()
    ) -> tuple[DraftTitle, ...]:
        """Titles of the owner's drafts whose text holds all the words, the last changed first, from the one at `start` on."""
        with self._store.open() as base:
            base.create_function("holds_all", 1, lambda text: _holds_all(text, words), deterministic=True)
            rows = base.execute(
                "SELECT d.id, d.title, d.changed FROM drafts d "
                "LEFT JOIN versions v ON ? AND v.draft = d.id AND v.version = d.version "
                "WHERE d.owner = ? AND (v.toml IS NULL OR holds_all(v.toml)) ORDER BY d.changed DESC LIMIT ? OFFSET ?",
                (bool(words), owner, most, start),
            ).fetchall()
        return tuple(DraftTitle(row["id"], row["title"], row["changed"]) for row in rows)

    def count(self, owner: str) -> int:
        """How many drafts an owner has."""
        with self._store.open() as base:
            return int(base.execute("SELECT count(*) FROM drafts WHERE owner = ?", (owner,)).fetchone()[0])

    def last(self, owner: str, since: float) -> tuple[Draft, ...]:
        """The last drafts changed since a moment, the newest first; few, and none that is very long."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT d.*, v.toml FROM drafts d JOIN versions v ON v.draft = d.id AND v.version = d.version "
                "WHERE d.owner = ? AND d.changed >= ? AND length(v.toml) <= ? ORDER BY d.changed DESC LIMIT ?",
                (owner, since, _SHORT, _LAST),
            ).fetchall()
        return tuple(map(_draft, rows))

    def drop(self, owner: str, name: str) -> None:
        """Delete a draft with all its versions, its rulings, and what peers and members answered about it."""
        with self._store.erase() as base:
            _read(base, owner, name)
            _erase_what_rests_on(base, owner, name)
            base.execute("DELETE FROM drafts WHERE id = ?", (name,))
            record(base, name)

    def anonymise(self, owner: str, name: str, toml: str) -> Draft:
        """Put a text without names in the place of a draft, and erase all else that is kept of it."""
        text = _NewText.read(toml)
        with self._store.erase() as base:
            version = _read(base, owner, name).version + 1
            _erase_what_rests_on(base, owner, name)
            base.execute("DELETE FROM versions WHERE draft = ?", (name,))
            base.execute("DELETE FROM unfinished WHERE draft = ?", (name,))
            draft = _write(base, name, version, text)
            record(base, name)
        return draft


def _erase_what_rests_on(base: sqlite3.Connection, owner: str, name: str) -> None:
    """A draft's rulings, polls and votes with their answers, and what was found in it."""
    ours = "owner = ? AND draft = ?"
    surveys = f"survey IN (SELECT id FROM surveys WHERE {ours})"  # noqa: S608 - no word from outside
    base.execute(f"DELETE FROM voices WHERE {surveys}", (owner, name))  # noqa: S608
    for table in ("surveys", "jobs"):
        base.execute(f"DELETE FROM {table} WHERE {ours}", (owner, name))  # noqa: S608
    erase_findings(base, "draft = ?", (name,))


def _holds_all(text: str, words: Sequence[str]) -> bool:
    folded = text.lower()
    return all(word in folded for word in words)


def _read(base: sqlite3.Connection, owner: str, name: str) -> Draft:
    row = base.execute(
        "SELECT d.*, v.toml FROM drafts d JOIN versions v ON v.draft = d.id AND v.version = d.version "
        "WHERE d.id = ? AND d.owner = ?",
        (name, owner),
    ).fetchone()
    if row is None:
        raise RefusedRequest(404, "web.error.no-draft")
    return _draft(row)


def _draft(row: sqlite3.Row) -> Draft:
    return Draft(row["id"], row["version"], row["title"], row["changed"], row["toml"])


@dataclass(frozen=True, slots=True)
class _NewText:
    """A text to be kept, read before the store is locked: whatever reading it costs, nobody waits for it."""

    toml: str
    title: str
    findings: tuple[Finding, ...]

    @classmethod
    def read(cls, toml: str, before: str = "") -> "_NewText":
        """The text with its title and the findings that were not in the one before it."""
        if len(toml) > _LONGEST:
            raise RefusedRequest(413, "web.error.too-much")
        return cls(toml, _title(toml), new_findings(before, toml))


def _write(base: sqlite3.Connection, name: str, version: int, text: _NewText) -> Draft:
    now, title, toml = time.time(), text.title, text.toml
    base.execute("INSERT INTO versions VALUES (?, ?, ?, ?)", (name, version, toml, now))
    base.execute(
        "UPDATE drafts SET version = ?, title = ?, changed = ? WHERE id = ?", (version, title, now, name)
    )
    base.execute("DELETE FROM versions WHERE draft = ? AND version <= ?", (name, version - _KEPT))
    sums = "SELECT version, sum(length(toml)) OVER (ORDER BY version DESC) AS whole FROM versions WHERE draft = ?"
    beyond = f"SELECT version FROM ({sums}) WHERE whole > ?"  # noqa: S608 - no word from outside
    base.execute(f"DELETE FROM versions WHERE draft = ? AND version IN ({beyond})", (name, name, _ROOM))  # noqa: S608
    return Draft(name, version, title, now, toml)


def _title(toml: str) -> str:
    r"""The title as it is read, also of a text that is no whole case yet.

    >>> _title('id = "x"\ntitle = "The \\"slow\\" raise"  # mine\n[event'), _title('[source]\ntitle = "A book"')
    ('The "slow" raise', '')
    """
    line = _TITLE.search(toml.partition("\n[")[0]) if not toml.startswith("[") else None
    title = read_toml(line[0])[0].get("title", "") if line else ""
    return " ".join(title.split())[:200] if isinstance(title, str) else ""


DEAL = "board deal"
_LONGEST_UNFINISHED = 10_000  # signs


@dataclass(frozen=True, slots=True)
class UnfinishedEntry:
    """What was begun at a place; `mark` changes whenever it does, so that a page can say what it was shown."""

    text: str
    mark: str


class Unfinished:
    """What was begun, in an owner's name: kept until it is saved, or dropped by one who saw it."""

    def __init__(self, store: WebStore) -> None:
        self._store = store

    def entries_of(self, owner: str, draft: str) -> dict[str, UnfinishedEntry]:
        """What was begun in a draft, by its place."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT u.* FROM unfinished u JOIN drafts d ON d.id = u.draft WHERE d.id = ? AND d.owner = ?",
                (draft, owner),
            ).fetchall()
        return {row["place"]: UnfinishedEntry(row["text"], row["mark"]) for row in rows}

    def keep(self, owner: str, draft: str, place: str, text: str, leaf: str, shown_mark: str) -> bool:
        """Keep what a page holds; false when another page began something there that this one was not shown."""
        if len(text) > _LONGEST_UNFINISHED:
            raise RefusedRequest(413, "web.error.too-much")
        with self._store.change() as base:
            _check_owner(base, owner, draft)
            row = base.execute(
                "SELECT * FROM unfinished WHERE draft = ? AND place = ?", (draft, place)
            ).fetchone()
            if row and row["text"] != text and row["leaf"] != leaf and row["mark"] != shown_mark:
                return False
            base.execute(
                "INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?, ?, ?)",
                (draft, place, text, leaf, secrets.token_urlsafe(9)),
            )
            return True

    def drop(self, owner: str, draft: str, place: str, leaf: str, shown_mark: str) -> None:
        """Let go of what this page began or was shown; what another began meanwhile stays."""
        with self._store.change() as base:
            _check_owner(base, owner, draft)
            base.execute(
                "DELETE FROM unfinished WHERE draft = ? AND place = ? AND (leaf = ? OR mark = ?)",
                (draft, place, leaf, shown_mark),
            )


def _check_owner(base: sqlite3.Connection, owner: str, draft: str) -> None:
    if base.execute("SELECT 1 FROM drafts WHERE id = ? AND owner = ?", (draft, owner)).fetchone() is None:
        raise RefusedRequest(404, "web.error.no-draft")


def hand_text(tapped: Iterable[Card], typed: str) -> str:
    r"""A hand in the making as it is kept: the tapped cards, then what was typed beside them.

    >>> hand_parts(hand_text((Card.parse("SA"), Card.parse("H2")), "AK.Q"))
    ((Card.parse('SA'), Card.parse('H2')), 'AK.Q')
    """
    return f"{' '.join(map(str, tapped))}\n{typed}"


def hand_parts(text: str) -> tuple[tuple[Card, ...], str]:
    """The tapped cards and the typed hand of what was kept."""
    tapped, _, typed = text.partition("\n")
    return cards_in(tuple(tapped.split())), typed
