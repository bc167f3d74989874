"""The hidden hands after an auction: every layout as likely as the calls made it.

What each hidden player's calls say of his lengths and points is first learned on a few hands drawn at random, and
hands are then dealt nearly as the calls demand; what is left over is made good by each layout's weight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.hand_arrays import CELLS, POINTS_CELLS, Masks, Shown, ShownWeights, cell_of
from analyser.estimates.hand_sampler import HandSampler, Layouts, deal_hidden

_PACK: Final = (1 << 52) - 1
_PILOT: Final = 500
_ROUNDS: Final = 2
_TRUST: Final = 0.8  # below 1: lengths and points go together, and are not to be counted twice
_FLOOR: Final = 0.01  # no hand is ruled out by the pilot: its weight would be lost for good
_LEAST: Final = 1e-6  # nor by the call model: players do odd things


class CallLikelihood(Protocol):
    """Anything that says how likely many hands are to make each call at one turn."""

    def over_hands(
        self, masks: Masks, auction: Auction, vulnerability: Vulnerability, form: Form = Form.IMPS
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls, a row a hand."""
        ...


@dataclass(frozen=True, slots=True)
class _Said:
    """One call of a hidden player: the auction before it, and the call."""

    before: Auction
    call: Call


@dataclass(frozen=True, slots=True)
class _Table:
    """The call model at this table."""

    model: CallLikelihood
    vulnerability: Vulnerability
    form: Form

    def likelihood(self, said: Sequence[_Said], masks: Masks) -> NDArray[np.float64]:
        """How likely each hand was to make all these calls; each different hand is asked once."""
        hands, place = np.unique(masks, return_inverse=True)
        chance = np.ones(len(hands))
        for one in said:
            shares = self.model.over_hands(hands, one.before, self.vulnerability, self.form)
            chance *= np.maximum(shares[:, one.call.code], _LEAST)
        return np.asarray(chance[place])


def after_auction(
    model: CallLikelihood,
    auction: Auction,
    known: Mapping[Seat, Hand],
    vulnerability: Vulnerability,
    count: int,
    dice: np.random.Generator,
    *,
    form: Form = Form.IMPS,
    shown: Mapping[Seat, Sequence[Shown]] | None = None,
) -> Layouts:
    """So many layouts of the hidden hands, weighed by how likely their holders were to call as they did.

    What is `shown` binds besides; `Layouts.effective` tells how many layouts of equal weight these are worth.
    """
    table = _Table(model, vulnerability, form)
    bound = shown or {}
    whole = [seat for seat in known if len(known[seat]) == 13]
    said = {seat: calls for seat, calls in _said(auction).items() if seat not in whole}
    held = {seat: known[seat].mask if seat in known else 0 for seat in Seat}
    free = _PACK & ~sum(held.values())
    drawn = {
        seat: _wanted(table, calls, held[seat], free, ShownWeights.of(tuple(bound.get(seat, ()))), dice)
        for seat, calls in said.items()
    }
    layouts = deal_hidden(known, bound, count, dice, leaning=drawn)
    if not len(layouts):
        return layouts

    def likelihood(hands: Masks) -> NDArray[np.float64]:
        weight = np.ones(len(hands))
        for seat, calls in said.items():
            weight *= table.likelihood(calls, hands[:, seat]) / drawn[seat][cell_of(hands[:, seat])]
        return weight

    return layouts.weighed(likelihood)


def _said(auction: Auction) -> dict[Seat, list[_Said]]:
    found: dict[Seat, list[_Said]] = {}
    for place, (seat, call) in enumerate(auction):
        earlier = tuple(one for one in auction.irregular if one.at <= place)
        before = Auction(auction.dealer, auction.calls[:place], earlier)
        if before.turn is seat:  # a call out of turn says what it says, but no model knows such turns
            found.setdefault(seat, []).append(_Said(before, call))
    return found


