"""The file of drafts, rulings and answers copied while it is served, and a copy put in its place, whole or not at all."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import ResourceError, refusal
from analyser.resources import delete_sqlite, sqlite_parts
from analyser.web.names import erase_name
from analyser.web.store import VERSION, WebStore, columns_of, expected_columns, tables_of

_NEEDED = frozenset({"kept", "drafts", "versions", "jobs", "surveys", "voices"})  # of every version
_EARLIER = {"gatherings": "surveys"}  # names of tables in earlier versions
_PATIENCE = 10.0  # seconds to wait for others who use a file
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_REMEDY = "name a file written by --backup"


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What a restore did: where the store that stood there is now, and what it could not vouch for and ended."""

    aside: Path | None
    was_readable: bool
    sessions: int
    invitations: int

    def __str__(self) -> str:
        """The report in a sentence or two, for the terminal."""
        if self.aside is None:
            text = ""
        elif self.was_readable:
            text = f"; what stood there is kept in {self.aside}"
        else:
            text = f"; what stood there cannot be read and was moved to {self.aside}"
        if not (self.sessions or self.invitations):
            return f"put back{text}"
        ended = f"sessions ended: {self.sessions}, invitations cancelled: {self.invitations}"
        return f"put back{text}. {ended}, as nothing shows that they were still valid; invite those members again"


