"""A board's final score: each result converted first, then weighed, side by side, rounded by nobody here."""

from dataclasses import dataclass, replace
from fractions import Fraction

from analyser.bridge import Side
from analyser.scoring.comparison import Comparison, ScoringForm
from analyser.scoring.field import Field
from analyser.scoring.imps import merged
from analyser.scoring.side_scores import SideScores
from analyser.scoring.weights import WeightedScore


def _with_ours(comparison: Comparison, ours: WeightedScore) -> Comparison:
    return comparison if comparison.ours else replace(comparison, ours=ours)


def weighed(form: ScoringForm, score: WeightedScore, side: Side, comparison: Comparison) -> Fraction:
    """What a weighted score is worth to one side: the weighted mean of what each result is worth.

    Raw scores are never averaged. Converting first is the only reading under which every result has an entry on
    the IMP scale, and the one under which a pair gets its share of each result's matchpoints.

    >>> from analyser.scoring.imps import IMPS
    >>> score = WeightedScore.parse(("65%", 480), ("35%", 980))
    >>> str(weighed(IMPS, score, Side.NS, Comparison(other_room=500)))
    '57/20'
    """
    seen = _with_ours(comparison, score)
    worth = (share.weight * form.convert(share.score_ns, seen).of(side) for share in score.shares)
    return sum(worth, Fraction(0))


def converted(
    form: ScoringForm, score_ns: int, comparison: Comparison, ns: WeightedScore, ew: WeightedScore
) -> SideScores:
    """What one result of a ruling is worth to each side, beside the others that are weighed with it."""
    return SideScores(
        form.convert(score_ns, _with_ours(comparison, ns)).ns,
        form.convert(score_ns, _with_ours(comparison, ew)).ew,
    )


def final_scores(
    form: ScoringForm, ns: WeightedScore, ew: WeightedScore, comparison: Comparison
) -> SideScores:
    """Both sides' scores, each from its own results; in a knock-out their mean if they do not balance (12C4)."""
    scores = SideScores(weighed(form, ns, Side.NS, comparison), weighed(form, ew, Side.EW, comparison))
    return merged(scores) if form.merges else scores


@dataclass(frozen=True, slots=True)
class RescoredTable:
    """What an adjustment at our table makes of another table's result: each pair there, in its own view."""

    score_ns: int
    times: Fraction
    scores: SideScores


def rescored(
    form: ScoringForm, others: Field, ns: WeightedScore, ew: WeightedScore, comparison: Comparison
) -> tuple[RescoredTable, ...]:
    """Every other pair's new score: ours enters their field in its parts, one chart for each direction.

    A split score needs two charts: the North-South pairs meet our North-South result, the East-West pairs our
    East-West result.
    """
    rows = []
    for score, times in others.counts:
        if times < 1:  # a table's own part: it is compared with whole tables only
            continue
        left = others.minus(score)
        alone = WeightedScore.one(score)
        charts = [
            replace(comparison, field=left.plus(ours), other_room=None, ours=alone) for ours in (ns, ew)
        ]
        scores = SideScores(form.convert(score, charts[0]).ns, form.convert(score, charts[1]).ew)
        rows.append(RescoredTable(score, times, scores))
    return tuple(rows)
