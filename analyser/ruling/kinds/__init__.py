"""What was infringed: one module a kind, the list of them written out here.

Each kind answers for one word of the case file: `find(case, incident, jurisdiction, services)` gives what the facts
amount to under that law. `rectify` does for them what the Laws prescribe mechanically.
"""

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
from analyser.ruling.sockets import Kind

__all__ = ["KINDS"]

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
