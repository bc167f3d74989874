"""Values stated in law data files, the provisions they cite and the sources they rest on.

A provision's address is an edition of the Laws and a path such as 12C1c. A law number means nothing without its edition:
16C speaks of withdrawn calls in 1997 and 2017, of information from other sources in 2007.

A file states a value with what it rests on: `own_trick = { value = 1, at = "64A1", lines = "1954" }`. It is read when a ruling
asks for it. Files are laid one over another: an edition over the one it is based on, a regulation over those it is based on
and, at the root, over the edition's own switches. Every refusal names file, table and key; `problems` names all of them at once.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache, total_ordering
from types import SimpleNamespace
from typing import Annotated, Any, Generic, Self, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, PlainValidator, Strict, TypeAdapter, ValidationError

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.choices import TieRule
from analyser.messages import sentence
from analyser.messages.refusals import refuse_value, remedy_for, translate_value_error

_PATH = re.compile(r"(\d{1,2})(?:([A-Z])(?:(\d{1,2})(?:([a-l])(iv|v|i{1,3})?)?)?)?")
_LOOSE = re.compile(r"(\d{1,2})(?:([a-l])(?:(\d{1,2})(?:([a-l])(iv|v|i{1,3})?)?)?)?", re.IGNORECASE)
_EDITION_FIRST = re.compile(r"^\s*(\d{4})(?:\s*[:/]|\s+)(.*)$", re.DOTALL)
_EDITION_LAST = re.compile(r"^(.*?)[\s(,\[]+(\d{4})\s*[)\]]?\s*$", re.DOTALL)
# The words directors and translations put before a number.
_WORDS = re.compile(r"^\s*(?:laws?|legea|articol[oi]?|artt?|leg|l|§)[\s.]*", re.IGNORECASE)
_NOISE = re.compile(r"[\s()\[\]{}.,;:'’´`\-\u00ad\u2010-\u2015\u2212]+")
_ROMAN = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5}
_HIGHEST_LAW = 93


def path_of(text: str) -> str:
    """The canonical path in a printed address, whatever its blanks, brackets and hyphens.

    >>> path_of("Law 12 C1(c)"), path_of("l.16b-1 (a)"), path_of("1-6C"), path_of("Articolo 27-B1(b)")
    ('12C1c', '16B1a', '16C', '27B1b')
    """
    bare = _NOISE.sub("", _WORDS.sub("", text))
    match = _LOOSE.fullmatch(bare)
    if match is None or not 1 <= int(match[1]) <= _HIGHEST_LAW:
        remedy = sentence("write-law-address")
        raise LawError(sentence("not-a-law-address"), where="clause", found=text.strip(), remedy=remedy)
    law, letter, number, small, roman = match.groups(default="")
    digits = number.lstrip("0") if number else ""
    return f"{int(law)}{letter.upper()}{digits}{small.lower()}{roman.lower()}"


@total_ordering
@dataclass(frozen=True, slots=True)
class Clause:
    """One provision of one edition, as a director cites it.

    >>> Clause.parse("2007:Law 64A2")
    Clause(edition='2007', path='64A2')
    >>> str(Clause("2017", "12C1c")), Clause("2017", "12C1c").legible
    ('2017:12C1c', 'Law 12C1(c)')
    """

    edition: str
    path: str

    def __post_init__(self) -> None:
        """Refuse an address that is not spelled canonically."""
        if not re.fullmatch(r"\d{4}", self.edition):
            raise LawError(sentence("edition-is-a-year"), where="clause", found=self.edition)
        if not _PATH.fullmatch(self.path) or not 1 <= self.law <= _HIGHEST_LAW:
            remedy = sentence("clause-parse")
            raise LawError(sentence("clause-path"), where="clause", found=self.path, remedy=remedy)

    @classmethod
    def parse(cls, text: str, edition: str | None = None) -> "Clause":
        """Read `EDITION:CLAUSE`, or any printed form when the edition is given beside it."""
        rest, named = text, ""
        if first := _EDITION_FIRST.match(text):
            named, rest = first[1], first[2]
        elif last := _EDITION_LAST.match(text):
            rest, named = last[1], last[2]
        if not (named or edition):
            why, remedy = sentence("law-needs-edition"), sentence("write-year-before")
            raise LawError(why, where="clause", found=text, remedy=remedy)
        return cls(named or edition or "", path_of(rest))

    @property
    def law(self) -> int:
        """The number of the law."""
        return int(re.match(r"\d+", self.path)[0])  # type: ignore[index]  # the path begins with digits

    @property
    def parts(self) -> tuple[str, ...]:
        """The steps of the path: 12, C, 1, c.

        >>> Clause("2017", "12C1ei").parts
        ('12', 'C', '1', 'e', 'i')
        """
        match = _PATH.fullmatch(self.path)
        return tuple(part for part in match.groups() if part) if match else ()

    @property
    def parent(self) -> "Clause | None":
        """The provision this one is part of; none for a whole law."""
        steps = self.parts[:-1]
        return Clause(self.edition, "".join(steps)) if steps else None

    @property
    def legible(self) -> str:
        """As the Law Book prints it, without the edition: Law 12C1(c)."""
        steps = self.parts
        return "Law " + "".join(steps[:3]) + "".join(f"({step})" for step in steps[3:])

    def __str__(self) -> str:
        """The spelling of the contract: EDITION:CLAUSE."""
        return f"{self.edition}:{self.path}"

    def __lt__(self, other: object) -> bool:
        """The order of the Law Book, older editions first: 9 before 12, 12C1 before 12C1a."""
        if not isinstance(other, Clause):
            return NotImplemented
        return self._key() < other._key()

    def _key(self) -> tuple[str, int, str, int, str, int]:
        law, letter, number, small, roman = (*self.parts, "", "", "", "")[:5]
        return (self.edition, int(law), letter, int(number or 0), small, _ROMAN[roman])


@cache
def document_titles() -> dict[str, str]:
    """The title of each text the law data was read from, by its mark."""
    return resources.toml("laws/documents.toml")


@dataclass(frozen=True, slots=True)
class LawSource:
    """The document and article a statement rests on, and the lines of the text in which it was read.

    >>> source = LawSource("FIGB Norme Integrative 2017", "art. 87", seed="003", lines="570-586")
    >>> print(source)
    FIGB Norme Integrative 2017, art. 87
    >>> print(source.place)
    Norme Integrative al Codice Internazionale del Bridge, edition of 2017 (FIGB), art. 87, lines 570-586
    """

    document: str
    article: str = ""
    seed: str = ""  # the mark of the text read, in documents.toml
    lines: str = ""
    address: str = ""

    @property
    def text(self) -> str:
        """The title of the text in which the statement was read."""
        return document_titles().get(self.seed, self.document)

    @property
    def place(self) -> str:
        """Where a reader finds the statement: the text read, its article and lines."""
        many = "s" if "-" in self.lines or "," in self.lines else ""
        lines = f"line{many} {self.lines}" if self.lines else ""
        return ", ".join(part for part in (self.text, self.article, lines) if part)

    def __str__(self) -> str:
        """Document and article, as a report prints them."""
        return ", ".join(part for part in (self.document, self.article) if part)


@dataclass(frozen=True, slots=True)
class StatedValue:
    """One value of the law data with what it rests on.

    `unsettled` means that no source fixes the value: it is the default used, and a report says so.
    """

    key: str
    value: object
    file: "LawFile" = field(repr=False)
    written: Mapping[str, Any]  # the entry of the file
    clauses: tuple[Clause, ...] = ()

    @property
    def source(self) -> LawSource:
        """What the value rests on."""
        return self.file.source(self.written)

    @property
    def unsettled(self) -> bool:
        """Whether no source fixes the value."""
        return bool(self.written.get("unsettled", False))

    @property
    def note(self) -> str:
        """What the file remarks on the value."""
        return str(self.written.get("note", ""))

    @property
    def since(self) -> date | None:
        """The first day it is in force, where the file says so."""
        day: date | None = self.written.get("from")
        return day

    def holds_on(self, day: date | None) -> bool:
        """Whether the value is in force on a day; an unknown day is read as today's rule, the last one."""
        since, until = self.since, self.written.get("until")
        if day is None:
            return until is None
        return (since is None or since <= day) and (until is None or day <= until)


