"""The play section of PBN: one column a seat, one row a trick, put into order of play; ^R and ^L, notes, glyphs."""

import re
from dataclasses import dataclass, field

from analyser.bridge import PACK, Card, Seat
from analyser.errors import BridgeError
from analyser.formats.ledger import Ledger
from analyser.formats.pbn_auction import SUFFIXES
from analyser.formats.pbn_scan import Part
from analyser.formats.record import CardIrregularity, Comment, Ending, IrregularCard
from analyser.formats.walk import winner

_TOKEN = re.compile(
    r"(?P<card>[A-Za-z0-9]+|-)|=(?P<note>\d{1,6})=|(?P<suffix>[!?]{1,2})|\$(?P<nag>\d{1,6})|\^(?P<mark>[A-Za-z])"
    r"|(?P<star>\*)|(?P<plus>\+)|(?P<bad>[^\s])"
)
_CARDS: dict[str, int] = {str(card): card.index for card in PACK} | {"-": -1}
_CARDS |= {name.lower(): index for name, index in _CARDS.items()}
_COLUMNS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
_KINDS = {"R": CardIrregularity.REVOKE, "L": CardIrregularity.LEAD_OUT_OF_TURN}


@dataclass(slots=True)
class PlayText:
    """What the section says, in order of play; `cells` gives the number of the card printed in each place."""

    leader: Seat
    cards: list[int] = field(default_factory=list)
    end: Ending = Ending.NATURAL
    irregular: list[IrregularCard] = field(default_factory=list)
    refs: list[tuple[int, int, int]] = field(default_factory=list)
    marks: set[tuple[int, int]] = field(default_factory=set)
    comments: list[Comment] = field(default_factory=list)
    cells: dict[int, int] = field(default_factory=dict)
    won: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards in order of play."""
        return tuple(PACK[index] for index in self.cards)


class _Reader:
    """The section as cells, each with what stands beside it."""

    def __init__(self, part: Part, ledger: Ledger) -> None:
        self.ledger = ledger
        self.cells: list[int] = []
        self.places: list[int] = []
        self.end = Ending.NATURAL
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
                found = [_CARDS[word] for word in words]
            except KeyError:
                pass
            else:
                self.cells += found
                self.places += [offset] * len(found)
                return
        for token in _TOKEN.finditer(text):
            self._token(token, offset + token.start())
            if self.stopped:
                return

    def _token(self, found: re.Match[str], offset: int) -> None:
        kind = found.lastgroup or ""
        word = found[kind]
        if kind == "card":
            self._card(word, offset)
        elif kind == "mark":
            if word.upper() in _KINDS:
                self.pending.append(_KINDS[word.upper()])
            else:
                self.ledger.lose(offset, f"^{word}", "not a mark of a play")
        elif kind == "star":
            self.end = Ending.CLOSED
        elif kind == "plus":
            self.end = Ending.OPEN
            self.cells.append(-1)
            self.places.append(offset)
        elif kind == "bad" or not self.cells:
            self.ledger.lose(offset, found[0], "it belongs to no card")
        elif kind == "suffix":
            self.beside.append((len(self.cells) - 1, "glyph", SUFFIXES[word] + 6, offset))
        elif kind == "nag" and int(word) > 255:
            self.ledger.lose(offset, found[0], "glyphs are numbered from 0 to 255")
        else:
            self.beside.append((len(self.cells) - 1, kind, int(word), offset))

    def _card(self, word: str, offset: int) -> None:
        index = _CARDS.get(word)
        if index is None:
            try:
                index = Card.parse(word).index
            except BridgeError:
                self.stopped = True
                self.ledger.lose(offset, word, "not a card; the play ends before its trick")
                return
        self.irregular += [(len(self.cells), kind) for kind in self.pending]
        self.pending.clear()
        self.cells.append(index)
        self.places.append(offset)


def read_play(part: Part, strain: int, calls: int, ledger: Ledger) -> PlayText | None:
    """The play of one game; None when its first seat is not told."""
    try:
        first = Seat.parse(part.value)
    except BridgeError:
        ledger.lose(part.offset, part.value, "the play section does not say who led")
        return None
    reader = _Reader(part, ledger)
    out = PlayText(first, end=reader.end)
    _order(reader, out, strain, ledger)
    for cell, kind, number, offset in reader.beside:
        at = out.cells.get(cell)
        if at is None:
            ledger.lose(offset, str(number), "it belongs to no card")
        elif kind == "note":
            out.refs.append((at, number, offset))
        else:
            out.marks.add((at, number))
    for cell, text in reader.comments:
        out.comments.append(Comment(calls, _seen(out.cells, cell), text))
    if len(out.cards) == 52 and out.end is Ending.CLOSED:
        out.end = Ending.NATURAL
    return out


def _seen(cells: dict[int, int], cell: int) -> int:
    """How many cards had been played at a comment: it speaks of the card printed before it."""
    for place in range(cell - 1, -1, -1):
        if place in cells:
            return cells[place]
    return 0


def _order(reader: _Reader, out: PlayText, strain: int, ledger: Ledger) -> None:
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
                    why = "a card that is not told; the play ends before it"
                    ledger.lose(reader.places[min(start + column, len(cells) - 1)], "-", why)
                _irregular(reader, out, first)
                return
            if len(out.cards) == 52:
                ledger.lose(reader.places[start], "", "there are fifty-two cards")
                _irregular(reader, out, first)
                return
            out.cards.append(row[column])
            out.cells[start + column] = len(out.cards)
    _irregular(reader, out, first)


def _irregular(reader: _Reader, out: PlayText, first: int) -> None:
    for cell, kind in reader.irregular:
        at = out.cells.get(cell)
        if at is not None:
            out.irregular.append(IrregularCard(at, Seat((first + cell) & 3), kind))
    out.irregular.sort(key=lambda entry: (entry.at, entry.kind.value))
