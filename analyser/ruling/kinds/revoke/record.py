"""What the play tells of revokes: who failed to follow, whether it was established, who won what afterwards (61, 63)."""

from dataclasses import dataclass, replace

from analyser.bridge import Card, Play, Seat, Side, Suit
from analyser.casefile import Case, Claim, Noticed, RevokeIncident
from analyser.laws import Edition
from analyser.laws.choices import RevokeException
from analyser.ruling.kinds.revoke.transfer import RevokeFacts, WonBy

__all__ = ["Committed", "both_sides", "committed", "facts_of", "tricks_from"]


@dataclass(frozen=True, slots=True)
class Committed:
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


def committed(case: Case) -> tuple[Committed, ...]:
    """Every revoke of the board in the order of play."""
    incidents = tuple(entry for entry in case.incident if isinstance(entry, RevokeIncident))
    found = {(revoke.trick, revoke.seat): revoke for revoke in _in_play(case)}
    for incident in incidents:
        place = (incident.trick, incident.offender)
        known = found.get(place) or _declared(case, incident)
        established = incident.established
        if established is None and incident.played_on is not None:
            established = incident.offender.side in incident.played_on
        if established is None:
            established = known.established
        found[place] = replace(known, established=established, noticed=incident.noticed, incident=incident.id)
    return tuple(found[place] for place in sorted(found))


def _in_play(case: Case) -> tuple[Committed, ...]:
    """Those the play itself shows: a suit not followed by one who is known to have held it."""
    play = case.play
    if play is None:
        return ()
    return tuple(
        Committed(
            trick=number,
            seat=seat,
            card=card,
            suit=trick.suit,
            playable=held,
            established=_established(case, play, number, seat.side),
            noticed=None,
            incident=None,
            seen=True,
        )
        for number, trick in enumerate(play.tricks, 1)
        for seat, card in trick
        if trick.suit is not None and card.suit is not trick.suit
        if (held := _held(case, play, number, seat, trick.suit))
    )


def _held(case: Case, play: Play, trick: int, seat: Seat, suit: Suit) -> tuple[Card, ...]:
    """The cards of a suit he is known to have held in this trick; what he played later he held whatever else he had."""
    hand = case.hand(seat)
    if hand is not None:
        before = play.before_trick(trick).cards
        return tuple(c for c in hand if c.suit is suit and c not in before)
    return tuple(c for t in play.tricks[trick:] for s, c in t if s is seat and c.suit is suit)


def _declared(case: Case, incident: RevokeIncident) -> Committed:
    """A revoke the play does not show: the hand is not known, or he had nothing to follow with."""
    play = case.play
    trick = (
        play.tricks[incident.trick - 1] if play is not None and len(play.tricks) >= incident.trick else None
    )
    card = trick.card_of(incident.offender) if trick else None
    suit = trick.suit if trick else None
    held = () if play is None or suit is None else _held(case, play, incident.trick, incident.offender, suit)
    return Committed(
        trick=incident.trick,
        seat=incident.offender,
        card=card,
        suit=suit,
        playable=held,
        established=None
        if play is None
        else _established(case, play, incident.trick, incident.offender.side),
        noticed=incident.noticed,
        incident=incident.id,
        seen=_shown(case, incident.offender, card, suit, held),
    )


def _shown(
    case: Case, seat: Seat, card: Card | None, suit: Suit | None, held: tuple[Card, ...]
) -> bool | None:
    """Whether the play shows a revoke; none: who had nothing to follow with cannot be told from one who had."""
    if card is None or suit is None:
        return None
    if card.suit is suit:
        return False
    return True if held else None if case.hand(seat) is None else False


def _established(case: Case, play: Play, trick: int, side: Side) -> bool | None:
    """His side has led or played to the next trick, or has claimed (63A); the last two tricks are always corrected."""
    if any(seat.side is side for entry in play.tricks[trick:] for seat, _ in entry):
        return True
    if any(isinstance(entry, Claim) and entry.by.side is side for entry in case.incident):
        return True
    return None


