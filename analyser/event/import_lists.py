"""Reader of lists of results with a header, whose columns have many names, and of the tables of a Bridgemate file."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from analyser.bridge import Auction, Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.errors import BridgeError
from analyser.event.given_points import kind_of
from analyser.event.import_results import FileImport, dealt_by_number
from analyser.event.store import LossKind, ResultSource, TableEntry
from analyser.formats import Artificial, Points, Published, Room
from analyser.formats.cells import artificial_of, contract_of, decimal_of, lead_of, score_of, tricks_of
from analyser.messages import sentence

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
    "score": ("score", "nsscore", "scorens"),
    "points": ("points",),  # the score if nothing else states it; else perhaps matchpoints
    "ns_points": ("nspoints", "nsmatchpoints", "nsmp", "nsimps"),
    "ew_points": ("ewpoints", "ewmatchpoints", "ewmp", "ewimps"),
    "auction": ("auction", "bidding", "calls"),
    "times": ("times", "calltimes", "seconds"),
    "play": ("play", "cards"),
}  # fmt: skip
_BY_NAME = {name: column for column, names in _NAMES.items() for name in names}
_PLAIN = re.compile(r"[^a-z0-9]")
_WIDEST, _LONGEST = 200, 64 * 1024
_WITH_DECLARER = re.compile(
    r"([1-7]\s*(?:NT|N|[SHDC])\s*(?:XX|X)?)\s*(?:by\s+)?([NESW])(?:\s*(=|[+-]\d{1,2}))?", re.IGNORECASE
)


def rows_of(text: str, *, rulings: bool = False) -> Iterator[tuple[int, dict[str, str]]]:
    r"""The rows of a list with a header, each with its line; the separator is inferred from the header.

    >>> list(rows_of("Board;Pair NS\n1;4\n"))
    [(2, {'board': '1', 'ns': '4'})]

    In a list of rulings `result` is what was ruled, in a traveller the tricks.
    """
    first = text.split("\n", 1)[0]
    sign = max(";,\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    columns: list[str] = []
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if columns:
            row: dict[str, str] = {}
            for name, cell in zip(columns, cells, strict=False):
                row.setdefault(name, cell.strip()[:_LONGEST])
            row.pop("", None)
            yield reader.line_num, row
        else:
            columns = _columns(cells, rulings=rulings)


def whole_number(text: str) -> int | None:
    """The whole number a row states, or None for anything else, also for one larger than any row can mean.

    >>> whole_number("12"), whole_number("²"), whole_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _columns(cells: list[str], *, rulings: bool) -> list[str]:
    """The names of the header's columns in this module."""
    plain = [_PLAIN.sub("", cell.strip().lower()) for cell in cells[:_WIDEST]]
    if not rulings:
        return [_BY_NAME.get(name, name) for name in plain]
    places = ("session", "section", "round", "table", "room", "board", "ns", "ew")
    own_names = {"ewresult": "ew_result", "ruledtricks": "tricks"}
    return [_BY_NAME[name] if _BY_NAME.get(name) in places else own_names.get(name, name) for name in plain]


def import_list(text: str, target: FileImport) -> None:
    """Store every row that is a result; a bad row goes to the loss report and the others are read."""
    for line, row in rows_of(text):
        if (entry := entry_of(line, row, target)) is not None:
            target.store.add([entry])


def entry_of(line: int, row: Mapping[str, str], target: FileImport) -> TableEntry | None:
    """The result of a row, or None and a line in the loss report."""
    word = row.get("board", "")
    board = whole_number(word)
    by_number = dealt_by_number(board)
    if board is None or by_number is None:
        shown_row = word or str(dict(list(row.items())[:6]))
        target.lose(line, LossKind.ROW, shown_row, sentence("result-without-board"))
        return None
    try:
        return _entry_of_row(line, board, by_number, row, target)
    except BridgeError as fault:
        problem = fault.problems[0]
        target.lose(line, LossKind.ROW, str(problem.found) or word, problem.why)
        return None


