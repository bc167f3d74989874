"""Weights of possible results (12C): as a person gave them, neutral, with sympathy, in legible steps, by two standards.

All are reported. Probabilities come in thousandths; from there on everything is exact.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyser.bridge import Contract, PointsOnly, Result, Side, parse_result
from analyser.casefile import JudgedResults, WeightedResult
from analyser.laws import Jurisdiction
from analyser.laws.choices import Election
from analyser.ruling import Outcome, Weighting
from analyser.ruling.currency import Currency, select_by_standards
from analyser.ruling.values import ResultWeight
from analyser.scoring import WeightedScore, check_whole

Lists = tuple[tuple[ResultWeight, ...], tuple[ResultWeight, ...]]


def lists_of(judged: JudgedResults) -> Lists:
    """A person's finding as lists: one for both sides, or one for each."""
    result_weights = _merge_results(judged.answer or ())
    ns = _merge_results(judged.ns) if judged.ns else result_weights
    ew = (
        _merge_results(judged.ew)
        if judged.ew
        else (ns if judged.ns and not result_weights else result_weights)
    )
    return (ns, ew)


def _merge_results(entries: Iterable[WeightedResult]) -> tuple[ResultWeight, ...]:
    """Equal results merged, in order of first appearance."""
    weights: dict[tuple[Result | PointsOnly, bool], Fraction] = {}
    for entry in entries:
        key = (entry.result, entry.legal is not False)
        weights[key] = weights.get(key, Fraction(0)) + entry.weight
    return tuple(ResultWeight(result, weight, legal) for (result, legal), weight in weights.items())


def keep_legal(weighed: Sequence[ResultWeight]) -> tuple[ResultWeight, ...]:
    """The results reachable without the infraction, their weights normalised to one."""
    legal = [entry for entry in weighed if entry.legal]
    total = sum((entry.weight for entry in legal), Fraction(0))
    if not total:
        return ()
    return tuple(ResultWeight(entry.result, entry.weight / total) for entry in legal)


def weighted_score(weighed: Sequence[ResultWeight], points: dict[Result | PointsOnly, int]) -> WeightedScore:
    """The list as a weighted score."""
    check_whole([entry.weight for entry in weighed])
    return WeightedScore.from_shares([(entry.weight, points[entry.result]) for entry in weighed])


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
    """The weights by outcome: as found, and as used in each side's score."""
    plain_ns, plain_ew = neutral
    ns, ew = final
    return Weighting(
        neutral=_weights_by_outcome(outcomes, plain_ns) if plain_ns == plain_ew else (),
        ns=_weights_by_outcome(outcomes, ns),
        ew=_weights_by_outcome(outcomes, ew),
    )


def _weights_by_outcome(
    outcomes: Sequence[Outcome], weighed: Sequence[ResultWeight]
) -> tuple[tuple[str, Fraction], ...]:
    names = {(outcome.result, outcome.legal): outcome.id for outcome in outcomes}
    return tuple((names[entry.result, entry.legal], entry.weight) for entry in weighed)


Worth = Callable[[Outcome], Fraction]
Weights = dict[str, Fraction]


def neutral(outcomes: Sequence[Outcome]) -> Weights:
    """The probabilities of the legal outcomes in thousandths, normalised to one."""
    thousandths = {
        outcome.id: round(1000 * (outcome.probability or 0.0)) for outcome in outcomes if outcome.legal
    }
    total = sum(thousandths.values())
    if not total:
        return {}
    return {name: Fraction(count, total) for name, count in thousandths.items() if count}


ODDS_RAISED_AT_MOST = Fraction(3, 2)
"""The largest odds ratio of sympathy: fifty in a hundred becomes fifty-five with eleven ninths.

Between one chance in eight and four in five the whole step is moved; what is next to impossible stays so. Unsettled.
"""


def sympathetic(weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction) -> Weights:
    """Weights with the odds of outcomes above the innocent side's mean raised, by at most `step` in all.

    `worth` is each outcome's worth to the innocent side.
    """
    value = {outcome.id: worth(outcome) for outcome in outcomes}
    mean = sum((weight * value[name] for name, weight in weights.items()), Fraction(0))
    below = sum((weight for name, weight in weights.items() if value[name] < mean), Fraction(0))
    above = sum((weight for name, weight in weights.items() if value[name] > mean), Fraction(0))
    if not step or not below or not above:
        return dict(weights)
    raised = ODDS_RAISED_AT_MOST * above
    moved = min(step, raised * (above + below) / (raised + below) - above)
    factors = {1: 1 + moved / above, 0: Fraction(1), -1: 1 - moved / below}
    return {
        name: weight * factors[(value[name] > mean) - (value[name] < mean)]
        for name, weight in weights.items()
    }


