"""The event's currency: the worth of a result to each side, its rounding, and scores without comparable results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log2
from typing import TypeVar

from analyser.bridge import PointsOnly, Result, Vulnerability
from analyser.casefile import Case, RulingGiven, RulingKind, WeightedResult
from analyser.errors import ScoringError
from analyser.laws import Jurisdiction, Rounding
from analyser.messages import decimal_text
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Finding,
    MatchScore,
    Outcome,
    SideScore,
)
from analyser.ruling.values import ResultWeight
from analyser.scoring import (
    BoardComparison,
    Chance,
    Field,
    Need,
    Reading,
    ScoringForm,
    SideScores,
    Tie,
    Unit,
    VictoryPointScale,
    WeightedScore,
    convert_result,
    final_scores,
    form_named,
    match_after,
    percent_of_top,
    round_to_unit,
    scale_named,
    score_ns,
    two_standards,
)


@dataclass(frozen=True, slots=True)
class MissingComparison:
    """What a case does not state and a score needs: places in the file."""

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
    """A form of scoring with this board's comparison and the regulation's rounding.

    `before` are the IMPs of the match without this board, to North-South's team.
    """

    form: ScoringForm
    comparison: BoardComparison
    rounding: Rounding
    vulnerability: Vulnerability
    scale: VictoryPointScale | None = None
    before: Fraction | int = 0
    # Under two standards each of five hundred draws asks for the worth of the same few results.
    _alone: dict[int, SideScores] = field(default_factory=dict, init=False, repr=False, compare=False)

    def points(self, result: Result | PointsOnly) -> int:
        """A result in points to North-South."""
        return score_ns(result, self.vulnerability)

    def worths(self, scores_ns: set[int], ns: WeightedScore, ew: WeightedScore) -> Mapping[int, SideScores]:
        """The worth of each result to each side, given the others it is weighed with."""
        return {score: convert_result(self.form, score, self.comparison, ns, ew) for score in scores_ns}

    def worth(self, score: int) -> SideScores:
        """The worth of one result to each side, by itself."""
        if score not in self._alone:
            alone = WeightedScore.single(score)
            self._alone[score] = convert_result(self.form, score, self.comparison, alone, alone)
        return self._alone[score]

    def scores(self, ns: WeightedScore, ew: WeightedScore) -> SideScores:
        """Both sides' scores, each from its own results; a knock-out's unbalanced pair is averaged (12C4)."""
        return final_scores(self.form, ns, ew, self.comparison)

    def side_score(self, exact: Fraction) -> SideScore:
        """One side's score as the ruling reports it: exact, as a decimal, rounded by the regulation."""
        return SideScore(exact, decimal_text(exact), decimal_text(self.final(exact)), str(self.form.unit))

    def final(self, exact: Fraction) -> Fraction:
        """A side's score as the regulation rounds it; a unit of zero means no rounding."""
        if not self.rounding.unit:
            return exact
        return round_to_unit(exact, self.rounding.unit, Tie(self.rounding.tie), self.average)

    @property
    def average(self) -> Fraction:
        """The score of a side that does neither well nor badly: half a top at matchpoints."""
        return self.form.average(self.comparison)

    @property
    def close(self) -> Fraction:
        """The difference up to which two scores agree: an IMP, or a twentieth of a top."""
        match self.form.unit:
            case Unit.MP:
                field = self.comparison.field
                return (2 * field.tables if field is not None else Fraction(2)) / 20
            case Unit.POINTS:
                return Fraction(40)
            case _:
                return Fraction(1)

    def match(self, table: SideScores | None, scores: SideScores) -> MatchScore | None:
        """The match in victory points with the table result and with these scores; `None` in other forms."""
        if self.scale is None:
            return None
        before = None if table is None else self._victory_points(table, self.scale)
        return MatchScore(before, self._victory_points(scores, self.scale))

    def _victory_points(self, board: SideScores, scale: VictoryPointScale) -> tuple[str, str]:
        """Each team's victory points by its own score of the board: the two need not add up to the scale's top."""
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


def currency_of(case: Case, law: Jurisdiction) -> Currency | MissingComparison:
    """The currency of a case's event, or what the case lacks for it."""
    event, compared = case.event, case.comparison
    if event.form is None:
        return MissingComparison(("event form",))
    form = form_named(str(event.form))
    comparison = BoardComparison(
        other_room=None if compared is None else compared.other_room,
        field=None
        if compared is None or not compared.field
        else Field.from_counts([(f.score, f.times) for f in compared.field]),
        boards=event.boards,
    )
    known = {
        Need.OTHER_ROOM: comparison.other_room,
        Need.FIELD: comparison.field,
        Need.BOARDS: comparison.boards,
    }
    lacking = [_PLACES[need] for need in Need if need in form.needs and known[need] is None]
    if case.vulnerability is None:
        lacking.append("board vulnerable")
    if lacking or case.vulnerability is None:
        return MissingComparison(tuple(lacking))
    scale = (
        scale_named(str(event.scale) if event.scale else "wbf-continuous")
        if Need.BOARDS in form.needs
        else None
    )
    before = 0 if compared is None or compared.match_imps is None else compared.match_imps
    rounding: Rounding = getattr(law.regulation.rounding, rounding_key(form, scale))
    return Currency(form, comparison, rounding, case.vulnerability, scale, before)


