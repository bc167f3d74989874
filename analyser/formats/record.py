"""What every format is read into and written from: a board as it was recorded at a table, the results of a field."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from analyser.bridge import (
    Auction,
    Card,
    Contract,
    Deal,
    Hand,
    Play,
    Seat,
    Strain,
    Vulnerability,
)
from analyser.bridge.cards import as_code
from analyser.errors import BridgeError

# gone


class Room(Enum):
    """Which of the two rooms of a match the board was played in."""

    OPEN = "open"
    CLOSED = "closed"

    __repr__ = as_code


class RecordEnd(Enum):
    """How a record of an auction or a play stops."""

    NATURAL = "natural"  # by the Laws, or the record simply ends
    CLOSED = "closed"  # nothing more will come: the rest was claimed or conceded
    OPEN = "open"  # to be continued

    __repr__ = as_code


class CardIrregularity(Enum):
    """What the file marks as wrong with a card."""

    REVOKE = "revoke"
    LEAD_OUT_OF_TURN = "lead-out-of-turn"

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class RecordNote:
    """An explanation of call or card number `at`, counted from 1 in the order of calling and playing.

    `alerted` tells whether the call was alerted; the text of an alert may be empty.
    """

    at: int
    text: str = ""
    alerted: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark by somebody outside the game, made when so many calls and cards had been seen."""

    calls: int
    cards: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A numbered annotation of call or card `at`: 13 and 14 say that it was corrected by hand."""

    at: int
    glyph: int


@dataclass(frozen=True, slots=True)
class IrregularCard:
    """Card `at` in order of play, its player, and what the file says was wrong with it."""

    at: int
    seat: Seat
    kind: CardIrregularity


@dataclass(frozen=True, slots=True)
class Tag:
    """Anything else a file says about the board, kept in its order: a name, a value, and the rows of a table."""

    name: str
    value: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """A board at one table. What the file does not say is None or empty; nothing is guessed.

    Call and card numbers count from 1. `cards` stand in order of play, from `leader` on. `tricks` are declarer's.

    >>> record = BoardRecord(number=7, auction=Auction.parse("S", "1NT P 3NT P P P"), tricks=9)
    >>> str(record.contract_reached), record.deal, record.claim
    ('3NT by S', None, None)
    """

    number: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None] = (None, None, None, None)
    names: tuple[str, str, str, str] = ("", "", "", "")
    room: Room | None = None
    event: str = ""
    site: str = ""
    date: str = ""
    scoring: str = ""
    auction: Auction | None = None
    auction_end: RecordEnd = RecordEnd.NATURAL
    call_notes: tuple[RecordNote, ...] = ()
    call_marks: tuple[Mark, ...] = ()
    call_times: tuple[int | None, ...] = ()
    contract: Contract | None = None
    passed_out: bool = False
    swapped: bool = False  # declarer and dummy changed places, as the file says
    trumps: Strain | None = None  # of an end position that tells no contract
    leader: Seat | None = None
    cards: tuple[Card, ...] = ()
    play_end: RecordEnd = RecordEnd.NATURAL
    card_notes: tuple[RecordNote, ...] = ()
    card_marks: tuple[Mark, ...] = ()
    card_times: tuple[int | None, ...] = ()
    irregular_cards: tuple[IrregularCard, ...] = ()
    tricks: int | None = None
    comments: tuple[Comment, ...] = ()
    tags: tuple[Tag, ...] = ()

    @property
    def deal(self) -> Deal | None:
        """The deal, when all four hands are known and can be one."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        try:
            return Deal((north, east, south, west))
        except BridgeError:
            return None

    @property
    def contract_reached(self) -> Contract | None:
        """The contract the file states, else the one its finished auction gives."""
        if self.contract is not None or self.auction is None or not self.auction.is_over:
            return self.contract
        return self.auction.contract

    @property
    def contract_played(self) -> Contract | None:
        """The contract the cards were played in: the auction's where it gives another than the file scores.

        The one the file states is, where only that fits the opening leader.
        """
        auction, stated = self.auction, self.contract
        if auction is None or not auction.is_over or (called := auction.contract) in (None, stated):
            return stated
        fits_stated = stated is not None and self.leader is stated.leader
        if auction.problems() or (fits_stated and called is not None and self.leader is not called.leader):
            return stated
        return called

    @property
    def strain(self) -> Strain | None:
        """The denomination played."""
        contract = self.contract_played
        return contract.strain if contract else self.trumps

    @property
    def play(self) -> Play | None:
        """The play, when leader and denomination are known and every trick was led in turn."""
        strain = self.strain
        out_of_turn = any(entry.kind is CardIrregularity.LEAD_OUT_OF_TURN for entry in self.irregular_cards)
        if self.leader is None or strain is None or out_of_turn:
            return None
        return Play(self.leader, strain, self.cards)

    @property
    def claim(self) -> int | None:
        """Declarer's tricks when the rest was claimed or conceded; None when it was not, or nothing is said."""
        return self.tricks if self.play_end is RecordEnd.CLOSED else None

    @property
    def corrected_calls(self) -> tuple[int, ...]:
        """Which calls the file says were corrected by hand."""
        return tuple(mark.at for mark in self.call_marks if mark.glyph == 13)

    @property
    def corrected_cards(self) -> tuple[int, ...]:
        """Which cards the file says were corrected by hand."""
        return tuple(mark.at for mark in self.card_marks if mark.glyph == 14)

    def tag(self, name: str) -> str | None:
        """The value of a further tag; None when the file has none of this name."""
        return next((tag.value for tag in self.tags if tag.name == name), None)

    def name_of(self, seat: Seat) -> str:
        """The player's name; empty when it is not told."""
        return self.names[seat]


