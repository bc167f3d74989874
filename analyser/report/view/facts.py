"""What the page says of the facts: the question of each incident, the laws applied, what would change the answer."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyser.bridge import Call, Card
from analyser.casefile import (
    Action,
    Case,
    Claim,
    Incident,
    Misinformation,
    Moment,
    Place,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
    case_of,
)
from analyser.errors import LawError
from analyser.laws import Clause, gist_in, lookup
from analyser.ruling import Basis, Finding, Ruling

__all__ = [
    "Cited",
    "action_at",
    "assumed_of",
    "case_in",
    "cited_of",
    "findings_of",
    "question_of",
    "statuses_of",
]


@dataclass(frozen=True, slots=True)
class Cited:
    """A provision applied, with what it says in one line."""

    clause: Clause
    gist: str


def case_in(ruling: Ruling) -> Case | None:
    """The case the ruling carries, with its table; none for a bare calculation."""
    return None if ruling.case is None else case_of(ruling.case.toml.encode("utf-8"))


def action_at(case: Case, place: Place | None) -> Action | None:
    """The call or card that was made at a place, when it is recorded."""
    if place is None:
        return None
    if place.moment is Moment.CALL:
        calls: tuple[Call, ...] = case.auction.calls if case.auction else ()
        return calls[place.number - 1] if 0 < place.number <= len(calls) else None
    if place.moment is Moment.LEAD:
        return case.lead
    if place.moment is Moment.TRICK and case.play is not None and place.seat is not None:
        tricks = case.play.tricks
        card: Card | None = (
            tricks[place.number - 1].card_of(place.seat) if place.number <= len(tricks) else None
        )
        return card
    return None


def question_of(case: Case, incident: Incident) -> tuple[str, dict[str, object]]:
    """The key of an incident's question and what fills it."""
    kind = str(incident.kind)
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            action = action_at(case, incident.action)
            args: dict[str, object] = {
                "source": incident.source,
                "offender": incident.offender,
                "at": str(incident.at),
                "action": str(incident.action) if action is None else action,
                "place": str(incident.action),
            }
            return f"question.{kind}", args
        case Misinformation():
            explained = action_at(case, incident.at)
            told = str(incident.at) if explained is None else explained
            return f"question.{kind}", {"by": incident.by, "at": str(incident.at), "action": told}
        case Claim():
            key = "question.concession" if incident.concedes and not incident.claims else "question.claim"
            return key, {
                "by": incident.by,
                "claims": incident.claims or 0,
                "concedes": incident.concedes or 0,
            }
        case _:
            if incident.offender_seat is None:
                return f"question.{kind}", {}
            args = {"offender": incident.offender_seat, "trick": incident.number_in_play or 0}
            return f"question.{kind}.by", args


def findings_of(ruling: Ruling) -> Iterator[Finding]:
    """Every finding of the ruling, those of each rectification too, once."""
    seen = set()
    steps = (one.rectification for one in ruling.incidents)
    due = (finding for step in steps if step is not None for finding in (*step.due, *step.options))
    for finding in (*ruling.findings, *due):
        if finding not in seen:
            seen.add(finding)
            yield finding


def cited_of(ruling: Ruling, language: str) -> tuple[Cited, ...]:
    """The provisions applied, in the order they were, each once, with its gist."""
    clauses: dict[Clause, None] = {}
    for incident in ruling.incidents:
        if incident.infraction is not None:
            clauses |= dict.fromkeys(incident.infraction.clauses)
    for finding in findings_of(ruling):
        clauses |= dict.fromkeys(finding.clauses)
    return tuple(Cited(clause, _gist(clause, language)) for clause in clauses)


def _gist(clause: Clause, language: str) -> str:
    try:
        return gist_in(lookup(clause.path, clause.edition), language)
    except LawError:
        return ""


def statuses_of(case: Case) -> dict[str, tuple[int, ...]]:
    """The numbers of the remarks by status; what has none is `unstated`."""
    found: dict[str, list[int]] = {word: [] for word in (*map(str, Status), "unstated")}
    for number, remark in enumerate(case.remark, 1):
        found[str(remark.status) if remark.status else "unstated"].append(number)
    return {status: tuple(numbers) for status, numbers in found.items() if numbers}


def assumed_of(ruling: Ruling) -> tuple[Finding, ...]:
    """What the answer assumes for want of facts; how far the tree was followed stands under the weights."""
    found = (*findings_of(ruling), *ruling.warnings)
    assumed = (one for one in found if one.standing is Basis.ASSUMED and one.code != "outcomes.grown")
    return tuple(dict.fromkeys(assumed))
