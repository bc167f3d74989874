"""With another random seed a finding on a past ruling stays or is open in 95 runs of 100; in the median case its score moves by 0.25 IMP at most.

    ./run bench past_seeds --keep       the past rulings beside this checkout, ten seeds each: over an hour of two idle cores

Every ruling is made from the facts alone. Each result is stored, so that an interrupted run continues where it was;
ANALYSER_SEEDS_KIND=misinformation (or another of `KINDS`) in the environment measures that kind alone.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median, stdev
from typing import Any

from analyser.casefile import Case
from analyser.estimates.services import open_services
from analyser.ruling import RulingRequest
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.incidents import RuledIncident, rule_incident
from tests.bench.lab.agreement import with_comparison
from tests.bench.lab.judgement import lack_of
from tests.bench.lab.past_rulings_data import rows_in
from tests.bench.promise import Figure, Measured
from tests.bench.resumed import kept_part
from tests.support import SHARED

SEEDS = 10
KINDS = ("unauthorised-information", "misinformation")
_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """What one random seed says of a past ruling; the score to North-South, as an infraction where that is open."""

    answer: bool | None
    chance: float | None
    score: float | None


def measure() -> Measured:
    """Every past ruling with an estimated probability, with the usual seed and so many others."""
    folder = SHARED / "data" / "cases"
    if not folder.is_dir():
        return Measured(skipped="the past rulings (../shared/data/cases) are not beside this checkout")
    figures: list[Figure] = []
    beside: dict[str, Any] = {"dice": SEEDS}
    wanted = os.environ.get("ANALYSER_SEEDS_KIND")
    if wanted not in (None, *KINDS):
        return Measured(skipped=f"ANALYSER_SEEDS_KIND is {wanted!r}, none of {', '.join(KINDS)}")
    for kind in KINDS if wanted is None else (wanted,):
        answers_by_case = dict(_answers_by_case(kind))
        figures += figures_of(kind, list(answers_by_case.values()))
        beside[kind] = {
            "cases": len(answers_by_case),
            "open": _open(answers_by_case.values()),
            "largest": _largest(answers_by_case),
        }
    return Measured(tuple(figures), beside)


def _answers_by_case(kind: str) -> Iterator[tuple[str, list[Answer]]]:
    """Each case of a kind with its answers by seed; cases without a probability under the usual seed are left out."""
    from joblib import Parallel, delayed

    names = [
        row.id for row in rows_in(SHARED / "data" / "cases") if row.case is not None and row.kind == kind
    ]
    work = Parallel(n_jobs=_WORKERS, return_as="generator")(delayed(_of_case)(name) for name in names)
    for name, answers in zip(names, work, strict=True):
        if answers:
            text = "".join({True: "y", False: "n", None: "."}[answer.answer] for answer in answers)
            print(f"  {name}: {text}", file=sys.stderr, flush=True)
            yield name, answers


def _of_case(name: str) -> list[Answer]:
    """The answers by seed, the usual one first; empty if that gives no probability, as no other would."""
    case = next(
        with_comparison(row.case.changed(judgement=()))
        for row in rows_in(SHARED / "data" / "cases")
        if row.id == name and row.case is not None
    )
    if lack_of(case) is not None:
        return []
    answers: list[Answer] = []
    for number in range(SEEDS + 1):
        answer = Answer(
            **kept_part("past_seeds", f"{name} {number}", lambda n=number: asdict(_rule_with_seed(case, n)))
        )
        if not number and answer.chance is None:
            return []
        answers.append(answer)
    return answers


def _rule_with_seed(case: Case, number: int) -> Answer:
    with open_services(1) as services:
        context = RulingContext.from_case(
            case, jurisdiction_of(case, RulingRequest()), replace(services, seed_offset=number)
        )
        ruled = rule_incident(context, case.incident[0])
    answer, chance = answer_of(ruled)
    return Answer(answer, chance, score_of(ruled))


def answer_of(ruled: RuledIncident) -> tuple[bool | None, float | None]:
    """Whether there was an infraction, or damage by the explanation, and how likely; a chance of none: not estimated."""
    damage = next(
        (finding for finding in ruled.findings if finding.code.startswith("misinformation.damage-")), None
    )
    if damage is not None and "chance" in damage.arguments:
        answers = {"misinformation.damage-yes": True, "misinformation.damage-no": False}
        return answers.get(damage.code), float(damage.arguments["chance"].value)
    infraction = ruled.ruling.infraction
    if infraction is None or ruled.ruling.kind == "misinformation":
        return None, None
    return infraction.answer, infraction.chance


def score_of(ruled: RuledIncident) -> float | None:
    """What North-South come to; none where nothing is scored."""
    own = ruled.either[0] if ruled.either else ruled
    adjusted = own.adjusted or (own.scored.adjusted if own.scored else None)
    return None if adjusted is None or adjusted.ns is None else float(adjusted.ns.exact)


def figures_of(kind: str, cases: Sequence[Sequence[Answer]]) -> tuple[Figure, ...]:
    """How often a run says the same as the usual seed or is open, how many cases are found both ways, how scores move."""
    runs = [(case[0].answer, answer.answer) for case in cases for answer in case]
    same = sum(usual == other or None in (usual, other) for usual, other in runs)
    mixed = sum({True, False} <= {answer.answer for answer in case} for case in cases)
    moved = [spread for case in cases if (spread := _movement(case)) is not None]
    return (
        Figure(f"{kind}: runs that say the same or are open", _share(same, len(runs)), "share", 0.95, "at least"),
        Figure(f"{kind}: cases found both ways", _share(mixed, len(cases)), "share", 0.05, "at most"),
        Figure(f"{kind}: movement of the score, SD, median case", round(median(moved or [0.0]), 3), "IMPs", 0.25, "at most"),
    )  # fmt: skip


def _movement(case: Sequence[Answer]) -> float | None:
    """How far the score moves over the seeds, where all find the same and all are scored."""
    scores = [answer.score for answer in case if answer.score is not None]
    settled = len({answer.answer for answer in case}) == 1 and len(scores) == len(case)
    return stdev(scores) if settled and len(scores) > 1 else None


def _share(count: int, number: int) -> float:
    return round(count / number, 3) if number else 0.0


def _open(cases: Sequence[Sequence[Answer]]) -> float:
    answers = [answer for case in cases for answer in case]
    return _share(sum(answer.answer is None for answer in answers), len(answers))


def _largest(cases: dict[str, list[Answer]]) -> float:
    return round(max((_movement(case) or 0.0 for case in cases.values()), default=0.0), 2)
