"""Distribution of units of work to processes by joblib; every answer is stored in one sqlite file as it arrives.

The parent holds at most one wave of units at a time. A unit on which a process dies is tried once more alone; a unit
that fails alone is given up and named, and the others continue. Answers do not depend on the worker.

A unit is named by its content, so that a row answers for exactly these facts: a corrected file is computed again, an
unchanged one is not. Every row is committed separately with write-ahead logging: if the process is killed at any
moment, a row is complete, once, or absent.
"""

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from analyser.errors import AnalyserError, UsageError
from analyser.messages import sentence
from analyser.resources import delete_sqlite, open_sqlite, transaction

_FORM = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS made (form INTEGER NOT NULL, engine TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS units (key TEXT PRIMARY KEY, standing TEXT NOT NULL, answer TEXT NOT NULL) WITHOUT ROWID;
"""


class UnitState(StrEnum):
    """The state of a unit: complete; incomplete after a timeout, to be tried again; or given up."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """The answer of one unit as text, or the reason why there is none."""

    key: str
    state: UnitState
    answer: str


class Checkpoint(AbstractContextManager["Checkpoint"]):
    """The stored answers of one event, made by one engine; `fresh` deletes those of an earlier run.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Checkpoint(Path(folder) / "c.sqlite", "engine 1") as checkpoint:
    ...     checkpoint.keep(UnitAnswer("a", UnitState.COMPLETE, "12"))
    ...     checkpoint.row("a").answer, checkpoint.row("b")
    ('12', None)
    """

    def __init__(self, path: Path, engine: str, *, fresh: bool = False) -> None:
        try:
            if fresh:
                delete_sqlite(path)
            self._connection = open_sqlite(path, _TABLES)
            made_by = self._connection.execute("SELECT form, engine FROM made").fetchone()
            if made_by != (_FORM, engine):  # its rows answer other questions
                with transaction(self._connection) as change:
                    change.execute("DELETE FROM made")
                    change.execute("DELETE FROM units")
                    change.execute("INSERT INTO made VALUES (?, ?)", (_FORM, engine))
        except (sqlite3.Error, OSError) as reason:
            remedy = sentence("run-without-resume")
            raise AnalyserError(
                sentence("checkpoint-unusable", reason=reason), where=path.name, remedy=remedy
            ) from reason

    def keep(self, row: UnitAnswer) -> None:
        """Commit one row, replacing an earlier row of the same unit."""
        self._connection.execute(
            "INSERT OR REPLACE INTO units VALUES (?, ?, ?)", (row.key, row.state, row.answer)
        )

    def row(self, key: str) -> UnitAnswer | None:
        """The row of a unit, or None."""
        row = self._connection.execute("SELECT standing, answer FROM units WHERE key = ?", (key,)).fetchone()
        return None if row is None else UnitAnswer(key, UnitState(row[0]), row[1])

    def __len__(self) -> int:
        """The number of units with a row."""
        (count,) = self._connection.execute("SELECT count(*) FROM units").fetchone()
        return int(count)

    def __exit__(self, *reason: object) -> None:
        """Let go of the file."""
        self._connection.close()


_WAVE = 64  # units per worker, after which the processes wait for each other


class Backend(StrEnum):
    """The backend that distributes work: local processes, a Dask cluster, or joblib's configuration around the call."""

    LOKY = "loky"
    DASK = "dask"
    CURRENT = "current"  # as in `with joblib.parallel_config(backend="ray"):`; no option of the command line


class WorkUnit(Protocol):
    """An independent piece of work, named by its content."""

    @property
    def key(self) -> str:
        """The name of its row."""
        ...


U = TypeVar("U", bound=WorkUnit)


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """The number of processes and their backend; `scheduler` is the address of a Dask cluster.

    One process works directly, without joblib: nothing has to start.
    """

    jobs: int = 1
    backend: Backend = Backend.LOKY
    scheduler: str = ""

    def __post_init__(self) -> None:
        """Refuse invalid combinations."""
        if self.jobs < 1:
            raise UsageError(sentence("process-must-work"), where="--jobs", found=str(self.jobs))
        if self.scheduler and self.backend is not Backend.DASK:
            raise UsageError(
                sentence("scheduler-is-dask"), where="--scheduler", remedy=sentence("add-backend-dask")
            )
        if self.backend is Backend.DASK and not self.scheduler:
            remedy = sentence("start-dask-scheduler")
            raise UsageError(sentence("dask-needs-address"), where="--backend dask", remedy=remedy)


@dataclass(frozen=True, slots=True)
class WorkTally:
    """Counts of units: answered before, answered now, incomplete, given up."""

    answered_before: int = 0
    done: int = 0
    incomplete: int = 0
    failed: int = 0

    @property
    def total(self) -> int:
        """The number of all units."""
        return self.answered_before + self.done + self.incomplete + self.failed


def work_through(
    units: Iterable[U],
    work: Callable[[U], UnitAnswer],
    checkpoint: Checkpoint,
    pool: WorkerPool,
    report: Callable[[WorkTally], object] = lambda _: None,
) -> WorkTally:
    """Work on the units without an answer in the checkpoint; a unit that occurs twice is done once."""
    tally, queue = WorkTally(), iter(units)
    with _running(pool) as hand_out:
        while wave := list(islice(queue, _WAVE * pool.jobs)):
            new = {
                unit.key: unit
                for unit in wave
                if (row := checkpoint.row(unit.key)) is None or row.state is not UnitState.COMPLETE
            }
            tally = replace(tally, answered_before=tally.answered_before + len(wave) - len(new))
            report(tally)
            for row in _wave(new, work, hand_out):
                checkpoint.keep(row)
                match row.state:
                    case UnitState.COMPLETE:
                        tally = replace(tally, done=tally.done + 1)
                    case UnitState.INCOMPLETE:
                        tally = replace(tally, incomplete=tally.incomplete + 1)
                    case UnitState.FAILED:
                        tally = replace(tally, failed=tally.failed + 1)
                report(tally)
    return tally


HandOut = Callable[[Iterator[tuple[Any, Any]]], Iterator[UnitAnswer]]


def _wave(waiting: dict[str, U], work: Callable[[U], UnitAnswer], hand_out: HandOut) -> Iterator[UnitAnswer]:
    """The answers of a wave; after a process died, the units in progress are tried again, each alone."""
    while waiting:
        out: dict[str, U] = {}
        try:
            yield from _answers(waiting, out, work, hand_out)
        except _deaths() as death:
            if not out:  # no unit was in progress: the pool itself failed
                raise
            for key, unit in out.items():
                waiting.pop(key, None)
                try:
                    (row,) = hand_out(iter([(work, unit)]))
                except _deaths():
                    why = f"the process that worked on it died twice ({type(death).__name__})"
                    row = UnitAnswer(unit.key, UnitState.FAILED, why)
                yield row


def _answers(
    waiting: dict[str, U], out: dict[str, U], work: Callable[[U], UnitAnswer], hand_out: HandOut
) -> Iterator[UnitAnswer]:
    """Distribute waiting units and yield answers; `out` holds the units in progress."""

    def tasks() -> Iterator[tuple[Any, Any]]:
        for key, unit in list(waiting.items()):
            out[key] = unit
            yield work, unit

    for row in hand_out(tasks()):
        out.pop(row.key, None)
        waiting.pop(row.key, None)
        yield row


def _work_safely(work: Callable[[U], UnitAnswer], unit: U) -> UnitAnswer:
    """Work on one unit in a process of the pool; its errors must not stop the others."""
    try:
        return work(unit)
    except Exception as reason:  # noqa: BLE001 - whatever it is, the unit is named and the event goes on
        return UnitAnswer(unit.key, UnitState.FAILED, f"{type(reason).__name__}: {reason}")


_LOOKS = 1.0  # seconds between two checks whether the parent is alive


def _work_beside(parent: int, work: Callable[[U], UnitAnswer], unit: U) -> UnitAnswer:
    """Work on one unit in a process that ends with its parent; joblib's would wait five minutes for more work."""
    if sys.platform != "win32":
        _watch(parent)
    return _work_safely(work, unit)


@cache
def _watch(parent: int) -> None:
    """Start, once per process, a check that the parent is alive; an answer counts when the parent has committed it."""

    def end_with_it() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOKS)
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


