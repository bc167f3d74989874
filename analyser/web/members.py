"""Who belongs to a federation's server: members by invitation, each with a role, and what each role may do."""

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from analyser.web import RefusedRequest
from analyser.web.deeds import record
from analyser.web.names import erase_name
from analyser.web.store import WebStore
from analyser.web.trail_chain import append_row

FEDERATION = "federation"  # the owner of its cases: no browser's hash
_INVITED = 7 * 86_400.0  # seconds for which an invitation stays open
_IDLE = 30 * 86_400.0  # seconds without a visit after which a browser is a stranger again
_OFTEN = 3_600.0  # seconds between two notes that a browser was seen
_MOST = 500  # members of a server
_NAME = 60  # signs


class ServerRole(StrEnum):
    """As what a member comes in."""

    DIRECTOR = "director"
    CHAIR = "chair"
    COMMITTEE = "committee-member"
    OBSERVER = "observer"


class Permission(StrEnum):
    """What can be done, as far as not everybody may do it."""

    READ = "read"
    TRY = "try"  # other findings or weights beside a ruling; the case stays
    WEIGH = "weigh"  # a member's own weights in the committee's vote
    CHANGE = "change"  # a case begun, changed, ruled, erased; a poll or a vote begun
    PRESIDE = "preside"  # the committee's vote closed and adopted
    MANAGE = "manage"  # members invited and removed


_ALL = frozenset(ServerRole)
MAY: dict[Permission, frozenset[ServerRole]] = {
    Permission.READ: _ALL,
    Permission.TRY: _ALL - {ServerRole.OBSERVER},
    Permission.WEIGH: frozenset({ServerRole.CHAIR, ServerRole.COMMITTEE}),
    Permission.CHANGE: frozenset({ServerRole.DIRECTOR, ServerRole.CHAIR}),
    Permission.PRESIDE: frozenset({ServerRole.CHAIR}),
    Permission.MANAGE: frozenset({ServerRole.DIRECTOR}),
}


