"""From what a file says to results of the event: boards of PBN and LIN, travellers, and lists of results with a header.

A list is CSV, its columns under many names; a Bridgemate file comes as the lists of its tables.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from analyser.bridge import (
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Seat,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.errors import BridgeError
from analyser.event.settings import EventSettings, FileAssignment
from analyser.event.store import (
    EventLoss,
    FilePublication,
    LossKind,
    ResultSource,
    ResultStore,
    TableEntry,
)
from analyser.formats import (
    Artificial,
    BoardRecord,
    FileReading,
    Published,
    RecordEnd,
    Results,
    Room,
    Traveller,
    derived,
)
from analyser.formats.cells import artificial_of, contract_of, lead_of, score_of, tricks_of
from analyser.formats.pbn_tables import stated_points, stated_score
from analyser.messages import Sentence, sentence

_PERSONAL = re.compile(r"\bp[nw]\||names?\b|player|PLAYER_|PAIR_NAME|TEAM_NAME", re.IGNORECASE)
# A number, as it may be written with its section before it and its line after it; a name has no digit.
_NUMBER = re.compile(r"([A-Z]{0,3})(\d{1,5})\s?([A-Z]{0,3})", re.ASCII)
_LINES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class FileImport:
    """What results are read with: the event, where they go, the file they come from, what is said of that file."""

    event: EventSettings
    store: ResultStore
    file: str
    assignment: FileAssignment

    def lose(self, place: int, kind: LossKind, found: str, why: str) -> None:
        """A line of the loss report."""
        self.store.lose(EventLoss(ResultSource(self.file, place), kind, found[:200], why))

    def competitor(self, kind: str, text: str) -> str:
        """Who competes: a number as it stands, a name by the number given to it."""
        word = text.strip()
        if number := _NUMBER.fullmatch(word):
            before, digits, after = number.groups()
            plain = digits.lstrip("0") or "0"
            return f"{before}{plain} {after}".strip() if after in _LINES else f"{before}{plain}{after}"
        return self.store.name(kind, word) if word else ""

    def publish(self, published: Published) -> None:
        """Keep what the file says of the event as a whole, its competitors named as the results name them."""
        if published == Published():
            return
        kind = "team" if self.event.is_teams else "pair"
        lines = tuple(
            replace(line, number=self.competitor(kind, line.number))
            for line in published.lines
            if line.number
        )
        matches = tuple(
            replace(
                match,
                home=self.competitor("team", match.home),
                visitors=self.competitor("team", match.visitors),
            )
            for match in published.matches
        )
        session = self.assignment.session or published.session
        self.store.publications.append(
            FilePublication(self.file, session, replace(published, lines=lines, matches=matches))
        )


def dealt_by_number(number: int | None) -> tuple[Seat, Vulnerability] | None:
    """Dealer and vulnerability by the number of the board (Law 2)."""
    if number is None or not 1 <= number <= 999:
        return None
    return dealer_of_board(number), vulnerability_of_board(number)


def import_reading(reading: FileReading, target: FileImport) -> None:
    """Keep everything a file says; what was not understood goes to the loss report."""
    stated: dict[int, int] = {}
    for loss in reading.losses:
        shown = "" if _PERSONAL.search(f"{loss.found} {loss.why}") else loss.found
        target.lose(loss.line, LossKind.PART, shown, loss.why)
        if isinstance(loss.why, Sentence) and loss.why.code == "play-gives-other-tricks" and reading.starts:
            stated[reading.record_at(loss)] = int(str(loss.why.arguments["stated"]))
    target.publish(reading.published)
    results = reading.results or Results()
    target.store.add(_of_travellers(results.travellers, target))
    tabled = {
        line.board for line in results.travellers
    }  # every table's result stands in the board's own table
    for number, record in enumerate(reading.records):
        place = reading.starts[number][0] if reading.starts else number + 1
        if record.number is None:
            if not results.hands:
                target.lose(place, LossKind.ROW, "", sentence("board-without-number"))
        elif record.number in tabled or not _has_result(record):
            _keep_deal(record, target)
        else:
            source = ResultSource(target.file, place)
            target.store.add([_of_record(derived(record), source, target, stated.get(number))])


def _has_result(record: BoardRecord) -> bool:
    return bool(
        record.contract is not None
        or record.passed_out
        or record.tricks is not None
        or (record.auction is not None and record.auction.calls)
        or record.cards
        or record.tag("Score") not in (None, "", "?")
    )


def _keep_deal(record: BoardRecord, target: FileImport) -> None:
    """A deal without a result: it serves the results that come without their deal."""
    deal = record.deal
    if deal is not None and deal.is_complete and record.number is not None:
        target.store.add_deal(
            _session(record, target), record.number, deal, record.dealer, record.vulnerability
        )


def _session(record: BoardRecord, target: FileImport) -> str:
    return target.assignment.session or record.tag("Session") or record.tag("Stage") or ""


def _match(record: BoardRecord) -> tuple[str, str, str]:
    """A match as a broadcast or a record names it: the round, who sits North-South in the open room, and the others."""
    parts = [part.strip() for part in (record.tag("Lin_vg") or "").split(",")]
    if len(parts) >= 9:
        return " ".join(filter(None, [",".join(parts[:-8]), parts[-8]])), parts[-4], parts[-2]
    return record.tag("Round") or "", record.tag("HomeTeam") or "", record.tag("VisitTeam") or ""


def _known_name(text: str) -> str:
    """A name that says something."""
    return "" if text.strip() in ("", "?", "-") else text


def _competing(record: BoardRecord, match: tuple[str, str, str], target: FileImport) -> tuple[str, str]:
    """Who sits North-South and East-West: the teams in a match, else the pairs by number or by name."""
    if target.event.is_teams:
        number, home, visitors = match
        if _known_name(home) or _known_name(visitors):
            home, visitors = target.competitor("team", home), target.competitor("team", visitors)
        else:  # nobody is named: the match is the file's own
            home = target.store.name("team", f"{target.file} {number} home")
            visitors = target.store.name("team", f"{target.file} {number} visitors")
        return (visitors, home) if record.room is Room.CLOSED else (home, visitors)
    ns, ew = _known_name(record.tag("PairNS") or ""), _known_name(record.tag("PairEW") or "")
    ours, theirs = _pairs(record, target)
    return (target.competitor("pair", ns) or ours, target.competitor("pair", ew) or theirs)


def _pairs(record: BoardRecord, target: FileImport) -> tuple[str, str]:
    """The pairs by their players' names, whatever chairs the two took."""
    pairs = []
    for first, second in ((Seat.N, Seat.S), (Seat.E, Seat.W)):
        names = sorted(filter(None, (_known_name(record.names[first]), _known_name(record.names[second]))))
        pairs.append(target.store.name("pair", " & ".join(names)) if names else "")
    return pairs[0], pairs[1]


