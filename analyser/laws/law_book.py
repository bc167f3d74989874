"""The Law Book of each edition: its file, its provisions with their numbers, and where each subject stands.

One file holds an edition; one that is `based_on` another states only what differs:

    [about]       year, title, based_on, adoption_from, adoption_by
    [changes]     renumbered = { 16C = "16D" }, with all that stands under it; removed = ["12C1d"]
    [revokes] …   the figures and choices that changed; an address as value stays in the numbering of the first edition
    [clauses]     provisions added or worded anew
    [topics]      where a subject stands, if not where the base has it
    [adopted.EBU] when an authority took it up, until a regulation of its own says so
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.clause import Clause, Formalisation, LawSource, Provision, path_of
from analyser.laws.values import convert, nearest, refuse
from analyser.messages import Message, sentences

_EDITIONS = "laws/editions"
_OF_A_CLAUSE = ("gist", "standing", "use", "lines")


@cache
def editions() -> tuple[str, ...]:
    """The years of the editions kept, oldest first."""
    return resources.stems(_EDITIONS)


def check_edition(year: str, where: str = "edition") -> None:
    """Refuse an edition that is not kept here."""
    if year not in editions():
        raise LawError(
            "this edition of the Laws is not kept here",
            where=where,
            found=year,
            remedy=f"known: {', '.join(editions())}",
        )


@cache
def edition_file(year: str) -> Mapping[str, Any]:
    """The file of an edition as written."""
    check_edition(year)
    return resources.toml(file_name(year))


def file_name(year: str) -> str:
    """Where an edition's file lies in the package."""
    return f"{_EDITIONS}/{year}.toml"


@cache
def lineage(year: str) -> tuple[str, ...]:
    """The editions an edition goes back to, the first of them first, itself last."""
    base = edition_file(year).get("about", {}).get("based_on", "")
    return (*(lineage(base) if base else ()), year)


def printed_book(written: Mapping[str, Any]) -> LawSource:
    """The Law Book itself."""
    about = written.get("about", {})
    return LawSource(str(about.get("title", "")), seed=str(about.get("seed", "")))


def carried(clause: Clause, year: str) -> Clause:
    """A provision by its number in an edition that goes back to its own; itself where that edition dropped it."""
    line = lineage(year)
    later = line[line.index(clause.edition) + 1 :] if clause.edition in line else ()
    for edition in later:
        path = _renumbered(clause, edition)
        if path is None:
            break
        clause = Clause(edition, path)
    return clause


def _renumbered(clause: Clause, year: str) -> str | None:
    """The path of a provision of the edition before in an edition based on it; none if it is gone."""
    changes = edition_file(year).get("changes", {})
    branch: Clause | None = clause
    while branch is not None:
        if branch.path in changes.get("removed", ()):
            return None
        if branch.path in changes.get("renumbered", {}):
            return str(changes["renumbered"][branch.path]) + clause.path.removeprefix(branch.path)
        branch = branch.parent
    return clause.path


@cache
def origins_of(year: str) -> Mapping[str, Clause | None]:
    """Every address of an edition, with that of the provision it goes back to in the edition it is based on."""
    own: dict[str, Clause | None] = dict.fromkeys(edition_file(year).get("clauses", {}))
    if len(lineage(year)) == 1:
        return own
    base = lineage(year)[-2]
    moved = {Clause(base, path): carried(Clause(base, path), year) for path in origins_of(base)}
    return own | {new.path: old for old, new in moved.items() if new.edition == year}


def renumberings(year: str) -> Mapping[Clause, Clause]:
    """The provisions that stand under another number than in the edition theirs is based on: there, here."""
    origins = {Clause(year, path): old for path, old in origins_of(year).items() if old is not None}
    return {old: new for new, old in origins.items() if old.path != new.path}


@cache
def provisions(year: str) -> Mapping[str, Provision]:
    """Every provision an edition has here, by its path."""
    uses = frozenset(key.removeprefix("use.") for key in sentences("en") if key.startswith("use."))
    return read_provisions(year, edition_file(year), uses)


def read_provisions(year: str, written: Mapping[str, Any], uses: frozenset[str]) -> Mapping[str, Provision]:
    """The provisions of an edition's file over those of the edition it is based on."""
    problems: list[Problem] = []
    inherited = {
        path: replace(provisions(old.edition)[old.path], clause=Clause(year, path))
        for path, old in origins_of(year).items()
        if old is not None
    }
    own: dict[str, Provision] = {}
    for path, table in written.get("clauses", {}).items():
        try:
            own[path] = _provision(
                Clause(year, path), table, inherited.get(path), uses, printed_book(written)
            )
        except (AnalyserError, KeyError, TypeError, ValueError) as fault:
            why = f"'{fault.args[0]}' is missing" if isinstance(fault, KeyError) else str(fault)
            problems.append(Problem(f"{file_name(year)} [clauses] {path}", "", why))
    refuse(problems)
    return MappingProxyType(dict(sorted((inherited | own).items(), key=lambda item: item[1].clause)))


def _provision(
    clause: Clause, table: Mapping[str, str], base: Provision | None, uses: frozenset[str], book: LawSource
) -> Provision:
    for key in table:
        if key not in _OF_A_CLAUSE:
            raise ValueError(f"unknown key '{key}'")
    use = table.get("use", "cited")
    if use not in uses:
        raise ValueError(f"unknown use '{use}', nearest '{nearest(use, uses)}'")
    if base is not None:
        return replace(
            base,
            gist=table.get("gist", base.gist),
            standing=convert(Formalisation, table.get("standing", str(base.standing))),
            use=Message(f"use.{use}") if "use" in table else base.use,
            source=LawSource(book.document, clause.legible, book.seed, table.get("lines", "")),
            first_worded=clause if "gist" in table else base.first_worded,
        )
    lines = table.get("lines", "") if len(lineage(clause.edition)) > 1 else table["lines"]
    return Provision(
        clause,
        table["gist"],
        convert(Formalisation, table["standing"]),
        Message(f"use.{use}"),
        LawSource(book.document, clause.legible, book.seed, lines),
        clause,
    )


@cache
def topics_of(year: str) -> Mapping[str, tuple[Clause, ...]]:
    """Where each subject stands in an edition; a subject it does not have is not among them."""
    inherited: dict[str, tuple[Clause, ...]] = {}
    if len(lineage(year)) > 1:
        for topic, clauses in topics_of(lineage(year)[-2]).items():
            moved = (carried(clause, year) for clause in clauses)
            inherited[topic] = tuple(clause for clause in moved if clause.edition == year)
    topics = inherited | read_topics(year, edition_file(year))
    return {topic: clauses for topic, clauses in topics.items() if clauses}


def read_topics(year: str, written: Mapping[str, Any]) -> dict[str, tuple[Clause, ...]]:
    """The subjects an edition's file places; an address that does not parse is refused."""
    problems: list[Problem] = []
    topics: dict[str, tuple[Clause, ...]] = {}
    for topic, text in written.get("topics", {}).items():
        try:
            topics[topic] = tuple(Clause.parse(word, year) for word in text.split())
        except AnalyserError as fault:
            problems += [problem.under(f"{file_name(year)} {topic}") for problem in fault.problems]
    refuse(problems)
    return topics


@cache
def misprints() -> tuple[tuple[str, Clause], ...]:
    """How addresses are printed elsewhere, with what is meant."""
    return tuple(
        (alias["printed"], Clause(year, path_of(alias["clause"])))
        for year in editions()
        for alias in edition_file(year).get("alias", ())
    )
