"""A hand with the wrong number of cards, or with a card of another hand or deal (13, 14)."""

from analyser.casefile import Incident, IncidentKind, WrongHand
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.hands import wrong_hand
from analyser.ruling.rectify.remedy import answer, plays_in_teams

__all__ = ["KIND", "WrongHandKind"]


class WrongHandKind:
    """Whether the deal is put right and played, and which score follows where it is not."""

    kind = IncidentKind.WRONG_HAND

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """What is due under this law."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, WrongHand):
            return Found()
        rectification = wrong_hand(incident, jurisdiction, teams=plays_in_teams(case))
        short = incident.cards is not None and incident.cards < 13 and incident.another_over is False
        clauses = (jurisdiction.clause("14" if short and not incident.foreign else "13"),)
        return answer(case, incident, rectification, infraction=True, clauses=clauses)


KIND = WrongHandKind()
