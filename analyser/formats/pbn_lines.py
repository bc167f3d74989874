"""Lines of PBN that are not too long; what has no room in one goes on after `%`, where other programs read nothing.

The standard allows 255 signs a line. A value, a comment or a row that is longer is cut there, and each `%+` line after it
is the rest of it; `%/` begins a new line of a comment. What others see is the beginning, what is read here is all of it.
"""

import re
from collections.abc import Iterable, Iterator

LONGEST_LINE = 255
SAME_LINE, NEXT_LINE = "+", "/"
_SIGNS = 2  # `%+`
_SPECIAL = re.compile(r'"|\\(?=["\\]|$)')  # what the next sign would make something else of


def quoted(value: str) -> str:
    r"""A tag value between quotation marks; a backslash that stands for itself, as in the head of a table, stays single.

    >>> print(quoted('the "weak" two'), quoted(r"Result\2R"))
    "the \"weak\" two" "Result\2R"
    """
    return '"' + _SPECIAL.sub(r"\\\g<0>", value) + '"'


def tag_lines(name: str, value: str) -> str:
    """A tag and its value.

    >>> tag_lines("Note", "1:" + "x" * 300).splitlines()[1] == "%+" + "x" * 56
    True
    """
    room = LONGEST_LINE - len(f"[{name} ]")
    first = value[:room]
    while len(quoted(first)) > room:
        first = first[:-1]
    return "\n".join([f"[{name} {quoted(first)}]", *rest_lines(value[len(first) :])])


def rest_lines(text: str) -> Iterator[str]:
    """The rest of a text; none when nothing is left."""
    size = LONGEST_LINE - _SIGNS
    for number, line in enumerate(text.split("\n") if text else ()):
        sign = NEXT_LINE if number else SAME_LINE
        for start in range(0, max(len(line), 1), size):
            yield f"%{sign}{line[start : start + size]}"
            sign = SAME_LINE


def comment_text(text: str) -> str:
    """A comment; one with a line too long is closed there, and the rest follows on lines of its own."""
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE - len("{}"):
        return "{" + text + "}"
    first = lines[0][: LONGEST_LINE - len("{}")]
    return "\n".join(["{" + first + "}", *rest_lines(text[len(first) :]), ""])


def row_of(words: Iterable[str]) -> str:
    """Words of a section in a row, or in several where one would be too long."""
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
    """A row of a table as it stands."""
    return "\n".join([row[:LONGEST_LINE], *rest_lines(row[LONGEST_LINE:])])


_CONTINUED = re.compile(r"([+/])(.*)", re.DOTALL)


def continued(escape: str) -> tuple[bool, str] | None:
    """What stands after `%`: whether it begins a new line, and its text; none where it is a remark for others.

    >>> continued("+ and more"), continued(" PBN 2.1")
    ((False, ' and more'), None)
    """
    match = _CONTINUED.fullmatch(escape)
    return None if match is None else (match[1] == NEXT_LINE, match[2])
