"""What was not understood, the limits of a file, and bytes turned into text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from analyser.errors import NotationError

FILE_SIZE = 20 * 1024 * 1024
BOARD_SIZE = 64 * 1024
BOARDS = 20_000
TEXT_SIZE = 10_000
_DETAILED = 1_000  # a file that is wrong on every line is told so, not listed without end
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")


@dataclass(frozen=True, slots=True)
class Loss:
    """Something in a file that was not understood, or that contradicts the rest of it.

    >>> print(Loss(12, 5, "8C", "not a call"))
    line 12, column 5: '8C': not a call
    """

    line: int
    column: int
    found: str
    why: str

    def __str__(self) -> str:
        """One line: place, value, reason."""
        return f"line {self.line}, column {self.column}: '{self.found}': {self.why}"


@dataclass(slots=True)
class LossReport:
    """The losses of one file, in the order they were met."""

    text: str
    losses: list[Loss] = field(default_factory=list)
    silent: int = 0
    _known: tuple[int, int] = (0, 1)

    def lose(self, offset: int, found: str, why: str) -> None:
        """Note that something at this place of the text was not understood."""
        line, column = self.place(offset) if len(self.losses) < _DETAILED else (0, 0)
        self.lose_line(line, found, why, column)

    def lose_line(self, line: int, found: str, why: str, column: int = 1) -> None:
        """Note a loss of which the line is known."""
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
        """Every loss told, and last how many more there were."""
        yield from self.losses
        if self.silent:
            yield Loss(self.losses[-1].line, 1, "", f"{self.silent} more losses are not listed")


def _short(found: str) -> str:
    one_line = _CONTROL.sub("�", found[:90])
    return one_line if len(found) <= 80 else f"{one_line[:79]}…"


def hostile(text: str) -> str:
    r"""The first character of a text that no line of a file can hold; empty when there is none.

    >>> hostile("a tab\tand more") == "\t", hostile("ș ț ă | ]")
    (True, '')
    """
    match = _CONTROL.search(text)
    return match[0] if match else ""


def text_of(data: bytes | str) -> str:
    r"""Bytes as text with plain line ends: UTF-8 when it is, else Windows-1252 or Latin-1.

    >>> text_of(b"M\xfcller\r\n"), text_of("ș".encode())
    ('Müller\n', 'ș')
    """
    if len(data) > FILE_SIZE:
        raise NotationError("a file has at most 20 MB", found=f"{len(data)} bytes", remedy="split the file")
    text = data if isinstance(data, str) else _decoded(data)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotationError(
            "the file holds NUL bytes",
            where=f"line {line}",
            remedy="give the text file itself, not an archive",
        )
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning there
        return data.decode("latin-1")
