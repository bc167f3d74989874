"""Disputed facts, never taken as proved: the standard by which they are found, the evidence, and who found them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import assert_never

from analyser.bridge import Seat, Side
from analyser.casefile import (
    Case,
    Claim,
    Incident,
    JudgedTruth,
    Misinformation,
    Place,
    RemarkKind,
    Status,
)
from analyser.laws import Clause, Jurisdiction
from analyser.laws.choices import FactFinding
from analyser.messages import Message, message
from analyser.ruling import Argument, Basis, Finding, FindingClass, IncidentRuling, InfractionAnswer
from analyser.ruling.context import (
    RulingContext,
    found_by_a_person,
    is_refuted,
    settled_remarks,
    unsettled_remarks,
)
from analyser.ruling.incidents import rule_incident
from analyser.ruling.ruled_incident import RuledIncident
from analyser.ruling.standing import undo_incident
from analyser.ruling.values import DISPUTED_INCIDENTS, DISPUTES_TOGETHER

# At most so many disputes are combined: eight versions are as many as a page can show side by side.
_TOGETHER = 3
# Remarks that misinformation rests on: what was said of a call, or not said.
_OF_AN_EXPLANATION = (RemarkKind.EXPLANATION, RemarkKind.ALERT, RemarkKind.NO_ALERT)


def rule_both_versions(
    context: RulingContext, incident: Incident, tell: Callable[[Message], None] | None = None
) -> RuledIncident:
    """One incident ruled on what is proved of it; while it is in dispute it gives no score by itself."""
    case = _settle_other_disputes(context.case, incident)
    if case is not context.case:
        context = RulingContext.from_case(case, context.jurisdiction, context.services)
    findings = _describe_disputed_incident(case, incident, context.jurisdiction)
    truth = found_by_a_person(case, incident)
    if (truth is not None and not truth.answer) or is_refuted(case, incident):
        ruled = _rule_as_denied(context, incident)
    else:
        ruled = rule_incident(context, incident, tell)
    ruled = replace(ruled, findings=findings + ruled.findings)
    if not is_in_dispute(case, incident):
        return ruled
    clauses = ruled.ruling.infraction.clauses if ruled.ruling.infraction is not None else ()
    undecided = replace(
        ruled.ruling,
        infraction=InfractionAnswer(None, clauses),
        claim=None,
        revoke=None,
        rectification=None,
    )
    return replace(
        ruled,
        ruling=undecided,
        scored=None,
        adjusted=None,
        outcomes=(),
        weights=None,
        either=None,
        undecided=True,
    )


def _settle_other_disputes(case: Case, incident: Incident) -> Case:
    """The case without other incidents a person found did not happen as described, or with them as he found them."""
    incidents: list[Incident] = []
    for other in case.incident:
        truth = None if other.id == incident.id else found_by_a_person(case, other)
        if truth is None or truth.answer:
            incidents.append(other)
        elif (denied := other.denied_version()) is not None:
            incidents.append(denied)
    changed = tuple(incidents) != tuple(case.incident)
    return case.changed(incident=tuple(incidents)) if changed else case


def is_in_dispute(case: Case, incident: Incident) -> bool:
    """Whether the incident, or the explanation it rests on, is disputed and no person has made a finding."""
    if incident.status is Status.DISPUTED:
        return found_by_a_person(case, incident) is None
    if not isinstance(incident, Misinformation):
        return False
    return any(
        remark.at == incident.at and remark.kind in _OF_AN_EXPLANATION
        for _, remark in unsettled_remarks(case)
    )


def disputed_incidents(case: Case) -> tuple[Incident, ...]:
    """The incidents that are disputed themselves and without a finding."""
    return tuple(
        incident
        for incident in case.incident
        if incident.status is Status.DISPUTED and found_by_a_person(case, incident) is None
    )


def _name_dispute(case: Case, incident: Incident, what: str) -> Message:
    """What is disputed: the facts or the account, with the incident's name if there are several."""
    return message(
        f"dispute.{what}" if len(case.incident) == 1 else f"dispute.{what}-of", incident=incident.id
    )


def versions_of(case: Case) -> Iterator[tuple[Message, Case]]:
    """Each version of the disputed incidents, as if a person had found it; of several, every combination."""
    disputed = disputed_incidents(case)
    for answers in product((True, False), repeat=min(len(disputed), _TOGETHER)):
        version = case
        versions: list[Message] = []
        for incident, answer in zip(disputed, answers, strict=False):
            version = apply_finding(version, incident, answer=answer)
            versions.append(
                message(
                    DISPUTED_INCIDENTS[not answer],
                    incident=incident.id,
                    what=_name_dispute(case, incident, "facts"),
                )
            )
        if versions:
            yield (
                versions[0] if len(versions) == 1 else message(DISPUTES_TOGETHER, versions=tuple(versions)),
                version,
            )


def apply_finding(case: Case, incident: Incident, *, answer: bool) -> Case:
    """The case as if a person had found that the incident was as described, or was not."""
    finding = JudgedTruth.model_validate(
        {"incident": incident.id, "question": "disputed", "answer": answer, "by": "variant"}
    )
    return case.changed(judgement=(*case.judgement, finding))