def _of_record(
    record: BoardRecord, source: ResultSource, target: FileImport, stated: int | None
) -> TableEntry:
    match = _match(record)
    ns, ew = _competing(record, match, target)
    pairs = _pairs(record, target) if target.event.is_teams else ("", "")
    board = record.number or 0
    dealer, vulnerability = dealt_by_number(board) or (Seat.N, Vulnerability.NONE)
    auction = record.auction
    marked = bool(
        record.irregular_cards
        or record.corrected_calls
        or record.corrected_cards
        or (auction and auction.irregular)
    )
    deal = record.deal
    return TableEntry(
        source=source,
        session=_session(record, target),
        section=target.assignment.section or _known_name(record.tag("Section") or ""),
        round=target.assignment.round or match[0],
        table=_known_name(record.tag("Table") or ""),
        room=record.room,
        board=board,
        ns=ns,
        ew=ew,
        ns_pair=pairs[0],
        ew_pair=pairs[1],
        dealer=dealer if record.dealer is None else record.dealer,
        vulnerability=record.vulnerability or vulnerability,
        deal=deal if deal is not None and deal.is_complete else None,
        contract=record.contract,
        passed_out=record.passed_out,
        tricks=record.tricks,
        score=stated_score(record),
        auction=auction if auction is not None and auction.calls else None,
        call_times=record.call_times,
        leader=record.leader,
        cards=record.cards,
        card_times=record.card_times,
        claimed=record.play_end is RecordEnd.CLOSED and len(record.cards) < 52,
        marked=marked,
        stated=stated,
        points=stated_points(record),
    )


