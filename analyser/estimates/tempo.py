"""How likely a turn was to be slow: from how uncertain the call model is there, and what was called in the end.

What is told is a ratio: so many times as likely to break tempo as players after the same auction were on the
whole. The record knows few slow calls, noted by those who watched; every ratio comes with its interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Call, Hand, Vulnerability
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.calls import CallModel
from analyser.estimates.model_file import RecordModel
from analyser.estimates.services import CallsModel

_POINTS: Final = ((12, 4), (11, 3), (10, 2), (9, 1))
_PASS, _DOUBLE, _BID = 0, 1, 3
_FLOOR: Final = 0.001
_SELDOM: Final = 0.02  # how often a player thinks over what is no problem
TURN_FEATURES: Final = 23
"""How many of the features are there before the call is made; the others need it."""


@dataclass(frozen=True, slots=True, eq=False)
class BreakRatios:
    """For some hands, how many times as likely each was to break tempo as players there on the whole."""

    ratio: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """The ends of the 90 % interval."""

    def chance(self, base: float) -> NDArray[np.float64]:
        """The chance of a break when a share `base` of such turns is slow."""
        odds = self.ratio * base / (1 - base)
        return odds / (1 + odds)


class TempoModel(RecordModel):
    """What makes a turn slow, learned from the record: coefficients for before and for after the call is known.

    Each set has others beside it, fitted to events drawn again, for the interval. It looks at a turn with the eyes of
    the call model.
    """

    name = "tempo"

    def __init__(self, folder: Path | None = None, calls: CallModel | None = None) -> None:
        super().__init__(folder)
        self._calls = CallModel() if calls is None else calls

    def read(self) -> None:
        """Refuse coefficients for other features."""
        before, after = self.stored.array("before"), self.stored.array("after")
        if before.shape[1] != TURN_FEATURES + 1 or after.shape[1] != len(self.stored.array("middle")) + 1:
            raise ModelError(
                "the coefficients are for other sights", where="models/tempo", remedy="train it again"
            )

    @cached_property
    def _arrays(self) -> dict[str, NDArray[np.float64]]:
        """The mean and spread of each feature, and the two sets of coefficients, the constant last in a row."""
        self.read()
        names = ("middle", "scale", "before", "after")
        return {name: self.stored.array(name).astype(np.float64) for name in names}

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How many times as likely as others each of these hands, about to make this call, is to break tempo."""
        rows = len(hands)
        masks = np.fromiter((hand.mask for hand in hands), np.int64, rows)
        shares = self._calls.over_hands(masks, auction, vulnerability, form)
        codes = tuple(earlier.code for earlier in auction.calls)
        call_codes = np.full(rows, call.code, np.int64)
        features = tempo_features(shares, masks, [codes], np.zeros(rows, np.int64), call_codes)
        ratios: list[float] = self.ratios(features, made=True).ratio.tolist()
        return ratios

    def ratios(self, features: NDArray[np.float64], made: bool) -> BreakRatios:
        """The ratios for rows of features; `made` says that they were seen with the call known."""
        coefficients = self._arrays["after" if made else "before"]
        width = coefficients.shape[1] - 1
        standard = (features[:, :width] - self._arrays["middle"][:width]) / self._arrays["scale"][:width]
        # Summed by einsum in a fixed order: a hand asked alone and among thousands gets the same bytes.
        scores = np.exp(np.einsum("ij,kj->ik", standard, coefficients[:, :-1]) + coefficients[:, -1])
        low, high = np.quantile(scores[:, 1:], (0.05, 0.95), axis=1)
        return BreakRatios(scores[:, 0], np.minimum(low, scores[:, 0]), np.maximum(high, scores[:, 0]))


