"""Law data files read strictly: every refusal names file, table and key, and all of them come at once."""

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.clause import Clause
from analyser.laws.regulation import Rounding
from analyser.laws.source import Source, Stated

__all__ = ["Layer", "Problems", "Toml", "convert", "nearest", "parse", "settle"]

_OF_A_VALUE = (
    "value",
    "at",
    "article",
    "lines",
    "seed",
    "by",
    "document",
    "address",
    "note",
    "unsettled",
    "from",
    "until",
)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word a reader most probably meant, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return close[0] if close else ""


@dataclass(slots=True)
class Problems:
    """What is wrong with the law data, collected so that a file is mended in one go."""

    found: list[Problem] = field(default_factory=list)

    def add(self, where: str, found: object, why: str, remedy: str = "") -> None:
        """Note one fault."""
        self.found.append(Problem(where, str(found), why, remedy))

    def unknown(self, where: str, word: str, known: Sequence[str], what: str) -> None:
        """Note a word that is not among the known ones, naming the nearest."""
        near = nearest(word, known)
        remedy = f"did you mean '{near}'?" if near else f"known: {', '.join(known)}"
        self.add(where, word, f"unknown {what}", remedy)

    def settle(self) -> None:
        """Refuse when anything was noted."""
        if self.found:
            raise LawError.of(self.found)


@dataclass(frozen=True, slots=True)
class Toml:
    """A parsed file and its name."""

    name: str
    data: Mapping[str, Any]

    def table(self, key: str) -> Mapping[str, Any]:
        """A table of the file, empty when it is not there."""
        found = self.data.get(key, {})
        return found if isinstance(found, Mapping) else {}


def parse(name: str, text: str) -> Toml:
    """Read TOML; a fault of its form is refused with the file and the line."""
    try:
        return Toml(name, tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise LawError(f"not a TOML file: {fault}", where=name, remedy="mend the line named") from fault


def convert(kind: Any, raw: object) -> Any:  # noqa: ANN401 - the type is the argument
    """A TOML value as the type a field asks for; anything else is refused with what was expected.

    >>> convert(Fraction, "1/5"), convert(tuple[int, ...], [24, 48])
    (Fraction(1, 5), (24, 48))
    """
    if get_origin(kind) is tuple:
        if not isinstance(raw, list):
            raise ValueError("a list is expected")
        return tuple(convert(get_args(kind)[0], item) for item in raw)
    if kind is Rounding:
        return _rounding(raw)
    if kind is Fraction:
        return _fraction(raw)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(raw)  # type: ignore[arg-type]  # a value that is no text is refused here too
        except ValueError:
            words = [member.value for member in kind]
            near = nearest(str(raw), words)
            hint = (
                f"unknown word '{raw}', did you mean '{near}'"
                if near
                else f"one of {', '.join(words)} is expected"
            )
            raise ValueError(hint) from None
    if type(raw) is not kind:
        raise ValueError(f"{kind.__name__} is expected")
    return raw


def _fraction(raw: object) -> Fraction:
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise ValueError("a fraction is written as text, such as '1/5'")  # noqa: TRY004 - told like the others
    try:
        return Fraction(raw)
    except (ValueError, ZeroDivisionError):
        raise ValueError("a fraction is written as text, such as '1/5'") from None


def _rounding(raw: object) -> Rounding:
    if not isinstance(raw, Mapping) or set(raw) != {"unit", "tie"}:
        raise ValueError("a unit and a tie rule are expected")
    hints = get_type_hints(Rounding)
    return Rounding(convert(Fraction, raw["unit"]), convert(hints["tie"], raw["tie"]))


@dataclass(frozen=True, slots=True)
class Layer:
    """One file's worth of stated values, to be laid over those of the file it is based on."""

    name: str
    edition: str
    tables: Mapping[str, Mapping[str, Any]]
    default: Source
    documents: Mapping[str, Mapping[str, str]]

    def stated(self, group: str, key: str, kind: Any, problems: Problems) -> Iterator[Stated]:  # noqa: ANN401
        """The dated values the file gives a key, in the order written."""
        raw = self.tables.get(group, {}).get(key)
        if raw is None:
            return
        where = f"{self.name} [{group}] {key}"
        for entry in raw if isinstance(raw, list) else [raw]:
            if not isinstance(entry, Mapping) or "value" not in entry:
                problems.add(
                    where, entry, "a value with its source is expected", "write { value = …, at = … }"
                )
                continue
            for word in entry:
                if word not in _OF_A_VALUE:
                    problems.unknown(where, word, _OF_A_VALUE, "key of a value")
            try:
                value = convert(kind, entry["value"])
                clauses = self._clauses(entry.get("at", ""))
                source = self._source(entry, clauses)
            except (ValueError, AnalyserError) as fault:
                problems.add(where, entry["value"], str(fault))
                continue
            yield Stated(
                f"{group}.{key}",
                value,
                source,
                clauses,
                unsettled=bool(entry.get("unsettled", False)),
                note=str(entry.get("note", "")),
                since=entry.get("from"),
                until=entry.get("until"),
            )

    def _clauses(self, at: str) -> tuple[Clause, ...]:
        return tuple(Clause.parse(word, self.edition) for word in at.split(",") if word.strip())

    def _source(self, entry: Mapping[str, Any], clauses: tuple[Clause, ...]) -> Source:
        by = entry.get("by", "")
        if by and by not in self.documents:
            raise ValueError(f"the document '{by}' is not among those of the file")
        named = self.documents.get(by, {})
        lines, article = str(entry.get("lines", "")), str(entry.get("article", ""))
        if not (by or entry.get("document") or clauses or entry.get("unsettled")):
            raise ValueError("no source: name a law (at), a document (by) or mark it unsettled")
        seed = named.get("seed", "" if by else self.default.seed)
        return Source(
            str(entry.get("document") or named.get("document") or self.default.document),
            article or " and ".join(clause.legible for clause in clauses),
            str(entry.get("seed") or seed) if lines else "",
            lines,
            str(entry.get("address") or named.get("address", "")),
        )


def settle(
    groups: Mapping[str, type], layers: Sequence[Layer], day: date | None, problems: Problems
) -> tuple[dict[str, Any], dict[str, Stated]]:
    """The groups of values that hold on a day: for each key the last layer that speaks of it."""
    for layer in layers:
        _refuse_strangers(groups, layer, problems)
    built: dict[str, Any] = {}
    chosen: dict[str, Stated] = {}
    for group, kind in groups.items():
        hints = get_type_hints(kind)
        values: dict[str, Any] = {}
        for part in fields(kind):
            said = [
                entry
                for layer in layers
                for entry in layer.stated(group, part.name, hints[part.name], problems)
                if entry.holds_on(day)
            ]
            if said:
                chosen[said[-1].key] = said[-1]
                values[part.name] = said[-1].value
            elif not problems.found:
                problems.add(f"{layers[-1].name} [{group}]", part.name, "the value is missing", "state it")
        if len(values) == len(fields(kind)):
            built[group] = kind(**values)
    return built, chosen


def _refuse_strangers(groups: Mapping[str, type], layer: Layer, problems: Problems) -> None:
    for group, table in layer.tables.items():
        if group not in groups:
            problems.unknown(layer.name, group, list(groups), "table")
            continue
        known = [part.name for part in fields(groups[group])]
        for key in table:
            if key not in known:
                problems.unknown(f"{layer.name} [{group}]", key, known, "key")
