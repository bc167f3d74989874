"""The recorded play with one act changed, and what would then have happened.

A card replaced, a revoke removed, a lead changed: the line goes on with the recorded cards while they
are legal and sensible, then by best play. A free rewind to the moment of the infraction is another thing, and the wrong
one: it forgets how the play really went.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from analyser.bridge import Card, Deal, Play, Seat, Side
from analyser.estimates.endings.ending import Ending, EndingCounter, position_of
from analyser.estimates.services import NotSolved, TrickCounter


class Why(StrEnum):
    """Why a card stands in an edited line."""

    RECORDED = "recorded"  # as it was played
    STATED = "stated"  # the card the edit puts in
    ONLY = "only"  # the one card he may play
    REVOKE_REMOVED = "revoke-removed"  # he follows suit: with the card that costs least, the lowest of equals
    NO_LONGER_LEGAL = "no-longer-legal"  # the recorded card may not be played here: best play
    NO_LONGER_SENSIBLE = "no-longer-sensible"  # the recorded card would now throw a trick away: best play
    NOT_RECORDED = "not-recorded"  # nothing is recorded for this turn: best play


@dataclass(frozen=True, slots=True)
class Edit:
    """One act changed: this player's card to this trick; no card named: he follows suit as best he can."""

    trick: int
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class LineCard:
    """One card of the edited line, with why it stands there and, where it is not the recorded one, what was."""

    trick: int
    seat: Seat
    card: Card
    why: Why
    recorded: Card | None = None


@dataclass(frozen=True, slots=True)
class EditedLine:
    """The line from the first change on. `tricks` are North-South's in all; none: what is left was not solved.

    `best_from` is the trick from which on nothing is recorded and both sides are taken to play their best.
    """

    choices: tuple[LineCard, ...]
    tricks: int | None
    best_from: int | None

    def of(self, side: Side) -> int | None:
        """A side's tricks in all."""
        if self.tricks is None:
            return None
        return self.tricks if side is Side.NS else 13 - self.tricks


def line_after_edits(
    deal: Deal, play: Play, edits: tuple[Edit, ...], counter: TrickCounter | None = None
) -> EditedLine:
    """The recorded play with these acts changed, continued legally."""
    first = min(edit.trick for edit in edits)
    return _Line(deal, play, {(e.trick, e.seat): e for e in edits}, counter or EndingCounter()).from_trick(
        first
    )


def revokes_removed(
    deal: Deal, play: Play, revokes: tuple[tuple[int, Seat], ...], counter: TrickCounter | None = None
) -> EditedLine:
    """The recorded play with these revokes, by trick and player, never committed; others stay as they were."""
    return line_after_edits(deal, play, tuple(Edit(trick, seat) for trick, seat in revokes), counter)


class _Line:
    """The line while it is being made."""

    def __init__(
        self, deal: Deal, play: Play, edits: Mapping[tuple[int, Seat], Edit], counter: TrickCounter
    ) -> None:
        self.deal, self.play, self.edits, self.counter = deal, play, edits, counter
        self.choices: list[LineCard] = []
        self.changed = False
        self.revokes = {(revoke.trick, revoke.seat) for revoke in play.revokes(deal)}

    def from_trick(self, first: int) -> EditedLine:
        done = self.play.before_trick(first)
        won = done.won_by(Side.NS)
        ending = Ending.after(self.deal, done)
        number = first
        while self._is_recorded(number, ending):
            card = self._choose(number, ending)
            winner = ending.winner_if(card)
            won += winner is not None and winner.side is Side.NS
            if winner is not None:
                number += 1
                if ending.size == 1:
                    return EditedLine(tuple(self.choices), won, None)
            ending = ending.then(card)
        rest = self.counter.tricks(position_of(ending))
        if isinstance(rest, NotSolved):
            return EditedLine(tuple(self.choices), None, number)
        total = won + (rest if ending.turn.side is Side.NS else ending.size - rest)
        return EditedLine(tuple(self.choices), total, number)

    def _is_recorded(self, number: int, ending: Ending) -> bool:
        """Something of this trick or a later one is on record, or changed, so that the line can still follow it."""
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

    def _card(self, number: int, ending: Ending, recorded: Card | None) -> tuple[Card, Why]:
        seat, legal = ending.turn, ending.playable()
        edit = self.edits.get((number, seat))
        if edit is not None:
            self.changed = True
            return (self._best(ending), Why.REVOKE_REMOVED) if edit.card is None else (edit.card, Why.STATED)
        held = recorded is not None and recorded in ending.deal[seat]
        if recorded is not None and held and (not self.changed or (number, seat) in self.revokes):
            return recorded, Why.RECORDED
        if len(legal) == 1:
            return legal[0], Why.RECORDED if legal[0] == recorded else Why.ONLY
        if recorded is None:
            return self._best(ending), Why.NOT_RECORDED
        if recorded not in legal:
            return self._best(ending), Why.NO_LONGER_LEGAL
        if self._is_sensible(number, ending, recorded):
            return recorded, Why.RECORDED
        return self._best(ending), Why.NO_LONGER_SENSIBLE

    def _is_sensible(self, number: int, ending: Ending, recorded: Card) -> bool:
        """The recorded card throws nothing away here, or no more than it did when it was played."""
        cost = self._cost(ending, recorded)
        if not cost:
            return True
        place = 4 * (number - 1) + ((ending.turn - self.play.tricks[number - 1].leader) & 3)
        before = Play(self.play.leader, self.play.strain, self.play.cards[:place])
        then = self._cost(Ending.after(self.deal, before), recorded)
        return then is not None and then >= cost

    def _cost(self, ending: Ending, card: Card) -> int | None:
        """The tricks this card throws away by best play from then on; none: not solved."""
        if _holds_a_revoke(ending):
            return None  # counters take no trick somebody did not follow to
        options = self.counter.options(position_of(ending))
        return None if isinstance(options, NotSolved) else max(options.values()) - options[card]

    def _best(self, ending: Ending) -> Card:
        """The card that costs nothing, the lowest of equals; unsolved: the lowest."""
        legal = sorted(ending.playable(), key=lambda card: (card.rank, card.suit))
        if len(legal) == 1 or _holds_a_revoke(ending):
            return legal[0]
        options = self.counter.options(position_of(ending))
        if isinstance(options, NotSolved):
            return legal[0]
        best = max(options[card] for card in legal)
        return next(card for card in legal if options[card] == best)


def _holds_a_revoke(ending: Ending) -> bool:
    """Somebody has not followed to the trick in progress though he could."""
    if not ending.trick:
        return False
    led, seat = ending.trick[0].suit, ending.leader
    for card in ending.trick:
        if card.suit is not led and ending.deal[seat].in_suit(led):
            return True
        seat = seat.next
    return False
