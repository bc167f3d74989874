"""From possible results to both sides' scores, by the form the edition and the authority prescribe (Law 12C)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from analyser.bridge import PointsOnly, Result, Side, Vulnerability
from analyser.casefile import ErrorFinding, SelfInflicted
from analyser.laws import Jurisdiction, addresses
from analyser.laws.choices import DisallowedResult, WeightingForm
from analyser.messages import Percentage
from analyser.ruling import Adjusted, AdjustedKind, Basis, Finding, FindingClass, Outcome, Weighting
from analyser.ruling.currency import Currency
from analyser.ruling.values import ResultWeight
from analyser.ruling.weights import (
    Lists,
    ProposedWeights,
    keep_legal,
    limbs_of,
    outcomes_of,
    weigh,
    weigh_elected_limb,
    weighted_score,
    weighting_of,
)
from analyser.scoring import (
    SideScores,
    Unit,
    merge_scores,
    score_ns,
    settle,
    weighted_worth,
)

Finish = Callable[[SideScores], SideScores]
Standards = Callable[[Mapping[str, Fraction]], SideScores]


@dataclass(frozen=True, slots=True)
class ScoredResults:
    """A board's score with the results and weights it is made of, and the reasons.

    `finish` applies the same final tests to scores from other weights; `by_standards` gives both sides' scores from
    other probabilities, where each side has its own standard.
    """

    outcomes: tuple[Outcome, ...]
    weights: Weighting | None
    adjusted: Adjusted
    findings: tuple[Finding, ...]
    without_infraction: SideScores
    finish: Finish | None = None
    by_standards: Standards | None = None


def result_stands(currency: Currency, table_ns: int, why: Finding) -> ScoredResults:
    """The table result in the event's currency, with the reason why it remains."""
    scores = currency.worth(table_ns)
    adjusted = _build_adjusted(AdjustedKind.NONE, currency, scores, table_ns)
    return ScoredResults((), None, adjusted, (why,), scores)


def score_points_only(
    lists: Lists, vulnerability: Vulnerability
) -> tuple[tuple[Outcome, ...], Weighting, AdjustedKind]:
    """Results and weights in points, where nothing states what they are compared with."""
    points = {entry.result: score_ns(entry.result, vulnerability) for side in lists for entry in side}
    outcomes = outcomes_of(lists, points)
    ns, ew = (_points_of(side, points) for side in lists)
    if ns != ew:
        kind = AdjustedKind.TWO_SIDED
    else:
        kind = AdjustedKind.ASSIGNED if len(ns) == 1 else AdjustedKind.WEIGHTED
    return outcomes, weighting_of(outcomes, lists, lists), kind


