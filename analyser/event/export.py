"""The results as ruled, for a scoring program to take back: a list with a header, and a USEBIO file for each session."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from analyser.bridge import Result
from analyser.casefile import RulingKind
from analyser.errors import NotationError
from analyser.event.board_scores import EarnedPoints
from analyser.event.given_points import kind_of
from analyser.event.pending_cases import slug_of
from analyser.event.ruled_cases import RuledCase
from analyser.event.scorer import CompetitorStandings, ResultVersion, line_in
from analyser.event.settings import EventSettings
from analyser.event.standings import Meeting
from analyser.event.store import BoardGroup, TableEntry
from analyser.formats import (
    Contestant,
    Fact,
    ListedPlayer,
    Points,
    PointsKind,
    Results,
    Traveller,
    write_results,
)
from analyser.messages import decimal_text
from analyser.scoring import Unit, score_ns

COLUMNS = (
    "session", "section", "round", "table", "room", "board", "ns", "ew", "contract", "declarer", "tricks", "lead",
    "score", "ns_points", "ew_points", "ruling",
)  # fmt: skip
_METHODS = {
    PointsKind.MATCHPOINTS: "MATCH_POINTS",
    PointsKind.CROSS_IMPS: "CROSS_IMPS",
    PointsKind.BUTLER: "BUTLER_IMPS",
    PointsKind.IMPS: "IMPS",
}
_LINES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """A result as ruled: what is left of the record where a ruling changed it, the points of both sides, the ruling."""

    entry: TableEntry
    points: EarnedPoints | None
    ruling: str = ""

    @property
    def cells(self) -> Sequence[object]:
        """One line of `results.csv`."""
        entry = self.entry
        contract = "passed out" if entry.passed_out else "" if entry.contract is None else entry.contract.name
        return (
            entry.session, entry.section, entry.round, entry.table,
            "" if entry.room is None else entry.room.value,
            entry.board, entry.ns, entry.ew, contract,
            "" if entry.contract is None else str(entry.contract.declarer),
            entry.tricks, entry.lead,
            entry.score_ns if entry.artificial is None else entry.artificial,
            *_side_cells(self.points), self.ruling,
        )  # fmt: skip


def _side_cells(points: EarnedPoints | None) -> tuple[str, str]:
    return ("", "") if points is None else (decimal_text(points.ns, 2), decimal_text(points.ew, 2))


def correct_result(entry: TableEntry, case: RuledCase | None, points: EarnedPoints | None) -> CorrectedResult:
    """A result as ruled; of a weighted score only the points, since no single contract gives it."""
    if case is None or case.given is None:
        return CorrectedResult(entry, points)
    cleared = replace(entry, contract=None, tricks=None, passed_out=False, score=None, artificial=None)
    match RulingKind(case.given_kind):
        case RulingKind.RESULT_STANDS:
            return CorrectedResult(entry, points, case.given_text)
        case RulingKind.ARTIFICIAL if case.award is not None:
            return CorrectedResult(replace(cleared, artificial=case.award), points, case.given_text)
        case RulingKind.ASSIGNED | RulingKind.TRICKS if case.result is not None:
            return CorrectedResult(_set_result(cleared, case.result), points, case.given_text)
        case _:
            return CorrectedResult(cleared, points, case.given_text)


def _set_result(entry: TableEntry, result: Result) -> TableEntry:
    score = score_ns(result, entry.vulnerability)
    if result.contract is None:
        return replace(entry, passed_out=True, score=score)
    return replace(entry, contract=result.contract, tricks=result.tricks, score=score)


@dataclass(slots=True)
class CorrectedResults:
    """Takes the boards one by one and gives the files of the event as ruled."""

    event: EventSettings
    names: Mapping[str, str] = field(default_factory=dict)
    _travellers: dict[str, list[tuple[TableEntry, Traveller]]] = field(default_factory=dict)  # by session
    _sections: dict[str, str] = field(default_factory=dict)  # by competitor

    def board(
        self, group: BoardGroup, earned: Sequence[EarnedPoints | None], ruled: Mapping[int, RuledCase]
    ) -> Iterator[CorrectedResult]:
        """The results of a board as ruled; each is kept for the files of its session."""
        for entry, points in zip(group.entries, earned, strict=True):
            result = correct_result(entry, ruled.get(entry.number), points)
            named = _section(entry)
            self._sections |= {entry.ns: named, entry.ew: named}
            self._travellers.setdefault(entry.session, []).append((entry, self._traveller(result)))
            yield result

    def _traveller(self, result: CorrectedResult) -> Traveller:
        entry = result.entry
        points = tuple(Fraction(text) if text else None for text in _side_cells(result.points))
        kind = kind_of(self.event.form)
        where = (
            ("ROUND", entry.round),
            ("TABLE", entry.table),
            ("ADJUSTED", result.ruling),
        )
        return Traveller(
            board=entry.board,
            section=_section(entry),
            ns=_number(entry.ns, entry.section),
            ew=_number(entry.ew, entry.section),
            contract=entry.contract,
            passed_out=entry.passed_out,
            tricks=entry.tricks,
            lead=entry.lead,
            score=None if entry.artificial is not None else entry.score_ns,
            artificial=entry.artificial,
            points=(Points(kind, *points),) if kind in _METHODS and points != (None, None) else (),
            facts=tuple(Fact(name, value) for name, value in where if value),
        )

    def write(
        self, folder: Path, standings: Sequence[CompetitorStandings], won: Mapping[Meeting, Fraction]
    ) -> Iterator[str]:
        """Write `results.xml`, or one file for each session; what a file cannot hold comes back as a reason.

        The standings of the event stand in a file that holds all of it; `won` are the victory points of pairs' matches.
        """
        is_single = len(self._travellers) == 1
        for session, of_session in self._travellers.items():
            travellers = [_add_match_points(entry, traveller, won) for entry, traveller in of_session]
            results = Results(
                heading=tuple(self._heading(standings)),
                contestants=_sort_by_section(self._contestants(standings)) if is_single else (),
                travellers=_sort_by_section(travellers),
            )
            name = "results.xml" if is_single else f"results-{slug_of(session or 'session')}.xml"
            try:
                text = write_results(results, "usebio")
            except NotationError as fault:
                yield f"{name}: {fault.problems[0].why}"
                continue
            (folder / name).write_text(text, encoding="utf-8")

    def _heading(self, standings: Sequence[CompetitorStandings]) -> Iterator[Fact]:
        event = self.event
        yield Fact("@Version", "1.2")
        facts = {
            "EVENT_DESCRIPTION": event.name,
            "DATE": "" if event.day is None else event.day.strftime("%d/%m/%Y"),
            "BOARD_SCORING_METHOD": _METHODS.get(kind_of(event.form), ""),
            "MATCH_SCORING_METHOD": "VPS" if event.unit == Unit.VP else "",
            "EVENT_TYPE": "TEAMS" if event.is_teams else "PAIRS",
            "WINNER_TYPE": ""
            if event.is_teams
            else str(len({line_in(line.within) for line in standings} - {""}) or 1),
        }
        yield from (Fact(f"EVENT/{name}", value) for name, value in facts.items() if value)

    def _contestants(self, standings: Sequence[CompetitorStandings]) -> Iterator[Contestant]:
        unit = "PERCENTAGE" if self.event.unit == Unit.PERCENT else "TOTAL_SCORE"
        for line in standings:
            ruled = line.by_version[ResultVersion.RULED]
            called = self.names.get(line.who, "")
            facts = (Fact("PLACE", str(ruled.rank)), Fact(unit, decimal_text(ruled.score, 2)))
            if self.event.is_teams:
                named = (Fact("TEAM_NAME", called),) if called else ()
                yield Contestant(number=_number(line.who, ""), team=True, facts=named + facts)
                continue
            section = self._sections.get(line.who, "")
            yield Contestant(
                number=_number(line.who, section.rpartition("/")[2]),
                section=section,
                direction=line_in(line.within),
                players=tuple(ListedPlayer(name) for name in called.split(" & ") if name),
                facts=facts,
            )


def _add_match_points(entry: TableEntry, traveller: Traveller, won: Mapping[Meeting, Fraction]) -> Traveller:
    """A result with the victory points of its match."""
    sides = (("NS", entry.ns, entry.ew), ("EW", entry.ew, entry.ns))
    scores = ((side, won.get((entry.session, entry.round, who, other))) for side, who, other in sides)
    facts = [
        Fact(f"MATCH/{side}_SCORE", decimal_text(points, 2)) for side, points in scores if points is not None
    ]
    return replace(traveller, facts=(*traveller.facts, *facts))


_Line = TypeVar("_Line", Contestant, Traveller)


def _sort_by_section(lines: Iterable[_Line]) -> tuple[_Line, ...]:
    """Section by section, as a file has them, else in their order."""
    return tuple(sorted(lines, key=lambda line: line.section))


def _section(entry: TableEntry) -> str:
    return f"{entry.session}/{entry.section}" if entry.session else entry.section


def _number(who: str, section: str) -> str:
    """The number alone: without its line and its section, and without the word before a number given here.

    >>> _number("5 NS", ""), _number("pair 12", ""), _number("A7", ""), _number("A7 EW", "A")
    ('5', '12', 'A7', '7')
    """
    words = who.split()
    if len(words) == 2:
        who = words[0] if words[1] in _LINES else words[1]
    plain = who.removeprefix(section)
    return plain if plain.isdecimal() else who
