"""Which disputed facts of a case a person has found, and which are still open."""

from collections.abc import Iterator

from analyser.casefile import (
    Case,
    Incident,
    JudgedTruth,
    Question,
    Remark,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
)


def found_by_a_person(case: Case, incident: Incident) -> JudgedTruth | None:
    """What a person found of a disputed incident: true, it was as told; false, it was not."""
    for judgement in case.judgement:
        if (
            isinstance(judgement, JudgedTruth)
            and judgement.question is Question.DISPUTED
            and judgement.incident == incident.id
            and judgement.remark is None
        ):
            return judgement
    return None


def settled_remarks(case: Case) -> dict[int, JudgedTruth]:
    """What persons found of disputed remarks, by the number of the remark."""
    return {
        judgement.remark: judgement
        for judgement in case.judgement
        if isinstance(judgement, JudgedTruth)
        and judgement.question is Question.DISPUTED
        and judgement.remark is not None
    }


def unsettled_remarks(case: Case) -> Iterator[tuple[int, Remark]]:
    """The disputed remarks of which nobody has found whether they were made, with their numbers."""
    settled = settled_remarks(case)
    for number, remark in enumerate(case.remark, 1):
        if remark.status is Status.DISPUTED and number not in settled:
            yield number, remark


def found_not_made(case: Case, incident: Incident) -> bool:
    """Whether a person found that every remark at the place of the incident was not as told: nothing is left of it."""
    place, settled = incident.happened_at, settled_remarks(case)
    answers = [
        settled[number].answer if number in settled else True
        for number, remark in enumerate(case.remark, 1)
        if place is not None and remark.at == place
    ]
    return bool(answers) and not any(answers)


def rests_on_dispute(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> bool:
    """Whether the information itself hangs on a disputed remark nobody has found."""
    tempo = any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.TEMPO
        for judgement in case.judgements(incident.id)
    )
    return not tempo and any(
        remark.at == incident.at and remark.by in (incident.source, None)
        for _, remark in unsettled_remarks(case)
    )
