"""One solver for all the tests of its room, and fixed dice for each test."""

import random

import pytest

from analyser.estimates.solver import Solver


@pytest.fixture(scope="session")
def solver():
    with Solver(workers=1) as solver:
        yield solver


@pytest.fixture
def dice(request):
    return random.Random(request.node.name)
