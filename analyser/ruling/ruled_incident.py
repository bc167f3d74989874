"""What came of one incident, and what persons found of it."""

from dataclasses import dataclass

from analyser.bridge import Side
from analyser.casefile import Case, Incident, JudgedTruth, Question
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Branch,
    Finding,
    IncidentRuling,
    Outcome,
    Variant,
    Weighting,
)
from analyser.ruling.score import ScoredResults


@dataclass(frozen=True, slots=True)
class RuledIncident:
    """What came of one incident. `adjusted` is a score that is not made of weighed results."""

    incident: Incident
    ruling: IncidentRuling
    scored: ScoredResults | None = None
    adjusted: Adjusted | None = None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    weights: Weighting | None = None
    pruned: float | None = None
    estimated: bool = False
    undecided: bool = False
    branch: Branch | None = None
    either: "tuple[RuledIncident, RuledIncident] | None" = None
    """Where it is open whether there was an infraction: what it comes to as one, and as none."""
    variants: tuple[Variant, ...] = ()

    @property
    def kind(self) -> AdjustedKind | None:
        """How the score came about, or `None` while it is undecided."""
        adjusted = self.adjusted or (self.scored.adjusted if self.scored is not None else None)
        return None if adjusted is None else adjusted.kind


def judged_answer(case: Case, incident: Incident, question: Question) -> bool | None:
    """A person's yes or no on an incident; of damage one that names none speaks of the board's only incident."""
    for judgement in case.judgements(incident.id):
        is_own = judgement.incident is not None or question is not Question.DAMAGE or len(case.incident) == 1
        if isinstance(judgement, JudgedTruth) and judgement.question is question and is_own:
            return judgement.answer
    return None


def director_erred(incident: Incident) -> bool:
    """Whether what went wrong was the director's own ruling (82C): then both sides are innocent."""
    return any(clause.rpartition(":")[2] == "82C" for clause in incident.cited)


def innocent_side(incident: Incident) -> Side | None:
    """The side against which the incident is said to be."""
    return None if incident.offending_side is None else incident.offending_side.other