def score_of_results(
    lists: Lists,
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
    table_ns: int | None,
    error: SelfInflicted | None = None,
    *,
    both_innocent: bool = False,
    kept_by: Side | None = None,
) -> ScoredResults:
    """Both sides' scores from what would have happened without the infraction.

    `kept_by` is a side that keeps its table score whatever the other gets.

    Only results reachable without the infraction are weighed where the edition says so; an innocent side that was not
    damaged, and offenders who would gain, leave the table result unchanged.
    """
    points = {entry.result: currency.points(entry.result) for side in lists for entry in side}
    outcomes = outcomes_of(lists, points)
    findings: list[Finding] = []
    legal = _legal(lists, law, findings)
    if both_innocent:
        findings.append(Finding.from_code("adjustment.both-innocent", clauses=(law.clause("82C"),)))
        final, kind = _both_innocent(legal, points, currency, law, findings)
    else:
        final, kind = _apply_form(legal, points, currency, law, innocent, findings)
    ns, ew = (weighted_score(side, points) for side in final)
    own = SideScores(
        weighted_worth(currency.form, ns, Side.NS, currency.comparison),
        weighted_worth(currency.form, ew, Side.EW, currency.comparison),
    )
    offenders_only = False
    if innocent is not None and table_ns is not None:
        table = currency.worth(table_ns)
        worse_off = _worse_off_in_mean(legal[innocent is Side.EW], table, currency, law, innocent)
        same = own.score_of(innocent) == table.score_of(innocent) and error is None
        offenders_only = worse_off and same and own.score_of(innocent.other) < table.score_of(innocent.other)
        if offenders_only:
            findings.append(
                Finding.from_code(
                    "adjustment.offenders-only",
                    clauses=addresses("two-standards", law.edition.year),
                    side=innocent,
                )
            )
        elif own.score_of(innocent) <= table.score_of(innocent) and error is None:
            code, subject = "adjustment.no-damage", "aim-of-adjusting"
            if worse_off:
                code, subject = "adjustment.standards-unmoved", "two-standards"
            why = Finding.from_code(code, clauses=addresses(subject, law.edition.year), side=innocent)
            adjusted = _build_adjusted(AdjustedKind.NONE, currency, table, table_ns)
            return ScoredResults(outcomes, None, adjusted, (*findings, why), own)
        if error is not None:
            own, kind = _apply_error(own, kind, table, error, currency, law, findings)
        if kept_by is not None:
            own, kind = _keep_side(own, table, kept_by), AdjustedKind.TWO_SIDED
            findings.append(Finding.from_code("adjustment.keeps-table", side=kept_by))
    scores = merge_scores(own) if currency.form.merges else own
    if currency.form.merges and not own.balance:
        findings.append(
            Finding.from_code(
                "adjustment.knockout-mean",
                clauses=addresses("knockout-mean", law.edition.year),
                ns=own.ns,
                ew=own.ew,
            )
        )
    with_worth = outcomes_with_worth(outcomes, currency, final, points)
    return ScoredResults(
        with_worth,
        weighting_of(outcomes, lists, final),
        _build_adjusted(kind, currency, scores, table_ns),
        tuple(findings),
        own,
        finish=lambda other: _finish_scores(
            other, currency, law, innocent, table_ns, error, kept_by, offenders_only=offenders_only
        ),
    )


def _worse_off_in_mean(
    listed: tuple[ResultWeight, ...],
    table: SideScores,
    currency: Currency,
    law: Jurisdiction,
    innocent: Side,
) -> bool:
    """Whether two standards apply and the innocent side's expectation exceeds its result, likely or not.

    Each side has its own standard: what was not likely for the one may have been at all probable for the other.
    """
    if law.regulation.weighting.form is not WeightingForm.TWO_STANDARDS:
        return False
    total = sum((entry.weight for entry in listed), Fraction(0))
    mean = sum(
        (entry.weight * currency.worth(currency.points(entry.result)).score_of(innocent) for entry in listed),
        Fraction(0),
    )
    return mean > total * table.score_of(innocent)


def _finish_scores(
    own: SideScores,
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
    table_ns: int | None,
    error: SelfInflicted | None,
    kept_by: Side | None,
    *,
    offenders_only: bool,
) -> SideScores:
    """Both sides' final scores after the tests of damage, the innocent side's own error, and the knock-out."""
    if innocent is not None and table_ns is not None:
        table = currency.worth(table_ns)
        if error is not None:
            own, _ = _apply_error(own, AdjustedKind.WEIGHTED, table, error, currency, law, [])
        elif own.score_of(innocent) <= table.score_of(innocent):
            theirs = min(own.score_of(innocent.other), table.score_of(innocent.other))
            if not offenders_only:
                return table
            own = SideScores(table.ns, theirs) if innocent is Side.NS else SideScores(theirs, table.ew)
        if kept_by is not None:
            own = _keep_side(own, table, kept_by)
    return merge_scores(own) if currency.form.merges else own


def _keep_side(own: SideScores, table: SideScores, side: Side) -> SideScores:
    """The scores with one side as at the table, the other as adjusted."""
    return SideScores(table.ns, own.ew) if side is Side.NS else SideScores(own.ns, table.ew)


