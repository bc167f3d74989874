"""Storage of an event: results at tables, boards with all their tables, deals, names, and the loss report."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from pathlib import Path

from analyser.bridge import (
    CALLS,
    PACK,
    PASSED_OUT,
    Auction,
    Card,
    Contract,
    Deal,
    Play,
    PointsOnly,
    Result,
    Seat,
    Side,
    Vulnerability,
    parse_result,
)
from analyser.event.pseudonyms import name_as_kept
from analyser.formats import Artificial, Points, PointsKind, Published, Room
from analyser.messages import Text, pack_text, unpack_text
from analyser.resources import delete_sqlite, open_sqlite
from analyser.scoring import is_contract_score, score_ns

_LONGEST_NAME = 40  # characters of a session in a file name


@dataclass(frozen=True, slots=True, order=True)
class ResultSource:
    """The source of a result: the file, and the line of a list or the number of the board in a file of boards.

    >>> str(ResultSource("day1/open.csv", 12))
    'day1/open.csv:12'
    """

    file: str
    place: int = 0

    def __str__(self) -> str:
        """The source as a reader looks it up."""
        return f"{self.file}:{self.place}" if self.place else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """One recorded result at one table. What the files do not say is None or empty; nothing is guessed.

    `ns` and `ew` name who competes there: pairs by their numbers, teams and named pairs by numbers given here, so
    that no name is ever carried. In teams `ns` and `ew` are the teams and `ns_pair`, `ew_pair` the pairs that sat.
    `score` is the file's score for North-South; `marked` says that it marks a call or card as irregular.

    >>> entry = TableEntry(source=ResultSource("a.csv", 2), board=1, contract=Contract.parse("4S by N"), tricks=10)
    >>> str(entry.result), entry.score_ns, str(entry.dealer), str(entry.vulnerability)
    ('4S= by N', 420, 'N', 'none')
    """

    source: ResultSource
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
    played: Result | None = None  # the result of auction, play and claim if the file scores something else
    doubts: tuple[Result | PointsOnly, ...] = ()  # what a second file states differently of this result
    points: tuple[Points, ...] = ()  # the file's own points of both sides for the board
    stated: bool = True  # whether the file states the tricks; otherwise they come from a claim or the play

    @property
    def result(self) -> Result | None:
        """Contract and tricks, or passed out; None if the file does not state both."""
        if self.passed_out:
            return PASSED_OUT
        if self.contract is None or self.tricks is None:
            return None
        return Result(self.contract, self.tricks)

    @property
    def score_ns(self) -> int | None:
        """Points to North-South: the file's score, else that of its contract and tricks.

        A number no contract is worth does not count if there is a result: it is a typing error or another kind of points.
        """
        result = self.result
        if result is None or (self.score is not None and is_contract_score(self.score)):
            return self.score
        return score_ns(result, self.vulnerability)

    @property
    def contract_played(self) -> Contract | None:
        """The contract in which the cards were played; the contract scored may differ."""
        return self.contract if self.played is None else self.played.contract

    @property
    def lead(self) -> Card | None:
        """The opening lead."""
        return self.cards[0] if self.cards else None

    @property
    def play(self) -> Play | None:
        """The recorded play from the opening lead on, or None if leader or denomination is unknown."""
        contract = self.contract_played
        if self.leader is None or contract is None or not self.cards:
            return None
        return Play(self.leader, contract.strain, self.cards)

    def competitor_of(self, side: Side) -> str:
        """The competitor on this side."""
        return self.ns if side is Side.NS else self.ew

    def pair_of(self, side: Side) -> str:
        """The pair on this side: in teams the pair that sat there, if stated."""
        seated = self.ns_pair if side is Side.NS else self.ew_pair
        return seated or self.competitor_of(side)


@dataclass(frozen=True)
class BoardGroup:
    """The unit of work: a board of one session with every table that played it, and the deal if known.

    Tables are in the order of reading. `name` is its name on pages and in checkpoints.
    """

    session: str
    board: int
    deal: Deal | None
    entries: tuple[TableEntry, ...]

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        return self.entries[0].dealer

    @property
    def vulnerability(self) -> Vulnerability:
        """The vulnerability."""
        return self.entries[0].vulnerability

    @cached_property
    def name(self) -> str:
        """A short name, unlike that of any other board of the event.

        >>> BoardGroup("2", 7, None, ()).name
        's2-b7'

        Names become file names: sessions that differ only in special characters are distinguished, a long one is cut.

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
        """A digest of all questions to the solver: the same facts give the same key on any machine."""
        facts = hashlib.sha256()
        facts.update(b"" if self.deal is None else self.deal.key)
        facts.update(f"{self.dealer}{self.vulnerability}".encode())
        for entry in self.entries:
            play = f"|{entry.contract_played}|{entry.leader}|{entry.passed_out}|"
            facts.update(play.encode() + bytes(card.index for card in entry.cards))
        return facts.hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class FilePublication:
    """What one file says of the whole event; its lines name competitors as the results do."""

    file: str
    session: str
    published: Published


