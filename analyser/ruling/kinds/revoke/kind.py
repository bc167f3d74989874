"""Revokes (61-64), as findings: what the play shows, what changes sides by itself, what equity adds to it; mixed cards (66D)."""

from dataclasses import replace
from typing import assert_never

from analyser.bridge import Seat, Side
from analyser.casefile import Case, PlayedCard, RevokeIncident, WrongHand
from analyser.estimates.endings.ending import CardReason, EndingCounter
from analyser.laws import Clause, Jurisdiction
from analyser.laws.choices import BothRevoked, MixedCards, RevokeException
from analyser.ruling import (
    Argument,
    Basis,
    Finding,
    FindingClass,
    IncidentFindings,
    InfractionAnswer,
    RevokeAnswer,
)
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.revoke.board import (
    RevokesRemoved,
    SettledTricks,
    board_of,
    establish_by_agreement,
    mark_corrected_together,
)
from analyser.ruling.kinds.revoke.correction import correct_revoke
from analyser.ruling.kinds.revoke.record import (
    CommittedRevoke,
    RevokeFacts,
    Transfer,
    find_revokes,
    was_asked_wrongly,
)


def describe_record(
    revoke: CommittedRevoke, every: tuple[CommittedRevoke, ...], law: Jurisdiction, declarer: Seat | None
) -> tuple[Finding, ...]:
    """What the play shows of the revoke, and of others nobody declared."""
    findings = [_seen_finding(revoke, law), _stands(revoke, law, declarer)]
    if revoke.together:
        why = str(RevokeException.CORRECTED_TOGETHER)
        findings.append(Finding.from_code("revoke.no-transfer", clauses=(law.clause("64B8"),), exception=why))
    findings += [_undeclared_finding(other, law) for other in every if other.incident is None]
    return tuple(findings)


def find_unnoticed(case: Case, law: Jurisdiction) -> tuple[Finding, ...]:
    """The revokes the play shows in a case that speaks of none."""
    if any(isinstance(incident, RevokeIncident) for incident in case.incident):
        return ()
    known = {
        incident.offender
        for incident in case.incident
        if isinstance(incident, WrongHand)
        or (isinstance(incident, PlayedCard) and incident.fact == "two-cards")
    }  # a restored or returned card shows those (14B4, 67B2b)
    return tuple(
        replace(_undeclared_finding(revoke, law), code="revoke.unnoticed")
        for revoke in find_revokes(case)
        if revoke.seat not in known
    )


def _undeclared_finding(other: CommittedRevoke, law: Jurisdiction) -> Finding:
    args: dict[str, Argument] = {"trick": other.trick, "seat": other.seat}
    if other.card is not None:
        args["card"] = other.card
    return Finding("revoke.undeclared", tuple(args.items()), FindingClass.FACT, (law.clause("61A"),))


def _seen_finding(revoke: CommittedRevoke, law: Jurisdiction) -> Finding:
    args: dict[str, Argument] = {"trick": revoke.trick, "seat": revoke.seat}
    if revoke.card is not None:
        args["card"] = revoke.card
    if revoke.playable:
        args["playable"] = revoke.playable
    code = {True: "revoke.seen", False: "revoke.not-seen", None: "revoke.stated"}[revoke.seen]
    standing = Basis.ASSUMED if revoke.seen is None else Basis.COMPUTED
    return Finding(code, tuple(args.items()), FindingClass.FACT, (law.clause("61A"),), standing)


def _stands(revoke: CommittedRevoke, law: Jurisdiction, declarer: Seat | None) -> Finding:
    if revoke.trick == 12:
        return Finding.from_code("revoke.trick-twelve", clauses=(law.clause("62D1"),), seat=revoke.seat)
    if revoke.established is False:
        return _correction_finding(revoke, law, declarer)
    standing = Basis.ASSUMED if revoke.established is None else Basis.COMPUTED
    code = "revoke.taken-as-established" if revoke.established is None else "revoke.established"
    return Finding.from_code(
        code, clauses=(law.clause("63A"),), standing=standing, seat=revoke.seat, trick=revoke.trick
    )


