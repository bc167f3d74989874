"""What several people answer apart: a poll of peers, a committee's weights. Nobody sees the others' before his own."""

import json
import secrets
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from analyser.web.refused import Refused
from analyser.web.store import Store

__all__ = ["Gathering", "Gatherings", "Kind"]

_MOST = 1_000  # voices of one gathering
_OWN = 200  # voices from one browser: a sheet is handed round, but nobody fills it up for all others
_OPEN = 60  # gatherings of one draft


class Kind(StrEnum):
    """A poll of peers, or a committee that weighs."""

    POLL = "poll"
    PANEL = "panel"


@dataclass(frozen=True, slots=True)
class Gathering:
    """One question put to several people; `given` is what they are shown, `answers` what they said, in order."""

    id: str
    owner: str
    draft: str
    kind: Kind
    about: str
    given: dict[str, Any]
    open: bool
    answers: tuple[dict[str, Any], ...]


class Gatherings:
    """The questions in the store; each is found by a name nobody can guess."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, owner: str, draft: str, kind: Kind, about: str, given: dict[str, Any]) -> str:
        """Put a question; the same question of the same draft is put once."""
        text = json.dumps(given, sort_keys=True, ensure_ascii=False)
        with self._store.change() as base:
            same = base.execute(
                "SELECT id FROM gatherings WHERE owner = ? AND draft = ? AND kind = ? AND given = ?",
                (owner, draft, kind, text),
            ).fetchone()
            if same is not None:
                return str(same["id"])
            (count,) = base.execute(
                "SELECT count(*) FROM gatherings WHERE owner = ? AND draft = ?", (owner, draft)
            ).fetchone()
            if count >= _OPEN:
                raise Refused(429, "web.error.many-jobs")
            name = secrets.token_urlsafe(12)
            base.execute(
                "INSERT INTO gatherings VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                (name, owner, draft, kind, about, text, time.time()),
            )
        return name

    def get(self, name: str, kind: Kind) -> Gathering:
        """A question by its name: whoever knows the name may answer."""
        with self._store.open() as base:
            row = base.execute("SELECT * FROM gatherings WHERE id = ? AND kind = ?", (name, kind)).fetchone()
            if row is None:
                raise Refused(404, "web.error.no-gathering")
            voices = base.execute(
                "SELECT id, visitor, answer FROM voices WHERE gathering = ? ORDER BY made, id", (name,)
            ).fetchall()
        answers = tuple({"id": v["id"], "visitor": v["visitor"], **json.loads(v["answer"])} for v in voices)
        return Gathering(
            row["id"],
            row["owner"],
            row["draft"],
            Kind(row["kind"]),
            row["about"],
            json.loads(row["given"]),
            bool(row["open"]),
            answers,
        )

    def of_draft(self, owner: str, draft: str, kind: Kind) -> tuple[Gathering, ...]:
        """The questions an owner has put about a draft, the oldest first."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT id FROM gatherings WHERE owner = ? AND draft = ? AND kind = ? ORDER BY made, id",
                (owner, draft, kind),
            ).fetchall()
        return tuple(self.get(row["id"], kind) for row in rows)

    def say(self, name: str, visitor: str, answer: dict[str, Any], *, once: bool) -> str:
        """Keep an answer; `once` for questions a visitor answers only one time."""
        with self._store.change() as base:
            row = base.execute("SELECT open FROM gatherings WHERE id = ?", (name,)).fetchone()
            if row is None:
                raise Refused(404, "web.error.no-gathering")
            asked = "SELECT count(*), coalesce(sum(visitor = ?), 0) FROM voices WHERE gathering = ?"
            count, own = base.execute(asked, (visitor, name)).fetchone()
            if not row["open"] or count >= _MOST or own >= (1 if once else _OWN):
                raise Refused(409, "web.error.answered")
            voice = secrets.token_urlsafe(9)
            base.execute(
                "INSERT INTO voices VALUES (?, ?, ?, ?, ?)",
                (voice, name, visitor, json.dumps(answer, ensure_ascii=False), time.time()),
            )
        return voice

    def amend(self, name: str, voice: str, visitor: str, answer: dict[str, Any]) -> None:
        """Put another answer in the place of one this visitor gave."""
        with self._store.change() as base:
            base.execute(
                "UPDATE voices SET answer = ? WHERE id = ? AND gathering = ? AND visitor = ?",
                (json.dumps(answer, ensure_ascii=False), voice, name, visitor),
            )

    def take_back(self, owner: str, name: str, voice: str) -> None:
        """The owner removes an answer given by mistake."""
        with self._store.change() as base:
            base.execute(
                "DELETE FROM voices WHERE id = ? AND gathering IN (SELECT id FROM gatherings WHERE id = ? AND owner = ?)",
                (voice, name, owner),
            )

    def close(self, owner: str, name: str, *, opened: bool = False) -> None:
        """No more answers; or, `opened`, more again."""
        with self._store.change() as base:
            base.execute(
                "UPDATE gatherings SET open = ? WHERE id = ? AND owner = ?", (int(opened), name, owner)
            )
