"""Scales from a pair's percentage in a match to victory points: the printed one, and those an event states."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.errors import ScoringError
from analyser.messages import sentence
from analyser.scoring.comparison import Tie, round_to_unit

_HALF = 50  # percent: a drawn match
_PRINTED = Fraction(1, 100)  # percentages are compared as they are printed
_NO_END = 999  # boards

Column = tuple[int, tuple[Fraction, ...]]
"""Up to how many boards it holds; up to which percentage a match is worth half the points, one more, and so on."""


@dataclass(frozen=True, slots=True)
class PercentScale:
    """A scale from percentages to whole victory points; the two pairs of a match are looked up separately.

    `half` is the scale of a match of half a round, where an odd number of pairs makes a pair meet two others.
    """

    name: str
    columns: tuple[Column, ...]
    half: tuple[Column, ...] = ()

    def points(self, percent: Fraction, boards: int, *, half: bool = False) -> Fraction:
        """A pair's victory points; on an edge the lower value for a winner, the higher one for a loser.

        >>> scale = percent_scale_named("ebu-swiss-pairs")
        >>> [int(scale.points(Fraction(percent), 8)) for percent in ("56.23", "56.24", "43.77", "43.76", "100")]
        [14, 15, 6, 5, 20]
        """
        columns = self.half if half and self.half else self.columns
        edges = next((edges for most, edges in columns if boards <= most), None)
        if edges is None:
            known = f"1–{columns[-1][0]}"
            raise ScoringError(
                sentence("scale-boards", scale=self.name, known=known),
                where="boards",
                found=str(boards),
                remedy=sentence("use-percent-steps"),
            )
        beyond = round_to_unit(percent - _HALF, _PRINTED, Tie.AWAY_FROM_AVERAGE)
        steps = sum(abs(beyond) > edge - _HALF for edge in edges)
        return Fraction(len(edges) + (steps if beyond > 0 else -steps))


def _column(most: int, edges: str) -> Column:
    return most, tuple(map(Fraction, edges.split()))


# EBU White Book 3.1.7, as two open-source projects transcribe it alike (rhindonltd/bridge-box-scorer,
# src/scoring/swiss/mp-vp-table.ts; a calculator for phones of 2022); its column of seven boards is printed in a congress booklet, too.
_EBU = PercentScale(
    "ebu-swiss-pairs",
    (
        _column(4, "50.92 52.80 54.71 56.70 58.80 61.08 63.63 66.61 70.36 75.95"),
        _column(6, "50.78 52.39 54.02 55.72 57.51 59.45 61.62 64.17 67.37 72.13"),
        _column(9, "50.65 51.98 53.33 54.74 56.23 57.83 59.64 61.75 64.40 68.35"),
        _column(13, "50.54 51.65 52.78 53.95 55.19 56.53 58.04 59.80 62.01 65.30"),
        _column(19, "50.45 51.38 52.32 53.30 54.34 55.45 56.71 58.18 60.03 62.78"),
        _column(27, "50.38 51.16 51.94 52.77 53.63 54.57 55.62 56.85 58.40 60.71"),
        _column(39, "50.32 50.97 51.63 52.32 53.04 53.83 54.71 55.74 57.04 58.97"),
        _column(55, "50.27 50.81 51.37 51.95 52.56 53.21 53.95 54.82 55.91 57.53"),
    ),
    (
        _column(2, "51.86 55.70 59.94 65.12 73.15"),
        _column(3, "51.59 54.87 58.48 62.89 69.75"),
        _column(4, "51.32 54.03 57.03 60.70 66.38"),
        _column(6, "51.09 53.36 55.86 58.92 63.66"),
        _column(9, "50.92 52.81 54.93 57.45 61.41"),
        _column(13, "50.77 52.36 54.10 56.24 59.56"),
    ),
)

PERCENT_SCALES = (_EBU,)


def percent_scale_named(name: str) -> PercentScale:
    """The scale of this name, as an event or a regulation states it."""
    for scale in PERCENT_SCALES:
        if scale.name == name:
            return scale
    names = ", ".join(scale.name for scale in PERCENT_SCALES)
    why, remedy = sentence("scale-unknown"), sentence("write-one-of", names=names)
    raise ScoringError(why, where="percent_scale", found=name, remedy=remedy)


def percent_scale_of(edges: Sequence[Fraction]) -> PercentScale:
    """An event's own scale: up to which percentage a match is worth half the points, one point more, and so on.

    >>> own = percent_scale_of([Fraction(52), Fraction(60)])
    >>> [int(own.points(Fraction(percent), 8)) for percent in (61, 60, 50, 47, 0)]
    [4, 3, 2, 1, 0]
    """
    if not edges or list(edges) != sorted({*edges}) or not edges[0] >= _HALF or edges[-1] > 100:
        raise ScoringError(
            sentence("percent-steps-rise"),
            where="percent_scale",
            found=", ".join(str(float(edge)) for edge in edges),
            remedy=sentence("use-percent-steps"),
        )
    return PercentScale("own", ((_NO_END, tuple(edges)),))
