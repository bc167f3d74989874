"""One incident ruled: its kind finds what was infringed, what persons found stands over what is estimated."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from analyser.bridge import PointsOnly, Result
from analyser.casefile import (
    Case,
    Faults,
    FouledBoard,
    Incident,
    IncidentKind,
    JudgedResults,
    Misinformation,
    NoPlay,
    Question,
)
from analyser.laws import addresses
from analyser.messages import Message, Percentage, message
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Basis,
    Branch,
    ClaimAnswer,
    Finding,
    FindingClass,
    IncidentFindings,
    IncidentRuling,
    InfractionAnswer,
    Rectification,
    Variant,
)
from analyser.ruling.awards import (
    award_unplayed,
    better_of_two,
    cap_offender_score,
    many_results,
    no_normal_play,
    score_fouled_board,
    score_tricks,
)
from analyser.ruling.context import RulingContext, error_of, judged_results
from analyser.ruling.currency import (
    Currency,
    MissingComparison,
    are_many,
    points_currency,
    without_raw_points,
)
from analyser.ruling.explanations import explanations_of, understandings, understood_texts
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.provision_table import apply_lost_right
from analyser.ruling.kinds.score_orders import (
    TableResult,
    carry_out,
    goes_by_fault,
    innocent_in,
    is_void,
    may_stand,
    table_result,
)
from analyser.ruling.kinds.scores_due import (
    artificial_is_due,
    better_of_two_is_due,
    capped_side,
    explain_table_result,
    keeps_table,
    team_boards,
)
from analyser.ruling.outcomes.estimate import Estimate, estimate, estimate_corrected
from analyser.ruling.ruled_incident import RuledIncident, director_erred, innocent_side, judged_answer
from analyser.ruling.score import (
    ScoredResults,
    result_stands,
    score_of_estimate,
    score_of_results,
    score_points_only,
)
from analyser.ruling.standing import stands_apart, table_stands, table_stands_untold
from analyser.ruling.values import ResultWeight
from analyser.ruling.weights import lists_of

_STAGES: Final[Mapping[IncidentKind, str]] = {
    IncidentKind.UNAUTHORISED_INFORMATION: "progress.suggested",
    IncidentKind.WITHDRAWN_CALL: "progress.suggested",
    IncidentKind.MISINFORMATION: "progress.informed",
    IncidentKind.CLAIM: "progress.lines",
}
"""What is worked out first of an incident that takes time."""


def rule_incident(
    context: RulingContext, incident: Incident, tell: Callable[[Message], None] | None = None
) -> RuledIncident:
    """What the facts of one incident amount to, and the score it leads to alone; `tell` hears which of them is sought."""
    if isinstance(incident, NoPlay | FouledBoard):
        return _rule_unplayed(context, incident)
    find = KINDS.get(incident.kind)
    if tell is not None:
        tell(message(_STAGES.get(incident.kind, "progress.facts"), incident=incident.id))
    findings = IncidentFindings() if find is None else find(context, incident)
    if incident.acted_first:
        findings = apply_lost_right(incident, findings, context.jurisdiction)
    if tell is not None:
        tell(message("progress.outcomes", incident=incident.id))
    ruled = _score_incident(
        context, findings, RuledIncident(incident, _answer(context.case, incident, findings))
    )
    if (kind := ruled.kind) is not None:
        findings = carry_out(findings, kind)
        ruled = replace(ruled, ruling=replace(ruled.ruling, rectification=findings.rectification))
    said, warned = findings.findings + ruled.findings, findings.warnings + ruled.warnings
    if context.case.has_explanations:
        read = understandings(explanations_of(context.case, incident))
        said = tuple(finding for finding in read if finding not in said) + said
    return replace(ruled, findings=said, warnings=warned, either=_either(context, findings, ruled))


def _answer(case: Case, incident: Incident, findings: IncidentFindings) -> IncidentRuling:
    """What the kind found of the incident, before any score."""
    return IncidentRuling(
        incident.id,
        str(incident.kind),
        alternatives=findings.alternatives,
        infraction=_infraction(case, incident, findings),
        claim=findings.claim,
        revoke=findings.revoke,
        rectification=findings.rectification,
        understood=understood_texts(explanations_of(case, incident)) if case.has_explanations else (),
    )


def _either(
    context: RulingContext, findings: IncidentFindings, ruled: RuledIncident
) -> tuple[RuledIncident, RuledIncident] | None:
    """The incident as an infraction and as none, where the estimate leaves that open; both with the score it comes to."""
    open_ = ruled.ruling.infraction is not None and ruled.ruling.infraction.answer is None
    if not (open_ and ruled.undecided and findings.branches):
        return None
    as_one, as_none = (
        RuledIncident(ruled.incident, replace(ruled.ruling, infraction=InfractionAnswer(answer)))
        for answer in (True, False)
    )
    return _score_incident(context, findings, as_one), _score_incident(context, findings, as_none)


def _infraction(case: Case, incident: Incident, findings: IncidentFindings) -> InfractionAnswer:
    """A person's finding stands over ours; the clauses are kept."""
    clauses = findings.infraction.clauses if findings.infraction else ()
    judged = judged_answer(case, incident, Question.INFRACTION)
    if judged is not None:
        chance = findings.infraction.chance if findings.infraction else None
        return InfractionAnswer(judged, clauses, chance)
    return findings.infraction or InfractionAnswer(None)