def _entry_of_row(
    line: int, board: int, by_number: tuple[Seat, Vulnerability], row: Mapping[str, str], target: FileImport
) -> TableEntry:
    kind = "team" if target.event.is_teams else "pair"
    contract, passed_out, artificial, word = _contract(row)
    dealer = Seat.parse(row["dealer"]) if row.get("dealer") else by_number[0]
    tricks = None if passed_out else tricks_of(word, contract)
    if word and tricks is None and not passed_out and artificial is None:
        target.lose(line, LossKind.PART, word, sentence("not-tricks"))
    calls = row.get("auction", "")
    cards = tuple(map(Card.parse, row.get("play", "").split()))
    lead = lead_of(row.get("lead", ""))
    if row.get("lead") and lead is None:
        target.lose(line, LossKind.PART, row["lead"], sentence("not-a-card"))
    score_text = row.get("score") or ("" if passed_out or tricks is not None else row.get("points", ""))
    score = artificial or score_of(score_text)
    if score_text and score is None:
        target.lose(line, LossKind.PART, score_text, sentence("no-score"))
    deal = Deal.parse(row["deal"]) if row.get("deal") else None
    return TableEntry(
        source=ResultSource(target.file, line),
        session=target.assignment.session or row.get("session", ""),
        section=target.assignment.section or row.get("section", ""),
        round=target.assignment.round or row.get("round", ""),
        table=row.get("table", ""),
        room={"o": Room.OPEN, "c": Room.CLOSED}.get(row.get("room", "").strip().lower()[:1]),
        board=board,
        ns=target.competitor(kind, row.get("ns", "")),
        ew=target.competitor(kind, row.get("ew", "")),
        ns_pair=target.competitor("pair", row.get("ns_pair", "")),
        ew_pair=target.competitor("pair", row.get("ew_pair", "")),
        dealer=dealer,
        vulnerability=Vulnerability.parse(row["vulnerable"]) if row.get("vulnerable") else by_number[1],
        deal=deal if deal is not None and deal.is_complete else None,
        contract=contract,
        passed_out=passed_out,
        tricks=tricks,
        score=score if isinstance(score, int) else None,
        artificial=artificial,
        auction=Auction(dealer, tuple(map(Call.parse, calls.split()))) if calls else None,
        call_times=tuple(map(whole_number, row.get("times", "").split())),
        leader=None if contract is None else contract.leader,
        cards=cards or (() if lead is None else (lead,)),
        claimed=0 < len(cards) < 52 and tricks is not None,
        points=_points(row, target),
    )


def _points(row: Mapping[str, str], target: FileImport) -> tuple[Points, ...]:
    """The points the list gives both sides for the board, in the unit of the event."""
    if not row.get("ns_points") and not row.get("ew_points"):
        return ()
    ns, ew = (decimal_of(row.get(name, "").lstrip("+")) for name in ("ns_points", "ew_points"))
    return () if ns is None and ew is None else (Points(kind_of(target.event.form), ns, ew),)


def _contract(row: Mapping[str, str]) -> tuple[Contract | None, bool, Artificial | None, str]:
    """The contract, whether the board was passed out, an artificial score, and the text with the tricks."""
    text, by, word = row.get("contract", ""), row.get("declarer", ""), row.get("tricks", "")
    artificial = artificial_of(row.get("score", "")) or artificial_of(text)
    if artificial is not None or not text or text in ("-", "NP", "not played"):
        return None, False, artificial, ""
    if not by and (match := _WITH_DECLARER.fullmatch(text)):
        text, by, word = match[1], match[2], word or match[3] or ""
    contract, passed_out = contract_of(text, by)
    return contract, passed_out, None, word


BRIDGEMATE_TABLES = ("ReceivedData", "BiddingData", "PlayData", "HandRecord", "Section", "Session")


