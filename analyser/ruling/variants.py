"""The ruling under what is not certain: a disputed fact the other way, the other finding on an error, the other Laws."""

from collections.abc import Callable, Iterator

from analyser.casefile import (
    Agreement,
    Case,
    ErrorFinding,
    Incident,
    JudgedTruth,
    Misinformation,
    Place,
    Question,
    Status,
)
from analyser.laws import Jurisdiction
from analyser.messages import Message, message
from analyser.ruling import Adjusted, Asked, Ruling, Variant

Again = Callable[[Case, Asked], Ruling]


def variants_of(
    case: Case, asked: Asked, law: Jurisdiction, ours: Adjusted | None, again: Again
) -> tuple[Variant, ...]:
    """Each uncertain fact, finding or edition turned the other way, and what the score would be."""
    rows = []
    for because, other, question in _others(case, asked, law):
        told = again(other, question).adjusted
        rows.append(Variant(because, told, _differs(ours, told)))
    return tuple(rows)


def _others(case: Case, asked: Asked, law: Jurisdiction) -> Iterator[tuple[Message, Case, Asked]]:
    for other in law.also:
        year = other.edition.year
        yield message("variant.edition", edition=year), case, Asked(year, asked.authority)
    for number, remark in enumerate(case.remark, 1):
        if remark.status is Status.DISPUTED and not _found(case, number):
            yield (
                message("variant.remark-not-accepted", number=number),
                _without_tempo(case, remark.at),
                asked,
            )
    if any(_presumed(case, one) for one in case.incident):
        told = tuple(
            one.model_copy(update={"agreement": Agreement.AS_EXPLAINED}) if _presumed(case, one) else one
            for one in case.incident
        )
        yield message("variant.wrong-call"), case.changed(incident=told), asked
    for error in case.error:
        if error.without:
            grave = error.finding is not ErrorFinding.NONE
            flipped = ErrorFinding.NONE if grave else ErrorFinding.EXTREMELY_SERIOUS
            because = message("variant.no-error" if grave else "variant.grave-error")
            changed = error.model_copy(update={"finding": flipped})
            yield (
                because,
                case.changed(error=tuple(changed if one is error else one for one in case.error)),
                asked,
            )


def _presumed(case: Case, incident: Incident) -> bool:
    """Whether a wrong explanation is only presumed, as nobody knows what was agreed (21B1b)."""
    if not isinstance(incident, Misinformation) or any(
        isinstance(one, JudgedTruth) and one.question is Question.INFRACTION
        for one in case.judgements(incident.id)
    ):
        return False
    untold = incident.agreement is None and incident.correct is None and incident.correct_shows is None
    return untold or incident.agreement is Agreement.UNKNOWN


def _found(case: Case, number: int) -> bool:
    """Whether a person settled the disputed remark."""
    return any(
        isinstance(one, JudgedTruth) and one.question is Question.DISPUTED and one.remark == number
        for one in case.judgement
    )


def _without_tempo(case: Case, at: Place) -> Case:
    """The case in which the disputed break in tempo, alert or remark did not happen: the finding speaks against it."""
    findings = [
        one
        for one in case.judgement
        if not (isinstance(one, JudgedTruth) and one.question is Question.INFRACTION)
    ]
    findings += [
        JudgedTruth.model_validate(
            {"incident": one.id, "question": "infraction", "answer": False, "by": "variant"}
        )
        for one in case.incident
        if one.happened_at == at
    ]
    return case.changed(judgement=tuple(findings))


def _differs(ours: Adjusted | None, told: Adjusted | None) -> bool:
    if ours is None or told is None:
        return ours is not told
    return (ours.ns and ours.ns.exact, ours.ew and ours.ew.exact) != (
        told.ns and told.ns.exact,
        told.ew and told.ew.exact,
    )
