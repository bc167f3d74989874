"""A case file changed field by field: comments, order and everything untouched stay as the director wrote them.

A place is spelled as `check` spells it: `board deal`, `remark 2 seconds`, `incident 1 offender`; positions count from 1.
"""

from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, InlineTable, Item, Table

from analyser.casefile.toml_reader import key_parts, parse_tree
from analyser.errors import CaseError, Problem
from analyser.messages import sentence
from analyser.web.drafts import Draft, Drafts, EditConflict

TomlValue = Any  # a plain value of TOML: text, number, truth, date, list, table; none takes the key away
Changes = Mapping[str, TomlValue]


@dataclass(frozen=True, slots=True)
class Clash:
    """A place two pages changed: as it was, as it now stands, as it was wanted here."""

    place: str
    was: TomlValue
    stands: TomlValue
    wanted: TomlValue


@dataclass
class ClashingChanges(Exception):  # noqa: N818 - it is no fault of ours
    """A change that would write over another; nothing was saved."""

    current: Draft
    changes: dict[str, TomlValue]
    clashes: tuple[Clash, ...]


# What keeps comments and order walks a table again for each dotted key in it, and costs twenty times the plain reader: a
# text of the first size takes it at most about a second.
_EDITED = 100_000  # signs; the longest bundled case has three thousand
_DOTTED = 500  # dots in keys


def parse_toml(toml: str) -> dict[str, TomlValue]:
    """The values of a file; refused, with the line, when it is not TOML."""
    return parse_tree(toml)


def _parse_document(toml: str) -> tomlkit.TOMLDocument:
    parse_tree(toml)  # what costs too much or is no TOML ends here
    if len(toml) > _EDITED or key_parts(toml) > _DOTTED:
        why, remedy = sentence("text-too-long-for-fields", most=_EDITED), sentence("mend-in-text")
        raise CaseError(why, where="file", remedy=remedy)
    try:
        return tomlkit.parse(toml)
    except (TOMLKitError, ValueError, RecursionError) as fault:
        problem = Problem("file", "", sentence("text-not-toml", reason=fault), sentence("mend-in-text"))
        raise CaseError.from_problems([problem]) from None


def _steps(place: str) -> tuple[str | int, ...]:
    return tuple(int(word) - 1 if word.isdecimal() else word for word in place.split())


def value_at(tree: Any, place: str) -> TomlValue:  # noqa: ANN401 - any plain value
    """The value at a place; none when there is none.

    >>> value_at({"remark": [{"seconds": 20}]}, "remark 1 seconds"), value_at({}, "board deal")
    (20, None)
    """
    for step in _steps(place):
        if isinstance(step, int):
            if not isinstance(tree, list) or not 0 <= step < len(tree):
                return None
            tree = tree[step]
        elif isinstance(tree, dict) and step in tree:
            tree = tree[step]
        else:
            return None
    return tree


def apply_changes(toml: str, changes: Changes) -> str:
    r"""The file with some places changed; tables that are missing are made, lists grow at their end.

    >>> print(apply_changes("schema = 1  # the form\n", {"board number": 7, "remark 1 kind": "tempo"}), end="")
    schema = 1  # the form
    <BLANKLINE>
    [board]
    number = 7
    <BLANKLINE>
    [[remark]]
    kind = "tempo"
    """
    document = _parse_document(toml)
    gone = sorted((place for place, value in changes.items() if value is None), key=_steps_key, reverse=True)
    for place, value in changes.items():
        if value is not None:
            _set(document, _steps(place), value)
    for place in gone:  # the last of a list first, so that the others keep their numbers
        _remove(document, _steps(place))
    return tomlkit.dumps(document)


def _steps_key(place: str) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in _steps(place))


def _set(document: tomlkit.TOMLDocument, steps: tuple[str | int, ...], value: TomlValue) -> None:
    here: Any = document
    for step, following in pairwise(steps):
        _check(here, MutableSequence if isinstance(step, int) else MutableMapping, steps)
        here = _down(here, step, following)
    last = steps[-1]
    if isinstance(last, int):
        raise CaseError(sentence("place-ends-in-key"), found=str(steps))
    _check(here, MutableMapping, steps)
    present = here.get(last)
    item = _item(value)
    if isinstance(present, Item) and not isinstance(present, (Table, AoT)):
        if present.unwrap() == value:
            return
        item.trivia.comment_ws, item.trivia.comment = present.trivia.comment_ws, present.trivia.comment
    here[last] = item


def _check(here: object, wanted: type, steps: tuple[str | int, ...]) -> None:
    """Refuse to write into a number or a text where a table or a list belongs."""
    if not isinstance(here, wanted):
        place = " ".join(str(step + 1 if isinstance(step, int) else step) for step in steps)
        raise CaseError(sentence("other-than-table"), where=place)


