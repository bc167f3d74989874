"""What a field did on the boards of an event: travellers, who took part, and how the scorer put it."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from analyser.bridge import Card, Contract
from analyser.bridge.seats import as_code
from analyser.formats.loss_report import Loss
from analyser.formats.record import BoardRecord


class PointsKind(Enum):
    """What the two sides' points on a board are counted in."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    PERCENT = "percent"
    UNNAMED = "unnamed"  # the format does not say

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class Points:
    """What each side got for the board; None where the file leaves it empty."""

    kind: PointsKind
    ns: Fraction | None
    ew: Fraction | None


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score: what each side gets, in percent (Law 12C2).

    >>> str(Artificial(60, 40))
    'A6040'
    """

    ns: int
    ew: int

    def __str__(self) -> str:
        """As a results file writes it."""
        return f"A{self.ns:02d}{self.ew:02d}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Anything else a file says, under its own name."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """One result on a board. `score` is to North-South; `declarer` stands in the contract."""

    board: int
    section: str = ""
    ns: str = ""
    ew: str = ""
    contract: Contract | None = None
    passed_out: bool = False
    tricks: int | None = None
    lead: Card | None = None
    score: int | None = None
    artificial: Artificial | None = None
    points: tuple[Points, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One who took part, and what else the file says of him."""

    name: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A pair, or one seat of it where the format lists seats."""

    number: str
    direction: str = ""
    section: str = ""
    players: tuple[ListedPlayer, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of an event: what the file says of it, who took part, every line of every traveller."""

    heading: tuple[Fact, ...] = ()
    contestants: tuple[Contestant, ...] = ()
    travellers: tuple[Traveller, ...] = ()
    hands: tuple[BoardRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Revoked:
    """A failure to follow suit found in record `record` (from 0): card number `at`."""

    record: int
    at: int


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a file says, and what of it was not understood; `starts` is the line and column where each record begins."""

    records: tuple[BoardRecord, ...] = ()
    losses: tuple[Loss, ...] = ()
    revokes: tuple[Revoked, ...] = ()
    results: Results | None = None
    starts: tuple[tuple[int, int], ...] = ()

    def losses_of(self, *chosen: BoardRecord) -> tuple[Loss, ...]:
        """What was not understood of these records or of the file before its first; all of it where no start is known."""
        if not self.starts:
            return self.losses
        places = [
            -1,
            *(place for place, record in enumerate(self.records) if any(record is own for own in chosen)),
        ]
        return tuple(loss for loss in self.losses if self.record_at(loss) in places)

    def record_at(self, loss: Loss) -> int:
        """In which record, from 0, something was not understood; -1 before the first."""
        return bisect_right(self.starts, (loss.line, loss.column)) - 1
