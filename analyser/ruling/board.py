"""Several incidents on one board: what a later one changes only where the play still comes to it.

The first incident puts other results in the place of the table's. On the part of them that is the line actually
followed the later incident still happens, and there its own results take their place; on every other line it does not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import (
    Case,
    Incident,
    JudgedResults,
    JudgedTruth,
    Moment,
    Question,
    SelfInflicted,
)
from analyser.ruling import Adjusted, AdjustedKind, Finding, FindingClass, Outcome, Rest
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency, Lacking
from analyser.ruling.incidents import Ruled
from analyser.ruling.score import Settled, result_stands, settled
from analyser.ruling.weights import Lists, Weighed, lists_of

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


_CHANGED = (AdjustedKind.ASSIGNED, AdjustedKind.WEIGHTED, AdjustedKind.TWO_SIDED)


@dataclass(frozen=True, slots=True)
class Whole:
    """The board's score with all incidents; `settled` is none where it is not made of weighed results."""

    adjusted: Adjusted | None = None
    settled: Settled | None = None
    findings: tuple[Finding, ...] = ()


def in_order(incidents: Sequence[Incident]) -> tuple[Incident, ...]:
    """The incidents as they happened: by the decision each turns on; those without a place keep theirs, at the end."""
    return tuple(sorted(incidents, key=_when))


def _when(incident: Incident) -> tuple[int, int]:
    place, number = incident.turning_point, incident.number_in_play
    if place is None:
        return (3, 0) if number is None else (2, number)
    match place.moment:
        case Moment.CALL:
            return (0, place.number)
        case Moment.BEFORE_PLAY | Moment.LEAD:
            return (1, 0)
        case Moment.TRICK:
            return (2, place.number)


def whole_board(context: RulingContext, pairs: Sequence[tuple[Incident, Ruled]]) -> Whole:
    """The score of the board, from its incidents in their order and what persons found on the board as such."""
    ruled = [one for _, one in pairs]
    if len(pairs) > 1 and isinstance(context.currency, Currency):
        judged = _judged(context, context.currency, pairs)
        if judged is not None:
            return judged
        together = _together(context, context.currency, pairs)
        if together is not None:
            return together
    fixed = [one.adjusted for one in ruled if one.adjusted is not None]
    whole = _one_of(context, ruled)
    if fixed:
        changed = [one for one in fixed if one.kind in _CHANGED]
        unconverted = isinstance(context.currency, Lacking) and bool(changed)
        return Whole(changed[0] if unconverted else fixed[-1], whole)
    return Whole(whole.adjusted if whole else None, whole)


def _one_of(context: RulingContext, ruled: Sequence[Ruled]) -> Settled | None:
    """What changes the score first; else what left it as it was; else the table result, when nothing is undecided."""
    changing = [
        one.settled for one in ruled if one.settled and one.settled.adjusted.kind is not AdjustedKind.NONE
    ]
    if changing:
        return changing[0]
    standing = [one.settled for one in ruled if one.settled]
    if standing:
        return standing[0]
    if (
        any(one.adjusted for one in ruled)
        or isinstance(context.currency, Lacking)
        or context.table_ns is None
    ):
        return None
    if any(one.undecided for one in ruled):
        return None
    return result_stands(context.currency, context.table_ns, Finding.of("adjustment.stands"))


def _judged(
    context: RulingContext, currency: Currency, pairs: Sequence[tuple[Incident, Ruled]]
) -> Whole | None:
    """What a person found on the board as such: a finding that names no incident."""
    case = context.case
    own = [found for found in case.judgement if found.incident is None]
    answers = [one.ruling.infraction.answer for _, one in pairs if one.ruling.infraction]
    unharmed = any(
        isinstance(found, JudgedTruth) and found.question is Question.DAMAGE and not found.answer
        for found in own
    )
    results = next((found for found in own if isinstance(found, JudgedResults)), None)
    none_found = bool(answers) and all(answer is False for answer in answers)
    if (unharmed or (results is not None and none_found)) and context.table_ns is not None:
        why = Finding.of("adjustment.stands", kind=FindingClass.JUDGEMENT, standing=Rest.JUDGEMENT)
        made = result_stands(currency, context.table_ns, why)
        return Whole(made.adjusted, made, (why,))
    if results is None:
        return None
    innocent = _innocent([incident for incident, _ in pairs])
    made = settled(
        lists_of(results), currency, context.jurisdiction, innocent, context.table_ns, _error(case, innocent)
    )
    return Whole(made.adjusted, made, made.findings)


