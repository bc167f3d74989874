"""Unreasonable rulings planted beside ours: a band that calls them reasonable would be worth nothing.

Three a case: the sides exchanged, the score of the disallowed action weighed with the others, and all the weight on the
one result farthest from our score. A planted ruling that happens to give our score, or nearly, is none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyser.audit.verdict import audited, given_scores
from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import Case, RulingGiven
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.currency import Currency, currency_of
from analyser.scoring import SideScores

KINDS = ("sides exchanged", "disallowed result weighed", "all weight on one extreme")

_NOTHING_ASKED = RulingRequest()
_SAME = Fraction(1, 4)  # IMPs, or a hundredth of a top: less is no other ruling
_List = list[tuple[Result | PointsOnly, Fraction]]


@dataclass(frozen=True, slots=True)
class NegativeControl:
    """One planted ruling and the verdict on it."""

    case: str
    kind: str
    verdict: str


def judged_controls(ruled: Iterable[tuple[Case, Ruling]]) -> Iterator[NegativeControl]:
    """Every planted ruling of the cases whose score is made of weighed results, reviewed."""
    for case, ours in ruled:
        for kind, control in unreasonable_rulings(case, ours):
            verdict = audited(case.changed(ruling=(control,)), _NOTHING_ASKED, ours).review
            yield NegativeControl(case.id, kind, "cannot-tell" if verdict is None else verdict.verdict)


def unreasonable_rulings(case: Case, ours: Ruling) -> Iterator[tuple[str, RulingGiven]]:
    """The unreasonable rulings of one case."""
    currency = currency_of(case, jurisdiction_of(case, _NOTHING_ASKED))
    adjusted, weights = ours.adjusted, ours.weights
    if not isinstance(currency, Currency) or adjusted is None or weights is None:
        return
    if adjusted.ns is None or adjusted.ew is None:
        return
    results = {outcome.id: outcome.result for outcome in ours.outcomes}
    lists: dict[Side, _List] = {
        Side.NS: [(results[name], weight) for name, weight in weights.ns],
        Side.EW: [(results[name], weight) for name, weight in weights.ew],
    }
    for kind, (ns, ew) in _unreasonable(case, currency, lists, adjusted.ns.exact):
        ruling = _ruling(ns, ew)
        scores = given_scores(case, ruling, currency)
        if scores is not None and _is_other(
            scores, SideScores(adjusted.ns.exact, adjusted.ew.exact), currency
        ):
            yield kind, ruling


def _unreasonable(
    case: Case, currency: Currency, lists: dict[Side, _List], ours: Fraction
) -> Iterator[tuple[str, tuple[_List, _List]]]:
    exchanged: list[_List] = [
        [(PointsOnly(-currency.points(result)), weight) for result, weight in lists[side.other]]
        for side in Side
    ]
    yield KINDS[0], (exchanged[0], exchanged[1])
    table = case.result
    if table is not None and all(result != table for side in Side for result, _ in lists[side]):
        ns, ew = (
            [(table, Fraction(1, 2)), *((result, weight / 2) for result, weight in lists[side])]
            for side in Side
        )
        yield KINDS[1], (ns, ew)
    if len(lists[Side.NS]) > 1:
        worst = max(
            (result for result, _ in lists[Side.NS]),
            key=lambda result: abs(currency.worth(currency.points(result)).ns - ours),
        )
        alone: _List = [(worst, Fraction(1))]
        yield KINDS[2], (alone, alone)


def _ruling(ns: _List, ew: _List) -> RulingGiven:
    def told(side: _List) -> list[dict[str, str]]:
        return [{"result": str(result), "weight": str(weight)} for result, weight in side]

    kind = "assigned" if len(ns) == len(ew) == 1 else "weighted"
    return RulingGiven.model_validate({"kind": kind, "by": "planted", "ns": told(ns), "ew": told(ew)})


def _is_other(theirs: SideScores, ours: SideScores, currency: Currency) -> bool:
    """Whether the planted ruling gives another score at all."""
    field = currency.comparison.field
    same = Fraction(2 * field.tables) / 100 if field is not None else _SAME
    return any(abs(theirs.of(side) - ours.of(side)) > same for side in Side)
