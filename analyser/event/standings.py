"""The standings of an event under one version of its results, with artificial scores that depend on their session.

Law 12C2(c) (88 in 1997) raises the innocent pair's artificial score to its percentage on the boards it played in that
session and lowers the offender's. Boards with artificial scores are left out, so that two do not depend on each other.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyser.event.settings import EventSettings, converts_matches
from analyser.scoring import (
    DegreeOfFault,
    FaultValues,
    SessionClamp,
    artificial_score,
    fault_values,
    match_points,
    percent_of_top,
    scale_named,
)

Meeting = tuple[str, str, str, str]
"""One side of a match: its session and round, who, against whom."""


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """A competitor's points on one board and their maximum; `award` is the percentage of an artificial score."""

    who: str
    session: str
    points: Fraction
    top: Fraction = Fraction(0)
    award: Fraction | None = None
    match: tuple[str, ...] = ()  # session, round and opponents


@dataclass(slots=True)
class SessionScores:
    """One competitor's sessions: points on the boards played, and artificial scores."""

    played: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    awards: Counter[tuple[str, Fraction, Fraction]] = field(default_factory=Counter)
    """How many of each: session, percentage, top."""

    def enter(self, line: BoardPoints, times: int = 1) -> None:
        """Add one board, or (`times` -1) remove it."""
        if line.award is not None:
            self.awards[line.session, line.award, line.top] += times
            return
        points, top = self.played.get(line.session, (Fraction(0), Fraction(0)))
        self.played[line.session] = points + times * line.points, top + times * line.top

    def with_boards(self, moved: Sequence[tuple[BoardPoints, BoardPoints]]) -> "SessionScores":
        """The same sessions with some boards scored differently."""
        if not moved:
            return self
        other = SessionScores(dict(self.played), Counter(self.awards))
        for old, new in moved:
            other.enter(old, -1)
            other.enter(new)
        return other

    def session_gain(self, clamp: SessionClamp, values: FaultValues) -> Fraction:
        """The points the artificial scores gain (or lose) from the rest of their sessions.

        >>> scores = SessionScores()
        >>> scores.enter(BoardPoints("1", "", Fraction(13), Fraction(20)))
        >>> scores.enter(BoardPoints("1", "", Fraction(12), Fraction(20), award=Fraction(60)))
        >>> str(scores.session_gain(SessionClamp.BOTH, fault_values(60, 50, 40)))
        '1'
        """
        total = Fraction(0)
        for (session, award, top), times in self.awards.items():
            points, of = self.played.get(session, (Fraction(0), Fraction(0)))
            # The fault of a plain percentage; another percentage was fixed by somebody and stays.
            fault = next((fault for fault in DegreeOfFault if values[fault] == award), None)
            if fault is not None and of:
                percent = artificial_score(fault, values, clamp, 100 * points / of)
                total += times * percent_of_top(percent - award, top)
        return total


@dataclass(frozen=True, slots=True, order=True)
class MatchKey:
    """A match: its session and round, and the two teams in the order of their numbers."""

    session: str
    round: str
    first: str
    second: str


@dataclass(slots=True)
class MatchSum:
    """The sums of a match so far: each team's balance, the points on boards it won, and the number of boards."""

    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)
    boards: int = 0
    won_first: Fraction = Fraction(0)
    won_second: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A pair's points in one match against a field, their maximum at matchpoints, and the number of boards."""

    points: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    boards: int = 0

    def plus(self, points: Fraction, top: Fraction = Fraction(0), boards: int = 0) -> "PairMatch":
        """The match with more points, or with one board more."""
        return PairMatch(self.points + points, self.top + top, self.boards + boards)


MatchesOfPair = Mapping[tuple[str, ...], PairMatch]
"""A pair's matches, by session, round and opponents."""


