"""What is plugged into a ruling: the solver with its cache, the shipped models. Each is opened when first asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from analyser.pipeline.places import cache_file
from analyser.reasoning import CallsModel, LeadsModel, Sockets, TempoModel, TrickKernel

__all__ = ["Opened", "calls_model", "plugged", "shipped", "solver_for"]


class Opened:
    """Something opened on the first question it is asked: a model takes tens of milliseconds to read."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._held: Any = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever is asked of what is held
        """Open it, then ask it."""
        if name.startswith("__"):
            raise AttributeError(name)
        if self._held is None:
            self._held = self._load()
        return getattr(self._held, name)


@cache
def calls_model() -> Any:  # noqa: ANN401 - a model, behind its socket
    """The shipped call model, read once."""
    from analyser.peers import CallModel

    return CallModel.load()


def _leads() -> Any:  # noqa: ANN401
    from analyser.peers import LeadModel

    return LeadModel.load()


def _kernel() -> Any:  # noqa: ANN401
    from analyser.peers import TrickModel

    return TrickModel.load()


def _tempo() -> Any:  # noqa: ANN401
    from analyser.alternatives.tempo import Learned
    from analyser.peers.tempo import TempoModel as Tempo

    return Learned(calls_model(), Tempo.load())


def shipped(seed: int = 0) -> Sockets:
    """The models that come with the program, and no solver."""
    return Sockets(
        calls=cast("CallsModel", Opened(calls_model)),
        leads=cast("LeadsModel", Opened(_leads)),
        kernel=cast("TrickKernel", Opened(_kernel)),
        tempo=cast("TempoModel", Opened(_tempo)),
        seed=seed,
    )


@contextmanager
def plugged(workers: int = 2) -> Iterator[Sockets]:
    """The sockets of one run; the solver's processes end with it."""
    from analyser.solver import Solver

    with Solver(cache_file(), workers=workers) as solver:
        yield replace(shipped(), tricks=solver)


@contextmanager
def solver_for(cache: Path, workers: int = 2) -> Iterator[Any]:
    """The solver alone, with a cache of its own: what training needs."""
    from analyser.solver import Solver

    with Solver(cache, workers=workers) as solver:
        yield solver
