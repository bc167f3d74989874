"""What is gathered of an event on the way: tricks given and taken, contracts made against the chance foretold, findings.

Tricks are counted position by position: what each card did to the number double dummy promised. A card costs its side
the tricks by which declarer's number moves the other way. Dummy's cards are declarer's. What one side gives, the other
takes. Double dummy sees all four hands: over a whole event the numbers compare players with each other; of one card
they prove nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from analyser.bridge import Play, Seat
from analyser.event.questions import Slip, SlowCandidate
from analyser.event.ruled_cases import AlikePair, RuledCase
from analyser.event.scorer import CompetitorStandings, DecidedPlace, RankChange, RulingEffect
from analyser.event.settings import EventSettings
from analyser.event.solve_boards import TableFigures
from analyser.event.store import BoardGroup, EventLoss, TableEntry
from analyser.event.worker_pool import WorkTally
from analyser.laws import Jurisdiction
from analyser.report.event_page import BoardLine


class PlayPosition(StrEnum):
    """Where a player sat in the play, and the opening lead by itself."""

    DECLARER = "declarer"
    LEAD = "lead"  # the opening lead
    LEADER = "leader"  # the leader after it
    PARTNER = "partner"  # the leader's partner


@dataclass(frozen=True, slots=True)
class CardCost:
    """A card that gave tricks away: the number of the card from 1, who played it, how many."""

    at: int
    seat: Seat
    position: PlayPosition
    given_away: int


@dataclass(slots=True)
class TrickTally:
    """One position, of one pair or of everybody: tables, cards, tricks given."""

    tables: int = 0
    cards: int = 0
    given_away: int = 0

    @property
    def per_table(self) -> Fraction:
        """Tricks given a table."""
        return Fraction(self.given_away, self.tables) if self.tables else Fraction(0)


def _position(play: Play, seat: Seat, at: int) -> PlayPosition:
    if at == 1:
        return PlayPosition.LEAD
    if seat is play.leader:
        return PlayPosition.LEADER
    return PlayPosition.PARTNER if seat is play.leader.partner else PlayPosition.DECLARER


def costs_of(entry: TableEntry, figures: TableFigures) -> Iterator[CardCost]:
    """Every card that cost its side something.

    The curve has declarer's tricks before the lead and after each card; a card can only lose for its own side.
    """
    play, curve = entry.play, figures.curve
    if play is None or len(curve) < 2:
        return
    declaring = play.leader.next.side
    for at, (seat, before, after) in enumerate(zip(play.seats, curve, curve[1:], strict=False), 1):
        lost = before - after if seat.side is declaring else after - before
        if lost > 0:
            yield CardCost(at, seat, _position(play, seat, at), lost)


@dataclass(slots=True)
class TrickTallies:
    """The tallies of an event: by position, by seat, by pair and position."""

    positions: dict[PlayPosition, TrickTally] = field(default_factory=dict)
    seats: dict[Seat, TrickTally] = field(default_factory=dict)
    pairs: dict[tuple[str, PlayPosition], TrickTally] = field(default_factory=dict)
    taken: dict[tuple[str, PlayPosition], int] = field(default_factory=dict)

    def board(self, group: BoardGroup, figures: tuple[TableFigures, ...]) -> None:
        """Count the tables of a board."""
        for entry, of_table in zip(group.entries, figures, strict=False):
            if len(of_table.curve) > 1 and entry.play is not None:
                self._table(entry, entry.play, of_table)

    def _table(self, entry: TableEntry, play: Play, figures: TableFigures) -> None:
        cards: dict[tuple[Seat, PlayPosition], int] = {}
        for at, seat in enumerate(play.seats[: len(figures.curve) - 1], 1):
            position = _position(play, seat, at)
            whose = play.leader.next if position is PlayPosition.DECLARER else seat
            cards[whose, position] = cards.get((whose, position), 0) + 1
        lost_by_position: dict[tuple[Seat, PlayPosition], int] = {}
        for cost in costs_of(entry, figures):
            whose = play.leader.next if cost.position is PlayPosition.DECLARER else cost.seat
            lost_by_position[whose, cost.position] = (
                lost_by_position.get((whose, cost.position), 0) + cost.given_away
            )
        for (seat, position), count in cards.items():
            lost = lost_by_position.get((seat, position), 0)
            pair = entry.pair_of(seat.side)
            keys = [self.positions.setdefault(position, TrickTally())]
            keys.append(self.seats.setdefault(seat, TrickTally()))
            if pair:
                keys.append(self.pairs.setdefault((pair, position), TrickTally()))
            for place, tally in enumerate(keys):
                tally.tables += not (
                    place == 1 and position is PlayPosition.LEAD
                )  # that seat plays on as the leader
                tally.cards += count
                tally.given_away += lost
            other = entry.pair_of(seat.side.other)
            if other and lost:
                self.taken[other, position] = self.taken.get((other, position), 0) + lost

    def of_pairs(self) -> list[tuple[str, Mapping[PlayPosition, TrickTally]]]:
        """Each pair with its positions."""
        by_pair: dict[str, dict[PlayPosition, TrickTally]] = {}
        for (pair, position), tally in self.pairs.items():
            by_pair.setdefault(pair, {})[position] = tally
        return sorted(by_pair.items(), key=lambda item: (len(item[0]), item[0]))

    def taken_by(self, pair: str) -> int:
        """What opponents gave this pair."""
        return sum(number for (who, _), number in self.taken.items() if who == pair)


@dataclass(slots=True)
class Calibration:
    """How often contracts were made against the chance foretold for them, in ten bins of equal width."""

    tables: list[int]
    foretold: list[float]
    made: list[int]

    @classmethod
    def empty(cls) -> "Calibration":
        """Nothing counted yet."""
        return cls([0] * 10, [0.0] * 10, [0] * 10)

    def count(self, chance: float, *, made: bool) -> None:
        """One contract.

        >>> calibration = Calibration.empty()
        >>> calibration.count(0.83, made=True)
        >>> calibration.tables[8], calibration.made[8]
        (1, 1)
        """
        place = min(int(chance * 10), 9)
        self.tables[place] += 1
        self.foretold[place] += chance
        self.made[place] += made

    @property
    def bins(self) -> tuple[tuple[float, float, int], ...]:
        """Mean chance foretold, share made, tables; empty bins left out."""
        rows = zip(self.tables, self.foretold, self.made, strict=True)
        return tuple((chance / n, made / n, n) for n, chance, made in rows if n)


@dataclass(slots=True)
class EventAnalysis:
    """Everything the report tells of a run."""

    event: EventSettings
    law: Jurisdiction
    unit: str
    work: WorkTally
    boards: int
    tables: int
    rulings: list[RuledCase] = field(default_factory=list)
    standings: list[CompetitorStandings] = field(default_factory=list)
    changes: list[RankChange] = field(default_factory=list)
    decided_places: list[DecidedPlace] = field(default_factory=list)
    session_followers: list[str] = field(default_factory=list)  # whose artificial scores follow their session
    effects: list[RulingEffect] = field(default_factory=list)
    alike_pairs: list[AlikePair] = field(default_factory=list)
    slips: list[tuple[Slip, TableEntry]] = field(default_factory=list)
    slip_count: int = 0
    candidates: list[tuple[SlowCandidate, TableEntry]] = field(default_factory=list)
    slow_count: int = 0
    measured_count: int = 0
    tallies: TrickTallies = field(default_factory=TrickTallies)
    butler: Mapping[str, Sequence[Fraction]] = field(default_factory=dict)
    calibration: Calibration = field(default_factory=Calibration.empty)
    index: list[BoardLine] = field(default_factory=list)
    losses: list[EventLoss] = field(default_factory=list)
    loss_count: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