def _score_incident(
    context: RulingContext, findings: IncidentFindings, ruled: RuledIncident
) -> RuledIncident:
    """The score: as judged; else a whole number of tricks; else from estimated outcomes; else undecided."""
    if ruled.incident.changes_no_score:
        return stands_apart(context, ruled)
    results = judged_results(context.case, ruled.incident)
    faults, rectification = ruled.incident.faults, findings.rectification
    if faults is not None and rectification is not None and artificial_is_due(rectification):
        return _artificial(context, faults, ruled)
    if faults is not None and rectification is not None and better_of_two_is_due(rectification):
        return _better_of_two(context, faults, results, ruled)
    if results is None and goes_by_fault(context.case, rectification):
        return _award_by_fault(context, faults, ruled)
    if isinstance(context.currency, MissingComparison):
        return _give_points_only(context, findings, results, ruled)
    limited = None
    if results is None and rectification is not None:
        limited = _limit_score(context, context.currency, rectification, ruled)
    return limited or _convert_results(context, context.currency, findings, results, ruled)


def _limit_score(
    context: RulingContext, currency: Currency, rectification: Rectification, ruled: RuledIncident
) -> RuledIncident | None:
    """The table result with one side's score cut to average minus, be there damage or none (25B2 of 1997)."""
    side, answer = capped_side(rectification), ruled.ruling.infraction
    if side is None or context.table_ns is None or (answer is not None and answer.answer is False):
        return None
    scored = cap_offender_score(currency, context.table_ns, side, context.jurisdiction)
    return None if scored is None else replace(ruled, scored=scored, findings=scored.findings)


def _convert_results(
    context: RulingContext,
    currency: Currency,
    findings: IncidentFindings,
    results: JudgedResults | None,
    ruled: RuledIncident,
) -> RuledIncident:
    incident = ruled.incident
    answer = ruled.ruling.infraction.answer if ruled.ruling.infraction else None
    unharmed = judged_answer(context.case, incident, Question.DAMAGE) is False
    # tricks pass by themselves, damage or none (64A), and what the Laws cancel does not stand
    none_found = answer is False and not _hangs_on_damage(context.case, incident, findings)
    if may_stand(findings.rectification) and (none_found or (unharmed and findings.tricks is None)):
        return table_stands(context, currency, ruled, unharmed=answer is not False)
    if results is not None:
        return _apply_judged_results(
            context,
            currency,
            results,
            ruled,
            findings.rectification,
        )
    if director_erred(incident) and context.table_ns is None:
        return _artificial(context, Faults(), ruled)  # no normal score can be had: neither side is at fault
    if findings.result is not None and not isinstance(incident, Misinformation):
        return _apply_due_result(context, currency, findings.result, ruled)
    if findings.tricks is not None:
        return replace(ruled, adjusted=score_tricks(context.case, currency, findings.tricks))
    if answer is True and findings.branches:
        ruled = estimate_score(context, currency, findings.branches, ruled)
        if findings.result is None:
            return ruled
    if findings.result is not None:
        return _apply_presumed_damage(context, currency, findings.result, ruled)
    why = explain_table_result(context.case, incident, findings, context.jurisdiction)
    if why is not None and context.table_ns is not None:
        return replace(ruled, scored=result_stands(currency, context.table_ns, why), findings=(why,))
    return _leave_undecided(ruled, findings.claim)


