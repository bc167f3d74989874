"""Binary features of a call: the player's thirteen cards, the calls so far, the vulnerability and the form of scoring.

Each feature has a number; a decision is the list of the numbers of the features that are true of it. Seats are counted
from the player to act: 0 himself, 1 his left-hand opponent, 2 partner, 3 his right-hand opponent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

CALLS: Final = 38
"""Pass 0, double 1, redouble 2, then 1C = 3 up to 7NT = 37."""

_BIDS: Final = 36  # the thirty-five bids, and 0 for none
_ROUNDS: Final = 7  # rounds of the auction distinguished, counted from the opening
_LATEST: Final = 8  # calls distinguished, counted back from the turn
_NO_SUIT: Final = 4

FOCUSES: Final = 6
"""The number of slots for suits of the auction in which a player's own holding becomes a feature."""

_GROUPS: Final = {
    # of each group: the number of slots, and the number of features of which a slot has one
    # the hand alone
    "card": (52, 1),
    "length": (4, 14),
    "top": (4, 72),
    "suit_points": (4, 11),
    "points": (1, 38),
    "balance": (1, 3 * 38),
    "shape": (1, 14 * 14 * 14),
    "controls": (1, 13),
    "losers": (1, 13),
    # the circumstances
    "vulnerable": (1, 4),
    "form": (1, 4),
    # the hand combined with the auction
    "focus": (FOCUSES, 72),
    "points_bid": (1, 38 * _BIDS),
    "points_opener": (1, 38 * 20),
    # the auction alone
    "opener": (1, 20),
    "call": (4 * _ROUNDS, CALLS),
    "alerted": (4 * 4, CALLS),
    "jump": (4 * 3, 3),
    "latest": (_LATEST, CALLS),
    "first_action": (4, CALLS),
    "last_bid": (4, _BIDS),
    "strain": (4 * 5 * 2, 1),
    "standing": (1, _BIDS * 3),
    "holder": (1, 4 * 3),
    "quiet": (1, 4),
    "turn": (1, 16),
    "bids": (2, 6),
    "doubles": (4, 3),
    "shared": (2 * 5, 1),
    "sides": (1, _BIDS * _BIDS),
    "partners": (1, _BIDS * _BIDS),
    "around": (1, CALLS * CALLS),
    "opened": (1, CALLS * CALLS),
}
_AT: Final = dict(
    zip(_GROUPS, accumulate((slots * size for slots, size in _GROUPS.values()), initial=0), strict=False)
)
"""The number of the first feature of each group."""
FEATURES: Final = sum(slots * size for slots, size in _GROUPS.values())
"""The number of features."""


