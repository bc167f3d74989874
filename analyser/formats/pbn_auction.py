"""The auction section of PBN: calls, notes, glyphs, and the marks ^I and ^S of irregularities that were accepted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from analyser.bridge import LONGEST, PASS, Auction, Call, Irregular, Irregularity, Seat
from analyser.errors import BridgeError
from analyser.formats.ledger import Ledger
from analyser.formats.pbn_scan import Part
from analyser.formats.record import Comment, Ending, Mark
from analyser.formats.settle import over_after

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_TOKEN = re.compile(
    r"(?P<call>[A-Za-z0-9]+|-)|=(?P<note>\d{1,6})=|(?P<suffix>[!?]{1,2})|\$(?P<nag>\d{1,6})|\^(?P<mark>[A-Za-z])"
    r"|(?P<star>\*)|(?P<plus>\+)|(?P<bad>[^\s])"
)
_ORDER = {kind: place for place, kind in enumerate(Irregularity)}
_WORDS: dict[str, Call] = {}
for _word in ("Pass", "PASS", "pass", "P", "p", "X", "x", "XX", "xx"):
    _WORDS[_word] = Call.parse(_word)
for _level in "1234567":
    for _strain in ("C", "D", "H", "S", "NT", "N"):
        _WORDS[_level + _strain] = _WORDS[_level + _strain.lower()] = Call.parse(_level + _strain)


def call_name(call: Call) -> str:
    """A call as PBN writes it.

    >>> call_name(Call.parse("P")), call_name(Call.parse("1N"))
    ('Pass', '1NT')
    """
    return "Pass" if call.code == 0 else str(call)


def in_order(entries: list[Irregular]) -> tuple[Irregular, ...]:
    """Irregular calls by number; the withdrawn first, a call out of turn last."""
    return tuple(sorted(entries, key=lambda entry: (entry.at, not entry.withdrawn, _ORDER[entry.kind])))


@dataclass(slots=True)
class AuctionText:
    """What the section says, before its notes are looked up."""

    dealer: Seat
    calls: list[Call] = field(default_factory=list)
    end: Ending = Ending.NATURAL
    irregular: list[Irregular] = field(default_factory=list)
    refs: list[tuple[int, int, int]] = field(default_factory=list)  # call, note, place in the file
    marks: set[tuple[int, int]] = field(default_factory=set)
    comments: list[Comment] = field(default_factory=list)
    skipped: list[int] = field(
        default_factory=list
    )  # how many seats were skipped before each call, hyphens first

    @property
    def auction(self) -> Auction | None:
        """The auction; none without a call."""
        return Auction(self.dealer, tuple(self.calls), in_order(self.irregular)) if self.calls else None


class _Reader:
    """Goes through the section token by token."""

    def __init__(self, seat: Seat, ledger: Ledger) -> None:
        self.out = AuctionText(seat)
        self.ledger = ledger
        self.turn = seat
        self.hyphens = self.gaps = 0
        self.insufficient = self.stopped = False

    def add(self, call: Call, offset: int) -> None:
        """One call by the player whose turn it is, or by the one the skipped seats lead to."""
        out = self.out
        if len(out.calls) >= LONGEST:
            self.stop(offset, str(call), f"no auction is longer than {LONGEST} calls")
            return
        seat = Seat((self.turn + self.gaps) & 3)
        number = len(out.calls) + 1
        if self.insufficient:
            out.irregular.append(Irregular(number, seat, Irregularity.INSUFFICIENT, call, withdrawn=False))
        if self.gaps:
            out.irregular.append(Irregular(number, seat, Irregularity.OUT_OF_TURN, call, withdrawn=False))
        out.calls.append(call)
        out.skipped.append(self.gaps)
        self.turn, self.gaps, self.insufficient = seat.next, 0, False

    def stop(self, offset: int, found: str, why: str) -> None:
        """The rest of the auction cannot be trusted."""
        self.stopped = True
        self.ledger.lose(offset, found, f"{why}; the auction ends before it")

    def call(self, word: str, offset: int) -> None:
        """A call, `AP`, or a hyphen before the dealer."""
        if word == "-":
            if self.out.calls:
                self.stop(offset, word, "a call that is not told")
            else:
                self.hyphens += 1
                self.turn = self.turn.next
                self.out.dealer = self.turn
        elif word.upper() == "AP":
            while not self._over() and not self.stopped:
                self.add(PASS, offset)
        else:
            found = _WORDS.get(word)
            if found is None:
                try:
                    found = Call.parse(word)
                except BridgeError:
                    self.stop(offset, word, "not a call")
                    return
            self.add(found, offset)

    def _over(self) -> bool:
        calls = self.out.calls
        return len(calls) >= 4 and not any(call.code for call in calls[-3:])

    def mark(self, letter: str, offset: int) -> None:
        """An irregularity: ^I stands before the bid, ^S in place of the skipped player's call."""
        if letter in "Ii":
            self.insufficient = True
        elif letter in "Ss" and self.gaps < 3:
            self.gaps += 1
        else:
            self.ledger.lose(offset, f"^{letter}", "not a mark of an auction")

    def token(self, found: re.Match[str], offset: int) -> None:
        """One token of the section."""
        kind = found.lastgroup or ""
        word = found[kind]
        number = len(self.out.calls)
        if kind == "call":
            self.call(word, offset)
        elif kind == "mark":
            self.mark(word, offset)
        elif kind == "star":
            self.out.end = Ending.CLOSED
        elif kind == "plus":
            self.out.end = Ending.OPEN
        elif not number or kind == "bad":
            self.ledger.lose(offset, found[0], "it belongs to no call")
        elif kind == "note":
            self.out.refs.append((number, int(word), offset))
        elif kind == "suffix":
            self.out.marks.add((number, SUFFIXES[word]))
        elif int(word) > 255:
            self.ledger.lose(offset, found[0], "glyphs are numbered from 0 to 255")
        else:
            self.out.marks.add((number, int(word)))

    def piece(self, text: str, offset: int) -> None:
        """A run of text between comments."""
        words = text.split()
        if not self.gaps and not self.insufficient and all(map(_WORDS.__contains__, words)):
            for word in words:
                if not self.stopped:
                    self.add(_WORDS[word], offset)
            return
        for found in _TOKEN.finditer(text):
            if self.stopped:
                return
            self.token(found, offset + found.start())


