"""A championship made for measuring, in the shape of real ones: a folder of PBN files, a session a file.

Where the record of expert tables lies beside the checkout, deals, auctions, contracts, results and one play a deal
are taken from it; the plays of the other tables follow that one for a while and then go ways of their own. Without
the record deals and contracts are drawn. The same words give the same bytes.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from analyser.bridge import Auction, Card, Contract, Deal, Play, Seat, Strain
from tests.estimates.dealt import random_deal
from tests.support import SHARED

BOARDS = 32  # a session


@dataclass(frozen=True, slots=True)
class Table:
    """What happened once: the calls from the dealer, the contract, declarer's tricks, the cards that are recorded."""

    calls: str
    contract: Contract
    tricks: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A deal, who dealt, who is vulnerable, and what is known to have happened."""

    dealer: str
    vulnerable: str
    deal: Deal
    tables: tuple[Table, ...]


def write(folder: Path, deals: int, tables: int, seed: int = 1) -> int:
    """Write the folder; returns how many results it holds."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(
        'name = "Made for measuring"\nform = "matchpoints"\ndate = 2019-06-20\n'
    )
    rng = random.Random(seed)
    source = _recorded(deals, tables, rng) if SHARED.is_dir() else _drawn(rng)
    lines: list[str] = []
    for number in range(deals):
        board = next(source)
        for table in range(tables):
            lines += _told(board, _another(board, table, rng), number, table)
        if number % BOARDS == BOARDS - 1 or number == deals - 1:
            (folder / f"session-{number // BOARDS + 1:03}.pbn").write_text("\n".join(lines))
            lines = []
    return deals * tables


def _told(board: Board, played: Table, number: int, table: int) -> Iterator[str]:
    """One result in PBN."""
    contract = played.contract
    tags = {
        "Session": number // BOARDS + 1,
        "Board": number % BOARDS + 1,
        "Table": table + 1,
        "PairNS": table + 1,
        "PairEW": 1001 + (table + number) % 40,
        "Dealer": board.dealer,
        "Vulnerable": board.vulnerable,
        "Deal": board.deal,
        "Declarer": contract.declarer,
        "Contract": str(contract).split()[0],
        "Result": played.tricks,
    }
    yield from (f'[{name} "{value}"]' for name, value in tags.items())
    yield f'[Auction "{board.dealer}"]'
    yield played.calls.replace("P", "Pass").replace("N", "NT").replace("NTT", "NT")
    yield f'[Play "{contract.leader}"]'
    yield from _rows(contract, played.cards)
    yield ""


def _rows(contract: Contract, cards: tuple[Card, ...]) -> Iterator[str]:
    """The cards of each trick in the fixed order of the columns, the leader's first."""
    play = Play(contract.leader, contract.strain, cards)
    seats = [contract.leader]
    while len(seats) < 4:
        seats.append(seats[-1].next)
    turns: list[dict[Seat, Card]] = []
    for count, card in enumerate(cards):
        if count % 4 == 0:
            turns.append({})
        turns[-1][Play(play.leader, play.strain, cards[:count]).turn] = card
    for trick in turns:
        yield " ".join(str(trick.get(seat, "-")) for seat in seats)
    yield "*"


def _another(board: Board, table: int, rng: random.Random) -> Table:
    """A table of the field: what happened at one of those known, its play its own from some card on."""
    known = board.tables[table % len(board.tables)]
    contract = known.contract
    if table < len(board.tables) and known.cards:
        return known
    model = next(
        (table for table in board.tables if table.contract == contract and len(table.cards) > 8), None
    )
    play = Play(contract.leader, contract.strain)
    if model is not None:
        play = Play(contract.leader, contract.strain, model.cards[: rng.randrange(1, len(model.cards))])
    elif known.cards:
        play = Play(contract.leader, contract.strain, known.cards[:1])
    for _ in range(max(0, rng.randrange(12, 45) - len(play))):
        play = play.then(rng.choice(play.playable(board.deal)))
    side = contract.declarer.side
    won, lost = play.won_by(side), play.won_by(contract.leader.side)
    tricks = min(max(known.tricks + rng.choice((0, 0, 0, 1, -1)), won), 13 - lost)
    return Table(known.calls, contract, tricks, play.cards)


def _drawn(rng: random.Random) -> Iterator[Board]:
    """Deals and contracts of no event at all."""
    while True:
        deal, dealer = random_deal(rng), Seat.N
        tables = []
        for _ in range(6):
            strain, level = rng.choice(list(Strain)), rng.randrange(1, 5)
            calls = f"{level}{'CDHSN'[strain]} P P P"
            tables.append(Table(calls, Contract(level, strain, 0, dealer), rng.randrange(5, 12), ()))
        yield Board("N", "None", deal, tuple(tables))


def _recorded(deals: int, tables: int, rng: random.Random) -> Iterator[Board]:
    """Real deals with at least one recorded play; those with the most tables for a large field."""
    place = SHARED / "data" / "vugraph"
    plays = pd.read_parquet(place / "plays.parquet").drop_duplicates("deal_id").set_index("deal_id")
    dealt = pd.read_parquet(place / "deals.parquet").set_index("deal_id")
    dealt = dealt.loc[dealt.index.intersection(plays.index)]
    wanted = (
        dealt.sort_values(["n_tables"], ascending=False, kind="stable")
        if tables > 8
        else dealt[dealt.n_tables >= 2]
    )
    chosen = (
        wanted.head(2 * deals) if tables > 8 else wanted.sample(2 * deals, random_state=rng.randrange(2**31))
    )
    record = pd.read_parquet(place / "tables.parquet")
    record = record[record.deal_id.isin(chosen.index) & (record.tricks >= 0) & (record.n_cards >= 8)]
    for deal_id, rows in record.groupby("deal_id", sort=False):
        row, played = chosen.loc[deal_id], plays.loc[deal_id]
        deal = Deal.parse(row.deal)
        found = []
        for table in rows.itertuples():
            contract = Auction.parse(row.dealer, table.auction).contract
            if contract is None:
                continue
            real = table.lin_id == played.lin_id and table.room == played.room
            text = played.play if real else table.lead
            cards = tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))
            if not Play(contract.leader, contract.strain, cards).problems(deal):
                found.append(Table(table.auction, contract, int(table.tricks), cards))
        if found:
            found.sort(key=lambda one: -len(one.cards))
            yield Board(row.dealer, row.vul, deal, tuple(found))
