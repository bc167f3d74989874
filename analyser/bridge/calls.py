"""The thirty-eight calls."""

from dataclasses import dataclass

from analyser.bridge.cards import Strain
from analyser.errors import BridgeError

__all__ = ["CALLS", "DOUBLE", "PASS", "REDOUBLE", "Call"]


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Call:
    """A pass, double, redouble or bid; `code` orders them: P 0, X 1, XX 2, then 1C 3 to 7NT 37.

    >>> Call.parse("1n"), str(Call.parse("pass")), Call.parse("4S").level, Call.parse("4S").strain
    (Call.parse('1NT'), 'P', 4, Strain.SPADES)
    >>> Call.parse("2C") > Call.parse("1NT")
    True
    """

    code: int

    def __post_init__(self) -> None:
        """Refuse a code no call has."""
        if not 0 <= self.code <= 37:
            raise BridgeError("a call's code lies between 0 and 37", found=str(self.code))

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read `P X XX 1C … 7NT` and the other spellings in use."""
        found = _BY_NAME.get(text)
        if found is None:
            found = _BY_NAME.get(text.strip().upper())
        if found is None:
            raise BridgeError("not a call", found=text, remedy="write P, X, XX or a bid from 1C to 7NT")
        return found

    @classmethod
    def bid(cls, level: int, strain: Strain) -> "Call":
        """The bid of this level and denomination."""
        if not 1 <= level <= 7:
            raise BridgeError("a bid is for one to seven odd tricks", found=f"{level}{strain}")
        return CALLS[3 + 5 * (level - 1) + strain]

    @property
    def is_bid(self) -> bool:
        """Tell whether it names a level and a denomination."""
        return self.code >= 3

    @property
    def level(self) -> int:
        """The level of a bid; 0 for pass, double and redouble."""
        return 0 if self.code < 3 else (self.code - 3) // 5 + 1

    @property
    def strain(self) -> Strain | None:
        """The denomination of a bid."""
        return None if self.code < 3 else Strain((self.code - 3) % 5)

    def __str__(self) -> str:
        """As a case file writes it."""
        return _NAMES[self.code]

    def __repr__(self) -> str:
        """How to make this call again."""
        return f"Call.parse('{self}')"


_NAMES = ("P", "X", "XX", *(f"{level}{strain}" for level in range(1, 8) for strain in Strain))
CALLS = tuple(Call(code) for code in range(38))
PASS, DOUBLE, REDOUBLE = CALLS[:3]
_BY_NAME = {name: CALLS[code] for code, name in enumerate(_NAMES)}
_BY_NAME |= {name[:-1]: call for name, call in _BY_NAME.items() if name.endswith("NT")}
_BY_NAME |= {"PASS": PASS, "D": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE}
_BY_NAME |= {"REDOUBLE": REDOUBLE, "*": DOUBLE, "**": REDOUBLE}
_BY_NAME |= {f"{name[0]}{sign}": _BY_NAME[f"{name[0]}{letter}"] for name in _NAMES[3:] for sign, letter in
             (("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S"))}  # fmt: skip
