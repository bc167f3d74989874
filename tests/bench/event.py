"""A championship costs little more than the bare solver on the same tasks, far less than result by result, once.

Made championships of 500 deals × 40 tables and 5,000 deals × 4, of which a share is run: `EVENT_SHARE` (1 for the whole,
an hour on two cores; without it a twentieth). How the cost grows with the deals is measured beside them.
`EVENT_KILLS` is how often a run is killed and resumed.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from analyser.bridge import Contract, Seat
from analyser.estimates.solver import Solver
from analyser.event.store import BoardGroup
from tests.bench.championship import write
from tests.bench.promise import Figure, Measured
from tests.support import ROOT

SHARE = float(os.environ.get("EVENT_SHARE", "0.05"))
KILLS = int(os.environ.get("EVENT_KILLS", "20"))
# Deals, tables, how much less than one result after another; and how large a share of the smaller one is run.
SHAPES = ((500, 40, 5.0, 2 * SHARE), (5_000, 4, 2.5, SHARE))
SAMPLE = 200
WORKERS = 2
WORLD = 100_000  # tables of a world championship

# The library's own batch calls in a process of its own, fed with the same tasks, grouped by deal, strain and leader.
BARE = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from endplay._dds import SetMaxThreads
from endplay.dds import analyse_all_plays, calc_all_tables, solve_all_boards
from endplay.types import Deal, Denom, Player
SetMaxThreads(1)
tasks = json.load(open(sys.argv[1]))
spent = 0.0
def boards(rows):
    found = []
    for deal, strain, leader in rows:
        one = Deal(deal)
        one.trump, one.first = Denom.find(strain), Player.find(leader)
        found.append(one)
    return found
def timed(work, *given):
    global spent
    started = time.process_time()
    work(*given)
    spent += time.process_time() - started
for start in range(0, len(tasks["deals"]), 40):
    timed(calc_all_tables, [Deal(text) for text in tasks["deals"][start:start + 40]])
for start in range(0, len(tasks["leads"]), 200):
    timed(solve_all_boards, boards(tasks["leads"][start:start + 200]))
for start in range(0, len(tasks["plays"]), 200):
    rows = tasks["plays"][start:start + 200]
    timed(analyse_all_plays, boards([row[:3] for row in rows]), [row[3] for row in rows])
print(spent)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the command: seconds on the clock, seconds of processor time, the most memory of any process."""

    wall: float
    cpu: float
    parent: float
    worker: float


