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


def seconds(words: tuple[str, ...], folder: str) -> float:
    """How long one program takes from start to end; refused if it fails."""
    started = time.perf_counter()
    subprocess.run(words, check=True, cwd=folder, env=ENVIRONMENT, capture_output=True)
    return time.perf_counter() - started


def measure() -> tuple[Figure, ...]:
    """Start all three in turn; of each the quickest counts, the one least disturbed by whatever else goes on."""
    asked = {
        "bare": BARE,
        "--help": (*COMMAND, "--help"),
        "check of one case": (*COMMAND, "check", str(CASE)),
    }
    taken: dict[str, list[float]] = {what: [] for what in asked}
    with tempfile.TemporaryDirectory() as folder:
        for words in asked.values():
            seconds(words, folder)  # the first start compiles
        for _ in range(ROUNDS):
            for what, words in asked.items():
                taken[what].append(seconds(words, folder))
    quickest = {what: min(times) for what, times in taken.items()}
    bare = quickest.pop("bare")
    return tuple(
        Figure(f"{what}, on top of bare Python", round(time_ - bare, 4), "s", 0.3, "at most")
        for what, time_ in quickest.items()
    )
