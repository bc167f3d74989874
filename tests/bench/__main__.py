"""Measures what is promised: `./run bench` all speeds, `./run bench NAME…` some.

`./run bench --quality` measures how good it is, `./run bench --event` what a championship costs, `--world` one drawn from the records, `./run bench --mutants`
how many small faults the tests let live, `./run bench bundled` how long every bundled case takes: minutes, not seconds.
A promise is a module here with a function `measure() -> tuple[Figure, ...]`; its docstring's first line is the promise.
What was measured is written to `.cache/bench/NAME.json`, with `--keep` to `reports/bench/NAME.json`; what cannot be measured here is skipped, with the reason.
Exit 0 if every promise holds, 1 if one does not, 2 for an unknown name.
"""

import importlib
import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.bench.promise import Figure, Measured
from tests.support import ROOT

PROMISES = (
    "house",
    "way",
    "start_up",
    "auctions",
    "readers",
    "solver",
    "claims",
    "dealing",
    "tricks_net",
    "calls",
    "meanings",
    "ruling",
    "report",
    "web",
)
LONG = (
    "quality",
    "flips",
    "past_seeds",
    "bundled",
    "gains",
    "event",
    "world",
    "faults",
    "band",
    "agreement",
    "past",
    "mutants",
)  # minutes, not seconds: only when asked


def measure(name: str, folder: Path) -> bool:
    """Measure one promise, tell it, write it down in a folder; True if it holds."""
    promise = importlib.import_module(f"tests.bench.{name}")
    says = (promise.__doc__ or "").splitlines()[0]
    print(f"{name}: {says}", flush=True)
    answer: Measured | tuple[Figure, ...] = promise.measure()
    measured = answer if isinstance(answer, Measured) else Measured(answer)
    if measured.skipped:
        print(f"  skipped: {measured.skipped}", flush=True)
        return True
    figures = measured.figures
    for figure in figures:
        print(f"  {figure}", flush=True)
    holds = all(figure.holds for figure in figures)
    report = {
        "promise": says,
        "holds": holds,
        "figures": [figure.as_json() for figure in figures],
        **measured.beside,
        "measured_on": {
            "python": platform.python_version(),
            "system": platform.system(),
            "cores": os.cpu_count(),
        },
    }
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report, indent=2, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    return holds


def main(words: Sequence[str]) -> int:
    """Measure what is named, or every speed."""
    known = (*PROMISES, *LONG)
    if {"-h", "--help"} & {*words}:
        print(__doc__, f"Promises: {', '.join(PROMISES)}; only when asked: {', '.join(LONG)}.", sep="\n")
        return 0
    keep = "--keep" in words
    words = [word for word in words if word != "--keep"]
    unknown = [word for word in words if word.removeprefix("--") not in known]
    if unknown:
        print(f"no such promise: {', '.join(unknown)}. There are: {', '.join(known)}", file=sys.stderr)
        return 2
    folder = ROOT / "reports" / "bench" if keep else ROOT / ".cache" / "bench"
    kept = [measure(word.removeprefix("--"), folder) for word in words or PROMISES]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
