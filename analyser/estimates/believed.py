"""What a player had to reckon with: deals that fit his hand, the auction, and what the calls were said to mean.

A call that was explained says what the explanation says, and nothing else: what players of the record mostly hold for
it is left out, as otherwise two explanations of one call would be one meaning with two names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.meanings import Shown
from analyser.estimates.packs import Masks
from analyser.estimates.worlds import CallLikelihood, after_auction

__all__ = ["Believing", "Meaning", "believed"]

_DEALT = 1000
_SHAKY = 0.05  # a call explained elsewhere in the auction: players break such promises now and then


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call (counted from 1) was said to show of its caller's hand; `firm`: taken at its word."""

    call: int
    shows: HandConstraint
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Believing:
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


def believed(
    player: Believing,
    meanings: Sequence[Meaning],
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
