"""With other dice a finding on unauthorised information stays or is open, its interval holds, the score hardly moves.

    ./run bench flips --keep        twelve bundled cases, twenty dice each: half an hour of two idle cores

Other dice for the same facts: other deals are dealt, weighed and solved. Every throw is kept, so that a run that was stopped
goes on where it was. `./run bench --quality` measures it, too.
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

CASES, DICE = 12, 20
_JUDGED = (Question.INFRACTION, Question.ALTERNATIVES, Question.SUGGESTED, Question.TEMPO)


@dataclass(frozen=True, slots=True)
class Throw:
    """What one throw of the dice says of a case: the finding, its chance, what the action gains, the score."""

    answer: bool | None
    chance: float | None
    gain: float | None
    low: float | None
    high: float | None
    score: float | None
    """To North-South, as an infraction where the finding is open."""


def measure() -> Measured:
    """The bundled cases, each with so many dice."""
    thrown: dict[str, list[Throw]] = {}
    with threadpool_limits(1), Solver(workers=2) as solver:
        services = replace(default_services(), tricks=solver)
        for case in _cases():
            thrown[case.id] = [
                Throw(
                    **kept_part(
                        "flips",
                        f"{case.id} {number}",
                        lambda n=number, c=case: asdict(_throw(c, services, n)),
                    )
                )
                for number in range(1, DICE + 1)
            ]
            print(f"  {case.id}: {[one.answer for one in thrown[case.id]]}", file=sys.stderr, flush=True)
    rows = {name: [asdict(throw) for throw in throws] for name, throws in thrown.items()}
    return Measured(figures_of(list(thrown.values())), {"cases": len(thrown), "dice": DICE, "throws": rows})


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


def _throw(case: Case, services: Services, number: int) -> Throw:
    context = RulingContext.from_case(
        case, jurisdiction_of(case, RulingRequest()), replace(services, seed_offset=number)
    )
    ruled = rule_incident(context, case.incident[0])
    infraction = ruled.ruling.infraction
    call = case.auction.calls[case.incident[0].action.number - 1] if case.auction else Call.parse("P")
    alternative = next((entry for entry in ruled.ruling.alternatives if entry.action == call), None)
    low, high = alternative.gain_interval if alternative and alternative.gain_interval else (None, None)
    return Throw(
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


def figures_of(throws: Sequence[Sequence[Throw]]) -> tuple[Figure, ...]:
    """Flips, coverage and movement over cases."""
    checks = [len({throw.answer for throw in case} - {None}) <= 1 for case in throws]
    held = [share for case in throws if (share := _covered(case)) is not None]
    moved = [
        float(np.std([throw.score for throw in case], ddof=1))
        for case in throws
        if len({throw.answer for throw in case}) == 1 and all(throw.score is not None for throw in case)
    ]
    coverage = float(np.mean(held)) if held else 0.0
    return (
        Figure("findings that are the same with all dice, or open", round(float(np.mean(checks)), 3), "share", 0.95, "at least"),
        Figure("reruns inside a 90 % interval", round(coverage, 3), "share", 0.85, "at least"),
        Figure("the same, not too many", round(coverage, 3), "share", 0.95, "at most"),
        Figure("movement of the score, SD, median case", round(float(np.median(moved or [0.0])), 3), "IMPs", 0.25, "at most"),
        Figure("movement of the score, SD, mean", round(float(np.mean(moved or [0.0])), 3), "IMPs", 0.25, "at most"),
    )  # fmt: skip


def _covered(case: Sequence[Throw]) -> float | None:
    """How often the interval of one throw holds the gain of another; none where nothing was measured."""
    measured = [throw for throw in case if throw.gain is not None and throw.low is not None]
    inside = [
        (one.low or 0.0) <= (other.gain or 0.0) <= (one.high or 0.0)
        for one in measured
        for other in measured
        if one is not other
    ]
    return float(np.mean(inside)) if inside else None
