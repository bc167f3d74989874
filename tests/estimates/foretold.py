"""Rows for the cache that can be foretold from their number; also run as a program that writes them without end."""

import random
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

BATCH = 50


def foretold(number):
    """A question and its answer, the same wherever they are made."""
    dice = random.Random(number)
    return dice.randbytes(16), tuple(dice.randrange(14) for _ in range(20))


def write(module, path, number):
    """Batch after batch from this number on; each is reported once it is written."""
    spec = spec_from_file_location("cache", module)  # the module alone starts quicker than the whole room
    room = module_from_spec(spec)
    sys.modules["cache"] = room
    spec.loader.exec_module(room)
    cache = room.Cache(Path(path), "engine")
    print("ready", flush=True)  # noqa: T201 - the test that started it listens
    while True:
        cache.put(dict(foretold(number + place) for place in range(BATCH)))
        if cache.problem:
            raise SystemExit(cache.problem)
        number += BATCH
        print(number, flush=True)  # noqa: T201


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
