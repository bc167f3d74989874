"""Many units of work on many processes: joblib hands them out, and every answer is committed as it comes.

The parent holds no more than a wave of units at a time. A unit on which a process dies is tried once more alone;
what fails alone is given up and named, and the rest goes on. The answers do not depend on who worked them out.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Any, Protocol, TypeVar

from analyser.errors import UsageError
from analyser.event.checkpoint import Checkpoint, Row, Standing

_WAVE = 64  # units a worker: the processes wait for each other once in so many


class Backend(StrEnum):
    """Who hands the work out: processes of this machine, a Dask cluster, or what joblib was told around the call."""

    LOKY = "loky"
    DASK = "dask"
    AROUND = (
        "around"  # `with joblib.parallel_config(backend="ray"):` and the like; not a word of the command line
    )


class Unit(Protocol):
    """A piece of work that stands for itself, named by its content."""

    @property
    def key(self) -> str:
        """The name of its row."""
        ...


U = TypeVar("U", bound=Unit)


@dataclass(frozen=True, slots=True)
class Crew:
    """How many processes work, on which backend; `scheduler` is the address of a Dask cluster.

    One process works here and now, without joblib's: nothing has to start.
    """

    jobs: int = 1
    backend: Backend = Backend.LOKY
    scheduler: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if self.jobs < 1:
            raise UsageError("at least one process must work", where="--jobs", found=str(self.jobs))
        if self.scheduler and self.backend is not Backend.DASK:
            raise UsageError("a scheduler belongs to Dask", where="--scheduler", remedy="add --backend dask")
        if self.backend is Backend.DASK and not self.scheduler:
            remedy = "start one with `dask scheduler`, then --scheduler tcp://HOST:8786"
            raise UsageError("Dask needs the address of its scheduler", where="--backend dask", remedy=remedy)


@dataclass(frozen=True, slots=True)
class Tally:
    """How the units came out: answered before, answered now, in part, given up."""

    kept: int = 0
    done: int = 0
    incomplete: int = 0
    failed: int = 0

    @property
    def all(self) -> int:
        """Every unit that was looked at."""
        return self.kept + self.done + self.incomplete + self.failed


def work_through(
    units: Iterable[U],
    work: Callable[[U], Row],
    checkpoint: Checkpoint,
    crew: Crew,
    tell: Callable[[Tally], None] | None = None,
) -> Tally:
    """Do what the checkpoint has no answer for; a unit that comes twice is done once."""
    tally, queue = Tally(), iter(units)
    with _hands(crew) as hand_out:
        while wave := list(islice(queue, _WAVE * crew.jobs)):
            new = {unit.key: unit for unit in wave if not checkpoint.settled(unit.key)}
            tally = replace(tally, kept=tally.kept + len(wave) - len(new))
            _say(tell, tally)
            for row in _wave(list(new.values()), work, hand_out):
                checkpoint.keep(row)
                tally = _counted(tally, row)
                _say(tell, tally)
    return tally


def _say(tell: Callable[[Tally], None] | None, tally: Tally) -> None:
    if tell is not None:
        tell(tally)


def _counted(tally: Tally, row: Row) -> Tally:
    match row.standing:
        case Standing.COMPLETE:
            return replace(tally, done=tally.done + 1)
        case Standing.INCOMPLETE:
            return replace(tally, incomplete=tally.incomplete + 1)
        case Standing.FAILED:
            return replace(tally, failed=tally.failed + 1)


HandOut = Callable[[Iterator[tuple[Any, Any]]], Iterator[Row]]


def _wave(units: list[U], work: Callable[[U], Row], hand_out: HandOut) -> Iterator[Row]:
    """Every unit of a wave; after a process died, those that were out are tried again, each alone."""
    waiting = {unit.key: unit for unit in units}
    while waiting:
        out: dict[str, U] = {}
        try:
            yield from _answers(waiting, out, work, hand_out)
        except _deaths() as death:
            if not out:  # it was nobody's unit: something is wrong with the crew itself
                raise
            for key, unit in out.items():
                waiting.pop(key, None)
                yield _alone(unit, work, hand_out, death)


def _answers(
    waiting: dict[str, U], out: dict[str, U], work: Callable[[U], Row], hand_out: HandOut
) -> Iterator[Row]:
    """Hand out what waits and yield what comes back; `out` holds what is under way."""

    def tasks() -> Iterator[tuple[Any, Any]]:
        for key, unit in list(waiting.items()):
            out[key] = unit
            yield work, unit

    for row in hand_out(tasks()):
        out.pop(row.key, None)
        waiting.pop(row.key, None)
        yield row


def _alone(unit: U, work: Callable[[U], Row], hand_out: HandOut, death: Exception) -> Row:
    try:
        (row,) = hand_out(iter([(work, unit)]))
    except _deaths():
        return Row(
            unit.key, Standing.FAILED, f"the process that worked on it died twice ({type(death).__name__})"
        )
    return row


def _careful(work: Callable[[U], Row], unit: U) -> Row:
    """Work on one unit in a process of the crew: what goes wrong in it must not stop the others."""
    try:
        return work(unit)
    except Exception as reason:  # noqa: BLE001 - whatever it is, the unit is named and the event goes on
        return Row(unit.key, Standing.FAILED, f"{type(reason).__name__}: {reason}")


def _deaths() -> tuple[type[Exception], ...]:
    """How the backends say that a process is gone."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    dask = sys.modules.get("distributed.scheduler")  # if nobody opened it, no worker of its can have died
    return (BrokenProcessPool,) if dask is None else (BrokenProcessPool, dask.KilledWorker)


