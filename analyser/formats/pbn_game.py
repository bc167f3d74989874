"""Conversion of one PBN game to a record: each tag is read, or stored unchanged and reported."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from analyser.bridge import HIGHEST_BOARD, Auction, Contract, Seat, Strain, Vulnerability
from analyser.errors import BridgeError, NotationError, Text
from analyser.formats.cells import BOARDS, TEXT_SIZE, LossReport, text_of, too_long
from analyser.formats.hands import Hands, deal_conflict, dotted_hand
from analyser.formats.pbn_play import (
    AuctionText,
    PlayText,
    call_times,
    card_times,
    marks_of,
    read_auction,
    read_play,
    sort_irregular,
)
from analyser.formats.pbn_tables import standing_lines, standings_of, travellers_of
from analyser.formats.pbn_text import (
    IRREGULAR,
    UNALERTED,
    PbnPart,
    games,
    irregular_of,
    resolve_notes,
    scan,
    split_games,
    unalerted_of,
)
from analyser.formats.published import add_standings, published_boards
from analyser.formats.record import (
    BoardRecord,
    Comment,
    FileReading,
    RecordedRevoke,
    RecordEnd,
    Results,
    Room,
    Tag,
    Traveller,
)
from analyser.formats.replay import agreed_tricks, reach_contract, verify
from analyser.messages import sentence

PBN_BEGINS = re.compile(r'\s*(?:[%{;]|\[\s*[A-Za-z0-9_]+\s*")')  # a comment, or a tag and its value
_UNKNOWN = ("", "?")
_RESULT = re.compile(
    r"(\^?)\s*(?:(\d{1,2})|(NS|EW)\s+(\d{1,2})(?:\s+(NS|EW)\s+(\d{1,2}))?)", re.IGNORECASE | re.ASCII
)


class GameReader:
    """The reader of one game."""

    def __init__(self, preface: PbnPart, parts: list[PbnPart], report: LossReport) -> None:
        self.preface = preface
        self.report = report
        self.facts: dict[str, Any] = {}
        self.tags: list[Tag] = []
        self.comments = [Comment(0, 0, words) for words in preface.comments]
        self.parts: dict[str, PbnPart] = {}
        self.notes: dict[str, list[PbnPart]] = {"Auction": [], "Play": []}
        self.names = ["", "", "", ""]
        self.auction: AuctionText | None = None
        self.play: PlayText | None = None
        section = "Auction"
        for part in parts:
            if part.name == "Note":
                self.notes[section].append(part)
                self._read_remainder(part)
            elif (earlier := self.parts.get(part.name)) is not None and _tells_nothing(earlier):
                self.parts[part.name] = part
            elif part.name in self.parts:
                self.report.lose(part.offset, part.name, sentence("loss-tag-twice"))
            else:
                section = "Play" if part.name == "Play" else section
                self.parts[part.name] = part

    def record(self) -> BoardRecord:
        """The record of the board, with every tag read or stored unchanged."""
        if self.preface.pieces:
            self._stray(self.preface)
        for name, part in self.parts.items():
            if name in _EARLY:
                self._read(part, _EARLY[name])
            elif name in _LATE:
                self._read_remainder(part)
            elif name not in _SECTIONS:
                self._keep(part)
        self.facts["names"] = tuple(self.names)
        self._auction()
        if IRREGULAR in self.parts:
            self._irregular_calls(self.parts[IRREGULAR])
        contract = self._contract()
        self._play(contract)
        for name in _SECTIONS[2:]:
            if name in self.parts:
                self._times(self.parts[name])
        self._notes()
        differs, stated = self._result(contract)
        self.facts["comments"] = tuple(sorted(self.comments, key=lambda entry: (entry.calls, entry.cards)))
        self.facts["tags"] = tuple(self.tags)
        record = BoardRecord(**self.facts)
        return self._add_tricks(record, stated, differs=differs)

    def _read(self, part: PbnPart, reader: "Callable[[GameReader, PbnPart], bool]") -> None:
        if part.pieces:
            self._read_remainder(part)
        if len(part.value) > TEXT_SIZE:
            self.report.lose(part.offset, part.value, too_long())
        elif part.value not in _UNKNOWN and not reader(self, part):
            self._keep(part, sentence("loss-not-understood"))

    def _read_remainder(self, part: PbnPart) -> None:
        """Read the text after a tag without rows: comments are about the board, other text is lost."""
        self.comments += [Comment(0, 0, words) for words in part.comments]
        self._stray(part)
        part.pieces = []

    def _stray(self, part: PbnPart) -> None:
        for comment, words, offset in part.pieces:
            if not comment and not words.isspace():
                self.report.lose(offset, words.strip(), sentence("loss-no-section"))

    def _keep(self, part: PbnPart, why: Text = "") -> None:
        rows = tuple(row for row in part.body.split("\n") if row.strip(" \t"))
        if len(part.value) > TEXT_SIZE:
            self.report.lose(part.offset, part.value, too_long())
            return
        self.tags.append(Tag(part.name, part.value, rows))
        self.comments += [Comment(0, 0, words) for words in part.comments]
        if why:
            self.report.lose(
                part.offset,
                part.value,
                sentence("loss-kept", why=sentence("loss-at", where=part.name, why=why)),
            )

    def text(self, part: PbnPart) -> bool:
        """Free text: event, site, date, form of scoring."""
        self.facts[part.name.lower()] = part.value
        return True

    def name(self, part: PbnPart) -> bool:
        """A player's name."""
        self.names["NESW".index(part.name[0])] = part.value
        return True

    def board(self, part: PbnPart) -> bool:
        """The board number."""
        word = part.value.strip()
        if not (word.isascii() and word.isdecimal() and len(word) < 6 and 1 <= int(word) <= HIGHEST_BOARD):
            return False
        self.facts["number"] = int(word)
        return True

    def room(self, part: PbnPart) -> bool:
        """Open or closed room."""
        room = {"open": Room.OPEN, "closed": Room.CLOSED}.get(part.value.strip().lower())
        if room is not None:
            self.facts["room"] = room
        return room is not None

    def seat_or_side(self, part: PbnPart) -> bool:
        """The dealer, or the vulnerability."""
        try:
            if part.name == "Dealer":
                self.facts["dealer"] = Seat.parse(part.value)
            else:
                self.facts["vulnerability"] = Vulnerability.parse(part.value)
        except BridgeError:
            return False
        return True

    def deal(self, part: PbnPart) -> bool:
        """The hands, clockwise from the one named; `-` is an unknown hand."""
        first, _, rest = part.value.strip().partition(":")
        words = rest.split()
        if first.upper() not in ("N", "E", "S", "W") or len(words) != 4:
            return False
        start = "NESW".index(first.upper())
        words = [words[seat - start & 3] for seat in range(4)]
        north, east, south, west = (None if word == "-" else dotted_hand(word) for word in words)
        whole: Hands = (north, east, south, west)
        if any(hand is None and word != "-" for hand, word in zip(whole, words, strict=True)):
            return False
        whole, why = deal_conflict(whole)
        if why:
            self._keep(part, why)
        else:
            self.facts["hands"] = whole
        return True

    def _auction(self) -> None:
        part = self.parts.get("Auction")
        if part is None:
            return
        self.auction = section = read_auction(part, self.report)
        if section is None:
            self._keep(part)
            return
        facts, auction = self.facts, section.auction
        if auction is None and section.end is RecordEnd.NATURAL and not section.comments:
            facts.setdefault("dealer", section.dealer)
            return
        dealer = facts.setdefault("dealer", section.dealer)
        if dealer is not section.dealer and auction is not None:
            self.report.lose(
                part.offset,
                part.value,
                sentence("loss-other-dealer", seat=str(section.dealer), dealer=str(dealer)),
            )
        facts["auction"], facts["auction_end"] = auction, section.end
        facts["call_marks"] = marks_of(section.marks)
        self.comments += section.comments

    def _contract(self) -> Contract | None:
        """The contract, stated or from the auction; unreadable tags are stored."""
        facts = self.facts
        part, by = self.parts.get("Contract"), self.parts.get("Declarer")
        words = part.value.strip() if part else ""
        seat_word = by.value.strip() if by else ""
        swapped = seat_word[:1] == "^"
        stated = declarer = None
        if seat_word not in _UNKNOWN:
            try:
                declarer = Seat.parse(seat_word.lstrip("^"))
            except BridgeError:
                self._keep(by, sentence("not-a-seat")) if by else None
        passed = words.lower() in ("pass", "passed out", "p")
        auction: Auction | None = facts.get("auction")
        problems = auction.problems() if auction is not None else ()
        for problem in problems:
            self.report.lose(
                self.parts["Auction"].offset,
                str(problem.found),
                sentence("loss-at", where=problem.where, why=problem.why),
            )
        called, out, _ = reach_contract(auction, None, passed_out=False, legal=not problems)
        if part and not passed and words not in _UNKNOWN:
            stated = self._stated_contract(
                part, words, called.declarer if declarer is None and called else declarer
            )
        elif by and declarer is not None and called is None and not passed:
            self._keep(by, sentence("loss-declarer-alone"))
        why: Text = ""
        if stated == called and not passed:
            contract, facts["passed_out"] = called, out
        else:
            contract, facts["passed_out"], why = reach_contract(
                auction, stated, passed_out=passed, legal=not problems, swapped=swapped
            )
        if why and part:
            self.report.lose(part.offset, part.value, why)
        elif (
            contract and declarer is not None and contract.declarer is not declarer and stated is None and by
        ):
            self.report.lose(by.offset, by.value, sentence("loss-auction-gives", contract=str(contract)))
        facts["contract"], facts["swapped"] = contract, swapped and contract is not None
        return contract

    def _stated_contract(self, part: PbnPart, words: str, declarer: Seat | None) -> Contract | None:
        if words.upper() in ("S", "H", "D", "C", "NT"):
            self.facts["trumps"] = Strain.parse(words)
            if by := self.parts.get("Declarer"):
                self.tags.extend([Tag(by.name, by.value)] if by.value not in _UNKNOWN else [])
            return None
        try:
            return Contract.parse(words, declarer)
        except BridgeError as reason:
            self._keep(part, reason.problems[0].why)
            by = self.parts.get("Declarer")
            if by and by.value not in _UNKNOWN and declarer is not None:
                self.tags.append(Tag(by.name, by.value))
            return None

    def _play(self, contract: Contract | None) -> None:
        part = self.parts.get("Play")
        if part is None:
            return
        leader = Seat.parse(part.value) if part.value.strip().upper() in tuple("NESW") else None
        scored, auction = contract, self.facts.get("auction")
        played = BoardRecord(auction=auction, contract=contract, leader=leader)
        contract = played.contract_played
        strain = contract.strain if contract else self.facts.get("trumps")
        if strain is None:
            self._keep(part, sentence("loss-play-alone") if part.body.strip() else "")
            return
        self.play = section = read_play(part, int(strain), len(auction) if auction else 0, self.report)
        if section is None:
            self._keep(part)
            return
        facts = self.facts
        if contract and contract.leader is not section.leader and not (facts["swapped"] and scored):
            self.report.lose(
                part.offset,
                part.value,
                sentence("loss-other-leader", leader=str(section.leader), due=str(contract.leader)),
            )
        facts["leader"], facts["cards"], facts["play_end"] = section.leader, section.cards_played, section.end
        facts["irregular_cards"], facts["card_marks"] = tuple(section.irregular), marks_of(section.marks)
        self.comments += section.comments

    def _times(self, part: PbnPart) -> None:
        calls = part.name == "AuctionTimeTable"
        times = call_times(part, self.auction) if calls else card_times(part, self.play)
        if times is None:
            self._keep(part, sentence("loss-table-fit"))
        else:
            self.facts["call_times" if calls else "card_times"] = times
            self.comments += [Comment(0, 0, words) for words in part.comments]

    def _irregular_calls(self, part: PbnPart) -> None:
        entries, auction = irregular_of(part.value), self.facts.get("auction")
        if entries is None or auction is None:
            self._keep(part, sentence("loss-not-understood"))
            return
        merged = sort_irregular([*auction.irregular, *entries])
        self.facts["auction"] = Auction(auction.dealer, auction.calls, merged)

    def _result(self, contract: Contract | None) -> tuple[bool, int | None]:
        """Whether the file says that the result differs from the play, and declarer's tricks."""
        part = self.parts.get("Result")
        if part is None or part.value.strip() in _UNKNOWN:
            return False, None
        match = _RESULT.fullmatch(part.value.strip())
        partial = self.play is not None and self.play.end is RecordEnd.OPEN
        tricks = self._declarers(match, contract) if match and not partial else None
        if tricks is None or tricks > 13:
            self._keep(part, "" if partial and match else sentence("loss-tricks-of-nobody"))
            return False, None
        return bool(match and match[1]), tricks

    def _declarers(self, match: re.Match[str], contract: Contract | None) -> int | None:
        if match[2]:
            return int(match[2])
        if contract is None:
            return None
        side = str(contract.declarer.side)
        tricks = {match[3].upper(): int(match[4])}
        if match[5]:
            tricks[match[5].upper()] = int(match[6])
        return tricks[side] if side in tricks else 13 - next(iter(tricks.values()))

    def _notes(self) -> None:
        part = self.parts.get(UNALERTED)
        unalerted = unalerted_of(part.value) if part is not None else None
        if part is not None and unalerted is None:
            self._keep(part, sentence("loss-not-understood"))
        calls = self.auction.refs if self.auction else []
        cards = self.play.refs if self.play else []
        self.facts["call_notes"] = resolve_notes(
            self.notes["Auction"], calls, unalerted or frozenset(), self.report
        )
        self.facts["card_notes"] = resolve_notes(self.notes["Play"], cards, None, self.report)

    def _add_tricks(self, record: BoardRecord, stated: int | None, *, differs: bool) -> BoardRecord:
        if stated is None and len(record.cards) != 52:
            return record
        tricks, why = agreed_tricks(record, stated, self.play.won if self.play else None, differs=differs)
        if why:
            self.report.lose(self.parts["Result"].offset, str(stated), why)
        return record if tricks is None else replace(record, tricks=tricks)


