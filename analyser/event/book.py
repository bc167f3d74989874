"""The standings of an event: points of pairs, matches of teams, ranks and who shares one; exact to the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from analyser.event.sessions import Line, Sessions
from analyser.event.settings import Event
from analyser.scoring import ArtificialValues, Scale, SessionClamp, match_points, scale_named

__all__ = ["Book", "Delta", "MatchKey", "MatchSum", "Row", "Standing", "ranked"]


@dataclass(frozen=True, slots=True, order=True)
class MatchKey:
    """A match: its session and round, and the two teams in the order of their numbers."""

    session: str
    round: str
    first: str
    second: str


@dataclass(slots=True)
class MatchSum:
    """The boards of a match so far: each team's own sum, and how many boards."""

    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)
    boards: int = 0


@dataclass(slots=True)
class Row:
    """The boards of one competitor so far."""

    points: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    boards: int = 0
    sessions: Sessions = field(default_factory=Sessions)


@dataclass(frozen=True, slots=True)
class Delta:
    """What one ruling changes on its board: competitors of a field (`out` makes room for `into`), or the two sides of a match."""

    out: tuple[Line, ...] = ()
    into: tuple[Line, ...] = ()
    match: MatchKey | None = None
    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)

    @property
    def rows(self) -> tuple[tuple[str, Fraction], ...]:
        """What each competitor gains on the board."""
        pairs = zip(self.out, self.into, strict=True)
        return tuple((new.who, new.points - old.points) for old, new in pairs if new.points != old.points)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings: who, what was scored, the rank (shared by equals), and boards or matches played.

    `within` names the list the rank belongs to: the whole event, or one match of a knock-out.
    """

    who: str
    score: Fraction
    rank: int
    boards: int
    within: str = ""


def ranked(scores: Mapping[str, tuple[Fraction, int]], within: str = "") -> list[Standing]:
    """The best first; who has the same shares the rank, and the next rank counts them all.

    >>> [(one.who, one.rank) for one in ranked({"1": (Fraction(3), 2), "2": (Fraction(5), 2), "3": (Fraction(3), 2)})]
    [('2', 1), ('1', 2), ('3', 2)]
    """
    order = sorted(scores.items(), key=lambda item: (-item[1][0], _natural(item[0])))
    found: list[Standing] = []
    for place, (who, (score, boards)) in enumerate(order, 1):
        same = found and found[-1].score == score
        found.append(Standing(who, score, found[-1].rank if same else place, boards, within))
    return found


def _natural(text: str) -> tuple[int, str]:
    """Shorter numbers first, so that pair 9 stands before pair 10."""
    return (len(text), text)


@dataclass(slots=True)
class Book:
    """Everything scored under one version of the results."""

    event: Event
    clamp: SessionClamp = SessionClamp.EXACT
    """Whose artificial scores follow the rest of their session, by the Laws of the day (12C2c)."""
    values: ArtificialValues = field(default_factory=lambda: ArtificialValues.of(60, 50, 40))
    rows: dict[str, Row] = field(default_factory=dict)
    matches: dict[MatchKey, MatchSum] = field(default_factory=dict)

    def enter(self, line: Line) -> None:
        """A competitor's points on a board."""
        if line.who:
            row = self.rows.setdefault(line.who, Row())
            row.points += line.points
            row.top += line.top
            row.boards += 1
            row.sessions.enter(line)

    def following(self) -> list[str]:
        """Whose artificial scores follow the rest of their session."""
        followers = [who for who, row in self.rows.items() if row.sessions.follows(self.clamp, self.values)]
        return sorted(followers, key=_natural)

    def enter_match(self, key: MatchKey, first: Fraction, second: Fraction) -> None:
        """A board of a match."""
        found = self.matches.setdefault(key, MatchSum())
        found.first += first
        found.second += second
        found.boards += 1

    def standings(self, delta: Delta | None = None) -> list[Standing]:
        """The lists as they stand, or as they would stand with something changed."""
        if not self.event.is_teams:
            return ranked(self._pairs(delta or Delta()))
        if self.event.form.scoring.merges:
            return self._knockout(delta or Delta())
        return ranked(self._teams(delta or Delta()))

    def _pairs(self, delta: Delta) -> dict[str, tuple[Fraction, int]]:
        """Percentages at matchpoints, sums elsewhere."""
        moved: dict[str, list[tuple[Line, Line]]] = {}
        for pair in zip(delta.out, delta.into, strict=True):
            moved.setdefault(pair[0].who, []).append(pair)
        found = {}
        for who, row in self.rows.items():
            own = moved.get(who, [])
            points = row.points + sum((new.points - old.points for old, new in own), Fraction(0))
            if self.clamp is not SessionClamp.EXACT:
                points += row.sessions.changed(own).follows(self.clamp, self.values)
            if self.event.form.scoring.every_trick_counts:
                points = 100 * points / row.top if row.top else Fraction(0)
            found[who] = (points + self._apart(who), row.boards)
        return found

    def _apart(self, who: str) -> Fraction:
        """Carry-over less penalties."""
        carried = sum((one.points for one in self.event.carried if one.to == who), Fraction(0))
        return carried - sum((one.points for one in self.event.penalties if one.to == who), Fraction(0))

    def match_scores(self, delta: Delta | None = None) -> "dict[MatchKey, tuple[Fraction, Fraction]]":
        """Each match in the event's final unit: IMPs, victory points, or boards won."""
        moved = delta or Delta()
        scale = scale_named(str(self.event.scale)) if self.event.form.scoring.by_scale else None
        found = {}
        for key in sorted(self.matches):
            match = self.matches[key]
            first, second = match.first, match.second
            if key == moved.match:
                first, second = first + moved.first, second + moved.second
            if scale is not None:
                first, second = self._vp(first, match, scale), self._vp(second, match, scale)
            found[key] = (first, second)
        return found

    def _vp(self, imps: Fraction, match: MatchSum, scale: Scale) -> Fraction:
        """A team's victory points from its own IMPs, which need not be what the other lost."""
        return match_points(imps, self.event.boards or match.boards, scale).ns

    def _teams(self, delta: Delta) -> dict[str, tuple[Fraction, int]]:
        found: dict[str, tuple[Fraction, int]] = {}
        for key, (first, second) in self.match_scores(delta).items():
            for who, points in ((key.first, first), (key.second, second)):
                score, count = found.get(who, (Fraction(0), 0))
                found[who] = (score + points, count + self.matches[key].boards)
        return {who: (score + self._apart(who), count) for who, (score, count) in found.items()}

    def _knockout(self, delta: Delta) -> list[Standing]:
        """Each match is a list of two: its rounds together, with what was carried over."""
        together: dict[tuple[str, str], dict[str, tuple[Fraction, int]]] = {}
        for key, (first, second) in self.match_scores(delta).items():
            sides = together.setdefault((key.first, key.second), {})
            for who, points in ((key.first, first), (key.second, second)):
                score, count = sides.get(who, (Fraction(0), 0))
                sides[who] = (score + points, count + self.matches[key].boards)
        found = []
        for (one, other), sides in sorted(together.items()):
            whole = {who: (score + self._apart(who), count) for who, (score, count) in sides.items()}
            found += ranked(whole, f"{one} – {other}")
        return found
