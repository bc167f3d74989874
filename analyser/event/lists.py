"""Lists of results with a header: CSV travellers, and the tables of a Bridgemate file as CSV."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from analyser.bridge import Auction, Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.errors import BridgeError
from analyser.event.intake import Intake, numbered
from analyser.event.values import Entry, LostKind, Source
from analyser.notation import Artificial, Room
from analyser.notation.cells import artificial_of, contract_of, lead_of, score_of, tricks_of

__all__ = ["BRIDGEMATE_TABLES", "rows_of", "take_bridgemate", "take_list", "whole"]

# What each column may be called, in small letters without blanks or signs.
_NAMES = {
    "session": ("session",),
    "section": ("section",),
    "round": ("round", "roundnumber", "segment", "match"),
    "table": ("table", "tablenumber", "tab"),
    "room": ("room",),
    "board": ("board", "boardnumber", "boardno", "bd"),
    "ns": ("ns", "pairns", "nspair", "nspairnumber", "nsteam", "home"),
    "ew": ("ew", "pairew", "ewpair", "ewpairnumber", "ewteam", "away", "visitors"),
    "ns_pair": ("nsseated", "pairns2"),
    "ew_pair": ("ewseated", "pairew2"),
    "deal": ("deal",),
    "dealer": ("dealer",),
    "vulnerable": ("vulnerable", "vul", "vulnerability"),
    "contract": ("contract",),
    "declarer": ("declarer", "by", "playedby", "decl"),
    "tricks": ("tricks", "result"),
    "lead": ("lead", "leadcard"),
    "score": ("score", "nsscore", "points", "scorens"),
    "auction": ("auction", "bidding", "calls"),
    "times": ("times", "calltimes", "seconds"),
    "play": ("play", "cards"),
}  # fmt: skip
_BY_NAME = {name: column for column, names in _NAMES.items() for name in names}
_PLAIN = re.compile(r"[^a-z0-9]")
_WIDEST, _LONGEST = 200, 64 * 1024
_TOLD = re.compile(
    r"([1-7]\s*(?:NT|N|[SHDC])\s*(?:XX|X)?)\s*(?:by\s+)?([NESW])(?:\s*(=|[+-]\d{1,2}))?", re.IGNORECASE
)

BRIDGEMATE_TABLES = ("ReceivedData", "BiddingData", "PlayData", "HandRecord")


def rows_of(text: str, *, rulings: bool = False) -> Iterator[tuple[int, dict[str, str]]]:
    r"""Rows of a list with a header, each with its line; the sign that parts the cells is found from the header.

    >>> list(rows_of("Board;Pair NS\n1;4\n"))
    [(2, {'board': '1', 'ns': '4'})]

    In a list of rulings `result` is what was ruled, in a traveller the tricks.
    """
    first = text.split("\n", 1)[0]
    sign = max(";,\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    columns: list[str] | None = None
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns = _columns(cells, rulings=rulings)
            continue
        found: dict[str, str] = {}
        for name, cell in zip(columns, cells, strict=False):
            if name and name not in found:
                found[name] = cell.strip()[:_LONGEST]
        yield reader.line_num, found


def whole(text: str) -> int | None:
    """A whole number as a row tells it; none for anything else, or for more than any row can mean.

    >>> whole("12"), whole("²"), whole("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _columns(cells: list[str], *, rulings: bool) -> list[str]:
    """What each column of the header is called here."""
    plain = [_PLAIN.sub("", cell.strip().lower()) for cell in cells[:_WIDEST]]
    if not rulings:
        return [_BY_NAME.get(name, name) for name in plain]
    places = ("session", "section", "round", "table", "room", "board", "ns", "ew")
    kept = {"ewresult": "ew_result", "ruledtricks": "ruled_tricks", "onlead": "on_lead"}
    return [_BY_NAME[name] if _BY_NAME.get(name) in places else kept.get(name, name) for name in plain]


def take_list(text: str, intake: Intake) -> None:
    """Keep every row that is a result; a bad row goes to the loss report and the rest are read."""
    intake.store.add(_entries(rows_of(text), intake))


def _entries(rows: Iterator[tuple[int, Mapping[str, str]]], intake: Intake) -> Iterator[Entry]:
    for line, row in rows:
        if (entry := _entry(line, row, intake)) is not None:
            yield entry


def _entry(line: int, row: Mapping[str, str], intake: Intake) -> Entry | None:
    word = row.get("board", "")
    board = whole(word)
    told = numbered(board)
    if board is None or told is None:
        intake.lose(
            line, LostKind.ROW, word or str(dict(list(row.items())[:6])), "a result without a board number"
        )
        return None
    try:
        return _read(line, board, told, row, intake)
    except BridgeError as fault:
        problem = fault.problems[0]
        intake.lose(line, LostKind.ROW, problem.found or word, problem.why)
        return None


def _read(
    line: int, board: int, told: tuple[Seat, Vulnerability], row: Mapping[str, str], intake: Intake
) -> Entry:
    kind = "team" if intake.event.is_teams else "pair"
    contract, passed_out, artificial, word = _contract(row)
    dealer = Seat.parse(row["dealer"]) if row.get("dealer") else told[0]
    tricks = None if passed_out else tricks_of(word, contract)
    if word and tricks is None and not passed_out and artificial is None:
        intake.lose(line, LostKind.PART, word, "not a number of tricks")
    calls = row.get("auction", "")
    cards = tuple(Card.parse(one) for one in row.get("play", "").split())
    lead = lead_of(row.get("lead", ""))
    if row.get("lead") and lead is None:
        intake.lose(line, LostKind.PART, row["lead"], "not a card")
    score = artificial or score_of(row.get("score", ""))
    if row.get("score") and score is None and artificial_of(row["score"]) is None:
        intake.lose(line, LostKind.PART, row["score"], "not a score")
    deal = Deal.parse(row["deal"]) if row.get("deal") else None
    return Entry(
        source=Source(intake.file, line),
        session=intake.lay.session or row.get("session", ""),
        section=intake.lay.section or row.get("section", ""),
        round=intake.lay.round or row.get("round", ""),
        table=row.get("table", ""),
        room=_room(row.get("room", "")),
        board=board,
        ns=intake.competitor(kind, row.get("ns", "")),
        ew=intake.competitor(kind, row.get("ew", "")),
        ns_pair=intake.competitor("pair", row.get("ns_pair", "")),
        ew_pair=intake.competitor("pair", row.get("ew_pair", "")),
        dealer=dealer,
        vulnerability=Vulnerability.parse(row["vulnerable"]) if row.get("vulnerable") else told[1],
        deal=deal if deal is not None and deal.is_complete else None,
        contract=contract,
        passed_out=passed_out,
        tricks=tricks,
        score=score if isinstance(score, int) else None,
        artificial=artificial,
        auction=Auction(dealer, tuple(map(Call.parse, calls.split()))) if calls else None,
        call_times=tuple(whole(one) for one in row.get("times", "").split()),
        leader=None if contract is None else contract.leader,
        cards=cards or (() if lead is None else (lead,)),
        claimed=0 < len(cards) < 52 and tricks is not None,
    )


def _contract(row: Mapping[str, str]) -> tuple[Contract | None, bool, Artificial | None, str]:
    """The contract, whether nobody bid, an artificial score, and the word that tells the tricks."""
    text, by, word = row.get("contract", ""), row.get("declarer", ""), row.get("tricks", "")
    artificial = artificial_of(row.get("score", "")) or artificial_of(text)
    if artificial is not None or not text or text in ("-", "NP", "not played"):
        return None, False, artificial, ""
    if not by and (found := _TOLD.fullmatch(text)):
        text, by, word = found[1], found[2], word or found[3] or ""
    contract, passed_out = contract_of(text, by)
    return contract, passed_out, None, word


def _room(text: str) -> Room | None:
    letter = text.strip().lower()[:1]
    return {"o": Room.OPEN, "c": Room.CLOSED}.get(letter)


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
        if (entry := _entry(line, same, intake)) is not None:
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
