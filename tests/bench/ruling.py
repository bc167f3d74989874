"""A case of unauthorised information, or of misinformation, is ruled with a full tree within ten seconds, cold.

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


def cold(case: Path) -> float:
    """Seconds on the clock of one ruling, from the command to the last byte."""
    with tempfile.TemporaryDirectory() as empty:
        start = time.perf_counter()
        words = [sys.executable, "-m", "analyser", "rule", str(case), "--json"]
        subprocess.run(
            words, env={**os.environ, "ANALYSER_CACHE": empty}, cwd=ROOT, capture_output=True, check=True
        )
        return time.perf_counter() - start


def measure() -> tuple[Figure, ...]:
    """The whole ruling of each."""
    return tuple(
        Figure(f"whole ruling, cold: {name}", round(min(cold(case) for _ in range(3)), 2), "s", 10, "at most")
        for name, case in _CASES.items()
    )
