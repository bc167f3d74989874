"""Reader of the auction and play sections of PBN: calls, cards, notes, glyphs, and the marks ^I and ^S."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from analyser.bridge import LONGEST, PACK, PASS, Auction, Call, Card, Irregular, IrregularityKind, Seat
from analyser.errors import BridgeError, Text
from analyser.formats.cells import LossReport
from analyser.formats.pbn_text import PbnPart
from analyser.formats.record import CardIrregularity, Comment, IrregularCard, Mark, RecordEnd
from analyser.formats.replay import auction_length, winner
from analyser.messages import sentence

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_CALL_TOKEN = re.compile(
    r"(?P<call>[A-Za-z0-9]+|-)|=(?P<note>\d{1,6})=|(?P<suffix>[!?]{1,2})|\$(?P<nag>\d{1,6})|\^(?P<mark>[A-Za-z])"
    r"|(?P<star>\*)|(?P<plus>\+)|(?P<bad>[^\s])"
)
_ORDER = {kind: place for place, kind in enumerate(IrregularityKind)}
_WORDS: dict[str, Call] = {}
for _word in ("Pass", "PASS", "pass", "P", "p", "X", "x", "XX", "xx"):
    _WORDS[_word] = Call.parse(_word)
for _level in "1234567":
    for _strain in ("C", "D", "H", "S", "NT", "N"):
        _WORDS[_level + _strain] = _WORDS[_level + _strain.lower()] = Call.parse(_level + _strain)


def call_name(call: Call) -> str:
    """The call as PBN writes it.

    >>> call_name(Call.parse("P")), call_name(Call.parse("1N"))
    ('Pass', '1NT')
    """
    return "Pass" if call.code == 0 else str(call)


def sort_irregular(entries: list[Irregular]) -> tuple[Irregular, ...]:
    """Irregular calls sorted by number; the withdrawn first, a call out of turn last."""
    return tuple(sorted(entries, key=lambda entry: (entry.at, not entry.withdrawn, _ORDER[entry.kind])))


@dataclass(slots=True)
class AuctionText:
    """The contents of the section before its notes are resolved."""

    dealer: Seat
    calls: list[Call] = field(default_factory=list)
    end: RecordEnd = RecordEnd.NATURAL
    irregular: list[Irregular] = field(default_factory=list)
    refs: list[tuple[int, int, int]] = field(default_factory=list)  # call, note, place in the file
    marks: set[tuple[int, int]] = field(default_factory=set)
    comments: list[Comment] = field(default_factory=list)
    skipped: list[int] = field(
        default_factory=list
    )  # number of seats skipped before each call, hyphens first

    @property
    def auction(self) -> Auction | None:
        """The auction, or None without a call."""
        return Auction(self.dealer, tuple(self.calls), sort_irregular(self.irregular)) if self.calls else None


class _AuctionReader:
    """A reader of the section by tokens."""

    def __init__(self, seat: Seat, report: LossReport) -> None:
        self.out = AuctionText(seat)
        self.report = report
        self.turn = seat
        self.hyphens = self.gaps = 0
        self.insufficient = self.stopped = False

    def add(self, call: Call, offset: int) -> None:
        """Add one call by the player in turn, or by the one after the skipped seats."""
        out = self.out
        if len(out.calls) >= LONGEST:
            self.stop(offset, str(call), sentence("loss-longest", count=LONGEST))
            return
        seat = Seat((self.turn + self.gaps) & 3)
        number = len(out.calls) + 1
        if self.insufficient:
            out.irregular.append(
                Irregular(number, seat, IrregularityKind.INSUFFICIENT, call, withdrawn=False)
            )
        if self.gaps:
            out.irregular.append(Irregular(number, seat, IrregularityKind.OUT_OF_TURN, call, withdrawn=False))
        out.calls.append(call)
        out.skipped.append(self.gaps)
        self.turn, self.gaps, self.insufficient = seat.next, 0, False

    def stop(self, offset: int, found: str, why: Text) -> None:
        """Ignore the rest of the auction, which is unreliable."""
        self.stopped = True
        self.report.lose(offset, found, sentence("loss-auction-ends", why=why))

    def call(self, word: str, offset: int) -> None:
        """A call, `AP`, or a hyphen before the dealer."""
        if word == "-":
            if self.out.calls:
                self.stop(offset, word, sentence("loss-call-untold"))
            else:
                self.hyphens += 1
                self.turn = self.turn.next
                self.out.dealer = self.turn
        elif word.upper() == "AP":
            while not self._is_over() and not self.stopped:
                self.add(PASS, offset)
        else:
            known = _WORDS.get(word)
            if known is None:
                try:
                    known = Call.parse(word)
                except BridgeError:
                    self.stop(offset, word, sentence("not-a-call"))
                    return
            self.add(known, offset)

    def _is_over(self) -> bool:
        calls = self.out.calls
        return len(calls) >= 4 and not any(call.code for call in calls[-3:])

    def mark(self, letter: str, offset: int) -> None:
        """Read an irregularity: ^I comes before the bid, ^S in place of the skipped player's call."""
        if letter in "Ii":
            self.insufficient = True
        elif letter in "Ss" and self.gaps < 3:
            self.gaps += 1
        else:
            self.report.lose(offset, f"^{letter}", sentence("loss-auction-mark"))

    def token(self, match: re.Match[str], offset: int) -> None:
        """One token of the section."""
        kind = match.lastgroup or ""
        word = match[kind]
        number = len(self.out.calls)
        if kind == "call":
            self.call(word, offset)
        elif kind == "mark":
            self.mark(word, offset)
        elif kind == "star":
            self.out.end = RecordEnd.CLOSED
        elif kind == "plus":
            self.out.end = RecordEnd.OPEN
        elif not number or kind == "bad":
            self.report.lose(offset, match[0], sentence("loss-no-call"))
        elif kind == "note":
            self.out.refs.append((number, int(word), offset))
        elif kind == "suffix":
            self.out.marks.add((number, SUFFIXES[word]))
        elif int(word) > 255:
            self.report.lose(offset, match[0], sentence("loss-glyph"))
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
        for match in _CALL_TOKEN.finditer(text):
            if self.stopped:
                return
            self.token(match, offset + match.start())


