"""Revokes (61-64): what changes sides by itself, and what equity adds to it."""

from analyser.casefile import Case, RevokeIncident
from analyser.estimates.endings.ending import EndingCounter
from analyser.ruling import IncidentFindings, InfractionAnswer, RevokeAnswer
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.revoke.board import board_of, corrected_together
from analyser.ruling.kinds.revoke.explanation import equity_clause, of_gaps, of_record, of_score, of_transfer
from analyser.ruling.kinds.revoke.record import Committed, committed


def find(context: RulingContext, incident: RevokeIncident) -> IncidentFindings:
    """The transfer this revoke earns by itself, the further tricks of equity, and declarer's number so far.

    That counts the revokes of the case up to this one, so that the last incident holds the board's.
    """
    case, jurisdiction, services = context.case, context.jurisdiction, context.services
    every = corrected_together(case, committed(case), jurisdiction.edition)
    revoke = next(entry for entry in every if entry.incident == incident.id)
    findings = of_record(revoke, every, jurisdiction)
    board = board_of(case, jurisdiction, _standing(every), every)
    counter = services.tricks or EndingCounter()
    counted = board.revokes if board.judged_as_one else _up_to(case, incident, board.revokes)
    if revoke.established is False or revoke.seen is False:
        places = ("62C3", "64B8") if revoke.together else ("62A",)
        revoked = InfractionAnswer(revoke.seen is not False, tuple(map(jurisdiction.clause, places)))
        named = counted if board.judged_as_one else _before(case, incident, board.revokes)
        tricks = board.settled(named, counter).tricks if named else _at_table(case)
        return IncidentFindings(
            findings=findings, infraction=revoked, revoke=RevokeAnswer(0, 0), tricks=tricks
        )
    place = board.revokes.index(revoke)
    transfer = board.transfers[place]
    findings += of_transfer(board.facts[place], transfer)
    settled = board.settled(counted, counter)
    if board.judged_as_one and not _is_last(case, incident):  # with the last of them the board is told
        infraction = InfractionAnswer(True, (jurisdiction.clause("61A"), *transfer.clauses))
        return IncidentFindings(
            findings=findings,
            infraction=infraction,
            revoke=RevokeAnswer(transfer.tricks, 0),
            tricks=settled.tricks,
        )
    before = () if board.judged_as_one else _before(case, incident, board.revokes)
    equity = settled.equity
    if equity and before:
        earlier = board.settled(before, counter).equity or 0
        equity = max(0, equity - earlier)
    clauses = transfer.clauses
    if equity:
        clauses += (equity_clause(settled, jurisdiction),)
    return IncidentFindings(
        findings=findings + of_score(settled, jurisdiction) + of_gaps(case, revoke, settled, jurisdiction),
        infraction=InfractionAnswer(True, (jurisdiction.clause("61A"), *clauses)),
        revoke=RevokeAnswer(transfer.tricks, equity),
        tricks=settled.tricks,
    )


def _standing(every: tuple[Committed, ...]) -> tuple[Committed, ...]:
    """The revokes that were established, or may be taken to have been."""
    return tuple(revoke for revoke in every if revoke.established is not False and revoke.seen is not False)


def _is_last(case: Case, incident: RevokeIncident) -> bool:
    return [entry.id for entry in case.incident if isinstance(entry, RevokeIncident)][-1] == incident.id


def _up_to(case: Case, incident: RevokeIncident, revokes: tuple[Committed, ...]) -> tuple[Committed, ...]:
    """Those of the case up to this incident; with the last, those nobody declared too."""
    incidents = [entry for entry in case.incident if isinstance(entry, RevokeIncident)]
    place = next(number for number, entry in enumerate(incidents) if entry.id == incident.id)
    names: set[str | None] = {entry.id for entry in incidents[: place + 1]}
    if place + 1 == len(incidents):
        names.add(None)
    return tuple(revoke for revoke in revokes if revoke.incident in names)


def _before(case: Case, incident: RevokeIncident, revokes: tuple[Committed, ...]) -> tuple[Committed, ...]:
    """Those of the incidents before this one."""
    names = []
    for entry in case.incident:
        if entry.id == incident.id:
            break
        names.append(entry.id)
    return tuple(revoke for revoke in revokes if revoke.incident in names)


def _at_table(case: Case) -> int | None:
    return None if case.result is None or case.result.contract is None else case.result.tricks
