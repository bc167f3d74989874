"""Where a figure or a choice of the law data comes from, in a form fit to be printed for people."""

from dataclasses import dataclass
from datetime import date

from analyser.laws.clause import Clause

__all__ = ["Source", "Stated"]


@dataclass(frozen=True, slots=True)
class Source:
    """The document and article a statement rests on; seed and lines where the text was read.

    >>> print(Source("FIGB Norme Integrative 2017", "art. 87", seed="003", lines="570-586"))
    FIGB Norme Integrative 2017, art. 87
    """

    document: str
    article: str = ""
    seed: str = ""
    lines: str = ""
    address: str = ""

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
    source: Source
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
