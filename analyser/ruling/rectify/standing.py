"""When the Laws have rectified an irregularity and nothing more is claimed, the table result stands."""

from analyser.casefile import Case, Incident, IncidentKind, JudgedTruth, Question, RulingKind
from analyser.laws import Jurisdiction
from analyser.ruling import Finding, FindingClass, Found, Rest
from analyser.ruling.rectify.remedy import cite, judged, steps_of
from analyser.ruling.rectify.steps import Step

__all__ = ["rectified"]

_KINDS = frozenset(
    {
        IncidentKind.IRREGULAR_CALL,
        IncidentKind.LEAD_OUT_OF_TURN,
        IncidentKind.EXPOSED_CARD,
        IncidentKind.PLAYED_CARD,
        IncidentKind.WRONG_HAND,
        IncidentKind.WRONG_BOARD,
    }
)
# Steps that change the score only if somebody was damaged, or the offenders gained.
_IF_DAMAGED = frozenset(
    {
        Step.COULD_HAVE_KNOWN,
        Step.WITH_HELP,
        Step.IF_DAMAGED,
        Step.MAY_ADJUST,
        Step.ADJUST_IF_AFFECTED,
    }
)


def rectified(case: Case, incident: Incident, found: Found, law: Jurisdiction) -> Finding | None:
    """Why the table result stands after an irregularity that the Laws themselves put right; none: that is not so here.

    That what was due was too hard or too mild is no ground for another score (12B of 1997, 12B2 since 2007). Where the
    Laws adjust only if there was damage, and nobody says that there was, the result stands for as long as nobody does.
    """
    remedy = found.rectification
    if incident.kind not in _KINDS or remedy is None or remedy.missing or not (remedy.due or remedy.options):
        return None
    ordered = {step for step in steps_of(remedy) if step.startswith("score.")} | (
        steps_of(remedy) & {Step.SCORED_WITHOUT, Step.MAY_CHANGE_CAPPED}
    )
    if ordered - _IF_DAMAGED or _damage_said(case, incident):
        return None
    if ordered and any(ruling.kind is not RulingKind.RESULT_STANDS for ruling in case.ruling):
        return None  # somebody who ruled saw damage
    open_still = bool(ordered)
    return Finding.of(
        "adjustment.rectified-if-no-damage" if open_still else "adjustment.rectified",
        kind=FindingClass.LAW,
        clauses=cite(law, "severity"),
        standing=Rest.ASSUMED if open_still else Rest.COMPUTED,
    )


def _damage_said(case: Case, incident: Incident) -> bool:
    """A person found damage, for this incident or for the board."""
    on_board = any(
        isinstance(one, JudgedTruth)
        and one.question is Question.DAMAGE
        and one.incident is None
        and one.answer
        for one in case.judgement
    )
    return on_board or judged(case, incident, Question.DAMAGE) is True