def _of_travellers(lines: tuple[Traveller, ...], target: FileImport) -> Iterator[TableEntry]:
    kind = "team" if target.event.is_teams else "pair"
    for number, line in enumerate(lines, 1):
        by_number = dealt_by_number(line.board)
        if by_number is None:
            target.lose(number, LossKind.ROW, str(line.board), sentence("no-board-number"))
            continue
        session, _, section = line.section.rpartition("/")
        facts = {fact.name.rpartition("/")[2].upper(): fact.value for fact in line.facts}
        yield TableEntry(
            source=ResultSource(target.file, number),
            session=target.assignment.session or session,
            section=target.assignment.section or section,
            round=target.assignment.round or facts.get("ROUND", facts.get("ROUND_NUMBER", "")),
            table=facts.get("TABLE", facts.get("TABLE_NUMBER", "")),
            board=line.board,
            ns=target.competitor(kind, line.ns),
            ew=target.competitor(kind, line.ew),
            dealer=by_number[0],
            vulnerability=by_number[1],
            contract=line.contract,
            passed_out=line.passed_out,
            tricks=line.tricks,
            score=line.score,
            artificial=line.artificial,
            leader=None if line.contract is None else line.contract.leader,
            cards=() if line.lead is None else (line.lead,),
            points=line.points,
        )


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
_WITH_DECLARER = re.compile(
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
    """A whole number as a row tells it; none for anything else, or for more than any row can mean.

    >>> whole_number("12"), whole_number("²"), whole_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _columns(cells: list[str], *, rulings: bool) -> list[str]:
    """What each column of the header is called here."""
    plain = [_PLAIN.sub("", cell.strip().lower()) for cell in cells[:_WIDEST]]
    if not rulings:
        return [_BY_NAME.get(name, name) for name in plain]
    places = ("session", "section", "round", "table", "room", "board", "ns", "ew")
    own_names = {"ewresult": "ew_result", "ruledtricks": "ruled_tricks", "onlead": "on_lead"}
    return [_BY_NAME[name] if _BY_NAME.get(name) in places else own_names.get(name, name) for name in plain]


def import_list(text: str, target: FileImport) -> None:
    """Keep every row that is a result; a bad row goes to the loss report and the rest are read."""
    for line, row in rows_of(text):
        if (entry := entry_of(line, row, target)) is not None:
            target.store.add([entry])


def entry_of(line: int, row: Mapping[str, str], target: FileImport) -> TableEntry | None:
    """The result a row tells; none, and a line of the loss report, where it tells none."""
    word = row.get("board", "")
    board = whole_number(word)
    by_number = dealt_by_number(board)
    if board is None or by_number is None:
        shown = word or str(dict(list(row.items())[:6]))
        target.lose(line, LossKind.ROW, shown, sentence("result-without-board"))
        return None
    try:
        return _entry_of_row(line, board, by_number, row, target)
    except BridgeError as fault:
        problem = fault.problems[0]
        target.lose(line, LossKind.ROW, problem.found or word, problem.why)
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
    score = artificial or score_of(row.get("score", ""))
    if row.get("score") and score is None and artificial_of(row["score"]) is None:
        target.lose(line, LossKind.PART, row["score"], sentence("no-score"))
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
    )


def _contract(row: Mapping[str, str]) -> tuple[Contract | None, bool, Artificial | None, str]:
    """The contract, whether nobody bid, an artificial score, and the word that tells the tricks."""
    text, by, word = row.get("contract", ""), row.get("declarer", ""), row.get("tricks", "")
    artificial = artificial_of(row.get("score", "")) or artificial_of(text)
    if artificial is not None or not text or text in ("-", "NP", "not played"):
        return None, False, artificial, ""
    if not by and (whole := _WITH_DECLARER.fullmatch(text)):
        text, by, word = whole[1], whole[2], word or whole[3] or ""
    contract, passed_out = contract_of(text, by)
    return contract, passed_out, None, word


BRIDGEMATE_TABLES = ("ReceivedData", "BiddingData", "PlayData", "HandRecord")


def import_bridgemate(tables: Mapping[str, str], target: FileImport) -> None:
    """Keep the results of a Bridgemate file, handed over as CSV of its tables: results, calls, cards, hands."""
    _keep_hands(tables.get("HandRecord", ""), target)
    calls = _in_order(tables.get("BiddingData", ""), "bid")
    cards = _in_order(tables.get("PlayData", ""), "card")
    for line, row in rows_of(tables.get("ReceivedData", "")):
        if row.get("erased", "").lower() in ("1", "true", "yes", "-1"):
            continue
        by = row.get("nsew") or row.get("declarer", "")
        cells = {**row, "declarer": by if by in tuple("NESW") else row.get("nsew", "")}
        bid = row.get("contract", "")  # `4 S x`, blanks and all
        cells["contract"] = bid if bid.upper().startswith("PASS") else "".join(bid.split()).upper()
        award = f"A{row.get('remarks', '').strip()}"  # Bridgemate writes 60%-40%
        cells["score"] = award if artificial_of(award) else ""
        key = (row.get("section", ""), row.get("table", ""), row.get("round", ""), row.get("board", ""))
        cells["auction"] = " ".join(word for word, _ in calls.get(key, ()))
        cells["times"] = _gaps([at for _, at in calls.get(key, ())])
        cells["play"] = " ".join(word for word, _ in cards.get(key, ()))
        if (entry := entry_of(line, cells, target)) is not None:
            target.store.add([entry])


def _in_order(text: str, column: str) -> dict[tuple[str, str, str, str], list[tuple[str, int | None]]]:
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
    """The second of the day a time stamp tells."""
    clock = re.search(r"(\d{1,2}):(\d{2}):(\d{2})", text)
    return None if clock is None else int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3])


def _gaps(stamps: list[int | None]) -> str:
    """Seconds each call took: from one stamp to the next; the first is not known."""
    gaps = ["-"] if stamps else []
    for before, after in pairwise(stamps):
        gap = -1 if before is None or after is None else after - before
        gaps.append(str(gap) if 0 <= gap < 3600 else "-")
    return " ".join(gaps)


def _keep_hands(text: str, target: FileImport) -> None:
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
        board = whole_number(word)
        if board is None or dealt_by_number(board) is None:
            continue
        try:
            deal = Deal.parse("N:" + " ".join(hands))
        except BridgeError as fault:
            target.lose(line, LossKind.PART, word, fault.problems[0].why)
            continue
        target.store.add_deal(target.assignment.session or row.get("session", ""), board, deal, None, None)
