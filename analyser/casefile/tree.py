"""The case file as a tree of TOML: read with hints for what is wrong, brought to the present form, and written."""

import datetime as dt
import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from analyser.casefile.case import SCHEMA
from analyser.errors import Problem
from analyser.messages import sentence


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one; none when nothing is near.

    >>> nearest("autority", ["date", "authority"])
    'authority'
    """
    names = list(known)
    folded = {name.lower(): name for name in names}
    if word.lower() in folded:
        return folded[word.lower()]
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def remedy_for(word: str, known: Iterable[str]) -> str:
    """What to write instead: the nearest known word, or all of them."""
    names = sorted(known)
    close = nearest(word, names)
    return (
        sentence("did-you-mean-key", close=close)
        if close
        else sentence("known-values", names=", ".join(names))
    )


def lower_first(text: str) -> str:
    """A sentence of another program as part of one of ours.

    >>> lower_first("Expected '='")
    "expected '='"
    """
    return text[:1].lower() + text[1:]


LARGEST = 1_000_000
DEEPEST = 20

Tree = dict[str, Any]

_STRINGS = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)


def read_tree(data: bytes) -> tuple[Tree, tuple[Problem, ...]]:
    """The tree of a TOML text; an empty tree and the reason when it cannot be read."""
    if len(data) > LARGEST:
        why = sentence("case-file-size", number=LARGEST // 1000000)
        return {}, (Problem("file", f"{len(data)} bytes", why, sentence("shorten-texts")),)
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
        return {}, (
            Problem(
                "file", "", sentence("not-toml-value", reason=reason), sentence("check-numbers-and-dates")
            ),
        )


def _too_deep(text: str) -> Problem | None:
    """Refuse deep nesting before the parser follows it."""
    depth = 0
    for line, part in enumerate(_STRINGS.sub(lambda m: "\n" * m[0].count("\n"), text).split("\n"), 1):
        for sign in part:
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                why = sentence("nesting-depth", deepest=DEEPEST)
                return Problem(f"file line {line}", sign, why, sentence("close-brackets"))
        if part.count(".") > 200:
            return Problem(
                f"file line {line}", part[:40], sentence("key-too-long"), sentence("write-tables-singly")
            )
    return None


def _toml_problem(text: str, message: str) -> Problem:
    match = re.search(r"\(at line (\d+), column (\d+)\)", message)
    why = message[: match.start()].strip() if match else message.replace("(at end of document)", "").strip()
    lines = text.split("\n")
    number = int(match[1]) if match else len(lines)
    line = lines[number - 1].strip()[:80] if 0 < number <= len(lines) else ""
    return Problem(
        f"file line {number}", line, sentence("not-toml", lower_first=lower_first(why)), _hint(why, line)
    )


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


STEPS: dict[int, Callable[[Tree], Tree]] = {}


def migrated(tree: Tree, steps: dict[int, Callable[[Tree], Tree]] = STEPS) -> Tree:
    """The tree in the present form, when every step from its own form is known; else as it is."""
    form = tree.get("schema")
    while isinstance(form, int) and not isinstance(form, bool) and form < SCHEMA and form in steps:
        tree = steps[form](tree)
        form = tree.get("schema")
    return tree


_SECTIONS = "schema id title source event board players table comparison remark incident poll judgement error ruling appeal expected"
_WIDE = 100


def toml_value(value: Any) -> str:  # noqa: ANN401 - any plain value
    r"""One value as TOML, on one line.

    >>> toml_value('a "slow" 3H'), toml_value(["P", 2]), toml_value({"N": True})
    ('"a \\"slow\\" 3H"', '["P", 2]', '{ N = true }')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{toml_key(key)} = {toml_value(entry)}" for key, entry in value.items()) + " }"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    """A key as TOML, quoted where it must be."""
    bare = key and all((letter.isalnum() and letter.isascii()) or letter in "-_" for letter in key)
    return key if bare else json.dumps(key, ensure_ascii=False)


def toml_text(tree: Tree) -> str:
    """The whole file: single values first, then each table, lists of tables one by one."""
    order = {name: place for place, name in enumerate(_SECTIONS.split())}
    names = sorted(tree, key=lambda name: order.get(name, len(order)))
    lines = [f"{toml_key(name)} = {toml_value(tree[name])}" for name in names if not _is_table(tree[name])]
    for name in names:
        value = tree[name]
        if isinstance(value, dict):
            lines += ["", f"[{toml_key(name)}]", *_entries(value)]
        elif _is_table(value):
            for entry in value:
                lines += ["", f"[[{toml_key(name)}]]", *_entries(entry)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(e, dict) for e in value)
    )


def _entries(table: Mapping[str, Any]) -> Iterable[str]:
    for key, value in table.items():
        text = f"{toml_key(key)} = {toml_value(value)}"
        if isinstance(value, list) and len(text) > _WIDE:
            yield f"{toml_key(key)} = ["
            yield from (f"  {toml_value(entry)}," for entry in value)
            yield "]"
        else:
            yield text
