"""What each kind of incident amounts to under a law: one module a kind, the list of them written out here.

A kind finds what was infringed and says what the Laws prescribe for it; what several share is `rectification` (steps,
rules with their exceptions), `scores_due`, `calls` (facts of an irregular call, enforced passes) and `information`.
"""

from typing import Protocol

from analyser.casefile import Incident, IncidentKind
from analyser.ruling import IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import (
    claim,
    exposed_card,
    irregular_call,
    lead_out_of_turn,
    misinformation,
    played_card,
    revoke,
    score_error,
    unauthorised_information,
    withdrawn_call,
    wrong_board,
    wrong_hand,
)

__all__ = ["KINDS", "Kind"]


class Kind(Protocol):
    """One kind of incident: what was infringed and what follows."""

    @property
    def kind(self) -> IncidentKind:
        """The word of the case file."""
        ...

    def find(self, context: RulingContext, incident: Incident) -> IncidentFindings:
        """What the facts amount to under this law."""
        ...


KINDS: tuple[Kind, ...] = (
    claim.KIND,
    revoke.KIND,
    irregular_call.KIND,
    lead_out_of_turn.KIND,
    exposed_card.KIND,
    wrong_board.KIND,
    wrong_hand.KIND,
    played_card.KIND,
    score_error.KIND,
    unauthorised_information.KIND,
    misinformation.KIND,
    withdrawn_call.KIND,
)
