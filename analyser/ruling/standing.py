"""The table result that stands: no infraction, no damage, or a matter apart from the score."""

from dataclasses import replace

from analyser.casefile import Question
from analyser.laws import addresses
from analyser.ruling import Adjusted, AdjustedKind, Basis, Finding, FindingClass
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency, MissingComparison
from analyser.ruling.ruled_incident import RuledIncident, judged_answer
from analyser.ruling.score import result_stands


def table_stands(
    context: RulingContext, currency: Currency, ruled: RuledIncident, *, unharmed: bool
) -> RuledIncident:
    """The table result: there was no infraction, or a person found that it did no damage (12B1)."""
    if context.table_ns is None:
        return table_stands_untold(context, ruled)
    code = "adjustment.no-damage-found" if unharmed else "adjustment.stands"
    clauses = addresses("aim-of-adjusting", context.year) if unharmed else ()
    standing = Basis.JUDGEMENT if unharmed else _finding_basis(context, ruled)
    why = Finding.from_code(code, kind=FindingClass.JUDGEMENT, clauses=clauses, standing=standing)
    return replace(ruled, scored=result_stands(currency, context.table_ns, why), findings=(why,))


def _finding_basis(context: RulingContext, ruled: RuledIncident) -> Basis:
    """Whether a person found that there was no infraction, or the facts show it."""
    judged = judged_answer(context.case, ruled.incident, Question.INFRACTION)
    return Basis.COMPUTED if judged is None else Basis.JUDGEMENT


def undo_incident(context: RulingContext, ruled: RuledIncident) -> RuledIncident:
    """What is held not to have happened leaves the table result."""
    if isinstance(context.currency, MissingComparison):
        return table_stands_untold(context, ruled)
    return table_stands(context, context.currency, ruled, unharmed=False)


def stands_apart(context: RulingContext, ruled: RuledIncident) -> RuledIncident:
    """What changes no score leaves the table result; where none is told there is nothing to leave."""
    why = Finding.from_code(
        "adjustment.apart", kind=FindingClass.DISCIPLINE, clauses=(context.jurisdiction.clause("90A"),)
    )
    if context.table_ns is None or isinstance(context.currency, MissingComparison):
        return replace(ruled, adjusted=Adjusted(AdjustedKind.NONE), findings=(why,))
    return replace(ruled, scored=result_stands(context.currency, context.table_ns, why), findings=(why,))


def table_stands_untold(context: RulingContext, ruled: RuledIncident) -> RuledIncident:
    """The table result, which the case does not tell: where there is nothing to adjust it stands, whatever it was."""
    standing = _finding_basis(context, ruled)
    why = Finding.from_code("adjustment.stands", kind=FindingClass.JUDGEMENT, standing=standing)
    return replace(ruled, adjusted=Adjusted(AdjustedKind.NONE), findings=(why,))
