"""The play: trick by trick, who led, who won, whose turn it is, and where a player did not follow suit (Laws 44, 61)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from analyser.bridge.cards import Card, Strain, Suit
from analyser.bridge.contracts import Seat, Side
from analyser.bridge.hands import Deal, Hand
from analyser.errors import BridgeError, Problem
from analyser.messages import Message, sentence

_SEATS = tuple(Seat)  # quicker to look up than to make


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick in order of play; the last may be unfinished.

    >>> trick = Trick(Seat.W, tuple(map(Card.parse, "S7 S3 SQ SK".split())), Strain.HEARTS)
    >>> trick.winner, trick.card_of(Seat.S), str(trick)
    (Seat.S, Card.parse('SK'), 'S7 S3 SQ SK')
    """

    leader: Seat
    cards: tuple[Card, ...]
    strain: Strain

    @property
    def is_complete(self) -> bool:
        """Tell whether all four have played."""
        return len(self.cards) == 4

    @property
    def suit(self) -> Suit | None:
        """The suit led."""
        return self.cards[0].suit if self.cards else None

    @property
    def best(self) -> Seat | None:
        """Who is winning the trick as it stands."""
        if not self.cards:
            return None
        strengths = [self._strength(card) for card in self.cards]
        return _SEATS[(self.leader + strengths.index(max(strengths))) & 3]

    @property
    def winner(self) -> Seat | None:
        """Who won it; none while it is unfinished."""
        return self.best if self.is_complete else None

    def _strength(self, card: Card) -> int:
        if int(card.suit) == int(self.strain):
            return 100 + card.rank
        return card.rank if card.suit is self.cards[0].suit else 0

    def seat_of(self, card: Card) -> Seat:
        """Who played this card to the trick."""
        return Seat((self.leader + self.cards.index(card)) & 3)

    def card_of(self, seat: Seat) -> Card | None:
        """The card this player contributed."""
        place = (seat - self.leader) & 3
        return self.cards[place] if place < len(self.cards) else None

    def __iter__(self) -> Iterator[tuple[Seat, Card]]:
        """Each card with its player, in order of play."""
        return ((_SEATS[(self.leader + place) & 3], card) for place, card in enumerate(self.cards))

    def __str__(self) -> str:
        """The cards in order of play."""
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Revoke:
    """A failure to follow suit: the trick (from 1), the player, the card played, what he could have played."""

    trick: int
    seat: Seat
    card: Card
    playable: tuple[Card, ...]


