"""The hidden hands, dealt at random among all that fit the cards known and what the seats have shown.

The seat whose promise is rarest is stacked (its hand drawn exactly); the other hidden hands are dealt from what is
left and kept or thrown back. Every layout that fits is as likely as any other, times what it weighs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Deal, Hand, Seat
from analyser.errors import BridgeError
from analyser.estimates.meanings import Shown, Weigher
from analyser.estimates.packs import Masks, choose, spread
from analyser.estimates.stacking import Stack

__all__ = ["Layouts", "Likelihood", "Shown", "deal_hidden"]

Likelihood = Callable[[Masks], NDArray[np.float64]]
"""From layouts (four masks a row, North first) to how likely each makes what happened, up to a common factor."""

_PACK = (1 << 52) - 1
_BATCH = 1 << 15
_FIRST_BATCH = 1 << 12


@dataclass(frozen=True, slots=True)
class Layouts:
    """Whole deals that fit what is known, with their weights."""

    hands: Masks
    """Four masks a row, North first."""
    weights: NDArray[np.float64]
    """They sum to 1."""
    dealt: int
    """How many layouts were begun to find these."""

    def __len__(self) -> int:
        """How many layouts."""
        return len(self.hands)

    @property
    def effective(self) -> float:
        """The effective sample size: so many layouts of equal weight would be as good."""
        squares = float(np.square(self.weights).sum())
        return 1.0 / squares if squares else 0.0

    def weighed(self, likelihood: Likelihood) -> "Layouts":
        """The same layouts, weighed by how likely each makes something that happened."""
        weights = self.weights * likelihood(self.hands)
        total = float(weights.sum())
        if not total > 0:
            raise BridgeError("no layout dealt makes what happened possible")
        return Layouts(self.hands, weights / total, self.dealt)

    def picked(self, count: int, dice: np.random.Generator) -> "Layouts":
        """So many layouts of equal weight, each taken as often as it weighs (systematic resampling)."""
        points = (dice.random() + np.arange(count)) / count
        ends = np.cumsum(self.weights)
        rows = np.minimum(np.searchsorted(ends, points * ends[-1], side="right"), len(self) - 1)
        return Layouts(self.hands[rows], np.full(count, 1.0 / count), self.dealt)

    def deals(self) -> Iterator[Deal]:
        """The layouts as deals."""
        for row in self.hands.tolist():
            north, east, south, west = map(Hand, row)
            yield Deal((north, east, south, west))


def deal_hidden(
    known: Mapping[Seat, Hand],
    shown: Mapping[Seat, Sequence[Shown]],
    count: int,
    dice: np.random.Generator,
    *,
    likelihood: Likelihood | None = None,
    leaning: Mapping[Seat, NDArray[np.float64]] | None = None,
    patience: int = 20_000_000,
) -> Layouts:
    """So many layouts of the fifty-two cards: `known` cards stay where they are, the rest is dealt as `shown`.

    A seat may have all, some (dummy's, those already played) or none of its cards known. Refused when no layout fits;
    after `patience` layouts begun, those found so far are given, perhaps none. `leaning` deals a seat's hands by the
    weight, 0 to 1, of their cell: who asks for that makes it good in the likelihood.
    """
    held = [known[seat].mask if seat in known else 0 for seat in Seat]
    weighers = {seat: Weigher.of(shown[seat]) for seat in shown if shown[seat]}
    for seat, cells in (leaning or {}).items():
        weighers[seat] = weighers.get(seat, Weigher.of(())).leaning(cells)
    dealer = _Dealer.of(held, weighers)
    found: list[Masks] = []
    dealt = have = 0
    while have < count and dealt < patience:
        rows = (
            _FIRST_BATCH if not dealt else int(min(_BATCH, 64 + 1.2 * (count - have) * dealt / max(have, 1)))
        )
        batch = dealer.deal(rows, dice)
        dealt += rows
        have += len(batch)
        found.append(batch)
    hands = np.concatenate(found)[:count]
    layouts = Layouts(hands, np.full(len(hands), 1.0 / max(len(hands), 1)), dealt)
    return layouts if likelihood is None or not len(layouts) else layouts.weighed(likelihood)


@dataclass(frozen=True, slots=True)
class _Dealer:
    """The seats in the order they are dealt, the rarest promise first."""

    held: tuple[int, ...]
    order: tuple[int, ...]
    weighers: Mapping[Seat, Weigher]
    stack: Stack | None

    @classmethod
    def of(cls, held: list[int], weighers: dict[Seat, Weigher]) -> "_Dealer":
        if sum(mask.bit_count() for mask in held) != sum(held).bit_count():
            raise BridgeError("a card is known to be in two hands")
        free = _PACK & ~sum(held)
        stacks = {}
        for seat, weigher in weighers.items():
            if held[seat].bit_count() == 13:
                if not weigher.weight(np.array([held[seat]]))[0]:
                    raise BridgeError(
                        "the hand known is not as shown", where=seat.word, found=str(Hand(held[seat]))
                    )
                continue
            stacks[seat] = Stack.of(held[seat], free, weigher.cells)
            if not stacks[seat].share:
                raise BridgeError("no hand of the cards left is as shown", where=seat.word)
        hidden = [seat for seat in Seat if held[seat].bit_count() < 13]
        # The last seat gets what is left; whoever has shown nothing may as well be that one.
        hidden.sort(key=lambda seat: stacks[seat].share if seat in stacks else 2.0)
        first = stacks.get(hidden[0]) if hidden else None
        kept = {seat: weigher for seat, weigher in weighers.items() if seat in stacks}
        return cls(tuple(held), tuple(hidden), kept, first)

    def deal(self, rows: int, dice: np.random.Generator) -> Masks:
        """The layouts kept of so many begun."""
        free = _PACK & ~sum(self.held)
        hands = {seat: np.full(rows, self.held[seat]) for seat in Seat}
        left = np.full(rows, free)
        for place, seat in enumerate(self.order):
            weigher = self.weighers.get(Seat(seat))
            if place == 0 and self.stack is not None:
                hands[Seat(seat)] = self.stack.draw(rows, dice)
                weight = weigher.beyond(hands[Seat(seat)]) if weigher else np.ones(rows)
            else:
                hands[Seat(seat)] = self._dealt(seat, left, len(self.order) - 1 == place, dice)
                weight = weigher.weight(hands[Seat(seat)]) if weigher else np.ones(len(left))
            left = left & ~hands[Seat(seat)]
            if weigher is not None and (place or weigher.rest):
                keep = np.flatnonzero(dice.random(len(weight)) < weight)
                left = left[keep]
                hands = {one: masks[keep] for one, masks in hands.items()}
        return np.stack([hands[seat] for seat in Seat], axis=1)

    def _dealt(self, seat: int, left: Masks, last: bool, dice: np.random.Generator) -> Masks:
        if last:
            return left | self.held[seat]
        take = 13 - self.held[seat].bit_count()
        places = sum(13 - self.held[other].bit_count() for other in self.order[self.order.index(seat) :])
        return spread(choose(places, take, len(left), dice), left) | self.held[seat]
