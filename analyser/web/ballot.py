"""The question a poll puts to peers: what the player knew at that turn, and nothing that leads."""

from typing import Any

from analyser.bridge import Auction, Seat
from analyser.casefile import Case, Moment, Place

__all__ = ["ballot_of", "ballots_of"]


def ballots_of(case: Case) -> tuple[dict[str, Any], ...]:
    """One question for each decision the incidents of a case turn on, as far as the facts allow to put it."""
    found = []
    for incident in case.incident:
        for place in dict.fromkeys(incident.decisions_in_question):
            ballot = ballot_of(case, incident.id, place)
            if ballot is not None:
                found.append(ballot)
    return tuple(found)


def ballot_of(case: Case, incident: str, place: Place) -> dict[str, Any] | None:
    """The question at one decision; none when the player's hand or the auction is not known.

    It shows neither what was done then nor what came later: no remark, no alert, no call after this turn.
    """
    auction = case.auction
    if auction is None:
        return None
    if place.moment is Moment.CALL:
        known = auction.before(place.number)
        seat: Seat | None = known.turn
    elif place.moment is Moment.LEAD:
        known, seat = auction, None if case.contract is None else case.contract.leader
    else:
        return None
    hand = None if seat is None else case.hand(seat)
    if seat is None or hand is None:
        return None
    return {
        "incident": incident,
        "at": str(place),
        "seat": str(seat),
        "hand": str(hand),
        "dealer": str(auction.dealer),
        "calls": [str(call) for call in known.calls],
        "vulnerable": str(case.vulnerability) if case.vulnerability is not None else "",
        "form": str(case.event.form),
        "methods": case.player(seat).system or "",
        "actions": _actions(known, place, str(hand)),
    }


def _actions(known: Auction, place: Place, hand: str) -> list[str]:
    if place.moment is Moment.CALL:
        return [str(call) for call in known.legal_calls()]
    suits = zip("SHDC", hand.split("."), strict=True)
    return [suit + rank for suit, ranks in suits for rank in ranks]
