"""The tree of everything that can go wrong on purpose.

AnalyserError            anything this program refuses, with place, value, reason and remedy
├── BridgeError          a card, hand, call, auction, play or result that cannot be
├── NotationError        a PBN, LIN, USEBIO or CSV text that cannot be read or written
├── CaseError            a case file with problems; carries all of them
├── LawError             an edition, clause or regulation that does not exist or disagrees
│   └── ConflictingRules two rules apply and give different answers
├── ScoringError         a score, weight or field that cannot be
├── SolverError          the solver was asked something it cannot be asked
├── ModelError           a model file that is missing, damaged or of another kind
├── ResourceError        a file of the package that is not there
└── UsageError           words on the command line that do not fit together
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class CodedText(Protocol):
    """A text that knows its code: `str` words it in English, `messages` in every language."""

    @property
    def code(self) -> str:
        """By which its words are found."""
        ...


Text = str | CodedText
"""What an error says: a message, or plain English where only programmers read it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where it stands, what was found, why it cannot be, what to do.

    >>> print(Problem("play trick 3 W", "C6", "the card is in South's hand", "check the printed play"))
    play trick 3 W: 'C6': the card is in South's hand. Check the printed play.
    """

    where: str
    found: Text
    why: Text
    remedy: Text = ""

    def __str__(self) -> str:
        """One line: place, value, reason, remedy."""
        why, what = str(self.why), str(self.remedy)
        place = f"{self.where}: " if self.where else ""
        value = f"'{self.found}': " if self.found else ""
        stop = "" if what.endswith(("?", ".", "…")) else "."
        remedy = f" {what[:1].upper()}{what[1:]}{stop}" if what else ""
        return f"{place}{value}{why.removesuffix('.')}.{remedy}"

    def prefix_place(self, place: str) -> "Problem":
        """The same problem, seen from the file it stands in."""
        where = f"{place} {self.where}".strip()
        return Problem(where, self.found, self.why, self.remedy)


def is_refused_by_system(fault: Exception) -> bool:
    """Whether a file or folder could not be opened, read or written, by us or by sqlite: no fault of the program.

    >>> is_refused_by_system(PermissionError(13, "Permission denied", "case.toml")), is_refused_by_system(KeyError("x"))
    (True, False)
    """
    if isinstance(fault, OSError):
        return bool(fault.errno)
    reason: str = getattr(fault, "sqlite_errorname", "")  # sqlite's own name for it; no other fault has one
    return reason.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY"))


def refusal(fault: Exception) -> str:
    """Why a file or folder could not be opened, read or written, in small letters and without its path.

    >>> refusal(PermissionError(13, "Permission denied", "case.toml"))
    'permission denied'
    """
    return (getattr(fault, "strerror", None) or str(fault)).lower()


class AnalyserError(Exception):
    """Something this program refuses; `problems` says what, where, why and what to do."""

    def __init__(self, why: Text, *, where: str = "", found: Text = "", remedy: Text = "") -> None:
        self.problems: tuple[Problem, ...] = (Problem(where, found, why, remedy),)
        super().__init__(why)

    def __str__(self) -> str:
        """Every problem on a line of its own."""
        return "\n".join(map(str, self.problems))

    @classmethod
    def from_problems(cls, problems: Sequence[Problem]) -> "AnalyserError":
        """One error that carries every problem of a list that is not empty."""
        first = problems[0]
        error = cls(first.why, where=first.where, found=first.found, remedy=first.remedy)
        error.problems = tuple(problems)
        return error


class BridgeError(AnalyserError):
    """A card, hand, call, auction, play or result that cannot be."""


class NotationError(AnalyserError):
    """A text in one of the world's formats that cannot be read or written."""


class CaseError(AnalyserError):
    """A case file with problems."""


class LawError(AnalyserError):
    """An edition, clause or regulation that does not exist or disagrees with itself."""


class ConflictingRules(LawError):  # noqa: N818 - the name is the finding
    """Two rules apply to the same facts and give different answers."""


class ScoringError(AnalyserError):
    """A score, weight or field that cannot be."""


class SolverError(AnalyserError):
    """The solver was asked something that has no answer."""


class ModelError(AnalyserError):
    """A model file that is missing, damaged or of another kind."""


class ResourceError(AnalyserError):
    """A file or an address that cannot be had."""


class UsageError(AnalyserError):
    """Words on the command line that do not fit together."""
