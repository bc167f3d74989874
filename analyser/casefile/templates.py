"""Templates: an example case for each kind, and what of a template was left unfilled in a case."""

from collections.abc import Iterator
from typing import Any

from analyser import resources
from analyser.casefile.case import Case
from analyser.casefile.explain import every_key
from analyser.casefile.sets import IncidentKind
from analyser.casefile.toml_reader import read_tree
from analyser.errors import Problem
from analyser.messages import sentence

_TEXTS = resources.toml("casefile/templates.toml")
_OWN_TABLE = {IncidentKind.CLAIM: "claim_table", IncidentKind.REVOKE: "revoke_table"}
_WITHOUT_TABLE = (
    IncidentKind.NO_PLAY,
    IncidentKind.WRONG_BOARD,
    IncidentKind.WRONG_HAND,
    IncidentKind.PENALTY,
)
_WEIGHTED = (IncidentKind.UNAUTHORISED_INFORMATION, IncidentKind.MISINFORMATION, IncidentKind.WITHDRAWN_CALL)


def template(kind: IncidentKind) -> str:
    """A case file for one kind of incident, with a comment behind every key."""
    title = str(kind).replace("-", " ").capitalize()
    head = _TEXTS["head"].format(name=_TEXTS["name"], title=title)
    if kind is IncidentKind.PENALTY:  # a catalogue is kept for it
        head = head.replace('authority = "WBF" ', 'authority = "FIGB"')
    if kind is IncidentKind.CLAIM:
        head = head.replace("\ndeal = ", "\n# deal = ")
    parts = [head]
    if kind not in _WITHOUT_TABLE:
        parts.append(_TEXTS[_OWN_TABLE.get(kind, "table")])
    if kind is IncidentKind.UNAUTHORISED_INFORMATION:
        parts.append(_TEXTS["tempo"])
    parts += ["[[incident]]\n" + "".join(_incident(kind)), _TEXTS["comparison"]]
    if kind in _WEIGHTED:
        parts.append(_TEXTS["poll"])
    parts += [_TEXTS["contention"], _TEXTS["judgement"], _TEXTS["ruling"]]
    return "\n".join(parts)


def _incident(kind: IncidentKind) -> Iterator[str]:
    """The keys of an incident of this kind, each with its meaning."""
    prefix = f"incident ({kind}) "
    meanings = {
        key.path.removeprefix(prefix): key.meaning for key in every_key() if key.path.startswith(prefix)
    }
    lines = _TEXTS["incident"][kind].splitlines()
    for line in ('id = "it"', f'kind = "{kind}"', *lines, *_OF_EVERY_KIND):
        name = line.removeprefix("# ").split(" = ")[0]
        yield f"{line}\n" if name == "kind" else f"{line:<37} # {meanings[name]}\n"


_OF_EVERY_KIND = (
    '# text = "…"',
    '# status = "disputed"',
    '# otherwise = { text = "…" }',
    "# observed = false",
    "# acted_first = false",
)
_FORM = ("schema", "kind", "status")  # these say what sort of thing is told, not what happened
_SHOWN = 60


def template_leftovers(case: Case) -> tuple[Problem, ...]:
    """The values nobody has filled in yet; none once the case has a name of its own.

    >>> from analyser.casefile import IncidentKind, case_of
    >>> print(template_leftovers(case_of(template(IncidentKind.CLAIM).encode()))[-5])
    incident 1 on_lead: 'E': still the template's example. Put in the real one: who leads to the next trick.
    """
    if case.id != _TEXTS["name"] or not case.incident:
        return ()
    kind = case.incident[0].kind
    example = dict(_values(read_tree(template(kind).encode())[0]))
    meanings = {key.path.replace(f" ({kind})", ""): key.meaning for key in every_key()}
    return tuple(
        Problem(where, _quote_value(value), sentence("template-example-left"), _remedy(where, meanings))
        for where, value in _values(read_tree(case.toml.encode())[0])
        if where in example and example[where] == value
    )


_FIRST = ("incident", "table", "board", "remark", "comparison", "poll", "event")
"""What a template is filled in by, in this order: what happened, then where, then what it is compared with."""


def find_untouched(case: Case) -> tuple[Problem, ...]:
    """What to fill in of a template in which nothing has been filled in, the most telling first; none of any other case.

    >>> from analyser.casefile import IncidentKind, case_of
    >>> [problem.where for problem in find_untouched(case_of(template(IncidentKind.NO_PLAY).encode()))][:2]
    ['incident 1 fault NS', 'incident 1 fault EW']
    """
    left = template_leftovers(case)
    if not left or len(left) < sum(1 for _ in _values(read_tree(case.toml.encode())[0])):
        return ()
    return tuple(sorted(left, key=lambda problem: _rank(problem.where)))


_FIRST_KEYS = 4  # named in one line; the rest follow, each with what belongs there


def template_problems(case: Case, name: str) -> tuple[Problem, ...]:
    """Why a template in which nothing is filled in is refused, and what to fill in; empty for any other case."""
    first = find_untouched(case)
    if not first:
        return ()
    keys = ", ".join(problem.where for problem in first[:_FIRST_KEYS])
    bare = Problem("file", name, sentence("template-untouched"), sentence("fill-in-first", keys=keys))
    return (bare, *first)


def _rank(where: str) -> int:
    head = where.split(maxsplit=1)[0]
    return _FIRST.index(head) if head in _FIRST else len(_FIRST)


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


def _quote_value(value: Any) -> str:  # noqa: ANN401 - any TOML value
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
