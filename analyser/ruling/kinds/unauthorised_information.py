"""A player acted after extraneous information from partner (Laws 16B and 73C; 16A in 1997)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analyser.casefile import (
    Case,
    Question,
    Remark,
    RemarkKind,
    Status,
    UnauthorisedInformation,
)
from analyser.laws import Jurisdiction, addresses
from analyser.ruling import Argument, Basis, Finding, FindingClass, IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.behind_screens import SCREENMATE
from analyser.ruling.kinds.information import (
    chance_given,
    choice_of,
    is_after_jump,
    judged_truth,
    pause_expected,
    weigh_alternatives,
)

ORDINARY_SECONDS: Final = 6
"""A pause shorter than this is no break in tempo by its length alone.

The Laws have no figure; bodies have often held six to ten seconds no hesitation, and none on record held fewer one.
"""


def find(context: RulingContext, incident: UnauthorisedInformation) -> IncidentFindings:
    """Whether the choice broke the Laws, what the alternatives were, and what was open instead."""
    case, jurisdiction = context.case, context.jurisdiction
    year = jurisdiction.edition.year
    none = None
    if judged_truth(case, incident.id, Question.TEMPO, incident.at) is False:
        clauses = addresses("partner-information-kinds", year)
        none = Finding("information.none", (), FindingClass.FACT, clauses, Basis.JUDGEMENT)
    untold = ordinary_pause(case, incident) or check_raised_tempo(case, incident, jurisdiction)
    none = none or expected_pause(case, incident, jurisdiction)
    findings = weigh_alternatives(
        context,
        incident,
        "partner-information-choice",
        () if none or untold else _information(case, incident, jurisdiction),
        lambda answer: _consequences(answer, jurisdiction),
        none,
        untold,
    )
    if none is not None:
        return findings
    return replace(findings, warnings=findings.warnings + _note_unmeasured(context, incident, findings))


def _information(
    case: Case, incident: UnauthorisedInformation, jurisdiction: Jurisdiction
) -> tuple[Finding, ...]:
    """That there was information from partner, and how sure that is."""
    clauses = addresses("partner-information-kinds", jurisdiction.edition.year)
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    tempo = judged_truth(case, incident.id, Question.TEMPO, incident.at)
    code = "information.from-partner"
    if any(remark.kind is RemarkKind.TEMPO for remark in remarks):
        code = "information.tempo"
    standing = Basis.JUDGEMENT if remarks or tempo is not None else Basis.ASSUMED
    args = (("source", incident.source), ("at", incident.at), ("offender", incident.offender))
    findings = [Finding(code, args, FindingClass.FACT, clauses, standing)]
    if chance_given(case, incident, jurisdiction) < 1:
        findings += _doubts(case, incident, jurisdiction)
    return tuple(findings)


def _doubts(case: Case, incident: UnauthorisedInformation, jurisdiction: Jurisdiction) -> Iterator[Finding]:
    """Why it is not sure that there was information: it is disputed, or a pause was expected there."""
    args: tuple[tuple[str, Argument], ...] = (("source", incident.source), ("at", incident.at))
    if any(remark.status is Status.DISPUTED for remark in case.remark if remark.at == incident.at):
        yield Finding("information.disputed", args, FindingClass.FACT, (), Basis.ASSUMED)
    expected = pause_expected(case, incident.at, jurisdiction)
    if expected:
        code = "information.pause-after-jump"
        if not is_after_jump(case, incident.at) or expected > jurisdiction.regulation.tempo.stop_seconds:
            code = "information.pause-behind-screens"
        yield Finding(code, (*args, ("seconds", expected)), FindingClass.FACT, (), Basis.ASSUMED)


def _consequences(answer: bool | None, jurisdiction: Jurisdiction) -> tuple[Finding, ...]:
    """What follows from an infraction: when the score is adjusted, and that a penalty is possible."""
    if answer is not True:
        return ()
    year = jurisdiction.edition.year
    when = str(jurisdiction.edition.information.adjust_when)
    trigger = Finding.from_code(
        "information.trigger", clauses=addresses("information-trigger", year), when=when
    )
    penalty = addresses("avoidance-penalty", year)
    if not penalty:
        return (trigger,)
    return (trigger, Finding.from_code("information.penalty", kind=FindingClass.DISCIPLINE, clauses=penalty))


def _note_unmeasured(
    context: RulingContext, incident: UnauthorisedInformation, findings: IncidentFindings
) -> tuple[Finding, ...]:
    """A word where nothing could be measured of what the information suggested."""
    _, action = choice_of(context.case, incident)
    if context.services.calls is None or action is None:
        return ()
    if any(alternative.gain is not None for alternative in findings.alternatives):
        return ()
    return (Finding("information.not-measured", (), FindingClass.FACT, (), Basis.ASSUMED),)


def expected_pause(case: Case, incident: UnauthorisedInformation, law: Jurisdiction) -> Finding | None:
    """Why the pause told nothing: the tray came back in the time allowed, or the pause is owed after a skip bid."""
    remark = _lone_tempo_remark(case, incident)
    if remark is None or remark.seconds is None or remark.is_quick:
        return None
    key = "tray_seconds" if case.event.screens else "stop_seconds"
    allowed: int = getattr(law.regulation.tempo, key)
    owed = bool(case.event.screens) or is_after_jump(case, incident.at)
    if not owed or remark.seconds > allowed or f"tempo.{key}" in law.regulation.unsettled:
        return None
    return Finding.from_code(
        "information.tray-in-time" if case.event.screens else "information.pause-owed",
        kind=FindingClass.FACT,
        clauses=(law.clause("73A2"),),
        incident=incident.id,
        seconds=remark.seconds,
        allowed=allowed,
        where=str(law.source_of(f"tempo.{key}").source),
    )


def ordinary_pause(case: Case, incident: UnauthorisedInformation) -> Finding | None:
    """That a pause so short may be none: only a person can say that it was a break in the player's tempo."""
    remark = _lone_tempo_remark(case, incident)
    if remark is None or remark.seconds is None or remark.is_quick or remark.status is Status.FOUND:
        return None
    if remark.seconds >= ORDINARY_SECONDS or judged_truth(case, incident.id, Question.TEMPO, incident.at):
        return None
    return Finding(
        "information.ordinary-pause",
        (
            ("incident", incident.id),
            ("seconds", remark.seconds),
            ("source", incident.source),
            ("at", incident.at),
        ),
        FindingClass.FACT,
        (),
        Basis.ASSUMED,
    )


def check_raised_tempo(case: Case, incident: UnauthorisedInformation, law: Jurisdiction) -> Finding | None:
    """With screens the receiving side raises the tempo; from another's word the director may find that there was no change."""
    remark = _lone_tempo_remark(case, incident)
    if remark is None or remark.raised_by is None or not case.event.screens:
        return None
    receiver = SCREENMATE[incident.source.partner]  # the opponent on the side that receives the tray
    if not law.regulation.tempo.receiver_raises or remark.raised_by is receiver:
        return None
    return Finding.from_code(
        "information.raised-wrongly",
        kind=FindingClass.FACT,
        standing=Basis.ASSUMED,
        incident=incident.id,
        source=incident.source,
        raised=remark.raised_by,
        where=str(law.source_of("tempo.receiver_raises").source),
    )


def _lone_tempo_remark(case: Case, incident: UnauthorisedInformation) -> Remark | None:
    """The remark on tempo, where nothing else is told of that call and no person found what it was."""
    judged = (Question.TEMPO, Question.INFRACTION)
    if any(judged_truth(case, incident.id, question, incident.at) for question in judged):
        return None
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    return remarks[0] if len(remarks) == 1 and remarks[0].kind is RemarkKind.TEMPO else None
