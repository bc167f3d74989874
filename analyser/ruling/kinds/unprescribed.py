"""Anything else: an opponent deceived (73), a wrong review (20E), or what the Laws prescribe no rectification for (84)."""

from dataclasses import replace

from analyser.casefile import Other
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.provided import incident_facts, provided
from analyser.ruling.kinds.rectification import all_of, answer, cite, negate


def find(context: RulingContext, incident: Other) -> IncidentFindings:
    """Where the case names no law, how sure damage must be for an adjusted score; whether there was any, a person says."""
    if incident.fact is not None:
        return _told(context, incident, incident.fact)
    if incident.cited:
        return IncidentFindings()
    stated = context.jurisdiction.edition.why("adjusting.unprescribed")
    return IncidentFindings(
        findings=(
            Finding.of(
                "adjustment.unprescribed",
                kind=FindingClass.JUDGEMENT,
                clauses=stated.clauses,
                standing=Basis.ASSUMED,
                bar=str(stated.value),
            ),
        )
    )


def _told(context: RulingContext, incident: Other, fact: str) -> IncidentFindings:
    """By the findings a person makes: all three of a deception must hold, and a wrong review must have gone uncorrected."""
    case, law = context.case, context.jurisdiction
    if fact == "deceived":
        place = "deceptive-manner"
        infraction = all_of(incident.false_inference, negate(incident.bridge_reason), incident.could_be_aware)
    else:
        place, infraction = "wrong-review", negate(incident.review_corrected)
    steps = provided(law, fact, incident_facts(incident))
    if infraction is False:  # one of them is enough for that: what else is not told is not asked for
        steps = replace(steps, missing=())
    return answer(case, incident, steps, infraction=infraction, clauses=cite(law, place))
