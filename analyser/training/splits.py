"""The untouched years in two halves: one to choose by, one to report on.

The halves are told apart by a hash of the deal, so that both tables of a deal fall in the same half.
"""

from enum import Enum
from typing import assert_never

import numpy as np
from numpy.typing import NDArray


class Half(Enum):
    """Which of the held-out deals."""

    CHOOSE = "choose"
    REPORT = "report"
    BOTH = "both"


def in_half(deal_id: NDArray[np.int64], half: Half) -> NDArray[np.bool_]:
    """Whether each deal lies in the half.

    >>> deals = np.arange(1000)
    >>> bool((in_half(deals, Half.CHOOSE) ^ in_half(deals, Half.REPORT)).all())
    True
    """
    # The finaliser of SplitMix64: neighbours in the record must not fall in the same half by rule.
    mixed = np.asarray(deal_id).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    chosen = (mixed ^ mixed >> np.uint64(31)) & np.uint64(1) == 0
    match half:
        case Half.CHOOSE:
            return np.asarray(chosen)
        case Half.REPORT:
            return np.asarray(~chosen)
        case Half.BOTH:
            return np.ones(len(chosen), np.bool_)
        case _:
            assert_never(half)


def split_and_half(split: str) -> tuple[str | None, Half]:
    """What a word on the command line names: a split, all of them, or one half of the held-out years.

    >>> split_and_half("report"), split_and_half("all")
    (('valid', <Half.REPORT: 'report'>), (None, <Half.BOTH: 'both'>))
    """
    if split in {Half.CHOOSE.value, Half.REPORT.value}:
        return "valid", Half(split)
    return (None if split == "all" else split), Half.BOTH


def drawn(count: int, sample: int | None, seed: int) -> NDArray[np.int64]:
    """So many rows of those there are, drawn by seed, in their order; all of them when no sample is asked."""
    if sample is None or sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, sample, replace=False))
