"""The score of a board with all its incidents, in the order of the calls; a later one counts only where it still arises.

The first incident replaces the table's result by others. On the part of them that follows the actual line the later
incident still happens, and its own results replace that part; on every other line it does not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import (
    Incident,
    JudgedResults,
    JudgedTruth,
    Moment,
    Question,
)
from analyser.ruling import Adjusted, AdjustedKind, Basis, Finding, FindingClass, Outcome
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency, MissingComparison
from analyser.ruling.kinds.score_orders import is_set_aside
from analyser.ruling.ruled_incident import RuledIncident
from analyser.ruling.score import ScoredResults, result_stands, score_of_results
from analyser.ruling.values import ResultWeight
from analyser.ruling.weights import Lists, lists_of

_NONE, _WHOLE = Fraction(0), Fraction(1)
_CHANGED = (AdjustedKind.ASSIGNED, AdjustedKind.WEIGHTED, AdjustedKind.TWO_SIDED)


BoardScore = tuple[Adjusted | None, ScoredResults | None, tuple[Finding, ...]]
"""The board's score with all incidents; the weighed results it is made of, if any; and the findings."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """The results one incident alone puts in place of the table result.

    `actual` is the part of each result's weight on the actual line: there whatever came later at the table still
    happened.
    """

    lists: Lists
    actual: Mapping[Result | PointsOnly, Fraction]


def sort_by_occurrence(incidents: Sequence[Incident]) -> tuple[Incident, ...]:
    """The incidents as they happened, by the decision each turns on; those without a place come last, in their own order."""
    return tuple(sorted(incidents, key=_decision_order))


def _decision_order(incident: Incident) -> tuple[int, int]:
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


def rule_board(context: RulingContext, incidents: Sequence[RuledIncident]) -> BoardScore:
    """The score of the board, from its incidents in order and persons' findings on the board as such."""
    incidents = [ruled for ruled in incidents if not ruled.incident.changes_no_score] or incidents
    if len(incidents) > 1 and isinstance(context.currency, Currency):
        judged = _judge_board(context, context.currency, incidents)
        if judged is not None:
            return judged
        together = _combine_incidents(context, context.currency, incidents)
        if together is not None:
            return together
    fixed = [ruled.adjusted for ruled in incidents if ruled.adjusted is not None]
    scored = _decisive(context, incidents)
    if fixed:
        changed = [adjusted for adjusted in fixed if adjusted.kind in _CHANGED]
        unconverted = isinstance(context.currency, MissingComparison) and bool(changed)
        return changed[0] if unconverted else fixed[-1], scored, ()
    return scored.adjusted if scored else None, scored, ()


def _decisive(context: RulingContext, incidents: Sequence[RuledIncident]) -> ScoredResults | None:
    """The first score that changes the table's, else one that leaves it, else the table result if nothing is open."""
    scores = [ruled.scored for ruled in incidents if ruled.scored]
    changing = [scored for scored in scores if scored.adjusted.kind is not AdjustedKind.NONE]
    if scores:
        return (changing or scores)[0]
    if any(ruled.adjusted or ruled.undecided for ruled in incidents):
        return None
    if isinstance(context.currency, MissingComparison) or context.table_ns is None:
        return None
    return result_stands(context.currency, context.table_ns, Finding.from_code("adjustment.stands"))


def _judge_board(
    context: RulingContext, currency: Currency, incidents: Sequence[RuledIncident]
) -> BoardScore | None:
    """A person's finding on the board as such: one that names no incident."""
    case, law, table_ns = context.case, context.jurisdiction, context.table_ns
    judgements = [judgement for judgement in case.judgement if judgement.incident is None]
    answers = [ruled.ruling.infraction.answer for ruled in incidents if ruled.ruling.infraction]
    unharmed = any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.DAMAGE and not judgement.answer
        for judgement in judgements
    )
    results = next((judgement for judgement in judgements if isinstance(judgement, JudgedResults)), None)
    none_found = bool(answers) and all(answer is False for answer in answers)
    if any(is_set_aside(ruled.ruling.rectification) for ruled in incidents):
        unharmed = none_found = False  # a result the Laws cancel does not remain
    if (unharmed or (results is not None and none_found)) and table_ns is not None:
        why = Finding.from_code("adjustment.stands", kind=FindingClass.JUDGEMENT, standing=Basis.JUDGEMENT)
        scored_results = result_stands(currency, table_ns, why)
        return scored_results.adjusted, scored_results, (why,)
    if results is None:
        return None
    innocent = _innocent(incidents)
    error = next((error for error in case.error if error.incident is None and error.side is innocent), None)
    scored = score_of_results(lists_of(results), currency, law, innocent, table_ns, error)
    return scored.adjusted, scored, scored.findings


def _innocent(incidents: Sequence[RuledIncident]) -> Side | None:
    """The side no incident is against; `None` if both sides are said to have offended."""
    sides = {ruled.incident.offending_side for ruled in incidents}
    side = next(iter(sides)) if len(sides) == 1 else None
    return None if side is None else side.other


def _combine_incidents(
    context: RulingContext, currency: Currency, incidents: Sequence[RuledIncident]
) -> BoardScore | None:
    """Several incidents that each change the score: the first, and in its part on the actual line the later ones."""
    replacing = [(ruled, _replacement(context, ruled)) for ruled in incidents]
    changes = [(ruled, replacement) for ruled, replacement in replacing if replacement is not None]
    if len(changes) < 2 or all(ruled.scored is None for ruled, _ in changes):
        return None  # revokes and claims alone are combined by their own rules
    first, replacement = changes[0]
    findings = _arising_findings(changes)
    if not any(still_applicable(replacement)):
        alone = first.adjusted or (first.scored.adjusted if first.scored else None)
        return alone, first.scored, findings
    lists = outcomes_after_all(tuple(replacement for _, replacement in changes)).lists
    scored = score_of_results(lists, currency, context.jurisdiction, None, context.table_ns)
    scored = _merge_paths(scored, [ruled.scored for ruled, _ in changes if ruled.scored])
    return scored.adjusted, scored, (*findings, *scored.findings)


