"""The one reader of TOML that people wrote: what would cost too much to parse is refused before it is parsed.

Reading is linear in the length of the text: a dotted key makes a table for each part, and each is walked again for each
key under it, so that a long one costs the square of its length; deep brackets end the parser; a number of thousands of
digits cannot be printed.
"""

import re
import tomllib
from typing import Any

from analyser.errors import CaseError, Problem
from analyser.messages import Message, sentence
from analyser.messages.refusals import lower_first

Tree = dict[str, Any]

LARGEST = 1_000_000  # bytes of a file
DEEPEST = 20  # tables and lists within each other
_PARTS = 20  # of one key
_NUMBER = 100  # signs of a number or a date

# The signs outside texts and remarks that shape a file. No alternative gives anything back, so that no text costs more
# than its length; a text that is never closed ends the file, for the parser as well.
_TOKEN = re.compile(
    r""""{3}(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?"""
    r"""|'{3}(?:[^']++|'(?!''))*+(?:'{3,5})?"""
    r"""|"(?:[^"\\\n]++|\\[^\n])*+"?"""
    r"""|'[^'\n]*+'?"""
    r"""|\#[^\n]*+|(?P<sign>[\[\]{}=,.\n])|(?P<word>[^\s"'\#\[\]{}=,.]++)""",
    re.DOTALL,
)


def read_tree(data: bytes) -> tuple[Tree, tuple[Problem, ...]]:
    """The tree of a TOML file; an empty tree and the reason when it cannot be read."""
    if problem := _size_problem(len(data)):
        return {}, (problem,)
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        return {}, (
            Problem(f"file line {line}", "NUL", sentence("text-no-nul"), sentence("save-as-utf8-text")),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        line = data[: reason.start].count(b"\n") + 1
        byte = data[reason.start : reason.start + 1].hex()
        return {}, (
            Problem(f"file line {line}", f"byte {byte}", sentence("not-utf8"), sentence("save-as-utf8")),
        )
    return read_toml(text)


def read_toml(text: str) -> tuple[Tree, tuple[Problem, ...]]:
    r"""The tree of a TOML text; an empty tree and the reason when it cannot be read.

    >>> read_toml("a = 1"), str(read_toml("a" + ".b" * 20_000 + " = 1")[1][0])
    (({'a': 1}, ()), 'file line 1: a key has too many parts. Write tables one by one.')
    """
    if problem := _size_problem(len(text)) or cost_problem(text):
        return {}, (problem,)
    try:
        return tomllib.loads(text), ()
    except tomllib.TOMLDecodeError as reason:
        return {}, (_toml_problem(text, str(reason)),)
    except (RecursionError, ValueError) as reason:  # a date that does not exist
        why, remedy = sentence("not-toml-value", reason=reason), sentence("check-numbers-and-dates")
        return {}, (Problem("file", "", why, remedy),)


def parse_tree(text: str | bytes, where: str = "") -> Tree:
    """The tree of a TOML text or file; refused with its problems, seen from `where`, when it cannot be read."""
    tree, problems = read_tree(text) if isinstance(text, bytes) else read_toml(text)
    if problems:
        raise CaseError.from_problems([problem.prefix_place(where) for problem in problems])
    return tree


def _size_problem(size: int) -> Problem | None:
    if size <= LARGEST:
        return None
    why = sentence("case-file-size", number=LARGEST // 1_000_000)
    return Problem("file", f"{size} bytes", why, sentence("shorten-texts"))


def cost_problem(text: str) -> Problem | None:
    """Why a text would cost too much to parse: its nesting, a key, a number; `None` when it may be parsed."""
    line, parts, parts_before = 1, 0, 0
    weights: list[int] = []  # of the open brackets: how many levels each lies below the one around it
    depth = 0
    for token in _TOKEN.finditer(text):
        sign = token["sign"]
        if sign is None:
            if len(word := token["word"] or "") > _NUMBER and word.lstrip("+-")[:1].isdecimal():
                why, remedy = sentence("number-too-long", most=_NUMBER), sentence("check-numbers-and-dates")
                return Problem(f"file line {line}", f"{word[:40]}…", why, remedy)
            line += token[0].count("\n") if token[0][:1] in "\"'" else 0
        elif sign == ".":
            parts += 1
            if parts >= _PARTS:
                return Problem(
                    f"file line {line}", "", sentence("key-too-long"), sentence("write-tables-singly")
                )
        elif sign in "[{":
            weights.append(1 + parts_before)
            depth += weights[-1]
            if depth > DEEPEST:
                why = sentence("nesting-depth", deepest=DEEPEST)
                return Problem(f"file line {line}", sign, why, sentence("close-brackets"))
            parts = parts_before = 0
        else:
            if sign in "]}" and weights:
                depth -= weights.pop()
            line += sign == "\n"
            parts_before = parts if sign == "=" else 0
            parts = 0
    return None


def key_parts(text: str) -> int:
    """How many dots a text has outside texts and remarks: the parts of its keys, but for the first ones."""
    return sum(token["sign"] == "." for token in _TOKEN.finditer(text))


def _toml_problem(text: str, message: str) -> Problem:
    match = re.search(r"\(at line (\d+), column (\d+)\)", message)
    why = message[: match.start()].strip() if match else message.replace("(at end of document)", "").strip()
    lines = text.split("\n")
    number = int(match[1]) if match else len(lines)
    line = lines[number - 1].strip()[:80] if 0 < number <= len(lines) else ""
    return Problem(
        f"file line {number}", line, sentence("not-toml", lower_first=lower_first(why)), _hint(why, line)
    )


def _hint(why: str, line: str) -> Message:
    if "{" in line and "}" not in line:
        return sentence("toml-one-line")
    if "Cannot overwrite" in why or "Cannot declare" in why:
        return sentence("toml-write-once")
    if "Unclosed array" in why or "array" in why:
        return sentence("toml-close-list")
    if "string" in why or "Illegal character" in why:
        return sentence("toml-close-text")
    if "Invalid value" in why:
        return sentence("toml-values")
    return sentence("toml-check-line")
