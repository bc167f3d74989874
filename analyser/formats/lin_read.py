"""Reader of LIN: single boards, files of many boards, and broadcast matches with two rooms."""

import re
from collections.abc import Callable
from itertools import accumulate

from analyser.bridge import HIGHEST_BOARD
from analyser.errors import NotationError, Text
from analyser.formats.cells import BOARD_SIZE, BOARDS, TEXT_SIZE, LossReport, text_of
from analyser.formats.hands import deal_conflict, lettered_hand
from analyser.formats.lin_board import (
    OWN_TAG,
    SEATS,
    VULNERABLE_WORDS,
    Header,
    LinBoard,
    header_of,
    match_of,
    result_of,
)
from analyser.formats.published import published_boards
from analyser.formats.record import BoardRecord, FileReading, PublishedMatch, RecordedRevoke, Room, Tag
from analyser.messages import sentence

LIN_BEGINS = re.compile(r"\s*[A-Za-z]{2}\|")
# `c1`, and where a program adds the heading to it `c1,BOARD 1`.
_QX = re.compile(r"\s*([oc]?)\s*([0-9]{0,4})\s*(?:,\s*board\s*([0-9]{0,4})\s*)?", re.IGNORECASE)
_NUMBERS = re.compile(r"[0-9]+")
_ROOMS = 2  # a list has each board's open room, then its closed one
_NOBODY = ("", "", "", "")


def read_lin(data: bytes | str, *, check: bool = True) -> FileReading:
    """Every board of a LIN file; with `check` the play is compared with the deal."""
    return LinReader(text_of(data), check=check).read()


