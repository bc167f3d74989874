"""What the play tells of revokes (61, 63), and what an established one costs by itself (64A, 64B), edition by edition."""

from dataclasses import dataclass, replace
from enum import StrEnum

from analyser.bridge import Card, Play, Seat, Side, Suit
from analyser.casefile import Case, Claim, ExposedCard, Noticed, RevokeIncident
from analyser.laws import Clause, Edition, Jurisdiction
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
        return Transfer(None, (edition.clause("64A"),), missing=("table play", "incident won_by"))
    offender_won = facts.won_by is WonBy.OFFENDER or (
        facts.won_by is WonBy.DUMMY and edition.revokes.dummy_trick_is_offenders
    )
    if offender_won:
        return _cap_transfer(_own_trick(facts, edition), facts)
    return _cap_transfer(_other_trick(facts, edition), facts)


def _own_trick(facts: RevokeFacts, edition: Edition) -> Transfer:
    clauses = (edition.clause("64A1"),)
    if facts.later is None:
        return Transfer(None, clauses, missing=("table tricks", "incident later_tricks"))
    return Transfer(edition.revokes.own_trick_later if facts.later else edition.revokes.own_trick, clauses)


def _other_trick(facts: RevokeFacts, edition: Edition) -> Transfer:
    rules = edition.revokes
    clauses = (edition.clause("64A2"),)
    won = facts.won_by is not WonBy.OPPONENTS
    if facts.later is None and (not won or rules.second_if_playable_card_won):
        return Transfer(None, clauses, missing=("table tricks", "incident later_tricks"))
    if not won and not facts.later:
        return Transfer(0, (edition.clause("64B1"),), RevokeException.NO_TRICK_WON)
    tricks = rules.other_trick
    if rules.second_if_playable_card_won and facts.later:
        if facts.later_by_playable is None:
            return Transfer(None, clauses, missing=("table play", "incident later_with_suit"))
        enough = won + facts.later > 1 or not rules.second_needs_further_trick
        tricks += facts.later_by_playable and enough
    return Transfer(tricks, clauses)


def _cap_transfer(transfer: Transfer, facts: RevokeFacts) -> Transfer:
    """No more tricks change sides than the offending side has won since its first revoke."""
    if transfer.tricks is None or facts.at_most is None:
        return transfer
    return Transfer(min(transfer.tricks, facts.at_most), transfer.clauses, transfer.exception)


@dataclass(frozen=True, slots=True)
class CommittedRevoke:
    """One revoke on the board, declared in the case or found in the play."""

    trick: int
    seat: Seat
    card: Card | None
    suit: Suit | None
    playable: tuple[Card, ...]  # what he could have played; empty where his hand is not known
    established: bool | None
    noticed: Noticed | None
    incident: str | None  # none: found in the play, declared by nobody
    seen: bool | None  # whether the play shows it; none: it cannot be seen
    together: bool = False  # corrected with one of the other side on the same trick (62C3)


def find_revokes(case: Case) -> tuple[CommittedRevoke, ...]:
    """Every revoke of the board in the order of play."""
    incidents = tuple(entry for entry in case.incident if isinstance(entry, RevokeIncident))
    seen_in_play = {(revoke.trick, revoke.seat): revoke for revoke in _revokes_in_play(case)}
    for incident in incidents:
        place = (incident.trick, incident.offender)
        known = seen_in_play.get(place) or _declared_revoke(case, incident)
        established = incident.established
        if established is None and incident.played_on is not None:
            established = incident.offender.side in incident.played_on
        if established is None:
            established = known.established
        seen_in_play[place] = replace(
            known, established=established, noticed=incident.noticed, incident=incident.id
        )
    return tuple(seen_in_play[place] for place in sorted(seen_in_play))


def was_asked_wrongly(case: Case, revoke: CommittedRevoke, law: Jurisdiction) -> bool:
    """Whether the other defender asked where the authority does not let him: then tricks pass as if it were established."""
    incident = next((entry for entry in case.incident if entry.id == revoke.incident), None)
    if not isinstance(incident, RevokeIncident) or incident.asked_by is not incident.offender.partner:
        return False
    declarer = case.declarer
    defends = declarer is not None and declarer.side is not incident.offender.side
    allowed = law.regulation.revokes.defenders_may_ask
    return defends and not allowed and law.edition.revokes.asked_wrongly_established


