"""Rows for the cache that follow from their number; also run as a program that writes them without end."""

import random
import sys
from pathlib import Path

from analyser.estimates.solver.solver import Cache

BATCH = 50


def numbered_row(number):
    """A question and its answer, the same wherever they are made."""
    rng = random.Random(number)
    return rng.randbytes(16), tuple(rng.randrange(14) for _ in range(20))


def write(path, number):
    """Batch after batch from this number on; each is reported once it is written."""
    cache = Cache(Path(path), "engine")
    print("ready", flush=True)  # noqa: T201 - the test that started it listens
    while True:
        cache.put(dict(numbered_row(number + place) for place in range(BATCH)))
        if cache.problem:
            raise SystemExit(cache.problem)
        number += BATCH
        print(number, flush=True)  # noqa: T201


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