@dataclass(slots=True)
class CompetitorTotal:
    """The totals of one competitor so far."""

    points: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    boards: int = 0
    sessions: SessionScores = field(default_factory=SessionScores)
    matches: dict[tuple[str, ...], PairMatch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreDelta:
    """The change of one ruling on its board: points of a field (`out` is replaced by `into`), or of a match's two sides."""

    out: tuple[BoardPoints, ...] = ()
    into: tuple[BoardPoints, ...] = ()
    match: MatchKey | None = None
    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)
    won_first: Fraction = Fraction(0)
    won_second: Fraction = Fraction(0)

    @property
    def competitor_gains(self) -> tuple[tuple[str, Fraction], ...]:
        """The gain of each competitor on the board."""
        if self.match is not None:
            return ((self.match.first, self.first), (self.match.second, self.second))
        pairs = zip(self.out, self.into, strict=True)
        return tuple((new.who, new.points - old.points) for old, new in pairs if new.points != old.points)


_UNCHANGED = ScoreDelta()


@dataclass(frozen=True, slots=True)
class RankedScore:
    """One line of the standings: competitor, score, rank (shared by equals), and boards or matches played.

    `within` names the list the rank belongs to: the whole event, or one match of a knock-out.
    """

    who: str
    score: Fraction
    rank: int
    boards: int
    within: str = ""


def rank_scores(scores: Mapping[str, tuple[Fraction, int]], within: str = "") -> list[RankedScore]:
    """The ranked lines, best first; equal scores share the rank, and the next rank counts them all.

    >>> [(line.who, line.rank) for line in rank_scores({"1": (Fraction(3), 2), "2": (Fraction(5), 2), "3": (Fraction(3), 2)})]
    [('2', 1), ('1', 2), ('3', 2)]
    """
    order = sorted(scores.items(), key=lambda item: (-item[1][0], _natural(item[0])))
    ranking: list[RankedScore] = []
    for place, (who, (score, boards)) in enumerate(order, 1):
        same = ranking and ranking[-1].score == score
        ranking.append(RankedScore(who, score, ranking[-1].rank if same else place, boards, within))
    return ranking


def _natural(text: str) -> tuple[int, str]:
    """The sort key with shorter numbers first, so that pair 9 comes before pair 10."""
    return (len(text), text)


def victory_points_of(
    matches: MatchesOfPair, event: EventSettings, halves: Collection[tuple[str, ...]] = ()
) -> dict[tuple[str, ...], Fraction]:
    """A pair's victory points by match, some of them half matches; empty if no scale is known.

    >>> from analyser.casefile import Form
    >>> matches = {("", "1", "7"): PairMatch(Fraction(12), boards=16), ("", "2", "9"): PairMatch(boards=16)}
    >>> [str(won) for won in victory_points_of(matches, EventSettings(form=Form.BUTLER)).values()]
    ['332/25', '10']
    """
    if not converts_matches(event):
        return {}
    if event.percents is None:
        scale = scale_named(str(event.scale))
        return {
            key: match_points(match.points, event.boards or match.boards, scale).ns
            for key, match in matches.items()
        }
    return {
        key: event.percents.points(
            100 * match.points / match.top if match.top else Fraction(50),
            match.boards if key in halves else event.boards or match.boards,
            half=key in halves,
        )
        for key, match in matches.items()
    }


