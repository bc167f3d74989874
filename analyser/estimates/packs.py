"""Arithmetic on many hands at once: each a mask of cards, `suit * 13 + rank - 2`, a row each."""

from functools import cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["CELLS", "POINTS_CELLS", "Masks", "cell_of", "choose", "spread"]

Masks: TypeAlias = NDArray[np.int64]

_CHUNK = 13
_BYTES = 7  # fifty-two cards in bytes
POINTS_CELLS = 38
"""High-card points 0 to 37."""
CELLS = 14 * 14 * 14 * POINTS_CELLS
"""A cell is the length of clubs, of diamonds, of hearts and the points; spades are the rest of the hand."""


@cache
def _by_count(width: int) -> tuple[Masks, Masks]:
    """All masks of so many bits, those with fewer bits first, and where each count begins."""
    every = np.arange(1 << width, dtype=np.int64)
    count = np.bitwise_count(every)
    starts = np.searchsorted(np.sort(count), np.arange(width + 2))
    return every[np.argsort(count, kind="stable")], starts


@cache
def _stage(width: int, rest: int, most: int) -> tuple[Masks, Masks, Masks, int]:
    """How a rank splits over the first `width` places and the `rest` after them, for each number still to take.

    Gives where each split begins (offset by the number to take), how many it takes here, how many ways the rest has.
    """
    stride = max(comb(width + rest, take) for take in range(most + 1)) + 1
    begins, here, after = [], [], []
    for take in range(most + 1):
        rank = take * stride
        for count in range(max(0, take - rest), min(width, take) + 1):
            begins.append(rank)
            here.append(count)
            after.append(comb(rest, take - count))
            rank += comb(width, count) * after[-1]
        if take > width + rest:
            break
    return (
        np.array(begins, np.int64),
        np.array(here, np.int64),
        np.array(after, np.int64),
        stride,
    )


def choose(places: int, take: int, rows: int, dice: np.random.Generator) -> Masks:
    """Masks of `take` bits among the lowest `places`, every such mask equally likely.

    A number below "places over take" is drawn and turned into its combination, so the draw is exact.

    >>> {int(mask) for mask in choose(3, 2, 50, np.random.default_rng(1))}
    {3, 5, 6}
    """
    rank = dice.integers(0, comb(places, take), size=rows)
    left = np.full(rows, take, np.int64)
    out = np.zeros(rows, np.int64)
    for start in range(0, places, _CHUNK):
        width = min(_CHUNK, places - start)
        begins, here, after, stride = _stage(width, places - start - width, take)
        key = left * stride + rank
        split = np.searchsorted(begins, key, side="right") - 1
        inside, rank = np.divmod(key - begins[split], after[split])
        masks, starts = _by_count(width)
        count = here[split]
        out |= masks[starts[count] + inside] << start
        left -= count
    return out


@cache
def _spread_bytes() -> NDArray[np.uint8]:
    """For each byte of places and each byte of bits: the bits laid into the places, lowest first."""
    table = np.zeros((256, 256), np.uint8)
    bits = np.arange(256)
    for places in range(256):
        row = np.zeros(256, np.int64)
        used = 0
        for place in range(8):
            if places >> place & 1:
                row |= (bits >> used & 1) << place
                used += 1
        table[places] = row
    return table


def _bytes(masks: Masks) -> NDArray[np.uint8]:
    return np.ascontiguousarray(masks, "<i8").view(np.uint8).reshape(-1, 8)


def spread(chosen: Masks, places: Masks) -> Masks:
    """Bit k of `chosen` laid on the k-th card of `places`, counted from the lowest.

    >>> bin(spread(np.array([0b101]), np.array([0b11010]))[0])
    '0b10010'
    """
    table, here = _spread_bytes(), _bytes(places)
    count = np.bitwise_count(here)
    out = np.zeros((len(chosen), 8), np.uint8)
    left = chosen.copy()
    for byte in range(_BYTES):
        out[:, byte] = table[here[:, byte], (left & 255).astype(np.uint8)]
        left >>= count[:, byte]
    return out.view("<i8").reshape(-1).astype(np.int64, copy=False)


@cache
def _cell_bytes() -> NDArray[np.int32]:
    """What each byte of cards adds to the number of a hand's cell."""
    worth = np.zeros(56, np.int32)
    for card in range(52):
        suit, place = divmod(card, 13)
        length = (14 * 14, 14, 1, 0)[suit] * POINTS_CELLS
        worth[card] = length + max(0, place - 8)
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    return np.stack([bits @ worth[byte * 8 : byte * 8 + 8] for byte in range(_BYTES)]).astype(np.int32)


def cell_of(masks: Masks) -> NDArray[np.int32]:
    """The cell of each hand: its lengths and its points in one number.

    >>> clubs, points = divmod(int(cell_of(np.array([0b1000000000001]))[0]), POINTS_CELLS)
    >>> clubs // 14 // 14, points
    (2, 4)
    """
    table, here = _cell_bytes(), _bytes(masks)
    out: NDArray[np.int32] = table[0][here[:, 0]]
    for byte in range(1, _BYTES):
        out += table[byte][here[:, byte]]
    return out