class LossKind(StrEnum):
    """Why something in the folder does not count."""

    FILE = "file"  # a whole file could not be read
    ROW = "row"  # one row of a table
    PART = "part"  # a part of a board or row; the rest counts
    DOUBLE = "double"  # a result that occurs twice


@dataclass(frozen=True, slots=True, order=True)
class EventLoss:
    """One line of the loss report: the place, the text there, and why it does not count."""

    source: ResultSource
    kind: LossKind
    found: str
    why: Text


_COLUMNS = (
    "id", "session", "board", "deal", "section", "round", "tab", "room", "ns", "ew", "ns_pair", "ew_pair", "file",
    "place", "rest",
)  # fmt: skip
_TABLES = """
CREATE TABLE entry (id INTEGER PRIMARY KEY, session TEXT, board INTEGER, deal BLOB, section TEXT, round TEXT,
  tab TEXT, room TEXT, ns TEXT, ew TEXT, ns_pair TEXT, ew_pair TEXT, file TEXT, place INTEGER, rest TEXT);
CREATE INDEX of_board ON entry (session, board);
CREATE TABLE dealt (session TEXT, board INTEGER, deal BLOB, dealer INTEGER, vulnerable TEXT,
  UNIQUE (session, board, deal));
CREATE TABLE lost (file TEXT, place INTEGER, kind TEXT, found TEXT, why TEXT, said TEXT);
CREATE TABLE named (id TEXT PRIMARY KEY, kind TEXT, name TEXT, shown TEXT, UNIQUE (kind, name)) WITHOUT ROWID;
"""
_NATURAL = "length(session), session, board, deal, id"
# The condition of a scored result: points, an artificial score, a passed-out board, or a contract with tricks.
_HAS_SCORE = (
    "json_extract(rest, '$.s') IS NOT NULL OR json_extract(rest, '$.a') IS NOT NULL OR json_extract(rest, '$.p') "
    "OR (json_extract(rest, '$.c') IS NOT NULL AND json_extract(rest, '$.t') IS NOT NULL)"
)


def _pack(entry: TableEntry) -> str:
    """Facts that are never queried, as compact text without empty ones."""
    contract, auction = entry.contract, entry.auction
    facts: dict[str, object] = {
        "d": int(entry.dealer),
        "v": str(entry.vulnerability),
        "c": None if contract is None else str(contract),
        "p": entry.passed_out or None,
        "t": entry.tricks,
        "s": entry.score,
        "a": None if entry.artificial is None else [entry.artificial.ns, entry.artificial.ew],
        "b": None if auction is None else [int(auction.dealer), [call.code for call in auction.calls]],
        "bt": list(entry.call_times) or None,
        "l": None if entry.leader is None else int(entry.leader),
        "k": [card.index for card in entry.cards] or None,
        "kt": list(entry.card_times) or None,
        "x": entry.claimed or None,
        "m": entry.marked or None,
        "n": None if entry.stated else True,
        "w": None if entry.played is None else str(entry.played),
        "o": list(map(str, entry.doubts)) or None,
        "q": [[points.kind.value, _text(points.ns), _text(points.ew)] for points in entry.points] or None,
    }
    known = {key: value for key, value in facts.items() if value is not None}
    return json.dumps(known, ensure_ascii=False, separators=(",", ":"))


def _text(points: Fraction | None) -> str | None:
    return None if points is None else str(points)


