"""Awarded scores: artificial scores, boards and matches that were not played, penalties by time and responsibility."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import assert_never

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.messages import sentence
from analyser.scoring.comparison import SideScores, Tie, check_whole, round_to_unit
from analyser.scoring.victory_points import VictoryPointScale

_BLITZ_AT_MOST = 1000  # every scale reaches its maximum far below this margin


class DegreeOfFault(StrEnum):
    """The degree to which a side is at fault for a board that was not played."""

    NONE = "none"
    PARTIAL = "partial"
    DIRECT = "direct"


class SessionClamp(StrEnum):
    """The sides whose own session counts instead of the plain value."""

    EXACT = "exact"  # neither side: board-a-match in Italy
    INNOCENT = "innocent"  # a better session raises the innocent side (88 of 1997, 12C2c of 2007)
    BOTH = "both"  # also, a worse one lowers the offender (12C2c of 2017)

    @classmethod
    def from_laws(cls, *, innocent: bool, offenders: bool) -> "SessionClamp":
        """The rule of an edition of the Laws."""
        if not innocent:
            return cls.EXACT
        return cls.BOTH if offenders else cls.INNOCENT


FaultValues = Mapping[
    DegreeOfFault, Fraction
]  # the plain values: 60, 50 and 40 percent, or +3, 0 and -3 IMPs


def fault_values(none: int, partial: int, direct: int) -> FaultValues:
    """The plain value of each degree of fault, without the session; values that favour the side at fault are refused."""
    if not none >= partial >= direct:
        raise ScoringError(
            sentence("fault-gets-less"), where="artificial", found=f"{none} {partial} {direct}"
        )
    return {
        DegreeOfFault.NONE: Fraction(none),
        DegreeOfFault.PARTIAL: Fraction(partial),
        DegreeOfFault.DIRECT: Fraction(direct),
    }


def artificial_score(
    fault: DegreeOfFault, values: FaultValues, clamp: SessionClamp, session: Fraction | int | None = None
) -> Fraction:
    """A side's score for a board without a result; `session` is its own on the other boards, in the same unit.

    >>> percent = fault_values(60, 50, 40)
    >>> str(artificial_score(DegreeOfFault.NONE, percent, SessionClamp.BOTH, 65))
    '65'
    >>> str(artificial_score(DegreeOfFault.DIRECT, percent, SessionClamp.INNOCENT, 36))
    '40'
    """
    plain = values[fault]
    if session is None or clamp is SessionClamp.EXACT:
        return plain
    if fault is DegreeOfFault.NONE:
        return max(plain, Fraction(session))
    if fault is DegreeOfFault.DIRECT and clamp is SessionClamp.BOTH:
        return min(plain, Fraction(session))
    return plain


def percent_of_top(percent: Fraction | int, top: Fraction | int) -> Fraction:
    """A percentage of the top of a board, in matchpoints.

    >>> str(percent_of_top(60, 22))
    '66/5'
    """
    return Fraction(percent) * top / 100


class Credit(StrEnum):
    """The rule by which one of the margins that give some victory points is credited in IMPs."""

    LEAST = "least"  # bye, withdrawal
    MEAN = "mean"  # forfeit: their mean, rounded up


class AwardBasis(StrEnum):
    """The basis of the award."""

    SHARE = "share-of-the-points"
    OWN_MEAN = "own-mean-in-the-other-matches"
    MEAN_AGAINST = "mean-of-all-opponents-of-the-absent-team"


@dataclass(frozen=True, slots=True)
class Substitute:
    """Victory points, the IMPs credited with them, and the basis of the award."""

    points: Fraction
    imps: int
    basis: AwardBasis


def imps_winning(points: Fraction | int, boards: int, scale: VictoryPointScale) -> tuple[int, int]:
    """The least and the greatest whole margin that wins these points.

    On a continuous scale hardly any margin gives a whole number exactly: then both are the first margin that
    reaches it. Every larger margin also wins the maximum: then both are the first one.
    """
    least = next((m for m in range(_BLITZ_AT_MOST) if scale.winner(Fraction(m), boards) >= points), None)
    if least is None:
        raise ScoringError(
            sentence("no-margin-wins", points=points, top=scale.top),
            where="victory points",
            found=str(points),
        )
    most = least
    if points < scale.top:
        while scale.winner(Fraction(most + 1), boards) == points:
            most += 1
    return least, most


def imps_credited(points: Fraction | int, boards: int, scale: VictoryPointScale, credit: Credit) -> int:
    """The IMPs credited with an award of victory points; none for a losing share.

    >>> from analyser.scoring.victory_points import scale_named
    >>> imps_credited(12, 16, scale_named("wbf-continuous"), Credit.LEAST)
    7
    >>> [imps_credited(12, 16, scale_named("wbf-discrete"), credit) for credit in Credit]
    [5, 7]
    """
    least, most = imps_winning(points, boards, scale)
    match credit:
        case Credit.LEAST:
            return least
        case Credit.MEAN:
            return ceil(Fraction(least + most, 2))
        case _:
            assert_never(credit)


def substitute(
    scale: VictoryPointScale,
    boards: int,
    share: Fraction,
    credit: Credit,
    own: Sequence[Fraction] = (),
    against: Sequence[Fraction] = (),
) -> Substitute:
    """The best of a share of the points, one's own mean, and the mean of those who met the absent team.

    `own` are one's victory points in all other matches, `against` what the absent team's opponents won in their
    matches with it; both means are rounded to the nearest whole. A bye has only the share.

    >>> from analyser.scoring.victory_points import scale_named
    >>> award = substitute(scale_named("wbf-discrete"), 16, Fraction(60, 100), Credit.MEAN, own=[Fraction(27, 2)])
    >>> str(award.points), award.imps, award.basis.value
    ('14', 15, 'own-mean-in-the-other-matches')
    """
    # With simple points the award is a win, not a share of it.
    offers = [(share * scale.top if scale.top != 2 else Fraction(2), AwardBasis.SHARE)]
    for basis, points in ((AwardBasis.OWN_MEAN, own), (AwardBasis.MEAN_AGAINST, against)):
        if points:
            offers.append((round_to_unit(sum(points, Fraction(0)) / len(points), 1, Tie.HALF_UP), basis))
    best, basis = max(offers, key=lambda offer: offer[0])
    return Substitute(best, imps_credited(best, boards, scale, credit), basis)


def withdrawn_pair(opponents: int, withdrawn: int, top: Fraction | int) -> SideScores:
    """A board against a pair that withdrew during the session: the opponents' share of the top, and the absent pair's."""
    return SideScores(Fraction(opponents, 100) * top, Fraction(withdrawn, 100) * top)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """The scores of the two teams on a board, and whether its results are cancelled."""

    cancelled: bool
    scores: SideScores


def team_board(
    ns: DegreeOfFault, ew: DegreeOfFault, values: FaultValues, assigned: Fraction | int | None = None
) -> TeamBoard:
    """The score of one board of a match in IMPs, by the fault of each team.

    Nobody at fault, or both: the board is cancelled and has an artificial score (or a replacement board, if there
    is time). One team at fault: the other gets average plus or the assigned score, whichever is better, and the
    team at fault the complement. `assigned` is seen by the innocent team.

    >>> str(team_board(DegreeOfFault.NONE, DegreeOfFault.DIRECT, fault_values(3, 0, -3), assigned=9).scores.ns)
    '9'
    """
    if (ns is DegreeOfFault.NONE) == (ew is DegreeOfFault.NONE):
        return TeamBoard(cancelled=True, scores=SideScores(values[ns], values[ew]))
    innocent = Side.NS if ns is DegreeOfFault.NONE else Side.EW
    plain = values[DegreeOfFault.NONE]
    award = plain if assigned is None else max(plain, Fraction(assigned))
    return TeamBoard(cancelled=False, scores=SideScores.balanced(award if innocent is Side.NS else -award))


def boards_not_played(boards: int, ns: DegreeOfFault, ew: DegreeOfFault, values: FaultValues) -> SideScores:
    """The joint score of several boards of a match that were not played.

    >>> str(boards_not_played(4, DegreeOfFault.NONE, DegreeOfFault.DIRECT, fault_values(3, 0, -3)).ns)
    '12'
    """
    board = team_board(ns, ew, values).scores
    return SideScores(boards * board.ns, boards * board.ew)


def charge_started_units(seconds: int, unit_seconds: int, each: Fraction, grace_seconds: int = 0) -> Fraction:
    """The charge for every started unit of time after the tolerance.

    >>> str(charge_started_units(300, 60, Fraction(1, 5))), str(charge_started_units(301, 60, Fraction(1, 5)))
    ('1', '6/5')
    """
    if unit_seconds <= 0:
        raise ScoringError(sentence("time-unit-positive"), where="penalty", found=str(unit_seconds))
    late = max(0, seconds - grace_seconds)
    return -(-late // unit_seconds) * each


def split(total: Fraction, shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """One penalty divided by responsibility; the shares must sum to one.

    >>> [str(part) for part in split(Fraction(1), [Fraction(7, 10), Fraction(3, 10)])]
    ['7/10', '3/10']
    """
    check_whole(shares, "penalty shares")
    return tuple(total * share for share in shares)
