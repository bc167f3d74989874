"""What a member of a federation's server is doing in this request; each deed's row is written with the deed itself."""

import json
import sqlite3
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyser.casefile.toml_reader import read_toml
from analyser.web.trail_chain import append_row

if TYPE_CHECKING:
    from analyser.web.members import Member

_FINDINGS = ("judgement", "ruling")
_SHOWN = ("question", "answer", "ns", "ew", "by", "incident", "kind", "side")
Finding = dict[str, Any]


@dataclass(slots=True)
class AuditContext:
    """What a member is doing in this request: the word of the deed, and what or whom its address names."""

    member: "Member"
    deed: str = ""
    about: str = ""
    written: set[tuple[str, str]] = field(default_factory=set)
    """The deeds whose rows are in the trail, each with its case."""


DOING: ContextVar[AuditContext | None] = ContextVar("doing", default=None)


def record(
    base: sqlite3.Connection,
    draft: str = "",
    version: int = 0,
    *,
    about: str = "",
    found: Sequence[Finding] = (),
    deed: str = "",
) -> None:
    """Write the row of what is being done, within the change that does it; once a deed, and only for members.

    `deed` is a better word than that of the address, `about` a survey, a ruling or a member better known here.
    """
    doing = DOING.get()
    if doing is None or not doing.deed or (deed or doing.deed, draft) in doing.written:
        return
    word = deed or doing.deed
    append_row(
        base,
        doing.member.id,
        word,
        draft=draft,
        version=version,
        about=about or doing.about,
        found=found,
    )
    doing.written.add((word, draft))


def record_saved(base: sqlite3.Connection, draft: str, version: int, found: Sequence[Finding]) -> None:
    """Write the row of a case that was changed: findings that were only tried are adopted when they are saved."""
    doing = DOING.get()
    record(base, draft, version, found=found, deed="adopt" if doing and doing.deed == "try" else "")


def new_findings(before: str, after: str) -> tuple[Finding, ...]:
    """What people found or ruled in a case that was not in it before; nothing where nobody keeps a trail of it."""
    if DOING.get() is None:
        return ()
    known = {_compared(finding) for finding in _findings(before)}
    return tuple(finding for finding in _findings(after) if _compared(finding) not in known)


def _compared(finding: Finding) -> str:
    return json.dumps(finding, sort_keys=True, default=str)


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

    >>> deed_word("/draft/x/findings"), deed_word("/draft/x/poll/y/back"), deed_word("/panel/x"), deed_word("/poll/x")
    ('change', 'poll-back', 'weigh', '')
    """
    words = path.strip("/").split("/")
    last = words[2] if len(words) > 2 else ""
    match words[0]:
        case "new" | "cases":
            return "begin"
        case "draft" if last == "poll" and len(words) > 4:
            return f"poll-{words[4]}"
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


_OF_DRAFTS = ("rule", "review", "delete", "anonymise", "room", "poll")
_OF_RULINGS = {"panel": "convene", "weigh": "try", "what-if": "try", "adopt": "adopt"}


def named_in(path: str) -> str:
    """What or whom an address names besides a case: a poll, a vote, a ruling, a member.

    >>> named_in("/draft/x/poll/y/close"), named_in("/panel/z"), named_in("/draft/x/findings"), named_in("/members")
    ('y', 'z', '', '')
    """
    words = path.strip("/").split("/")
    if words[0] in {"ruling", "panel", "members"} and len(words) > 1:
        return words[1]
    return words[3] if words[0] == "draft" and len(words) > 3 and words[2] == "poll" else ""
