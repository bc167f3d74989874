"""A program of its own: measures the gains of every decision of some cases to the end, and what processor time that took.

    python timed_gains.py CASE…        a line of JSON for each decision

It knows nothing of how gains are measured, only where: so it runs with this program and with earlier ones. The time is
that of this process and of the solver's, from the deals drawn to the last estimate.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

import analyser.ruling.alternatives.chances as suggested
import analyser.ruling.alternatives.explained_values as explained
from analyser import read_case, rule
from analyser.estimates.services import default_services
from analyser.estimates.solver import Solver

SURE = 1.895  # Student t, seven degrees of freedom: a 90 % interval


class Meter:
    """Adds up the processor time of what is called, and keeps each measurement."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.spent = 0.0
        self.rows: list[dict[str, Any]] = []

    def processor(self) -> float:
        """The processor time of this process and of the solver's, in seconds."""
        spent = time.process_time()
        for process in self._solver.processes:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / 100
        return spent

    def timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same work, its processor time added."""

        def measured(*args: Any, **kwargs: Any) -> Any:
            start = self.processor()
            try:
                return work(*args, **kwargs)
            finally:
                self.spent += self.processor() - start

        return measured

    def to_the_end(
        self, kind: str, measurements: Callable[..., Iterator[Any]]
    ) -> Callable[..., Iterator[Any]]:
        """The last estimate alone, whatever the first ones say; its errors and its time are kept."""

        def measured(*args: Any, **kwargs: Any) -> Iterator[Any]:
            start, last = self.processor(), None
            for look in measurements(*args, **kwargs):
                last = look
            spent, self.spent = self.spent + self.processor() - start, 0.0
            if last is not None:
                gains = [gain for place, row in enumerate(last.pairs) for gain in row[place + 1 :]]
                self.rows.append(
                    {
                        "kind": kind,
                        "seconds": spent,
                        "square_error": sum(gain.error**2 for gain in gains) / len(gains),
                        "contrasts": len(gains),
                        "settled": sum(abs(gain.mean) > SURE * gain.error for gain in gains),
                    }
                )
                yield last

        return measured


def main(paths: list[str]) -> None:
    """Measure the decisions of each case."""
    with threadpool_limits(1), Solver(workers=1) as solver:
        services = replace(default_services(), tricks=solver)
        meter = Meter(solver)
        suggested.pools_for = meter.timed(suggested.pools_for)
        suggested.measurements = meter.to_the_end("unauthorised information", suggested.measurements)
        explained.measurements = meter.to_the_end("misinformation", explained.measurements)
        for path in paths:
            rule(read_case(path), None, services)
            # A ruling of several versions measures a decision once for each: the first time alone is that of a ruling.
            first = {row["square_error"]: row for row in reversed(meter.rows)}
            for number, row in enumerate(reversed(first.values())):
                print(json.dumps({"case": Path(path).stem, "decision": number, **row}), flush=True)
            meter.rows.clear()


if __name__ == "__main__":
    main(sys.argv[1:])
