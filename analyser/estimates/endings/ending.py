"""Double-dummy play of an ending, in plain Python: how many tricks each side takes, and by which cards.

Made for the last four to eight tricks, where it needs no library and is fast enough; longer endings are answered
too, only slowly. Touching cards are one card, and what was found about a position at the start of a trick is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyser.bridge import Card, Contract, Deal, Hand, Play, Seat, Side, Strain, Trick
from analyser.errors import SolverError
from analyser.estimates.endings.search import Reach
from analyser.estimates.endings.suits import Codes, Table
from analyser.estimates.services import NotSolved, NotSolvedReason, Position, TrickCounter


@dataclass(frozen=True, slots=True)
class Ending:
    """The cards as they lay when the trick in progress began, who leads to it, and the cards already played to it.

    >>> ending = Ending(Deal.parse("N:..AQ. .4..4 ..32. ..K5."), Strain.NOTRUMP, Seat.S)
    >>> solver = EndingSolver()
    >>> solver.tricks(ending, Side.NS), str(ending.then(Card.parse("D2")).turn)
    (2, 'W')
    """

    deal: Deal
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a trick whose cards do not lie where they were played from."""
        if len(self.trick) > 3:
            raise SolverError(
                "a finished trick is not part of an ending", found=" ".join(map(str, self.trick))
            )
        seat = self.leader
        for card in self.trick:
            if card not in self.deal[seat]:
                raise SolverError(f"{seat.word} does not hold the card", found=str(card))
            seat = seat.next

    @classmethod
    def after(cls, deal: Deal, play: Play) -> "Ending":
        """The ending a recorded play has reached."""
        done = play.before_trick(len(play.complete_tricks) + 1)
        last = play.cards[len(done) :]
        return cls(Deal(done.hands_left(deal)), play.strain, done.turn, last)

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return Seat((self.leader + len(self.trick)) & 3)

    @property
    def size(self) -> int:
        """How many tricks remain, the one in progress among them."""
        return len(self.deal[Seat.N])

    def playable(self) -> tuple[Card, ...]:
        """The cards the player in turn may play (Law 44C), each suit from the top."""
        hand = self.deal[self.turn]
        following = tuple(c for c in hand if c.suit is self.trick[0].suit) if self.trick else ()
        return following or tuple(hand)

    def then(self, card: Card) -> "Ending":
        """The ending one card later; after the very last card there is none, and it is refused."""
        cards = (*self.trick, card)
        if len(cards) < 4:
            return Ending(self.deal, self.strain, self.leader, cards)
        if self.size == 1:
            raise SolverError("the play is over", found=str(card))
        winner = Trick(self.leader, cards, self.strain).winner
        hands = [self.deal[seat].without(cards) for seat in Seat]
        return Ending(
            Deal((hands[0], hands[1], hands[2], hands[3])),
            self.strain,
            self.leader if winner is None else winner,
        )

    def winner_if(self, card: Card) -> Seat | None:
        """Who wins the trick when this card finishes it; none while it goes on."""
        return Trick(self.leader, (*self.trick, card), self.strain).winner


