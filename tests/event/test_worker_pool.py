"""Many units at once: each is answered once, whoever works, whoever dies, and whenever the run is cut off."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import joblib
import pytest

from analyser.errors import UsageError
from analyser.event.worker_pool import (
    Backend,
    Checkpoint,
    UnitAnswer,
    UnitState,
    WorkerPool,
    WorkTally,
    work_through,
)


@dataclass(frozen=True)
class Number:
    """A unit of work: a number, and what befalls the process that works on it."""

    value: int
    fate: str = ""

    @property
    def key(self) -> str:
        """Its own content."""
        return f"{self.value}{self.fate}"


def square(unit):
    """The work: the number's square, unless its fate is another."""
    match unit.fate:
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        case "refuses":
            raise ValueError("no square today")
        case "runs out of time":
            return UnitAnswer(unit.key, UnitState.INCOMPLETE, "")
    return UnitAnswer(unit.key, UnitState.COMPLETE, str(unit.value**2))


def answers(path):
    with Checkpoint(path, "test") as checkpoint:
        rows = filter(None, map(checkpoint.row, map(str, range(10_000))))
        return {row.key: (row.state.value, row.answer) for row in rows}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.slow
def test_every_unit_is_answered_once_whoever_works(tmp_path, jobs):
    with Checkpoint(tmp_path / "c", "test") as checkpoint:
        tally = work_through([Number(n) for n in [*range(30), 3, 4]], square, checkpoint, WorkerPool(jobs))
        assert len(checkpoint) == 30
        assert tally.done == 30
    assert answers(tmp_path / "c") == {str(n): ("complete", str(n * n)) for n in range(30)}


def test_joblibs_configuration_around_the_call_distributes_the_work(tmp_path):
    with joblib.parallel_config(backend="multiprocessing"), Checkpoint(tmp_path / "c", "test") as checkpoint:
        tally = work_through(
            [Number(n) for n in range(8)], square, checkpoint, WorkerPool(2, Backend.CURRENT)
        )
    assert tally == WorkTally(done=8)


def test_finished_units_are_reused_and_timeouts_repeated(tmp_path):
    units = [Number(1), Number(2, "runs out of time")]
    with Checkpoint(tmp_path / "c", "test") as checkpoint:
        assert work_through(units, square, checkpoint, WorkerPool()) == WorkTally(done=1, incomplete=1)
        assert work_through(units, square, checkpoint, WorkerPool()) == WorkTally(
            answered_before=1, incomplete=1
        )


@pytest.mark.slow
def test_a_unit_killing_its_process_is_named_others_answered(tmp_path):
    units = [Number(n, "dies" if n == 5 else "") for n in range(12)]
    with Checkpoint(tmp_path / "c", "test") as checkpoint:
        tally = work_through(units, square, checkpoint, WorkerPool(2))
        row = checkpoint.row("5dies")
    assert tally == WorkTally(done=11, failed=1)
    assert row.state is UnitState.FAILED
    assert "died" in row.answer


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_unit_that_cannot_be_worked_on_says_why(tmp_path, jobs):
    with Checkpoint(tmp_path / "c", "test") as checkpoint:
        work_through([Number(1), Number(2, "refuses")], square, checkpoint, WorkerPool(jobs))
        rows = [checkpoint.row("1"), checkpoint.row("2refuses")]
        assert [row.answer for row in rows] == ["1", "ValueError: no square today"]
        assert rows[1].state is UnitState.FAILED


def test_rows_of_another_engine_are_forgotten(tmp_path):
    with Checkpoint(tmp_path / "c", "engine 1") as checkpoint:
        checkpoint.keep(UnitAnswer("a", UnitState.COMPLETE, "1"))
    with Checkpoint(tmp_path / "c", "engine 2") as checkpoint:
        assert checkpoint.row("a") is None


def test_without_resuming_an_earlier_run_is_forgotten(tmp_path):
    with Checkpoint(tmp_path / "c", "engine") as checkpoint:
        checkpoint.keep(UnitAnswer("a", UnitState.COMPLETE, "1"))
    with Checkpoint(tmp_path / "c", "engine", fresh=True) as checkpoint:
        assert len(checkpoint) == 0


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ({"jobs": 0}, "--jobs"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "--scheduler"),
        ({"backend": Backend.DASK}, "--backend dask"),
    ],
)
def test_a_crew_that_cannot_work_is_refused(words, place):
    with pytest.raises(UsageError, match=place):
        WorkerPool(**words)


SLOW_RUN = """
import sys, time
from pathlib import Path
from analyser.event.worker_pool import Checkpoint, UnitAnswer, UnitState
from analyser.event.worker_pool import WorkerPool, work_through
from tests.event.test_worker_pool import Number, square
def slow(unit):
    time.sleep(0.004)
    with Path(sys.argv[2]).open("a") as log:
        log.write(unit.key + "\\n")
    return square(unit)
with Checkpoint(Path(sys.argv[1]), "test") as kept:
    print("begun", flush=True)
    work_through(map(Number, range(300)), slow, kept, WorkerPool())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed as Linux and macOS do it")
@pytest.mark.slow
def test_a_run_killed_twenty_times_loses_and_doubles_nothing(tmp_path, pytestconfig):
    place, log = tmp_path / "c", tmp_path / "log"
    for turn in range(20):
        with subprocess.Popen(
            [sys.executable, "-c", SLOW_RUN, str(place), str(log)],
            cwd=pytestconfig.rootpath,
            stdout=subprocess.PIPE,
        ) as run:
            run.stdout.readline()
            time.sleep(0.002 + 0.004 * (turn * 7 % 20))  # another moment each time
            run.kill()
        before = answers(place)
        assert before == {key: ("complete", str(int(key) ** 2)) for key in before}
    with Checkpoint(place, "test") as checkpoint:
        work_through(map(Number, range(300)), square, checkpoint, WorkerPool())
    assert answers(place) == {str(n): ("complete", str(n * n)) for n in range(300)}
    worked = Path(log).read_text().split()
    # At most the one unit under way at each kill was worked on again.
    assert len(worked) - len(set(worked)) <= 20


ENDLESS_RUN = """
import os, sys, time
from pathlib import Path
from analyser.event.worker_pool import Checkpoint, WorkerPool, work_through
from tests.event.test_worker_pool import Number, square
def slow(unit):
    Path(sys.argv[2], str(os.getpid())).touch()
    time.sleep(0.05)
    return square(unit)
with Checkpoint(Path(sys.argv[1]), "test") as kept:
    work_through(map(Number, range(9_999)), slow, kept, WorkerPool(2))
"""


def is_running(pid: str) -> bool:
    """Whether a process is there and no corpse."""
    try:
        return Path("/proc", pid, "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up as Linux lists them")
@pytest.mark.slow
def test_the_processes_of_a_killed_run_end(tmp_path, pytestconfig):
    workers = tmp_path / "workers"
    workers.mkdir()
    script = [sys.executable, "-c", ENDLESS_RUN, str(tmp_path / "c"), str(workers)]
    with subprocess.Popen(script, cwd=pytestconfig.rootpath) as run:
        until = time.monotonic() + 60
        while len(list(workers.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        run.kill()
    pids = [path.name for path in workers.iterdir()]
    assert len(pids) == 2
    until = time.monotonic() + 20
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.2)
    assert [pid for pid in pids if is_running(pid)] == []
