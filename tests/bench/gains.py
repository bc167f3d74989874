"""What actions gain is as exact as before in a fifth of the processor time, and the sign of two thirds of the gains is settled.

    ./run bench gains --keep        about an hour of one idle core; a run that was stopped goes on where it was

Fifteen decisions after misinformation and fifteen on unauthorised information of the bundled cases, each measured by
this program and by the one before its three levels of knowledge (commit 2fb23847), in turns. Errors are those between
pools, times those of the processor: a machine with other work to do measures the same.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from statistics import fmean
from typing import Any

from analyser.casefile import Misinformation, UnauthorisedInformation, WithdrawnCall, case_of
from tests.bench.code_before import BEFORE_LEVELS, unpacked_code
from tests.bench.promise import Figure, Measured
from tests.bench.resumed import kept_part
from tests.support import ROOT

_DECISIONS = 15  # of each kind
_KINDS = {
    "misinformation": (Misinformation,),
    "unauthorised information": (UnauthorisedInformation, WithdrawnCall),
}
_FOLDERS = ("kinds", "past")
_PROGRAM = Path(__file__).with_name("timed_gains.py")

Row = dict[str, Any]
Both = tuple[Row, Row]
"""What was measured of one decision: by the code before, and by this one."""


def measure() -> Measured:
    """The decisions of each kind, by both programs."""
    before = unpacked_code()
    if before is None or not Path("/proc/self/stat").is_file():
        return Measured(skipped=f"it takes git with commit {BEFORE_LEVELS}, and the processor times of Linux")
    rows: list[Both] = []
    for kind, incidents in _KINDS.items():
        decisions: list[Both] = []
        for path in _cases(incidents):
            if len(decisions) >= _DECISIONS:
                break
            decisions += _decisions(path, kind, before)
            print(f"  {kind}: {len(decisions)} decisions, {path.stem}", file=sys.stderr, flush=True)
        rows += decisions[:_DECISIONS]
    return Measured(figures_of(rows), {"before": BEFORE_LEVELS, "decisions": rows})


def _cases(incidents: tuple[type, ...]) -> list[Path]:
    """The bundled cases with such an incident, the kinds first and then spread over past cases."""
    ordered: list[Path] = []
    for folder in _FOLDERS:
        paths = sorted((ROOT / "cases" / folder).glob("*.toml"))
        of_kind = [path for path in paths if isinstance(case_of(path.read_bytes()).incident[0], incidents)]
        ordered += [path for start in range(3) for path in of_kind[start::3]]
    return ordered


def _decisions(path: Path, kind: str, before: Path) -> list[Both]:
    """The decisions of one case, each by both programs; those only one of them measured are left out."""
    by_program = []
    for name, root in (("before", before), ("after", ROOT)):
        part = kept_part("gains", f"{name} {path.stem}", lambda root=root: {"rows": _run(path, root)})
        by_program.append([row for row in part["rows"] if row["kind"] == kind])
    if len(by_program[0]) != len(by_program[1]):
        return []
    return list(zip(*by_program, strict=True))


def _run(path: Path, root: Path) -> list[Row]:
    """What the program in a folder measures of one case."""
    words = (sys.executable, str(_PROGRAM), str(path))
    environment = {**os.environ, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"}
    output = subprocess.run(
        words, cwd=root, env=environment, check=True, capture_output=True, text=True
    ).stdout
    return [json.loads(line) for line in output.splitlines()]


def figures_of(rows: Sequence[Both]) -> tuple[Figure, ...]:
    """How many times the time the code before takes for the same error, the error in the same time, and signs settled."""
    work = [
        log(
            max(before["seconds"] * before["square_error"], _TINY)
            / max(after["seconds"] * after["square_error"], _TINY)
        )
        for before, after in rows
        if before["square_error"] > _TINY or after["square_error"] > _TINY
    ]
    times = exp(fmean(work)) if work else 0.0
    settled = [
        sum(pair[number]["settled"] for pair in rows)
        / max(sum(pair[number]["contrasts"] for pair in rows), 1)
        for number in (0, 1)
    ]
    seconds = [fmean(pair[number]["seconds"] for pair in rows) for number in (0, 1)]
    return (
        Figure("time of the code before for the same error", round(times, 2), "times", 5, "at least"),
        Figure("error in the same time, of that before", round(times**-0.5, 3), "times", 0.45, "at most"),
        Figure("contrasts whose sign is settled", round(settled[1], 3), "share", 0.65, "at least"),
        Figure("the same before, for comparison", round(settled[0], 3), "share", 0, "at least"),
        Figure(
            "a decision to the end, mean", round(seconds[1], 2), "core-s", round(seconds[0], 2), "at most"
        ),
    )


_TINY = 1e-9  # square IMPs: decisions in which nothing was apart say nothing of either program
