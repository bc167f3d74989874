"""Writers of the CSV files of an event and of its lines of JSON, row by row, without holding the event in memory.

No spreadsheet reads a cell as a formula: a cell that is no number never begins with = + - @ or a control character.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from analyser.errors import CaseError, refusal
from analyser.event.analysis import PlayPosition, TrickTallies, TrickTally
from analyser.event.board_scores import EarnedPoints
from analyser.event.matches import MatchLine
from analyser.event.questions import Slip, SlowCandidate
from analyser.event.ruled_cases import RuledCase
from analyser.event.scorer import (
    BoardScores,
    CompetitorStandings,
    DecidedPlace,
    RankChange,
    ResultVersion,
)
from analyser.event.solve_boards import BoardFigures, TableFigures
from analyser.event.store import BoardGroup, EventLoss, TableEntry
from analyser.event.tie_breaks import BrokenPlace
from analyser.formats.cells import harmless
from analyser.messages import decimal_text, in_words, sentence

if TYPE_CHECKING:
    from analyser.event.agreement_lines import AgreementLine

_WHERE = ("session", "board", "section", "round", "table", "room", "ns", "ew")
COLUMNS: Mapping[str, Sequence[str]] = {
    "standings": (
        "list", "who", "boards", "rank_table", "score_table", "rank_ruled", "score_ruled", "rank_ours", "score_ours",
        "rank_asked", "score_asked", "moved_by_rulings", "moved_by_ours", "unit",
        "place", "tie_break",
    ),
    "rulings": (
        "id", *_WHERE, "kind", "given", "ours_kind", "ours_ns", "ours_ew", "unit", "band_ns_low", "band_ns_high",
        "verdict", "edition", "authority", "asked_ns", "asked_ew", "innocent_gained", "source", "refused",
    ),
    "changes": (
        "ruling", "compared", "who", "on_board", "gained", "rank_without", "sharing_without", "rank_with",
        "sharing_with", "decides_place",
    ),
    "boards": (
        *_WHERE, "contract", "declarer", "tricks", "score_ns", "artificial", "lead", "dd_before", "dd_after_lead",
        "par_ns", "ns_table", "ew_table", "ns_ruled", "ew_ruled", "ns_ours", "ew_ours", "ns_asked", "ew_asked",
        "butler_ns", "solved", "file", "line",
    ),
    "slips": (*_WHERE, "question", "code", "result", "follows", "instead", "reason", "case", "file", "line"),
    "candidates": (
        *_WHERE, "slow_call", "seat", "seconds", "usual", "action", "share", "alternatives", "measured",
        "suggested_over", "gain", "gain_low", "gain_high", "question",
    ),
    "matches": (
        "first", "second", "part", "session", "stanza", "boards", "first_table", "second_table", "first_ruled",
        "second_ruled", "first_ours", "second_ours", "first_asked", "second_asked",
    ),
    "agreement": (
        "what", "session", "board", "section", "round", "table", "ns", "ew", "who", "unit", "ours", "theirs",
        "difference", "reason",
    ),
    "tallies": ("who", "position", "tables", "cards", "given", "given_per_table", "taken", "butler", "butler_boards"),
    "losses": ("file", "line", "kind", "found", "why"),
}  # fmt: skip


def result_cells(entry: TableEntry | None) -> Sequence[object]:
    """The cells that identify a result, without names."""
    if entry is None:
        return ("",) * len(_WHERE)
    room = "" if entry.room is None else entry.room.value
    return (
        entry.session, entry.board, entry.section, entry.round, entry.table, room, entry.ns, entry.ew,
    )  # fmt: skip


def cell(value: object) -> str:
    r"""One cell: numbers with at most four decimals, texts harmless.

    >>> cell(Fraction(-11, 3)), cell(2.5), cell("-50"), cell("=1+1"), cell("\t@x"), cell(None)
    ('-3.6667', '2.5', '-50', "'=1+1", "'@x", '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return decimal_text(Fraction(value).limit_denominator(10**9), 4)
    return decimal_text(value, 4) if isinstance(value, Fraction) else harmless(str(value))


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table with its figures and points."""

    entry: TableEntry
    figures: TableFigures
    earned: Mapping[ResultVersion, EarnedPoints | None]
    butler: EarnedPoints | None

    def points(self, version: ResultVersion) -> tuple[Fraction | None, Fraction | None]:
        """Both sides' points under a version, or None."""
        earned = self.earned.get(version)
        return (None, None) if earned is None else (earned.ns, earned.ew)


def table_rows(group: BoardGroup, figures: BoardFigures, scores: BoardScores) -> tuple[TableRow, ...]:
    """The tables of a board in their order."""
    empty = TableFigures()
    return tuple(
        TableRow(
            entry,
            figures.entries[place] if place < len(figures.entries) else empty,
            {version: rows[place] for version, rows in scores.earned.items()},
            scores.butler[place],
        )
        for place, entry in enumerate(group.entries)
    )


def table_cells(table: TableRow, figures: BoardFigures) -> Sequence[object]:
    """One line of `boards.csv`."""
    entry = table.entry
    contract = "passed out" if entry.passed_out else "" if entry.contract is None else entry.contract.name
    return (
        *result_cells(entry),
        contract,
        "" if entry.contract is None else str(entry.contract.declarer),
        entry.tricks,
        entry.score_ns,
        entry.artificial,
        entry.lead,
        table.figures.tricks_before_lead,
        table.figures.tricks_after_lead(entry.lead),
        figures.par_ns,
        *(points for version in ResultVersion for points in table.points(version)),
        None if table.butler is None else table.butler.ns,
        figures.state,
        entry.source.file,
        entry.source.place,
    )


def board_json(group: BoardGroup, figures: BoardFigures, tables: Sequence[TableRow]) -> dict[str, object]:
    """One board as plain values: the deal, its double-dummy table, par, every table with its play curve."""
    return {
        "type": "board",
        "name": group.name,
        "session": group.session,
        "board": group.board,
        "dealer": str(group.dealer),
        "vulnerable": str(group.vulnerability),
        "deal": None if group.deal is None else str(group.deal),
        "solved": str(figures.state),
        "table": list(figures.table),
        "par_ns": figures.par_ns,
        "tables": [_table_json(table) for table in tables],
    }


def _table_json(table: TableRow) -> dict[str, object]:
    entry = table.entry
    document: dict[str, object] = {
        "number": entry.number,
        "section": entry.section,
        "round": entry.round,
        "table": entry.table,
        "room": None if entry.room is None else entry.room.value,
        "ns": entry.ns,
        "ew": entry.ew,
        "result": None if entry.result is None else str(entry.result),
        "score_ns": entry.score_ns,
        "artificial": None if entry.artificial is None else str(entry.artificial),
        "lead": None if entry.lead is None else str(entry.lead),
        "dd_before": table.figures.tricks_before_lead,
        "dd_after_lead": table.figures.tricks_after_lead(entry.lead),
        "curve": list(table.figures.curve),
        "source": str(entry.source),
    }
    for version in ResultVersion:
        ns, ew = table.points(version)
        if version in table.earned:
            document[str(version)] = [None if ns is None else str(ns), None if ew is None else str(ew)]
    return document


class Sheets(AbstractContextManager["Sheets"]):
    """The open files of one run; each is written to a temporary file and moved to its place at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, TextIO] = {}

    def begin(self, name: str, header: Sequence[str] | None = None) -> None:
        """Open a sheet, or the lines of JSON if there is no header."""
        try:
            self._open[name] = self._part(name).open("w", encoding="utf-8", newline="")
        except OSError as reason:
            why = sentence("cannot-be-written", reason=refusal(reason))
            raise CaseError(
                why, where="--out", found=str(self.folder), remedy=sentence("choose-another-place")
            ) from None
        if header is not None:
            self.row(name, header)

    def row(self, name: str, cells: Iterable[object]) -> None:
        """Write one line of a sheet."""
        csv.writer(self._open[name], lineterminator="\n").writerow(map(cell, cells))

    def json(self, name: str, document: Mapping[str, Any]) -> None:
        """Write one line of JSON."""
        self._open[name].write(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")

    def _part(self, name: str) -> Path:
        return self.folder / f".{name}.part"

    def __exit__(self, kind: type[BaseException] | None, *reason: object) -> None:
        """Move all sheets to their places once all are complete; otherwise delete them and leave the old ones."""
        faults = [fault for fault in map(_fault_of_closing, self._open.values()) if fault is not None]
        for name in self._open:
            if kind is None and not faults:
                self._part(name).replace(self.folder / name)
            else:
                self._part(name).unlink(missing_ok=True)
        if kind is None and faults:
            raise faults[0]


def _fault_of_closing(file: TextIO) -> OSError | None:
    """The error of the last lines that could not be written, such as a full disk."""
    try:
        file.close()
    except OSError as fault:
        return fault
    return None


def write_losses(folder: Path, losses: Iterable[EventLoss], language: str = "en") -> None:
    """Write only the loss report, if there is nothing else to write."""
    with Sheets(folder) as sheets:
        sheets.begin("losses.csv", COLUMNS["losses"])
        for loss in losses:
            sheets.row("losses.csv", loss_row(loss, language))


def standing_row(line: CompetitorStandings, unit: str, broken: BrokenPlace | None = None) -> Sequence[object]:
    """One competitor's line; `broken` is the place if others have the same score."""
    cells: list[object] = []
    for version in ResultVersion:
        ranked = line.by_version.get(version)
        cells += ["", ""] if ranked is None else [ranked.rank, ranked.score]
    return (
        line.within, line.who, line.boards, *cells, line.places_won_by_rulings, line.places_won_by_ours, unit,
        line.by_version[ResultVersion.RULED].rank if broken is None else broken.place,
        "" if broken is None else str(broken.why),
    )  # fmt: skip


def agreement_row(line: "AgreementLine") -> Sequence[object]:
    """The row of one comparison of our number with the published one."""
    entry = line.where
    where: Sequence[object] = (line.session, "", "", "", "", "", "")
    if entry is not None:
        where = (entry.session, entry.board, entry.section, entry.round, entry.table, entry.ns, entry.ew)
    numbers = (line.ours, line.theirs, line.difference)
    return (str(line.what), *where, line.who, line.unit, *numbers, str(line.why))


def match_row(line: MatchLine) -> Sequence[object]:
    """One line of a match."""
    points = [line.points.get(version, ("", "")) for version in ResultVersion]
    return (
        line.first, line.second, str(line.part), line.session, line.stanza, line.boards or "",
        *(side for sides in points for side in sides),
    )  # fmt: skip


def ruling_row(case: RuledCase) -> Sequence[object]:
    """The row of one ruling: the ruling given, our analysis, and the grade."""
    ruling = case.ruling
    adjusted = None if ruling is None else ruling.adjusted
    band = None if ruling is None or ruling.sensitivity is None else ruling.sensitivity.band_ns
    other = None if case.asked is None else case.asked.adjusted
    law = None if ruling is None else ruling.law
    ns, ew = (None, None) if adjusted is None else (adjusted.ns, adjusted.ew)
    return (
        case.id,
        *result_cells(case.entry),
        case.kind,
        case.given_text,
        "" if adjusted is None else str(adjusted.kind),
        None if ns is None else ns.exact,
        None if ew is None else ew.exact,
        "" if ns is None else ns.unit,
        *(("", "") if band is None else band),
        case.verdict,
        "" if law is None else law.edition,
        "" if law is None else law.authority,
        None if other is None or other.ns is None else other.ns.exact,
        None if other is None or other.ew is None else other.ew.exact,
        case.lean,
        case.source,
        "" if case.refused is None else str(case.refused),
    )


def change_row(
    change: RankChange, ids: Mapping[int, str], decided: Sequence[DecidedPlace]
) -> Sequence[object]:
    """The row of one ruling's effect on one competitor."""
    places = [
        str(place.place)
        for place in decided
        if (place.ruling, place.kind) == (change.ruling, change.kind)
        and (change.who in place.with_it) != (change.who in place.without)
    ]
    return (
        ids.get(change.ruling, ""),
        str(change.kind),
        change.who,
        change.on_board,
        change.gained,
        change.rank_without,
        change.sharing_without,
        change.rank_with,
        change.sharing_with,
        " ".join(places),
    )


def loss_row(loss: EventLoss, language: str = "en") -> Sequence[object]:
    """The row of one loss with the reason in the reader's language."""
    why = in_words(loss.why, language)
    return (loss.source.file, loss.source.place, str(loss.kind), loss.found, why)


def slip_row(slip: Slip, entry: TableEntry, question: str, case: str) -> Sequence[object]:
    """One question about a result, and the case file in which a ruling may be looked into."""
    result = "" if entry.result is None else str(entry.result)
    source = entry.source
    code = slip.finding.code.removeprefix("event.slip.")
    reason = "" if slip.reason is None else str(slip.reason)
    cells = (slip.follows, slip.instead, reason, case)
    return (*result_cells(entry), question, code, result, *cells, source.file, source.place)


def candidate_row(candidate: SlowCandidate, entry: TableEntry, question: str) -> Sequence[object]:
    """One candidate, as a question."""
    slow = candidate.slow
    over = candidate.suggested_over
    return (
        *result_cells(entry),
        slow.at,
        str(slow.seat),
        slow.seconds,
        slow.usual,
        f"{slow.action}",
        candidate.share,
        "; ".join(f"{call} {share:.2f}" for call, share in candidate.alternatives),
        over is not None,
        "" if over is None else " ".join(map(str, over)),
        candidate.gain,
        *(candidate.gain_interval or (None, None)),
        question,
    )


def tally_rows(tallies: TrickTallies, butler: Mapping[str, Sequence[Fraction]]) -> Iterator[Sequence[object]]:
    """Trick counts by position and by seat, then of each pair by position, then each pair's Butler score."""
    for position in PlayPosition:
        if (everybody := tallies.positions.get(position)) is not None:
            yield _tally_row("", str(position), everybody)
    for seat, tally in sorted(tallies.seats.items()):
        yield _tally_row("", str(seat.word).lower(), tally)
    counted = tallies.pair_positions()
    for pair in sorted({*counted, *butler}, key=lambda who: (len(who), who)):
        for position in PlayPosition:
            if (of_pair := counted.get(pair, {}).get(position)) is not None:
                yield _tally_row(pair, str(position), of_pair)
        points, boards = butler.get(pair, (None, None))
        count = None if boards is None else int(boards)
        yield (pair, "all", "", "", "", "", tallies.taken[pair], points, count)


def _tally_row(who: str, position: str, tally: TrickTally) -> Sequence[object]:
    return (who, position, tally.tables, tally.cards, tally.given_away, tally.per_table, "", "", "")
