"""The review of a given ruling: first errors of law, then its distance from our band, with a grade."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from analyser.audit.appeal import formal_of, process_of
from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import (
    Body,
    Case,
    JudgedResults,
    JudgedTruth,
    Question,
    RulingGiven,
    RulingKind,
    Status,
)
from analyser.errors import CaseError
from analyser.estimates.services import Services
from analyser.laws import Clause, Jurisdiction, addresses
from analyser.laws.choices import RulingBody
from analyser.messages import Percentage, sentence
from analyser.ruling import AdjustedKind, Argument, Finding, FindingClass, ReviewAnswer, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.currency import Currency, MissingComparison, currency_of, given_scores
from analyser.ruling.rule import Listener, rule
from analyser.scoring import SideScores


@dataclass(frozen=True, slots=True)
class ReviewedResults:
    """The ruling under review in the event's currency, and the results it weights for each side.

    `parts` is each side's results with their weights and their value for that side; `unheard_of` is the weight on scores
    that no estimated line from the branch leads to; `single` is our weight on the result of a ruling with one result.
    `close` is the difference that two rulings of one opinion may have, in the event's `unit`.
    """

    ruling: RulingGiven
    scores: SideScores | None
    results: tuple[Result | PointsOnly, ...]
    parts: dict[Side, tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    unheard_of: Fraction = Fraction(0)
    single: Fraction = Fraction(0)
    close: Fraction = Fraction(0)
    unit: str = ""


_MOST = Fraction(1, 2)


class Finder(Enum):
    """Who decides in our analysis whether there was an infraction."""

    PERSON = "a person found it"
    SURE = "estimated, from facts nobody disputes, and hardly to be doubted"
    ESTIMATE = "estimated"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade (inside, near, outside or cannot be decided) with the reasons."""

    word: str
    findings: tuple[Finding, ...]


def verdict_of(
    given: ReviewedResults,
    ours: Ruling,
    law: Jurisdiction,
    disallowed: frozenset[Result | PointsOnly],
    *,
    judged: bool,
    whole_tricks: bool,
    finder: Finder = Finder.ESTIMATE,
    obtained: bool = False,
) -> Verdict:
    """The grade of a ruling compared with ours: what the Laws forbid is outside whatever the figures.

    If the two differ on whether there was an infraction, and ours is only an estimate, the grade cannot be decided: the
    finding is a person's to make. `obtained`: the board has a result.
    """
    against = tuple(_unlawful(given, law, disallowed, whole_tricks=whole_tricks))
    if obtained and _artificial_not_due(given, ours):
        against += (Finding.from_code("review.artificial-with-result", clauses=_clauses_on_artificial(law)),)
    if against:
        return Verdict("outside", against)
    band, exact = _band(ours), _exact(ours)
    if given.scores is None and _same_results(given.ruling, ours):
        return Verdict("inside", (_judgement("review.same-score"),))
    if exact is not None and exact == given.scores:
        return Verdict("inside", (_judgement("review.same-score"),))
    if _other_finding(given, ours) and finder is Finder.ESTIMATE:  # reported even if nothing can be scored
        return Verdict("cannot-tell", (_judgement("review.other-finding"),))
    if given.scores is None or ours.adjusted is None:
        return Verdict("cannot-tell", (Finding.from_code("review.no-figures", kind=FindingClass.FACT),))
    if band is None:
        if (
            judged
            or ours.adjusted.tricks is not None
            or (_found_no_infraction(ours) and finder is not Finder.ESTIMATE)
        ):
            return _compare_sides(given, exact)
        return Verdict("cannot-tell", (_judgement("review.no-band"),))
    if given.unheard_of > _MOST:
        share = Percentage(given.unheard_of)
        why = Finding.from_code("review.unheard-of", kind=FindingClass.JUDGEMENT, share=share)
        return Verdict("outside", (why,))
    return _compare_with_band(given, given.scores, band, exact)


def _same_results(given: RulingGiven, ours: Ruling) -> bool:
    """Whether both leave the table result or give the same tricks or results, so that no comparison is needed."""
    if ours.adjusted is None:
        return False
    if given.kind is RulingKind.RESULT_STANDS or ours.adjusted.kind is AdjustedKind.NONE:
        return given.kind is RulingKind.RESULT_STANDS and ours.adjusted.kind is AdjustedKind.NONE
    if given.tricks is not None:
        return given.tricks == ours.adjusted.tricks
    if ours.weights is None or not given.ns:
        return False
    results = {outcome.id: outcome.result for outcome in ours.outcomes}
    theirs = ({entry.result: entry.weight for entry in side} for side in (given.ns, given.ew or given.ns))
    weights_by_result = (
        {results[name]: weight for name, weight in side} for side in (ours.weights.ns, ours.weights.ew)
    )
    return tuple(theirs) == tuple(weights_by_result)


