"""Real auctions cut at a contested decision, with the results of other tables that were at the same node."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, PASSED_OUT, Auction, Contract, Deal, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.call_features import AuctionKind, auction_features
from analyser.scoring import imps, score_ns
from tests.bench.lab.records import SEATS, VULNERABLE, in_half, parse_calls, read_frame, split_and_half

if TYPE_CHECKING:
    import pandas as pd

_CARDS_KNOWN: Final = 8  # fewer recorded cards: too often a result typed for another table
_LEAST_TABLES: Final = 3  # the one cut, the one a baseline repeats, and at least one target
_FORMS: Final = (Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.IMPS)
_VULNERABILITIES: Final = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
CONTRACTS: Final = 35 * 3 * 4 + 1
"""The number of contracts: final bid, doubling, declarer; and passed out, the last."""
ENDS: Final = (CONTRACTS - 1) * 14 + 1
"""The number of ends: contracts with each number of tricks; and passed out, the last."""
_KNOWN: Final = 4.0  # the tables the shares after a shorter auction count as
_ANYTHING: Final = 0.001  # the share of ends never observed at all


@dataclass(frozen=True, slots=True)
class TableOnRecord:
    """One table of the record: its calls as numbers and the result."""

    calls: tuple[int, ...]
    result: Result
    form: Form


@dataclass(frozen=True, slots=True)
class BoardOnRecord:
    """One deal with all its usable tables."""

    deal_id: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    tables: tuple[TableOnRecord, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """The node where an auction is cut, and the results of the tables that were there.

    `targets` are predicted: neither the table that was cut nor `other`, whose result one baseline repeats.
    """

    board: BoardOnRecord
    auction: Auction
    """The calls before the decision; `calls` are the same as numbers."""
    calls: tuple[int, ...]
    cut: TableOnRecord
    other: TableOnRecord
    targets: tuple[TableOnRecord, ...]


class Habits:
    """The histogram of ends after an auction began in a certain way, whatever the hands, counted in the record.

    Only the beginnings asked for are counted. A rare beginning is smoothed by the one a call shorter.
    """

    def __init__(self, beginnings: Iterable[tuple[int, ...]]) -> None:
        wanted = {calls[:length] for calls in beginnings for length in range(len(calls) + 1)}
        self._counts: dict[tuple[int, ...], Counter[int]] = {calls: Counter() for calls in wanted}

    def add(self, calls: tuple[int, ...], end: int, times: int = 1) -> None:
        """Count one table; `times` -1 removes it again."""
        for length in range(len(calls) + 1):
            counts = self._counts.get(calls[:length])
            if counts is None:
                return
            counts[end] += times

    def met(self, calls: tuple[int, ...]) -> int:
        """The number of tables with this beginning."""
        return self._counts[calls].total()

    def shares(
        self, calls: tuple[int, ...], without: Iterable[tuple[tuple[int, ...], int]] = ()
    ) -> NDArray[np.float64]:
        """The share of every end after this beginning; `without` are tables that do not count, the board's own."""
        allowed = np.append(np.repeat(_possible(calls)[:-1], 14), _possible(calls)[-1])
        shares = allowed / allowed.sum()
        left_out = list(without)
        for length in range(len(calls) + 1):
            counts = Counter(self._counts[calls[:length]])
            counts.subtract(end for other, end in left_out if other[:length] == calls[:length])
            row = np.zeros(ENDS)
            for end, times in counts.items():
                row[end] = times
            row *= allowed
            weight = _KNOWN if length else _ANYTHING * max(1.0, row.sum())
            shares = (row + weight * shares) / (row.sum() + weight)
        return np.asarray(shares)


def read_boards(folder: Path, split: str) -> "pd.DataFrame":
    """The usable tables of a split, each with its deal; deals with fewer than three are left out."""
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
    """One cut per deal; the deals, the table and the decision are drawn by seed, lazily.

    The draw for a deal depends on the seed and the deal only.
    """
    groups = tables.groupby("deal_id", sort=True).indices
    ids = np.sort(np.fromiter(groups, np.int64, len(groups)))
    for deal_id in np.random.default_rng(seed).permutation(ids).tolist():
        board = _board(tables.iloc[groups[deal_id]], forms)
        if board is not None:
            cut = _cut(board, np.random.default_rng([seed, deal_id]))
            if cut is not None:
                yield cut


def _board(rows: "pd.DataFrame", forms: dict[int, int]) -> BoardOnRecord | None:
    first = rows.iloc[0]
    dealer = Seat(SEATS[str(first["dealer"])])
    try:
        deal = Deal.parse(str(first["deal"]))
    except BridgeError:
        return None
    lines = zip(
        rows["auction"].tolist(), rows["contract"].astype(str), rows["tricks"], rows["lin_id"], strict=True
    )
    usable = (_table(dealer, *row[:3], _FORMS[forms.get(int(row[3]), 3)]) for row in lines)
    tables = tuple(table for table in usable if table is not None)
    vulnerability = _VULNERABILITIES[VULNERABLE[str(first["vul"])]]
    return BoardOnRecord(int(first["deal_id"]), deal, dealer, vulnerability, tables)


def _table(dealer: Seat, auction: str, contract: str, tricks: int, form: Form) -> TableOnRecord | None:
    """A table whose auction is legal and complete and ends in the contract noted, else `None`."""
    try:
        calls = parse_calls(auction)
        legal_auction = Auction(dealer, tuple(CALLS[call] for call in calls))
        if legal_auction.problems() or not legal_auction.is_over:
            return None
        noted = _contract(contract)
    except (BridgeError, KeyError, ValueError):
        return None
    if legal_auction.contract != noted:
        return None
    return TableOnRecord(calls, PASSED_OUT if noted is None else Result(noted, int(tricks)), form)


