"""A card that was seen and should not have been (24, 48-52, 57)."""

from analyser.casefile import ExposedCard, Incident, IncidentKind
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.exposed import exposed_card
from analyser.ruling.rectify.remedy import answer

__all__ = ["KIND", "ExposedCardKind"]


class ExposedCardKind:
    """Which duties the card has, and what declarer may ask."""

    kind = IncidentKind.EXPOSED_CARD

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """The rectification under this law; declarer's own cards may be seen without more."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, ExposedCard):
            return Found()
        declarer = case.contract.declarer if case.contract else case.table.declarer
        rectification = exposed_card(incident, jurisdiction, declarer)
        in_play = incident.during == "play"
        infraction = None if in_play and declarer is None else True
        path = "24"
        if in_play:
            path = "57A" if incident.led else "52" if incident.instead is not None else "49"
            if declarer is not None and declarer.side is incident.offender.side:
                infraction, path = False, "48"
        return answer(
            case, incident, rectification, infraction=infraction, clauses=(jurisdiction.clause(path),)
        )


KIND = ExposedCardKind()
