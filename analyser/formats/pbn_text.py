"""PBN as text: splitting into games, tags and the text after each tag, and writing lines of limited length.

The standard allows 255 characters a line. A longer value, comment or row is cut there, and each `%+` line after it
continues it; `%/` begins a new line of a comment. Other programs see only the beginning.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from analyser.bridge import Auction, Call, Irregular, IrregularityKind, Seat
from analyser.errors import BridgeError, NotationError
from analyser.formats.cells import BOARD_SIZE, BOARDS, TEXT_SIZE, LossReport
from analyser.formats.record import RecordNote
from analyser.messages import sentence

# Blank lines separate games, but not inside a comment: those are replaced by NUL, which no text contains.
_SHIELD = re.compile(r'"(?:[^"\\\n]|\\[^\n])*+"?|;[^\n]*|\{[^}]*\}?|^%[^\n]*', re.MULTILINE)
_BLANK = re.compile(r"\n(?:[ \t]*+\n)++")
_TOKEN = re.compile(
    r"""\[[ \t\n]*(?P<name>[A-Za-z0-9_]+)[ \t\n]*"(?P<value>(?:[^"\\\n]|\\[^\n])*+)"[ \t\n]*\]
      |^\[[ \t]*(?P<quoting>[A-Za-z0-9_]+)[ \t]*"(?P<quoted>(?:\\[^\n]|[^"\\\n]|"(?![ \t]*\]))*+)"[ \t]*\]
      |\{(?P<brace>[^}]*)(?P<shut>\}?)
      |;(?P<line>[^\n]*)
      |^%(?P<escape>[^\n]*)
      |(?P<text>[^\[{;%]+|.)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(slots=True)
class PbnPart:
    """A tag and the text up to the next one: `pieces` are (is a comment, text, place in the file)."""

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


def _shield(match: re.Match[str]) -> str:
    text = match[0]
    return text.replace("\n", "\0") if text[0] == "{" and text[-1] == "}" else text


def games(text: str) -> Iterator[tuple[str, int]]:
    """Each game with its place in the file; blank lines separate them."""
    if "{" in text:
        text = _SHIELD.sub(_shield, text)
    start, count = 0, 0
    gaps = chain((blank.span() for blank in _BLANK.finditer(text)), [(len(text), len(text))])
    for end, after in gaps:
        chunk = text[start:end]
        if chunk and not chunk.isspace():
            count += 1
            if count > BOARDS:
                raise NotationError(
                    sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file")
                )
            yield chunk, start
        start = after


def scan(chunk: str, start: int, report: LossReport) -> tuple[PbnPart, list[PbnPart]]:
    """The text before the first tag of a game, and its tags."""
    part = preface = PbnPart("", "", start)
    parts: list[PbnPart] = []
    for match in _TOKEN.finditer(chunk):
        kind = match.lastgroup
        if kind in ("value", "quoted"):  # many programs write quotes within a value as they are
            name, value = match["name"] or match["quoting"], match[kind]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            part = PbnPart(name, value, start + match.start())
            parts.append(part)
        elif kind == "text":
            part.pieces.append((False, match[0], start + match.start()))
        elif kind == "escape":
            if (rest := read_escape(match["escape"])) is not None:
                _continue(part, *rest)
        else:
            if kind == "shut" and not match["shut"]:
                report.lose(start + match.start(), "{", sentence("loss-comment-open"))
            comment = (match["brace"] or match["line"] or "").replace("\0", "\n")
            part.pieces.append((True, comment, start + match.start()))
    return preface, parts


def _continue(part: PbnPart, on_new_line: bool, rest: str) -> None:
    """Append a continuation to the comment, the row, or the tag's value before it."""
    written = [n for n, (comment, text, _) in enumerate(part.pieces) if comment or text.strip()]
    if not written:
        part.value += rest
        return
    comment, text, offset = part.pieces[written[-1]]
    if comment:
        text += "\n" * on_new_line + rest
    else:
        text = text.removesuffix("\n") + rest + "\n"
    part.pieces[written[-1]] = (comment, text, offset)


_BEGINS_GAME = ("Board", "Event")  # either of these, if repeated, begins the next game


def split_games(parts: list[PbnPart], end: int, report: LossReport) -> Iterator[list[PbnPart]]:
    """The games of a text without blank lines, each of at most the size of a board."""
    starts = [0]
    seen: set[str] = set()
    for place, part in enumerate(parts):
        if part.name in _BEGINS_GAME:
            if part.name in seen:
                starts.append(place)
                seen.clear()
            seen.add(part.name)
    for first, after in zip(starts, [*starts[1:], len(parts)], strict=True):
        stop = parts[after].offset if after < len(parts) else end
        if stop - parts[first].offset > BOARD_SIZE:
            text = f"[{parts[first].name} {quote(parts[first].value[:60])}]"
            report.lose(parts[first].offset, text, sentence("loss-board-size"))
        else:
            yield parts[first:after]


_NOTE = re.compile(r"[ \t]*([0-9]{1,6}):(.*)", re.DOTALL)


def resolve_notes(
    parts: list[PbnPart],
    refs: list[tuple[int, int, int]],
    unalerted: frozenset[int] | None,
    report: LossReport,
) -> tuple[RecordNote, ...]:
    """The notes of one section; `unalerted` lists calls explained without an alert, or is None for cards."""
    texts: dict[int, tuple[str, PbnPart]] = {}
    for part in parts:
        match = _NOTE.fullmatch(part.value)
        if match is None or int(match[1]) in texts or len(match[2]) > TEXT_SIZE:
            report.lose(part.offset, part.value, sentence("loss-note-form"))
        else:
            texts[int(match[1])] = (match[2], part)
    notes: dict[int, RecordNote] = {}
    used = set()
    for at, number, offset in refs:
        if number not in texts:
            report.lose(offset, f"={number}=", sentence("loss-note-missing"))
        if at in notes:
            report.lose(offset, f"={number}=", sentence("loss-one-note"))
            continue
        used.add(number)
        alerted = unalerted is not None and at not in unalerted
        notes[at] = RecordNote(at, texts[number][0] if number in texts else "", alerted)
    for number, (text, part) in texts.items():
        if number not in used:
            report.lose(part.offset, text, sentence("loss-note-alone"))
    return tuple(notes[at] for at in sorted(notes))


UNALERTED = "NotAlerted"
IRREGULAR = "IrregularCalls"
_KINDS = {kind.value: kind for kind in IrregularityKind}
_STANDING = {"withdrawn": True, "accepted": False}


def unalerted_of(value: str) -> frozenset[int] | None:
    """The numbers of calls explained without an alert, or None if the value is something else."""
    words = value.split()
    if not words or len(words) > 319 or not all(word.isdecimal() and len(word) < 4 for word in words):
        return None
    return frozenset(map(int, words))


def irregular_of(value: str) -> list[Irregular] | None:
    """The irregular call of a value: number of the call in turn, seat, kind, the call, withdrawn or accepted.

    >>> irregular_of("3 S insufficient 1C withdrawn")[0].call
    Call.parse('1C')
    """
    entries = []
    for entry in value.split(";"):
        words = entry.split()
        if len(words) != 5 or words[2] not in _KINDS or words[4] not in _STANDING:
            return None
        if not (words[0].isdecimal() and len(words[0]) < 4 and int(words[0]) > 0):
            return None
        try:
            seat, call = Seat.parse(words[1]), Call.parse(words[3])
        except BridgeError:
            return None
        entries.append(Irregular(int(words[0]), seat, _KINDS[words[2]], call, _STANDING[words[4]]))
    return entries


def irregular_text(entries: list[Irregular]) -> str:
    """The value that `irregular_of` reads."""
    return "; ".join(
        f"{entry.at} {entry.seat} {entry.kind.value} {entry.call} {'withdrawn' if entry.withdrawn else 'accepted'}"
        for entry in entries
    )


def has_mark(entry: Irregular, auction: Auction) -> bool:
    """Whether PBN has a mark for it: an accepted insufficient bid, or an accepted call out of turn."""
    if entry.withdrawn or not 1 <= entry.at <= len(auction) or entry.call != auction.calls[entry.at - 1]:
        return False
    if entry.seat is not auction.seats[entry.at - 1]:
        return False
    if entry.kind is IrregularityKind.INSUFFICIENT:
        return True
    due = auction.seats[entry.at - 2].next if entry.at > 1 else auction.dealer
    return entry.kind is IrregularityKind.OUT_OF_TURN and entry.seat is not due


LONGEST_LINE = 255
SAME_LINE, NEXT_LINE = "+", "/"
_SIGNS = 2  # `%+`
_SPECIAL = re.compile(r'"|\\(?=["\\]|$)')  # characters whose meaning the next one would change


def quote(value: str) -> str:
    r"""A tag value in quotation marks; a literal backslash, as in the head of a table, stays single.

    >>> print(quote('the "weak" two'), quote(r"Result\2R"))
    "the \"weak\" two" "Result\2R"
    """
    return '"' + _SPECIAL.sub(r"\\\g<0>", value) + '"'


def tag_lines(name: str, value: str) -> str:
    """The lines of a tag and its value.

    >>> tag_lines("Note", "1:" + "x" * 300).splitlines()[1] == "%+" + "x" * 56
    True
    """
    room = LONGEST_LINE - len(f"[{name} ]")
    first = value[:room]
    while len(quote(first)) > room:
        first = first[:-1]
    return "\n".join([f"[{name} {quote(first)}]", *rest_lines(value[len(first) :])])


def rest_lines(text: str) -> Iterator[str]:
    """The continuation lines of a text, or none."""
    size = LONGEST_LINE - _SIGNS
    for number, line in enumerate(text.split("\n") if text else ()):
        sign = NEXT_LINE if number else SAME_LINE
        for start in range(0, max(len(line), 1), size):
            yield f"%{sign}{line[start : start + size]}"
            sign = SAME_LINE


def comment_text(text: str) -> str:
    """The lines of a comment; one with a line too long is closed there and continued on further lines."""
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE - len("{}"):
        return "{" + text + "}"
    first = lines[0][: LONGEST_LINE - len("{}")]
    return "\n".join(["{" + first + "}", *rest_lines(text[len(first) :]), ""])


def row_of(words: Iterable[str]) -> str:
    """Words of a section in one row, or in several if it would be too long."""
    row = ""
    for word in words:
        last = row.rpartition("\n")[2]
        if not last:
            row += word
        elif len(last) + 1 + len(word.partition("\n")[0]) <= LONGEST_LINE:
            row += f" {word}"
        else:
            row += f"\n{word}"
    return row.removesuffix("\n")


def cut_row(row: str) -> str:
    """The lines of a row of a table."""
    return "\n".join([row[:LONGEST_LINE], *rest_lines(row[LONGEST_LINE:])])


_CONTINUED = re.compile(r"([+/])(.*)", re.DOTALL)


def read_escape(escape: str) -> tuple[bool, str] | None:
    """The text of a continuation after `%` and whether it begins a new line, or None for another program's remark.

    >>> read_escape("+ and more"), read_escape(" PBN 2.1")
    ((False, ' and more'), None)
    """
    match = _CONTINUED.fullmatch(escape)
    return None if match is None else (match[1] == NEXT_LINE, match[2])
