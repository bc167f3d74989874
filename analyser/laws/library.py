"""Looking a provision up: by any printed form, in each language, with what came before and after it.

A file of gists in another language holds one line for each text, headed by every provision that carries it, so that what three
editions say alike is translated once: `"2007:12B2 2017:12B2" = "…"`. A provision that keeps the words of an edition its own is
based on has that one's line. Nothing is read before somebody asks in that language.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType

from analyser import resources
from analyser.errors import AnalyserError, LawError, Problem
from analyser.laws.clause import Clause, Coverage, Formalisation, LawSource, Provision, Trap, path_of
from analyser.laws.law_book import check_edition, editions, misprints, provisions, renumberings, topics_of
from analyser.laws.values import nearest, refuse
from analyser.messages import LANGUAGES
from analyser.messages.tables import gists_file

_DATA = ("laws/documents.toml", "laws/readings.toml")


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
        having = [year for year in years if _settled(Clause(year, path)) is not None]
        address = Clause(having[-1] if having else years[-1], path)
    check_edition(address.edition)
    clause = _settled(address)
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


def _settled(clause: Clause) -> Clause | None:
    """The provision at an address, or the one a misprinted address means; none if there is no such."""
    if clause.path in provisions(clause.edition):
        return clause
    for printed, meant in misprints():
        if meant.edition == clause.edition and path_of(printed) == clause.path:
            return meant
    return None


def _unknown(clause: Clause) -> LawError:
    known = list(provisions(clause.edition))
    near = _nearest(clause, known)
    elsewhere = [year for year in editions() if clause.path in provisions(year)]
    became = [
        str(there) for year in elsewhere for there in _in_edition(Clause(year, clause.path), clause.edition)
    ]
    why = f"there is no {clause.legible} among the {clause.edition} Laws kept here"
    if elsewhere:
        why += f"; it stands in those of {' and '.join(elsewhere)}"
    if became:
        why += f", and became {', '.join(sorted(set(became)))}"
    return LawError(why, where="clause", found=str(clause), remedy=f"the nearest is {clause.edition}:{near}")


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
        raise LawError("unknown subject", where="topic", found=topic, remedy=f"did you mean '{near}'")
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
    return _neighbour(clause, -1)


def successors(clause: Clause) -> tuple[Clause, ...]:
    """Where the subject stands one edition later.

    >>> [str(one) for one in successors(Clause("2007", "16C"))]
    ['2017:16D']
    """
    return _neighbour(clause, 1)


def _neighbour(clause: Clause, step: int) -> tuple[Clause, ...]:
    years = editions()
    place = years.index(clause.edition) + step
    return _in_edition(clause, years[place]) if 0 <= place < len(years) else ()


def _in_edition(clause: Clause, year: str) -> tuple[Clause, ...]:
    """What a clause is called in another edition: as the table of successions says, else at the same address."""
    subjects = [places for places in _places().values() if clause in places.get(clause.edition, ())]
    if subjects:
        return tuple(sorted({there for places in subjects for there in places.get(year, ())}))
    same = Clause(year, clause.path)
    if same.path not in provisions(year):
        return ()
    # An address that the table gives to another subject is not this clause's successor.
    taken = any(same in places.get(year, ()) for places in _places().values())
    return () if taken else (same,)


def aliases(clause: Clause) -> tuple[str, ...]:
    """How else the clause is printed: its legible form and what translations and scans make of it."""
    printed = [form for form, meant in misprints() if meant == clause]
    legible = clause.legible.removeprefix("Law ")
    return tuple(dict.fromkeys([*([legible] if legible != clause.path else []), *printed]))


def coverage() -> tuple[Coverage, ...]:
    """What each edition's provisions come to, honestly: computed, judged, not formalised."""
    return tuple(
        Coverage(year, *(_of_standing(year, standing) for standing in Formalisation)) for year in editions()
    )


def _of_standing(year: str, standing: Formalisation) -> tuple[Provision, ...]:
    return tuple(provision for provision in provisions(year).values() if provision.standing is standing)


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
            LawSource(
                entry["document"], "", entry.get("seed", ""), entry.get("lines", ""), entry.get("address", "")
            ),
        )
        for entry in resources.toml("laws/readings.toml")["reading"]
    )


def gist_in(provision: Provision, language: str) -> str:
    """What the provision says in a language; English where an edition has not been translated yet.

    >>> gist_in(lookup("62A", "2017"), "it")
    'La renonce notata prima che sia consumata si corregge.'
    """
    if language not in LANGUAGES:
        raise LawError(
            "the Laws are not told in this language",
            where="language",
            found=language,
            remedy=f"write one of {', '.join(LANGUAGES)}",
        )
    if language == "en":
        return provision.gist
    return gists(language).get(provision.first_worded, provision.gist)


@cache
def gists(language: str) -> Mapping[Clause, str]:
    """The texts of one language by provision."""
    name = gists_file(language)
    return read_gists(name, resources.toml(name))


def read_gists(name: str, written: Mapping[str, object]) -> Mapping[Clause, str]:
    """The texts of one language by provision; one that is not kept, or is told twice, is refused by name."""
    problems: list[Problem] = []
    texts: dict[Clause, str] = {}
    for heading, text in written.items():
        where = f"{name} {heading}"
        if not isinstance(text, str) or not text.strip():
            problems.append(Problem(where, str(text), "a gist is a sentence"))
            continue
        for word in heading.split():
            try:
                clause = Clause.parse(word)
            except AnalyserError as fault:
                problems += [problem.under(where) for problem in fault.problems]
                continue
            if clause.edition not in editions() or clause.path not in provisions(clause.edition):
                problems.append(Problem(where, word, "this provision is not kept here"))
            elif clause in texts:
                problems.append(Problem(where, word, "this provision is told twice"))
            texts.setdefault(clause, text)
    refuse(problems)
    return MappingProxyType(texts)


@cache
def laws_hash() -> str:
    """The SHA-256 of all law data files, names and bytes, for a ruling's provenance.

    Translated gists are left out: a better word in one language changes no ruling.
    """
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
