"""A lead by the wrong player or from the wrong hand (53-56)."""

from analyser.casefile import Incident, IncidentKind, LeadOutOfTurn
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.leads import lead_out_of_turn
from analyser.ruling.rectify.remedy import answer

__all__ = ["KIND", "LeadOutOfTurnKind"]


class LeadOutOfTurnKind:
    """What becomes of the card led, and what the other side may choose."""

    kind = IncidentKind.LEAD_OUT_OF_TURN

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """The rectification under this law; who was told wrongly that it was his turn did nothing wrong."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, LeadOutOfTurn):
            return Found()
        declarer = case.contract.declarer if case.contract else case.table.declarer
        rectification = lead_out_of_turn(incident, jurisdiction, declarer)
        path = "53"
        if declarer is not None:
            declaring = declarer.side is incident.offender.side
            path = "55" if declaring else "54" if incident.trick in (None, 1) else "56"
        clauses = (jurisdiction.clause("47E1" if incident.told_turn else path),)
        return answer(case, incident, rectification, infraction=not incident.told_turn, clauses=clauses)


KIND = LeadOutOfTurnKind()
