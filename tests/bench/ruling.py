"""A case of unauthorised information is ruled with a full tree within ten seconds, cold, on two cores.

A fresh program each time, an empty cache of the solver; of three the quickest counts.
"""

import os
import subprocess
import sys
import tempfile
import time

from tests.bench.promise import Figure
from tests.support import ROOT

_CASE = ROOT / "cases" / "kinds" / "unauthorised-information.toml"


def cold() -> float:
    """Seconds on the clock of one ruling, from the command to the last byte."""
    with tempfile.TemporaryDirectory() as empty:
        start = time.perf_counter()
        words = [sys.executable, "-m", "analyser", "rule", str(_CASE), "--json"]
        subprocess.run(
            words, env={**os.environ, "ANALYSER_CACHE": empty}, cwd=ROOT, capture_output=True, check=True
        )
        return time.perf_counter() - start


def measure() -> tuple[Figure, ...]:
    """The whole ruling."""
    return (Figure("whole ruling, cold", round(min(cold() for _ in range(3)), 2), "s", 10, "at most"),)
