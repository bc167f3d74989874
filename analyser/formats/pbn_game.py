"""One PBN game on its way to a record: each tag is read, or kept as it stands and told."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from analyser.bridge import Auction, Contract, Seat, Strain, Vulnerability
from analyser.errors import BridgeError
from analyser.formats.hands import Hands, dotted_hand, together
from analyser.formats.ledger import TEXT_SIZE, Ledger
from analyser.formats.pbn_auction import AuctionText, in_order, marks_of, read_auction
from analyser.formats.pbn_notes import resolved
from analyser.formats.pbn_own import IRREGULAR, UNALERTED, irregular_of, unalerted_of
from analyser.formats.pbn_play import PlayText, read_play
from analyser.formats.pbn_scan import Game, Part
from analyser.formats.pbn_times import call_times, card_times
from analyser.formats.record import Comment, Ending, Record, Room, Tag
from analyser.formats.settle import agreed_tricks, reached

_UNKNOWN = ("", "?")
_RESULT = re.compile(
    r"(\^?)\s*(?:(\d{1,2})|(NS|EW)\s+(\d{1,2})(?:\s+(NS|EW)\s+(\d{1,2}))?)", re.IGNORECASE | re.ASCII
)


class GameReader:
    """One game on its way to a record."""

    def __init__(self, game: Game, ledger: Ledger) -> None:
        self.preface = game.preface
        self.ledger = ledger
        self.facts: dict[str, Any] = {}
        self.tags: list[Tag] = []
        self.comments = [Comment(0, 0, words) for words in game.preface.comments]
        self.parts: dict[str, Part] = {}
        self.notes: dict[str, list[Part]] = {"Auction": [], "Play": []}
        self.names = ["", "", "", ""]
        self.auction: AuctionText | None = None
        self.play: PlayText | None = None
        self._sort(game.parts)

    def _sort(self, parts: list[Part]) -> None:
        section = "Auction"
        for part in parts:
            if part.name == "Note":
                self.notes[section].append(part)
                self._beside(part)
            elif part.name in self.parts:
                self.ledger.lose(part.offset, part.name, "the tag stands twice; the first counts")
            else:
                section = "Play" if part.name == "Play" else section
                self.parts[part.name] = part

    def record(self) -> Record:
        """The board, every tag read or kept as it stands."""
        if self.preface.pieces:
            self._stray(self.preface)
        for name, part in self.parts.items():
            if name in _EARLY:
                self._read(part, _EARLY[name])
            elif name in _LATE:
                self._beside(part)
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
        record = Record(**self.facts)
        return self._with_tricks(record, stated, differs=differs)

    def _read(self, part: Part, reader: "Callable[[GameReader, Part], bool]") -> None:
        if part.pieces:
            self._beside(part)
        if len(part.value) > TEXT_SIZE:
            self.ledger.lose(part.offset, part.value, f"a text has at most {TEXT_SIZE} characters; left out")
        elif part.value not in _UNKNOWN and not reader(self, part):
            self._keep(part, "not understood")

    def _beside(self, part: Part) -> None:
        """What stands after a tag without rows: comments speak of the board, other text is lost."""
        self.comments += [Comment(0, 0, words) for words in part.comments]
        self._stray(part)
        part.pieces = []

    def _stray(self, part: Part) -> None:
        for comment, words, offset in part.pieces:
            if not comment and not words.isspace():
                self.ledger.lose(offset, words.strip(), "it belongs to no section")

    def _keep(self, part: Part, why: str = "") -> None:
        rows = tuple(row for row in part.body.split("\n") if row.strip(" \t"))
        if len(part.value) > TEXT_SIZE:
            self.ledger.lose(part.offset, part.value, f"a text has at most {TEXT_SIZE} characters; left out")
            return
        self.tags.append(Tag(part.name, part.value, rows))
        self.comments += [Comment(0, 0, words) for words in part.comments]
        if why:
            self.ledger.lose(part.offset, part.value, f"{part.name}: {why}; kept as it stands")

    def text(self, part: Part) -> bool:
        """Free text: event, site, date, form of scoring."""
        self.facts[part.name.lower()] = part.value
        return True

    def name(self, part: Part) -> bool:
        """A player's name."""
        self.names["NESW".index(part.name[0])] = part.value
        return True

    def board(self, part: Part) -> bool:
        """The board number."""
        word = part.value.strip()
        if not (word.isascii() and word.isdecimal() and len(word) < 6 and 1 <= int(word) <= 999):
            return False
        self.facts["number"] = int(word)
        return True

    def dealer(self, part: Part) -> bool:
        """The dealer."""
        return self._parsed("dealer", Seat.parse, part)

    def vulnerable(self, part: Part) -> bool:
        """Who is vulnerable."""
        return self._parsed("vulnerability", Vulnerability.parse, part)

    def room(self, part: Part) -> bool:
        """Open or closed room."""
        room = {"open": Room.OPEN, "closed": Room.CLOSED}.get(part.value.strip().lower())
        if room is not None:
            self.facts["room"] = room
        return room is not None

    def _parsed(self, field: str, parse: Callable[[str], object], part: Part) -> bool:
        try:
            self.facts[field] = parse(part.value)
        except BridgeError:
            return False
        return True

    def deal(self, part: Part) -> bool:
        """The hands, clockwise from the one named; `-` is not told."""
        first, _, rest = part.value.strip().partition(":")
        words = rest.split()
        if first.upper() not in ("N", "E", "S", "W") or len(words) != 4:
            return False
        start = "NESW".index(first.upper())
        hands = [
            None if words[seat - start & 3] == "-" else dotted_hand(words[seat - start & 3])
            for seat in range(4)
        ]
        if any(hands[seat] is None and words[seat - start & 3] != "-" for seat in range(4)):
            return False
        given: Hands = (hands[0], hands[1], hands[2], hands[3])
        given, why = together(given)
        if why:
            self._keep(part, why)
            return True
        self.facts["hands"] = given
        return True

    def _auction(self) -> None:
        part = self.parts.get("Auction")
        if part is None:
            return
        self.auction = found = read_auction(part, self.ledger)
        if found is None:
            self._keep(part)
            return
        facts, auction = self.facts, found.auction
        if auction is None and found.end is Ending.NATURAL and not found.comments:
            facts.setdefault("dealer", found.dealer)
            return
        dealer = facts.setdefault("dealer", found.dealer)
        if dealer is not found.dealer and auction is not None:
            self.ledger.lose(
                part.offset, part.value, f"the auction begins with {found.dealer}, the dealer is {dealer}"
            )
        facts["auction"], facts["auction_end"] = auction, found.end
        facts["call_marks"] = marks_of(found.marks)
        self.comments += found.comments

    def _contract(self) -> Contract | None:
        """The contract, stated or called; the tags are kept when they cannot be read."""
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
                self._keep(by, "not a seat") if by else None
        passed = words.lower() in ("pass", "passed out", "p")
        auction: Auction | None = facts.get("auction")
        problems = auction.problems() if auction is not None else ()
        for problem in problems:
            self.ledger.lose(self.parts["Auction"].offset, problem.found, f"{problem.where}: {problem.why}")
        called, out, _ = reached(auction, None, passed_out=False, legal=not problems)
        if part and not passed and words not in _UNKNOWN:
            stated = self._stated(part, words, called.declarer if declarer is None and called else declarer)
        elif by and declarer is not None and called is None and not passed:
            self._keep(by, "a declarer without a contract")
        if stated == called and not passed:
            contract, facts["passed_out"], why = called, out, ""
        else:
            contract, facts["passed_out"], why = reached(
                auction, stated, passed_out=passed, legal=not problems, swapped=swapped
            )
        if why and part:
            self.ledger.lose(part.offset, part.value, why)
        elif (
            contract and declarer is not None and contract.declarer is not declarer and stated is None and by
        ):
            self.ledger.lose(by.offset, by.value, f"the auction gives {contract}")
        facts["contract"], facts["swapped"] = contract, swapped and contract is not None
        return contract

    def _stated(self, part: Part, words: str, declarer: Seat | None) -> Contract | None:
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
        strain = contract.strain if contract else self.facts.get("trumps")
        if part is None:
            return
        if strain is None:
            self._keep(part, "a play without a contract" if part.body.strip() else "")
            return
        auction = self.facts.get("auction")
        self.play = found = read_play(part, int(strain), len(auction) if auction else 0, self.ledger)
        if found is None:
            self._keep(part)
            return
        facts = self.facts
        if contract and contract.leader is not found.leader and not facts["swapped"]:
            self.ledger.lose(
                part.offset, part.value, f"the play begins with {found.leader}, {contract.leader} was to lead"
            )
        facts["leader"], facts["cards"], facts["play_end"] = found.leader, found.played, found.end
        facts["irregular_cards"], facts["card_marks"] = tuple(found.irregular), marks_of(found.marks)
        self.comments += found.comments

    def _times(self, part: Part) -> None:
        calls = part.name == "AuctionTimeTable"
        times = call_times(part, self.auction) if calls else card_times(part, self.play)
        if times is None:
            self._keep(part, "the table does not fit the section")
        else:
            self.facts["call_times" if calls else "card_times"] = times
            self.comments += [Comment(0, 0, words) for words in part.comments]

    def _irregular_calls(self, part: Part) -> None:
        entries, auction = irregular_of(part.value), self.facts.get("auction")
        if entries is None or auction is None:
            self._keep(part, "not understood")
            return
        merged = in_order([*auction.irregular, *entries])
        self.facts["auction"] = Auction(auction.dealer, auction.calls, merged)

    def _result(self, contract: Contract | None) -> tuple[bool, int | None]:
        """Whether the file says that the result differs from the play, and declarer's tricks."""
        part = self.parts.get("Result")
        if part is None or part.value.strip() in _UNKNOWN:
            return False, None
        found = _RESULT.fullmatch(part.value.strip())
        partial = self.play is not None and self.play.end is Ending.OPEN
        tricks = self._declarers(found, contract) if found and not partial else None
        if tricks is None or tricks > 13:
            self._keep(part, "" if partial and found else "not a number of tricks of a known declarer")
            return False, None
        return bool(found and found[1]), tricks

    def _declarers(self, found: re.Match[str], contract: Contract | None) -> int | None:
        if found[2]:
            return int(found[2])
        if contract is None:
            return None
        side = str(contract.declarer.side)
        given = {found[3].upper(): int(found[4])}
        if found[5]:
            given[found[5].upper()] = int(found[6])
        return given[side] if side in given else 13 - next(iter(given.values()))

    def _notes(self) -> None:
        part = self.parts.get(UNALERTED)
        unalerted: frozenset[int] = frozenset()
        if part is not None:
            silent = unalerted_of(part.value)
            if silent is None:
                self._keep(part, "not understood")
            unalerted = silent or frozenset()
        calls, cards = self.auction, self.play
        texts = self.notes
        self.facts["call_notes"] = resolved(
            texts["Auction"], calls.refs if calls else [], unalerted, self.ledger
        )
        self.facts["card_notes"] = resolved(texts["Play"], cards.refs if cards else [], None, self.ledger)

    def _with_tricks(self, record: Record, stated: int | None, *, differs: bool) -> Record:
        if stated is None and len(record.cards) != 52:
            return record
        tricks, why = agreed_tricks(record, stated, self.play.won if self.play else None, differs=differs)
        if why:
            self.ledger.lose(self.parts["Result"].offset, str(stated), why)
        return record if tricks is None else replace(record, tricks=tricks)


_EARLY: dict[str, Callable[[GameReader, Part], bool]] = {
    "Event": GameReader.text,
    "Site": GameReader.text,
    "Date": GameReader.text,
    "Scoring": GameReader.text,
    "Board": GameReader.board,
    "West": GameReader.name,
    "North": GameReader.name,
    "East": GameReader.name,
    "South": GameReader.name,
    "Dealer": GameReader.dealer,
    "Vulnerable": GameReader.vulnerable,
    "Deal": GameReader.deal,
    "Room": GameReader.room,
}
_LATE = ("Declarer", "Contract", "Result", IRREGULAR, UNALERTED)
_SECTIONS = ("Auction", "Play", "AuctionTimeTable", "PlayTimeTable")