Legible = tuple[Weights, dict[str, tuple[str, ...]], Fraction]
"""Weights in steps, the other results each of them represents, and the weight of those left out."""


def legible(
    weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction, at_most: int
) -> Legible:
    """The probabilities rounded to multiples of `step` by largest remainder, for at most so many outcomes.

    If there are more, either tricks of the same contract by the same declarer are merged, or an outcome is left out
    and its weight divided among the others in proportion, whichever moves the score less. No outcome takes the weight
    of another because it is worth about the same.
    """
    return _round_to_steps(_fewer(weights, outcomes, worth, at_most)[at_most], step)


Groups = dict[str, Weights]
"""Outcomes by their representative, the heaviest first."""


def _fewer(weights: Weights, outcomes: Sequence[Outcome], worth: Worth, at_most: int) -> dict[int, Groups]:
    """The outcomes in fewer and fewer groups, by the number of groups, down to so many."""
    value = {outcome.id: float(worth(outcome)) for outcome in outcomes}
    contracts = {
        outcome.id: outcome.result.contract for outcome in outcomes if isinstance(outcome.result, Result)
    }
    groups = {name: {name: weight} for name, weight in _pairs(weights)}
    stages = dict.fromkeys(range(len(groups), max(len(groups), at_most) + 1), groups)
    while len(groups) > at_most:
        leader, into = _least_change(groups, value, contracts)
        groups = {name: dict(members) for name, members in groups.items()}
        members = groups.pop(leader)
        if into is not None:
            groups[into] |= members
        stages[len(groups)] = groups
    return stages


def _least_change(
    groups: Groups, value: Mapping[str, float], contracts: Mapping[str, Contract | None]
) -> tuple[str, str | None]:
    """The group whose removal moves the score least, and the group of its contract it joins, or `None` if it is left out."""
    weight_by_group = {name: float(sum(members.values())) for name, members in groups.items()}
    total = sum(weight_by_group.values())
    best: tuple[float, str, str | None] | None = None
    for name, weight in reversed(weight_by_group.items()):
        away = sum(other * abs(value[name] - value[heavier]) for heavier, other in weight_by_group.items())
        ways: list[tuple[float, str | None]] = [(weight * away / (total - weight), None)]
        own_contract = contracts.get(name)
        ways += [
            (weight * abs(value[name] - value[heavier]), heavier)
            for heavier, other in weight_by_group.items()
            if heavier != name
            and own_contract is not None
            and own_contract == contracts.get(heavier)
            and other >= weight
        ]
        cost, into = min(ways, key=lambda way: way[0])
        if best is None or cost < best[0]:
            best = (cost, name, into)
    assert best is not None, "there are outcomes to choose from"  # noqa: S101 - for the type checker
    return best[1], best[2]


def _round_to_steps(groups: Groups, step: Fraction) -> Legible:
    """The groups' weights in steps, summing to one."""
    totals = {name: sum(members.values(), Fraction(0)) for name, members in groups.items()}
    total = sum(totals.values(), Fraction(0))
    counts = _round_by_largest_remainder({name: weight / total / step for name, weight in totals.items()})
    return (
        {name: count * step for name, count in counts.items()},
        {name: tuple(n for n in groups[name] if n != name) for name in counts if len(groups[name]) > 1},
        1 - sum((totals[name] for name in counts), Fraction(0)),
    )


def _round_by_largest_remainder(units: Mapping[str, Fraction]) -> dict[str, int]:
    """Whole numbers of steps in proportion, by largest remainder; what rounds to zero is not listed."""
    whole = {name: int(share) for name, share in units.items()}
    missing = int(sum(units.values(), Fraction(0))) - sum(whole.values())
    for name in sorted(units, key=lambda name: whole[name] - units[name])[:missing]:
        whole[name] += 1
    return {name: count for name, count in whole.items() if count}


LEGIBLE_LEAST = Fraction(1, 100)
"""The finest step: weights of two decimals are what scoring programs are asked to take (EBU White Book 4.1.1.4)."""


LEFT_OUT_AT_MOST = Fraction(3, 20)
"""The most probability left out: dividing this much raises every weight by three seventeenths of itself. Unsettled."""


@dataclass(frozen=True, slots=True)
class ProposedWeights:
    """Weights proposed for estimated outcomes: their step, how far they move the score, the probability left out."""

    weighting: Weighting
    step: Fraction
    moved: Fraction
    left_out: Fraction
    results_at_most: int


