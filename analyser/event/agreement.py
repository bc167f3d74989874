"""Comparison of our figures with the published ones: points on boards, lines of the standings, stanzas of matches.

The results as ruled are compared, since that is what a file publishes. A file with the standings of one session of
several is compared with the boards of that session, or with its own boards if sessions do not separate the files.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from analyser.bridge import Side
from analyser.casefile import Form
from analyser.event.agreement_lines import AgreementLine, DifferenceReason, PublishedNumber
from analyser.event.board_scores import EarnedPoints, FinalScore, match_board, score_board
from analyser.event.given_points import (
    BoardPair,
    GivenBoard,
    given_board,
    given_points,
    is_equal,
    net,
    points_instead,
    rulings_in,
)
from analyser.event.published_matches import PublishedMatches
from analyser.event.questions import Slip, SlipReason
from analyser.event.scorer import ResultVersion, Scorer, rooms_of
from analyser.event.settings import EventSettings, ExtraPoints
from analyser.event.standings import Meeting, Standings, rank_scores
from analyser.event.stanzas import Stanza, published_scores, stanzas_of, sum_of
from analyser.event.store import BoardGroup, FilePublication, TableEntry
from analyser.formats import PointsKind, PublishedLine
from analyser.messages import decimal_text
from analyser.ruling import Finding, FindingClass
from analyser.scoring import Unit, score_ns

_WAYS = frozenset(
    ("factor", "trim", "datum", "exact_datum", "cross")
)  # whoever states one of these wants the points computed by it


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result whose published points no score gives: the published points, and those its score is worth."""

    entry: TableEntry
    theirs: BoardPair
    worth: EarnedPoints | None
    explained: bool = True  # a ruling at this table explains the board: every other table then has its points
    asked: bool = True  # of two rooms of a match only one is a question


