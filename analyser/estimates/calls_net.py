"""The network behind the call model: sights in, shares of the thirty-eight calls out, the same bytes every time.

The first layer is a table of whole numbers, so that its sums are exact in any order; the others run in float64 in
blocks of one fixed shape, so that a position asked alone and among thousands gets the same answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.errors import ModelError
from analyser.estimates.features import SIGHTS
from analyser.estimates.store import Stored

BLOCK: Final = 16
"""Positions computed at a time, whether so many were asked or not."""
_AT_ONCE: Final = 2048  # positions whose sums are held at a time


def in_parts(which: NDArray[np.int64]) -> Iterator[tuple[slice, list[int], NDArray[np.int64]]]:
    """Many positions in turn, `which` saying whose auction each has: the rows, the auctions met, which of them is whose."""
    for start in range(0, len(which), _AT_ONCE):
        rows = slice(start, start + _AT_ONCE)
        met, local = np.unique(which[rows], return_inverse=True)
        yield rows, met.tolist(), local


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The fitted layers, ready to use."""

    place: NDArray[np.int64]
    """Which row of the table belongs to each sight; the last row is empty, for sights left out."""
    table: NDArray[np.int16]
    step: NDArray[np.float64]
    """What one unit of the table is worth, by column."""
    bias: NDArray[np.float64]
    dense: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]
    heat: NDArray[np.float64]
    """What the logits are divided by, by kind of auction."""

    @classmethod
    def of(cls, stored: Stored, sights: int = SIGHTS) -> "Network":
        """Take the layers out of a stored model, made for so many sights."""
        columns, table = stored.array("columns").astype(np.int64), stored.array("table")
        if table.dtype != np.int16 or table.shape[0] != len(columns) + 1 or columns.max(initial=0) >= sights:
            raise ModelError(
                "the model was made for other sights", found=str(table.shape), remedy="train it again"
            )
        place = np.full(sights, len(columns), np.int64)
        place[columns] = np.arange(len(columns))
        weights, biases = stored.group("weight"), stored.group("bias")
        dense = tuple(
            (np.asfortranarray(weight, dtype=np.float64), bias.astype(np.float64))
            for weight, bias in zip(weights, biases, strict=True)
        )
        return cls(
            place,
            table,
            stored.array("step").astype(np.float64),
            stored.array("first_bias").astype(np.float64),
            dense,
            stored.array("heat").astype(np.float64),
        )

    def total(self, sights: NDArray[np.int64]) -> NDArray[np.int32]:
        """The first layer's whole-number sum over some sights, or over each row of them."""
        return np.asarray(self.table[self.place[sights]].sum(axis=-2, dtype=np.int32))

    def shares(
        self,
        auctions: NDArray[np.int32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        legal: NDArray[np.bool_],
        kind: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The share of each call, a row a position; illegal calls get nothing and the rest adds up to one.

        `auctions` are sums over the sights of some auctions, `which` says which of them each position is in, `joint`
        are the sights that need the hand.
        """
        out = np.empty(legal.shape)
        block = np.zeros((BLOCK, self.table.shape[1]))
        for start in range(0, len(joint), BLOCK):
            rows = slice(start, start + BLOCK)
            part = self.total(joint[rows])
            part += auctions[which[rows]]
            # a last block that is not full keeps what stood in its other rows: they are not looked at
            np.multiply(part, self.step, out=block[: len(part)])
            value = block + self.bias
            np.maximum(value, 0.0, out=value)
            for weight, bias in self.dense[:-1]:
                value = value @ weight
                value += bias
                np.maximum(value, 0.0, out=value)
            weight, bias = self.dense[-1]
            out[rows] = (value @ weight + bias)[: len(part)]
        out /= self.heat[kind][:, None]
        out[~legal] = -np.inf
        out -= out.max(axis=1, keepdims=True)
        np.exp(out, out=out)
        out /= out.sum(axis=1, keepdims=True)
        return out
