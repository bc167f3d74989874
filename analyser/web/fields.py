"""The fields of a case file as a form shows them: read from the schema itself, so that no key is forgotten."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

import tomlkit
from tomlkit.exceptions import TOMLKitError

from analyser import laws
from analyser.casefile.explain import Explained, every_key
from analyser.errors import Problem
from analyser.web.edit import Value, at, spelled
from analyser.web.forms import Sent

__all__ = ["Field", "Kind", "Shown", "changes_in", "fields_of", "incident_fields", "shown"]


class Kind(Enum):
    """How a value is asked for."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    DATE = "date"
    TRUTH = "truth"
    CHOICE = "choice"
    LIST = "list"
    PLACE = "place"
    PLACES = "places"
    TABLES = "tables"  # scores with their numbers of tables, `620x5 -50x2`
    VALUE = "value"  # anything else, as TOML writes it


@dataclass(frozen=True, slots=True)
class Field:
    """One key: where it stands, how it is asked for, what it may be."""

    place: str
    kind: Kind
    choices: tuple[str, ...] = ()
    required: bool = False

    @property
    def name(self) -> str:
        """The key alone, without its table."""
        return " ".join(word for word in self.place.split()[1:] if not word.isdecimal())


@dataclass(frozen=True, slots=True)
class Shown:
    """A field with what it holds and what is wrong with it."""

    field: Field
    text: str
    problems: tuple[Problem, ...]


_LONG = {"statement", "given", "correct", "text"}
_WORD = re.compile(r"[a-z0-9-]+")
_ENTRY = re.compile(r"([+\-−]?\d{1,5})(?:\s*[x×*]\s*(\d{1,4}))?")
_ELSEWHERE = {"board", "remark", "incident", "table auction", "table play"}  # tapped, not typed


@cache
def fields_of(table: str, number: int | None = None) -> tuple[Field, ...]:
    """The fields of a table of the file; with a number, of one entry of a list of tables."""
    before = table if number is None else f"{table} {number}"
    keys = [key for key in every_key() if key.path.startswith(f"{table} ")]
    return tuple(
        _field(key, f"{before} {key.path[len(table) + 1 :]}")
        for key in _leaves(keys)
        if key.path not in _ELSEWHERE
    )


@cache
def incident_fields(kind: str, number: int) -> tuple[Field, ...]:
    """The fields of an incident of one kind."""
    head = f"incident ({kind}) "
    keys = [key for key in every_key() if key.path.startswith(head) and key.path != f"{head}kind"]
    return tuple(_field(key, f"incident {number} {key.path[len(head) :]}") for key in _leaves(keys))


def _leaves(keys: list[Explained]) -> Iterable[Explained]:
    """Keys that hold a value, not a table of keys; a list of tables is one value."""
    lists = [key.path for key in keys if "tables" in " ".join(key.takes)]
    for key in keys:
        inside = any(key.path.startswith(f"{outer} ") for outer in lists)
        if key.takes and not inside:
            yield key


def _field(key: Explained, place: str) -> Field:
    name = place.rsplit(maxsplit=1)[-1]
    told = " ".join(key.takes)
    if name == "authority":
        return Field(place, Kind.CHOICE, laws.authorities())
    if name == "edition":
        return Field(place, Kind.CHOICE, laws.editions()[::-1])
    if name == "field" and "tables" in told:
        return Field(place, Kind.TABLES)
    kind, choices = _asked(key, name, told)
    return Field(place, kind, choices, key.required)


_BY_START = (
    ("a list of: a list", Kind.VALUE),
    ("a list of: tables", Kind.VALUE),
    ("a list of: call N", Kind.PLACES),
    ("a list of:", Kind.LIST),
    ("call N", Kind.PLACE),
    ("a whole number", Kind.NUMBER),
    ("a date:", Kind.DATE),
)
_CLOSED = {
    "true | false": (Kind.TRUTH, ("true", "false")),
    "a seat: N E S W": (Kind.CHOICE, ("N", "E", "S", "W")),
    "S H D C": (Kind.CHOICE, ("S", "H", "D", "C")),
    "S H D C NT": (Kind.CHOICE, ("S", "H", "D", "C", "NT")),
}


def _asked(key: Explained, name: str, told: str) -> tuple[Kind, tuple[str, ...]]:
    if told in _CLOSED:
        return _CLOSED[told]
    for start, kind in _BY_START:
        if told.startswith(start):
            return kind, ()
    if len(key.takes) > 1 and all(_WORD.fullmatch(word) for word in key.takes):
        return Kind.CHOICE, key.takes
    return (Kind.LONG if name in _LONG else Kind.TEXT), ()


def text_of(field: Field, value: Value) -> str:
    """A value as the field shows it."""
    if value is None:
        return ""
    if field.kind is Kind.TABLES and isinstance(value, list):
        return " ".join(
            f"{entry.get('score')}x{entry.get('times', 1)}" if isinstance(entry, dict) else str(entry)
            for entry in value
        )
    if field.kind is Kind.VALUE and not isinstance(value, str):
        return tomlkit.item(value).as_string()
    if field.kind in {Kind.LIST, Kind.PLACES} and isinstance(value, list):
        return ", ".join(map(spelled, value))
    return spelled(value)


def value_of(field: Field, text: str) -> Value:
    """What was typed as a value of the file; what cannot be read stays a text, and `check` says what is wrong."""
    if not text:
        return None
    match field.kind:
        case Kind.NUMBER:
            sign = text.replace("−", "-").lstrip("+")
            return int(sign) if re.fullmatch(r"-?\d{1,9}", sign) else text
        case Kind.TRUTH:
            return text == "true" if text in {"true", "false"} else text
        case Kind.DATE:
            return _date(text)
        case Kind.LIST:
            return [word for word in text.replace(",", " ").split() if word]
        case Kind.PLACES:
            return [word.strip() for word in text.split(",") if word.strip()]
        case Kind.TABLES:
            return _tables(text)
        case Kind.VALUE:
            return _value(text)
        case _:
            return text.replace("\r\n", "\n")


def _date(text: str) -> Value:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def _tables(text: str) -> Value:
    entries = []
    for word in text.replace(",", " ").split():
        found = _ENTRY.fullmatch(word)
        if found is None:
            return text
        score = int(found[1].replace("−", "-"))
        entries.append({"score": score, "times": int(found[2])} if found[2] else {"score": score})
    return entries


def _value(text: str) -> Value:
    try:
        return tomlkit.parse(f"value = {text}\n").unwrap()["value"]
    except (TOMLKitError, ValueError, KeyError, RecursionError):
        return text


def shown(
    fields: Iterable[Field], tree: Mapping[str, Value], problems: Iterable[Problem]
) -> tuple[Shown, ...]:
    """The fields with what the file holds, each problem beside the field it speaks of."""
    listed = tuple(problems)
    return tuple(
        Shown(
            field,
            text_of(field, at(dict(tree), field.place)),
            tuple(
                one for one in listed if one.where == field.place or one.where.startswith(f"{field.place} ")
            ),
        )
        for field in fields
    )


def changes_in(fields: Iterable[Field], tree: Mapping[str, Value], sent: Sent) -> dict[str, Value]:
    """What a form changed of what its page showed; a field that did not come back is not touched."""
    changes: dict[str, Value] = {}
    for field in fields:
        if not sent.has(field.place):
            continue
        text = sent.text(field.place)
        if text.replace("\r\n", "\n") != text_of(field, at(dict(tree), field.place)):
            changes[field.place] = value_of(field, text)
    return changes
