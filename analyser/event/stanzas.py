"""The stanzas of matches from the titles of broadcasts, whose carry-overs show what each team had won before."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyser.event.scorer import ResultVersion, Scorer
from analyser.event.settings import EventSettings, ExtraPoints
from analyser.event.standings import MatchSum, Standings
from analyser.event.store import FilePublication
from analyser.formats import PublishedMatch

_Teams = tuple[str, str]
_Points = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Stanza:
    """One stanza of a match: its round, its boards, and the two teams' carry-over in the order of their numbers."""

    round: str
    first: int | None
    last: int | None
    carried: _Points
    won: _Points | None

    def is_followed_by(self, later: "Stanza") -> bool:
        """Whether no board was played between the two, as far as their titles show."""
        if self.last is None or later.first is None:
            return True
        return later.first in (1, self.last + 1)


def stanzas_of(publications: Sequence[FilePublication]) -> Mapping[_Teams, list[Stanza]]:
    """The stanzas of each match in the order of play: carry-overs only grow."""
    stanza_of: dict[_Teams, dict[str, Stanza]] = {}
    for publication in publications:
        for match in publication.published.matches:
            if match.carried is not None and match.home and match.visitors:
                teams = tuple(sorted((match.home, match.visitors), key=lambda who: (len(who), who)))
                stanza_of.setdefault((teams[0], teams[1]), {})[match.round] = _turn_match(match, teams[0])
    return {
        teams: sorted(stanzas.values(), key=lambda stanza: (sum(stanza.carried), stanza.first or 0))
        for teams, stanzas in stanza_of.items()
    }


def _turn_match(match: PublishedMatch, first: str) -> Stanza:
    carried, won = match.carried or (Fraction(0), Fraction(0)), match.won
    if match.home != first:
        carried, won = carried[::-1], None if won is None else won[::-1]
    return Stanza(match.round, match.first, match.last, carried, won)


def published_scores(stanzas: Sequence[Stanza]) -> Iterator[tuple[Stanza, _Points]]:
    """The points each team won in a stanza, from the file or from the next stanza's title."""
    for place, stanza in enumerate(stanzas):
        later = stanzas[place + 1] if place + 1 < len(stanzas) else None
        if stanza.won is not None:
            yield stanza, stanza.won
        elif later is not None and stanza.is_followed_by(later):
            first, second = (
                after - before for before, after in zip(stanza.carried, later.carried, strict=True)
            )
            if first >= 0 and second >= 0:
                yield stanza, (first, second)


def sum_of(standings: Standings, teams: _Teams, stanza: Stanza) -> MatchSum | None:
    """The points the two teams won in a stanza by our count, or None if we have none of its boards."""
    sums = (
        match
        for key, match in standings.matches.items()
        if (key.first, key.second, key.round) == (*teams, stanza.round)
    )
    return next(sums, None)


def find_carry_over(publications: Sequence[FilePublication], standings: Standings) -> tuple[ExtraPoints, ...]:
    """Each team's points beyond the boards we have: up to the last stanza the published score counts."""
    extras: list[ExtraPoints] = []
    for teams, stanzas in stanzas_of(publications).items():
        *earlier, last = stanzas
        sums = [sum_of(standings, teams, stanza) or MatchSum() for stanza in earlier]
        first = last.carried[0] - sum((match.won_first for match in sums), Fraction(0))
        second = last.carried[1] - sum((match.won_second for match in sums), Fraction(0))
        for who, other, points in ((*teams, first), (*teams[::-1], second)):
            if points:
                extras.append(ExtraPoints(who, points, last.round, other))
    return tuple(extras)


def carry_over(
    event: EventSettings, publications: Sequence[FilePublication], scorer: Scorer
) -> EventSettings:
    """The settings of a knock-out with what the files say was carried over, and its standings with them."""
    if not event.form.scoring.merges or "carry" in event.stated:
        return event
    carried = find_carry_over(publications, scorer.standings[ResultVersion.RULED])
    complete = replace(event, carried=carried)
    for standings in scorer.standings.values():
        standings.event = complete
    return complete