def permission_for(method: str, path: str) -> Permission:
    """What a request does; every form not named here changes a case.

    >>> permission_for("GET", "/draft/x"), permission_for("POST", "/draft/x/findings"), permission_for("POST", "/ruling/x/what-if")
    (<Permission.READ: 'read'>, <Permission.CHANGE: 'change'>, <Permission.TRY: 'try'>)
    """
    match [method, *path.strip("/").split("/")]:
        case [_, "members", *_]:
            return Permission.MANAGE
        case ["GET", *_] | [_, "join" | "leave" | "poll", *_]:
            return Permission.READ
        case [_, "ruling", _, "weigh" | "what-if"]:
            return Permission.TRY
        case [_, "panel", _]:
            return Permission.WEIGH
        case [_, "panel", _, _]:
            return Permission.PRESIDE
        case _:
            return Permission.CHANGE


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who belongs to the server; `left` when nobody comes in under the name any more."""

    id: str
    name: str
    role: ServerRole
    made: float
    left: float | None = None

    def may(self, deed: Permission) -> bool:
        """Whether the role allows a deed."""
        return self.role in MAY[deed]


class Members:
    """The members in the store; invitations are kept as hashes only, each opens the door once."""

    def __init__(self, store: WebStore, home: str, tell: Callable[[str], None]) -> None:
        self._store, self._home, self._tell = store, home, tell

    def begin(self) -> None:
        """A server nobody has come to invites its first director, by whoever started it; the address told last counts."""
        with self._store.open() as base:
            if base.execute("SELECT 1 FROM sessions").fetchone() is not None:
                return
        first = next(
            (member.id for member in self.list_members() if not member.name and member.left is None), None
        )
        token = self.invite_again(first) if first else self.invite("", ServerRole.DIRECTOR)
        self._tell(self.link(token))

    def invite(self, name: str, role: ServerRole) -> str:
        """A new member, with the token that lets one browser in."""
        member = secrets.token_urlsafe(9)
        with self._store.change() as base:
            if base.execute("SELECT count(*) FROM members WHERE left IS NULL").fetchone()[0] >= _MOST:
                raise RefusedRequest(409, "web.error.many-members")
            base.execute(
                "INSERT INTO members VALUES (?, ?, ?, ?, NULL)",
                (member, _plain(name), str(role), time.time()),
            )
            return _invited(base, member)

    def invite_again(self, member: str) -> str:
        """A token that lets one more browser of a member in; an earlier one that was not used ends."""
        with self._store.change() as base:
            row = base.execute("SELECT 1 FROM members WHERE id = ? AND left IS NULL", (member,)).fetchone()
            if row is None:
                raise RefusedRequest(404, "web.error.no-member")
            return _invited(base, member)

    def link(self, token: str) -> str:
        """The address of an invitation."""
        return f"{self._home}/join/{token}"

    def find_invited(self, token: str) -> Member | None:
        """Whom an open invitation is for; looking uses nothing up."""
        with self._store.open() as base:
            row = base.execute(
                "SELECT m.* FROM invitations i JOIN members m ON m.id = i.member WHERE i.digest = ? AND i.until > ?",
                (_digest(token), time.time()),
            ).fetchone()
        return None if row is None else _member(row)

    def let_in(self, owner: str, token: str, name: str = "") -> Member | None:
        """A browser becomes its member's; the invitation is used up. Who was invited without a name gives one."""
        now = time.time()
        with self._store.change() as base:
            row = base.execute(
                "DELETE FROM invitations WHERE digest = ? AND until > ? RETURNING member",
                (_digest(token), now),
            ).fetchone()
            if row is None:
                return None
            base.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (owner, row["member"], now))
            base.execute(
                "UPDATE members SET name = ? WHERE id = ? AND name = ''", (_plain(name), row["member"])
            )
            append_row(base, row["member"], "join")
            return _member(base.execute("SELECT * FROM members WHERE id = ?", (row["member"],)).fetchone())

    def find_member(self, owner: str) -> Member | None:
        """Whose browser it is; nobody's when it was never let in, or not seen for a month."""
        now = time.time()
        with self._store.open() as base:
            row = base.execute(
                "SELECT m.*, s.seen FROM sessions s JOIN members m ON m.id = s.member "
                "WHERE s.owner = ? AND s.seen > ? AND m.left IS NULL",
                (owner, now - _IDLE),
            ).fetchone()
        if row is None:
            return None
        if now - row["seen"] > _OFTEN:
            # A full disk keeps nobody from reading.
            with suppress(sqlite3.OperationalError), self._store.change() as base:
                base.execute("UPDATE sessions SET seen = ? WHERE owner = ?", (now, owner))
        return _member(row)

    def leave(self, owner: str) -> None:
        """A browser is a stranger's again."""
        with self._store.change() as base:
            base.execute("DELETE FROM sessions WHERE owner = ? OR seen < ?", (owner, time.time() - _IDLE))
            record(base)

    def remove(self, member: str) -> None:
        """Nobody comes in as this member any more; the name stays in the trail until it is erased."""
        with self._store.change() as base:
            removed = base.execute(
                "UPDATE members SET left = ? WHERE id = ? AND left IS NULL", (time.time(), member)
            )
            if removed.rowcount:
                record(base, about=member)
            for table in ("sessions", "invitations"):
                base.execute(f"DELETE FROM {table} WHERE member = ?", (member,))  # noqa: S608 - no word from outside

    def erase_name(self, member: str) -> tuple[str, ...]:
        """Erase the name of a member who was removed, among members, in votes and in the trail.

        Returns the cases in whose texts people wrote it: those are changed by nobody but people.
        """
        with self._store.erase() as base:
            row = base.execute(
                "SELECT name FROM members WHERE id = ? AND left IS NOT NULL", (member,)
            ).fetchone()
            if row is None or not row["name"]:
                return ()
            record(base, about=member)
            return erase_name(base, member, row["name"])

    def list_members(self) -> tuple[Member, ...]:
        """Everybody who belongs or belonged, in the order they came."""
        with self._store.open() as base:
            return tuple(map(_member, base.execute("SELECT * FROM members ORDER BY made, id")))


def _invited(base: sqlite3.Connection, member: str) -> str:
    """A token of a member's only open invitation."""
    token, now = secrets.token_urlsafe(24), time.time()
    base.execute("DELETE FROM invitations WHERE member = ? OR until < ?", (member, now))
    base.execute("INSERT INTO invitations VALUES (?, ?, ?)", (_digest(token), member, now + _INVITED))
    record(base, about=member)
    return token


def _plain(name: str) -> str:
    return " ".join(name.split())[:_NAME]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _member(row: sqlite3.Row) -> Member:
    return Member(row["id"], row["name"], ServerRole(row["role"]), row["made"], row["left"])
