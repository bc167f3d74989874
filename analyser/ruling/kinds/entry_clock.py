"""The clocks of an entry (79, 81C): in time or too late, from the hours recorded."""

from datetime import datetime, timedelta

from analyser.casefile import ScoreError
from analyser.laws import Jurisdiction
from analyser.ruling import Finding, FindingClass
from analyser.ruling.kinds.rectification import cite


def by_the_clock(incident: ScoreError, law: Jurisdiction) -> tuple[ScoreError, tuple[Finding, ...]]:
    """The incident with what the hours tell of its time, and the findings that show it; what a person said stands."""
    findings: tuple[Finding, ...] = ()
    told: dict[str, bool] = {}
    minutes = _minutes(incident.posted, incident.reported)
    if minutes is not None and incident.in_time is None:
        limit, places = _period(incident, law)
        told["in_time"] = minutes <= limit
        code = "entry.in-time" if told["in_time"] else "entry.too-late"
        findings += (
            Finding.of(
                code, kind=FindingClass.FACT, clauses=cite(law, *places), minutes=minutes, limit=limit
            ),
        )
    after_round = _minutes(incident.round_end, incident.reported)
    if after_round is not None and incident.round_over is None:
        told["round_over"] = after_round > 0
        code = "entry.after-the-round" if told["round_over"] else "entry.within-the-round"
        findings += (Finding.of(code, kind=FindingClass.FACT, clauses=cite(law, "disputes")),)
    return incident.model_copy(update=told), findings


def _period(incident: ScoreError, law: Jurisdiction) -> tuple[int, tuple[str, ...]]:
    """The minutes there are: to correct an entry, and where the director acts of himself since 2017 to appeal too."""
    appeals = law.regulation.appeals
    if not incident.own_initiative:
        return appeals.correction_minutes, ("correction-period",)
    own = law.edition.why("disputes.own_initiative_within_appeal_period")
    longest = appeals.correction_minutes
    if own.value:
        longest = max(longest, appeals.appeal_minutes)
    return longest, tuple(clause.path for clause in own.clauses)


def _minutes(start: datetime | None, end: datetime | None) -> int | None:
    """Whole minutes from one hour to the other, a part of one counted; none where one is not recorded."""
    if start is None or end is None:
        return None
    return -((start - end) // timedelta(minutes=1))
