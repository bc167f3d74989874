"""A player acted after extraneous information from partner (Laws 16B and 73C; 16A in 1997)."""

from dataclasses import dataclass, replace

from analyser.casefile import (
    Case,
    Incident,
    IncidentKind,
    Question,
    RemarkKind,
    Status,
    UnauthorisedInformation,
)
from analyser.infractions.rectify.choosing import (
    Choice,
    Decided,
    branch_of,
    choice_of,
    decided,
    judged_truth,
    with_findings,
)
from analyser.laws import Jurisdiction, addresses
from analyser.reasoning import (
    Alternative,
    Finding,
    FindingClass,
    Found,
    InfractionAnswer,
    Rest,
    Sockets,
)

__all__ = ["KIND", "PartnersInformation"]


@dataclass(frozen=True, slots=True)
class PartnersInformation:
    """The kind *unauthorised-information*: information from partner, and a choice that it suggested."""

    kind: IncidentKind = IncidentKind.UNAUTHORISED_INFORMATION

    def find(self, case: Case, incident: Incident, jurisdiction: Jurisdiction, sockets: Sockets) -> Found:
        """Whether the choice broke the Laws, what the alternatives were, and what was open instead."""
        if not isinstance(incident, UnauthorisedInformation):
            return Found()
        estimated = sockets.alternatives(case, incident, jurisdiction) if sockets.alternatives else ()
        alternatives, findings = with_findings(estimated, case, incident)
        choice = choice_of(case, incident)
        year = jurisdiction.edition.year
        findings = (*_information(case, incident, year), *findings)
        computed = decided(choice, alternatives, jurisdiction, "partner-information-choice")
        settled = _settled(case, incident, computed, year)
        findings = (*findings, *settled.findings, *_consequences(settled, jurisdiction))
        branch = None
        if settled.infraction.answer is not False:
            branch = branch_of(choice, alternatives, found=settled.infraction.answer is True)
        return Found(
            findings=findings + _reasons(alternatives),
            infraction=settled.infraction,
            branches=() if branch is None else (branch,),
            alternatives=alternatives,
            warnings=_warnings(sockets, choice, alternatives),
        )


KIND = PartnersInformation()


def _information(case: Case, incident: UnauthorisedInformation, year: str) -> tuple[Finding, ...]:
    """That there was information from partner, and how sure that is."""
    clauses = addresses("partner-information-kinds", year)
    remarks = [one for one in case.remark if one.at == incident.at and one.by in (incident.source, None)]
    disputed = any(one.status is Status.DISPUTED for one in remarks)
    tempo = judged_truth(case, incident.id, Question.TEMPO, incident.at)
    code = "information.from-partner"
    if any(one.kind is RemarkKind.TEMPO for one in remarks):
        code = "information.tempo"
    standing = Rest.JUDGEMENT if remarks or tempo is not None else Rest.ASSUMED
    args = (("source", incident.source), ("at", str(incident.at)), ("offender", incident.offender))
    told = [Finding(code, args, FindingClass.FACT, clauses, standing)]
    if disputed and tempo is None:
        told.append(Finding("information.disputed", args[:2], FindingClass.FACT, (), Rest.ASSUMED))
    return tuple(told)


def _settled(case: Case, incident: UnauthorisedInformation, computed: Decided, year: str) -> Decided:
    """The answer as a person found it, where one did; what was computed is still told."""
    if judged_truth(case, incident.id, Question.TEMPO, incident.at) is False:
        clauses = addresses("partner-information-kinds", year)
        none = Finding("information.none", (), FindingClass.FACT, clauses, Rest.JUDGEMENT)
        return Decided(InfractionAnswer(False), (none,))
    judged = judged_truth(case, incident.id, Question.INFRACTION)
    if judged is None:
        return computed
    clauses = addresses("partner-information-choice", year) if judged else ()
    code = "information.infraction-judged" if judged else "information.no-infraction-judged"
    told = Finding(code, (), FindingClass.JUDGEMENT, clauses, Rest.JUDGEMENT)
    return replace(
        computed, infraction=InfractionAnswer(judged, clauses), findings=(*computed.findings, told)
    )


def _consequences(settled: Decided, jurisdiction: Jurisdiction) -> tuple[Finding, ...]:
    """What follows from an infraction: when the score is adjusted, and that a penalty is possible."""
    if settled.infraction.answer is not True:
        return ()
    year = jurisdiction.edition.year
    when = str(jurisdiction.edition.information.adjust_when)
    trigger = Finding.of("information.trigger", clauses=addresses("information-trigger", year), when=when)
    penalty = addresses("avoidance-penalty", year)
    if not penalty:
        return (trigger,)
    return (trigger, Finding.of("information.penalty", kind=FindingClass.DISCIPLINE, clauses=penalty))


def _reasons(alternatives: tuple[Alternative, ...]) -> tuple[Finding, ...]:
    """What the estimates rest on, each reason once."""
    return tuple(dict.fromkeys(reason for one in alternatives for reason in one.because))


def _warnings(sockets: Sockets, choice: Choice, alternatives: tuple[Alternative, ...]) -> tuple[Finding, ...]:
    told = []
    if sockets.alternatives is None:
        told.append(Finding("information.not-estimated", (), FindingClass.FACT, (), Rest.ASSUMED))
    elif choice.action is not None and not any(one.gain is not None for one in alternatives):
        told.append(Finding("information.not-measured", (), FindingClass.FACT, (), Rest.ASSUMED))
    return tuple(told)