def weigh(
    outcomes: Sequence[Outcome],
    worth: Worth,
    sympathy: Fraction,
    step: Fraction,
    at_most: int,
    tolerance: Fraction,
    *,
    more_results: bool = False,
) -> ProposedWeights:
    """The neutral weights and legible ones for both sides, in coarse steps if these suffice.

    If they would move the score over `tolerance`, in the event's currency, all steps are of one hundredth, and with
    `more_results` as many results are listed as it takes; likewise if too much would be left out.
    """
    plain = neutral(outcomes)
    kind = sympathetic(plain, outcomes, worth, sympathy)
    value = {outcome.id: worth(outcome) for outcome in outcomes}

    def mean(weights: Weights) -> Fraction:
        return sum((weight * value[name] for name, weight in weights.items()), Fraction(0))

    more = range(at_most + 1, len(kind) + 1) if more_results else ()
    tries = [(used, many) for many in (at_most, *more) for used in (step, LEGIBLE_LEAST)]
    groups = _fewer(kind, outcomes, worth, at_most)
    for used, many in tries:
        best, merged, left_out = _round_to_steps(groups[many], used)
        fits = left_out <= LEFT_OUT_AT_MOST or not more_results
        if fits and abs(mean(best) - mean(kind)) <= tolerance:
            break
    best_pairs = _pairs(best)
    weighting = Weighting(_pairs(plain), best_pairs, best_pairs, tuple(merged.items()))
    return ProposedWeights(weighting, used, mean(best) - mean(kind), left_out, many)


def _pairs(weights: Weights) -> tuple[tuple[str, Fraction], ...]:
    return tuple(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class ReweighedScore:
    """A side's score under weights, exact; `None` if a result with weight has no converted score."""

    weights: tuple[tuple[str, Fraction], ...]
    score: Fraction | None

    @property
    def decimal(self) -> str:
        """The score as people read it."""
        return "" if self.score is None else f"{float(self.score):+.2f}"


def weighable(document: Any) -> tuple[tuple[str, Result | PointsOnly], ...]:  # noqa: ANN401 - any JSON
    """The results of a ruling that a person may weigh, by name: every legal one, in its own order."""
    return tuple(
        (outcome["id"], parse_result(outcome["result"]))
        for outcome in document.get("outcomes") or ()
        if outcome["legal"]
    )


def reweigh(document: Any, side: str, parts: Mapping[str, int]) -> ReweighedScore | None:  # noqa: ANN401 - any JSON
    """A side's score if each result counts by its part of the whole; `None` if all parts are zero.

    >>> ruling = {"outcomes": [{"id": "a", "legal": True, "converted": {"ns": "3"}},
    ...                        {"id": "b", "legal": True, "converted": {"ns": "-5"}}]}
    >>> reweigh(ruling, "ns", {"a": 60, "b": 20}).score
    Fraction(1, 1)
    """
    outcomes = {outcome["id"]: outcome for outcome in document.get("outcomes") or () if outcome["legal"]}
    counted = {name: part for name, part in parts.items() if name in outcomes and part > 0}
    total = sum(counted.values())
    if not total:
        return None
    weights = tuple((name, Fraction(part, total)) for name, part in counted.items())
    worths: list[Any] = [(outcomes[name].get("converted") or {}).get(side) for name, _ in weights]
    if None in worths:
        return ReweighedScore(weights, None)
    parts_of_score = (weight * Fraction(worth) for (_, weight), worth in zip(weights, worths, strict=True))
    return ReweighedScore(weights, sum(parts_of_score, Fraction(0)))


def limbs_of(
    results: tuple[ResultWeight, ...],
    points: dict[Result | PointsOnly, int],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side,
) -> Lists:
    """The innocent side's one result and the offenders' (two standards).

    The innocent's is one without the irregularity; whether that applies to the offenders' too, the authority decides.
    """

    def worth(entry: ResultWeight) -> Fraction:
        return currency.worth(points[entry.result]).score_of(innocent)

    without = keep_legal(results) or results
    offenders = without if law.regulation.two_standards.offenders_without_infraction else results
    return select_by_standards(without, worth, law)[0], select_by_standards(offenders, worth, law)[1]


def weigh_elected_limb(
    limbs: Lists, every: tuple[ResultWeight, ...], innocent: Side, law: Jurisdiction
) -> Lists | None:
    """Both sides' results if only one limb was elected: the other side's are weighed; `None` if both limbs apply."""
    elected = law.regulation.weighting.elected
    if elected not in (Election.INNOCENT, Election.OFFENDERS):
        return None
    own_limb, theirs = (limbs[0], every) if elected is Election.INNOCENT else (every, limbs[1])
    return (own_limb, theirs) if innocent is Side.NS else (theirs, own_limb)