class LinReader:
    """A reader of the tags of a file."""

    def __init__(self, text: str, *, check: bool) -> None:
        self.report = LossReport(text)
        self.check = check
        self.pieces = text.split("|")
        self.offsets: list[int] | None = None
        self.records: list[BoardRecord] = []
        self.starts: list[int] = []
        self.revokes: list[RecordedRevoke] = []
        self.board: LinBoard | None = None
        self.names: tuple[tuple[str, str, str, str], tuple[str, str, str, str]] = (_NOBODY, _NOBODY)
        self.header, self.title = Header(), ""
        self.results: list[str] = []
        self.early: list[tuple[str, int]] = []
        self.matches: list[PublishedMatch] = []
        self.recorded: set[tuple[int, Room]] = set()
        self.listed: list[BoardRecord] = []
        self.unstated: set[int] = set()

    def read(self) -> FileReading:
        """Every board."""
        pieces = self.pieces
        last = len(pieces) - 1
        place = 0
        while place < last:
            tag = pieces[place]
            board = self.board
            if tag == "pc" and board is not None:
                board.card(pieces[place + 1], place + 1)
            elif tag == "mb" and board is not None:
                board.call(pieces[place + 1], place + 1)
            elif tag != "pg":
                tag = tag.strip().lower()
                if not (len(tag) == 2 and tag.isascii() and tag.isalnum()):
                    if tag:
                        self.lose(place, pieces[place], sentence("loss-not-tag"))
                    place += 1  # a stray bar: the next piece may be a tag
                    continue
                self.tag(tag, pieces[place + 1], place)
            place += 2
        if place == last and pieces[last].strip():
            self.lose(last, pieces[last], sentence("loss-inside-tag"))
        self.close(last)
        self._list_unrecorded(last)
        places = tuple(self.report.place(self.offset(piece)) for piece in self.starts)
        published = published_boards(self.records, self.matches)
        return FileReading(
            tuple(self.records),
            tuple(self.report),
            tuple(self.revokes),
            starts=places,
            published=published,
            listed=tuple(self.listed),
            unstated=frozenset(self.unstated),
        )

    def lose(self, piece: int, found: str, why: Text) -> None:
        """Record that this piece of the file was not understood."""
        self.report.lose(self.offset(piece), found.strip(), why)

    def offset(self, piece: int) -> int:
        """The offset of a piece of the file, without leading white space."""
        if self.offsets is None:
            self.offsets = [0, *accumulate(len(words) + 1 for words in self.pieces)]
        words = self.pieces[piece]
        return self.offsets[piece] + len(words) - len(words.lstrip())

    def tag(self, tag: str, value: str, place: int) -> None:
        """Read one tag with its value."""
        board = self.board
        if board is not None and (
            tag == "qx"
            or (tag in ("pn", "md", "ah") and board.has_begun)
            or (tag in ("pn", "md") and board.dealt)
        ):
            self.close(place)
        reader = _TAGS.get(tag)
        if reader is not None:
            reader(self, value, place)
        elif tag in ("st", "rh", "mp"):
            if value.strip():
                self.lose(place, f"{tag}|{value}", sentence("loss-left-out", why=sentence("loss-no-place")))
        elif tag not in ("pg", "bn", "zz"):
            if self.board is not None and len(value) <= TEXT_SIZE:
                self.board.tags.append(Tag(OWN_TAG + tag, value))
                self.lose(place, f"{tag}|{value}", sentence("loss-kept", why=sentence("loss-unknown-tag")))
            else:
                self.lose(
                    place, f"{tag}|{value}", sentence("loss-left-out", why=sentence("loss-unknown-tag"))
                )

    def open(self, place: int) -> LinBoard:
        """The board being read, or a new one."""
        if self.board is None:
            self.board = LinBoard(start=place, event=self.header.event, scoring=self.header.scoring)
            if self.header.more:
                self.board.tags.append(Tag(OWN_TAG + "vg", self.title))
            self.board.names = self.names[0]
            for text, piece in self.early:
                self.board.remark(text, piece)
            self.early = []
        return self.board

    def close(self, place: int) -> None:
        """Finish the current board."""
        board, self.board = self.board, None
        if board is None:
            return
        if len(self.records) >= BOARDS:
            raise NotationError(sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file"))
        if sum(map(len, self.pieces[board.start : place])) > BOARD_SIZE:
            self.lose(board.start, self.pieces[board.start + 1], sentence("loss-board-size"))
            return
        if not (board.dealt or board.has_begun or board.room or board.number):
            for piece, found, why in board.faults:
                self.lose(piece, found, why)
            return
        self._list_result(board)
        record = board.record(board.start, check=self.check)
        if self.check and board.path is not None:
            for at, why in board.path.wrong:
                words = sentence("loss-trick", trick=(at + 3) // 4, why=why)
                board.faults.append((board.start, str(record.cards[at - 1]), words))
            self.revokes += [RecordedRevoke(len(self.records), at) for at in board.path.revokes]
        for piece, found, why in board.faults:
            self.lose(piece, found, why)
        self._keep(board, record)

    def _keep(self, board: LinBoard, record: BoardRecord) -> None:
        """Store a board, and whether a result was listed for it."""
        if board.result is None:
            self.unstated.add(len(self.records))
        if record.number is not None and record.room is not None:
            self.recorded.add((record.number, record.room))
        self.records.append(record)
        self.starts.append(board.start)

    def _list_result(self, board: LinBoard) -> None:
        """Give the board its entry in the list of results: open and closed room in turn from the first board."""
        if len(self.results) == 1:
            entry, self.results = self.results[0], []
        elif self.results and self.header.first is not None and board.number is not None:
            index = 2 * (board.number - self.header.first) + (board.room is Room.CLOSED)
            entry = self.results[index] if 0 <= index < len(self.results) else ""
        else:
            return
        if entry.strip():
            board.result = result_of(entry)
            if board.result is None:
                board.faults.append((board.start, entry, sentence("not-a-result")))

    def _list_unrecorded(self, place: int) -> None:
        """Store the listed results of boards that were not broadcast."""
        results, first, recorded = self.results, self.header.first, self.recorded
        self.recorded = set()
        if len(results) < _ROOMS or first is None:
            return
        for index, entry in enumerate(results[: _ROOMS * BOARDS]):
            number, room = first + index // _ROOMS, Room.CLOSED if index % _ROOMS else Room.OPEN
            if not entry.strip(" -?") or (number, room) in recorded:
                continue
            result = result_of(entry)
            if result is None:
                self.lose(place, entry, sentence("loss-board", number=number, why=sentence("not-a-result")))
                continue
            names = self.names[room is Room.CLOSED]
            board = LinBoard(
                number=number, room=room, names=names, event=self.header.event, scoring=self.header.scoring
            )
            board.result = result
            if self.header.more:
                board.tags.append(Tag(OWN_TAG + "vg", self.title))
            self.listed.append(board.record(place, check=False))

    def title_of(self, value: str, place: int) -> None:
        """Read `vg`: the title of a broadcast."""
        self.close(place)
        self._list_unrecorded(place)
        self.header, self.title, self.results = header_of(value), value, []
        if (match := match_of(value)) is not None:
            self.matches.append(match)

    def list_results(self, value: str, place: int) -> None:
        """Read `rs`: the results of the match, or of the next board."""
        self.close(place)
        self.results = value.split(",")

    def new_board(self, value: str, place: int) -> None:
        """Read `qx`: room and number of a board."""
        board = self.open(place)
        room_and_number = _QX.fullmatch(value)
        if room_and_number is None:
            self.lose(place, f"qx|{value}", sentence("loss-not-room"))
            return
        board.room = {"o": Room.OPEN, "c": Room.CLOSED}.get(room_and_number[1].lower())
        board.names = self.names[board.room is Room.CLOSED]
        for number in filter(None, room_and_number.groups()[1:]):
            self._number(board, int(number), place)

    def _number(self, board: LinBoard, number: int, place: int) -> None:
        if not 1 <= number <= HIGHEST_BOARD:
            self.lose(place, str(number), sentence("loss-board-number", highest=HIGHEST_BOARD))
        elif board.number not in (None, number):
            self.lose(place, str(number), sentence("loss-board-is", number=board.number))
        else:
            board.number = number

    def heading(self, value: str, place: int) -> None:
        """Read `ah`: free text above the board that contains its number."""
        board = self.open(place)
        numbers = _NUMBERS.findall(value)
        if numbers and len(numbers[-1]) < 5:
            self._number(board, int(numbers[-1]), place)
        elif value.strip():
            board.tags.append(Tag(OWN_TAG + "ah", value))

    def players(self, value: str, place: int) -> None:
        """Read `pn`: South, West, North, East; in a match the open room, then the closed."""
        words = value.split(",")
        if len(words) > 4 and len(words) != 8:
            self.lose(place, value, sentence("loss-names-seated", count=len(words)))
            words = [""] * 4
        words += [""] * (4 - len(words))
        opened = (words[2], words[3], words[0], words[1])
        closed = (words[6], words[7], words[4], words[5]) if len(words) == 8 else opened
        self.names = (opened, closed)
        if self.board is not None:
            self.board.names = self.names[self.board.room is Room.CLOSED]

    def deal(self, value: str, place: int) -> None:
        """Read `md`: the dealer's digit, and the hands of South, West, North and East."""
        board = self.open(place)
        board.dealt = True
        words = value.strip()
        digit = words[:1] if words[:1].isdecimal() else ""
        if digit in ("1", "2", "3", "4"):
            board.dealer = SEATS[int(digit) - 1]
        hands = words[len(digit) :].split(",")
        self.hands(board, hands, value, place)

    def hands(self, board: LinBoard, words: list[str], value: str, place: int) -> None:
        """The hands in the order of LIN; three whole ones give the fourth."""
        given: list[object] = [None] * 4
        bad = len(words) > 4
        for seat, word in zip(SEATS, words, strict=False):
            hand = lettered_hand(word.strip()) if word.strip() else None
            bad = bad or (hand is None and bool(word.strip()))
            given[seat] = hand if hand is not None and len(hand) else None
        hands, why = deal_conflict(tuple(given), fourth=True)  # type: ignore[arg-type]
        if bad or why:
            self.lose(
                place,
                value,
                sentence(
                    "loss-kept", why=sentence("loss-at", where="md", why=why or sentence("loss-not-hand"))
                ),
            )
            board.tags.append(Tag(OWN_TAG + "md", value))
        else:
            board.hands = hands

    def vulnerable(self, value: str, place: int) -> None:
        """Read `sv`: the vulnerability."""
        vulnerability = VULNERABLE_WORDS.get(value.strip().lower())
        if vulnerability is None and value.strip():
            self.lose(place, f"sv|{value}", sentence("not-a-vulnerability"))
        self.open(place).vulnerability = vulnerability

    def claim(self, value: str, place: int) -> None:
        """Read `mc`: declarer's tricks including those claimed."""
        word = value.strip()
        if word.isascii() and word.isdecimal() and len(word) < 3 and int(word) <= 13:
            self.open(place).claimed = int(word)
        elif word:
            self.lose(place, f"mc|{value}", sentence("not-tricks"))

    def remark(self, value: str, place: int) -> None:
        """Read `nt`: a comment, perhaps before the first board."""
        if self.board is not None:
            self.board.remark(value, place)
        else:
            self.early.append((value, place))

    def explain(self, value: str, place: int) -> None:
        """Read `an`: an explanation."""
        self.open(place).explain(value, place)

    def call(self, value: str, place: int) -> None:
        """Read `mb`: a call."""
        self.open(place).call(value, place + 1)

    def card(self, value: str, place: int) -> None:
        """Read `pc`: a card."""
        self.open(place).card(value, place + 1)


_TAGS: dict[str, Callable[[LinReader, str, int], None]] = {
    "vg": LinReader.title_of,
    "rs": LinReader.list_results,
    "qx": LinReader.new_board,
    "pn": LinReader.players,
    "pw": LinReader.players,
    "md": LinReader.deal,
    "ah": LinReader.heading,
    "sv": LinReader.vulnerable,
    "mb": LinReader.call,
    "an": LinReader.explain,
    "pc": LinReader.card,
    "mc": LinReader.claim,
    "nt": LinReader.remark,
}
