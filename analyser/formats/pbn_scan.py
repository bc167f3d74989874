"""A PBN text in pieces: games, their tags, and what stands after each tag."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from analyser.errors import NotationError
from analyser.formats.ledger import BOARD_SIZE, BOARDS, Ledger

# Blank lines part two games, but not inside a comment: those are hidden behind NUL, which no text holds.
_SHIELD = re.compile(r'"(?:[^"\\\n]|\\[^\n])*+"?|;[^\n]*|\{[^}]*\}?|^%[^\n]*', re.MULTILINE)
_BLANK = re.compile(r"\n(?:[ \t]*+\n)++")
_TOKEN = re.compile(
    r"""\[[ \t\n]*(?P<name>[A-Za-z0-9_]+)[ \t\n]*"(?P<value>(?:[^"\\\n]|\\[^\n])*+)"[ \t\n]*\]
      |\{(?P<brace>[^}]*)(?P<shut>\}?)
      |;(?P<line>[^\n]*)
      |^%(?P<escape>[^\n]*)
      |(?P<text>[^\[{;%]+|.)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(slots=True)
class Part:
    """A tag and what follows it up to the next: `pieces` are (is a comment, text, place in the file)."""

    name: str
    value: str
    offset: int
    pieces: list[tuple[bool, str, int]] = field(default_factory=list)

    @property
    def body(self) -> str:
        """The text after the tag, without comments."""
        return "".join(text for comment, text, _ in self.pieces if not comment)

    @property
    def comments(self) -> list[str]:
        """The comments after the tag."""
        return [text for comment, text, _ in self.pieces if comment]


@dataclass(slots=True)
class Game:
    """One game: what stands before its first tag, and its tags."""

    preface: Part
    parts: list[Part]


def quoted(value: str) -> str:
    r"""A tag value between quotation marks.

    >>> print(quoted('the "weak" two'))
    "the \"weak\" two"
    """
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shield(found: re.Match[str]) -> str:
    text = found[0]
    return text.replace("\n", "\0") if text[0] == "{" and text[-1] == "}" else text


def games(text: str, ledger: Ledger) -> Iterator[tuple[str, int]]:
    """Each game with its place in the file; blank lines part them."""
    if "{" in text:
        text = _SHIELD.sub(_shield, text)
    start, count = 0, 0
    gaps = chain((found.span() for found in _BLANK.finditer(text)), [(len(text), len(text))])
    for end, after in gaps:
        chunk = text[start:end]
        if chunk and not chunk.isspace():
            count += 1
            if count > BOARDS:
                raise NotationError(f"a file has at most {BOARDS} boards", remedy="split the file")
            if len(chunk) > BOARD_SIZE:
                ledger.lose(start, chunk.lstrip()[:80], "a board has at most 64 kB; it was left out")
            else:
                yield chunk, start
        start = after


def scan(chunk: str, start: int, ledger: Ledger) -> Game:
    """The tags of one game."""
    part = preface = Part("", "", start)
    parts: list[Part] = []
    for found in _TOKEN.finditer(chunk):
        kind = found.lastgroup
        if kind == "value":
            value = found[2]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            part = Part(found[1], value, start + found.start())
            parts.append(part)
        elif kind == "text":
            part.pieces.append((False, found[0], start + found.start()))
        elif kind != "escape":
            if kind == "shut" and not found["shut"]:
                ledger.lose(start + found.start(), "{", "a comment that is not closed before the board ends")
            comment = (found["brace"] or found["line"] or "").replace("\0", "\n")
            part.pieces.append((True, comment, start + found.start()))
    return Game(preface, parts)
