"""From what a file says to results of the event: boards of PBN and LIN, travellers of USEBIO and other lists."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyser.bridge import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from analyser.event.settings import EventSettings, FileAssignment
from analyser.event.store import EventLoss, LossKind, ResultSource, ResultStore, TableEntry
from analyser.formats import BoardRecord, FileReading, RecordEnd, Room, Traveller, derived

_STATED = re.compile(r"declarer won \d+ tricks in the play, not (\d+)|after the play recorded declarer")
_SCORE = re.compile(r"(?:(NS|EW)\s+)?([+-]?\d{1,5})(?:\s+(?:NS|EW)\s+[+-]?\d{1,5})?", re.IGNORECASE)
_PERSONAL = re.compile(r"\bp[nw]\||names?\b|player|PLAYER_|PAIR_NAME|TEAM_NAME", re.IGNORECASE)
_DIGITS = re.compile(r"\d{1,5}")


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
        return (
            word.lstrip("0") or "0"
            if _DIGITS.fullmatch(word)
            else self.store.name(kind, word)
            if word
            else ""
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
        tricks = _STATED.match(loss.why)
        if tricks and tricks[1] and reading.starts:
            stated[reading.record_at(loss)] = int(tricks[1])
    if reading.results is not None:
        for record in reading.results.hands:
            _keep_deal(record, target)
        target.store.add(_of_travellers(reading.results.travellers, target))
        return
    _take_records(reading, stated, target)


def _take_records(reading: FileReading, stated: Mapping[int, int], target: FileImport) -> None:
    entries = []
    for number, record in enumerate(reading.records):
        place = reading.starts[number][0] if reading.starts else number + 1
        if record.number is None:
            target.lose(place, LossKind.ROW, "", "a board without a number")
        elif not _has_result(record):
            _keep_deal(record, target)
        else:
            entries.append(
                _of_record(derived(record), ResultSource(target.file, place), target, stated.get(number))
            )
    target.store.add(entries)


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


@dataclass(frozen=True, slots=True)
class _Match:
    """A match as a broadcast or a record names it: the round, and who sits North-South in the open room."""

    round: str = ""
    home: str = ""
    visitors: str = ""


def _match(record: BoardRecord) -> _Match:
    title = record.tag("Lin_vg")
    if title is not None:
        parts = [part.strip() for part in title.split(",")]
        if len(parts) >= 9:
            return _Match(" ".join(filter(None, [",".join(parts[:-8]), parts[-8]])), parts[-4], parts[-2])
    home, visitors = record.tag("HomeTeam") or "", record.tag("VisitTeam") or ""
    return _Match(record.tag("Round") or "", home, visitors)


def _known_name(text: str) -> str:
    """A name that says something."""
    return "" if text.strip() in ("", "?", "-") else text


def _competing(record: BoardRecord, match: _Match, target: FileImport) -> tuple[str, str]:
    """Who sits North-South and East-West: the teams in a match, else the pairs by number or by name."""
    if target.event.is_teams and (_known_name(match.home) or _known_name(match.visitors)):
        home, visitors = target.competitor("team", match.home), target.competitor("team", match.visitors)
        return (visitors, home) if record.room is Room.CLOSED else (home, visitors)
    if target.event.is_teams:  # nobody is named: the match is the file's own
        home = target.store.name("team", f"{target.file} {match.round} home")
        visitors = target.store.name("team", f"{target.file} {match.round} visitors")
        return (visitors, home) if record.room is Room.CLOSED else (home, visitors)
    ns, ew = _known_name(record.tag("PairNS") or ""), _known_name(record.tag("PairEW") or "")
    ours, theirs = _pairs(record, target)
    return (target.competitor("pair", ns) or ours, target.competitor("pair", ew) or theirs)


def _pairs(record: BoardRecord, target: FileImport) -> tuple[str, str]:
    """The pairs by their players' names, whatever chairs the two took."""
    pairs = []
    for first, second in ((Seat.N, Seat.S), (Seat.E, Seat.W)):
        names = sorted(
            filter(None, (_known_name(record.name_of(first)), _known_name(record.name_of(second))))
        )
        pairs.append(target.store.name("pair", " & ".join(names)) if names else "")
    return pairs[0], pairs[1]


def _of_record(
    record: BoardRecord, source: ResultSource, target: FileImport, stated: int | None
) -> TableEntry:
    match = _match(record)
    ns, ew = _competing(record, match, target)
    pairs = _pairs(record, target) if target.event.is_teams else ("", "")
    board = record.number or 0
    by_number = dealt_by_number(board) or (Seat.N, Vulnerability.NONE)
    dealer = by_number[0] if record.dealer is None else record.dealer
    vulnerable = record.vulnerability or by_number[1]
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
        round=target.assignment.round or match.round,
        table=_known_name(record.tag("Table") or ""),
        room=record.room,
        board=board,
        ns=ns,
        ew=ew,
        ns_pair=pairs[0],
        ew_pair=pairs[1],
        dealer=dealer,
        vulnerability=vulnerable,
        deal=deal if deal is not None and deal.is_complete else None,
        contract=record.contract,
        passed_out=record.passed_out,
        tricks=record.tricks,
        score=_score(record.tag("Score")),
        auction=auction if auction is not None and auction.calls else None,
        call_times=record.call_times,
        leader=record.leader,
        cards=record.cards,
        card_times=record.card_times,
        claimed=record.play_end is RecordEnd.CLOSED and len(record.cards) < 52,
        marked=marked,
        stated=stated,
    )


def _score(text: str | None) -> int | None:
    """PBN's `Score`: to the side named, to North-South when none is."""
    score = _SCORE.fullmatch((text or "").strip())
    if score is None:
        return None
    return -int(score[2]) if (score[1] or "").upper() == "EW" else int(score[2])


def _of_travellers(lines: tuple[Traveller, ...], target: FileImport) -> Iterator[TableEntry]:
    kind = "team" if target.event.is_teams else "pair"
    for number, line in enumerate(lines, 1):
        by_number = dealt_by_number(line.board)
        if by_number is None:
            target.lose(number, LossKind.ROW, str(line.board), "not a board number")
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
        )
