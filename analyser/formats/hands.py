"""Hands as files write them, with dots or letters between the suits, and conflicts between four hands."""

import re
from functools import lru_cache

from analyser.bridge import RANKS, Deal, Hand, Suit
from analyser.errors import BridgeError, Text
from analyser.messages import sentence

Hands = tuple[Hand | None, Hand | None, Hand | None, Hand | None]

_BITS = {letter: 1 << place for place, letter in enumerate(RANKS)}
_SUITS = "SHDC"
_LONGEST = 60  # characters of a hand, including blanks and tens written in full
_LETTERED = re.compile(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)")
_PACK = (1 << 52) - 1


@lru_cache(maxsize=16_384)
def _holding(text: str) -> int:
    """The ranks of one suit as bits; -1 if one of them is no rank or occurs twice."""
    bits = 0
    for letter in text.upper().replace("10", "T").replace("-", ""):
        bit = _BITS.get(letter, 0)
        if not bit or bits & bit:
            return -1
        bits |= bit
    return bits


def _hand(spades: str, hearts: str, diamonds: str, clubs: str) -> Hand | None:
    s, h, d, c = _holding(spades), _holding(hearts), _holding(diamonds), _holding(clubs)
    if s < 0 or h < 0 or d < 0 or c < 0:
        return None
    mask = s << 39 | h << 26 | d << 13 | c
    return Hand(mask) if mask.bit_count() <= 13 else None


def dotted_hand(text: str) -> Hand | None:
    """A hand with its suits separated by dots, with or without suit letters, or None if it is invalid.

    >>> dotted_hand("AK9.aq72.K76.A92"), dotted_hand("AA.K.Q.J"), dotted_hand("A.K.Q")
    (Hand.parse('AK9.AQ72.K76.A92'), None, None)
    >>> dotted_hand("SAK9.HAQ72.DK76.CA92") == dotted_hand("SAK9HAQ72DK76CA92") == dotted_hand("AK9.AQ72.K76.A92")
    True
    """
    suits = text.split(".")
    if len(text) >= _LONGEST:
        return None
    if len(suits) == 1:
        return lettered_hand(text)
    if len(suits) != len(_SUITS):
        return None
    if all(suit[:1] == letter for suit, letter in zip(suits, _SUITS, strict=True)):
        suits = [suit[1:] for suit in suits]
    return _hand(*suits)


def lettered_hand(text: str) -> Hand | None:
    """A hand with a letter before each suit, or None if it is invalid.

    >>> lettered_hand("sj9hak762daq75ct6"), lettered_hand("SXHDC")
    (Hand.parse('J9.AK762.AQ75.T6'), None)
    """
    match = _LETTERED.fullmatch(text.upper()) if len(text) < _LONGEST else None
    return _hand(match[1], match[2], match[3], match[4]) if match else None


def lettered_text(hand: Hand) -> str:
    """A hand with a letter before each suit.

    >>> lettered_text(Hand.parse("AK9.AQ72.K76.A92"))
    'SAK9HAQ72DK76CA92'
    """
    return "".join(f"{suit}{hand.holding(suit)}" for suit in reversed(Suit))


def deal_conflict(hands: Hands, *, fourth: bool = False) -> tuple[Hands, Text]:
    """The hands, and the reason why they cannot form a deal; with `fourth` three whole hands give the fourth."""
    seen = 0
    for hand in hands:
        if hand is not None:
            if seen & hand.mask:
                return hands, _conflict_reason(hands)
            seen |= hand.mask
    missing = [seat for seat in range(4) if hands[seat] is None]
    if not missing:
        sizes = {len(hand) for hand in hands if hand is not None}
        return hands, "" if len(sizes) == 1 and sizes != {0} else _conflict_reason(hands)
    if fourth and len(missing) == 1 and seen.bit_count() == 39:
        rest = Hand(_PACK & ~seen)
        north, east, south, west = (rest if hand is None else hand for hand in hands)
        return (north, east, south, west), ""
    return hands, ""


def _conflict_reason(hands: Hands) -> Text:
    known = tuple(hand or Hand(0) for hand in hands)
    try:
        Deal((known[0], known[1], known[2], known[3]))
    except BridgeError as reason:
        first = reason.problems[0]
        return sentence("loss-at", where=first.found, why=first.why) if first.found else first.why
    return sentence("loss-not-together")
