"""Board-a-match: a board is won, tied or lost against the other room."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.comparison import Comparison, Need, Unit
from analyser.scoring.field import Field
from analyser.scoring.matchpoints import matchpoints_in
from analyser.scoring.side_scores import SideScores

__all__ = ["BOARD_A_MATCH", "BoardAMatch", "artificial_room", "room_percent"]


@dataclass(frozen=True, slots=True)
class BoardAMatch:
    """Two for a better score than the other room's, one for the same, whatever the difference."""

    name: str = "bam"
    unit: Unit = Unit.MP
    needs: frozenset[Need] = frozenset({Need.OTHER_ROOM})
    merges: bool = False

    def convert(self, score_ns: int, comparison: Comparison) -> SideScores:
        """Won, tied or lost.

        >>> str(BoardAMatch().convert(430, Comparison(other_room=420)).ns)
        '2'
        """
        return SideScores.shared(matchpoints_in(Field.of_tables([comparison.the_other_room()]), score_ns), 2)

    def average(self, comparison: Comparison) -> Fraction:
        """A tied board."""
        del comparison
        return Fraction(1)


BOARD_A_MATCH = BoardAMatch()


def room_percent(score_ns: int, others: Field) -> Fraction:
    """What the room that was played is worth to North-South against all other results on the board, in percent.

    >>> str(room_percent(620, Field.parse("620x2 170x2")))
    '75'
    """
    return 50 * matchpoints_in(others, score_ns) / others.tables


def artificial_room(
    played_percent: Fraction | int, artificial_percent: Fraction | int, win_from: int, loss_to: int
) -> int:
    """A team's matchpoints where one room has an artificial score: both rooms' percentages are added.

    The artificial percentage is exact and does not follow the team's session (Norme Integrative 2017, art. 12).

    >>> [artificial_room(room, 60, win_from=120, loss_to=80) for room in (60, 59, 20)]
    [2, 1, 0]
    """
    for percent in (played_percent, artificial_percent):
        if not 0 <= percent <= 100:
            raise ScoringError("a room is worth 0 to 100 percent", where="percent", found=str(percent))
    together = Fraction(played_percent) + artificial_percent
    return 2 if together >= win_from else 0 if together <= loss_to else 1