def _artificial_not_due(given: ReviewedResults, ours: Ruling) -> bool:
    """Whether an artificial score was given although the Laws prescribe none and the results can be weighted."""
    ordered = ours.adjusted is not None and ours.adjusted.kind is AdjustedKind.ARTIFICIAL
    numerous = any(finding.code == "adjustment.many-results" for finding in ours.findings)
    return given.ruling.kind is RulingKind.ARTIFICIAL and not ordered and not numerous


def _clauses_on_artificial(law: Jurisdiction) -> tuple[Clause, ...]:
    """The clause that reserves an artificial score for boards without a result, or with too many possible ones."""
    year = law.edition.year
    places = ("assigned-replaces", "many-possibilities", "artificial-by-fault")
    clauses = tuple(clause for place in places for clause in addresses(place, year))
    return clauses or (law.clause("12C1"),)


_LARGE_PART = Fraction(3, 10)
"""About a third of the weight: who gives that result alone has chosen among the likely ones (a step less than a third)."""
_NOISE = Fraction(1, 2)
"""Of what is close: other random seeds move a score by a quarter of an IMP (one standard deviation), the band's ends by no less.

Twice that is not told from nothing.
"""


def _compare_with_band(
    given: ReviewedResults,
    scores: SideScores,
    band: dict[Side, tuple[Fraction, Fraction]],
    exact: SideScores | None,
) -> Verdict:
    """The grade by figures: inside the band or equivalent, near if within the sampling error of the band, else outside."""
    distances = tuple(_describe_distance(given, scores, exact))
    outside = [side for side in Side if not band[side][0] <= scores.score_of(side) <= band[side][1]]
    if not outside:
        return Verdict("inside", (_judgement("review.inside"), *distances))
    if exact is not None and all(
        abs(scores.score_of(side) - exact.score_of(side)) <= given.close for side in Side
    ):
        return Verdict("inside", (_judgement("review.close", close=given.close, unit=given.unit), *distances))
    if given.single >= _LARGE_PART:
        single = _judgement("review.single-result", result=given.results[0], share=Percentage(given.single))
        return Verdict("inside", (single, *distances))
    reasons = [finding for side in outside for finding in _change(given, scores, band, side)]
    noise = _NOISE * given.close
    away = max(
        max(band[side][0] - scores.score_of(side), scores.score_of(side) - band[side][1]) for side in outside
    )
    if away < noise:
        near = _judgement("review.near", distance=away, noise=noise, unit=given.unit)
        return Verdict("near", (near, *reasons, *distances))
    return Verdict("outside", (*reasons, *distances))


def _judgement(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.JUDGEMENT)


def _describe_distance(
    given: ReviewedResults, scores: SideScores, exact: SideScores | None
) -> Iterator[Finding]:
    """The difference of each side's score from ours."""
    if exact is None:
        return
    for side in Side:
        exact_score, theirs = exact.score_of(side), scores.score_of(side)
        yield _judgement(
            "review.distance",
            side=side,
            given=theirs,
            ours=exact_score,
            distance=abs(theirs - exact_score),
            unit=given.unit,
        )


def _found_no_infraction(ours: Ruling) -> bool:
    answers = [incident.infraction.answer for incident in ours.incidents if incident.infraction is not None]
    return bool(answers) and all(answer is False for answer in answers)


def _finds_infraction(ours: Ruling) -> bool:
    return any(incident.infraction is not None and incident.infraction.answer for incident in ours.incidents)


def _other_finding(given: ReviewedResults, ours: Ruling) -> bool:
    """Whether one of the two rulings found an infraction and the other none."""
    stands = given.ruling.kind is RulingKind.RESULT_STANDS
    return _finds_infraction(ours) if stands else _found_no_infraction(ours)


def _change(
    given: ReviewedResults, scores: SideScores, band: dict[Side, tuple[Fraction, Fraction]], side: Side
) -> list[Finding]:
    """The smallest change of the score and of its weights that would bring one side's score into the band."""
    low, high = band[side]
    score = scores.score_of(side)
    nearest = low if score < low else high
    kind = FindingClass.JUDGEMENT
    findings = [
        Finding.from_code(
            "review.outside", kind=kind, side=side, given=score, low=low, high=high, change=nearest - score
        )
    ]
    parts = given.parts.get(side, ())
    moved = _smallest_shift(parts, nearest - score)
    if moved is not None:
        giver, taker, share = moved
        weight = Percentage(share)
        findings.append(
            Finding.from_code(
                "review.smallest-change", kind=kind, side=side, giver=giver, taker=taker, weight=weight
            )
        )
    return findings