def describe_disputed_remarks(case: Case, law: Jurisdiction) -> tuple[Finding, ...]:
    """For each disputed remark: that it is not proved, the standard and the evidence, or a person's finding."""
    findings: list[Finding] = []
    settled = settled_remarks(case)
    for number, remark in enumerate(case.remark, 1):
        if remark.status is not Status.DISPUTED:
            continue
        wording = message("dispute.remark", number=number)
        truth = settled.get(number)
        if truth is not None:
            findings.append(_finding_of_fact(wording, truth))
            continue
        findings += [_fact("dispute.open", what=wording), *_standard(law)]
        about = next((incident for incident in case.incident if incident.happened_at == remark.at), None)
        findings += _evidence(law, case, wording, about, remark.at, observed=remark.observed, besides=number)
    return tuple(dict.fromkeys(findings))


def _rule_as_denied(context: RulingContext, incident: Incident) -> RuledIncident:
    """The incident as the other side states it; without such a statement it counts as not having happened."""
    otherwise = incident.denied_version()
    if otherwise is None:
        clauses = context.jurisdiction.edition.source_of("disputes.facts").clauses
        ruling = IncidentRuling(incident.id, str(incident.kind), infraction=InfractionAnswer(False, clauses))
        return undo_incident(context, RuledIncident(incident, ruling))
    incidents = tuple(otherwise if entry is incident else entry for entry in context.case.incident)
    turned = RulingContext.from_case(
        context.case.changed(incident=incidents), context.jurisdiction, context.services
    )
    return rule_incident(turned, otherwise)


def _describe_disputed_incident(case: Case, incident: Incident, law: Jurisdiction) -> tuple[Finding, ...]:
    """That a disputed incident is not proved, with the standard, the burden and the evidence."""
    if incident.status is not Status.DISPUTED:
        return ()
    message = _name_dispute(case, incident, "account")
    truth = found_by_a_person(case, incident)
    if truth is not None:
        return (_finding_of_fact(message, truth),)
    return (
        _fact("dispute.open", what=message),
        *_standard(law),
        *_burden(incident, law),
        *_evidence(law, case, message, incident, incident.happened_at, observed=incident.observed),
    )


def _standard(law: Jurisdiction) -> Iterator[Finding]:
    """How a director finds disputed facts, and in whose favour he rules a point he cannot clear up (84D, 85)."""
    stated = law.edition.source_of("disputes.facts")
    form = law.edition.disputes.facts
    match form:
        case FactFinding.BALANCE:
            yield _law("dispute.balance", stated.clauses)
        case FactFinding.SATISFIED:
            yield _law("dispute.satisfied", stated.clauses)
        case _:
            assert_never(form)
    if law.edition.disputes.doubt_to_innocent:
        yield _law("dispute.doubt", law.edition.source_of("disputes.doubt_to_innocent").clauses)


def _burden(incident: Incident, law: Jurisdiction) -> Iterator[Finding]:
    """What the Laws presume if nothing is shown: a wrong explanation, and doubt against the claimer."""
    if isinstance(incident, Misinformation) and law.edition.misinformation.presume_misexplanation:
        stated = law.edition.source_of("misinformation.presume_misexplanation")
        yield _law("dispute.presumed-misexplanation", stated.clauses)
    if isinstance(incident, Claim):
        yield _law("dispute.against-claimer", (law.clause("70A"),))


def _evidence(
    law: Jurisdiction,
    case: Case,
    what: Message,
    incident: Incident | None,
    at: Place | None,
    *,
    observed: bool | None,
    besides: int | None = None,
) -> Iterator[Finding]:
    """Each side's statements, what is agreed at the place, and what the director saw or heard himself."""
    incident_id = None if incident is None else incident.id
    statements = [entry for entry in case.contention if entry.incident in (incident_id, None)]
    for side in Side:
        count = sum(
            (entry.by.side if isinstance(entry.by, Seat) else entry.by) is side for entry in statements
        )
        yield _fact("dispute.statements" if count else "dispute.no-statement", side=side, count=count)
    agreed = tuple(
        number
        for number, remark in enumerate(case.remark, 1)
        if number != besides and at is not None and remark.at == at and remark.status is not Status.DISPUTED
    )
    if agreed:
        yield _fact("dispute.remarks", numbers=agreed)
    if observed is not None:
        yield _fact("dispute.observed" if observed else "dispute.not-observed", what=what)
        privileged = law.source_of("information.director_privileged")
        if privileged.value:
            yield _fact("dispute.privileged", where=str(privileged.source))


def _finding_of_fact(what: Message, truth: JudgedTruth) -> Finding:
    """The finding of a disputed fact by a person, with his name."""
    args: dict[str, Argument] = {"what": what}
    if truth.by:
        args["by"] = truth.by
    code = "dispute.found" if truth.answer else "dispute.found-not"
    return Finding(
        code if truth.by else f"{code}-unnamed", tuple(args.items()), FindingClass.FACT, (), Basis.JUDGEMENT
    )


def _fact(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT)


def _law(code: str, clauses: tuple[Clause, ...]) -> Finding:
    return Finding.from_code(code, clauses=clauses)
