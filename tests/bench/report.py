"""The page of a ruling in which every part has something to show takes at most 0.3 s and 400 kB.

The first page is the slow one: it reads the words and the templates. Of five fresh programs the quickest counts.
"""

import subprocess
import sys

from tests.bench.promise import Figure
from tests.bench.start_up import ENVIRONMENT
from tests.support import ROOT

PROGRAM = """
import time
from analyser.report.html import render_html
from tests.report.rich import rich
ruling = rich()
before, busy = time.perf_counter(), time.process_time()
page = render_html(ruling)
print(time.perf_counter() - before, time.process_time() - busy, len(page.encode("utf-8")))
"""


def measure() -> tuple[Figure, ...]:
    """Time from the ruling to the page, on the clock and on the processor, and its size."""
    rows = []
    for _ in range(5):
        words = (sys.executable, "-c", PROGRAM)
        run = subprocess.run(words, check=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
        rows.append(tuple(map(float, run.stdout.split())))
    clock, busy, size = (min(column) for column in zip(*rows, strict=True))
    return (
        Figure("first page of a program", round(clock, 4), "s", 0.3, "at most"),
        Figure("first page of a program, on the processor", round(busy, 4), "s", 0.3, "at most"),
        Figure("size of the page", round(size / 1000, 1), "kB", 400.0, "at most"),
    )
