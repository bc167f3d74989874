"""Provisions found by words, editions side by side, and the bundled cases that show a provision compute."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from analyser import resources
from analyser.laws.law_book import (
    Provision,
    addresses,
    editions,
    gist_in,
    predecessors,
    provisions,
    successors,
    topics,
)
from analyser.laws.values import Clause


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject of the Laws: where it stands in each edition that has it, in one provision or in several."""

    by_edition: Mapping[str, tuple[Provision, ...]]

    @property
    def last(self) -> Provision:
        """The provision of the latest edition that has it."""
        return self.by_edition[max(self.by_edition)][0]


def by_subject(listed: Iterable[Provision]) -> tuple[Subject, ...]:
    """The subjects in which these provisions stand, each once and whole, in the order they come.

    >>> agreed, *_ = by_subject([provisions("2017")["69B2"]])
    >>> [str(provision.clause) for rows in agreed.by_edition.values() for provision in rows]
    ['1997:69B', '2007:69B2', '2017:69B2']
    """
    subjects = (subject for provision in listed for subject in _subjects()[provision.clause])
    return tuple({subject.last.clause: subject for subject in subjects}.values())


@cache
def _subjects() -> Mapping[Clause, tuple[Subject, ...]]:
    """The subjects each provision stands in, first the one its own line through the editions ends at."""
    rows: dict[Clause, dict[str, dict[Provision, None]]] = {}
    ends: dict[Clause, list[Clause]] = {}
    for provision in (provision for year in editions() for provision in provisions(year).values()):
        family = _family(provision)
        last = next(iter(family[max(family)])).clause
        ends.setdefault(provision.clause, []).insert(0, last)
        for year, there in family.items():
            rows.setdefault(last, {}).setdefault(year, {}).update(there)
            for other in there:
                ends.setdefault(other.clause, []).append(last)
    subjects = {
        last: Subject({year: tuple(family[year]) for year in sorted(family)}) for last, family in rows.items()
    }
    return {clause: tuple(subjects[last] for last in dict.fromkeys(lasts)) for clause, lasts in ends.items()}


def _family(provision: Provision) -> dict[str, dict[Provision, None]]:
    """A provision with what stood in its place before and what stands there after, by edition."""
    family = {provision.clause.edition: {provision: None}}
    for step in (predecessors, successors):
        here = [provision.clause]
        while here := [there for clause in here for there in _one_address(clause, step(clause))]:
            family.setdefault(here[0].edition, {}).update(
                (provisions(clause.edition)[clause.path], None) for clause in here
            )
    return family


def _one_address(clause: Clause, neighbours: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Of several places of a subject the one that kept its address."""
    same = tuple(there for there in neighbours if there.path == clause.path)
    return same or neighbours


def provisions_about(text: str, language: str = "en", edition: str | None = None) -> tuple[Provision, ...]:
    """The provisions of an edition, or of all, whose gist or subject holds every one of these words, in book order.

    >>> [str(provision.clause) for provision in provisions_about("comparable call", edition="2017")][:2]
    ['2017:23', '2017:23A']
    """
    words = text.casefold().split()
    return tuple(
        provision
        for year in ([edition] if edition is not None else editions())
        for provision in provisions(year).values()
        if all(word in _told(provision, language) for word in words)
    )


def _told(provision: Provision, language: str) -> str:
    """Everything a provision may be found by: its gist there and in English, its address, its subjects."""
    subjects = (
        name.replace("-", " ")
        for name in topics()
        if provision.clause in addresses(name, provision.clause.edition)
    )
    return " ".join(
        (provision.gist, gist_in(provision, language), provision.clause.path, *subjects)
    ).casefold()


def same_number(clause: Clause) -> tuple[Provision, ...]:
    """What stands under this number in other editions, where it is another matter.

    >>> [str(other.clause) for other in same_number(Clause("2017", "16C"))]
    ['2007:16C']
    """
    own = _subjects().get(clause, ())
    years = (year for year in editions() if year != clause.edition)
    others = [provisions(year)[clause.path] for year in years if clause.path in provisions(year)]
    return tuple(
        other for other in others if not any(subject in own for subject in _subjects()[other.clause])
    )


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
