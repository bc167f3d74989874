"""What a row of past rulings tells of the auction and of who explained which call to whom, read from its columns.

Indices of a row count calls from 0, as its columns do; places of a case file count from 1.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from analyser.casefile.tree import Tree
from analyser.training.row_meanings import ExplainedBid, explained_bid

SEATS: Final = ("N", "E", "S", "W")
_SEAT_WORDS: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}
SEAT: Final = re.compile(r"\b(North|East|South|West)\b")
_CALL: Final = re.compile(r"\b([1-7](?:NT|N|[CDHS])|XX?|P)\b")


def row_text(row: Tree, key: str) -> str:
    """A column as text; nothing where it is empty."""
    return str(row.get(key) or "")


def call_text(call: str) -> str:
    """A call as a case file writes it.

    >>> call_text("3N"), call_text("P"), call_text("4H")
    ('3NT', 'P', '4H')
    """
    return re.sub(r"^([1-7])N$", r"\1NT", call.strip().upper())


def seat_of_word(word: str) -> str:
    """The letter of a seat written out."""
    return _SEAT_WORDS[word.lower()]


def partner_of(seat: str) -> str:
    """The seat across the table."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def side_of(seat: str) -> str:
    """The seat's side."""
    return "NS" if seat in "NS" else "EW"


@dataclass(frozen=True, slots=True)
class AuctionInRow:
    """The calls of a row from its dealer on."""

    dealer: str
    calls: tuple[str, ...]

    @classmethod
    def of(cls, row: Tree) -> "AuctionInRow | None":
        """The auction of a row; none without a dealer or without calls."""
        calls = tuple(call_text(str(call)) for call in row.get("auction") or ())
        dealer = row.get("dealer")
        return cls(dealer, calls) if calls and isinstance(dealer, str) and dealer in SEATS else None

    def caller(self, index: int) -> str:
        """Whose turn a call was."""
        return SEATS[(SEATS.index(self.dealer) + index) % 4]

    def explained(self, index: int) -> ExplainedBid:
        """A call with what stood before it."""
        return explained_bid(self.calls, index)

    def last_bid_before(self, index: int) -> str | None:
        """The last bid before a call."""
        return next((call for call in reversed(self.calls[:index]) if call[0].isdigit()), None)

    def index_of(self, call: str, words: str) -> int | None:
        """Which call a column speaks of: the only one of its kind, or the one its words place by player or bid.

        >>> slow = AuctionInRow("N", ("P", "1H", "P", "2H", "P", "P"))
        >>> slow.index_of("2H", ""), slow.index_of("P", "West over 2H: slow"), slow.index_of("P", "North over 2H")
        (3, None, 4)
        """
        places = [index for index, own in enumerate(self.calls) if own == call]
        if len(places) > 1 and (named := SEAT.search(words)):
            own = [index for index in places if self.caller(index) == seat_of_word(named[1])]
            places = (
                own if named.start() < 12 else (own or places)
            )  # `South over 5D: …`, `West's double of 4H`
        over = re.search(r"\b(?:over|of) ([1-7](?:NT|N|[CDHS]))\b", words)
        if len(places) != 1 and over:
            places = [index for index in places if self.last_bid_before(index) == call_text(over[1])]
        return places[0] if len(places) == 1 else None

    def first_call_after(self, index: int, seat: str) -> int | None:
        """A player's first call after another."""
        later = (number for number in range(index + 1, len(self.calls)) if self.caller(number) == seat)
        return next(later, None)


@dataclass(frozen=True, slots=True)
class ExplanationInRow:
    """One entry of `explanations`: the call, where it is known which, and what was said or noticed of it."""

    index: int | None
    call: str
    words: str


def explanations_of(row: Tree, auction: AuctionInRow | None) -> tuple[ExplanationInRow, ...]:
    """The entries of `explanations`, each with its place in the auction."""
    return tuple(_explained(entry, auction) for entry in row.get("explanations") or ())


def _explained(entry: Any, auction: AuctionInRow | None) -> ExplanationInRow:  # noqa: ANN401 - as the row has it
    where, words = entry[0], str(entry[1])
    if isinstance(where, int) or str(where).isdigit():
        index = int(where)
        known = auction is not None and 0 <= index < len(auction.calls)
        return ExplanationInRow(
            index if known else None, auction.calls[index] if auction and known else "", words
        )
    call = call_text(str(where))
    if auction is None or not _CALL.fullmatch(call.replace("NT", "N")):
        return ExplanationInRow(None, str(where), words)
    return ExplanationInRow(auction.index_of(call, words), call, words)
