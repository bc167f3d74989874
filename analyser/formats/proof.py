"""A writer's promise kept: what was written is read back, and any difference is refused by name."""

from collections.abc import Callable, Sequence
from dataclasses import fields

from analyser.errors import NotationError
from analyser.formats.record import Record
from analyser.formats.results import Reading, Results


def prove_records(records: Sequence[Record], text: str, read: Callable[[str], Reading], name: str) -> None:
    """Refuse a text that does not read back as these records."""
    found = read(text).records
    if found == tuple(records):
        return
    if len(found) != len(records):
        raise NotationError(
            f"written as {name} it would read as {len(found)} boards", found=f"{len(records)} boards"
        )
    for number, (wanted, got) in enumerate(zip(records, found, strict=True), 1):
        where = f"board {wanted.number}" if wanted.number else f"record {number}"
        _differ(wanted, got, where, name)


def prove_results(results: Results, text: str, read: Callable[[str], Reading], name: str) -> None:
    """Refuse a text that does not read back as these results."""
    found = read(text).results
    if found != results:
        _differ(results, found, "results", name)


def _differ(wanted: object, got: object, where: str, name: str) -> None:
    for field in fields(wanted):  # type: ignore[arg-type]
        value = getattr(wanted, field.name)
        if value != getattr(got, field.name, None):
            raise NotationError(
                f"{field.name}: {name} cannot carry it without change",
                where=where,
                found=_first(value, getattr(got, field.name, None)),
                remedy="leave it out, or write another format",
            )


def _first(value: object, other: object) -> str:
    """What to show: of a sequence, its first entry that would change."""
    if isinstance(value, tuple):
        others = other if isinstance(other, tuple) else ()
        for place, entry in enumerate(value):
            if place >= len(others) or entry != others[place]:
                value = entry
                break
    return str(value)[:120]
