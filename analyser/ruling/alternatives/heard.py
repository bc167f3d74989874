"""What an incident of misinformation tells of the decisions it touches: whose, what was said, what persons answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyser.bridge import Call
from analyser.casefile import (
    Action,
    Case,
    JudgedActions,
    JudgedShares,
    Misinformation,
    Moment,
    Place,
    Poll,
    Question,
    RemarkKind,
)
from analyser.estimates.hidden_hands import Meaning
from analyser.ruling import Baseline, Finding, FindingClass, Rest
from analyser.ruling.alternatives.decision import Decision

__all__ = ["Answered", "Heard", "answered", "decisions_of", "meanings_of", "speaks_of"]

_EXPLAINED = (RemarkKind.EXPLANATION, RemarkKind.ALERT, RemarkKind.NO_ALERT)
_ORDER = (Moment.CALL, Moment.LEAD, Moment.BEFORE_PLAY, Moment.TRICK)


@dataclass(frozen=True, slots=True)
class Heard:
    """The meanings of the calls on the explanation given and on the right one; `lacking`: keys the case does not fill."""

    given: tuple[Meaning, ...]
    right: tuple[Meaning, ...]
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """What persons say would have been chosen with the right explanation; `final`: no estimate stands beside it."""

    shares: dict[Action, float]
    final: bool
    finding: Finding


def decisions_of(incident: Misinformation) -> tuple[Place, ...]:
    """The decisions complained of, in the order of the table; a call or lead that was to be made names one, too."""
    places = list(incident.decisions or ())
    if incident.correct_lead is not None and all(one.moment is Moment.CALL for one in places):
        places.append(Place(Moment.LEAD))
    return tuple(sorted(places, key=lambda one: (_ORDER.index(one.moment), one.number)))


def meanings_of(case: Case, incident: Misinformation, baseline: Baseline) -> Heard:
    """Both meanings of the call explained, beside those of the other calls that were explained rightly.

    Where nothing was agreed and no meaning is written for that, the call says what it says of its own: what players
    at large hold for it.
    """
    call = incident.at.number if incident.at.moment is Moment.CALL else 0
    if not call or case.auction is None:
        return Heard((), (), ("at",))
    lacking = [] if incident.given_shows is not None else ["given_shows"]
    if incident.correct_shows is None and baseline is Baseline.AGREED:
        lacking.append("correct_shows")
    others = tuple(
        Meaning(remark.at.number, remark.shows, firm=False)
        for remark in case.remark
        if remark.shows is not None
        and remark.kind in _EXPLAINED
        and remark.at is not None
        and remark.at.moment is Moment.CALL
        and remark.at.number != call
    )
    given = () if incident.given_shows is None else (Meaning(call, incident.given_shows),)
    right = () if incident.correct_shows is None else (Meaning(call, incident.correct_shows),)
    return Heard(given + others, right + others, tuple(lacking))


def speaks_of(poll: Poll, decision: Decision) -> bool:
    """Whether every answer is an action that was open at this turn."""
    return bool(poll.answers) and all(_open(answer.action, decision) for answer in poll.answers)


def _open(action: Action, decision: Decision) -> bool:
    if isinstance(action, Call):
        return decision.is_call and decision.auction is not None and decision.auction.is_legal(action)
    return not decision.is_call and (decision.hand is None or action in decision.hand)


def answered(
    case: Case, incident: Misinformation, decision: Decision, polls: Sequence[Poll]
) -> Answered | None:
    """A person's finding on this decision, else the poll's answers; none when nobody spoke of it."""
    for found in reversed(case.judgements(incident.id)):
        if isinstance(found, JudgedShares) and found.at in (decision.at, None):
            shares = {one.action: float(one.weight) for one in found.answer if _open(one.action, decision)}
            if shares:
                return Answered(shares, True, _judged(decision, found.by))
        if isinstance(found, JudgedActions) and found.question is Question.LEAD and decision.is_lead:
            leads = [action for action in found.answer if _open(action, decision)]
            if leads:
                return Answered(dict.fromkeys(leads, 1 / len(leads)), True, _judged(decision, found.by))
    named = incident.correct_lead if decision.is_lead else incident.correct_call
    if named is not None and (decision.is_call or decision.is_lead) and _open(named, decision):
        return Answered({named: 1.0}, True, _judged(decision, None))
    counts: dict[Action, float] = {}
    for poll in polls:
        for answer in poll.answers:
            counts[answer.action] = counts.get(answer.action, 0.0) + (answer.chosen or 0)
    whole = sum(counts.values())
    if not whole:
        return None
    told = Finding.of(
        "misinformation.polled",
        kind=FindingClass.FACT,
        standing=Rest.JUDGEMENT,
        at=str(decision.at),
        asked=sum(poll.asked for poll in polls),
    )
    return Answered({action: count / whole for action, count in counts.items() if count}, False, told)


def _judged(decision: Decision, by: str | None) -> Finding:
    return Finding.of(
        "misinformation.choice-judged",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.JUDGEMENT,
        at=str(decision.at),
        by=by or "director",
    )
