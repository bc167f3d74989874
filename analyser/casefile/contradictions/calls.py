"""Irregular calls against the auction: whose turn it was, sufficiency and admissibility (18, 19), what stands in its place."""

from collections.abc import Iterator

from analyser.bridge import DOUBLE, PASS, REDOUBLE, Call, Seat
from analyser.casefile.contradictions.record import (
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
    last_bid,
    last_call,
)
from analyser.casefile.fields import Moment
from analyser.casefile.sets import IncidentKind

Found = Iterator[Contradiction]
_DOUBLES = (DOUBLE, REDOUBLE)
_AT_OWN_TURN = ("insufficient", "inadmissible", "changed", "over-seven")
_WITHOUT_TURN = ("after-end", "deprived")  # the auction was over, or seemed to be


def _is(stated: StatedFacts, *irregularities: str) -> bool:
    return stated.word("irregularity") in irregularities


def _call_place(number: int) -> str:
    return f"table auction call {number}"


def find_wrong_turn(stated: StatedFacts, record: TableRecord) -> Found:
    """A player is said to have been in turn, and the call was due from another."""
    if _is(stated, *_WITHOUT_TURN):
        return
    number, before = record.due_at(stated)
    if before.turn is not stated.seat("turn"):
        yield Contradiction("turn", _call_place(number), {"number": number, "word": before.turn.word})


def find_caller_not_on_turn(stated: StatedFacts, record: TableRecord) -> Found:
    """The call is said to be irregular in itself, and its maker was not in turn; a turn that is stated says the rest."""
    if not _is(stated, *_AT_OWN_TURN) or stated.states("turn"):
        return
    number, before = record.due_at(stated)
    if before.turn is not stated.seat("offender"):
        yield Contradiction("offender", _call_place(number), {"number": number, "word": before.turn.word})


def find_call_in_turn(stated: StatedFacts, record: TableRecord) -> Found:
    """A call out of turn, or one that took a turn away, was made by the player whose turn it was."""
    if not _is(stated, "out-of-turn", "deprived"):
        return
    offender = stated.seat("offender")
    if stated.states("turn"):
        if stated.seat("turn") is offender:
            yield Contradiction("turn", stated.under("offender"), {"word": offender.word})
        return
    number, before = record.due_at(stated)
    if before.turn is offender and not _is(stated, "deprived"):
        yield Contradiction("offender", _call_place(number), {"word": offender.word})


def find_sufficient_bid(stated: StatedFacts, record: TableRecord) -> Found:
    """An insufficient bid is higher than the last bid, or the first (18)."""
    if not _is(stated, "insufficient"):
        return
    if not stated.states("at"):
        yield from _higher_than_all(stated, record)
        return
    number, before = record.due_at(stated)
    stands = stated.is_true("accepted") and not stated.states("call")
    call = record.auction.calls[number - 1] if stands else stated.call("call")
    key = "irregularity" if stands else "call"
    if not call.is_bid:
        return
    try:
        place, last = last_bid(before)
    except NotStatedError:
        yield Contradiction(key, _call_place(number), {"call": call}, "record-first-bid")
        return
    if call > last:
        yield Contradiction(key, _call_place(place), {"call": call, "last": last})


def _higher_than_all(stated: StatedFacts, record: TableRecord) -> Found:
    """A bid higher than the last of the whole auction was sufficient whenever it was made."""
    call, contract = stated.call("call"), record.contract
    last = Call.bid(contract.level, contract.strain)
    if call > last and call.is_bid:
        yield Contradiction("call", record.contract_place, {"call": call, "last": last})


def find_insufficient_without_bid(stated: StatedFacts, _record: TableRecord) -> Found:
    """A pass, double or redouble is said to be insufficient: only a bid can be."""
    if _is(stated, "insufficient") and not stated.call("call").is_bid:
        yield Contradiction("call", stated.under("irregularity"))


def find_admissible_double(stated: StatedFacts, record: TableRecord) -> Found:
    """A double or redouble said to be inadmissible is one the Laws allow there (19)."""
    if not _is(stated, "inadmissible") or stated.is_true("barred"):
        return
    number, before = record.due_at(stated)
    stands = stated.is_true("accepted") or stated.is_true("found_late")
    recorded = record.auction.calls[number - 1] if stands and not stated.states("call") else None
    call = stated.call("call") if recorded is None else recorded
    offender = stated.seat("offender")
    if call in _DOUBLES and not before.explain_illegal(call, offender):
        place, last = last_call(before)
        key = "call" if recorded is None else "irregularity"
        maker = before.seat_of(place).word
        yield Contradiction(key, _call_place(place), {"call": call, "last": last, "word": maker})


