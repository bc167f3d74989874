"""The table turned so that the claimer sits North, and a line of play turned back for the reader."""

from dataclasses import dataclass

from analyser.bridge import Card, Deal, Seat, Suit
from analyser.estimates.endings.ending import Ending, EndingSolver
from analyser.ruling.kinds.claim.facts import ClaimFacts
from analyser.ruling.kinds.claim.prices import Deviation
from analyser.ruling.kinds.claim.search import Losing, Step

__all__ = ["LineStep", "Turned"]


@dataclass(frozen=True, slots=True)
class LineStep:
    """One card of a losing line; a deviation has its name, its price and the card that would have kept the trick."""

    trick: int
    seat: Seat
    card: Card
    name: Deviation | None = None
    price: int = 0
    better: Card | None = None


class Turned:
    """The ending as the search sees it: the claimer North, his partner South."""

    def __init__(self, facts: ClaimFacts) -> None:
        self.by = facts.by
        ending = facts.ending
        north, east, south, west = (ending.deal[Seat((seat + facts.by) & 3)] for seat in range(4))
        leader = Seat((ending.leader - facts.by) & 3)
        self.ending = Ending(Deal((north, east, south, west)), ending.strain, leader, ending.trick)
        self.shown = 0
        for seat, suit in facts.shown_out:
            self.shown |= 1 << ((seat - facts.by) & 3) * 4 + suit

    def line(self, found: Losing, solver: EndingSolver) -> tuple[LineStep, ...]:
        """The line card by card, from the claim to the last trick; after the tricks are gone, by best play."""
        ending = self.ending
        steps = []
        for step in found.steps:
            steps.append(self._step(ending, step))
            if _is_last(ending):
                return tuple(steps)
            ending = ending.then(_card(ending, *step.move))
        for card in solver.best_line(ending):
            steps.append(LineStep(14 - ending.size, self._seat(ending.turn), card))
            if not _is_last(ending):
                ending = ending.then(card)
        return tuple(steps)

    def _step(self, ending: Ending, step: Step) -> LineStep:
        better = None if step.better is None else _card(ending, *step.better)
        card = _card(ending, *step.move)
        return LineStep(14 - ending.size, self._seat(ending.turn), card, step.name, step.price, better)

    def _seat(self, seat: Seat) -> Seat:
        return Seat((seat + self.by) & 3)


def _card(ending: Ending, suit: int, place: int) -> Card:
    """The card at this place of the suit, counted from the top of what is left."""
    out = 0
    for hand in ending.deal.hands:
        out |= hand.in_suit(Suit(suit))
    left = [rank for rank in range(14, 1, -1) if out >> rank - 2 & 1]
    return Card(Suit(suit), left[place])


def _is_last(ending: Ending) -> bool:
    """One card is left to be played."""
    return ending.size == 1 and len(ending.trick) == 3
