"""The Law Book of each edition: its provisions, found by any printed address, in each language, and where a subject stands.

One file holds an edition; one that is `based_on` another states only what differs:

    [about]       year, title, based_on, adoption_from, adoption_by
    [changes]     renumbered = { 16C = "16D" }, with all that stands under it; removed = ["12C1d"]
    [revokes] …   the figures and choices that changed; an address as value stays in the numbering of the first edition
    [clauses]     provisions added or reworded
    [topics]      where a subject stands, if not where the base has it
    [adopted.EBU] when an authority took it up, until a regulation of its own says so

A file of gists in another language holds one line for each text, headed by every provision that carries it, so that what
editions say alike is translated once: `"2007:12B2 2017:12B2" = "…"`. A provision that keeps the words of an edition its own is
based on has that one's line. Nothing is read before somebody asks in that language.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.values import Clause, LawSource, convert, missing_key, path_of, refuse, unknown_word
from analyser.messages import Message, sentence, sentences
from analyser.messages.refusals import nearest, remedy_for

_EDITIONS = "laws/editions"
_OF_A_CLAUSE = ("gist", "standing", "use", "lines")
_DATA = ("laws/documents.toml", "laws/provisions.toml", "laws/readings.toml")


class Formalisation(StrEnum):
    """How far a provision is computed here."""

    COMPUTED = "computed"  # once the facts are in the case there is one answer, and the program gives it
    JUDGEMENT = "judgement"  # the program estimates, a person decides
    NOT_FORMALISED = "not formalised"  # cited and explained, nothing is computed from it


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision of one edition, in our own words."""

    clause: Clause
    gist: str
    standing: Formalisation
    use: Message  # what the program does with it
    printed: Clause  # the provision itself, or the one of an earlier edition in whose book it was read
    lines: str  # where in the text of that book
    first_worded: Clause  # the provision itself, or the one of an earlier edition whose words it keeps

    @property
    def source(self) -> LawSource:
        """The Law Book in which the provision was read, and the place in it."""
        book = printed_book(edition_file(self.printed.edition))
        return LawSource(book["document"], self.printed.legible, book["seed"], self.lines)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one edition's provisions come to: computed, judged, not formalised."""

    edition: str
    computed: tuple[Provision, ...]
    judgement: tuple[Provision, ...]
    not_formalised: tuple[Provision, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many of each."""
        return len(self.computed), len(self.judgement), len(self.not_formalised)


@dataclass(frozen=True, slots=True)
class Trap:
    """A place where a printed translation drifts from the operative English, and the reading used."""

    id: str
    clauses: tuple[Clause, ...]
    printed: str  # what the translation says, in our words
    operative: str  # what counts
    follows: str  # what that means for a ruling
    parameter: str  # the value of the edition that carries the reading, where there is one
    source: LawSource


@cache
def editions() -> tuple[str, ...]:
    """The years of the editions kept, oldest first."""
    return resources.stems(_EDITIONS)


def check_edition(year: str, where: str = "edition") -> None:
    """Refuse an edition that is not kept here."""
    if year not in editions():
        remedy = sentence("known-are-list", names=", ".join(editions()))
        raise LawError(sentence("edition-not-kept"), where=where, found=year, remedy=remedy)


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


def printed_book(written: Mapping[str, Any]) -> Mapping[str, str]:
    """The Law Book itself, as a file of regulations names a document."""
    about = written.get("about", {})
    return {"document": str(about.get("title", "")), "seed": str(about.get("seed", ""))}


def carry_clause(clause: Clause, year: str) -> Clause:
    """A provision by its number in an edition that goes back to its own; itself where that edition dropped it."""
    line = lineage(year)
    later = line[line.index(clause.edition) + 1 :] if clause.edition in line else ()
    for edition in later:
        path = _renumber_path(clause, edition)
        if path is None:
            break
        clause = Clause(edition, path)
    return clause


def _renumber_path(clause: Clause, year: str) -> str | None:
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
    clause_by_path: dict[str, Clause | None] = dict.fromkeys(edition_file(year).get("clauses", {}))
    if len(lineage(year)) == 1:
        return clause_by_path
    base = lineage(year)[-2]
    moved = {Clause(base, path): carry_clause(Clause(base, path), year) for path in origins_of(base)}
    return clause_by_path | {new.path: old for old, new in moved.items() if new.edition == year}


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
            own[path] = _provision(Clause(year, path), table, inherited.get(path), uses)
        except AnalyserError as fault:
            place = f"{file_name(year)} [clauses] {path}"
            problems += [problem.prefix_place(place) for problem in fault.problems]
    refuse(problems)
    return MappingProxyType(dict(sorted((inherited | own).items(), key=lambda item: item[1].clause)))


def _provision(
    clause: Clause, table: Mapping[str, str], base: Provision | None, uses: frozenset[str]
) -> Provision:
    required = ("gist", "standing") if len(lineage(clause.edition)) > 1 else ("gist", "standing", "lines")
    refuse(
        [
            *(unknown_word("", key, _OF_A_CLAUSE) for key in convert(dict, table) if key not in _OF_A_CLAUSE),
            *(missing_key(key) for key in (required if base is None else ()) if key not in table),
        ]
    )
    use = table.get("use", "cited")
    if use not in uses:
        raise LawError(sentence("value-not-known"), where="use", found=use, remedy=remedy_for(use, uses))
    if base is not None:
        return replace(
            base,
            gist=table.get("gist", base.gist),
            standing=convert(Formalisation, table.get("standing", str(base.standing)), "standing"),
            use=Message(f"use.{use}") if "use" in table else base.use,
            printed=clause,
            lines=table.get("lines", ""),
            first_worded=clause if "gist" in table else base.first_worded,
        )
    standing = convert(Formalisation, table["standing"], "standing")
    return Provision(
        clause, table["gist"], standing, Message(f"use.{use}"), clause, table.get("lines", ""), clause
    )


@cache
def topics_of(year: str) -> Mapping[str, tuple[Clause, ...]]:
    """Where each subject stands in an edition; a subject it does not have is not among them."""
    inherited: dict[str, tuple[Clause, ...]] = {}
    if len(lineage(year)) > 1:
        for topic, clauses in topics_of(lineage(year)[-2]).items():
            moved = (carry_clause(clause, year) for clause in clauses)
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
            problems += [problem.prefix_place(f"{file_name(year)} {topic}") for problem in fault.problems]
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


def find(text: str, edition: str | None = None) -> Clause:
    """The provision a printed address means; one that does not exist is refused, naming the nearest.

    >>> str(find("Law 12C1(c)", "2017")), str(find("2007:64A1(b)")), str(find("27E", "2007"))
    ('2017:12C1c', '2007:64A2', '2007:27D')
    """
    years = editions()
    try:
        address = Clause.parse(text, edition)
    except LawError:
        if edition is not None:
            raise
        path = path_of(text)
        having = [year for year in years if _settle_address(Clause(year, path)) is not None]
        address = Clause(having[-1] if having else years[-1], path)
    check_edition(address.edition)
    clause = _settle_address(address)
    if clause is None:
        raise _unknown(address)
    return clause


def lookup(text: str, edition: str | None = None) -> Provision:
    """A provision with its gist, sources and standing, from any printed form of its address.

    >>> lookup("16C", "2007").clause, lookup("16-D", "2017").clause
    (Clause(edition='2007', path='16C'), Clause(edition='2017', path='16D'))
    """
    clause = find(text, edition)
    return provisions(clause.edition)[clause.path]


def _settle_address(clause: Clause) -> Clause | None:
    """The provision at an address, or the one a misprinted address means; none if there is no such."""
    if clause.path in provisions(clause.edition):
        return clause
    meanings = (meant for printed, meant in misprints() if path_of(printed) == clause.path)
    return next((meant for meant in meanings if meant.edition == clause.edition), None)


def _unknown(clause: Clause) -> LawError:
    known = list(provisions(clause.edition))
    near = _nearest(clause, known)
    elsewhere = [year for year in editions() if clause.path in provisions(year)]
    became = [
        str(there)
        for year in elsewhere
        for there in _clauses_in_edition(Clause(year, clause.path), clause.edition)
    ]
    why = sentence("no-such-law", legible=clause.legible, edition=clause.edition)
    if elsewhere:
        why = sentence("law-stands-elsewhere", why=why, editions=tuple(elsewhere))
    if became:
        why = sentence("law-became", why=why, clauses=tuple(sorted(set(became))))
    return LawError(
        why,
        where="clause",
        found=str(clause),
        remedy=sentence("nearest-clause", edition=clause.edition, near=near),
    )


def _nearest(clause: Clause, known: list[str]) -> str:
    """The closest address: a sister of the same branch first, then the branch itself, then the look of the letters."""
    branch = clause.parent
    while branch is not None:
        sisters = [path for path in known if Clause(clause.edition, path).parent == branch]
        if sisters:
            return min(sisters, key=lambda path: _distance(clause, Clause(clause.edition, path)))
        if branch.path in known:
            return branch.path
        branch = branch.parent
    return nearest(clause.path, known) or known[-1]


def _distance(clause: Clause, other: Clause) -> tuple[int, int]:
    """How far apart two sisters stand in the order of the Law Book; an address of another depth is farther."""
    mine, theirs = clause.parts, other.parts
    last = mine[len(theirs) - 1] if len(mine) >= len(theirs) else mine[-1]
    ends = [int(step) if step.isdigit() else ord(step[0]) for step in (last, theirs[-1])]
    return (abs(len(mine) - len(theirs)), abs(ends[0] - ends[1]))


@cache
def topics() -> tuple[str, ...]:
    """The subjects whose address moved from edition to edition."""
    return tuple(topic for topic in _places() if not topic.startswith(_NUMBER))


def addresses(topic: str, edition: str) -> tuple[Clause, ...]:
    """Where a subject such as `withdrawn-actions` stands in an edition; nowhere gives an empty tuple.

    >>> [str(clause) for year in ("1997", "2007", "2017") for clause in addresses("withdrawn-actions", year)]
    ['1997:16C', '2007:16D', '2017:16C']
    """
    if topic not in topics():
        near = nearest(topic, topics())
        raise LawError(
            sentence("subject-unknown"),
            where="topic",
            found=topic,
            remedy=sentence("did-you-mean-name", near=near),
        )
    return _places()[topic].get(edition, ())


# A provision that only changed its number is a subject of its own, named by the number it had.
_NUMBER = "number "


@cache
def _places() -> Mapping[str, Mapping[str, tuple[Clause, ...]]]:
    """Where each subject stands, by edition."""
    places: dict[str, dict[str, tuple[Clause, ...]]] = {}
    for year in editions():
        for topic, clauses in topics_of(year).items():
            places.setdefault(topic, {})[year] = clauses
        for old, new in renumberings(year).items():
            places[f"{_NUMBER}{old}"] = {old.edition: (old,), year: (new,)}
    return places


def predecessors(clause: Clause) -> tuple[Clause, ...]:
    """Where the subject stood one edition before."""
    earlier = [year for year in editions() if year < clause.edition]
    return _clauses_in_edition(clause, earlier[-1]) if earlier else ()


def successors(clause: Clause) -> tuple[Clause, ...]:
    """Where the subject stands one edition later.

    >>> [str(clause) for clause in successors(Clause("2007", "16C"))]
    ['2017:16D']
    """
    later = [year for year in editions() if year > clause.edition]
    return _clauses_in_edition(clause, later[0]) if later else ()


def _clauses_in_edition(clause: Clause, year: str) -> tuple[Clause, ...]:
    """What a clause is called in another edition: as the table of successions says, else at the same address."""
    subjects = [places for places in _places().values() if clause in places.get(clause.edition, ())]
    if subjects:
        return tuple(sorted({there for places in subjects for there in places.get(year, ())}))
    same = Clause(year, clause.path)
    if same.path not in provisions(year):
        return ()
    # An address that the table gives to another subject is not this clause's successor.
    is_used = any(same in places.get(year, ()) for places in _places().values())
    return () if is_used else (same,)


def aliases(clause: Clause) -> tuple[str, ...]:
    """How else the clause is printed: its legible form and what translations and scans make of it."""
    printed = [form for form, meant in misprints() if meant == clause]
    legible = clause.legible.removeprefix("Law ")
    return tuple(dict.fromkeys([*([legible] if legible != clause.path else []), *printed]))


def coverage() -> tuple[Coverage, ...]:
    """What each edition's provisions come to, honestly: computed, judged, not formalised."""
    return tuple(
        Coverage(year, *(tuple(p for p in book if p.standing is standing) for standing in Formalisation))
        for year in editions()
        for book in [provisions(year).values()]
    )


def readings(clause: Clause | None = None) -> tuple[Trap, ...]:
    """Where a printed translation drifts from the operative English: all places, or those of one clause."""
    return tuple(trap for trap in _traps() if clause is None or clause in trap.clauses)


@cache
def _traps() -> tuple[Trap, ...]:
    return tuple(
        Trap(
            entry["id"],
            tuple(Clause.parse(word) for word in entry["clauses"]),
            entry["printed"],
            entry["operative"],
            entry["follows"],
            entry.get("parameter", ""),
            LawSource(entry["document"], "", *(entry.get(key, "") for key in ("seed", "lines", "address"))),
        )
        for entry in resources.toml("laws/readings.toml")["reading"]
    )


@cache
def laws_hash() -> str:
    """The SHA-256 of all law data files for a ruling's provenance; translated gists change no ruling and are left out."""
    digest = hashlib.sha256()
    for name in data_files():
        content = resources.data(name)
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def data_files() -> list[str]:
    """The files of the Laws and regulations, and what the program says about them."""
    names = (*resources.listing("laws/editions"), *resources.listing("laws/regulations"), *_DATA)
    return [name for name in names if PurePosixPath(name).suffix == ".toml"]
