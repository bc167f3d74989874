"""What several people answer apart: a poll of peers, a committee's weights. Nobody sees the others' before his own."""

import datetime as dt
import json
import secrets
import sqlite3
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from analyser.bridge import Auction, Seat
from analyser.casefile import Case, Moment, Place
from analyser.web import RefusedRequest
from analyser.web.deeds import DOING, record
from analyser.web.store import WebStore

_MOST = 1_000  # voices of one survey
MOST_OF_ADDRESS = (
    100  # voices from one address: a whole room behind one hotspot, or one phone handed round it
)
_OPEN = 60  # surveys of one draft


class SurveyKind(StrEnum):
    """A poll of peers, a committee that weighs, or a case shown to a room."""

    POLL = "poll"
    PANEL = "panel"
    ROOM = "room"  # nothing is asked: the case is shown to all who weigh it


@dataclass(frozen=True, slots=True)
class Survey:
    """One question put to several people; `given` is what they are shown, `answers` what they said, in order."""

    id: str
    owner: str
    draft: str
    kind: SurveyKind
    about: str
    given: dict[str, Any]
    open: bool
    answers: tuple[dict[str, Any], ...]
    closed: float | None = None  # when the last answer was taken
    asked: int | None = None  # how many were asked, where that was said
    passes_phone: bool = False
    """Whether one browser may answer for several players: it is handed from one to the next."""

    @property
    def asked_in_all(self) -> int:
        """How many were asked: as said, else as many as answered."""
        return max(self.asked or 0, len(self.answers))

    @property
    def closing(self) -> dt.datetime | None:
        """The hour at which it was closed, by this machine's clock."""
        return None if self.closed is None else _local_time(self.closed)

    @property
    def times(self) -> tuple[dt.datetime, ...]:
        """When each answer came, in order, by this machine's clock."""
        return tuple(_local_time(answer["made"]) for answer in self.answers)

    def has_answered(self, visitor: str) -> bool:
        """Whether there is an answer under this name."""
        return any(answer["visitor"] == visitor for answer in self.answers)


