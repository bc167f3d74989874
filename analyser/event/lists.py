"""Lists of results with a header: CSV travellers, their columns under many names."""

import csv
import io
import re
from collections.abc import Iterator, Mapping

from analyser.bridge import Auction, Call, Card, Contract, Deal, Seat, Vulnerability
from analyser.errors import BridgeError
from analyser.event.intake import Intake, numbered
from analyser.event.values import Entry, LostKind, Source
from analyser.formats import Artificial, Room
from analyser.formats.cells import artificial_of, contract_of, lead_of, score_of, tricks_of

__all__ = ["entry_of", "rows_of", "take_list", "whole"]

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
        if (entry := entry_of(line, row, intake)) is not None:
            yield entry


def entry_of(line: int, row: Mapping[str, str], intake: Intake) -> Entry | None:
    """The result a row tells; none, and a line of the loss report, where it tells none."""
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