def read_auction(part: PbnPart, report: LossReport) -> AuctionText | None:
    """The auction of one game, or None if its first seat is unknown."""
    try:
        seat = Seat.parse(part.value)
    except BridgeError:
        report.lose(part.offset, part.value, sentence("loss-first-caller"))
        return None
    reader = _AuctionReader(seat, report)
    for comment, text, offset in part.pieces:
        if comment:
            reader.out.comments.append(Comment(len(reader.out.calls), 0, text))
        elif not reader.stopped:
            reader.piece(text, offset)
    out = reader.out
    out.skipped.insert(0, reader.hyphens)
    if (reader.gaps or reader.insufficient) and not reader.stopped:
        report.lose(part.offset, "^", sentence("loss-mark-alone"))
    last = auction_length(out.calls)
    if last < len(out.calls):
        report.lose(part.offset, str(out.calls[last]), sentence("loss-after-auction"))
        _cut(out, last)
    if last and out.end is RecordEnd.CLOSED and not any(call.code for call in out.calls[-3:]) and last >= 4:
        out.end = RecordEnd.NATURAL
    return out


def _cut(out: AuctionText, last: int) -> None:
    del out.calls[last:], out.skipped[last + 1 :]
    out.irregular = [entry for entry in out.irregular if entry.at <= last]
    out.refs = [entry for entry in out.refs if entry[0] <= last]
    out.marks = {entry for entry in out.marks if entry[0] <= last}
    out.comments = [Comment(min(entry.calls, last), 0, entry.text) for entry in out.comments]


def marks_of(marks: set[tuple[int, int]]) -> tuple[Mark, ...]:
    """The glyphs in the order of their calls or cards."""
    return tuple(Mark(at, glyph) for at, glyph in sorted(marks))


def glyphs_of(marks: Sequence[Mark]) -> dict[int, list[int]]:
    """The glyphs of each call or card."""
    glyphs: dict[int, list[int]] = {}
    for mark in marks:
        glyphs.setdefault(mark.at, []).append(mark.glyph)
    return glyphs