def _revokes_in_play(case: Case) -> tuple[CommittedRevoke, ...]:
    """Those the play itself shows: a suit not followed by one who is known to have held it."""
    play = case.play
    if play is None:
        return ()
    return tuple(
        CommittedRevoke(
            trick=number,
            seat=seat,
            card=card,
            suit=trick.suit,
            playable=of_suit,
            established=_is_established(case, play, number, seat.side),
            noticed=None,
            incident=None,
            seen=True,
        )
        for number, trick in enumerate(play.tricks, 1)
        for seat, card in trick
        if trick.suit is not None and card.suit is not trick.suit
        if (of_suit := _cards_of_suit(case, play, number, seat, trick.suit))
    )


def _cards_of_suit(case: Case, play: Play, trick: int, seat: Seat, suit: Suit) -> tuple[Card, ...]:
    """The cards of a suit he is known to have held in this trick; what he played later he held whatever else he had."""
    hand = case.hand(seat)
    if hand is not None:
        before = play.before_trick(trick).cards
        return tuple(c for c in hand if c.suit is suit and c not in before)
    return tuple(c for t in play.tricks[trick:] for s, c in t if s is seat and c.suit is suit)


def _declared_revoke(case: Case, incident: RevokeIncident) -> CommittedRevoke:
    """A revoke the play does not show: the hand is not known, or he had nothing to follow with."""
    play = case.play
    trick = (
        play.tricks[incident.trick - 1] if play is not None and len(play.tricks) >= incident.trick else None
    )
    card = trick.card_of(incident.offender) if trick else None
    suit = trick.suit if trick else None
    of_suit = (
        ()
        if play is None or suit is None
        else _cards_of_suit(case, play, incident.trick, incident.offender, suit)
    )
    return CommittedRevoke(
        trick=incident.trick,
        seat=incident.offender,
        card=card,
        suit=suit,
        playable=of_suit,
        established=None
        if play is None
        else _is_established(case, play, incident.trick, incident.offender.side),
        noticed=incident.noticed,
        incident=incident.id,
        seen=_is_shown(case, incident.offender, card, suit, of_suit),
    )


def _is_shown(
    case: Case, seat: Seat, card: Card | None, suit: Suit | None, of_suit: tuple[Card, ...]
) -> bool | None:
    """Whether the play shows a revoke; none: who had nothing to follow with cannot be told from one who had."""
    if card is None or suit is None:
        return None
    if card.suit is suit:
        return False
    return True if of_suit else None if case.hand(seat) is None else False


def _is_established(case: Case, play: Play, trick: int, side: Side) -> bool | None:
    """His side has led or played to the next trick, or has claimed (63A); the last two tricks are always corrected."""
    if any(seat.side is side for entry in play.tricks[trick:] for seat, _ in entry):
        return True
    if any(isinstance(entry, Claim) and entry.by.side is side for entry in case.incident):
        return True
    return None


def facts_of(
    case: Case, revoke: CommittedRevoke, every: tuple[CommittedRevoke, ...], edition: Edition
) -> RevokeFacts:
    """What the transfer for this revoke rests on."""
    play = case.play
    trick = play.tricks[revoke.trick - 1] if play is not None and len(play.tricks) >= revoke.trick else None
    stated = next((entry for entry in case.incident if entry.id == revoke.incident), None)
    incident = stated if isinstance(stated, RevokeIncident) else None
    winner = (
        trick.winner if trick is not None else None if incident is None else _stated_winner(case, incident)
    )
    won_by = None if winner is None else _winner(case, revoke, winner)
    later = case.tricks_from(revoke.seat.side, revoke.trick + 1)
    if later is None:
        later = _minimum_later_tricks(case, revoke, won_by, edition)
    if later is None and incident is not None:
        later = incident.later_tricks
    by_playable = _won_with_playable(case, revoke)
    if by_playable is None and incident is not None:
        by_playable = False if later == 0 else incident.later_with_suit
    return RevokeFacts(
        won_by=won_by,
        later=later,
        later_by_playable=by_playable,
        exceptions=frozenset(_exceptions(case, revoke, every, edition)),
    )


