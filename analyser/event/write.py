"""The sheets of an event and its lines of JSON, written as the boards go by: nothing large is held."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from analyser.errors import CaseError, refusal
from analyser.event import Entry
from analyser.event.changes import Change, Decided, Line
from analyser.event.reviewed import Ruled
from analyser.event.scored import EffectKind, Version
from analyser.event.sheets import line
from analyser.event.slips import Slip
from analyser.event.slow import Candidate
from analyser.event.tallies import Position, Tallies

_WHERE = ("session", "board", "section", "round", "table", "room", "ns", "ew")
COLUMNS: Mapping[str, Sequence[str]] = {
    "standings": (
        "list", "who", "boards", "rank_table", "score_table", "rank_ruled", "score_ruled", "rank_ours", "score_ours",
        "rank_asked", "score_asked", "moved_by_rulings", "moved_by_ours", "unit",
    ),
    "rulings": (
        "id", *_WHERE, "kind", "given", "ours_kind", "ours_ns", "ours_ew", "unit", "band_ns_low", "band_ns_high",
        "verdict", "edition", "authority", "asked_ns", "asked_ew", "innocent_gained", "source", "refused",
    ),
    "changes": (
        "ruling", "compared", "who", "on_board", "gained", "rank_without", "rank_with", "decides_place",
    ),
    "slips": (*_WHERE, "question", "code", "result", "file", "line"),
    "candidates": (
        *_WHERE, "slow_call", "seat", "seconds", "usual", "action", "share", "alternatives", "measured",
        "suggested_over", "gain", "gain_low", "gain_high", "question",
    ),
    "tallies": ("who", "position", "tables", "cards", "given", "given_per_table", "taken", "butler", "butler_boards"),
    "losses": ("file", "line", "kind", "found", "why"),
}  # fmt: skip


def where(entry: Entry | None) -> Sequence[object]:
    """Which result it is, without names."""
    if entry is None:
        return ("",) * len(_WHERE)
    room = "" if entry.room is None else entry.room.value
    return (
        entry.session, entry.board, entry.section, entry.round, entry.table, room, entry.ns, entry.ew,
    )  # fmt: skip


class Sheets:
    """The open files of one run; each is written beside its place and put there whole at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, TextIO] = {}

    def begin(self, name: str, header: Sequence[str] | None = None) -> None:
        """Open a sheet, or the lines of JSON when there is no header."""
        try:
            self._open[name] = self._part(name).open("w", encoding="utf-8", newline="")
        except OSError as reason:
            why = f"cannot be written: {refusal(reason)}"
            raise CaseError(
                why, where="--out", found=str(self.folder), remedy="choose another place"
            ) from None
        if header is not None:
            self._open[name].write(line(header))

    def row(self, name: str, cells: Iterable[object]) -> None:
        """One line of a sheet."""
        self._open[name].write(line(cells))

    def json(self, name: str, document: Mapping[str, Any]) -> None:
        """One line of JSON."""
        self._open[name].write(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")

    def _part(self, name: str) -> Path:
        return self.folder / f".{name}.part"

    def __enter__(self) -> Self:
        """Use it for one run."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Put every sheet in its place, or take the beginnings away when the run did not end well."""
        for name, file in self._open.items():
            file.close()
            if kind is None:
                self._part(name).replace(self.folder / name)
            else:
                self._part(name).unlink(missing_ok=True)


def standing_row(one: Line, unit: str) -> Sequence[object]:
    """One competitor's line."""
    cells: list[object] = [one.within, one.who, one.boards]
    for version in Version:
        standing = one.standings.get(version)
        cells += ["", ""] if standing is None else [standing.rank, standing.score]
    moved: list[object] = [one.moved(Version.TABLE, Version.RULED), one.moved(Version.RULED, Version.OURS)]
    return (*cells, *moved, unit)


def ruling_row(ruled: Ruled) -> Sequence[object]:
    """One ruling: what was given, what the analysis gives, inside or outside."""
    ruling = ruled.ruling
    adjusted = None if ruling is None else ruling.adjusted
    band = None if ruling is None or ruling.sensitivity is None else ruling.sensitivity.band_ns
    other = None if ruled.asked is None else ruled.asked.adjusted
    law = None if ruling is None else ruling.law
    ns, ew = (None, None) if adjusted is None else (adjusted.ns, adjusted.ew)
    return (
        ruled.id,
        *where(ruled.entry),
        ruled.kind,
        ruled.given_told,
        "" if adjusted is None else str(adjusted.kind),
        None if ns is None else ns.exact,
        None if ew is None else ew.exact,
        "" if ns is None else ns.unit,
        "" if band is None else band[0],
        "" if band is None else band[1],
        ruled.verdict,
        "" if law is None else law.edition,
        "" if law is None else law.authority,
        None if other is None or other.ns is None else other.ns.exact,
        None if other is None or other.ew is None else other.ew.exact,
        ruled.lean,
        ruled.source,
        ruled.refused,
    )


def change_row(change: Change, ids: Mapping[int, str], decided: Sequence[Decided]) -> Sequence[object]:
    """What one ruling did to one competitor."""
    places = [
        str(one.place)
        for one in decided
        if (one.ruling, one.kind) == (change.ruling, change.kind)
        and (change.who in one.with_it) != (change.who in one.without)
    ]
    compared = "ruling" if change.kind is EffectKind.RULING else str(change.kind)
    return (
        ids.get(change.ruling, ""),
        compared,
        change.who,
        change.on_board,
        change.gained,
        change.rank_without,
        change.rank_with,
        " ".join(places),
    )


def slip_row(slip: Slip, entry: Entry, question: str) -> Sequence[object]:
    """One question about a result."""
    result = "" if entry.result is None else str(entry.result)
    source = entry.source
    return (*where(entry), question, slip.code.removeprefix("event.slip."), result, source.file, source.place)


def candidate_row(candidate: Candidate, entry: Entry, question: str) -> Sequence[object]:
    """One candidate, as a question."""
    slow = candidate.slow
    over = candidate.suggested_over
    low, high = candidate.gain_interval or (None, None)
    return (
        *where(entry),
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
        low,
        high,
        question,
    )


def tally_rows(tallies: Tallies, butler: Mapping[str, Sequence[Any]]) -> Iterable[Sequence[object]]:
    """Everybody by position and by seat, then each pair by position, then each pair's Butler score."""
    for position in Position:
        if (all_of_it := tallies.positions.get(position)) is not None:
            yield (
                "",
                str(position),
                all_of_it.tables,
                all_of_it.cards,
                all_of_it.given,
                all_of_it.per_table,
                "",
                "",
                "",
            )
    for seat, tally in sorted(tallies.seats.items()):
        yield ("", seat.word.lower(), tally.tables, tally.cards, tally.given, tally.per_table, "", "", "")
    counted = dict(tallies.of_pairs())
    for pair in sorted({*counted, *butler}, key=lambda who: (len(who), who)):
        for position in Position:
            if (one := counted.get(pair, {}).get(position)) is not None:
                yield (pair, str(position), one.tables, one.cards, one.given, one.per_table, "", "", "")
        points, boards = butler.get(pair, (None, None))
        count = None if boards is None else int(boards)
        yield (pair, "all", "", "", "", "", tallies.taken_by(pair), points, count)
