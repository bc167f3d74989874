"""The nearest past cases: how far, why near, how different, and what was ruled by whom under which Laws."""

from collections.abc import Iterable
from dataclasses import dataclass

from analyser.messages import Message, message
from analyser.precedents.distance import distance
from analyser.precedents.sketch import PastRuling, Sketch, sort_of
from analyser.ruling import Finding, FindingClass

__all__ = ["Precedent", "nearest"]


@dataclass(frozen=True, slots=True)
class Precedent:
    """A past case beside ours."""

    sketch: Sketch
    distance: float
    ruled: tuple[Finding, ...]
    near: tuple[Finding, ...]
    differs: tuple[Finding, ...]


def nearest(ours: Sketch, base: Iterable[Sketch], count: int = 5) -> tuple[Precedent, ...]:
    """The nearest cases, the nearest first; a case is no precedent for itself."""
    others = (sketch for sketch in base if sketch.id != ours.id)
    measured = sorted(
        ((distance(ours, theirs), theirs.id, theirs) for theirs in others), key=lambda entry: entry[:2]
    )
    return tuple(_precedent(ours, theirs, far) for far, _, theirs in measured[:count])


def _precedent(ours: Sketch, theirs: Sketch, far: float) -> Precedent:
    near, differs = _compared(ours, theirs)
    return Precedent(theirs, far, _ruled(theirs), near, differs)


def _fact(code: str, **args: str | int | Message) -> Finding:
    return Finding(f"precedents.{code}", tuple(args.items()), FindingClass.FACT)


def _ruled(theirs: Sketch) -> tuple[Finding, ...]:
    """What each body ruled, oldest first, and how far it may be leaned on."""
    told = [_ruling(ruling) for ruling in theirs.rulings] or [_fact("no-ruling")]
    told += [
        _fact("grounds", body=ruling.body, grounds=ruling.grounds)
        for ruling in theirs.rulings
        if ruling.grounds
    ]
    if theirs.infraction is not None:
        told.append(_fact("infraction" if theirs.infraction else "no-infraction"))
    if theirs.held:
        told.append(_fact("held", actions=", ".join(theirs.held)))
    if theirs.rejected:
        told.append(_fact("rejected", actions=", ".join(theirs.rejected)))
    if theirs.appeal:
        told.append(_fact(theirs.appeal))
    if theirs.record:
        told.append(_fact("record"))
    return tuple(told)


def _ruling(ruling: PastRuling) -> Finding:
    ns, ew = ", ".join(ruling.ns), ", ".join(ruling.ew)
    match ruling.kind:
        case "result-stands":
            return _fact("stood", body=ruling.body)
        case "tricks":
            return _fact("tricks", body=ruling.body, tricks=ns)
        case _ if not ns:
            return _fact("changed", body=ruling.body)
        case _ if ew:
            return _fact("sides", body=ruling.body, ns=ns, ew=ew)
        case _:
            return _fact("scored", body=ruling.body, results=ns)


def _compared(ours: Sketch, theirs: Sketch) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Why near and how different: only what both cases tell."""
    near: list[Finding] = []
    differs: list[Finding] = []
    for code, one, other in _facts(ours, theirs):
        if one is None or other is None:
            continue
        if one == other:
            near.append(_fact(f"same-{code}", what=one))
        else:
            differs.append(_fact(f"other-{code}", theirs=other, ours=one))
    _hands(ours, theirs, near, differs)
    return tuple(near), tuple(differs)


def _facts(
    ours: Sketch, theirs: Sketch
) -> tuple[tuple[str, str | Message | None, str | Message | None], ...]:
    return (
        ("kind", ours.kind, theirs.kind),
        ("information", ours.information, theirs.information),
        ("given", sort_of(ours.given), sort_of(theirs.given)),
        ("action", _action(ours), _action(theirs)),
        ("edition", ours.edition, theirs.edition),
        ("authority", ours.authority, theirs.authority),
        ("form", ours.form, theirs.form),
        ("vulnerability", _vulnerable(ours), _vulnerable(theirs)),
        ("contest", _contested(ours), _contested(theirs)),
    )


def _action(sketch: Sketch) -> str | Message | None:
    sort = sort_of(sketch.action)
    if sort == "bid" and sketch.action:
        return message("precedents.bid-at-level", level=sketch.action[0])
    return sort


def _vulnerable(sketch: Sketch) -> str | None:
    if sketch.vulnerable is None:
        return None
    return {
        (False, False): "none",
        (True, True): "all",
        (True, False): "own side",
        (False, True): "other side",
    }[sketch.vulnerable]


def _contested(sketch: Sketch) -> str | None:
    return None if sketch.contested is None else ("contested" if sketch.contested else "uncontested")


def _hands(ours: Sketch, theirs: Sketch, near: list[Finding], differs: list[Finding]) -> None:
    """The hands of the players who decided: points within two and one card moved are near."""
    if ours.points is not None and theirs.points is not None and theirs.hand is not None:
        close = abs(ours.points - theirs.points) <= _NEAR_POINTS
        (near if close else differs).append(
            _fact("points", theirs=theirs.points, ours=ours.points, hand=theirs.hand)
        )
    if ours.shape is not None and theirs.shape is not None:
        moved = sum(abs(one - other) for one, other in zip(ours.shape, theirs.shape, strict=True)) // 2
        shapes = {"theirs": _pattern(theirs.shape), "ours": _pattern(ours.shape)}
        (near if moved <= 1 else differs).append(_fact("shape", **shapes))
    if ours.fit is not None and theirs.fit is not None:
        close = abs(ours.fit - theirs.fit) <= 1
        (near if close else differs).append(_fact("fit", theirs=theirs.fit, ours=ours.fit))


def _pattern(shape: tuple[int, ...]) -> str:
    return "-".join(map(str, shape))


_NEAR_POINTS = 2
