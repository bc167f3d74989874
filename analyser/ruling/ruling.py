"""The ruling: every link from the facts to the score, as one value (format 1)."""

from dataclasses import dataclass, field

from analyser.bridge import PointsOnly, Result, Side
from analyser.laws import Clause, Jurisdiction
from analyser.messages import Message
from analyser.ruling.values import Adjusted, Alternative, Branch, Finding, Outcome, Weighting

__all__ = [
    "FORMAT",
    "Bar",
    "CaseRef",
    "ClaimAnswer",
    "Formal",
    "IncidentFindings",
    "IncidentRuling",
    "InfractionAnswer",
    "LawRef",
    "PastCase",
    "ProcessItem",
    "Provenance",
    "Rectification",
    "ReviewAnswer",
    "RevokeAnswer",
    "Ruling",
    "RulingRequest",
    "Sensitivity",
    "TableScore",
    "Variant",
]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class CaseRef:
    """The case ruled on: its name, the hash of its file, and the file itself."""

    id: str
    sha256: str
    toml: str


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """What the user asked for beyond the case."""

    edition: str | None = None
    authority: str | None = None


@dataclass(frozen=True, slots=True)
class LawRef:
    """Under which law it was ruled, what else was possible, and why."""

    edition: str
    also: tuple[str, ...]
    authority: str
    regulations: tuple[str, ...]
    because: tuple[Message, ...]

    @classmethod
    def of(cls, law: Jurisdiction) -> "LawRef":
        """What a jurisdiction is called in a ruling."""
        also = tuple(other.edition.year for other in law.also)
        return cls(law.edition.year, also, law.authority, law.regulations, law.reasons)


@dataclass(frozen=True, slots=True)
class InfractionAnswer:
    """Whether there was an infraction; none: cannot be told from the facts given."""

    answer: bool | None
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """Tricks for the claiming side of those that remained, and the line that loses the others."""

    tricks: int
    losing_line: tuple[str, ...] = ()
    forbids: Clause | None = None
    saving_statement: Message | None = None


@dataclass(frozen=True, slots=True)
class RevokeAnswer:
    """The revoke's own automatic transfer, and the further tricks of equity (64C)."""

    transferred: int | None
    equity: int | None


@dataclass(frozen=True, slots=True)
class Rectification:
    """What the Laws prescribe: the steps due, the innocent side's options, restrictions, as coded findings."""

    due: tuple[Finding, ...]
    options: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncidentFindings:
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


@dataclass(frozen=True, slots=True)
class IncidentRuling:
    """What was found on one incident."""

    id: str
    kind: str
    alternatives: tuple[Alternative, ...] = ()
    infraction: InfractionAnswer | None = None
    claim: ClaimAnswer | None = None
    revoke: RevokeAnswer | None = None
    rectification: Rectification | None = None
    adjusted: Adjusted | None = None

    @property
    def asks_for_alternatives(self) -> bool:
        """Whether its actions are weighed as logical alternatives (16B); the misinformed just chose otherwise (21, 40)."""
        return self.kind != "misinformation"


@dataclass(frozen=True, slots=True)
class TableScore:
    """The result at the table, in points and in the event's currency."""

    result: Result | PointsOnly
    score_ns: int
    converted: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Bar:
    """One assumption and the scores to North-South at its two ends."""

    what: Message
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """How far the score moves with what is uncertain."""

    band_ns: tuple[str, str] | None
    band_ew: tuple[str, str] | None
    bars: tuple[Bar, ...] = ()
    breakeven: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """The ruling under another fact, edition or finding."""

    because: Message
    adjusted: Adjusted | None
    differs: bool


@dataclass(frozen=True, slots=True)
class ProcessItem:
    """One item of the process: met, missing or not recorded."""

    item: str
    state: Message
    rule: Message | str


@dataclass(frozen=True, slots=True)
class Formal:
    """One formal point of the appeal: clocks, standing, powers."""

    item: str
    state: Message
    rule: Message | str


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """Whether the ruling under review lies inside the band, and how it was reached."""

    verdict: str
    process: tuple[ProcessItem, ...] = ()
    formal: tuple[Formal, ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """What made this ruling: versions, hashes, dice."""

    analyser: str
    endplay: str | None = None
    models: tuple[tuple[str, str], ...] = ()
    laws: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PastCase:
    """A past case laid beside an incident of ours: an example, never an authority; no weight rests on it."""

    incident: str
    id: str
    title: str
    source: tuple[str, str]  # the document and the place in it
    event: str
    year: int | None
    edition: str | None
    authority: str | None
    clauses: tuple[str, ...]
    distance: float
    ruled: tuple[Finding, ...] = ()
    near: tuple[Finding, ...] = ()
    differs: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A whole ruling; sections that do not apply are none or empty, never missing."""

    case: CaseRef | None
    asked: RulingRequest
    law: LawRef | None
    incidents: tuple[IncidentRuling, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    pruned: float | None = None
    weights: Weighting | None = None
    adjusted: Adjusted | None = None
    table: TableScore | None = None
    sensitivity: Sensitivity | None = None
    variants: tuple[Variant, ...] = ()
    review: ReviewAnswer | None = None
    precedents: tuple[PastCase, ...] = ()  # the nearest first, incident by incident
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    provenance: Provenance | None = None
    format: int = field(default=FORMAT)

    def score_of(self, side: Side) -> str | None:
        """One side's own score, exact, as text."""
        own = self.adjusted.of(side) if self.adjusted else None
        return None if own is None else str(own.exact)
