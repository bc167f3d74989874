"""Weights of possible results: as a person gave them, neutral, after sympathy, and in steps a person can read (12C1c).

All are shown. Probabilities come in thousandths; from there on everything is exact.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyser.bridge import PointsOnly, Result
from analyser.casefile import JudgedResults, WeightedResult
from analyser.ruling import Outcome, Weighting
from analyser.ruling.values import ResultWeight
from analyser.scoring import WeightedScore, check_whole

Lists = tuple[tuple[ResultWeight, ...], tuple[ResultWeight, ...]]


def lists_of(judged: JudgedResults) -> Lists:
    """A person's finding: one list for both sides, or one for each."""
    both = _merged(judged.answer or ())
    ns = _merged(judged.ns) if judged.ns else both
    ew = _merged(judged.ew) if judged.ew else (ns if judged.ns and not both else both)
    return (ns, ew)


def _merged(entries: Iterable[WeightedResult]) -> tuple[ResultWeight, ...]:
    """Equal results together, in the order they first stand."""
    weights: dict[tuple[Result | PointsOnly, bool], Fraction] = {}
    for entry in entries:
        key = (entry.result, entry.legal is not False)
        weights[key] = weights.get(key, Fraction(0)) + entry.weight
    return tuple(ResultWeight(result, weight, legal) for (result, legal), weight in weights.items())


def only_legal(weighed: Sequence[ResultWeight]) -> tuple[ResultWeight, ...]:
    """The results that could be reached without the infraction, their weights filling the whole again."""
    legal = [entry for entry in weighed if entry.legal]
    whole = sum((entry.weight for entry in legal), Fraction(0))
    if not whole:
        return ()
    return tuple(ResultWeight(entry.result, entry.weight / whole) for entry in legal)


def weighted_score(weighed: Sequence[ResultWeight], points: dict[Result | PointsOnly, int]) -> WeightedScore:
    """The list as a score made of parts."""
    check_whole([entry.weight for entry in weighed])
    return WeightedScore.of([(entry.weight, points[entry.result]) for entry in weighed])


def outcomes_of(lists: Lists, points: dict[Result | PointsOnly, int]) -> tuple[Outcome, ...]:
    """Every result of both lists once, named o1, o2 … in their order."""
    first: dict[tuple[Result | PointsOnly, bool], None] = {}
    for entry in (*lists[0], *lists[1]):
        first.setdefault((entry.result, entry.legal))
    return tuple(
        Outcome(f"o{number}", result, points[result], None, legal)
        for number, (result, legal) in enumerate(first, 1)
    )


def weighting_of(outcomes: Sequence[Outcome], neutral: Lists, final: Lists) -> Weighting:
    """The weights by outcome: as found, and as each side's score is made."""
    return Weighting(
        neutral=_by_outcome(outcomes, neutral[0]) if neutral[0] == neutral[1] else (),
        ns=_by_outcome(outcomes, final[0]),
        ew=_by_outcome(outcomes, final[1]),
    )


def _by_outcome(
    outcomes: Sequence[Outcome], weighed: Sequence[ResultWeight]
) -> tuple[tuple[str, Fraction], ...]:
    names = {(outcome.result, outcome.legal): outcome.id for outcome in outcomes}
    return tuple((names[entry.result, entry.legal], entry.weight) for entry in weighed)


Worth = Callable[[Outcome], Fraction]
Weights = dict[str, Fraction]


def neutral(outcomes: Sequence[Outcome]) -> Weights:
    """The probabilities of the legal outcomes in thousandths, filling the whole."""
    thousandths = {
        outcome.id: round(1000 * (outcome.probability or 0.0)) for outcome in outcomes if outcome.legal
    }
    whole = sum(thousandths.values())
    if not whole:
        return {}
    return {name: Fraction(count, whole) for name, count in thousandths.items() if count}


def sympathetic(weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction) -> Weights:
    """Move `step` from the outcomes below the innocent side's mean to those above it, pro rata, none below nought.

    `worth` is each outcome's worth to the innocent side.
    """
    value = {outcome.id: worth(outcome) for outcome in outcomes}
    mean = sum((weight * value[name] for name, weight in weights.items()), Fraction(0))
    below = sum((weight for name, weight in weights.items() if value[name] < mean), Fraction(0))
    above = sum((weight for name, weight in weights.items() if value[name] > mean), Fraction(0))
    moved = min(step, below)
    if not moved or not above:
        return dict(weights)
    moved_weights = {}
    for name, weight in weights.items():
        if value[name] < mean:
            moved_weights[name] = weight - moved * weight / below
        elif value[name] > mean:
            moved_weights[name] = weight + moved * weight / above
        else:
            moved_weights[name] = weight
    return moved_weights


