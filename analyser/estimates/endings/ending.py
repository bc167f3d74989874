"""Exact double-dummy solutions of endings in plain Python: the tricks of each side and the cards that take them.

Made for the last four to eight tricks, where it needs no library and is fast enough; longer endings are solved too,
only slowly. Touching cards are one card, and the result for a position at the start of a trick is cached. The second
half edits recorded play: one act is changed, and the rest continues legally, by the record or by best play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from analyser.bridge import Card, Contract, Deal, Hand, Play, Seat, Side, Strain, Trick
from analyser.errors import SolverError
from analyser.estimates.endings.search import Reach
from analyser.estimates.endings.suits import Codes, Table
from analyser.estimates.services import NotSolved, NotSolvedReason, Position, TrickCounter


@dataclass(frozen=True, slots=True)
class Ending:
    """A position: the cards before the trick in progress, who leads to it, and the cards already played to it.

    >>> ending = Ending(Deal.parse("N:..AQ. .4..4 ..32. ..K5."), Strain.NOTRUMP, Seat.S)
    >>> solver = EndingSolver()
    >>> solver.tricks(ending, Side.NS), str(ending.play_card(Card.parse("D2")).turn)
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
    def from_play(cls, deal: Deal, play: Play) -> "Ending":
        """The ending a recorded play has reached."""
        done = play.before_trick(len(play.complete_tricks) + 1)
        last = play.cards[len(done) :]
        return cls(Deal(done.hands_left(deal)), play.strain, done.turn, last)

    @property
    def turn(self) -> Seat:
        """The player in turn."""
        return Seat((self.leader + len(self.trick)) & 3)

    @property
    def size(self) -> int:
        """The number of tricks that remain, including the one in progress."""
        return len(self.deal[Seat.N])

    def playable(self) -> tuple[Card, ...]:
        """The cards the player in turn may play (Law 44C), each suit from the top."""
        hand = self.deal[self.turn]
        following = tuple(c for c in hand if c.suit is self.trick[0].suit) if self.trick else ()
        return following or tuple(hand)

    def play_card(self, card: Card) -> "Ending":
        """The ending one card later; refused after the very last card, when there is none."""
        cards = (*self.trick, card)
        if len(cards) < 4:
            return Ending(self.deal, self.strain, self.leader, cards)
        if self.size == 1:
            raise SolverError("the play is over", found=str(card))
        winner = Trick(self.leader, cards, self.strain).winner
        north, east, south, west = (hand.without(cards) for hand in self.deal.hands)
        return Ending(
            Deal((north, east, south, west)), self.strain, self.leader if winner is None else winner
        )

    def winner_if(self, card: Card) -> Seat | None:
        """The winner of the trick if this card completes it, else `None`."""
        return Trick(self.leader, (*self.trick, card), self.strain).winner


@dataclass(slots=True)
class EndingSolver(Reach):
    """Answers questions about endings and caches the results; refuses to go on after `limit` positions."""

    def tricks(self, ending: Ending, side: Side, near: int | None = None) -> int:
        """The remaining tricks this side takes with best play by both sides; `near` is a guess that speeds up the search."""
        codes, table = encode_ending(ending)
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
        """Whether this side takes at least so many of the remaining tricks."""
        codes, table = encode_ending(ending)
        leader = int(ending.leader)
        if side is Side.NS:
            return self.reaches(codes, leader, table, number)
        return not self.reaches(codes, leader, table, ending.size - number + 1)

    def tricks_by_card(self, ending: Ending, side: Side) -> Mapping[Card, int]:
        """For each card that may be played, the tricks this side takes of those that remain, including this one."""
        tricks: dict[Card, int] = {}
        near: int | None = None
        for card in ending.playable():
            above = _touching_above(ending, card)
            near = tricks[card] = (
                tricks[above] if above in tricks else self._tricks_with(ending, card, side, near)
            )
        return tricks

    def best_line(self, ending: Ending) -> tuple[Card, ...]:
        """A line to the last card on which neither side gives a trick away; of equally good cards the lowest."""
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
            ending = ending.play_card(card)

    def _holds(self, ending: Ending, card: Card, value: int) -> bool:
        """Whether this card gives no trick away, the position being worth `value` tricks to North-South."""
        winner = ending.winner_if(card)
        left = value - (winner is not None and winner.side is Side.NS)
        if winner is not None and ending.size == 1:
            return left == 0
        after = ending.play_card(card)
        if ending.turn.side is Side.NS:
            return self.takes(after, Side.NS, left)
        return not self.takes(after, Side.NS, left + 1)

    def _tricks_with(self, ending: Ending, card: Card, side: Side, near: int | None) -> int:
        winner = ending.winner_if(card)
        won = 1 if winner is not None and winner.side is side else 0
        if winner is not None and ending.size == 1:
            return won
        return won + self.tricks(ending.play_card(card), side, None if near is None else near - won)