def _hangs_on_damage(case: Case, incident: Incident, findings: IncidentFindings) -> bool:
    """Whether a score may follow though nobody offended, as after information from elsewhere or too late a change (16D, 47E2b)."""
    conditional = table_result(findings.rectification) is TableResult.UNDER_CONDITION
    return conditional and judged_answer(case, incident, Question.INFRACTION) is None


def _leave_undecided(ruled: RuledIncident, claim: ClaimAnswer | None) -> RuledIncident:
    """No score, and what is missing for one; a claim whose search stopped says itself what to state."""
    if claim is not None and claim.tricks is None:
        return replace(ruled, undecided=True)
    code = "adjustment.not-judged" if claim is None else "adjustment.tricks-before"
    warning = Finding.from_code(code, kind=FindingClass.JUDGEMENT, standing=Basis.ASSUMED)
    return replace(ruled, warnings=(warning,), undecided=True)


def _apply_judged_results(
    context: RulingContext,
    currency: Currency,
    results: JudgedResults,
    ruled: RuledIncident,
    rectification: Rectification | None,
) -> RuledIncident:
    """The results a person found, with their weights; a side may keep its table score all the same (43B3; 11A of 2017)."""
    kept_by = keeps_table(context.case, ruled.incident, rectification)
    innocent = innocent_in(context.case, ruled.incident, rectification) if kept_by is None else kept_by
    scored = score_of_results(
        lists_of(results),
        currency,
        context.jurisdiction,
        innocent,
        None if is_void(rectification) else context.table_ns,
        error_of(context.case, ruled.incident, innocent),
        both_innocent=innocent is None and director_erred(ruled.incident),
        kept_by=kept_by,
    )
    return replace(ruled, scored=scored, findings=scored.findings)


def _apply_due_result(
    context: RulingContext, currency: Currency, result: Result | PointsOnly, ruled: RuledIncident
) -> RuledIncident:
    """The result the Laws themselves put in the place of the table's."""
    alone = (ResultWeight(result, Fraction(1)),)
    scored = score_of_results((alone, alone), currency, context.jurisdiction, None, context.table_ns)
    return replace(ruled, scored=scored, findings=scored.findings)


def _apply_presumed_damage(
    context: RulingContext, currency: Currency, best: Result | PointsOnly, ruled: RuledIncident
) -> RuledIncident:
    """Where damage is presumed and no estimate shows any: the best contract missed, until a person finds otherwise."""
    if ruled.scored is not None and ruled.scored.adjusted.kind is not AdjustedKind.NONE:
        return ruled
    alone, innocent = (ResultWeight(best, Fraction(1)),), innocent_side(ruled.incident)
    scored = score_of_results((alone, alone), currency, context.jurisdiction, innocent, context.table_ns)
    why = Finding.from_code(
        "adjustment.presumed", kind=FindingClass.JUDGEMENT, standing=Basis.ASSUMED, result=best
    )
    findings = tuple(finding for finding in ruled.findings if finding.code != "misinformation.no-damage")
    table = context.table_ns
    stands = () if table is None else (_table_result_variant(scored, result_stands(currency, table, why)),)
    return replace(
        ruled,
        scored=scored,
        findings=(*findings, why, *scored.findings),
        undecided=False,
        variants=stands,
    )


