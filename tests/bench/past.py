"""Every past case is ruled with the shipped models, and its ruling is whole and can be written; the suite rules twenty of them.

That it is whole does not depend on how many deals are solved: each estimate takes one in sixty-four of the usual ones.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from analyser.errors import AnalyserError
from analyser.estimates.services import open_services
from tests.bench.promise import Figure, Measured
from tests.support import ROOT
from tests.support.contract.estimate_steps import estimate_of_past_case_is_whole
from tests.support.contract.ruled_case import RuledCase

EFFORT = 1 / 64


def measure() -> Measured:
    """How many past cases are ruled, and those whose ruling is not whole."""
    paths = sorted((ROOT / "cases" / "past").glob("*.toml"))
    failures = find_failures(paths)
    figures = (
        Figure("past cases ruled with models", len(paths), "cases", 134, "at least"),
        Figure("rulings that are not whole", len(failures), "cases", 0, "at most"),
    )
    return Measured(figures, {"not whole": failures})


def find_failures(paths: Iterable[Path]) -> dict[str, str]:
    """The error of each case whose ruling does not come out, or is not whole, by the name of its file."""
    failures = {}
    with open_services() as services:
        for path in paths:
            try:
                estimate_of_past_case_is_whole(RuledCase(path, replace(services, effort=EFFORT)))
            except (AssertionError, AnalyserError) as error:
                failures[path.stem] = f"{type(error).__name__}: {error}"
    return failures