def import_bridgemate(tables: Mapping[str, str], target: FileImport) -> None:
    """Store the results of a Bridgemate file, given as CSV of its tables: results, calls, cards, hands."""
    _keep_hands(tables.get("HandRecord", ""), target)
    letters = {row.get("id", ""): row.get("letter", "") for _, row in rows_of(tables.get("Section", ""))}
    for _, row in rows_of(tables.get("Session", "")):
        target.publish(Published(name=row.get("name", ""), date=row.get("date", "").partition(" ")[0]))
    calls = _sort_entries(tables.get("BiddingData", ""), "bid")
    cards = _sort_entries(tables.get("PlayData", ""), "card")
    for line, row in rows_of(tables.get("ReceivedData", "")):
        if row.get("erased", "").lower() in ("1", "true", "yes", "-1"):
            continue
        by = row.get("nsew") or row.get("declarer", "")
        cells = {**row, "declarer": by if by in tuple("NESW") else row.get("nsew", "")}
        bid = row.get("contract", "")  # `4 S x`, blanks and all
        cells["contract"] = bid if bid.upper().startswith("PASS") else "".join(bid.split()).upper()
        remark = row.get("remarks", "").strip()
        cells["score"] = award if artificial_of(award := f"A{remark}") else ""  # Bridgemate writes 60%-40%
        if remark == "Arbitral score":
            target.lose(line, LossKind.PART, remark, sentence("award-without-figure"))
        if remark == "Wrong direction" and _sat_turned(row, by):
            cells["ns"], cells["ew"] = row.get("ew", ""), row.get("ns", "")
        key = (row.get("section", ""), row.get("table", ""), row.get("round", ""), row.get("board", ""))
        cells["section"] = letters.get(key[0]) or key[0]
        cells["auction"] = " ".join(word for word, _ in calls.get(key, ()))
        cells["times"] = _gaps([at for _, at in calls.get(key, ())])
        cells["play"] = " ".join(word for word, _ in cards.get(key, ()))
        if (entry := entry_of(line, cells, target)) is not None:
            target.store.add([entry])


def _sat_turned(row: Mapping[str, str], by: str) -> bool:
    """Whether declarer's number shows that the pairs sat in each other's seats; the columns have those of the movement."""
    number = row.get("declarer", "")
    seated, other = ("ns", "ew") if by in ("N", "S") else ("ew", "ns")
    return number != row.get(seated) and number == row.get(other)


def _sort_entries(text: str, column: str) -> dict[tuple[str, str, str, str], list[tuple[str, int | None]]]:
    """Calls or cards of each table in their order, with the second of the day."""
    tables: dict[tuple[str, str, str, str], list[tuple[int, str, int | None]]] = {}
    for _, row in rows_of(text):
        key = (row.get("section", ""), row.get("table", ""), row.get("round", ""), row.get("board", ""))
        count = whole_number(row.get("counter", ""))
        if count is not None and row.get("erased", "") not in ("1", "true"):
            word = row.get(column, "").strip().upper()
            tables.setdefault(key, []).append((count, word, _clock(row.get("timelog", ""))))
    return {key: [(word, at) for _, word, at in sorted(rows)] for key, rows in tables.items()}


def _clock(text: str) -> int | None:
    """The second of the day of a time stamp."""
    clock = re.search(r"(\d{1,2}):(\d{2}):(\d{2})", text)
    return None if clock is None else int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3])


def _gaps(stamps: list[int | None]) -> str:
    """The seconds each call took, from one stamp to the next; the first is unknown."""
    gaps = ["-"] if stamps else []
    for before, after in pairwise(stamps):
        gap = -1 if before is None or after is None else after - before
        gaps.append(str(gap) if 0 <= gap < 3600 else "-")
    return " ".join(gaps)


def _keep_hands(text: str, target: FileImport) -> None:
    """Store hand records: sixteen columns named by hand and suit, `NorthSpades` to `WestClubs`."""
    for line, row in rows_of(text):
        hands = [
            ".".join(
                row.get(f"{str(seat.word).lower()}{suit}", "")
                for suit in ("spades", "hearts", "diamonds", "clubs")
            )
            for seat in Seat
        ]
        word = row.get("board", "")
        board = whole_number(word)
        if board is None or dealt_by_number(board) is None:
            continue
        try:
            deal = Deal.parse("N:" + " ".join(hands))
        except BridgeError as fault:
            target.lose(line, LossKind.PART, word, fault.problems[0].why)
            continue
        target.store.add_deal(target.assignment.session or row.get("session", ""), board, deal, None, None)
