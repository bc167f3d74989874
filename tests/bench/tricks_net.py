"""The network of tricks estimates five hundred positions in the time of one double-dummy solve, and its file stays small."""

import random
import time

import numpy as np

from analyser import resources
from analyser.bridge import Seat, Strain
from analyser.estimates.services import Position
from analyser.estimates.solver import Solver
from analyser.estimates.tricks_net import TricksNet
from tests.bench.promise import Figure
from tests.bench.solver import processor
from tests.estimates.dealt import random_deal

POSITIONS, ROUNDS, SOLVED = 1024, 5, 60


def measure() -> tuple[Figure, ...]:
    """Processor time for a thousand positions, beside that of solving some of them; and the size of the file."""
    rng = random.Random(7)
    deals = [random_deal(rng) for _ in range(POSITIONS)]
    hands = np.array([[hand.mask for hand in deal.hands] for deal in deals])
    declarer = np.array([rng.randrange(4) for _ in deals])
    strain = np.array([rng.randrange(5) for _ in deals])
    net = TricksNet.load()
    net.mean_tricks(hands, declarer, strain)
    seconds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        net.mean_tricks(hands, declarer, strain)
        seconds.append(time.process_time() - started)
    thousand = 1000 * min(seconds) * 1000 / POSITIONS
    asked = [
        Position(deals[row].hands, Strain(int(strain[row])), Seat((int(declarer[row]) + 1) & 3))
        for row in range(SOLVED)
    ]

    def solve() -> None:
        with Solver() as solver:
            solver.tricks_many(asked)

    a_solve = 1000 * processor(solve) / SOLVED
    size = len(resources.data("models/tricks-net/model.npz")) / 1e6
    return (
        Figure("1,000 positions by the network of tricks, one core", round(thousand, 2), "ms", 30, "at most"),
        Figure(
            "positions estimated in the time of one solve",
            round(1000 * a_solve / thousand),
            "positions",
            500,
            "at least",
        ),
        Figure("size of the network's file", round(size, 3), "MB", 0.5, "at most"),
    )
