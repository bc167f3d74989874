"""Several incidents on one board: what a later one changes only where the play still comes to it.

The first incident puts other results in the place of the table's. On the part of them that is the line actually
followed the later incident still happens, and there its own results take their place; on every other line it does not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import PointsOnly, Result
from analyser.ruling.adjustment.results import Lists, Weighed

__all__ = ["Change", "after_all", "arising"]

_WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Change:
    """What one incident alone puts in the place of the table result.

    `actual` is the part of each result's weight that stands on the line actually followed: there whatever came later
    at the table came all the same.
    """

    lists: Lists
    actual: Mapping[Result | PointsOnly, Fraction]


def arising(change: Change) -> tuple[Fraction, Fraction]:
    """On what part of the board a later incident still happens, in North-South's list and in East-West's."""
    ns, ew = (_on_the_line(side, change.actual) for side in change.lists)
    return (ns, ew)


def _on_the_line(side: tuple[Weighed, ...], actual: Mapping[Result | PointsOnly, Fraction]) -> Fraction:
    return sum((one.weight * actual.get(one.result, Fraction(0)) for one in side), Fraction(0))


def after_all(changes: tuple[Change, ...]) -> Change:
    """All incidents together, in the order in which they happened.

    >>> three, four = Result.parse("3NT= by S"), Result.parse("3NT+1 by S")
    >>> kept = Weighed(three, Fraction(1, 4)), Weighed(Result.parse("4S= by S"), Fraction(3, 4))
    >>> first = Change((kept, kept), {three: Fraction(1)})
    >>> later = (Weighed(four, Fraction(1)),)
    >>> [str(one.weight) for one in after_all((first, Change((later, later), {}))).lists[0]]
    ['3/4', '1/4']
    """
    made = changes[0]
    for later in changes[1:]:
        parts = arising(made)
        lists = tuple(
            _in_place(side, made.actual, part, other)
            for side, part, other in zip(made.lists, parts, later.lists, strict=True)
        )
        made = Change((lists[0], lists[1]), later.actual if any(parts) else {})
    return made


def _in_place(
    side: tuple[Weighed, ...],
    actual: Mapping[Result | PointsOnly, Fraction],
    part: Fraction,
    later: tuple[Weighed, ...],
) -> tuple[Weighed, ...]:
    """One side's results, the part on the actual line given to the later incident's."""
    weights: dict[Result | PointsOnly, Fraction] = {}
    for one in side:
        kept = one.weight * (_WHOLE - actual.get(one.result, Fraction(0)))
        weights[one.result] = weights.get(one.result, Fraction(0)) + kept
    for one in later:
        weights[one.result] = weights.get(one.result, Fraction(0)) + part * one.weight
    return tuple(Weighed(result, weight) for result, weight in weights.items() if weight)
