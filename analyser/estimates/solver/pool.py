"""A pool of solver processes, one thread in each: questions are handed out, answers are yielded as they arrive.

A deal on which a process dies or its time runs out costs only that process: it is replaced, what was unanswered is
asked again alone, and what fails alone is given up and named. The processes are separate programs (not
`multiprocessing`) because these start in a twentieth of a second, need no guard in the caller's main module, and may
be started from anywhere: from a worker of joblib or dask, from a thread of the web server, after a fork.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, cast

from analyser.errors import SolverError
from analyser.messages import sentence

_START = 60.0  # seconds a process may take until it is ready, on a machine with other work to do
_STALLED = 20  # times its processor time a question may take on the clock before it counts as stuck
_OUT_OF_TIME = 75  # exit code of a process whose question took too long (worker.OUT_OF_TIME)
_STARTS = 3  # after so many processes in a row that died before they were ready, something is wrong
_PROGRAM = Path(__file__).with_name("worker.py")

Numbers = Sequence[object]
_Batch = tuple[list[tuple[int, Numbers]], bool]
"""Questions handed over together, by number, and whether they have failed in a batch before."""


class WorkerFault(Enum):
    """Why a question was given up: its time ran out twice, or the process died on it twice."""

    TIME = "out of time"
    DIED = "the process died"


@dataclass(eq=False, slots=True)
class _Worker:
    """One process and the questions it has not answered yet."""

    process: "subprocess.Popen[bytes]"
    heard: "SimpleQueue[tuple[_Worker, bytes]]"
    ready: bool = False
    open: dict[int, Numbers] = field(default_factory=dict)
    again: bool = False
    until: float = 0.0

    def ask(self, batch: _Batch, patience: float) -> None:
        """Hand over a batch; a process that has died is noticed by its silence."""
        questions, self.again = batch
        self.open = dict(questions)
        if self.ready:  # else it still has the time of its start
            self.until = time.monotonic() + patience
        line = json.dumps([[number, *question] for number, question in questions])
        try:
            self.stdin.write(line.encode() + b"\n")
            self.stdin.flush()
        except OSError:
            self.process.kill()

    @property
    def stdin(self) -> IO[bytes]:
        """The stream of its questions."""
        return cast("IO[bytes]", self.process.stdin)


def binding() -> str:
    """The path of endplay's binding to DDS; refused if endplay is not installed."""
    spec = find_spec("endplay")
    places = spec.submodule_search_locations if spec else None
    for place in places or ():
        path = Path(place) / "_dds" / "__init__.py"
        if path.is_file():
            return str(path)
    raise SolverError(sentence("endplay-missing"), remedy="pip install endplay==0.5.12")


