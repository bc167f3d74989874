"""Revokes and claims against hands, play, contract and each other (44, 61-64, 68-71)."""

from collections.abc import Iterator

from analyser.bridge import Card, Deal, Seat, Side, Strain, Trick
from analyser.casefile.contradictions.record import (
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
    read_text,
)
from analyser.casefile.sets import IncidentKind

Found = Iterator[Contradiction]
_TRICKS = 13
_BINDS_LATER_PLAY = (
    IncidentKind.IRREGULAR_CALL,
    IncidentKind.LEAD_OUT_OF_TURN,
    IncidentKind.EXPOSED_CARD,
    IncidentKind.PLAYED_CARD,
)
"""Kinds after which a card or suit may be required by law or by an opponent: not to play it is a revoke too (61A)."""


def find_revoke_with_last_card(stated: StatedFacts, _record: TableRecord) -> Found:
    """A revoke in the thirteenth trick: with one card left nobody could have played another."""
    if stated.trick == _TRICKS:
        yield Contradiction("trick", stated.under("kind"))


def _card_in_trick(stated: StatedFacts, record: TableRecord) -> tuple[int, Trick, Card]:
    """The trick of the revoke and the offender's card in it, as recorded."""
    number = stated.trick
    trick = record.trick(number)
    card = trick.card_of(stated.seat("offender"))
    if card is None or record.has_other(stated, *_BINDS_LATER_PLAY):
        raise NotStatedError
    return number, trick, card


def find_revoke_by_following(stated: StatedFacts, record: TableRecord) -> Found:
    """An established revoke stands as played (63B), and the recorded card follows suit, or was the card led."""
    number, trick, card = _card_in_trick(stated, record)
    offender = stated.seat("offender")
    place = f"table play trick {number} {offender}"
    arguments = {"word": offender.word, "card": card}
    if trick.leader is offender:
        yield Contradiction("trick", place, arguments, "record-revoker-led")
    elif stated.is_true("established") and card.suit is trick.suit:
        yield Contradiction("trick", place, arguments)


def find_revoke_without_suit(stated: StatedFacts, record: TableRecord) -> Found:
    """Who had no card of the suit led did not revoke, whatever he played (61A)."""
    number, trick, _ = _card_in_trick(stated, record)
    offender = stated.seat("offender")
    left = record.hand(offender).without(record.before_trick(number).cards)
    if trick.leader is not offender and not any(card.suit is trick.suit for card in left):
        arguments = {"word": offender.word, "card": trick.cards[0]}
        yield Contradiction("trick", f"table play trick {number}", arguments)


def find_other_winning_card(stated: StatedFacts, record: TableRecord) -> Found:
    """The card that won the trick of the revoke is another's than his who is said to have won it, or not the one played."""
    card = stated.card("won_with")
    try:
        trick = record.trick(stated.trick)
    except NotStatedError:
        trick = None
    if trick is not None and trick.winner is not None:
        winning = trick.card_of(trick.winner)
        if winning != card:
            place = f"table play trick {stated.number('trick')} {trick.winner}"
            yield Contradiction("won_with", place, {"card": winning}, "record-won-with")
    elif stated.states("won_by"):
        winner = stated.seat("won_by")
        if place := record.lacks(winner, card):
            yield Contradiction("won_with", place, {"card": card, "word": winner.word})


def find_too_many_later_tricks(stated: StatedFacts, record: TableRecord) -> Found:
    """More tricks after that of the revoke than there were, or others than the play shows."""
    later, trick = stated.number("later_tricks"), stated.trick
    if later > _TRICKS - trick:
        yield Contradiction("later_tricks", stated.under("trick"), {"number": _TRICKS - trick})
        return
    play = record.play
    if len(play.complete_tricks) == _TRICKS:
        side = stated.seat("offender").side
        tricks_won = play.won_by(side) - play.before_trick(trick + 1).won_by(side)
        if tricks_won != later:
            yield Contradiction(
                "later_tricks", "table play", {"number": tricks_won}, "record-play-shows-later"
            )


def find_later_trick_of_none(stated: StatedFacts, _record: TableRecord) -> Found:
    """A later trick was won with a card of the suit, and none was won at all."""
    if stated.number("later_tricks") == 0 and stated.is_true("later_with_suit"):
        yield Contradiction("later_with_suit", stated.under("later_tricks"))


def find_asked_himself(stated: StatedFacts, _record: TableRecord) -> Found:
    """Who revoked is said to have asked himself whether he had none of the suit."""
    if stated.seat("asked_by") is stated.seat("offender"):
        yield Contradiction("asked_by", stated.under("offender"))


def find_revoke_not_established(stated: StatedFacts, record: TableRecord) -> Found:
    """Not established, and yet his side had played to the next trick (63A1), or the next board was under way.

    Where both sides revoked to one trick, the play of one side to the next establishes neither (62C3).
    """
    if not stated.is_false("established"):
        return
    if stated.word("noticed") in ("next-board", "round-over"):
        yield Contradiction("established", stated.under("noticed"), {}, "record-established-by-then")
    if not stated.states("played_on"):
        return
    sides = [read_text(text, Side.parse) for text in stated.listed("played_on")]
    both = record.has_other(stated, IncidentKind.REVOKE) and len(set(sides)) == 1
    if stated.seat("offender").side in sides and not both:
        yield Contradiction("established", stated.under("played_on"), {"side": stated.seat("offender").side})


