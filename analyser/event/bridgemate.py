"""The tables of a Bridgemate file, handed over as CSV: results, calls, cards and hands joined to one result a row."""

import re
from collections.abc import Mapping
from itertools import pairwise

from analyser.bridge import Deal, Seat
from analyser.errors import BridgeError
from analyser.event.intake import Intake, numbered
from analyser.event.lists import entry_of, rows_of, whole
from analyser.event.values import LostKind
from analyser.formats.cells import artificial_of

__all__ = ["BRIDGEMATE_TABLES", "take_bridgemate"]

BRIDGEMATE_TABLES = ("ReceivedData", "BiddingData", "PlayData", "HandRecord")


def take_bridgemate(tables: Mapping[str, str], intake: Intake) -> None:
    """Keep the results of a Bridgemate file, handed over as CSV of its tables: results, calls, cards, hands."""
    _hands(tables.get("HandRecord", ""), intake)
    calls = _counted(tables.get("BiddingData", ""), "bid")
    cards = _counted(tables.get("PlayData", ""), "card")
    found = []
    for line, row in rows_of(tables.get("ReceivedData", "")):
        if row.get("erased", "").lower() in ("1", "true", "yes", "-1"):
            continue
        by = row.get("nsew") or row.get("declarer", "")
        same = {**row, "declarer": by if by in tuple("NESW") else row.get("nsew", "")}
        same["contract"] = _dense(row.get("contract", ""))
        award = f"A{row.get('remarks', '').strip()}"  # Bridgemate writes 60%-40%
        same["score"] = award if artificial_of(award) else ""
        key = (row.get("section", ""), row.get("table", ""), row.get("round", ""), row.get("board", ""))
        same["auction"] = " ".join(word for word, _ in calls.get(key, ()))
        same["times"] = _gaps([at for _, at in calls.get(key, ())])
        same["play"] = " ".join(word for word, _ in cards.get(key, ()))
        if (entry := entry_of(line, same, intake)) is not None:
            found.append(entry)
    intake.store.add(found)


def _dense(text: str) -> str:
    """A contract as Bridgemate spells it, `4 S x`, without its blanks."""
    return text if text.upper().startswith("PASS") else "".join(text.split()).upper()


def _counted(text: str, column: str) -> dict[tuple[str, str, str, str], list[tuple[str, int | None]]]:
    """Calls or cards of each table in their order, with the second of the day."""
    found: dict[tuple[str, str, str, str], list[tuple[int, str, int | None]]] = {}
    for _, row in rows_of(text):
        key = (row.get("section", ""), row.get("table", ""), row.get("round", ""), row.get("board", ""))
        count = whole(row.get("counter", ""))
        if count is not None and row.get("erased", "") not in ("1", "true"):
            word = row.get(column, "").strip().upper()
            found.setdefault(key, []).append((count, word, _clock(row.get("timelog", ""))))
    return {key: [(word, at) for _, word, at in sorted(rows)] for key, rows in found.items()}


def _clock(text: str) -> int | None:
    found = re.search(r"(\d{1,2}):(\d{2}):(\d{2})", text)
    return None if found is None else int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])


def _gaps(stamps: list[int | None]) -> str:
    """Seconds each call took: from one stamp to the next; the first is not known."""
    gaps = ["-"] if stamps else []
    for before, after in pairwise(stamps):
        known = before is not None and after is not None and 0 <= after - before < 3600
        gaps.append(str(after - before) if known and before is not None and after is not None else "-")
    return " ".join(gaps)


def _hands(text: str, intake: Intake) -> None:
    """Hand records: sixteen columns named by hand and suit, `NorthSpades` to `WestClubs`."""
    for line, row in rows_of(text):
        hands = [
            ".".join(
                row.get(f"{seat.word.lower()}{suit}", "")
                for suit in ("spades", "hearts", "diamonds", "clubs")
            )
            for seat in Seat
        ]
        word = row.get("board", "")
        board = whole(word)
        if board is None or numbered(board) is None:
            continue
        try:
            deal = Deal.parse("N:" + " ".join(hands))
        except BridgeError as fault:
            intake.lose(line, LostKind.PART, word, fault.problems[0].why)
            continue
        intake.store.add_deal(intake.lay.session or row.get("session", ""), board, deal, None, None)
