"""Real auctions cut at a contested decision, and what really happened at other tables that stood at the same node."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from analyser.bridge import CALLS, PASSED_OUT, Auction, Contract, Deal, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.call_features import AuctionKind, auction_sights
from analyser.training.records import SEATS, VULNERABLE, parse_calls, read_frame
from analyser.training.splits import in_half, split_and_half
from analyser.training.tree_ends import Habits, end_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Board", "Cut", "Table", "cuts", "habits", "read_boards"]

_CARDS_KNOWN: Final = 8  # fewer recorded cards: too often a result typed for another table
_LEAST_TABLES: Final = 3  # the one cut, the one a baseline repeats, and one more to be foretold
_FORMS: Final = (Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.IMPS)
_VULNERABILITIES: Final = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the record: its calls as numbers and the result."""

    calls: tuple[int, ...]
    result: Result
    form: Form


@dataclass(frozen=True, slots=True)
class Board:
    """One deal with all its tables that can be used."""

    deal_id: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where an auction is cut, and what happened at the tables that stood there.

    `targets` are to be foretold: neither the table that was cut nor `other`, whose result one baseline repeats.
    """

    board: Board
    auction: Auction
    """The calls before the decision; `calls` are the same as numbers."""
    calls: tuple[int, ...]
    cut: Table
    other: Table
    targets: tuple[Table, ...]


def read_boards(folder: Path, split: str) -> "pd.DataFrame":
    """The tables of a split that can be used, each with its deal; deals with fewer than three are left out."""
    name, half = split_and_half(split)
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if name is not None:
        deals = deals[deals["split"].astype(str) == name]
    deals = deals[in_half(deals["deal_id"].to_numpy(), half)]
    tables = _usable(folder)
    tables = tables.merge(deals[["deal_id", "dealer", "vul", "deal"]], on="deal_id", how="inner")
    count = tables.groupby("deal_id")["auction"].transform("size")
    return tables[count >= _LEAST_TABLES]


def _usable(folder: Path) -> "pd.DataFrame":
    """Tables with a result, and enough of the play to trust it."""
    columns = ["deal_id", "lin_id", "auction", "contract", "tricks", "n_cards"]
    tables = read_frame(folder, "tables", columns)
    played = (tables["n_cards"] >= _CARDS_KNOWN) & (tables["tricks"] >= 0)
    return tables[played | (tables["contract"].astype(str) == "P")]


def cuts(tables: "pd.DataFrame", forms: dict[int, int], seed: int) -> Iterator[Cut]:
    """One cut a deal, the deals, the table and the decision drawn by seed, as long as somebody asks for more.

    What is drawn for a deal depends on the seed and the deal alone.
    """
    groups = tables.groupby("deal_id", sort=True).indices
    ids = np.sort(np.fromiter(groups, np.int64, len(groups)))
    for deal_id in np.random.default_rng(seed).permutation(ids).tolist():
        board = _board(tables.iloc[groups[deal_id]], forms)
        if board is not None:
            found = _cut(board, np.random.default_rng([seed, deal_id]))
            if found is not None:
                yield found


def _board(rows: "pd.DataFrame", forms: dict[int, int]) -> Board | None:
    first = rows.iloc[0]
    dealer = Seat(SEATS[str(first["dealer"])])
    try:
        deal = Deal.parse(str(first["deal"]))
    except BridgeError:
        return None
    told = zip(
        rows["auction"].tolist(), rows["contract"].astype(str), rows["tricks"], rows["lin_id"], strict=True
    )
    found = (_table(dealer, *row[:3], _FORMS[forms.get(int(row[3]), 3)]) for row in told)
    tables = tuple(table for table in found if table is not None)
    vulnerability = _VULNERABILITIES[VULNERABLE[str(first["vul"])]]
    return Board(int(first["deal_id"]), deal, dealer, vulnerability, tables)


def _table(dealer: Seat, auction: str, contract: str, tricks: int, form: Form) -> Table | None:
    """A table whose auction is legal and complete and ends in the contract that was noted; else none."""
    try:
        calls = parse_calls(auction)
        told = Auction(dealer, tuple(CALLS[call] for call in calls))
        if told.problems() or not told.is_over:
            return None
        noted = _contract(contract)
    except (BridgeError, KeyError, ValueError):
        return None
    if told.contract != noted:
        return None
    return Table(calls, PASSED_OUT if noted is None else Result(noted, int(tricks)), form)


def _contract(name: str) -> Contract | None:
    if name == "P":
        return None
    return Contract(int(name[0]), Strain("CDHSN".index(name[1])), name[2:-1].count("X"), Seat.parse(name[-1]))


def _cut(board: Board, dice: np.random.Generator) -> Cut | None:
    """The first table, in the order the dice say, that has a contested decision at a node of three tables."""
    for place in dice.permutation(len(board.tables)).tolist():
        table = board.tables[place]
        nodes = [turn for turn in range(len(table.calls)) if _is_node(board, table.calls[:turn])]
        if not nodes:
            continue
        calls = table.calls[: nodes[int(dice.integers(len(nodes)))]]
        others = [
            one
            for number, one in enumerate(board.tables)
            if number != place and one.calls[: len(calls)] == calls
        ]
        other = others.pop(int(dice.integers(len(others))))
        auction = Auction(board.dealer, tuple(CALLS[call] for call in calls))
        return Cut(board, auction, calls, table, other, tuple(others))
    return None


def _is_node(board: Board, calls: tuple[int, ...]) -> bool:
    """Whether both sides have bid and three tables stood here with a call still to be made."""
    if sum(one.calls[: len(calls)] == calls for one in board.tables) < _LEAST_TABLES:
        return False
    return auction_sights(calls).kind >= AuctionKind.CONTESTED


def habits(folder: Path, beginnings: list[tuple[int, ...]]) -> tuple[Habits, bool]:
    """What boards ended in after these beginnings, counted on `train`; in a folder without it, on all of it.

    The second value tells whether it was `train`.
    """
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "split"])
    train = deals[deals["split"].astype(str) == "train"]
    chosen = train if len(train) else deals
    tables = _usable(folder).merge(chosen[["deal_id", "dealer"]], on="deal_id", how="inner")
    counted = Habits(beginnings)
    known: dict[tuple[str, str, int], int | None] = {}
    told = zip(
        tables["auction"].tolist(),
        tables["contract"].astype(str),
        tables["tricks"].tolist(),
        tables["dealer"].astype(str),
        strict=True,
    )
    for auction, contract, tricks, dealer in told:
        end = known.get((contract, dealer, tricks), -1)
        if end == -1:
            end = known[contract, dealer, tricks] = _end(contract, tricks, Seat(SEATS[dealer]))
        if end is not None:
            try:
                counted.add(parse_calls(auction), end)
            except KeyError:
                continue  # a call nobody can read
    return counted, bool(len(train))


def _end(contract: str, tricks: int, dealer: Seat) -> int | None:
    try:
        noted = _contract(contract)
    except (BridgeError, ValueError):
        return None
    return end_of(PASSED_OUT if noted is None else Result(noted, tricks), dealer)
