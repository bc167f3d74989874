"""`--help`, and `check` of one case, answer within 0.3 s on top of the start of bare Python.

The three are started in turn, so that whatever else the machine does falls on each of them alike.
"""

import statistics
import subprocess
import sys
import tempfile
import time

from tests.bench.promise import Figure
from tests.support import GOLDEN

CASE = GOLDEN / "cases" / "good" / "repeated-revoke.toml"
BARE = (sys.executable, "-c", "pass")
COMMAND = (sys.executable, "-c", "from analyser.cli import main; main()")
ROUNDS = 11


def seconds(words: tuple[str, ...], folder: str) -> float:
    """How long one program takes from start to end; refused if it fails."""
    started = time.perf_counter()
    subprocess.run(words, check=True, cwd=folder, capture_output=True)
    return time.perf_counter() - started


def measure() -> tuple[Figure, ...]:
    """Start all three in turn, eleven times; the middle difference counts."""
    asked = {"--help": (*COMMAND, "--help"), "check of one case": (*COMMAND, "check", str(CASE))}
    extra: dict[str, list[float]] = {what: [] for what in asked}
    with tempfile.TemporaryDirectory() as folder:
        for words in asked.values():
            seconds(words, folder)  # the first start compiles
        for _ in range(ROUNDS):
            bare = seconds(BARE, folder)
            for what, words in asked.items():
                extra[what].append(seconds(words, folder) - bare)
    return tuple(
        Figure(f"{what}, on top of bare Python", round(statistics.median(times), 4), "s", 0.3, "at most")
        for what, times in extra.items()
    )