_CARD_TOKEN = re.compile(
    r"(?P<card>[A-Za-z0-9]+|-)|=(?P<note>\d{1,6})=|(?P<suffix>[!?]{1,2})|\$(?P<nag>\d{1,6})|\^(?P<mark>[A-Za-z])"
    r"|(?P<star>\*)|(?P<plus>\+)|(?P<bad>[^\s])"
)
_CARDS: dict[str, int] = {str(card): card.index for card in PACK} | {"-": -1}
_CARDS |= {name.lower(): index for name, index in _CARDS.items()}
_COLUMNS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
_KINDS = {"R": CardIrregularity.REVOKE, "L": CardIrregularity.LEAD_OUT_OF_TURN}


@dataclass(slots=True)
class PlayText:
    """The contents of the section in order of play; `cells` has the number of the card printed in each place."""

    leader: Seat
    cards: list[int] = field(default_factory=list)
    end: RecordEnd = RecordEnd.NATURAL
    irregular: list[IrregularCard] = field(default_factory=list)
    refs: list[tuple[int, int, int]] = field(default_factory=list)
    marks: set[tuple[int, int]] = field(default_factory=set)
    comments: list[Comment] = field(default_factory=list)
    cells: dict[int, int] = field(default_factory=dict)
    won: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def cards_played(self) -> tuple[Card, ...]:
        """The cards in order of play."""
        return tuple(PACK[index] for index in self.cards)


class _PlayReader:
    """A reader of the section as cells with their annotations."""

    def __init__(self, part: PbnPart, report: LossReport) -> None:
        self.report = report
        self.cells: list[int] = []
        self.places: list[int] = []
        self.end = RecordEnd.NATURAL
        self.pending: list[CardIrregularity] = []
        self.beside: list[tuple[int, str, int, int]] = []  # cell, what, number, place in the file
        self.irregular: list[tuple[int, CardIrregularity]] = []
        self.comments: list[tuple[int, str]] = []
        self.stopped = False
        for comment, text, offset in part.pieces:
            if comment:
                self.comments.append((len(self.cells), text))
            elif not self.stopped:
                self._piece(text, offset)

    def _piece(self, text: str, offset: int) -> None:
        words = text.split()
        if not self.pending:
            try:
                cards = [_CARDS[word] for word in words]
            except KeyError:
                pass
            else:
                self.cells += cards
                self.places += [offset] * len(cards)
                return
        for token in _CARD_TOKEN.finditer(text):
            self._token(token, offset + token.start())
            if self.stopped:
                return

    def _token(self, match: re.Match[str], offset: int) -> None:
        kind = match.lastgroup or ""
        word = match[kind]
        if kind == "card":
            self._card(word, offset)
        elif kind == "mark":
            if word.upper() in _KINDS:
                self.pending.append(_KINDS[word.upper()])
            else:
                self.report.lose(offset, f"^{word}", sentence("loss-play-mark"))
        elif kind == "star":
            self.end = RecordEnd.CLOSED
        elif kind == "plus":
            self.end = RecordEnd.OPEN
            self.cells.append(-1)
            self.places.append(offset)
        elif kind == "bad" or not self.cells:
            self.report.lose(offset, match[0], sentence("loss-no-card"))
        elif kind == "suffix":
            self.beside.append((len(self.cells) - 1, "glyph", SUFFIXES[word] + 6, offset))
        elif kind == "nag" and int(word) > 255:
            self.report.lose(offset, match[0], sentence("loss-glyph"))
        else:
            self.beside.append((len(self.cells) - 1, kind, int(word), offset))

    def _card(self, word: str, offset: int) -> None:
        index = _CARDS.get(word)
        if index is None:
            try:
                index = Card.parse(word).index
            except BridgeError:
                self.stopped = True
                self.report.lose(offset, word, sentence("loss-play-ends-trick"))
                return
        self.irregular += [(len(self.cells), kind) for kind in self.pending]
        self.pending.clear()
        self.cells.append(index)
        self.places.append(offset)


def read_play(part: PbnPart, strain: int, calls: int, report: LossReport) -> PlayText | None:
    """The play of one game, or None if its first seat is unknown."""
    try:
        first = Seat.parse(part.value)
    except BridgeError:
        report.lose(part.offset, part.value, sentence("loss-first-leader"))
        return None
    reader = _PlayReader(part, report)
    out = PlayText(first, end=reader.end)
    _order(reader, out, strain, report)
    for cell, kind, number, offset in reader.beside:
        at = out.cells.get(cell)
        if at is None:
            report.lose(offset, str(number), sentence("loss-no-card"))
        elif kind == "note":
            out.refs.append((at, number, offset))
        else:
            out.marks.add((at, number))
    for cell, text in reader.comments:
        out.comments.append(Comment(calls, _count_seen(out.cells, cell), text))
    if len(out.cards) == 52 and out.end is RecordEnd.CLOSED:
        out.end = RecordEnd.NATURAL
    return out


