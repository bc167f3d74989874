"""What was infringed: one module a kind, the list of them written out here.

Each kind answers for one word of the case file: `find(context, incident)` gives what the facts
amount to under that law. `rectify` does for them what the Laws prescribe mechanically.
"""

from typing import Protocol

from analyser.casefile import Incident, IncidentKind
from analyser.ruling import Found
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

    def find(self, context: RulingContext, incident: Incident) -> Found:
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
