"""Places of an event's standings where the score is equal: broken by the regulation's criteria, each with its reason."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from analyser.bridge import Side
from analyser.event.board_scores import EarnedPoints, FinalScore
from analyser.event.scorer import ResultVersion, Scorer, match_key, rooms_of
from analyser.event.settings import EventSettings
from analyser.event.standings import MatchKey, RankedScore, ScoreDelta
from analyser.event.store import TableEntry
from analyser.laws import Jurisdiction
from analyser.messages import Message, decimal_text, message
from analyser.scoring import tie_breaks as ties

_MOST_TIED: Final = 60
"""Competitors with one score whose tie is broken; more of them are no contest for a place, and each would be set against all."""
_ListedName = tuple[str, str]  # the list of the standings, and who


@dataclass(frozen=True, slots=True)
class BrokenPlace:
    """The place of a competitor whose score others share, and why he has it."""

    place: int
    why: Message


@dataclass(slots=True)
class TieBreakRecord:
    """What ties are broken by, taken board by board from the results as ruled."""

    event: EventSettings
    boards: list[ties.PairBoard] = field(default_factory=list)
    matches: dict[MatchKey, list[ties.MatchBoard]] = field(default_factory=dict)
    group: str = field(init=False)
    """Which list of the regulation applies."""

    def __post_init__(self) -> None:
        """By the form; of a round robin and a Swiss event the matches tell, when all are entered."""
        self.group = "swiss" if self.event.is_teams else "pairs"
        if self.event.is_teams and self.event.form.scoring.plain_artificial:
            self.group = "board_a_match"

    def board(
        self,
        entries: Sequence[TableEntry],
        earned: Sequence[EarnedPoints | None],
        ruled: Mapping[int, Mapping[ResultVersion, FinalScore]],
    ) -> None:
        """Take the tables of a board with what each earned."""
        if not self.event.is_teams:
            self.boards += _pair_boards(entries, earned)
            return
        for first, second in rooms_of(entries):
            points = earned[first]
            if points is None:
                continue
            key, is_turned = match_key(entries[first])
            imps = (points.ns, points.ew)
            total = _points(entries[first], ruled) - _points(entries[second], ruled)
            both = (total, -total)
            line = ties.MatchBoard(
                str(entries[first].board),
                imps[::-1] if is_turned else imps,
                both[::-1] if is_turned else both,
            )
            self.matches.setdefault(key, []).append(line)

    def broken(self, scorer: Scorer, law: Jurisdiction) -> tuple[dict[_ListedName, BrokenPlace], Message]:
        """The places, and who says how ties are broken."""
        return self.places(scorer, law), self.source(law)

    def places(self, scorer: Scorer, law: Jurisdiction) -> dict[_ListedName, BrokenPlace]:
        """The place of everybody whose score another one has too, in the standings as ruled."""
        standings = scorer.standings[ResultVersion.RULED]
        record = ties.PlayedRecord(self.boards, tuple(self._matches(standings.match_scores(ScoreDelta()))))
        criteria = self._criteria(law, record)
        groups: dict[tuple[str, int], list[RankedScore]] = {}
        for line in standings.ranking():
            groups.setdefault((line.within, line.rank), []).append(line)
        broken: dict[_ListedName, BrokenPlace] = {}
        for (within, rank), lines in groups.items():
            if len(lines) < 2:
                continue
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

    def _matches(self, scores: Mapping[MatchKey, tuple[Fraction, Fraction]]) -> Iterator[ties.TeamMatch]:
        for key, won in scores.items():
            yield ties.TeamMatch(key.first, key.second, won, tuple(self.matches.get(key, ())))

    def _criteria(self, law: Jurisdiction, record: ties.PlayedRecord) -> tuple[ties.TieBreak, ...]:
        """The list of the regulation for this form; teams that all met each other equally often played a round robin."""
        if self.event.is_teams and not self.event.form.scoring.plain_artificial:
            self.group = "round_robin" if record.is_round_robin else "swiss"
        words: tuple[str, ...] = getattr(law.regulation.tie_breaks, self.group)
        return tuple(map(ties.TieBreak, words))

    def source(self, law: Jurisdiction) -> Message:
        """Who lays down the order of the criteria, and where; where nobody does, whose is used."""
        group = "knockout_boards_for_one" if self.event.form.scoring.merges else self.group
        stated = law.why(f"tie_breaks.{group}")
        if stated.unsettled:
            return message("event.tie.nobody", authority=law.authority)
        return message("event.tie.source", source=str(stated.source))


def _pair_boards(
    entries: Sequence[TableEntry], earned: Sequence[EarnedPoints | None]
) -> Iterator[ties.PairBoard]:
    """The boards of both sides of each table; an artificial score was not earned against anybody."""
    for entry, points in zip(entries, earned, strict=True):
        for side in Side:
            if points is not None and points.award is None and (who := entry.of(side)):
                board = f"{entry.session} {entry.board}"
                yield ties.PairBoard(
                    who, board, points.of(side), points.top, entry.of(side.other), entry.session
                )


def _points(entry: TableEntry, ruled: Mapping[int, Mapping[ResultVersion, FinalScore]]) -> Fraction:
    """Total points to North-South: as ruled, the mean of several results; nought where there is none."""
    final = ruled.get(entry.number, {}).get(ResultVersion.RULED)
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
    for together in ties.broken(tied, criteria, record):
        places |= {(within, line.who): BrokenPlace(place, _why(line)) for line in together}
        place += len(together)
    return places


def _why(line: ties.BrokenTie) -> Message:
    if line.by is None:
        return message("event.tie.shared")
    figures = tuple(sorted({_figure(other) for other in line.against}))
    return message(
        "event.tie.by", criterion=message(f"tie.{line.by}"), figure=_figure(line.figure), against=figures
    )


def _figure(figure: ties.Figure | None) -> str:
    return decimal_text(figure, 2) if isinstance(figure, Fraction) else str(figure)