def _correction_finding(revoke: CommittedRevoke, law: Jurisdiction, declarer: Seat | None) -> Finding:
    """What becomes of the card played: a defender's lies as a penalty card, declarer's and dummy's go back freely."""
    where = law.clause("62C3" if revoke.together else "62A")
    if declarer is not None and declarer.side is revoke.seat.side:
        clauses = (where, law.clause("62B2"))
        return Finding.from_code("revoke.to-be-corrected-freely", clauses=clauses, seat=revoke.seat)
    code = "revoke.to-be-corrected" if declarer is not None else "revoke.to-be-corrected-by-side"
    clauses = (where, law.clause("62B1" if declarer is not None else "62B"))
    card = str(law.edition.revokes.withdrawn_card)
    return Finding.from_code(code, clauses=clauses, seat=revoke.seat, card=card)


def describe_transfer(facts: RevokeFacts, transfer: Transfer) -> tuple[Finding, ...]:
    """What changes sides by itself, by which provision, or what would have to be known."""
    if transfer.tricks is None:
        missing = Finding.from_code(
            "revoke.missing",
            kind=FindingClass.FACT,
            clauses=transfer.clauses,
            standing=Basis.ASSUMED,
            keys=transfer.missing,
        )
        return (missing,)
    if transfer.exception is not None:
        return (
            Finding.from_code(
                "revoke.no-transfer", clauses=transfer.clauses, exception=str(transfer.exception)
            ),
        )
    won_by = "" if facts.won_by is None else str(facts.won_by)
    later: dict[str, Argument] = {} if facts.later is None else {"later": facts.later}
    args: dict[str, Argument] = {"tricks": transfer.tricks, "won_by": won_by, **later}
    return (Finding("revoke.transfer", tuple(args.items()), FindingClass.LAW, transfer.clauses),)


def describe_gaps(
    case: Case, revoke: CommittedRevoke, settled: SettledTricks, law: Jurisdiction
) -> tuple[Finding, ...]:
    """What would have to be known to tell whether equity asks for more than passes by itself."""
    known = {
        "board deal": case.deal is not None,
        "table contract": case.contract is not None,
        "table play": case.play is not None and len(case.play.complete_tricks) >= revoke.trick,
        "table tricks": case.result is not None,
    }
    keys = tuple(key for key, value in known.items() if not value)
    if settled.equity is not None or not keys:
        return ()
    return (
        Finding.from_code(
            "revoke.equity-missing",
            kind=FindingClass.FACT,
            clauses=(equity_clause(settled, law),),
            standing=Basis.ASSUMED,
            keys=keys,
        ),
    )


def equity_clause(settled: SettledTricks, law: Jurisdiction) -> Clause:
    """Where the further tricks stand: 64C, and its parts since 2017."""
    path = "64C"
    if law.edition.revokes.both_by_name and settled.both is not None:
        path = "64C2b"
    elif law.edition.revokes.repeated_by_name and any(
        line.reading is RevokesRemoved.WITHOUT_LATER for line in settled.lines
    ):
        path = "64C2a"
    elif "64C1" in law.edition.paths:
        path = "64C1"
    return law.clause(path)


def describe_score(settled: SettledTricks, law: Jurisdiction) -> tuple[Finding, ...]:
    """Both readings of what would have happened, the transfer, the wrong method by name, and what comes out."""
    clause = (equity_clause(settled, law),)
    findings = []
    if settled.automatic is not None and settled.table is not None:
        findings.append(
            Finding.from_code(
                "revoke.automatic",
                clauses=(law.clause("64A"),),
                table=settled.table,
                tricks=settled.automatic,
            )
        )
    for line in settled.lines:
        if line.declarers is None:
            findings.append(
                Finding.from_code(
                    "revoke.line-open",
                    kind=FindingClass.FACT,
                    standing=Basis.ASSUMED,
                    reading=str(line.reading),
                )
            )
            continue
        args: dict[str, Argument] = {
            "reading": str(line.reading),
            "tricks": line.declarers,
            "cards": tuple(choice.card for choice in line.edited.choices),
            "changed": tuple(
                f"{choice.trick} {choice.seat} {choice.card}: {choice.why}"
                for choice in line.edited.choices
                if choice.why is not CardReason.RECORDED
            ),
        }
        if line.edited.best_from is not None:
            args["best_from"] = line.edited.best_from
        findings.append(Finding("revoke.line", tuple(args.items()), FindingClass.JUDGEMENT, clause))
    if settled.rewind is not None:
        findings.append(
            Finding.from_code(
                "revoke.free-rewind",
                kind=FindingClass.FACT,
                tricks=settled.rewind,
                method="not-the-line-played",
            )
        )
    if settled.both is not None:
        findings += _describe_both_sides(settled, settled.both, law)
    if settled.tricks is not None and settled.equity is not None:
        code = "revoke.equity" if settled.equity else "revoke.compensated"
        findings.append(
            Finding.from_code(
                code,
                kind=FindingClass.JUDGEMENT,
                clauses=clause,
                tricks=settled.tricks,
                further=settled.equity,
            )
        )
    return tuple(findings)


