"""Going through a play card by card: who played what, who won, where it does not fit the deal (Laws 44, 61)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyser.bridge import PACK, Revoke, Seat
from analyser.formats.record import CardIrregularity, Record

SEATS = (Seat.N, Seat.E, Seat.S, Seat.W)
SUITS = tuple(int(card.suit) for card in PACK)
_BITS = tuple(1 << index for index in range(52))


@dataclass(slots=True)
class Walk:
    """What going through a play shows: the seat of each card, tricks won by each seat, wrong cards, revokes."""

    seats: list[int]
    won: list[int]
    wrong: list[tuple[int, str]]
    revokes: list[int]

    def tricks_of(self, declarer: Seat) -> int:
        """How many finished tricks declarer's side has won."""
        return self.won[declarer] + self.won[declarer ^ 2]


def winner(cards: Sequence[int], strain: int) -> int:
    """Which of the cards of a trick, by number in the pack, wins it.

    >>> from analyser.bridge import Card, Strain
    >>> winner([Card.parse(word).index for word in "S7 S3 HQ SK".split()], Strain.HEARTS)
    2
    """
    best = cards[0]
    suit = SUITS[best]
    for card in cards:
        found = SUITS[card]
        if found == suit:
            best = max(best, card)
        elif found == strain:
            best, suit = card, found
    return cards.index(best)


def walk(
    leader: int,
    strain: int,
    cards: Sequence[int],
    *,
    led: Mapping[int, int] | None = None,
    masks: Sequence[int] | None = None,
) -> Walk:
    """Go through the cards; `led` names who led a trick out of turn, `masks` the hands to check against."""
    seats: list[int] = []
    won = [0, 0, 0, 0]
    wrong: list[tuple[int, str]] = []
    revokes: list[int] = []
    left = list(masks) if masks is not None else None
    seen = 0
    for start in range(0, len(cards), 4):
        if led and start + 1 in led:
            leader = led[start + 1]
        trick = cards[start : start + 4]
        suit = SUITS[trick[0]]
        for place, card in enumerate(trick):
            seat = (leader + place) & 3
            seats.append(seat)
            bit = _BITS[card]
            if seen & bit:
                wrong.append((start + place + 1, "the card has been played before"))
            seen |= bit
            if left is None:
                continue
            held = left[seat]
            if not held & bit:
                wrong.append((start + place + 1, _owner(masks, bit)))
            elif SUITS[card] != suit and held >> 13 * suit & 0x1FFF:
                revokes.append(start + place + 1)
            left[seat] = held & ~bit
        if len(trick) == 4:
            leader = (leader + winner(trick, strain)) & 3
            won[leader] += 1
    return Walk(seats, won, wrong, revokes)


def _owner(masks: Sequence[int] | None, bit: int) -> str:
    for seat in SEATS:
        if masks and masks[seat] & bit:
            return f"the card is in {seat.word}'s hand"
    return "the card is in nobody's hand"


def walk_of(record: Record, *, check: bool = True) -> Walk | None:
    """Go through a record's play; None when leader or denomination is not known."""
    strain = record.strain
    if record.leader is None or strain is None:
        return None
    led = {
        entry.at: int(entry.seat)
        for entry in record.irregular_cards
        if entry.kind is CardIrregularity.LEAD_OUT_OF_TURN
    }
    masks = None
    if check and None not in record.hands:
        masks = [hand.mask for hand in record.hands if hand is not None]
    return walk(record.leader, strain, [card.index for card in record.cards], led=led, masks=masks)


def revokes_of(record: Record) -> tuple[Revoke, ...]:
    """Every failure to follow suit when able (Law 61A), found from the play itself."""
    path = walk_of(record)
    if path is None or not path.revokes:
        return ()
    found = []
    for at in path.revokes:
        seat = path.seats[at - 1]
        hand = record.hands[seat]
        suit = SUITS[record.cards[(at - 1) // 4 * 4].index]
        gone = {
            card.index for card, who in zip(record.cards[: at - 1], path.seats, strict=False) if who == seat
        }
        mask = hand.mask if hand else 0
        held = tuple(
            PACK[index]
            for index in range(13 * suit + 12, 13 * suit - 1, -1)
            if mask >> index & 1 and index not in gone
        )
        found.append(Revoke((at + 3) // 4, SEATS[seat], record.cards[at - 1], held))
    return tuple(found)
