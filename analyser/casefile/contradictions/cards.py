"""Cards led, exposed or played against hands, play, whose lead it was, and who was declarer, dummy or defender (41-60)."""

from collections.abc import Iterator

from analyser.bridge import Card, Seat
from analyser.casefile.contradictions.record import (
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
    read_text,
)
from analyser.casefile.sets import IncidentKind

Found = Iterator[Contradiction]
_LAST_TRICK = 13


def find_play_of_passed_out_board(stated: StatedFacts, record: TableRecord) -> Found:
    """Something happened in the play, and the board was passed out."""
    exposed = stated.kind is IncidentKind.EXPOSED_CARD
    if record.is_passed_out and (not exposed or stated.word("during") == "play"):
        yield Contradiction("during" if exposed else "kind", record.contract_place)


def find_lead_in_turn(stated: StatedFacts, record: TableRecord) -> Found:
    """A lead out of turn was made by the player whose lead it was."""
    offender = stated.seat("offender")
    if stated.states("turn"):
        if stated.seat("turn") is offender:
            yield Contradiction("turn", stated.under("offender"), {"word": offender.word})
        return
    leader, place = record.leader_of(_trick_led(stated))
    if leader is offender:
        yield Contradiction("offender", place, {"word": offender.word})


def _trick_led(stated: StatedFacts) -> int:
    """The trick of a lead out of turn: stated, or the first where facts of an opening lead are."""
    opening = stated.states("screen_opened") or stated.is_true("dummy_seen")
    return stated.trick if stated.states("trick") or not opening else 1


def find_wrong_leader(stated: StatedFacts, record: TableRecord) -> Found:
    """A player is said to have been on lead, and another was: the opening leader, or who won the trick before."""
    if record.has_other(stated, IncidentKind.LEAD_OUT_OF_TURN):
        return  # an earlier lead out of turn that was accepted may have changed who leads
    leader, place = record.leader_of(_trick_led(stated))
    if leader is not stated.seat("turn"):
        yield Contradiction("turn", place, {"word": leader.word})


def find_proper_lead_by_partner(stated: StatedFacts, _record: TableRecord) -> Found:
    """Law 53 speaks of an opponent who makes the lead that is his; the player in turn is the offender's partner."""
    if stated.is_true("right_leader_led"):
        turn = stated.seat("turn")
        if turn.side is stated.seat("offender").side:
            yield Contradiction("right_leader_led", stated.under("turn"), {"word": turn.word})


def find_proper_lead_after_acceptance(stated: StatedFacts, _record: TableRecord) -> Found:
    """The lead was accepted, and yet the right leader made his own, so that it was withdrawn."""
    if stated.is_true("right_leader_led") and stated.is_true("accepted"):
        yield Contradiction("right_leader_led", stated.under("accepted"))


def find_declarers_lead_by_defender(stated: StatedFacts, record: TableRecord) -> Found:
    """Facts of declarer's lead out of turn (53, 55A), and a defender led."""
    offender = stated.seat("offender")
    for key in ("wrong_defender_played", "defenders_disagree"):
        if stated.is_true(key) and not record.declares(offender):
            yield Contradiction(key, record.declarer_place, {"word": offender.word})


def find_screen_at_later_lead(stated: StatedFacts, _record: TableRecord) -> Found:
    """How the screen stood is told of an opening lead, and the lead was a later one."""
    if stated.trick > 1:
        yield Contradiction("screen_opened", stated.under("trick"))


def _own_cards(stated: StatedFacts) -> Iterator[tuple[str, Card]]:
    """Each card that is said to have been the offender's, with its key."""
    for key in ("cards", "on_table"):
        if stated.states(key):
            yield from stated.cards(key)
    for key in ("card", "instead"):
        if stated.states(key):
            yield key, stated.card(key)


