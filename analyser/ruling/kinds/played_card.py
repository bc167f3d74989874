"""Whether a card was played, which was meant, and the trick with too few or too many (43, 45-47, 58, 60, 67)."""

from analyser.casefile import Incident, IncidentKind, PlayedCard
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.defective import price_of_omission, tricks_after
from analyser.ruling.rectify.played import played_card
from analyser.ruling.rectify.remedy import answer

__all__ = ["KIND", "PlayedCardKind"]

# The law each fact goes by, and whether it is an infraction in itself.
_LAWS = {
    "held-face-up": ("45C", None),
    "named": ("46B", None),
    "changed-call": ("45C4b", None),
    "omitted": ("67", True),
    "two-cards": ("67", True),
    "used-twice": ("67", True),
    "dummy-placed": ("45D", True),
    "told-turn": ("47E1", False),
    "dummy-suggested": ("45F", True),
    "dummy-warned": ("43B2a", True),
    "dummy-asked": ("43B2b", True),
    "dummy-noticed": ("43B3", True),
    "before-required-lead": ("60B", True),
}


class PlayedCardKind:
    """What counts as played, what may be taken back, and what a defective trick costs."""

    kind = IncidentKind.PLAYED_CARD

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """What is due under this law; a trick that passes over changes declarer's number."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, PlayedCard):
            return Found()
        declarer = case.contract.declarer if case.contract else case.table.declarer
        rectification = played_card(incident, jurisdiction, declarer)
        path, infraction = _LAWS[incident.fact] if incident.fact is not None else ("45", None)
        tricks = None
        if incident.fact == "omitted":
            tricks = tricks_after(case, incident.offender, price_of_omission(incident, jurisdiction))
        return answer(
            case,
            incident,
            rectification,
            infraction=infraction,
            clauses=(jurisdiction.clause(path),),
            tricks=tricks,
        )


KIND = PlayedCardKind()
