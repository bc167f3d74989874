"""When a pause tells nothing: one the regulations expect, or one as short as any ordinary call takes (73A2, 73D1)."""

from typing import Final

from analyser.casefile import Case, Question, Remark, RemarkKind, Status, UnauthorisedInformation
from analyser.laws import Jurisdiction
from analyser.ruling import Basis, Finding, FindingClass
from analyser.ruling.kinds.behind_screens import SCREENMATE
from analyser.ruling.kinds.information import is_after_jump, judged_truth

ORDINARY_SECONDS: Final = 6
"""A pause shorter than this is no break in tempo by its length alone.

The Laws have no figure; bodies have often held six to ten seconds no hesitation, and none on record held fewer one.
"""


def expected_pause(case: Case, incident: UnauthorisedInformation, law: Jurisdiction) -> Finding | None:
    """Why the pause told nothing: the tray came back in the time allowed, or the pause is owed after a skip bid."""
    remark = _only_tempo(case, incident)
    if remark is None or remark.seconds is None or remark.is_quick:
        return None
    key = "tray_seconds" if case.event.screens else "stop_seconds"
    allowed: int = getattr(law.regulation.tempo, key)
    owed = bool(case.event.screens) or is_after_jump(case, incident.at)
    if not owed or remark.seconds > allowed or f"tempo.{key}" in law.regulation.unsettled:
        return None
    return Finding.of(
        "information.tray-in-time" if case.event.screens else "information.pause-owed",
        kind=FindingClass.FACT,
        clauses=(law.clause("73A2"),),
        incident=incident.id,
        seconds=remark.seconds,
        allowed=allowed,
        where=str(law.why(f"tempo.{key}").source),
    )


def ordinary_pause(case: Case, incident: UnauthorisedInformation) -> Finding | None:
    """That a pause so short may be none: only a person can say that it was a break in the player's tempo."""
    remark = _only_tempo(case, incident)
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


def raised_wrongly(case: Case, incident: UnauthorisedInformation, law: Jurisdiction) -> Finding | None:
    """With screens the receiving side raises the tempo; from another's word the director may find that there was no change."""
    remark = _only_tempo(case, incident)
    if remark is None or remark.raised_by is None or not case.event.screens:
        return None
    receiver = SCREENMATE[incident.source.partner]  # the opponent on the side that receives the tray
    if not law.regulation.tempo.receiver_raises or remark.raised_by is receiver:
        return None
    return Finding.of(
        "information.raised-wrongly",
        kind=FindingClass.FACT,
        standing=Basis.ASSUMED,
        incident=incident.id,
        source=incident.source,
        raised=remark.raised_by,
        where=str(law.why("tempo.receiver_raises").source),
    )


def _only_tempo(case: Case, incident: UnauthorisedInformation) -> Remark | None:
    """The remark on tempo, where nothing else is told of that call and no person found what it was."""
    judged = (Question.TEMPO, Question.INFRACTION)
    if any(judged_truth(case, incident.id, question, incident.at) for question in judged):
        return None
    remarks = [
        remark for remark in case.remark if remark.at == incident.at and remark.by in (incident.source, None)
    ]
    return remarks[0] if len(remarks) == 1 and remarks[0].kind is RemarkKind.TEMPO else None
