"""Values stated in law data files: read when a ruling asks for them, the last statement in force first.

A file states a value with what it rests on: `own_trick = { value = 1, at = "64A1", lines = "1954" }`. Files are laid one over
another: an edition over the one it is based on, a regulation over those it is based on and, at the root, over the edition's
own switches. Every refusal names file, table and key; `problems` reads everything and names all of them at once.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Generic, Self, TypeVar, cast, get_args, get_origin, get_type_hints

from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.choices import Rounding
from analyser.laws.clause import Clause, LawSource, Stated

# Tables of a file that hold no stated values.
HEADS = ("about", "adopted", "alias", "changes", "clauses", "documents", "penalty", "switches", "topics")
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


def unknown_word(where: str, word: str, known: Sequence[str], what: str) -> Problem:
    """The problem of a word that is not among the known ones, naming the nearest."""
    near = nearest(word, known)
    remedy = f"did you mean '{near}'?" if near else f"known: {', '.join(known)}"
    return Problem(where, word, f"unknown {what}", remedy)


def refuse(problems: Sequence[Problem]) -> None:
    """Refuse law data in which anything is wrong."""
    if problems:
        raise LawError.of(problems)


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
        if not isinstance(raw, Mapping) or set(raw) != {"unit", "tie"}:
            raise ValueError("a unit and a tie rule are expected")
        hints = get_type_hints(Rounding)
        return Rounding(convert(Fraction, raw["unit"]), convert(hints["tie"], raw["tie"]))
    if kind is Fraction:
        return _fraction(raw)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _choice(kind, raw)
    if type(raw) is not kind:
        raise ValueError(f"{kind.__name__} is expected")
    return raw


def _choice(kind: type[StrEnum], raw: object) -> StrEnum:
    try:
        return kind(cast("str", raw))  # a value that is no text is refused here too
    except ValueError:
        words = [member.value for member in kind]
        near = nearest(str(raw), words)
        if near:
            raise ValueError(f"unknown word '{raw}', did you mean '{near}'") from None
        raise ValueError(f"one of {', '.join(words)} is expected") from None


def _fraction(raw: object) -> Fraction:
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise ValueError("a fraction is written as text, such as '1/5'")  # noqa: TRY004 - said like the others
    try:
        return Fraction(raw)
    except (ValueError, ZeroDivisionError):
        raise ValueError("a fraction is written as text, such as '1/5'") from None


@dataclass(frozen=True, slots=True)
class LawFile:
    """The values one file states, and the edition whose numbering its addresses follow."""

    name: str
    edition: str
    tables: Mapping[str, Mapping[str, Any]]
    book: LawSource  # what a value rests on that names only a provision
    documents: Mapping[str, Mapping[str, str]]
    carried: Callable[[Clause], Clause]  # an address of that edition in the one ruled under

    def entries(self, group: str, key: str) -> list[Any]:
        """What the file states under a key, as written, in order."""
        raw = self.tables.get(group, {}).get(key)
        return [] if raw is None else raw if isinstance(raw, list) else [raw]

    def stated(self, group: str, key: str, entry: Any, kind: Any) -> Stated:  # noqa: ANN401 - TOML, and its type
        """One entry as a value with its source."""
        where = f"{self.name} [{group}] {key}"
        if not isinstance(entry, Mapping) or "value" not in entry:
            why = "a value with its source is expected"
            raise LawError(why, where=where, found=str(entry), remedy="write { value = …, at = … }")
        try:
            value = convert(kind, entry["value"])
            words = [word for word in entry.get("at", "").split(",") if word.strip()]
            clauses = tuple(Clause.parse(word, self.edition) for word in words)
            source = self._source(entry, clauses)
        except (ValueError, AnalyserError) as fault:
            raise LawError(str(fault), where=where, found=str(entry["value"])) from None
        return Stated(
            f"{group}.{key}",
            value,
            source,
            tuple(map(self.carried, clauses)),
            unsettled=bool(entry.get("unsettled", False)),
            note=str(entry.get("note", "")),
            since=entry.get("from"),
            until=entry.get("until"),
        )

    def _source(self, entry: Mapping[str, Any], clauses: tuple[Clause, ...]) -> LawSource:
        by = entry.get("by", "")
        if by and by not in self.documents:
            raise ValueError(f"the document '{by}' is not among those of the file")
        named = self.documents.get(by, {})
        lines, article = str(entry.get("lines", "")), str(entry.get("article", ""))
        if not (by or entry.get("document") or clauses or entry.get("unsettled")):
            raise ValueError("no source: name a law (at), a document (by) or mark it unsettled")
        seed = named.get("seed", "" if by else self.book.seed)
        return LawSource(
            str(entry.get("document") or named.get("document") or self.book.document),
            article or " and ".join(clause.legible for clause in clauses),
            str(entry.get("seed") or seed) if lines else "",
            lines,
            str(entry.get("address") or named.get("address", "")),
        )

    def strangers(self, groups: Mapping[str, type]) -> Iterator[Problem]:
        """Tables, keys and words of the file that nobody reads."""
        for group, table in self.tables.items():
            if group not in groups:
                yield unknown_word(self.name, group, list(groups), "table")
                continue
            known = list(_kinds(groups[group]))
            for key in table:
                where = f"{self.name} [{group}]"
                if key not in known:
                    yield unknown_word(where, key, known, "key")
                    continue
                for entry in self.entries(group, key):
                    words = entry if isinstance(entry, Mapping) and "value" in entry else ()
                    for word in words:
                        if word not in _OF_A_VALUE:
                            yield unknown_word(f"{where} {key}", word, _OF_A_VALUE, "key of a value")


@cache
def _kinds(section: type) -> Mapping[str, Any]:
    """The keys of a section and the type of each."""
    hints = get_type_hints(section)
    return {part.name: hints[part.name] for part in fields(section)}


_SectionT = TypeVar("_SectionT")


class Section(Generic[_SectionT]):
    """A group of an edition's or a regulation's values, put together when first asked for."""

    def __init__(self, kind: type[_SectionT]) -> None:
        """Of one class, whose fields are the keys of the group."""
        self.kind = kind
        self.group = ""

    def __set_name__(self, owner: type, name: str) -> None:
        """The group is named as the attribute it is read by."""
        self.group = name

    def __get__(self, law: "LawValues", owner: object = None) -> _SectionT:
        """The values of the group that hold."""
        known = law.read
        if self.group not in known:
            keys = [part.name for part in fields(cast("Any", self.kind))]
            values = {key: law.why(f"{self.group}.{key}").value for key in keys}
            known[self.group] = self.kind(**values)
        return cast("_SectionT", known[self.group])


@dataclass(frozen=True)
class LawValues:
    """Values stated by files laid one over another, as they hold on a day."""

    files: tuple[LawFile, ...] = field(repr=False, compare=False)  # the lowest first
    day: date | None
    read: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def groups(cls) -> Mapping[str, type]:
        """The groups of values by name, in the order of the class."""
        return {name: part.kind for name, part in vars(cls).items() if isinstance(part, Section)}

    @property
    def where(self) -> str:
        """What a refusal names: the edition's year or the regulation's name."""
        raise NotImplementedError

    def why(self, key: str) -> Stated:
        """What a value such as `revokes.own_trick` rests on."""
        stated = self.find(key)
        if stated is None:
            raise LawError("no such value is stated", where=self.where, found=key)
        return stated

    def find(self, key: str) -> Stated | None:
        """The statement of a value that holds on the day; nothing when there is none."""
        if key not in self.read:
            group, _, name = key.partition(".")
            kind = _kinds(self.groups()[group]).get(name) if group in self.groups() else None
            statements = [
                stated
                for file in self.files
                for entry in (file.entries(group, name) if kind else ())
                if (stated := file.stated(group, name, entry, kind)).holds_on(self.day)
            ]
            self.read[key] = statements[-1] if statements else None
        return cast("Stated | None", self.read[key])

    def with_group(self, group: str, values: object) -> Self:
        """The same with other values in one group, for a question of what if."""
        changed = replace(self)
        changed.read[group] = values
        return changed

    @property
    def stated(self) -> Mapping[str, Stated]:
        """Every value with what it rests on."""
        keys = [f"{group}.{key}" for group, kind in self.groups().items() for key in _kinds(kind)]
        return {key: stated for key in keys if (stated := self.find(key)) is not None}

    def problems(self) -> list[Problem]:
        """Everything wrong with the files: unknown words, values that cannot be read, values nobody states."""
        groups = self.groups()
        problems = [problem for file in self.files for problem in file.strangers(groups)]
        for group, section in groups.items():
            for key, kind in _kinds(section).items():
                entries = [(file, entry) for file in self.files for entry in file.entries(group, key)]
                for file, entry in entries:
                    try:
                        file.stated(group, key, entry, kind)
                    except LawError as fault:
                        problems += fault.problems
                if not entries:
                    where = f"{self.files[-1].name} [{group}]"
                    problems.append(Problem(where, key, "the value is missing", "state it"))
        return problems
