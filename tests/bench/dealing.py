"""How fast hidden hands are dealt beside the solver library's own dealer, on the auctions of a rare and a common kind.

Run as `python tests/bench/dealing.py [seconds]`: layouts a second of both dealers in the same run, and the ratio.
"""

import sys
import time
import warnings

import numpy as np
from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced
from endplay.types import Deal as LibraryDeal

from analyser.bridge import Hand, HandConstraint, Seat
from analyser.peers.dealing import Shown, deal_hidden

SOUTH = "KQJ74.82.K75.J92"


def common(deal):
    """North 15-17 balanced, East and West at most 11."""
    return (
        15 <= hcp(deal.north) <= 17
        and is_balanced(deal.north)
        and hcp(deal.east) <= 11
        and hcp(deal.west) <= 11
    )


def rare(deal):
    """North five hearts and five of a minor, 6 to 11; East 15-17 balanced; West at most 9."""
    north = deal.north
    return (
        len(north.hearts) >= 5
        and (len(north.diamonds) >= 5 or len(north.clubs) >= 5)
        and 6 <= hcp(north) <= 11
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


if __name__ == "__main__":
    length = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    for name, bar, texts, wanted in AUCTIONS:
        fast, slow = ours(texts, length / 4), library(wanted, length)
        print(f"{name}: {fast:,.0f}/s against {slow:,.1f}/s: {fast / slow:,.0f} times (bar {bar})")
