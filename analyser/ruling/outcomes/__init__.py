"""From a branch to plausible results, each with its path, its legality and its probability."""

from analyser.ruling.outcomes.auction_tree import Barred, Ended, Grown, Limits, grow_auctions
from analyser.ruling.outcomes.remade import Again, Followed, Growing, Line, after_cards, follow
from analyser.ruling.outcomes.results import Counting, Judged, Played, outcomes_of
from analyser.ruling.outcomes.tally import Tally, Unsolved

__all__ = [
    "Again",
    "Barred",
    "Counting",
    "Ended",
    "Followed",
    "Growing",
    "Grown",
    "Judged",
    "Limits",
    "Line",
    "Played",
    "Tally",
    "Unsolved",
    "after_cards",
    "follow",
    "grow_auctions",
    "outcomes_of",
]
