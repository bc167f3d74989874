"""From what a file says to results of the event: boards of PBN and LIN, travellers of USEBIO and other lists."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyser.bridge import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from analyser.event.settings import Event, Lay
from analyser.event.store import Store
from analyser.event.values import Entry, Lost, LostKind, Source
from analyser.formats import Ending, Reading, Record, Room, Traveller, settled

__all__ = ["Intake", "numbered", "take_reading"]

_STATED = re.compile(r"declarer won \d+ tricks in the play, not (\d+)|after the play recorded declarer")
_SCORE = re.compile(r"(?:(NS|EW)\s+)?([+-]?\d{1,5})(?:\s+(?:NS|EW)\s+[+-]?\d{1,5})?", re.IGNORECASE)
_PERSONAL = re.compile(r"\bp[nw]\||names?\b|player|PLAYER_|PAIR_NAME|TEAM_NAME", re.IGNORECASE)
_DIGITS = re.compile(r"\d{1,5}")


@dataclass(frozen=True, slots=True)
class Intake:
    """What results are read with: the event, where they go, the file they come from, what is said of that file."""

    event: Event
    store: Store
    file: str
    lay: Lay

    def lose(self, place: int, kind: LostKind, found: str, why: str) -> None:
        """A line of the loss report."""
        self.store.lose(Lost(Source(self.file, place), kind, found[:200], why))

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


def numbered(number: int | None) -> tuple[Seat, Vulnerability] | None:
    """Dealer and vulnerability by the number of the board (Law 2)."""
    if number is None or not 1 <= number <= 999:
        return None
    return dealer_of_board(number), vulnerability_of_board(number)


def take_reading(reading: Reading, intake: Intake) -> None:
    """Keep everything a file says; what was not understood goes to the loss report."""
    stated: dict[int, int] = {}
    for loss in reading.losses:
        found = "" if _PERSONAL.search(f"{loss.found} {loss.why}") else loss.found
        intake.lose(loss.line, LostKind.PART, found, loss.why)
        told = _STATED.match(loss.why)
        if told and told[1] and reading.starts:
            stated[reading.record_at(loss)] = int(told[1])
    if reading.results is not None:
        for record in reading.results.hands:
            _hand_record(record, intake)
        intake.store.add(_of_travellers(reading.results.travellers, intake))
        return
    _take_records(reading, stated, intake)


def _take_records(reading: Reading, stated: Mapping[int, int], intake: Intake) -> None:
    found = []
    for number, record in enumerate(reading.records):
        place = reading.starts[number][0] if reading.starts else number + 1
        if record.number is None:
            intake.lose(place, LostKind.ROW, "", "a board without a number")
        elif not _has_result(record):
            _hand_record(record, intake)
        else:
            found.append(_of_record(settled(record), Source(intake.file, place), intake, stated.get(number)))
    intake.store.add(found)


def _has_result(record: Record) -> bool:
    return bool(
        record.contract is not None
        or record.passed_out
        or record.tricks is not None
        or (record.auction is not None and record.auction.calls)
        or record.cards
        or record.tag("Score") not in (None, "", "?")
    )


def _hand_record(record: Record, intake: Intake) -> None:
    """A deal without a result: it serves the results that come without their deal."""
    deal = record.deal
    if deal is not None and deal.is_complete and record.number is not None:
        intake.store.add_deal(
            _session(record, intake), record.number, deal, record.dealer, record.vulnerability
        )


def _session(record: Record, intake: Intake) -> str:
    return intake.lay.session or record.tag("Session") or record.tag("Stage") or ""


@dataclass(frozen=True, slots=True)
class _Match:
    """A match as a broadcast or a record names it: the round, and who sits North-South in the open room."""

    round: str = ""
    home: str = ""
    visitors: str = ""


def _match(record: Record) -> _Match:
    title = record.tag("Lin_vg")
    if title is not None:
        parts = [part.strip() for part in title.split(",")]
        if len(parts) >= 9:
            return _Match(" ".join(filter(None, [",".join(parts[:-8]), parts[-8]])), parts[-4], parts[-2])
    home, visitors = record.tag("HomeTeam") or "", record.tag("VisitTeam") or ""
    return _Match(record.tag("Round") or "", home, visitors)


def _named(text: str) -> str:
    """A name that says something."""
    return "" if text.strip() in ("", "?", "-") else text


def _competing(record: Record, match: _Match, intake: Intake) -> tuple[str, str]:
    """Who sits North-South and East-West: the teams in a match, else the pairs by number or by name."""
    if intake.event.is_teams and (_named(match.home) or _named(match.visitors)):
        home, visitors = intake.competitor("team", match.home), intake.competitor("team", match.visitors)
        return (visitors, home) if record.room is Room.CLOSED else (home, visitors)
    if intake.event.is_teams:  # nobody is named: the match is the file's own
        home = intake.store.name("team", f"{intake.file} {match.round} home")
        visitors = intake.store.name("team", f"{intake.file} {match.round} visitors")
        return (visitors, home) if record.room is Room.CLOSED else (home, visitors)
    ns, ew = _named(record.tag("PairNS") or ""), _named(record.tag("PairEW") or "")
    ours, theirs = _pairs(record, intake)
    return (intake.competitor("pair", ns) or ours, intake.competitor("pair", ew) or theirs)


def _pairs(record: Record, intake: Intake) -> tuple[str, str]:
    """The pairs by their players' names, whatever chairs the two took."""
    found = []
    for first, second in ((Seat.N, Seat.S), (Seat.E, Seat.W)):
        names = sorted(filter(None, (_named(record.name_of(first)), _named(record.name_of(second)))))
        found.append(intake.store.name("pair", " & ".join(names)) if names else "")
    return found[0], found[1]


