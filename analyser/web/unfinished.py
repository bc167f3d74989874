"""What was begun in a draft and is no value of its file yet: a hand of seven cards, a deal half typed."""

import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from analyser.bridge import Card
from analyser.web.refused import Refused
from analyser.web.store import Store
from analyser.web.tapping import cards_in

__all__ = ["DEAL", "Begun", "Unfinished", "hand_text", "hand_told"]

DEAL = "board deal"
_LONGEST = 10_000  # signs


@dataclass(frozen=True, slots=True)
class Begun:
    """What was begun at a place; `mark` changes whenever it does, so that a page can say what it was shown."""

    text: str
    mark: str


class Unfinished:
    """What was begun, in an owner's name: kept until it is saved, or dropped by one who saw it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, owner: str, draft: str) -> dict[str, Begun]:
        """What was begun in a draft, by its place."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT u.* FROM unfinished u JOIN drafts d ON d.id = u.draft WHERE d.id = ? AND d.owner = ?",
                (draft, owner),
            ).fetchall()
        return {row["place"]: Begun(row["text"], row["mark"]) for row in rows}

    def keep(self, owner: str, draft: str, place: str, text: str, leaf: str, seen: str) -> bool:
        """Keep what a page holds; false when another page began something there that this one was not shown."""
        if len(text) > _LONGEST:
            raise Refused(413, "web.error.too-much")
        with self._store.change() as base:
            _own(base, owner, draft)
            found = base.execute(
                "SELECT * FROM unfinished WHERE draft = ? AND place = ?", (draft, place)
            ).fetchone()
            if found and found["text"] != text and found["leaf"] != leaf and found["mark"] != seen:
                return False
            base.execute(
                "INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?, ?, ?)",
                (draft, place, text, leaf, secrets.token_urlsafe(9)),
            )
            return True

    def drop(self, owner: str, draft: str, place: str, leaf: str, seen: str) -> None:
        """Let go of what this page began or was shown; what another began meanwhile stays."""
        with self._store.change() as base:
            _own(base, owner, draft)
            base.execute(
                "DELETE FROM unfinished WHERE draft = ? AND place = ? AND (leaf = ? OR mark = ?)",
                (draft, place, leaf, seen),
            )


def _own(base: sqlite3.Connection, owner: str, draft: str) -> None:
    if base.execute("SELECT 1 FROM drafts WHERE id = ? AND owner = ?", (draft, owner)).fetchone() is None:
        raise Refused(404, "web.error.no-draft")


def hand_text(tapped: Iterable[Card], typed: str) -> str:
    r"""A hand in the making as it is kept: the tapped cards, then what was typed beside them.

    >>> hand_told(hand_text((Card.parse("SA"), Card.parse("H2")), "AK.Q"))
    ((Card.parse('SA'), Card.parse('H2')), 'AK.Q')
    """
    return f"{' '.join(map(str, tapped))}\n{typed}"


def hand_told(text: str) -> tuple[tuple[Card, ...], str]:
    """The tapped cards and the typed hand of what was kept."""
    tapped, _, typed = text.partition("\n")
    return cards_in(tuple(tapped.split())), typed
