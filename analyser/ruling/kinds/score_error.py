"""A score agreed or entered wrongly (79)."""

from typing import assert_never

from analyser.bridge import Result
from analyser.casefile import Case, ScoreError
from analyser.laws import Jurisdiction
from analyser.laws.choices import LateDispute
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.rectification import (
    Rule,
    Step,
    always,
    answer,
    cite,
    decide,
    due,
    lacking,
    together,
)


def find(context: RulingContext, incident: ScoreError) -> IncidentFindings:
    """What is due under this law; an entry that is corrected gives declarer the tricks he won."""
    case, jurisdiction = context.case, context.jurisdiction
    rectification = score_error(incident, jurisdiction)
    place = "correction-period" if incident.nature == "computation" else "disputes"
    tricks = None
    if is_corrected(rectification):
        tricks = _tricks_of_entry(case, incident.correct)
    elif is_kept(rectification):
        tricks = _tricks_of_entry(case, incident.recorded)
    return answer(
        case, incident, rectification, infraction=None, clauses=cite(jurisdiction, place), tricks=tricks
    )


def _tricks_of_entry(case: Case, entry: object) -> int | None:
    """Declarer's tricks by this entry, where it speaks of the contract that was played."""
    return entry.tricks if isinstance(entry, Result) and entry.contract == case.contract else None


def score_error(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """A slip in computing goes by the correction period, a wrong number of tricks by when the director was called."""
    match facts.nature:
        case None:
            return lacking("nature")
        case "computation":
            return _slip(facts, law)
        case "tricks-agreed":
            return _number_of_tricks(facts, law)
        case _:
            assert_never(facts.nature)


def is_corrected(rectification: Rectification) -> bool:
    """Whether the entry is put right for both sides without more ado."""
    return any(finding.code == f"rectify.{Step.CORRECTED}" for finding in rectification.due)


def is_kept(rectification: Rectification) -> bool:
    """Whether the entry stands for both sides and nothing else is open."""
    return [finding.code for finding in rectification.due] == [
        f"rectify.{Step.ENTRY_STANDS}"
    ] and not rectification.missing


def _slip(facts: ScoreError, law: Jurisdiction) -> Rectification:
    where = "correction-period"
    corrected: Rule[ScoreError, Rectification] = Rule(
        where, lambda facts: facts.in_time, due(law, Step.CORRECTED, where), ("in_time",)
    )
    return together(decide(facts, Rule("late-correction", always, _late(facts, law)), (corrected,)))


def _late(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """After the period: only where the edition knows a late correction, with consent and beyond doubt."""
    if not law.edition.disputes.late_score_correction:
        return due(law, Step.ENTRY_STANDS, "correction-period")
    stands = due(law, Step.ENTRY_STANDS, "late-correction")
    convinced: Rule[ScoreError, Rectification] = Rule(
        "late-correction",
        lambda facts: facts.certain,
        due(law, Step.CORRECTED_WITH_CONSENT, "late-correction"),
        ("certain",),
    )
    return together(decide(facts, Rule("correction-period", always, stands), (convinced,)))


def _number_of_tricks(facts: ScoreError, law: Jurisdiction) -> Rectification:
    if facts.claimed:
        return due(law, Step.AFTER_CLAIM, "dispute-after-claim")
    if facts.round_over is None:
        return lacking("round_over")
    if not facts.round_over:
        return due(law, Step.DIRECTOR_DECIDES, "dispute-otherwise")
    return _after_the_round(facts, law)


def _after_the_round(facts: ScoreError, law: Jurisdiction) -> Rectification:
    """The director was called after the round: by edition nobody gains, or need gain, or both if he is convinced."""
    form, where = law.edition.disputes.late, "dispute-late"
    match form:
        case LateDispute.NO_INCREASE:
            return due(law, Step.NOT_INCREASED, where)
        case LateDispute.NEED_NOT_INCREASE:
            return due(law, Step.NEED_NOT_INCREASE, where)
        case LateDispute.BOTH_IF_CONVINCED:
            otherwise = together(due(law, Step.ENTRY_STANDS, where), due(law, Step.ONE_SIDE_LOWERED, where))
            convinced: Rule[ScoreError, Rectification] = Rule(
                where, lambda facts: facts.certain, due(law, Step.CORRECTED, where), ("certain",)
            )
            return together(decide(facts, Rule(where, always, otherwise), (convinced,)))
        case _:
            assert_never(form)
