"""Is a ruling somebody gave inside the band of reason: the law first, then the figures."""

import math
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import RulingGiven, RulingKind
from analyser.laws import Jurisdiction, addresses
from analyser.ruling import Finding, FindingClass, Ruling
from analyser.scoring import SideScores, percent_text

__all__ = ["Finder", "Given", "Verdict", "verdict_of"]


@dataclass(frozen=True, slots=True)
class Given:
    """The ruling under review in the event's currency, and the results it weighs for each side.

    `parts` holds each side's results with their weights and what each is worth to that side; `unheard_of` is the
    weight on scores that no line from the branch leads to, as far as one was followed.
    """

    ruling: RulingGiven
    scores: SideScores | None
    results: tuple[Result | PointsOnly, ...]
    parts: dict[Side, tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    unheard_of: Fraction = Fraction(0)


_MOST = Fraction(1, 2)


class Finder(Enum):
    """Who says whether there was an infraction, as our analysis has it."""

    PERSON = "a person found it"
    SURE = "estimated, from facts nobody disputes, and hardly to be doubted"
    ESTIMATE = "estimated"


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
    finder: Finder = Finder.ESTIMATE,
) -> Verdict:
    """Compare a ruling with ours: what the Laws forbid is outside whatever the figures; judged weights are inside.

    Where the two differ in the finding itself, whether there was an infraction, and ours is only an estimate, the
    figures cannot tell: the finding is a person's to make.
    """
    against = tuple(_unlawful(given, law, disallowed, whole_tricks=whole_tricks))
    if against:
        return Verdict("outside", against)
    band, exact = _band(ours), _exact(ours)
    if given.scores is None or ours.adjusted is None:
        return Verdict("cannot-tell", (Finding.of("review.no-figures", kind=FindingClass.FACT),))
    if exact is not None and exact == given.scores:
        return Verdict("inside", (Finding.of("review.same-score", kind=FindingClass.JUDGEMENT),))
    if _other_finding(given, ours) and finder is Finder.ESTIMATE:
        return Verdict("cannot-tell", (Finding.of("review.other-finding", kind=FindingClass.JUDGEMENT),))
    if band is None:
        if (
            judged
            or ours.adjusted.tricks is not None
            or (_none_found(ours) and finder is not Finder.ESTIMATE)
        ):
            return _apart(given, exact)
        return Verdict("cannot-tell", (Finding.of("review.no-band", kind=FindingClass.JUDGEMENT),))
    if given.unheard_of > _MOST:
        share = percent_text(given.unheard_of)
        why = Finding.of("review.unheard-of", kind=FindingClass.JUDGEMENT, share=share)
        return Verdict("outside", (why,))
    outside = [side for side in Side if not band[side][0] <= given.scores.of(side) <= band[side][1]]
    if not outside:
        return Verdict("inside", (Finding.of("review.inside", kind=FindingClass.JUDGEMENT),))
    told = [finding for side in outside for finding in _change(given, given.scores, band, side)]
    return Verdict("outside", tuple(told))


def _none_found(ours: Ruling) -> bool:
    answers = [one.infraction.answer for one in ours.incidents if one.infraction is not None]
    return bool(answers) and all(answer is False for answer in answers)


def _other_finding(given: Given, ours: Ruling) -> bool:
    """Whether one of the two rulings found an infraction and the other none."""
    stands = given.ruling.kind is RulingKind.RESULT_STANDS
    found = any(one.infraction is not None and one.infraction.answer for one in ours.incidents)
    return found if stands else _none_found(ours)


def _change(
    given: Given, scores: SideScores, band: dict[Side, tuple[Fraction, Fraction]], side: Side
) -> list[Finding]:
    """The smallest change that would bring one side's score in: of the score, and of the weights that make it."""
    low, high = band[side]
    own = scores.of(side)
    nearest = low if own < low else high
    kind = FindingClass.JUDGEMENT
    told = [
        Finding.of(
            "review.outside", kind=kind, side=side, given=own, low=low, high=high, change=nearest - own
        )
    ]
    parts = given.parts.get(side, ())
    moved = _least_moved(parts, nearest - own)
    if moved is not None:
        giver, taker, share = moved
        weight = percent_text(share)
        told.append(
            Finding.of(
                "review.smallest-change", kind=kind, side=side, giver=giver, taker=taker, weight=weight
            )
        )
    return told


def _least_moved(
    parts: tuple[tuple[Result | PointsOnly, Fraction, Fraction], ...], change: Fraction
) -> tuple[Result | PointsOnly, Result | PointsOnly, Fraction] | None:
    """From which result to which the least weight, in whole percent, has to go for the score to change by so much."""
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
    # Before 2017 the text was silent and practice differed: then only the figures count.
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