# Tables of a file that hold no stated values.
HEADS = (
    "about", "adopted", "alias", "changes", "clauses", "documents", "penalty", "switches", "topics",
    "alert", "prealert", "feature", "category", "psychic", "screen", "margin", "award", "percent_scale",
)  # fmt: skip
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


def unknown_word(where: str, word: str, known: Iterable[str]) -> Problem:
    """The problem of a key or table that is not among the known ones, naming the nearest."""
    return Problem(where, word, sentence("key-not-known-here"), remedy_for(word, known))


def missing_key(key: str, where: str = "") -> Problem:
    """The problem of a key that is not there."""
    return Problem(where, key, sentence("key-required"), sentence("write-key", path=key))


def refuse(problems: Sequence[Problem]) -> None:
    """Refuse law data in which anything is wrong."""
    if problems:
        raise LawError.from_problems(problems)


def _read_fraction(raw: object) -> Fraction:
    """A fraction as it is written; of a decimal only the nearest binary number is known."""
    try:
        if type(raw) in (str, int):
            return Fraction(cast("str | int", raw))
    except (ValueError, ZeroDivisionError):
        pass
    raise refuse_value(Problem("", "", sentence("number-wanted"), sentence("write-fraction")))


Exact = Annotated[Fraction, PlainValidator(_read_fraction)]


