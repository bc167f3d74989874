"""What an established revoke costs by itself (64A, 64B): tricks transferred, with the exceptions, edition by edition."""

from dataclasses import dataclass
from enum import StrEnum

from analyser.laws import Clause, Edition
from analyser.laws.choices import RevokeException

_CLAUSES = {
    RevokeException.NO_TRICK_WON: "64B1",
    RevokeException.REPEATED: "64B2",
    RevokeException.FACED_CARD: "64B3",
    RevokeException.PENALTY_OR_DUMMY_CARD: "64B3",
    RevokeException.NEXT_DEAL: "64B4",
    RevokeException.ROUND_OVER: "64B5",
    RevokeException.TRICK_TWELVE: "64B6",
    RevokeException.BOTH_SIDES: "64B7",
    RevokeException.CORRECTED_TOGETHER: "64B8",
}


class WonBy(StrEnum):
    """Who won the revoke trick, seen from the player who revoked."""

    OFFENDER = "offender"
    DUMMY = "dummy"  # of the offending declarer
    PARTNER = "partner"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class RevokeFacts:
    """What the transfer rests on; none: not known.

    `later` counts the tricks the offending side won after the revoke trick; `later_by_playable` tells whether the
    offender himself won one of them with a card he could have played to the revoke trick. `at_most` is what is left to
    give: the tricks the side won from its first revoke on, less those transferred already.
    """

    won_by: WonBy | None
    later: int | None
    later_by_playable: bool | None = None
    exceptions: frozenset[RevokeException] = frozenset()
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """The tricks that change sides, the provision, and what would have to be known; `tricks` none: it cannot be said."""

    tricks: int | None
    clauses: tuple[Clause, ...]
    exception: RevokeException | None = None
    missing: tuple[str, ...] = ()


def tricks_transferred(facts: RevokeFacts, edition: Edition) -> Transfer:
    """The automatic transfer for one established revoke: the exceptions first (64B), then the general rule (64A)."""
    for exception in edition.revokes.exceptions:
        if exception in facts.exceptions:
            return Transfer(0, (edition.clause(_CLAUSES[exception]),), exception)
    if facts.won_by is None:
        return Transfer(None, (edition.clause("64A"),), missing=("table play",))
    own = facts.won_by is WonBy.OFFENDER or (
        facts.won_by is WonBy.DUMMY and edition.revokes.dummy_trick_is_offenders
    )
    if own:
        return _capped(_own_trick(facts, edition), facts)
    return _capped(_other_trick(facts, edition), facts)


def _own_trick(facts: RevokeFacts, edition: Edition) -> Transfer:
    clauses = (edition.clause("64A1"),)
    if facts.later is None:
        return Transfer(None, clauses, missing=("table tricks",))
    return Transfer(edition.revokes.own_trick_later if facts.later else edition.revokes.own_trick, clauses)


def _other_trick(facts: RevokeFacts, edition: Edition) -> Transfer:
    rules = edition.revokes
    clauses = (edition.clause("64A2"),)
    won = facts.won_by is not WonBy.OPPONENTS
    if facts.later is None and (not won or rules.second_if_playable_card_won):
        return Transfer(None, clauses, missing=("table tricks",))
    if not won and not facts.later:
        return Transfer(0, (edition.clause("64B1"),), RevokeException.NO_TRICK_WON)
    tricks = rules.other_trick
    if rules.second_if_playable_card_won and facts.later:
        if facts.later_by_playable is None:
            return Transfer(None, clauses, missing=("table play",))
        enough = won + facts.later > 1 or not rules.second_needs_further_trick
        tricks += facts.later_by_playable and enough
    return Transfer(tricks, clauses)


def _capped(transfer: Transfer, facts: RevokeFacts) -> Transfer:
    """No more tricks change sides than the offending side has won since its first revoke."""
    if transfer.tricks is None or facts.at_most is None:
        return transfer
    return Transfer(min(transfer.tricks, facts.at_most), transfer.clauses, transfer.exception)
