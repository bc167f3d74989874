"""Neutral weights, the sympathy step to the innocent side, and weights a person can read (12C1c).

All three are shown. Probabilities come in thousandths; from there on everything is exact.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.ruling import Outcome

__all__ = ["Proposed", "legible", "neutral", "sympathetic", "weigh"]

Worth = Callable[[Outcome], Fraction]
Weights = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Proposed:
    """The weights in their three forms, and how far the legible ones move the score, in the event's currency."""

    neutral: tuple[tuple[str, Fraction], ...]
    sympathetic: tuple[tuple[str, Fraction], ...]
    legible: tuple[tuple[str, Fraction], ...]
    step: Fraction
    moved: Fraction


def neutral(outcomes: Sequence[Outcome]) -> Weights:
    """The probabilities of the legal outcomes in thousandths, filling the whole."""
    thousandths = {one.id: round(1000 * (one.probability or 0.0)) for one in outcomes if one.legal}
    whole = sum(thousandths.values())
    if not whole:
        return {}
    return {name: Fraction(count, whole) for name, count in thousandths.items() if count}


def sympathetic(weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction) -> Weights:
    """Move `step` from the outcomes below the innocent side's mean to those above it, pro rata, none below nought.

    `worth` is each outcome's worth to the innocent side.
    """
    value = {one.id: worth(one) for one in outcomes}
    mean = sum((weight * value[name] for name, weight in weights.items()), Fraction(0))
    below = sum((weight for name, weight in weights.items() if value[name] < mean), Fraction(0))
    above = sum((weight for name, weight in weights.items() if value[name] > mean), Fraction(0))
    moved = min(step, below)
    if not moved or not above:
        return dict(weights)
    found = {}
    for name, weight in weights.items():
        if value[name] < mean:
            found[name] = weight - moved * weight / below
        elif value[name] > mean:
            found[name] = weight + moved * weight / above
        else:
            found[name] = weight
    return found


def legible(
    weights: Weights, outcomes: Sequence[Outcome], worth: Worth, step: Fraction, at_most: int
) -> Weights:
    """The nearest list of multiples of `step` with at most so many outcomes, filling the whole exactly.

    An outcome that finds no place gives its weight to the one kept whose worth is nearest.
    """
    value = {one.id: worth(one) for one in outcomes}
    order = sorted(weights, key=lambda name: (-weights[name], name))
    kept = order[:at_most]
    pooled = {name: weights[name] for name in kept}
    for name in order[at_most:]:
        nearest = min(kept, key=lambda other: (abs(value[other] - value[name]), order.index(other)))
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
) -> Proposed:
    """The weights in their three forms; where legible ones would move the score over `tolerance`, steps of 1 %."""
    plain = neutral(outcomes)
    kind = sympathetic(plain, outcomes, worth, sympathy)
    value = {one.id: worth(one) for one in outcomes}

    def mean(weights: Weights) -> Fraction:
        return sum((weight * value[name] for name, weight in weights.items()), Fraction(0))

    best, used = legible(kind, outcomes, worth, step, at_most), step
    if abs(mean(best) - mean(kind)) > tolerance:
        best, used = legible(kind, outcomes, worth, Fraction(1, 100), at_most), Fraction(1, 100)
    return Proposed(_pairs(plain), _pairs(kind), _pairs(best), used, mean(best) - mean(kind))


def _pairs(weights: Weights) -> tuple[tuple[str, Fraction], ...]:
    return tuple(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0])))
