"""From the bytes of a file to a tree of plain values, or one clear problem with its line."""

import re
import tomllib
from typing import Any

from analyser.casefile.hints import lower_first
from analyser.errors import Problem

__all__ = ["DEEPEST", "LARGEST", "Tree", "read_tree"]

LARGEST = 1_000_000
DEEPEST = 20

Tree = dict[str, Any]

_STRINGS = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)


def read_tree(data: bytes) -> tuple[Tree, tuple[Problem, ...]]:
    """The tree of a TOML text; an empty tree and the reason when it cannot be read."""
    if len(data) > LARGEST:
        why = f"a case file has at most {LARGEST // 1_000_000} MB"
        return {}, (Problem("file", f"{len(data)} bytes", why, "shorten its texts"),)
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        return {}, (
            Problem(f"file line {line}", "NUL", "a text file holds no NUL byte", "save it as UTF-8 text"),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        line = data[: reason.start].count(b"\n") + 1
        found = data[reason.start : reason.start + 1].hex()
        return {}, (
            Problem(f"file line {line}", f"byte {found}", "not UTF-8 text", "save the file as UTF-8"),
        )
    if problem := _too_deep(text):
        return {}, (problem,)
    try:
        return tomllib.loads(text), ()
    except tomllib.TOMLDecodeError as reason:
        return {}, (_toml_problem(text, str(reason)),)
    except (
        RecursionError,
        ValueError,
    ) as reason:  # a number of a thousand digits, a date that does not exist
        return {}, (Problem("file", "", f"not TOML: {reason}", "check numbers and dates"),)


def _too_deep(text: str) -> Problem | None:
    """Refuse deep nesting before the parser follows it."""
    depth = 0
    for line, part in enumerate(_STRINGS.sub(lambda m: "\n" * m[0].count("\n"), text).split("\n"), 1):
        for sign in part:
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                why = f"tables and lists lie at most {DEEPEST} deep"
                return Problem(f"file line {line}", sign, why, "close the brackets before")
        if part.count(".") > 200:
            return Problem(
                f"file line {line}", part[:40], "a key has too many parts", "write tables one by one"
            )
    return None


def _toml_problem(text: str, message: str) -> Problem:
    match = re.search(r"\(at line (\d+), column (\d+)\)", message)
    why = message[: match.start()].strip() if match else message.replace("(at end of document)", "").strip()
    lines = text.split("\n")
    number = int(match[1]) if match else len(lines)
    found = lines[number - 1].strip()[:80] if 0 < number <= len(lines) else ""
    return Problem(f"file line {number}", found, f"not TOML: {lower_first(why)}", _hint(why, found))


def _hint(why: str, line: str) -> str:
    if "{" in line and "}" not in line:
        return "a `{ … }` must stand on one line"
    if "Cannot overwrite" in why or "Cannot declare" in why:
        return "write each key and each table once; use [[name]] for lists"
    if "Unclosed array" in why or "array" in why:
        return "close the list with `]` and part its items with commas"
    if "string" in why or "Illegal character" in why:
        return 'close the text with `"` on the same line'
    if "Invalid value" in why:
        return 'a text stands between `"` and `"`; dates as 2019-06-20; true and false in small letters'
    return "check the line, and the one before it"