def _stated_winner(case: Case, incident: RevokeIncident) -> Seat | None:
    """Who won the trick of the revoke as the case tells it: by name, else by whose the winning card was."""
    if incident.won_by is not None or incident.won_with is None:
        return incident.won_by
    holders = (seat for seat in Seat if (hand := case.hand(seat)) is not None and incident.won_with in hand)
    return next(holders, None)


def _winner(case: Case, revoke: CommittedRevoke, winner: Seat) -> WonBy:
    if winner is revoke.seat:
        return WonBy.OFFENDER
    if winner is not revoke.seat.partner:
        return WonBy.OPPONENTS
    declarer = case.contract.declarer if case.contract else None
    return WonBy.DUMMY if revoke.seat is declarer else WonBy.PARTNER


def _minimum_later_tricks(
    case: Case, revoke: CommittedRevoke, won_by: WonBy | None, edition: Edition
) -> int | None:
    """Later tricks of his side that the record of an unfinished play shows already, where no more would matter."""
    play = case.play
    if play is None:
        return None
    tricks_won = play.won_by(revoke.seat.side) - play.before_trick(revoke.trick + 1).won_by(revoke.seat.side)
    rules = edition.revokes
    further = rules.second_if_playable_card_won and rules.second_needs_further_trick
    enough = 2 if further and won_by is WonBy.OPPONENTS else 1
    return tricks_won if tricks_won >= enough else None


def _won_with_playable(case: Case, revoke: CommittedRevoke) -> bool | None:
    """He later won a trick with a card he could have played to the revoke trick (1997)."""
    play = case.play
    if play is None or revoke.suit is None:
        return None
    for trick in play.tricks[revoke.trick :]:
        if (
            trick.winner is revoke.seat
            and (card := trick.card_of(revoke.seat)) is not None
            and card.suit is revoke.suit
        ):
            return True
    return False if len(play) == 52 else _unless_nothing_left(case, revoke)


def _unless_nothing_left(case: Case, revoke: CommittedRevoke) -> bool | None:
    """With part of the play missing: surely not, when every card he could have played is already gone."""
    play = case.play
    if play is None or not revoke.playable or case.hand(revoke.seat) is None:
        return None
    return False if all(card in play.cards for card in revoke.playable) else None


def _exceptions(
    case: Case, revoke: CommittedRevoke, every: tuple[CommittedRevoke, ...], edition: Edition
) -> tuple[RevokeException, ...]:
    """Which provisions of 64B apply; the edition says which of them it knows."""
    exceptions = []
    earlier = [
        other for other in every
        if other.trick < revoke.trick and other.seat is revoke.seat and other.suit is revoke.suit and other.established
    ]  # fmt: skip
    if earlier:
        exceptions.append(RevokeException.REPEATED)
    declarer = case.contract.declarer if case.contract else None
    dummys = declarer is not None and revoke.seat is declarer.partner
    if dummys or lay_faced(case, revoke.seat, revoke.playable):
        exceptions += [RevokeException.FACED_CARD, RevokeException.PENALTY_OR_DUMMY_CARD]
    if revoke.noticed is Noticed.NEXT_BOARD:
        exceptions.append(RevokeException.NEXT_DEAL)
    if revoke.noticed is Noticed.ROUND_OVER:
        exceptions.append(RevokeException.ROUND_OVER)
    if revoke.trick == 12:
        exceptions.append(RevokeException.TRICK_TWELVE)
    if both_sides(every, established=edition.revokes.both_established):
        exceptions.append(RevokeException.BOTH_SIDES)
    known = set(edition.revokes.exceptions)
    return tuple(exception for exception in exceptions if exception in known)


def lay_faced(case: Case, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """Whether all these cards lay faced on the table as penalty cards, by the exposed cards the case tells of."""
    faced = {
        card
        for incident in case.incident
        if isinstance(incident, ExposedCard) and incident.offender is seat
        for card in (*incident.cards, *(incident.on_table or ()))
    }
    return bool(cards) and set(cards) <= faced


def both_sides(every: tuple[CommittedRevoke, ...], *, established: bool = True) -> bool:
    """Players of both sides revoked on the board; since 2017 both revokes must have been established (64B7)."""
    counted = {
        revoke.seat.side
        for revoke in every
        if revoke.seen is not False and (revoke.established or not established)
    }
    return counted == {Side.NS, Side.EW}
