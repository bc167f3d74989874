"""Decoding of bytes, limits of a file, the report of what was not understood, and cells of result files."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from analyser.bridge import Card, Contract, Seat
from analyser.errors import BridgeError, NotationError, Text
from analyser.formats.record import Artificial, Fact, Loss, Points, PointsKind
from analyser.messages import Message, sentence

FILE_SIZE = 20 * 1024 * 1024
BOARD_SIZE = 64 * 1024
BOARDS = 20_000
TEXT_SIZE = 10_000
_DETAILED = 1_000  # a file that is wrong on every line is not listed in full
_END_OF_FILE = "\x1a"  # Ctrl-Z
_PADDING = 1024  # the end of such a file is padded to its block
_LOOKED_AT = 6  # characters: the first tag of any format is Latin
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")


@dataclass(slots=True)
class LossReport:
    """The losses of one file, in the order of the text."""

    text: str
    losses: list[Loss] = field(default_factory=list)
    silent: int = 0
    _known: tuple[int, int] = (0, 1)

    def lose(self, offset: int, found: str, why: Text) -> None:
        """Record that something at this place of the text was not understood."""
        line, column = self.place(offset) if len(self.losses) < _DETAILED else (0, 0)
        self.lose_line(line, found, why, column)

    def lose_line(self, line: int, found: str, why: Text, column: int = 1) -> None:
        """Record a loss at a known line."""
        if len(self.losses) < _DETAILED:
            self.losses.append(Loss(line, column, _short(found), why))
        else:
            self.silent += 1

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a place in the text, both from 1."""
        known, line = self._known
        if offset < known:
            known, line = 0, 1
        line += self.text.count("\n", known, offset)
        self._known = (offset, line)
        return line, offset - self.text.rfind("\n", 0, offset)

    def __iter__(self) -> Iterator[Loss]:
        """Every recorded loss, and finally the number of further ones."""
        yield from self.losses
        if self.silent:
            yield Loss(self.losses[-1].line, 1, "", sentence("loss-more", count=self.silent))


def too_long() -> Message:
    """The reason why a text was not adopted."""
    return sentence("loss-left-out", why=sentence("loss-text-size", size=TEXT_SIZE))


def _short(found: str) -> str:
    one_line = _CONTROL.sub("�", found[:90])
    return one_line if len(found) <= 80 else f"{one_line[:79]}…"


def hostile(text: str) -> str:
    r"""The first character of a text that no line of a file can contain, or an empty text.

    >>> hostile("a tab\tand more") == "\t", hostile("ș ț ă | ]")
    (True, '')
    """
    match = _CONTROL.search(text)
    return match[0] if match else ""


_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office"),
    (b"{\\rtf", "office"),
    (b"\x00\x01\x00\x00Standard Jet DB", "access"),
    (b"\x00\x01\x00\x00Standard ACE DB", "access"),
    (b"\x1f\x8b", "archive"),
    (b"Rar!\x1a\x07", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
)
_OFFICE = (b"[Content_Types].xml", b"word/", b"xl/", b"ppt/", b"mimetypeapplication/vnd.oasis")
_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
# Boards for dealing machines, each padded with NUL: three hands by numbers and blanks, or four in suit symbols.
_FILLED_UP = re.compile(r"(?:[0-9]{78} *|(?:[\x03-\x06][AKQJT2-9]*){16})\0")
_PACKED_NAMES = 4096  # bytes that contain the first names inside an archive


def foreign_kind(data: bytes) -> str:
    r"""The kind of a foreign file, or an empty text if it may be one of ours.

    >>> foreign_kind(b"%PDF-1.7"), foreign_kind(b"PK\x03\x04...word/document.xml"), foreign_kind(b'[Event "x"]')
    ('pdf', 'office', '')
    """
    first = data[:_PACKED_NAMES].removeprefix(b"\xef\xbb\xbf")
    if first.startswith(b"PK\x03\x04"):
        return "office" if any(name in first for name in _OFFICE) else "archive"
    if _PAGE.match(first):
        return "page"
    return next((kind for beginning, kind in _BEGINNINGS if first.startswith(beginning)), "")


def refuse_foreign(data: bytes) -> None:
    """Refuse a file that is known to be something else, naming its kind."""
    if kind := foreign_kind(data):
        raise NotationError(sentence(f"file-is-{kind}"), remedy=sentence(f"file-is-{kind}-remedy"))


def text_of(data: bytes | str) -> str:
    r"""Bytes decoded to text with plain line ends: UTF-8 or UTF-16 if valid, else Windows-1252 or Latin-1.

    The character by which old programs end a file is removed, with the padding of its last block.

    >>> text_of(b"M\xfcller\r\n\x1a\0"), text_of("ș".encode()), text_of("ș ok".encode("utf-16"))
    ('Müller\n', 'ș', 'ș ok')
    """
    if len(data) > FILE_SIZE:
        raise NotationError(sentence("file-size"), found=f"{len(data)} bytes", remedy=sentence("split-file"))
    if isinstance(data, bytes):
        refuse_foreign(data)
    text = data if isinstance(data, str) else _decode(data)
    if _END_OF_FILE in text[-_PADDING:]:
        text = text.rstrip("\0\x1a")
    if _FILLED_UP.match(text):
        text = text.replace("\0", " ")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotationError(
            sentence("file-has-nul"),
            where=f"line {line}",
            remedy=sentence("give-text-file"),
        )
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def _decode(data: bytes) -> str:
    if (wide := _utf_16(data)) is not None:
        with suppress(UnicodeDecodeError):
            return data.decode(wide)
    for encoding in ("utf-8", "cp1252"):  # five bytes have no meaning in the latter
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("latin-1")


