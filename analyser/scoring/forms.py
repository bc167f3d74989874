"""The table of all forms of scoring, and a board's final score in a form.

Each result is converted first and then weighted, for each side; nothing is rounded here.
"""

from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.messages import sentence
from analyser.scoring.comparison import BoardComparison, Field, ScoringForm, SideScores, WeightedScore
from analyser.scoring.contract_score import TOTAL_POINTS
from analyser.scoring.imps import BUTLER, CROSS_IMPS, IMPS, KNOCKOUT, VICTORY_POINTS, merge_scores
from analyser.scoring.matchpoints import BOARD_A_MATCH, MATCHPOINTS

FORMS: tuple[ScoringForm, ...] = (
    MATCHPOINTS,
    IMPS,
    KNOCKOUT,
    VICTORY_POINTS,
    CROSS_IMPS,
    BUTLER,
    BOARD_A_MATCH,
    TOTAL_POINTS,
)


def nearest_form(name: str) -> str:
    """The name of the form most similar to this word, or an empty text.

    >>> nearest_form("match-points"), nearest_form("crossimps"), nearest_form("zzz")
    ('matchpoints', 'cross-imps', '')
    """
    return next(iter(get_close_matches(name.lower(), [form.name for form in FORMS], n=1)), "")


def form_named(name: str) -> ScoringForm:
    """The form a case file names; an unknown one is refused with the nearest name."""
    for form in FORMS:
        if form.name == name:
            return form
    near = nearest_form(name)
    known = ", ".join(form.name for form in FORMS)
    remedy = sentence("perhaps-name", near=near) if near else sentence("write-one-of-known", known=known)
    raise ScoringError(sentence("form-unknown"), where="form", found=name, remedy=remedy)


def _add_ours(comparison: BoardComparison, ours: WeightedScore) -> BoardComparison:
    return comparison if comparison.ours else replace(comparison, ours=ours)


def weighted_worth(
    form: ScoringForm, score: WeightedScore, side: Side, comparison: BoardComparison
) -> Fraction:
    """The value of a weighted score for one side: the weighted mean of the values of its results.

    Raw scores are never averaged. Only with conversion first does every result have an entry on the IMP scale, and does
    a pair get its share of each result's matchpoints.

    >>> from analyser.scoring.imps import IMPS
    >>> score = WeightedScore.parse(("65%", 480), ("35%", 980))
    >>> str(weighted_worth(IMPS, score, Side.NS, BoardComparison(other_room=500)))
    '57/20'
    """
    seen = _add_ours(comparison, score)
    worth = (weight * form.convert(score_ns, seen).score_of(side) for weight, score_ns in score.shares)
    return sum(worth, Fraction(0))


def convert_result(
    form: ScoringForm, score_ns: int, comparison: BoardComparison, ns: WeightedScore, ew: WeightedScore
) -> SideScores:
    """The value of one result of a ruling for each side, given the others that are weighted with it."""
    return SideScores(
        form.convert(score_ns, _add_ours(comparison, ns)).ns,
        form.convert(score_ns, _add_ours(comparison, ew)).ew,
    )


def final_scores(
    form: ScoringForm, ns: WeightedScore, ew: WeightedScore, comparison: BoardComparison
) -> SideScores:
    """Both sides' scores, each from its own results; in a knock-out their mean if they do not balance (12C4)."""
    scores = SideScores(
        weighted_worth(form, ns, Side.NS, comparison), weighted_worth(form, ew, Side.EW, comparison)
    )
    return merge_scores(scores) if form.merges else scores


@dataclass(frozen=True, slots=True)
class RescoredTable:
    """The scores of both pairs at another table after an adjustment at ours, each from its own view."""

    score_ns: int
    times: Fraction
    scores: SideScores


def rescore_tables(
    form: ScoringForm, others: Field, ns: WeightedScore, ew: WeightedScore, comparison: BoardComparison
) -> tuple[RescoredTable, ...]:
    """The new scores of all other pairs: ours enters their field in its parts, with one chart for each direction.

    A split score needs two charts: the North-South pairs meet our North-South result, the East-West pairs our
    East-West result.
    """
    rows = []
    for score, times in others.counts:
        if times < 1:  # a table's own part: it is compared with whole tables only
            continue
        left = others.minus(score)
        alone = WeightedScore.single(score)
        charts = [
            replace(comparison, field=left.plus(ours), other_room=None, ours=alone) for ours in (ns, ew)
        ]
        scores = SideScores(form.convert(score, charts[0]).ns, form.convert(score, charts[1]).ew)
        rows.append(RescoredTable(score, times, scores))
    return tuple(rows)
