"""Measures the promised speeds: `./run bench` all of them, `./run bench NAME…` some.

A promise is a module here with a function `measure() -> tuple[Figure, ...]`; its docstring's first line is the promise.
What was measured is written to `reports/bench/NAME.json`. Exit 0 if every promise holds, 1 if one does not, 2 for an
unknown name.
"""

import importlib
import json
import os
import platform
import sys
from collections.abc import Sequence

from tests.bench.promise import Figure
from tests.support import ROOT

PROMISES = ("start_up", "auctions", "readers", "solver", "claims", "dealing", "calls", "ruling", "report")


def measure(name: str) -> bool:
    """Measure one promise, tell it, write it down; True if it holds."""
    promise = importlib.import_module(f"tests.bench.{name}")
    says = (promise.__doc__ or "").splitlines()[0]
    print(f"{name}: {says}", flush=True)
    figures: tuple[Figure, ...] = promise.measure()
    for figure in figures:
        print(f"  {figure}", flush=True)
    holds = all(figure.holds for figure in figures)
    report = {
        "promise": says,
        "holds": holds,
        "figures": [figure.as_json() for figure in figures],
        "measured_on": {
            "python": platform.python_version(),
            "system": platform.system(),
            "cores": os.cpu_count(),
        },
    }
    folder = ROOT / "reports" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report, indent=2, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    return holds


def main(words: Sequence[str]) -> int:
    """Measure what is named, or everything."""
    unknown = [word for word in words if word not in PROMISES]
    if unknown:
        print(f"no such promise: {', '.join(unknown)}. There are: {', '.join(PROMISES)}", file=sys.stderr)
        return 2
    kept = [measure(name) for name in words or PROMISES]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