def _deaths() -> tuple[type[Exception], ...]:
    """The exceptions by which the backends report that a process died."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    dask = sys.modules.get("distributed.scheduler")  # without it no worker of its can have died
    return (BrokenProcessPool,) if dask is None else (BrokenProcessPool, dask.KilledWorker)


@contextmanager
def _running(pool: WorkerPool) -> Iterator[HandOut]:
    """A joblib runner that sends tasks to the workers and yields the rows as they arrive."""
    if pool.jobs == 1 and pool.backend is Backend.LOKY:
        yield lambda tasks: (_work_safely(work, unit) for work, unit in tasks)
        return
    import joblib

    do = partial(_work_beside, os.getpid()) if pool.backend is Backend.LOKY else _work_safely

    def hand_out(tasks: Iterator[tuple[Any, Any]]) -> Iterator[UnitAnswer]:
        backend, _ = joblib.parallel.get_active_backend()
        as_they_come = "generator_unordered" if backend.supports_return_generator else "list"
        parallel = joblib.Parallel(n_jobs=pool.jobs, return_as=as_they_come, batch_size=1, max_nbytes=None)
        yield from parallel(joblib.delayed(do)(work, unit) for work, unit in tasks)

    match pool.backend:
        case Backend.LOKY:
            with joblib.parallel_config("loky", n_jobs=pool.jobs, inner_max_num_threads=1):
                yield hand_out
        case Backend.CURRENT:
            yield hand_out
        case Backend.DASK:
            with _cluster(pool.scheduler) as client, joblib.parallel_config("dask", client=client):
                yield hand_out


@contextmanager
def _cluster(scheduler: str) -> Iterator[Any]:
    """The Dask cluster at this address; its workers must have one thread each, as the solver needs."""
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address, parse_host_port
    except ImportError:
        raise UsageError(
            sentence("dask-missing"),
            where="--backend dask",
            remedy=sentence("install-dask"),
        ) from None
    try:
        parse_host_port(parse_address(scheduler)[1])  # a client without an address never closes
        client: Any = Client(scheduler, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as reason:
        remedy = sentence("is-dask-running")
        raise UsageError(
            sentence("dask-silent", reason=reason), where="--scheduler", found=scheduler, remedy=remedy
        ) from reason
    with client:
        threads = [worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()]
        if not threads or max(threads) > 1:
            workers = f"{len(threads)} workers" + (f", up to {max(threads)} threads each" if threads else "")
            remedy = sentence("start-dask-workers")
            raise UsageError(sentence("dask-one-thread"), where=scheduler, found=workers, remedy=remedy)
        yield client