def _count_seen(cells: dict[int, int], cell: int) -> int:
    """The number of cards played at a comment, which is about the card printed before it."""
    for place in range(cell - 1, -1, -1):
        if place in cells:
            return cells[place]
    return 0


def _order(reader: _PlayReader, out: PlayText, strain: int, report: LossReport) -> None:
    first, leader = int(out.leader), int(out.leader)
    leads = {cell for cell, kind in reader.irregular if kind is CardIrregularity.LEAD_OUT_OF_TURN}
    cells = reader.cells
    for start in range(0, len(cells), 4):
        row = cells[start : start + 4]
        if len(row) < 4:
            row += [-1] * (4 - len(row))
        if leads:
            leader = next((first + c & 3 for c in range(4) if start + c in leads and row[c] >= 0), leader)
        columns = _COLUMNS[leader - first & 3]
        if min(row) >= 0 and len(out.cards) < 52:
            count = len(out.cards)
            for place, column in enumerate(columns, 1):
                out.cards.append(row[column])
                out.cells[start + column] = count + place
            leader = (leader + winner(out.cards[count:], strain)) & 3
            out.won[leader] += 1
            continue
        for place, column in enumerate(columns):
            if row[column] < 0:
                if any(row[later] >= 0 for later in columns[place:]) or any(
                    c >= 0 for c in cells[start + 4 :]
                ):
                    why = sentence("loss-card-untold")
                    report.lose(reader.places[min(start + column, len(cells) - 1)], "-", why)
                _irregular(reader, out, first)
                return
            if len(out.cards) == 52:
                report.lose(reader.places[start], "", sentence("loss-fifty-two"))
                _irregular(reader, out, first)
                return
            out.cards.append(row[column])
            out.cells[start + column] = len(out.cards)
    _irregular(reader, out, first)


def _irregular(reader: _PlayReader, out: PlayText, first: int) -> None:
    for cell, kind in reader.irregular:
        at = out.cells.get(cell)
        if at is not None:
            out.irregular.append(IrregularCard(at, Seat((first + cell) & 3), kind))
    out.irregular.sort(key=lambda entry: (entry.at, entry.kind.value))


Times = tuple[int | None, ...]
_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})", re.ASCII)


def _cells(part: PbnPart) -> list[int | None] | None:
    times: list[int | None] = []
    for word in part.body.split():
        match = _TIME.fullmatch(word)
        if match:
            times.append(int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + int(match[3]))
        elif word in ("-", "*", "+"):
            times += [None] * (word == "-")
        else:
            return None
    return times


def _trim_times(times: list[int | None]) -> Times:
    while times and times[-1] is None:
        times.pop()
    return tuple(times)


def call_times(part: PbnPart, auction: AuctionText | None) -> Times | None:
    """The seconds of each call, or None if the table does not fit the auction."""
    cells = _cells(part)
    if auction is None or cells is None or not auction.calls:
        return None
    try:
        first = Seat.parse(part.value)
    except BridgeError:
        return None
    place = (auction.dealer - first) & 3
    times: list[int | None] = []
    for gap in auction.skipped[1:]:
        place += gap
        times.append(cells[place] if place < len(cells) else None)
        place += 1
    if sum(cell is not None for cell in cells) != sum(time is not None for time in times):
        return None
    return _trim_times(times)


def card_times(part: PbnPart, play: PlayText | None) -> Times | None:
    """The seconds of each card in order of play, or None if the table does not fit the play."""
    cells = _cells(part)
    if play is None or cells is None or part.value.strip().upper()[:1] != str(play.leader):
        return None
    times: list[int | None] = [None] * len(play.cards)
    for cell, time in enumerate(cells):
        if time is None:
            continue
        at = play.cells.get(cell)
        if at is None:
            return None
        times[at - 1] = time
    return _trim_times(times)