@contextmanager
def _hands(crew: Crew) -> Iterator[HandOut]:
    """Something that hands tasks to the crew and yields the rows as they come back."""
    if crew.jobs == 1 and crew.backend is Backend.LOKY:
        yield lambda tasks: (_careful(work, unit) for work, unit in tasks)
        return
    import joblib

    def hand_out(tasks: Iterator[tuple[Any, Any]]) -> Iterator[Row]:
        backend, _ = joblib.parallel.get_active_backend()
        as_they_come = "generator_unordered" if backend.supports_return_generator else "list"
        parallel = joblib.Parallel(n_jobs=crew.jobs, return_as=as_they_come, batch_size=1, max_nbytes=None)
        yield from parallel(joblib.delayed(_careful)(work, unit) for work, unit in tasks)

    match crew.backend:
        case Backend.LOKY:
            with joblib.parallel_config("loky", n_jobs=crew.jobs, inner_max_num_threads=1):
                yield hand_out
        case Backend.AROUND:
            yield hand_out
        case Backend.DASK:
            with _cluster(crew.scheduler) as client, joblib.parallel_config("dask", client=client):
                yield hand_out


@contextmanager
def _cluster(scheduler: str) -> Iterator[Any]:
    """The Dask cluster at this address; its workers must have one thread each, as the solver wants it."""
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address, parse_host_port
    except ImportError:
        raise UsageError(
            "the extra for Dask is not installed",
            where="--backend dask",
            remedy="install it: pip install 'analyser[dask]'",
        ) from None
    try:
        parse_host_port(parse_address(scheduler)[1])  # a client made for no address at all is never at rest
        client: Any = Client(scheduler, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as reason:
        remedy = "is `dask scheduler` running there, and are its workers of the same version?"
        raise UsageError(
            f"no Dask cluster answers: {reason}", where="--scheduler", found=scheduler, remedy=remedy
        ) from reason
    with client:
        threads = [worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()]
        if not threads or max(threads) > 1:
            found = f"{len(threads)} workers" + (f", up to {max(threads)} threads each" if threads else "")
            remedy = "start them with `dask worker ADDRESS --nthreads 1`"
            raise UsageError(
                "the cluster needs workers of one thread each", where=scheduler, found=found, remedy=remedy
            )
        yield client
