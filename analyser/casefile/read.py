"""A case file read: the case, or every problem in it at once."""

import hashlib
from dataclasses import dataclass

from analyser import resources
from analyser.casefile.bridge_problems import bridge_problems
from analyser.casefile.case import Case
from analyser.casefile.schema_problems import schema_problems
from analyser.casefile.tree import migrated, read_tree
from analyser.errors import CaseError, Problem


@dataclass(frozen=True, slots=True)
class CaseRead:
    """What a file gave: a case without problems, or problems without a case."""

    case: Case | None
    problems: tuple[Problem, ...]


def read_case(data: bytes) -> CaseRead:
    """Read a case file's bytes; schema and bridge are judged side by side, so that all faults are listed in one round."""
    tree, problems = read_tree(data)
    if problems:
        return CaseRead(None, problems)
    tree = migrated(tree)
    case, of_schema = schema_problems(tree)
    faulty = {problem.where for problem in of_schema}
    of_bridge = tuple(p for p in bridge_problems(tree) if p.where not in faulty)
    if of_schema or of_bridge or case is None:
        return CaseRead(None, of_schema + of_bridge)
    object.__setattr__(case, "_toml", data.decode("utf-8"))
    object.__setattr__(case, "_sha256", hashlib.sha256(data).hexdigest())
    return CaseRead(case, ())


def case_of(data: bytes) -> Case:
    """The case in a file's bytes; refused with all its problems."""
    read = read_case(data)
    if read.case is None:
        raise CaseError.of(read.problems)
    return read.case


def bundled_past_cases() -> tuple[Case, ...]:
    """The past cases that come with the program."""
    names = [name for name in resources.listing("cases/past") if name.endswith(".toml")]
    return tuple(case_of(resources.data(name)) for name in names)
