"""What a board's score is compared with, and what every form of scoring must be able to do."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.field import Field
from analyser.scoring.side_scores import SideScores
from analyser.scoring.weights import WeightedScore


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


class FieldMethod(StrEnum):
    """How a table's score is set against all other tables of an event."""

    MATCHPOINTS = "matchpoints"
    MEAN_SWING = "mean-swing"  # the mean of the IMPs against each
    DATUM = "datum"  # the IMPs against their mean
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ScoringForm:
    """A form of scoring: what it is called, counts in and needs, and what a score is worth in it."""

    name: str  # as a case file writes it
    unit: Unit  # what a board's score is counted in
    final_unit: Unit  # what the standings are counted in
    needs: frozenset[Need]
    field_method: FieldMethod
    teams: bool = False  # two tables play each board against each other
    pairs: bool = False  # each pair plays for itself against the field
    merges: bool = False  # both sides get the mean where their scores do not balance (12C4)
    plain_artificial: bool = False  # an artificial score does not follow the session
    trims: bool = False  # scores at either end may be left out of the datum
    habit: str = ""  # what is easily forgotten in this form, by its word
    rounding: str = ""  # the regulation's unit for a board, where it is another form's

    @property
    def every_trick_counts(self) -> bool:
        """Whether an overtrick may be worth as much as the contract."""
        return self.unit is Unit.MP

    @property
    def by_scale(self) -> bool:
        """Whether a match is converted to victory points."""
        return self.final_unit is Unit.VP

    @property
    def rounding_key(self) -> str:
        """Where a regulation says how a board is rounded."""
        return (self.rounding or self.name).replace("-", "_")

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """What a score to North-South is worth to each side, in its own view, exactly."""
        raise NotImplementedError

    def average(self, comparison: Comparison) -> Fraction:
        """What a side gets that does neither well nor badly; halves are rounded away from it."""
        del comparison
        return Fraction(0)
