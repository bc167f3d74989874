"""The revokes a restored or returned card shows: the card was in the hand all along, and they have their price (14B4, 67B2b)."""

from dataclasses import replace
from typing import Final

from analyser.bridge import Seat
from analyser.casefile import IncidentKind, PlayedCard, RevokeIncident, WrongHand
from analyser.laws import Jurisdiction
from analyser.ruling import Finding, IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.rectification import PREFIX, Step, combine, due, unmet_needs
from analyser.ruling.kinds.revoke.kind import find as find_revoke
from analyser.ruling.kinds.revoke.record import find_revokes

_MISSING: Final = "revoke.missing"


def with_shown_revokes(
    context: RulingContext, incident: WrongHand | PlayedCard, findings: IncidentFindings
) -> IncidentFindings:
    """The findings with the price of each established revoke of that player the play shows, where no incident tells of it."""
    case, law, remedy, offender = (
        context.case,
        context.jurisdiction,
        findings.rectification,
        incident.offender,
    )
    named = None if remedy is None else _named(remedy)
    if remedy is None or named is None or offender is None or case.play is None:
        return findings
    if any(isinstance(other, RevokeIncident) for other in case.incident):
        return findings
    tricks = [revoke.trick for revoke in find_revokes(case) if revoke.seat is offender and revoke.established]
    revokes = tuple(_as_incident(incident, offender, trick) for trick in tricks)
    if not revokes:
        return findings
    ruling_context = RulingContext.from_case(
        case.changed(incident=(*case.incident, *revokes)), law, context.services
    )
    revoke_results = [find_revoke(ruling_context, revoke) for revoke in revokes]
    steps = tuple(step for step in remedy.due if step is not named)
    place = named.clauses[0].path
    parts = [
        due(law, Step.DEEMED_REVOKE, place),
        *(_price(law, place, revoke_result) for revoke_result in revoke_results),
    ]
    return replace(
        findings,
        findings=(*findings.findings, *(finding for own in revoke_results for finding in own.findings)),
        rectification=combine(replace(remedy, due=steps), *parts),
        tricks=revoke_results[-1].tricks,
    )


def _named(remedy: Rectification) -> Finding | None:
    """The step that says a revoke may have been committed, or `None`."""
    return next((step for step in remedy.due if step.code == f"{PREFIX}{Step.MAY_HAVE_REVOKED}"), None)


def _as_incident(incident: WrongHand | PlayedCard, offender: Seat, trick: int) -> RevokeIncident:
    return RevokeIncident.model_validate(
        {
            "id": f"{incident.id}-trick-{trick}",
            "kind": str(IncidentKind.REVOKE),
            "offender": offender.name,
            "trick": trick,
            "established": True,
        }
    )


def _price(law: Jurisdiction, place: str, found: IncidentFindings) -> Rectification:
    """The tricks a revoke costs by itself, or what has to be told for it."""
    cited = found.infraction.clauses if found.infraction is not None else ()
    places = [clause.path for clause in cited if clause.path.startswith("64")] or [place]
    tricks = None if found.revoke is None else found.revoke.transferred
    if tricks is None:
        return unmet_needs(*_keys_of_the_table(found))
    if not tricks:
        return due(law, Step.NO_TRICK_PRICE, *places)
    return due(law, Step.TRICKS_TRANSFERRED, *places[:1], tricks=tricks)


def _keys_of_the_table(found: IncidentFindings) -> tuple[str, ...]:
    """What the table would have to tell for the price; what only a revoke's own incident can say is left out."""
    lists = [finding.arguments["keys"] for finding in found.findings if finding.code == _MISSING]
    keys = [str(key) for keys in lists if isinstance(keys, tuple) for key in keys]
    return tuple(key for key in keys if key.startswith("table "))
