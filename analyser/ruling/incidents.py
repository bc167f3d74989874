"""One incident ruled: its kind finds what was infringed, what persons found stands over what is estimated."""

from dataclasses import dataclass, replace

from analyser.bridge import Result, Side
from analyser.casefile import (
    Case,
    Faults,
    FouledBoard,
    Incident,
    JudgedResults,
    JudgedTruth,
    Misinformation,
    NoPlay,
    Question,
    SelfInflicted,
)
from analyser.laws import addresses
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Branch,
    Finding,
    FindingClass,
    Found,
    IncidentRuling,
    InfractionAnswer,
    Outcome,
    Rest,
    Weighting,
)
from analyser.ruling import kinds as infractions
from analyser.ruling.artificial import fouled, many_results, not_played
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency, Lacking, in_points
from analyser.ruling.kinds.scores_due import artificial_is_due, rectified
from analyser.ruling.outcomes.estimate import estimate, estimate_corrected
from analyser.ruling.score import Settled, result_stands, settled, settled_estimate, unconverted
from analyser.ruling.weights import lists_of


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of one incident. `adjusted` is a score that is not made of weighed results."""

    ruling: IncidentRuling
    settled: Settled | None = None
    adjusted: Adjusted | None = None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    weights: Weighting | None = None
    pruned: float | None = None
    estimated: bool = False
    undecided: bool = False
    branch: Branch | None = None


def rule_incident(context: RulingContext, incident: Incident) -> Ruled:
    """What the facts of one incident amount to, and the score it leads to alone."""
    if isinstance(incident, NoPlay | FouledBoard):
        return _without_comparison(context, incident)
    found = _found(context, incident)
    base = IncidentRuling(
        incident.id,
        str(incident.kind),
        alternatives=found.alternatives,
        infraction=_infraction(context.case, incident, found),
        claim=found.claim,
        revoke=found.revoke,
        rectification=found.rectification,
    )
    made = _scored(context, incident, found, base)
    return replace(made, findings=found.findings + made.findings, warnings=found.warnings + made.warnings)


def _found(context: RulingContext, incident: Incident) -> Found:
    """What the incident's own kind finds; a kind without one leaves everything to persons."""
    for kind in infractions.KINDS:
        if kind.kind is incident.kind:
            return kind.find(context, incident)
    return Found()


def _infraction(case: Case, incident: Incident, found: Found) -> InfractionAnswer:
    """A person's finding stands over ours; the clauses are kept."""
    clauses = found.infraction.clauses if found.infraction else ()
    judged = _truth(case, incident, Question.INFRACTION)
    if judged is not None:
        return InfractionAnswer(judged, clauses)
    return found.infraction or InfractionAnswer(None)


def _truth(case: Case, incident: Incident, question: Question) -> bool | None:
    for judgement in case.judgements(incident.id):
        whose = judgement.incident is not None or question is not Question.DAMAGE or len(case.incident) == 1
        if isinstance(judgement, JudgedTruth) and judgement.question is question and whose:
            return judgement.answer
    return None


def _scored(context: RulingContext, incident: Incident, found: Found, base: IncidentRuling) -> Ruled:
    """The score: as judged; else a whole number of tricks; else from estimated outcomes; else undecided."""
    currency = context.currency
    results = judged_results(context.case, incident)
    faults = incident.faults
    if faults is not None and found.rectification is not None and artificial_is_due(found.rectification):
        return _artificial(context, faults, base)
    if isinstance(currency, Lacking):
        return _unconverted(context, incident, found, results, base)
    return _in_currency(context, currency, incident, found, results, base)


def _in_currency(
    context: RulingContext,
    currency: Currency,
    incident: Incident,
    found: Found,
    results: JudgedResults | None,
    base: IncidentRuling,
) -> Ruled:
    answer = base.infraction.answer if base.infraction else None
    unharmed = _truth(context.case, incident, Question.DAMAGE) is False
    if answer is False or (
        unharmed and found.tricks is None
    ):  # tricks pass by themselves, damage or none (64A)
        return _stands(context, currency, base, unharmed=answer is not False)
    if results is not None:
        side = incident.offending_side
        innocent = None if side is None else side.other
        error = error_of(context.case, incident, innocent)
        erred = side is None and director_erred(incident)
        made = settled(
            lists_of(results),
            currency,
            context.jurisdiction,
            innocent,
            context.table_ns,
            error,
            both_innocent=erred,
        )
        return Ruled(base, settled=made, findings=made.findings)
    if director_erred(incident) and context.table_ns is None:
        return _artificial(context, Faults(), base)  # no normal score can be had: neither side is at fault
    if found.tricks is not None:
        return Ruled(base, adjusted=_of_tricks(context.case, currency, found.tricks))
    if answer is True and found.branches:
        return _estimated(context, currency, incident, found, base)
    why = rectified(context.case, incident, found, context.jurisdiction)
    if why is not None and context.table_ns is not None:
        return Ruled(base, settled=result_stands(currency, context.table_ns, why), findings=(why,))
    code = "adjustment.not-judged" if found.claim is None else "adjustment.tricks-before"
    warning = Finding.of(code, kind=FindingClass.JUDGEMENT, standing=Rest.ASSUMED)
    return Ruled(base, warnings=(warning,), undecided=True)


def director_erred(incident: Incident) -> bool:
    """Whether what went wrong was the director's own ruling (82C): then both sides are innocent."""
    return any(clause.rpartition(":")[2] == "82C" for clause in incident.cited)


