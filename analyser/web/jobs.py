"""Rulings in the making: each is worked on in a process of its own kind, kept with its answer, and taken up again.

Only worker processes rule. One that dies costs its ruling one more try; a server that stops takes up what was open
when it starts again.
"""

import hashlib
import json
import os
import secrets
import sqlite3
import threading
import time
import zlib
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from typing import Any

from analyser.errors import is_refused_by_system
from analyser.web import RefusedRequest, worker_tasks
from analyser.web.deeds import DOING, record
from analyser.web.members import FEDERATION
from analyser.web.store import WebStore

_TRIES = 2
_PAUSE = 5.0  # seconds until a full disk is tried once more
_KEPT = 7 * 86_400.0  # seconds; the rulings of a draft stay with it
_WAITING = 60  # of one visitor
_WAITING_OF_MEMBER = 6  # of a federation's server, where others wait behind
_MADE_TOGETHER = 10_000  # of a federation's server
_MADE = 300  # of one visitor; the oldest go first


class JobState(StrEnum):
    """How far a ruling is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """A ruling in the making; `answer` holds its pages and files by name, or under `problems` why there are none."""

    id: str
    draft: str | None
    state: JobState
    step: str
    counted: int
    given: dict[str, Any]
    answer: dict[str, Any]
    task: str = ""
    made: float = 0.0  # when it was asked for

    @property
    def is_ruling(self) -> bool:
        """Whether it holds a ruling, made or audited."""
        return "papers" in self.answer

    def paper(self, name: str, language: str) -> Any:  # noqa: ANN401 - a page, a list of blocks
        """A paper of the ruling in a language; nothing when there is none of this name."""
        return self.answer.get("papers", {}).get(language, {}).get(name, "")


def _job(row: sqlite3.Row) -> Job:
    answer = json.loads(zlib.decompress(row["answer"])) if row["answer"] is not None else {}
    return Job(
        row["id"],
        row["draft"],
        JobState(row["state"]),
        row["step"],
        row["counted"],
        json.loads(row["given"]),
        answer,
        row["task"],
        row["made"],
    )


def _check_queue(base: sqlite3.Connection, owner: str) -> None:
    """Refuse one who has too much in the queue: an owner, and of a federation's server each member."""
    doing = DOING.get()
    if doing is not None:
        query = "SELECT count(*) FROM jobs j JOIN asked_by a ON a.job = j.id WHERE a.member = ?"
        asker, most, key = doing.member.id, _WAITING_OF_MEMBER, "web.error.your-queue"
    else:
        query, asker = "SELECT count(*) FROM jobs j WHERE j.owner = ?", owner
        most, key = _WAITING, "web.error.many-jobs"
    (waiting,) = base.execute(f"{query} AND j.state IN ('waiting', 'running')", (asker,)).fetchone()
    if waiting >= most:
        raise RefusedRequest(429, key)


def _note_asked(base: sqlite3.Connection, job: str, draft: str | None, inputs: Mapping[str, Any]) -> None:
    """Keep that this member of a federation's server waits for a job, too, and that a ruling was asked for."""
    if (doing := DOING.get()) is not None:
        base.execute("INSERT OR IGNORE INTO asked_by VALUES (?, ?)", (job, doing.member.id))
        is_adopted = doing.deed == "try" and not inputs.get("tried")
        record(base, draft or "", deed="adopt" if is_adopted else "")


