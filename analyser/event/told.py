"""What is told of each board and table: rows for the sheets and values for the lines of JSON, in one fixed order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.event.figures import EntryFigures, GroupFigures
from analyser.event.finals import Earned
from analyser.event.scored import BoardScores, Version
from analyser.event.values import BoardGroup, Entry

__all__ = ["BOARD_COLUMNS", "TableTold", "board_json", "table_row", "tables_told"]

BOARD_COLUMNS = (
    "session", "board", "section", "round", "table", "room", "ns", "ew", "contract", "declarer", "tricks", "score_ns",
    "artificial", "lead", "dd_before", "dd_after_lead", "par_ns", "ns_table", "ew_table", "ns_ruled", "ew_ruled",
    "ns_ours", "ew_ours", "ns_asked", "ew_asked", "butler_ns", "solved", "file", "line",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableTold:
    """One table with its figures and what it earned."""

    entry: Entry
    figures: EntryFigures
    earned: Mapping[Version, Earned | None]
    butler: Earned | None

    def points(self, version: Version) -> tuple[Fraction | None, Fraction | None]:
        """Both sides' points under a version; none where there are none."""
        one = self.earned.get(version)
        return (None, None) if one is None else (one.ns, one.ew)


def tables_told(group: BoardGroup, figures: GroupFigures, scores: BoardScores) -> tuple[TableTold, ...]:
    """The tables of a board in their order."""
    empty = EntryFigures()
    return tuple(
        TableTold(
            entry,
            figures.entries[place] if place < len(figures.entries) else empty,
            {version: rows[place] for version, rows in scores.earned.items()},
            scores.butler[place],
        )
        for place, entry in enumerate(group.entries)
    )


def table_row(told: TableTold, figures: GroupFigures) -> Sequence[object]:
    """One line of `boards.csv`."""
    entry = told.entry
    points = [value for version in Version for value in told.points(version)]
    contract = "passed out" if entry.passed_out else "" if entry.contract is None else entry.contract.name
    return (
        entry.session,
        entry.board,
        entry.section,
        entry.round,
        entry.table,
        "" if entry.room is None else entry.room.value,
        entry.ns,
        entry.ew,
        contract,
        "" if entry.contract is None else str(entry.contract.declarer),
        entry.tricks,
        entry.score_ns,
        "" if entry.artificial is None else str(entry.artificial),
        "" if entry.lead is None else str(entry.lead),
        told.figures.before,
        told.figures.after(entry.lead),
        figures.par_ns,
        *points,
        None if told.butler is None else told.butler.ns,
        str(figures.counted),
        entry.source.file,
        entry.source.place,
    )


def board_json(group: BoardGroup, figures: GroupFigures, tables: Sequence[TableTold]) -> dict[str, object]:
    """One board as plain values: the deal, its double-dummy table, par, every table with its play curve."""
    return {
        "type": "board",
        "name": group.name,
        "session": group.session,
        "board": group.board,
        "dealer": str(group.dealer),
        "vulnerable": str(group.vulnerability),
        "deal": None if group.deal is None else str(group.deal),
        "solved": str(figures.counted),
        "table": list(figures.table),
        "par_ns": figures.par_ns,
        "tables": [_table_json(told) for told in tables],
    }


def _table_json(told: TableTold) -> dict[str, object]:
    entry = told.entry
    found: dict[str, object] = {
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
        "dd_before": told.figures.before,
        "dd_after_lead": told.figures.after(entry.lead),
        "curve": list(told.figures.curve),
        "source": str(entry.source),
    }
    for version in Version:
        ns, ew = told.points(version)
        if version in told.earned:
            found[str(version)] = [None if ns is None else str(ns), None if ew is None else str(ew)]
    return found