def features_of_group(name: str, parts: int = 1) -> range:
    """The range of a group's feature numbers; with `parts=4`, the player's own part of a group with one part each.

    >>> len(features_of_group("first_action", 4)) == CALLS
    True
    """
    slots, size = _GROUPS[name]
    return range(_AT[name], _AT[name] + slots * size // parts)


class AuctionKind(IntEnum):
    """How far the auction has gone; figures are given separately for each kind."""

    UNOPENED = 0
    ONE_SIDED = 1
    CONTESTED = 2
    CONTESTED_HIGH = 3
    """Both sides have bid, and the last bid is at the four level or higher."""


class AuctionFeatures(NamedTuple):
    """The features that follow from the auction alone, as the player to act sees it."""

    features: tuple[int, ...]
    focus: tuple[int, ...]
    """The suits in which his holding becomes a feature; 4 where there is none."""
    bid: int
    """The bid to beat, 1C = 1 … 7NT = 35; 0 before the opening."""
    opener: int
    """Who opened and after how many passes, in one number."""
    legal: int
    """The calls Law 19 allows him, one bit each."""
    kind: AuctionKind


def auction_features(calls: Sequence[int], alerts: int = 0) -> AuctionFeatures:
    """The features of an auction for the player whose turn it is; bit k of `alerts` is set if call k was alerted.

    >>> auction_features(()).opener, auction_features((0, 0, 3)).bid
    (0, 1)
    """
    n = len(calls)
    start = next((i for i, call in enumerate(calls) if call >= 3), n)
    opener = n & 3 if start == n else 4 + min(start, 3) * 4 + (start - n & 3)
    out = [_AT["opener"] + opener, _AT["turn"] + min(n, 15)]
    summary = _summary(calls, alerts, start, out)
    out += [_AT["latest"] + back * CALLS + calls[n - 1 - back] for back in range(min(n, _LATEST))]
    first, opening, last, standing = summary.first, summary.opening, summary.last, summary.standing
    quiet = 0
    while quiet < min(n, 3) and calls[n - 1 - quiet] == 0:
        quiet += 1
    partner_call = calls[n - 2] if n > 1 else 0
    right_call = calls[n - 1] if n else 0
    _suits(summary.strains, out)
    out += [
        *[_AT["first_action"] + who * CALLS + first[who] for who in range(4) if first[who]],
        *[_AT["last_bid"] + who * _BIDS + last[who] for who in range(4)],
        _AT["standing"] + standing * 3 + summary.doubled,
        _AT["holder"] + summary.holder * 3 + summary.doubled,
        _AT["quiet"] + quiet,
        _AT["bids"] + min(summary.counts[0], 5),
        _AT["bids"] + 6 + min(summary.counts[1], 5),
        *[_AT["doubles"] + who * 3 + min(times, 2) for who, times in enumerate(summary.doubles)],
        _AT["sides"] + max(last[0], last[2]) * _BIDS + max(last[1], last[3]),
        _AT["partners"] + last[0] * _BIDS + last[2],
        _AT["around"] + partner_call * CALLS + right_call,
        _AT["opened"] + first[0] * CALLS + first[2],
    ]
    looked = (opening[2], last[2], opening[0], last[1], last[3], standing)
    focus = tuple([(bid - 1) % 5 if bid else _NO_SUIT for bid in looked])
    legal = legal_calls(standing, summary.doubled, summary.holder)
    return AuctionFeatures(tuple(out), focus, standing, opener, legal, _kind(summary))


class _CallSummary(NamedTuple):
    """A summary of the calls from the opening on, by player counted from the one to act."""

    first: list[int]
    """His first call other than a pass."""
    opening: list[int]
    """His first bid, 1C = 1."""
    last: list[int]
    strains: list[int]
    """The number of his bids in each denomination, five entries per player."""
    counts: list[int]
    """The number of bids of each side, his own first."""
    doubles: list[int]
    standing: int
    doubled: int
    holder: int


def _summary(calls: Sequence[int], alerts: int, start: int, out: list[int]) -> _CallSummary:
    """The summary of the auction from the opening on; appends to `out` features of calls by round, alerts, jumps."""
    n = len(calls)
    first, opening, last, doubles = [0] * 4, [0] * 4, [0] * 4, [0] * 4
    strains, counts = [0] * 20, [0, 0]
    standing = doubled = holder = 0
    for i in range(start, n):
        call, who, turn = calls[i], (i - n) & 3, (i - start) >> 2
        out.append(_AT["call"] + (who * _ROUNDS + min(turn, _ROUNDS - 1)) * CALLS + call)
        if alerts >> i & 1:
            out.append(_AT["alerted"] + (who * 4 + min(turn, 3)) * CALLS + call)
        if not call:
            continue
        first[who] = first[who] or call
        if call < 3:
            doubled = call
            doubles[who] += 1
            continue
        bid = call - 2
        if bid > standing + 5:
            out.append(_AT["jump"] + (who * 3 + min(turn, 2)) * 3 + min((bid - standing - 1) // 5, 3) - 1)
        standing, doubled, holder = bid, 0, who
        opening[who] = opening[who] or bid
        last[who] = bid
        counts[who & 1] += 1
        strains[who * 5 + (bid - 1) % 5] += 1
    return _CallSummary(first, opening, last, strains, counts, doubles, standing, doubled, holder)


def _kind(summary: _CallSummary) -> AuctionKind:
    if not summary.standing:
        return AuctionKind.UNOPENED
    if not summary.counts[0] or not summary.counts[1]:
        return AuctionKind.ONE_SIDED
    return AuctionKind.CONTESTED_HIGH if summary.standing > 15 else AuctionKind.CONTESTED


def _suits(strains: list[int], out: list[int]) -> None:
    """Append to `out` the features of denominations each player bid once or more often, and of those partners share."""
    for place, times in enumerate(strains):
        if times:
            out.append(_AT["strain"] + place * 2)
            if times > 1:
                out.append(_AT["strain"] + place * 2 + 1)
    out += [_AT["shared"] + suit for suit in range(5) if strains[suit] and strains[10 + suit]]
    out += [_AT["shared"] + 5 + suit for suit in range(5) if strains[5 + suit] and strains[15 + suit]]


def legal_calls(standing: int, doubled: int, holder: int) -> int:
    """The calls Laws 18 and 19 allow over a bid, as bits: pass, higher bids, a double of theirs, a redouble of ours."""
    higher = ((1 << CALLS) - 1) >> (standing + 3) << (standing + 3)
    theirs = holder & 1
    double = 2 if standing and theirs and not doubled else 0
    redouble = 4 if standing and not theirs and doubled == 1 else 0
    return 1 | higher | double | redouble


@cache
def suit_measures() -> tuple[NDArray[np.int64], ...]:
    """Tables over the 8192 holdings of a suit: length, points, controls, losers, length with top honours."""
    holding = np.arange(8192)
    bits = holding[:, None] >> np.arange(13) & 1
    length = bits.sum(1)
    ace, king, queen, jack = bits[:, 12], bits[:, 11], bits[:, 10], bits[:, 9]
    points = 4 * ace + 3 * king + 2 * queen + jack
    losers = (length > 0) * (1 - ace) + (length > 1) * (1 - king) + (length > 2) * (1 - queen)
    top = np.minimum(length, 8) * 8 + ace * 4 + king * 2 + queen
    return length, points, 2 * ace + king, losers, top


class HandFeatures(NamedTuple):
    """The features that follow from the hands alone, one row per hand."""

    features: NDArray[np.int64]
    top: NDArray[np.int64]
    """Length and top honours of each suit; a fifth column of 0 stands for no suit."""
    points: NDArray[np.int64]


def hand_features(masks: NDArray[np.int64]) -> HandFeatures:
    """The features of each hand, given as a 52-bit mask (card number `suit * 13 + rank - 2`)."""
    length_of, points_of, controls_of, losers_of, top_of = suit_measures()
    rows = len(masks)
    holdings = masks[:, None] >> np.arange(0, 52, 13) & 8191
    length, suit_points, top = length_of[holdings], points_of[holdings], top_of[holdings]
    points = suit_points.sum(1)
    cards = np.nonzero(masks[:, None] >> np.arange(52) & 1)[1].reshape(rows, 13)
    squares = (length * length).sum(1)  # 43 is 4333, 45 4432, 47 5332, 49 5422, 53 6322
    short = (length <= 1).any(1)
    balance = np.where(short | (squares > 53), 2, np.where(squares > 47, 1, 0))
    suit = np.arange(4)
    features = np.concatenate(
        [
            _AT["card"] + cards,
            _AT["length"] + suit * 14 + length,
            _AT["top"] + suit * 72 + top,
            _AT["suit_points"] + suit * 11 + suit_points,
            np.stack(
                [
                    _AT["points"] + points,
                    _AT["balance"] + balance * 38 + points,
                    _AT["shape"] + (length[:, 3] * 14 + length[:, 2]) * 14 + length[:, 1],
                    _AT["controls"] + controls_of[holdings].sum(1),
                    _AT["losers"] + np.minimum(losers_of[holdings].sum(1), 12),
                ],
                axis=1,
            ),
        ],
        axis=1,
    )
    return HandFeatures(features, np.concatenate([top, np.zeros((rows, 1), np.int64)], axis=1), points)


@dataclass(frozen=True, slots=True, eq=False)
class HandSums:
    """Hands as the call model has read them: their features, and the sum of these in its first layer."""

    hands: HandFeatures
    sums: NDArray[np.float32]

    def rows(self, numbers: NDArray[np.int64]) -> HandFeatures:
        """The features of some of the hands."""
        return HandFeatures(*(column[numbers] for column in self.hands))


def joint_features(
    hands: HandFeatures,
    focus: NDArray[np.int64],
    bid: NDArray[np.int64],
    opener: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Every feature that depends on the hand, one row per hand: hand alone, circumstances, hand combined with auction.

    `vulnerable` is 0 for neither side, 1 for his own, 2 for the other, 3 for both.
    """
    return np.concatenate(
        [hands.features, turn_features(hands, focus, bid, opener, vulnerable, form)], axis=1
    )


def turn_features(
    hands: HandFeatures,
    focus: NDArray[np.int64],
    bid: NDArray[np.int64],
    opener: NDArray[np.int64],
    vulnerable: NDArray[np.int64],
    form: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The features of `joint_features` that change from turn to turn: circumstances, and hand combined with auction."""
    looked = np.take_along_axis(hands.top, focus, axis=1)
    return np.concatenate(
        [
            np.stack(
                [
                    _AT["vulnerable"] + vulnerable,
                    _AT["form"] + form,
                    _AT["points_bid"] + bid * 38 + hands.points,
                    _AT["points_opener"] + opener * 38 + hands.points,
                ],
                axis=1,
            ),
            _AT["focus"] + np.arange(FOCUSES) * 72 + looked,
        ],
        axis=1,
    )
