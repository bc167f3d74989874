"""A small record in the documented form, dealt with a fixed seed: strong hands open and raise, weak ones pass."""

from pathlib import Path

import numpy as np
import pandas as pd

RANKS = "23456789TJQKA"


def _holding(cards: list[int]) -> str:
    suits = [[card % 13 for card in cards if card // 13 == suit] for suit in range(4)]
    return ".".join("".join(RANKS[rank] for rank in sorted(suit, reverse=True)) for suit in reversed(suits))


def _points(cards: list[int]) -> int:
    return sum(max(0, card % 13 - 8) for card in cards)


def _calls(hands: list[list[int]], dealer: int, table: int) -> str:
    """Twelve points open the longest suit, six raise it, anything else passes; every third table raises to game."""
    calls: list[str] = []
    opened = -1
    for turn in range(4):
        cards = hands[(dealer + turn) % 4]
        if opened < 0 and _points(cards) >= 12:
            longest = max(range(4), key=lambda suit: (sum(card // 13 == suit for card in cards), suit))
            calls.append(f"1{'CDHS'[longest]}")
            opened = turn
            break
        calls.append("P")
    if opened < 0:
        return " ".join(calls)
    partner = hands[(dealer + opened + 2) % 4]
    calls.append("P")
    if _points(partner) < 6:
        return " ".join([*calls, "P", "P"])
    calls.append(f"{4 if table == 0 else 2}{calls[opened][1]}")
    return " ".join([*calls, "P", "P", "P"])


def write_record(folder: Path, deals: int, seed: int = 5) -> Path:
    """Write deals, tables, events and positions; the last third of the deals is `valid`."""
    rng = np.random.default_rng(seed)
    deal_rows, table_rows, position_rows = [], [], []
    for deal_id in range(deals):
        pack = rng.permutation(52).tolist()
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        dealer = deal_id % 4
        split = "train" if deal_id < deals * 2 // 3 else "valid"
        text = "N:" + " ".join(map(_holding, hands))
        vul = ("None", "NS", "EW", "All")[deal_id // 4 % 4]
        deal_rows.append((deal_id, "NESW"[dealer], vul, text, 3, deal_id // 10, 2010, split))
        auctions = [_calls(hands, dealer, table) for table in range(3)]
        if deal_id % 50 == 0:
            auctions[2] = "1S 1C P P P"  # nobody may bid 1C over 1S: the record has such slips
        for table, auction in enumerate(auctions):
            table_rows.append(
                (deal_id, deal_id // 10, "oc"[table % 2], 1, auction, deal_id % 3, "P", 0, "", 52)
            )
        prefix = auctions[0].split()
        if auctions[0] != auctions[1] and len(auctions[0].split()) == len(auctions[1].split()):
            place = next(
                at
                for at, pair in enumerate(zip(prefix, auctions[1].split(), strict=True))
                if len(set(pair)) > 1
            )
            votes = f"{auctions[1].split()[place]}:5 {prefix[place]}:2"
            seat = "NESW"[(dealer + place) % 4]
            position_rows.append((deal_id, " ".join(prefix[:place]), seat, 7, votes, split))
    frames = {
        "deals": (
            deal_rows,
            ["deal_id", "dealer", "vul", "deal", "n_tables", "first_lin_id", "year", "split"],
        ),
        "tables": (
            table_rows,
            [
                "deal_id",
                "lin_id",
                "room",
                "board",
                "auction",
                "alert_mask",
                "contract",
                "tricks",
                "lead",
                "n_cards",
            ],
        ),
        "events": (
            [(lin, "event", "", "IPB"[lin % 3], 2010) for lin in range(deals // 10)],
            ["lin_id", "event", "segment", "scoring", "year"],
        ),
        "positions": (position_rows, ["deal_id", "prefix", "seat", "n", "calls", "split"]),
    }
    for name, (rows, columns) in frames.items():
        pd.DataFrame(rows, columns=columns).to_parquet(folder / f"{name}.parquet")
    return folder