def read_auction(part: Part, ledger: Ledger) -> AuctionText | None:
    """The auction of one game; None when its first seat is not told."""
    try:
        seat = Seat.parse(part.value)
    except BridgeError:
        ledger.lose(part.offset, part.value, "the auction section does not say who called first")
        return None
    reader = _Reader(seat, ledger)
    for comment, text, offset in part.pieces:
        if comment:
            reader.out.comments.append(Comment(len(reader.out.calls), 0, text))
        elif not reader.stopped:
            reader.piece(text, offset)
    out = reader.out
    out.skipped.insert(0, reader.hyphens)
    if (reader.gaps or reader.insufficient) and not reader.stopped:
        ledger.lose(part.offset, "^", "a mark of irregularity without a call after it")
    last = over_after(out.calls)
    if last < len(out.calls):
        ledger.lose(
            part.offset, str(out.calls[last]), "the auction was over before this call; it was left out"
        )
        _cut(out, last)
    if last and out.end is Ending.CLOSED and not any(call.code for call in out.calls[-3:]) and last >= 4:
        out.end = Ending.NATURAL
    return out


def _cut(out: AuctionText, last: int) -> None:
    del out.calls[last:], out.skipped[last + 1 :]
    out.irregular = [entry for entry in out.irregular if entry.at <= last]
    out.refs = [entry for entry in out.refs if entry[0] <= last]
    out.marks = {entry for entry in out.marks if entry[0] <= last}
    out.comments = [Comment(min(entry.calls, last), 0, entry.text) for entry in out.comments]


def marks_of(marks: set[tuple[int, int]]) -> tuple[Mark, ...]:
    """Glyphs in the order of their calls or cards."""
    return tuple(Mark(at, glyph) for at, glyph in sorted(marks))


def glyphs_of(marks: Sequence[Mark]) -> dict[int, list[int]]:
    """The glyphs of each call or card."""
    found: dict[int, list[int]] = {}
    for mark in marks:
        found.setdefault(mark.at, []).append(mark.glyph)
    return found
