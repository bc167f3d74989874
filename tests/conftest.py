"""Fixtures every test may ask for, and the fixed random seed of the property tests."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from analyser import resources
from tests.support import GOLDEN
from tests.support.answers import answers_folder, lay_out
from tests.support.browsers import chromium
from tests.support.once import make_once

if TYPE_CHECKING:
    from analyser.estimates.solver import Solver

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

# Whoever asks for one of these drives a browser, starts the program in a copy of the package, or trains a model.
SLOW_FIXTURES = {"browser", "newcomer", "trained"}

# Never the cache of whoever runs the tests; the programs that tests start look here too.
os.environ["ANALYSER_CACHE"] = str(answers_folder())
lay_out()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read before the first test stays to the end: Python looks for waste among it once, not again and again.

    Half a million values that every later search would pass through, a fifth of the time of collecting alone.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark by what a test asks for what is slow whatever it does; each worker of two begins with files that take long."""
    for item in items:
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
    items[:] = _long_first_in_both_halves(items)


def _long_first_in_both_halves(items: list[pytest.Item]) -> list[pytest.Item]:
    """The same tests in an order that leaves short ones to the end of either half.

    Each worker is handed one half; who has nothing left takes tests from the end of the other's. Were those long, one
    worker would wait for the other's last one. A file with slow tests stays whole, since its fixtures are made once.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    long = [item for item in items if item.path in slow]
    short = [item for item in items if item.path not in slow]
    middle = len(long) // 2
    while 0 < middle < len(long) and long[middle].path == long[middle - 1].path:
        middle += 1
    fill = max(0, len(items) // 2 - middle)
    return [*long[:middle], *short[:fill], *long[middle:], *short[fill:]]


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of figures that must come out exactly."""
    return GOLDEN


@pytest.fixture(scope="session")
def solver() -> Iterator["Solver"]:
    """The one solver of all rulings; what it counted is kept. Its own tests, in `estimates`, keep nothing."""
    from analyser.estimates.solver import Solver

    with Solver(resources.cache_file()) as solver:
        yield solver


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser of a run: a second beside it is refused by its driver."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def played_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hundred and forty small deals in the documented form, made once in a run of however many processes."""
    from tests.lab.played_record import write_played_record

    return make_once(tmp_path_factory, "played-record", lambda folder: write_played_record(folder, deals=240))
