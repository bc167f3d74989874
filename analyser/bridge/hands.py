"""A hand and a deal: which cards a player held, and how fifty-two cards lay."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce

from analyser.bridge.cards import PACK, RANKS, Card, Suit
from analyser.bridge.contracts import Seat
from analyser.errors import BridgeError, Problem
from analyser.messages import sentence

_SUIT_MASK = (1 << 13) - 1
_RANK_BIT = {letter: 1 << place for place, letter in enumerate(RANKS)}
_POINTS = {12: 4, 11: 3, 10: 2, 9: 1}  # the ace is the thirteenth card of its suit


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """The cards of one player, as spades.hearts.diamonds.clubs.

    >>> hand = Hand.parse("AK9.AQ72.K76.A92")
    >>> hand.points, hand.lengths, Card.parse("SK") in hand, str(Hand.parse("-.AQ.10.2"))
    (20, (3, 3, 4, 3), True, '.AQ.T.2')
    """

    mask: int

    def __post_init__(self) -> None:
        """Refuse a mask outside the pack or with more than thirteen cards."""
        if self.mask < 0 or self.mask >> 52:
            raise BridgeError(sentence("hand-one-pack"), found=str(self.mask))
        if self.mask.bit_count() > 13:
            raise BridgeError(sentence("hand-at-most-thirteen"), found=str(self))

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """Read four holdings from spades to clubs, parted by dots; a void is empty or `-`."""
        problems = cls.problems(text)
        if problems:
            raise BridgeError.from_problems(problems)
        return cls(_mask_of(text))

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> "Hand":
        """The hand of these cards."""
        mask = 0
        for card in cards:
            mask |= 1 << card.index
        return cls(mask)

    @classmethod
    def problems(cls, text: str) -> tuple[Problem, ...]:
        """Everything wrong with a written hand."""
        suits = _holdings(text)
        if len(suits) != 4:
            why = sentence("hand-four-holdings", count=len(suits))
            return (Problem("", text[:80], why, sentence("write-hand")),)
        problems = []
        for suit, holding in zip("SHDC", suits, strict=True):
            for place, letter in enumerate(holding):
                if letter not in _RANK_BIT:
                    problems.append(
                        Problem("", f"{suit}{letter}"[:20], sentence("not-a-card"), sentence("ranks-are"))
                    )
                elif letter in holding[:place]:
                    problems.append(Problem("", f"{suit}{letter}", sentence("card-twice-in-hand")))
        if not problems and (count := sum(map(len, suits))) > 13:
            problems.append(Problem("", text[:80], sentence("hand-too-many", count=count)))
        return tuple(problems)

    @property
    def points(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum(value * self.count_of(place) for place, value in _POINTS.items())

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many clubs, diamonds, hearts and spades: indexed by Suit."""
        mask = self.mask
        return (
            (mask & _SUIT_MASK).bit_count(),
            (mask >> 13 & _SUIT_MASK).bit_count(),
            (mask >> 26 & _SUIT_MASK).bit_count(),
            (mask >> 39).bit_count(),
        )

    @property
    def is_balanced(self) -> bool:
        """No void, no singleton, at most one doubleton (4333, 4432, 5332)."""
        return sorted(self.lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])

    def count_of(self, place: int) -> int:
        """How many cards of one rank it holds; place 12 is the aces, 0 the twos."""
        return sum(self.mask >> 13 * suit + place & 1 for suit in range(4))

    def suit_bits(self, suit: Suit) -> int:
        """The cards of one suit as thirteen bits, the two lowest."""
        return self.mask >> 13 * suit & _SUIT_MASK

    def holding(self, suit: Suit) -> str:
        """The ranks held in a suit, from the top."""
        return _ranks_of(self.suit_bits(suit))

    def without(self, cards: Iterable[Card]) -> "Hand":
        """The hand after these cards have gone."""
        mask = self.mask
        for card in cards:
            mask &= ~(1 << card.index)
        return Hand(mask)

    def __contains__(self, card: Card) -> bool:
        """Tell whether the card is held."""
        return bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        """The cards, spades first, each suit from the top."""
        return (PACK[index] for index in range(51, -1, -1) if self.mask >> index & 1)

    def __len__(self) -> int:
        """How many cards."""
        return self.mask.bit_count()

    def __str__(self) -> str:
        """The four holdings from spades to clubs, parted by dots."""
        mask = self.mask
        return ".".join([_ranks_of(mask >> shift & _SUIT_MASK) for shift in (39, 26, 13, 0)])

    def __repr__(self) -> str:
        """How to make this hand again."""
        return f"Hand.parse('{self}')"


@cache
def _ranks_of(bits: int) -> str:
    """The ranks of thirteen bits, from the top; there are 8,192 of them, and hands are written by the thousand."""
    return "".join(RANKS[place] for place in range(12, -1, -1) if bits >> place & 1)


def _holdings(text: str) -> list[str]:
    return [part.replace("10", "T").replace("-", "") for part in text.strip().upper().split(".")]


