"""The worlds the informed player must reckon with: deals that fit his hand and the auction, likelier ones oftener.

Each world is drawn by what its hidden hands would have called. What the unauthorised information adds is a second
weight on the same worlds, so that every action is compared in the same deals with it and without it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PASS, Auction, Call, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.peers.dealing import Shown, deal_hidden
from analyser.peers.packs import Masks, choose, spread
from analyser.reasoning import CallsModel

__all__ = ["Told", "Worlds", "apart", "likelihood_of_calls", "pool", "with_and_without"]

_PACK = (1 << 52) - 1
_FLOOR = 1e-4  # no call is impossible: people misbid
_OUT = 1e-3  # of the likeliest: too little to go on asking about
_GLANCE, _FIRST, _KEPT, _SPLITS = 256, 6144, 320, 8

Told = Callable[[Masks], NDArray[np.float64]]
"""From many hands of the giver to how likely each would have given the information."""


@runtime_checkable
class _ManyHands(Protocol):
    def over_hands(
        self, masks: Masks, auction: Auction, vulnerability: Vulnerability, form: Form
    ) -> NDArray[np.float64]: ...


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
) -> Masks:
    """So many deals, each as likely as the auction makes it.

    The seat whose calls are rarest is drawn first and kept by its own calls; then the other two share what is left.
    """
    others = [Seat((seat + turn) & 3) for turn in (1, 2, 3)]
    known = shown or {}
    dealt = deal_hidden({seat: hand}, known, _FIRST, dice).hands

    def likely(rows: Masks, other: Seat) -> NDArray[np.float64]:
        return likelihood_of_calls(rows[:, other], other, auction, vulnerability, form, model)

    spreads = {other: likely(dealt[:_GLANCE], other) for other in others}
    rarest = max(others, key=lambda other: float(spreads[other].var() / spreads[other].mean() ** 2))
    kept = dealt[_resampled(likely(dealt, rarest), _KEPT, dice)]
    first, second = (other for other in others if other is not rarest)
    rows = np.repeat(kept, _SPLITS, axis=0)
    if not any(other in known for other in (first, second)):
        left = _PACK & ~(rows[:, seat] | rows[:, rarest])
        rows[:, first] = spread(choose(26, 13, len(rows), dice), left)
        rows[:, second] = left & ~rows[:, first]
    return rows[_resampled(likely(rows, first) * likely(rows, second), size, dice)]


def likelihood_of_calls(
    masks: Masks, seat: Seat, auction: Auction, vulnerability: Vulnerability, form: Form, model: CallsModel
) -> NDArray[np.float64]:
    """How likely each hand would have made all the calls this seat made."""
    different, which = np.unique(masks, return_inverse=True)
    out = np.ones(len(different))
    own = [number for number, (caller, _) in enumerate(auction, 1) if caller is seat]
    # The telling calls first: hands they rule out need not be asked about the others.
    for number in sorted(own, key=lambda number: auction.calls[number - 1] == PASS):
        open_ = np.flatnonzero(out >= _OUT * out.max())
        then, call = auction.before(number), auction.calls[number - 1]
        told = _shares(different[open_], then, call, vulnerability, form, model)
        out[open_] *= np.maximum(told, _FLOOR)
    return np.asarray(out[which])


def _shares(
    masks: Masks, auction: Auction, call: Call, vulnerability: Vulnerability, form: Form, model: CallsModel
) -> NDArray[np.float64]:
    if isinstance(model, _ManyHands):
        return np.asarray(model.over_hands(masks, auction, vulnerability, form)[:, call.code])
    hands = [Hand(mask) for mask in masks.tolist()]
    return np.asarray(model.likelihoods(hands, auction, call, vulnerability, form), np.float64)


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
