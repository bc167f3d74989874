"""One incident ruled: what kind it is decides who rules it; what a person found stands over what is estimated."""

from dataclasses import dataclass

from analyser.adjustment import (
    Currency,
    Lacking,
    Settled,
    fouled,
    lists_of,
    not_played,
    result_stands,
    settled,
)
from analyser.bridge import Result, Seat, Side
from analyser.casefile import (
    Case,
    FouledBoard,
    Incident,
    JudgedResults,
    JudgedTruth,
    Misinformation,
    NoPlay,
    Question,
    SelfInflicted,
)
from analyser.laws import Jurisdiction
from analyser.reasoning import (
    Adjusted,
    AdjustedKind,
    Finding,
    FindingClass,
    IncidentRuling,
    InfractionAnswer,
    Rest,
    Sockets,
)

__all__ = ["Ruled", "offending_side", "rule_incident"]


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of one incident. `adjusted` is a score that is not made of weighed results."""

    ruling: IncidentRuling
    settled: Settled | None = None
    adjusted: Adjusted | None = None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    undecided: bool = False


def offending_side(incident: Incident) -> Side | None:
    """Which side is said to have offended."""
    seat: Seat | None = (
        incident.by if isinstance(incident, Misinformation) else getattr(incident, "offender", None)
    )
    return None if seat is None else seat.side


def rule_incident(
    case: Case,
    incident: Incident,
    law: Jurisdiction,
    currency: Currency | Lacking,
    table_ns: int | None,
    sockets: Sockets,
) -> Ruled:
    """What the facts of one incident amount to, and the score it leads to alone."""
    base = IncidentRuling(incident.id, str(incident.kind))
    if isinstance(incident, NoPlay):
        return _without_play(case, incident, law, base)
    if isinstance(incident, FouledBoard):
        return _fouled(case, incident, law, base)
    return _judged(case, incident, law, currency, table_ns, base)


def _without_play(case: Case, incident: NoPlay, law: Jurisdiction, base: IncidentRuling) -> Ruled:
    answer = not_played(case, incident, law)
    if isinstance(answer, Lacking):
        return Ruled(base, undecided=True)
    adjusted, findings = answer
    return Ruled(base, adjusted=adjusted, findings=findings)


def _fouled(case: Case, incident: FouledBoard, law: Jurisdiction, base: IncidentRuling) -> Ruled:
    answer = fouled(case, incident, law)
    if isinstance(answer, Lacking):
        places = Finding.of("adjustment.lacking", kind=FindingClass.FACT, places=tuple(answer.places))
        return Ruled(base, warnings=(places,), undecided=True)
    adjusted, findings, _ = answer
    return Ruled(base, adjusted=adjusted, findings=findings)


def _judged(
    case: Case,
    incident: Incident,
    law: Jurisdiction,
    currency: Currency | Lacking,
    table_ns: int | None,
    base: IncidentRuling,
) -> Ruled:
    """An incident ruled from the findings of persons alone."""
    found = case.judgements(incident.id)
    infraction = next(
        (j.answer for j in found if isinstance(j, JudgedTruth) and j.question is Question.INFRACTION), None
    )
    damage = next(
        (j.answer for j in found if isinstance(j, JudgedTruth) and j.question is Question.DAMAGE), None
    )
    results = next((j for j in found if isinstance(j, JudgedResults)), None)
    ruling = IncidentRuling(base.id, base.kind, infraction=InfractionAnswer(infraction))
    if isinstance(currency, Lacking):
        return Ruled(ruling, undecided=True)
    if infraction is False or damage is False:
        if table_ns is None:
            return Ruled(ruling, undecided=True)
        why = Finding.of("adjustment.stands", kind=FindingClass.JUDGEMENT, standing=Rest.JUDGEMENT)
        return Ruled(ruling, settled=result_stands(currency, table_ns, why), findings=(why,))
    if results is None:
        warning = Finding.of("adjustment.not-judged", kind=FindingClass.JUDGEMENT, standing=Rest.ASSUMED)
        return Ruled(ruling, warnings=(warning,), undecided=True)
    side = offending_side(incident)
    error = _error(case, incident, None if side is None else side.other)
    innocent = None if side is None else side.other
    made = settled(lists_of(results), currency, law, innocent, table_ns, error)
    return Ruled(ruling, settled=made, findings=made.findings)


def _error(case: Case, incident: Incident, innocent: Side | None) -> SelfInflicted | None:
    """The innocent side's error that belongs to this incident."""
    for error in case.error:
        if error.incident in (incident.id, None) and error.side is innocent:
            return error
    return None


def of_tricks(case: Case, currency: Currency, tricks: int) -> Adjusted | None:
    """The board with so many tricks to declarer: a whole number, the same result for both sides."""
    if case.contract is None:
        return None
    points = currency.points(Result(case.contract, tricks))
    scores = currency.worth(points)
    table = None if case.result is None else currency.worth(currency.points(case.result))
    return Adjusted(
        AdjustedKind.TRICKS,
        tricks,
        ns=currency.of_side(scores.ns),
        ew=currency.of_side(scores.ew),
        match=currency.match(table, scores),
    )
