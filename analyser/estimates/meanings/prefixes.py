"""What the record's hands were after an auction: histograms of points and lengths by prefix, backed off to shorter ones."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.calls import auction_key
from analyser.estimates.meanings.figures import PARTS, WIDTH
from analyser.estimates.record_models import RecordModel

STEP: Final = 0.05
"""Histograms are stored as bytes: minus the logarithm of each probability, in these steps."""
LEVELS: Final = 5


def prefix_keys(calls: Sequence[int]) -> tuple[int, ...]:
    """The keys of the histograms for the maker of the last call, the most specific first.

    The whole auction; without the passes before the opening; its last four calls; the last calls of maker and partner;
    the call alone.
    """
    last = len(calls) - 1
    start = next((place for place, call in enumerate(calls) if call >= 3), last)
    who = (start - last) & 3
    own = next((call for call in calls[last - 4 :: -4] if call), 0) if last >= 4 else 0
    partner = next((call for call in calls[last - 2 :: -4] if call), 0) if last >= 2 else 0
    return (
        auction_key((100, *calls)),
        auction_key((101, min(start, 3) // 2, *calls[start:])),
        auction_key((102, who, min(last - start, 4), *calls[-4:])),
        auction_key((103, who, own, partner, calls[last])),
        auction_key((104, who, calls[last])),
    )


class PrefixTable:
    """Histograms by prefix, as stored."""

    def __init__(self, keys: NDArray[np.uint64], packed: NDArray[np.uint8]) -> None:
        self.keys = keys
        self.packed = packed

    @classmethod
    def from_model(cls, model: RecordModel) -> "PrefixTable":
        """The table in a model's file; its first row is for auctions of which nothing is stored."""
        return cls(model.array("prefix_key"), model.array("prefix_histogram"))

    def rows(self, auctions: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """The row of the most specific histogram stored for each auction."""
        keys = np.array([prefix_keys(calls) for calls in auctions], np.uint64).reshape(-1, LEVELS)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        there = self.keys[place] == keys
        first = there.argmax(axis=1)
        found = place[np.arange(len(place)), first]
        return np.where(there.any(axis=1), found, 0)

    def logarithms(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """The logarithms of the probabilities in some rows, each part adding up to one."""
        return normalised(self.packed[rows].astype(np.float64) * -STEP)


def normalised(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """The log-probabilities of some logits, part by part."""
    out = logits[..., :WIDTH].copy()
    for part in PARTS:
        piece = out[..., part]
        piece -= piece.max(axis=-1, keepdims=True)
        piece -= np.log(np.exp(piece).sum(axis=-1, keepdims=True))
    return out
