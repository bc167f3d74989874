"""A solver that counts nothing: every answer is told to it beforehand. For tests of rooms that ask for tricks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyser.bridge import Card, Contract, Deal, Strain
from analyser.estimates.services import NotSolved, Position, TrickCounter


@dataclass(frozen=True)
class FixedTricks(TrickCounter):
    """Declarer takes `declarer` tricks after every lead (`by_strain` and `by_lead` override it), the side in turn `left`.

    >>> fixed = FixedTricks(9, by_lead={Card.parse("SA"): 8})
    >>> deal = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
    >>> sorted(set(fixed.leads(deal, Contract.parse("3NT by W")).values()))
    [8, 9]
    """

    declarer: int = 7
    left: int = 1
    by_strain: Mapping[Strain, int] = field(default_factory=dict)
    by_lead: Mapping[Card, int] = field(default_factory=dict)
    instead: NotSolved | None = None

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """The same after each lead, unless it was told otherwise."""
        most = self.by_strain.get(contract.strain, self.declarer)
        return self.instead or {card: self.by_lead.get(card, most) for card in deal[contract.leader]}

    def tricks(self, position: Position) -> int | NotSolved:
        """What was told for every position."""
        return self.instead or self.left

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The same after each card the player in turn may play."""
        hand = position.hands[position.turn]
        following = [card for card in hand if position.trick and card.suit is position.trick[0].suit]
        return self.instead or dict.fromkeys(following or hand, self.left)
