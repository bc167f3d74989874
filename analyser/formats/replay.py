"""Replay of a play card by card: who played what, who won, and where it does not fit the deal (Laws 44, 61)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from analyser.bridge import PACK, Auction, Call, Contract, Seat
from analyser.errors import Text
from analyser.formats.record import BoardRecord, CardIrregularity, RecordedRevoke
from analyser.messages import Message, sentence

SUITS = tuple(int(card.suit) for card in PACK)
_BITS = tuple(1 << index for index in range(52))


@dataclass(slots=True)
class Replay:
    """The result of a replay: the seat of each card, tricks won by each seat, wrong cards, revokes."""

    seats: list[int]
    won: list[int]
    wrong: list[tuple[int, Text]]
    revokes: list[int]

    def tricks_of(self, declarer: Seat) -> int:
        """The number of finished tricks won by declarer's side."""
        return self.won[declarer] + self.won[declarer ^ 2]


def winner(cards: Sequence[int], strain: int) -> int:
    """The position in the trick of the winning card; cards are by number in the pack.

    >>> from analyser.bridge import Card, Strain
    >>> winner([Card.parse(word).index for word in "S7 S3 HQ SK".split()], Strain.HEARTS)
    2
    """
    best = cards[0]
    suit = SUITS[best]
    for card in cards:
        followed = SUITS[card]
        if followed == suit:
            best = max(best, card)
        elif followed == strain:
            best, suit = card, followed
    return cards.index(best)


def replay(
    leader: int,
    strain: int,
    cards: Sequence[int],
    *,
    led: Mapping[int, int] | None = None,
    masks: Sequence[int] | None = None,
) -> Replay:
    """The replay of the cards; `led` names who led a trick out of turn, `masks` are the hands to compare with."""
    seats: list[int] = []
    won = [0, 0, 0, 0]
    wrong: list[tuple[int, Text]] = []
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
                wrong.append((start + place + 1, sentence("loss-played-before")))
            seen |= bit
            if left is None:
                continue
            in_hand = left[seat]
            if not in_hand & bit:
                wrong.append((start + place + 1, _owner(masks, bit)))
            elif SUITS[card] != suit and in_hand >> 13 * suit & 0x1FFF:
                revokes.append(start + place + 1)
            left[seat] = in_hand & ~bit
        if len(trick) == 4:
            leader = (leader + winner(trick, strain)) & 3
            won[leader] += 1
    return Replay(seats, won, wrong, revokes)


def _owner(masks: Sequence[int] | None, bit: int) -> Message:
    for seat in Seat:
        if masks and masks[seat] & bit:
            return sentence("card-is-in", owner=sentence("hand-of", word=seat.word))
    return sentence("loss-nobodys-card")


def replay_of(record: BoardRecord, *, check: bool = True) -> Replay | None:
    """The replay of a record's play, or None if leader or denomination is unknown."""
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
    return replay(record.leader, strain, [card.index for card in record.cards], led=led, masks=masks)


def auction_length(calls: list[Call] | tuple[Call, ...]) -> int:
    """The number of these calls an auction can have before it is over (Law 22).

    >>> auction_length(Auction.parse("N", "1C P P P").calls + Auction.parse("N", "P").calls)
    4
    """
    passes, needed = 0, 4
    for number, call in enumerate(calls, 1):
        if call.code:
            passes = 0
            if call.code > 2:
                needed = 3
        else:
            passes += 1
            if passes == needed:
                return number
    return len(calls)


def reach_contract(
    auction: Auction | None, stated: Contract | None, *, passed_out: bool, legal: bool, swapped: bool = False
) -> tuple[Contract | None, bool, Text]:
    """The contract, whether the board was passed out, and why the stated contract does not fit the auction."""
    if auction is None or not legal or not auction.is_over:
        return stated, passed_out, ""
    called = auction.contract
    if called is None:
        return (
            stated,
            stated is None,
            sentence("auction-passed-out-not", stated=str(stated)) if stated else "",
        )
    if passed_out:
        return None, True, sentence("auction-gives-said-passed-out", called=str(called))
    if stated is None or stated == called:
        return called, False, ""
    same = (stated.level, stated.strain, stated.doubled) == (called.level, called.strain, called.doubled)
    if swapped and same and stated.declarer is called.declarer.partner:
        return stated, False, ""
    return stated, False, sentence("auction-gives-file-states", called=str(called), stated=str(stated))


def agreed_tricks(
    record: BoardRecord,
    stated: int | None,
    seats_won: Sequence[int] | None,
    *,
    differs: bool = False,
    claimed: bool = False,
) -> tuple[int | None, Text]:
    """Declarer's tricks, and what contradicts them; `seats_won` counts the tricks each seat won in the play.

    The stated result takes precedence over the recorded play, and that over a commentator's claim (`claimed`). Tricks
    won at the table and tricks scored may differ if a player revoked (Law 64), or if the file says so.
    """
    contract = record.contract
    if contract is None or seats_won is None:
        return stated, ""
    won = seats_won[contract.declarer] + seats_won[contract.declarer ^ 2]
    if len(record.cards) == 52:
        if stated is None or stated == won:
            return won, ""
        if differs or _has_revoke(record):
            return stated, ""
        return won if claimed else stated, sentence("play-gives-other-tricks", won=won, stated=stated)
    lost = sum(seats_won) - won
    if stated is None or won <= stated <= 13 - lost or differs or _has_revoke(record):
        return stated, ""
    return stated, sentence("play-so-far", won=won, lost=lost)


def _has_revoke(record: BoardRecord) -> bool:
    if any(entry.kind is CardIrregularity.REVOKE for entry in record.irregular_cards):
        return True
    path = replay_of(record)
    return bool(path and path.revokes)


def derive_result(record: BoardRecord) -> BoardRecord:
    """The record with contract and tricks filled in from auction and play."""
    auction = record.auction
    legal = auction is not None and not auction.problems()
    contract, passed_out, _ = reach_contract(
        auction, record.contract, passed_out=record.passed_out, legal=legal, swapped=record.swapped
    )
    completed = replace(record, contract=contract, passed_out=passed_out)
    if record.tricks is None and len(record.cards) == 52 and contract is not None:
        path = replay_of(completed, check=False)
        tricks, _ = agreed_tricks(completed, None, path.won if path else None)
        return replace(completed, tricks=tricks)
    return completed


def verify(
    record: BoardRecord, number: int, revokes: list[RecordedRevoke], lose: Callable[[str, Text], None]
) -> None:
    """Check the play of record `number` of a file: its revokes are added, impossible facts are reported to `lose`."""
    if not record.cards:
        return
    path = replay_of(record)
    if path is None:
        return
    for at, why in path.wrong:
        lose(str(record.cards[at - 1]), sentence("loss-trick", trick=(at + 3) // 4, why=why))
    revokes += [RecordedRevoke(number, at) for at in path.revokes]
    if not record.irregular_cards or None in record.hands:
        return
    for entry in record.irregular_cards:
        if entry.kind is CardIrregularity.REVOKE and entry.at not in path.revokes:
            lose(
                str(record.cards[entry.at - 1]),
                sentence("loss-trick", trick=(entry.at + 3) // 4, why=sentence("loss-no-revoke")),
            )