def _of_record(record: Record, source: Source, intake: Intake, stated: int | None) -> Entry:
    match = _match(record)
    ns, ew = _competing(record, match, intake)
    pairs = _pairs(record, intake) if intake.event.is_teams else ("", "")
    board = record.number or 0
    told = numbered(board)
    dealer = record.dealer if record.dealer is not None else (told[0] if told else Seat.N)
    vulnerable = record.vulnerability or (told[1] if told else Vulnerability.NONE)
    auction = record.auction
    marked = bool(
        record.irregular_cards
        or record.corrected_calls
        or record.corrected_cards
        or (auction and auction.irregular)
    )
    deal = record.deal
    return Entry(
        source=source,
        session=_session(record, intake),
        section=intake.lay.section or _named(record.tag("Section") or ""),
        round=intake.lay.round or match.round,
        table=_named(record.tag("Table") or ""),
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
        claimed=record.play_end is Ending.CLOSED and len(record.cards) < 52,
        marked=marked,
        stated=stated,
    )


def _score(text: str | None) -> int | None:
    """PBN's `Score`: to the side named, to North-South when none is."""
    found = _SCORE.fullmatch((text or "").strip())
    if found is None:
        return None
    return -int(found[2]) if (found[1] or "").upper() == "EW" else int(found[2])


def _of_travellers(lines: tuple[Traveller, ...], intake: Intake) -> Iterator[Entry]:
    kind = "team" if intake.event.is_teams else "pair"
    for number, line in enumerate(lines, 1):
        told = numbered(line.board)
        if told is None:
            intake.lose(number, LostKind.ROW, str(line.board), "not a board number")
            continue
        session, _, section = line.section.rpartition("/")
        facts = {fact.name.rpartition("/")[2].upper(): fact.value for fact in line.facts}
        yield Entry(
            source=Source(intake.file, number),
            session=intake.lay.session or session,
            section=intake.lay.section or section,
            round=intake.lay.round or facts.get("ROUND", facts.get("ROUND_NUMBER", "")),
            table=facts.get("TABLE", facts.get("TABLE_NUMBER", "")),
            board=line.board,
            ns=intake.competitor(kind, line.ns),
            ew=intake.competitor(kind, line.ew),
            dealer=told[0],
            vulnerability=told[1],
            contract=line.contract,
            passed_out=line.passed_out,
            tricks=line.tricks,
            score=line.score,
            artificial=line.artificial,
            leader=None if line.contract is None else line.contract.leader,
            cards=() if line.lead is None else (line.lead,),
        )
