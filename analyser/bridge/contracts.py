"""Seats, sides and vulnerability (Law 2 gives each board its own), and what was played: a contract, its tricks, its result."""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NoReturn

from analyser.bridge.cards import Strain, as_code
from analyser.errors import BridgeError
from analyser.messages import Message, sentence


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

    >>> Seat.parse("W").partner, Seat.N.next, str(Seat.E.side), str(Seat.S.word)
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
        if word in ("NORTH", "EAST", "SOUTH", "WEST"):
            return cls[word[0]]
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
    def word(self) -> Message:
        """The seat's name: in English as it stands, in any language where a page words it."""
        return sentence(f"seat-{self.name}")

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


HIGHEST_BOARD = 9_999  # large events number their boards by the thousand: session 2, board 14 is 2014


def _check_number(number: int) -> int:
    if not 1 <= number <= HIGHEST_BOARD:
        raise BridgeError(sentence("board-number-range"), found=str(number))
    return number - 1


def dealer_of_board(number: int) -> Seat:
    """The dealer Law 2 gives this board.

    >>> dealer_of_board(7)
    Seat.S
    """
    return Seat(_check_number(number) % 4)


def vulnerability_of_board(number: int) -> Vulnerability:
    """The vulnerability Law 2 gives this board.

    >>> vulnerability_of_board(7)
    Vulnerability.ALL
    """
    row, place = divmod(
        _check_number(number), 4
    )  # every four boards begin one step further in the round of four
    return tuple(Vulnerability)[(row + place) % 4]


# To look one up is ten times as quick as to make it from its number.
_SEATS, _SIDES = tuple(Seat), tuple(Side)


_CONTRACT = re.compile(r"([1-7])\s*(NT|N|C|D|H|S|♣|♦|♥|♠)\s*(XX|X|)", re.IGNORECASE)
_RESULT = re.compile(
    r"([1-7]\s*(?:NT|N|C|D|H|S|♣|♦|♥|♠)\s*(?:XX|X)?)\s*(=|\+\s*\d{1,2}|[-−]\s*\d{1,2})\s*(?:by\s+(\w+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Contract:
    """What declarer's side undertook.

    >>> contract = Contract.parse("3NTx by S")
    >>> str(contract), contract.tricks_needed, contract.leader, contract.declarer.partner
    ('3NTX by S', 9, Seat.W, Seat.N)
    """

    level: int
    strain: Strain
    doubled: int
    declarer: Seat

    def __post_init__(self) -> None:
        """Refuse what no auction reaches."""
        if not 1 <= self.level <= 7:
            raise BridgeError(sentence("contract-level-range"), found=str(self.level))
        if self.doubled not in (0, 1, 2):
            raise BridgeError(sentence("contract-doubling-range"), found=str(self.doubled))

    @classmethod
    def parse(cls, text: str, declarer: Seat | None = None) -> "Contract":
        """Read `4S`, `4SX`, `4SXX`, with `by N` unless the declarer is given."""
        name, _, by = re.sub(r"\s+by\s+", "|", text.strip(), flags=re.IGNORECASE).partition("|")
        match = _CONTRACT.fullmatch(name.strip())
        if not match:
            raise BridgeError(sentence("not-a-contract"), found=text, remedy=sentence("write-contract"))
        seat = Seat.parse(by) if by else declarer
        if seat is None:
            raise BridgeError(
                sentence("declarer-missing"), found=text, remedy=sentence("write-by-after-contract")
            )
        return cls(int(match[1]), Strain.parse(match[2]), len(match[3]), seat)

    @property
    def tricks_needed(self) -> int:
        """How many tricks fulfil it."""
        return self.level + 6

    @property
    def leader(self) -> Seat:
        """Who makes the opening lead."""
        return self.declarer.next

    @property
    def name(self) -> str:
        """The contract without its declarer, as in `4SX`."""
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    def __str__(self) -> str:
        """The contract with its declarer."""
        return f"{self.name} by {self.declarer}"

    def __repr__(self) -> str:
        """How to make this contract again."""
        return f"Contract.parse('{self}')"


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Result:
    """A contract and the tricks declarer took; no contract when the board was passed out.

    >>> result = Result.parse("4HX-2 by E")
    >>> result.tricks, result.over, str(result), str(Result.parse("3nt = by South")), str(PASSED_OUT)
    (8, -2, '4HX-2 by E', '3NT= by S', 'passed out')
    """

    contract: Contract | None
    tricks: int

    def __post_init__(self) -> None:
        """Refuse a number of tricks no deal has."""
        if not 0 <= self.tricks <= 13:
            raise BridgeError(sentence("tricks-thirteen"), found=str(self.tricks))
        if self.contract is None and self.tricks:
            raise BridgeError(sentence("passed-out-no-tricks"), found=str(self.tricks))

    @classmethod
    def parse(cls, text: str, declarer: Seat | None = None) -> "Result":
        """Read `4S+1 by N`, `3NT= by S`, `4HX-2 by E` or `passed out`."""
        if re.fullmatch(r"\s*(passed[\s-]*out|pass(ed)?|all\s+pass|P)\s*", text, re.IGNORECASE):
            return PASSED_OUT
        match = _RESULT.fullmatch(text.strip())
        if not match:
            remedy = sentence("write-result")
            raise BridgeError(sentence("not-a-result"), found=text, remedy=remedy)
        seat = Seat.parse(match[3]) if match[3] else declarer
        if seat is None:
            raise BridgeError(
                sentence("declarer-missing"), found=text, remedy=sentence("write-by-after-result")
            )
        contract = Contract.parse(match[1], seat)
        over = 0 if match[2] == "=" else int(re.sub(r"\s+", "", match[2]).replace("−", "-"))
        tricks = contract.tricks_needed + over
        if not 0 <= tricks <= 13:
            raise BridgeError(sentence("result-impossible", name=contract.name, tricks=tricks), found=text)
        return cls(contract, tricks)

    @property
    def over(self) -> int:
        """Tricks above the contract; below it, negative."""
        return 0 if self.contract is None else self.tricks - self.contract.tricks_needed

    def __str__(self) -> str:
        """As a case file writes it."""
        if self.contract is None:
            return "passed out"
        mark = f"{self.over:+d}" if self.over else "="
        return f"{self.contract.name}{mark} by {self.contract.declarer}"

    def __repr__(self) -> str:
        """How to make this result again."""
        return f"Result.parse('{self}')"


PASSED_OUT = Result(None, 0)


@dataclass(frozen=True, slots=True, order=True)
class PointsOnly:
    """A score to North-South of which the contract is not told.

    >>> str(PointsOnly(480)), str(PointsOnly(-50))
    ('+480', '-50')
    """

    points: int

    def __str__(self) -> str:
        """With its sign."""
        return f"{self.points:+d}"


def parse_result(text: str, declarer: Seat | None = None) -> Result | PointsOnly:
    """Read a result in the case file's notation: a contract with tricks, passed out, or a bare score to NS.

    >>> parse_result("+480"), parse_result("4S= by N")
    (PointsOnly(points=480), Result.parse('4S= by N'))
    """
    bare = text.strip().replace("−", "-")
    if re.fullmatch(r"[+-]?\d{1,5}", bare):
        return PointsOnly(int(bare))
    return Result.parse(text, declarer)
