"""Cards taken from a wrong board, or a wrong board played (15, 17D)."""

from analyser.casefile import Incident, IncidentKind, WrongBoard
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.boards import is_wrong_cards, wrong_board
from analyser.ruling.rectify.remedy import answer, cite, plays_in_teams

__all__ = ["KIND", "WrongBoardKind"]


class WrongBoardKind:
    """Whether the board can still be played, and which score stands in its place where it cannot."""

    kind = IncidentKind.WRONG_BOARD

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """What is due under this law."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, WrongBoard):
            return Found()
        rectification = wrong_board(incident, jurisdiction, teams=plays_in_teams(case))
        place = "cards-from-wrong-board" if is_wrong_cards(incident) else "15"
        return answer(case, incident, rectification, infraction=True, clauses=cite(jurisdiction, place))


KIND = WrongBoardKind()
