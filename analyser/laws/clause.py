"""The address of a provision: an edition of the Laws and a path such as 12C1c.

A law number means nothing without its edition: 16C speaks of withdrawn calls in 1997 and 2017, of information from
other sources in 2007.
"""

import re
from dataclasses import dataclass
from functools import total_ordering

from analyser.errors import LawError

__all__ = ["Clause", "path_of"]

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
    found = _LOOSE.fullmatch(bare)
    if found is None or not 1 <= int(found[1]) <= _HIGHEST_LAW:
        raise LawError(
            "this is not the address of a law",
            where="clause",
            found=text.strip(),
            remedy="write the law, its letter and number, as in 16B1a or 2007:64A2",
        )
    law, letter, number, small, roman = found.groups(default="")
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
        found = _PATH.fullmatch(self.path)
        return tuple(part for part in found.groups() if part) if found else ()

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