def _utf_16(data: bytes) -> str | None:
    """The variant of UTF-16 of these bytes, by their mark or by every other first byte being zero, or None."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    first = data[: 2 * _LOOKED_AT]
    for name, text_byte, other in (("utf-16-le", 0, 1), ("utf-16-be", 1, 0)):
        if len(first) >= _LOOKED_AT and not any(first[other::2]) and all(first[text_byte::2]):
            return name
    return None


_T = TypeVar("_T")
_PASSED = frozenset(("PASS", "PASSED", "PASSED OUT", "ALL PASS", "P", "PASSOUT", "PASSED-OUT"))
_ARTIFICIAL = re.compile(r"(?=.*[A%])A?\s*(\d{2})\s*%?\s*[-/]?\s*A?\s*(\d{2})\s*%?", re.IGNORECASE | re.ASCII)
_AVERAGES = re.compile(r"A(?:VE?)?([-+=]?)\s*/\s*A(?:VE?)?([-+=]?)", re.IGNORECASE)
_IN_PERCENT = {"+": 60, "": 50, "=": 50, "-": 40}  # average plus, average, average minus (12C2a)
_DECIMAL = re.compile(r"[+-]?(?:\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9})", re.ASCII)
_LEAD = re.compile(r"([SHDC])\s*(10|[2-9TJQKA])|(10|[2-9TJQKA])\s*([SHDC])", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d{1,6}", re.ASCII)
_UNDECORATED = re.compile(
    r"([1-7]\s*(?:NT|N|[SHDC])\s*(?:XX|X|\*\*|\*)?)\s*(?:=|[+-]\s*\d{1,2})?", re.IGNORECASE
)

_FIGURE = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)
_FORMULA = frozenset("=+-@＝＋－＠")  # also the full-width forms, since spreadsheets fold them
_SHEET_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    r"""A cell no spreadsheet reads as a formula, without control characters; a number stays a number.

    >>> harmless("-3.5"), harmless("=1+1"), harmless("\t@x"), harmless("4S= by N"), harmless("-57/20")
    ('-3.5', "'=1+1", "'@x", '4S= by N', "'-57/20")
    """
    plain = _SHEET_CONTROL.sub(" ", text).strip()
    return f"'{plain}" if plain[:1] in _FORMULA and not _FIGURE.fullmatch(plain) else plain


def contract_of(text: str, declarer: str) -> tuple[Contract | None, bool]:
    """A contract with its declarer, and whether the board was passed out; refused if it is neither.

    >>> contract_of("3NT*", "South"), contract_of("pass", "")
    ((Contract.parse('3NTX by S'), False), (None, True))
    """
    word = text.strip()
    if word.upper() in _PASSED:
        return None, True
    undecorated = _UNDECORATED.fullmatch(word)
    name = undecorated[1].replace("*", "X") if undecorated else word
    return Contract.parse(name, Seat.parse(declarer.strip())), False


def lead_of(text: str) -> Card | None:
    """The opening lead, suit first or rank first.

    >>> lead_of("2D"), lead_of("s10"), lead_of("?")
    (Card.parse('D2'), Card.parse('ST'), None)
    """
    match = _LEAD.fullmatch(text.strip())
    return Card.parse((match[1] or match[4]) + (match[2] or match[3])) if match else None


def tricks_of(text: str, contract: Contract | None) -> int | None:
    """Declarer's tricks: a number, or relative to the contract (`+1`, `-2`, `=`)."""
    word = text.strip()
    if contract is not None and (word == "=" or (word[:1] in "+-" and _NUMBER.fullmatch(word))):
        tricks = contract.tricks_needed + (0 if word == "=" else int(word))
    elif _NUMBER.fullmatch(word):
        tricks = int(word)
    else:
        return None
    return tricks if 0 <= tricks <= 13 else None


def score_of(text: str) -> int | None:
    """A score in points."""
    word = text.strip()
    return int(word) if _NUMBER.fullmatch(word) else None


def artificial_of(text: str) -> Artificial | None:
    """An artificial score: `A6040`, `A60%-A40%`, `60%-40%`, `AVE+/AVE-`.

    >>> artificial_of("A6040"), artificial_of("60%/40%"), artificial_of("AVE+/AVE-"), artificial_of("420")
    (Artificial(ns=60, ew=40), Artificial(ns=60, ew=40), Artificial(ns=60, ew=40), None)
    """
    if averages := _AVERAGES.fullmatch(text.strip()):
        return Artificial(_IN_PERCENT[averages[1]], _IN_PERCENT[averages[2]])
    match = _ARTIFICIAL.fullmatch(text.strip())
    return Artificial(int(match[1]), int(match[2])) if match else None


