"""What an event is made of: one result at one table, the board with all its tables, what could not be read."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from analyser.bridge import (
    PASSED_OUT,
    Auction,
    Card,
    Contract,
    Deal,
    Play,
    Result,
    Seat,
    Side,
    Vulnerability,
)
from analyser.formats import Artificial, Room
from analyser.scoring import score_ns

__all__ = ["BoardGroup", "Entry", "Lost", "LostKind", "Source"]

_LONGEST_NAME = 40  # signs of a session in the name of a file


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where a result stands: the file, and the line of a table or the number of the board within a file of boards.

    >>> str(Source("day1/open.csv", 12))
    'day1/open.csv:12'
    """

    file: str
    place: int = 0

    def __str__(self) -> str:
        """As a reader looks it up."""
        return f"{self.file}:{self.place}" if self.place else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One result at one table, as it was recorded. What the files do not say is None or empty; nothing is guessed.

    `ns` and `ew` name who competes there: pairs by their numbers, teams and named pairs by numbers given here, so
    that no name is ever carried. In teams `ns` and `ew` are the teams and `ns_pair`, `ew_pair` the pairs that sat.
    `score` is what the file claims for North-South; `marked` says that it marks a call or card as irregular.

    >>> entry = Entry(source=Source("a.csv", 2), board=1, contract=Contract.parse("4S by N"), tricks=10)
    >>> str(entry.result), entry.score_ns, str(entry.dealer), str(entry.vulnerability)
    ('4S= by N', 420, 'N', 'none')
    """

    source: Source
    board: int
    number: int = 0  # its number in the event, from 1, in the order of reading
    session: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    room: Room | None = None
    ns: str = ""
    ew: str = ""
    ns_pair: str = ""
    ew_pair: str = ""
    dealer: Seat = Seat.N
    vulnerability: Vulnerability = Vulnerability.NONE
    deal: Deal | None = None
    contract: Contract | None = None
    passed_out: bool = False
    tricks: int | None = None
    score: int | None = None
    artificial: Artificial | None = None
    auction: Auction | None = None
    call_times: tuple[int | None, ...] = ()
    leader: Seat | None = None
    cards: tuple[Card, ...] = ()
    card_times: tuple[int | None, ...] = ()
    claimed: bool = False  # the play was closed before its last card
    marked: bool = False
    stated: int | None = None  # tricks the file states where its own play gives another number
    doubts: tuple[str, ...] = ()  # what a second file says otherwise of this same result

    @property
    def result(self) -> Result | None:
        """Contract and tricks, or passed out; none when the file does not tell both."""
        if self.passed_out:
            return PASSED_OUT
        if self.contract is None or self.tricks is None:
            return None
        return Result(self.contract, self.tricks)

    @property
    def score_ns(self) -> int | None:
        """Points to North-South: from the result where it is told, else as the file claims."""
        result = self.result
        return self.score if result is None else score_ns(result, self.vulnerability)

    @property
    def lead(self) -> Card | None:
        """The opening lead."""
        return self.cards[0] if self.cards else None

    @property
    def play(self) -> Play | None:
        """The cards recorded, from the opening lead on; none when leader or denomination is not known."""
        if self.leader is None or self.contract is None or not self.cards:
            return None
        return Play(self.leader, self.contract.strain, self.cards)

    def of(self, side: Side) -> str:
        """Who competes on this side."""
        return self.ns if side is Side.NS else self.ew

    def pair_of(self, side: Side) -> str:
        """The pair on this side: in teams the pair that sat there, where it is told."""
        seated = self.ns_pair if side is Side.NS else self.ew_pair
        return seated or self.of(side)


@dataclass(frozen=True)
class BoardGroup:
    """The unit of work: a board of one session, with every table that played it; the deal where it is known.

    Tables come in the order of reading. `name` is what pages and checkpoints call it.
    """

    session: str
    board: int
    deal: Deal | None
    entries: tuple[Entry, ...]

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.entries[0].dealer

    @property
    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable."""
        return self.entries[0].vulnerability

    @cached_property
    def name(self) -> str:
        """A short name, unlike that of any other board of the event.

        >>> BoardGroup("2", 7, None, ()).name
        's2-b7'

        Names become file names: sessions that differ only in their signs are told apart, a long one is cut.

        >>> BoardGroup("Day 1 / a", 7, None, ()).name != BoardGroup("Day 1 - a", 7, None, ()).name
        True
        """
        word = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in self.session.lower())
        if word != self.session.lower() or len(word) > _LONGEST_NAME:
            word = f"{word[:_LONGEST_NAME]}-{hashlib.sha256(self.session.encode()).hexdigest()[:6]}"
        tail = f"-{self.deal.key[:4].hex()}" if self.deal is not None else ""
        return (f"s{word}-" if word else "") + f"b{self.board}{tail}"

    @cached_property
    def key(self) -> str:
        """A name made of everything the solver is asked: the same facts, the same key, on any machine."""
        facts = hashlib.sha256()
        facts.update(b"" if self.deal is None else self.deal.key)
        facts.update(f"{self.dealer}{self.vulnerability}".encode())
        for entry in self.entries:
            asked = f"|{entry.contract}|{entry.leader}|{entry.passed_out}|"
            facts.update(asked.encode() + bytes(card.index for card in entry.cards))
        return facts.hexdigest()[:32]


class LostKind(StrEnum):
    """Why something in the folder does not count."""

    FILE = "file"  # a whole file could not be read
    ROW = "row"  # one row of a table
    PART = "part"  # something within a board or row; the rest of it counts
    DOUBLE = "double"  # a result that is there twice


@dataclass(frozen=True, slots=True, order=True)
class Lost:
    """One line of the loss report: where, what was found, why it does not count."""

    source: Source
    kind: LostKind
    found: str
    why: str
