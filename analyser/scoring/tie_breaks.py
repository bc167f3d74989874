"""Tie-breaks by an authority's criteria, each place with the criterion that decided it.

A criterion gives every tied competitor a figure. Those with the worst figure come last; the others begin again at the
first criterion, since a table of only the tied changes when one of them leaves it (FIGB Norme Integrative 2017, art. 78
§7a1, "eliminating by and by the teams that come last").
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final

from analyser.scoring.victory_points import bam_margin


class TieBreak(StrEnum):
    """A criterion by which tied competitors are compared."""

    SESSION_PLACES = "session-places"  # the mean of the places in the sessions
    DIRECT_MATCHPOINTS = (
        "direct-matchpoints"  # matchpoints against each other, where all met all equally often
    )
    SHARED_BOARDS = "shared-boards"  # two for each tied rival beaten on a board; without rivals, compared with the average
    TOPS = "tops"
    BOTTOMS = "bottoms"
    HALF_BOTTOMS = "half-bottoms"  # shared with one other pair
    HALF_TOPS = "half-tops"
    DIRECT_VP = "direct-vp"  # from the matches against each other; with several teams a table of only these
    DIRECT_IMPS = "direct-imps"
    IMP_QUOTIENT = "imp-quotient"  # won divided by lost, in all matches played
    IMP_DIFFERENCE = "imp-difference"
    DIRECT_POINTS = "direct-points"  # total points
    POINTS_QUOTIENT = "points-quotient"
    RESISTANCE = "resistance"  # the opponents' mean score per match
    MATCHES_LOST = "matches-lost"
    COMMON_POINTS = "common-points"  # total points on the boards all of them played
    ALL_POINTS = "all-points"

    @property
    def low_is_better(self) -> bool:
        """Whether the least figure wins."""
        return self in _LOW_WINS


_LOW_WINS: Final = frozenset(
    {TieBreak.SESSION_PLACES, TieBreak.BOTTOMS, TieBreak.HALF_BOTTOMS, TieBreak.MATCHES_LOST}
)


@dataclass(frozen=True, slots=True)
class PairBoard:
    """A competitor's points on a board, their maximum, and the opponents."""

    who: str
    board: str
    points: Fraction
    top: Fraction
    against: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match: the IMPs (or matchpoints) of each team and the total points of each, in its own view."""

    board: str
    imps: tuple[Fraction, Fraction]
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match: the two teams and the points of each; without a second team it is a bye."""

    first: str
    second: str
    won: tuple[Fraction, Fraction]
    boards: tuple[MatchBoard, ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether nothing was played; a bye counts in no quotient."""
        return not self.second


@dataclass(frozen=True)
class PlayedRecord:
    """The boards and matches of a phase by which ties are broken."""

    boards: Sequence[PairBoard] = ()
    matches: Sequence[TeamMatch] = ()

    @cached_property
    def boards_of(self) -> Mapping[str, Sequence[PairBoard]]:
        """The boards of each competitor."""
        own: dict[str, list[PairBoard]] = {}
        for line in self.boards:
            own.setdefault(line.who, []).append(line)
        return own

    @cached_property
    def matches_of(self) -> Mapping[str, Sequence[TeamMatch]]:
        """The matches of each team, turned so that it comes first."""
        matches: dict[str, list[TeamMatch]] = {}
        for match in self.matches:
            matches.setdefault(match.first, []).append(match)
            if not match.is_bye:
                matches.setdefault(match.second, []).append(_turn_match(match))
        return matches

    @cached_property
    def session_places(self) -> Mapping[str, Sequence[int]]:
        """The place of each competitor in each session, by the share of the points there; equals share the place."""
        sums: dict[str, dict[str, tuple[Fraction, Fraction]]] = {}
        for line in self.boards:
            session = sums.setdefault(line.session, {})
            points, top = session.get(line.who, (Fraction(0), Fraction(0)))
            session[line.who] = points + line.points, top + line.top
        places: dict[str, list[int]] = {}
        for session in sums.values():
            shares = {who: points / top if top else points for who, (points, top) in session.items()}
            best_first = sorted(shares.values(), reverse=True)
            first_place = {share: place for place, share in reversed(list(enumerate(best_first, 1)))}
            for who, share in shares.items():
                places.setdefault(who, []).append(first_place[share])
        return places

    @cached_property
    def total(self) -> Mapping[str, Fraction]:
        """The total of each team, including byes."""
        return {
            who: sum((match.won[0] for match in matches), Fraction(0))
            for who, matches in self.matches_of.items()
        }

    @cached_property
    def is_round_robin(self) -> bool:
        """Whether all teams met each other equally often."""
        met = {
            who: Counter(match.second for match in matches if not match.is_bye)
            for who, matches in self.matches_of.items()
        }
        return _all_alike(met)

    @cached_property
    def has_equal_meetings(self) -> bool:
        """Whether every competitor met every other one equally often."""
        met = {
            who: Counter(line.against for line in lines if line.against)
            for who, lines in self.boards_of.items()
        }
        return _all_alike(met)


def _all_alike(met: Mapping[str, Counter[str]]) -> bool:
    """Whether all met all others equally often."""
    others = len(met) - 1
    if others < 1 or any(len(meetings) != others for meetings in met.values()):
        return False
    return len({count for own in met.values() for count in own.values()}) == 1


def _turn_match(match: TeamMatch) -> TeamMatch:
    boards = tuple(MatchBoard(line.board, line.imps[::-1], line.points[::-1]) for line in match.boards)
    return TeamMatch(match.second, match.first, match.won[::-1], boards)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient whose denominator may be zero: it is then greater than all others, unless nothing was won either.

    >>> Ratio.from_counts(Fraction(30), Fraction(0)) > Ratio.from_counts(Fraction(90), Fraction(1))
    True
    """

    endless: bool
    value: Fraction

    @classmethod
    def from_counts(cls, won: Fraction, lost: Fraction) -> "Ratio":
        """The quotient of points won and lost."""
        return cls(endless=not lost and bool(won), value=won / lost if lost else won)

    def __lt__(self, other: "Ratio") -> bool:
        """Compare quotients; an infinite one is the greatest."""
        return (self.endless, self.value) < (other.endless, other.value)

    def __str__(self) -> str:
        """With three decimals."""
        return "∞" if self.endless else f"{float(self.value):.3f}"


Figure = Fraction | Ratio
Figures = dict[str, Figure] | None  # none where the criterion does not apply to these competitors


@dataclass(frozen=True, slots=True)
class BrokenTie:
    """One competitor of a tie with the criterion and figure that decided the place; None if the place is shared."""

    who: str
    by: TieBreak | None = None
    figure: Figure | None = None
    against: tuple[Figure, ...] = field(default=())  # the figures of the competitors separated from this one


def break_tie(
    tied: Sequence[str], criteria: Sequence[TieBreak], record: PlayedRecord
) -> list[list[BrokenTie]]:
    """The tied competitors from best to worst; those no criterion separates are in one list.

    >>> duel = TeamMatch("A", "B", (Fraction(12), Fraction(8)))
    >>> [[(line.who, line.by.value, str(line.figure)) for line in place]
    ...  for place in break_tie(["B", "A"], [TieBreak.DIRECT_VP], PlayedRecord(matches=[duel]))]
    [[('A', 'direct-vp', '12')], [('B', 'direct-vp', '8')]]
    """
    return _break_tie(list(tied), tuple(criteria), record, {})


def _break_tie(
    tied: list[str], criteria: tuple[TieBreak, ...], record: PlayedRecord, reasons: Mapping[str, BrokenTie]
) -> list[list[BrokenTie]]:
    if len(tied) > 1:
        for criterion in criteria:
            figures = _FIGURES[criterion](tied, record)
            if figures is None or len(set(figures.values())) == 1:
                continue
            worst = (
                max(figures.values(), key=_order)
                if criterion.low_is_better
                else min(figures.values(), key=_order)
            )
            below = [who for who in tied if figures[who] == worst]
            above = [who for who in tied if figures[who] != worst]
            others = {who: tuple(figures[rival] for rival in tied if rival != who) for who in tied}
            fresh = {who: BrokenTie(who, criterion, figures[who], others[who]) for who in tied}
            return _break_tie(above, criteria, record, fresh) + _break_tie(below, criteria, record, fresh)
    return [[reasons.get(who, BrokenTie(who)) for who in tied]]


def _order(figure: Figure) -> tuple[bool, Fraction]:
    return (figure.endless, figure.value) if isinstance(figure, Ratio) else (False, figure)


# Pairs and individuals


def _mean_place(tied: Sequence[str], record: PlayedRecord) -> Figures:
    places = record.session_places
    # one session is the ranking itself
    if any(len(places.get(who, ())) < 2 for who in tied):
        return None
    return {who: Fraction(sum(places[who]), len(places[who])) for who in tied}


def _direct_matchpoints(tied: Sequence[str], record: PlayedRecord) -> Figures:
    if not record.has_equal_meetings:
        return None
    return {
        who: sum(
            (2 * line.points - line.top for line in record.boards_of[who] if line.against in tied),
            Fraction(0),
        )
        for who in tied
    }


def _shared_boards(tied: Sequence[str], record: PlayedRecord) -> Figures:
    """The matchpoints against tied rivals: two for each one beaten on the board and one for each tie."""
    boards: dict[str, dict[str, PairBoard]] = {}
    for who in tied:
        for line in record.boards_of.get(who, ()):
            boards.setdefault(line.board, {})[who] = line
    figures = {who: Fraction(0) for who in tied}
    for lines in boards.values():
        for who, line in lines.items():
            rivals = [other.points for rival, other in lines.items() if rival != who] or [line.top / 2]
            figures[who] += sum((line.points > other) * 2 + (line.points == other) for other in rivals)
    return dict(figures)


def _boards_where(counts: Callable[[PairBoard], bool]) -> "Reckoning":
    def figures(tied: Sequence[str], record: PlayedRecord) -> Figures:
        return {who: Fraction(sum(map(counts, record.boards_of.get(who, ())))) for who in tied}

    return figures


# Teams


def _matches_among(tied: Sequence[str], record: PlayedRecord) -> Mapping[str, Sequence[TeamMatch]] | None:
    """The matches of the tied against each other; None unless all of them met all others equally often."""
    matches_by_team = {
        who: [match for match in record.matches_of.get(who, ()) if match.second in tied] for who in tied
    }
    meetings = {
        sum(match.second == other for match in matches_by_team[who])
        for who in tied
        for other in tied
        if other != who
    }
    return matches_by_team if len(meetings) == 1 and meetings != {0} else None


def _sum_matches(
    of_match: Callable[[TeamMatch], Fraction], matches: Mapping[str, Sequence[TeamMatch]] | None
) -> Figures:
    if matches is None:
        return None
    return {who: sum(map(of_match, played), Fraction(0)) for who, played in matches.items()}


def _matches_played(tied: Sequence[str], record: PlayedRecord) -> Mapping[str, Sequence[TeamMatch]]:
    return {who: [match for match in record.matches_of.get(who, ()) if not match.is_bye] for who in tied}


def _net_imps(match: TeamMatch) -> Fraction:
    return sum((line.imps[0] for line in match.boards), Fraction(0))


def _net_points(match: TeamMatch) -> Fraction:
    return sum((line.points[0] for line in match.boards), Fraction(0))


def _quotient(net: Callable[[MatchBoard], Fraction]) -> "Reckoning":
    """The points won on boards won, divided by the points lost on boards lost."""

    def figures(tied: Sequence[str], record: PlayedRecord) -> Figures:
        ratios: dict[str, Figure] = {}
        for who, matches in _matches_played(tied, record).items():
            nets = [net(line) for match in matches for line in match.boards]
            if not nets:
                return None
            won = sum((value for value in nets if value > 0), Fraction(0))
            ratios[who] = Ratio.from_counts(won, -sum((value for value in nets if value < 0), Fraction(0)))
        return ratios

    return figures


def _resistance(tied: Sequence[str], record: PlayedRecord) -> Figures:
    figures: dict[str, Figure] = {}
    for who, matches in _matches_played(tied, record).items():
        if not matches:
            return None
        scored = sum((record.total[match.second] for match in matches), Fraction(0))
        figures[who] = scored / len(matches)
    return figures


def _count_loss(match: TeamMatch) -> Fraction:
    """One if a board-a-match match was lost by the winning margin, else zero."""
    return Fraction(match.won[1] - match.won[0] >= bam_margin(len(match.boards) or 1))


def _common_points(tied: Sequence[str], record: PlayedRecord) -> Figures:
    nets: dict[str, dict[str, Fraction]] = {}
    for who, matches in _matches_played(tied, record).items():
        net_points = nets.setdefault(who, {})
        for match in matches:
            for line in match.boards:
                net_points[line.board] = net_points.get(line.board, Fraction(0)) + line.points[0]
    common = set.intersection(*(set(net) for net in nets.values()))
    return (
        {who: sum((net[board] for board in common), Fraction(0)) for who, net in nets.items()}
        if common
        else None
    )


Reckoning = Callable[[Sequence[str], PlayedRecord], Figures]
_FIGURES: Final[Mapping[TieBreak, Reckoning]] = {
    TieBreak.SESSION_PLACES: _mean_place,
    TieBreak.DIRECT_MATCHPOINTS: _direct_matchpoints,
    TieBreak.SHARED_BOARDS: _shared_boards,
    TieBreak.TOPS: _boards_where(lambda line: line.points == line.top),
    TieBreak.BOTTOMS: _boards_where(lambda line: line.points == 0),
    TieBreak.HALF_BOTTOMS: _boards_where(lambda line: line.points == 1),
    TieBreak.HALF_TOPS: _boards_where(lambda line: line.points == line.top - 1),
    TieBreak.DIRECT_VP: lambda tied, record: _sum_matches(
        lambda match: match.won[0], _matches_among(tied, record)
    ),
    TieBreak.DIRECT_IMPS: lambda tied, record: _sum_matches(_net_imps, _matches_among(tied, record)),
    TieBreak.IMP_QUOTIENT: _quotient(lambda line: line.imps[0]),
    TieBreak.IMP_DIFFERENCE: lambda tied, record: _sum_matches(_net_imps, _matches_played(tied, record)),
    TieBreak.DIRECT_POINTS: lambda tied, record: _sum_matches(_net_points, _matches_among(tied, record)),
    TieBreak.POINTS_QUOTIENT: _quotient(lambda line: line.points[0]),
    TieBreak.RESISTANCE: _resistance,
    TieBreak.MATCHES_LOST: lambda tied, record: _sum_matches(_count_loss, _matches_played(tied, record)),
    TieBreak.COMMON_POINTS: _common_points,
    TieBreak.ALL_POINTS: lambda tied, record: _sum_matches(_net_points, _matches_played(tied, record)),
}


def boards_to_play_off(played: int, boards_for_one: int = 8) -> int:
    """The number of extra boards of a tied match: one for every eight validly played, rounded down.

    >>> boards_to_play_off(22), boards_to_play_off(16), boards_to_play_off(6)
    (2, 2, 1)
    """
    return max(1, played // boards_for_one)
