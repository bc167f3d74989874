"""The values every format is read into and written from: boards recorded at a table, and results of a field."""

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
from analyser.errors import BridgeError, Text

# gone


class Room(Enum):
    """The room of a match in which the board was played."""

    OPEN = "open"
    CLOSED = "closed"

    __repr__ = as_code


class RecordEnd(Enum):
    """How the record of an auction or a play ends."""

    NATURAL = "natural"  # by the Laws, or because the record ends
    CLOSED = "closed"  # complete: the rest was claimed or conceded
    OPEN = "open"  # to be continued

    __repr__ = as_code


class CardIrregularity(Enum):
    """The irregularity a file marks at a card."""

    REVOKE = "revoke"
    LEAD_OUT_OF_TURN = "lead-out-of-turn"

    __repr__ = as_code


@dataclass(frozen=True, slots=True)
class RecordNote:
    """An explanation of call or card number `at`, counted from 1 in the order of calling and playing.

    `alerted` says whether the call was alerted; the text of an alert may be empty.
    """

    at: int
    text: str = ""
    alerted: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark by somebody outside the game, with the number of calls and cards before it."""

    calls: int
    cards: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A numbered annotation of call or card `at`: 13 and 14 mean that it was corrected by hand."""

    at: int
    glyph: int


@dataclass(frozen=True, slots=True)
class IrregularCard:
    """Card `at` in order of play, its player, and the irregularity the file states."""

    at: int
    seat: Seat
    kind: CardIrregularity


@dataclass(frozen=True, slots=True)
class Tag:
    """Another fact of a file about the board, in its order: a name, a value, and the rows of a table."""

    name: str
    value: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """A board at one table. What the file does not say is None or empty; nothing is guessed.

    Call and card numbers count from 1. `cards` are in order of play, from `leader` on. `tricks` are declarer's.

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
    trumps: Strain | None = None  # of an ending without a contract
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
        """The deal, if all four hands are known and form one, or None."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        try:
            return Deal((north, east, south, west))
        except BridgeError:
            return None

    @property
    def contract_reached(self) -> Contract | None:
        """The contract the file states, else that of its finished auction."""
        if self.contract is not None or self.auction is None or not self.auction.is_over:
            return self.contract
        return self.auction.contract

    @property
    def contract_played(self) -> Contract | None:
        """The contract in which the cards were played: the auction's, if it differs from the one the file scores.

        It is the stated one if only that fits the opening leader.
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
        """The play, if leader and denomination are known and every trick was led in turn, or None."""
        strain = self.strain
        out_of_turn = any(entry.kind is CardIrregularity.LEAD_OUT_OF_TURN for entry in self.irregular_cards)
        if self.leader is None or strain is None or out_of_turn:
            return None
        return Play(self.leader, strain, self.cards)

    @property
    def claim(self) -> int | None:
        """Declarer's tricks if the rest was claimed or conceded, or None."""
        return self.tricks if self.play_end is RecordEnd.CLOSED else None

    @property
    def corrected_calls(self) -> tuple[int, ...]:
        """The numbers of calls the file marks as corrected by hand."""
        return tuple(mark.at for mark in self.call_marks if mark.glyph == 13)

    @property
    def corrected_cards(self) -> tuple[int, ...]:
        """The numbers of cards the file marks as corrected by hand."""
        return tuple(mark.at for mark in self.card_marks if mark.glyph == 14)

    def tag(self, name: str) -> str | None:
        """The value of a further tag, or None if the file has none of this name."""
        return next((tag.value for tag in self.tags if tag.name == name), None)

    def name_of(self, seat: Seat) -> str:
        """The player's name, empty if unknown."""
        return self.names[seat]


class PointsKind(Enum):
    """The unit of the two sides' points on a board."""

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
    """The points of each side on a board; None if the file leaves them empty."""

    kind: PointsKind
    ns: Fraction | None
    ew: Fraction | None


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score in percent for each side (Law 12C2).

    >>> str(Artificial(60, 40))
    'A6040'
    """

    ns: int
    ew: int

    def __str__(self) -> str:
        """The score as a results file writes it."""
        return f"A{self.ns:02d}{self.ew:02d}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Another fact of a file, under its own name."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """One result on a board. `score` is to North-South; `declarer` is part of the contract."""

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
    """One participant, and what else the file says of this player."""

    name: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A pair, one seat of it if the format lists seats, or a team."""

    number: str
    team: bool = False
    direction: str = ""
    section: str = ""
    players: tuple[ListedPlayer, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of an event: facts of the file, participants, and every line of every traveller."""

    heading: tuple[Fact, ...] = ()
    contestants: tuple[Contestant, ...] = ()
    travellers: tuple[Traveller, ...] = ()
    hands: tuple[BoardRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedLine:
    """A competitor's line in the standings of a file; None for values it does not state.

    `points` are the total in `unit`; `line` is NS or EW if each line has its winner; `name` is of the team or of both players.
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
    """A match or a stanza as a file titles it: the teams, its boards, each team's carry-over and points won."""

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
    """What a file says of the whole event: scoring, winners, standings; None or empty for what it does not state.

    `method` is the form of scoring in the file's own words, `form` the unit of boards, `winners` the number of lists of
    standings: one, or one each for North-South and East-West. `date` is as the file writes it.
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
    """A failure to follow suit in record `record` (from 0) with card number `at`."""

    record: int
    at: int


@dataclass(frozen=True, slots=True)
class Loss:
    """A part of a file that was not understood, or that contradicts the rest of it.

    >>> print(Loss(12, 5, "8C", "not a call"))
    line 12, column 5: '8C': not a call
    """

    line: int
    column: int
    found: str
    why: Text

    def __str__(self) -> str:
        """One line: place, value, reason."""
        return f"line {self.line}, column {self.column}: '{self.found}': {self.why}"


@dataclass(frozen=True, slots=True)
class FileReading:
    """The contents of a file, and what was not understood; `starts` is the line and column where each record begins.

    `listed` are results of boards that a list of results names without a record; `unstated` are the records, by number
    from 0, whose tricks no result states: a claim or the play gives them.
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
        """The losses of these records and of the file before the first; all losses if no start is known."""
        if not self.starts:
            return self.losses
        places = [
            -1,
            *(place for place, record in enumerate(self.records) if any(record is own for own in chosen)),
        ]
        return tuple(loss for loss in self.losses if self.record_at(loss) in places)

    def other_room_of(self, record: BoardRecord) -> BoardRecord | None:
        """The record of the same board in the other room, or None unless there is exactly one."""
        others = [
            other
            for other in self.records
            if other.number == record.number and other is not record and other.room is not record.room
        ]
        return others[0] if len(others) == 1 else None

    def record_at(self, loss: Loss) -> int:
        """The record, from 0, in which something was not understood; -1 before the first."""
        return bisect_right(self.starts, (loss.line, loss.column)) - 1
