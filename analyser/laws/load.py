"""The law data as values: editions, provisions, successions and readings, opened once and only when asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws import edition as of_edition
from analyser.laws.clause import Clause, path_of
from analyser.laws.edition import Edition
from analyser.laws.provision import Provision, Standing, Trap
from analyser.laws.regulation import Adoption
from analyser.laws.source import Source
from analyser.laws.tables import Layer, Problems, Toml, convert, nearest, parse, settle

__all__ = [
    "NOT_GROUPS",
    "Succession",
    "edition_file",
    "edition_of",
    "editions",
    "provisions",
    "read_edition",
    "read_provisions",
    "read_succession",
    "succession",
    "traps",
    "window",
]

_EDITIONS = "laws/editions"
_EDITION_GROUPS: Mapping[str, type] = MappingProxyType(
    {
        "adjusting": of_edition.Adjusting,
        "artificial": of_edition.Artificial,
        "information": of_edition.Information,
        "misinformation": of_edition.Misinformation,
        "cards": of_edition.Cards,
        "calls": of_edition.Calls,
        "play": of_edition.Play,
        "tricks": of_edition.Tricks,
        "revokes": of_edition.Revokes,
        "claims": of_edition.Claims,
        "disputes": of_edition.Disputes,
        "teams": of_edition.Teams,
    }
)
NOT_GROUPS = ("about", "adopted", "documents", "penalty", "switches")


# Editions


@cache
def editions() -> tuple[str, ...]:
    """The years of the editions kept, oldest first."""
    names = (PurePosixPath(name).name for name in resources.listing(_EDITIONS))
    return tuple(name for name in names if name.isdigit())


@cache
def edition_file(year: str) -> Toml:
    """The file of an edition as written."""
    if year not in editions():
        raise LawError(
            "this edition of the Laws is not kept here",
            where="edition",
            found=year,
            remedy=f"known: {', '.join(editions())}",
        )
    name = f"{_EDITIONS}/{year}/edition.toml"
    return parse(name, resources.text(name))


def window(year: str) -> Adoption:
    """When authorities in general could take up an edition."""
    about = edition_file(year).table("about")
    source = Source(str(about["title"]), seed=str(about["seed"]))
    return Adoption("", year, about["adoption_from"], about["adoption_by"], source, unsettled=True)


@cache
def edition_of(year: str) -> Edition:
    """The Laws of one year."""
    return read_edition(edition_file(year), frozenset(provisions(year)))


def read_edition(toml: Toml, paths: frozenset[str]) -> Edition:
    """An edition from its file; everything wrong with the file is told at once."""
    problems = Problems()
    about = _about(toml, ("year", "title", "seed", "adoption_from", "adoption_by", "remedy_word"), problems)
    problems.settle()
    tables = {key: table for key, table in toml.data.items() if key not in NOT_GROUPS}
    layer = Layer(toml.name, about["year"], tables, Source(about["title"], seed=about["seed"]), {})
    built, stated = settle(_EDITION_GROUPS, [layer], None, problems)
    problems.settle()
    return Edition(**about, **built, paths=paths, stated=MappingProxyType(stated))


def _about(toml: Toml, keys: tuple[str, ...], problems: Problems) -> dict[str, Any]:
    about = toml.table("about")
    for key in about:
        if key not in keys:
            problems.unknown(f"{toml.name} [about]", key, keys, "key")
    for key in keys:
        if key not in about:
            problems.add(f"{toml.name} [about]", key, "the value is missing", "state it")
    return {key: about.get(key) for key in keys}


# Provisions


@cache
def provisions(year: str) -> Mapping[str, Provision]:
    """Every provision an edition has here, by its path."""
    name = f"{_EDITIONS}/{year}/clauses.toml"
    about = edition_file(year).table("about")
    book = Source(str(about.get("title", "")), seed=str(about.get("seed", "")))
    return read_provisions(parse(name, resources.text(name)), year, book, _uses())


@cache
def _uses() -> Mapping[str, str]:
    name = f"{_EDITIONS}/uses.toml"
    return parse(name, resources.text(name)).data


def read_provisions(toml: Toml, year: str, book: Source, uses: Mapping[str, str]) -> Mapping[str, Provision]:
    """The provisions of a file: one table each, headed by the path."""
    problems = Problems()
    found: dict[str, Provision] = {}
    for path, table in toml.data.items():
        try:
            found[path] = _provision(Clause(year, path), table, uses, book)
        except (AnalyserError, KeyError, TypeError, ValueError) as fault:
            why = f"'{fault.args[0]}' is missing" if isinstance(fault, KeyError) else str(fault)
            problems.add(f"{toml.name} [{path}]", "", why)
    problems.settle()
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: item[1].clause)))


def _provision(clause: Clause, table: Mapping[str, str], uses: Mapping[str, str], book: Source) -> Provision:
    for key in table:
        if key not in ("gist", "standing", "use", "lines"):
            raise ValueError(f"unknown key '{key}'")
    use = table.get("use", "cited")
    if use not in uses:
        raise ValueError(f"unknown use '{use}', nearest '{nearest(use, uses)}'")
    return Provision(
        clause,
        table["gist"],
        convert(Standing, table["standing"]),
        uses[use],
        Source(book.document, clause.legible, book.seed, table["lines"]),
    )


# What became of a provision


@dataclass(frozen=True, slots=True)
class Succession:
    """Where a subject stands in each edition, and how addresses are printed elsewhere."""

    topics: tuple[tuple[str, Mapping[str, tuple[Clause, ...]]], ...]
    aliases: tuple[tuple[str, Clause], ...]  # (as printed, address)


@cache
def succession() -> Succession:
    """The table of successions shipped."""
    name = f"{_EDITIONS}/succession.toml"
    return read_succession(parse(name, resources.text(name)))


def read_succession(toml: Toml) -> Succession:
    """Topics and aliases from a file; an address that does not parse is refused."""
    faults: list[Problem] = []
    topics: list[tuple[str, Mapping[str, tuple[Clause, ...]]]] = []
    for topic, table in toml.table("topics").items():
        addresses: dict[str, tuple[Clause, ...]] = {}
        for year, text in table.items():
            try:
                addresses[year] = tuple(Clause.parse(word, year) for word in text.split())
            except AnalyserError as fault:
                faults += [problem.under(f"{toml.name} {topic}") for problem in fault.problems]
        topics.append((topic, MappingProxyType(addresses)))
    aliases: list[tuple[str, Clause]] = []
    for entry in toml.data.get("alias", []):
        try:
            aliases.append((entry["printed"], Clause(entry["edition"], path_of(entry["clause"]))))
        except AnalyserError as fault:
            faults += [problem.under(f"{toml.name} alias") for problem in fault.problems]
    if faults:
        raise LawError.of(faults)
    return Succession(tuple(topics), tuple(aliases))


@cache
def traps() -> tuple[Trap, ...]:
    """The readings where a translation drifts from the operative English."""
    name = f"{_EDITIONS}/readings.toml"
    toml = parse(name, resources.text(name))
    return tuple(
        Trap(
            entry["id"],
            tuple(Clause.parse(word) for word in entry["clauses"]),
            entry["printed"],
            entry["operative"],
            entry["follows"],
            entry.get("parameter", ""),
            Source(
                entry["document"], "", entry.get("seed", ""), entry.get("lines", ""), entry.get("address", "")
            ),
        )
        for entry in toml.data["reading"]
    )