@dataclass(slots=True)
class Standings:
    """The scores of all competitors under one version of the results."""

    event: EventSettings
    clamp: SessionClamp = SessionClamp.EXACT
    """Whose artificial scores follow the rest of their session, by the Laws of the day (12C2c)."""
    values: FaultValues = field(default_factory=lambda: fault_values(60, 50, 40))
    competitors: dict[str, CompetitorTotal] = field(default_factory=dict)
    matches: dict[MatchKey, MatchSum] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    """Where each line has a winner of its own: who belongs to which."""
    beyond: Mapping[Meeting, Fraction] = field(default_factory=dict)
    """What the file gives for a match beyond the victory points of its boards."""
    met: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    """Whom a pair meets in a round."""

    def enter(self, line: BoardPoints) -> None:
        """Enter a competitor's points on a board."""
        if line.who:
            total = self.competitors.setdefault(line.who, CompetitorTotal())
            total.points += line.points
            total.top += line.top
            total.boards += 1
            total.sessions.enter(line)
            if self.event.by_match:
                match = total.matches.get(line.match, PairMatch())
                total.matches[line.match] = match.plus(line.points, line.top, 1)
                *where, other = line.match
                self.met.setdefault((*where, line.who), set()).add(other)

    def session_followers(self) -> list[str]:
        """The competitors whose artificial scores depend on the rest of their session."""
        gains = {
            who: total.sessions.session_gain(self.clamp, self.values)
            for who, total in self.competitors.items()
        }
        return sorted((who for who, gain in gains.items() if gain), key=_natural)

    def enter_match(self, key: MatchKey, first: Fraction, second: Fraction) -> None:
        """Enter a board of a match."""
        match = self.matches.setdefault(key, MatchSum())
        match.first += first
        match.second += second
        match.won_first += max(first, Fraction(0))
        match.won_second += max(second, Fraction(0))
        match.boards += 1

    def ranking(self, delta: ScoreDelta | None = None) -> list[RankedScore]:
        """The ranked lists, or those with one change."""
        change = delta or _UNCHANGED
        if not self.event.is_teams:
            return self._lists(self._pairs(change))
        if self.event.form.scoring.merges:
            return self._knockout(change)
        return rank_scores(self._sum_matches(self.match_scores(change), {}))

    def _pairs(self, delta: ScoreDelta) -> dict[str, tuple[Fraction, int]]:
        """The scores of pairs: percentages at matchpoints, victory points if matches are converted, sums elsewhere."""
        moved: dict[str, list[tuple[BoardPoints, BoardPoints]]] = {}
        for pair in zip(delta.out, delta.into, strict=True):
            moved.setdefault(pair[0].who, []).append(pair)
        beyond: dict[str, Fraction] = {}
        for (_, _, who, _), points in self.beyond.items():
            beyond[who] = beyond.get(who, Fraction(0)) + points
        scores = {}
        for who, total in self.competitors.items():
            changes = moved.get(who, [])
            points = total.points + sum((new.points - old.points for old, new in changes), Fraction(0))
            if self.clamp is not SessionClamp.EXACT:
                points += total.sessions.with_boards(changes).session_gain(self.clamp, self.values)
            if self.event.form.scoring.every_trick_counts:
                points = 100 * points / total.top if total.top else Fraction(0)
            if self.event.by_match:
                points = self._sum_victory_points(total, changes) + beyond.get(who, 0)
            extra = self._carried_less_penalties(who) - self._tops_lost(who, total.boards)
            scores[who] = (points + extra, total.boards)
        return scores

    def _sum_victory_points(
        self, total: CompetitorTotal, moved: Sequence[tuple[BoardPoints, BoardPoints]]
    ) -> Fraction:
        """The sum of a pair's victory points over its matches."""
        won = dict(total.matches)
        for old, new in moved:
            won[new.match] = won[new.match].plus(new.points - old.points)
        return sum(victory_points_of(won, self.event, self._halves(won)).values(), Fraction(0))

    def _halves(self, matches: MatchesOfPair) -> set[tuple[str, ...]]:
        """The half matches among a pair's: a pair that meets two others in a round plays half a match against each."""
        return {
            (*where, other)
            for *where, other in matches
            if where[-1] and max(len(self.met[*where, who]) for who in (other, *self.met[*where, other])) > 1
        }

    def _tops_lost(self, who: str, boards: int) -> Fraction:
        """Penalties in percent of a board's top, as percent of the maximum of all boards."""
        lost = (extra.points for extra in self.event.penalties if extra.of_top and extra.to == who)
        return sum(lost, Fraction(0)) / boards

    def _lists(self, scores: Mapping[str, tuple[Fraction, int]]) -> list[RankedScore]:
        """One list, or one for each line of the movement."""
        ranking = []
        for line in sorted({self.lines.get(who, "") for who in scores}, reverse=True):
            of_line = {who: score for who, score in scores.items() if self.lines.get(who, "") == line}
            ranking += rank_scores(of_line, line)
        return ranking

    def _carried_less_penalties(self, who: str, other: str = "") -> Fraction:
        """Carry-over less penalties; in a match only those for every match or for this one."""
        carried, penalties = (
            sum(
                (extra.points for extra in extras if extra.counts(who, other) and not extra.of_top),
                Fraction(0),
            )
            for extras in (self.event.carried, self.event.penalties)
        )
        return carried - penalties

    def match_scores(self, change: ScoreDelta = _UNCHANGED) -> dict[MatchKey, tuple[Fraction, Fraction]]:
        """Each match in the event's final unit: IMPs, victory points, or boards won.

        In a knock-out a team has the points it won: two balances would count each board twice and a carry-over once.
        """
        form = self.event.form.scoring
        scale = scale_named(str(self.event.scale)) if form.uses_scale else None
        scores = {}
        for key in sorted(self.matches):
            match = self.matches[key]
            first, second = (
                (match.won_first, match.won_second) if form.merges else (match.first, match.second)
            )
            if key == change.match:
                first += change.won_first if form.merges else change.first
                second += change.won_second if form.merges else change.second
            if scale is not None:  # each team's own: what one won need not be what the other lost
                boards = self.event.boards or match.boards
                first, second = (match_points(imps, boards, scale).ns for imps in (first, second))
                first += self.beyond.get((key.session, key.round, key.first, key.second), 0)
                second += self.beyond.get((key.session, key.round, key.second, key.first), 0)
            scores[key] = (first, second)
        return scores

    def won_in_matches(self) -> dict[Meeting, Fraction]:
        """Each side's victory points in each match; the published ones if no scale is known."""
        won = dict(self.beyond)
        if self.event.is_teams:
            for key, (first, second) in self.match_scores().items():
                won[key.session, key.round, key.first, key.second] = first
                won[key.session, key.round, key.second, key.first] = second
        else:
            for who, total in self.competitors.items():
                halves = self._halves(total.matches)
                of_matches = victory_points_of(total.matches, self.event, halves)
                for (session, number, other), points in of_matches.items():
                    meeting = (session, number, who, other)
                    won[meeting] = points + won.get(meeting, 0)
        return won

    def _sum_matches(
        self, matches: Mapping[MatchKey, tuple[Fraction, Fraction]], against: Mapping[str, str]
    ) -> dict[str, tuple[Fraction, int]]:
        """Each team's sum over its matches with carry-over and penalties, and the number of boards it played."""
        teams: dict[str, tuple[Fraction, int]] = {}
        for key, (first, second) in matches.items():
            for who, points in ((key.first, first), (key.second, second)):
                score, count = teams.get(who, (Fraction(0), 0))
                teams[who] = (score + points, count + self.matches[key].boards)
        return {
            who: (score + self._carried_less_penalties(who, against.get(who, "")), count)
            for who, (score, count) in teams.items()
        }

    def _knockout(self, delta: ScoreDelta) -> list[RankedScore]:
        """A list of two for each match: the sum of its rounds with the carry-over."""
        together: dict[tuple[str, str], dict[MatchKey, tuple[Fraction, Fraction]]] = {}
        for key, points in self.match_scores(delta).items():
            together.setdefault((key.first, key.second), {})[key] = points
        ranking = []
        for (first, second), matches in sorted(together.items()):
            against = {first: second, second: first}
            ranking += rank_scores(self._sum_matches(matches, against), f"{first} – {second}")
        return ranking
