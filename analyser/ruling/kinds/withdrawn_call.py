"""A player acted after a withdrawn action (16C in 1997 and 2017, 16D in 2007)."""

from analyser.casefile import Case, Misinformation, WithdrawnCall
from analyser.laws import addresses
from analyser.ruling import Finding, IncidentFindings, InfractionAnswer
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.information import weigh_alternatives


def find(context: RulingContext, incident: WithdrawnCall) -> IncidentFindings:
    """Whether the choice broke the Laws, what the alternatives were, and what was open instead."""
    case, jurisdiction = context.case, context.jurisdiction
    year = jurisdiction.edition.year
    if _is_innocent(case, incident):
        clauses = addresses("withdrawn-innocent", year)
        free = Finding.from_code("withdrawn.authorised", clauses=clauses, seat=incident.offender)
        return IncidentFindings((free,), InfractionAnswer(False, clauses))
    bound = Finding.from_code(
        "withdrawn.unauthorised", clauses=addresses("withdrawn-offenders", year), seat=incident.offender
    )
    return weigh_alternatives(
        context, incident, "withdrawn-offenders", (bound,), lambda answer: _trigger(answer, year)
    )


def _is_innocent(case: Case, incident: WithdrawnCall) -> bool:
    """Tell whether the player's own side had not offended: an opponent withdrew, and not because of him.

    An opponent who withdraws a call after a wrong explanation by the player's side withdraws as the innocent side:
    then the player's side is the offending one.
    """
    if incident.source.side is incident.offender.side:
        return False
    misled = any(
        isinstance(other, Misinformation) and other.by.side is incident.offender.side
        for other in case.incident
    )
    return not misled


def _trigger(answer: bool | None, year: str) -> tuple[Finding, ...]:
    clauses = addresses("withdrawn-adjusted", year)
    if answer is not True or not clauses:
        return ()
    return (Finding.from_code("withdrawn.trigger", clauses=clauses),)
