"""Provisions found by words, editions side by side, and the bundled cases that show a provision compute."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from analyser import resources
from analyser.laws.gists import gist_in
from analyser.laws.law_book import (
    Provision,
    addresses,
    editions,
    lookup,
    predecessors,
    provisions,
    successors,
    topics,
)
from analyser.laws.values import Clause
from analyser.laws.word_search import asked_stems, is_among, split_words, stem


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject of the Laws: where it stands in each edition that has it, in one provision or in several."""

    by_edition: Mapping[str, tuple[Provision, ...]]

    @property
    def last(self) -> Provision:
        """The provision of the latest edition that has it."""
        return self.by_edition[max(self.by_edition)][0]


def group_by_subject(listed: Iterable[Provision]) -> tuple[Subject, ...]:
    """The subjects in which these provisions stand, each once and whole, in the order they come.

    >>> agreed, *_ = group_by_subject([provisions("2017")["69B2"]])
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
    same = tuple(neighbour for neighbour in neighbours if neighbour.path == clause.path)
    return same or neighbours


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The provisions a question in words finds, the nearest first, and whether they hold all of its words."""

    provisions: tuple[Provision, ...]
    holds_all: bool


def search_provisions(text: str, language: str = "en", edition: str | None = None) -> WordSearch:
    """The provisions of an edition, or of all, that hold these words in any order and form; else those that hold the most.

    A word may stand in the provision itself, in its subject, or in a heading above it. Who holds more of them
    himself comes first, then the order of the book. At least half of the words must be there, and every number.

    >>> [str(one.clause) for one in search_provisions("claim trump outstanding", edition="2017").provisions][:1]
    ['2017:70C']
    """
    asked = asked_stems(text)
    numbers = [word for word in asked if not word.isalpha()]
    rows: list[tuple[int, int, Provision]] = []
    for year in [edition] if edition is not None else editions():
        for provision in provisions(year).values() if asked else ():
            words = {word for word in asked if is_among(word, _stems(provision, language))}
            above = [_stems(heading, language) for heading in _headings(provision)]
            there = words | {word for word in asked if any(is_among(word, stems) for stems in above)}
            if all(word in there for word in numbers):
                rows.append((len(there), len(words), provision))
    most = max((there for there, _, _ in rows), default=0)
    if 2 * most < len(asked):
        return WordSearch((), holds_all=False)
    nearest = sorted((row for row in rows if row[0] == most), key=lambda row: -row[1])
    nearest = [row for row in nearest if row[1]]  # a heading alone names everything under it
    return WordSearch(tuple(provision for _, _, provision in nearest), most == len(asked))


def provisions_about(text: str, language: str = "en", edition: str | None = None) -> tuple[Provision, ...]:
    """The provisions of an edition, or of all, that speak of these words, the nearest first.

    >>> [str(provision.clause) for provision in provisions_about("comparable call", edition="2017")][:2]
    ['2017:23', '2017:23A']
    """
    return search_provisions(text, language, edition).provisions


@cache
def search_names() -> Mapping[Clause, tuple[str, ...]]:
    """The names a provision is found by besides its gist: its subjects, and what people call it."""
    names: dict[Clause, list[str]] = {}
    for topic in topics():
        for clause in (clause for year in editions() for clause in addresses(topic, year)):
            names.setdefault(clause, []).append(topic.replace("-", " "))
    for places, words in tomllib.loads(resources.text(_SEARCH_WORDS)).items():
        for place in places.split():
            names.setdefault(lookup(place).clause, []).append(words)
    return {clause: tuple(listed) for clause, listed in names.items()}


_SEARCH_WORDS = "laws/search_words.toml"


@cache
def _headings(provision: Provision) -> tuple[Provision, ...]:
    """The provisions above one in its book: 70C and 70 of 70C1."""
    book, path = provisions(provision.clause.edition), provision.clause.path
    above = (path[:length] for length in range(len(path) - 1, 0, -1))
    return tuple(book[place] for place in above if place in book and is_under(path, place))


@cache
def _stems(provision: Provision, language: str) -> frozenset[str]:
    """The stems of everything a provision may be found by: its gist there and in English, its address, its names."""
    names = search_names().get(provision.clause, ())
    searchable = " ".join((provision.gist, gist_in(provision, language), provision.clause.path, *names))
    return frozenset(map(stem, split_words(searchable)))


def same_number(clause: Clause) -> tuple[Provision, ...]:
    """What stands under this number in other editions, where it is another matter.

    >>> [str(other.clause) for other in same_number(Clause("2017", "16C"))]
    ['2007:16C']
    """
    subjects = _subjects().get(clause, ())
    years = (year for year in editions() if year != clause.edition)
    others = [provisions(year)[clause.path] for year in years if clause.path in provisions(year)]
    return tuple(
        other for other in others if not any(subject in subjects for subject in _subjects()[other.clause])
    )


SHOWN = "cases/shown.json"
"""Written from the cases by `python -m tests.support.coverage`."""


def cases_showing(clause: Clause) -> tuple[str, ...]:
    """The cases whose ruling cites this provision, or one under it, or whose figures rest on it; none if there is none.

    >>> cases_showing(Clause("2017", "64A2"))[0].startswith("cases/")
    True
    """
    shown = _shown_provisions()
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
def _shown_provisions() -> Mapping[str, tuple[str, ...]]:
    written: Mapping[str, list[str]] = json.loads(resources.data(SHOWN))
    return {clause: tuple(names) for clause, names in written.items()}
