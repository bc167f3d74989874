"""An event killed, interrupted, out of room, beside another run or with a spoilt cache loses nothing and leaves nothing half written.

After every fault each sheet that is there must be whole, and a run that is resumed must end with the bytes of a run left in
peace, or with a sentence that says what to do. `FAULT_KILLS` is how often a process is killed or interrupted (40), shared
among the parent (in part the moment its cache grows), its workers, the solver's processes and a worker of a Dask cluster
(one kill in forty). At `FAULT_DEPTH` `standings` there are no workers, and a kill costs a second; `FAULT_ONLY=kills` leaves
out what is no kill.
"""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.championship import write
from tests.bench.event import family
from tests.bench.promise import Figure, Measured
from tests.support import ROOT

KILLS = int(os.environ.get("FAULT_KILLS", "40"))
SEED = int(os.environ.get("FAULT_SEED", "12"))
DEPTH = os.environ.get("FAULT_DEPTH", "plays")
ONLY_KILLS = os.environ.get("FAULT_ONLY") == "kills"
DEALS, TABLES = 3, 3
SHEETS = ("standings", "rulings", "changes", "boards", "slips", "tallies", "losses")
_CEILINGS = 24  # sizes up to which a file may grow, from nothing to the largest that is written
_LONGEST = 600.0  # seconds: who is not done by then hangs
Strike = Callable[
    ["subprocess.Popen[bytes]", Path], bool
]  # hits a run that uses this cache; False where it met nothing


