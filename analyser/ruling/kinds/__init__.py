"""What each kind of incident amounts to under a law: one module a kind, the list of them written out here.

A kind finds what was infringed and says what the Laws prescribe for it; what several share is `rectification` (steps,
rules with their exceptions), `scores_due`, `calls` (facts of an irregular call, enforced passes) and `information`.
"""

from collections.abc import Callable
from typing import Any

from analyser.casefile import IncidentKind
from analyser.ruling import IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import (
    claim,
    exposed_card,
    irregular_call,
    lead_out_of_turn,
    misinformation,
    outside_information,
    penalty,
    played_card,
    revoke,
    score_error,
    unauthorised_information,
    unprescribed,
    withdrawn_call,
    wrong_board,
    wrong_hand,
)

__all__ = ["KINDS"]

# What the facts of an incident of each kind amount to under the law in force; each function takes its own kind's table.
KINDS: dict[IncidentKind, Callable[[RulingContext, Any], IncidentFindings]] = {
    IncidentKind.CLAIM: claim.find,
    IncidentKind.REVOKE: revoke.find,
    IncidentKind.IRREGULAR_CALL: irregular_call.find,
    IncidentKind.LEAD_OUT_OF_TURN: lead_out_of_turn.find,
    IncidentKind.EXPOSED_CARD: exposed_card.find,
    IncidentKind.WRONG_BOARD: wrong_board.find,
    IncidentKind.WRONG_HAND: wrong_hand.find,
    IncidentKind.PLAYED_CARD: played_card.find,
    IncidentKind.OUTSIDE_INFORMATION: outside_information.find,
    IncidentKind.SCORE_ERROR: score_error.find,
    IncidentKind.PENALTY: penalty.find,
    IncidentKind.UNAUTHORISED_INFORMATION: unauthorised_information.find,
    IncidentKind.MISINFORMATION: misinformation.find,
    IncidentKind.WITHDRAWN_CALL: withdrawn_call.find,
    IncidentKind.OTHER: unprescribed.find,
}
