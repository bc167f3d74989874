"""Tricks given and taken, position by position: what each card did to the number double dummy promised.

A card costs its side the tricks by which declarer's number moves the other way. Dummy's cards are declarer's. What one
side gives, the other takes. Double dummy sees all four hands: over a whole event the numbers compare players with each
other; of one card they prove nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from analyser.bridge import Play, Seat
from analyser.event.figures import EntryFigures
from analyser.event.values import BoardGroup, Entry

__all__ = ["Cost", "Position", "Tallies", "Tally", "costs_of"]


class Position(StrEnum):
    """Where a player sat in the play, and the opening lead by itself."""

    DECLARER = "declarer"
    LEAD = "lead"  # the opening lead
    LEADER = "leader"  # the leader after it
    PARTNER = "partner"  # the leader's partner


@dataclass(frozen=True, slots=True)
class Cost:
    """A card that gave tricks away: the number of the card from 1, who played it, how many."""

    at: int
    seat: Seat
    position: Position
    given: int


@dataclass(slots=True)
class Tally:
    """One position, of one pair or of everybody: tables, cards, tricks given."""

    tables: int = 0
    cards: int = 0
    given: int = 0

    @property
    def per_table(self) -> Fraction:
        """Tricks given a table."""
        return Fraction(self.given, self.tables) if self.tables else Fraction(0)


def _position(play: Play, seat: Seat, at: int) -> Position:
    if at == 1:
        return Position.LEAD
    if seat is play.leader:
        return Position.LEADER
    return Position.PARTNER if seat is play.leader.partner else Position.DECLARER


def costs_of(entry: Entry, figures: EntryFigures) -> Iterator[Cost]:
    """Every card that cost its side something.

    The curve has declarer's tricks before the lead and after each card; a card can only lose for its own side.
    """
    play, curve = entry.play, figures.curve
    if play is None or len(curve) < 2:
        return
    declaring = play.leader.next.side
    for at, (seat, before, after) in enumerate(zip(play.seats, curve, curve[1:], strict=False), 1):
        given = before - after if seat.side is declaring else after - before
        if given > 0:
            yield Cost(at, seat, _position(play, seat, at), given)


@dataclass(slots=True)
class Tallies:
    """The tallies of an event: by position, by seat, by pair and position."""

    positions: dict[Position, Tally] = field(default_factory=dict)
    seats: dict[Seat, Tally] = field(default_factory=dict)
    pairs: dict[tuple[str, Position], Tally] = field(default_factory=dict)
    taken: dict[tuple[str, Position], int] = field(default_factory=dict)

    def board(self, group: BoardGroup, figures: tuple[EntryFigures, ...]) -> None:
        """Count the tables of a board."""
        for entry, told in zip(group.entries, figures, strict=False):
            if len(told.curve) > 1 and entry.play is not None:
                self._table(entry, entry.play, told)

    def _table(self, entry: Entry, play: Play, figures: EntryFigures) -> None:
        cards: dict[tuple[Seat, Position], int] = {}
        for at, seat in enumerate(play.seats[: len(figures.curve) - 1], 1):
            position = _position(play, seat, at)
            whose = play.leader.next if position is Position.DECLARER else seat
            cards[whose, position] = cards.get((whose, position), 0) + 1
        given: dict[tuple[Seat, Position], int] = {}
        for cost in costs_of(entry, figures):
            whose = play.leader.next if cost.position is Position.DECLARER else cost.seat
            given[whose, cost.position] = given.get((whose, cost.position), 0) + cost.given
        for (seat, position), count in cards.items():
            lost = given.get((seat, position), 0)
            pair = entry.pair_of(seat.side)
            keys = [self.positions.setdefault(position, Tally())]
            keys.append(self.seats.setdefault(seat, Tally()))
            if pair:
                keys.append(self.pairs.setdefault((pair, position), Tally()))
            for place, tally in enumerate(keys):
                tally.tables += not (
                    place == 1 and position is Position.LEAD
                )  # that seat plays on as the leader
                tally.cards += count
                tally.given += lost
            other = entry.pair_of(seat.side.other)
            if other and lost:
                self.taken[other, position] = self.taken.get((other, position), 0) + lost

    def of_pairs(self) -> list[tuple[str, Mapping[Position, Tally]]]:
        """Each pair with its positions."""
        found: dict[str, dict[Position, Tally]] = {}
        for (pair, position), tally in self.pairs.items():
            found.setdefault(pair, {})[position] = tally
        return sorted(found.items(), key=lambda item: (len(item[0]), item[0]))

    def taken_by(self, pair: str) -> int:
        """What opponents gave this pair."""
        return sum(number for (who, _), number in self.taken.items() if who == pair)