def back_up(drafts: Path, place: Path) -> None:
    """Copy what is kept into a new file, whole as of one moment; nobody but this user can read it."""
    if place.exists():
        raise _refused("--backup", place, "there is such a file already", "choose another name")
    begun = place.with_name(f"{place.name}.part")
    try:
        with WebStore(drafts).open() as base:
            begun.unlink(missing_ok=True)
            begun.touch(mode=0o600)
            with closing(sqlite3.connect(begun)) as copy:
                _copy(base, copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                if not _is_sound(copy):
                    why, remedy = "what is kept is damaged", "put an earlier backup back with --restore"
                    raise _refused("--backup", drafts, why, remedy)
        begun.replace(place)
    except (OSError, sqlite3.Error) as reason:
        why = refusal(reason) if isinstance(reason, OSError) else str(reason)
        raise _refused("--backup", place, f"cannot be written: {why}", "choose another place") from None
    finally:
        with suppress(OSError):
            begun.unlink(missing_ok=True)


def restore(place: Path, drafts: Path) -> RestoreReport:
    """Put a backup in the place of what is kept now, which stays beside it, whether it can be read or not.

    The backup is copied, brought up to date and checked beside the store first: one that is refused touches nothing.
    """
    if not place.is_file():
        raise _refused("--restore", place, "there is no such file", _REMEDY)
    if drafts.exists() and place.samefile(drafts):
        raise _refused("--restore", place, "it is what is kept now", _REMEDY)
    stage = drafts.with_name(f"{drafts.name}.restoring")
    try:
        drafts.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        delete_sqlite(stage)
        _copy_to_stage(place, stage)
        replaced = _ReplacedStore.read(drafts)
        sessions, invitations = _end_what_is_not_known_valid(stage, replaced)
        aside = _replace_file(stage, drafts) if replaced is None else _replace_content(stage, drafts)
        return RestoreReport(aside, replaced is not None, sessions, invitations)
    except OSError as reason:
        why, remedy = f"cannot be written: {refusal(reason)}", "make room, or set ANALYSER_DATA"
        raise _refused("--restore", drafts, why, remedy) from None
    finally:
        with suppress(OSError):
            delete_sqlite(stage)


def copies_beside(drafts: Path) -> tuple[str, ...]:
    """The names of the stores that a restore put aside: they hold what they held."""
    return tuple(sorted(path.name for path in drafts.parent.glob(f"{drafts.name}.before-restore*")))


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of sqlite, of which nothing is changed."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE)) as base:
        yield base


def _copy(source: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    """Copy all of it as one change; refused when the other side is not free in time."""
    until = time.monotonic() + _PATIENCE

    def watch(status: int, _left: int, _pages: int) -> None:
        if status in _IN_USE and time.monotonic() > until:
            raise TimeoutError

    source.backup(copy, progress=watch, sleep=0.1)


def _copy_to_stage(place: Path, stage: Path) -> None:
    """The backup beside the store, as this version keeps it; refused when it is no whole backup of these pages."""
    try:
        stage.touch(mode=0o600)
        with _reading(place) as backup, closing(sqlite3.connect(stage)) as copy:
            _check_tables(backup, place)
            _copy(backup, copy)
            if not _is_sound(copy):
                raise _unfit(place, "it is damaged")
        WebStore(stage)
        with closing(sqlite3.connect(stage)) as copy:
            _check_columns(copy, place)
    except (sqlite3.Error, TimeoutError, ResourceError) as reason:
        if isinstance(reason, ResourceError) and reason.problems[0].where == "--restore":
            raise
        if isinstance(reason, TimeoutError) or getattr(reason, "sqlite_errorcode", None) in _IN_USE:
            raise _refused("--restore", place, "another program is using it", "stop that first") from None
        raise _unfit(place, "it is damaged, or no store at all") from None


def _check_tables(backup: sqlite3.Connection, place: Path) -> None:
    """Refuse what is no backup of ours, or a later version's; a file of ours makes the database do nothing by itself."""
    entries = backup.execute("SELECT type, name FROM sqlite_schema").fetchall()
    tables = {_EARLIER.get(name, name) for name in tables_of(backup)}
    if not tables:
        raise _unfit(place, "it is empty")
    if any(kind not in {"table", "index"} for kind, _ in entries) or not tables & _NEEDED:
        raise _unfit(place, "it holds other things")
    (version,) = backup.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise _unfit(place, "it was written by a later version", "restore it with that version")
    if missing := sorted(_NEEDED - tables):
        raise _unfit(place, f"it holds other things, and not: {', '.join(missing)}")


def _check_columns(copy: sqlite3.Connection, place: Path) -> None:
    """Refuse a backup whose tables, brought up to date, are not those of this version."""
    found = columns_of(copy)
    for table, columns in expected_columns().items():
        if found.get(table) != columns:
            raise _unfit(place, f"its table '{table}' has other columns than this version reads")


def _is_sound(base: sqlite3.Connection) -> bool:
    (answer,) = base.execute("PRAGMA integrity_check(1)").fetchone()
    return bool(answer == "ok")


@dataclass(frozen=True, slots=True)
class _ReplacedStore:
    """What the store that is replaced says of who may come in."""

    sessions: frozenset[tuple[str, str]]
    invitations: frozenset[tuple[str, str]]
    guests: frozenset[str]
    left: dict[str, float]
    nameless: frozenset[str]

    @classmethod
    def read(cls, drafts: Path) -> "_ReplacedStore | None":
        """What it says, or None where there is none or it is damaged; refused while another program holds it."""
        if not drafts.is_file() or not drafts.stat().st_size:
            return None  # opened, an empty file would lose the log beside it
        try:
            with _reading(drafts) as base:
                if not {_EARLIER.get(name, name) for name in tables_of(base)} >= _NEEDED or not _is_sound(
                    base
                ):
                    return None
                members = _rows(base, "members", "id, name, left", "left IS NOT NULL")
                return cls(
                    frozenset(_rows(base, "sessions", "owner, member")),
                    frozenset(_rows(base, "invitations", "digest, member", "until > unixepoch()")),
                    frozenset(owner for (owner,) in _rows(base, "guests", "owner")),
                    {member: left for member, _, left in members},
                    frozenset(member for member, name, _ in members if not name),
                )
        except sqlite3.Error as reason:
            if reason.sqlite_errorcode in _IN_USE:
                raise _in_use(drafts) from None
            return None


def _rows(base: sqlite3.Connection, table: str, columns: str, which: str = "true") -> list[tuple[Any, ...]]:
    """Rows of a table that an earlier version may not have had."""
    if table not in tables_of(base):
        return []
    return base.execute(f"SELECT {columns} FROM {table} WHERE {which}").fetchall()  # noqa: S608 - no word from outside


def _end_what_is_not_known_valid(stage: Path, replaced: _ReplacedStore | None) -> tuple[int, int]:
    """Cancel sessions and invitations that were ended since the backup or may have been; how many of each.

    Who was removed since stays removed, and a name that was erased since is erased again.
    """
    with WebStore(stage).change() as base:
        counts = []
        for table, key in (("sessions", "owner"), ("invitations", "digest")):
            valid: frozenset[tuple[str, str]] = getattr(replaced, table, frozenset())
            rows = base.execute(f"SELECT {key}, member FROM {table}").fetchall()  # noqa: S608 - no word from outside
            ended = [(name,) for name, member in rows if (name, member) not in valid]
            base.executemany(f"DELETE FROM {table} WHERE {key} = ?", ended)  # noqa: S608
            counts.append(len(ended))
        guests = replaced.guests if replaced else frozenset()
        known = [owner for (owner,) in base.execute("SELECT owner FROM guests").fetchall()]
        base.executemany("DELETE FROM guests WHERE owner = ?", [(o,) for o in known if o not in guests])
        for member, left in (replaced.left if replaced else {}).items():
            base.execute("UPDATE members SET left = ? WHERE id = ? AND left IS NULL", (left, member))
        for member, name in base.execute("SELECT id, name FROM members WHERE name <> ''").fetchall():
            if replaced and member in replaced.nameless:
                erase_name(base, member, name)
    with closing(sqlite3.connect(stage)) as copy:
        copy.execute("VACUUM")
        copy.execute("PRAGMA journal_mode = DELETE")  # one file
    return counts[0], counts[1]


def _replace_content(stage: Path, drafts: Path) -> Path:
    """Put the new content into the store in one change, after a copy was put beside it; where that is."""
    aside = _free_name(drafts)
    is_done = False
    try:
        back_up(drafts, aside)
        with closing(sqlite3.connect(stage)) as copy, WebStore(drafts).open() as base:
            base.execute("PRAGMA busy_timeout = 0")
            _copy(copy, base)
        is_done = True
    except TimeoutError:
        raise _in_use(drafts) from None
    except sqlite3.Error as reason:
        raise _refused("--restore", drafts, f"cannot be written: {reason}", "make room") from None
    finally:
        if not is_done:
            aside.unlink(missing_ok=True)
    return aside


def _replace_file(stage: Path, drafts: Path) -> Path | None:
    """Put the new file in the place of one that cannot be read, which stays beside it with its logs; where it is."""
    aside = _free_name(drafts)
    pairs = zip(sqlite_parts(drafts), sqlite_parts(aside), strict=True)
    moved = [(part, kept) for part, kept in pairs if part.exists()]
    try:
        for part, kept in moved:
            _duplicate(part, kept)
        for part, _ in moved:
            if part != drafts:  # a log of the old file would be taken for the new one's
                part.unlink()
        stage.replace(drafts)  # in one step
    except OSError:
        for part, kept in moved:
            if kept.exists() and not part.exists():
                _duplicate(kept, part)
            kept.unlink(missing_ok=True)
        raise
    return aside if moved else None


def _duplicate(part: Path, kept: Path) -> None:
    """The same content under a second name, at no cost where the disk can."""
    try:
        os.link(part, kept)
    except OSError:
        shutil.copy2(part, kept)


def _free_name(drafts: Path) -> Path:
    """A name beside the store that nothing has yet: what was put aside before is not lost."""
    number, aside = 1, drafts.with_name(f"{drafts.name}.before-restore")
    while any(part.exists() for part in sqlite_parts(aside)):
        number += 1
        aside = drafts.with_name(f"{drafts.name}.before-restore-{number}")
    return aside


def _unfit(place: Path, why: str, remedy: str = _REMEDY) -> ResourceError:
    return _refused("--restore", place, f"not a backup of these pages: {why}", remedy)


def _in_use(drafts: Path) -> ResourceError:
    return _refused("--restore", drafts, "another program is using what is kept now", "stop the server first")


def _refused(option: str, place: Path, why: str, remedy: str) -> ResourceError:
    return ResourceError(why, where=option, found=str(place), remedy=remedy)
