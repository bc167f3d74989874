"""`--help`, and `check` of one case, answer within 0.3 s on top of the start of bare Python.

They are started in turn beside bare Python, so that whatever else the machine does falls on each of them alike.
"""

import os
import subprocess
import sys
import tempfile
import time

from tests.bench.promise import Figure
from tests.support import GOLDEN, ROOT

CASE = GOLDEN / "cases" / "good" / "repeated-revoke.toml"
BARE = (sys.executable, "-c", "pass")
COMMAND = (sys.executable, "-m", "analyser")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)  # as `run` does: modules are compiled once
ROUNDS = 15


def seconds(words: tuple[str, ...], folder: str) -> tuple[float, float]:
    """How long one program takes from start to end, and how much of it on the processor; refused if it fails."""
    before, started = os.times(), time.perf_counter()
    subprocess.run(words, check=True, cwd=folder, env=ENVIRONMENT, capture_output=True)
    elapsed, after = time.perf_counter() - started, os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return elapsed, busy


def measure() -> tuple[Figure, ...]:
    """Start all three in turn; of each the quickest counts, the one least disturbed by whatever else goes on.

    Where other work shares the processor, the time spent on it says whether the program or its neighbours are slow.
    """
    asked = {
        "bare": BARE,
        "--help": (*COMMAND, "--help"),
        "check of one case": (*COMMAND, "check", str(CASE)),
    }
    taken: dict[str, list[tuple[float, float]]] = {what: [] for what in asked}
    with tempfile.TemporaryDirectory() as folder:
        for words in asked.values():
            seconds(words, folder)  # the first start compiles
        for _ in range(ROUNDS):
            for what, words in asked.items():
                taken[what].append(seconds(words, folder))
    quickest = {
        what: tuple(min(column) for column in zip(*times, strict=True)) for what, times in taken.items()
    }
    bare = quickest.pop("bare")
    return tuple(
        Figure(f"{what}, on top of bare Python{which}", round(spent - at_rest, 4), "s", 0.3, "at most")
        for what, times in quickest.items()
        for which, spent, at_rest in zip(("", ", on the processor"), times, bare, strict=True)
    )