def started(folder: Path, out: Path, cache: Path, *words: str, ceiling: int = 0) -> "subprocess.Popen[bytes]":
    """`analyser event --resume`; no file may grow over `ceiling` bytes where there is one."""
    command = [sys.executable, "-m", "analyser", "event", str(folder), "--out", str(out), "--measure", "0"]
    blocks = ["sh", "-c", f'ulimit -f {ceiling // 512}; exec "$@"', "sh"] if ceiling else []
    return subprocess.Popen(
        [*blocks, *command, "--resume", "--depth", DEPTH, *words],
        cwd=ROOT,
        env=os.environ | {"ANALYSER_CACHE": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """The exit code and what was said; a run that hangs is killed and counts as one that was not heard of again."""
    try:
        said = process.communicate(timeout=_LONGEST)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        return 99, process.communicate()[1].decode(errors="replace") + "Traceback: no end"
    return process.returncode, said.decode(errors="replace")


class Faults:
    """An event, what a run in peace writes of it, and what went wrong after each fault."""

    def __init__(self, place: Path) -> None:
        self.place, self.folder = place, place / "event"
        self.rng = random.Random(SEED)
        self.done: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.words: list[str] = []
        write(self.folder, DEALS, TABLES, seed=3)
        began = time.monotonic()
        code, text = ended(started(self.folder, place / "peace", place / "peace-cache"))
        if code:
            raise RuntimeError(text)
        self.whole = time.monotonic() - began
        self.peace = self.sheets(place / "peace")

    @staticmethod
    def sheets(out: Path) -> dict[str, bytes]:
        """The sheets that are there, and the report."""
        names = [*(f"{name}.csv" for name in SHEETS), "event.jsonl", "report.html"]
        return {name: (out / name).read_bytes() for name in names if (out / name).is_file()}

    def judge(self, fault: str, out: Path, *, is_whole: bool) -> None:
        """Count what differs from a run in peace: nothing may be half, and after the end nothing may lack."""
        found = self.sheets(out)
        half = [name for name, data in found.items() if data != self.peace[name]]
        lost = sorted(self.peace.keys() - found.keys()) if is_whole else []
        if half or lost:
            self.wrong[fault] += 1
            self.words.append(f"{fault}: differs {half}, lacks {lost}")

    def said(self, fault: str, code: int, words: str) -> None:
        """A run that could not go on must say so in a sentence, and never in the language of the machine."""
        if (code and not words.strip()) or "Traceback" in words or "a fault of the program" in words:
            self.wrong[fault] += 1
            self.words.append(f"{fault}: {code}: {words[-400:]}")

    def resumed(self, fault: str, out: Path, cache: Path, *words: str) -> None:
        """To its end in peace: every byte as it should be."""
        code, text = ended(started(self.folder, out, cache, *words))
        if code:
            self.wrong[fault] += 1
            self.words.append(f"{fault}: resumed: {text[-400:]}")
        else:
            self.judge(fault, out, is_whole=True)

    @contextlib.contextmanager
    def room(self, fault: str) -> Iterator[tuple[Path, Path]]:
        """An empty place for a run and its cache."""
        place = Path(tempfile.mkdtemp(dir=self.place, prefix=f"{fault}-"))
        yield place / "out", place / "cache"
        shutil.rmtree(place)

    def killed(self, fault: str, count: int, strike: Strike) -> None:
        """So many kills, ten at most to a run before it is let come to its end; what met no process is not counted."""
        while count > 0:
            with self.room(fault) as (out, cache):
                for _ in range(min(count, 10)):
                    jobs = "1" if fault != "worker" else "2"
                    process = started(self.folder, out, cache, "--jobs", jobs)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(self.rng.uniform(0.02, 1.1) * self.whole)
                    if process.poll() is None and strike(process, cache):
                        self.done[fault] += 1
                        count -= 1
                    code, words = ended(process)
                    if code >= 0:  # it was left to say something
                        self.said(fault, code if code not in (130, 143) else 0, words)
                    self.judge(fault, out, is_whole=code == 0)
                    if code == 0:  # whatever is left to do in this place is done
                        break
                self.resumed(fault, out, cache)

    def children(self, words: str, process: "subprocess.Popen[bytes]", _: Path) -> bool:
        """Kill one process of those the run has started as soon as there is one; False if the run ends without."""
        while process.poll() is None:
            if pids := [pid for pid in family(process.pid)[1:] if words in _command(pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.rng.choice(pids), signal.SIGKILL)
                    return True
            time.sleep(0.005)
        return False

    def no_room(self) -> None:
        """Files that cannot grow over a size, from nothing to the largest: then there is room again."""
        largest = max(path.stat().st_size for path in self.place.rglob("*") if path.is_file())
        for step in range(_CEILINGS):
            with self.room("full") as (out, cache):
                ceiling = 512 + round(largest * (step / _CEILINGS) ** 3)
                code, words = ended(started(self.folder, out, cache, ceiling=ceiling))
                self.done["full"] += 1
                self.said("full", code, words)
                self.judge("full", out, is_whole=code == 0)
                self.resumed("full", out, cache)

    def _cached(self, cache: Path) -> None:
        """What the run in peace left in the solver's cache: nothing, where it solved nothing."""
        cache.mkdir()
        if (self.place / "peace-cache").is_dir():
            shutil.copytree(self.place / "peace-cache", cache, dirs_exist_ok=True)

    def spoilt(self) -> None:
        """Every sqlite file that is kept: cut off, overwritten, replaced by a text, made of nothing."""
        ways: tuple[Callable[[bytes], bytes], ...] = (
            lambda data: data[: len(data) // 2],
            lambda data: data[:100] + self.rng.randbytes(max(0, len(data) - 100)),
            lambda data: data[:4096] + self.rng.randbytes(max(0, len(data) - 4096)),
            lambda _: b"this was a cache once\n",
            lambda _: b"",
        )
        for spoil in ways:
            for where in ("cache", "out/.work"):
                with self.room("spoilt") as (out, cache):
                    shutil.copytree(self.place / "peace", out)
                    self._cached(cache)
                    for path in sorted((out.parent / where).rglob("*")):
                        if path.is_file() and path.stat().st_size:
                            path.write_bytes(spoil(path.read_bytes()))
                    code, words = ended(started(self.folder, out, cache))
                    self.done["spoilt"] += 1
                    self.said("spoilt", code, words)
                    self.judge("spoilt", out, is_whole=True)
                    if code:  # it said what to do: run without what is spoilt
                        shutil.rmtree(out)
                        shutil.rmtree(cache)
                        self.resumed("spoilt", out, cache)

    def locked(self) -> None:
        """Another process holds every sqlite file for a while."""
        with self.room("locked") as (out, cache):
            shutil.copytree(self.place / "peace", out)
            self._cached(cache)
            held = [sqlite3.connect(path, isolation_level=None) for path in cache.rglob("*.sqlite")]
            for connection in held:
                connection.execute("BEGIN EXCLUSIVE")
            process = started(self.folder, out, cache)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(2 * self.whole)
            for connection in held:
                connection.close()
            code, words = ended(process)
            self.done["locked"] += 1
            self.said("locked", code, words)
            self.resumed("locked", out, cache)

    def two_at_once(self, times: int = 3) -> None:
        """Two runs into one folder, begun a moment apart."""
        for _ in range(times):
            with self.room("two") as (out, cache):
                first = started(self.folder, out, cache)
                time.sleep(self.rng.uniform(0, self.whole))
                second = started(self.folder, out, cache)
                for process in (first, second):
                    code, words = ended(process)
                    self.said("two", code, words)
                self.done["two"] += 1
                self.judge("two", out, is_whole=True)
                self.resumed("two", out, cache)

    def clock_set_back(self) -> None:
        """What was kept bears a date of the next year, the event one of the last."""
        with self.room("clock") as (out, cache):
            shutil.copytree(self.place / "peace", out)
            self._cached(cache)
            year = 366 * 86_400
            for path, by in ((out, year), (cache, year)):
                for file in path.rglob("*"):
                    os.utime(file, (time.time() + by, time.time() + by))
            (out / "standings.csv").unlink()
            self.done["clock"] += 1
            self.resumed("clock", out, cache)

    def on_cluster(self, kills: int) -> None:
        """A worker of a Dask cluster dies under a unit; its nanny brings up another."""
        from distributed import LocalCluster

        with LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
        ) as cluster:
            words = ("--backend", "dask", "--scheduler", cluster.scheduler_address)
            for _ in range(kills):
                with self.room("dask") as (out, cache):
                    process = started(self.folder, out, cache, *words)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(self.rng.uniform(0.3, 1.2) * self.whole)
                    pid = self.rng.choice([nanny.pid for nanny in cluster.workers.values() if nanny.pid])
                    os.kill(pid, signal.SIGKILL)
                    self.done["dask"] += 1
                    code, text = ended(process)
                    self.said("dask", code, text)
                    self.judge("dask", out, is_whole=code == 0)
                    self.resumed("dask", out, cache)


def _while_writing(process: "subprocess.Popen[bytes]", cache: Path) -> bool:
    """Kill the run the moment a file of its cache grows; False if it writes nothing more."""

    def sizes() -> list[int]:
        return [path.stat().st_size for path in sorted(cache.glob("*"))] if cache.is_dir() else []

    before = sizes()
    while process.poll() is None:
        if sizes() != before:
            process.kill()
            return True
    return False


def _signalled(number: int, process: "subprocess.Popen[bytes]", _: Path) -> bool:
    process.send_signal(number)
    return True


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def measure() -> Measured:
    """Kills of every sort of process, then the other faults; how far it is, is told as it goes."""
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(Path(folder))
        for fault in _planned(faults):
            fault()
            print(f"  so far: {dict(faults.done)}, lost or half: {dict(faults.wrong)}", flush=True)
    figures = tuple(
        Figure(
            f"{fault}: {count} faults, of which something was lost or half",
            faults.wrong[fault],
            "",
            0,
            "at most",
        )
        for fault, count in faults.done.items()
    )
    return Measured(
        figures, {"faults": dict(faults.done), "seed": SEED, "depth": DEPTH, "told": faults.words[:40]}
    )


def _planned(faults: Faults) -> Iterator[Callable[[], None]]:
    """The faults in their order; kills ten at a time."""
    has_workers = DEPTH != "standings"
    share = KILLS // 8
    dask = max(KILLS // 40, 1) if has_workers else 0
    kills: list[tuple[str, int, Strike]] = []
    if has_workers:
        kills += [
            ("writing", max(share, 1), _while_writing),
            ("solver", max(share, 1), partial(faults.children, "solver/worker")),
            ("worker", max(share, 1), partial(faults.children, "popen_loky")),
        ]
    kills += [
        ("interrupted", share, partial(_signalled, signal.SIGINT)),
        ("ended", share, partial(_signalled, signal.SIGTERM)),
    ]
    parent = KILLS - dask - sum(count for _, count, _ in kills)
    kills.append(("parent", parent, partial(_signalled, signal.SIGKILL)))
    for fault, count, strike in kills:
        for at in range(0, count, 10):
            yield partial(faults.killed, fault, min(10, count - at), strike)
    if dask:
        yield partial(faults.on_cluster, dask)
    if not ONLY_KILLS:
        yield from (faults.spoilt, faults.locked, faults.two_at_once, faults.clock_set_back, faults.no_room)