def _innocent(incidents: Sequence[Incident]) -> Side | None:
    """The side no incident speaks against; none where both sides are said to have offended."""
    sides = {incident.offending_side for incident in incidents}
    side = next(iter(sides)) if len(sides) == 1 else None
    return None if side is None else side.other


def _error(case: Case, innocent: Side | None) -> SelfInflicted | None:
    return next((one for one in case.error if one.incident is None and one.side is innocent), None)


def _together(
    context: RulingContext, currency: Currency, pairs: Sequence[tuple[Incident, Ruled]]
) -> Whole | None:
    """Several incidents that each change the score: the first, and in its part on the actual line those after it."""
    told = [(incident, one, _change(context, incident, one)) for incident, one in pairs]
    changes = [(incident, one, change) for incident, one, change in told if change is not None]
    if len(changes) < 2 or all(one.settled is None for _, one, _ in changes):
        return None  # revokes and claims alone are reckoned together by their own rules
    _, first, change = changes[0]
    made = after_all(tuple(change for _, _, change in changes))
    findings = _told(changes)
    if not any(arising(change)):
        return Whole(
            first.adjusted or (first.settled.adjusted if first.settled else None), first.settled, findings
        )
    board = settled(made.lists, currency, context.jurisdiction, None, context.table_ns)
    kept = _with_paths(board, [one.settled for _, one, _ in changes if one.settled])
    return Whole(kept.adjusted, kept, (*findings, *kept.findings))


def _told(changes: Sequence[tuple[Incident, Ruled, Change]]) -> tuple[Finding, ...]:
    """For each later incident, on what part of the board it still arises."""
    found = []
    for number in range(1, len(changes)):
        before = after_all(tuple(change for _, _, change in changes[:number]))
        ns, ew = arising(before)
        found.append(
            Finding.of(
                "board.later-arises" if ns or ew else "board.later-gone",
                incident=changes[number][0].id,
                after=changes[number - 1][0].id,
                share=ns if ns == ew else max(ns, ew),
            )
        )
    return tuple(found)


def _change(context: RulingContext, incident: Incident, ruled: Ruled) -> Change | None:
    """What one incident alone puts in the place of the table result; none when it leaves it."""
    made = ruled.settled
    if made is not None and made.weights is not None and made.adjusted.kind in _CHANGED:
        results = {one.id: one for one in made.outcomes}
        ns, ew = (
            tuple(Weighed(results[name].result, weight) for name, weight in side)
            for side in (made.weights.ns, made.weights.ew)
        )
        actual = {one.result: _actual(context, incident, one, ruled) for one in made.outcomes}
        return Change((ns, ew), actual)
    fixed = ruled.adjusted
    if fixed is not None and fixed.tricks is not None and context.case.contract is not None:
        alone = (Weighed(Result(context.case.contract, fixed.tricks), Fraction(1)),)
        return Change((alone, alone), {})
    return None


def _actual(context: RulingContext, incident: Incident, outcome: Outcome, ruled: Ruled) -> Fraction:
    """The part of an outcome that stands on the line actually followed.

    An action that was an infraction is on no legal line, so nothing that came after it remains. After misinformation
    the same calls may be made again: of an estimate their paths tell; of a person's list the table result.
    """
    table: Result | PointsOnly | None = context.case.result
    if incident.action_is_barred or not outcome.legal:
        return Fraction(0)
    if not ruled.estimated:
        return Fraction(outcome.result == table)
    auction, place = context.case.auction, incident.turning_point
    if auction is None or place is None or place.moment is not Moment.CALL or not outcome.probability:
        return Fraction(0)
    since = auction.calls[place.number - 1 :]
    same = sum(path.probability for path in outcome.paths if path.calls == since)
    return Fraction(min(1.0, same / outcome.probability)).limit_denominator(1000)


def _with_paths(board: Settled, parts: Sequence[Settled]) -> Settled:
    """The board's outcomes with the paths their parts came by."""
    known: dict[Result | PointsOnly, Outcome] = {}
    for part in parts:
        for outcome in part.outcomes:
            known.setdefault(outcome.result, outcome)
    outcomes = tuple(
        replace(one, paths=known[one.result].paths, because=known[one.result].because)
        if one.result in known
        else one
        for one in board.outcomes
    )
    return replace(board, outcomes=outcomes)
