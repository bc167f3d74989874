"""The trail of a federation's server: who did what to which case, poll or member and when, and what was found."""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from analyser.web.deeds import DOING, Finding
from analyser.web.store import WebStore
from analyser.web.trail_chain import append_row

_SITTING = 1_800.0  # seconds within which the same deed of the same member goes on
_LISTED = 100  # deeds of a page
_READ = 20_000  # rows read for one page
_GOING_ON = ("change", "try")


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """A deed: when, who as what, the case and its version, whom or what it was about, what was found."""

    id: int
    at: float
    member: str
    name: str
    role: str
    deed: str
    draft: str
    title: str | None
    """None where the case is erased; a case that is there may have none yet."""
    version: int
    found: tuple[Finding, ...]
    whom: str | None = None
    """The name of the member it was about; empty when it is erased, none where it was about no member."""
    question: str = ""
    """What was asked in the poll or vote it was about."""
    is_marked: bool = False
    """Whether it is the last row from before the rows were chained."""


@dataclass(frozen=True, slots=True)
class TrailPage:
    """Some deeds; `before` is the row before which there are more, 0 where there are none."""

    entries: tuple[TrailEntry, ...]
    before: int = 0


class Trail:
    """The rows in the store; they are added to, and only what they say of an erased case goes with it."""

    def __init__(self, store: WebStore) -> None:
        self._store = store

    def rows(self, draft: str = "") -> tuple[TrailEntry, ...]:
        """The last deeds, the newest first; of one case where it is named."""
        return self.page(draft).entries

    def page(self, draft: str = "", before: int = 0) -> "TrailPage":
        """The deeds of a page, the newest first; of one case where it is named, `before` a row where it is given.

        A sitting at one case is one deed while nothing is found.
        """
        query = (
            "SELECT t.*, m.name, m.role, d.title, w.name AS whom, s.given AS question, coalesce(c.marked, 0) AS marked "
            "FROM trail t JOIN members m ON m.id = t.member LEFT JOIN drafts d ON d.id = t.draft "
            "LEFT JOIN trail_chain c ON c.row = t.id LEFT JOIN members w ON c.about != '' AND w.id = c.about "
            "LEFT JOIN surveys s ON c.about != '' AND s.id = c.about "
            "WHERE ? IN ('', t.draft) AND (? = 0 OR t.id < ?) ORDER BY t.id DESC LIMIT ?"
        )
        with self._store.open() as base:
            return _sittings(map(_entry, base.execute(query, (draft, before, before, _READ))))

    def note_try(self, draft: str) -> None:
        """Keep that weights were tried, which changes nothing: once a sitting at a case."""
        doing = DOING.get()
        if doing is None or doing.deed != "try" or doing.written:
            return
        with self._store.change() as base:
            going_on = base.execute(
                "SELECT 1 FROM trail WHERE id = (SELECT max(id) FROM trail WHERE draft = ?) "
                "AND member = ? AND deed = 'try' AND at > ?",
                (draft, doing.member.id, time.time() - _SITTING),
            )
            if going_on.fetchone() is None:
                append_row(base, doing.member.id, "try", draft=draft, about=doing.about)


def _sittings(rows: Iterable[TrailEntry]) -> TrailPage:
    """The deeds of a page from rows, the newest first; a sitting is told by its last row."""
    entries: list[TrailEntry] = []
    latest: dict[str, tuple[int, float]] = {}  # by case: where its entry stands, and how far back it reaches
    read = oldest = 0
    for row in rows:
        read, oldest = read + 1, row.id
        place, since = latest.get(row.draft, (-1, 0.0))
        if place >= 0 and _goes_on(row, entries[place]) and since - row.at < _SITTING:
            entries[place] = replace(entries[place], is_marked=entries[place].is_marked or row.is_marked)
        elif len(entries) == _LISTED:
            return TrailPage(tuple(entries), row.id + 1)
        else:
            place = len(entries)
            entries.append(row)
        latest[row.draft] = (place, row.at)
    return TrailPage(tuple(entries), oldest if read == _READ else 0)


def _goes_on(earlier: TrailEntry, later: TrailEntry) -> bool:
    same = (earlier.member, earlier.deed, earlier.draft) == (later.member, later.deed, later.draft)
    return same and later.deed in _GOING_ON and not earlier.found and not later.found


def _entry(row: sqlite3.Row) -> TrailEntry:
    words = (row["name"], row["role"], row["deed"], row["draft"], row["title"], row["version"])
    findings = tuple(json.loads(row["found"]))
    question = " ".join(_asked(json.loads(row["question"]))) if row["question"] else ""
    marked = bool(row["marked"])
    return TrailEntry(row["id"], row["at"], row["member"], *words, findings, row["whom"], question, marked)


def _asked(given: dict[str, object]) -> Iterator[str]:
    """Which poll it was: the incident, the player, the place."""
    yield from (str(given[key]) for key in ("incident", "seat", "at") if given.get(key))
