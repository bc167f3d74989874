"""The trail of a federation's server: who did what to which case and when, and what was found, in one row a deed."""

import json
import sqlite3
import time
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from analyser.casefile.toml_reader import read_toml
from analyser.web.members import Member
from analyser.web.store import WebStore

_SITTING = 1_800.0  # seconds within which the same deed of the same member goes on
_LISTED = 500
_FINDINGS = ("judgement", "ruling")
_SHOWN = ("question", "answer", "ns", "ew", "by", "incident", "kind", "side")


Finding = dict[str, Any]


@dataclass(slots=True)
class Doing:
    """What a member is doing in this request, noted where it happens."""

    member: Member
    draft: str = ""
    version: int = 0
    erased: bool = False
    asked: bool = False
    """Whether a ruling was begun: a case with problems is only told them."""
    found: list[Finding] = field(default_factory=list)


DOING: ContextVar[Doing | None] = ContextVar("doing", default=None)


def new_findings(before: str, after: str) -> tuple[Finding, ...]:
    """What people found or ruled in a case that was not in it before; nothing where nobody keeps a trail of it."""
    if DOING.get() is None:
        return ()
    known = {_compared(finding) for finding in _findings(before)}
    return tuple(finding for finding in _findings(after) if _compared(finding) not in known)


def _compared(finding: Finding) -> str:
    return json.dumps(finding, sort_keys=True, default=str)


def note_change(draft: str, version: int, found: Sequence[Finding]) -> None:
    """A case was changed: note which, and the findings that are new in it."""
    doing = DOING.get()
    if doing is not None:
        doing.draft, doing.version = draft, version
        doing.found += found


def note_erased(draft: str) -> None:
    """A case was deleted or anonymised: not only asked about."""
    doing = DOING.get()
    if doing is not None:
        doing.draft, doing.erased = draft, True


def note_asked() -> None:
    """A ruling was begun, or one on the same facts is there already."""
    doing = DOING.get()
    if doing is not None:
        doing.asked = True


def _findings(toml: str) -> list[Finding]:
    """What people found or ruled, as a case file says it; nothing where it cannot be read."""
    tree, _ = read_toml(toml)
    lists = ((table, tree.get(table)) for table in _FINDINGS)
    return [
        {"table": table, **{key: entry[key] for key in _SHOWN if key in entry}}
        for table, entries in lists
        for entry in (entries if isinstance(entries, list) else [entries])
        if isinstance(entry, dict)
    ]


def deed_word(path: str) -> str:
    """The word a deed has in the trail; empty for what is not kept: answers of peers, who are nobody here.

    >>> deed_word("/draft/x/findings"), deed_word("/draft/x/poll/y/close"), deed_word("/panel/x"), deed_word("/poll/x")
    ('change', 'poll', 'weigh', '')
    """
    words = path.strip("/").split("/")
    last = words[2] if len(words) > 2 else ""
    match words[0]:
        case "new" | "cases":
            return "begin"
        case "draft":
            return last if last in _OF_DRAFTS else "change"
        case "ruling":
            return _OF_RULINGS.get(last, "")
        case "panel":
            return last or "weigh"
        case "members":
            return last or "invite"
        case "join" | "leave" as word:
            return word
        case _:
            return ""


_ERASING = ("delete", "anonymise")
_OF_DRAFTS = ("rule", "review", "delete", "anonymise", "room", "poll")
_OF_RULINGS = {"panel": "convene", "weigh": "try", "what-if": "try", "adopt": "adopt"}


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One row: when, who as what, the deed, the case and its version, what was found."""

    at: float
    member: str
    name: str
    role: str
    deed: str
    draft: str
    title: str | None
    """None where the case is erased; a case that is there may have none yet."""
    version: int
    found: tuple[dict[str, Any], ...]


class Trail:
    """The rows in the store; they are added to, and only what they say of an erased case goes with it."""

    def __init__(self, store: WebStore) -> None:
        self._store = store

    def write(self, doing: Doing, path: str) -> None:
        """Keep what was done; a sitting at one case is one row while nothing is found."""
        deed = deed_word(path)
        has_led_nowhere = (
            (deed == "change" and not doing.version)
            or (deed in _ERASING and not doing.erased)
            or (deed == "rule" and not doing.asked)
        )
        if not deed or has_led_nowhere:
            return
        now = time.time()
        with self._store.change() as base:
            draft = doing.draft or _draft_of(base, path)
            row = (doing.member.id, deed, draft)
            if deed in {"change", "try"} and not doing.found:
                going_on = base.execute(
                    "UPDATE trail SET at = ?, version = ? WHERE id = (SELECT max(id) FROM trail WHERE draft = ?) "
                    "AND member = ? AND deed = ? AND draft = ? AND found = '[]' AND at > ?",
                    (now, doing.version, draft, *row, now - _SITTING),
                )
                if going_on.rowcount:
                    return
            findings = json.dumps(doing.found, ensure_ascii=False, default=str)
            base.execute(
                "INSERT INTO trail (at, member, deed, draft, version, found) VALUES (?, ?, ?, ?, ?, ?)",
                (now, *row, doing.version, findings),
            )

    def rows(self, draft: str = "") -> tuple[TrailEntry, ...]:
        """The last rows, the newest first; those of one case where it is named."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT t.*, m.name, m.role, d.title FROM trail t "
                "JOIN members m ON m.id = t.member LEFT JOIN drafts d ON d.id = t.draft "
                "WHERE ? IN ('', t.draft) ORDER BY t.id DESC LIMIT ?",
                (draft, _LISTED),
            ).fetchall()
        return tuple(_entry(row) for row in rows)


def _entry(row: sqlite3.Row) -> TrailEntry:
    words = (row["name"], row["role"], row["deed"], row["draft"], row["title"], row["version"])
    return TrailEntry(row["at"], row["member"], *words, tuple(json.loads(row["found"])))


def _draft_of(base: sqlite3.Connection, path: str) -> str:
    """The case a place is about."""
    words = path.strip("/").split("/")
    if len(words) < 2 or words[0] == "draft":
        return words[1] if len(words) > 1 else ""
    query = {
        "ruling": "SELECT draft FROM jobs WHERE id = ?",
        "panel": "SELECT draft FROM surveys WHERE id = ?",
    }
    row = base.execute(query[words[0]], (words[1],)).fetchone() if words[0] in query else None
    return str(row["draft"] or "") if row else ""
