"""What was erased leaves the file itself: no page, no log of writes keeps it; until that is true, the pages say so."""

import secrets
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing

_PENDING = "erasing"  # the row of `kept` that is there from the change until the file is clean
_PATIENCE = 500  # milliseconds to wait for those who read: everybody who writes waits meanwhile
_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds between two tries
_AT_ONCE = 64_000_000  # bytes of a file written again while somebody waits for the page: about a second


class Erasure:
    """The second half of erasing: overwriting deleted rows leaves copies that moved between pages, and the log of writes.

    So the file is written again and the log emptied. Nobody may be reading what was there before; if somebody is, it is
    tried again until it is done, after a restart too.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.is_pending = False

    def note(self, base: sqlite3.Connection) -> None:
        """Note, within the change that takes something away, that the file is to be cleaned."""
        base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_PENDING, secrets.token_bytes(8)))

    def finish(self) -> None:
        """Clean the file now where nobody reads and it is not large; else later."""
        self.is_pending = True
        if not self._attempt(_AT_ONCE):
            self._try_again()

    def take_up(self) -> None:
        """Go on with what a server that was stopped has not finished."""
        with closing(self._connect()) as base:
            self.is_pending = _mark(base) is not None
        if self.is_pending:
            self._try_again()

    def stop(self) -> None:
        """No more tries in this process; what is pending stays noted in the file."""
        self._stopped.set()
        thread = self._thread
        if thread is not None:
            thread.join(_LONGEST_PAUSE)

    def _try_again(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._try_until_done, daemon=True)
                self._thread.start()

    def _try_until_done(self) -> None:
        pause = _PAUSE
        while not self._stopped.wait(pause) and not self._attempt():
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _attempt(self, largest: int | None = None) -> bool:
        """Whether nothing of what was erased is left in the file or its log."""
        try:
            with closing(self._connect()) as base:
                mark = _mark(base)
                if mark is None:
                    self.is_pending = False
                    return True
                if largest is not None and _size(base) > largest:
                    return False
                base.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
                if not _empty_log(base):  # somebody reads: what is written again would only lengthen the log
                    return False
                base.execute("VACUUM")
                if not _empty_log(base):
                    return False
                base.execute("DELETE FROM kept WHERE name = ? AND value = ?", (_PENDING, mark))
                self.is_pending = _mark(base) is not None  # another may have been begun meanwhile
                return not self.is_pending
        except sqlite3.Error:  # others write, or the disk is full
            return False


def _mark(base: sqlite3.Connection) -> bytes | None:
    row = base.execute("SELECT value FROM kept WHERE name = ?", (_PENDING,)).fetchone()
    return None if row is None else bytes(row[0])


def _empty_log(base: sqlite3.Connection) -> bool:
    """Whether all of the log went into the file, and none of it is left."""
    is_busy, in_log, _ = base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy and in_log <= 0


def _size(base: sqlite3.Connection) -> int:
    (pages,), (length,) = (base.execute(f"PRAGMA {word}").fetchone() for word in ("page_count", "page_size"))
    return int(pages) * int(length)