def decimal_of(text: str) -> Fraction | None:
    """The exact value of a number with decimals."""
    word = text.strip().replace(",", ".")
    return Fraction(word.rstrip(".") or "0") if _DECIMAL.fullmatch(word) else None


def decimal_text(value: Fraction) -> str:
    """A fraction as a decimal number; refused if no decimal number equals it.

    >>> decimal_text(Fraction(-367, 100)), decimal_text(Fraction(12))
    ('-3.67', '12')
    """
    for digits in range(10):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            text = f"{abs(scaled.numerator):0{digits + 1}d}"
            sign = "-" if value < 0 else ""
            return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"
    raise NotationError(sentence("points-decimal"), found=str(value))


class Cells:
    """The cells of one result by name; a cell that is not understood becomes a fact and is reported."""

    def __init__(self, found: dict[str, str], facts: list[Fact], lose: Callable[[str, Text], None]) -> None:
        self.found = {name: text.strip() for name, text in found.items()}
        self.facts = facts
        self.lose = lose
        self.passed_out = False

    def text(self, name: str) -> str:
        """The unchanged text of a cell."""
        return self.found.get(name, "")

    def contract(self, name: str, by: str) -> Contract | None:
        """The contract; sets `passed_out` if nobody bid."""
        if not self.text(name):
            return None
        try:
            contract, self.passed_out = contract_of(self.text(name), self.text(by))
        except BridgeError as reason:
            self._keep(name, reason.problems[0].why)
            if self.text(by):
                self.facts.append(Fact(by, self.text(by)))
            return None
        return contract

    def tricks(self, name: str, contract: Contract | None) -> int | None:
        """Declarer's tricks."""
        if self.passed_out:
            return None
        return self._read_cell(name, tricks_of(self.text(name), contract), "not-tricks")

    def lead(self, name: str) -> Card | None:
        """The opening lead."""
        return self._read_cell(name, lead_of(self.text(name)), "not-a-card")

    def score(self, name: str) -> int | None:
        """A score in points."""
        return self._read_cell(name, score_of(self.text(name)), "loss-not-score")

    def points(self, kind: PointsKind, ns: str, ew: str) -> tuple[Points, ...]:
        """The points of both sides, or None if both cells are empty."""
        sides = [self._read_cell(name, decimal_of(self.text(name)), "loss-not-number") for name in (ns, ew)]
        return () if sides == [None, None] else (Points(kind, sides[0], sides[1]),)

    def _read_cell(self, name: str, value: _T | None, code: str) -> _T | None:
        """The value of a cell, or None with a loss of this `code`, which is worded only then since cells are many."""
        if value is None and self.text(name):
            self._keep(name, sentence(code))
        return value

    def _keep(self, name: str, why: Text) -> None:
        self.facts.append(Fact(name, self.text(name)))
        self.lose(self.text(name), sentence("loss-kept", why=sentence("loss-at", where=name, why=why)))


_REFUSED_FIRST = frozenset("=+-@")


def cells_of(line: str, sign: str) -> list[str] | None:
    """The cells of a line; a cell in quotation marks may contain the separator. None if the marks do not pair.

    >>> cells_of('A;"b; c";d ""', ";"), cells_of('"open', ";")
    (['A', 'b; c', 'd ""'], None)
    """
    if '"' not in line:
        return line.split(sign)
    cells, place = [], 0
    while place <= len(line):
        rest = line[place:]
        start = place + len(rest) - len(rest.lstrip(" ")) if sign != " " else place
        if line[start : start + 1] == '"':
            end = line.find('"', start + 1)
            while end >= 0 and line[end + 1 : end + 2] == '"':
                end = line.find('"', end + 2)
            if end < 0:
                return None
            cell, place = line[start + 1 : end].replace('""', '"'), end + 1
            stop = line.find(sign, place)
            stop = len(line) if stop < 0 else stop
            cell += line[place:stop].rstrip(" ")
        else:
            stop = line.find(sign, place)
            stop = len(line) if stop < 0 else stop
            cell = line[place:stop]
        cells.append(cell)
        place = stop + 1
    return cells


def safe_cell(field: str, text: str, sign: str) -> str:
    """A cell that no reader and no spreadsheet misreads."""
    refused = hostile(text) or next((bar for bar in (sign, '"') if bar in text), "")
    if refused:
        raise NotationError(
            sentence("cell-cannot-hold-it", field=field, refused=f"{refused!r}"),
            found=text[:80],
            remedy=sentence("take-character-out"),
        )
    if text[:1] in _REFUSED_FIRST and text != "-" and not _FIGURE.fullmatch(text):
        raise NotationError(sentence("cell-formula", field=field), found=text[:80])
    return text


def join_cells(field: str, cells: list[str], sign: str) -> str:
    """One line of safe cells."""
    return sign.join(safe_cell(field, cell, sign) for cell in cells)