def legible(
    weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction, at_most: int
) -> Weights:
    """The nearest list of multiples of `step` with at most so many outcomes, filling the whole exactly.

    An outcome that finds no place gives its weight to the one kept whose worth is nearest.
    """
    value = {outcome.id: worth(outcome) for outcome in outcomes}
    order = sorted(weights, key=lambda name: (-weights[name], name))
    largest = order[:at_most]
    pooled = {name: weights[name] for name in largest}
    for name in order[at_most:]:
        nearest = min(largest, key=lambda other: (abs(value[other] - value[name]), order.index(other)))
        pooled[nearest] += weights[name]
    units = {name: weight / step for name, weight in pooled.items()}
    whole = {name: int(share) for name, share in units.items()}
    missing = int(1 / step) - sum(whole.values())
    by_remainder = sorted(units, key=lambda name: (whole[name] - units[name], order.index(name)))
    for name in by_remainder[:missing]:
        whole[name] += 1
    return {name: count * step for name, count in whole.items() if count}


def weigh(
    outcomes: Sequence[Outcome],
    worth: Worth,
    sympathy: Fraction,
    step: Fraction,
    at_most: int,
    tolerance: Fraction,
) -> tuple[Weighting, Fraction, Fraction]:
    """The neutral weights and legible ones for both sides; the step used, and how far these move the score.

    Where legible weights would move the score over `tolerance`, in the event's currency, the steps are of 1 %.
    """
    plain = neutral(outcomes)
    kind = sympathetic(plain, outcomes, worth, sympathy)
    value = {outcome.id: worth(outcome) for outcome in outcomes}

    def mean(weights: Weights) -> Fraction:
        return sum((weight * value[name] for name, weight in weights.items()), Fraction(0))

    best, used = legible(kind, outcomes, worth, step, at_most), step
    if abs(mean(best) - mean(kind)) > tolerance:
        best, used = legible(kind, outcomes, worth, Fraction(1, 100), at_most), Fraction(1, 100)
    shown = _pairs(best)
    return Weighting(_pairs(plain), shown, shown), used, mean(best) - mean(kind)


def _pairs(weights: Weights) -> tuple[tuple[str, Fraction], ...]:
    return tuple(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class ReweighedScore:
    """A side's score under weights, exact; none when a result with weight has no converted score."""

    weights: tuple[tuple[str, Fraction], ...]
    score: Fraction | None

    @property
    def decimal(self) -> str:
        """The score as people read it."""
        return "" if self.score is None else f"{float(self.score):+.2f}"


def weighable(document: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - any JSON
    """The results a ruling lets a person weigh, by name: every legal one, in its own order."""
    return tuple(
        (outcome["id"], outcome["result"]) for outcome in document.get("outcomes") or () if outcome["legal"]
    )


def reweighed(document: Any, side: str, parts: Mapping[str, int]) -> ReweighedScore | None:  # noqa: ANN401 - any JSON
    """A side's score when each result counts by its part of the whole; none when all parts are nothing.

    >>> ruling = {"outcomes": [{"id": "a", "legal": True, "converted": {"ns": "3"}},
    ...                        {"id": "b", "legal": True, "converted": {"ns": "-5"}}]}
    >>> reweighed(ruling, "ns", {"a": 60, "b": 20}).score
    Fraction(1, 1)
    """
    outcomes = {outcome["id"]: outcome for outcome in document.get("outcomes") or () if outcome["legal"]}
    counted = {name: part for name, part in parts.items() if name in outcomes and part > 0}
    whole = sum(counted.values())
    if not whole:
        return None
    weights = tuple((name, Fraction(part, whole)) for name, part in counted.items())
    worths: list[Any] = [(outcomes[name].get("converted") or {}).get(side) for name, _ in weights]
    if None in worths:
        return ReweighedScore(weights, None)
    parts_of_score = (weight * Fraction(worth) for (_, weight), worth in zip(weights, worths, strict=True))
    return ReweighedScore(weights, sum(parts_of_score, Fraction(0)))
