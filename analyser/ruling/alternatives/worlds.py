"""The worlds the informed player must reckon with: deals that fit his hand and the auction, likelier ones oftener.

What the unauthorised information adds is a second weight on the same worlds, so that every action is compared in the
same deals with it and without it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.hand_arrays import Masks, Shown
from analyser.estimates.hidden_hands import after_auction
from analyser.estimates.services import CallsModel

__all__ = ["ManyHands", "Told", "Worlds", "apart", "pool", "with_and_without"]

_DEALT = 1600

Told = Callable[[Masks], NDArray[np.float64]]
"""From many hands of the giver to how likely each would have given the information."""


@runtime_checkable
class ManyHands(Protocol):
    """A call model that answers for many hands at once."""

    def over_hands(
        self, masks: Masks, auction: Auction, vulnerability: Vulnerability, form: Form = Form.IMPS
    ) -> NDArray[np.float64]:
        """The shares of the 38 calls, a row a hand."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Deals (four masks a row, North first), with what each weighs without the information and with it."""

    hands: Masks
    without: NDArray[np.float64]
    informed: NDArray[np.float64]

    def __len__(self) -> int:
        """How many worlds."""
        return len(self.hands)


def pool(
    seat: Seat,
    hand: Hand,
    auction: Auction,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
    size: int,
    dice: np.random.Generator,
    shown: Mapping[Seat, Sequence[Shown]] | None = None,
) -> Masks | None:
    """So many deals, each as often as the auction makes it likely; none when the model knows one hand at a time only."""
    if not isinstance(model, ManyHands):
        return None
    layouts = after_auction(model, auction, {seat: hand}, vulnerability, _DEALT, dice, form=form, shown=shown)
    return layouts.picked(size, dice).hands if len(layouts) else None


def with_and_without(
    deals: Masks, told: NDArray[np.float64], count: int, dice: np.random.Generator
) -> Worlds:
    """So many worlds, half drawn as they are, half as the information makes them, each weighed for both.

    `told` is how likely each deal was to give the information. Drawn from both sides, neither weight can be large.
    """
    ratio = told / told.mean()
    half = count // 2
    rows = np.empty(count, np.int64)
    rows[0::2] = dice.permutation(_resampled(np.ones(len(deals)), count - half, dice))
    rows[1::2] = dice.permutation(_resampled(ratio, half, dice))
    mixed = 0.5 + 0.5 * ratio[rows]
    return Worlds(deals[rows], 1.0 / mixed, ratio[rows] / mixed)


def apart(without: Masks, informed: Masks) -> Worlds:
    """Worlds drawn without the information and worlds drawn with it, by turns, when hardly any is both."""
    count = 2 * min(len(without), len(informed))
    hands = np.empty((count, 4), np.int64)
    hands[0::2], hands[1::2] = without[: count // 2], informed[: count // 2]
    first = (np.arange(count) % 2 == 0).astype(np.float64)
    return Worlds(hands, first, 1.0 - first)


def _resampled(weights: NDArray[np.float64], count: int, dice: np.random.Generator) -> NDArray[np.int64]:
    """So many rows, each as often as it weighs (systematic)."""
    ends = np.cumsum(weights)
    points = (dice.random() + np.arange(count)) / count * ends[-1]
    return np.asarray(np.minimum(np.searchsorted(ends, points, side="right"), len(weights) - 1))
