"""The deal, an ending and the auction as the cells a page draws."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from analyser.bridge import Call, Deal, Hand, Seat, Suit, Vulnerability
from analyser.casefile import (
    Case,
    Claim,
    IrregularCall,
    Moment,
    Place,
    WithdrawnCall,
)

COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True, slots=True)
class Diagram:
    """The four hands, those that are known, with what stands on the board; `whole` before the first card is played."""

    hands: Mapping[Seat, Hand | None]
    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    whole: bool = True

    def rows(self, seat: Seat) -> tuple[tuple[Suit, str], ...]:
        """A hand suit by suit from spades down; none for an unknown hand."""
        hand = self.hands[seat]
        if hand is None:
            return ()
        return tuple(
            (suit, " ".join(map(rank_text, hand.holding(suit)))) for suit in sorted(Suit, reverse=True)
        )

    def points(self, seat: Seat) -> int | None:
        """High-card points of a whole hand."""
        hand = self.hands[seat]
        return hand.points if hand is not None and self.whole else None


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the auction diagram: a call with its number and marks, a dash before the dealer, or nothing."""

    call: Call | None = None
    number: int = 0
    marks: tuple[int, ...] = ()
    dash: bool = False
    complained: bool = False
    withdrawn: Call | None = None


def rank_text(rank: str) -> str:
    """A rank as it is printed: ten in full.

    >>> rank_text("T"), rank_text("A")
    ('10', 'A')
    """
    return "10" if rank == "T" else rank


def deal_of(case: Case) -> Diagram | None:
    """The board's hands as far as they are known; none when no hand is."""
    hands = {seat: case.hand(seat) for seat in Seat}
    if all(hand is None for hand in hands.values()):
        return None
    return Diagram(hands, case.board.number, case.dealer, case.vulnerability)


def ending_of(case: Case, claim: Claim) -> Diagram | None:
    """The cards left at a claim: as the case gives them, else what the play leaves."""
    left: tuple[Hand, ...] | Deal | None = claim.position
    if left is None and case.deal is not None and case.play is not None:
        played = case.play if claim.after is None else case.play.before_trick(claim.after + 1)
        left = played.hands_left(case.deal)
    return None if left is None else Diagram({seat: left[seat] for seat in Seat}, whole=False)


def columns_of(case: Case) -> tuple[tuple[Seat, bool], ...]:
    """The seats over the auction, each with whether its side is vulnerable."""
    vulnerable = case.vulnerability
    return tuple((seat, vulnerable is not None and vulnerable.includes(seat.side)) for seat in COLUMNS)


def _withdrawn_calls(case: Case) -> Iterator[tuple[tuple[int, Seat], Call]]:
    """The calls taken back or replaced, by the number and the player of the call that stands in their place."""
    for incident in case.incident:
        match incident:
            case IrregularCall(call=Call() as call, at=Place() as at, offender=seat):
                yield (_call_number(at), seat), call
            case WithdrawnCall(withdrawn=Call() as call, at=at, source=seat):
                yield (_call_number(at), seat), call


def auction_of(case: Case) -> tuple[tuple[Cell, ...], ...]:
    """The auction in rows under its seats, each call with its number and the marks of its remarks."""
    auction = case.auction
    if auction is None or not auction.calls:
        return ()
    marks: dict[int, list[int]] = {}
    for mark, remark in enumerate(case.remark, 1):
        marks.setdefault(_call_number(remark.at), []).append(mark)
    complained = {_call_number(incident.complained_action) for incident in case.incident} - {0}
    withdrawn = dict(_withdrawn_calls(case))
    cells = [Cell(dash=True)] * COLUMNS.index(auction.dealer)
    for number, (seat, call) in enumerate(auction, 1):
        while COLUMNS[len(cells) % 4] is not seat:  # a seat that was passed over
            cells.append(Cell())
        was = withdrawn.get((number, seat))
        cell = Cell(call, number, tuple(marks.get(number, ())), complained=number in complained)
        cells.append(replace(cell, withdrawn=None if was == call else was))
    cells += [Cell()] * (-len(cells) % 4)
    return tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))


def _call_number(place: Place | None) -> int:
    return place.number if place is not None and place.moment is Moment.CALL else 0
