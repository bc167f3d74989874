"""Choices conditioned on meaning: how the shares of calls move when the player knows what a call shows.

A small network gives for each call a correction on the logarithm of the call model's share, from the player's hand and
from what was understood of the others' last explained calls. Where nothing is told the shares are the call model's,
byte for byte.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Deal, Hand, Vulnerability
from analyser.casefile import Form
from analyser.estimates.calls import CallModel, calls_and_alerts, form_code, vulnerable_to
from analyser.estimates.choice_features import (
    SLOTS,
    STEPS,
    ShownCalls,
    ToldAuction,
    choice_quantities,
    circumstances,
    count_features,
    own_hands,
    rule_figures,
    shown_quantities,
    turn_features,
    word_feature,
)
from analyser.estimates.record_models import Network, RecordModel
from analyser.estimates.services import CallShares, CallsModel

if TYPE_CHECKING:
    from analyser.estimates.meanings.model import MeaningModel
    from analyser.estimates.meanings.understanding import Understood

_LEAST: Final = 1e-7
"""The smallest share whose logarithm is corrected; as in the fit."""


@dataclass(frozen=True, slots=True, eq=False)
class ToldCall:
    """What the players know a call (counted from 1) to show."""

    call: int
    understood: "Understood"


@dataclass(frozen=True, slots=True, eq=False)
class ToldTurns:
    """Turns at which something is told, one row per turn; `which` is the index of each turn's auction.

    `vulnerable` is seen from the player to act: 0 neither side, 1 his own, 2 the other, 3 both.
    """

    auctions: Sequence[ToldAuction]
    which: NDArray[np.int64]
    masks: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    form: NDArray[np.int64]


class ChoiceModel(RecordModel):
    """The correction of the call model's shares by what calls are known to show."""

    name = "choices"

    def read(self) -> None:
        """Refuse a network made for other features."""
        _ = self.network, self.scale

    def __init__(self, folder: Path | None = None, lexicon: "MeaningModel | None" = None) -> None:
        super().__init__(folder)
        self._lexicon = lexicon

    @cached_property
    def words(self) -> dict[int, int]:
        """The place of each entry of the lexicon it knows, by the entry's number there."""
        from analyser.estimates.meanings.model import meaning_model

        entries = (self._lexicon or meaning_model()).entries
        is_told = self.array("words").tobytes().decode().split("\n")
        return {entries[entry]: place for place, entry in enumerate(is_told) if entry in entries}

    @cached_property
    def size(self) -> int:
        """The number of entries it has features for."""
        return self.array("words").tobytes().count(b"\n") + 1

    @cached_property
    def scale(self) -> float:
        """The factor on the logarithms of the call model's shares."""
        return float(self.array("scale")[0])

    @cached_property
    def network(self) -> Network:
        """The network from hand, calls and meanings to the corrections."""
        return Network.from_model(self, count_features(self.size))

    def corrections(
        self,
        logs: NDArray[np.float64],
        turns: ToldTurns,
        shown: ShownCalls,
        words: Sequence[Sequence[int]],
    ) -> NDArray[np.float64]:
        """What is added to the logarithms of the 38 shares, one row per turn; `words` are those of each explained call."""
        entry = own_hands(turns.masks)
        joint = np.concatenate([entry.features, circumstances(turns.vulnerable, turns.form)], axis=1)
        totals = np.stack([self.network.total(self._features(auction, words)) for auction in turns.auctions])
        slots = np.array([auction.rows for auction in turns.auctions], np.int64)[turns.which]
        quantities = choice_quantities(entry, shown, shown_quantities(shown), slots, logs.astype(np.float32))
        return self.network.values(totals, turns.which, joint, quantities.astype(np.float64))

    def _features(self, auction: ToldAuction, words: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """The features of an auction with those of the words of its explained calls."""
        count, entry = self.size, list(turn_features(auction))
        for slot, row in enumerate(auction.rows):
            is_told = (self.words.get(word) for word in (words[row] if row >= 0 else ()))
            entry += [word_feature(slot, word, count) for word in is_told if word is not None]
        return np.array(entry, np.int64)

    def correct(
        self, shares: NDArray[np.float64], turns: ToldTurns, shown: ShownCalls, words: Sequence[Sequence[int]]
    ) -> NDArray[np.float64]:
        """The shares of calls once the meanings are known; calls without a share keep none."""
        logs = np.log(np.maximum(shares, _LEAST))
        logs[shares <= 0] = -np.inf
        logs = self.scale * logs + self.corrections(logs, turns, shown, words)
        logs -= logs.max(axis=1, keepdims=True)
        out = np.exp(logs)
        return np.asarray(out / out.sum(axis=1, keepdims=True))


@cache
def choice_model() -> ChoiceModel:
    """The choice model shipped with the program."""
    return ChoiceModel()


def shown_calls(understood: Iterable["Understood"]) -> ShownCalls:
    """What some explained calls show, as arrays."""
    every = list(understood)
    return ShownCalls(
        np.array([entry.points for entry in every], np.float32),
        np.array([entry.auction_points for entry in every], np.float32),
        np.array([entry.lengths[::-1] for entry in every], np.float32),
        np.array([entry.auction_lengths[::-1] for entry in every], np.float32),
        np.array([entry.balanced for entry in every], np.float32),
        np.array([rule_figures(entry.rules, asks=entry.asks) for entry in every], np.float32),
    )


class InformedCalls(CallsModel):
    """A call model whose players know what some calls show, and which were alerted.

    At a turn each other player's latest explained call of the last two rounds counts; at turns without one, and after
    another auction than the one explained, the shares are those of the model within.
    """

    def __init__(
        self,
        model: CallsModel,
        auction: Auction,
        told_calls: Sequence[ToldCall],
        alerts: frozenset[int] = frozenset(),
        choices: ChoiceModel | None = None,
    ) -> None:
        self._model = model
        self._alerts = alerts
        self._choices = choices or choice_model()
        codes, _ = calls_and_alerts(auction, frozenset())
        places = {
            entry.call: _place(auction, entry.call)
            for entry in told_calls
            if entry.call <= len(auction.calls)
        }
        told_calls = [entry for entry in told_calls if entry.call in places]
        self._prefixes = {codes[: places[entry.call] + 1]: row for row, entry in enumerate(told_calls)}
        self._shown = shown_calls(entry.understood for entry in told_calls) if told_calls else None
        self._words = [tuple(entry.understood.words) for entry in told_calls]

    def tells(self, auction: Auction) -> bool:
        """Whether the player in turn after this auction knows of an explained call."""
        return any(self._told(calls_and_alerts(auction, frozenset())[0], auction).steps)

    def _told(self, codes: tuple[int, ...], auction: Auction) -> ToldAuction:
        """The auction with the explained calls its player in turn knows of."""
        steps, rows = [0] * SLOTS, [-1] * SLOTS
        for step in reversed(STEPS):  # the latest call of each player counts
            row = self._prefixes.get(codes[: len(codes) - step + 1], -1) if step <= len(codes) else -1
            if row >= 0:
                steps[step % 4 - 1], rows[step % 4 - 1] = step, row
        bits = calls_and_alerts(auction, self._alerts)[1] if self._alerts else None
        return ToldAuction(codes, tuple(steps), tuple(rows), bits)

    def _rows(
        self,
        masks: NDArray[np.int64],
        auctions: Sequence[Auction],
        which: NDArray[np.int64],
        vulnerability: Vulnerability,
        form: Form,
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls, one row per hand; `which` is the index of its auction."""
        shares = self._plain_rows(masks, auctions, which, vulnerability, form)
        codes = [calls_and_alerts(auction, frozenset())[0] for auction in auctions]
        told_calls = [self._told(calls, auction) for calls, auction in zip(codes, auctions, strict=True)]
        is_told = np.array([any(entry.steps) for entry in told_calls], np.bool_)
        if self._shown is None or not is_told.any():
            return shares
        rows = np.flatnonzero(is_told[which])
        seen = np.array([vulnerable_to(auction, vulnerability) for auction in auctions], np.int64)
        turns = ToldTurns(
            [entry for entry in told_calls if any(entry.steps)],
            (np.cumsum(is_told) - 1)[which[rows]],
            masks[rows],
            seen[which[rows]],
            np.full(len(rows), form_code(form), np.int64),
        )
        shares[rows] = self._choices.correct(shares[rows], turns, self._shown, self._words)
        return shares

    def _plain_rows(
        self,
        masks: NDArray[np.int64],
        auctions: Sequence[Auction],
        which: NDArray[np.int64],
        vulnerability: Vulnerability,
        form: Form,
    ) -> NDArray[np.float64]:
        """The shares of the model within, given the alerts."""
        hands = [Hand(mask) for mask in masks.tolist()]
        heard = [auctions[place] for place in which.tolist()]
        if isinstance(self._model, CallModel):
            return self._model.shares_by_auction(hands, heard, vulnerability, form, self._alerts)
        out = np.zeros((len(hands), len(CALLS)))
        for row, (hand, auction) in enumerate(zip(hands, heard, strict=True)):
            for call, share in self._model.calls(hand, auction, vulnerability, form).shares:
                out[row, call.code] = share
        return out

    def shares_of_hands(
        self,
        masks: NDArray[np.int64],
        auction: Auction,
        vulnerability: Vulnerability,
        form: Form = Form.IMPS,
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls for many hands at one turn, one row per hand."""
        return self._rows(masks, [auction], np.zeros(len(masks), np.int64), vulnerability, form)

    def _by_auction(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> NDArray[np.float64]:
        """The shares for each hand after its auction, one row per hand."""
        met = {auction: place for place, auction in enumerate(dict.fromkeys(auctions))}
        masks = np.fromiter((hand.mask for hand in hands), np.int64, len(hands))
        which = np.array([met[auction] for auction in auctions], np.int64)
        return self._rows(masks, list(met), which, vulnerability, form)

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls, with the support of the auction in the record of the model within."""
        (answer,) = self._answers([hand], [auction], vulnerability, form)
        return answer

    def shares_of_turns(
        self, deal: Deal, auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        """The shares at many turns of one deal; the same bytes as one by one."""
        return self._answers([deal[auction.turn] for auction in auctions], auctions, vulnerability, form)

    def _answers(
        self, hands: Sequence[Hand], auctions: Sequence[Auction], vulnerability: Vulnerability, form: Form
    ) -> list[CallShares]:
        answers = []
        rows = self._by_auction(hands, auctions, vulnerability, form).tolist()
        for hand, auction, row in zip(hands, auctions, rows, strict=True):
            legal = set(auction.legal_calls())
            pairs = tuple((call, row[call.code]) for call in CALLS if call in legal)
            if isinstance(self._model, CallModel):
                answers.append(CallShares(pairs, *self._model.support_and_decile(auction)))
            else:
                plain = self._model.calls(hand, auction, vulnerability, form)
                answers.append(CallShares(pairs, plain.support, plain.decile))
        return answers

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
        rows = self._by_auction(hands, auctions, vulnerability, form).argmax(axis=1)
        return [CALLS[code] for code in rows.tolist()]

    def support(self, auction: Auction) -> int | None:
        """The number of decisions in the record of the model within after exactly this auction."""
        return self._model.support(auction)


def _place(auction: Auction, number: int) -> int:
    """The index of a call (counted from 1), with a pass for each turn that a call out of turn skipped."""
    _, bits = calls_and_alerts(auction, frozenset((number,)))
    return bits.bit_length() - 1