@dataclass(frozen=True, slots=True)
class UncertaintyTempo:
    """Tempo without a learned model: the less a hand is sure of its call, the likelier it is to think.

    How sure it is follows from what the call model gives the other calls. The direction needs no rule: hands that
    nearly did more and hands that nearly did less are weighed as they come.
    """

    calls: CallsModel

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands, about to make this call, is to break tempo over it."""
        likelihoods = self.calls.likelihoods(hands, auction, call, vulnerability, form)
        chances: list[float] = (_SELDOM + (1 - _SELDOM) * (1 - np.asarray(likelihoods, np.float64))).tolist()
        return chances


def tempo_features(
    shares: NDArray[np.float64],
    masks: NDArray[np.int64],
    auctions: Sequence[Sequence[int]],
    which: NDArray[np.int64],
    call_made: NDArray[np.int64] | None,
) -> NDArray[np.float64]:
    """What may tell a slow turn from others: uncertainty and direction of the choice, the hand, the call made.

    `shares` are those of the 38 calls, a row a turn; `auctions` the calls before, `which` says whose.
    """
    level = np.array(
        [(max([call - 2 for call in calls if call >= _BID], default=0) + 4) // 5 for calls in auctions]
    )
    contested = np.array(
        [len({place & 1 for place, call in enumerate(calls) if call}) > 1 for calls in auctions]
    )
    columns = _turn(shares, level[which], contested[which].astype(np.float64)) + _hand(masks)
    if call_made is not None:
        columns += _made(shares, call_made)
    return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)


def _entropy(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(-(shares * np.log(np.maximum(shares, 1e-12))).sum(axis=1))


def _kind(call: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.minimum(call, _BID)


def _turn(
    shares: NDArray[np.float64], level: NDArray[np.int64], contested: NDArray[np.float64]
) -> list[NDArray[Any]]:
    order = np.argsort(-shares, axis=1, kind="stable")
    first, second = order[:, 0], order[:, 1]
    rows = np.arange(len(shares))
    most, next_most = shares[rows, first], shares[rows, second]
    one, two = _kind(first), _kind(second)
    bids = shares[:, _BID:].sum(axis=1)
    among_bids = _entropy(shares[:, _BID:] / np.maximum(bids, 1e-9)[:, None])
    whole = _entropy(shares)
    both_bids = (one == _BID) & (two == _BID)
    return [
        whole,
        whole**2,
        1 - most,
        np.log(next_most + _FLOOR),
        whole * contested,
        whole * (level >= 3),
        among_bids * bids,
        np.log(shares[:, _PASS] + _FLOOR),
        np.log(shares[:, _DOUBLE] + _FLOOR),
        np.log(bids + _FLOOR),
        one == _PASS,
        one == _DOUBLE,
        (one == _PASS) & (two == _BID),
        (one == _PASS) & (two == _DOUBLE),
        (one == _BID) & (two == _PASS),
        (one == _BID) & (two == _DOUBLE),
        both_bids & (second > first),
        both_bids & (second < first),
        (one == _DOUBLE) & (two == _PASS),
    ]


def _hand(masks: NDArray[np.int64]) -> list[NDArray[Any]]:
    points = sum(worth * (masks >> 13 * suit + place & 1) for suit in range(4) for place, worth in _POINTS)
    lengths = np.stack([np.bitwise_count(masks >> 13 * suit & 8191) for suit in range(4)])
    tens = np.asarray(points) / 10.0
    return [tens, tens**2, lengths.max(axis=0) / 4.0, lengths.min(axis=0) / 2.0]


def _made(shares: NDArray[np.float64], call_made: NDArray[np.int64]) -> list[NDArray[Any]]:
    """The call made: how surprising it was, and whether the others would have said more or less."""
    rows = np.arange(len(call_made))
    own = shares[rows, call_made]
    others = shares.copy()
    others[rows, call_made] = 0.0
    codes = np.arange(shares.shape[1])
    is_bid = codes >= _BID
    more = (others * (is_bid & (codes > call_made[:, None]))).sum(axis=1)
    less = (others * (is_bid & (codes < call_made[:, None]))).sum(axis=1)
    known, unsure = np.log(own + _FLOOR), np.log(1 - own + _FLOOR)
    columns: list[NDArray[Any]] = [known, 1 - own, unsure, call_made == shares.argmax(axis=1)]
    for kind in (_PASS, _DOUBLE, _BID):
        here = (_kind(call_made) == kind).astype(np.float64)
        columns += [here, here * known, here * unsure, here * more, here * others[:, _DOUBLE]]
    bid = call_made >= _BID
    return [
        *columns,
        bid * less,
        bid * others[:, _PASS],
        (call_made == _DOUBLE) * others[:, _PASS],
        call_made == 2,
    ]