def _legal(lists: Lists, law: Jurisdiction, findings: list[Finding]) -> Lists:
    """The lists without results the infraction made possible, where the edition or the authority excludes them."""
    excluded = law.edition.adjusting.legal_results_only or (
        law.regulation.weighting.disallowed_result is DisallowedResult.EXCLUDED
    )
    illegal = [entry for side in lists for entry in side if not entry.legal]
    if not illegal or not excluded:
        return lists
    legal = (keep_legal(lists[0]), keep_legal(lists[1]))
    if not legal[0] or not legal[1]:
        return lists
    findings.append(
        Finding.from_code(
            "adjustment.illegal-left-out",
            clauses=addresses("equity-weighting", law.edition.year),
            result=illegal[0].result,
        )
    )
    return legal


def _apply_form(
    lists: Lists,
    points: dict[Result | PointsOnly, int],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
    findings: list[Finding],
) -> tuple[Lists, AdjustedKind]:
    year = law.edition.year
    ns, ew = lists
    same = _points_of(ns, points) == _points_of(ew, points)
    single = same and len(_points_of(ns, points)) == 1
    match law.regulation.weighting.form:
        case WeightingForm.TWO_STANDARDS if innocent is not None and not single and ns == ew:
            standards = limbs_of(ns, points, currency, law, innocent)
            if (elected := weigh_elected_limb(standards, ns, innocent, law)) is not None:
                return elected, AdjustedKind.TWO_SIDED
            result, theirs = (standards[0][0].result, standards[1][0].result)
            findings.append(
                Finding.from_code(
                    "adjustment.two-standards",
                    clauses=addresses("two-standards", year),
                    innocent=innocent,
                    likely=result,
                    probable=theirs,
                )
            )
            kind = AdjustedKind.ASSIGNED if points[result] == points[theirs] else AdjustedKind.TWO_SIDED
            return (standards if innocent is Side.NS else (standards[1], standards[0])), kind
        case WeightingForm.TWO_STANDARDS | WeightingForm.WEIGHTED as form:
            if single:
                return lists, AdjustedKind.ASSIGNED
            if form is WeightingForm.WEIGHTED:
                findings.append(
                    Finding.from_code("adjustment.weighted", clauses=addresses("equity-weighting", year))
                )
            return lists, AdjustedKind.WEIGHTED if same else AdjustedKind.TWO_SIDED
        case other:
            assert_never(other)


def _both_innocent(
    lists: Lists,
    points: dict[Result | PointsOnly, int],
    currency: Currency,
    law: Jurisdiction,
    findings: list[Finding],
) -> tuple[Lists, AdjustedKind]:
    """Both sides' lists after the director's error: each has the innocent side's standard (82C)."""
    if law.regulation.weighting.form is not WeightingForm.TWO_STANDARDS or lists[0] != lists[1]:
        return _apply_form(lists, points, currency, law, None, findings)
    ns, ew = (limbs_of(lists[side], points, currency, law, side)[0] for side in Side)
    same = points[ns[0].result] == points[ew[0].result]
    return (ns, ew), AdjustedKind.ASSIGNED if same else AdjustedKind.TWO_SIDED


def _points_of(side: tuple[ResultWeight, ...], points: dict[Result | PointsOnly, int]) -> dict[int, Fraction]:
    weights: dict[int, Fraction] = {}
    for entry in side:
        weights[points[entry.result]] = weights.get(points[entry.result], Fraction(0)) + entry.weight
    return weights


