"""A score agreed or entered wrongly (79), and the clocks of an entry (81C)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from analyser.bridge import PointsOnly, Result
from analyser.casefile import Case, ScoreError
from analyser.laws import Jurisdiction
from analyser.laws.choices import LateDispute
from analyser.ruling import Finding, FindingClass, IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    all_true,
    always,
    answer,
    cite,
    combine,
    decide,
    due,
    steps_of,
    unmet_needs,
)


def find(context: RulingContext, incident: ScoreError) -> IncidentFindings:
    """What is due under this law; the entry that counts is the board's score, or declarer's tricks in the same contract."""
    case, jurisdiction = context.case, context.jurisdiction
    incident, clock = apply_clock(incident, jurisdiction)
    rectification = score_error(incident, jurisdiction)
    if incident.knowingly:
        rectification = combine(
            rectification, rectify_by_provisions(jurisdiction, "knowingly-kept", incident_facts(incident))
        )
    place = "disputes" if incident.nature == "tricks-agreed" else "correction-period"
    entry = _entry_that_counts(incident, rectification)
    tricks = _tricks_of_entry(case, entry)
    findings = answer(
        case,
        incident,
        rectification,
        infraction=incident.knowingly or None,
        clauses=cite(jurisdiction, place),
        tricks=tricks,
    )
    findings = replace(findings, findings=(*clock, *findings.findings))
    return findings if tricks is not None else replace(findings, result=entry)


def _entry_that_counts(facts: ScoreError, rectification: Rectification) -> Result | PointsOnly | None:
    """What is scored: the points that prevail, the entry as corrected, or as it stands; none while that is open."""
    steps = steps_of(rectification)
    if rectification.missing:
        return None
    if Step.NUMBER_PREVAILS in steps and facts.points_entered is not None:
        return PointsOnly(facts.points_entered)
    if steps & {Step.CORRECTED, Step.CORRECTED_WITH_CONSENT}:
        return facts.correct or (facts.recorded if facts.nature == "tricks-and-number" else None)
    return facts.recorded if Step.ENTRY_STANDS in steps else None


def _tricks_of_entry(case: Case, entry: object) -> int | None:
    """Declarer's tricks by this entry, where it speaks of the contract that was played."""
    return entry.tricks if isinstance(entry, Result) and entry.contract == case.contract else None