def _item(value: TomlValue) -> Item:
    """A value in one line: tables within a list too."""
    if isinstance(value, dict):
        return _inline(value)
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        rows = tomlkit.array()
        for entry in value:
            rows.append(_item(entry))
        return rows.multiline(len(value) > 1)
    return tomlkit.item(value)


def _inline(value: Mapping[str, TomlValue]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, entry in value.items():
        table[key] = _item(entry)
    return table


def _down(here: Any, step: str | int, following: str | int) -> Any:  # noqa: ANN401 - TOML's own containers
    """The table or list one step further; made when it is missing."""
    if isinstance(step, int):
        if step == len(here):
            here.append(_new_table() if isinstance(here, AoT) else tomlkit.inline_table())
        return here[min(step, len(here) - 1)]
    if step not in here:
        top = isinstance(here, tomlkit.TOMLDocument)
        if isinstance(following, int):
            here[step] = tomlkit.aot() if top else tomlkit.array()
        elif top:
            here[step] = _new_table() if here.body else tomlkit.table()
        else:
            here[step] = tomlkit.inline_table()
    return here[step]


def _new_table() -> Table:
    """A new table, with an empty line before its head."""
    table = tomlkit.table()
    table.trivia.indent = "\n"
    return table


def _remove(document: tomlkit.TOMLDocument, steps: tuple[str | int, ...]) -> None:
    here: Any = document
    for step in steps[:-1]:
        if isinstance(step, int):
            if not isinstance(here, MutableSequence) or step >= len(here):
                return
        elif not isinstance(here, MutableMapping) or step not in here:
            return
        here = here[step]
    last = steps[-1]
    if isinstance(last, int):
        if isinstance(here, MutableSequence) and last < len(here):
            del here[last]
            if not here and len(steps) == 2:
                del document[cast("str", steps[0])]
    elif isinstance(here, MutableMapping) and last in here:
        del here[last]


def commit(drafts: Drafts, owner: str, name: str, since: int, changes: Changes, leaf: str = "") -> Draft:
    """Save changes made to version `since`: at once, or joined with what others changed meanwhile elsewhere.

    Two changes of one place, or of one list that grew or shrank, are `ClashingChanges`: a person decides. Who takes an
    entry away takes it with what was changed in it meanwhile; the version before holds it.
    """
    # A page that took an entry away no longer fits what stands: its entries are numbered as before.
    renumbered = any(value is None and place.split()[-1].isdecimal() for place, value in changes.items())
    while True:
        current = drafts.get(owner, name)
        since = drafts.last_own_version(owner, name, since, leaf)
        if since > current.version:
            continue  # the page itself kept something between the two questions
        if current.version != since:
            clashes = tuple(_clashes(drafts.version_text(owner, name, since), current.toml, changes))
            if clashes:
                raise ClashingChanges(current, dict(changes), clashes)
        try:
            toml = apply_changes(current.toml, changes)
            return drafts.save(
                owner, name, current.version, toml, "" if renumbered else leaf, tables_in(changes)
            )
        except EditConflict:
            continue


def tables_in(changes: Changes) -> str:
    """The tables of the file that changes belong to.

    >>> tables_in({"event name": "Pairs", "title": "Slow", "event date": None})
    'event title'
    """
    return " ".join(sorted({place.split()[0] for place in changes}))


def _clashes(was: str, stands: str, changes: Changes) -> Iterator[Clash]:
    before, now = parse_toml(was), parse_toml(stands)
    for place, wanted in changes.items():
        first, second = value_at(before, place), value_at(now, place)
        moved = any(_length(before, outer) != _length(now, outer) for outer in _lists_around(place))
        if wanted is None and not moved and _same_entry(first, second):
            continue
        if (first != second or moved) and second != wanted:
            yield Clash(place, first, second, wanted)


def _same_entry(first: TomlValue, second: TomlValue) -> bool:
    """Whether an entry of a list is the one it was, by its name or by its kind and place."""
    if not isinstance(first, dict) or not isinstance(second, dict):
        return False
    return all(first.get(key) == second.get(key) for key in ("id", "kind", "at"))


def _lists_around(place: str) -> Iterator[str]:
    words = place.split()
    for number, word in enumerate(words):
        if word.isdecimal():
            yield " ".join(words[:number])


def _length(tree: dict[str, TomlValue], place: str) -> int:
    entries = value_at(tree, place)
    return len(entries) if isinstance(entries, list) else 0


def spell_value(value: TomlValue) -> str:
    """A value as a field of a form shows it.

    >>> spell_value(True), spell_value(["P", "4H"]), spell_value(None), spell_value(7)
    ('true', 'P, 4H', '', '7')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(spell_value, value))
    return str(value)
