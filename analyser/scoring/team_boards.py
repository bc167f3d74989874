"""Boards of a team match that cannot be compared: cancelled, or one side made good (86B2 of 2017)."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side
from analyser.scoring.artificial import ArtificialValues, Fault
from analyser.scoring.side_scores import SideScores

__all__ = ["TeamBoard", "boards_not_played", "team_board"]


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """What a board gives the two teams, and whether its results are cancelled."""

    cancelled: bool
    scores: SideScores


def team_board(
    ns: Fault, ew: Fault, values: ArtificialValues, assigned: Fraction | int | None = None
) -> TeamBoard:
    """One board of a match in IMPs, by the fault of each team.

    Nobody at fault, or both: the board is cancelled and has an artificial score (or a replacement board, if there
    is time). One team at fault: the other gets average plus or the assigned score, whichever is better, and the
    team at fault the complement. `assigned` is seen by the innocent team.

    >>> str(team_board(Fault.NONE, Fault.DIRECT, ArtificialValues.of(3, 0, -3), assigned=9).scores.ns)
    '9'
    """
    if (ns is Fault.NONE) == (ew is Fault.NONE):
        return TeamBoard(cancelled=True, scores=SideScores(values.plain(ns), values.plain(ew)))
    innocent = Side.NS if ns is Fault.NONE else Side.EW
    award = values.none if assigned is None else max(values.none, Fraction(assigned))
    return TeamBoard(cancelled=False, scores=SideScores.balanced(award if innocent is Side.NS else -award))


def boards_not_played(boards: int, ns: Fault, ew: Fault, values: ArtificialValues) -> SideScores:
    """Several boards of a match that were not played, together.

    >>> str(boards_not_played(4, Fault.NONE, Fault.DIRECT, ArtificialValues.of(3, 0, -3)).ns)
    '12'
    """
    one = team_board(ns, ew, values).scores
    return SideScores(boards * one.ns, boards * one.ew)
