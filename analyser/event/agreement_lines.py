"""Lines of the comparison: our number, the published number, the likely reason of a difference, and counts of both."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from analyser.event.store import TableEntry


class PublishedNumber(StrEnum):
    """Which sort of number is compared."""

    BOARD = "board"  # a side's points on a board
    TOTAL = "total"  # a competitor's percentage or sum
    PLACE = "place"
    STANZA = "stanza"  # what a team won in a stanza, or brought into it
    MATCH = "match"  # victory points of a match


class DifferenceReason(StrEnum):
    """The likely reason of a difference."""

    EQUAL = ""
    RULED = "ruled"  # a ruling in the folder changes this board
    GIVEN = "given"  # the file gives what the score does not: a ruling
    ARTIFICIAL = "artificial"  # an artificial score
    SCORE = "score"  # the file's score is not that of its contract and tricks
    MISSING = "missing"  # we have no result
    FEWER = "fewer-results"  # fewer results are not factored there, or only there
    BOARDS = "boards"  # a board of his differs
    APART = "apart"  # every board is equal: a penalty or a carry-over is added to them
    OTHERS = "others"  # his own score is equal: somebody else's is not
    SCALE = "scale"  # a match is converted by another scale, or was ruled on as a whole
    TIE = "tie"  # the same score, the place shared or broken otherwise
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """One number of ours and the published one; `difference` is None if one of them is missing."""

    what: PublishedNumber
    where: TableEntry | None
    who: str
    unit: str
    ours: Fraction | None
    theirs: Fraction | None
    why: DifferenceReason = DifferenceReason.EQUAL
    session: str = ""

    @property
    def difference(self) -> Fraction | None:
        """Our number less the published one."""
        return None if self.ours is None or self.theirs is None else self.ours - self.theirs

    @property
    def is_equal(self) -> bool:
        """Whether the two numbers are equal."""
        return self.why is DifferenceReason.EQUAL


@dataclass(slots=True)
class AgreementTally:
    """Counts of equal lines of each sort, and of the reasons of the others."""

    lines: Counter[PublishedNumber] = field(default_factory=Counter)
    equal: Counter[PublishedNumber] = field(default_factory=Counter)
    reasons: Counter[tuple[PublishedNumber, DifferenceReason]] = field(default_factory=Counter)
    shown: list[AgreementLine] = field(default_factory=list)

    def count(self, line: AgreementLine, at_most: int = 50) -> None:
        """Count one more line; the first that differ are stored to be shown."""
        self.lines[line.what] += 1
        if line.is_equal:
            self.equal[line.what] += 1
            return
        self.reasons[line.what, line.why] += 1
        if len(self.shown) < at_most:
            self.shown.append(line)
