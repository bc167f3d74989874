"""`deal`: one board of a PBN or LIN file, or of a viewer link, as a case to fill in."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from analyser.casefile import read_case
from analyser.casefile.skeleton import skeleton
from analyser.casefile.tree import remedy_for
from analyser.cli.terminal import note, read_bytes, say
from analyser.errors import CaseError, NotationError, Problem, UsageError
from analyser.formats import Reading, Record, Room, read, settled


def run(source: str, board: int | None, room: str | None, table: int | None = None) -> int:
    """Print the case; what was not understood of this board is told on stderr."""
    given = source if "://" in source or "lin=" in source else read_bytes(Path(source))
    try:
        reading = read(given)
    except NotationError as error:
        raise NotationError.of([_named(one, source) for one in error.problems]) from None
    record, other = _chosen(reading, board, _room(room), table)
    for loss in reading.losses_of(record, *((other,) if other else ())):
        note(f"not understood: {loss}")
    text = skeleton(settled(record), None if other is None else settled(other))
    if problems := read_case(text.encode("utf-8")).problems:
        for problem in problems:
            note(f"the record contradicts itself: {problem}")
        raise CaseError(
            "the board cannot be made into a sound case", found=source[:80], remedy="mend the record"
        )
    say(text.rstrip("\n"))
    return 0


def _named(problem: Problem, source: str) -> Problem:
    """A problem of the whole text names the file or the link."""
    if problem.where:
        return problem
    return replace(problem, where="IMPORT", found=problem.found or source[:80])


def _room(word: str | None) -> Room | None:
    if word is None:
        return None
    for room in Room:
        if room.value == word.strip().lower():
            return room
    raise UsageError(
        "not a room", where="--room", found=word, remedy=remedy_for(word, [r.value for r in Room])
    )


def _chosen(
    reading: Reading, board: int | None, room: Room | None, table: int | None
) -> tuple[Record, Record | None]:
    """The one table meant, and the other room's where there is just one."""
    records = reading.records
    if not records:
        for loss in reading.losses:
            note(f"not understood: {loss}")
        raise NotationError(
            "no board was found", where="IMPORT", remedy="give a PBN or LIN file, or a viewer link"
        )
    found = [r for r in records if board in (None, r.number) and room in (None, r.room)]
    if not found:
        asked = f"{board or ''} {room.value if room else ''}".strip()
        remedy = f"there are: {_labels(records)}"
        raise UsageError("no such board in the file", where="--board", found=asked, remedy=remedy)
    if len({(r.number, r.room) for r in found}) > 1:
        remedy = "choose with --board N and --room open|closed"
        raise UsageError("several boards fit", where="--board", found=_labels(found), remedy=remedy)
    if len(found) > 1 and table is None:
        why = f"board {found[0].number or ''} was played at {len(found)} tables".replace("  ", " ")
        remedy = f"choose one with --table, 1 to {len(found)} in the order of the file"
        raise UsageError(why, where="--table", remedy=remedy)
    if table is not None and table > len(found):
        remedy = f"in this file the board was played at {len(found)}"
        raise UsageError("no such table", where="--table", found=str(table), remedy=remedy)
    one = found[(table or 1) - 1]
    other = [r for r in records if r.number == one.number and r is not one and r.room is not one.room]
    return one, other[0] if len(other) == 1 else None


def _labels(records: Sequence[Record]) -> str:
    """The boards, each with its room."""
    named = {f"{r.number}{f' {r.room.value}' if r.room else ''}" for r in records}
    return ", ".join(sorted(named, key=_order))


def _order(label: str) -> tuple[int, str]:
    number = label.split(maxsplit=1)[0]
    return (int(number) if number.isdigit() else 0, label)
