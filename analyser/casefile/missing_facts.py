"""What a sound case does not tell, though its ruling will want it: each with the place, the reason and the line to add."""

from collections.abc import Iterator

from analyser.casefile.case import Case
from analyser.casefile.fields import Moment
from analyser.casefile.incidents import (
    Claim,
    FouledBoard,
    Incident,
    Misinformation,
    NoPlay,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.casefile.irregular import IrregularCall, WrongHand
from analyser.casefile.sets import Agreement, Form, Question, RulingKind
from analyser.errors import Problem
from analyser.messages import sentence

_FIELD_FORMS = (Form.MATCHPOINTS, Form.BUTLER, Form.CROSS_IMPS)
_OTHER_ROOM = "[comparison] other_room = 420"
_FIELD = "[comparison] field = [ { score = 420, times = 5 }, { score = 170, times = 2 } ]"


def missing_facts(case: Case) -> tuple[Problem, ...]:
    """Everything the ruling will lack, in the order of the case file; none of it makes the case unsound."""
    return tuple(
        Problem(where, "", sentence(f"lacks-{code}"), sentence("add-line", line=line))
        for where, code, line in (
            *_event_lacks(case),
            *_board_lacks(case),
            *_table_lacks(case),
            *_comparison_lacks(case),
            *_incident_lacks(case),
            *_poll_lacks(case),
        )
    )


Lack = tuple[str, str, str]
"""Where, the code of the reason, the line to add."""


def _event_lacks(case: Case) -> Iterator[Lack]:
    if case.event.date is None and case.event.edition is None:
        yield "event date", "date", "[event] date = 2024-05-18"
    if case.event.form is None:
        yield "event form", "form", '[event] form = "imps"'


def _board_lacks(case: Case) -> Iterator[Lack]:
    if case.vulnerability is None and not _needs_no_table(case):
        yield "board vulnerable", "vulnerability", '[board] vulnerable = "none"'
    for number, incident in enumerate(case.incident, 1):
        if isinstance(incident, UnauthorisedInformation | WithdrawnCall):
            if case.hand(incident.offender) is None:
                seat = incident.offender.name
                yield (
                    f"incident {number} offender",
                    "hand",
                    f'[board] hands = {{ {seat} = "AK9.AQ72.K76.A92" }}',
                )
            elif case.deal is None:
                yield "board deal", "deal", '[board] deal = "N:… … … …"'


def _table_lacks(case: Case) -> Iterator[Lack]:
    if _needs_no_table(case):
        return
    if case.auction is not None and not case.auction.is_over:
        yield "table auction", "auction-end", '[table] auction = "… P P P"'
    if case.result is None and not _was_awarded(case):
        has_contract = case.contract is not None
        line = (
            "[table] tricks = 10" if has_contract else '[table] contract = "4S", declarer = "S", tricks = 10'
        )
        yield "table tricks", "tricks" if has_contract else "result", line


def _was_awarded(case: Case) -> bool:
    """Tell whether an artificial score was given and nothing is told of a table: the board was not played."""
    nothing = case.contract is None and case.auction is None
    return nothing and any(ruling.kind is RulingKind.ARTIFICIAL for ruling in case.ruling)


def _comparison_lacks(case: Case) -> Iterator[Lack]:
    form = case.event.form
    if (
        form is None
        or form is Form.POINTS
        or any(
            isinstance(incident, NoPlay | FouledBoard) or incident.changes_no_score
            for incident in case.incident
        )
        or any(_is_redealt(form, incident) for incident in case.incident)
    ):
        return
    comparison = case.comparison
    if form in _FIELD_FORMS:
        if comparison is None or not comparison.field:
            yield "comparison field", "field", _FIELD
    elif comparison is None or comparison.other_room is None:
        yield "comparison other_room", "other-room", _OTHER_ROOM


def _incident_lacks(case: Case) -> Iterator[Lack]:
    if not case.incident:
        yield "incident", "incident", "[[incident]], as `new KIND` prints it"
    for number, incident in enumerate(case.incident, 1):
        where = f"incident {number}"
        if isinstance(incident, IrregularCall) and case.event.screens and incident.tray is None:
            yield f"{where} tray", "tray", 'tray = "passed"'
        match incident:
            case Misinformation():
                yield from _misinformation_lacks(case, incident, where)
                yield from _correction_lacks(case, incident, where)
            case FouledBoard():
                yield from _fouled_board_lacks(case, incident, where)
            case Claim():
                if incident.statement is None:
                    yield f"{where} statement", "statement", 'statement = "…"'
            case WrongHand() if _is_redealt(case.event.form, incident):
                continue
            case _ if incident.stands_once_rectified and not _is_judged(case, incident.id, Question.DAMAGE):
                line = f'[[judgement]] incident = "{incident.id}", question = "damage", answer = false'
                yield where, "damage", line


def _fouled_board_lacks(case: Case, incident: FouledBoard, where: str) -> Iterator[Lack]:
    """Between two teams the faults decide (87C), among pairs the other tables that played the same cards (87B)."""
    form = case.event.form
    if form is not None and form.scoring.teams and incident.fault is None:
        yield f"{where} fault", "fault", 'fault = { NS = "none", EW = "none" }'
    if form is not None and form.scoring.pairs and incident.groups is None:
        yield f"{where} groups", "groups", "groups = [ [ { score = 420, times = 3 } ], [ { score = 170 } ] ]"


def _misinformation_lacks(case: Case, incident: Misinformation, where: str) -> Iterator[Lack]:
    """The meanings and the decisions; a poll, or a person's finding, can stand in their place."""
    answered = incident.correct_call or incident.correct_lead
    polled = any(poll.incident in (incident.id, None) and not poll.is_partial for poll in case.poll)
    judged = any(
        _is_judged(case, incident.id, question)
        for question in (Question.OUTCOMES, Question.WEIGHTS, Question.CALL_SHARE, Question.LEAD)
    )
    if judged or incident.agreement is Agreement.AS_EXPLAINED:
        return
    if not incident.decisions and not answered:
        yield f"{where} decisions", "decisions", 'decisions = ["call 6"]'
    if answered or polled:
        return
    if incident.given_shows is None:
        yield f"{where} given_shows", "meaning-given", 'given_shows = "H5+ HCP11-15"'
    if incident.correct_shows is None and incident.agreement is not Agreement.NONE:
        yield f"{where} correct_shows", "meaning-correct", 'correct_shows = "S5+ HCP6-10"'


def _correction_lacks(case: Case, incident: Misinformation, where: str) -> Iterator[Lack]:
    """Who corrected partner too soon told him something (20F5): what he then did is an incident of its own."""
    who, moment = incident.corrected_by, incident.corrected
    if who is not incident.by.partner or moment is None or moment == "after-play":
        return
    declarer = case.declarer
    defends = declarer is not None and declarer.side is not who.side
    heard = any(
        isinstance(other, UnauthorisedInformation) and other.source is who and other.offender is incident.by
        for other in case.incident
    )
    if heard or (moment != "auction" and not defends):
        return
    action = _last_act(case, incident, moment)
    line = f'[[incident]] id = "heard", kind = "unauthorised-information", source = "{who.name}", at = "{incident.at}"'
    yield (
        f"{where} corrected",
        "used-correction",
        f'{line}, offender = "{incident.by.name}", action = "{action}"',
    )


def _last_act(case: Case, incident: Misinformation, moment: str) -> str:
    """An act of the corrected player after the correction: his last call, else his card in the play."""
    auction = case.auction
    if moment == "auction" and auction is not None and incident.at.moment is Moment.CALL:
        for number in range(len(auction), incident.at.number, -1):
            if auction.seat_of(number) is incident.by:
                return f"call {number}"
    return f"trick 1 {incident.by.name}"


def _is_redealt(form: Form | None, incident: Incident) -> bool:
    """Whether the cards were dealt wrongly and the other room has not begun, so that the board is redealt (6D3)."""
    return (
        isinstance(incident, WrongHand)
        and form is not None
        and form.scoring.teams
        and incident.noticed == "after-play"
        and incident.other_room_played is False
        and incident.match_known is not True
    )


def _poll_lacks(case: Case) -> Iterator[Lack]:
    """Polls of which some answers are told and others not."""
    for number, poll in enumerate(case.poll, 1):
        if poll.is_partial:
            line = 'answers = [ { action = "P", considered = 5, chosen = 3 } ]'
            yield f"poll {number} answers", "poll-answers", line


def _is_judged(case: Case, incident: str, question: Question) -> bool:
    return any(judgement.question is question for judgement in case.judgements(incident))


def _needs_no_table(case: Case) -> bool:
    """Whether no result of the table is asked for: no play, or a claim told by the cards left."""
    return any(
        isinstance(incident, NoPlay)
        or incident.changes_no_score
        or (isinstance(incident, Claim) and incident.position is not None)
        for incident in case.incident
    )
