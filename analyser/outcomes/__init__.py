"""From a branch to plausible results, each with its path, its legality and its probability."""

from analyser.outcomes.auction_tree import Barred, Ended, Grown, Limits, grow_auctions
from analyser.outcomes.results import Counting, Judged, Unsolved, outcomes_of

__all__ = [
    "Barred",
    "Counting",
    "Ended",
    "Grown",
    "Judged",
    "Limits",
    "Unsolved",
    "grow_auctions",
    "outcomes_of",
]