def facts_of(case: Case, one: Committed, every: tuple[Committed, ...], edition: Edition) -> RevokeFacts:
    """What the transfer for this revoke rests on."""
    play = case.play
    trick = play.tricks[one.trick - 1] if play is not None and len(play.tricks) >= one.trick else None
    won_by = None if trick is None or trick.winner is None else _winner(case, one, trick.winner)
    later = tricks_from(case, one.seat.side, one.trick + 1)
    return RevokeFacts(
        won_by=won_by,
        later=_at_least(case, one, won_by, edition) if later is None else later,
        later_by_playable=_by_playable(case, one),
        exceptions=frozenset(_exceptions(case, one, every, edition)),
    )


def _winner(case: Case, one: Committed, winner: Seat) -> WonBy:
    if winner is one.seat:
        return WonBy.OFFENDER
    if winner is not one.seat.partner:
        return WonBy.OPPONENTS
    declarer = case.contract.declarer if case.contract else None
    return WonBy.DUMMY if one.seat is declarer else WonBy.PARTNER


def tricks_from(case: Case, side: Side, first: int) -> int | None:
    """How many tricks a side won from this trick on: from the play, else from the result."""
    play = case.play
    if play is None:
        return None
    before = play.before_trick(first)
    if len(before.complete_tricks) < first - 1:
        return None
    if case.result is not None and case.result.contract is not None:
        own = case.result.tricks if case.result.contract.declarer.side is side else 13 - case.result.tricks
        return own - before.won_by(side)
    if len(play) == 52:
        return play.won_by(side) - before.won_by(side)
    return None


def _at_least(case: Case, one: Committed, won_by: WonBy | None, edition: Edition) -> int | None:
    """Later tricks of his side that the record of an unfinished play shows already, where no more would matter."""
    play = case.play
    if play is None:
        return None
    shown = play.won_by(one.seat.side) - play.before_trick(one.trick + 1).won_by(one.seat.side)
    rules = edition.revokes
    further = rules.second_if_playable_card_won and rules.second_needs_further_trick
    enough = 2 if further and won_by is WonBy.OPPONENTS else 1
    return shown if shown >= enough else None


def _by_playable(case: Case, one: Committed) -> bool | None:
    """He later won a trick with a card he could have played to the revoke trick (1997)."""
    play = case.play
    if play is None or one.suit is None:
        return None
    for trick in play.tricks[one.trick :]:
        if (
            trick.winner is one.seat
            and (card := trick.card_of(one.seat)) is not None
            and card.suit is one.suit
        ):
            return True
    return False if len(play) == 52 else _unless_nothing_left(case, one)


def _unless_nothing_left(case: Case, one: Committed) -> bool | None:
    """With part of the play missing: surely not, when every card he could have played is already gone."""
    play = case.play
    if play is None or not one.playable or case.hand(one.seat) is None:
        return None
    return False if all(card in play.cards for card in one.playable) else None


def _exceptions(
    case: Case, one: Committed, every: tuple[Committed, ...], edition: Edition
) -> tuple[RevokeException, ...]:
    """Which provisions of 64B apply; the edition says which of them it knows."""
    found = []
    earlier = [
        other for other in every
        if other.trick < one.trick and other.seat is one.seat and other.suit is one.suit and other.established
    ]  # fmt: skip
    if earlier:
        found.append(RevokeException.REPEATED)
    declarer = case.contract.declarer if case.contract else None
    if declarer is not None and one.seat is declarer.partner:
        found += [RevokeException.FACED_CARD, RevokeException.PENALTY_OR_DUMMY_CARD]
    if one.noticed is Noticed.NEXT_BOARD:
        found.append(RevokeException.NEXT_DEAL)
    if one.noticed is Noticed.ROUND_OVER:
        found.append(RevokeException.ROUND_OVER)
    if one.trick == 12:
        found.append(RevokeException.TRICK_TWELVE)
    if both_sides(every, established=edition.revokes.both_established):
        found.append(RevokeException.BOTH_SIDES)
    known = set(edition.revokes.exceptions)
    return tuple(exception for exception in found if exception in known)


def both_sides(every: tuple[Committed, ...], *, established: bool = True) -> bool:
    """Players of both sides revoked on the board; since 2017 both revokes must have been established (64B7)."""
    counted = {
        one.seat.side for one in every if one.seen is not False and (one.established or not established)
    }
    return counted == {Side.NS, Side.EW}