def find_inadmissible_by_free_player(stated: StatedFacts, _record: TableRecord) -> Found:
    """A bid is inadmissible only for one who must pass (37), a pass for nobody."""
    if not _is(stated, "inadmissible"):
        return
    call = stated.call("call")
    if call == PASS:
        against = "barred" if stated.is_true("barred") else "irregularity"
        yield Contradiction("call", stated.under(against), {}, "record-pass-is-admissible")
    elif call.is_bid and stated.is_false("barred"):
        yield Contradiction("call", stated.under("barred"), {"call": call})


def find_late_without_double(stated: StatedFacts, record: TableRecord) -> Found:
    """Law 36C is of a double or redouble, and none was made."""
    if not _is(stated, "inadmissible") or not stated.is_true("found_late") or stated.is_true("barred"):
        return
    if stated.states("call"):
        call = stated.call("call")
        if call not in _DOUBLES:
            yield Contradiction("found_late", stated.under("call"), {"call": call})
            return
    auction = record.auction
    if stated.states("at"):
        number, _ = record.due_at(stated)
        if auction.calls[number - 1] not in _DOUBLES:
            yield Contradiction("found_late", _call_place(number), {"call": auction.calls[number - 1]})
    elif auction.is_over and not any(call in _DOUBLES for call in auction.calls):
        yield Contradiction("found_late", "table auction", {}, "record-no-double-made")


def find_call_above_seven(stated: StatedFacts, _record: TableRecord) -> Found:
    """A bid above seven is said to be one of seven or fewer."""
    if _is(stated, "over-seven"):
        yield Contradiction("call", stated.under("irregularity"), {"call": stated.call("call")})


def find_auction_not_over(stated: StatedFacts, record: TableRecord) -> Found:
    """A call after the end of the auction, and the auction had not ended."""
    auction = record.auction
    if _is(stated, "after-end") and not auction.is_over:
        yield Contradiction("irregularity", _call_place(len(auction)))


def find_turn_taken_by_bid(stated: StatedFacts, _record: TableRecord) -> Found:
    """A player lost his turn by a pass out of turn (34), and the call was no pass."""
    if _is(stated, "deprived") and stated.call("call") != PASS:
        yield Contradiction("call", stated.under("irregularity"))


def find_accepted_and_replaced(stated: StatedFacts, _record: TableRecord) -> Found:
    """A call was accepted, so that it stands, and another is put in its place; 27C has a premature one withdrawn."""
    accepted = stated.is_true("accepted") and not stated.is_true("premature")
    if accepted and _is(stated, "insufficient", "out-of-turn"):
        yield Contradiction("replacement", stated.under("accepted"))
    elif stated.is_true("found_late") and _is(stated, "inadmissible") and not stated.is_true("barred"):
        yield Contradiction("replacement", stated.under("found_late"), {}, "record-late-and-replaced")


def find_accepted_call_not_recorded(stated: StatedFacts, record: TableRecord) -> Found:
    """The call was accepted and stands, and the auction has another in its place."""
    stands = _is(stated, "insufficient", "out-of-turn") or (
        _is(stated, "inadmissible") and stated.is_true("barred")
    )
    if not stands or not stated.is_true("accepted"):
        return
    number, _ = record.due_at(stated)
    recorded = record.auction.calls[number - 1]
    if recorded != stated.call("call"):
        yield Contradiction("call", _call_place(number), {"call": recorded})


def find_change_not_recorded(stated: StatedFacts, record: TableRecord) -> Found:
    """A call was changed, and the auction has neither the first call nor the second, or the two are the same."""
    if not _is(stated, "changed"):
        return
    if stated.call("call") == stated.call("replacement"):
        yield Contradiction("replacement", stated.under("call"), {}, "record-change-to-same")
        return
    number, _ = record.due_at(stated)
    recorded = record.auction.calls[number - 1]
    first, second = stated.call("call"), stated.call("replacement")
    if recorded not in (first, second):
        yield Contradiction("replacement", _call_place(number), {"call": recorded})


