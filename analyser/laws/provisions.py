"""What the Laws order where nothing is reckoned: rows of conditions and steps, read from one table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from analyser import resources
from analyser.errors import LawError
from analyser.laws.law_book import lineage

_FILE = "laws/provisions.toml"
_KEYS = {"when", "due", "option", "args", "at"}


@dataclass(frozen=True, slots=True)
class ProvisionRow:
    """One step and when it follows: what must hold of the facts, what its sentence speaks of, where it stands."""

    when: Mapping[str, Any]
    step: str
    optional: bool  # open to the other side, not ordered
    args: Mapping[str, str]
    places: tuple[str, ...]


@cache
def provisions_of(fact: str, year: str) -> tuple[ProvisionRow, ...]:
    """The rows an edition has for something that happened, in the order of the table."""
    rows = resources.toml(_FILE).get(fact)
    if rows is None:
        raise LawError("no such fact is in the table", where=_FILE, found=fact)
    return tuple(row for written in rows if (row := _row(fact, year, written)) is not None)


def facts_provided_for() -> tuple[str, ...]:
    """Everything the table speaks of."""
    return tuple(resources.toml(_FILE))


def _row(fact: str, year: str, written: Mapping[str, Any]) -> ProvisionRow | None:
    """One row as it stands in an edition; none where that edition does not have it."""
    strange = set(written) - _KEYS
    if strange or ("due" in written) == ("option" in written):
        text = ", ".join(sorted(strange)) or "due, option"
        raise LawError("a row has one step and known keys", where=f"{_FILE} [[{fact}]]", found=text)
    at = written["at"]
    if not isinstance(at, str):
        years = [edition for edition in reversed(lineage(year)) if edition in at]
        if not years:
            return None
        at = at[years[0]]
    return ProvisionRow(
        written.get("when", {}),
        written.get("due") or written["option"],
        "option" in written,
        written.get("args", {}),
        tuple(at.split(",")),
    )