def _tells_nothing(part: PbnPart) -> bool:
    """Whether a tag has no value, or a section no text after it."""
    if part.name in _SECTIONS:
        return not part.body.strip() and not part.comments
    return part.value in _UNKNOWN and not part.pieces


_EARLY: dict[str, Callable[[GameReader, PbnPart], bool]] = {
    "Event": GameReader.text,
    "Site": GameReader.text,
    "Date": GameReader.text,
    "Scoring": GameReader.text,
    "Board": GameReader.board,
    "West": GameReader.name,
    "North": GameReader.name,
    "East": GameReader.name,
    "South": GameReader.name,
    "Dealer": GameReader.seat_or_side,
    "Vulnerable": GameReader.seat_or_side,
    "Deal": GameReader.deal,
    "Room": GameReader.room,
}
_LATE = ("Declarer", "Contract", "Result", IRREGULAR, UNALERTED)
_SECTIONS = ("Auction", "Play", "AuctionTimeTable", "PlayTimeTable")


def read_pbn(data: bytes | str, *, check: bool = True) -> FileReading:
    """Every board of a PBN file; with `check` the play is compared with the deal."""
    text = text_of(data)
    report = LossReport(text)
    records: list[BoardRecord] = []
    starts: list[int] = []
    unstated: set[int] = set()
    revokes: list[RecordedRevoke] = []
    inherited = _Inheritance()
    for chunk, start in games(text):
        preface, parts = scan(chunk, start, report)
        if not parts:
            for comment, words, offset in preface.pieces:
                if not comment and not words.isspace():
                    report.lose(offset, words.strip(), sentence("loss-no-board"))
            continue
        for own in split_games(parts, start + len(chunk), report):
            first = own[0].offset
            game = inherited.resolve(own)
            record = GameReader(preface, game, report).record()
            preface = PbnPart("", "", first)
            if check:
                place = next((part.offset for part in game if part.name == "Play"), first)
                verify(record, len(records), revokes, partial(report.lose, place))
            if all(part.name != "Result" or part.value.strip() in _UNKNOWN for part in game):
                unstated.add(len(records))
            records.append(record)
            starts.append(first)
            if len(records) > BOARDS:
                raise NotationError(
                    sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file")
                )
    places = tuple(map(report.place, starts))
    results = tabled_results(records, starts, report)
    return FileReading(
        tuple(records),
        tuple(report),
        tuple(revokes),
        results,
        places,
        add_standings(published_boards(records), standing_lines(records)),
        unstated=frozenset(unstated),
    )


