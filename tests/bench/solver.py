"""Tables as fast as the bare library, plays four times as fast in groups, kept answers at once, memory flat, no difference.

Processor time is compared, not time on the clock, and in turns: what else the machine does then falls on both alike.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from analyser.bridge import Contract, Deal, Play, Seat, Strain
from analyser.estimates.services import NotSolved
from analyser.estimates.solver import Solver, par
from tests.bench.promise import Figure
from tests.estimates import reference
from tests.estimates.dealt import position_after, random_deal, random_play
from tests.support import SHARED

ROUNDS, TABLES = 4, 40
DEALS = 4
SOLVES = 20_000
# The bare library in a process of its own: a batch of tables a line, answered with the processor time it took.
BARE = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from endplay.dds import calc_all_tables
from endplay.types import Deal
for line in sys.stdin:
    deals = [Deal(text) for text in json.loads(line)]
    started = time.process_time()
    tables = calc_all_tables(deals)
    print(json.dumps([time.process_time() - started, [table.to_list() for table in tables]]), flush=True)
"""


def processor(work: Callable[[], object]) -> float:
    """Seconds of processor time that a piece of work takes, here and in the processes it starts and ends."""
    before = os.times()
    work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


def table_throughput(rng: random.Random) -> Figure:
    """Our room, from the start of its process to its end, beside the library's own batch call on the same deals."""
    theirs = asking = 0.0
    words = [sys.executable, "-c", BARE]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bare:
        ended = _of_ended_processes()
        with Solver() as solver:
            for _ in range(ROUNDS):
                deals = [random_deal(rng) for _ in range(TABLES)]
                bare.stdin.write(json.dumps([str(deal) for deal in deals]) + "\n")
                bare.stdin.flush()
                seconds, tables = json.loads(bare.stdout.readline())
                theirs += seconds
                started = time.process_time()
                found = solver.tables(deals)
                asking += time.process_time() - started
                if [table.cells for table in found] != [_cells(rows) for rows in tables]:
                    raise RuntimeError("the tables differ")
        ours = asking + _of_ended_processes() - ended
        bare.stdin.close()
    return Figure(
        "tables, our speed of the bare library's", round(theirs / ours, 3), "times", 0.95, "at least"
    )


def _of_ended_processes() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _cells(rows: list[list[int]]) -> tuple[int, ...]:
    return tuple(rows[3 - strain if strain < 4 else 4][seat] for strain in range(5) for seat in range(4))


def championship(rng: random.Random) -> list[tuple[Deal, Play]]:
    """Records as a championship has them, shuffled: forty tables a deal in three contracts, many cut by a claim.

    In each contract the tables follow one of three lines of good play for a while, then go ways of their own.
    """
    records = []
    with Solver() as solver:
        for _ in range(DEALS):
            deal = random_deal(rng)
            for tables in (24, 10, 6):
                start = Play(rng.choice(list(Seat)), rng.choice(list(Strain)))
                lines = [_good_line(solver, rng, deal, start) for _ in range(3)]
                for _ in range(tables):
                    line, common = rng.choice(lines), rng.randrange(1, 49)
                    cards = 52 if rng.random() < 0.3 else rng.randrange(24, 52)
                    play = Play(line.leader, line.strain, line.cards[: min(common, cards)])
                    while len(play) < cards:
                        play = play.then(rng.choice(play.playable(deal)))
                    records.append((deal, play))
    rng.shuffle(records)
    return records


def _good_line(solver: Solver, rng: random.Random, deal: Deal, play: Play) -> Play:
    while len(play) < 48:
        options = solver.options(position_after(deal, play))
        most = max(options.values())
        play = play.then(rng.choice([card for card, tricks in options.items() if tricks == most]))
    return play


def grouped_plays(rng: random.Random) -> Figure:
    """A championship's records together, and one after the other as they come."""
    records = championship(rng)
    numbers = []

    def together():
        with Solver() as solver:
            numbers.append(solver.curves(records))

    def one_by_one():
        with Solver() as solver:
            numbers.append([solver.curve(deal, play) for deal, play in records])

    quick, slow = processor(together), processor(one_by_one)
    if numbers[0] != numbers[1]:
        raise RuntimeError("the order of the records changes their answers")
    return Figure("plays in groups, beside one by one", round(slow / quick, 2), "times", 4, "at least")


def kept_answers(rng: random.Random) -> Figure:
    """A table that is kept, beside one that is counted."""
    deals = [random_deal(rng) for _ in range(10)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.sqlite"

        def count():
            with Solver(path) as solver:
                solver.tables(deals)

        counted = processor(count) / len(deals)
        with Solver(path) as solver:
            started = time.process_time()
            for _ in range(200):
                for deal in deals:
                    solver.table(deal)
            seconds = (time.process_time() - started) / (200 * len(deals))
    return Figure("a kept table, beside a counted one", round(counted / seconds), "times", 1000, "at least")


def memory(rng: random.Random) -> tuple[Figure, ...]:
    """What the counting process holds after two thousand solves, and after the same ten times over.

    The same, because the search keeps the room its hardest deal has needed: new deals could only show that. The second
    round may take a few megabytes once; what is taken after it is told apart, for what leaks goes on leaking.
    """
    deals = [random_deal(rng) for _ in range(40)]
    boards = [(deal, Contract(1, strain, 0, Seat.S)) for deal in deals for strain in Strain]
    endings = [position_after(deal, random_play(rng, deal, 20)) for deal in deals * 44]
    sizes = []
    with Solver() as solver:
        for _ in range(SOLVES // (len(boards) + len(endings) + len(deals))):
            solver.tables(deals[:10])
            solver.leads_many(boards)
            solver.options_many(endings)
            solver.tricks_many(endings[:30])
            sizes.append(_resident(solver.processes[0]))
    return tuple(
        Figure(
            f"memory after 20,000 solves above that after {when}",
            round(sizes[-1] - first, 2),
            "MB",
            5,
            "at most",
        )
        for when, first in (("2,000", sizes[0]), ("4,000", sizes[1]))
    )


def _resident(pid: int) -> float:
    """Megabytes a process holds, as Linux tells them; none elsewhere."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def differences() -> Figure:
    """Everything that is known of a thousand reference deals: tables, leads, par and traces."""
    rows = reference.deals("dds_list1000.txt")
    with Solver(workers=os.cpu_count() or 1) as solver:
        tables = solver.tables(row.deal for row in rows)
        leads = solver.leads_many((row.deal, row.contract) for row in rows)
        curves = solver.curves((row.deal, row.play) for row in rows)
    wrong = 0
    for row, table, lead, curve in zip(rows, tables, leads, curves, strict=True):
        if NotSolved in map(type, (table, lead, curve)):
            wrong += 1
            continue
        par_score = par(table, row.dealer, row.vulnerability)
        wrong += table.cells != row.table
        wrong += dict(lead) != row.leads
        wrong += curve[: len(row.trace)] != row.trace
        wrong += par_score.score_ns != row.par[reference.Side.NS]
        wrong += reference.names(par_score.results) != row.par_results[row.dealer.side]
    return Figure(f"differences in {len(rows)} reference deals", wrong, "answers", 0, "at most")


def measure() -> tuple[Figure, ...]:
    """All of them; the reference deals only where they are beside the checkout."""
    rng = random.Random(20240229)
    figures = [table_throughput(rng), grouped_plays(rng), kept_answers(rng), *memory(rng)]
    if SHARED.is_dir():
        figures.append(differences())
    return tuple(figures)