def _wanted(
    table: _Table,
    said: Sequence[_Said],
    held: int,
    free: int,
    weigher: ShownWeights,
    dice: np.random.Generator,
) -> NDArray[np.float64]:
    """For each cell, how gladly a hand of it is dealt, so that hands come about as often as the calls make likely."""
    lean = np.ones(CELLS)
    for _ in range(_ROUNDS):
        stack = HandSampler.of(held, free, weigher.cells * lean)
        if not stack.share:
            raise BridgeError("no hand of the cards left is as shown")
        masks = stack.draw(_PILOT, dice)
        cell = cell_of(masks)
        plain = 1.0 / lean[cell]
        lean = _lean(cell, plain, plain * table.likelihood(said, masks))
    return lean


def _lean(
    cell: NDArray[np.int32], plain: NDArray[np.float64], likely: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How much more often each length and each number of points comes among likely hands than among all."""
    plain, likely = plain / plain.sum(), likely / likely.sum()
    every = _measures(np.arange(CELLS))
    mine = _measures(cell.astype(np.int64))
    log = np.zeros(CELLS)
    for whole, own, size in zip(every, mine, (POINTS_CELLS, 14, 14, 14, 14), strict=True):
        # Neighbouring values and a grain of what was there before smooth what few hands tell.
        before = _blurred(np.bincount(own, plain, size).astype(np.float64)) + 1e-6
        after = _blurred(np.bincount(own, likely, size).astype(np.float64)) + 0.02 * before
        log += _TRUST * np.log(after / before)[np.clip(whole, 0, size - 1)]
    top = np.quantile(log[cell], 0.9, weights=likely, method="inverted_cdf")
    return np.asarray(np.exp(np.clip(log - top, np.log(_FLOOR), 0.0)))


def _measures(cell: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    shape, points = np.divmod(cell, POINTS_CELLS)
    clubs, diamonds, hearts = shape // 196, shape // 14 % 14, shape % 14
    return points, clubs, diamonds, hearts, np.maximum(13 - clubs - diamonds - hearts, 0)


def _blurred(values: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.pad(values, 1, mode="edge")
    return np.asarray(0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:])


_DEALT = 1000
_SHAKY = 0.05  # a call explained elsewhere in the auction: players break such promises now and then


@dataclass(frozen=True, slots=True)
class ExplainedCall:
    """What a call (counted from 1) was said to show of its caller's hand; `firm`: taken at its word."""

    call: int
    shows: HandConstraint
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Observer:
    """A player who must reckon: his seat and hand, the auction he has heard, the conditions of the board."""

    seat: Seat
    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    form: Form


@dataclass(frozen=True, slots=True)
class _Untold:
    """A call model that is silent on the calls whose meaning was told."""

    model: CallLikelihood
    calls: frozenset[int]

    def over_hands(
        self, masks: Masks, auction: Auction, vulnerability: Vulnerability, form: Form = Form.IMPS
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls; one and all where the call to come was explained."""
        if len(auction.calls) + 1 in self.calls:
            return np.ones((len(masks), len(CALLS)))
        return self.model.over_hands(masks, auction, vulnerability, form)


def deals_believed(
    player: Observer,
    meanings: Sequence[ExplainedCall],
    model: CallLikelihood,
    count: int,
    dice: np.random.Generator,
) -> Masks:
    """So many deals (four masks a row, North first), each as often as what he has heard makes it likely.

    None at all when no deal fits; a meaning that contradicts the cards he holds is refused (`BridgeError`).
    """
    told = [one for one in meanings if one.call <= len(player.auction.calls)]
    told = [one for one in told if player.auction.seat_of(one.call) is not player.seat]
    shown: dict[Seat, list[Shown]] = {}
    for one in told:
        caller = player.auction.seat_of(one.call)
        shown.setdefault(caller, []).append(Shown(one.shows, 0.0 if one.firm else _SHAKY))
    known: Mapping[Seat, Hand] = {player.seat: player.hand}
    layouts = after_auction(
        _Untold(model, frozenset(one.call for one in told)),
        player.auction,
        known,
        player.vulnerability,
        _DEALT,
        dice,
        form=player.form,
        shown=shown,
    )
    return layouts.picked(count, dice).hands if len(layouts) else np.empty((0, 4), np.int64)
