"""Explanations and information against who called, who decides, and in which order (16, 20, 21, 75)."""

from collections.abc import Iterator

from analyser.bridge import Seat
from analyser.casefile.contradictions.record import (
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
    read_text,
)
from analyser.casefile.fields import Moment, Place

Found = Iterator[Contradiction]
_ORDER = {Moment.CALL: 0, Moment.BEFORE_PLAY: 1, Moment.LEAD: 2, Moment.TRICK: 3}


def _actor_at(record: TableRecord, place: Place) -> tuple[Seat, str]:
    """Who called or played at a place, and where the file shows it."""
    if place.moment is Moment.CALL:
        if not 1 <= place.number <= len(record.auction):
            raise NotStatedError
        return record.auction.seat_of(place.number), f"table auction call {place.number}"
    if place.moment is Moment.TRICK and place.seat is not None:
        return place.seat, f"table play trick {place.number} {place.seat}"
    if place.moment is Moment.LEAD:
        return record.contract.leader, record.declarer_place
    raise NotStatedError


def find_explanation_of_opponents(stated: StatedFacts, record: TableRecord) -> Found:
    """A player explained a call of the other side: what it shows is theirs to tell (20F)."""
    by = stated.seat("by")
    caller, place = _actor_at(record, stated.place("at"))
    if caller.side is not by.side:
        yield Contradiction("by", place, {"word": caller.word})


def find_explanation_to_own_side(stated: StatedFacts, _record: TableRecord) -> Found:
    """The explanation was given to partner: misinformation is what an opponent was told (21B, 40B)."""
    by = stated.seat("by")
    for number, seat in enumerate(stated.seats("to"), 1):
        if seat.side is by.side:
            yield Contradiction(f"to {number}", stated.under("by"), {"word": seat.word, "by": by.word})


def find_decision_before_call(stated: StatedFacts, record: TableRecord) -> Found:
    """A decision was made before the call that was explained."""
    at = _recorded_place(stated, record)
    for number, text in enumerate(stated.listed("decisions"), 1):
        if _is_before(read_text(text, Place.parse), at):
            yield Contradiction(f"decisions {number}", stated.under("at"), {"at": at})


def _recorded_place(stated: StatedFacts, record: TableRecord) -> Place:
    """Where the incident happened, unless it is a call nobody made: that is reported as such."""
    at = stated.place("at")
    if at.moment is Moment.CALL and at.number > len(record.facts.calls):
        raise NotStatedError
    return at


def _is_before(place: Place, other: Place) -> bool:
    """Tell whether a place is surely earlier; two cards of one trick are not compared."""
    return (_ORDER[place.moment], place.number) < (_ORDER[other.moment], other.number)


def find_action_before_information(stated: StatedFacts, record: TableRecord) -> Found:
    """The action complained of came before the information."""
    at = _recorded_place(stated, record)
    if _is_before(stated.place("action"), at):
        yield Contradiction("action", stated.under("at"), {"at": at})


def find_information_from_opponent(stated: StatedFacts, _record: TableRecord) -> Found:
    """Unauthorised information comes from partner (16B); from an opponent it is used at one's own risk (16A, 73D)."""
    offender = stated.seat("offender")
    if stated.seat("source") is not offender.partner:
        yield Contradiction("source", stated.under("offender"), {"word": offender.word})


def find_suggested_card_not_held(stated: StatedFacts, record: TableRecord) -> Found:
    """A card said to have been suggested that the offender was not dealt; declarer plays dummy's cards, too."""
    offender = stated.seat("offender")
    for key, card in stated.cards("suggests"):
        place = record.lacks(offender, card)
        if place and not (_may_play_for(record, offender) and not record.lacks(offender.partner, card)):
            arguments = {"card": card, "word": offender.word}
            yield Contradiction(key, place, arguments, "record-card-not-held")


def _may_play_for(record: TableRecord, seat: Seat) -> bool:
    """Tell whether a player may be declarer, who plays for two hands."""
    try:
        return record.declarer is seat
    except NotStatedError:
        return True


def find_withdrawn_card_not_held(stated: StatedFacts, record: TableRecord) -> Found:
    """The card withdrawn was not dealt to the player who withdrew it."""
    card, source = stated.card("withdrawn"), stated.seat("source")
    if place := record.lacks(source, card):
        arguments = {"card": card, "word": source.word}
        yield Contradiction("withdrawn", place, arguments, "record-card-not-held")


def find_withdrawn_call_that_stands(stated: StatedFacts, record: TableRecord) -> Found:
    """The auction has the call that was withdrawn, made by the same player in his turn."""
    number, before = record.due_at(stated)
    withdrawn, source = stated.call("withdrawn"), stated.seat("source")
    if before.turn is source and record.auction.calls[number - 1] == withdrawn:
        yield Contradiction("withdrawn", f"table auction call {number}", {"call": withdrawn})


def find_correction_by_opponents(stated: StatedFacts, _record: TableRecord) -> Found:
    """An opponent is said to have put the explanation right: 20F4 and 20F5 speak of the side that gave it."""
    by, corrector = stated.seat("by"), stated.seat("corrected_by")
    if corrector.side is not by.side:
        yield Contradiction("corrected_by", stated.under("by"), {"word": corrector.word, "by": by.word})


def find_correct_call_not_legal(stated: StatedFacts, record: TableRecord) -> Found:
    """The call the innocent player would have made could not be made at any of his decisions (18, 19)."""
    call = stated.call("correct_call")
    places = [read_text(text, Place.parse) for text in stated.listed("decisions")]
    calls = [place.number for place in places if place.moment is Moment.CALL]
    if not calls or not all(1 <= number <= len(record.auction) for number in calls):
        return
    if not any(record.auction.before(number).is_legal(call) for number in calls):
        arguments = {"call": call, "number": calls[0]}
        yield Contradiction("correct_call", f"table auction call {calls[0]}", arguments)


def find_correct_lead_not_held(stated: StatedFacts, record: TableRecord) -> Found:
    """The lead the innocent player would have made is not among the opening leader's cards."""
    card, leader = stated.card("correct_lead"), record.contract.leader
    if place := record.lacks(leader, card):
        arguments = {"card": card, "word": leader.word}
        yield Contradiction("correct_lead", place, arguments, "record-card-not-held")
