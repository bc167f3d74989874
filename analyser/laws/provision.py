"""A provision as this program knows it: its address, what it says in one line, and what is done with it."""

from dataclasses import dataclass
from enum import StrEnum

from analyser.laws.clause import Clause
from analyser.laws.source import Source

__all__ = ["Coverage", "Provision", "Standing", "Trap"]


class Standing(StrEnum):
    """How far a provision is reckoned here."""

    COMPUTED = "computed"  # once the facts are in the case there is one answer, and the program gives it
    JUDGEMENT = "judgement"  # the program estimates, a person decides
    NOT_FORMALISED = "not formalised"  # cited and explained, nothing is reckoned from it


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision of one edition, in our own words."""

    clause: Clause
    gist: str
    standing: Standing
    use: str  # what the program does with it
    source: Source


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
    source: Source
