"""Conversion of what a file says to results of the event: boards of PBN and LIN, travellers, the file's own standings."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from analyser.bridge import (
    HIGHEST_BOARD,
    Result,
    Seat,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.errors import Text
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
    BoardRecord,
    FileReading,
    Points,
    PointsKind,
    Published,
    RecordEnd,
    Results,
    Room,
    Traveller,
    derive_result,
)
from analyser.formats.cells import artificial_of, decimal_of
from analyser.formats.pbn_tables import stated_points, stated_score
from analyser.messages import Message, sentence

_PERSONAL = re.compile(r"\bp[nw]\||names?\b|player|PLAYER_|PAIR_NAME|TEAM_NAME", re.IGNORECASE)
# Codes about tricks that differ from those scored, with the argument that counts them; the play after the claim.
_OTHER_TRICKS = {"problem.listed-not-claimed": "claimed", "problem.play-gives-other-tricks": "won"}
# A number, as it may be written with its section before it and its line after it; a name has no digit.
_NUMBER = re.compile(r"([A-Z]{0,3})(\d{1,5})\s?([A-Z]{0,3})", re.ASCII)
_LINES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class FileImport:
    """The context of reading results: the event, the store, the source file and its assignment."""

    event: EventSettings
    store: ResultStore
    file: str
    assignment: FileAssignment

    def lose(self, place: int, kind: LossKind, found: str, why: Text) -> None:
        """Add a line to the loss report."""
        self.store.lose(EventLoss(ResultSource(self.file, place), kind, found[:200], why))

    def competitor(self, kind: str, text: str) -> str:
        """The competitor: a number as it is, a name by the number given to it."""
        word = text.strip()
        if number := _NUMBER.fullmatch(word):
            before, digits, after = number.groups()
            plain = digits.lstrip("0") or "0"
            return f"{before}{plain} {after}".strip() if after in _LINES else f"{before}{plain}{after}"
        return self.store.name(kind, word) if word else ""

    def publish(self, published: Published) -> None:
        """Store what the file says of the whole event, with competitors named as in the results."""
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
    if number is None or not 1 <= number <= HIGHEST_BOARD:
        return None
    return dealer_of_board(number), vulnerability_of_board(number)


def import_reading(reading: FileReading, target: FileImport) -> None:
    """Store everything a file says; what was not understood goes to the loss report."""
    at_table: dict[int, int] = {}  # tricks by play or claim of records with another score
    for loss in reading.losses:
        text = "" if _PERSONAL.search(f"{loss.found} {loss.why}") else loss.found
        target.lose(loss.line, LossKind.PART, text, loss.why)
        if isinstance(loss.why, Message) and loss.why.code in _OTHER_TRICKS and reading.starts:
            at_table[reading.record_at(loss)] = int(str(loss.why.arguments[_OTHER_TRICKS[loss.why.code]]))
    target.publish(reading.published)
    results = reading.results or Results()
    published = reading.published
    in_victory_points = published.by_match or published.form is PointsKind.VICTORY_POINTS
    target.store.add(
        _entries_from_travellers(results.travellers, target, in_victory_points=in_victory_points)
    )
    tabled = {line.board for line in results.travellers}  # every table's result is in the board's own table
    for number, record in enumerate(reading.records):
        place = reading.starts[number][0] if reading.starts else number + 1
        if record.number is None:
            if not results.hands:
                target.lose(place, LossKind.ROW, "", sentence("board-without-number"))
        elif record.number in tabled or not _has_result(record):
            _keep_deal(record, target)
        else:
            source = ResultSource(target.file, place)
            entry = _entry_from_record(derive_result(record), source, target, at_table.get(number))
            target.store.add([replace(entry, stated=number not in reading.unstated)])
    for record in reading.listed:
        target.store.add([_entry_from_record(record, ResultSource(target.file), target, None)])


def _has_result(record: BoardRecord) -> bool:
    return bool(
        record.contract is not None
        or record.passed_out
        or record.tricks is not None
        or (record.auction is not None and record.auction.calls)
        or record.cards
        or record.tag("Score") not in (None, "", "?")
        or stated_points(record)
    )


def _keep_deal(record: BoardRecord, target: FileImport) -> None:
    """Store a deal without a result, for results that come without their deal."""
    deal = record.deal
    if deal is not None and deal.is_complete and record.number is not None:
        target.store.add_deal(
            _session(record, target), record.number, deal, record.dealer, record.vulnerability
        )


def _session(record: BoardRecord, target: FileImport) -> str:
    return target.assignment.session or record.tag("Session") or record.tag("Stage") or ""


def _match(record: BoardRecord) -> tuple[str, str, str]:
    """The match as a broadcast or a record names it: round, North-South team of the open room, other team."""
    parts = [part.strip() for part in (record.tag("Lin_vg") or "").split(",")]
    if len(parts) >= 9:
        return " ".join(filter(None, [",".join(parts[:-8]), parts[-8]])), parts[-4], parts[-2]
    return record.tag("Round") or "", record.tag("HomeTeam") or "", record.tag("VisitTeam") or ""


def _known_name(text: str) -> str:
    """The name, or None if it says nothing."""
    return "" if text.strip() in ("", "?", "-") else text


def _competing(record: BoardRecord, match: tuple[str, str, str], target: FileImport) -> tuple[str, str]:
    """The competitors North-South and East-West: the teams of a match, else the pairs by number or by name."""
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


def _entry_from_record(
    record: BoardRecord, source: ResultSource, target: FileImport, at_table: int | None
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
        artificial=artificial_of(record.tag("Score") or ""),
        auction=auction if auction is not None and auction.calls else None,
        call_times=record.call_times,
        leader=record.leader,
        cards=record.cards,
        card_times=record.card_times,
        claimed=record.play_end is RecordEnd.CLOSED and len(record.cards) < 52,
        marked=marked,
        played=_result_of_play(record, at_table),
        points=stated_points(record),
    )


def _result_of_play(record: BoardRecord, at_table: int | None) -> Result | None:
    """The result of auction, play and claim if the file scores something else."""
    contract = record.contract_played
    tricks = record.tricks if at_table is None else at_table
    if contract is None or tricks is None or (contract, tricks) == (record.contract, record.tricks):
        return None
    return Result(contract, tricks)


# The points of the two sides of a match: those of the line, or of the team named first and its opponents.
_SCORES = (("NS_SCORE", "EW_SCORE"), ("TEAM_SCORE", "OPPOSING_TEAM_SCORE"))


def _match_points(facts: Mapping[str, str]) -> tuple[Points, ...]:
    """The victory points of the match a line belongs to, if the file gives them.

    >>> [points] = _match_points({"MATCH/TEAM_SCORE": "12", "MATCH/OPPOSING_TEAM_SCORE": "8", "DIRECTION": "EW"})
    >>> str(points.ns), str(points.ew)
    ('8', '12')
    """
    for names in _SCORES:
        won = [decimal_of(facts.get(f"MATCH/{name}", "").strip()) for name in names]
        if names == _SCORES[1] and facts.get("DIRECTION", "")[:1].upper() in ("E", "W"):
            won.reverse()
        if None not in won:
            return (Points(PointsKind.VICTORY_POINTS, *won),)
    return ()


def _entries_from_travellers(
    lines: tuple[Traveller, ...], target: FileImport, *, in_victory_points: bool
) -> Iterator[TableEntry]:
    kind = "team" if target.event.is_teams else "pair"
    for number, line in enumerate(lines, 1):
        by_number = dealt_by_number(line.board)
        if by_number is None:
            target.lose(number, LossKind.ROW, str(line.board), sentence("no-board-number"))
            continue
        session, _, section = line.section.rpartition("/")
        values = {fact.name.upper(): fact.value for fact in line.facts}
        facts = {name.rpartition("/")[2]: value for name, value in values.items()}
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
            points=(*line.points, *(_match_points(values) if in_victory_points else ())),
        )