def _apply_error(
    own: SideScores,
    kind: AdjustedKind,
    table: SideScores,
    error: SelfInflicted,
    currency: Currency,
    law: Jurisdiction,
    findings: list[Finding],
) -> tuple[SideScores, AdjustedKind]:
    """The scores with the innocent side bearing what it brought on itself, if the finding is one the edition counts."""
    side = error.side
    year = law.edition.year
    counted = {str(finding) for finding in law.edition.adjusting.self_inflicted}
    before = own
    if str(error.finding) not in counted:
        clauses = addresses("self-inflicted", year)
        if error.finding is not ErrorFinding.NONE:
            findings.append(
                Finding.from_code("adjustment.error-not-counted", clauses=clauses, finding=str(error.finding))
            )
        if own.score_of(side) <= table.score_of(side):
            findings.append(
                Finding.from_code(
                    "adjustment.no-damage", clauses=addresses("aim-of-adjusting", year), side=side
                )
            )
            return table, AdjustedKind.NONE
        return own, kind
    without = error.without or ()
    points = {entry.result: currency.points(entry.result) for entry in without}
    if not without:
        return own, kind
    listed = tuple(ResultWeight(entry.result, entry.weight) for entry in without)
    score = weighted_score(listed, points)
    c = weighted_worth(currency.form, score, side, currency.comparison)
    shares = settle(table.score_of(side), before.score_of(side), c)
    # The offenders always have what their infraction alone deserves: in their own currency, which at pairs is
    # no negative.
    offenders = (before if before.score_of(side) > table.score_of(side) else table).score_of(side.other)
    scores = (
        SideScores(shares.innocent, offenders) if side is Side.NS else SideScores(offenders, shares.innocent)
    )
    findings.append(
        Finding.from_code(
            "adjustment.self-inflicted",
            kind=FindingClass.JUDGEMENT,
            standing=Basis.JUDGEMENT,
            clauses=addresses("self-inflicted", year),
            side=side,
            finding=str(error.finding),
            table=table.score_of(side),
            without_infraction=before.score_of(side),
            without_error=c,
            innocent=shares.innocent,
        )
    )
    return scores, kind if scores == before else AdjustedKind.TWO_SIDED


def outcomes_with_worth(
    outcomes: tuple[Outcome, ...], currency: Currency, lists: Lists, points: dict[Result | PointsOnly, int]
) -> tuple[Outcome, ...]:
    """Each outcome with its worth to each side."""
    ns, ew = (weighted_score(side, points) for side in lists)
    worths = currency.worths({outcome.score_ns for outcome in outcomes}, ns, ew)
    return tuple(
        replace(outcome, converted=(worths[outcome.score_ns].ns, worths[outcome.score_ns].ew))
        for outcome in outcomes
    )


def _build_adjusted(
    kind: AdjustedKind, currency: Currency, scores: SideScores, table_ns: int | None
) -> Adjusted:
    table = None if table_ns is None else currency.worth(table_ns)
    return Adjusted(
        kind,
        ns=currency.side_score(scores.ns),
        ew=currency.side_score(scores.ew),
        match=currency.match(table, scores),
    )


_PARTS = {Unit.MP: 5, Unit.POINTS: 2}


def tolerance(currency: Currency) -> Fraction:
    """The movement of the score that legible weights may cause: a quarter of an IMP, a hundredth of a top, twenty points."""
    return currency.close / _PARTS.get(currency.form.unit, 4)


def proposed_weights(
    outcomes: tuple[Outcome, ...], currency: Currency, law: Jurisdiction, innocent: Side | None
) -> ProposedWeights:
    """Neutral and legible weights of estimated outcomes.

    If no source fixes how many results are weighed, there are as many as the score needs.
    """
    side = innocent if innocent is not None else Side.NS
    rules = law.regulation.weighting
    return weigh(
        outcomes,
        lambda outcome: currency.worth(outcome.score_ns).score_of(side),
        rules.sympathy if innocent is not None else Fraction(0),
        rules.step,
        rules.results_at_most,
        tolerance(currency),
        more_results="weighting.results_at_most" in law.regulation.unsettled,
    )