def _describe_both_sides(settled: SettledTricks, rule: BothRevoked, law: Jurisdiction) -> list[Finding]:
    """Which rule was used for revokes by both sides, where it stands, and what the other would give."""
    stated = law.source_of("revokes.both_revoked")
    args: dict[str, Argument] = {"rule": str(rule), "where": str(stated.source)}
    if stated.note:
        args["note"] = stated.note
    findings = [
        Finding("revoke.both-sides", tuple(args.items()), FindingClass.LAW, (equity_clause(settled, law),))
    ]
    if settled.other_rule is not None:
        other = next(entry for entry in BothRevoked if entry is not rule)
        findings.append(
            Finding.from_code(
                "revoke.both-sides-otherwise",
                kind=FindingClass.LAW,
                rule=str(other),
                tricks=settled.other_rule,
            )
        )
    return findings


def find(context: RulingContext, incident: RevokeIncident) -> IncidentFindings:
    """The transfer this revoke earns by itself, the further tricks of equity, and declarer's number so far.

    That counts the revokes of the case up to this one, so that the last incident holds the board's.
    """
    case, jurisdiction, services = context.case, context.jurisdiction, context.services
    recorded = tuple(
        replace(entry, established=True) if was_asked_wrongly(case, entry, jurisdiction) else entry
        for entry in establish_by_agreement(
            case,
            mark_corrected_together(case, find_revokes(case), jurisdiction.edition),
            jurisdiction.edition,
        )
    )
    every = drop_unproved(case, recorded, jurisdiction)
    revoke = next(entry for entry in every if entry.incident == incident.id)
    unproved = revoke not in recorded
    findings = describe_mixed_cards(incident, jurisdiction)
    if not unproved:
        findings = (*describe_record(revoke, every, jurisdiction, case.declarer), *findings)
    if was_asked_wrongly(case, revoke, jurisdiction):
        asked = tuple(map(jurisdiction.clause, ("61B", "63B")))
        findings += (Finding.from_code("revoke.asked-wrongly", clauses=asked, seat=revoke.seat.partner),)
    # Those that were established, or may be taken to have been.
    standing = tuple(entry for entry in every if entry.established is not False and entry.seen is not False)
    board = board_of(case, jurisdiction, standing, every)
    counter = services.tricks or EndingCounter()
    counted = board.revokes if board.has_joint_equity else _revokes_up_to(case, incident, board.revokes)
    if revoke.established is False or revoke.seen is False:
        at_table = None if case.result is None or case.result.contract is None else case.result.tricks
        places = ("66D",) if unproved else ("62C3", "64B8") if revoke.together else ("62A",)
        revoked = InfractionAnswer(revoke.seen is not False, tuple(map(jurisdiction.clause, places)))
        named = counted if board.has_joint_equity else _revokes_before(case, incident, board.revokes)
        tricks = board.settle(named, counter).tricks if named else at_table
        put_right = correct_revoke(case, incident, revoke, jurisdiction) if revoked.answer else None
        return IncidentFindings(
            findings=findings,
            infraction=revoked,
            revoke=RevokeAnswer(0, 0),
            tricks=tricks,
            rectification=put_right,
        )
    place = board.revokes.index(revoke)
    transfer = board.transfers[place]
    findings += describe_transfer(board.facts[place], transfer)
    settled = board.settle(counted, counter)
    last = [entry.id for entry in case.incident if isinstance(entry, RevokeIncident)][-1]
    if board.has_joint_equity and incident.id != last:  # with the last of them the board is told
        infraction = InfractionAnswer(True, (jurisdiction.clause("61A"), *transfer.clauses))
        return IncidentFindings(
            findings=findings,
            infraction=infraction,
            revoke=RevokeAnswer(transfer.tricks, 0),
            tricks=settled.tricks,
        )
    before = () if board.has_joint_equity else _revokes_before(case, incident, board.revokes)
    equity = settled.equity
    if equity and before:
        earlier = board.settle(before, counter).equity or 0
        equity = max(0, equity - earlier)
    clauses = transfer.clauses
    if equity:
        clauses += (equity_clause(settled, jurisdiction),)
    return IncidentFindings(
        findings=findings
        + describe_score(settled, jurisdiction)
        + describe_gaps(case, revoke, settled, jurisdiction),
        infraction=InfractionAnswer(True, (jurisdiction.clause("61A"), *clauses)),
        revoke=RevokeAnswer(transfer.tricks, equity),
        tricks=settled.tricks,
    )


