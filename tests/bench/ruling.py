"""A case of unauthorised information, or of misinformation, is ruled with a full tree within ten seconds, cold; it speaks within two.

Two cores, a fresh program each time, an empty cache of the solver; of three the quickest counts.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.promise import Figure
from tests.support import ROOT

_KINDS = ROOT / "cases" / "kinds"
_CASES = {
    "unauthorised information": _KINDS / "unauthorised-information.toml",
    "misinformation, a call": _KINDS / "limit-raise-told-weak.toml",
    "misinformation, a lead": _KINDS / "response-told-natural.toml",
}
_CHOICES = "peers would choose"


def cold(case: Path, word: str = "", root: Path = ROOT) -> tuple[float, float]:
    """Seconds on the clock of one ruling by the program in a folder, from the command to the first line with this word in it (0: there is none) and to its last byte."""
    with tempfile.TemporaryDirectory() as empty:
        start = time.perf_counter()
        words = [sys.executable, "-m", "analyser", "rule", str(case), "--json"]
        with subprocess.Popen(
            words,
            env={**os.environ, "ANALYSER_CACHE": empty, "PYTHONPATH": str(root)},
            cwd=root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as ruling:
            first = 0.0
            for line in ruling.stderr:
                if word in line and not first:
                    first = time.perf_counter() - start
        if ruling.returncode:
            raise RuntimeError(f"{case.name}: no ruling")
        return first, time.perf_counter() - start


def measure() -> tuple[Figure, ...]:
    """The first answer with its interval, and the whole ruling, of each."""
    figures = []
    for name, case in _CASES.items():
        first, seconds = (min(times) for times in zip(*(cold(case, _CHOICES) for _ in range(3)), strict=True))
        if not first:
            raise RuntimeError(f"{case.name}: not a word before the ruling")
        figures.append(Figure(f"first answer, cold: {name}", round(first, 2), "s", 2, "at most"))
        figures.append(Figure(f"whole ruling, cold: {name}", round(seconds, 2), "s", 10, "at most"))
    return tuple(figures)