def judged_results(case: Case, incident: Incident) -> JudgedResults | None:
    """A person's results for this incident; those that name none speak of the board, and of its only incident."""
    for found in case.judgement:
        own = found.incident == incident.id or (found.incident is None and len(case.incident) == 1)
        if isinstance(found, JudgedResults) and own:
            return found
    return None


def _unconverted(
    context: RulingContext,
    incident: Incident,
    found: Found,
    results: JudgedResults | None,
    base: IncidentRuling,
) -> Ruled:
    """Without a comparison: results, weights and tricks, and no score in the event's currency.

    What no person judged is settled in points, so that whether there was damage, and the weights, are still told.
    """
    if results is not None and context.case.vulnerability is not None:
        outcomes, weights, kind = unconverted(lists_of(results), context.case.vulnerability)
        return Ruled(base, adjusted=Adjusted(kind), outcomes=outcomes, weights=weights)
    if found.tricks is not None:
        return Ruled(base, adjusted=Adjusted(AdjustedKind.TRICKS, found.tricks))
    counted = in_points(context.case, context.jurisdiction)
    if counted is None:
        return Ruled(base, undecided=True)
    made = _in_currency(context, counted, incident, found, None, base)
    if made.settled is None:
        return made
    outcomes = tuple(replace(one, converted=None) for one in made.settled.outcomes)
    bare = Adjusted(made.settled.adjusted.kind)
    return replace(made, settled=None, adjusted=bare, outcomes=outcomes, weights=made.settled.weights)


def _artificial(context: RulingContext, faults: Faults, base: IncidentRuling) -> Ruled:
    award = not_played(context.case, faults, context.jurisdiction)
    if isinstance(award, Lacking):
        return Ruled(base, undecided=True)
    return Ruled(base, adjusted=award[0], findings=award[1])


def _stands(context: RulingContext, currency: Currency, base: IncidentRuling, *, unharmed: bool) -> Ruled:
    """The table result: there was no infraction, or a person found that it did no damage (12B1)."""
    if context.table_ns is None:
        return Ruled(base, undecided=True)
    code = "adjustment.no-damage-found" if unharmed else "adjustment.stands"
    clauses = addresses("aim-of-adjusting", context.jurisdiction.edition.year) if unharmed else ()
    why = Finding.of(code, kind=FindingClass.JUDGEMENT, clauses=clauses, standing=Rest.JUDGEMENT)
    return Ruled(base, settled=result_stands(currency, context.table_ns, why), findings=(why,))


def _estimated(
    context: RulingContext, currency: Currency, incident: Incident, found: Found, base: IncidentRuling
) -> Ruled:
    side = incident.offending_side
    innocent = None if side is None else side.other
    if isinstance(incident, Misinformation):
        told = estimate_corrected(context, found.branches, currency, incident.by.side.other)
    else:
        told = estimate(context, found.branches[0])
    if told is None or not told.outcomes:
        warning = Finding.of("adjustment.not-judged", kind=FindingClass.JUDGEMENT, standing=Rest.ASSUMED)
        return Ruled(base, warnings=(warning,), undecided=True)
    if told.harmless is not None and context.table_ns is not None:
        findings = (*told.findings, told.harmless)
        stands = result_stands(currency, context.table_ns, told.harmless)
        return Ruled(
            base, settled=replace(stands, outcomes=told.outcomes), findings=findings, pruned=told.pruned
        )
    error = error_of(context.case, incident, innocent)
    made = settled_estimate(told.outcomes, currency, context.jurisdiction, innocent, context.table_ns, error)
    many = many_results(context.case, told.outcomes, innocent, context.jurisdiction)
    return Ruled(
        base,
        settled=made,
        findings=told.findings + made.findings + many,
        pruned=told.pruned,
        estimated=True,
        branch=found.branches[0],
    )


def error_of(case: Case, incident: Incident, innocent: Side | None) -> SelfInflicted | None:
    """The innocent side's error that belongs to this incident."""
    for error in case.error:
        own = error.incident == incident.id or (error.incident is None and len(case.incident) == 1)
        if own and error.side is innocent:
            return error
    return None


def _of_tricks(case: Case, currency: Currency, tricks: int) -> Adjusted | None:
    """The board with so many tricks to declarer: a whole number, the same result for both sides."""
    if case.contract is None:
        return None
    scores = currency.worth(currency.points(Result(case.contract, tricks)))
    table = None if case.result is None else currency.worth(currency.points(case.result))
    return Adjusted(
        AdjustedKind.TRICKS,
        tricks,
        ns=currency.of_side(scores.ns),
        ew=currency.of_side(scores.ew),
        match=currency.match(table, scores),
    )


def _without_comparison(context: RulingContext, incident: NoPlay | FouledBoard) -> Ruled:
    """A board that was not played, or in several forms: no result is weighed."""
    base = IncidentRuling(incident.id, str(incident.kind))
    if isinstance(incident, NoPlay):
        award = not_played(context.case, incident.fault, context.jurisdiction)
    else:
        told = fouled(context.case, incident, context.jurisdiction)
        award = told if isinstance(told, Lacking) else told[:2]
    if isinstance(award, Lacking):
        places = Finding.of("adjustment.lacking", kind=FindingClass.FACT, places=tuple(award.places))
        return Ruled(base, warnings=(places,), undecided=True)
    adjusted, findings = award
    return Ruled(base, adjusted=adjusted, findings=findings)