def tabled_results(records: list[BoardRecord], starts: list[int], report: LossReport) -> Results | None:
    """The results and participants in the tables of a file, or None if it has no such table."""
    travellers: list[Traveller] = []
    for record, start in zip(records, starts, strict=True):
        travellers += travellers_of(record, partial(report.lose, start))
    contestants = standings_of(records)
    if not travellers:
        return None
    return Results(contestants=contestants, travellers=tuple(travellers))


_NAMES_BOARD = frozenset(("Board", "Deal"))
_OF_TABLE = frozenset(("Room", "Auction", "Contract", "Play", "Result", "Score"))
_OF_BOARD = (
    "Event", "Site", "Date", "Board", "Dealer", "Vulnerable", "Deal", "Scoring", "Round", "Stage", "Session",
    "HomeTeam", "VisitTeam",
)  # fmt: skip


class _Inheritance:
    """Inheritance from the game before: `#` takes its value, `##` sets a value until another is given.

    The second table of a board may omit the tags of the board (`_OF_BOARD`).
    """

    def __init__(self) -> None:
        self.previous: dict[str, str] = {}
        self.standing: dict[str, str] = {}

    def resolve(self, parts: list[PbnPart]) -> list[PbnPart]:
        """The tags of a game with what they inherit."""
        values: dict[str, str] = {}
        for part in parts:
            if part.value[:1] == "#" and part.value[:2] in ("#", "##"):
                if len(part.value) > 2:
                    part.value = part.value[2:]
                    self.standing[part.name] = part.value
                else:
                    part.value, keep = self.previous.get(part.name, ""), part.value == "##"
                    if keep:
                        self.standing[part.name] = part.value
            elif self.standing:
                self.standing.pop(part.name, None)
            values[part.name] = part.value
        filled = [
            PbnPart(name, value, parts[0].offset)
            for name, value in self.standing.items()
            if name not in values
        ]
        all_values = values | {part.name: part.value for part in filled}
        if not _NAMES_BOARD & all_values.keys() and _OF_TABLE & all_values.keys():
            filled += [
                PbnPart(name, self.previous[name], parts[0].offset)
                for name in _OF_BOARD
                if name not in all_values and name in self.previous
            ]
        self.previous = values | {part.name: part.value for part in filled}
        return filled + parts if filled else parts