def score_error(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """A slip in computing goes by the correction period, a wrong number of tricks by when the director was called."""
    match facts.nature:
        case None:
            return unmet_needs("nature")
        case "computation":
            return _slip(facts, law)
        case "tricks-agreed":
            return _number_of_tricks(facts, law)
        case "tricks-and-number":
            return _tricks_and_number(facts, law)
        case _:
            assert_never(facts.nature)


def _tricks_and_number(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """Tricks and points were entered that do not agree: the regulation says which count until the tricks are verified."""
    if facts.points_entered is None:
        return unmet_needs("points_entered")
    if not law.regulation.entries.number_prevails or facts.certain:
        corrected = due(law, Step.CORRECTED, "correction-period")
        return combine(corrected, unmet_needs("correct") if facts.correct is None else NOTHING)
    where = ("79A1",) if "79A1" in law.edition.paths else ("79A",)
    return combine(
        due(law, Step.NUMBER_PREVAILS, *where, number=facts.points_entered),
        due(law, Step.VERIFY_TRICKS, *where),
    )


def _slip(facts: ScoreError, law: Jurisdiction) -> Rectification:
    where = "correction-period"
    corrected: Rule[ScoreError, Rectification] = Rule(
        where, lambda facts: facts.in_time, due(law, Step.CORRECTED, where), ("in_time",)
    )
    return combine(decide(facts, Rule("late-correction", always, _late(facts, law)), (corrected,)))


def _late(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """After the period: only where the edition knows a late correction, with consent and beyond doubt."""
    if not law.edition.disputes.late_score_correction:
        return due(law, Step.ENTRY_STANDS, "correction-period")
    rectification = due(law, Step.ENTRY_STANDS, "late-correction")
    convinced: Rule[ScoreError, Rectification] = Rule(
        "late-correction",
        lambda facts: all_true(facts.certain, facts.organiser_consents is not False),
        due(law, Step.CORRECTED_WITH_CONSENT, "late-correction"),
        ("certain",),
    )
    wanted = (
        unmet_needs("organiser_consents") if facts.certain and facts.organiser_consents is None else NOTHING
    )
    return combine(decide(facts, Rule("correction-period", always, rectification), (convinced,)), wanted)


def _number_of_tricks(facts: ScoreError, law: Jurisdiction) -> Rectification:
    if facts.claimed:
        return due(law, Step.AFTER_CLAIM, "dispute-after-claim")
    if facts.round_over is None:
        return unmet_needs("round_over")
    if not facts.round_over:
        decides = due(law, Step.DIRECTOR_DECIDES, "dispute-otherwise")
        is_sure = facts.correct is not None and facts.certain is not False
        return combine(decides, due(law, Step.CORRECTED, "dispute-otherwise") if is_sure else NOTHING)
    return _rectify_after_round(facts, law)


def _rectify_after_round(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """The director was called after the round: by edition nobody gains, or need gain, or both if he is convinced."""
    form, where = law.edition.disputes.late, "dispute-late"
    match form:
        case LateDispute.NO_INCREASE:
            return combine(due(law, Step.NOT_INCREASED, where), _unless_sure(facts, law))
        case LateDispute.NEED_NOT_INCREASE:
            return combine(due(law, Step.NEED_NOT_INCREASE, where), _unless_sure(facts, law))
        case LateDispute.BOTH_IF_CONVINCED:
            otherwise = combine(due(law, Step.ENTRY_STANDS, where), due(law, Step.ONE_SIDE_LOWERED, where))
            convinced: Rule[ScoreError, Rectification] = Rule(
                where, lambda facts: facts.certain, due(law, Step.CORRECTED, where), ("certain",)
            )
            return combine(decide(facts, Rule(where, always, otherwise), (convinced,)))
        case _:
            assert_never(form)


def _unless_sure(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """Where the director is not sure that another result was obtained, the one entered stands."""
    return due(law, Step.ENTRY_STANDS, "dispute-late") if facts.certain is False else NOTHING


def apply_clock(incident: ScoreError, law: Jurisdiction) -> tuple[ScoreError, tuple[Finding, ...]]:
    """The incident with what the hours tell of its time, and the findings that show it; what a person said stands."""
    findings: tuple[Finding, ...] = ()
    facts: dict[str, bool] = {}
    minutes = _minutes(incident.posted, incident.reported)
    if minutes is not None and incident.in_time is None:
        limit, places = _period(incident, law)
        facts["in_time"] = minutes <= limit
        code = "entry.in-time" if facts["in_time"] else "entry.too-late"
        findings += (
            Finding.from_code(
                code, kind=FindingClass.FACT, clauses=cite(law, *places), minutes=minutes, limit=limit
            ),
        )
    after_round = _minutes(incident.round_end, incident.reported)
    if after_round is not None and incident.round_over is None:
        facts["round_over"] = after_round > 0
        code = "entry.after-the-round" if facts["round_over"] else "entry.within-the-round"
        findings += (Finding.from_code(code, kind=FindingClass.FACT, clauses=cite(law, "disputes")),)
    return incident.model_copy(update=facts), findings


def _period(incident: ScoreError, law: Jurisdiction) -> tuple[int, tuple[str, ...]]:
    """The minutes there are: to correct an entry, and where the director acts of himself since 2017 to appeal too."""
    appeals = law.regulation.appeals
    if not incident.own_initiative:
        return appeals.correction_minutes, ("correction-period",)
    stated_value = law.edition.source_of("disputes.own_initiative_within_appeal_period")
    longest = appeals.correction_minutes
    if stated_value.value:
        longest = max(longest, appeals.appeal_minutes)
    return longest, tuple(clause.path for clause in stated_value.clauses)


def _minutes(start: datetime | None, end: datetime | None) -> int | None:
    """Whole minutes from one hour to the other, a part of one counted; none where one is not recorded."""
    if start is None or end is None:
        return None
    return -((start - end) // timedelta(minutes=1))
