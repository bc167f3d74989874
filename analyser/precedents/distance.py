"""How far one case lies from another: a weighted sum of plain differences, each between 0 and 1.

Where either case does not tell a fact, half the difference is taken: neither like nor unlike.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from analyser import laws
from analyser.precedents.sketch import Sketch, level_of, sort_of

__all__ = ["WEIGHTS", "Part", "distance", "parts"]

_UNKNOWN = 0.5
_LATER_EDITIONS = 0.5

WEIGHTS: Final[dict[str, float]] = {
    "kind": 8.0,  # what happened comes first: a claim is no precedent for a slow pass
    "information": 3.0,
    "edition": 2.0,
    "clauses": 2.0,
    "given": 1.5,
    "action": 1.5,
    "level": 1.0,
    "standing": 0.5,
    "shape": 1.0,
    "points": 1.0,
    "controls": 0.5,
    "fit": 0.5,
    "contested": 0.7,
    "round": 0.3,
    "vulnerable": 0.5,
    "form": 0.5,
    "authority": 0.5,
    "body": 0.5,
    "claim": 3.0,
    "told": 0.5,  # a case with a ruling before one without
}


@dataclass(frozen=True, slots=True)
class Part:
    """One plain difference: its name, how great it is, and what it weighs."""

    name: str
    difference: float
    weight: float

    @property
    def counts(self) -> float:
        """What it adds to the distance."""
        return self.difference * self.weight


def distance(ours: Sketch, theirs: Sketch) -> float:
    """The whole distance, 0 for a case like ours in everything told."""
    return sum(part.counts for part in parts(ours, theirs))


def parts(ours: Sketch, theirs: Sketch) -> tuple[Part, ...]:
    """Every difference that counts, in the order of the table of weights."""
    return tuple(Part(name, measure(ours, theirs), WEIGHTS[name]) for name, measure in _MEASURES)


def _same(one: object, other: object) -> float:
    if one is None or other is None:
        return _UNKNOWN
    return float(one != other)


def _span(one: float | None, other: float | None, whole: float) -> float:
    """A difference of figures as a share of what is very far."""
    if one is None or other is None:
        return _UNKNOWN
    return min(1.0, abs(one - other) / whole)


def _shape(ours: Sketch, theirs: Sketch) -> float:
    if ours.shape is None or theirs.shape is None:
        return _UNKNOWN
    moved = sum(abs(one - other) for one, other in zip(ours.shape, theirs.shape, strict=True)) / 2
    return min(1.0, moved / 4)


def _clauses(ours: Sketch, theirs: Sketch) -> float:
    """Whether any law is cited by both; nothing when we cite none yet."""
    if not ours.clauses or not theirs.clauses:
        return _UNKNOWN
    return float(not set(ours.clauses) & set(theirs.clauses))


def _edition(ours: Sketch, theirs: Sketch) -> float:
    if ours.edition is None or theirs.edition is None:
        return _UNKNOWN
    if ours.edition == theirs.edition:
        return 0.0
    # 2007 defined the logical alternative (16B1b) and brought weighted scores (12C1c); later editions kept both.
    return 1.0 if laws.editions()[0] in (ours.edition, theirs.edition) else _LATER_EDITIONS


def _vulnerable(ours: Sketch, theirs: Sketch) -> float:
    if ours.vulnerable is None or theirs.vulnerable is None:
        return _UNKNOWN
    return sum(one != other for one, other in zip(ours.vulnerable, theirs.vulnerable, strict=True)) / 2


def _claim(ours: Sketch, theirs: Sketch) -> float:
    if ours.claim is None and theirs.claim is None:
        return 0.0
    if ours.claim is None or theirs.claim is None:
        return _UNKNOWN
    one, other = ours.claim, theirs.claim
    told = (
        _same(one.trumps, other.trumps),
        _same(one.spoke, other.spoke),
        _same(one.conceded, other.conceded),
        _span(one.left, other.left, 6),
    )
    return sum(told) / len(told)


def _body(ours: Sketch, theirs: Sketch) -> float:
    if not ours.rulings or not theirs.rulings:
        return _UNKNOWN
    return float(ours.rulings[-1].body not in theirs.bodies)


_MEASURES: tuple[tuple[str, Callable[[Sketch, Sketch], float]], ...] = (
    ("kind", lambda ours, theirs: _same(ours.kind, theirs.kind)),
    ("information", lambda ours, theirs: _same(ours.information, theirs.information)),
    ("edition", _edition),
    ("clauses", _clauses),
    ("given", lambda ours, theirs: _same(sort_of(ours.given), sort_of(theirs.given))),
    ("action", lambda ours, theirs: _same(sort_of(ours.action), sort_of(theirs.action))),
    ("level", lambda ours, theirs: _span(level_of(ours.action), level_of(theirs.action), 4)),
    ("standing", lambda ours, theirs: _span(level_of(ours.standing_bid), level_of(theirs.standing_bid), 4)),
    ("shape", _shape),
    ("points", lambda ours, theirs: _span(ours.points, theirs.points, 10)),
    ("controls", lambda ours, theirs: _span(ours.controls, theirs.controls, 5)),
    ("fit", lambda ours, theirs: _span(ours.fit, theirs.fit, 4)),
    ("contested", lambda ours, theirs: _same(ours.contested, theirs.contested)),
    ("round", lambda ours, theirs: _span(ours.round, theirs.round, 4)),
    ("vulnerable", _vulnerable),
    ("form", lambda ours, theirs: _same(ours.form, theirs.form)),
    ("authority", lambda ours, theirs: _same(ours.authority, theirs.authority)),
    ("body", _body),
    ("claim", _claim),
    ("told", lambda _, theirs: float(not theirs.rulings)),
)
