"""The rulings a case holds, in the event's currency: what each body gave both sides."""

from fractions import Fraction

from analyser.bridge import Result
from analyser.casefile import Case, RulingGiven, RulingKind, WeightedResult
from analyser.errors import ScoringError
from analyser.ruling.currency import Currency, Lacking
from analyser.ruling.values import Adjusted, AdjustedKind
from analyser.scoring import SideScores, WeightedScore, percent_of_top

_KINDS = {
    RulingKind.RESULT_STANDS: AdjustedKind.NONE,
    RulingKind.ASSIGNED: AdjustedKind.ASSIGNED,
    RulingKind.WEIGHTED: AdjustedKind.WEIGHTED,
    RulingKind.ARTIFICIAL: AdjustedKind.ARTIFICIAL,
    RulingKind.TRICKS: AdjustedKind.TRICKS,
}


def as_given(case: Case, currency: Currency | Lacking) -> tuple[Adjusted, ...]:
    """Each ruling of the case in its order, with both sides' scores where they can be reckoned."""
    return tuple(_as_given(case, ruling, currency) for ruling in case.ruling)


def _as_given(case: Case, ruling: RulingGiven, currency: Currency | Lacking) -> Adjusted:
    kind = AdjustedKind.TWO_SIDED if ruling.ew and ruling.ew != ruling.ns else _KINDS[ruling.kind]
    scores = None if isinstance(currency, Lacking) else given_scores(case, ruling, currency)
    if scores is None or isinstance(currency, Lacking):
        return Adjusted(kind, ruling.tricks)
    return Adjusted(kind, ruling.tricks, currency.of_side(scores.ns), currency.of_side(scores.ew))


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
