"""Places of competitors with equal scores, by the tie-break criteria of the regulation, each with its reason."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from analyser.bridge import Side
from analyser.event.board_scores import EarnedPoints, FinalScore
from analyser.event.scorer import (
    COMPARED,
    EffectKind,
    ResultVersion,
    RulingEffect,
    Scorer,
    match_key,
    rooms_of,
)
from analyser.event.settings import EventSettings
from analyser.event.standings import MatchKey, RankedScore, ScoreDelta, Standings
from analyser.event.store import TableEntry
from analyser.laws import Jurisdiction
from analyser.messages import Message, decimal_text, message
from analyser.scoring import tie_breaks as ties

_MOST_TIED: Final = 60
"""Competitors with one score whose tie is broken; more of them are no contest for a place, and each would be set against all."""
_ListedName = tuple[str, str]  # the list of the standings, and who
_Answer = tuple[int, EffectKind]  # the number of a result ruled on, and which ruling is used instead
_RuledScores = Mapping[int, Mapping[ResultVersion, FinalScore]]


@dataclass(frozen=True, slots=True)
class BrokenPlace:
    """The place of a competitor whose score others share, and the reason for it."""

    place: int
    why: Message


@dataclass(slots=True)
class TieBreakRecord:
    """The data for tie-breaks, collected board by board from the results as ruled."""

    event: EventSettings
    boards: list[ties.PairBoard] = field(default_factory=list)
    matches: dict[MatchKey, list[ties.MatchBoard]] = field(default_factory=dict)
    other_boards: dict[_Answer, tuple[int, int, list[ties.PairBoard]]] = field(default_factory=dict)
    """With another answer to a ruling: where the lines of its board begin and end, and what they would be."""
    other_matches: dict[_Answer, dict[MatchKey, tuple[int, ties.MatchBoard]]] = field(default_factory=dict)
    group: str = field(init=False)
    """Which list of the regulation applies."""

    def __post_init__(self) -> None:
        """Choose the criteria by the form; a round robin and a Swiss event are distinguished once all matches are entered."""
        self.group = "swiss" if self.event.is_teams else "pairs"
        if self.event.is_teams and self.event.form.scoring.plain_artificial:
            self.group = "board_a_match"

    def board(
        self,
        entries: Sequence[TableEntry],
        earned: Sequence[EarnedPoints | None],
        ruled: _RuledScores,
        effects: Sequence[RulingEffect] = (),
    ) -> None:
        """Enter the tables of a board with the points each earned, and would earn with other rulings."""
        if not self.event.is_teams:
            start = len(self.boards)
            self.boards += _pair_boards(entries, earned)
            for effect in effects:
                lines = list(_pair_boards(entries, effect.earned))
                self.other_boards[effect.ruling, effect.kind] = (start, len(self.boards), lines)
            return
        places: dict[MatchKey, int] = {}
        for key, line in _match_boards(entries, earned, ruled):
            played = self.matches.setdefault(key, [])
            places[key] = len(played)
            played.append(line)
        for effect in effects:
            self.other_matches[effect.ruling, effect.kind] = {
                key: (places[key], line)
                for key, line in _match_boards(entries, effect.earned, ruled, effect)
                if key in places
            }

    def break_ties(self, scorer: Scorer, law: Jurisdiction) -> tuple[dict[_ListedName, BrokenPlace], Message]:
        """The places, and the source of the order of criteria."""
        return self.places(scorer, law), self.source(law)

    def places(self, scorer: Scorer, law: Jurisdiction) -> dict[_ListedName, BrokenPlace]:
        """The places of all competitors with a shared score, in the standings as ruled."""
        standings = scorer.standings[ResultVersion.RULED]
        return self._break_groups(_group_ties(standings.ranking()), law, self._record(standings))

    def ranking(
        self, scorer: Scorer, law: Jurisdiction, effect: RulingEffect | None = None
    ) -> Sequence[RankedScore]:
        """The standings as ruled, or with another ruling in one case; ties at the places that count are broken."""
        standings = scorer.standings[ResultVersion.RULED]
        lines = standings.ranking(None if effect is None else effect.delta)
        counted = {1, *self.event.qualify}
        tied = {
            (within, rank): group
            for (within, rank), group in _group_ties(lines).items()
            if any(rank <= place < rank + len(group) - 1 for place in counted)
        }
        if not tied:
            return lines
        broken = self._break_groups(tied, law, self._record(standings, effect))
        return [
            replace(line, rank=broken[name].place) if (name := (line.within, line.who)) in broken else line
            for line in lines
        ]

    def _record(self, standings: Standings, effect: RulingEffect | None = None) -> ties.PlayedRecord:
        """The record of all boards, as ruled or with another ruling in one case."""
        boards, other = self.boards, {}
        if effect is not None:
            answer = (effect.ruling, effect.kind)
            start, end, lines = self.other_boards.get(answer, (0, 0, []))
            boards = [*boards[:start], *lines, *boards[end:]]
            other = self.other_matches.get(answer, {})
        matches = []
        for key, won in standings.match_scores(ScoreDelta() if effect is None else effect.delta).items():
            played = list(self.matches.get(key, ()))
            if key in other:
                place, line = other[key]
                played[place] = line
            matches.append(ties.TeamMatch(key.first, key.second, won, tuple(played)))
        return ties.PlayedRecord(boards, matches)

    def _break_groups(
        self,
        groups: Mapping[tuple[str, int], Sequence[RankedScore]],
        law: Jurisdiction,
        record: ties.PlayedRecord,
    ) -> dict[_ListedName, BrokenPlace]:
        """The places of those who share a score, list by list."""
        criteria = self._criteria(law, record)
        broken: dict[_ListedName, BrokenPlace] = {}
        for (within, rank), lines in groups.items():
            if self.event.form.scoring.merges:
                more = ties.boards_to_play_off(
                    lines[0].boards, law.regulation.tie_breaks.knockout_boards_for_one
                )
                why = message("event.tie.play-off", boards=more)
                broken |= {(within, line.who): BrokenPlace(rank, why) for line in lines}
            elif len(lines) > _MOST_TIED:
                why = message("event.tie.many", count=len(lines))
                broken |= {(within, line.who): BrokenPlace(rank, why) for line in lines}
            else:
                broken |= _broken_places(within, rank, [line.who for line in lines], criteria, record)
        return broken

    def _criteria(self, law: Jurisdiction, record: ties.PlayedRecord) -> tuple[ties.TieBreak, ...]:
        """The regulation's criteria for this form; teams that met each other equally often played a round robin."""
        if self.event.is_teams and not self.event.form.scoring.plain_artificial:
            self.group = "round_robin" if record.is_round_robin else "swiss"
        words: tuple[str, ...] = getattr(law.regulation.tie_breaks, self.group)
        return tuple(map(ties.TieBreak, words))

    def source(self, law: Jurisdiction) -> Message:
        """The source of the order of criteria; if the authority has none, whose is used."""
        group = "knockout_boards_for_one" if self.event.form.scoring.merges else self.group
        stated = law.source_of(f"tie_breaks.{group}")
        if stated.unsettled:
            return message("event.tie.nobody", authority=law.authority)
        return message("event.tie.source", source=str(stated.source))


