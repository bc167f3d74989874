"""The values of a ruling, from findings to scores: findings, alternatives, outcomes, weights, scores, the ruling itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from analyser.bridge import (
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    HandConstraint,
    Play,
    PointsOnly,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
)
from analyser.casefile import Action, Case, Place
from analyser.errors import CodedText
from analyser.laws import Clause, Jurisdiction
from analyser.messages import Message, Percentage
from analyser.ruling.claim_answer import ClaimAnswer
from analyser.ruling.understood_text import UnderstoodText

if TYPE_CHECKING:
    from analyser.ruling.corrected_decision import CorrectedDecision

Argument = (
    str | int | float | Fraction | Decimal | Percentage | Seat | Side | Suit | Strain | Card | Call | Auction | Hand
    | HandConstraint | Contract | Result | PointsOnly | Place | Clause | CodedText | tuple["Argument", ...]
)  # fmt: skip


class FindingClass(StrEnum):
    """The sort of a conclusion: a committee may differ on judgement, not on law (93B3)."""

    LAW = "law"
    FACT = "fact"
    JUDGEMENT = "judgement"
    DISCIPLINE = "discipline"


class Basis(StrEnum):
    """The basis of a conclusion: computed here, judged by a person, or assumed for want of facts."""

    COMPUTED = "computed"
    JUDGEMENT = "judgement"
    ASSUMED = "assumed"


Interval = tuple[float, float]  # the ends of a 90 % interval


@dataclass(frozen=True, slots=True)
class Finding(Message):
    """A conclusion as a code with arguments, the clauses it applies, and what it rests on.

    >>> found = Finding.from_code("revoke.transfer", clauses=(Clause("2017", "64A1"),), tricks=2, side=Side.EW)
    >>> found.arguments["tricks"], found.kind, found.standing
    (2, <FindingClass.LAW: 'law'>, <Basis.COMPUTED: 'computed'>)
    """

    args: tuple[tuple[str, Argument], ...] = ()
    kind: FindingClass = FindingClass.LAW
    clauses: tuple[Clause, ...] = ()
    standing: Basis = Basis.COMPUTED
    rests_on: tuple[str, ...] = ()

    @classmethod
    def from_code(
        cls,
        code: str,
        *,
        kind: FindingClass = FindingClass.LAW,
        clauses: tuple[Clause, ...] = (),
        standing: Basis = Basis.COMPUTED,
        rests_on: tuple[str, ...] = (),
        **args: Argument,
    ) -> "Finding":
        """A finding with its arguments by name."""
        return cls(code, tuple(args.items()), kind, clauses, standing, rests_on)

    @property
    def arguments(self) -> Mapping[str, Argument]:
        """The arguments by name."""
        return dict(self.args)


@dataclass(frozen=True, slots=True)
class PollCount:
    """The answers of the peers asked about one action."""

    asked: int
    considered: int | None
    chosen: int | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """One action: how many peers would consider or choose it, and whether the information suggests it.

    `interval` is that of the share considering it, `chosen_interval` that of the share choosing it. `chance` is the
    probability that it is a logical alternative, `certainty` that the answer on this is right, `more_answers` the
    number of further answers that could change it; `suggested` says whether it is barred, `None` if that is open.
    """

    action: Action
    considered: float
    chosen: float
    interval: Interval
    is_alternative: bool | None
    certainty: float
    suggested: bool | None = None
    gain: float | None = None
    gain_interval: Interval | None = None
    model_share: float | None = None
    support: int | None = None
    poll: PollCount | None = None
    rulings: float | None = None
    more_answers: int | None = None
    suggested_over: tuple[Action, ...] = ()
    because: tuple[Finding, ...] = ()
    chance: float | None = None
    suggested_chance: float | None = None
    suggested_over_chances: tuple[tuple[Action, float], ...] = ()
    chosen_interval: Interval | None = None


class Baseline(StrEnum):
    """What the opponents should have been told of a call: its agreed meaning, or that nothing was agreed."""

    AGREED = "agreed"
    NO_AGREEMENT = "no-agreement"


Shares = tuple[tuple[Action, float], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Where the hypothetical auction or play leaves the actual one: 'without the infraction, from here on'.

    `legal` holds the actions open at the branch with the share of peers who would take each (they sum to 1); `barred`
    may not be chosen there, nor later by the player with the information; of those in `unsettled` it is open. For a
    corrected decision, `decision` holds it, and the action taken at the table is one of `legal`.
    """

    incident: str
    at: Place
    seat: Seat
    auction: Auction | None
    play: Play | None
    legal: Shares = ()
    barred: tuple[Action, ...] = ()
    informed: Seat | None = None
    because: tuple[Finding, ...] = ()
    decision: "CorrectedDecision | None" = None
    unsettled: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """One path to an outcome: the calls from the branch on, the lead, and its probability."""

    calls: tuple[Call, ...]
    lead: Card | None
    probability: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result with its probability, its legality and the paths that lead to it."""

    id: str
    result: Result | PointsOnly
    score_ns: int
    probability: float | None
    legal: bool
    because: tuple[Finding, ...] = ()
    paths: tuple[Path, ...] = ()
    dd_tricks: int | None = None
    converted: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class ResultWeight:
    """One possible result, its weight, and whether it could be reached without the infraction."""

    result: Result | PointsOnly
    weight: Fraction
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Weighting:
    """Weights by outcome: as computed, and for each side after sympathy and rounding; `merged` outcomes share a contract."""

    neutral: tuple[tuple[str, Fraction], ...]
    ns: tuple[tuple[str, Fraction], ...]
    ew: tuple[tuple[str, Fraction], ...]
    merged: tuple[tuple[str, tuple[str, ...]], ...] = ()


class AdjustedKind(StrEnum):
    """The form of the resulting score."""

    NONE = "none"
    ASSIGNED = "assigned"
    WEIGHTED = "weighted"
    TWO_SIDED = "two-sided"
    ARTIFICIAL = "artificial"
    TRICKS = "tricks"


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's own score: exact, as a decimal, and rounded as the regulation says."""

    exact: Fraction
    decimal: str
    rounded: str
    unit: str


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The match in victory points, North-South's team first, with the table result and with the adjusted score."""

    vp_before: tuple[str, str] | None
    vp_after: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The score of the board, separate for each side."""

    kind: AdjustedKind
    tricks: int | None = None
    ns: SideScore | None = None
    ew: SideScore | None = None
    match: MatchScore | None = None

    def score_of(self, side: Side) -> SideScore | None:
        """One side's own score."""
        return self.ns if side is Side.NS else self.ew


