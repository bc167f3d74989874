"""Where in the auction or the play something happened, and which call or card an action is."""

import re
from dataclasses import dataclass
from enum import Enum

from analyser.bridge import Call, Card, Seat
from analyser.bridge.seats import as_code
from analyser.errors import BridgeError

__all__ = ["Action", "Moment", "Place", "parse_action"]

Action = Call | Card


class Moment(Enum):
    """The kinds of place a remark or an incident may point at."""

    CALL = "call"
    TRICK = "trick"
    LEAD = "lead"
    BEFORE_PLAY = "before play"

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class Place:
    """A call, a card of a trick, the opening lead, or the pause before play.

    >>> Place.parse("call 7"), str(Place.parse("trick 3 W")), str(Place.parse("before play"))
    (Place(moment=Moment.CALL, number=7, seat=None), 'trick 3 W', 'before play')
    """

    moment: Moment
    number: int = 0
    seat: Seat | None = None

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Read `call N`, `trick T S`, `lead` or `before play`."""
        words = text.strip().lower()
        if words in ("lead", "before play"):
            return cls(Moment(words))
        if match := re.fullmatch(r"call\s+(\d{1,3})", words):
            return cls(Moment.CALL, int(match[1]))
        if (match := re.fullmatch(r"trick\s+(\d{1,2})\s+([nesw])", words)) and 1 <= int(match[1]) <= 13:
            return cls(Moment.TRICK, int(match[1]), Seat.parse(match[2]))
        remedy = "write call N, trick T S (S a seat), lead or before play"
        raise BridgeError("not a place in the auction or play", found=text, remedy=remedy)

    def __str__(self) -> str:
        """As a case file writes it."""
        if self.moment is Moment.CALL:
            return f"call {self.number}"
        return f"trick {self.number} {self.seat}" if self.moment is Moment.TRICK else self.moment.value


def parse_action(text: str) -> Action:
    """Read an action: a card is suit then rank, a call is level then denomination, or P X XX.

    >>> parse_action("4H"), parse_action("H4"), parse_action("P")
    (Call.parse('4H'), Card.parse('H4'), Call.parse('P'))
    """
    word = text.strip().upper()
    if re.fullmatch(r"[SHDC♠♥♦♣](10|[2-9TJQKA])", word):
        return Card.parse(word)
    if word in ("D", "R", "*", "**"):  # short for a double elsewhere; here they could be meant as a suit
        raise BridgeError(
            "not a call or a card", found=text, remedy="write X for a double, XX for a redouble"
        )
    try:
        return Call.parse(word)
    except BridgeError:
        remedy = "write a call (P, X, 4H) or a card (H4)"
        raise BridgeError("not a call or a card", found=text, remedy=remedy) from None
