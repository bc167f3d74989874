"""The case file as a tree of TOML: brought to the present form, and written."""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from analyser.casefile.case import SCHEMA
from analyser.casefile.toml_reader import Tree

STEPS: dict[int, Callable[[Tree], Tree]] = {}


def migrate_tree(tree: Tree, steps: dict[int, Callable[[Tree], Tree]] = STEPS) -> Tree:
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