def _better_of_two(
    context: RulingContext, faults: Faults, results: JudgedResults | None, ruled: RuledIncident
) -> RuledIncident:
    """Average plus to the team not at fault, or the score a person assigns if that is better; the others the complement."""
    assigned = None
    if results is not None and isinstance(context.currency, Currency):
        assigned = score_of_results(
            lists_of(results), context.currency, context.jurisdiction, None, context.table_ns
        )
    award = better_of_two(context.case, faults, assigned, context.jurisdiction)
    if isinstance(award, MissingComparison):
        places = Finding.from_code("adjustment.lacking", kind=FindingClass.FACT, places=tuple(award.places))
        return replace(ruled, warnings=(places,), undecided=True)
    if assigned is not None and award[0].kind is not AdjustedKind.ARTIFICIAL:
        better = replace(assigned, adjusted=award[0])
        return replace(ruled, scored=better, findings=(*assigned.findings, *award[1]))
    return replace(ruled, adjusted=award[0], findings=award[1])


def _give_points_only(
    context: RulingContext, findings: IncidentFindings, results: JudgedResults | None, ruled: RuledIncident
) -> RuledIncident:
    """Without a comparison: results, weights and tricks, and no score in the event's currency.

    What no person judged is settled in points, so that whether there was damage, and the weights, are still told.
    """
    if results is not None and context.case.vulnerability is not None:
        outcomes, weights, kind = score_points_only(lists_of(results), context.case.vulnerability)
        return replace(ruled, adjusted=Adjusted(kind), outcomes=outcomes, weights=weights)
    if findings.tricks is not None:
        return replace(ruled, adjusted=Adjusted(AdjustedKind.TRICKS, findings.tricks))
    currency = points_currency(context.case, context.jurisdiction)
    if currency is None:
        answer = ruled.ruling.infraction.answer if ruled.ruling.infraction else None
        if answer is False and may_stand(findings.rectification):
            return table_stands_untold(context, ruled)
        return replace(ruled, undecided=True)
    in_currency = _convert_results(context, currency, findings, None, ruled)
    in_currency = replace(in_currency, findings=tuple(map(without_raw_points, in_currency.findings)))
    scored = in_currency.scored
    if scored is None:
        return in_currency
    outcomes = tuple(replace(outcome, converted=None) for outcome in scored.outcomes)
    bare = Adjusted(scored.adjusted.kind)
    return replace(in_currency, scored=None, adjusted=bare, outcomes=outcomes, weights=scored.weights)


def _artificial(context: RulingContext, faults: Faults, ruled: RuledIncident) -> RuledIncident:
    award = award_unplayed(context.case, faults, context.jurisdiction)
    if isinstance(award, MissingComparison):
        return replace(ruled, undecided=True)
    return replace(ruled, adjusted=award[0], findings=award[1])


def _award_by_fault(context: RulingContext, faults: Faults | None, ruled: RuledIncident) -> RuledIncident:
    """The artificial score by each side's fault where no result can be had; else what has to be told for it."""
    if faults is not None:
        return _artificial(context, faults, ruled)
    asked = Finding.from_code(
        "rectify.facts-missing", kind=FindingClass.FACT, standing=Basis.ASSUMED, keys=("fault",)
    )
    return replace(ruled, warnings=(asked,), undecided=True)


