"""How much of the record looked like an auction, and how well such auctions are foretold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.store import Stored

__all__ = ["Support", "SupportTable", "auction_key"]

_WORD: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Support:
    """How well known a position is: how often its auction was met, and the errors made in auctions as rare.

    `decile` is 1 for the rarest tenth of all decisions and 10 for the most frequent; `log_loss` and `top1` are those
    of that tenth on deals the model was not fitted to. `weight` is how many peers' votes the model's word is worth
    there: a poll of so many moves its shares half way.
    """

    seen: int
    decile: int
    log_loss: float
    top1: float
    weight: float


def auction_key(calls: Sequence[int]) -> int:
    """A number for an auction, from the dealer's call on; alerts do not change it.

    >>> auction_key((0, 3)) == auction_key((3, 0)), auction_key(())
    (False, 0)
    """
    key = 0
    for call in calls:
        key = (key * 0x9E3779B97F4A7C15 + call + 1) & _WORD
        key ^= key >> 29
    return key


@dataclass(frozen=True, slots=True, eq=False)
class SupportTable:
    """The auctions the record knows, how often it met them, and the tenths."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.int32]
    bounds: NDArray[np.int64]
    """The nine counts that part the tenths."""
    log_loss: NDArray[np.float64]
    top1: NDArray[np.float64]
    weight: NDArray[np.float64]
    habit: NDArray[np.float64]
    """How often each call was made over each standing bid, a row a bid."""

    @classmethod
    def of(cls, stored: Stored) -> "SupportTable":
        """Take the table out of a stored model."""
        return cls(
            stored.array("seen_key"),
            stored.array("seen_count"),
            stored.array("tenth_bound"),
            stored.array("tenth_log_loss"),
            stored.array("tenth_top1"),
            stored.array("tenth_weight"),
            stored.array("habit").astype(np.float64),
        )

    def seen(self, calls: Sequence[int]) -> int:
        """How many decisions of the record came after exactly these calls; the rarest auctions count as none."""
        key = np.uint64(auction_key(calls))
        place = int(np.searchsorted(self.keys, key))
        return int(self.counts[place]) if place < len(self.keys) and self.keys[place] == key else 0

    def tenth(self, seen: int) -> int:
        """The tenth of all decisions, 0 the rarest, an auction met so often belongs to."""
        return int(np.searchsorted(self.bounds, seen, side="right"))

    def support(self, calls: Sequence[int]) -> Support:
        """How well known the position after these calls is."""
        seen = self.seen(calls)
        tenth = self.tenth(seen)
        return Support(
            seen, tenth + 1, float(self.log_loss[tenth]), float(self.top1[tenth]), float(self.weight[tenth])
        )
