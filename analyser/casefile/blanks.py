"""What in a case is still the example of the template it was begun from, each with what belongs there."""

from collections.abc import Iterator
from typing import Any

from analyser.casefile.case import Case
from analyser.casefile.explain import every_key
from analyser.casefile.templates import NAME, template
from analyser.casefile.tree import Tree, read_tree
from analyser.errors import Problem

__all__ = ["blanks"]

_FORM = ("schema", "kind", "status")  # these say what sort of thing is told, not what happened
_SHOWN = 60


def blanks(case: Case) -> tuple[Problem, ...]:
    """The values nobody has filled in yet; none once the case has a name of its own.

    >>> from analyser.casefile import IncidentKind, case_of
    >>> print(blanks(case_of(template(IncidentKind.CLAIM).encode()))[-5])
    incident 1 on_lead: 'E': still the template's example. Put in the real one: who leads to the next trick.
    """
    if case.id != NAME or not case.incident:
        return ()
    kind = case.incident[0].kind
    example = dict(_values(_tree(template(kind))))
    meanings = {key.path.replace(f" ({kind})", ""): key.meaning for key in every_key()}
    return tuple(
        Problem(where, _shown(value), "still the template's example", _remedy(where, meanings))
        for where, value in _values(_tree(case.toml))
        if where in example and example[where] == value
    )


def _tree(text: str) -> Tree:
    return read_tree(text.encode("utf-8"))[0]


def _values(tree: Any, place: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any TOML value
    """Every value of a file with its place, entries counted from 1."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key not in _FORM and not (key == "id" and place):
                yield from _values(value, f"{place} {key}".strip())
    elif isinstance(tree, list) and tree and isinstance(tree[0], dict):
        for number, value in enumerate(tree, 1):
            yield from _values(value, f"{place} {number}")
    else:
        yield place, tree


def _shown(value: Any) -> str:  # noqa: ANN401 - any TOML value
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _remedy(where: str, meanings: dict[str, str]) -> str:
    if where == "id":
        return "once all is filled in, give the case a name of its own"
    words = [word for word in where.split() if not word.isdigit()]
    meaning = meanings.get(" ".join(words)) or meanings.get(" ".join(words[:-1]), "")
    return f"put in the real one: {meaning}" if meaning else "put in the real one"
