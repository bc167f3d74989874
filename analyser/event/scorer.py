"""Scores of boards under every version of the results (as played, as ruled, as we rule) and the effect of each ruling."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from analyser.bridge import Side
from analyser.casefile import Form
from analyser.event.board_scores import ArtificialAwards, EarnedPoints, FinalScore, match_board, score_board
from analyser.event.settings import EventSettings
from analyser.event.standings import BoardPoints, MatchKey, RankedScore, ScoreDelta, Standings
from analyser.event.store import BoardGroup, TableEntry
from analyser.scoring import FaultValues, SessionClamp, fault_values


class ResultVersion(StrEnum):
    """The version of the results under which the event is scored."""

    TABLE = "table"  # before any adjustment
    RULED = "ruled"  # as the event's rulings have it
    OURS = "ours"  # as our analysis has it
    ASKED = "asked"  # the same under the edition or authority asked for


class EffectKind(StrEnum):
    """What is compared: the ruling with the table result, or our ruling with the one given."""

    RULING = "ruling"
    OURS = "ours"
    ASKED = "asked"


COMPARED = {
    EffectKind.RULING: ResultVersion.TABLE,
    EffectKind.OURS: ResultVersion.OURS,
    EffectKind.ASKED: ResultVersion.ASKED,
}


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The change due to one ruling, everything else as ruled: `delta` leads from the standings as ruled to the others.

    `earned` is what each table of the board would earn then, since tie-breaks change with it.
    """

    ruling: int  # the number of the result ruled on
    kind: EffectKind
    delta: ScoreDelta
    earned: tuple[EarnedPoints | None, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardScores:
    """The points of each table of a board under each version, in the order of the tables, and the Butler score."""

    earned: Mapping[ResultVersion, Sequence[EarnedPoints | None]]
    butler: Sequence[EarnedPoints | None]
    alone: tuple[int, ...] = ()  # tables whose other room is missing
    effects: tuple[RulingEffect, ...] = ()


_ONE_FIELD: Mapping[str, str] = {}
_NOT_RULED_ON: Mapping[ResultVersion, FinalScore] = {}
_NOT_SETTLED: Mapping[int, FinalScore] = {}


@dataclass(slots=True)
class Scorer:
    """The standings of every version, updated board by board.

    `rulings` holds, for the number of a result ruled on, its final score in each version that differs from the table.
    """

    event: EventSettings
    versions: tuple[ResultVersion, ...] = (ResultVersion.TABLE, ResultVersion.RULED, ResultVersion.OURS)
    rulings: dict[int, Mapping[ResultVersion, FinalScore]] = field(default_factory=dict)
    awards: ArtificialAwards = field(default_factory=ArtificialAwards)
    clamp: SessionClamp = SessionClamp.EXACT
    clamp_asked: SessionClamp | None = None  # under the edition asked for; as the event's own when left out
    percents: FaultValues = field(default_factory=lambda: fault_values(60, 50, 40))
    fullest: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How many tables the fullest board of each session (and section, where these are apart) has."""
    lines: Mapping[str, str] = field(default_factory=dict)
    standings: dict[ResultVersion, Standings] = field(default_factory=dict)
    pairs: dict[str, list[Fraction]] = field(default_factory=dict)  # Butler: sum and boards of each pair
    effects: list[RulingEffect] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Standings for every version, empty so far."""
        asked = self.clamp if self.clamp_asked is None else self.clamp_asked
        self.standings = {
            version: Standings(
                self.event,
                asked if version is ResultVersion.ASKED else self.clamp,
                self.percents,
                lines=self.lines,
            )
            for version in self.versions
        }

    def fullest_of(self, entry: TableEntry) -> int:
        """The number of tables of the fullest board in the field of this result."""
        return self.fullest.get((entry.session, entry.section if self.event.apart else ""), 0)

    def board(self, group: BoardGroup, settled: Mapping[int, FinalScore] = _NOT_SETTLED) -> BoardScores:
        """Score a board under every version and enter it; `settled` are results the file itself gives by a ruling."""
        entries = group.entries
        for number, final in settled.items():
            self.rulings[number] = dict.fromkeys(self.versions[1:], final)
        ruled = [entry for entry in entries if entry.number in self.rulings]
        plain = self._points_earned(entries, ResultVersion.TABLE)
        earned = {ResultVersion.TABLE: plain}
        for version in self.versions[1:]:
            earned[version] = self._points_earned(entries, version) if ruled else plain
        for version, standings in self.standings.items():
            self._enter(entries, earned[version], standings)
        as_ruled = earned[ResultVersion.RULED] if ruled else ()
        effects = tuple(effect for entry in ruled for effect in self._effects(entries, entry, as_ruled))
        self.effects += effects
        butler = self._butler(entries)
        without_points = [entry for entry, points in zip(entries, plain, strict=True) if points is None]
        alone = tuple(
            entry.number
            for entry in without_points
            if self.event.is_teams and self.final(entry, ResultVersion.TABLE).is_comparable
        )
        return BoardScores(earned, butler, alone, effects)

    def final(self, entry: TableEntry, version: ResultVersion) -> FinalScore:
        """The final score of a result in a version."""
        ruled = self.rulings.get(entry.number, _NOT_RULED_ON)
        if version in ruled:
            return ruled[version]
        if entry.artificial is not None:
            return FinalScore(award=self.awards.sides(entry.artificial, self.event.form))
        score = entry.score_ns
        return FinalScore() if score is None else FinalScore.from_score(score)

    def _points_earned(
        self, entries: Sequence[TableEntry], version: ResultVersion
    ) -> list[EarnedPoints | None]:
        return self._score_tables(entries, [self.final(entry, version) for entry in entries])

    def _score_tables(
        self, entries: Sequence[TableEntry], finals: Sequence[FinalScore]
    ) -> list[EarnedPoints | None]:
        if self.event.is_teams:
            return self._matches(entries, finals)
        points: list[EarnedPoints | None] = [None] * len(entries)
        for places in _fields(entries, apart=self.event.apart):
            counted = [place for place in places if finals[place].counts]
            final_scores = [finals[place] for place in counted]
            earned = score_board(
                self.event.form, final_scores, self.event.field_rules, self.fullest_of(entries[places[0]])
            )
            for place, of_table in zip(counted, earned, strict=True):
                points[place] = of_table
        return points

    def _matches(
        self, entries: Sequence[TableEntry], finals: Sequence[FinalScore]
    ) -> list[EarnedPoints | None]:
        points: list[EarnedPoints | None] = [None] * len(entries)
        field = self._field_ofrooms_of(finals)
        for first, second in rooms_of(entries):
            earned = match_board(self.event.form, finals[first], finals[second])
            if field and earned is not None:
                earned = self.awards.one_room(field[first], finals[second].award) or earned
                turned = self.awards.one_room(field[second], finals[first].award)
                earned = earned if turned is None else EarnedPoints(turned.ew, turned.ns, turned.top)
            if earned is not None:
                points[first] = earned
                points[second] = EarnedPoints(earned.ew, earned.ns, earned.top)
        return points

    def _field_ofrooms_of(self, finals: Sequence[FinalScore]) -> list[EarnedPoints | None]:
        """Every room against the field, at board-a-match where some room was not played."""
        scored = sum(final.is_comparable for final in finals)
        if (
            not self.event.form.scoring.plain_artificial
            or scored < 2
            or all(final.award is None for final in finals)
        ):
            return []
        return score_board(
            self.event.form, [final if final.is_comparable else FinalScore() for final in finals]
        )

    def _enter(
        self, entries: Sequence[TableEntry], earned: Sequence[EarnedPoints | None], standings: Standings
    ) -> None:
        if self.event.is_teams:
            for first, second in rooms_of(entries):
                points = earned[first]
                if points is not None and earned[second] is not None:
                    key, turned = match_key(entries[first])
                    standings.enter_match(
                        key, *((points.ew, points.ns) if turned else (points.ns, points.ew))
                    )
            return
        for entry, points in zip(entries, earned, strict=True):
            if points is not None:
                for side in Side:
                    standings.enter(_board_points(entry, side, points))

    def _effects(
        self, entries: Sequence[TableEntry], entry: TableEntry, ruled: Sequence[EarnedPoints | None]
    ) -> Iterator[RulingEffect]:
        for kind, version in COMPARED.items():
            if version not in self.versions:
                continue
            finals = [
                self.final(table, version if table.number == entry.number else ResultVersion.RULED)
                for table in entries
            ]
            changed = self._score_tables(entries, finals)
            yield RulingEffect(entry.number, kind, self._delta(entries, ruled, changed), tuple(changed))

    def _delta(
        self,
        entries: Sequence[TableEntry],
        before: Sequence[EarnedPoints | None],
        after: Sequence[EarnedPoints | None],
    ) -> ScoreDelta:
        """The difference from one scoring of the board to another."""
        if self.event.is_teams:
            for first, _ in rooms_of(entries):
                old, new = before[first], after[first]
                if old is not None and new is not None and old != new:
                    key, turned = match_key(entries[first])
                    changes = [(new.ns - old.ns, board_won(new.ns) - board_won(old.ns))]
                    changes.append((new.ew - old.ew, board_won(new.ew) - board_won(old.ew)))
                    (ours, ours_won), (theirs, theirs_won) = reversed(changes) if turned else changes
                    return ScoreDelta((), (), key, ours, theirs, ours_won, theirs_won)
            return ScoreDelta()
        moved = [
            (_board_points(entry, side, old), _board_points(entry, side, new))
            for entry, old, new in zip(entries, before, after, strict=True)
            if old is not None and new is not None
            for side in Side
            if entry.competitor_of(side)
        ]
        moved = [(old, new) for old, new in moved if old != new]
        return ScoreDelta(tuple(old for old, _ in moved), tuple(new for _, new in moved))

    def _butler(self, entries: Sequence[TableEntry]) -> Sequence[EarnedPoints | None]:
        """Add every table's score against the datum, as ruled, to its pairs."""
        version = ResultVersion.RULED if ResultVersion.RULED in self.versions else ResultVersion.TABLE
        finals = [self.final(entry, version) for entry in entries]
        plain = [FinalScore(final.ns, final.ew) if final.is_comparable else FinalScore() for final in finals]
        earned = score_board(Form.BUTLER, plain, self.event.field_rules)
        for entry, points in zip(entries, earned, strict=True):
            if points is not None:
                for side in Side:
                    if pair := entry.pair_of(side):
                        total = self.pairs.setdefault(pair, [Fraction(0), Fraction(0)])
                        total[0] += points.points_of(side)
                        total[1] += 1
        return earned


def _fields(entries: Sequence[TableEntry], *, apart: bool) -> list[list[int]]:
    """The fields of tables compared with each other: all, or by section."""
    fields: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        fields.setdefault(entry.section if apart else "", []).append(place)
    return list(fields.values())


def lines_of(
    event: EventSettings, seats: Mapping[str, tuple[int, int]], sections: Mapping[str, str] = _ONE_FIELD
) -> dict[str, str]:
    """The line each competitor belongs to, North-South or East-West; empty where all are in one list.

    If neither settings nor files state the number of winners, two lines that never meet have one each: their scores
    cannot be compared. `sections` with separate lists come before the line.

    >>> lines_of(EventSettings(), {"1": (4, 0), "2": (0, 4)}), lines_of(EventSettings(), {"1": (4, 2), "2": (2, 4)})
    ({'1': 'NS', '2': 'EW'}, {})
    """
    apart = all(not ns or not ew for ns, ew in seats.values())
    if event.is_teams or event.by_match:
        return {}
    if event.winners == 1 or (event.winners is None and not apart):
        return dict(sections)
    lines = {who: str(Side.NS if ns >= ew else Side.EW) for who, (ns, ew) in seats.items()}
    return {who: f"{sections.get(who, '')} {line}".strip() for who, line in lines.items()}


def line_in(within: str) -> str:
    """The line (`NS`, `EW` or none) of this list.

    >>> line_in("NS"), line_in("A EW"), line_in("A")
    ('NS', 'EW', '')
    """
    word = within.rpartition(" ")[2]
    return word if word in (Side.NS.name, Side.EW.name) else ""


def _board_points(entry: TableEntry, side: Side, earned: EarnedPoints) -> BoardPoints:
    award = None if earned.award is None else earned.award.ns if side is Side.NS else earned.award.ew
    match = (entry.session, entry.round, entry.competitor_of(side.other))
    return BoardPoints(
        entry.competitor_of(side), entry.session, earned.points_of(side), earned.top, award, match
    )


def board_won(points: Fraction) -> Fraction:
    """The points of a board for a team that scores by boards won."""
    return max(points, Fraction(0))


def match_key(entry: TableEntry) -> tuple[MatchKey, bool]:
    """The match a result belongs to, and whether its North-South team is the second one."""
    first, second = sorted((entry.ns, entry.ew), key=lambda who: (len(who), who))
    return MatchKey(entry.session, entry.round, first, second), first != entry.ns


def rooms_of(entries: Sequence[TableEntry]) -> Iterator[tuple[int, int]]:
    """The two rooms of each match: the same two teams, the other way round."""
    waiting: dict[tuple[str, str, str], int] = {}
    for place, entry in enumerate(entries):
        if not entry.ns or not entry.ew:
            continue
        other = waiting.pop((entry.round, entry.ew, entry.ns), None)
        if other is None:
            waiting[entry.round, entry.ns, entry.ew] = place
        else:
            yield other, place


@dataclass(frozen=True, slots=True)
class CompetitorStandings:
    """One competitor: his score and rank in every version."""

    who: str
    within: str
    boards: int
    by_version: Mapping[ResultVersion, RankedScore]

    @property
    def places_won_by_rulings(self) -> int:
        """Places won (positive) or lost from the table results to the rulings."""
        return self.by_version[ResultVersion.TABLE].rank - self.by_version[ResultVersion.RULED].rank

    @property
    def places_won_by_ours(self) -> int:
        """Places won (positive) or lost from the rulings to our analysis."""
        return self.by_version[ResultVersion.RULED].rank - self.by_version[ResultVersion.OURS].rank


@dataclass(frozen=True, slots=True)
class RankChange:
    """The effect of one ruling on one competitor, everything else as ruled.

    `on_board` is the gain on the board itself, `gained` that in the final score, both relative to the table result
    (for our own ruling, to the ruling given); ranks are without it and with it, and how many share them.
    """

    ruling: int
    kind: EffectKind
    who: str
    on_board: Fraction
    gained: Fraction
    rank_without: int
    rank_with: int
    sharing_without: int = 1
    sharing_with: int = 1


@dataclass(frozen=True, slots=True)
class DecidedPlace:
    """A place that depends on one ruling: who has it with the ruling, and who without."""

    ruling: int
    kind: EffectKind
    place: int
    within: str
    with_it: tuple[str, ...]
    without: tuple[str, ...]


def side_by_side(standings: Mapping[ResultVersion, Standings]) -> list[CompetitorStandings]:
    """Every competitor with the standings of each version, in the order of those as ruled."""
    competitors: dict[tuple[str, str], dict[ResultVersion, RankedScore]] = {}
    for version, of_version in standings.items():
        for ranked in of_version.ranking():
            competitors.setdefault((ranked.within, ranked.who), {})[version] = ranked
    order = ResultVersion.RULED if ResultVersion.RULED in standings else ResultVersion.TABLE
    lines = [
        CompetitorStandings(who, within, versions[order].boards, versions)
        for (within, who), versions in competitors.items()
        if len(versions) == len(standings)
    ]
    return sorted(
        lines,
        key=lambda line: (
            line.within.removesuffix(
                line_in(line.within)
            ),  # section by section, North-South before East-West
            line_in(line.within) == Side.EW.name,
            line.by_version[order].rank,
            len(line.who),
            line.who,
        ),
    )


def _ranked_with_ties(
    ranking: Sequence[RankedScore],
) -> tuple[dict[tuple[str, str], RankedScore], Counter[tuple[str, int]]]:
    """Everybody's line, and how many share each rank of each list."""
    lines = {(line.within, line.who): line for line in ranking}
    return lines, Counter((line.within, line.rank) for line in ranking)


def changes_of(effects: Sequence[RulingEffect], standings: Standings) -> Iterator[RankChange]:
    """The effects of each ruling on every competitor whose score or rank it changed."""
    ruled, sharing = _ranked_with_ties(standings.ranking())
    for effect in effects:
        if effect.delta == ScoreDelta():
            continue
        other, sharing_other = _ranked_with_ties(standings.ranking(effect.delta))
        # An effect leads away from the ruling given: the worth of that ruling is its opposite.
        sign = -1 if effect.kind is EffectKind.RULING else 1
        on_board: dict[str, Fraction] = {}
        for who, points in effect.delta.competitor_gains:
            on_board[who] = on_board.get(who, Fraction(0)) + points
        for key, standing in ruled.items():
            there = other[key]
            share_here, share_there = (
                sharing[standing.within, standing.rank],
                sharing_other[standing.within, there.rank],
            )
            if (there.score, there.rank, share_there) == (
                standing.score,
                standing.rank,
                share_here,
            ):
                continue
            before, after = (there, standing) if sign < 0 else (standing, there)
            shares = (share_there, share_here) if sign < 0 else (share_here, share_there)
            yield RankChange(
                effect.ruling,
                effect.kind,
                standing.who,
                sign * on_board.get(standing.who, Fraction(0)),
                after.score - before.score,
                before.rank,
                after.rank,
                *shares,
            )


def decided_places(
    effects: Sequence[RulingEffect],
    ranking: Callable[[RulingEffect | None], Sequence[RankedScore]],
    event: EventSettings,
) -> Iterator[DecidedPlace]:
    """The places (the first, and those of the settings) that another ruling would give to somebody else.

    `ranking` gives the standings as ruled, or with one effect, with ties broken.
    """
    ruled = ranking(None)
    for effect in effects:
        other = ranking(effect)  # where no score moves, the total points that break a tie may
        for within in dict.fromkeys(ranked.within for ranked in ruled):
            for place in dict.fromkeys((1, *event.qualify)):
                ours, theirs = _holders(ruled, within, place), _holders(other, within, place)
                if ours != theirs:
                    pair = (ours, theirs) if effect.kind is EffectKind.RULING else (theirs, ours)
                    yield DecidedPlace(effect.ruling, effect.kind, place, within, *pair)


def _holders(ranking: Sequence[RankedScore], within: str, place: int) -> tuple[str, ...]:
    """The competitors at this place or above it."""
    return tuple(sorted(ranked.who for ranked in ranking if ranked.within == within and ranked.rank <= place))
