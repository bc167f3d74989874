"""The fields of each step of a case, and the problems that stand beside them or, belonging to none, above them."""

from collections.abc import Iterator

from analyser.casefile import IncidentKind
from analyser.errors import Problem
from analyser.web.casework import Casework
from analyser.web.edit import Value
from analyser.web.fields import Field, Kind, Shown, fields_of, incident_fields, shown

__all__ = ["beside", "entries_of", "fields_in", "kind_of"]

_HEAD = (Field("title", Kind.TEXT), Field("id", Kind.TEXT, required=True))
_BOARD = (
    Field("board number", Kind.NUMBER),
    Field("board dealer", Kind.CHOICE, ("N", "E", "S", "W")),
    Field("board vulnerable", Kind.CHOICE, ("none", "NS", "EW", "all")),
    Field("board deal", Kind.TEXT),
)
_AUCTION = Field("table auction", Kind.TEXT)
_PLAY = Field("table play", Kind.VALUE)
_KINDS = frozenset(map(str, IncidentKind))


def entries_of(work: Casework, table: str) -> list[dict[str, Value]]:
    """The entries of a list of tables: the remarks, the incidents."""
    found = work.at(table)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def kind_of(entry: dict[str, Value]) -> str:
    """The kind of an incident; empty when it is none that is known."""
    kind = str(entry.get("kind", ""))
    return kind if kind in _KINDS else ""


def fields_in(work: Casework, section: str) -> tuple[Field, ...]:
    """Every field a step of this case asks for; none for a step without fields."""
    match section:
        case "event":
            return _HEAD + fields_of("event")
        case "comparison":
            return fields_of("comparison")
        case "board":
            return _BOARD
        case "auction":
            return (_AUCTION, *fields_of("table"), _PLAY)
        case "remarks" | "incident":
            return tuple(_of_entries(work, section))
        case _:
            return ()


def _of_entries(work: Casework, section: str) -> Iterator[Field]:
    if section == "remarks":
        for number in range(1, len(entries_of(work, "remark")) + 1):
            yield from fields_of("remark", number)
        return
    for number, entry in enumerate(entries_of(work, "incident"), 1):
        if kind := kind_of(entry):
            yield from incident_fields(kind, number)


def beside(work: Casework, section: str) -> tuple[tuple[Shown, ...], tuple[Problem, ...]]:
    """The fields of a step with their problems, and the problems of the step that no field of it can show."""
    told = shown(fields_in(work, section), work.tree, work.problems)
    placed = {id(problem) for one in told for problem in one.problems}
    return told, tuple(one for one in work.by_section[section] if id(one) not in placed)
