"""The address of a provision, what is known of it, and the sources of law data.

An address is an edition of the Laws and a path such as 12C1c.
A law number means nothing without its edition: 16C speaks of withdrawn calls in 1997 and 2017, of information from
other sources in 2007.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, total_ordering

from analyser import resources
from analyser.errors import LawError
from analyser.messages import Message

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
        raise LawError(
            "this is not the address of a law",
            where="clause",
            found=text.strip(),
            remedy="write the law, its letter and number, as in 16B1a or 2007:64A2",
        )
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
            raise LawError("an edition is named by its year", where="clause", found=self.edition)
        if not _PATH.fullmatch(self.path) or not 1 <= self.law <= _HIGHEST_LAW:
            raise LawError(
                "a path is spelled as in 12C1c",
                where="clause",
                found=self.path,
                remedy="read printed forms with Clause.parse",
            )

    @classmethod
    def parse(cls, text: str, edition: str | None = None) -> "Clause":
        """Read `EDITION:CLAUSE`, or any printed form when the edition is given beside it."""
        rest, named = text, ""
        if first := _EDITION_FIRST.match(text):
            named, rest = first[1], first[2]
        elif last := _EDITION_LAST.match(text):
            rest, named = last[1], last[2]
        if not (named or edition):
            raise LawError(
                "a law number means nothing without its edition",
                where="clause",
                found=text,
                remedy="write the year before it, as in 2017:16B1a",
            )
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
class Stated:
    """One value of the law data with what it rests on.

    `unsettled` means that no source fixes the value: it is the default used, and a report says so.
    """

    key: str
    value: object
    source: LawSource
    clauses: tuple[Clause, ...] = ()
    unsettled: bool = False
    note: str = ""
    since: date | None = None
    until: date | None = None

    def holds_on(self, day: date | None) -> bool:
        """Whether the value is in force on a day; an unknown day is read as today's rule, the last one."""
        if day is None:
            return self.until is None
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


class Formalisation(StrEnum):
    """How far a provision is computed here."""

    COMPUTED = "computed"  # once the facts are in the case there is one answer, and the program gives it
    JUDGEMENT = "judgement"  # the program estimates, a person decides
    NOT_FORMALISED = "not formalised"  # cited and explained, nothing is computed from it


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision of one edition, in our own words."""

    clause: Clause
    gist: str
    standing: Formalisation
    use: Message  # what the program does with it
    source: LawSource
    first_worded: Clause  # the provision itself, or the one of an earlier edition whose words it keeps


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one edition's provisions come to: computed, judged, not formalised."""

    edition: str
    computed: tuple[Provision, ...]
    judgement: tuple[Provision, ...]
    not_formalised: tuple[Provision, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many of each."""
        return len(self.computed), len(self.judgement), len(self.not_formalised)


@dataclass(frozen=True, slots=True)
class Trap:
    """A place where a printed translation drifts from the operative English, and the reading used."""

    id: str
    clauses: tuple[Clause, ...]
    printed: str  # what the translation says, in our words
    operative: str  # what counts
    follows: str  # what that means for a ruling
    parameter: str  # the value of the edition that carries the reading, where there is one
    source: LawSource