FORMAT = 1
DISPUTED_FACTS = ("variant.remark-accepted", "variant.remark-not-accepted")  # the two branches of a dispute
DISPUTED_INCIDENTS = ("variant.incident-accepted", "variant.incident-denied")
DISPUTES_TOGETHER = "variant.disputes"  # of several disputes, one version of each
OPEN_FINDINGS = ("variant.infraction", "variant.no-infraction")  # the two sides of a finding that is open


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """The user's options beyond the case."""

    edition: str | None = None
    authority: str | None = None


@dataclass(frozen=True, slots=True)
class LawRef:
    """The law of a ruling, what else was possible, and why."""

    edition: str
    also: tuple[str, ...]
    authority: str
    regulations: tuple[str, ...]
    because: tuple[Message, ...]

    @classmethod
    def from_jurisdiction(cls, law: Jurisdiction) -> "LawRef":
        """The reference to a jurisdiction, as a ruling names it."""
        also = tuple(other.edition.year for other in law.also)
        return cls(law.edition.year, also, law.authority, law.regulations, law.reasons)


@dataclass(frozen=True, slots=True)
class InfractionAnswer:
    """Whether there was an infraction (`None`: open on the facts given), and its probability if estimated."""

    answer: bool | None
    clauses: tuple[Clause, ...] = ()
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class RevokeAnswer:
    """The automatic trick transfer for a revoke, and the further tricks of equity (64C)."""

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

    `tricks` is declarer's final number if the Laws give a whole number (claims, revokes); `result` replaces the table
    result for both sides, if the contract or the entry itself is another.
    """

    findings: tuple[Finding, ...] = ()
    infraction: InfractionAnswer | None = None
    branches: tuple[Branch, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    claim: ClaimAnswer | None = None
    revoke: RevokeAnswer | None = None
    rectification: Rectification | None = None
    tricks: int | None = None
    result: Result | PointsOnly | None = None
    warnings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class IncidentRuling:
    """The findings on one incident."""

    id: str
    kind: str
    alternatives: tuple[Alternative, ...] = ()
    infraction: InfractionAnswer | None = None
    claim: ClaimAnswer | None = None
    revoke: RevokeAnswer | None = None
    rectification: Rectification | None = None
    adjusted: Adjusted | None = None
    understood: tuple[UnderstoodText, ...] = ()

    @property
    def asks_for_alternatives(self) -> bool:
        """Whether its actions are judged as logical alternatives (16B); after misinformation they are not (21, 40)."""
        return self.kind != "misinformation"


@dataclass(frozen=True, slots=True)
class Bar:
    """One assumption and the scores to North-South at its two ends."""

    what: Message
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The sensitivity of the score to what is uncertain."""

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
    results: tuple[tuple[Result | PointsOnly, Fraction], ...] = ()
    """The results in North-South's score with their weights, the weightiest first."""
    results_ew: tuple[tuple[Result | PointsOnly, Fraction], ...] = ()
    """The results in East-West's score, if they differ."""
    incidents: tuple[IncidentRuling, ...] = ()
    """The rulings of each incident, if the variant reports them."""


@dataclass(frozen=True, slots=True)
class ProcessItem:
    """One item of the process: met, missing or not recorded."""

    item: str
    state: Message
    rule: Message | str


@dataclass(frozen=True, slots=True)
class Formal:
    """One formal point of the appeal: times, standing, powers."""

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
    """What produced this ruling: versions, hashes, random seed."""

    analyser: str
    endplay: str | None = None
    models: tuple[tuple[str, str], ...] = ()
    laws: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PastCase:
    """A past case similar to an incident of ours: an example, never an authority; no weight rests on it."""

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
    """A whole ruling; sections that do not apply are `None` or empty, never missing."""

    case: Case | None
    asked: RulingRequest
    law: LawRef | None
    incidents: tuple[IncidentRuling, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    pruned: float | None = None
    weights: Weighting | None = None
    adjusted: Adjusted | None = None
    given: tuple[Adjusted, ...] = ()  # the rulings of the case, oldest first, in the event's currency
    table: Outcome | None = None  # the result at the table, which has no probability
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
        side_score = self.adjusted.score_of(side) if self.adjusted else None
        return None if side_score is None else str(side_score.exact)
