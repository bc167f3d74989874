"""What the steps due say of the table result: whether it may stand, or a score takes its place."""

from dataclasses import replace
from enum import Enum
from typing import Final

from analyser.bridge import Side
from analyser.casefile import Case, Incident
from analyser.ruling import AdjustedKind, IncidentFindings, Rectification
from analyser.ruling.kinds.rectification import PREFIX, Step, steps_of


class TableResult(Enum):
    """What the steps due leave of the table result."""

    SET_ASIDE = "set-aside"
    """A score takes its place, be there an infraction and damage or not."""
    STANDS = "stands"
    UNDER_CONDITION = "under-condition"
    """It is replaced if somebody gained or was damaged."""
    NOT_SPOKEN_OF = "not-spoken-of"


SETS_ASIDE: Final = frozenset(
    {
        Step.ADJUSTED,
        Step.ARTIFICIAL,
        Step.ARTIFICIAL_DUE,
        Step.CANCELLED,
        Step.BETTER_OF_TWO,
        Step.SECOND_RESULT_VOID,
        Step.SCORED_WITHOUT,
    }
)
"""No verdict with one of these says that the table result stands."""
LETS_STAND: Final = frozenset({Step.RESULT_STANDS})
"""No verdict with one of these gives another score."""
ON_CONDITION: Final = frozenset(
    {
        Step.COULD_HAVE_KNOWN,
        Step.WITH_HELP,
        Step.IF_DAMAGED,
        Step.IF_TOLD,
        Step.MAY_ADJUST,
        Step.ADJUST_IF_AFFECTED,
        Step.DEFENDERS_ONLY,
        Step.BOTH_SIDES,
        Step.GAIN_TAKEN_AWAY,
        Step.RIGHT_MAY_BE_LOST,
    }
)
"""What the score hangs on: once there is a score these words are spent."""


def _steps(rectification: Rectification | None) -> frozenset[Step]:
    """The steps due; what a catalogue of penalties says is none."""
    if rectification is None:
        return frozenset()
    return steps_of(
        replace(rectification, due=tuple(step for step in rectification.due if step.code.startswith(PREFIX)))
    )


def table_result(rectification: Rectification | None) -> TableResult:
    """What the steps due leave of the table result.

    >>> from analyser.ruling import Finding
    >>> table_result(Rectification((Finding.from_code("rectify.score.cancelled"),)))
    <TableResult.SET_ASIDE: 'set-aside'>
    """
    steps = _steps(rectification)
    if steps & SETS_ASIDE:
        return TableResult.SET_ASIDE
    if steps & LETS_STAND:
        return TableResult.STANDS
    return TableResult.UNDER_CONDITION if steps & ON_CONDITION else TableResult.NOT_SPOKEN_OF


def is_set_aside(rectification: Rectification | None) -> bool:
    """Whether no table result may stand, whatever is found of infraction and damage."""
    return table_result(rectification) is TableResult.SET_ASIDE


def may_stand(rectification: Rectification | None) -> bool:
    """Whether the table result may stand: nothing sets it aside, and no choice the director has not made yet would."""
    if rectification is None:
        return True
    return not is_set_aside(rectification) and not is_set_aside(Rectification(rectification.options))


def is_void(rectification: Rectification | None) -> bool:
    """Whether there is no table result to compare with: it was cancelled, or the auction was stopped."""
    steps = _steps(rectification)
    return bool(steps & {Step.CANCELLED, Step.SECOND_RESULT_VOID}) or steps >= {
        Step.CALLS_CANCELLED,
        Step.ADJUSTED,
    }


def carry_out(findings: IncidentFindings, kind: AdjustedKind) -> IncidentFindings:
    """The findings without the steps the score went against: an adjustment that no damage called for, a result that did not stand."""
    against = SETS_ASIDE if kind is AdjustedKind.NONE else LETS_STAND
    codes = frozenset(f"{PREFIX}{step}" for step in against)
    remedy = findings.rectification
    if remedy is None or not any(finding.code in codes for finding in remedy.due):
        return findings
    due = tuple(finding for finding in remedy.due if finding.code not in codes)
    kept_findings = tuple(finding for finding in findings.findings if finding.code not in codes)
    return replace(findings, findings=kept_findings, rectification=replace(remedy, due=due))


def goes_by_fault(case: Case, rectification: Rectification | None) -> bool:
    """Whether an adjusted score can only be artificial: no result was obtained, or the auction was stopped (12C2; 12C1 of 1997)."""
    steps = _steps(rectification)
    stopped = Step.CALLS_CANCELLED in steps
    return Step.ADJUSTED in steps and (case.result is None or stopped)


def innocent_in(case: Case, incident: Incident, rectification: Rectification | None) -> Side | None:
    """The side the score is adjusted for: declarer's where dummy was the first to speak of a defender's irregularity (43B3)."""
    steps = _steps(rectification)
    declarer = case.declarer
    if declarer is not None and steps & {Step.BOTH_SIDES, Step.DEFENDERS_ONLY}:
        return declarer.side
    return None if incident.offending_side is None else incident.offending_side.other
