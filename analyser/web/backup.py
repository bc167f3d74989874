"""All that the pages keep, in one file: copied while the pages are served, and put back in its place."""

import sqlite3
from contextlib import closing
from pathlib import Path

from analyser.errors import UsageError, refusal
from analyser.web.store import WebStore

_NEEDED = {"kept", "drafts", "versions", "jobs", "gatherings", "voices"}


def back_up(drafts: Path, place: Path) -> None:
    """Copy what is kept into a new file, whole as of one moment; nobody but this user can read it."""
    if place.exists():
        raise _refused("--backup", place, "there is such a file already", "choose another name")
    with WebStore(drafts).open() as base:
        _copied(base, place, "--backup")


def restore(place: Path, drafts: Path) -> Path | None:
    """Put a backup in the place of what is kept now, which is kept beside it; where that is."""
    if not place.is_file():
        raise _refused("--restore", place, "there is no such file", "name a file written by --backup")
    try:
        with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            _check(backup, place)
            before = None
            if drafts.exists():
                before = drafts.with_name(f"{drafts.name}.before-restore")
                before.unlink(missing_ok=True)
                back_up(drafts, before)
            with WebStore(drafts).open() as base:
                backup.backup(base)
    except sqlite3.Error as reason:
        raise _unfit(place, str(reason)) from None
    return before


def _check(backup: sqlite3.Connection, place: Path) -> None:
    """Refuse what is no backup of ours, or is damaged; a file of ours makes the database do nothing by itself."""
    entries = backup.execute("SELECT type, name FROM sqlite_schema").fetchall()
    tables = {name for kind, name in entries if kind == "table"}
    if not tables >= _NEEDED or any(kind not in {"table", "index"} for kind, _ in entries):
        raise _unfit(place, "it holds other things")
    (answer,) = backup.execute("PRAGMA integrity_check").fetchone()
    if answer != "ok":
        raise _unfit(place, "it is damaged")


def _copied(base: sqlite3.Connection, place: Path, option: str) -> None:
    """A copy appears under its name when it is whole."""
    begun = place.with_name(f"{place.name}.part")
    try:
        begun.unlink(missing_ok=True)
        begun.touch(mode=0o600)
        with closing(sqlite3.connect(begun)) as copy:
            base.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        begun.replace(place)
    except (OSError, sqlite3.Error) as reason:
        begun.unlink(missing_ok=True)
        why = refusal(reason) if isinstance(reason, OSError) else str(reason)
        raise _refused(option, place, f"cannot be written: {why}", "choose another place") from None


def _unfit(place: Path, why: str) -> UsageError:
    return _refused(
        "--restore", place, f"not a backup of these pages: {why}", "name a file written by --backup"
    )


def _refused(option: str, place: Path, why: str, remedy: str) -> UsageError:
    return UsageError(why, where=option, found=str(place), remedy=remedy)
