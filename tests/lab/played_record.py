"""The small record with contracts, leads, plays and slow calls added, all with a fixed seed."""

from pathlib import Path

import numpy as np
import pandas as pd

from analyser.bridge import Auction, Contract, Deal, Play, Seat
from analyser.errors import BridgeError
from tests.lab.small_record import write_record


def _legal_play(deal: Deal, contract: Contract, cards: int, rng: np.random.Generator) -> Play:
    """Any cards the Laws allow, the first the lowest of the leader's longest suit or, one time in four, any."""
    play = Play(contract.leader, contract.strain)
    for turn in range(cards):
        may = play.playable(deal)
        if turn == 0 and rng.random() < 0.75:
            hand = deal[contract.leader]
            longest = max(range(4), key=lambda suit: (hand.lengths[suit], suit))
            play = play.then(min(card for card in may if card.suit == longest))
        else:
            play = play.then(may[int(rng.integers(len(may)))])
    return play


def write_played_record(folder: Path, deals: int, seed: int = 5) -> Path:
    """All files of the documented form; one table in six is noted as slow at its last bid or double."""
    write_record(folder, deals, seed)
    rng = np.random.default_rng(seed)
    events = pd.read_parquet(folder / "events.parquet")
    second = events.assign(lin_id=events["lin_id"] + 1000)
    events = pd.concat([events, second], ignore_index=True)
    events["event"] = [f"event {lin}" for lin in events["lin_id"]]
    events.to_parquet(folder / "events.parquet")
    known = pd.read_parquet(folder / "deals.parquet").set_index("deal_id")
    tables = pd.read_parquet(folder / "tables.parquet")
    tables["lin_id"] += 1000 * (np.arange(len(tables)) % 3 == 2)  # the third table is of another broadcast
    plays, noted = [], []
    for row, table in enumerate(tables.itertuples()):
        dealer = Seat.parse(known.loc[table.deal_id, "dealer"])
        try:
            contract = Auction.parse(dealer, table.auction).contract
        except BridgeError:
            continue  # the slip of the record
        calls = table.auction.split()
        index = len(calls) - 4
        if row % 6 == 0 and index >= 0:
            call, seat = calls[index], "NESW"[(dealer + index) % 4]
            noted.append(
                (
                    table.deal_id,
                    table.lin_id,
                    table.room,
                    1,
                    index,
                    seat,
                    "next",
                    "operator",
                    "seat",
                    call,
                    "P",
                )
            )
        if contract is None:
            continue
        deal = Deal.parse(known.loc[table.deal_id, "deal"])
        dd = int(np.clip(6 + contract.level + rng.integers(-2, 3), 0, 13))
        tricks = int(np.clip(dd + rng.choice([-1, 0, 0, 0, 1]), 0, 13))
        cards = int(rng.integers(8, 53))
        play = _legal_play(deal, contract, cards, rng)
        name = f"{contract.level}{str(contract.strain)[0]}{contract.declarer}"
        tables.loc[row, ["contract", "lead", "n_cards"]] = [name, str(play.cards[0]), cards]
        tables.loc[row, "tricks"] = tricks
        text = "".join(map(str, play.cards))
        plays.append(
            (
                *(table.deal_id, table.lin_id, table.room, 1, 2010, contract.level, str(contract.strain)[0]),
                *(str(contract.declarer), contract.doubled, tricks, dd, dd, cards < 52, text),
            )
        )
    names = [
        "deal_id",
        "lin_id",
        "room",
        "board",
        "year",
        "level",
        "den",
        "decl",
        "dbl",
        "tricks",
        "dd",
        "dd_after_lead",
    ]
    tables.to_parquet(folder / "tables.parquet")
    pd.DataFrame(plays, columns=[*names, "claimed", "play"]).to_parquet(folder / "plays.parquet")
    words = [
        "deal_id",
        "lin_id",
        "room",
        "board",
        "call_index",
        "seat",
        "timing",
        "reporter",
        "named_by",
        "call",
    ]
    pd.DataFrame(noted, columns=[*words, "partner_next_call"]).to_parquet(folder / "tempo.parquet")
    return folder
