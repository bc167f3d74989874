"""With another random seed a finding on unauthorised information stays or is open, its interval holds, the score hardly moves.

    ./run bench flips --keep        twelve bundled cases, twenty seeds each: half an hour of two idle cores

Another seed for the same facts: other deals are sampled, weighted and solved. Every result is stored, so that an interrupted
run continues where it was. `./run bench --quality` measures it, too.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from analyser.bridge import Call
from analyser.casefile import Case, Question, UnauthorisedInformation, WithdrawnCall, case_of
from analyser.estimates.services import Services, default_services
from analyser.estimates.solver import Solver
from analyser.ruling import RulingRequest
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.incidents import RuledIncident, rule_incident
from tests.bench.promise import Figure, Measured
from tests.bench.resumed import kept_part
from tests.support import ROOT

CASES, SEEDS = 12, 20
_JUDGED = (Question.INFRACTION, Question.ALTERNATIVES, Question.SUGGESTED, Question.TEMPO)


@dataclass(frozen=True, slots=True)
class Replicate:
    """What one random seed says of a case: the finding, its chance, what the action gains, the score."""

    answer: bool | None
    chance: float | None
    gain: float | None
    low: float | None
    high: float | None
    score: float | None
    """To North-South, as an infraction where the finding is open."""


def measure() -> Measured:
    """The bundled cases, each with so many seeds."""
    replicates_by_case: dict[str, list[Replicate]] = {}
    with threadpool_limits(1), Solver(workers=2) as solver:
        services = replace(default_services(), tricks=solver)
        for case in _cases():
            replicates_by_case[case.id] = [
                Replicate(
                    **kept_part(
                        "flips",
                        f"{case.id} {number}",
                        lambda n=number, c=case: asdict(_rule_with_seed(c, services, n)),
                    )
                )
                for number in range(1, SEEDS + 1)
            ]
            print(
                f"  {case.id}: {[one.answer for one in replicates_by_case[case.id]]}",
                file=sys.stderr,
                flush=True,
            )
    rows = {
        name: [asdict(replicate) for replicate in replicates]
        for name, replicates in replicates_by_case.items()
    }
    return Measured(
        figures_of(list(replicates_by_case.values())),
        {"cases": len(replicates_by_case), "dice": SEEDS, "throws": rows},
    )


def _cases() -> Iterator[Case]:
    """Cases decided by an estimate, spread over the folders: so many, by their names."""
    files = [
        *sorted((ROOT / "cases" / "kinds").glob("*.toml")),
        *sorted((ROOT / "cases" / "past").glob("*.toml")),
    ]
    cases = [case for path in files if _is_estimated(case := case_of(path.read_bytes()))]
    step = max(1, len(cases) // CASES)
    yield from cases[::step][:CASES]


def _is_estimated(case: Case) -> bool:
    """Whether a call is complained of, four hands are known, and nobody's finding answers for the estimate."""
    incident = next(
        (
            incident
            for incident in case.incident
            if isinstance(incident, UnauthorisedInformation | WithdrawnCall)
        ),
        None,
    )
    judged = any(judgement.question in _JUDGED for judgement in case.judgement)
    called = incident is not None and incident.action.number > 0 and case.auction is not None
    return called and case.deal is not None and not judged and len(case.incident) == 1


def _rule_with_seed(case: Case, services: Services, number: int) -> Replicate:
    context = RulingContext.from_case(
        case, jurisdiction_of(case, RulingRequest()), replace(services, seed_offset=number)
    )
    ruled = rule_incident(context, case.incident[0])
    infraction = ruled.ruling.infraction
    call = case.auction.calls[case.incident[0].action.number - 1] if case.auction else Call.parse("P")
    alternative = next((entry for entry in ruled.ruling.alternatives if entry.action == call), None)
    low, high = alternative.gain_interval if alternative and alternative.gain_interval else (None, None)
    return Replicate(
        infraction.answer if infraction else None,
        infraction.chance if infraction else None,
        alternative.gain if alternative else None,
        low,
        high,
        _score(ruled.either[0] if ruled.either else ruled),
    )


def _score(ruled: RuledIncident) -> float | None:
    adjusted = ruled.adjusted or (ruled.scored.adjusted if ruled.scored else None)
    return None if adjusted is None or adjusted.ns is None else float(adjusted.ns.exact)


def figures_of(replicates: Sequence[Sequence[Replicate]]) -> tuple[Figure, ...]:
    """Flips, coverage and movement over cases."""
    checks = [len({replicate.answer for replicate in case} - {None}) <= 1 for case in replicates]
    held = [share for case in replicates if (share := _covered(case)) is not None]
    moved = [
        float(np.std([replicate.score for replicate in case], ddof=1))
        for case in replicates
        if len({replicate.answer for replicate in case}) == 1
        and all(replicate.score is not None for replicate in case)
    ]
    coverage = float(np.mean(held)) if held else 0.0
    return (
        Figure("findings that are the same with all seeds, or open", round(float(np.mean(checks)), 3), "share", 0.95, "at least"),
        Figure("reruns inside a 90 % interval", round(coverage, 3), "share", 0.85, "at least"),
        Figure("the same, not too many", round(coverage, 3), "share", 0.95, "at most"),
        Figure("movement of the score, SD, median case", round(float(np.median(moved or [0.0])), 3), "IMPs", 0.25, "at most"),
        Figure("movement of the score, SD, mean", round(float(np.mean(moved or [0.0])), 3), "IMPs", 0.25, "at most"),
    )  # fmt: skip


def _covered(case: Sequence[Replicate]) -> float | None:
    """How often the interval of one replicate contains the gain of another; `None` if nothing was measured."""
    measured = [replicate for replicate in case if replicate.gain is not None and replicate.low is not None]
    inside = [
        (one.low or 0.0) <= (other.gain or 0.0) <= (one.high or 0.0)
        for one in measured
        for other in measured
        if one is not other
    ]
    return float(np.mean(inside)) if inside else None
