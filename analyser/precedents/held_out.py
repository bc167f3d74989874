"""How well nearness finds cases decided under the same clause, each case in turn asked of all the others.

The asking case is stripped of every clause, ruling and finding first. It is set against retrieval by kind alone: three
cases drawn from those of the same kind, for which the chance of a hit is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from analyser.precedents.nearest import nearest
from analyser.precedents.sketch import Sketch

__all__ = ["HeldOut", "leave_one_out"]

_FIRST = 3


@dataclass(frozen=True, slots=True)
class HeldOut:
    """In how many of `asked` cases one of the first three is of the same kind and cites the same clause."""

    asked: int
    found: int  # by nearness
    expected: float  # by kind alone, three drawn at random among the same kind
    in_order: int  # by kind alone, the first three by name

    @property
    def share(self) -> float:
        """The share found by nearness."""
        return self.found / self.asked if self.asked else 0.0

    @property
    def by_kind(self) -> float:
        """The share expected by kind alone."""
        return self.expected / self.asked if self.asked else 0.0


def leave_one_out(base: Sequence[Sketch], *, records: bool = True, same_event: bool = True) -> HeldOut:
    """Every case that cites a clause, and has another like it, asked of all the others.

    Without `records` no broadcast asks; without `same_event` no case of the same championship may answer: its bodies
    cite alike, and a case from elsewhere has no such neighbour.
    """
    asked = found = in_order = 0
    expected = 0.0
    for ours in base:
        if not ours.clauses or (ours.record and not records):
            continue
        others = [
            theirs
            for theirs in base
            if theirs.id != ours.id and (same_event or _event(theirs) != _event(ours))
        ]
        same_kind = [theirs for theirs in others if theirs.kind == ours.kind]
        alike = sum(_same_law(ours, theirs) for theirs in same_kind)
        if not alike:
            continue
        asked += 1
        found += any(_hit(ours, precedent.sketch) for precedent in nearest(ours.unjudged(), others, _FIRST))
        in_order += any(_same_law(ours, theirs) for theirs in same_kind[:_FIRST])
        expected += _chance(len(same_kind), alike)
    return HeldOut(asked, found, expected, in_order)


def _chance(cases: int, alike: int) -> float:
    """The chance that one of those alike is among the first three of as many cases in any order."""
    drawn = min(_FIRST, cases)
    return 1 - comb(cases - alike, drawn) / comb(cases, drawn)


def _event(sketch: Sketch) -> str:
    return sketch.event.partition(",")[0].partition("/")[0].strip()


def _same_law(ours: Sketch, theirs: Sketch) -> bool:
    return bool(set(ours.clauses) & set(theirs.clauses))


def _hit(ours: Sketch, theirs: Sketch) -> bool:
    return ours.kind == theirs.kind and _same_law(ours, theirs)
