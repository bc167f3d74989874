"""One incident of information that may not be used, weighed: the choice, the alternatives, and what a person found.

Partner's information and withdrawn actions differ in what was known and in what follows, not in this.
"""

from dataclasses import dataclass

from analyser.casefile import Case, Question, UnauthorisedInformation, WithdrawnCall
from analyser.laws import addresses
from analyser.ruling import Alternative, Finding, FindingClass, Found, InfractionAnswer, Rest
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.choosing import (
    Choice,
    Decided,
    branch_of,
    choice_of,
    decided,
    judged_truth,
    with_findings,
)

__all__ = ["Weighed", "weighed"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice beside its alternatives, and whether it broke the Laws."""

    choice: Choice
    alternatives: tuple[Alternative, ...]
    by_persons: tuple[Finding, ...]
    settled: Decided
    warnings: tuple[Finding, ...]

    def found(
        self,
        before: tuple[Finding, ...],
        after: tuple[Finding, ...],
        warnings: tuple[Finding, ...] = (),
    ) -> Found:
        """All of it as told: what comes `before`, what was found and why, what follows, what the estimates rest on."""
        answer = self.settled.infraction.answer
        branch = None
        if answer is not False:
            branch = branch_of(self.choice, self.alternatives, found=answer is True)
        reasons = tuple(dict.fromkeys(reason for one in self.alternatives for reason in one.because))
        return Found(
            findings=(*before, *self.by_persons, *self.settled.findings, *after, *reasons),
            infraction=self.settled.infraction,
            branches=() if branch is None else (branch,),
            alternatives=self.alternatives,
            warnings=(*self.warnings, *warnings),
        )


def weighed(
    context: RulingContext,
    incident: UnauthorisedInformation | WithdrawnCall,
    topic: str,
) -> Weighed:
    """Estimate the alternatives, lay the findings of persons over them, and decide.

    `topic` names the subject of the Laws under which the choice is forbidden.
    """
    case, jurisdiction = context.case, context.jurisdiction
    estimated = alternatives_of(context, incident)
    alternatives, by_persons = with_findings(estimated, case, incident)
    choice = choice_of(case, incident)
    computed = decided(choice, alternatives, jurisdiction, topic)
    warnings: tuple[Finding, ...] = ()
    if context.services.calls is None:
        warnings = (Finding("information.not-estimated", (), FindingClass.FACT, (), Rest.ASSUMED),)
    settled = _settled(case, incident.id, computed, jurisdiction.edition.year, topic)
    return Weighed(choice, alternatives, by_persons, settled, warnings)


def _settled(case: Case, incident: str, computed: Decided, year: str, topic: str) -> Decided:
    """The answer as a person found it, where one did; what was computed is still told."""
    judged = judged_truth(case, incident, Question.INFRACTION)
    if judged is None:
        return computed
    clauses = addresses(topic, year) if judged else ()
    code = "information.infraction-judged" if judged else "information.no-infraction-judged"
    told = Finding(code, (), FindingClass.JUDGEMENT, clauses, Rest.JUDGEMENT)
    return Decided(InfractionAnswer(judged, clauses), (*computed.findings, told))