def find_replacement_not_recorded(stated: StatedFacts, record: TableRecord) -> Found:
    """The call put in place of another stands, and the auction has a third; one that may itself be cancelled is left out."""
    if stated.is_true("accepted"):
        return
    number, before = record.due_at(stated)
    offender, call = stated.seat("offender"), stated.call("replacement")
    if _is(stated, "insufficient") and before.turn is offender:
        stands = call == PASS or (call.is_bid and call in before.legal_calls())
        place = number if stands else 0
    elif _is(stated, "out-of-turn"):
        place = _next_call_of(record, offender, number)
        if before.turn is offender.next and offender in before.seats:
            place = 0  # at left-hand opponent's turn it is a change of call (25)
    else:
        return
    if place and record.auction.calls[place - 1] != call:
        recorded = record.auction.calls[place - 1]
        yield Contradiction("replacement", _call_place(place), {"call": recorded, "word": offender.word})


def _next_call_of(record: TableRecord, seat: Seat, first: int) -> int:
    """The number of a player's first call from one on; 0 where the record has none."""
    numbers = range(first, len(record.auction) + 1)
    return next((number for number in numbers if record.auction.seats[number - 1] is seat), 0)


def find_earlier_call(stated: StatedFacts, record: TableRecord) -> Found:
    """Whether the offender had called before, against the auction; without one, against dealer and turn."""
    offender = stated.seat("offender")
    called = stated.is_true("called_before")
    if not called and not stated.is_false("called_before"):
        return
    if stated.states("at") and record.facts.auction is not None:
        number, before = record.due_at(stated)
        earlier = before.seats.index(offender) + 1 if offender in before.seats else 0
        if called is not bool(earlier):
            code = "record-had-called" if earlier else "record-had-not-called"
            yield Contradiction(
                "called_before", _call_place(earlier or number), {"word": offender.word}, code
            )
        return
    dealer, turn = record.facts.dealer, stated.seat("turn")
    if called or dealer is None or record.has_other(stated, IncidentKind.IRREGULAR_CALL):
        return
    if (offender - dealer) & 3 < (turn - dealer) & 3:
        against = "board dealer" if "dealer" in record.facts.board else "board number"
        arguments = {"word": offender.word, "dealer": dealer.word, "turn": turn.word}
        yield Contradiction("called_before", against, arguments, "record-had-called-by-rotation")


def find_right_hand_call(stated: StatedFacts, record: TableRecord) -> Found:
    """Whether right-hand opponent passed at his turn, against the auction."""
    passed = stated.is_true("right_hand_passed")
    if stated.is_true("accepted") or not (passed or stated.is_false("right_hand_passed")):
        return
    number, before = record.due_at(stated)
    recorded = record.auction.calls[number - 1]
    if before.turn.next is stated.seat("offender") and passed is not (recorded == PASS):
        arguments = {"word": before.turn.word, "call": recorded}
        yield Contradiction("right_hand_passed", _call_place(number), arguments)


def find_wrong_player_in_turn(stated: StatedFacts, _record: TableRecord) -> Found:
    """The player in turn is not the opponent these facts speak of: on the right (28A), or of the other side (28B)."""
    turn, offender = stated.seat("turn"), stated.seat("offender")
    if stated.is_true("right_hand_barred") and turn.next is not offender:
        yield Contradiction("right_hand_barred", stated.under("turn"), {"word": turn.word})
    if stated.is_true("right_player_called") and turn.side is offender.side:
        code = "record-right-player-is-partner"
        yield Contradiction("right_player_called", stated.under("turn"), {"word": turn.word}, code)


def find_call_in_play(stated: StatedFacts, _record: TableRecord) -> Found:
    """An irregular call is said to have been made at a card of the play."""
    if stated.place("at").moment in (Moment.TRICK, Moment.LEAD):
        yield Contradiction("at", stated.under("kind"))


def find_duty_longer_than_none(stated: StatedFacts, _record: TableRecord) -> Found:
    """A player who did not have to pass is said to have had to pass throughout."""
    if stated.is_true("barred_throughout") and stated.is_false("barred"):
        yield Contradiction("barred_throughout", stated.under("barred"))


def find_screens(stated: StatedFacts, record: TableRecord) -> Found:
    """Tray or screen are spoken of, and there were no screens."""
    if record.event.get("screens") is False:
        key = "tray" if stated.states("tray") else "screen_opened"
        if stated.states(key):
            yield Contradiction(key, "event screens")
