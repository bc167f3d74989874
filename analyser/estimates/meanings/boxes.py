"""Hand types as boxes: for each measure of the constraint language the numbers allowed; unions of boxes are alternatives."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from analyser.bridge import Card, HandConstraint, Measure, Span
from analyser.bridge.constraints import SHAPES

Box: TypeAlias = Mapping[str, tuple[int, int]]
"""Bounds by measure: `S H D C` lengths, `M m` the longer major and minor, `HCP`, `A`, `K`, the shapes, cards as `SA`."""
Union: TypeAlias = tuple[Box, ...]

ANY: Final[Union] = ({},)
SUITS: Final = ("S", "H", "D", "C")
MOST_ALTERNATIVES: Final = 12
_ORDER: Final = ("S", "H", "D", "C", "M", "m", "bal", "semi", "unbal", "HCP", "A", "K")
_MOST: Final = {"HCP": 37, "A": 4, "K": 4}
_YES: Final = (1, 1)


def box(**bounds: int | tuple[int, int]) -> Union:
    """One hand type; a bare number is exact.

    >>> box(S=(5, 13), HCP=(8, 11))
    ({'S': (5, 13), 'HCP': (8, 11)},)
    """
    return ({name: (value, value) if isinstance(value, int) else value for name, value in bounds.items()},)


def suit_box(suit: str, low: int, high: int = 13) -> Union:
    """So many cards of a suit, or of `M` a major, `m` a minor."""
    return ({suit: (low, high)},)


def points_box(low: int, high: int = 37) -> Union:
    """So many points."""
    return ({"HCP": (max(0, low), min(high, 37))},)


def shape_box(shape: str) -> Union:
    """`bal`, `semi` or `unbal`."""
    return ({shape: _YES},)


def both(first: Box, second: Box) -> Box | None:
    """The hands in both boxes; `None` if there are none."""
    out = dict(first)
    for name, bound in second.items():
        low, high = out.get(name, bound)
        out[name] = max(low, bound[0]), min(high, bound[1])
        if out[name][0] > out[name][1]:
            return None
    return out if _is_possible(out) else None


def _is_possible(bounds: Box) -> bool:
    least = most = 0
    for suit in SUITS:
        low, high = bounds.get(suit, (0, 13))
        least, most = least + low, most + high
    if least > 13 or most < 13:
        return False
    if "bal" in bounds and ("unbal" in bounds or any(not _allows_balanced(bounds, suit) for suit in SUITS)):
        return False
    return not any(
        name in bounds and max(bounds.get(suit, (0, 13))[0] for suit in pair) > bounds[name][1]
        for name, pair in (("M", ("S", "H")), ("m", ("D", "C")))
    )


def _allows_balanced(bounds: Box, suit: str) -> bool:
    low, high = bounds.get(suit, (0, 13))
    return high >= 2 and low <= 5


def conjoin(first: Union, second: Union) -> Union:
    """The hands of both unions, alternative by alternative; empty if they contradict each other."""
    return distinct(joint for one in first for other in second if (joint := both(one, other)) is not None)


def distinct(boxes: Iterable[Box]) -> Union:
    """Boxes without repetition and without those inside another one."""
    kept: list[Box] = []
    for candidate in boxes:
        if not any(_inside(candidate, other) for other in kept):
            kept = [other for other in kept if not _inside(other, candidate)] + [candidate]
    return tuple(kept)


def _inside(small: Box, large: Box) -> bool:
    """Whether each bound of the larger box holds in the smaller one."""
    return all(
        name in small and low <= small[name][0] and small[name][1] <= high
        for name, (low, high) in large.items()
    )


def expand_groups(boxes: Union) -> Union:
    """The same hands without `M` and `m`: the longer of two suits is either of them."""
    for name, pair in (("M", ("S", "H")), ("m", ("D", "C"))):
        out: list[Box] = []
        for bounds in boxes:
            if name not in bounds:
                out.append(bounds)
                continue
            low, high = bounds[name]
            rest = {other: value for other, value in bounds.items() if other != name}
            capped: Box | None = rest
            if high < 13:
                capped = both(rest, {pair[0]: (0, high), pair[1]: (0, high)})
            if capped is None:
                continue
            if low == 0:
                out.append(capped)
                continue
            for suit in pair:
                joint = both(capped, {suit: (low, 13)})
                if joint is not None:
                    out.append(joint)
        boxes = tuple(out)
    return boxes


def constraint_of(boxes: Union) -> HandConstraint | None:
    """The union in the constraint language; `None` if it limits nothing or has too many alternatives."""
    if not boxes or len(boxes) > MOST_ALTERNATIVES or any(not bounds for bounds in boxes):
        return None
    return HandConstraint(tuple(tuple(_spans(bounds)) for bounds in boxes))


def _spans(bounds: Box) -> Iterable[Span]:
    for name in sorted(bounds, key=lambda name: _ORDER.index(name) if name in _ORDER else -1):
        low, high = bounds[name]
        if name not in _ORDER:
            yield Span(Measure.HONOUR, card=Card.parse(name))
        elif name in ("bal", "semi", "unbal"):
            yield Span(Measure(name))
        else:
            yield Span(Measure(name), low, min(high, _MOST.get(name, 13)))


def boxes_of(constraint: HandConstraint) -> Union:
    """A constraint as boxes; of two terms on one measure both hold."""
    out: list[Box] = []
    for spans in constraint.alternatives:
        bounds: Box | None = {}
        for span in spans:
            name = str(span.card) if span.card is not None else str(span.measure.value)
            value = _YES if span.card is not None or span.measure in SHAPES else (span.low, span.high)
            bounds = None if bounds is None else both(bounds, {name: value})
        if bounds is not None:
            out.append(bounds)
    return tuple(out)
