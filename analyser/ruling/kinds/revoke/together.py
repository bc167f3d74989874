"""Revokes of both sides on one trick, noticed when one side only had gone on: both are corrected (62C3 since 2017)."""

from dataclasses import replace

from analyser.bridge import Side
from analyser.casefile import Case, RevokeIncident
from analyser.laws import Edition
from analyser.laws.choices import RevokeException
from analyser.ruling.kinds.revoke.record import Committed

__all__ = ["corrected_together", "played_on"]


def corrected_together(case: Case, every: tuple[Committed, ...], edition: Edition) -> tuple[Committed, ...]:
    """The revokes of the board, with those corrected together marked as such where the edition knows this."""
    if RevokeException.CORRECTED_TOGETHER not in edition.revokes.exceptions:
        return every
    return tuple(
        replace(one, established=False, together=True) if _is_one_of_two(case, one, every) else one
        for one in every
    )


def _is_one_of_two(case: Case, one: Committed, every: tuple[Committed, ...]) -> bool:
    on_trick = tuple(other for other in every if other.trick == one.trick)
    if {other.seat.side for other in on_trick} != {Side.NS, Side.EW}:
        return False
    gone_on = played_on(case, one.trick)
    return gone_on is not None and len(gone_on) == 1


def played_on(case: Case, trick: int) -> frozenset[Side] | None:
    """The sides that had gone on to the next trick when attention was drawn; none: not known.

    Stated in an incident of this trick, else seen from a record that ends there. A record that goes on tells nothing.
    """
    for incident in case.incident:
        if (
            isinstance(incident, RevokeIncident)
            and incident.trick == trick
            and incident.played_on is not None
        ):
            return frozenset(incident.played_on)
    play = case.play
    if play is None or len(play.tricks) > trick + 1 or len(play.complete_tricks) < trick:
        return None
    return frozenset(seat.side for entry in play.tricks[trick:] for seat, _ in entry)