def estimate_score(
    context: RulingContext, currency: Currency, branches: tuple[Branch, ...], ruled: RuledIncident
) -> RuledIncident:
    """The results the auction and the play would have come to, with the weights proposed for them."""
    incident = ruled.incident
    if isinstance(incident, Misinformation):
        estimated = estimate_corrected(context, branches, currency, incident.by.side.other)
    else:
        estimated = estimate(context, branches[0])
    if estimated is None or not estimated.outcomes:
        return _leave_undecided(ruled, None)
    if estimated.untold > UNTOLD_AT_MOST:
        return _untold(estimated, ruled, branches[0])
    stands = None
    if estimated.damage is not None and context.table_ns is not None and estimated.damage.answer is not True:
        why = Finding.from_code(
            "misinformation.no-damage",
            kind=FindingClass.JUDGEMENT,
            clauses=addresses("aim-of-adjusting", context.year),
            standing=Basis.ASSUMED,
        )
        stands = result_stands(currency, context.table_ns, why)
        if estimated.damage.answer is False:
            return replace(
                ruled,
                scored=replace(stands, outcomes=estimated.outcomes),
                findings=(*estimated.findings, why),
                pruned=estimated.pruned,
            )
    law, innocent = context.jurisdiction, innocent_side(incident)
    error = error_of(context.case, incident, innocent)
    scored = score_of_estimate(estimated.outcomes, currency, law, innocent, context.table_ns, error)
    many: tuple[Finding, ...] = ()
    if are_many(estimated.outcomes):
        many = many_results(context.case, estimated.outcomes, innocent, law)
    return replace(
        ruled,
        scored=scored,
        findings=estimated.findings + scored.findings + many,
        pruned=estimated.pruned,
        estimated=True,
        branch=branches[0],
        variants=() if stands is None else (_table_result_variant(scored, stands),),
    )


UNTOLD_AT_MOST = 0.25
"""Of the probability: where more could not be followed, the rest alone gives no score. The figure is unsettled."""


def _untold(estimated: Estimate, ruled: RuledIncident, branch: Branch) -> RuledIncident:
    """Open: the results that could be told are shown, and no score is made of them."""
    warning = Finding.from_code(
        "outcomes.untold",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.ASSUMED,
        share=Percentage.round_to(estimated.untold, 1),
        most=Percentage.round_to(UNTOLD_AT_MOST),
    )
    return replace(
        ruled,
        outcomes=estimated.outcomes,
        findings=estimated.findings,
        warnings=(warning,),
        pruned=estimated.pruned,
        undecided=True,
        branch=branch,
    )


def _table_result_variant(scored: ScoredResults, stands: ScoredResults) -> Variant:
    """The other score where damage is open: the table result."""
    differs = scored.adjusted.ns != stands.adjusted.ns or scored.adjusted.ew != stands.adjusted.ew
    return Variant(message("variant.no-damage"), stands.adjusted, differs)


def _rule_unplayed(context: RulingContext, incident: NoPlay | FouledBoard) -> RuledIncident:
    """A board that was not played, or in several forms: no result is weighed."""
    ruled = RuledIncident(incident, IncidentRuling(incident.id, str(incident.kind)))
    form = context.case.event.form
    if isinstance(incident, FouledBoard) and form is not None and form.scoring.teams:
        return _fouled_in_teams(context, incident, ruled)
    if isinstance(incident, NoPlay):
        award = award_unplayed(context.case, incident.fault, context.jurisdiction)
    else:
        award = score_fouled_board(context.case, incident, context.jurisdiction)
    if isinstance(award, MissingComparison):
        places = Finding.from_code("adjustment.lacking", kind=FindingClass.FACT, places=tuple(award.places))
        return replace(ruled, warnings=(places,), undecided=True)
    findings = award[1]
    if isinstance(incident, NoPlay):  # no rectification lets it be played normally (12A2)
        findings = (no_normal_play(context.jurisdiction), *findings)
    return replace(ruled, adjusted=award[0], findings=findings)


def _fouled_in_teams(context: RulingContext, incident: FouledBoard, ruled: RuledIncident) -> RuledIncident:
    """Between two teams the two rooms do not compare: each team's score goes by its fault (87C, 86B2 of 2017)."""
    law = context.jurisdiction
    path = "87C" if "87C" in law.edition.paths else "87"
    due = team_boards(law, incident.fault)
    ruling = replace(ruled.ruling, rectification=due, infraction=InfractionAnswer(True, (law.clause(path),)))
    findings = IncidentFindings(infraction=ruling.infraction, rectification=due)
    return _score_incident(context, findings, replace(ruled, ruling=ruling))
