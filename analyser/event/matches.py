"""The matches of an event with their stanzas, carry-over and result under every version."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from analyser.event.scorer import ResultVersion
from analyser.event.settings import EventSettings, ExtraPoints
from analyser.event.standings import MatchKey, MatchSum, Standings

Sides = tuple[Fraction, Fraction]


class MatchPart(StrEnum):
    """The part of a match a line describes."""

    STANZA = "stanza"  # what each team won on the boards of one round
    CARRIED = "carried"  # brought into the match
    PENALTY = "penalty"
    TOTAL = "total"  # all of these together
    CONVERTED = "converted"  # the same in victory points


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One line of a match: which part of it, how many boards, and both teams' points under every version."""

    first: str
    second: str
    part: MatchPart
    session: str
    stanza: str
    boards: int
    points: Mapping[ResultVersion, Sides]


def match_lines(standings: Mapping[ResultVersion, Standings]) -> Iterator[MatchLine]:
    """The lines of every match: stanzas in their order, then carry-over, penalties and the total.

    Matches converted to victory points are separate; otherwise the rounds in which the same two teams met are stanzas of
    one match.
    """
    some = standings[ResultVersion.TABLE]
    by_scale = some.event.form.scoring.uses_scale
    meetings: dict[tuple[str, ...], list[MatchKey]] = {}
    for key in sorted(some.matches, key=_order):
        alone = (key.session, key.round) if by_scale else ()
        meetings.setdefault((key.first, key.second, *alone), []).append(key)
    for (first, second, *_), keys in meetings.items():
        lines = [_stanza(key, standings) for key in keys]
        yield from lines
        extra = [] if by_scale else list(_extra(first, second, some.event, tuple(standings)))
        yield from extra
        if by_scale:
            converted = {version: table.match_scores()[keys[0]] for version, table in standings.items()}
            yield _line(keys[0], MatchPart.CONVERTED, lines[0].boards, converted)
        elif len(lines) + len(extra) > 1:
            yield _total(first, second, [*lines, *extra])


def _order(key: MatchKey) -> tuple[object, ...]:
    """Matches in the order of their teams' first meeting, numbers in their natural order."""
    return (len(key.session), key.session, len(key.round), key.round, len(key.first), key.first, key.second)


def _line(key: MatchKey, part: MatchPart, boards: int, points: Mapping[ResultVersion, Sides]) -> MatchLine:
    return MatchLine(key.first, key.second, part, key.session, key.round, boards, points)


def _stanza(key: MatchKey, standings: Mapping[ResultVersion, Standings]) -> MatchLine:
    sums = {version: table.matches.get(key, MatchSum()) for version, table in standings.items()}
    points = {version: (match.won_first, match.won_second) for version, match in sums.items()}
    return _line(key, MatchPart.STANZA, max(match.boards for match in sums.values()), points)


def _extra(
    first: str, second: str, event: EventSettings, versions: Sequence[ResultVersion]
) -> Iterator[MatchLine]:
    """The carry-over into the match and the penalties, which count against their team."""
    for part, extras, sign in (
        (MatchPart.CARRIED, event.carried, 1),
        (MatchPart.PENALTY, event.penalties, -1),
    ):
        ours, theirs = (_sum(extras, who, other) for who, other in ((first, second), (second, first)))
        if ours or theirs:
            points = (sign * ours, sign * theirs)
            yield MatchLine(first, second, part, "", "", 0, dict.fromkeys(versions, points))


def _sum(extras: Sequence[ExtraPoints], who: str, other: str) -> Fraction:
    return sum((extra.points for extra in extras if extra.counts(who, other)), Fraction(0))


def _total(first: str, second: str, lines: Sequence[MatchLine]) -> MatchLine:
    points = {
        version: (
            sum((line.points[version][0] for line in lines), Fraction(0)),
            sum((line.points[version][1] for line in lines), Fraction(0)),
        )
        for version in lines[0].points
    }
    return MatchLine(first, second, MatchPart.TOTAL, "", "", sum(line.boards for line in lines), points)