def _contract(name: str) -> Contract | None:
    if name == "P":
        return None
    return Contract(int(name[0]), Strain("CDHSN".index(name[1])), name[2:-1].count("X"), Seat.parse(name[-1]))


def _cut(board: BoardOnRecord, rng: np.random.Generator) -> Cut | None:
    """The first table, in random order, that has a contested decision at a node of three tables, or `None`."""
    for place in rng.permutation(len(board.tables)).tolist():
        table = board.tables[place]
        nodes = [turn for turn in range(len(table.calls)) if _is_node(board, table.calls[:turn])]
        if not nodes:
            continue
        calls = table.calls[: nodes[int(rng.integers(len(nodes)))]]
        others = [
            board_table
            for number, board_table in enumerate(board.tables)
            if number != place and board_table.calls[: len(calls)] == calls
        ]
        other = others.pop(int(rng.integers(len(others))))
        auction = Auction(board.dealer, tuple(CALLS[call] for call in calls))
        return Cut(board, auction, calls, table, other, tuple(others))
    return None


def _is_node(board: BoardOnRecord, calls: tuple[int, ...]) -> bool:
    """Whether both sides have bid and three tables were here with a call still to be made."""
    if sum(table.calls[: len(calls)] == calls for table in board.tables) < _LEAST_TABLES:
        return False
    return auction_features(calls).kind >= AuctionKind.CONTESTED


def habits(folder: Path, beginnings: list[tuple[int, ...]]) -> tuple[Habits, bool]:
    """The histograms of ends after these beginnings, counted on `train`; in a folder without it, on all of it.

    The second value is whether it was `train`.
    """
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "split"])
    train = deals[deals["split"].astype(str) == "train"]
    chosen = train if len(train) else deals
    tables = _usable(folder).merge(chosen[["deal_id", "dealer"]], on="deal_id", how="inner")
    counted = Habits(beginnings)
    known: dict[tuple[str, str, int], int | None] = {}
    lines = zip(
        tables["auction"].tolist(),
        tables["contract"].astype(str),
        tables["tricks"].tolist(),
        tables["dealer"].astype(str),
        strict=True,
    )
    for auction, contract, tricks, dealer in lines:
        end = known.get((contract, dealer, tricks), -1)
        if end == -1:
            end = known[contract, dealer, tricks] = _end(contract, tricks, Seat(SEATS[dealer]))
        if end is not None:
            try:
                counted.add(parse_calls(auction), end)
            except KeyError:
                continue  # an unreadable call
    return counted, bool(len(train))


def _end(contract: str, tricks: int, dealer: Seat) -> int | None:
    try:
        noted = _contract(contract)
    except (BridgeError, ValueError):
        return None
    return end_of(PASSED_OUT if noted is None else Result(noted, tricks), dealer)


def contract_of(contract: Contract | None, dealer: Seat) -> int:
    """The index of a contract, declarer counted from the dealer.

    >>> contract_of(Contract.parse("1C by N"), Seat.N), contract_of(None, Seat.N) == CONTRACTS - 1
    (0, True)
    """
    if contract is None:
        return CONTRACTS - 1
    bid = (contract.level - 1) * 5 + int(contract.strain)
    return (bid * 3 + contract.doubled) * 4 + (contract.declarer - dealer & 3)


def end_of(result: Result, dealer: Seat) -> int:
    """The index of a result."""
    if result.contract is None:
        return ENDS - 1
    return contract_of(result.contract, dealer) * 14 + result.tricks


def result_of(end: int, dealer: Seat) -> Result:
    """The result of an index.

    >>> result_of(end_of(Result.parse("4SX-1 by E"), Seat.S), Seat.S)
    Result.parse('4SX-1 by E')
    """
    if end == ENDS - 1:
        return PASSED_OUT
    contract, tricks = divmod(end, 14)
    bid, rest = divmod(contract, 12)
    doubled, place = divmod(rest, 4)
    return Result(Contract(bid // 5 + 1, Strain(bid % 5), doubled, Seat(dealer + place & 3)), tricks)


@cache
def scores(dealer: Seat, vulnerability: Vulnerability) -> NDArray[np.int64]:
    """The points to North-South of every end."""
    points = [score_ns(result_of(end, dealer), vulnerability) for end in range(ENDS)]
    return np.array(points, np.int64)


@cache
def _imps_of() -> NDArray[np.int64]:
    return np.array([imps(10 * tens) for tens in range(1600)], np.int64)


def imp_distances(some: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """The distances in IMPs between scores, one row for each of the first.

    >>> imp_distances(np.array([420, -50]), np.array([420, 620])).tolist()
    [[0, 5], [10, 12]]
    """
    return np.asarray(_imps_of()[np.abs(some[:, None] - others[None, :]) // 10])


def _possible(calls: Sequence[int]) -> NDArray[np.bool_]:
    """The contracts that may still become final: higher bids, and the last bid as it can now be doubled or passed."""
    bid = np.arange(CONTRACTS - 1) // 12
    doubled, place = np.arange(CONTRACTS - 1) // 4 % 3, np.arange(CONTRACTS - 1) % 4
    standing = [turn for turn, call in enumerate(calls) if call >= 3]
    allowed = np.ones(CONTRACTS, np.bool_)
    if not standing:
        return allowed
    last = standing[-1]
    final = calls[last] - 3
    first = min(turn for turn in standing if turn % 2 == last % 2 and (calls[turn] - 3) % 5 == final % 5)
    least = max((call for call in calls[last + 1 :] if call in (1, 2)), default=0)
    stands = (bid == final) & (place == first % 4) & (doubled >= least)
    allowed[:-1] = (bid > final) | stands
    allowed[-1] = False
    return allowed
