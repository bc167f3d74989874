"""The decisions of the record: every call of every table, with the features its maker saw."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS, FEATURES, auction_features, hand_features, joint_features
from tests.bench.lab.records import Tables, features_of, seen_from

_OVER = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Auctions:
    """The distinct auctions reached, with their features for the player to act."""

    calls: tuple[tuple[int, ...], ...]
    alerts: tuple[int, ...]
    start: NDArray[np.int64]
    features: NDArray[np.uint16]
    focus: NDArray[np.int8]
    bid: NDArray[np.int8]
    opener: NDArray[np.int8]
    legal: NDArray[np.int64]
    kind: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Every call made, one row per call, in the order of the record."""

    auctions: Auctions
    auction: NDArray[np.int32]
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int8]
    """0 neither, 1 his own side, 2 the other, 3 both."""
    form: NDArray[np.int8]
    call: NDArray[np.int8]
    table: NDArray[np.int32]
    """The index of the table, and of the call at it, from 0."""
    turn: NDArray[np.int16]

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.call)

    @property
    def kinds(self) -> int:
        """The number of features."""
        return FEATURES

    @property
    def answers(self) -> int:
        """The number of different calls."""
        return CALLS

    @property
    def chosen(self) -> NDArray[np.int64]:
        """The call made, one row per decision."""
        return self.call.astype(np.int64)

    def features(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The features of some decisions: all concatenated, and the offset of each decision."""
        kinds = self.auctions
        auction = self.auction[rows]
        joint = joint_features(
            hand_features(self.hand[rows]),
            kinds.focus[auction].astype(np.int64),
            kinds.bid[auction].astype(np.int64),
            kinds.opener[auction].astype(np.int64),
            self.vulnerable[rows].astype(np.int64),
            self.form[rows].astype(np.int64),
        )
        return features_of(joint, kinds.start, kinds.features, auction)


class _Tree:
    """A trie of the auctions met; each is reached from the one before by a call, alerted or not."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}
        self._calls: list[tuple[int, ...]] = []
        self._alerts: list[int] = []
        self._features: list[int] = []
        self._start = [0]
        self._focus: list[tuple[int, ...]] = []
        self._about: list[tuple[int, int, int, int]] = []
        self._add((), 0)

    def _add(self, calls: tuple[int, ...], alerts: int) -> int:
        seen = auction_features(calls, alerts)
        self._calls.append(calls)
        self._alerts.append(alerts)
        self._features += seen.features
        self._start.append(len(self._features))
        self._focus.append(seen.focus)
        self._about.append((seen.bid, seen.opener, seen.legal, seen.kind))
        return len(self._calls) - 1

    def walk(self, calls: tuple[int, ...], alerts: int) -> list[int]:
        """The auctions of a table before each of its calls; the rest of the record is dropped at an illegal call."""
        node, path = 0, []
        for turn, call in enumerate(calls):
            before = self._calls[node]
            if not self._about[node][2] >> call & 1 or (before[-3:] == _OVER and turn > 3):
                break
            path.append(node)
            alerted = alerts >> turn & 1
            key = (node * 38 + call) * 2 + alerted
            child = self._next.get(key)
            if child is None:
                child = self._next[key] = self._add((*before, call), alerts & (2 << turn) - 1)
            node = child
        return path

    def auctions(self) -> Auctions:
        bid, opener, legal, kind = zip(*self._about, strict=True)
        return Auctions(
            tuple(self._calls),
            tuple(self._alerts),
            np.array(self._start, np.int64),
            np.array(self._features, np.uint16),
            np.array(self._focus, np.int8),
            np.array(bid, np.int8),
            np.array(opener, np.int8),
            np.array(legal, np.int64),
            np.array(kind, np.int8),
        )


def decisions(tables: Tables) -> Decisions:
    """Every legal call of the tables with the auction before it."""
    tree = _Tree()
    auction: list[int] = []
    calls_made: list[int] = []
    count = np.zeros(len(tables), np.int64)
    for row, (calls, alerts) in enumerate(zip(tables.calls, tables.alerts.tolist(), strict=True)):
        path = tree.walk(calls, alerts)
        count[row] = len(path)
        auction += path
        calls_made += calls[: len(path)]
    table = np.repeat(np.arange(len(tables)), count)
    turn = np.arange(len(calls_made)) - np.repeat(np.cumsum(count) - count, count)
    seat = tables.dealer[table] + turn & 3
    vulnerable = seen_from(seat, tables.vulnerable[table])
    return Decisions(
        tree.auctions(),
        np.array(auction, np.int32),
        tables.hands[table, seat],
        vulnerable.astype(np.int8),
        tables.form[table].astype(np.int8),
        np.array(calls_made, np.int8),
        table.astype(np.int32),
        turn.astype(np.int16),
    )
