"""Writes `cases/shown.json`, which case shows which provision compute: `python -m tests.support.coverage`."""

import json
from collections.abc import Iterator
from pathlib import Path

from analyser import resources
from analyser.casefile import Case, Expected, Strength, case_of
from analyser.estimates.services import Services
from analyser.laws.search import SHOWN
from analyser.ruling import Basis, Ruling, RulingRequest
from analyser.ruling.rule import rule

FOLDERS = ("laws", "vignettes", "kinds", "revokes", "reported", "claims")
"""Where the cases lie that are rulings of one point each, the narrowest first."""
_AT_MOST = 3  # cases named for one provision


def shown_in(case: Case, expected: Expected) -> frozenset[str]:
    """The provisions one expectation of a case shows: those its ruling computed and cites, and those its figures rest on."""
    ruling = rule(case, RulingRequest(expected.edition, expected.authority), Services())
    return frozenset((*cited_as_computed(ruling), *(expected.computes or ())))


def cited_as_computed(ruling: Ruling) -> Iterator[str]:
    """The provisions a ruling computed: of its infractions, of what is due or may be chosen, and of computed findings."""
    for incident in ruling.incidents:
        if incident.infraction is not None:
            yield from map(str, incident.infraction.clauses)
        if incident.rectification is not None:
            steps = (*incident.rectification.due, *incident.rectification.options)
            yield from (str(clause) for step in steps for clause in step.clauses)
    computed = (finding for finding in ruling.findings if finding.standing is Basis.COMPUTED)
    yield from (str(clause) for finding in computed for clause in finding.clauses)


def shown() -> dict[str, list[str]]:
    """Each provision with the first cases that show it, in the order of the folders."""
    cases_of: dict[str, list[str]] = {}
    for folder in FOLDERS:
        for name in sorted(resources.listing(f"cases/{folder}")):
            case = case_of(resources.data(name))
            for expected in case.expected:
                if expected.strength is Strength.EXACT and expected.edition is not None:
                    for clause in shown_in(case, expected):
                        cases_of.setdefault(clause, []).append(name)
    return {clause: list(dict.fromkeys(cases_of[clause]))[:_AT_MOST] for clause in sorted(cases_of)}


if __name__ == "__main__":
    text = json.dumps(shown(), indent=1) + "\n"
    Path(resources.location(SHOWN)).write_text(text, encoding="utf-8")
