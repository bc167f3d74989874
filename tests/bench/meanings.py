"""Forty-five thousand noted explanations are read and scored in 30 s on two cores; one is understood in 60 ms.

The notes are made: another seed of `tests/lab/made_notes.py`. Their texts are few; 45,000 notes of the record took 18.5 s of one core.
Processor time counts, all of it on one core: what else the machine does does not.
"""

import tempfile
import time
from itertools import islice
from pathlib import Path

from analyser.bridge import Auction, Seat
from analyser.estimates.meanings import understand
from tests.bench.lab.meanings_evaluation import evaluate_meanings
from tests.bench.promise import Figure
from tests.lab.made_notes import make_rows, write_notes

_NOTES = 45_000
_TEXTS = ("15-17", "4+!s inv", "weak with both majors", "debole, sei picche", "transfer la cupe", "splinter")


def measure() -> tuple[Figure, ...]:
    """The seconds for all notes with reading the folder, and for one explanation read for the first time."""
    rows = [row._replace(split="valid") for row in islice(make_rows(20_000, seed=7), _NOTES)]
    with tempfile.TemporaryDirectory() as name:
        folder = write_notes(Path(name), rows)
        start = time.process_time()
        scores = evaluate_meanings(folder, "valid")
        whole = time.process_time() - start
    calls = Auction.parse(Seat.N, "1NT P 2D").calls
    understand("10-12", calls)
    start = time.process_time()
    for text in _TEXTS:
        understand(text, calls)
    mean_seconds = (time.process_time() - start) / len(_TEXTS)
    return (
        Figure("explanations scored", scores["n"], "notes", _NOTES, "at least"),
        Figure("seconds for them", round(whole, 1), "s", 30, "at most"),
        Figure("one explanation", round(1000 * mean_seconds, 1), "ms", 60, "at most"),
    )