def points_currency(case: Case, law: Jurisdiction) -> Currency | None:
    """A currency of bare points, if nothing states what the board is compared with; `None` without the vulnerability."""
    if case.vulnerability is None:
        return None
    return Currency(
        form_named("points"), BoardComparison(), law.regulation.rounding.points, case.vulnerability
    )


_AVERAGES = {
    "misinformation.damage-yes": ("right", "had", "unit"),
    "misinformation.damage-no": ("right", "had", "unit"),
    "misinformation.damage-open": ("right", "had", "unit"),
    "adjustment.proposed": ("moved", "unit"),
}
"""The findings that print averages, and the names of those arguments."""


def without_raw_points(finding: Finding) -> Finding:
    """The finding without averages if points only substitute for a score: raw points are never averaged in print."""
    averages = _AVERAGES.get(finding.code)
    if averages is None:
        return finding
    args = tuple(pair for pair in finding.args if pair[0] not in averages)
    return replace(finding, code=f"{finding.code}.unscored", args=args)


def rounding_key(form: ScoringForm, scale: VictoryPointScale | None) -> str:
    """The key of the regulation's rounding for this form; for a converted match, of its IMPs before the scale."""
    if scale is not None:
        return "vp_discrete" if scale.whole_imps else "vp_continuous"
    return form.rounding_key


Listed = TypeVar("Listed", bound=ResultWeight)


def select_by_standards(
    results: Sequence[Listed], worth: Callable[[Listed], Fraction], law: Jurisdiction
) -> tuple[tuple[Listed, ...], tuple[Listed, ...]]:
    """The most favourable likely result for the innocent, and the most unfavourable at all probable for the offenders.

    `worth` is each result's worth to the innocent side; each of the two results has the whole weight.
    """
    rules = law.regulation.two_standards
    chosen = two_standards(
        [Chance(entry.weight, worth(entry)) for entry in results],
        Reading(rules.reading),
        rules.likely,
        rules.at_all_probable,
    )
    innocent, offenders = (
        replace(next(entry for entry in results if worth(entry) == value), weight=Fraction(1))
        for value in (chosen.innocent, chosen.offenders)
    )
    return (innocent,), (offenders,)


MANY_CONTRACTS = 4
"""As uncertain as this many equally likely contracts: many. The Laws give no number; this is unsettled."""
LIKELY_CONTRACT = 1 / 3
"""If no contract has this probability, what would have been played can hardly be said. Unsettled likewise."""


def contract_chances(outcomes: Sequence[Outcome]) -> dict[object, float]:
    """The probability of each contract among the legal outcomes, whatever the tricks."""
    chances: dict[object, float] = {}
    for outcome in outcomes:
        if outcome.legal and outcome.probability:
            contract = _contract(outcome.result)
            chances[contract] = chances.get(contract, 0.0) + outcome.probability
    return chances


def are_many(outcomes: Sequence[Outcome]) -> bool:
    """Whether the contracts are so many, or none so likely, that what would have been played can hardly be said."""
    chances = contract_chances(outcomes)
    if len(chances) < 2:
        return False
    total, likeliest = sum(chances.values()), max(chances.values())
    entropy = -sum(p / total * log2(p / total) for p in chances.values())
    return 2**entropy >= MANY_CONTRACTS or likeliest < LIKELY_CONTRACT * total


def _contract(result: Result | PointsOnly) -> object:
    """The contract and its side, whatever the tricks; for bare points each figure by itself."""
    if isinstance(result, PointsOnly) or result.contract is None:
        return result
    contract = result.contract
    return (contract.level, contract.strain, contract.doubled, contract.declarer.side)


_KINDS = {
    RulingKind.RESULT_STANDS: AdjustedKind.NONE,
    RulingKind.ASSIGNED: AdjustedKind.ASSIGNED,
    RulingKind.WEIGHTED: AdjustedKind.WEIGHTED,
    RulingKind.ARTIFICIAL: AdjustedKind.ARTIFICIAL,
    RulingKind.TRICKS: AdjustedKind.TRICKS,
}


def scores_of_given_rulings(case: Case, currency: Currency | MissingComparison) -> tuple[Adjusted, ...]:
    """Each ruling given in the case, in order, with both sides' scores if they can be computed."""
    return tuple(_score_given_ruling(case, ruling, currency) for ruling in case.ruling)


def _score_given_ruling(case: Case, ruling: RulingGiven, currency: Currency | MissingComparison) -> Adjusted:
    kind = AdjustedKind.TWO_SIDED if ruling.ew and ruling.ew != ruling.ns else _KINDS[ruling.kind]
    scores = None if isinstance(currency, MissingComparison) else given_scores(case, ruling, currency)
    if scores is None or isinstance(currency, MissingComparison):
        return Adjusted(kind, ruling.tricks)
    return Adjusted(kind, ruling.tricks, currency.side_score(scores.ns), currency.side_score(scores.ew))


def given_scores(case: Case, given: RulingGiven, currency: Currency) -> SideScores | None:
    """The scores the ruling gives each side, in the event's currency."""
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
            return _weighted_scores(given, currency)


def _award(given: RulingGiven, currency: Currency) -> SideScores | None:
    award, field = given.award, currency.comparison.field
    if award is None or award.NS is None or award.EW is None or field is None:
        return None
    top = 2 * field.tables
    return SideScores(percent_of_top(award.NS * 100, top), percent_of_top(award.EW * 100, top))


def _weighted_scores(given: RulingGiven, currency: Currency) -> SideScores | None:
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
    return WeightedScore.from_shares([(weight, points) for points, weight in shares.items()])
