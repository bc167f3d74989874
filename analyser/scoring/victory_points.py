"""Scales from a match's IMPs to victory points, and the margin that wins a match if only winning counts."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from analyser.errors import ScoringError
from analyser.messages import sentence
from analyser.scoring.comparison import SideScores, Tie, round_to_unit

# The discrete scale: the least margin in IMPs that wins 10, 11 … 20 of 20 points, by the boards of the match.
# Printed for these ten lengths in the FIGB Norme Integrative 2017, appendix 7 (seed 003 L1250-1261).
_APPENDIX: dict[int, tuple[int, ...]] = {
    6: (0, 1, 3, 5, 8, 11, 14, 18, 22, 27, 33),
    7: (0, 1, 3, 6, 9, 12, 15, 19, 24, 29, 36),
    8: (0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39),
    9: (0, 1, 4, 7, 10, 13, 17, 22, 27, 33, 41),
    10: (0, 1, 4, 7, 10, 14, 18, 23, 28, 35, 43),
    12: (0, 2, 5, 8, 12, 16, 20, 25, 31, 38, 47),
    14: (0, 2, 5, 9, 13, 17, 22, 27, 34, 41, 51),
    16: (0, 2, 5, 9, 13, 18, 23, 29, 36, 44, 54),
    20: (0, 2, 6, 10, 15, 20, 26, 32, 40, 49, 61),
    32: (0, 3, 8, 13, 19, 25, 33, 41, 51, 62, 77),
}

# Ten further lengths of the WBF's discrete scale, from a transcription kept by the open-source project
# rhindonltd/bridge-box-scorer (docs/imp-vp-conversion-table.txt). Its other ten columns equal the appendix above.
_FURTHER: dict[int, tuple[int, ...]] = {
    5: (0, 1, 3, 5, 7, 10, 13, 16, 20, 25, 31),
    11: (0, 2, 5, 8, 11, 15, 19, 24, 30, 37, 45),
    13: (0, 2, 5, 8, 12, 16, 21, 26, 32, 40, 49),
    15: (0, 2, 5, 9, 13, 17, 22, 28, 35, 43, 53),
    24: (0, 2, 6, 11, 16, 22, 28, 35, 44, 54, 66),
    28: (0, 2, 7, 12, 18, 24, 30, 38, 47, 58, 72),
    40: (0, 3, 8, 14, 21, 28, 36, 46, 56, 69, 86),
    48: (0, 3, 9, 16, 23, 31, 40, 50, 62, 76, 94),
    56: (0, 3, 10, 17, 25, 33, 43, 54, 67, 82, 101),
    64: (0, 4, 11, 18, 26, 36, 46, 58, 71, 88, 108),
}

DISCRETE_FIRST: dict[int, tuple[int, ...]] = _APPENDIX | _FURTHER

# The WBF's own printed table differs from the formula in these 48 of its 860 cells, each one hundredth higher: no
# step of the printed table is larger than the step before it. Ten lengths, margins of 0 to 85 IMPs.
PRINTED_LENGTHS = (6, 7, 8, 9, 10, 12, 14, 16, 20, 32)
PRINTED_EXTRA: dict[int, frozenset[int]] = {
    6: frozenset({}),
    7: frozenset({}),
    8: frozenset({40}),
    9: frozenset({}),
    10: frozenset({27, 29, 31}),
    12: frozenset({42, 44, 49}),
    14: frozenset({8, 36, 38}),
    16: frozenset({14, 27, 38, 46, 49, 55, 59}),
    20: frozenset({13, 28, 31, 34, 38, 41, 51, 55, 62}),
    32: frozenset({11, 14, 18, 21, 30, 33, 34, 35, 37, 38, 45, 49, 50, 51, 55, 56, 64, 72, 73, 74, 80, 81}),
}


_LONGEST = 64  # boards; a longer match has the same winning margin


def simple_margin(boards: int) -> int:
    """The least whole margin in IMPs that wins a match: more than a fifth of the boards.

    >>> simple_margin(20), simple_margin(32), simple_margin(64), simple_margin(80)
    (5, 7, 13, 13)
    """
    if boards < 1:
        raise ScoringError(sentence("match-one-board"), where="boards", found=str(boards))
    return min(boards, _LONGEST) // 5 + 1


def simple_points(margin: Fraction | int, boards: int) -> int:
    """The points of a match: two for the winner, one each for a draw.

    >>> simple_points(5, 20), simple_points(4, 20), simple_points(Fraction(9, 2), 20)
    (2, 1, 2)
    """
    longer = boards > _LONGEST
    won = margin >= simple_margin(boards) if longer else margin > Fraction(boards, 5)
    return 2 if won else 1


def bam_margin(boards: int) -> int:
    """The winning margin of a board-a-match match in matchpoints: a fifth of all available, to the nearest whole.

    >>> bam_margin(14)
    6
    """
    if boards < 1:
        raise ScoringError(sentence("match-one-board"), where="boards", found=str(boards))
    return int(round_to_unit(Fraction(2 * boards, 5), 1))


_HUNDREDTH = Fraction(1, 100)
_TOP = 20
_DIGITS = 60  # far more than any cell needs: the closest to an edge differs by a millionth of a point


@dataclass(frozen=True, slots=True)
class VictoryPointScale:
    """A victory-point scale: the winner's part of the `top` that both sides share."""

    name: str
    top: int
    whole_imps: bool  # the scale knows only whole IMPs, so weighted IMPs are rounded before it
    winner: Callable[[Fraction, int], Fraction]


