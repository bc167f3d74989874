"""A conclusion with what it rests on: the smallest piece of an argument."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from analyser.bridge import (
    Call,
    Card,
    Contract,
    Hand,
    HandConstraint,
    PointsOnly,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
)
from analyser.laws import Clause

__all__ = ["Argument", "Finding", "FindingClass", "Interval", "Rest"]

Argument = (
    str | int | float | Fraction | Seat | Side | Suit | Strain | Card | Call | Hand | HandConstraint | Contract | Result
    | PointsOnly | Clause | tuple["Argument", ...]
)  # fmt: skip


class FindingClass(StrEnum):
    """What sort of conclusion it is: a committee may differ on judgement, not on law (93B3)."""

    LAW = "law"
    FACT = "fact"
    JUDGEMENT = "judgement"
    DISCIPLINE = "discipline"


class Rest(StrEnum):
    """What a conclusion stands on: computed here, judged by a person, or assumed for want of facts."""

    COMPUTED = "computed"
    JUDGEMENT = "judgement"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Interval:
    """Where nine tenths of the belief lie."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Finding:
    """A conclusion as a code with arguments, the clauses it applies, and what it rests on.

    The sentence a reader sees is made from the code elsewhere; here nothing is phrased.

    >>> found = Finding.of("revoke.transfer", clauses=(Clause("2017", "64A1"),), tricks=2, side=Side.EW)
    >>> found.arguments["tricks"], found.kind, found.standing
    (2, <FindingClass.LAW: 'law'>, <Rest.COMPUTED: 'computed'>)
    """

    code: str
    args: tuple[tuple[str, Argument], ...] = ()
    kind: FindingClass = FindingClass.LAW
    clauses: tuple[Clause, ...] = ()
    standing: Rest = Rest.COMPUTED
    rests_on: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        code: str,
        *,
        kind: FindingClass = FindingClass.LAW,
        clauses: tuple[Clause, ...] = (),
        standing: Rest = Rest.COMPUTED,
        rests_on: tuple[str, ...] = (),
        **args: Argument,
    ) -> "Finding":
        """A finding with its arguments by name."""
        return cls(code, tuple(args.items()), kind, clauses, standing, rests_on)

    @property
    def arguments(self) -> Mapping[str, Argument]:
        """The arguments by name."""
        return dict(self.args)
