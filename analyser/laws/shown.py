"""Which bundled case shows a provision compute: what is called computed has one, and the list of clauses links to it."""

import json
from collections.abc import Mapping
from functools import cache

from analyser import resources
from analyser.laws.values import Clause

SHOWN = "cases/shown.json"
"""Written from the cases by `python -m analyser.cli.coverage`."""


def cases_showing(clause: Clause) -> tuple[str, ...]:
    """The cases whose ruling cites this provision, or one under it, or whose figures rest on it; none if there is none.

    >>> cases_showing(Clause("2017", "64A2"))[0].startswith("cases/")
    True
    """
    shown = _shown()
    own = shown.get(str(clause), ())
    under = (name for place in shown if is_under(place, str(clause)) for name in shown[place])
    return tuple(dict.fromkeys((*own, *under)))


def is_under(place: str, heading: str) -> bool:
    """Whether an address is a part of another: 64A2 of 64A and of 64, and not of 6.

    >>> is_under("2017:64A2", "2017:64"), is_under("2017:64A2", "2017:6"), is_under("2017:64A", "2017:64A")
    (True, False, False)
    """
    rest = place.removeprefix(heading)
    return rest not in ("", place) and rest[0].isdigit() != heading[-1].isdigit()


@cache
def _shown() -> Mapping[str, tuple[str, ...]]:
    written: Mapping[str, list[str]] = json.loads(resources.data(SHOWN))
    return {clause: tuple(names) for clause, names in written.items()}