@dataclass(frozen=True, slots=True)
class Rounding:
    """The unit a figure is rounded to, and what happens to an exact half."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    unit: Exact
    tie: TieRule


def _schema_of(kind: Any) -> Any:  # noqa: ANN401 - a type
    """A type as files state it: a list for a tuple, a text for the word of a closed set; nothing else is converted."""
    if get_origin(kind) is tuple:
        return Annotated[tuple[_schema_of(get_args(kind)[0]), ...], Strict(strict=False)]  # type: ignore[misc]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Annotated[kind, Strict(strict=False)]
    return Exact if kind is Fraction else kind


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a type
    has_settings = isinstance(kind, type) and (kind is Rounding or issubclass(kind, BaseModel))
    return TypeAdapter(_schema_of(kind), config=None if has_settings else ConfigDict(strict=True))


def convert(kind: Any, raw: object, where: str = "") -> Any:  # noqa: ANN401 - the type is the argument
    """A TOML value as the type a field asks for; anything else is refused with what is required.

    >>> convert(Fraction, "1/5"), convert(tuple[int, ...], [24, 48])
    (Fraction(1, 5), (24, 48))
    """
    try:
        return _reader(kind).validate_python(raw)
    except ValidationError as refused:
        problems = [
            problem
            for error in refused.errors()
            for problem in translate_value_error(_place_of(where, error["loc"]), error)
        ]
        raise LawError.from_problems(problems) from None


def _place_of(where: str, path: tuple[int | str, ...]) -> str:
    """A place within a value, entries of a list counted from 1."""
    return " ".join([where, *(part if isinstance(part, str) else str(part + 1) for part in path)]).strip()


@dataclass(frozen=True, slots=True)
class LawFile:
    """The values one file states, and the edition whose numbering its addresses follow."""

    name: str
    edition: str
    tables: Mapping[str, Mapping[str, Any]]
    book: Mapping[str, str]  # the document a value rests on that names only a provision
    documents: Mapping[str, Mapping[str, str]]
    carried: Callable[[Clause], Clause]  # an address of that edition in the one ruled under

    def entries(self, group: str, key: str) -> list[Any]:
        """What the file states under a key, as written, in order."""
        raw = self.tables.get(group, {}).get(key)
        return [] if raw is None else raw if isinstance(raw, list) else [raw]

    def read_entry(self, group: str, key: str, entry: Any, kind: Any) -> StatedValue:  # noqa: ANN401 - TOML, and its type
        """One entry as a value with its source."""
        where = f"{self.name} [{group}] {key}"
        if not isinstance(entry, Mapping) or "value" not in entry:
            why = "a value with its source is expected"
            raise LawError(why, where=where, found=str(entry), remedy="write { value = …, at = … }")
        try:
            value = convert(kind, entry["value"])
            clauses = self._clauses(entry)
            self._check_source(entry, clauses)
        except AnalyserError as fault:
            raise LawError.from_problems(
                [problem.prefix_place(where) for problem in fault.problems]
            ) from None
        return StatedValue(f"{group}.{key}", value, self, entry, tuple(map(self.carried, clauses)))

    def _clauses(self, entry: Mapping[str, Any]) -> tuple[Clause, ...]:
        """The provisions an entry names, as the edition of the file numbers them."""
        words = [word for word in entry.get("at", "").split(",") if word.strip()]
        return tuple(Clause.parse(word, self.edition) for word in words)

    def _check_source(self, entry: Mapping[str, Any], clauses: tuple[Clause, ...]) -> None:
        """Refuse an entry that rests on nothing, or on a document the file does not name."""
        by = entry.get("by", "")
        if by and by not in self.documents:
            why = f"the document '{by}' is not among those of the file"
            raise LawError(why, found=by, remedy=remedy_for(by, self.documents))
        if not (by or entry.get("document") or clauses or entry.get("unsettled")):
            raise LawError("no source", remedy="name a law (at), a document (by) or mark it unsettled")

    def source(self, entry: Mapping[str, Any]) -> LawSource:
        """The document, article and lines an entry rests on."""
        by = entry.get("by", "")
        named = self.documents.get(by, {})
        lines, article = str(entry.get("lines", "")), str(entry.get("article", ""))
        seed = named.get("seed", "" if by else self.book["seed"])
        return LawSource(
            str(entry.get("document") or named.get("document") or self.book["document"]),
            article or " and ".join(clause.legible for clause in self._clauses(entry)),
            str(entry.get("seed") or seed) if lines else "",
            lines,
            str(entry.get("address") or named.get("address", "")),
        )

    def strangers(self, groups: Mapping[str, type]) -> Iterator[Problem]:
        """Tables, keys and words of the file that nobody reads."""
        for group, table in self.tables.items():
            if group not in groups:
                yield unknown_word(self.name, group, groups)
                continue
            known = list(_kinds(groups[group]))
            for key in table:
                where = f"{self.name} [{group}]"
                if key not in known:
                    yield unknown_word(where, key, known)
                    continue
                for entry in self.entries(group, key):
                    words = entry if isinstance(entry, Mapping) and "value" in entry else ()
                    for word in words:
                        if word not in _OF_A_VALUE:
                            yield unknown_word(f"{where} {key}", word, _OF_A_VALUE)


@cache
def _kinds(section: type) -> Mapping[str, Any]:
    """The keys of a section and the type of each."""
    return get_type_hints(section)


_SectionT = TypeVar("_SectionT")


class Section(Generic[_SectionT]):
    """A group of an edition's or a regulation's values, put together when first asked for.

    The class of a group says which values there are and of what type; nothing is made of it.
    """

    def __init__(self, kind: type[_SectionT]) -> None:
        """Of one class, whose annotations are the keys of the group."""
        self.kind = kind
        self.group = ""

    def __set_name__(self, owner: type, name: str) -> None:
        """The group is named as the attribute it is read by."""
        self.group = name

    def __get__(self, law: "LawValues", owner: object = None) -> _SectionT:
        """The values of the group that hold."""
        known = law.read
        if self.group not in known:
            values = {
                key: law.source_of(f"{self.group}.{key}").value for key in _kinds(cast("Any", self.kind))
            }
            known[self.group] = SimpleNamespace(**values)
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
    @abstractmethod
    def where(self) -> str:
        """What a refusal names: the edition's year or the regulation's name."""

    def source_of(self, key: str) -> StatedValue:
        """What a value such as `revokes.own_trick` rests on."""
        stated = self.find(key)
        if stated is None:
            raise LawError("no such value is stated", where=self.where, found=key)
        return stated

    def find(self, key: str) -> StatedValue | None:
        """The statement of a value that holds on the day; nothing when there is none."""
        if key not in self.read:
            group, _, name = key.partition(".")
            kind = _kinds(self.groups()[group]).get(name) if group in self.groups() else None
            statements = [
                stated
                for file in self.files
                for entry in (file.entries(group, name) if kind else ())
                if (stated := file.read_entry(group, name, entry, kind)).holds_on(self.day)
            ]
            self.read[key] = statements[-1] if statements else None
        return cast("StatedValue | None", self.read[key])

    def replace_value(self, key: str, value: object) -> Self:
        """The same with one other value, for a question of what if."""
        changed = replace(self)
        changed.read[key] = replace(self.source_of(key), value=value)
        return changed

    @property
    def stated(self) -> Mapping[str, StatedValue]:
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
                        file.read_entry(group, key, entry, kind)
                    except LawError as fault:
                        problems += fault.problems
                if not entries:
                    where = f"{self.files[-1].name} [{group}]"
                    problems.append(missing_key(key, where))
        return problems