def score_of_estimate(
    outcomes: tuple[Outcome, ...],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
    table_ns: int | None,
    error: SelfInflicted | None = None,
) -> ScoredResults:
    """Both sides' scores from estimated outcomes, by the edition's form."""
    proposal = proposed_weights(outcomes, currency, law, innocent)
    two_standards = law.regulation.weighting.form is WeightingForm.TWO_STANDARDS
    proposed = replace(proposal.weighting, merged=()) if two_standards else proposal.weighting
    used = proposed.neutral if two_standards else proposed.ns
    results = {outcome.id: outcome.result for outcome in outcomes}
    listed = tuple(ResultWeight(results[name], weight) for name, weight in used)
    scored = score_of_results((listed, listed), currency, law, innocent, table_ns, error)
    alone = {outcome.id: currency.worth(outcome.score_ns) for outcome in outcomes}
    likely_results = tuple(
        replace(outcome, converted=(alone[outcome.id].ns, alone[outcome.id].ew)) for outcome in outcomes
    )
    why = tuple(_explain_weights(proposal, results, currency, law, innocent))
    standards = None
    if two_standards and innocent is not None and len(used) > 1:

        def standards(shares: Mapping[str, Fraction]) -> SideScores:
            drawn = tuple(ResultWeight(results[name], weight) for name, weight in shares.items() if weight)
            return score_of_results((drawn, drawn), currency, law, innocent, None).without_infraction

    return replace(
        scored,
        by_standards=standards,
        outcomes=likely_results,
        weights=None if scored.weights is None else _name_weights(scored, scored.weights, proposed, outcomes),
        findings=(*why, *scored.findings),
    )


def _explain_weights(
    proposal: ProposedWeights,
    results: Mapping[str, Result | PointsOnly],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
) -> Iterator[Finding]:
    """The findings on how the weights came about; where each side has its own standard nothing is weighed."""
    if law.regulation.weighting.form is WeightingForm.TWO_STANDARDS:
        yield Finding.from_code(
            "adjustment.estimated",
            kind=FindingClass.JUDGEMENT,
            standing=Basis.ASSUMED,
            clauses=addresses("two-standards", law.edition.year),
        )
        return
    yield Finding.from_code(
        "adjustment.proposed",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.ASSUMED,
        clauses=addresses("equity-weighting", law.edition.year),
        sympathy=Percentage(law.regulation.weighting.sympathy if innocent is not None else Fraction(0)),
        step=Percentage(proposal.step),
        moved=proposal.moved,
        unit=str(currency.form.unit),
    )
    for name, others in proposal.weighting.merged:
        also = tuple(sorted((results[other] for other in others), key=_tricks))
        yield Finding.from_code(
            "adjustment.merged", kind=FindingClass.JUDGEMENT, result=results[name], also=also
        )
    if proposal.left_out:
        share = Percentage.round_to(float(proposal.left_out), 1)
        yield Finding.from_code("adjustment.left-out", kind=FindingClass.JUDGEMENT, share=share)
    usual = law.regulation.weighting.results_at_most
    if proposal.results_at_most > usual:
        count = len(proposal.weighting.ns)
        yield Finding.from_code(
            "adjustment.more-results", kind=FindingClass.JUDGEMENT, count=count, usual=usual
        )


def _tricks(result: Result | PointsOnly) -> int:
    return result.tricks if isinstance(result, Result) else 0


def _name_weights(
    scored: ScoredResults, weights: Weighting, proposed: Weighting, outcomes: tuple[Outcome, ...]
) -> Weighting:
    """The weights under the names of the estimated outcomes."""
    results_by_id = {outcome.id: outcome.result for outcome in scored.outcomes}
    names = {outcome.result: outcome.id for outcome in outcomes}

    def rename_pairs(pairs: tuple[tuple[str, Fraction], ...]) -> tuple[tuple[str, Fraction], ...]:
        return tuple((names[results_by_id[name]], weight) for name, weight in pairs)

    return replace(proposed, ns=rename_pairs(weights.ns), ew=rename_pairs(weights.ew))