class PointsKind(Enum):
    """What the two sides' points on a board are counted in."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    PERCENT = "percent"
    VICTORY_POINTS = "victory-points"
    BOARD_A_MATCH = "board-a-match"
    TOTAL_POINTS = "total-points"
    UNNAMED = "unnamed"  # the format does not say

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class Points:
    """What each side got for the board; None where the file leaves it empty."""

    kind: PointsKind
    ns: Fraction | None
    ew: Fraction | None


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score: what each side gets, in percent (Law 12C2).

    >>> str(Artificial(60, 40))
    'A6040'
    """

    ns: int
    ew: int

    def __str__(self) -> str:
        """As a results file writes it."""
        return f"A{self.ns:02d}{self.ew:02d}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Anything else a file says, under its own name."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """One result on a board. `score` is to North-South; `declarer` stands in the contract."""

    board: int
    section: str = ""
    ns: str = ""
    ew: str = ""
    contract: Contract | None = None
    passed_out: bool = False
    tricks: int | None = None
    lead: Card | None = None
    score: int | None = None
    artificial: Artificial | None = None
    points: tuple[Points, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One who took part, and what else the file says of him."""

    name: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A pair, or one seat of it where the format lists seats; a team where it is one."""

    number: str
    team: bool = False
    direction: str = ""
    section: str = ""
    players: tuple[ListedPlayer, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of an event: what the file says of it, who took part, every line of every traveller."""

    heading: tuple[Fact, ...] = ()
    contestants: tuple[Contestant, ...] = ()
    travellers: tuple[Traveller, ...] = ()
    hands: tuple[BoardRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedLine:
    """A competitor's line in the standings a file itself gives; None where it does not tell.

    `points` are the total in `unit`; `line` is NS or EW where each line has its winner; `name` is of the team or of both players.
    """

    number: str
    line: str = ""
    section: str = ""
    place: int | None = None
    points: Fraction | None = None
    unit: PointsKind = PointsKind.UNNAMED
    percent: Fraction | None = None
    boards: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedMatch:
    """A match or a stanza of it as a file titles it: the teams, its boards, what each team brought in and what it won."""

    round: str = ""
    home: str = ""
    visitors: str = ""
    first: int | None = None
    last: int | None = None
    carried: tuple[Fraction, Fraction] | None = None
    won: tuple[Fraction, Fraction] | None = None
    unit: PointsKind = PointsKind.IMPS


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a file says of its event as a whole: how it is scored, who won; None or empty where it does not tell.

    `method` is the form of scoring in the file's own words, `form` what boards are counted in, `winners` how many
    lists of standings there are: one, or one each for North-South and East-West. `date` is as the file writes it.
    """

    name: str = ""
    date: str = ""
    session: str = ""
    method: str = ""
    form: PointsKind | None = None
    teams: bool | None = None
    by_match: bool = False  # pairs whose total of each match is converted to victory points
    winners: int | None = None
    lines: tuple[PublishedLine, ...] = ()
    matches: tuple[PublishedMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedRevoke:
    """A failure to follow suit found in record `record` (from 0): card number `at`."""

    record: int
    at: int


@dataclass(frozen=True, slots=True)
class Loss:
    """Something in a file that was not understood, or that contradicts the rest of it.

    >>> print(Loss(12, 5, "8C", "not a call"))
    line 12, column 5: '8C': not a call
    """

    line: int
    column: int
    found: str
    why: str

    def __str__(self) -> str:
        """One line: place, value, reason."""
        return f"line {self.line}, column {self.column}: '{self.found}': {self.why}"


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a file says, and what of it was not understood; `starts` is the line and column where each record begins.

    `listed` are results of boards that a list of results names and the file has no record of; `unstated` are the
    records, by number from 0, whose tricks no result states: a claim or the play gives them.
    """

    records: tuple[BoardRecord, ...] = ()
    losses: tuple[Loss, ...] = ()
    revokes: tuple[RecordedRevoke, ...] = ()
    results: Results | None = None
    starts: tuple[tuple[int, int], ...] = ()
    published: Published = Published()
    listed: tuple[BoardRecord, ...] = ()
    unstated: frozenset[int] = frozenset()

    def losses_of(self, *chosen: BoardRecord) -> tuple[Loss, ...]:
        """What was not understood of these records or of the file before its first; all of it where no start is known."""
        if not self.starts:
            return self.losses
        places = [
            -1,
            *(place for place, record in enumerate(self.records) if any(record is own for own in chosen)),
        ]
        return tuple(loss for loss in self.losses if self.record_at(loss) in places)

    def other_room_of(self, record: BoardRecord) -> BoardRecord | None:
        """The record of the same board in the other room, where there is just one."""
        others = [
            other
            for other in self.records
            if other.number == record.number and other is not record and other.room is not record.room
        ]
        return others[0] if len(others) == 1 else None

    def record_at(self, loss: Loss) -> int:
        """In which record, from 0, something was not understood; -1 before the first."""
        return bisect_right(self.starts, (loss.line, loss.column)) - 1
