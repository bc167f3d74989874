"""What is plugged into a ruling: the solver with its cache, the shipped models. Each is opened when first asked."""

from collections.abc import Iterator
from contextlib import contextmanager

from analyser.pipeline.places import cache_file
from analyser.reasoning import Sockets

__all__ = ["plugged"]


@contextmanager
def plugged(workers: int = 2) -> Iterator[Sockets]:
    """The sockets of one run; the solver's processes end with it."""
    from analyser.solver import Solver

    with Solver(cache_file(), workers=workers) as solver:
        yield Sockets(tricks=solver)
