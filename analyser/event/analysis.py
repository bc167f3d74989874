"""Statistics collected while an event is analysed: tricks lost and won by position, calibration of contracts, findings.

For each position, the cards' effect on the double-dummy number of tricks is counted. A card costs its side the tricks by
which declarer's number moves the other way; dummy's cards are declarer's; what one side loses, the other wins. Double
dummy sees all four hands: over a whole event the counts compare players with each other, but for one card they prove
nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from analyser.bridge import Play, Seat
from analyser.event.matches import MatchLine
from analyser.event.questions import Slip, SlowCandidate
from analyser.event.ruled_cases import AlikePair, RuledCase
from analyser.event.scorer import CompetitorStandings, DecidedPlace, RankChange, RulingEffect
from analyser.event.settings import EventSettings
from analyser.event.solve_boards import Depth, TableFigures
from analyser.event.store import BoardGroup, EventLoss, TableEntry
from analyser.event.tie_breaks import BrokenPlace
from analyser.event.worker_pool import WorkTally
from analyser.laws import Jurisdiction
from analyser.messages import Message
from analyser.report.event_page import BoardLine

if TYPE_CHECKING:
    from analyser.event.agreement_lines import AgreementTally


class PlayPosition(StrEnum):
    """The position of a player in the play; the opening lead is a position of its own."""

    DECLARER = "declarer"
    LEAD = "lead"  # the opening lead
    LEADER = "leader"  # the leader after it
    PARTNER = "partner"  # the leader's partner


@dataclass(slots=True)
class TrickTally:
    """Counts for one position, of one pair or of everybody: tables, cards, tricks lost."""

    tables: int = 0
    cards: int = 0
    given_away: int = 0

    @property
    def per_table(self) -> Fraction:
        """The mean number of tricks lost per table."""
        return Fraction(self.given_away, self.tables) if self.tables else Fraction(0)


def _position(play: Play, seat: Seat, at: int) -> PlayPosition:
    if at == 1:
        return PlayPosition.LEAD
    if seat is play.leader:
        return PlayPosition.LEADER
    return PlayPosition.PARTNER if seat is play.leader.partner else PlayPosition.DECLARER


@dataclass(slots=True)
class TrickTallies:
    """The trick counts of an event: by position, by seat, and by pair and position."""

    positions: dict[PlayPosition, TrickTally] = field(default_factory=dict)
    seats: dict[Seat, TrickTally] = field(default_factory=dict)
    pairs: dict[tuple[str, PlayPosition], TrickTally] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)  # what opponents lost to each pair

    def board(self, group: BoardGroup, figures: tuple[TableFigures, ...]) -> None:
        """Count the tables of a board."""
        for entry, of_table in zip(group.entries, figures, strict=False):
            if len(of_table.curve) > 1 and entry.play is not None:
                self._table(entry, entry.play, of_table.curve)

    def _table(self, entry: TableEntry, play: Play, curve: Sequence[int]) -> None:
        """Count one table; the curve has declarer's double-dummy tricks before the lead and after each card."""
        declarer = play.leader.next
        cards, lost = Counter[tuple[Seat, PlayPosition]](), Counter[tuple[Seat, PlayPosition]]()
        for at, (seat, before, after) in enumerate(zip(play.seats, curve, curve[1:], strict=False), 1):
            position = _position(play, seat, at)
            whose = declarer if position is PlayPosition.DECLARER else seat
            cards[whose, position] += 1
            # A card can only lose for its own side.
            lost[whose, position] += max(0, before - after if seat.side is declarer.side else after - before)
        for (seat, position), count in cards.items():
            given_away = lost[seat, position]
            tallies = [self.positions.setdefault(position, TrickTally())]
            tallies.append(self.seats.setdefault(seat, TrickTally()))
            tallies[1].tables -= position is PlayPosition.LEAD  # that seat plays on as the leader
            if pair := entry.pair_of(seat.side):
                tallies.append(self.pairs.setdefault((pair, position), TrickTally()))
            for tally in tallies:
                tally.tables += 1
                tally.cards += count
                tally.given_away += given_away
            if other := entry.pair_of(seat.side.other):
                self.taken[other] += given_away

    def pair_positions(self) -> Mapping[str, Mapping[PlayPosition, TrickTally]]:
        """Each pair with its positions."""
        by_pair: dict[str, dict[PlayPosition, TrickTally]] = {}
        for (pair, position), tally in self.pairs.items():
            by_pair.setdefault(pair, {})[position] = tally
        return by_pair


@dataclass(slots=True)
class Calibration:
    """Calibration of the predicted probability of making a contract, in ten bins of equal width."""

    tables: list[int] = field(default_factory=lambda: [0] * 10)
    predicted: list[float] = field(default_factory=lambda: [0.0] * 10)
    made: list[int] = field(default_factory=lambda: [0] * 10)

    def count(self, chance: float, *, made: bool) -> None:
        """One contract.

        >>> calibration = Calibration()
        >>> calibration.count(0.83, made=True)
        >>> calibration.tables[8], calibration.made[8]
        (1, 1)
        """
        place = min(int(chance * 10), 9)
        self.tables[place] += 1
        self.predicted[place] += chance
        self.made[place] += made

    @property
    def bins(self) -> tuple[tuple[float, float, int], ...]:
        """Mean predicted probability, observed share and number of tables of each bin that is not empty."""
        rows = zip(self.tables, self.predicted, self.made, strict=True)
        return tuple((chance / n, made / n, n) for n, chance, made in rows if n)


@dataclass(slots=True)
class EventAnalysis:
    """Everything the report shows of a run."""

    event: EventSettings
    law: Jurisdiction
    unit: str
    work: WorkTally
    boards: int
    tables: int
    depth: Depth = Depth.PLAYS
    rulings: list[RuledCase] = field(default_factory=list)
    standings: list[CompetitorStandings] = field(default_factory=list)
    broken_ties: Mapping[tuple[str, str], BrokenPlace] = field(default_factory=dict)  # by list and competitor
    tie_source: Message | None = None  # the authority whose order breaks them
    matches: list[MatchLine] = field(default_factory=list)
    agreement: "AgreementTally | None" = None  # where the files publish something
    usual_rules: bool = (
        True  # from settings, the files' words and the regulation; else inferred from the files' own points
    )
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
    calibration: Calibration = field(default_factory=Calibration)
    index: list[BoardLine] = field(default_factory=list)
    losses: list[EventLoss] = field(default_factory=list)
    loss_count: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