def _smallest_shift(
    parts: tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...], change: Fraction
) -> tuple[Result | PointsOnly, Result | PointsOnly, Fraction] | None:
    """The least weight in whole percent, and the two results it must move between, to change the score by so much."""
    sign = 1 if change > 0 else -1
    best: tuple[Fraction, Result | PointsOnly, Result | PointsOnly] | None = None
    for giver, weight, worth in parts:
        for taker, _, other in parts:
            gain = sign * (other - worth)
            if gain <= 0:
                continue
            share = Fraction(math.ceil(100 * abs(change) / gain), 100)
            if share <= weight and (best is None or share < best[0]):
                best = (share, giver, taker)
    return None if best is None else (best[1], best[2], best[0])


def _compare_sides(given: ReviewedResults, exact: SideScores | None) -> Verdict:
    if exact is None or given.scores is None:
        return Verdict("cannot-tell", (_judgement("review.no-band"),))
    why = Finding.from_code(
        "review.differs",
        ns=exact.ns,
        ew=exact.ew,
        given_ns=given.scores.ns,
        given_ew=given.scores.ew,
        unit=given.unit,
    )
    return Verdict("outside", (why,))


def _unlawful(
    given: ReviewedResults,
    law: Jurisdiction,
    disallowed: frozenset[Result | PointsOnly],
    *,
    whole_tricks: bool,
) -> list[Finding]:
    findings = []
    weighs = given.ruling.kind is RulingKind.WEIGHTED
    year = law.edition.year
    if whole_tricks and weighs and not law.regulation.weighting.claims:
        findings.append(Finding.from_code("review.weighted-claim", clauses=(law.clause("70A"),)))
    if weighs and not law.regulation.weighting.allowed:
        findings.append(
            Finding.from_code("review.weights-not-allowed", clauses=addresses("equity-weighting", year))
        )
    if weighs and law.regulation.weighting.allowed and not _may_weigh(given.ruling.body, law):
        findings.append(
            Finding.from_code("review.body-may-not-weigh", clauses=addresses("equity-weighting", year))
        )
    # Before 2017 the text was silent and practice differed: then only the figures count.
    if law.edition.adjusting.legal_results_only and weighs:
        shared = [result for result in given.results if result in disallowed]
        if shared:
            clauses = addresses("equity-weighting", year)
            findings.append(Finding.from_code("review.disallowed-weighed", clauses=clauses, result=shared[0]))
    return findings


def _may_weigh(body: Body | None, law: Jurisdiction) -> bool:
    """Whether this body may weigh results; every body above the director rules as a committee does."""
    if body is None:
        return True
    ruling_body = RulingBody.DIRECTOR if body is Body.DIRECTOR else RulingBody.COMMITTEE
    return ruling_body in law.regulation.weighting.bodies


def _exact(ours: Ruling) -> SideScores | None:
    adjusted = ours.adjusted
    if adjusted is None or adjusted.ns is None or adjusted.ew is None:
        return None
    return SideScores(adjusted.ns.exact, adjusted.ew.exact)


def _band(ours: Ruling) -> dict[Side, tuple[Fraction, Fraction]] | None:
    sensitivity = ours.sensitivity
    if sensitivity is None or sensitivity.band_ns is None or sensitivity.band_ew is None:
        return None
    return {
        Side.NS: (Fraction(sensitivity.band_ns[0]), Fraction(sensitivity.band_ns[1])),
        Side.EW: (Fraction(sensitivity.band_ew[0]), Fraction(sensitivity.band_ew[1])),
    }


_SURE = 0.95  # probability of an alternative above which another finding counts as unreasonable


def review(case: Case, asked: RulingRequest, services: Services, tell: Listener | None = None) -> Ruling:
    """Our ruling with `review` filled for the last ruling given."""
    if not case.ruling:
        remedy = sentence("write-ruling")
        raise CaseError(sentence("ruling-missing"), where="ruling", remedy=remedy)
    return audit_ruling(case, asked, rule(case, asked, services, tell))


def audit_ruling(case: Case, asked: RulingRequest, ours: Ruling) -> Ruling:
    """Our existing ruling with `review` filled for the last ruling of the case."""
    given = case.ruling[-1]
    law = jurisdiction_of(case, asked)
    currency = currency_of(case, law)
    scores = given_scores(case, given, currency) if isinstance(currency, Currency) else None
    verdict = verdict_of(
        _facts_of(given, ours, scores, currency),
        ours,
        law,
        _disallowed_results(case, ours, law),
        judged=any(isinstance(judgement, JudgedResults) for judgement in case.judgement),
        whole_tricks=any(incident.is_whole_tricks for incident in case.incident),
        finder=_finder(case, ours),
        obtained=case.result is not None,
    )
    answer = ReviewAnswer(verdict.word, process_of(given, law), formal_of(case, law))
    return replace(ours, review=answer, findings=ours.findings + verdict.findings)


