"""What players call, and how likely they were to think over it: learned from the record.

The call model gives the share of each legal call for a hand, after an auction. Class and system of the players are
unknown to the record, which holds experts only. Beside the shares stands how much of the record looked like the auction.

The tempo model starts from how uncertain the call model is at a turn, and what was called in the end. It gives a ratio:
so many times as likely to break tempo as players after the same auction were on the whole. The record knows few slow
calls, noted by those who watched.
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
    AuctionFeatures,
    HandFeatures,
    auction_features,
    hand_features,
    joint_features,
)
from analyser.estimates.record_models import Network, RecordModel, split_positions
from analyser.estimates.services import CallShares, CallsModel
from analyser.messages import sentence

_WORD: Final = (1 << 64) - 1


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
    """The errors made in each tenth, on deals the model was not fitted to."""
    weight: NDArray[np.float64]
    habit: NDArray[np.float64]
    """How often each call was made over each standing bid, a row a bid."""

    def count_decisions(self, calls: Sequence[int]) -> int:
        """How many decisions of the record came after exactly these calls; the rarest auctions count as none."""
        key = np.uint64(auction_key(calls))
        place = int(np.searchsorted(self.keys, key))
        return int(self.counts[place]) if place < len(self.keys) and self.keys[place] == key else 0

    def tenth(self, seen: int) -> int:
        """The tenth of all decisions, 0 the rarest, an auction met so often belongs to."""
        return int(np.searchsorted(self.bounds, seen, side="right"))


_KEPT: Final = 8192  # auctions whose sums are remembered


class CallModel(RecordModel):
    """What experts call, learned from the record; it remembers nothing that could change an answer."""

    name = "calls"

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self._known: dict[tuple[tuple[int, ...], int], tuple[AuctionFeatures, NDArray[np.float32]]] = {}

    def read(self) -> None:
        """Refuse a network made for other features."""
        _ = self.network, self.table

    @cached_property
    def network(self) -> Network:
        """From what a player sees to the shares of the calls."""
        return Network.from_model(self, FEATURES)

    @cached_property
    def table(self) -> SupportTable:
        """How often the record met each auction."""
        keys, counts, habit = self.array("seen_key"), self.array("seen_count"), self.array("habit")
        tenths = (self.array(f"tenth_{name}") for name in ("bound", "log_loss", "top1", "weight"))
        bounds, log_loss, top1, weight = tenths
        return SupportTable(keys, counts, bounds, log_loss, top1, weight, habit.astype(np.float64))

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn, and how often the record met this auction."""
        return self._call_shares([hand], [auction], vulnerability, form)[0]

    def support(self, auction: Auction) -> int:
        """How many decisions of the record came after exactly this auction; the rarest auctions count as none."""
        return self.table.count_decisions(calls_and_alerts(auction, frozenset())[0])

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
        """How likely each of these hands is to make this call now."""
        masks = np.fromiter((hand.mask for hand in hands), np.int64, len(hands))
        column: list[float] = self.shares_of_hands(masks, auction, vulnerability, form)[:, call.code].tolist()
        return column

    def likeliest(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[Call]:
        """The likeliest call of each hand after its auction."""
        codes = self.shares_by_auction(hands, auctions, vulnerability, form).argmax(axis=1).tolist()
        return [CALLS[code] for code in codes]

    def shares_of_hands(
        self,
        masks: NDArray[np.int64],
        auction: Auction,
        vulnerability: Vulnerability,
        form: Form = Form.IMPS,
        alerts: frozenset[int] = frozenset(),
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls for many hands (52-bit masks) at one turn, a row each."""
        key = calls_and_alerts(auction, alerts)
        rows = len(masks)
        vulnerable = np.full(rows, _vulnerable(auction, vulnerability), np.int64)
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
        """The shares of the 38 calls for each hand after its auction, a row each; the same bytes as one by one.

        `alerts` are the calls known to have been alerted, counted from 1.
        """
        keys: dict[tuple[tuple[int, ...], int], int] = {}
        which = np.empty(len(hands), np.int64)
        about = np.empty((len(hands), 2), np.int64)
        for row, (hand, auction) in enumerate(zip(hands, auctions, strict=True)):
            which[row] = keys.setdefault(calls_and_alerts(auction, alerts), len(keys))
            about[row] = hand.mask, _vulnerable(auction, vulnerability)
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
        """The shares for positions given as numbers: calls and alert bits of the different auctions, which is whose.

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
        """The shares for some hands, `which` of the auctions each was in."""
        focus = np.array([seen.focus for seen, _ in known])[which]
        bid, opener, legal, kind = np.array([seen[2:] for seen, _ in known])[which].T
        joint = joint_features(hands, focus, bid, opener, vulnerable, form)
        allowed = (legal[:, None] >> np.arange(len(CALLS)) & 1).astype(np.bool_)
        return self.network.shares(np.stack([total for _, total in known]), which, joint, allowed, kind)

    def _look(self, calls: tuple[int, ...], alerts: int) -> tuple[AuctionFeatures, NDArray[np.float32]]:
        """What an auction shows, and its sum in the first layer; remembered."""
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
    """How the record tells forms apart: 0 for IMPs in all their kinds, 1 matchpoints, 2 board-a-match."""
    if not form.scoring.every_trick_counts:
        return 0
    return 2 if form.scoring.teams else 1


def _vulnerable(auction: Auction, vulnerability: Vulnerability) -> int:
    """As the player in turn sees it: 0 neither side, 1 his own, 2 the other, 3 both."""
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
_SELDOM: Final = 0.02  # how often a player thinks over what is no problem
TURN_FEATURES: Final = 23
"""How many of the features are there before the call is made; the others need it."""


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
        before, after = self.array("before"), self.array("after")
        if before.shape[1] != TURN_FEATURES + 1 or after.shape[1] != len(self.array("middle")) + 1:
            raise ModelError(
                sentence("model-coefficients-differ"), where="models/tempo", remedy=sentence("train-again")
            )

    @cached_property
    def _arrays(self) -> dict[str, NDArray[np.float64]]:
        """The mean and spread of each feature, and the two sets of coefficients, the constant last in a row."""
        self.read()
        names = ("middle", "scale", "before", "after")
        return {name: self.array(name).astype(np.float64) for name in names}

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How many times as likely as others each of these hands, about to make this call, is to break tempo."""
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
        """How many times as likely as others there each row is to break tempo, and the ends of the 90 % interval.

        `after_call` says that the features were seen with the call known.
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
    whole = _entropy(shares)
    both_bids = (first_kind == _BID) & (second_kind == _BID)
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
