"""Players whose every habit is told beforehand: they call by points alone and then pass. For tests of what follows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Card, Contract, Deal, Hand, Seat, Suit, Vulnerability
from analyser.casefile import Form
from analyser.estimates.services import CallShares, CallsModel, LeadsModel, Position, TrickCounter

Range = tuple[int, int]


def _points(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    worth = ((12, 4), (11, 3), (10, 2), (9, 1))
    return np.asarray(
        sum(value * (masks >> 13 * suit + rank & 1) for suit in range(4) for rank, value in worth)
    )


@dataclass(frozen=True, eq=False)
class PlainCalls(CallsModel):
    """Makes each call of `ranges` (by its number, from 1) with so many points, and divides as told at `turn`."""

    ranges: Mapping[tuple[int, str], Range] = field(default_factory=dict)
    turn: int = 0
    shares: Mapping[str, float] = field(default_factory=dict)

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares told, at the turn told; else everybody passes."""
        shares = {"P": 1.0} if len(auction) + 1 != self.turn else self.shares
        return CallShares(tuple((call, shares.get(str(call), 0.0)) for call in auction.legal_calls()), 100)

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """Likely inside the range of points, hardly outside."""
        masks = np.array([hand.mask for hand in hands], np.int64)
        told: list[float] = self.shares_of_hands(masks, auction, vulnerability, form)[:, call.code].tolist()
        return told

    def shares_of_hands(
        self,
        masks: NDArray[np.int64],
        auction: Auction,
        vulnerability: Vulnerability,
        form: Form,
    ) -> NDArray[np.float64]:
        """The same for many hands at once."""
        out = np.full((len(masks), len(CALLS)), 0.5)
        points = _points(masks)
        for (number, name), (low, high) in self.ranges.items():
            if number == len(auction) + 1:
                out[:, Call.parse(name).code] = np.where((points >= low) & (points <= high), 0.9, 0.001)
        return out


@dataclass(frozen=True)
class PlainLeads(LeadsModel):
    """Divides between leads as told."""

    shares: Mapping[str, float]

    def leads(self, hand: Hand, auction: Auction, contract: Contract) -> Mapping[Card, float]:
        """The shares told."""
        return {card: self.shares.get(str(card), 0.0) for card in hand}


@dataclass(frozen=True)
class Thinks:
    """Thinks with the hands told, hardly ever with others."""

    over: Callable[[Hand], bool]

    def breaks(
        self,
        hands: Sequence[Hand],
        auction: Auction,
        call: Call,
        vulnerability: Vulnerability,
        form: Form,
    ) -> Sequence[float]:
        """Often or hardly ever."""
        return [0.5 if self.over(hand) else 0.02 for hand in hands]


@dataclass(frozen=True)
class ByPoints(TrickCounter):
    """Counts ten tricks for 25 points and eight trumps, one more for each two points or each trump."""

    costly_lead: tuple[Seat, Card] | None = None

    def tricks(self, position: Position) -> int:
        """Of the side on lead, at the start of the play; once the lead is made, of declarer's."""
        declarer = Seat((position.leader + 3) & 3)
        if not position.trick:
            return 13 - self._declarers(position.hands, declarer, int(position.strain))
        masks = [hand.mask for hand in position.hands]
        masks[position.leader] |= 1 << position.trick[0].index
        hands = (Hand(masks[0]), Hand(masks[1]), Hand(masks[2]), Hand(masks[3]))
        return self._after(position.trick[0], hands, declarer, int(position.strain))

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int]:
        """Declarer's after each lead."""
        hands = (deal[Seat.N], deal[Seat.E], deal[Seat.S], deal[Seat.W])
        declarer, strain = contract.declarer, int(contract.strain)
        return {card: self._after(card, hands, declarer, strain) for card in deal[contract.leader]}

    def _after(self, lead: Card, hands: Sequence[Hand], declarer: Seat, strain: int) -> int:
        """Two tricks fewer after a lead of the suit whose honour partner holds."""
        most = self._declarers(hands, declarer, strain)
        if self.costly_lead is None:
            return most
        holder, honour = self.costly_lead
        costs = honour in hands[holder] and lead.suit is honour.suit
        return max(0, most - 2 * costs)

    def options(self, position: Position) -> Mapping[Card, int]:
        """The same after every card."""
        return dict.fromkeys(position.hands[position.turn], self.tricks(position))

    def _declarers(self, hands: Sequence[Hand], declarer: Seat, strain: int) -> int:
        pair = (hands[declarer], hands[declarer.partner])
        points = sum(hand.points for hand in pair)
        trumps = 8 if strain == 4 else sum(hand.lengths[Suit(strain)] for hand in pair)
        return min(13, max(0, 10 + (points - 25) // 2 + (trumps - 8)))
