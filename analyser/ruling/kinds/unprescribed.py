"""Anything else: an opponent deceived (73), a wrong review (20E), cards not shuffled (6D2), or what the Laws leave open (84)."""

from dataclasses import replace

from analyser.casefile import Other, Question
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    all_true,
    answer,
    cite,
    combine,
    find_judgement,
    negate,
)
from analyser.ruling.kinds.scores_due import artificial


def find(context: RulingContext, incident: Other) -> IncidentFindings:
    """Where the case names no law, how sure damage must be for an adjusted score; whether there was any, a person says."""
    fact = _fact_of(incident)
    if fact == "not-shuffled":
        return _rule_unshuffled(context, incident)
    if fact is not None:
        return _rule_by_findings(context, incident, fact)
    if incident.cited:
        return IncidentFindings()
    stated = context.jurisdiction.edition.source_of("adjusting.unprescribed")
    return IncidentFindings(
        findings=(
            Finding.from_code(
                "adjustment.unprescribed",
                kind=FindingClass.JUDGEMENT,
                clauses=stated.clauses,
                standing=Basis.ASSUMED,
                bar=str(stated.value),
            ),
        )
    )


def _fact_of(incident: Other) -> str | None:
    """What happened: as stated, else what the clause named can only mean."""
    if incident.fact is None and any(clause.rpartition(":")[2] == "6D2" for clause in incident.cited):
        return "not-shuffled"
    return incident.fact


def _rule_unshuffled(context: RulingContext, incident: Other) -> IncidentFindings:
    """No result may stand (6D2), so that none can be obtained: each side has its artificial score by its own fault."""
    law = context.jurisdiction
    cancelled = rectify_by_provisions(law, "not-shuffled", incident_facts(incident))
    steps = combine(cancelled, artificial(law, "6D2", fault=incident.fault))
    return answer(context.case, incident, steps, infraction=True, clauses=cite(law, "6D2"))


def _rule_by_findings(context: RulingContext, incident: Other, fact: str) -> IncidentFindings:
    """By the findings a person makes: all three of a deception must hold, and a wrong review must have gone uncorrected."""
    case, law = context.case, context.jurisdiction
    if fact == "deceived":
        place = "deceptive-manner"
        infraction = all_true(
            incident.false_inference, negate(incident.bridge_reason), incident.could_be_aware
        )
    else:
        place, infraction = "wrong-review", negate(incident.review_corrected)
    steps = rectify_by_provisions(law, fact, incident_facts(incident))
    if infraction is False:  # one of them is enough for that: what else is not told is not asked for
        steps = replace(steps, missing=())
    settled = (
        find_judgement(case, incident, question) for question in (Question.INFRACTION, Question.DAMAGE)
    )
    if False in settled:  # a person found that nothing follows
        steps = NOTHING
    return answer(case, incident, steps, infraction=infraction, clauses=cite(law, place))
