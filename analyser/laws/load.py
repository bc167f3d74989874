"""The law data as values: editions, regulations, provisions, successions and readings, opened once and only when asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws import edition as of_edition
from analyser.laws import regulation as of_regulation
from analyser.laws.clause import Clause, path_of
from analyser.laws.edition import Edition
from analyser.laws.provision import Provision, Standing, Trap
from analyser.laws.regulation import Adoption, Penalty, Regulation
from analyser.laws.source import Source
from analyser.laws.tables import Layer, Problems, Toml, convert, nearest, parse, settle

__all__ = [
    "RegulationFile",
    "Succession",
    "edition_of",
    "editions",
    "provisions",
    "read_edition",
    "read_provisions",
    "read_regulation",
    "read_succession",
    "regulation_file",
    "regulation_of",
    "regulations",
    "succession",
    "traps",
]

_EDITIONS = "laws/editions"
_REGULATIONS = "laws/regulations"
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
_REGULATION_GROUPS: Mapping[str, type] = MappingProxyType(
    {
        "weighting": of_regulation.Weighting,
        "two_standards": of_regulation.TwoStandards,
        "alternatives": of_regulation.Alternatives,
        "rounding": of_regulation.RoundingUnits,
        "claims": of_regulation.ClaimRules,
        "revokes": of_regulation.RevokeRules,
        "information": of_regulation.Information,
        "tempo": of_regulation.Tempo,
        "awards": of_regulation.Awards,
        "fouled": of_regulation.FouledBoards,
        "appeals": of_regulation.Appeals,
    }
)
_HEAD = ("title", "authority", "edition", "based_on", "overlay", "editions")
_NOT_GROUPS = ("about", "adopted", "documents", "penalty", "switches")


# Editions


@cache
def editions() -> tuple[str, ...]:
    """The years of the editions kept, oldest first."""
    names = (PurePosixPath(name).name for name in resources.listing(_EDITIONS))
    return tuple(name for name in names if name.isdigit())


@cache
def _edition_file(year: str) -> Toml:
    if year not in editions():
        raise LawError(
            "this edition of the Laws is not kept here",
            where="edition",
            found=year,
            remedy=f"known: {', '.join(editions())}",
        )
    name = f"{_EDITIONS}/{year}/edition.toml"
    return parse(name, resources.text(name))


@cache
def edition_of(year: str) -> Edition:
    """The Laws of one year."""
    return read_edition(_edition_file(year), frozenset(provisions(year)))


def read_edition(toml: Toml, paths: frozenset[str]) -> Edition:
    """An edition from its file; everything wrong with the file is told at once."""
    problems = Problems()
    about = _about(toml, ("year", "title", "seed", "adoption_from", "adoption_by", "remedy_word"), problems)
    problems.settle()
    tables = {key: table for key, table in toml.data.items() if key not in _NOT_GROUPS}
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
    about = _edition_file(year).table("about")
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
        if key not in ("gist", "standing", "use", "lines") and not key.startswith("gist_"):
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
        tuple((key.removeprefix("gist_"), text) for key, text in table.items() if key.startswith("gist_")),
    )


# Regulations


@dataclass(frozen=True, slots=True)
class RegulationFile:
    """A regulation as written: whose it is, for which edition, what it is based on."""

    toml: Toml
    name: str
    title: str
    authority: str
    edition: str
    based_on: tuple[str, ...]  # the regulations under it, the lowest first; none: the edition's own text
    overlay: bool  # laid over an authority's own regulation
    editions: tuple[str, ...]  # where an overlay applies; empty: everywhere
    adoption: Adoption | None


@cache
def regulations() -> tuple[str, ...]:
    """The names of all regulations kept, such as `ebu-2017`."""
    names = (PurePosixPath(name) for name in resources.listing(_REGULATIONS))
    return tuple(name.stem for name in names if name.suffix == ".toml")


@cache
def regulation_file(name: str) -> RegulationFile:
    """One regulation as written."""
    if name not in regulations():
        near = nearest(name, regulations())
        raise LawError(
            "there is no such regulation",
            where="event regulations",
            found=name,
            remedy=f"did you mean '{near}'" if near else f"known: {', '.join(regulations())}",
        )
    path = f"{_REGULATIONS}/{name}.toml"
    return read_regulation(parse(path, resources.text(path)))


def read_regulation(toml: Toml) -> RegulationFile:
    """The head of a regulation file; the switches are settled when the day is known."""
    about, name = toml.table("about"), PurePosixPath(toml.name).stem
    problems = Problems()
    overlay = bool(about.get("overlay", False))
    wanted = ("title", "overlay") if overlay else ("title", "authority", "edition")
    for key in wanted:
        if key not in about:
            problems.add(f"{toml.name} [about]", key, "the value is missing", "state it")
    for key in about:
        if key not in _HEAD:
            problems.unknown(f"{toml.name} [about]", key, _HEAD, "key")
    problems.settle()
    authority, year = str(about.get("authority", "")), str(about.get("edition", ""))
    adopted = toml.table("adopted")
    adoption = None
    if adopted:
        adoption = Adoption(
            authority,
            year,
            adopted["earliest"],
            adopted["latest"],
            Source(
                str(adopted.get("document", "")),
                str(adopted.get("article", "")),
                address=str(adopted.get("address", "")),
            ),
            unsettled=bool(adopted.get("unsettled", False)),
        )
    base, where = tuple(about.get("based_on", [])), tuple(about.get("editions", []))
    return RegulationFile(toml, name, str(about["title"]), authority, year, base, overlay, where, adoption)


def _stack(name: str) -> tuple[RegulationFile, ...]:
    """The files a regulation is built of, the lowest first, itself last."""
    file = regulation_file(name)
    under = [one for base in file.based_on for one in _stack(base)]
    return (*under, file)


@cache
def regulation_of(name: str, day: date | None, overlays: tuple[str, ...] = ()) -> Regulation:
    """What a regulation says on a day, laid over what it is based on, with overlays on top."""
    file = regulation_file(name)
    stack = (*_stack(name), *(regulation_file(one) for one in overlays))
    problems = Problems()
    layers = [_root_layer(file.edition), *(_layer(one, file.edition) for one in stack)]
    built, stated = settle(_REGULATION_GROUPS, layers, day, problems)
    penalties = tuple(penalty for one in stack for penalty in _penalties(one.toml, problems))
    problems.settle()
    return Regulation(
        name=name,
        title=file.title,
        authority=file.authority,
        edition=file.edition,
        based_on=tuple(one.name for one in stack if one.name != name),
        penalties=penalties,
        stated=MappingProxyType(stated),
        **built,
    )


def _root_layer(year: str) -> Layer:
    toml = _edition_file(year)
    about = toml.table("about")
    return Layer(
        f"{toml.name} switches",
        year,
        toml.table("switches"),
        Source(str(about.get("title", "")), seed=str(about.get("seed", ""))),
        toml.table("documents"),
    )


def _layer(file: RegulationFile, year: str) -> Layer:
    tables = {key: table for key, table in file.toml.data.items() if key not in _NOT_GROUPS}
    laws = str(_edition_file(year).table("about").get("title", ""))
    return Layer(file.toml.name, year, tables, Source(laws), file.toml.table("documents"))


def _penalties(toml: Toml, problems: Problems) -> list[Penalty]:
    found = []
    documents = toml.table("documents")
    for place, entry in enumerate(toml.data.get("penalty", []), start=1):
        try:
            named = documents[entry["by"]]
            source = Source(
                named["document"],
                entry["article"],
                named.get("seed", ""),
                entry.get("lines", ""),
                named.get("address", ""),
            )
            found.append(
                Penalty(
                    entry["code"],
                    entry["offence"],
                    convert(Fraction, entry["amount"]),
                    entry["unit"],
                    entry["per"],
                    bool(entry.get("shared", False)),
                    bool(entry.get("discretionary", False)),
                    source,
                )
            )
        except (KeyError, ValueError) as fault:
            problems.add(
                f"{toml.name} penalty {place}",
                "",
                f"{fault}",
                "give code, offence, amount, unit, per, by, article",
            )
    return found


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