def _pair_boards(
    entries: Sequence[TableEntry], earned: Sequence[EarnedPoints | None]
) -> Iterator[ties.PairBoard]:
    """The boards of both sides of each table; an artificial score has no opponents."""
    for entry, points in zip(entries, earned, strict=True):
        for side in Side:
            if points is not None and points.award is None and (who := entry.competitor_of(side)):
                board = f"{entry.session} {entry.board}"
                yield ties.PairBoard(
                    who,
                    board,
                    points.points_of(side),
                    points.top,
                    entry.competitor_of(side.other),
                    entry.session,
                )


def _match_boards(
    entries: Sequence[TableEntry],
    earned: Sequence[EarnedPoints | None],
    ruled: _RuledScores,
    effect: RulingEffect | None = None,
) -> Iterator[tuple[MatchKey, ties.MatchBoard]]:
    """The board in each match, as ruled or with another ruling in one case."""
    for first, second in rooms_of(entries):
        points = earned[first]
        if points is None:
            continue
        key, is_turned = match_key(entries[first])
        imps = (points.ns, points.ew)
        total = _points(entries[first], ruled, effect) - _points(entries[second], ruled, effect)
        margins = (total, -total)
        yield (
            key,
            ties.MatchBoard(
                str(entries[first].board),
                imps[::-1] if is_turned else imps,
                margins[::-1] if is_turned else margins,
            ),
        )


def _group_ties(lines: Sequence[RankedScore]) -> dict[tuple[str, int], list[RankedScore]]:
    """The competitors who share a score, by list and rank."""
    groups: dict[tuple[str, int], list[RankedScore]] = {}
    for line in lines:
        groups.setdefault((line.within, line.rank), []).append(line)
    return {name: group for name, group in groups.items() if len(group) > 1}


def _points(entry: TableEntry, ruled: _RuledScores, effect: RulingEffect | None) -> Fraction:
    """Total points to North-South, as ruled or with the other ruling: the mean of several results, zero if there is none."""
    version = ResultVersion.RULED
    if effect is not None and effect.ruling == entry.number:
        version = COMPARED[effect.kind]
    final = ruled.get(entry.number, {}).get(version)
    if final is not None:
        return sum((score * weight for score, weight in final.ns), Fraction(0))
    return Fraction(entry.score_ns or 0)


def _broken_places(
    within: str,
    rank: int,
    tied: Sequence[str],
    criteria: Sequence[ties.TieBreak],
    record: ties.PlayedRecord,
) -> dict[_ListedName, BrokenPlace]:
    places: dict[_ListedName, BrokenPlace] = {}
    place = rank
    for together in ties.break_tie(tied, criteria, record):
        places |= {(within, line.who): BrokenPlace(place, _tie_reason(line)) for line in together}
        place += len(together)
    return places


def _tie_reason(line: ties.BrokenTie) -> Message:
    if line.by is None:
        return message("event.tie.shared")
    figures = tuple(sorted({_figure(other) for other in line.against}))
    return message(
        "event.tie.by", criterion=message(f"tie.{line.by}"), figure=_figure(line.figure), against=figures
    )


def _figure(figure: ties.Figure | None) -> str:
    return decimal_text(figure, 2) if isinstance(figure, Fraction) else str(figure)
