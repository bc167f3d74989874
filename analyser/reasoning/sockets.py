"""The sockets: what one room needs of another, so that none has to know it.

The pipeline plugs in what fits: the double-dummy solver, a cached one, a fake; the shipped models or a director's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from analyser.bridge import Auction, Call, Card, Contract, Deal, Hand, Vulnerability
from analyser.casefile import Case, Form, Incident, IncidentKind, Misinformation
from analyser.laws import Jurisdiction
from analyser.reasoning.findings import Finding
from analyser.reasoning.ruling import ClaimAnswer, InfractionAnswer, Rectification, RevokeAnswer
from analyser.reasoning.steps import Alternative, Baseline, Branch, Position, Remade

__all__ = [
    "CallShares",
    "CallsModel",
    "Found",
    "Kind",
    "LeadsModel",
    "NotSolved",
    "Reason",
    "Sockets",
    "TempoModel",
    "TrickCounter",
    "TrickKernel",
]


class Reason(StrEnum):
    """Why a deal was not solved: too freakish by a fixed test, or out of time."""

    SHAPE = "shape"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class NotSolved:
    """A proper answer of the solver: not solved. By shape it stays so; by time it may be asked again."""

    reason: Reason


class TrickCounter(Protocol):
    """Anything that counts tricks with all four hands seen."""

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each of the thirteen opening leads."""
        ...

    def tricks(self, position: Position) -> int | NotSolved:
        """Tricks still to be won, the one in progress included, by the side of the player in turn."""
        ...

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The same after each card the player in turn may play."""
        ...


@dataclass(frozen=True, slots=True)
class CallShares:
    """How players divide between the legal calls, and how much of the record looked like this."""

    shares: tuple[tuple[Call, float], ...]
    support: int

    def of(self, call: Call) -> float:
        """The share of one call."""
        return dict(self.shares).get(call, 0.0)


class CallsModel(Protocol):
    """Anything that says how players would call."""

    def calls(self, hand: Hand, auction: Auction, vulnerability: Vulnerability, form: Form) -> CallShares:
        """The shares of the legal calls for the player in turn."""
        ...

    def likelihoods(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands is to make this call now."""
        ...


class LeadsModel(Protocol):
    """Anything that says what would be led."""

    def leads(self, hand: Hand, auction: Auction, contract: Contract) -> Mapping[Card, float]:
        """The shares of the thirteen cards."""
        ...


class TempoModel(Protocol):
    """Anything that says which hands make a player think."""

    def breaks(
        self, hands: Sequence[Hand], auction: Auction, call: Call, vulnerability: Vulnerability, form: Form
    ) -> Sequence[float]:
        """How likely each of these hands, about to make this call, is to break tempo over it."""
        ...


class TrickKernel(Protocol):
    """How many tricks are taken in real play, from double-dummy tricks."""

    def tricks(self, dd_tricks: int, contract: Contract, form: Form) -> Sequence[float]:
        """The chance of 0 to 13 tricks when declarer makes `dd_tricks` double dummy after the lead."""
        ...


@dataclass(frozen=True, slots=True)
class Sockets:
    """What is plugged in for one ruling; what is absent is none and the ruling says what it lacks."""

    tricks: TrickCounter | None = None
    calls: CallsModel | None = None
    leads: LeadsModel | None = None
    tempo: TempoModel | None = None
    kernel: TrickKernel | None = None
    alternatives: Callable[[Case, Incident, Jurisdiction], tuple[Alternative, ...]] | None = None
    decisions: Callable[[Case, Misinformation, Jurisdiction, Baseline], tuple[Remade, ...]] | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What a kind of infraction finds: its conclusions, and where the hypothetical line branches.

    `tricks` is declarer's final number where the Laws give a whole number (claims, revokes).
    """

    findings: tuple[Finding, ...] = ()
    infraction: InfractionAnswer | None = None
    branches: tuple[Branch, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    claim: ClaimAnswer | None = None
    revoke: RevokeAnswer | None = None
    rectification: Rectification | None = None
    tricks: int | None = None
    warnings: tuple[Finding, ...] = ()


class Kind(Protocol):
    """One kind of incident: what was infringed and what follows."""

    @property
    def kind(self) -> IncidentKind:
        """The word of the case file."""
        ...

    def find(self, case: Case, incident: Incident, jurisdiction: Jurisdiction, sockets: Sockets) -> Found:
        """What the facts amount to under this law."""
        ...
