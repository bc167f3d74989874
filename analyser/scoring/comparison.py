"""What a board's score is compared with, and what every form of scoring must be able to do."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from analyser.errors import ScoringError
from analyser.scoring.field import Field
from analyser.scoring.side_scores import SideScores
from analyser.scoring.weights import WeightedScore

__all__ = ["Comparison", "Form", "Need", "Unit"]


class Unit(StrEnum):
    """What a score is counted in."""

    IMP = "imp"
    MP = "mp"
    VP = "vp"
    POINTS = "points"
    PERCENT = "percent"


class Need(StrEnum):
    """What a form compares a score with."""

    OTHER_ROOM = "other room"
    FIELD = "field"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What others did on the board, as points to North-South.

    `field` holds the other tables, never ours. `tables` counts every table that should have a score, ours and those
    with an artificial score among them, where that is more than the scores there are. `ours` is our own final score
    where several results are weighed: a datum is a mean of all tables, ours in its parts.
    """

    other_room: int | None = None
    field: Field | None = None
    tables: int | None = None
    boards: int | None = None
    trim: int = 0
    ours: WeightedScore | None = None

    def the_other_room(self) -> int:
        """The other room's score, or a refusal."""
        if self.other_room is None:
            raise ScoringError("the other room's score is missing", where="comparison other_room")
        return self.other_room

    def the_field(self) -> Field:
        """The other tables, or a refusal."""
        if self.field is None or not self.field.counts:
            raise ScoringError("the scores of the other tables are missing", where="comparison field")
        return self.field

    def the_boards(self) -> int:
        """How many boards the match has, or a refusal."""
        if self.boards is None:
            raise ScoringError("the number of boards in the match is missing", where="event boards")
        return self.boards


class Form(Protocol):
    """A form of scoring: what it is called, counts in and needs, and what a score is worth in it."""

    @property
    def name(self) -> str:
        """As a case file writes it."""

    @property
    def unit(self) -> Unit:
        """What a board's score is counted in."""

    @property
    def needs(self) -> frozenset[Need]:
        """What it compares with."""

    @property
    def merges(self) -> bool:
        """Tell whether both sides get the mean where their scores do not balance (12C4)."""

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """What a score to North-South is worth to each side, in its own view, exactly."""

    def average(self, comparison: Comparison) -> Fraction:
        """What a side gets that does neither well nor badly; halves are rounded away from it."""
