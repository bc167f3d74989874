"""Estimated results settled: weights made legible, then scored like a person's; every step stays in the ruling."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from analyser.bridge import Side
from analyser.casefile import SelfInflicted
from analyser.laws import Jurisdiction, addresses
from analyser.laws.forms import WeightingForm
from analyser.ruling import Finding, FindingClass, Outcome, Rest, Weighting
from analyser.ruling.adjustment.currency import Currency
from analyser.ruling.adjustment.results import Weighed
from analyser.ruling.adjustment.settling import Settled, settled
from analyser.ruling.adjustment.weights import Proposed, weigh
from analyser.scoring import SideScores, Unit, percent_text

__all__ = ["proposed_weights", "settled_estimate"]

_QUARTER_IMP = Fraction(1, 4)


def proposed_weights(
    outcomes: tuple[Outcome, ...], currency: Currency, law: Jurisdiction, innocent: Side | None
) -> Proposed:
    """Neutral, sympathetic and legible weights of estimated outcomes."""
    side = innocent if innocent is not None else Side.NS
    rules = law.regulation.weighting
    return weigh(
        outcomes,
        lambda one: currency.worth(one.score_ns).of(side),
        rules.sympathy if innocent is not None else Fraction(0),
        rules.step,
        rules.results_at_most,
        _tolerance(currency),
    )


def _tolerance(currency: Currency) -> Fraction:
    """How far legible weights may move the score: a quarter of an IMP, or one hundredth of a top."""
    match currency.form.unit:
        case Unit.MP:
            field = currency.comparison.field
            top = 2 * field.tables if field is not None else Fraction(2)
            return top / 100
        case Unit.POINTS:
            return Fraction(10)
        case _:
            return _QUARTER_IMP


def settled_estimate(
    outcomes: tuple[Outcome, ...],
    currency: Currency,
    law: Jurisdiction,
    innocent: Side | None,
    table_ns: int | None,
    error: SelfInflicted | None = None,
) -> Settled:
    """Both sides' scores from estimated outcomes, by the edition's form."""
    proposed = proposed_weights(outcomes, currency, law, innocent)
    two_standards = law.regulation.weighting.form is WeightingForm.TWO_STANDARDS
    used = proposed.neutral if two_standards else proposed.legible
    results = {one.id: one.result for one in outcomes}
    listed = tuple(Weighed(results[name], weight) for name, weight in used)
    made = settled((listed, listed), currency, law, innocent, table_ns, error)
    alone = {one.id: currency.worth(one.score_ns) for one in outcomes}
    shown = tuple(replace(one, converted=(alone[one.id].ns, alone[one.id].ew)) for one in outcomes)
    why = _why(proposed, currency, law, innocent)
    standards = None
    if two_standards and innocent is not None and len(used) > 1:

        def standards(shares: Mapping[str, Fraction]) -> SideScores:
            drawn = tuple(Weighed(results[name], weight) for name, weight in shares.items() if weight)
            return settled((drawn, drawn), currency, law, innocent, None).without_infraction

    return replace(
        made,
        by_standards=standards,
        outcomes=shown,
        weights=None if made.weights is None else _named(made, proposed, outcomes),
        findings=(why, *made.findings),
    )


def _why(proposed: Proposed, currency: Currency, law: Jurisdiction, innocent: Side | None) -> Finding:
    """How the weights came about; where each side has a standard of its own nothing is weighed."""
    if law.regulation.weighting.form is WeightingForm.TWO_STANDARDS:
        return Finding.of(
            "adjustment.estimated",
            kind=FindingClass.JUDGEMENT,
            standing=Rest.ASSUMED,
            clauses=addresses("two-standards", law.edition.year),
        )
    return Finding.of(
        "adjustment.proposed",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.ASSUMED,
        clauses=addresses("equity-weighting", law.edition.year),
        sympathy=percent_text(law.regulation.weighting.sympathy if innocent is not None else Fraction(0)),
        step=percent_text(proposed.step),
        moved=proposed.moved,
        unit=str(currency.form.unit),
    )


def _named(made: Settled, proposed: Proposed, outcomes: tuple[Outcome, ...]) -> Weighting:
    """The weights under the names of the estimated outcomes."""
    weights = made.weights
    if weights is None:
        return Weighting(proposed.neutral, (), ())
    own = {one.id: one.result for one in made.outcomes}
    names = {one.result: one.id for one in outcomes}

    def renamed(pairs: tuple[tuple[str, Fraction], ...]) -> tuple[tuple[str, Fraction], ...]:
        return tuple((names[own[name]], weight) for name, weight in pairs)

    return Weighting(proposed.neutral, renamed(weights.ns), renamed(weights.ew))