def begun(folder: Path, out: Path, cache: Path, *words: str) -> "subprocess.Popen[bytes]":
    """`analyser event`, begun in silence."""
    return subprocess.Popen(
        [
            sys.executable, "-m", "analyser", "event", str(folder), "--out", str(out), "--jobs", str(WORKERS), *words,
        ],
        cwd=ROOT,
        env=os.environ | {"ANALYSER_CACHE": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip


def run(folder: Path, out: Path, cache: Path, *words: str) -> Run:
    """Run `analyser event` to its end, with a cache of its own."""
    most: dict[int, float] = {}
    spent: dict[int, float] = {}
    started = time.monotonic()
    with begun(folder, out, cache, *words) as process:
        while process.poll() is None:
            for pid in family(process.pid):
                most[pid] = max(most.get(pid, 0.0), resident(pid))
                spent[pid] = max(spent.get(pid, 0.0), processor_of(pid))
            time.sleep(0.05)
        if process.returncode:
            raise RuntimeError(f"analyser event {folder} ended with {process.returncode}")
    parent = most.pop(process.pid, 0.0)
    return Run(time.monotonic() - started, sum(spent.values()), parent, max(most.values(), default=0.0))


def processor_of(pid: int) -> float:
    """Seconds of processor time a process has spent itself."""
    try:
        row = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    user, system = row.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and all that it has started, as Linux tells them."""
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                waiting += [int(word) for word in task.read_text().split()]
            except OSError:
                continue
    return found


def resident(pid: int) -> float:
    """Megabytes a process holds that it does not share."""
    try:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    held = {row.split(":")[0]: row.split()[1] for row in rows if row.startswith("Rss")}
    return int(held.get("RssAnon", 0)) / 1024


def groups_of(folder: Path) -> list[BoardGroup]:
    """The boards of a folder as the command reads them, and nothing else."""
    from analyser.event.folder import load_results, open_folder
    from analyser.event.store import ResultStore

    with tempfile.TemporaryDirectory() as place, ResultStore(Path(place) / "entries.sqlite") as store:
        event_folder = open_folder(folder, Path(place))
        load_results(event_folder.results, event_folder.event, store)
        return list(store.groups())


def tasks_of(groups: list[BoardGroup]) -> dict[str, list]:
    """What the solver is asked about them, each thing once, in the order that suits the library."""
    deals, leads, plays = {}, {}, {}
    for group in groups:
        if group.deal is None:
            continue
        deal = str(group.deal)
        deals[deal] = None
        for entry in group.entries:
            if entry.contract is None:
                continue
            asked = (
                deal,
                entry.contract.strain.name[0] if entry.contract.strain < 4 else "NT",
                str(entry.contract.leader),
            )
            leads[asked] = None
            play = entry.play
            if play is not None and not play.problems(group.deal):
                plays[*asked, tuple(map(str, play.cards))] = None
    return {"deals": list(deals), "leads": sorted(leads), "plays": sorted(plays)}


def bare(tasks: dict[str, list], place: Path) -> float:
    """Seconds of processor time the library alone takes."""
    path = place / "tasks.json"
    path.write_text(json.dumps(tasks))
    words = [sys.executable, "-c", BARE, str(path)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def one_by_one(groups: list[BoardGroup], rng: random.Random) -> float:
    """Seconds of processor time a result costs when each is taken alone: its table, its leads, its play."""
    entries = [
        (group.deal, entry) for group in groups for entry in group.entries if entry.contract is not None
    ]
    sample = rng.sample(entries, min(SAMPLE, len(entries)))
    before = _processor()
    with Solver() as solver:
        for deal, entry in sample:
            solver.table(deal)
            solver.leads(deal, Contract(1, entry.contract.strain, 0, Seat(entry.contract.declarer)))
            if entry.play is not None and not entry.play.problems(deal):
                solver.curve(deal, entry.play)
    return (_processor() - before) / len(sample)


def _processor() -> float:
    return sum(os.times()[:4])


def shape(
    deals: int, tables: int, gain: float, share: float, place: Path
) -> tuple[list[Figure], dict[str, float], Run]:
    """One shape of championship: cold, bare, one by one, and a second time."""
    count = max(8, round(deals * min(share, 1.0)))
    folder, cache = place / f"{deals}x{tables}", place / f"cache-{deals}"
    results = write(folder, count, tables)
    cold = run(folder, place / "cold", cache)
    groups = groups_of(folder)
    started = time.monotonic()
    groups_of(folder)
    reading = time.monotonic() - started
    library = bare(tasks_of(groups), place)
    alone = one_by_one(groups, random.Random(5)) * results
    again = run(folder, place / "again", cache)
    same = all(
        (place / "again" / name).read_bytes() == (place / "cold" / name).read_bytes()
        for name in ("standings.csv", "rulings.csv", "changes.csv", "boards.csv")
    )
    shutil.rmtree(place / "cold")
    shutil.rmtree(place / "again")
    name = f"{count} of {deals} deals × {tables}"
    solving = max(cold.cpu - again.cpu, 0.0)
    figures = [
        Figure(
            f"{name}: the whole run beside the bare library",
            round(cold.cpu / library, 3),
            "times",
            1.25,
            "at most",
        ),
        Figure(
            f"{name}: one result after another beside the run",
            round(alone / cold.cpu, 2),
            "times",
            gain,
            "at least",
        ),
        Figure(
            f"{name}: second run, beyond reading, of the first",
            round(max(again.wall - reading, 0) / cold.wall, 3),
            "of the whole",
            0.2,
            "at most",
        ),
        Figure(f"{name}: files of the second run that differ", int(not same), "files", 0, "at most"),
        Figure(f"{name}: memory of the parent", round(cold.parent), "MB", 500, "at most"),
        Figure(f"{name}: memory of any other process", round(cold.worker), "MB", 400, "at most"),
    ]
    per_thousand = 1000 * cold.cpu / results
    told = {
        f"{name}: core-seconds a thousand tables": round(per_thousand, 1),
        f"{name}: core-seconds in the solver": round(solving, 1),
        f"{name}: core-seconds of the bare library": round(library, 1),
        f"{name}: core-minutes of {WORLD} tables, divided by the cores there are": round(
            per_thousand * WORLD / 60_000
        ),
    }
    return figures, told, again


def growth(place: Path) -> Figure:
    """What a table costs in four times as many deals, beside what it costs in few: every board is worked out by itself."""
    costs = []
    for deals in (60, 240):
        folder = place / f"growing-{deals}"
        results = write(folder, deals, 4, seed=8)
        costs.append(run(folder, place / f"grown-{deals}", place / f"cache-grown-{deals}").cpu / results)
    return Figure(
        "a table in four times as many deals", round(costs[1] / costs[0], 2), "times", 1.25, "at most"
    )


def solver_again(place: Path) -> Figure:
    """What the solver costs when everything is kept, beside counting it: both in one process."""
    folder, kept = place / "kept-event", place / "kept.sqlite"
    write(folder, 24, 12, seed=3)
    asked = []
    for group in groups_of(folder):
        records = [(group.deal, entry.play) for entry in group.entries if entry.play is not None]
        contracts = [entry.contract for entry in group.entries if entry.contract is not None]
        boards = [(group.deal, Contract(1, contract.strain, 0, contract.declarer)) for contract in contracts]
        asked.append(
            ([group.deal], boards, [record for record in records if not record[1].problems(group.deal)])
        )
    spent = []
    for _ in range(2):
        before = _processor()
        with Solver(kept) as solver:
            for question in asked:
                solver.solve_together(*question)
        spent.append(_processor() - before)
    return Figure(
        "solver, first run beside a second", round(spent[0] / max(spent[1], 1e-6)), "times", 100, "at least"
    )


def killed(place: Path) -> Figure:
    """A run killed at random moments and resumed: files that differ from those of a run left in peace."""
    folder, rng = place / "small", random.Random(11)
    write(folder, 8, 4, seed=2)
    whole = run(folder, place / "peace", place / "cache-peace")
    out = place / "killed"
    for _ in range(KILLS):
        with begun(folder, out, place / "cache-killed", "--resume") as process:
            try:
                process.wait(rng.uniform(0.1, whole.wall))
            except subprocess.TimeoutExpired:
                process.kill()
    run(folder, out, place / "cache-killed", "--resume")
    wrong = sum(
        (out / name).read_bytes() != (place / "peace" / name).read_bytes()
        for name in ("standings.csv", "rulings.csv", "changes.csv", "boards.csv", "tallies.csv")
    )
    return Figure(f"files that differ after {KILLS} kills", wrong, "files", 0, "at most")


def measure() -> Measured:
    """Both shapes, a second run, the kills."""
    figures: list[Figure] = []
    told: dict[str, float] = {"share": SHARE}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        figures.append(killed(place))
        figures.append(solver_again(place))
        figures.append(growth(place))
        for deals, tables, gain, share in SHAPES:
            scores, costs, _ = shape(deals, tables, gain, share, place)
            figures += scores
            told |= costs
    return Measured(tuple(figures), {"costs": told})
