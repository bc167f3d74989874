"""Seats, sides and vulnerability, and what Law 2 gives each board number."""

from enum import Enum, IntEnum
from typing import NoReturn

from analyser.errors import BridgeError
from analyser.messages import sentence


def as_code(member: Enum) -> str:
    """The name as code."""
    return f"{type(member).__name__}.{member.name}"


class Side(IntEnum):
    """The two sides of the table.

    >>> Side.parse("ew"), str(Side.NS), Side.NS.other
    (Side.EW, 'NS', Side.EW)
    """

    NS = 0
    EW = 1

    @classmethod
    def parse(cls, text: str) -> "Side":
        """Read `NS` or `EW`, in either case of letters."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            raise BridgeError(sentence("not-a-side"), found=text, remedy=sentence("write-side")) from None

    @property
    def other(self) -> "Side":
        """The opponents."""
        return Side(1 - self)

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        """The two partners."""
        return (Seat(int(self)), Seat(int(self) + 2))

    def __bool__(self) -> NoReturn:
        """Refuse: North-South is 0, and `side or other` would take it for no side at all."""
        raise TypeError("a side is neither true nor false; compare it with None")

    def __str__(self) -> str:
        """`NS` or `EW`."""
        return self.name

    __repr__ = as_code


class Seat(IntEnum):
    """The four seats, clockwise from North.

    >>> Seat.parse("W").partner, Seat.N.next, str(Seat.E.side), Seat.S.word
    (Seat.E, Seat.E, 'EW', 'South')
    """

    N = 0
    E = 1
    S = 2
    W = 3

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """Read `N E S W` or the whole word, in either case of letters."""
        word = text.strip().upper()
        if word in cls.__members__:
            return cls[word]
        for seat in cls:
            if seat.word.upper() == word:
                return seat
        raise BridgeError(sentence("not-a-seat"), found=text, remedy=sentence("write-seat"))

    @property
    def next(self) -> "Seat":
        """The player on the left, who acts next."""
        return _SEATS[(self + 1) & 3]

    @property
    def partner(self) -> "Seat":
        """The player across the table."""
        return _SEATS[self ^ 2]

    @property
    def side(self) -> Side:
        """The side this seat belongs to."""
        return _SIDES[self & 1]

    @property
    def word(self) -> str:
        """The seat's English name."""
        return ("North", "East", "South", "West")[self]

    def __bool__(self) -> NoReturn:
        """Refuse: North is 0, and `seat or other` would take him for nobody."""
        raise TypeError("a seat is neither true nor false; compare it with None")

    def __str__(self) -> str:
        """The seat's letter."""
        return self.name

    __repr__ = as_code


class Vulnerability(Enum):
    """Which sides are vulnerable.

    >>> Vulnerability.parse("Both"), str(Vulnerability.NS), Vulnerability.EW.includes(Side.NS)
    (Vulnerability.ALL, 'NS', False)
    """

    NONE = "none"
    NS = "NS"
    EW = "EW"
    ALL = "all"

    @classmethod
    def parse(cls, text: str) -> "Vulnerability":
        """Read `none NS EW all` and the other words in use (love, both, `-`)."""
        word = text.strip().lower()
        for names, value in _VULNERABILITY_WORDS:
            if word in names:
                return value
        raise BridgeError(sentence("not-a-vulnerability"), found=text, remedy=sentence("write-vulnerability"))

    def includes(self, side: Side) -> bool:
        """Tell whether this side is vulnerable."""
        return self is Vulnerability.ALL or self.value == side.name

    def __str__(self) -> str:
        """As a case file writes it."""
        return str(self.value)

    __repr__ = as_code


_VULNERABILITY_WORDS = (
    (("none", "love", "-", "o", "0"), Vulnerability.NONE),
    (("ns", "n-s", "n", "n/s"), Vulnerability.NS),
    (("ew", "e-w", "e", "e/w"), Vulnerability.EW),
    (("all", "both", "b", "game"), Vulnerability.ALL),
)


def _checked(number: int) -> int:
    if not 1 <= number <= 999:
        raise BridgeError(sentence("board-number-range"), found=str(number))
    return number - 1


def dealer_of_board(number: int) -> Seat:
    """The dealer Law 2 gives this board.

    >>> dealer_of_board(7)
    Seat.S
    """
    return Seat(_checked(number) % 4)


def vulnerability_of_board(number: int) -> Vulnerability:
    """The vulnerability Law 2 gives this board.

    >>> vulnerability_of_board(7)
    Vulnerability.ALL
    """
    row, place = divmod(_checked(number), 4)  # every four boards begin one step further in the round of four
    return tuple(Vulnerability)[(row + place) % 4]


# To look one up is ten times as quick as to make it from its number.
_SEATS, _SIDES = tuple(Seat), tuple(Side)
