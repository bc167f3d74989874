"""Addresses of laws in a case that no edition kept here has: as misprinted in a text, or not known at all."""

from collections.abc import Iterator

from analyser.casefile.case import Case
from analyser.errors import LawError, Problem
from analyser.messages import sentence


def clause_problems(case: Case) -> tuple[Problem, ...]:
    """Every address cited in an incident or a ruling that is misprinted, with what is meant; and those nobody has."""
    cited = tuple(_cited(case))
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


def _cited(case: Case) -> Iterator[tuple[str, str]]:
    """The place of each address in the file, and the address."""
    for number, incident in enumerate(case.incident, 1):
        for place, address in enumerate(incident.cited, 1):
            yield f"incident {number} clauses {place}", address
    for number, ruling in enumerate(case.ruling, 1):
        for place, address in enumerate(ruling.clauses or (), 1):
            yield f"ruling {number} clauses {place}", address
