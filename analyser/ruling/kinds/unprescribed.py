"""Anything else: an irregularity for which the Laws may prescribe no rectification (84)."""

from analyser.casefile import Other
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings
from analyser.ruling.context import RulingContext


def find(context: RulingContext, incident: Other) -> IncidentFindings:
    """Where the case names no law, how sure damage must be for an adjusted score; whether there was any, a person says."""
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
