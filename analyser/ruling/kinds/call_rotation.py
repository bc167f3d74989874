"""Calls made in the order of the table or against it: in rotation, at once, too soon, or taking away a turn (27C, 28, 33, 34)."""

from analyser.casefile import IrregularCall
from analyser.laws import Jurisdiction
from analyser.ruling import Rectification
from analyser.ruling.kinds.call_out_of_turn import call_out_of_turn
from analyser.ruling.kinds.calls import Heard
from analyser.ruling.kinds.provided import provided, told
from analyser.ruling.kinds.rectification import NOTHING, together


def counted_in_rotation(
    facts: Heard, incident: IrregularCall, law: Jurisdiction
) -> tuple[Rectification, str] | None:
    """What follows for a call that the Laws count as in rotation or as the later of two; none for any other."""
    if incident.irregularity != "out-of-turn":
        return None
    if incident.right_hand_barred or incident.right_player_called:
        return provided(law, "in-rotation", told(incident)), "28"
    if not incident.simultaneous:
        return None
    later = provided(law, "simultaneous", {**told(incident), "next_in_turn": in_its_turn(incident)})
    if facts.turn is None or in_its_turn(incident):
        return later, "33"
    return together(later, call_out_of_turn(facts.at_turn(facts.turn.next), law)), "33"


def in_its_turn(incident: IrregularCall) -> bool:
    """Whether the call counts as made at its maker's turn: no infraction."""
    if incident.irregularity != "out-of-turn":
        return False
    if incident.right_hand_barred:
        return True
    return (
        bool(incident.simultaneous) and incident.turn is not None and incident.turn.next is incident.offender
    )


def corrected_too_soon(incident: IrregularCall, law: Jurisdiction) -> Rectification:
    """An insufficient bid put right before the director had ruled (27C; 9C in 1997)."""
    return provided(law, "premature-correction", told(incident)) if incident.premature else NOTHING


def turn_taken_away(incident: IrregularCall, law: Jurisdiction) -> Rectification:
    """A pass out of turn, one of the three that seemed to end the auction, took away a player's turn (34)."""
    return provided(law, "deprived", told(incident))
