"""How an auction can end, as numbers: the contract counted from the dealer, with its tricks; and how often it did.

Every way a board can end has a place in one row, so that forecasts of any sort are compared like for like.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PASSED_OUT, Contract, Result, Seat, Strain, Vulnerability
from analyser.scoring import imps, score_ns

__all__ = ["CONTRACTS", "ENDS", "Habits", "contract_of", "end_of", "imp_distances", "result_of", "scores"]

CONTRACTS: Final = 35 * 3 * 4 + 1
"""Final bid, doubling, declarer; and passed out, the last."""
ENDS: Final = (CONTRACTS - 1) * 14 + 1
"""Contracts with each number of tricks; and passed out, the last."""
_KNOWN: Final = 4.0  # how many tables what is known of a shorter auction counts for
_ANYTHING: Final = 0.001  # and the share of what never happened at all


def contract_of(contract: Contract | None, dealer: Seat) -> int:
    """The place of a contract, declarer counted from the dealer.

    >>> contract_of(Contract.parse("1C by N"), Seat.N), contract_of(None, Seat.N) == CONTRACTS - 1
    (0, True)
    """
    if contract is None:
        return CONTRACTS - 1
    bid = (contract.level - 1) * 5 + int(contract.strain)
    return (bid * 3 + contract.doubled) * 4 + (contract.declarer - dealer & 3)


def end_of(result: Result, dealer: Seat) -> int:
    """The place of a result."""
    if result.contract is None:
        return ENDS - 1
    return contract_of(result.contract, dealer) * 14 + result.tricks


def result_of(end: int, dealer: Seat) -> Result:
    """The result at a place.

    >>> result_of(end_of(Result.parse("4SX-1 by E"), Seat.S), Seat.S)
    Result.parse('4SX-1 by E')
    """
    if end == ENDS - 1:
        return PASSED_OUT
    contract, tricks = divmod(end, 14)
    bid, rest = divmod(contract, 12)
    doubled, place = divmod(rest, 4)
    return Result(Contract(bid // 5 + 1, Strain(bid % 5), doubled, Seat(dealer + place & 3)), tricks)


@cache
def scores(dealer: Seat, vulnerability: Vulnerability) -> NDArray[np.int64]:
    """The points to North-South of every end."""
    points = [score_ns(result_of(end, dealer), vulnerability) for end in range(ENDS)]
    return np.array(points, np.int64)


@cache
def _imps_of() -> NDArray[np.int64]:
    return np.array([imps(10 * tens) for tens in range(1600)], np.int64)


def imp_distances(some: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many IMPs lie between scores, a row for each of the first.

    >>> imp_distances(np.array([420, -50]), np.array([420, 620])).tolist()
    [[0, 5], [10, 12]]
    """
    return np.asarray(_imps_of()[np.abs(some[:, None] - others[None, :]) // 10])


def _possible(calls: Sequence[int]) -> NDArray[np.bool_]:
    """The contracts that may still become final: higher bids, and the standing one as it can now stand."""
    bid = np.arange(CONTRACTS - 1) // 12
    doubled, place = np.arange(CONTRACTS - 1) // 4 % 3, np.arange(CONTRACTS - 1) % 4
    standing = [turn for turn, call in enumerate(calls) if call >= 3]
    allowed = np.ones(CONTRACTS, np.bool_)
    if not standing:
        return allowed
    last = standing[-1]
    final = calls[last] - 3
    first = min(turn for turn in standing if turn % 2 == last % 2 and (calls[turn] - 3) % 5 == final % 5)
    least = max((call for call in calls[last + 1 :] if call in (1, 2)), default=0)
    stands = (bid == final) & (place == first % 4) & (doubled >= least)
    allowed[:-1] = (bid > final) | stands
    allowed[-1] = False
    return allowed


class Habits:
    """What boards end in after an auction has begun in a certain way, whoever holds what: the record counted.

    Only the beginnings asked for are counted. A beginning that is rare leans on the one a call shorter.
    """

    def __init__(self, beginnings: Iterable[tuple[int, ...]]) -> None:
        wanted = {calls[:length] for calls in beginnings for length in range(len(calls) + 1)}
        self._counts: dict[tuple[int, ...], Counter[int]] = {calls: Counter() for calls in wanted}

    def add(self, calls: tuple[int, ...], end: int, times: int = 1) -> None:
        """Count one table; `times` -1 takes it out again."""
        for length in range(len(calls) + 1):
            found = self._counts.get(calls[:length])
            if found is None:
                return
            found[end] += times

    def met(self, calls: tuple[int, ...]) -> int:
        """How many tables began so."""
        return self._counts[calls].total()

    def shares(
        self, calls: tuple[int, ...], without: Iterable[tuple[tuple[int, ...], int]] = ()
    ) -> NDArray[np.float64]:
        """The share of every end after this beginning; `without` are tables that do not count, the board's own."""
        allowed = np.append(np.repeat(_possible(calls)[:-1], 14), _possible(calls)[-1])
        told = allowed / allowed.sum()
        left_out = list(without)
        for length in range(len(calls) + 1):
            counts = Counter(self._counts[calls[:length]])
            counts.subtract(end for other, end in left_out if other[:length] == calls[:length])
            row = np.zeros(ENDS)
            for end, times in counts.items():
                row[end] = times
            row *= allowed
            weight = _KNOWN if length else _ANYTHING * max(1.0, row.sum())
            told = (row + weight * told) / (row.sum() + weight)
        return np.asarray(told)