def _mask_of(text: str) -> int:
    mask = 0
    for suit, holding in zip(reversed(Suit), _holdings(text), strict=True):
        for letter in holding:
            mask |= _RANK_BIT[letter] << 13 * suit
    return mask


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """Four hands of equal size with no card twice: a whole deal, or an ending.

    >>> deal = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
    >>> deal.holder(Card.parse("S2")), deal[Seat.S].points, deal.is_complete, len(deal.key)
    (Seat.W, 6, True, 13)
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        """Refuse what no deal can be."""
        problems = _deal_problems(self.hands)
        if problems:
            raise BridgeError.from_problems(problems)

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Read `N:hand hand hand hand`, clockwise from the seat named first."""
        problems = cls.problems(text)
        if problems:
            raise BridgeError.from_problems(problems)
        return cls(_hands_of(text))

    @classmethod
    def problems(cls, text: str) -> tuple[Problem, ...]:
        """Everything wrong with a written deal: its form, each hand, cards twice, hands of unequal size."""
        match = re.fullmatch(r"\s*([NESW])\s*:\s*(.*?)\s*", text, re.IGNORECASE | re.DOTALL)
        if not match:
            remedy = sentence("write-deal")
            return (Problem("", text[:80], sentence("deal-begins-with-seat"), remedy),)
        words = match[2].split()
        if len(words) != 4:
            why = sentence("deal-four-hands", count=len(words))
            return (Problem("", text[:200], why, sentence("write-void")),)
        problems = []
        seat = Seat.parse(match[1])
        for word in words:
            problems += [
                Problem("", p.found, sentence("of-player", word=seat.word, why=p.why), p.remedy)
                for p in Hand.problems(word)
            ]
            seat = seat.next
        return tuple(problems) or _deal_problems(_hands_of(text))

    @property
    def is_complete(self) -> bool:
        """Tell whether all fifty-two cards are there."""
        return len(self.hands[0]) == 13

    @property
    def key(self) -> bytes:
        """A compact name: thirteen bytes for a whole deal, two bits a card; an ending adds which cards are left."""
        owners = 0
        for seat in (Seat.E, Seat.S, Seat.W):
            for index in _indices(self.hands[seat].mask):
                owners |= int(seat) << 2 * index
        left = self.hands[0].mask | self.hands[1].mask | self.hands[2].mask | self.hands[3].mask
        tail = b"" if self.is_complete else left.to_bytes(7, "big")
        return owners.to_bytes(13, "big") + tail

    @classmethod
    def from_key(cls, key: bytes) -> "Deal":
        """The deal a key names."""
        owners = int.from_bytes(key[:13], "big")
        left = int.from_bytes(key[13:], "big") if len(key) > 13 else (1 << 52) - 1
        masks = [0, 0, 0, 0]
        for index in _indices(left):
            masks[owners >> 2 * index & 3] |= 1 << index
        return cls((Hand(masks[0]), Hand(masks[1]), Hand(masks[2]), Hand(masks[3])))

    def holder(self, card: Card) -> Seat | None:
        """Who holds the card; none when it has been played."""
        for seat in Seat:
            if self.hands[seat].mask >> card.index & 1:
                return seat
        return None

    def __getitem__(self, seat: Seat) -> Hand:
        """The hand of a seat."""
        return self.hands[seat]

    def __str__(self) -> str:
        """The deal from North."""
        return "N:" + " ".join(map(str, self.hands))

    def __repr__(self) -> str:
        """How to make this deal again."""
        return f"Deal.parse('{self}')"


def _indices(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _hands_of(text: str) -> tuple[Hand, Hand, Hand, Hand]:
    first, _, rest = text.strip().partition(":")
    seat = Seat.parse(first)
    hands = {}
    for word in rest.split():
        hands[seat] = Hand(_mask_of(word))
        seat = seat.next
    return (hands[Seat.N], hands[Seat.E], hands[Seat.S], hands[Seat.W])


def _deal_problems(hands: tuple[Hand, Hand, Hand, Hand]) -> tuple[Problem, ...]:
    problems = []
    seen = 0
    for seat in Seat:
        for index in _indices(seen & hands[seat].mask):
            holders = (s.word for s in Seat if hands[s].mask >> index & 1)
            owners = reduce(lambda one, other: sentence("and", one=one, other=other), holders)
            problem = Problem(
                "",
                str(PACK[index]),
                sentence("card-in-two-hands", owners=owners),
                sentence("give-card-to-one-hand"),
            )
            if problem not in problems:
                problems.append(problem)
        seen |= hands[seat].mask
    sizes = [len(hand) for hand in hands]
    if len(set(sizes)) > 1:
        by_seat = (
            sentence("cards-of", word=seat.word, size=size) for seat, size in zip(Seat, sizes, strict=True)
        )
        counts = reduce(lambda one, other: sentence("comma", one=one, other=other), by_seat)
        missing = [str(PACK[index]) for index in _indices(((1 << 52) - 1) & ~seen)]
        remedy = (
            sentence("cards-not-dealt", names=" ".join(missing))
            if 0 < len(missing) <= 4
            else sentence("give-equal-hands")
        )
        problems.append(
            Problem(
                "",
                sentence("cards-counted", count=sum(sizes)),
                sentence("hands-unequal", counts=counts),
                remedy,
            )
        )
    elif not problems and sizes[0] == 0:
        problems.append(Problem("", "", sentence("deal-empty")))
    return tuple(problems)