def find_card_not_held(stated: StatedFacts, record: TableRecord) -> Found:
    """A card led, exposed or played that its player was not dealt."""
    offender = stated.seat("offender")
    for key, card in _own_cards(stated):
        if place := record.lacks(offender, card):
            yield Contradiction(key, place, {"card": card, "word": offender.word})


def _sources(stated: StatedFacts, record: TableRecord) -> tuple[Seat, ...]:
    """From whose hands the card in question may have come: dummy's for what is named or put up, either of declarer's side."""
    offender, fact = stated.seat("offender"), stated.word("fact")
    if fact == "dummy-placed":
        return (record.dummy,)
    try:
        return (record.declarer, record.dummy) if record.declares(offender) else (offender,)
    except NotStatedError:  # either side may declare
        return (offender, offender.partner)


def find_played_card_not_held(stated: StatedFacts, record: TableRecord) -> Found:
    """The card in question is in none of the hands it can have come from."""
    card, sources = stated.card("card"), _sources(stated, record)
    if stated.word("said") == "not-held":
        if card in record.hand(record.dummy) and _was_in_play(stated, record, card):
            place = record.hand_place(record.dummy)
            yield Contradiction(
                "card", place, {"card": card, "word": record.dummy.word}, "record-dummy-holds"
            )
        return
    places = [record.lacks(seat, card) for seat in sources]
    if all(places):
        yield Contradiction("card", places[0], {"card": card, "word": sources[0].word})


def _was_in_play(stated: StatedFacts, record: TableRecord, card: Card) -> bool:
    """Tell whether a card was surely still in hand at the trick in question."""
    trick = stated.trick
    record.before_trick(trick)
    return trick == 1 or record.trick_of(card, trick) is None


def find_card_quitted(stated: StatedFacts, record: TableRecord) -> Found:
    """A card that had been played to an earlier trick; one used twice is said to be so."""
    trick = stated.trick
    if stated.word("fact") == "used-twice":
        return
    for key, card in _own_cards(stated):
        earlier = record.trick_of(card, trick)
        if earlier is not None:
            yield Contradiction(key, f"table play trick {earlier}", {"card": card, "number": earlier})


_IN_THE_PLAY = ("both_hands_played", "played_on", "right_hand_turn")


def find_facts_of_play_in_auction(stated: StatedFacts, _record: TableRecord) -> Found:
    """A card was exposed in the auction, and facts of the play are told of it."""
    if stated.word("during") != "auction":
        return
    for key in (*_IN_THE_PLAY, "instead", "trick"):
        if stated.is_true(key) or (key not in _IN_THE_PLAY and stated.states(key)):
            yield Contradiction(key, stated.under("during"))


def find_penalty_card_of_declaring_side(stated: StatedFacts, record: TableRecord) -> Found:
    """Only a defender has penalty cards (49), or plays before his partner or at right-hand opponent's turn (57)."""
    if stated.word("during") == "auction" or not record.declares(stated.seat("offender")):
        return
    for key in ("on_table", "instead", "right_hand_turn"):
        if stated.is_true(key) or (key != "right_hand_turn" and stated.entry.get(key)):
            yield Contradiction(key, record.declarer_place, {"word": stated.seat("offender").word})


def find_same_card_again(stated: StatedFacts, _record: TableRecord) -> Found:
    """A card exposed is listed twice, or is the card that was played in its place."""
    seen: dict[Card, str] = {}
    for key, card in stated.cards("cards"):
        if card in seen:
            yield Contradiction(key, stated.under(seen[card]), {"card": card})
        seen.setdefault(card, key)
    if stated.states("instead") and stated.card("instead") in seen:
        card = stated.card("instead")
        yield Contradiction("instead", stated.under(seen[card]), {"card": card})


def find_deliberate_accident(stated: StatedFacts, _record: TableRecord) -> Found:
    """A card was led or played, and yet not deliberately: the one is a major penalty card, the other may be minor (50B)."""
    if stated.is_true("led") and stated.is_true("inadvertent"):
        yield Contradiction("led", stated.under("inadvertent"))