class SolverPool:
    """A few solver processes, started at first use and stopped with the pool.

    Any thread may ask; they are served one after the other. After a fork the child starts its own processes.
    """

    def __init__(self, workers: int, seconds: float) -> None:
        if workers < 1:
            raise SolverError(sentence("processes-at-least-one"), found=str(workers))
        if seconds <= 0:
            raise SolverError(sentence("deal-needs-time"), found=str(seconds))
        self._size, self._seconds, self._patience = workers, seconds, max(_START, _STALLED * seconds)
        self._turn = threading.RLock()
        self._parents: list[_Worker] = []
        self._fresh()

    def _fresh(self) -> None:
        self._workers: list[_Worker] = []
        self._heard: SimpleQueue[tuple[_Worker, bytes]] = SimpleQueue()
        self._owner = os.getpid()
        self._failed_starts = 0
        self._finalizer = weakref.finalize(self, _stop, self._workers, self._owner)

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the processes running now."""
        return tuple(worker.process.pid for worker in self._workers)

    def close(self) -> None:
        """Stop every process; the next question starts new ones."""
        self._reset_in_child()
        with self._turn:
            _stop(self._workers, self._owner)

    def ask(self, batches: Sequence[Sequence[tuple[int, Numbers]]]) -> Generator[tuple[int, object]]:
        """Ask every question of every batch; yields each number with its answer, or with the fault that ended it."""
        self._reset_in_child()
        with self._turn:
            waiting: deque[_Batch] = deque((list(batch), False) for batch in batches if batch)
            try:
                while waiting or any(worker.open for worker in self._workers):
                    self._hand_out(waiting)
                    yield from self._hear(waiting)
            finally:
                for worker in [worker for worker in self._workers if worker.open]:
                    self._dismiss(worker)  # the caller stopped iterating: nobody would read the rest

    def _hand_out(self, waiting: deque[_Batch]) -> None:
        for worker in self._workers:
            if waiting and not worker.open:
                worker.ask(waiting.popleft(), self._patience)
        while waiting and len(self._workers) < self._size:
            worker = _start(self._seconds, self._heard)
            self._workers.append(worker)
            worker.ask(waiting.popleft(), self._patience)

    def _hear(self, waiting: deque[_Batch]) -> Iterator[tuple[int, object]]:
        busy = [worker for worker in self._workers if worker.open]
        patience = min(worker.until for worker in busy) - time.monotonic()
        try:
            worker, line = self._heard.get(timeout=max(patience, 0.0))
        except Empty:
            now = time.monotonic()
            for late in [worker for worker in busy if worker.until <= now]:
                yield from self._lose(late, WorkerFault.TIME, waiting)
            return
        if worker not in self._workers:
            return  # the last message of a dismissed process
        if not line:
            yield from self._lose(worker, _end_of(worker), waiting)
            return
        message = json.loads(line)
        if isinstance(message, dict):
            self._read_greeting(worker, message)
            return
        worker.until = time.monotonic() + self._patience
        for number, answer in message:
            del worker.open[number]
            yield number, answer

    def _read_greeting(self, worker: _Worker, message: dict[str, object]) -> None:
        if "failed" in message:
            self._dismiss(worker)
            remedy = "install endplay again: pip install --force-reinstall endplay==0.5.12"
            raise SolverError(sentence("solver-start-failed", reason=message["failed"]), remedy=remedy)
        worker.ready, worker.until = True, time.monotonic() + self._patience
        self._failed_starts = 0

    def _lose(
        self, worker: _Worker, fault: WorkerFault, waiting: deque[_Batch]
    ) -> Iterator[tuple[int, object]]:
        """Replace a process; its open questions are asked again alone, or given up if they were alone already."""
        unanswered = list(worker.open.items())
        self._dismiss(worker)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts == _STARTS:
                raise SolverError(sentence("solver-process-fails"), remedy=sentence("run-doctor"))
            waiting.appendleft((unanswered, worker.again))
        elif worker.again:
            for number, _ in unanswered:
                yield number, fault
        else:
            waiting.extendleft(([question], True) for question in reversed(unanswered))

    def _dismiss(self, worker: _Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        _end(worker)

    def _reset_in_child(self) -> None:
        """In a forked child the processes still belong to the parent: leave them to it and start new ones."""
        if self._owner == os.getpid():
            return
        self._finalizer.detach()
        for worker in self._workers:
            worker.process.returncode = 0  # not ours to wait for
            worker.stdin.close()  # else it would not notice when the parent ends
        self._parents += self._workers  # kept, so that we do not clean up the parent's processes
        self._turn = threading.RLock()  # another thread of the parent may have held the old lock
        self._fresh()


def _start(seconds: float, heard: "SimpleQueue[tuple[_Worker, bytes]]") -> _Worker:
    quiet = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    process = subprocess.Popen(  # noqa: S603 - our own program, with words of our own
        [sys.executable, "-I", "-S", str(_PROGRAM), binding(), str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),  # where the library may leave its notes on what it could not solve
        creationflags=quiet,
    )
    worker = _Worker(process, heard, until=time.monotonic() + _START)
    threading.Thread(target=_listen, args=(worker,), daemon=True).start()
    return worker


def _listen(worker: _Worker) -> None:
    """Pass on what a process writes; an empty message means that it has ended."""
    pipe = worker.process.stdout
    if pipe is not None:
        with pipe:
            for line in pipe:
                worker.heard.put((worker, line))
    worker.heard.put((worker, b""))


def _end_of(worker: _Worker) -> WorkerFault:
    """Why a process has fallen silent."""
    with suppress(subprocess.TimeoutExpired):  # silent but not ended: it will be
        if worker.process.wait(timeout=5) == _OUT_OF_TIME:
            return WorkerFault.TIME
    return WorkerFault.DIED


def _end(worker: _Worker) -> None:
    worker.process.kill()
    with suppress(OSError):  # what could not be written any more
        worker.stdin.close()
    worker.process.wait()


def _stop(workers: list[_Worker], owner: int) -> None:
    if owner == os.getpid():
        while workers:
            _end(workers.pop())
