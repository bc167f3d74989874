"""Every bundled case, cold: first words within a second, the whole ruling within four at the median, six for nine in ten, ten for all; a what-if within one.

    ./run bench bundled --keep        about half an hour of two idle cores; a run that was stopped goes on where it was

Cold: a fresh program and an empty cache of the solver for each case. A what-if: the same facts ruled again in the same
process, the finding on the infraction turned by a person, so that nothing must be dealt again. Where estimates decide, the
program before its three levels of knowledge rules the same case in turn, for comparison.
"""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from analyser.casefile import (
    Case,
    JudgedTruth,
    Misinformation,
    UnauthorisedInformation,
    WithdrawnCall,
    case_of,
)
from analyser.estimates.services import Services, open_services
from analyser.ruling import RulingRequest
from analyser.ruling.rule import rule
from tests.bench.code_before import unpacked_code
from tests.bench.promise import Figure, Measured
from tests.bench.resumed import kept_part
from tests.bench.ruling import cold
from tests.support import ROOT

_FOLDERS = ("kinds", "past", "laws", "vignettes", "claims", "revokes", "reported")
_ESTIMATED = (UnauthorisedInformation, WithdrawnCall, Misinformation)


def measure() -> Measured:
    """The seconds of each case, told by their middle and their tail."""
    rows: dict[str, dict[str, float]] = {}
    files = [path for folder in _FOLDERS for path in sorted((ROOT / "cases" / folder).glob("*.toml"))]
    for number, path in enumerate(files, 1):
        name = f"{path.parent.name}/{path.stem}"
        rows[name] = kept_part("bundled", name, lambda path=path: _seconds(path))
        print(f"  {number} of {len(files)}: {name} {rows[name]}", file=sys.stderr, flush=True)
    whole = sorted(rows, key=lambda name: -rows[name]["whole"])
    slowest = {name: rows[name]["whole"] for name in whole[:10]}
    return Measured(figures_of(list(rows.values())), {"cases": len(rows), "slowest": slowest})


def _seconds(path: Path) -> dict[str, Any]:
    """Of one case: until its first word, until its last, and of a what-if where estimates decide it."""
    first, seconds = cold(path)
    row = {"first": round(first or seconds, 3), "whole": round(seconds, 3)}
    case = case_of(path.read_bytes())
    if case.incident and isinstance(case.incident[0], _ESTIMATED):
        earlier = unpacked_code()
        if earlier is not None:
            row["before"] = round(cold(path, root=earlier)[1], 3)
        with open_services() as services:
            row["what_if"] = round(_what_if(case, services), 3)
    return row


def _what_if(case: Case, services: Services) -> float:
    """Seconds of the second ruling of the same facts, a person having found the infraction."""
    rule(case, RulingRequest(), services)
    finding = {"incident": case.incident[0].id, "question": "infraction", "answer": True, "by": "committee"}
    turned = case.changed(judgement=(*case.judgement, JudgedTruth.model_validate(finding)))
    start = time.perf_counter()
    rule(turned, RulingRequest(), services)
    return time.perf_counter() - start


def figures_of(rows: list[dict[str, float]]) -> tuple[Figure, ...]:
    """The slowest first word, the middle, the slowest tenth and the slowest of whole rulings, and nine tenths of what-ifs.

    Of the rulings the program before gave too: the same figures of both programs.
    """
    wholes = [row["whole"] for row in rows]
    what_if = [row["what_if"] for row in rows if "what_if" in row] or [0.0]
    first = max(row["first"] for row in rows)
    return (
        Figure("first words, the slowest case", round(first, 2), "s", 1, "at most"),
        Figure("whole ruling, median", round(float(np.median(wholes)), 2), "s", 4, "at most"),
        Figure("whole ruling, nine in ten", round(float(np.quantile(wholes, 0.9)), 2), "s", 6, "at most"),
        Figure("whole ruling, the slowest", round(max(wholes), 2), "s", 10, "at most"),
        Figure("what-if, nine in ten", round(float(np.quantile(what_if, 0.9)), 2), "s", 1, "at most"),
        *_compare_with_before([row for row in rows if "before" in row]),
    )


def _compare_with_before(rows: list[dict[str, float]]) -> tuple[Figure, ...]:
    """The median, nine in ten and the slowest of the rulings both programs gave, this one at most as slow as that before."""
    measures = {"median": np.median, "nine in ten": partial(np.quantile, q=0.9), "the slowest": np.max}
    figures = []
    for name, of in measures.items() if rows else ():
        before, after = (round(float(of([row[key] for row in rows])), 2) for key in ("before", "whole"))
        figures.append(Figure(f"estimated rulings, {name}, and before", after, "s", before, "at most"))
    return tuple(figures)
