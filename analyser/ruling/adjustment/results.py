"""Possible results with their weights, one list a side: what a finding or an estimate hands to the scorer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import PointsOnly, Result
from analyser.casefile import JudgedResults, WeightedResult
from analyser.ruling import Outcome, Weighting
from analyser.scoring import WeightedScore, check_whole

__all__ = ["Lists", "Weighed", "lists_of", "only_legal", "outcomes_of", "weighted_score", "weighting_of"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One possible result, its weight, and whether it could be reached without the infraction."""

    result: Result | PointsOnly
    weight: Fraction
    legal: bool = True


Lists = tuple[tuple[Weighed, ...], tuple[Weighed, ...]]


def lists_of(found: JudgedResults) -> Lists:
    """A person's finding: one list for both sides, or one for each."""
    both = _merged(found.answer or ())
    ns = _merged(found.ns) if found.ns else both
    ew = _merged(found.ew) if found.ew else (ns if found.ns and not both else both)
    return (ns, ew)


def _merged(entries: Iterable[WeightedResult]) -> tuple[Weighed, ...]:
    """Equal results together, in the order they first stand."""
    weights: dict[tuple[Result | PointsOnly, bool], Fraction] = {}
    for entry in entries:
        key = (entry.result, entry.legal is not False)
        weights[key] = weights.get(key, Fraction(0)) + entry.weight
    return tuple(Weighed(result, weight, legal) for (result, legal), weight in weights.items())


def only_legal(weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """The results that could be reached without the infraction, their weights filling the whole again."""
    legal = [entry for entry in weighed if entry.legal]
    whole = sum((entry.weight for entry in legal), Fraction(0))
    if not whole:
        return ()
    return tuple(Weighed(entry.result, entry.weight / whole) for entry in legal)


def weighted_score(weighed: Sequence[Weighed], points: dict[Result | PointsOnly, int]) -> WeightedScore:
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


def _by_outcome(outcomes: Sequence[Outcome], weighed: Sequence[Weighed]) -> tuple[tuple[str, Fraction], ...]:
    names = {(outcome.result, outcome.legal): outcome.id for outcome in outcomes}
    return tuple((names[entry.result, entry.legal], entry.weight) for entry in weighed)