@dataclass(slots=True)
class _Played:
    """What a competitor earned in one file or session."""

    points: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    boards: int = 0
    differs: bool = False
    compared: bool = False
    matches: set[tuple[str, str, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _OurList:
    """Our scores and ranks in the event or a part of it, with the competitors whose boards differ from the published ones."""

    scores: Mapping[str, Fraction]
    ranks: Mapping[str, int]
    differing: Collection[str]
    compared: Collection[str]

    def difference_reason(self, who: str) -> DifferenceReason:
        """The likely reason why a competitor's total differs."""
        if who not in self.scores:
            return DifferenceReason.MISSING
        if who in self.differing:
            return DifferenceReason.BOARDS
        return DifferenceReason.APART if who in self.compared else DifferenceReason.UNKNOWN


@dataclass(slots=True)
class PublishedComparison:
    """Comparison of boards, one by one, with what the files publish."""

    event: EventSettings
    publications: Sequence[FilePublication]
    ruled: frozenset[int] = frozenset()  # results with a ruling in the folder
    given: dict[int, GivenResult] = field(default_factory=dict)
    """The results the files themselves give by a ruling."""
    apart: dict[str, Fraction] = field(default_factory=dict)
    """What a published total has beyond its boards, all of which are equal: penalties, carry-over."""
    followers: frozenset[str] = frozenset()
    """Whose artificial scores follow the rest of their session here, and perhaps not there."""
    matches: PublishedMatches = field(default_factory=PublishedMatches)
    _whys: dict[str, DifferenceReason] = field(default_factory=dict)  # why totals differ
    _played: dict[tuple[str, str, str], _Played] = field(default_factory=dict)  # by session, file, competitor

    def rulings_on(self, group: BoardGroup, scorer: Scorer) -> Mapping[int, FinalScore]:
        """The results of a board with published points that no score gives."""
        if not any(entry.points for entry in group.entries):
            return {}
        if self.event.is_teams:
            return self._swings_on(group, scorer)
        settled: dict[int, FinalScore] = {}
        for entries in self._fields(group):
            finals = [scorer.final(entry, ResultVersion.RULED) for entry in entries]
            if any(entry.number in self.ruled for entry in entries):
                continue
            plain = points_earned(finals, scorer, entries[0])
            board = given_board(entries, self.event.form, plain)
            if board is None or not board.differing(plain):
                continue
            field_of = (board, finals, self.event, scorer.fullest_of(entries[0]))
            ruled = rulings_in(*field_of)
            followed = {} if ruled or _WAYS & self.event.stated else points_instead(*field_of)
            settled |= {entries[place].number: final for place, final in (ruled or followed).items()}
            for place in ruled or followed:
                number = entries[place].number
                self.given[number] = GivenResult(
                    entries[place], board.points_at(place), plain[place], explained=place in ruled
                )
        return settled

    def _swings_on(self, group: BoardGroup, scorer: Scorer) -> Mapping[int, FinalScore]:
        """The published swings of a board that the two rooms' scores do not give."""
        entries, settled = group.entries, {}
        for first, second in rooms_of(entries):
            given = [given_points(entries[place], Form.IMPS) for place in (first, second)]
            theirs, turned = (None if points is None else net(points) for points in given)
            finals = [scorer.final(entries[place], ResultVersion.RULED) for place in (first, second)]
            ours = match_board(self.event.form, *finals)
            numbers = {entries[place].number for place in (first, second)}
            if theirs is None or ours is None or is_equal(ours.ns, theirs) or numbers & self.ruled:
                continue
            if turned is not None and is_equal(-theirs, turned):  # both rooms say the same
                settled[entries[first].number] = replace(finals[0], fixed=(theirs, -theirs))
                points_by_line = (ours, EarnedPoints(ours.ew, ours.ns))
                for place, worth in zip((first, second), points_by_line, strict=True):
                    swing = theirs if place == first else -theirs
                    self.given[entries[place].number] = GivenResult(
                        entries[place], (swing, -swing), worth, explained=False, asked=place == first
                    )
        return settled

    def slips_on(self, group: BoardGroup) -> Iterator[Slip]:
        """One question for each result of a board whose published points imply a ruling."""
        for entry in group.entries:
            given = self.given.get(entry.number)
            if given is not None and given.asked:
                yield _given_slip(given)

    def board(
        self, group: BoardGroup, earned: Sequence[EarnedPoints | None], scorer: Scorer
    ) -> Iterator[AgreementLine]:
        """Compare each side's points at every table of a board with the published ones."""
        by_number = {entry.number: points for entry, points in zip(group.entries, earned, strict=True)}
        by_number |= {  # what ours would be: the standings follow the file
            number: given_value.worth
            for number, given_value in self.given.items()
            if number in by_number and not given_value.explained
        }
        differing: set[str] = set()
        compared: set[str] = set()
        if any(entry.points for entry in group.entries):
            for entries in self._fields(group):
                points = [by_number[entry.number] for entry in entries]
                for line in self._board(entries, points, scorer):
                    compared.add(line.who)
                    if not line.is_equal:
                        differing.add(line.who)
                    yield line
        if self.event.unit == Unit.VP:
            self.matches.enter(group.entries, self.ruled)
        if any(publication.published.lines for publication in self.publications):
            self._enter(group.entries, earned, differing, compared)

    def _fields(self, group: BoardGroup) -> list[list[TableEntry]]:
        fields: dict[str, list[TableEntry]] = {}
        for entry in group.entries:
            fields.setdefault(entry.section if self.event.apart else "", []).append(entry)
        return list(fields.values())

    def _board(
        self, entries: Sequence[TableEntry], earned: Sequence[EarnedPoints | None], scorer: Scorer
    ) -> Iterator[AgreementLine]:
        board = given_board(entries, self.event.form, earned)
        if board is None:
            return
        if self.event.is_teams:
            yield from _swings(entries, earned)
            return
        otherwise = self._factored_otherwise(entries, board, scorer)
        for place, (entry, points) in enumerate(zip(entries, earned, strict=True)):
            for side, theirs in zip(Side, board.points_at(place), strict=True):
                if theirs is None:
                    continue
                ours = None if points is None else points.points_of(side)
                equal = ours is not None and board.is_equal(ours, theirs)
                why = (
                    DifferenceReason.EQUAL
                    if equal
                    else DifferenceReason.FEWER
                    if otherwise
                    else self._difference_reason(entry, points)
                )
                why = reason_from_board(entries) if why is DifferenceReason.UNKNOWN else why
                unit = str(self.event.form.scoring.unit)
                yield AgreementLine(
                    PublishedNumber.BOARD, entry, entry.competitor_of(side), unit, ours, theirs, why
                )

    def _factored_otherwise(self, entries: Sequence[TableEntry], board: GivenBoard, scorer: Scorer) -> bool:
        """Whether the published points are those of fewer results without factoring."""
        finals = [scorer.final(entry, ResultVersion.RULED) for entry in entries]
        plain = score_board(self.event.form, finals, self.event.field_rules)
        ours = points_earned(finals, scorer, entries[0])
        return bool(board.differing(ours)) and not board.differing(plain)

    def _difference_reason(self, entry: TableEntry, points: EarnedPoints | None) -> DifferenceReason:
        if entry.number in self.ruled:
            return DifferenceReason.RULED
        if entry.artificial is not None:
            return DifferenceReason.ARTIFICIAL
        if points is None:
            return DifferenceReason.MISSING
        if entry.number in self.given and self.given[entry.number].explained:
            return DifferenceReason.GIVEN
        if entry.result is not None and entry.score not in (
            None,
            score_ns(entry.result, entry.vulnerability),
        ):
            return DifferenceReason.SCORE
        return DifferenceReason.UNKNOWN

    def _enter(
        self,
        entries: Sequence[TableEntry],
        earned: Sequence[EarnedPoints | None],
        differing: Collection[str],
        compared: Collection[str],
    ) -> None:
        for entry, points in zip(entries, earned, strict=True):
            for side in Side:
                if points is None or not entry.competitor_of(side):
                    continue
                key = (entry.session, entry.source.file, entry.competitor_of(side))
                played = self._played.setdefault(key, _Played())
                played.points += points.points_of(side)
                played.top += points.top
                played.boards += 1
                played.matches.add((entry.session, entry.round, entry.competitor_of(side.other)))
                played.differs |= entry.competitor_of(side) in differing
                played.compared |= entry.competitor_of(side) in compared

    def standings(self, scorer: Scorer) -> Iterator[AgreementLine]:
        """Compare every line of the published standings and every stanza of the matches."""
        moved = self.matches.moved_matches(scorer)
        for meeting, ours, published in self.matches.compare_points(scorer):
            yield _match(meeting, ours, published, ruled=meeting in moved)
        self.matches.follow(scorer)
        with_lines = [publication for publication in self.publications if publication.published.lines]
        ruled = scorer.standings[ResultVersion.RULED]
        won = ruled.won_in_matches() if self.event.unit == Unit.VP and len(with_lines) > 1 else {}
        self.followers = frozenset(ruled.session_followers())
        for publication in with_lines:
            if len(with_lines) == 1:
                yield from self._totals(publication, self._event_standings(ruled))
                self._follow_totals(scorer, publication.file)
                yield from self._places(publication, self._event_standings(ruled))
            else:
                part = self._part(publication, scorer.lines, won)
                yield from self._totals(publication, part)
                yield from self._places(publication, part)
        for teams, stanzas in stanzas_of(self.publications).items():
            for stanza, theirs in published_scores(stanzas):
                yield from _stanza(teams, stanza, theirs, ruled)

    def _follow_totals(self, scorer: Scorer, file: str) -> None:
        """Add to settings and standings what published totals contain beyond their boards (penalties, carry-over).

        Only if there is one list and the settings state neither penalty nor carry-over.
        """
        if not self.apart or {"carry", "penalty"} & self.event.stated:
            return
        extras = tuple(ExtraPoints(who, points, file) for who, points in self.apart.items())
        self.event = replace(self.event, carried=(*self.event.carried, *extras))
        self._whys |= dict.fromkeys(self.apart, DifferenceReason.EQUAL)
        for standings in scorer.standings.values():
            standings.event = self.event

    def _event_standings(self, ruled: Standings) -> _OurList:
        """Our scores and ranks in the whole event."""
        ranking = ruled.ranking()
        return _OurList(
            {line.who: line.score for line in ranking},
            {line.who: line.rank for line in ranking},
            {who for (_, _, who), played in self._played.items() if played.differs},
            {who for (_, _, who), played in self._played.items() if played.compared},
        )

    def _part(
        self, publication: FilePublication, lines: Mapping[str, str], won: Mapping[Meeting, Fraction]
    ) -> _OurList:
        """Our scores and ranks in one session or one file."""
        sessions = {session for session, _, _ in self._played}
        by_session = publication.session in sessions and len(sessions) > 1
        part: dict[str, _Played] = {}
        for (session, file, who), played in self._played.items():
            if (session == publication.session) if by_session else (file == publication.file):
                total = part.setdefault(who, _Played())
                total.points += played.points
                total.top += played.top
                total.boards += played.boards
                total.matches |= played.matches
                total.differs |= played.differs
                total.compared |= played.compared
        percent = self.event.form.scoring.every_trick_counts and not self.event.by_match
        scores = {
            who: (100 * total.points / total.top if total.top else Fraction(0)) if percent else total.points
            for who, total in part.items()
        }
        if self.event.unit == Unit.VP:
            scores = {
                who: sum(
                    (won.get((*match[:2], who, match[2]), Fraction(0)) for match in total.matches),
                    Fraction(0),
                )
                for who, total in part.items()
            }
        ranks: dict[str, int] = {}
        for line in {lines.get(who, "") for who in scores}:
            of_line = {who: (score, 0) for who, score in scores.items() if lines.get(who, "") == line}
            ranks |= {ranking.who: ranking.rank for ranking in rank_scores(of_line)}
        return _OurList(
            scores,
            ranks,
            {who for who, total in part.items() if total.differs},
            {who for who, total in part.items() if total.compared},
        )

    def _totals(self, publication: FilePublication, ours: _OurList) -> Iterator[AgreementLine]:
        """Compare the totals of a file, line by line."""
        percent = self.event.unit == Unit.PERCENT
        for line in publication.published.lines:
            who, session, why = line.number, publication.session, DifferenceReason.EQUAL
            unit, theirs = self._total(line, percent=percent)
            score = ours.scores.get(who)
            if theirs is not None:
                equal = score is not None and is_equal(score, theirs)
                why = DifferenceReason.EQUAL if equal else ours.difference_reason(who)
                if why is DifferenceReason.APART and score is not None:
                    self.apart[who] = theirs - score
                    why = DifferenceReason.ARTIFICIAL if who in self.followers else why
                yield AgreementLine(PublishedNumber.TOTAL, None, who, unit, score, theirs, why, session)
            self._whys[who] = why

    def _places(self, publication: FilePublication, ours: _OurList) -> Iterator[AgreementLine]:
        """Compare the places of a file, line by line; if the total differs, its reason is also the reason of the place."""
        places = Counter((line.line, line.place) for line in publication.published.lines)
        for line in publication.published.lines:
            who, session, why = line.number, publication.session, self._whys[line.number]
            rank = ours.ranks.get(who)
            if line.place is None or rank is None:
                continue
            if rank == line.place:
                why = DifferenceReason.EQUAL
            elif why is DifferenceReason.EQUAL:
                shared = list(ours.ranks.values()).count(rank) > 1 or places[line.line, line.place] > 1
                why = DifferenceReason.TIE if shared else DifferenceReason.OTHERS
            yield AgreementLine(
                PublishedNumber.PLACE, None, who, "place", Fraction(rank), Fraction(line.place), why, session
            )

    def _total(self, line: PublishedLine, *, percent: bool) -> tuple[str, Fraction | None]:
        """The published total of a competitor, in our unit if the file has it."""
        if percent:
            is_percent = line.unit in (PointsKind.PERCENT, PointsKind.UNNAMED)
            return "percent", line.points if line.percent is None and is_percent else line.percent
        return self.event.unit, line.points


def reason_from_board(entries: Sequence[TableEntry]) -> DifferenceReason:
    """The likely reason why points differ at ordinary tables: another table of the board has no plain score."""
    if any(entry.artificial is not None for entry in entries):
        return DifferenceReason.ARTIFICIAL
    if any(entry.points and entry.score_ns is None for entry in entries):
        return DifferenceReason.GIVEN
    return DifferenceReason.UNKNOWN


def _match(meeting: Meeting, ours: Fraction | None, theirs: Fraction, *, ruled: bool) -> AgreementLine:
    """Compare a side's victory points in a match with the published ones."""
    session, number, who, _ = meeting
    why = DifferenceReason.RULED if ruled else DifferenceReason.SCALE
    why = DifferenceReason.EQUAL if ours is not None and is_equal(ours, theirs) else why
    return AgreementLine(PublishedNumber.MATCH, None, who, str(Unit.VP), ours, theirs, why, number or session)


def _given_slip(given: GivenResult) -> Slip:
    """The question which ruling gave points that the score does not give."""
    theirs = " / ".join("–" if points is None else decimal_text(points, 2) for points in given.theirs)
    worth = "–"
    if given.worth is not None:
        worth = " / ".join(decimal_text(points, 2) for points in (given.worth.ns, given.worth.ew))
    args = (("theirs", theirs), ("worth", worth))
    finding = Finding("event.slip.given", args, FindingClass.FACT)
    reason = SlipReason.RULING if given.explained else None
    return Slip(given.entry.number, finding, reason, theirs, worth)


def points_earned(
    finals: Sequence[FinalScore], scorer: Scorer, entry: TableEntry
) -> list[EarnedPoints | None]:
    """The points each table of a field earns; none for a table that does not count."""
    places = [place for place, final in enumerate(finals) if final.counts]
    earned: list[EarnedPoints | None] = [None] * len(finals)
    final_scores = [finals[place] for place in places]
    fullest = scorer.fullest_of(entry)
    for place, points in zip(
        places, score_board(scorer.event.form, final_scores, scorer.event.field_rules, fullest), strict=True
    ):
        earned[place] = points
    return earned


def _swings(entries: Sequence[TableEntry], earned: Sequence[EarnedPoints | None]) -> Iterator[AgreementLine]:
    """Compare the swing of each room with the published one."""
    for entry, points in zip(entries, earned, strict=True):
        given = given_points(entry, Form.IMPS)
        theirs = None if given is None else net(given)
        if theirs is not None:
            ours = None if points is None else points.ns
            equal = ours is not None and is_equal(ours, theirs)
            why = (
                DifferenceReason.EQUAL
                if equal
                else DifferenceReason.MISSING
                if ours is None
                else DifferenceReason.UNKNOWN
            )
            yield AgreementLine(PublishedNumber.BOARD, entry, entry.ns, "imp", ours, theirs, why)


def _stanza(
    teams: tuple[str, str], stanza: Stanza, theirs: tuple[Fraction, Fraction], ruled: Standings
) -> Iterator[AgreementLine]:
    """Compare what each team won in a stanza with what the file states or shows."""
    sums = sum_of(ruled, teams, stanza)
    ours = (None, None) if sums is None else (sums.won_first, sums.won_second)
    for who, mine, published in zip(teams, ours, theirs, strict=True):
        why = DifferenceReason.MISSING if mine is None else DifferenceReason.BOARDS
        why = DifferenceReason.EQUAL if mine is not None and is_equal(mine, published) else why
        yield AgreementLine(PublishedNumber.STANZA, None, who, "imp", mine, published, why, stanza.round)
