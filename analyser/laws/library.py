"""Looking a provision up: by any printed form, with what came before and after it, and what the program covers."""

import hashlib
from functools import cache
from pathlib import PurePosixPath

from analyser import resources
from analyser.errors import LawError
from analyser.laws import load
from analyser.laws.clause import Clause, path_of
from analyser.laws.provision import Coverage, Provision, Standing, Trap
from analyser.laws.tables import nearest

__all__ = [
    "addresses",
    "aliases",
    "coverage",
    "find",
    "laws_hash",
    "lookup",
    "predecessors",
    "readings",
    "successors",
    "topics",
]


def find(text: str, edition: str | None = None) -> Clause:
    """The provision a printed address means; one that does not exist is refused, naming the nearest.

    >>> str(find("Law 12C1(c)", "2017")), str(find("2007:64A1(b)")), str(find("27E", "2007"))
    ('2017:12C1c', '2007:64A2', '2007:27D')
    """
    years = load.editions()
    try:
        asked = Clause.parse(text, edition)
    except LawError:
        if edition is not None:
            raise
        path = path_of(text)
        held = [year for year in years if _settled(Clause(year, path)) is not None]
        asked = Clause(held[-1] if held else years[-1], path)
    if asked.edition not in years:
        raise LawError(
            "this edition of the Laws is not kept here",
            where="edition",
            found=asked.edition,
            remedy=f"known: {', '.join(years)}",
        )
    found = _settled(asked)
    if found is None:
        raise _unknown(asked)
    return found


def lookup(text: str, edition: str | None = None) -> Provision:
    """A provision with its gist, sources and standing, from any printed form of its address.

    >>> lookup("16C", "2007").clause, lookup("16-D", "2017").clause
    (Clause(edition='2007', path='16C'), Clause(edition='2017', path='16D'))
    """
    clause = find(text, edition)
    return load.provisions(clause.edition)[clause.path]


def _settled(clause: Clause) -> Clause | None:
    if clause.path in load.provisions(clause.edition):
        return clause
    for printed, meant in load.succession().aliases:
        if meant.edition == clause.edition and path_of(printed) == clause.path:
            return meant
    return None


def _unknown(clause: Clause) -> LawError:
    known = list(load.provisions(clause.edition))
    near = _nearest(clause, known)
    elsewhere = [year for year in load.editions() if clause.path in load.provisions(year)]
    became = [
        str(one) for year in elsewhere for one in _in_edition(Clause(year, clause.path), clause.edition)
    ]
    told = f"there is no {clause.legible} among the {clause.edition} Laws kept here"
    if elsewhere:
        told += f"; it stands in those of {' and '.join(elsewhere)}"
    if became:
        told += f", and became {', '.join(sorted(set(became)))}"
    return LawError(told, where="clause", found=str(clause), remedy=f"the nearest is {clause.edition}:{near}")


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


def _distance(one: Clause, other: Clause) -> tuple[int, int]:
    """How far apart two sisters stand in the order of the Law Book; an address of another depth is farther."""
    mine, theirs = one.parts, other.parts
    last = mine[len(theirs) - 1] if len(mine) >= len(theirs) else mine[-1]
    ends = [int(step) if step.isdigit() else ord(step[0]) for step in (last, theirs[-1])]
    return (abs(len(mine) - len(theirs)), abs(ends[0] - ends[1]))


def topics() -> tuple[str, ...]:
    """The subjects whose address moved from edition to edition."""
    return tuple(topic for topic, _ in load.succession().topics)


def addresses(topic: str, edition: str) -> tuple[Clause, ...]:
    """Where a subject such as `withdrawn-actions` stands in an edition; nowhere gives an empty tuple.

    >>> [str(clause) for year in ("1997", "2007", "2017") for clause in addresses("withdrawn-actions", year)]
    ['1997:16C', '2007:16D', '2017:16C']
    """
    for name, places in load.succession().topics:
        if name == topic:
            return places.get(edition, ())
    near = nearest(topic, topics())
    raise LawError("unknown subject", where="topic", found=topic, remedy=f"did you mean '{near}'")


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
    years = load.editions()
    place = years.index(clause.edition) + step
    return _in_edition(clause, years[place]) if 0 <= place < len(years) else ()


def _in_edition(clause: Clause, year: str) -> tuple[Clause, ...]:
    """What a clause is called in another edition: as the table of successions says, else at the same address."""
    told = [
        places.get(year, ())
        for _, places in load.succession().topics
        if clause in places.get(clause.edition, ())
    ]
    if told:
        return tuple(sorted({one for group in told for one in group}))
    same = Clause(year, clause.path)
    if same.path not in load.provisions(year):
        return ()
    # An address that the table gives to another subject is not this clause's successor.
    taken = any(same in places.get(year, ()) for _, places in load.succession().topics)
    return () if taken else (same,)


def aliases(clause: Clause) -> tuple[str, ...]:
    """How else the clause is printed: its legible form and what translations and scans make of it."""
    printed = [form for form, meant in load.succession().aliases if meant == clause]
    legible = clause.legible.removeprefix("Law ")
    return tuple(dict.fromkeys([*([legible] if legible != clause.path else []), *printed]))


def coverage() -> tuple[Coverage, ...]:
    """What each edition's provisions come to, honestly: computed, judged, not formalised."""
    return tuple(
        Coverage(year, *(_of_standing(year, standing) for standing in Standing)) for year in load.editions()
    )


def _of_standing(year: str, standing: Standing) -> tuple[Provision, ...]:
    return tuple(one for one in load.provisions(year).values() if one.standing is standing)


def readings(clause: Clause | None = None) -> tuple[Trap, ...]:
    """Where a printed translation drifts from the operative English: all places, or those of one clause."""
    return tuple(trap for trap in load.traps() if clause is None or clause in trap.clauses)


@cache
def laws_hash() -> str:
    """The SHA-256 of all law data files, names and bytes, for a ruling's provenance.

    Translated gists are left out: a better word in one language changes no ruling.
    """
    digest = hashlib.sha256()
    for name in (*_files("laws/editions"), *_files("laws/regulations")):
        content = resources.data(name)
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _files(folder: str) -> list[str]:
    found = []
    for name in resources.listing(folder):
        suffix = PurePosixPath(name).suffix
        if suffix == ".toml":
            found.append(name)
        elif not suffix:
            found += _files(name)
    return found
