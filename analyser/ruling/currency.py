"""The event's currency: what a result is worth to each side, how a side's score is rounded, what the match becomes."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Vulnerability
from analyser.casefile import Case
from analyser.laws import Jurisdiction, Rounding
from analyser.messages import decimal_text
from analyser.ruling import MatchScore, SideScore
from analyser.scoring import (
    Comparison,
    Field,
    Need,
    Scale,
    ScoringForm,
    SideScores,
    Tie,
    WeightedScore,
    converted,
    final_scores,
    form_named,
    match_after,
    rounded,
    scale_named,
    score_ns,
)


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a case does not tell, without which no score can be reckoned: places in the file."""

    places: tuple[str, ...]


def two_decimals(points: Fraction) -> str:
    """Victory points as they are printed.

    >>> two_decimals(Fraction("13.28")), two_decimals(Fraction(9))
    ('13.28', '9.00')
    """
    hundredths = int(points * 100)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


@dataclass(frozen=True, slots=True)
class Currency:
    """A form of scoring with what this board is compared with, and the regulation's rounding.

    `before` are the IMPs of the match without this board, to North-South's team.
    """

    form: ScoringForm
    comparison: Comparison
    rounding: Rounding
    vulnerability: Vulnerability
    scale: Scale | None = None
    before: int = 0

    def points(self, result: Result | PointsOnly) -> int:
        """A result in points to North-South."""
        return score_ns(result, self.vulnerability)

    def worths(self, scores_ns: set[int], ns: WeightedScore, ew: WeightedScore) -> Mapping[int, SideScores]:
        """What each result is worth to each side, beside the others it is weighed with."""
        return {score: converted(self.form, score, self.comparison, ns, ew) for score in scores_ns}

    def worth(self, score: int) -> SideScores:
        """What one result is worth, alone."""
        alone = WeightedScore.one(score)
        return converted(self.form, score, self.comparison, alone, alone)

    def scores(self, ns: WeightedScore, ew: WeightedScore) -> SideScores:
        """Both sides' scores, each from its own results; a knock-out's unbalanced pair merged (12C4)."""
        return final_scores(self.form, ns, ew, self.comparison)

    def of_side(self, exact: Fraction) -> SideScore:
        """One side's score as the ruling shows it: exact, as a decimal, rounded by the regulation."""
        return SideScore(exact, decimal_text(exact), decimal_text(self.final(exact)), str(self.form.unit))

    def final(self, exact: Fraction) -> Fraction:
        """A side's score as the regulation rounds it; a unit of nought means that it does not."""
        if not self.rounding.unit:
            return exact
        average = self.form.average(self.comparison)
        return rounded(exact, self.rounding.unit, Tie(self.rounding.tie), average)

    def match(self, table: SideScores | None, scores: SideScores) -> MatchScore | None:
        """The match in victory points with the table result and with these scores; none in other forms."""
        if self.scale is None:
            return None
        return MatchScore(
            None if table is None else self._vp(table, self.scale), self._vp(scores, self.scale)
        )

    def _vp(self, board: SideScores, scale: Scale) -> tuple[str, str]:
        """Each team by its own score of the board: the two need not add up to the scale's top."""
        boards = self.comparison.the_boards()
        match = match_after(
            board, self.before, boards, scale, self.rounding.unit or None, Tie(self.rounding.tie)
        )
        return (two_decimals(match.ns), two_decimals(match.ew))


_PLACES = {
    Need.OTHER_ROOM: "comparison other_room",
    Need.FIELD: "comparison field",
    Need.BOARDS: "event boards",
}


def currency_of(case: Case, law: Jurisdiction) -> Currency | Lacking:
    """The currency of a case's event, or what the case lacks for it."""
    event, compared = case.event, case.comparison
    if event.form is None:
        return Lacking(("event form",))
    form = form_named(str(event.form))
    comparison = Comparison(
        other_room=None if compared is None else compared.other_room,
        field=None
        if compared is None or not compared.field
        else Field.of([(f.score, f.times) for f in compared.field]),
        boards=event.boards,
    )
    lacking = [_PLACES[need] for need in Need if need in form.needs and not _has(comparison, need)]
    if case.vulnerability is None:
        lacking.append("board vulnerable")
    if lacking or case.vulnerability is None:
        return Lacking(tuple(lacking))
    scale = (
        scale_named(str(event.scale) if event.scale else "wbf-continuous")
        if Need.BOARDS in form.needs
        else None
    )
    before = 0 if compared is None or compared.match_imps is None else compared.match_imps
    rounding: Rounding = getattr(law.regulation.rounding, rounding_key(form, scale))
    return Currency(form, comparison, rounding, case.vulnerability, scale, before)


def in_points(case: Case, law: Jurisdiction) -> Currency | None:
    """Points as such, where nothing tells what the board is compared with; none without the vulnerability."""
    if case.vulnerability is None:
        return None
    return Currency(form_named("points"), Comparison(), law.regulation.rounding.points, case.vulnerability)


def rounding_key(form: ScoringForm, scale: Scale | None) -> str:
    """Where the regulation says how this form is rounded; a match that is converted: its IMPs before the scale."""
    if scale is not None:
        return "vp_discrete" if scale.whole_imps else "vp_continuous"
    return form.rounding_key


def _has(comparison: Comparison, need: Need) -> bool:
    match need:
        case Need.OTHER_ROOM:
            return comparison.other_room is not None
        case Need.FIELD:
            return comparison.field is not None
        case Need.BOARDS:
            return comparison.boards is not None