def _arising_findings(changes: Sequence[tuple[RuledIncident, Replacement]]) -> tuple[Finding, ...]:
    """For each later incident, the part of the board on which it still arises."""
    findings = []
    for number in range(1, len(changes)):
        before = outcomes_after_all(tuple(replacement for _, replacement in changes[:number]))
        ns, ew = still_applicable(before)
        findings.append(
            Finding.from_code(
                "board.later-arises" if ns or ew else "board.later-gone",
                incident=changes[number][0].incident.id,
                after=changes[number - 1][0].incident.id,
                share=ns if ns == ew else max(ns, ew),
            )
        )
    return tuple(findings)


def _replacement(context: RulingContext, ruled: RuledIncident) -> Replacement | None:
    """The results one incident alone puts in place of the table result; `None` if it leaves it."""
    scored = ruled.scored
    if scored is not None and scored.weights is not None and scored.adjusted.kind in _CHANGED:
        results = {outcome.id: outcome.result for outcome in scored.outcomes}
        ns, ew = (
            tuple(ResultWeight(results[name], weight) for name, weight in side)
            for side in (scored.weights.ns, scored.weights.ew)
        )
        actual = {outcome.result: _actual(context, ruled, outcome) for outcome in scored.outcomes}
        return Replacement((ns, ew), actual)
    fixed, contract = ruled.adjusted, context.case.contract
    if fixed is not None and fixed.tricks is not None and contract is not None:
        alone = (ResultWeight(Result(contract, fixed.tricks), _WHOLE),)
        return Replacement((alone, alone), {})
    return None


def _actual(context: RulingContext, ruled: RuledIncident, outcome: Outcome) -> Fraction:
    """The part of an outcome on the actual line.

    An action that was an infraction is on no legal line, so nothing that came after it remains. After misinformation
    the same calls may be made again: for an estimate their paths show that; for a person's list the table result does.
    """
    table: Result | PointsOnly | None = context.case.result
    if ruled.incident.action_is_barred or not outcome.legal:
        return _NONE
    if not ruled.estimated:
        return Fraction(outcome.result == table)
    auction, place = context.case.auction, ruled.incident.turning_point
    if auction is None or place is None or place.moment is not Moment.CALL or not outcome.probability:
        return _NONE
    since = auction.calls[place.number - 1 :]
    same = sum(path.probability for path in outcome.paths if path.calls == since)
    return Fraction(min(1.0, same / outcome.probability)).limit_denominator(1000)


def still_applicable(replacement: Replacement) -> tuple[Fraction, Fraction]:
    """The part of the board on which a later incident still happens, in North-South's list and in East-West's."""
    ns, ew = (
        sum((entry.weight * replacement.actual.get(entry.result, _NONE) for entry in side), _NONE)
        for side in replacement.lists
    )
    return (ns, ew)


def outcomes_after_all(replacements: tuple[Replacement, ...]) -> Replacement:
    """All incidents combined, in the order in which they happened.

    >>> three, four = Result.parse("3NT= by S"), Result.parse("3NT+1 by S")
    >>> results = ResultWeight(three, Fraction(1, 4)), ResultWeight(Result.parse("4S= by S"), Fraction(3, 4))
    >>> first = Replacement((results, results), {three: Fraction(1)})
    >>> later = (ResultWeight(four, Fraction(1)),)
    >>> [str(entry.weight) for entry in outcomes_after_all((first, Replacement((later, later), {}))).lists[0]]
    ['3/4', '1/4']
    """
    so_far = replacements[0]
    for later in replacements[1:]:
        parts = still_applicable(so_far)
        lists = tuple(
            _insert_later_results(side, so_far.actual, part, other)
            for side, part, other in zip(so_far.lists, parts, later.lists, strict=True)
        )
        so_far = Replacement((lists[0], lists[1]), later.actual if any(parts) else {})
    return so_far


def _insert_later_results(
    side: tuple[ResultWeight, ...],
    actual: Mapping[Result | PointsOnly, Fraction],
    part: Fraction,
    later: tuple[ResultWeight, ...],
) -> tuple[ResultWeight, ...]:
    """One side's results, the part on the actual line replaced by the later incident's."""
    weights: dict[Result | PointsOnly, Fraction] = {}
    for entry in side:
        stays = entry.weight * (_WHOLE - actual.get(entry.result, _NONE))
        weights[entry.result] = weights.get(entry.result, _NONE) + stays
    for entry in later:
        weights[entry.result] = weights.get(entry.result, _NONE) + part * entry.weight
    return tuple(ResultWeight(result, weight) for result, weight in weights.items() if weight)


def _merge_paths(board: ScoredResults, parts: Sequence[ScoredResults]) -> ScoredResults:
    """The board's outcomes with the paths of its parts."""
    known: dict[Result | PointsOnly, Outcome] = {}
    for part in parts:
        for outcome in part.outcomes:
            known.setdefault(outcome.result, outcome)
    outcomes = tuple(
        replace(outcome, paths=known[outcome.result].paths, because=known[outcome.result].because)
        if outcome.result in known
        else outcome
        for outcome in board.outcomes
    )
    return replace(board, outcomes=outcomes)
