"""The thirty-eight calls, and auctions made of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from analyser.bridge.cards import Strain, as_code
from analyser.bridge.contracts import Contract, Seat
from analyser.errors import BridgeError, Problem, Text
from analyser.messages import sentence


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
            raise BridgeError(sentence("call-code-range"), found=str(self.code))

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read `P X XX 1C … 7NT` and the other spellings in use."""
        call = _BY_NAME.get(text)
        if call is None:
            call = _BY_NAME.get(text.strip().upper())
        if call is None:
            raise BridgeError(sentence("not-a-call"), found=text, remedy=sentence("write-call"))
        return call

    @classmethod
    def bid(cls, level: int, strain: Strain) -> "Call":
        """The bid of this level and denomination."""
        if not 1 <= level <= 7:
            raise BridgeError(sentence("bid-level-range"), found=f"{level}{strain}")
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


LONGEST = (
    319  # three passes, then seven levels of five bids, each with two passes, double, two passes, redouble …
)


class IrregularityKind(Enum):
    """What was wrong with a call."""

    INSUFFICIENT = "insufficient"
    OUT_OF_TURN = "out-of-turn"
    INADMISSIBLE = "inadmissible"
    CHANGED = "changed"

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class Irregular:
    """A call that was irregular or withdrawn.

    `at` counts the calls that stand, from 1. Withdrawn: `call` was made when call `at` was due, and taken back.
    Accepted: call `at` itself is irregular and stands; `seat` is who made it.
    """

    at: int
    seat: Seat
    kind: IrregularityKind
    call: Call
    withdrawn: bool