def encode_ending(ending: Ending) -> tuple[Codes, Table]:
    """The ending without ranks: what is left of each suit, and the trick in progress by suit and place."""
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
    """The next higher card still in play if the same hand holds it, else `None`."""
    hand = ending.deal[ending.turn]
    out = sum(other.mask for other in ending.deal.hands)
    for rank in range(card.rank + 1, 15):
        above = Card(card.suit, rank)
        if out >> above.index & 1:
            return above if above in hand else None
    return None


@dataclass(frozen=True, slots=True)
class EndingCounter(TrickCounter):
    """Counts tricks without any library; a long ending is *not solved* after `limit` positions.

    Results are cached: ask one counter for all positions of one line of play. What it can still solve may depend on
    earlier questions, so a new counter is made for each board.
    """

    limit: int = 20_000
    _solver: EndingSolver = field(default_factory=EndingSolver, compare=False, repr=False)

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each opening lead; a whole deal mostly exceeds the limit."""
        ending = Ending(deal, contract.strain, contract.leader)
        options = self.options(position_of(ending))
        if isinstance(options, NotSolved):
            return options
        return {card: ending.size - tricks for card, tricks in options.items()}

    def tricks(self, position: Position) -> int | NotSolved:
        """The tricks still to be won by the side of the player in turn."""
        ending = ending_of(position)
        try:
            return self._fresh().tricks(ending, ending.turn.side)
        except SolverError:
            return NotSolved(NotSolvedReason.TIME)

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The tricks still to be won by the side of the player in turn, after each card he may play."""
        ending = ending_of(position)
        try:
            return self._fresh().tricks_by_card(ending, ending.turn.side)
        except SolverError:
            return NotSolved(NotSolvedReason.TIME)

    def _fresh(self) -> EndingSolver:
        """The solver with its count of positions reset to zero."""
        self._solver.positions, self._solver.limit = 0, self.limit
        return self._solver


def ending_of(position: Position) -> Ending:
    """The ending of a position: its hands with the cards of the trick in progress put back."""
    masks = [hand.mask for hand in position.hands]
    seat = position.leader
    for card in position.trick:
        masks[seat] |= 1 << card.index
        seat = seat.next
    north, east, south, west = map(Hand, masks)
    return Ending(Deal((north, east, south, west)), position.strain, position.leader, position.trick)


def position_of(ending: Ending) -> Position:
    """The position of an ending: its hands without the cards of the trick in progress."""
    gone = ending.trick
    north, east, south, west = (hand.without(gone) for hand in ending.deal.hands)
    return Position((north, east, south, west), ending.strain, ending.leader, gone)


class CardReason(StrEnum):
    """Why a card is part of an edited line."""

    RECORDED = "recorded"  # as it was played
    STATED = "stated"  # the card the edit names
    ONLY = "only"  # the one card he may play
    REVOKE_REMOVED = "revoke-removed"  # he follows suit: with the card that costs least, the lowest of equals
    NO_LONGER_LEGAL = "no-longer-legal"  # the recorded card may not be played here: best play
    NO_LONGER_SENSIBLE = "no-longer-sensible"  # the recorded card would now give a trick away: best play
    NOT_RECORDED = "not-recorded"  # nothing is recorded for this turn: best play


@dataclass(frozen=True, slots=True)
class Edit:
    """One act changed: this player's card to this trick; without a card he follows suit with the card that costs least."""

    trick: int
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class LineCard:
    """One card of the edited line, with the reason for it and, if it differs, the recorded card."""

    trick: int
    seat: Seat
    card: Card
    why: CardReason
    recorded: Card | None = None


@dataclass(frozen=True, slots=True)
class EditedLine:
    """The line from the first change on; `tricks` are North-South's in all, or `None` if the rest was not solved.

    From trick `best_from` on nothing is recorded, and both sides are assumed to play their best.
    """

    choices: tuple[LineCard, ...]
    tricks: int | None
    best_from: int | None

    def tricks_of(self, side: Side) -> int | None:
        """A side's tricks in all."""
        if self.tricks is None:
            return None
        return self.tricks if side is Side.NS else 13 - self.tricks


def line_after_edits(
    deal: Deal, play: Play, edits: tuple[Edit, ...], counter: TrickCounter | None = None
) -> EditedLine:
    """The recorded play with these acts changed, continued legally: by the record where possible, else by best play."""
    first = min(edit.trick for edit in edits)
    return _Line(deal, play, {(e.trick, e.seat): e for e in edits}, counter or EndingCounter()).replay_from(
        first
    )


def revokes_removed(
    deal: Deal, play: Play, revokes: tuple[tuple[int, Seat], ...], counter: TrickCounter | None = None
) -> EditedLine:
    """The recorded play without these revokes (trick and player); other revokes stay."""
    return line_after_edits(deal, play, tuple(Edit(trick, seat) for trick, seat in revokes), counter)


