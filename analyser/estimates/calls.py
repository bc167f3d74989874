"""The call model, a share for each legal call given hand and auction, and the tempo model, both learned from the record.

The record holds experts only and does not name their class or system. With the shares comes the support: how often the
record met the auction.

The tempo model starts from the entropy of the call model at a turn and from the call made. It gives a likelihood
ratio: how many times as likely a break in tempo is as for players after the same auction on average. The record has
few slow calls, noted by spectators.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Deal, Hand, Vulnerability
from analyser.bridge.auctions import IrregularityKind
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.call_features import (
    FEATURES,
    FOCUSES,
    AuctionFeatures,
    HandFeatures,
    HandSums,
    auction_features,
    hand_features,
    joint_features,
    turn_features,
)
from analyser.estimates.record_models import Network, RecordModel, split_positions
from analyser.estimates.services import CallShares, CallsModel
from analyser.messages import sentence

_WORD: Final = (1 << 64) - 1


def auction_key(calls: Sequence[int]) -> int:
    """A hash of an auction, from the dealer's call on; alerts do not change it.

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
    """How often the record met each auction, and the deciles of all decisions by that number."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.int32]
    bounds: NDArray[np.int64]
    """The nine bounds between the deciles."""
    log_loss: NDArray[np.float64]
    top1: NDArray[np.float64]
    """The errors in each decile, on deals held out of the fit."""
    weight: NDArray[np.float64]
    habit: NDArray[np.float64]
    """The share of each call over each highest bid, one row per bid."""

    def count_decisions(self, calls: Sequence[int]) -> int:
        """The number of decisions in the record after exactly these calls; the rarest auctions count as zero."""
        key = np.uint64(auction_key(calls))
        place = int(np.searchsorted(self.keys, key))
        return int(self.counts[place]) if place < len(self.keys) and self.keys[place] == key else 0

    def tenth(self, seen: int) -> int:
        """The decile (0 the rarest) of an auction the record met so often."""
        return int(np.searchsorted(self.bounds, seen, side="right"))


_KEPT: Final = 8192  # auctions whose first-layer sums are cached
_TURNS_AT_ONCE: Final = 2048


class CallModel(RecordModel):
    """The call model of experts; its cache never changes an answer."""

    name = "calls"

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self._known: dict[tuple[tuple[int, ...], int], tuple[AuctionFeatures, NDArray[np.float32]]] = {}

    def read(self) -> None:
        """Refuse a network made for other features."""
        _ = self.network, self.table

    @cached_property
    def network(self) -> Network:
        """The network from the player's features to the shares of the calls."""
        return Network.from_model(self, FEATURES)

    @cached_property
    def table(self) -> SupportTable:
        """The number of decisions of the record by auction."""
        keys, counts, habit = self.array("seen_key"), self.array("seen_count"), self.array("habit")
        tenths = (self.array(f"tenth_{name}") for name in ("bound", "log_loss", "top1", "weight"))
        bounds, log_loss, top1, weight = tenths
        return SupportTable(keys, counts, bounds, log_loss, top1, weight, habit.astype(np.float64))

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn, with the support of the auction."""
        return self._call_shares([hand], [auction], vulnerability, form)[0]

    def support(self, auction: Auction) -> int:
        """The number of decisions in the record after exactly this auction; the rarest auctions count as zero."""
        return self.table.count_decisions(calls_and_alerts(auction, frozenset())[0])

    def support_and_decile(self, auction: Auction) -> tuple[int, int]:
        """The support of an auction, and its decile among all decisions of the record, 1 for the rarest."""
        seen = self.support(auction)
        return seen, self.table.tenth(seen) + 1

    def shares_of_turns(
        self, deal: Deal, auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """The shares at many turns of one deal; the same bytes as one by one."""
        hands = [deal[auction.turn] for auction in auctions]
        return self._call_shares(hands, auctions, vulnerability, form)

    def _call_shares(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """The shares of the legal calls for each hand after its auction."""
        rows = self.shares_by_auction(hands, auctions, vulnerability, form).tolist()
        shares = []
        for auction, row in zip(auctions, rows, strict=True):
            codes, _ = calls_and_alerts(auction, frozenset())
            legal = self._look(codes, 0)[0].legal
            pairs = tuple((call, row[call.code]) for call in CALLS if legal >> call.code & 1)
            seen = self.table.count_decisions(codes)
            shares.append(CallShares(pairs, seen, self.table.tenth(seen) + 1))
        return shares

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """P(this call now), for each of these hands."""
        masks = np.fromiter((hand.mask for hand in hands), np.int64, len(hands))
        column: list[float] = self.shares_of_hands(masks, auction, vulnerability, form)[:, call.code].tolist()
        return column

    def likeliest(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[Call]:
        """The likeliest call of each hand after its auction."""
        codes = self.shares_by_auction(hands, auctions, vulnerability, form).argmax(axis=1).tolist()
        return [CALLS[code] for code in codes]

    def read_hands(self, masks: NDArray[np.int64]) -> HandSums:
        """The features of each hand and their sum in the first layer, the same at all its turns."""
        hands = hand_features(masks)
        sums = [self.network.total(part) for part in np.array_split(hands.features, len(masks) // 512 + 1)]
        return HandSums(hands, np.concatenate(sums))

    def likeliest_codes(
        self,
        hands: object,
        hand_of: NDArray[np.int64],
        auctions: Sequence[Auction],
        auction_of: NDArray[np.int64],
        vulnerability: Vulnerability,
        form: Form,
    ) -> NDArray[np.int64]:
        """The code of the likeliest call of each hand read (by number) after its auction (by number).

        The same as `likeliest`: sums in the first layer are exact in any order.
        """
        if not isinstance(hands, HandSums):
            raise TypeError(f"hands read by this model, not {type(hands).__name__}")
        known = [self._look(*calls_and_alerts(auction, frozenset())) for auction in auctions]
        totals = np.stack([total for _, total in known])
        facts = np.array([(*seen.focus, *seen[2:]) for seen, _ in known], np.int64)
        vulnerable = np.array([vulnerable_to(auction, vulnerability) for auction in auctions], np.int64)
        out = np.empty(len(hand_of), np.int64)
        for start in range(0, len(hand_of), _TURNS_AT_ONCE):
            rows = slice(start, start + _TURNS_AT_ONCE)
            hand, auction = hand_of[rows], auction_of[rows]
            fact = facts[auction]
            bid, opener, legal, kind = fact[:, FOCUSES:].T
            forms = np.full(len(hand), form_code(form), np.int64)
            joint = turn_features(
                hands.rows(hand), fact[:, :FOCUSES], bid, opener, vulnerable[auction], forms
            )
            allowed = (legal[:, None] >> np.arange(len(CALLS)) & 1).astype(np.bool_)
            sums = totals[auction] + hands.sums[hand]
            out[rows] = self.network.likeliest(sums, joint, allowed, kind)
        return out

    def shares_of_hands(
        self,
        masks: NDArray[np.int64],
        auction: Auction,
        vulnerability: Vulnerability,
        form: Form = Form.IMPS,
        alerts: frozenset[int] = frozenset(),
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls for many hands (52-bit masks) at one turn, one row per hand."""
        key = calls_and_alerts(auction, alerts)
        rows = len(masks)
        vulnerable = np.full(rows, vulnerable_to(auction, vulnerability), np.int64)
        which = np.zeros(rows, np.int64)
        return self.answer([key], which, masks, vulnerable, np.full(rows, form_code(form), np.int64))

    def shares_by_auction(
        self,
        hands: Sequence[Hand],
        auctions: Sequence[Auction],
        vulnerability: Vulnerability,
        form: Form = Form.IMPS,
        alerts: frozenset[int] = frozenset(),
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls for each hand after its auction, one row per hand; the same bytes as one by one.

        `alerts` are the calls known to have been alerted, counted from 1.
        """
        keys: dict[tuple[tuple[int, ...], int], int] = {}
        which = np.empty(len(hands), np.int64)
        about = np.empty((len(hands), 2), np.int64)
        for row, (hand, auction) in enumerate(zip(hands, auctions, strict=True)):
            which[row] = keys.setdefault(calls_and_alerts(auction, alerts), len(keys))
            about[row] = hand.mask, vulnerable_to(auction, vulnerability)
        forms = np.full(len(hands), form_code(form), np.int64)
        return self.answer(list(keys), which, about[:, 0], about[:, 1], forms)

    def answer(
        self,
        auctions: Sequence[tuple[tuple[int, ...], int]],
        which: NDArray[np.int64],
        masks: NDArray[np.int64],
        vulnerable: NDArray[np.int64],
        form: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls, one row per position.

        `auctions` are the distinct auctions as calls and alert bits, `which` the index of each position's auction.
        `vulnerable` is seen from the player to act: 0 neither side, 1 his own, 2 the other, 3 both.
        """
        if (np.bitwise_count(masks) != 13).any():
            raise ModelError(sentence("thirteen-cards-call"), remedy=sentence("give-whole-hand"))
        out = np.empty((len(masks), len(CALLS)))
        for rows, met, local in split_positions(which):
            known = [self._look(*auctions[place]) for place in met]
            hands = hand_features(masks[rows])
            out[rows] = self._shares(known, local, hands, vulnerable[rows], form[rows])
        return out

    def _shares(
        self,
        known: Sequence[tuple[AuctionFeatures, NDArray[np.float32]]],
        which: NDArray[np.int64],
        hands: HandFeatures,
        vulnerable: NDArray[np.int64],
        form: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The shares for some hands; `which` is the index of each hand's auction."""
        focus = np.array([seen.focus for seen, _ in known])[which]
        bid, opener, legal, kind = np.array([seen[2:] for seen, _ in known])[which].T
        joint = joint_features(hands, focus, bid, opener, vulnerable, form)
        allowed = (legal[:, None] >> np.arange(len(CALLS)) & 1).astype(np.bool_)
        return self.network.shares(np.stack([total for _, total in known]), which, joint, allowed, kind)

    def _look(self, calls: tuple[int, ...], alerts: int) -> tuple[AuctionFeatures, NDArray[np.float32]]:
        """The features of an auction and their sum in the first layer; cached."""
        known = self._known.get((calls, alerts))
        if known is None:
            if len(calls) > 3 and not any(calls[-3:]):
                raise ModelError(sentence("auction-over-nobody-calls"), found=f"{len(calls)} calls")
            if len(self._known) >= _KEPT:
                self._known.clear()
            seen = auction_features(calls, alerts)
            known = self._known[calls, alerts] = (seen, self.network.total(np.array(seen.features)))
        return known


def form_code(form: Form) -> int:
    """The code of a form of scoring in the record: 0 for every kind of IMPs, 1 matchpoints, 2 board-a-match."""
    if not form.scoring.every_trick_counts:
        return 0
    return 2 if form.scoring.teams else 1


def vulnerable_to(auction: Auction, vulnerability: Vulnerability) -> int:
    """The vulnerability seen by the player in turn: 0 neither side, 1 his own, 2 the other, 3 both."""
    side = auction.turn.side
    return vulnerability.includes(side) + 2 * vulnerability.includes(side.other)


def calls_and_alerts(auction: Auction, alerts: frozenset[int]) -> tuple[tuple[int, ...], int]:
    """The calls from the dealer on, and a bit for each alerted one; a turn skipped by a call out of turn is a pass."""
    codes = tuple([call.code for call in auction.calls])
    bits = sum(1 << number - 1 for number in alerts)
    if not any(
        entry.kind is IrregularityKind.OUT_OF_TURN and not entry.withdrawn for entry in auction.irregular
    ):
        return codes, bits
    filled: list[int] = []
    shifted = 0
    for place, (seat, call) in enumerate(auction):
        while (auction.dealer + len(filled)) & 3 != seat:
            filled.append(0)
        shifted |= (bits >> place & 1) << len(filled)
        filled.append(call.code)
    return tuple(filled), shifted


_POINTS: Final = ((12, 4), (11, 3), (10, 2), (9, 1))
_PASS, _DOUBLE, _BID = 0, 1, 3
_FLOOR: Final = 0.001
_SELDOM: Final = 0.02  # the share of players who think over a clear decision
TURN_FEATURES: Final = 23
"""The number of features known before the call is made; the others depend on the call."""


class TempoModel(RecordModel):
    """A log-linear model of breaks in tempo: coefficients for a turn before and after its call is known.

    Each set comes with bootstrap replicates (fitted to resampled events) for the interval. Its features come from the
    call model's shares.
    """

    name = "tempo"

    def __init__(self, folder: Path | None = None, calls: CallModel | None = None) -> None:
        super().__init__(folder)
        self._calls = CallModel() if calls is None else calls

    def read(self) -> None:
        """Refuse coefficients for other features."""
        before, after = self.array("before"), self.array("after")
        if before.shape[1] != TURN_FEATURES + 1 or after.shape[1] != len(self.array("middle")) + 1:
            raise ModelError(
                sentence("model-coefficients-differ"), where="models/tempo", remedy=sentence("train-again")
            )

    @cached_property
    def _arrays(self) -> dict[str, NDArray[np.float64]]:
        """The mean and standard deviation of each feature, and both sets of coefficients, the constant last in a row."""
        self.read()
        names = ("middle", "scale", "before", "after")
        return {name: self.array(name).astype(np.float64) for name in names}

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """The likelihood ratio of a break in tempo for each of these hands about to make this call."""
        rows = len(hands)
        masks = np.fromiter((hand.mask for hand in hands), np.int64, rows)
        shares = self._calls.shares_of_hands(masks, auction, vulnerability, form)
        codes = tuple(earlier.code for earlier in auction.calls)
        call_codes = np.full(rows, call.code, np.int64)
        features = tempo_features(shares, masks, [codes], np.zeros(rows, np.int64), call_codes)
        ratios: list[float] = self.ratios(features, after_call=True)[0].tolist()
        return ratios

    def ratios(
        self, features: NDArray[np.float64], after_call: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The likelihood ratio of a break in tempo by row, and the ends of its 90 % bootstrap interval.

        `after_call` says that the features include those of the call made.
        """
        coefficients = self._arrays["after" if after_call else "before"]
        width = coefficients.shape[1] - 1
        standard = (features[:, :width] - self._arrays["middle"][:width]) / self._arrays["scale"][:width]
        # Summed by einsum in a fixed order: a hand asked alone and among thousands gets the same bytes.
        scores = np.exp(np.einsum("ij,kj->ik", standard, coefficients[:, :-1]) + coefficients[:, -1])
        low, high = np.quantile(scores[:, 1:], (0.05, 0.95), axis=1)
        return scores[:, 0], np.minimum(low, scores[:, 0]), np.maximum(high, scores[:, 0])


@dataclass(frozen=True, slots=True)
class UncertaintyTempo:
    """Tempo without a learned model: the less certain the call model is of the call made, the likelier a break in tempo.

    The probability is linear in the share of the other calls. No direction is assumed: hands that nearly did more and
    hands that nearly did less get the weight their shares give them.
    """

    calls: CallsModel

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """The probability of a break in tempo for each of these hands about to make this call."""
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
    """Features of slow turns, one row per turn: uncertainty and direction of the choice, the hand, the call made.

    `shares` are those of the 38 calls; `auctions` the calls before, `which` the index of each turn's auction.
    """
    level = np.array(
        [(max([call - 2 for call in calls if call >= _BID], default=0) + 4) // 5 for calls in auctions]
    )
    contested = np.array(
        [len({place & 1 for place, call in enumerate(calls) if call}) > 1 for calls in auctions]
    )
    columns = _turn(shares, level[which], contested[which].astype(np.float64)) + _hand(masks)
    if call_made is not None:
        columns += features_of_call(shares, call_made)
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
    first_kind, second_kind = _kind(first), _kind(second)
    bids = shares[:, _BID:].sum(axis=1)
    among_bids = _entropy(shares[:, _BID:] / np.maximum(bids, 1e-9)[:, None])
    entropy = _entropy(shares)
    both_bids = (first_kind == _BID) & (second_kind == _BID)
    return [
        entropy,
        entropy**2,
        1 - most,
        np.log(next_most + _FLOOR),
        entropy * contested,
        entropy * (level >= 3),
        among_bids * bids,
        np.log(shares[:, _PASS] + _FLOOR),
        np.log(shares[:, _DOUBLE] + _FLOOR),
        np.log(bids + _FLOOR),
        first_kind == _PASS,
        first_kind == _DOUBLE,
        (first_kind == _PASS) & (second_kind == _BID),
        (first_kind == _PASS) & (second_kind == _DOUBLE),
        (first_kind == _BID) & (second_kind == _PASS),
        (first_kind == _BID) & (second_kind == _DOUBLE),
        both_bids & (second > first),
        both_bids & (second < first),
        (first_kind == _DOUBLE) & (second_kind == _PASS),
    ]


def _hand(masks: NDArray[np.int64]) -> list[NDArray[Any]]:
    points = sum(worth * (masks >> 13 * suit + place & 1) for suit in range(4) for place, worth in _POINTS)
    lengths = np.stack([np.bitwise_count(masks >> 13 * suit & 8191) for suit in range(4)])
    tens = np.asarray(points) / 10.0
    return [tens, tens**2, lengths.max(axis=0) / 4.0, lengths.min(axis=0) / 2.0]


def features_of_call(shares: NDArray[np.float64], call_made: NDArray[np.int64]) -> list[NDArray[Any]]:
    """Features of the call made: its log-probability, and the shares of calls that would have said more or less."""
    rows = np.arange(len(call_made))
    share_made = shares[rows, call_made]
    others = shares.copy()
    others[rows, call_made] = 0.0
    codes = np.arange(shares.shape[1])
    is_bid = codes >= _BID
    more = (others * (is_bid & (codes > call_made[:, None]))).sum(axis=1)
    less = (others * (is_bid & (codes < call_made[:, None]))).sum(axis=1)
    known, unsure = np.log(share_made + _FLOOR), np.log(1 - share_made + _FLOOR)
    columns: list[NDArray[Any]] = [known, 1 - share_made, unsure, call_made == shares.argmax(axis=1)]
    for kind in (_PASS, _DOUBLE, _BID):
        is_kind = (_kind(call_made) == kind).astype(np.float64)
        columns += [is_kind, is_kind * known, is_kind * unsure, is_kind * more, is_kind * others[:, _DOUBLE]]
    bid = call_made >= _BID
    return [
        *columns,
        bid * less,
        bid * others[:, _PASS],
        (call_made == _DOUBLE) * others[:, _PASS],
        call_made == 2,
    ]