class Jobs:
    """The processes and what they were asked."""

    def __init__(self, store: WebStore, workers: int) -> None:
        self._store, self._workers = store, workers
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._stopped = False
        self._stopping = threading.Event()

    def start(self, owner: str, task: str, inputs: dict[str, Any], draft: str | None = None) -> str:
        """Have a task done with plain values; the name of the job. The same question is answered once."""
        text = json.dumps(inputs, sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(f"{task}\0{draft}\0{text}".encode()).hexdigest()
        with self._store.change() as base:
            base.execute(
                "DELETE FROM jobs WHERE made < ? AND (draft IS NULL OR task = 'print')",
                (time.time() - _KEPT,),
            )
            base.execute(
                "DELETE FROM jobs WHERE owner = ? AND state IN ('done', 'failed') AND id NOT IN "
                "(SELECT id FROM jobs WHERE owner = ? ORDER BY made DESC LIMIT ?)",
                (owner, owner, _MADE_TOGETHER if owner == FEDERATION else _MADE),
            )
            same = base.execute(
                "SELECT id FROM jobs WHERE owner = ? AND digest = ? AND state != 'failed'", (owner, digest)
            ).fetchone()
            if same is not None:
                _note_asked(base, same["id"], draft, inputs)
                return str(same["id"])
            _check_queue(base, owner)
            name = secrets.token_urlsafe(9)
            base.execute(
                "INSERT INTO jobs (id, owner, draft, task, given, digest, state, made) VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?)",
                (name, owner, draft, task, text, digest, time.time()),
            )
            _note_asked(base, name, draft, inputs)
        self._submit(name)
        return name

    def get(self, owner: str, name: str) -> Job:
        """A job as it stands; refused when the owner has none of this name."""
        with self._store.open() as base:
            row = base.execute("SELECT * FROM jobs WHERE id = ? AND owner = ?", (name, owner)).fetchone()
        if row is None:
            raise RefusedRequest(404, "web.error.no-job")
        return _job(row)

    def jobs_of_draft(self, owner: str, draft: str, most: int = 12) -> tuple[Job, ...]:
        """The rulings of a draft that were made, the last first."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT * FROM jobs WHERE owner = ? AND draft = ? AND state = 'done' AND task IN ('rule', 'review') "
                "AND json_extract(given, '$.tried') IS NULL ORDER BY made DESC LIMIT ?",
                (owner, draft, most),
            ).fetchall()
        return tuple(job for job in map(_job, rows) if job.is_ruling)

    def last(self, owner: str, most: int) -> tuple[tuple[str, str, float], ...]:
        """The last rulings of an owner: the name, the title of the draft, when it was asked for."""
        with self._store.open() as base:
            rows = base.execute(
                "SELECT j.id, d.title, j.made FROM jobs j JOIN drafts d ON d.id = j.draft "
                "WHERE j.owner = ? AND j.state = 'done' AND j.task IN ('rule', 'review') "
                "AND json_extract(j.given, '$.tried') IS NULL ORDER BY j.made DESC LIMIT ?",
                (owner, most),
            ).fetchall()
        return tuple((row["id"], row["title"], row["made"]) for row in rows)

    def give_up(self, owner: str, name: str) -> None:
        """Forget a what-if that was not begun, unless others wait for it: another question has taken its place.

        Of a federation's server each member gives up only what that member tried; nobody gives up a case's own ruling.
        """
        waiting = "owner = ? AND id = ? AND state = 'waiting' AND json_extract(given, '$.tried')"
        with self._store.change() as base:
            if (doing := DOING.get()) is not None:
                mine = f"job IN (SELECT id FROM jobs WHERE {waiting})"  # noqa: S608 - no word from outside
                asked = base.execute(
                    f"DELETE FROM asked_by WHERE member = ? AND {mine}",  # noqa: S608
                    (doing.member.id, owner, name),
                )
                if not asked.rowcount:
                    return
            others = "SELECT 1 FROM asked_by WHERE job = jobs.id"
            base.execute(f"DELETE FROM jobs WHERE {waiting} AND NOT EXISTS ({others})", (owner, name))  # noqa: S608

    def take_up(self) -> None:
        """Go on with what was open when the server stopped; a ruling that ended with the server is not to blame for it."""
        with self._store.change() as base:
            rows = base.execute("SELECT id FROM jobs WHERE state IN ('waiting', 'running')").fetchall()
            base.execute(
                "UPDATE jobs SET state = 'waiting', tries = max(0, tries - 1) WHERE state = 'running'"
            )
        for row in rows:
            self._submit(row["id"])

    def stop(self) -> None:
        """End the processes; what is open stays in the store."""
        with self._lock:
            self._stopped = True
            self._stopping.set()
            pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())  # noqa: SLF001 - there is no other way to end them now
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            for process in processes:
                process.join(5)

    def _submit(self, name: str) -> None:
        with self._lock:
            if self._stopped:
                return
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers,
                    mp_context=get_context("spawn"),
                    initializer=worker_tasks.begin,
                    initargs=(os.getpid(),),
                )
            pool = self._pool
            try:
                future = pool.submit(worker_tasks.work, str(self._store.path), name)
            except BrokenProcessPool as broken:
                future = Future()
                future.set_exception(broken)
        future.add_done_callback(partial(self._handle_dead_process, name, pool))

    def _handle_dead_process(self, name: str, pool: ProcessPoolExecutor, future: "Future[None]") -> None:
        """When a process died on a job, a thread of its own sees to it.

        From Python 3.12 on a pool tells of a death while it holds its own lock: who shuts it down then waits for ever, and
        everybody who asks for a ruling waits behind him.
        """
        if future.cancelled() or (fault := future.exception()) is None or self._stopped:
            return
        threading.Thread(target=self._try_again, args=(name, pool, fault), daemon=True).start()

    def _try_again(self, name: str, pool: ProcessPoolExecutor, fault: BaseException) -> None:
        """A new pool in the place of a broken one, and one more try; then the job is given up."""
        with self._lock:
            if self._stopped:
                return
            if self._pool is pool and isinstance(fault, BrokenProcessPool):
                pool.shutdown(wait=False)
                self._pool = None
        is_disk = isinstance(fault, Exception) and is_refused_by_system(fault)
        while not self._stopping.wait(_PAUSE if is_disk else 0.0):
            try:
                if self._is_open(name, is_disk=is_disk):
                    self._submit(name)
            except sqlite3.OperationalError:  # nothing can be written now
                is_disk = True
            else:
                return

    def _is_open(self, name: str, *, is_disk: bool) -> bool:
        """Whether a job is tried again, which is noted; a full disk is no fault of the job."""
        with self._store.change() as base:
            row = base.execute("SELECT tries, state FROM jobs WHERE id = ?", (name,)).fetchone()
            if row is None or row["state"] in {JobState.DONE, JobState.FAILED}:
                return False
            if row["tries"] >= _TRIES and not is_disk:
                base.execute("UPDATE jobs SET state = 'failed', step = 'died' WHERE id = ?", (name,))
                return False
            base.execute(
                "UPDATE jobs SET state = 'waiting', step = ?, tries = ? WHERE id = ?",
                ("disk" if is_disk else "", max(0, row["tries"] - is_disk), name),
            )
        return True
