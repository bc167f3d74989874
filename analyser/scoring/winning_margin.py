"""When a match is won, where only winning counts (FIGB Norme Integrative 2017, art. 78)."""

from fractions import Fraction

from analyser.errors import ScoringError
from analyser.scoring.rounding import rounded

__all__ = ["bam_margin", "simple_margin", "simple_points"]

_LONGEST = 64  # boards; a longer match is won by the margin that wins this one


def simple_margin(boards: int) -> int:
    """The least whole margin in IMPs that wins a match: more than a fifth of the boards.

    >>> simple_margin(20), simple_margin(32), simple_margin(64), simple_margin(80)
    (5, 7, 13, 13)
    """
    if boards < 1:
        raise ScoringError("a match has at least one board", where="boards", found=str(boards))
    return min(boards, _LONGEST) // 5 + 1


def simple_points(margin: Fraction | int, boards: int) -> int:
    """Two for the winner of a match, one to each for a draw.

    >>> simple_points(5, 20), simple_points(4, 20), simple_points(Fraction(9, 2), 20)
    (2, 1, 2)
    """
    longer = boards > _LONGEST
    won = margin >= simple_margin(boards) if longer else margin > Fraction(boards, 5)
    return 2 if won else 1


def bam_margin(boards: int) -> int:
    """The matchpoints by which a board-a-match match is won: a fifth of all available, to the nearest whole.

    >>> bam_margin(14)
    6
    """
    if boards < 1:
        raise ScoringError("a match has at least one board", where="boards", found=str(boards))
    return int(rounded(Fraction(2 * boards, 5), 1))