@dataclass(frozen=True)
class Auction:
    """The calls from the dealer on.

    >>> auction = Auction.parse("S", "P P 2NT P 3C P 3H P 4H P P P")
    >>> auction.is_over, str(auction.contract), auction.seat_of(7), len(auction)
    (True, '4H by N', Seat.N, 12)
    >>> [str(call) for call in Auction.parse("N", "7NT X").legal_calls()]
    ['P', 'XX']
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()
    irregular: tuple[Irregular, ...] = ()

    @classmethod
    def parse(cls, dealer: Seat | str, text: str) -> "Auction":
        """Read calls parted by blanks; refused when one of them is illegal."""
        seat = Seat.parse(dealer) if isinstance(dealer, str) else dealer
        auction = cls(seat, tuple(map(Call.parse, text.split())))
        if problems := auction.problems():
            raise BridgeError.from_problems(problems)
        return auction

    def __len__(self) -> int:
        """How many calls stand."""
        return len(self.calls)

    def __iter__(self) -> Iterator[tuple[Seat, Call]]:
        """Each call that stands with the player who made it."""
        return iter(zip(self.seats, self.calls, strict=True))

    @cached_property
    def _accepted_calls(self) -> dict[int, Irregular]:
        return {entry.at: entry for entry in self.irregular if not entry.withdrawn}

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who made each call that stands; the rotation goes on from an accepted call out of turn."""
        if not self._accepted_calls:
            return tuple(Seat((self.dealer + place) & 3) for place in range(len(self.calls)))
        seats, seat = [], self.dealer
        for number in range(1, len(self.calls) + 1):
            entry = self._accepted_calls.get(number)
            seat = entry.seat if entry and entry.kind is IrregularityKind.OUT_OF_TURN else seat
            seats.append(seat)
            seat = seat.next
        return tuple(seats)

    @property
    def turn(self) -> Seat:
        """Whose turn it is to call."""
        if not self.irregular:
            return Seat((self.dealer + len(self.calls)) & 3)
        return self.seats[-1].next if self.calls else self.dealer

    def seat_of(self, number: int) -> Seat:
        """Who made call `number`, counted from 1."""
        if not 1 <= number <= len(self.calls):
            raise BridgeError(sentence("auction-has-calls", count=len(self.calls)), found=f"call {number}")
        return self.seats[number - 1]

    @property
    def is_over(self) -> bool:
        """Tell whether three passes followed a bid, or four opened (Law 22)."""
        return len(self.calls) >= 4 and all(call.code == 0 for call in self.calls[-3:])

    @property
    def is_passed_out(self) -> bool:
        """Tell whether nobody bid."""
        return self.is_over and not any(call.is_bid for call in self.calls)

    @property
    def last_bid(self) -> Call | None:
        """The highest bid so far."""
        return next((call for call in reversed(self.calls) if call.is_bid), None)

    @cached_property
    def _standing(self) -> tuple[int, int, Seat | None]:
        """Code of the last bid (2 when none), how often doubled, and who bid it."""
        code, doubled, bidder = 2, 0, None
        for seat, call in self:
            if call.is_bid:
                code, doubled, bidder = call.code, 0, seat
            elif call.code:
                doubled = call.code
        return code, doubled, bidder

    @property
    def contract(self) -> Contract | None:
        """The contract the last bid would give if all passed now; none without a bid."""
        code, doubled, bidder = self._standing
        if bidder is None:
            return None
        bid = CALLS[code]
        strain = bid.strain
        if strain is None:
            return None
        for seat, call in self:
            if call.strain is strain and seat.side is bidder.side:
                return Contract(bid.level, strain, doubled, seat)
        return None

    def explain_illegal(self, call: Call, seat: Seat | None = None) -> Text:
        """Say why this call may not be made now; empty when it may (Laws 18, 19, 22)."""
        if self.is_over:
            return sentence("auction-over")
        code, doubled, bidder = self._standing
        seat = self.turn if seat is None else seat
        if call == PASS:
            return ""
        if call.is_bid:
            return "" if call.code > code else sentence("call-insufficient", call=CALLS[code])
        if bidder is None:
            return sentence("no-bid-to-double")
        ours = bidder.side is seat.side
        if call == DOUBLE:
            if ours:
                return sentence("doubles-own-side")
            return sentence("doubled-already") if doubled else ""
        if doubled != 1:
            return sentence("not-doubled") if not doubled else sentence("redoubled-already")
        return "" if ours else sentence("redoubles-opponents")

    def is_legal(self, call: Call) -> bool:
        """Tell whether the player in turn may make this call."""
        return not self.explain_illegal(call)

    def legal_calls(self) -> tuple[Call, ...]:
        """Every call the player in turn may make."""
        if self.is_over:
            return ()
        code, doubled, bidder = self._standing
        low: tuple[Call, ...] = (PASS,)
        if bidder is not None and (bidder.side is self.turn.side) == (doubled == 1) and doubled < 2:
            low = (PASS, REDOUBLE) if doubled else (PASS, DOUBLE)
        return low + CALLS[code + 1 :]

    def then(self, call: Call) -> "Auction":
        """The auction with one more call, which must be legal."""
        if why := self.explain_illegal(call):
            raise BridgeError(why, where=f"auction call {len(self.calls) + 1}", found=str(call))
        return Auction(self.dealer, (*self.calls, call), self.irregular)

    def before(self, number: int) -> "Auction":
        """The auction as it stood when call `number` was due."""
        earlier = tuple(entry for entry in self.irregular if entry.at < number)
        return Auction(self.dealer, self.calls[: number - 1], earlier)

    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong: each illegal call that nobody accepted, a call after the end, an auction too long.

        After an illegal bid the auction goes on from it, so that one slip is one problem.
        """
        if len(self.calls) > LONGEST:
            return (
                Problem("auction", f"{len(self.calls)} calls", sentence("auction-too-long", longest=LONGEST)),
            )
        problems = []
        code, doubled, bidder, passes = 2, 0, None, 0
        for number, (seat, call) in enumerate(self, 1):
            if passes == (4 if bidder is None else 3):
                problems.append(Problem(f"auction call {number}", str(call), sentence("auction-was-over")))
                break
            accepted = number in self._accepted_calls
            passes = passes + 1 if call.code == 0 else 0
            if call.is_bid:
                if call.code <= code and not accepted:
                    problems.append(_slip(number, call, sentence("call-insufficient", call=CALLS[code])))
                code, doubled, bidder = call.code, 0, seat
            elif call.code:
                legal = bidder is not None and doubled == call.code - 1
                legal = legal and bidder is not None and (bidder.side is seat.side) == (call == REDOUBLE)
                if not legal and not accepted:
                    problems.append(_slip(number, call, self.before(number).explain_illegal(call, seat)))
                doubled = call.code
        return tuple(problems)

    def __str__(self) -> str:
        """The calls that stand, parted by blanks."""
        return " ".join(map(str, self.calls))

    def __repr__(self) -> str:
        """How to make this auction again."""
        if self.irregular:
            return f"Auction({self.dealer!r}, {self.calls!r}, {self.irregular!r})"
        return f"Auction.parse('{self.dealer}', '{self}')"


def _slip(number: int, call: Call, why: Text) -> Problem:
    remedy = sentence("check-call-or-incident")
    return Problem(f"auction call {number}", str(call), why or sentence("call-not-legal"), remedy)