def find_claim_by_dummy(stated: StatedFacts, record: TableRecord) -> Found:
    """Dummy neither claims nor concedes (43A1, 68)."""
    claimer = stated.seat("by")
    if claimer is record.dummy:
        arguments = {"word": claimer.word, "declarer": record.declarer.word}
        yield Contradiction("by", record.declarer_place, arguments)


def _position(stated: StatedFacts) -> Deal:
    return read_text(stated.entry.get("position"), Deal.parse)


def _tricks_left(stated: StatedFacts) -> tuple[int, str]:
    """How many tricks were left at the claim, and the key that says so."""
    if stated.states("position"):
        return len(_position(stated)[Seat.N]), "position"
    return _TRICKS - stated.number("after"), "after"


def find_other_number_of_cards(stated: StatedFacts, _record: TableRecord) -> Found:
    """The tricks completed and the cards left are not thirteen together."""
    left, after = len(_position(stated)[Seat.N]), stated.number("after")
    if after + left != _TRICKS:
        yield Contradiction("after", stated.under("position"), {"count": left, "number": _TRICKS - left})


def find_card_of_position_elsewhere(stated: StatedFacts, record: TableRecord) -> Found:
    """A card of the position was dealt to another player, or had been played."""
    position = _position(stated)
    done = _TRICKS - len(position[Seat.N])
    for seat in Seat:
        for card in position[seat]:
            if place := record.lacks(seat, card):
                arguments = {"card": card, "word": seat.word}
                yield Contradiction("position", place, arguments, "record-card-not-held")
                return
            earlier = _quitted(record, card, done)
            if earlier:
                place = f"table play trick {earlier}"
                yield Contradiction(
                    "position", place, {"card": card, "number": earlier}, "record-card-quitted"
                )
                return


def _quitted(record: TableRecord, card: Card, done: int) -> int:
    """The trick to which a card was played before the claim; 0: none, or the play is not recorded so far."""
    try:
        return record.trick_of(card, done + 1) or 0
    except NotStatedError:
        return 0


def find_wrong_player_on_lead(stated: StatedFacts, record: TableRecord) -> Found:
    """The player on lead at the claim is not who won the trick before, or not the opening leader."""
    if record.has_other(stated, IncidentKind.LEAD_OUT_OF_TURN):
        return
    left, _ = _tricks_left(stated)
    leader, place = record.leader_of(_TRICKS - left + 1)
    if leader is not stated.seat("on_lead"):
        yield Contradiction("on_lead", place, {"word": leader.word})


def find_other_trumps(stated: StatedFacts, record: TableRecord) -> Found:
    """The trumps of the claim are not those of the contract."""
    trumps = read_text(stated.entry.get("trumps"), Strain.parse)
    if trumps is not record.contract.strain:
        yield Contradiction("trumps", record.contract_place, {"strain": record.contract.strain})


def find_more_tricks_than_left(stated: StatedFacts, _record: TableRecord) -> Found:
    """More tricks are claimed, conceded or given away than were left."""
    left, key = _tricks_left(stated)
    counted = [name for name in ("claims", "concedes") if stated.states(name)]
    if sum(map(stated.number, counted)) > left:
        if key == "position" and not stated.states("after"):  # with `after` the claim itself says so
            yield Contradiction(counted[-1], stated.under(key), {"number": left})
    elif stated.states("given_away") and stated.number("given_away") > left:
        yield Contradiction("given_away", stated.under(key), {"number": left})


def find_objection_without_concession(stated: StatedFacts, record: TableRecord) -> Found:
    """A defender's partner objected to his concession (68B2): it was declarer's, or there was none."""
    if not stated.is_true("partner_objected"):
        return
    if stated.entry.get("concedes") == 0:
        yield Contradiction("partner_objected", stated.under("concedes"), {}, "record-nothing-conceded")
    elif record.declares(stated.seat("by")):
        yield Contradiction("partner_objected", record.declarer_place, {"word": stated.seat("by").word})


def find_trumps_without_suit(stated: StatedFacts, record: TableRecord) -> Found:
    """Trumps are counted or mentioned in notrumps."""
    if stated.states("trumps"):
        strain, place = read_text(stated.entry.get("trumps"), Strain.parse), stated.under("trumps")
    else:
        strain, place = record.contract.strain, record.contract_place
    if strain is not Strain.NOTRUMP:
        return
    if stated.entry.get("trumps_counted"):
        yield Contradiction("trumps_counted", place)
    elif stated.is_true("mentions_trump"):
        yield Contradiction("mentions_trump", place)


def find_target_with_opponents(stated: StatedFacts, record: TableRecord) -> Found:
    """A card the statement plays to is in an opponent's hand."""
    claimer = stated.seat("by")
    position = _position(stated) if stated.states("position") else None
    for text in stated.listed("towards"):
        card = read_text(text, Card.parse)
        holder = record.holder(card) if position is None else position.holder(card)
        if holder is not None and holder.side is not claimer.side:
            place = record.hand_place(holder) if position is None else stated.under("position")
            yield Contradiction("towards", place, {"card": card, "word": holder.word})