def _revokes_up_to(
    case: Case, incident: RevokeIncident, revokes: tuple[CommittedRevoke, ...]
) -> tuple[CommittedRevoke, ...]:
    """Those of the case up to this incident; with the last, those nobody declared too."""
    incidents = [entry for entry in case.incident if isinstance(entry, RevokeIncident)]
    place = next(number for number, entry in enumerate(incidents) if entry.id == incident.id)
    names: set[str | None] = {entry.id for entry in incidents[: place + 1]}
    if place + 1 == len(incidents):
        names.add(None)
    return tuple(revoke for revoke in revokes if revoke.incident in names)


def _revokes_before(
    case: Case, incident: RevokeIncident, revokes: tuple[CommittedRevoke, ...]
) -> tuple[CommittedRevoke, ...]:
    """Those of the incidents before this one."""
    names = []
    for entry in case.incident:
        if entry.id == incident.id:
            break
        names.append(entry.id)
    return tuple(revoke for revoke in revokes if revoke.incident in names)


def side_at_fault(incident: RevokeIncident, law: Jurisdiction) -> Side | None:
    """The side the ruling goes against because it mixed its cards; none where the edition does not say so."""
    mixed = incident.mixed_by or ()
    form = law.edition.disputes.mixed_cards
    match form:
        case MixedCards.ONE_SIDE_ONLY:
            return mixed[0] if len(mixed) == 1 else None
        case MixedCards.AFTER_REVOKE_CLAIMED:
            return mixed[0] if len(mixed) == 1 and incident.claimed_before_mixing else None
        case _:
            assert_never(form)


def drop_unproved(
    case: Case, revokes: tuple[CommittedRevoke, ...], law: Jurisdiction
) -> tuple[CommittedRevoke, ...]:
    """The revokes of the board: one that cannot be seen, and whose claimants mixed the cards, is held not to have been."""
    unproved = {
        incident.id
        for incident in case.incident
        if isinstance(incident, RevokeIncident)
        and side_at_fault(incident, law) is incident.offender.side.other
    }
    return tuple(
        replace(revoke, seen=False) if revoke.incident in unproved and revoke.seen is None else revoke
        for revoke in revokes
    )


def describe_mixed_cards(incident: RevokeIncident, law: Jurisdiction) -> tuple[Finding, ...]:
    """For whom the facts are found, or that the mixing decides nothing."""
    if not incident.mixed_by:
        return ()
    clauses = law.edition.source_of("disputes.mixed_cards").clauses
    against = side_at_fault(incident, law)
    if against is None:
        return (Finding.from_code("revoke.mixed-decides-nothing", clauses=clauses, standing=Basis.ASSUMED),)
    return (
        Finding.from_code(
            "revoke.mixed-by-one-side",
            kind=FindingClass.FACT,
            clauses=clauses,
            side=against,
            other=against.other,
        ),
    )