def _check_boards(boards: int) -> int:
    if not 1 <= boards <= 999:
        raise ScoringError(sentence("match-boards-range"), where="boards", found=str(boards))
    return boards


@lru_cache(maxsize=4096)
def _continuous(margin: Fraction, boards: int) -> Fraction:
    """The continuous scale 10 + 10·(1 - τ^(3m/B))/(1 - τ³), with τ = (√5 - 1)/2 and B = 15·√boards."""
    if margin**2 >= 225 * _check_boards(boards):
        return Fraction(_TOP)
    with localcontext() as context:
        context.prec = _DIGITS
        root_of_five = Decimal(5).sqrt()
        tau = (root_of_five - 1) / 2
        won = Decimal(margin.numerator) / margin.denominator
        blitz = 15 * Decimal(boards).sqrt()
        share = (1 - (tau.ln() * 3 * won / blitz).exp()) / (3 - root_of_five)  # τ³ is √5 - 2
        hundredths = Fraction(1000 + 1000 * share)
    return round_to_unit(hundredths, 1, Tie.HALF_UP) * _HUNDREDTH


def _whole_margin(margin: Fraction) -> int:
    if margin.denominator != 1:
        remedy = sentence("round-imps-first")
        raise ScoringError(sentence("whole-imps-only"), where="margin", found=str(margin), remedy=remedy)
    return int(margin)


def _lengths(boards: int, lengths: tuple[int, ...], scale: str) -> int:
    if boards not in lengths:
        known = ", ".join(map(str, lengths))
        remedy = sentence("use-continuous")
        raise ScoringError(
            sentence("scale-boards", scale=scale, known=known),
            where="boards",
            found=str(boards),
            remedy=remedy,
        )
    return boards


def _printed_points(margin: Fraction, boards: int) -> Fraction:
    imps = _whole_margin(margin)
    extra = imps in PRINTED_EXTRA[_lengths(boards, PRINTED_LENGTHS, "wbf-printed")]
    return _continuous(margin, boards) + extra * _HUNDREDTH


def _discrete(margin: Fraction, boards: int) -> Fraction:
    imps = _whole_margin(margin)
    first = DISCRETE_FIRST[_lengths(boards, tuple(sorted(DISCRETE_FIRST)), "wbf-discrete")]
    return Fraction(9 + sum(1 for least in first if imps >= least))


def _simple(margin: Fraction, boards: int) -> Fraction:
    return Fraction(simple_points(margin, _check_boards(boards)))


SCALES = (
    VictoryPointScale("wbf-continuous", _TOP, whole_imps=False, winner=_continuous),
    VictoryPointScale("wbf-printed", _TOP, whole_imps=True, winner=_printed_points),
    VictoryPointScale("wbf-discrete", _TOP, whole_imps=True, winner=_discrete),
    VictoryPointScale("simple", 2, whole_imps=False, winner=_simple),
)


def scale_named(name: str) -> VictoryPointScale:
    """The scale of this name, as in a case file."""
    for scale in SCALES:
        if scale.name == name:
            return scale
    names = ", ".join(scale.name for scale in SCALES)
    raise ScoringError(
        sentence("scale-unknown"), where="scale", found=name, remedy=sentence("write-one-of", names=names)
    )


def match_points(
    imps: Fraction | int,
    boards: int,
    scale: VictoryPointScale,
    unit: Fraction | None = None,
    tie: Tie = Tie.AWAY_FROM_AVERAGE,
) -> SideScores:
    """Both teams' victory points, North-South's first, from the IMPs they won (negative: lost) in the match.

    If a regulation rounds the match's IMPs first, `unit` is its unit; a scale of whole IMPs always rounds.

    >>> points = match_points(12, 16, scale_named("wbf-continuous"))
    >>> float(points.ns), float(points.ew)
    (13.28, 6.72)
    """
    step = unit or (Fraction(1) if scale.whole_imps else None)
    margin = round_to_unit(imps, step, tie) if step else Fraction(imps)
    winner = scale.winner(abs(margin), boards)
    ns = winner if margin >= 0 else scale.top - winner
    return SideScores.shared(ns, scale.top)


def match_after(
    board: SideScores,
    before: Fraction | int,
    boards: int,
    scale: VictoryPointScale,
    unit: Fraction | None = None,
    tie: Tie = Tie.AWAY_FROM_AVERAGE,
) -> SideScores:
    """The victory points of the match with this board, from each team's own score on it; they need not balance.

    `before` are the IMPs North-South's team has won on the other boards.

    >>> points = match_after(SideScores(Fraction(-4), Fraction(10, 3)), 0, 16, scale_named("wbf-discrete"))
    >>> str(points.ns), str(points.ew)
    ('9', '11')
    """
    ours = match_points(before + board.ns, boards, scale, unit, tie)
    theirs = match_points(board.ew - before, boards, scale, unit, tie)
    return SideScores(ours.ns, theirs.ns)