def _facts_of(
    given: RulingGiven, ours: Ruling, scores: SideScores | None, currency: Currency | MissingComparison
) -> ReviewedResults:
    """The ruling under review in the form in which it is compared with ours."""
    results, parts, unheard_of = _results(given), _parts(given, currency), _unheard_of(given, ours, currency)
    if isinstance(currency, MissingComparison):
        return ReviewedResults(given, scores, results, parts, unheard_of)
    single = _single(results, ours, currency)
    unit = str(currency.form.unit)
    return ReviewedResults(given, scores, results, parts, unheard_of, single, currency.close, unit)


def _single(results: tuple[Result | PointsOnly, ...], ours: Ruling, currency: Currency) -> Fraction:
    """Our weight on the single result of a ruling, for the side where it is less; zero if it gives several."""
    if len(set(results)) != 1 or ours.weights is None:
        return Fraction(0)
    points = currency.points(results[0])
    same = {outcome.id for outcome in ours.outcomes if outcome.legal and outcome.score_ns == points}
    return min(
        sum((weight for name, weight in side if name in same), Fraction(0))
        for side in (ours.weights.ns, ours.weights.ew)
    )


def _results(given: RulingGiven) -> tuple[Result | PointsOnly, ...]:
    return tuple(entry.result for side in (given.ns, given.ew) for entry in side or ())


def _parts(
    given: RulingGiven, currency: Currency | MissingComparison
) -> dict[Side, tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...]]:
    """Each side's results as given, with weight and value for that side."""
    if not isinstance(currency, Currency) or not given.ns:
        return {}
    lists = {Side.NS: given.ns, Side.EW: given.ew or given.ns}
    return {
        side: tuple(
            (entry.result, entry.weight, currency.worth(currency.points(entry.result)).score_of(side))
            for entry in entries
        )
        for side, entries in lists.items()
    }


def _unheard_of(given: RulingGiven, ours: Ruling, currency: Currency | MissingComparison) -> Fraction:
    """The weight on scores that none of the estimated lines leads to; zero if nothing was estimated."""
    possible = {entry.score_ns for entry in ours.outcomes if entry.legal and entry.probability is not None}
    if not possible or not isinstance(currency, Currency):
        return Fraction(0)
    shares = [
        sum((entry.weight for entry in side if currency.points(entry.result) not in possible), Fraction(0))
        for side in (given.ns, given.ew)
        if side
    ]
    return max(shares, default=Fraction(0))


def _finder(case: Case, ours: Ruling) -> Finder:
    """Who decides whether there was an infraction: a person, a near-certain estimate, or an estimate."""
    if any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.INFRACTION
        for judgement in case.judgement
    ):
        return Finder.PERSON
    if any(isinstance(judgement, JudgedResults) for judgement in case.judgement):
        return Finder.PERSON
    if all(incident.is_whole_tricks for incident in case.incident):
        return Finder.SURE
    agreed = (Status.AGREED, Status.FOUND)
    known = bool(case.remark) and all(remark.status in agreed for remark in case.remark)
    certainties = [
        alternative.certainty
        for incident in ours.incidents
        for alternative in incident.alternatives
        if alternative.is_alternative and not alternative.suggested
    ]
    return Finder.SURE if known and certainties and max(certainties) >= _SURE else Finder.ESTIMATE


def _disallowed_results(case: Case, ours: Ruling, law: Jurisdiction) -> frozenset[Result | PointsOnly]:
    """The table result of a disallowed action, unless a legal path reaches the same result."""
    acted = any(incident.action_is_barred for incident in case.incident)
    if (
        not _finds_infraction(ours)
        or not acted
        or case.result is None
        or not law.edition.adjusting.legal_results_only
    ):
        return frozenset()
    marked = {
        entry.result
        for judgement in case.judgement
        if isinstance(judgement, JudgedResults)
        for entry in (*(judgement.answer or ()), *(judgement.ns or ()), *(judgement.ew or ()))
        if entry.legal is False
    }
    legal = {outcome.result for outcome in ours.outcomes if outcome.legal}
    table: frozenset[Result | PointsOnly] = frozenset({case.result})
    return (table | marked) - legal


def exit_code(ruling: Ruling) -> int:
    """The exit code: 1 if outside, else 0."""
    return 1 if ruling.review is not None and ruling.review.verdict == "outside" else 0