@dataclass(frozen=True)
class Play:
    """Cards in the order they were played, from the opening leader on.

    >>> play = Play.parse("W", "H", "S7 S3 SQ SK")
    >>> play.turn, play.won_by(Side.NS), len(play.tricks), play.tricks[0].winner
    (Seat.S, 1, 1, Seat.S)
    """

    leader: Seat
    strain: Strain
    cards: tuple[Card, ...] = ()

    @classmethod
    def parse(cls, leader: Seat | str, strain: Strain | str, text: str | Iterable[str]) -> "Play":
        """Read cards parted by blanks, in one text or a list of tricks."""
        written = text if isinstance(text, str) else " ".join(text)
        seat = Seat.parse(leader) if isinstance(leader, str) else leader
        trumps = Strain.parse(strain) if isinstance(strain, str) else strain
        return cls(seat, trumps, tuple(map(Card.parse, written.split())))

    def __len__(self) -> int:
        """How many cards have been played."""
        return len(self.cards)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far; the last may be unfinished."""
        tricks, leader = [], self.leader
        for start in range(0, len(self.cards), 4):
            trick = Trick(leader, self.cards[start : start + 4], self.strain)
            tricks.append(trick)
            leader = leader if trick.winner is None else trick.winner  # North is zero: no `or` here
        return tuple(tricks)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who played each card."""
        return tuple(seat for trick in self.tricks for seat, _ in trick)

    @property
    def complete_tricks(self) -> tuple[Trick, ...]:
        """The tricks to which all four have played."""
        return tuple(trick for trick in self.tricks if trick.is_complete)

    @property
    def turn(self) -> Seat:
        """Whose turn it is to play."""
        if not self.tricks:
            return self.leader
        last = self.tricks[-1]
        return Seat((last.leader + len(last.cards)) & 3) if last.winner is None else last.winner

    def won_by(self, side: Side) -> int:
        """How many finished tricks this side has won."""
        return sum(1 for trick in self.tricks if trick.winner is not None and trick.winner.side is side)

    def before_trick(self, number: int) -> "Play":
        """The play as it stood when trick `number` (from 1) was about to be led."""
        return Play(self.leader, self.strain, self.cards[: 4 * (number - 1)])

    def hands_left(self, deal: Deal) -> tuple[Hand, Hand, Hand, Hand]:
        """What each player still holds, whoever the cards were played by."""
        gone = self.cards
        north, east, south, west = (deal[seat].without(gone) for seat in Seat)
        return (north, east, south, west)

    def playable(self, deal: Deal) -> tuple[Card, ...]:
        """Every card the player in turn may play: of the suit led when he has one (Law 44C)."""
        left = self.hands_left(deal)[self.turn]
        last = self.tricks[-1] if self.tricks else None
        suit = last.suit if last and not last.is_complete else None
        following = tuple(card for card in left if card.suit is suit)
        return following or tuple(left)

    def revokes(self, deal: Deal) -> tuple[Revoke, ...]:
        """Every failure to follow suit when able (Law 61A), found from the play itself."""
        revokes = []
        masks = [deal[seat].mask for seat in Seat]
        for number, trick in enumerate(self.tricks, 1):
            suit = trick.cards[0].suit
            for seat, card in trick:
                in_suit = masks[seat] >> 13 * suit & 0x1FFF
                if card.suit is not suit and in_suit:
                    cards = tuple(
                        Card(suit, place + 2) for place in range(12, -1, -1) if in_suit >> place & 1
                    )
                    revokes.append(Revoke(number, seat, card, cards))
                masks[seat] &= ~(1 << card.index)
        return tuple(revokes)

    def problems(self, deal: Deal | None) -> tuple[Problem, ...]:
        """Everything that cannot be: a card played twice, a card its player never held, too many cards.

        A revoke is no problem of the record: it is an infraction to be found. After a card from another hand
        the following tricks are judged by the printed order only as long as their leaders are certain.
        """
        if len(self.cards) > 52:
            return (
                Problem("play", sentence("cards-counted", count=len(self.cards)), sentence("pack-fifty-two")),
            )
        problems = []
        seen: dict[Card, int] = {}
        for number, trick in enumerate(self.tricks, 1):
            sound = True
            for seat, card in trick:
                place = f"play trick {number} {seat}"
                here = deal is None or deal.hands[seat].mask >> card.index & 1
                holder = seat if deal is None or here else deal.holder(card)
                if card in seen:
                    why = sentence("card-already-played", seen=seen[card])
                    problems.append(Problem(place, str(card), why, sentence("check-play")))
                elif holder is not seat:
                    owner = sentence("no-hand") if holder is None else sentence("hand-of", word=holder.word)
                    remedy = sentence("check-play-against-deal")
                    why = self._next_leader(number, deal, owner) or sentence("card-is-in", owner=owner)
                    problems.append(Problem(place, str(card), why, remedy))
                    sound = False
                seen.setdefault(card, number)
            if not sound:  # who led next is no longer certain: say no more than what was seen
                break
        return tuple(problems)

    def _next_leader(self, number: int, deal: Deal | None, owner: Message) -> Message | None:
        """That the next trick is begun by another than the card as printed lets win; none where nothing contradicts."""
        trick, later = self.tricks[number - 1], self.tricks[number : number + 1]
        leader = deal.holder(later[0].cards[0]) if deal is not None and later else None
        if leader is None or trick.winner is None or trick.winner is leader:
            return None
        return sentence("card-is-in-not-won", owner=owner, word=trick.winner.word, word2=leader.word)

    def then(self, card: Card) -> "Play":
        """The play with one more card."""
        if len(self.cards) == 52:
            raise BridgeError(sentence("all-cards-played"), found=str(card))
        return Play(self.leader, self.strain, (*self.cards, card))

    def __str__(self) -> str:
        """The tricks, parted by commas."""
        return ", ".join(map(str, self.tricks))

    def __repr__(self) -> str:
        """How to make this play again."""
        return f"Play.parse('{self.leader}', '{self.strain}', '{' '.join(map(str, self.cards))}')"
