"""Tricks counted by the solver of endings, in the form in which any counter of tricks is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyser.bridge import Card, Contract, Deal
from analyser.errors import SolverError
from analyser.estimates.endings.endings import Ending, EndingSolver
from analyser.estimates.services import NotSolved, Position, Reason

__all__ = ["EndingCounter", "ending_of", "position_of"]


@dataclass(frozen=True, slots=True)
class EndingCounter:
    """Counts tricks without any library; long endings are *not solved* after `limit` positions.

    It remembers what it found: for the questions of one line of play ask one counter. What it can still solve may rest on
    what it was asked before, so a counter is made anew for each board.
    """

    limit: int = 20_000
    _solver: EndingSolver = field(default_factory=EndingSolver, compare=False, repr=False)

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each opening lead; a whole deal is mostly too long."""
        ending = Ending(deal, contract.strain, contract.leader)
        found = self.options(position_of(ending))
        if isinstance(found, NotSolved):
            return found
        return {card: ending.size - tricks for card, tricks in found.items()}

    def tricks(self, position: Position) -> int | NotSolved:
        """Tricks still to be won by the side of the player in turn."""
        ending = ending_of(position)
        try:
            return self._fresh().tricks(ending, ending.turn.side)
        except SolverError:
            return NotSolved(Reason.TIME)

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The same after each card he may play."""
        ending = ending_of(position)
        try:
            return self._fresh().after_each(ending, ending.turn.side)
        except SolverError:
            return NotSolved(Reason.TIME)

    def _fresh(self) -> EndingSolver:
        """The solver with all its positions before it."""
        self._solver.positions, self._solver.limit = 0, self.limit
        return self._solver


def ending_of(position: Position) -> Ending:
    """The ending a position is: its hands with the cards of the trick in progress put back."""
    masks = [hand.mask for hand in position.hands]
    seat = position.leader
    for card in position.trick:
        masks[seat] |= 1 << card.index
        seat = seat.next
    hands = [type(position.hands[0])(mask) for mask in masks]
    deal = Deal((hands[0], hands[1], hands[2], hands[3]))
    return Ending(deal, position.strain, position.leader, position.trick)


def position_of(ending: Ending) -> Position:
    """The position an ending is: its hands without the cards of the trick in progress."""
    gone = ending.trick
    north, east, south, west = (hand.without(gone) for hand in ending.deal.hands)
    return Position((north, east, south, west), ending.strain, ending.leader, gone)
