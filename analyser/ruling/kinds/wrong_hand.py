"""A hand with the wrong number of cards, or with a card of another hand or deal (13, 14)."""

from analyser.casefile import Case, Incident, IncidentKind, WrongHand
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import Found
from analyser.ruling.rectify.hands import wrong_hand
from analyser.ruling.rectify.remedy import answer, plays_in_teams

__all__ = ["KIND", "WrongHandKind"]


class WrongHandKind:
    """Whether the deal is put right and played, and which score follows where it is not."""

    kind = IncidentKind.WRONG_HAND

    def find(self, case: Case, incident: Incident, jurisdiction: Jurisdiction, services: Services) -> Found:  # noqa: ARG002
        """What is due under this law."""
        if not isinstance(incident, WrongHand):
            return Found()
        rectification = wrong_hand(incident, jurisdiction, teams=plays_in_teams(case))
        short = incident.cards is not None and incident.cards < 13 and incident.another_over is False
        clauses = (jurisdiction.clause("14" if short and not incident.foreign else "13"),)
        return answer(case, incident, rectification, infraction=True, clauses=clauses)


KIND = WrongHandKind()
