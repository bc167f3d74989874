"""Suits, strains and the fifty-two cards."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from analyser.errors import BridgeError
from analyser.messages import sentence

RANKS = "23456789TJQKA"


def as_code(member: Enum) -> str:
    """The name as code."""
    return f"{type(member).__name__}.{member.name}"


class Suit(IntEnum):
    """The four suits in bidding order.

    >>> Suit.parse("h"), str(Suit.SPADES), Suit.CLUBS < Suit.DIAMONDS
    (Suit.HEARTS, 'S', True)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @classmethod
    def parse(cls, text: str) -> "Suit":
        """Read a suit letter, in either case, or its sign."""
        suit = _SUIT_SIGNS.get(text.strip().upper())
        if suit is None:
            raise BridgeError(sentence("not-a-suit"), found=text, remedy=sentence("write-suit"))
        return cls(suit)

    def __str__(self) -> str:
        """The suit's letter."""
        return "CDHS"[self]

    __repr__ = as_code


class Strain(IntEnum):
    """The five denominations in bidding order.

    >>> Strain.parse("N"), str(Strain.NOTRUMP), Strain.HEARTS.trump, Strain.NOTRUMP.trump
    (Strain.NOTRUMP, 'NT', Suit.HEARTS, None)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @classmethod
    def parse(cls, text: str) -> "Strain":
        """Read `C D H S NT` (or `N`), in either case of letters."""
        word = text.strip().upper()
        if word in ("NT", "N"):
            return cls.NOTRUMP
        try:
            return cls(Suit.parse(word))
        except BridgeError:
            raise BridgeError(
                sentence("not-a-denomination"), found=text, remedy=sentence("write-denomination")
            ) from None

    @property
    def trump(self) -> Suit | None:
        """The trump suit; none at notrump."""
        return None if self is Strain.NOTRUMP else Suit(int(self))

    def __str__(self) -> str:
        """The letters of a contract."""
        return ("C", "D", "H", "S", "NT")[self]

    __repr__ = as_code


_SUIT_SIGNS = {"C": 0, "D": 1, "H": 2, "S": 3, "♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """A card; `index` numbers the pack from the two of clubs (0) to the ace of spades (51).

    >>> Card.parse("s10"), str(Card.parse("HA")), Card.parse("C2").index
    (Card.parse('ST'), 'HA', 0)
    """

    suit: Suit
    rank: int

    def __post_init__(self) -> None:
        """Refuse a rank no pack has."""
        if not 2 <= self.rank <= 14:
            raise BridgeError(sentence("rank-range"), found=str(self.rank))

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read suit then rank: `SA`, `h10`, `DT`."""
        card = _BY_NAME.get(text)
        if card is None:
            card = _BY_NAME.get(text.strip().upper().replace("10", "T"))
        if card is None:
            raise BridgeError(sentence("not-a-card"), found=text, remedy=sentence("write-card"))
        return card

    @classmethod
    def at(cls, index: int) -> "Card":
        """The card with this number in the pack."""
        return PACK[index]

    @property
    def index(self) -> int:
        """The card's number in the pack, 0 to 51."""
        return self.suit * 13 + self.rank - 2

    def __str__(self) -> str:
        """Suit letter and rank letter."""
        return f"{self.suit}{RANKS[self.rank - 2]}"

    def __repr__(self) -> str:
        """How to make this card again."""
        return f"Card.parse('{self}')"


PACK = tuple(Card(suit, rank) for suit in Suit for rank in range(2, 15))
_BY_NAME = {str(card): card for card in PACK}