@dataclass(slots=True)
class EndingSolver(Reach):
    """Answers questions about endings and remembers what it found; `limit` positions, then it refuses to go on."""

    def tricks(self, ending: Ending, side: Side, near: int | None = None) -> int:
        """How many of the remaining tricks this side takes when both sides play their best; `near` is a guess at it."""
        codes, table = coded(ending)
        low, high = 0, ending.size
        if near is not None:
            near = near if side is Side.NS else ending.size - near
        while low < high:
            middle = (low + high + 1) // 2 if near is None else max(low + 1, min(near, high))
            if self.reaches(codes, int(ending.leader), table, middle):
                low = middle
                near = None if near is None else middle + 1
            else:
                high = middle - 1
                near = None if near is None else middle - 1
        return low if side is Side.NS else ending.size - low

    def takes(self, ending: Ending, side: Side, number: int) -> bool:
        """Tell whether this side takes at least so many of the remaining tricks."""
        codes, table = coded(ending)
        leader = int(ending.leader)
        if side is Side.NS:
            return self.reaches(codes, leader, table, number)
        return not self.reaches(codes, leader, table, ending.size - number + 1)

    def after_each(self, ending: Ending, side: Side) -> Mapping[Card, int]:
        """For each card that may be played: the tricks this side takes of those that remain, this one included."""
        tricks: dict[Card, int] = {}
        near: int | None = None
        for card in ending.playable():
            above = _touching_above(ending, card)
            near = tricks[card] = tricks[above] if above in tricks else self._after(ending, card, side, near)
        return tricks

    def best_line(self, ending: Ending) -> tuple[Card, ...]:
        """A line to the last card on which neither side gives a trick away; of good cards the lowest."""
        line = []
        value = self.tricks(ending, Side.NS)
        while True:
            card = next(c for c in _lowest_first(ending) if self._holds(ending, c, value))
            line.append(card)
            winner = ending.winner_if(card)
            if winner is not None:
                value -= winner.side is Side.NS
                if ending.size == 1:
                    return tuple(line)
            ending = ending.then(card)

    def _holds(self, ending: Ending, card: Card, value: int) -> bool:
        """Tell whether the player in turn gives nothing away with this card, North-South being worth `value` tricks."""
        winner = ending.winner_if(card)
        left = value - (winner is not None and winner.side is Side.NS)
        if winner is not None and ending.size == 1:
            return left == 0
        after = ending.then(card)
        if ending.turn.side is Side.NS:
            return self.takes(after, Side.NS, left)
        return not self.takes(after, Side.NS, left + 1)

    def _after(self, ending: Ending, card: Card, side: Side, near: int | None) -> int:
        winner = ending.winner_if(card)
        won = 1 if winner is not None and winner.side is side else 0
        if winner is not None and ending.size == 1:
            return won
        return won + self.tricks(ending.then(card), side, None if near is None else near - won)


def coded(ending: Ending) -> tuple[Codes, Table]:
    """The ending with ranks forgotten: what is left of each suit, and the trick in progress by suit and place."""
    north, east, south, west = (hand.mask for hand in ending.deal.hands)
    codes, places = [], {}
    for suit in range(4):
        code = shift = 0
        for card in range(13 * suit + 12, 13 * suit - 1, -1):
            bit = 1 << card
            if not (north | east | south | west) & bit:
                continue
            seat = 0 if north & bit else 1 if east & bit else 2 if south & bit else 3
            places[card] = shift >> 1
            code |= seat << shift
            shift += 2
        codes.append(code | 1 << shift)
    table = tuple((int(card.suit), places[card.index]) for card in ending.trick)
    return (codes[0], codes[1], codes[2], codes[3], int(ending.strain)), table


def _lowest_first(ending: Ending) -> list[Card]:
    return sorted(ending.playable(), key=lambda card: (card.rank, card.suit))


def _touching_above(ending: Ending, card: Card) -> Card | None:
    """The next higher card still in play, when the same hand holds it."""
    hand: Hand = ending.deal[ending.turn]
    out = (
        ending.deal.hands[0].mask
        | ending.deal.hands[1].mask
        | ending.deal.hands[2].mask
        | ending.deal.hands[3].mask
    )
    for rank in range(card.rank + 1, 15):
        above = Card(card.suit, rank)
        if out >> above.index & 1:
            return above if above in hand else None
    return None


@dataclass(frozen=True, slots=True)
class EndingCounter(TrickCounter):
    """Counts tricks without any library; long endings are *not solved* after `limit` positions.

    It remembers what it found: for the questions of one line of play ask one counter. What it can still solve may rest on
    what it was asked before, so a counter is made anew for each board.
    """

    limit: int = 20_000
    _solver: EndingSolver = field(default_factory=EndingSolver, compare=False, repr=False)

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each opening lead; a whole deal is mostly too long."""
        ending = Ending(deal, contract.strain, contract.leader)
        options = self.options(position_of(ending))
        if isinstance(options, NotSolved):
            return options
        return {card: ending.size - tricks for card, tricks in options.items()}

    def tricks(self, position: Position) -> int | NotSolved:
        """Tricks still to be won by the side of the player in turn."""
        ending = ending_of(position)
        try:
            return self._fresh().tricks(ending, ending.turn.side)
        except SolverError:
            return NotSolved(NotSolvedReason.TIME)

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The same after each card he may play."""
        ending = ending_of(position)
        try:
            return self._fresh().after_each(ending, ending.turn.side)
        except SolverError:
            return NotSolved(NotSolvedReason.TIME)

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
