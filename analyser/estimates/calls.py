"""What players call: the share of each legal call for a hand, after an auction, learned from the record.

Class and system of the players are unknown to the record, which holds experts only. Beside the shares stands how much
of the record looked like the auction. The first layer of the network is a table of whole numbers, so that its sums are
exact in any order; the others run in float64 in blocks of one fixed shape, so that a position asked alone and among
thousands gets the same answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Deal, Hand, Vulnerability
from analyser.bridge.auctions import Irregularity
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
from analyser.estimates.model_file import RecordModel, StoredModel
from analyser.estimates.services import CallShares, Support

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
    weight: NDArray[np.float64]
    habit: NDArray[np.float64]
    """How often each call was made over each standing bid, a row a bid."""

    @classmethod
    def of(cls, stored: StoredModel) -> "SupportTable":
        """Take the table out of a stored model."""
        return cls(
            stored.array("seen_key"),
            stored.array("seen_count"),
            stored.array("tenth_bound"),
            stored.array("tenth_log_loss"),
            stored.array("tenth_top1"),
            stored.array("tenth_weight"),
            stored.array("habit").astype(np.float64),
        )

    def seen(self, calls: Sequence[int]) -> int:
        """How many decisions of the record came after exactly these calls; the rarest auctions count as none."""
        key = np.uint64(auction_key(calls))
        place = int(np.searchsorted(self.keys, key))
        return int(self.counts[place]) if place < len(self.keys) and self.keys[place] == key else 0

    def tenth(self, seen: int) -> int:
        """The tenth of all decisions, 0 the rarest, an auction met so often belongs to."""
        return int(np.searchsorted(self.bounds, seen, side="right"))

    def support(self, calls: Sequence[int]) -> Support:
        """How well known the position after these calls is."""
        seen = self.seen(calls)
        tenth = self.tenth(seen)
        return Support(
            seen, tenth + 1, float(self.log_loss[tenth]), float(self.top1[tenth]), float(self.weight[tenth])
        )


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
    """Which row of the table belongs to each feature; the last row is empty, for features left out."""
    table: NDArray[np.int16]
    step: NDArray[np.float64]
    """What one unit of the table is worth, by column."""
    bias: NDArray[np.float64]
    dense: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]
    heat: NDArray[np.float64]
    """What the logits are divided by, by kind of auction."""

    @classmethod
    def of(cls, stored: StoredModel, features: int = FEATURES) -> "Network":
        """Take the layers out of a stored model, made for so many features."""
        columns, table = stored.array("columns").astype(np.int64), stored.array("table")
        if (
            table.dtype != np.int16
            or table.shape[0] != len(columns) + 1
            or columns.max(initial=0) >= features
        ):
            raise ModelError(
                "the model was made for other sights", found=str(table.shape), remedy="train it again"
            )
        place = np.full(features, len(columns), np.int64)
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

    def total(self, features: NDArray[np.int64]) -> NDArray[np.int32]:
        """The first layer's whole-number sum over some features, or over each row of them."""
        return np.asarray(self.table[self.place[features]].sum(axis=-2, dtype=np.int32))

    def shares(
        self,
        auctions: NDArray[np.int32],
        which: NDArray[np.int64],
        joint: NDArray[np.int64],
        legal: NDArray[np.bool_],
        kind: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The share of each call, a row a position; illegal calls get nothing and the rest adds up to one.

        `auctions` are sums over the features of some auctions, `which` says which of them each position is in, `joint`
        are the features that need the hand.
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


_KEPT: Final = 8192  # auctions whose sums are remembered


class CallModel(RecordModel):
    """What experts call, learned from the record; it remembers nothing that could change an answer."""

    name = "calls"

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self._known: dict[tuple[tuple[int, ...], int], tuple[AuctionFeatures, NDArray[np.int32]]] = {}

    def read(self) -> None:
        """Refuse a network made for other features."""
        _ = self.network, self.table

    @cached_property
    def network(self) -> Network:
        """From what a player sees to the shares of the calls."""
        return Network.of(self.stored)

    @cached_property
    def table(self) -> SupportTable:
        """How often the record met each auction."""
        return SupportTable.of(self.stored)

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn, and how often the record met this auction."""
        return self._call_shares([hand], [auction], vulnerability, form)[0]

    def at_once(
        self, deal: Deal, auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """The shares at many turns of one deal; the same bytes as one by one."""
        hands = [deal[auction.turn] for auction in auctions]
        return self._call_shares(hands, auctions, vulnerability, form)

    def _call_shares(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """The shares of the legal calls for each hand after its auction."""
        rows = self.over(hands, auctions, vulnerability, form).tolist()
        shares = []
        for auction, row in zip(auctions, rows, strict=True):
            codes, _ = calls_and_alerts(auction, frozenset())
            legal = self._look(codes, 0)[0].legal
            pairs = tuple((call, row[call.code]) for call in CALLS if legal >> call.code & 1)
            shares.append(CallShares(pairs, self.table.seen(codes)))
        return shares

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands is to make this call now."""
        masks = np.fromiter((hand.mask for hand in hands), np.int64, len(hands))
        column: list[float] = self.over_hands(masks, auction, vulnerability, form)[:, call.code].tolist()
        return column

    def likeliest(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[Call]:
        """The likeliest call of each hand after its auction."""
        codes = self.over(hands, auctions, vulnerability, form).argmax(axis=1).tolist()
        return [CALLS[code] for code in codes]

    def over_hands(
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

    def over(
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
            raise ModelError("only a hand of thirteen cards can call", remedy="give the whole hand")
        out = np.empty((len(masks), len(CALLS)))
        for rows, met, local in in_parts(which):
            known = [self._look(*auctions[place]) for place in met]
            hands = hand_features(masks[rows])
            out[rows] = self._shares(known, local, hands, vulnerable[rows], form[rows])
        return out

    def support(self, auction: Auction) -> Support:
        """How much of the record looked like this auction, and how well such auctions are foretold."""
        return self.table.support(calls_and_alerts(auction, frozenset())[0])

    def _shares(
        self,
        known: Sequence[tuple[AuctionFeatures, NDArray[np.int32]]],
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

    def _look(self, calls: tuple[int, ...], alerts: int) -> tuple[AuctionFeatures, NDArray[np.int32]]:
        """What an auction shows, and its sum in the first layer; remembered."""
        known = self._known.get((calls, alerts))
        if known is None:
            if len(calls) > 3 and not any(calls[-3:]):
                raise ModelError("nobody calls after the auction is over", found=f"{len(calls)} calls")
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
    if not any(entry.kind is Irregularity.OUT_OF_TURN and not entry.withdrawn for entry in auction.irregular):
        return codes, bits
    filled: list[int] = []
    shifted = 0
    for place, (seat, call) in enumerate(auction):
        while (auction.dealer + len(filled)) & 3 != seat:
            filled.append(0)
        shifted |= (bits >> place & 1) << len(filled)
        filled.append(call.code)
    return tuple(filled), shifted
