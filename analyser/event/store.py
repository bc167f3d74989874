"""Every result of an event in one sqlite file, a compact row each; boards come out one at a time.

However large the event, only one board with its tables is in memory.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

from analyser.bridge import CALLS, PACK, Auction, Contract, Deal, Seat, Vulnerability
from analyser.event.values import BoardGroup, Entry, Lost, LostKind, Source
from analyser.formats import Artificial, Room

__all__ = ["Store"]

_COLUMNS = (
    "id", "session", "board", "deal", "section", "round", "tab", "room", "ns", "ew", "ns_pair", "ew_pair", "file",
    "place", "rest",
)  # fmt: skip
_SCHEMA = """
CREATE TABLE entry (id INTEGER PRIMARY KEY, session TEXT, board INTEGER, deal BLOB, section TEXT, round TEXT,
  tab TEXT, room TEXT, ns TEXT, ew TEXT, ns_pair TEXT, ew_pair TEXT, file TEXT, place INTEGER, rest TEXT);
CREATE INDEX of_board ON entry (session, board);
CREATE TABLE dealt (session TEXT, board INTEGER, deal BLOB, dealer INTEGER, vulnerable TEXT,
  UNIQUE (session, board, deal));
CREATE TABLE lost (file TEXT, place INTEGER, kind TEXT, found TEXT, why TEXT);
CREATE TABLE named (id TEXT PRIMARY KEY, kind TEXT, name TEXT, shown TEXT, UNIQUE (kind, name)) WITHOUT ROWID;
"""
_NATURAL = "length(session), session, board, deal, id"


def _codes(values: Iterable[int]) -> str:
    """Small numbers as letters: one sign each."""
    return "".join(chr(33 + value) for value in values)


def _numbers(text: str) -> list[int]:
    return [ord(sign) - 33 for sign in text]


def _rest(entry: Entry) -> str:
    """What is never asked of the database, as compact text; nothing is written for what is not there."""
    contract = entry.contract
    told: dict[str, object] = {
        "d": int(entry.dealer),
        "v": str(entry.vulnerability),
        "c": None if contract is None else str(contract),
        "p": entry.passed_out or None,
        "t": entry.tricks,
        "s": entry.score,
        "a": None if entry.artificial is None else [entry.artificial.ns, entry.artificial.ew],
        "b": None
        if entry.auction is None
        else [int(entry.auction.dealer), _codes(c.code for c in entry.auction.calls)],
        "bt": list(entry.call_times) or None,
        "l": None if entry.leader is None else int(entry.leader),
        "k": _codes(card.index for card in entry.cards) or None,
        "kt": list(entry.card_times) or None,
        "x": entry.claimed or None,
        "m": entry.marked or None,
        "w": entry.stated,
        "o": list(entry.doubts) or None,
    }
    kept = {key: value for key, value in told.items() if value is not None}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _row(entry: Entry) -> tuple[object, ...]:
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
        _rest(entry),
    )


def _entry(row: tuple[object, ...], deal: Deal | None) -> Entry:
    at = dict(zip(_COLUMNS, row, strict=True))
    rest = json.loads(str(at["rest"]))
    bid, artificial = rest.get("b"), rest.get("a")
    auction = None if bid is None else Auction(Seat(bid[0]), tuple(CALLS[code] for code in _numbers(bid[1])))
    return Entry(
        source=Source(str(at["file"]), int(str(at["place"]))),
        number=int(str(at["id"])),
        session=str(at["session"]),
        board=int(str(at["board"])),
        section=str(at["section"]),
        round=str(at["round"]),
        table=str(at["tab"]),
        room=None if at["room"] is None else Room(at["room"]),
        ns=str(at["ns"]),
        ew=str(at["ew"]),
        ns_pair=str(at["ns_pair"]),
        ew_pair=str(at["ew_pair"]),
        deal=deal,
        dealer=Seat(rest["d"]),
        vulnerability=Vulnerability(rest["v"]),
        contract=None if rest.get("c") is None else Contract.parse(rest["c"]),
        passed_out=rest.get("p", False),
        tricks=rest.get("t"),
        score=rest.get("s"),
        artificial=None if artificial is None else Artificial(*artificial),
        auction=auction,
        call_times=tuple(rest.get("bt", ())),
        leader=None if rest.get("l") is None else Seat(rest["l"]),
        cards=tuple(PACK[index] for index in _numbers(rest.get("k", ""))),
        card_times=tuple(rest.get("kt", ())),
        claimed=rest.get("x", False),
        marked=rest.get("m", False),
        stated=rest.get("w"),
        doubts=tuple(rest.get("o", ())),
    )


class Store:
    """The results of one event; made anew from the folder each time, in the order of the files.

    >>> store = Store()
    >>> store.add([Entry(source=Source("a.csv", 2), board=3, ns="1", ew="2", score=420)])
    >>> [group.entries[0].score for group in store.groups()]
    [420]
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            for end in ("", "-journal", "-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
        self.base = sqlite3.connect(path or ":memory:", isolation_level=None)
        self.base.execute("PRAGMA synchronous = OFF")  # it is made anew from the folder at every run
        self.base.execute("PRAGMA journal_mode = MEMORY")
        self.base.execute("PRAGMA cache_size = -16000")
        self.base.executescript(_SCHEMA)
        self.base.execute("BEGIN")

    def add(self, entries: Iterable[Entry]) -> None:
        """Keep results; each gets the next number."""
        marks = ", ".join("?" * len(_COLUMNS))
        rows = (_row(replace(entry, number=0)) for entry in entries)
        self.base.executemany(f"INSERT INTO entry VALUES ({marks})", rows)  # noqa: S608 - question marks only

    def put(self, entry: Entry) -> None:
        """Keep a result that is there already, changed."""
        marks = ", ".join("?" * len(_COLUMNS))
        self.base.execute(f"INSERT OR REPLACE INTO entry VALUES ({marks})", _row(entry))  # noqa: S608

    def drop(self, number: int) -> None:
        """Take a result out: another stands for it."""
        self.base.execute("DELETE FROM entry WHERE id = ?", (number,))

    def add_deal(
        self, session: str, board: int, deal: Deal, dealer: Seat | None, vulnerability: Vulnerability | None
    ) -> None:
        """Keep a hand record without a result."""
        row = (session, board, deal.key, dealer, None if vulnerability is None else str(vulnerability))
        self.base.execute("INSERT OR IGNORE INTO dealt VALUES (?, ?, ?, ?, ?)", row)

    def deals_of(self, session: str, board: int) -> list[tuple[Deal, Seat | None, Vulnerability | None]]:
        """The deals told for a board of a session, from hand records and from tables that tell theirs."""
        asked = (
            "SELECT deal, dealer, vulnerable FROM dealt WHERE session = ? AND board = ? UNION "
            "SELECT deal, NULL, NULL FROM entry WHERE session = ? AND board = ? AND deal IS NOT NULL "
            "AND deal NOT IN (SELECT deal FROM dealt WHERE session = ? AND board = ?) ORDER BY 1"
        )
        rows = self.base.execute(asked, (session, board) * 3).fetchall()
        return [
            (
                Deal.from_key(key),
                None if dealer is None else Seat(dealer),
                None if word is None else Vulnerability(word),
            )
            for key, dealer, word in rows
        ]

    def lose(self, lost: Lost) -> None:
        """Keep a line of the loss report."""
        row = (lost.source.file, lost.source.place, str(lost.kind), lost.found, lost.why)
        self.base.execute("INSERT INTO lost VALUES (?, ?, ?, ?, ?)", row)

    def losses(self) -> Iterator[Lost]:
        """The loss report, by file and line."""
        rows = self.base.execute("SELECT * FROM lost ORDER BY file, place, kind, found, why")
        for file, place, kind, found, why in rows:
            yield Lost(Source(file, place), LostKind(kind), found, why)

    def name(self, kind: str, text: str) -> str:
        """The number given to a team or pair of this name, in the order of first meeting.

        >>> store = Store()
        >>> store.name("team", "Reds"), store.name("team", "Blues"), store.name("team", " reds ")
        ('team 1', 'team 2', 'team 1')
        """
        plain = " ".join(text.split())
        wanted = plain.casefold()
        found = self.base.execute(
            "SELECT id FROM named WHERE kind = ? AND name = ?", (kind, wanted)
        ).fetchone()
        if found is not None:
            return str(found[0])
        (count,) = self.base.execute("SELECT count(*) FROM named WHERE kind = ?", (kind,)).fetchone()
        given = f"{kind} {count + 1}"
        self.base.execute("INSERT INTO named VALUES (?, ?, ?, ?)", (given, kind, wanted, plain))
        return given

    def called(self) -> dict[str, str]:
        """Names by the numbers given: printed only when somebody asks for names."""
        return dict(self.base.execute("SELECT id, shown FROM named ORDER BY id"))

    def number_of(self, kind: str, text: str) -> str | None:
        """The number of a name that has been met; none for a stranger."""
        wanted = " ".join(text.split()).casefold()
        found = self.base.execute(
            "SELECT id FROM named WHERE kind = ? AND name = ?", (kind, wanted)
        ).fetchone()
        return None if found is None else str(found[0])

    def groups(self) -> Iterator[BoardGroup]:
        """Every board with its tables: by session, board number and deal."""
        columns = ", ".join(_COLUMNS)
        rows = self.base.execute(f"SELECT {columns} FROM entry ORDER BY {_NATURAL}")  # noqa: S608
        for (session, board, key), found in groupby(rows, key=lambda row: (row[1], row[2], row[3])):
            deal = None if key is None else Deal.from_key(key)
            yield BoardGroup(session, board, deal, tuple(_entry(row, deal) for row in found))

    def entries(self, where: str = "", given: tuple[object, ...] = ()) -> Iterator[Entry]:
        """Results in the order of reading; `where` is a condition on the columns."""
        columns, condition = ", ".join(_COLUMNS), f"WHERE {where}" if where else ""
        for row in self.base.execute(f"SELECT {columns} FROM entry {condition} ORDER BY id", given):  # noqa: S608
            yield _entry(row, None if row[3] is None else Deal.from_key(row[3]))

    @property
    def tables(self) -> int:
        """How many results there are."""
        return int(self.base.execute("SELECT count(*) FROM entry").fetchone()[0])

    @property
    def boards(self) -> int:
        """How many boards there are."""
        asked = "SELECT count(*) FROM (SELECT DISTINCT session, board, deal FROM entry)"
        return int(self.base.execute(asked).fetchone()[0])

    def __enter__(self) -> Self:
        """Use it for one run."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Let go of the file."""
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.base.close()
