"""Every form of scoring, written out: a new one is a file and a line here. And a board's final score in a form.

Each result is converted first, then weighed, side by side; nothing is rounded here.
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
    """The form whose name is most like this word, or nothing.

    >>> nearest_form("match-points"), nearest_form("crossimps"), nearest_form("zzz")
    ('matchpoints', 'cross-imps', '')
    """
    return next(iter(get_close_matches(name.lower(), [form.name for form in FORMS], n=1)), "")


def form_named(name: str) -> ScoringForm:
    """The form a case file names; an unknown one is refused with the nearest."""
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
    """What a weighted score is worth to one side: the weighted mean of what each result is worth.

    Raw scores are never averaged. Converting first is the only reading under which every result has an entry on
    the IMP scale, and the one under which a pair gets its share of each result's matchpoints.

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
    """What one result of a ruling is worth to each side, beside the others that are weighed with it."""
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
    """What an adjustment at our table makes of another table's result: each pair there, in its own view."""

    score_ns: int
    times: Fraction
    scores: SideScores


def rescore_tables(
    form: ScoringForm, others: Field, ns: WeightedScore, ew: WeightedScore, comparison: BoardComparison
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
        alone = WeightedScore.single(score)
        charts = [
            replace(comparison, field=left.plus(ours), other_room=None, ours=alone) for ours in (ns, ew)
        ]
        scores = SideScores(form.convert(score, charts[0]).ns, form.convert(score, charts[1]).ew)
        rows.append(RescoredTable(score, times, scores))
    return tuple(rows)
