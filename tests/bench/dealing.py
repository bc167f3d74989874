"""Hidden hands are dealt 120 times as fast as by the solver library's dealer on a common auction, 500 times on a rare one."""

import time
import warnings

import numpy as np

from analyser.bridge import Hand, HandConstraint, Seat
from analyser.estimates.deal_sampler import deal_hidden
from analyser.estimates.hand_arrays import Shown
from tests.bench.promise import Figure

SOUTH = "KQJ74.82.K75.J92"
_SECONDS = 20.0


def common():
    """North 15-17 balanced, East and West at most 11: told of the library's deals."""
    from endplay.evaluate import hcp, is_balanced  # brings plotting with it: only for who measures

    return lambda deal: (
        15 <= hcp(deal.north) <= 17
        and is_balanced(deal.north)
        and hcp(deal.east) <= 11
        and hcp(deal.west) <= 11
    )


def rare():
    """North five hearts and five of a minor, 6 to 11; East 15-17 balanced; West at most 9."""
    from endplay.evaluate import hcp, is_balanced

    return lambda deal: (
        len(deal.north.hearts) >= 5
        and (len(deal.north.diamonds) >= 5 or len(deal.north.clubs) >= 5)
        and 6 <= hcp(deal.north) <= 11
        and 15 <= hcp(deal.east) <= 17
        and is_balanced(deal.east)
        and hcp(deal.west) <= 9
    )


AUCTIONS = (
    ("C2", 120, {Seat.N: "HCP15-17 bal", Seat.E: "HCP11-", Seat.W: "HCP11-"}, common),
    ("C3", 500, {Seat.N: "H5+ m5+ HCP6-11", Seat.E: "HCP15-17 bal", Seat.W: "HCP9-"}, rare),
)


def ours(texts, seconds):
    """Layouts a second of `deal_hidden`, the making of its tables counted."""
    shown = {seat: [Shown(HandConstraint.parse(text))] for seat, text in texts.items()}
    found, start, turn = 0, time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        found += len(deal_hidden({Seat.S: Hand.parse(SOUTH)}, shown, 20_000, np.random.default_rng(turn)))
        turn += 1
    return found / spent


def library(wanted, seconds):
    """Layouts a second of the library's dealer with a function as constraint."""
    from endplay.dealer import generate_deals
    from endplay.types import Deal as LibraryDeal

    known = LibraryDeal(f"N:... ... {SOUTH} ...")
    found, start = 0, time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in generate_deals(
            wanted, predeal=known, produce=10**9, max_attempts=10**9, show_progress=False, seed=1
        ):
            found += 1
            if time.perf_counter() - start > seconds:
                break
    return found / (time.perf_counter() - start)


def measure() -> tuple[Figure, ...]:
    """How many times the library's layouts a second ours are, both dealers in the same run."""
    figures = []
    for name, bar, texts, wanted in AUCTIONS:
        ratio = ours(texts, _SECONDS / 4) / library(wanted(), _SECONDS)
        figures.append(
            Figure(f"{name}: layouts a second against the library's", round(ratio), "times", bar, "at least")
        )
    return tuple(figures)
