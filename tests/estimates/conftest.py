"""One solver for all the tests of the folder, and a random generator for each test, seeded by its name."""

import random

import pytest

from analyser.estimates.solver import Solver


@pytest.fixture(scope="session")
def solver():
    with Solver(workers=1) as solver:
        yield solver


@pytest.fixture
def rng(request):
    return random.Random(request.node.name)