class _Line:
    """A line under construction."""

    def __init__(
        self, deal: Deal, play: Play, edits: Mapping[tuple[int, Seat], Edit], counter: TrickCounter
    ) -> None:
        self.deal, self.play, self.edits, self.counter = deal, play, edits, counter
        self.choices: list[LineCard] = []
        self.changed = False
        self.revokes = {(revoke.trick, revoke.seat) for revoke in play.revokes(deal)}

    def replay_from(self, first: int) -> EditedLine:
        done = self.play.before_trick(first)
        won = done.won_by(Side.NS)
        ending = Ending.from_play(self.deal, done)
        number = first
        while self._is_recorded(number, ending):
            card = self._choose(number, ending)
            winner = ending.winner_if(card)
            won += winner is not None and winner.side is Side.NS
            if winner is not None:
                number += 1
                if ending.size == 1:
                    return EditedLine(tuple(self.choices), won, None)
            ending = ending.play_card(card)
        rest = self.counter.tricks(position_of(ending))
        if isinstance(rest, NotSolved):
            return EditedLine(tuple(self.choices), None, number)
        total = won + (rest if ending.turn.side is Side.NS else ending.size - rest)
        return EditedLine(tuple(self.choices), total, number)

    def _is_recorded(self, number: int, ending: Ending) -> bool:
        """Whether anything of this trick or a later one is recorded or changed, so that the line can follow it."""
        if number < len(self.play.tricks) or any(trick >= number for trick, _ in self.edits):
            return True
        return number == len(self.play.tricks) and (
            bool(ending.trick) or self.play.tricks[number - 1].leader is ending.leader
        ) and len(ending.trick) < len(self.play.tricks[number - 1].cards)  # fmt: skip

    def _choose(self, number: int, ending: Ending) -> Card:
        seat = ending.turn
        recorded = self.play.tricks[number - 1].card_of(seat) if number <= len(self.play.tricks) else None
        card, why = self._card(number, ending, recorded)
        self.choices.append(LineCard(number, seat, card, why, None if card == recorded else recorded))
        return card

    def _card(self, number: int, ending: Ending, recorded: Card | None) -> tuple[Card, CardReason]:
        seat, legal = ending.turn, ending.playable()
        edit = self.edits.get((number, seat))
        if edit is not None:
            self.changed = True
            return (
                (self._best(ending), CardReason.REVOKE_REMOVED)
                if edit.card is None
                else (edit.card, CardReason.STATED)
            )
        in_hand = recorded is not None and recorded in ending.deal[seat]
        if recorded is not None and in_hand and (not self.changed or (number, seat) in self.revokes):
            return recorded, CardReason.RECORDED
        if len(legal) == 1:
            return legal[0], CardReason.RECORDED if legal[0] == recorded else CardReason.ONLY
        if recorded is None:
            return self._best(ending), CardReason.NOT_RECORDED
        if recorded not in legal:
            return self._best(ending), CardReason.NO_LONGER_LEGAL
        if self._is_sensible(number, ending, recorded):
            return recorded, CardReason.RECORDED
        return self._best(ending), CardReason.NO_LONGER_SENSIBLE

    def _is_sensible(self, number: int, ending: Ending, recorded: Card) -> bool:
        """Whether the recorded card gives no trick away here, or no more than it did when it was played."""
        cost = self._cost(ending, recorded)
        if not cost:
            return True
        place = 4 * (number - 1) + ((ending.turn - self.play.tricks[number - 1].leader) & 3)
        before = Play(self.play.leader, self.play.strain, self.play.cards[:place])
        then = self._cost(Ending.from_play(self.deal, before), recorded)
        return then is not None and then >= cost

    def _cost(self, ending: Ending, card: Card) -> int | None:
        """The tricks this card gives away with best play afterwards; `None` if not solved."""
        if _holds_a_revoke(ending):
            return None  # counters do not solve a trick to which somebody failed to follow
        options = self.counter.options(position_of(ending))
        return None if isinstance(options, NotSolved) else max(options.values()) - options[card]

    def _best(self, ending: Ending) -> Card:
        """The card that gives no trick away, the lowest of equals; if unsolved, the lowest legal card."""
        legal = _lowest_first(ending)
        if len(legal) == 1 or _holds_a_revoke(ending):
            return legal[0]
        options = self.counter.options(position_of(ending))
        if isinstance(options, NotSolved):
            return legal[0]
        best = max(options[card] for card in legal)
        return next(card for card in legal if options[card] == best)


def _holds_a_revoke(ending: Ending) -> bool:
    """Whether somebody failed to follow to the trick in progress though he could."""
    if not ending.trick:
        return False
    led, seat = ending.trick[0].suit, ending.leader
    for card in ending.trick:
        if card.suit is not led and ending.deal[seat].suit_bits(led):
            return True
        seat = seat.next
    return False