def _points(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _row(entry: TableEntry) -> tuple[object, ...]:
    return (
        entry.number or None,
        entry.session,
        entry.board,
        None if entry.deal is None else entry.deal.key,
        entry.section,
        entry.round,
        entry.table,
        None if entry.room is None else entry.room.value,
        entry.ns,
        entry.ew,
        entry.ns_pair,
        entry.ew_pair,
        entry.source.file,
        entry.source.place,
        _pack(entry),
    )


def _entry(row: tuple[object, ...], deal: Deal | None) -> TableEntry:
    cells = dict(zip(_COLUMNS, row, strict=True))
    rest = json.loads(str(cells["rest"]))
    bid, artificial = rest.get("b"), rest.get("a")
    return TableEntry(
        source=ResultSource(str(cells["file"]), int(str(cells["place"]))),
        number=int(str(cells["id"])),
        session=str(cells["session"]),
        board=int(str(cells["board"])),
        section=str(cells["section"]),
        round=str(cells["round"]),
        table=str(cells["tab"]),
        room=None if cells["room"] is None else Room(cells["room"]),
        ns=str(cells["ns"]),
        ew=str(cells["ew"]),
        ns_pair=str(cells["ns_pair"]),
        ew_pair=str(cells["ew_pair"]),
        deal=deal,
        dealer=Seat(rest["d"]),
        vulnerability=Vulnerability(rest["v"]),
        contract=None if rest.get("c") is None else Contract.parse(rest["c"]),
        passed_out=rest.get("p", False),
        tricks=rest.get("t"),
        score=rest.get("s"),
        artificial=None if artificial is None else Artificial(*artificial),
        auction=None if bid is None else Auction(Seat(bid[0]), tuple(CALLS[code] for code in bid[1])),
        call_times=tuple(rest.get("bt", ())),
        leader=None if rest.get("l") is None else Seat(rest["l"]),
        cards=tuple(PACK[index] for index in rest.get("k", ())),
        card_times=tuple(rest.get("kt", ())),
        claimed=rest.get("x", False),
        marked=rest.get("m", False),
        stated=not rest.get("n", False),
        played=None if rest.get("w") is None else Result.parse(rest["w"]),
        doubts=tuple(map(parse_result, rest.get("o", ()))),
        points=tuple(
            Points(PointsKind(kind), _points(ns), _points(ew)) for kind, ns, ew in rest.get("q", ())
        ),
    )


class ResultStore(AbstractContextManager["ResultStore"]):
    """The results of one event in a database, rebuilt from the folder in each run, in the order of the files.

    >>> store = ResultStore()
    >>> store.add([TableEntry(source=ResultSource("a.csv", 2), board=3, ns="1", ew="2", score=420)])
    >>> [group.entries[0].score for group in store.groups()]
    [420]
    """

    def __init__(self, path: Path | None = None, *, name_key: bytes = b"") -> None:
        self.name_key = name_key  # with a key a name is stored as its digest
        delete_sqlite(path)
        self.base = open_sqlite(path, _TABLES, synchronous="OFF", journal="MEMORY")  # rebuilt in each run
        self.base.execute("PRAGMA cache_size = -16000")
        self.base.execute("BEGIN")
        self.publications: list[FilePublication] = []

    def add(self, entries: Iterable[TableEntry]) -> None:
        """Store results; each gets the next number."""
        for entry in entries:
            self.put(replace(entry, number=0))

    def put(self, entry: TableEntry) -> None:
        """Store a result, replacing an existing one."""
        marks = ", ".join("?" * len(_COLUMNS))  # no value of the entry is part of the statement
        self.base.execute(f"INSERT OR REPLACE INTO entry VALUES ({marks})", _row(entry))  # noqa: S608

    def drop(self, number: int) -> None:
        """Remove a result that another one replaces."""
        self.base.execute("DELETE FROM entry WHERE id = ?", (number,))

    def add_deal(
        self, session: str, board: int, deal: Deal, dealer: Seat | None, vulnerability: Vulnerability | None
    ) -> None:
        """Store a hand record without a result."""
        row = (session, board, deal.key, dealer, None if vulnerability is None else str(vulnerability))
        self.base.execute("INSERT OR IGNORE INTO dealt VALUES (?, ?, ?, ?, ?)", row)

    def deals_of(self, session: str, board: int) -> list[tuple[Deal, Seat | None, Vulnerability | None]]:
        """The deals of a board of a session, from hand records and from tables that state theirs."""
        query = (
            "SELECT deal, dealer, vulnerable FROM dealt WHERE session = ? AND board = ? UNION "
            "SELECT deal, NULL, NULL FROM entry WHERE session = ? AND board = ? AND deal IS NOT NULL "
            "AND deal NOT IN (SELECT deal FROM dealt WHERE session = ? AND board = ?) ORDER BY 1"
        )
        rows = self.base.execute(query, (session, board) * 3).fetchall()
        return [
            (
                Deal.from_key(key),
                None if dealer is None else Seat(dealer),
                None if word is None else Vulnerability(word),
            )
            for key, dealer, word in rows
        ]

    def lose(self, loss: EventLoss) -> None:
        """Add a line to the loss report."""
        row = (loss.source.file, loss.source.place, str(loss.kind), loss.found)
        self.base.execute("INSERT INTO lost VALUES (?,?,?,?,?,?)", (*row, str(loss.why), pack_text(loss.why)))

    def losses(self) -> Iterator[EventLoss]:
        """The lines of the loss report, by file and line."""
        rows = self.base.execute("SELECT * FROM lost ORDER BY file, place, kind, found, why")
        for file, place, kind, found, _, said in rows:
            yield EventLoss(ResultSource(file, place), LossKind(kind), found, unpack_text(said))

    def name(self, kind: str, text: str) -> str:
        """The number given to a team or pair of this name, in the order of first occurrence.

        >>> store = ResultStore()
        >>> store.name("team", "Reds"), store.name("team", "Blues"), store.name("team", " reds ")
        ('team 1', 'team 2', 'team 1')
        """
        public_text = "" if self.name_key else " ".join(text.split())
        return self.add_name(kind, name_as_kept(text, self.name_key), public_text)

    def add_name(self, kind: str, name: str, shown: str) -> str:
        """The number of a stored name, from an earlier reading or new; `shown` is the text that may be printed."""
        insert = "INSERT OR IGNORE INTO named SELECT ? || (count(*) + 1), ?, ?, ? FROM named WHERE kind = ?"
        self.base.execute(insert, (f"{kind} ", kind, name, shown, kind))
        query = "SELECT id FROM named WHERE kind = ? AND name = ?"
        return str(self.base.execute(query, (kind, name)).fetchone()[0])

    def names(self) -> dict[str, str]:
        """Names by the numbers given: printed only when somebody asks for names."""
        return dict(self.base.execute("SELECT id, shown FROM named ORDER BY id"))

    def number_of(self, kind: str, text: str) -> str | None:
        """The number of a known name, or None."""
        known_as = (kind, name_as_kept(text, self.name_key))
        row = self.base.execute("SELECT id FROM named WHERE kind = ? AND name = ?", known_as).fetchone()
        return None if row is None else str(row[0])

    def groups(self) -> Iterator[BoardGroup]:
        """Every board with its tables, by session, board number and deal."""
        columns = ", ".join(_COLUMNS)
        rows = self.base.execute(f"SELECT {columns} FROM entry ORDER BY {_NATURAL}")  # noqa: S608
        for (session, board, key), of_board in groupby(rows, key=lambda row: (row[1], row[2], row[3])):
            deal = None if key is None else Deal.from_key(key)
            yield BoardGroup(session, board, deal, tuple(_entry(row, deal) for row in of_board))

    def entries(self, where: str = "", values: tuple[object, ...] = ()) -> Iterator[TableEntry]:
        """Results in the order of reading; `where` is a condition on the columns."""
        columns, condition = ", ".join(_COLUMNS), f"WHERE {where}" if where else ""
        for row in self.base.execute(f"SELECT {columns} FROM entry {condition} ORDER BY id", values):  # noqa: S608
            yield _entry(row, None if row[3] is None else Deal.from_key(row[3]))

    @property
    def tables(self) -> int:
        """The number of results."""
        return int(self.base.execute("SELECT count(*) FROM entry").fetchone()[0])

    @property
    def boards(self) -> int:
        """The number of boards."""
        query = "SELECT count(*) FROM (SELECT DISTINCT session, board, deal FROM entry)"
        return int(self.base.execute(query).fetchone()[0])

    def fullest(self, *, apart: bool) -> dict[tuple[str, str], int]:
        """The number of tables of the fullest board of each field: by session, and by section if these are `apart`.

        >>> store = ResultStore()
        >>> store.add(TableEntry(source=ResultSource("a.csv"), board=board, score=0) for board in (1, 1, 2))
        >>> store.fullest(apart=False)
        {('', ''): 2}
        """
        section = "section" if apart else "''"
        query = (
            f"SELECT session, field, max(tables) FROM (SELECT session, {section} AS field, count(*) AS tables "  # noqa: S608
            f"FROM entry WHERE {_HAS_SCORE} GROUP BY session, field, board, deal) GROUP BY session, field"
        )
        return {(session, field): tables for session, field, tables in self.base.execute(query)}

    @property
    def has_points(self) -> bool:
        """Whether any file gives points for its results."""
        query = "SELECT 1 FROM entry WHERE json_extract(rest, '$.q') IS NOT NULL LIMIT 1"
        return self.base.execute(query).fetchone() is not None

    def seats(self) -> dict[str, tuple[int, int]]:
        """How often each competitor sat North-South and East-West.

        >>> store = ResultStore()
        >>> store.add([TableEntry(source=ResultSource("a.csv"), board=1, ns="1", ew="2")])
        >>> store.seats()
        {'1': (1, 0), '2': (0, 1)}
        """
        query = (
            "SELECT who, sum(seat), sum(1 - seat) FROM (SELECT ns AS who, 1 AS seat FROM entry "
            "UNION ALL SELECT ew, 0 FROM entry) WHERE who != '' GROUP BY who"
        )
        return {who: (ns, ew) for who, ns, ew in self.base.execute(query)}

    def __exit__(self, *reason: object) -> None:
        """Let go of the file."""
        self.base.close()
