"""The table as a page shows it: the hands round it, the auction under its seats, what was said at which call."""

from dataclasses import dataclass

from analyser.bridge import Call, Deal, Hand, Seat, Suit, Vulnerability
from analyser.casefile import Case, Claim, Moment, Place, Remark

__all__ = [
    "AuctionView",
    "Cell",
    "Diagram",
    "HandView",
    "Note",
    "auction_of",
    "deal_of",
    "ending_of",
    "notes_of",
    "rank_text",
]

COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand, suit by suit from spades down; unknown hands have no rows."""

    seat: Seat
    rows: tuple[tuple[Suit, str], ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class Diagram:
    """The four hands with what stands on the board."""

    hands: tuple[HandView, HandView, HandView, HandView]  # N E S W
    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None

    def of(self, seat: Seat) -> HandView:
        """The hand of a seat."""
        return self.hands[seat]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark with its number, where it stands and how far it is agreed; `mark` is what the diagram prints."""

    mark: int
    remark: Remark
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the auction diagram: a call with its number and marks, a dash before the dealer, or nothing."""

    call: Call | None = None
    number: int = 0
    marks: tuple[int, ...] = ()
    dash: bool = False
    complained: bool = False


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The auction in columns W N E S."""

    columns: tuple[Seat, ...]
    rows: tuple[tuple[Cell, ...], ...]
    vulnerable: Vulnerability | None

    def is_vulnerable(self, seat: Seat) -> bool:
        """Whether the seat's side is vulnerable."""
        return self.vulnerable is not None and self.vulnerable.includes(seat.side)


def rank_text(rank: str) -> str:
    """A rank as it is printed: ten in full.

    >>> rank_text("T"), rank_text("A")
    ('10', 'A')
    """
    return "10" if rank == "T" else rank


def _hand(seat: Seat, hand: Hand | None, *, whole: bool = True) -> HandView:
    if hand is None:
        return HandView(seat, (), None)
    rows = tuple((suit, " ".join(map(rank_text, hand.holding(suit)))) for suit in sorted(Suit, reverse=True))
    return HandView(seat, rows, hand.points if whole else None)


def deal_of(case: Case) -> Diagram | None:
    """The board's hands as far as they are known; none when no hand is."""
    hands = [case.hand(seat) for seat in Seat]
    if all(hand is None for hand in hands):
        return None
    north, east, south, west = (_hand(seat, hands[seat]) for seat in Seat)
    return Diagram((north, east, south, west), case.board.number, case.dealer, case.vulnerability)


def ending_of(case: Case, claim: Claim) -> Diagram | None:
    """The cards left at a claim: as the case gives them, else what the play leaves."""
    left: tuple[Hand, ...] | Deal | None = claim.position
    if left is None and case.deal is not None and case.play is not None:
        played = case.play if claim.after is None else case.play.before_trick(claim.after + 1)
        left = played.hands_left(case.deal)
    if left is None:
        return None
    north, east, south, west = (_hand(seat, left[seat], whole=False) for seat in Seat)
    return Diagram((north, east, south, west))


def notes_of(case: Case) -> tuple[Note, ...]:
    """The remarks, numbered in the order of the case file; a very long text is shown cut."""
    found = []
    for mark, remark in enumerate(case.remark, 1):
        text = remark.text or ""
        found.append(Note(mark, remark, text[:_LONGEST_TEXT], len(text) > _LONGEST_TEXT))
    return tuple(found)


def _at_call(place: Place | None) -> int:
    return place.number if place is not None and place.moment is Moment.CALL else 0


def auction_of(case: Case, notes: tuple[Note, ...]) -> AuctionView | None:
    """The auction under its seats, each call with its number and the marks of its remarks."""
    auction = case.auction
    if auction is None or not auction.calls:
        return None
    marks: dict[int, list[int]] = {}
    for note in notes:
        marks.setdefault(_at_call(note.remark.at), []).append(note.mark)
    complained = {_at_call(incident.complained_action) for incident in case.incident} - {0}
    cells = [Cell(dash=True)] * COLUMNS.index(auction.dealer)
    for number, (seat, call) in enumerate(auction, 1):
        while COLUMNS[len(cells) % 4] is not seat:  # a seat that was passed over
            cells.append(Cell())
        cells.append(Cell(call, number, tuple(marks.get(number, ())), complained=number in complained))
    cells += [Cell()] * (-len(cells) % 4)
    rows = tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
    return AuctionView(COLUMNS, rows, case.vulnerability)
