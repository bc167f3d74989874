"""From a match's IMPs to victory points: the scales, and when a match is won where only winning counts."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from analyser.errors import ScoringError
from analyser.scoring.side_scores import SideScores, Tie, rounded
from analyser.scoring.vp_tables import DISCRETE_FIRST, PRINTED_EXTRA, PRINTED_LENGTHS

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


_HUNDREDTH = Fraction(1, 100)
_TOP = 20
_DIGITS = 60  # far more than any cell needs: the closest to an edge lies a millionth of a point away


@dataclass(frozen=True, slots=True)
class Scale:
    """A victory-point scale: what the winner of a match gets of the `top` that both sides share."""

    name: str
    top: int
    whole_imps: bool  # the scale knows only whole IMPs, so weighted IMPs are rounded before it
    winner: Callable[[Fraction, int], Fraction]


def _checked(boards: int) -> int:
    if not 1 <= boards <= 999:
        raise ScoringError("a match has 1 to 999 boards", where="boards", found=str(boards))
    return boards


@lru_cache(maxsize=4096)
def _continuous(margin: Fraction, boards: int) -> Fraction:
    """Ten, and of the other ten the share 1 - τ^(3m/B) has of 1 - τ³, with τ = (√5 - 1)/2 and B = 15·√boards."""
    if margin**2 >= 225 * _checked(boards):
        return Fraction(_TOP)
    with localcontext() as context:
        context.prec = _DIGITS
        root_of_five = Decimal(5).sqrt()
        tau = (root_of_five - 1) / 2
        won = Decimal(margin.numerator) / margin.denominator
        blitz = 15 * Decimal(boards).sqrt()
        share = (1 - (tau.ln() * 3 * won / blitz).exp()) / (3 - root_of_five)  # τ³ is √5 - 2
        hundredths = Fraction(1000 + 1000 * share)
    return rounded(hundredths, 1, Tie.HALF_UP) * _HUNDREDTH


def _whole(margin: Fraction) -> int:
    if margin.denominator != 1:
        remedy = "round the match's IMPs first"
        raise ScoringError("this scale has only whole IMPs", where="margin", found=str(margin), remedy=remedy)
    return int(margin)


def _lengths(boards: int, lengths: tuple[int, ...], scale: str) -> int:
    if boards not in lengths:
        known = ", ".join(map(str, lengths))
        remedy = "use wbf-continuous, which has every length"
        raise ScoringError(
            f"{scale} is printed for {known} boards", where="boards", found=str(boards), remedy=remedy
        )
    return boards


def _printed(margin: Fraction, boards: int) -> Fraction:
    imps = _whole(margin)
    extra = imps in PRINTED_EXTRA[_lengths(boards, PRINTED_LENGTHS, "wbf-printed")]
    return _continuous(margin, boards) + extra * _HUNDREDTH


def _discrete(margin: Fraction, boards: int) -> Fraction:
    imps = _whole(margin)
    first = DISCRETE_FIRST[_lengths(boards, tuple(sorted(DISCRETE_FIRST)), "wbf-discrete")]
    return Fraction(9 + sum(1 for least in first if imps >= least))


def _simple(margin: Fraction, boards: int) -> Fraction:
    return Fraction(simple_points(margin, _checked(boards)))


SCALES = (
    Scale("wbf-continuous", _TOP, whole_imps=False, winner=_continuous),
    Scale("wbf-printed", _TOP, whole_imps=True, winner=_printed),
    Scale("wbf-discrete", _TOP, whole_imps=True, winner=_discrete),
    Scale("simple", 2, whole_imps=False, winner=_simple),
)


def scale_named(name: str) -> Scale:
    """The scale a case file names."""
    for scale in SCALES:
        if scale.name == name:
            return scale
    names = ", ".join(scale.name for scale in SCALES)
    raise ScoringError("not a victory-point scale", where="scale", found=name, remedy=f"write one of {names}")


def match_points(
    imps: Fraction | int,
    boards: int,
    scale: Scale,
    unit: Fraction | None = None,
    tie: Tie = Tie.AWAY_FROM_AVERAGE,
) -> SideScores:
    """Both teams' victory points, North-South's first, from the IMPs they won (lost: below nought) in the match.

    Where a regulation rounds the match's IMPs first, `unit` is its unit; a scale of whole IMPs always rounds.

    >>> points = match_points(12, 16, scale_named("wbf-continuous"))
    >>> float(points.ns), float(points.ew)
    (13.28, 6.72)
    """
    step = unit or (Fraction(1) if scale.whole_imps else None)
    margin = rounded(imps, step, tie) if step else Fraction(imps)
    winner = scale.winner(abs(margin), boards)
    ns = winner if margin >= 0 else scale.top - winner
    return SideScores.shared(ns, scale.top)


def match_after(
    board: SideScores,
    before: Fraction | int,
    boards: int,
    scale: Scale,
    unit: Fraction | None = None,
    tie: Tie = Tie.AWAY_FROM_AVERAGE,
) -> SideScores:
    """The match with this board: each team's points from its own score on it, which need not balance.

    `before` are the IMPs North-South's team has won on the other boards.

    >>> points = match_after(SideScores(Fraction(-4), Fraction(10, 3)), 0, 16, scale_named("wbf-discrete"))
    >>> str(points.ns), str(points.ew)
    ('9', '11')
    """
    ours = match_points(before + board.ns, boards, scale, unit, tie)
    theirs = match_points(board.ew - before, boards, scale, unit, tie)
    return SideScores(ours.ns, theirs.ns)
