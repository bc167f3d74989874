"""The ruling under what is not certain, or under other Laws: each fact, finding or edition turned the other way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side
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
from analyser.errors import LawError
from analyser.messages import Message, message
from analyser.ruling import Adjusted, Ruling, RulingRequest, Variant
from analyser.ruling.context import RulingContext

RuleAgain = Callable[[Case, RulingRequest], Ruling]


def variants_of(
    context: RulingContext, request: RulingRequest, adjusted: Adjusted | None, rule_again: RuleAgain
) -> tuple[Variant, ...]:
    """Each uncertain fact, finding or edition turned the other way, and what the score would be."""
    variants = []
    for because, case, other_request in _others(context, request):
        other = rule_again(case, other_request).adjusted
        variants.append(Variant(because, other, _differs(adjusted, other)))
    return tuple(variants)


def _others(context: RulingContext, request: RulingRequest) -> Iterator[tuple[Message, Case, RulingRequest]]:
    case = context.case
    for other in context.jurisdiction.also:
        year = other.edition.year
        yield message("variant.edition", edition=year), case, RulingRequest(year, request.authority)
    for number, remark in enumerate(case.remark, 1):
        if remark.status is Status.DISPUTED and not _is_settled(case, number):
            because = message("variant.remark-not-accepted", number=number)
            yield because, _without_tempo(case, remark.at), request
    if any(_presumed(case, incident) for incident in case.incident):
        wrong_call = tuple(
            incident.model_copy(update={"agreement": Agreement.AS_EXPLAINED})
            if _presumed(case, incident)
            else incident
            for incident in case.incident
        )
        yield message("variant.wrong-call"), case.changed(incident=wrong_call), request
    for error in case.error:
        if error.without:
            grave = error.finding is not ErrorFinding.NONE
            finding = ErrorFinding.NONE if grave else ErrorFinding.EXTREMELY_SERIOUS
            because = message("variant.no-error" if grave else "variant.grave-error")
            turned = error.model_copy(update={"finding": finding})
            errors = tuple(turned if other_error is error else other_error for other_error in case.error)
            yield because, case.changed(error=errors), request


def _presumed(case: Case, incident: Incident) -> bool:
    """Whether a wrong explanation is only presumed, as nobody knows what was agreed (21B1b)."""
    if not isinstance(incident, Misinformation) or any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.INFRACTION
        for judgement in case.judgements(incident.id)
    ):
        return False
    unknown = incident.agreement is None and incident.correct is None and incident.correct_shows is None
    return unknown or incident.agreement is Agreement.UNKNOWN


def _is_settled(case: Case, number: int) -> bool:
    """Whether a person settled the disputed remark."""
    return any(
        isinstance(judgement, JudgedTruth)
        and judgement.question is Question.DISPUTED
        and judgement.remark == number
        for judgement in case.judgement
    )


def _without_tempo(case: Case, at: Place) -> Case:
    """The case in which the disputed break in tempo, alert or remark did not happen: the finding speaks against it."""
    findings = [
        judgement
        for judgement in case.judgement
        if not (isinstance(judgement, JudgedTruth) and judgement.question is Question.INFRACTION)
    ]
    findings += [
        JudgedTruth.model_validate(
            {"incident": incident.id, "question": "infraction", "answer": False, "by": "variant"}
        )
        for incident in case.incident
        if incident.happened_at == at
    ]
    return case.changed(judgement=tuple(findings))


def _differs(ours: Adjusted | None, other: Adjusted | None) -> bool:
    if ours is None or other is None:
        return ours is not other
    return _scores(ours) != _scores(other)


def _scores(adjusted: Adjusted) -> tuple[Fraction | None, ...]:
    return tuple(None if own is None else own.exact for own in (adjusted.ns, adjusted.ew))


@dataclass(frozen=True, slots=True)
class Compared:
    """One edition and authority, and the ruling under them; or why there is none."""

    edition: str
    authority: str
    ruling: Ruling | None
    refused: str = ""


def compared(
    editions: tuple[str, ...], authorities: tuple[str, ...], rule: Callable[[RulingRequest], Ruling]
) -> tuple[Compared, ...]:
    """The same facts ruled under each pair."""
    rows = []
    for edition in editions:
        for authority in authorities:
            try:
                ruling = rule(RulingRequest(edition, authority))
                rows.append(Compared(edition, authority, ruling))
            except LawError as refusal:
                rows.append(Compared(edition, authority, None, str(refusal)))
    return tuple(rows)


def comparison_table(rows: tuple[Compared, ...]) -> list[list[str]]:
    """Edition, authority, form, both sides' scores, the weights; a header first."""
    lines = [["edition", "authority", "kind", "NS", "EW", "unit", "weights"]]
    for row in rows:
        if row.ruling is None or row.ruling.adjusted is None:
            lines.append([row.edition, row.authority, row.refused or "cannot be decided", "–", "–", "–", "–"])
            continue
        adjusted = row.ruling.adjusted
        ns, ew = adjusted.of(Side.NS), adjusted.of(Side.EW)
        lines.append(
            [
                row.edition,
                row.authority,
                str(adjusted.kind),
                "–" if ns is None else ns.decimal,
                "–" if ew is None else ew.decimal,
                "–" if ns is None else ns.unit,
                _weights(row.ruling),
            ]
        )
    return lines


def _weights(ruling: Ruling) -> str:
    if ruling.weights is None:
        return "–"
    names = {outcome.id: str(outcome.result) for outcome in ruling.outcomes}
    sides = (
        [ruling.weights.ns]
        if ruling.weights.ns == ruling.weights.ew
        else [ruling.weights.ns, ruling.weights.ew]
    )
    return " / ".join(", ".join(f"{weight} {names[name]}" for name, weight in side) for side in sides)