def _local_time(moment: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(moment).replace(microsecond=0)  # noqa: DTZ006


class Surveys:
    """The questions in the store; each is found by a name nobody can guess."""

    def __init__(self, store: WebStore) -> None:
        self._store = store

    def begin(self, owner: str, draft: str, kind: SurveyKind, about: str, question: dict[str, Any]) -> str:
        """Put a question; the same question of the same draft is put once, a room that was closed is another one."""
        text = json.dumps(question, sort_keys=True, ensure_ascii=False)
        with self._store.change() as base:
            same = base.execute(
                "SELECT id FROM surveys WHERE owner = ? AND draft = ? AND kind = ? AND given = ? AND (open OR kind <> ?)",
                (owner, draft, kind, text, SurveyKind.ROOM),
            ).fetchone()
            if same is not None:
                return str(same["id"])
            (count,) = base.execute(
                "SELECT count(*) FROM surveys WHERE owner = ? AND draft = ?", (owner, draft)
            ).fetchone()
            if count >= _OPEN:
                raise RefusedRequest(429, "web.error.many-jobs")
            name = secrets.token_urlsafe(12)
            base.execute(
                "INSERT INTO surveys VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                (name, owner, draft, kind, about, text, time.time()),
            )
            record(base, draft, about=name)
        return name

    def get(self, name: str, kind: SurveyKind) -> Survey:
        """A question by its name: whoever knows the name may answer."""
        with self._store.open() as base:
            row = base.execute("SELECT * FROM surveys WHERE id = ? AND kind = ?", (name, kind)).fetchone()
            if row is None:
                raise RefusedRequest(404, "web.error.no-survey")
            voices = base.execute(
                "SELECT id, visitor, answer, made FROM voices WHERE survey = ? ORDER BY made, id", (name,)
            ).fetchall()
            passes_phone = _passes_phone(base, name)
            closing = base.execute("SELECT closed, asked FROM closings WHERE survey = ?", (name,)).fetchone()
        is_closed = closing is not None and not row["open"]
        answers = tuple(
            {**json.loads(v["answer"]), "id": v["id"], "visitor": v["visitor"], "made": v["made"]}
            for v in voices
        )
        return Survey(
            row["id"],
            row["owner"],
            row["draft"],
            SurveyKind(row["kind"]),
            row["about"],
            json.loads(row["given"]),
            bool(row["open"]),
            answers,
            closed=closing["closed"] if is_closed else None,
            asked=closing["asked"] if is_closed else None,
            passes_phone=passes_phone,
        )

    def surveys_of_draft(self, owner: str, draft: str, kind: SurveyKind) -> tuple[Survey, ...]:
        """The questions an owner has put about a draft, the oldest first."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT id FROM surveys WHERE owner = ? AND draft = ? AND kind = ? ORDER BY made, id",
                (owner, draft, kind),
            ).fetchall()
        return tuple(self.get(row["id"], kind) for row in rows)

    def say(self, name: str, visitor: str, answer: dict[str, Any], address: str = "") -> str:
        """Keep an answer: one a visitor unless the phone is passed on, and so many from one address.

        `address` is a fingerprint; it is forgotten when the survey is closed.
        """
        with self._store.change() as base:
            row = base.execute("SELECT open, draft FROM surveys WHERE id = ?", (name,)).fetchone()
            if row is None:
                raise RefusedRequest(404, "web.error.no-survey")
            query = "SELECT count(*), coalesce(sum(visitor = ?), 0) FROM voices WHERE survey = ?"
            count, own_answers = base.execute(query, (visitor, name)).fetchone()
            if not row["open"] or count >= _MOST or (own_answers and not _passes_phone(base, name)):
                raise RefusedRequest(409, "web.error.answered")
            query = "SELECT count(*) FROM origins o JOIN voices v ON v.id = o.voice WHERE v.survey = ? AND o.address = ?"
            if base.execute(query, (name, address)).fetchone()[0] >= MOST_OF_ADDRESS:
                raise RefusedRequest(409, "web.error.address-full")
            voice = secrets.token_urlsafe(9)
            base.execute(
                "INSERT INTO voices VALUES (?, ?, ?, ?, ?)",
                (voice, name, visitor, json.dumps(answer, ensure_ascii=False), time.time()),
            )
            base.execute("INSERT INTO origins VALUES (?, ?)", (voice, address))
            record(base, row["draft"], about=name)
        return voice

    def amend(self, name: str, voice: str, visitor: str, answer: dict[str, Any]) -> None:
        """Put another answer in the place of one this visitor gave, while answers are taken."""
        with self._store.change() as base:
            amended = base.execute(
                "UPDATE voices SET answer = ? WHERE id = ? AND survey = ? AND visitor = ? "
                "AND survey IN (SELECT id FROM surveys WHERE open)",
                (json.dumps(answer, ensure_ascii=False), voice, name, visitor),
            )
            if not amended.rowcount:
                raise RefusedRequest(409, "web.error.answered")

    def take_back(self, owner: str, name: str, voice: str) -> None:
        """The owner removes an answer given by mistake."""
        with self._store.change() as base:
            draft = _draft_of(base, owner, name)
            removed = base.execute(
                "DELETE FROM voices WHERE id = ? AND survey = ? RETURNING answer", (voice, name)
            ).fetchone()
            if removed is None:
                raise RefusedRequest(404, "web.error.no-survey")
            chosen = {"answer": json.loads(removed["answer"]).get("chosen", "")}
            record(base, draft, about=name, found=[chosen])

    def close(self, owner: str, name: str, *, opened: bool = False, asked: int | None = None) -> None:
        """No more answers, with the hour and how many were asked; or, `opened`, more again."""
        with self._store.change() as base:
            draft = _draft_of(base, owner, name)
            base.execute("UPDATE surveys SET open = ? WHERE id = ?", (int(opened), name))
            doing = DOING.get()
            word = doing.deed.replace("close", "reopen" if opened else "close") if doing else ""
            record(base, draft, about=name, deed=word)
            if not opened:
                base.execute("INSERT OR REPLACE INTO closings VALUES (?, ?, ?)", (name, time.time(), asked))
                base.execute(
                    "DELETE FROM origins WHERE voice IN (SELECT id FROM voices WHERE survey = ?)", (name,)
                )

    def pass_phone(self, owner: str, name: str, *, allowed: bool) -> None:
        """The owner says whether one browser may answer for several players of a poll."""
        with self._store.change() as base:
            ours = "SELECT id FROM surveys WHERE id = ? AND owner = ? AND kind = ?"
            of_owner = (name, owner, SurveyKind.POLL)
            base.execute(f"DELETE FROM shared_phones WHERE survey IN ({ours})", of_owner)  # noqa: S608 - no word from outside
            if allowed:
                base.execute(f"INSERT INTO shared_phones {ours}", of_owner)
            record(base, _draft_of(base, owner, name), about=name)

    def is_known(self, name: str) -> bool:
        """Whether there is a question of this name, which nobody can guess."""
        with self._store.open() as base:
            return base.execute("SELECT 1 FROM surveys WHERE id = ?", (name,)).fetchone() is not None


def _draft_of(base: sqlite3.Connection, owner: str, name: str) -> str:
    """The case a question of this owner is about; refused when the owner has put none of this name."""
    row = base.execute("SELECT draft FROM surveys WHERE id = ? AND owner = ?", (name, owner)).fetchone()
    if row is None:
        raise RefusedRequest(404, "web.error.no-survey")
    return str(row["draft"])


def _passes_phone(base: sqlite3.Connection, name: str) -> bool:
    return base.execute("SELECT 1 FROM shared_phones WHERE survey = ?", (name,)).fetchone() is not None


def poll_sheets(case: Case) -> tuple[dict[str, Any], ...]:
    """One question for each decision the incidents of a case turn on, as far as the facts allow to put it."""
    sheets = []
    for incident in case.incident:
        for place in dict.fromkeys(incident.decisions_in_question):
            sheet = poll_sheet(case, incident.id, place)
            if sheet is not None:
                sheets.append(sheet)
    return tuple(sheets)


def poll_sheet(case: Case, incident: str, place: Place) -> dict[str, Any] | None:
    """The question at one decision; none when the player's hand or the auction is not known.

    It shows neither what was done then nor what came later: no remark, no alert, no call after this turn.
    """
    auction = case.auction
    if auction is None:
        return None
    if place.moment is Moment.CALL:
        known = auction.before(place.number)
        seat: Seat | None = known.turn
    elif place.moment is Moment.LEAD:
        known, seat = auction, None if case.contract is None else case.contract.leader
    else:
        return None
    hand = None if seat is None else case.hand(seat)
    if seat is None or hand is None:
        return None
    return {
        "incident": incident,
        "at": str(place),
        "seat": str(seat),
        "hand": str(hand),
        "dealer": str(auction.dealer),
        "calls": [str(call) for call in known.calls],
        "vulnerable": str(case.vulnerability) if case.vulnerability is not None else "",
        "form": str(case.event.form or ""),
        "methods": case.player(seat).system or "",
        "actions": _actions(known, place, str(hand)),
    }


def _actions(known: Auction, place: Place, hand: str) -> list[str]:
    if place.moment is Moment.CALL:
        return [str(call) for call in known.legal_calls()]
    suits = zip("SHDC", hand.split("."), strict=True)
    return [suit + rank for suit, ranks in suits for rank in ranks]
