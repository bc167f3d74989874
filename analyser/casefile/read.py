"""A case file read: the case, or every problem in it at once."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from pydantic import ValidationError

from analyser import resources
from analyser.casefile.bridge_problems import bridge_problems
from analyser.casefile.case import Case
from analyser.casefile.schema_problems import MOST, translate_error, translate_refusal
from analyser.casefile.toml_reader import Tree, read_tree
from analyser.casefile.tree import migrate_tree
from analyser.errors import CaseError, LawError, Problem
from analyser.messages import sentence


def check_schema(tree: Tree) -> tuple[Case | None, tuple[Problem, ...]]:
    """The case, or everything in the tree that the schema refuses."""
    try:
        return Case.model_validate(tree), ()
    except ValidationError as refusal:
        return None, translate_refusal(refusal, tree, Case)


def read_case(data: bytes) -> tuple[Case | None, tuple[Problem, ...]]:
    """A case without problems, or problems without a case.

    Schema and bridge are judged side by side, so that all faults are listed in one round.
    """
    tree, problems = read_tree(data)
    if problems:
        return None, problems
    tree = migrate_tree(tree)
    case, of_schema = check_schema(tree)
    faulty = {problem.where for problem in of_schema}
    of_bridge = tuple(islice((p for p in bridge_problems(tree) if p.where not in faulty), MOST))
    if case is not None:
        of_schema += tuple(_stated_otherwise(case))
    if of_schema or of_bridge or case is None:
        return None, of_schema + of_bridge
    if of_clauses := clause_problems(case):
        return None, of_clauses
    object.__setattr__(case, "_toml", data.decode("utf-8"))
    object.__setattr__(case, "_sha256", hashlib.sha256(data).hexdigest())
    return case, ()


def _stated_otherwise(case: Case) -> Iterator[Problem]:
    """Keys and values of an incident as the other side states it that cannot be."""
    for number, incident in enumerate(case.incident, 1):
        try:
            incident.denied_version()
        except ValidationError as error:
            for details in error.errors():
                key = next((str(part) for part in details["loc"]), "")
                tree = {"incident": [{"kind": str(incident.kind)}]}
                for problem in translate_error(
                    {**details, "loc": ("incident", 0, str(incident.kind), key)}, tree
                ):
                    yield replace(problem, where=f"incident {number} otherwise {key}")


def clause_problems(case: Case) -> tuple[Problem, ...]:
    """Every address cited in an incident or a ruling that is misprinted, with what is meant; and those nobody has."""
    cited = tuple(_cited_clauses(case))
    if not cited:
        return ()
    from analyser.laws import Clause, find  # read only for cases that cite a law

    problems = []
    for where, address in cited:
        try:
            meant = find(address)
        except LawError as refusal:
            (problem,) = refusal.problems[:1]
            problems.append(Problem(where, address, problem.why, problem.remedy))
            continue
        if meant != Clause.parse(address):
            why, remedy = sentence("clause-misprinted"), sentence("write-clause", clause=str(meant))
            problems.append(Problem(where, address, why, remedy))
    return tuple(problems)


def _cited_clauses(case: Case) -> Iterator[tuple[str, str]]:
    """The place of each address in the file, and the address."""
    for number, incident in enumerate(case.incident, 1):
        for place, address in enumerate(incident.cited, 1):
            yield f"incident {number} clauses {place}", address
    for number, ruling in enumerate(case.ruling, 1):
        for place, address in enumerate(ruling.clauses or (), 1):
            yield f"ruling {number} clauses {place}", address


def problems_of(data: bytes) -> tuple[Problem, ...]:
    """Every problem of a case file's bytes, none when it is sound."""
    return read_case(data)[1]


def case_of(data: bytes) -> Case:
    """The case in a file's bytes; refused with all its problems."""
    case, problems = read_case(data)
    if case is None:
        raise CaseError.from_problems(problems)
    return case


def bundled_past_cases() -> tuple[Case, ...]:
    """The past cases that come with the program."""
    names = [name for name in resources.listing("cases/past") if name.endswith(".toml")]
    return tuple(case_of(resources.data(name)) for name in names)