_BY_DUMMY = ("dummy-placed", "dummy-suggested", "dummy-warned", "dummy-asked", "dummy-noticed")
_BY_DECLARER = ("named", "changed-call")


def find_player_without_the_part(stated: StatedFacts, record: TableRecord) -> Found:
    """What only dummy, declarer or a defender can do was done by another."""
    offender, fact = stated.seat("offender"), stated.word("fact")
    if fact in _BY_DUMMY and offender is not record.dummy:
        code = "record-not-dummy"
    elif fact in _BY_DECLARER and not record.declares(offender):
        code = "record-not-declarer"
    elif fact == "before-required-lead" and record.declares(offender):
        code = "record-not-a-defender"
    else:
        return
    arguments = {"word": offender.word, "dummy": record.dummy.word, "declarer": record.declarer.word}
    yield Contradiction("offender", record.declarer_place, arguments, code)


def find_other_naming(stated: StatedFacts, _record: TableRecord) -> Found:
    """Declarer named a suit alone, or a rank alone (46B2, 46B3), and the other is stated, too."""
    other = {"suit": "rank_named", "rank": "suit_named"}.get(stated.word("said"), "")
    if other and stated.states(other):
        yield Contradiction(other, stated.under("said"))


def find_trick_after_last(stated: StatedFacts, _record: TableRecord) -> Found:
    """Both sides are said to have played to the next trick after the last."""
    if stated.trick == _LAST_TRICK and stated.is_true("both_sides_played_on"):
        yield Contradiction("both_sides_played_on", stated.under("trick"))


def find_suit_not_left(stated: StatedFacts, record: TableRecord) -> Found:
    """The player is said to hold a card of the suit led still, and had none before that trick."""
    if not stated.is_true("still_holds_suit"):
        return
    offender, number = stated.seat("offender"), stated.trick
    trick, before = record.trick(number), record.before_trick(number)
    left = record.hand(offender).without(before.cards)
    if trick.suit is not None and not any(card.suit is trick.suit for card in left):
        arguments = {"word": offender.word, "card": trick.cards[0]}
        yield Contradiction("still_holds_suit", f"table play trick {number}", arguments)


def find_place_in_trick(stated: StatedFacts, record: TableRecord) -> Found:
    """Whether dummy was last to play to the trick, against who led to it."""
    last = stated.is_true("fourth_hand")
    if not last and not stated.is_false("fourth_hand"):
        return
    leader, place = record.leader_of(stated.trick)
    if last is not (record.dummy.next is leader):
        arguments = {"word": record.dummy.word, "leader": leader.word}
        yield Contradiction("fourth_hand", place, arguments)


def find_quitted_twice(stated: StatedFacts, record: TableRecord) -> Found:
    """A quitted card lies with two players, or with one who was not dealt it."""
    quitted = stated.entry.get("quitted")
    if not isinstance(quitted, dict) or stated.is_true("foreign"):
        return
    seen: dict[Card, Seat] = {}
    for seat in Seat:
        cards = quitted.get(seat.name)
        for text in cards.split() if isinstance(cards, str) else ():
            try:
                card = read_text(text, Card.parse)
            except NotStatedError:
                continue
            if card in seen and seen[card] is not seat:
                against = f"{stated.under('quitted')} {seen[card]}"
                arguments = {"card": card, "word": seen[card].word}
                yield Contradiction(f"quitted {seat}", against, arguments, shown=str(card))
            seen.setdefault(card, seat)
            if stated.kind is IncidentKind.PLAYED_CARD and (place := _stray(record, seat, card)):
                arguments = {"card": card, "word": seat.word}
                yield Contradiction(f"quitted {seat}", place, arguments, "record-card-not-held", str(card))


def _stray(record: TableRecord, seat: Seat, card: Card) -> str:
    try:
        return record.lacks(seat, card)
    except NotStatedError:
        return ""
