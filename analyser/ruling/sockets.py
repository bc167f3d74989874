"""What a kind of infraction answers, and what it is asked with.

The pipeline plugs in what fits: the double-dummy solver, a cached one, a fake; the shipped models or a director's.
"""

from dataclasses import dataclass
from typing import Protocol

from analyser.casefile import Case, Incident, IncidentKind
from analyser.estimates.services import (
    Services,
)
from analyser.laws import Jurisdiction
from analyser.ruling.findings import Finding
from analyser.ruling.ruling import ClaimAnswer, InfractionAnswer, Rectification, RevokeAnswer
from analyser.ruling.steps import Alternative, Branch

__all__ = [
    "Found",
    "Kind",
]


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

    def find(self, case: Case, incident: Incident, jurisdiction: Jurisdiction, services: Services) -> Found:
        """What the facts amount to under this law."""
        ...
