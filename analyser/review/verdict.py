"""Is a ruling somebody gave inside the band of reason: the law first, then the figures."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import RulingGiven, RulingKind
from analyser.laws import Jurisdiction, addresses
from analyser.reasoning import Finding, FindingClass, Ruling
from analyser.scoring import SideScores

__all__ = ["Given", "Verdict", "verdict_of"]


@dataclass(frozen=True, slots=True)
class Given:
    """The ruling under review in the event's currency, and the results it weighs for each side."""

    ruling: RulingGiven
    scores: SideScores | None
    results: tuple[Result | PointsOnly, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Inside, outside or cannot tell, with the reasons."""

    word: str
    findings: tuple[Finding, ...]


def verdict_of(
    given: Given,
    ours: Ruling,
    law: Jurisdiction,
    disallowed: frozenset[Result | PointsOnly],
    *,
    judged: bool,
    whole_tricks: bool,
) -> Verdict:
    """Compare a ruling with ours: what the Laws forbid is outside whatever the figures; judged weights are inside."""
    against = tuple(_unlawful(given, law, disallowed, whole_tricks=whole_tricks))
    if against:
        return Verdict("outside", against)
    band = _band(ours)
    if given.scores is None or ours.adjusted is None:
        return Verdict("cannot-tell", (Finding.of("review.no-figures", kind=FindingClass.FACT),))
    exact = _exact(ours)
    if exact is not None and exact == given.scores:
        return Verdict("inside", (Finding.of("review.same-score", kind=FindingClass.JUDGEMENT),))
    if band is None:
        if judged or ours.adjusted.tricks is not None:
            return _apart(given, exact)
        return Verdict("cannot-tell", (Finding.of("review.no-band", kind=FindingClass.JUDGEMENT),))
    outside = [side for side in Side if not band[side][0] <= given.scores.of(side) <= band[side][1]]
    if not outside:
        return Verdict("inside", (Finding.of("review.inside", kind=FindingClass.JUDGEMENT),))
    side = outside[0]
    low, high = band[side]
    nearest = low if given.scores.of(side) < low else high
    why = Finding.of(
        "review.outside",
        kind=FindingClass.JUDGEMENT,
        side=side,
        given=given.scores.of(side),
        low=low,
        high=high,
        change=nearest - given.scores.of(side),
    )
    return Verdict("outside", (why,))


def _apart(given: Given, exact: SideScores | None) -> Verdict:
    if exact is None or given.scores is None:
        return Verdict("cannot-tell", (Finding.of("review.no-band", kind=FindingClass.JUDGEMENT),))
    why = Finding.of(
        "review.differs", ns=exact.ns, ew=exact.ew, given_ns=given.scores.ns, given_ew=given.scores.ew
    )
    return Verdict("outside", (why,))


def _unlawful(
    given: Given, law: Jurisdiction, disallowed: frozenset[Result | PointsOnly], *, whole_tricks: bool
) -> list[Finding]:
    found = []
    weighs = given.ruling.kind is RulingKind.WEIGHTED
    year = law.edition.year
    if whole_tricks and weighs:
        found.append(Finding.of("review.weighted-claim", clauses=(law.clause("70A"),)))
    if weighs and not law.regulation.weighting.allowed:
        found.append(Finding.of("review.weights-not-allowed", clauses=addresses("equity-weighting", year)))
    if law.edition.adjusting.legal_results_only and weighs:
        shared = [result for result in given.results if result in disallowed]
        if shared:
            clauses = addresses("equity-weighting", year)
            found.append(Finding.of("review.disallowed-weighed", clauses=clauses, result=shared[0]))
    return found


def _exact(ours: Ruling) -> SideScores | None:
    adjusted = ours.adjusted
    if adjusted is None or adjusted.ns is None or adjusted.ew is None:
        return None
    return SideScores(adjusted.ns.exact, adjusted.ew.exact)


def _band(ours: Ruling) -> dict[Side, tuple[Fraction, Fraction]] | None:
    told = ours.sensitivity
    if told is None or told.band_ns is None or told.band_ew is None:
        return None
    return {
        Side.NS: (Fraction(told.band_ns[0]), Fraction(told.band_ns[1])),
        Side.EW: (Fraction(told.band_ew[0]), Fraction(told.band_ew[1])),
    }
