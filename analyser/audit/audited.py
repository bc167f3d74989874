"""A ruling somebody gave, audited: process, formal side, and whether it lies inside the band of reason."""

from dataclasses import replace
from fractions import Fraction

from analyser.audit import Finder, Given, formal_of, process_of, verdict_of
from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import (
    Case,
    IncidentKind,
    JudgedResults,
    JudgedTruth,
    Question,
    RulingGiven,
    RulingKind,
    Status,
    WeightedResult,
)
from analyser.errors import CaseError, ScoringError
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import ReviewAnswer, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.currency import Currency, Lacking, currency_of
from analyser.ruling.rule import rule
from analyser.scoring import SideScores, WeightedScore, percent_of_top

_WHOLE_TRICKS = (IncidentKind.CLAIM, IncidentKind.REVOKE)
_SURE = 0.95  # of an alternative, so that another finding can be called unreasonable


def review(case: Case, asked: RulingRequest, services: Services) -> Ruling:
    """Our ruling with `review` filled for the last ruling given."""
    if not case.ruling:
        remedy = "write [ruling] with kind, ns and ew as they were given"
        raise CaseError("there is no ruling to review", where="ruling", remedy=remedy)
    return audited(case, asked, rule(case, asked, services))


def audited(case: Case, asked: RulingRequest, ours: Ruling) -> Ruling:
    """Our ruling, already made, with `review` filled for the last ruling of the case."""
    given = case.ruling[-1]
    law = jurisdiction_of(case, asked)
    currency = currency_of(case, law)
    scores = given_scores(case, given, currency) if isinstance(currency, Currency) else None
    verdict = verdict_of(
        Given(given, scores, _results(given), _parts(given, currency), _unheard_of(given, ours, currency)),
        ours,
        law,
        _disallowed(case, ours, law),
        judged=any(isinstance(found, JudgedResults) for found in case.judgement),
        whole_tricks=any(incident.kind in _WHOLE_TRICKS for incident in case.incident),
        finder=_finder(case, ours),
    )
    answer = ReviewAnswer(verdict.word, process_of(given, law), formal_of(case, law))
    return replace(ours, review=answer, findings=ours.findings + verdict.findings)


def _results(given: RulingGiven) -> tuple[Result | PointsOnly, ...]:
    return tuple(entry.result for side in (given.ns, given.ew) for entry in side or ())


def _parts(
    given: RulingGiven, currency: Currency | Lacking
) -> dict[Side, tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...]]:
    """Each side's results as given: weight, and worth to that side."""
    if not isinstance(currency, Currency) or not given.ns:
        return {}
    lists = {Side.NS: given.ns, Side.EW: given.ew or given.ns}
    return {
        side: tuple(
            (entry.result, entry.weight, currency.worth(currency.points(entry.result)).of(side))
            for entry in entries
        )
        for side, entries in lists.items()
    }


def _unheard_of(given: RulingGiven, ours: Ruling, currency: Currency | Lacking) -> Fraction:
    """The weight on scores none of the estimated lines leads to; nought where nothing was estimated."""
    possible = {one.score_ns for one in ours.outcomes if one.legal and one.probability is not None}
    if not possible or not isinstance(currency, Currency):
        return Fraction(0)
    shares = [
        sum((one.weight for one in side if currency.points(one.result) not in possible), Fraction(0))
        for side in (given.ns, given.ew)
        if side
    ]
    return max(shares, default=Fraction(0))


def _finder(case: Case, ours: Ruling) -> Finder:
    """Who answers whether there was an infraction: a person, an estimate beyond much doubt, or an estimate."""
    if any(isinstance(one, JudgedTruth) and one.question is Question.INFRACTION for one in case.judgement):
        return Finder.PERSON
    if any(isinstance(one, JudgedResults) for one in case.judgement):
        return Finder.PERSON
    if all(incident.kind in _WHOLE_TRICKS for incident in case.incident):
        return Finder.SURE
    agreed = (Status.AGREED, Status.FOUND)
    known = bool(case.remark) and all(remark.status in agreed for remark in case.remark)
    held = [
        one.certainty
        for incident in ours.incidents
        for one in incident.alternatives
        if one.is_alternative and not one.suggested
    ]
    return Finder.SURE if known and held and max(held) >= _SURE else Finder.ESTIMATE


def given_scores(case: Case, given: RulingGiven, currency: Currency) -> SideScores | None:
    """What the ruling gives each side, in the event's currency."""
    match given.kind:
        case RulingKind.RESULT_STANDS:
            return None if case.result is None else currency.worth(currency.points(case.result))
        case RulingKind.TRICKS:
            if case.contract is None or given.tricks is None:
                return None
            return currency.worth(currency.points(Result(case.contract, given.tricks)))
        case RulingKind.ARTIFICIAL:
            return _award(given, currency)
        case RulingKind.ASSIGNED | RulingKind.WEIGHTED:
            return _weighted(given, currency)


def _award(given: RulingGiven, currency: Currency) -> SideScores | None:
    award, field = given.award, currency.comparison.field
    if award is None or award.NS is None or award.EW is None or field is None:
        return None
    top = 2 * field.tables
    return SideScores(percent_of_top(award.NS * 100, top), percent_of_top(award.EW * 100, top))


def _weighted(given: RulingGiven, currency: Currency) -> SideScores | None:
    if not given.ns:
        return None
    try:
        return currency.scores(_score(given.ns, currency), _score(given.ew or given.ns, currency))
    except ScoringError:
        return None


def _score(entries: tuple[WeightedResult, ...], currency: Currency) -> WeightedScore:
    shares: dict[int, Fraction] = {}
    for entry in entries:
        points = currency.points(entry.result)
        shares[points] = shares.get(points, Fraction(0)) + entry.weight
    return WeightedScore.of([(weight, points) for points, weight in shares.items()])


def _disallowed(case: Case, ours: Ruling, law: Jurisdiction) -> frozenset[Result | PointsOnly]:
    """The table result of a disallowed action, unless a legal path reaches the same result."""
    found = any(one.infraction is not None and one.infraction.answer for one in ours.incidents)
    acted = any(
        incident.kind in (IncidentKind.UNAUTHORISED_INFORMATION, IncidentKind.WITHDRAWN_CALL)
        for incident in case.incident
    )
    if not found or not acted or case.result is None or not law.edition.adjusting.legal_results_only:
        return frozenset()
    marked = {
        entry.result
        for found in case.judgement
        if isinstance(found, JudgedResults)
        for entry in (*(found.answer or ()), *(found.ns or ()), *(found.ew or ()))
        if entry.legal is False
    }
    legal = {one.result for one in ours.outcomes if one.legal}
    table: frozenset[Result | PointsOnly] = frozenset({case.result})
    return (table | marked) - legal


def exit_code(ruling: Ruling) -> int:
    """0 inside or cannot tell, 1 outside."""
    return 1 if ruling.review is not None and ruling.review.verdict == "outside" else 0
