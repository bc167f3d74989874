"""An opponent was told what the partnership had not agreed, or not told what it had (Laws 20, 21, 40, 47E, 75)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyser.bridge import Contract, Result, Seat, Side, Strain
from analyser.casefile import (
    Agreement,
    Case,
    Misinformation,
    Moment,
    Place,
    Question,
    RemarkKind,
    stated_constraint,
)
from analyser.estimates.services import NotSolved, Position
from analyser.laws import Clause, Jurisdiction, addresses
from analyser.ruling import (
    Alternative,
    Argument,
    Baseline,
    Basis,
    Branch,
    CorrectedDecision,
    Finding,
    FindingClass,
    IncidentFindings,
    InfractionAnswer,
    Rectification,
)
from analyser.ruling.alternatives.corrected_decisions import corrected_decisions
from analyser.ruling.context import RulingContext
from analyser.ruling.explanations import given_explanation, right_explanation, understandings
from analyser.ruling.kinds.information import judged_truth
from analyser.ruling.kinds.provision_table import rectify_by_provisions
from analyser.ruling.kinds.rectification import NOTHING, PREFIX, Step, combine, due
from analyser.ruling.procedure.alerts import CallToAlert, alert_duty
from analyser.scoring import score_ns


def find(context: RulingContext, incident: Misinformation) -> IncidentFindings:
    """Whether the explanation was an infraction, and how the decisions made on it would have been made."""
    case, jurisdiction = context.case, context.jurisdiction
    ground = _apply_ground_finding(case, incident, _ground(incident, jurisdiction))
    findings = (*_explanations(case, incident, jurisdiction), *ground.findings)
    findings += (
        *_heard_by_the_caller(case, incident, jurisdiction),
        *duty_to_alert(case, incident, jurisdiction),
    )
    if ground.answer is False:
        return IncidentFindings(findings=findings, infraction=InfractionAnswer(False, ground.clauses))
    considered, aside = _own_decisions(case, incident)
    corrected = _rectify_correction(case, incident, jurisdiction)
    findings += _corrections_due(case, incident, jurisdiction) if corrected is NOTHING else ()
    presumed = presumed_damage(context, incident)
    findings += presumed
    unnamed = not _named_decisions(case, incident)
    if unnamed:
        considered = incident.model_copy(update={"decisions": turns_after(case, incident) or None})
    changed_late = too_late_to_change(case, incident)
    findings = (
        *findings,
        *aside,
        *_report_decisions(considered, unnamed=unnamed),
        *_trigger(considered, jurisdiction, changed_late=changed_late),
    )
    revised: tuple[CorrectedDecision, ...] = ()
    warnings: tuple[Finding, ...] = ()
    play = _declarers_play(case, incident) if unnamed else ()
    if not considered.decisions and not play:
        warnings = (_assumption("misinformation.no-decision"),)
    elif context.services.calls is None:
        warnings = (_assumption("misinformation.not-estimated"),)
    else:
        revised = corrected_decisions(context, considered, ground.baseline)
    if unnamed:  # what nobody named may be left aside where nothing can be told of it
        revised = tuple(decision for decision in revised if decision.right) or revised
    warnings += tuple(why for decision in revised if not decision.right for why in decision.findings)
    return IncidentFindings(
        findings=findings + tuple(why for decision in revised if decision.right for why in decision.findings),
        infraction=InfractionAnswer(True, ground.clauses),
        branches=(
            *_branches(incident.id, revised),
            *(play if all(revised_decision.right for revised_decision in revised) else ()),
        ),
        alternatives=_alternatives(revised),
        warnings=warnings,
        rectification=None if corrected is NOTHING else corrected,
        result=next((missed_best(finding) for finding in presumed), None),
    )


@dataclass(frozen=True, slots=True)
class _Ground:
    """Whether there was an infraction, under which provisions, and what should have been told."""

    answer: bool
    baseline: Baseline
    clauses: tuple[Clause, ...]
    findings: tuple[Finding, ...]


def _ground(incident: Misinformation, law: Jurisdiction) -> _Ground:
    """The explanation or the call: which of them departed from the agreement (75; presumed by 21B1b)."""
    year = law.edition.year
    examples = addresses("explanation-examples", "1997") if year == "1997" else ()
    disclosed = law.edition.source_of("misinformation.nondisclosure").clauses
    wrong = (*(addresses("wrong-explanation", year) or examples), *disclosed)
    match incident.agreement:
        case Agreement.AS_EXPLAINED:
            clauses = (*(addresses("wrong-call", year) or examples), *addresses("free-choice", year))
            finding = _law("misinformation.wrong-call", clauses, Basis.JUDGEMENT)
            return _Ground(False, Baseline.AGREED, (), (finding,))
        case Agreement.NONE:
            sources = addresses("no-understanding", year)
            stated = law.edition.source_of("misinformation.no_agreement_baseline")
            finding = _law("misinformation.no-agreement", sources or stated.clauses, Basis.JUDGEMENT)
            more = (
                ()
                if not stated.unsettled
                else (_law("misinformation.no-agreement-unsettled", stated.clauses),)
            )
            return _Ground(True, Baseline.NO_AGREEMENT, (*sources, *disclosed), (finding, *more))
        case Agreement.AS_BID:
            finding = _law("misinformation.wrong-explanation", wrong, Basis.JUDGEMENT)
            return _Ground(True, Baseline.AGREED, wrong, (finding,))
        case Agreement.UNKNOWN | None:
            known = incident.correct is not None or incident.correct_shows is not None
            if incident.agreement is None and known:
                finding = _law("misinformation.wrong-explanation", wrong, Basis.JUDGEMENT)
                return _Ground(True, Baseline.AGREED, wrong, (finding,))
            presumed = law.edition.source_of("misinformation.presume_misexplanation").clauses
            finding = _law("misinformation.presumed", presumed, Basis.ASSUMED)
            return _Ground(True, Baseline.AGREED, (*presumed, *wrong), (finding,))


def _apply_ground_finding(case: Case, incident: Misinformation, ground: _Ground) -> _Ground:
    """A person's finding stands over what follows from the agreement named; both are told."""
    answer = judged_truth(case, incident.id, Question.INFRACTION)
    if answer is None:
        return ground
    code = "misinformation.infraction-judged" if answer else "misinformation.no-infraction-judged"
    finding = Finding(code, (), FindingClass.JUDGEMENT, ground.clauses, Basis.JUDGEMENT)
    standing = ground.findings if answer is ground.answer else ()
    return _Ground(answer, ground.baseline, ground.clauses, (*standing, finding))


def _explanations(case: Case, incident: Misinformation, law: Jurisdiction) -> tuple[Finding, ...]:
    """What the opponents were told and what they should have been told, in the words of the case."""
    args: dict[str, Argument] = {"by": incident.by, "at": incident.at}
    findings = []
    unalerted = any(remark.kind is RemarkKind.NO_ALERT and remark.at == incident.at for remark in case.remark)
    if incident.given is not None:
        findings.append(_fact("misinformation.given", **args, given=incident.given))
    if (shows := stated_constraint(incident.given_shows)) is not None:
        silent = unalerted and incident.given is None
        code = "misinformation.unalerted-shows" if silent else "misinformation.given-shows"
        findings.append(_fact(code, at=incident.at, shows=shows))
    findings += understandings((given_explanation(case, incident),))
    if incident.correct is not None:
        findings.append(_fact("misinformation.correct", at=incident.at, correct=incident.correct))
    if (shows := stated_constraint(incident.correct_shows)) is not None:
        findings.append(_fact("misinformation.correct-shows", at=incident.at, shows=shows))
    findings += understandings((right_explanation(case, incident),))
    if unalerted:
        clauses = addresses("change-of-call", law.edition.year)
        findings.append(Finding("misinformation.no-alert", (("at", incident.at),), clauses=clauses))
    return tuple(findings)


def _heard_by_the_caller(case: Case, incident: Misinformation, law: Jurisdiction) -> tuple[Finding, ...]:
    """Who heard his call explained otherwise than he meant it has unauthorised information: another matter."""
    auction, at = case.auction, incident.at
    if auction is None or at.moment is not Moment.CALL or not 0 < at.number <= len(auction):
        return ()
    caller = auction.seat_of(at.number)
    if caller is not incident.by.partner or case.event.screens or incident.given is None:
        return ()
    year = law.edition.year
    clauses = (
        *(addresses("misunderstanding-known", year) or addresses("explanation-examples", year)),
        *addresses("partner-information-kinds", year),
    )
    return (
        Finding("misinformation.heard", (("caller", caller), ("by", incident.by)), FindingClass.LAW, clauses),
    )


def _corrections_due(case: Case, incident: Misinformation, law: Jurisdiction) -> tuple[Finding, ...]:
    """Who of the side had to put the explanation right, and when: he who gave it, and his partner (20F4, 20F5)."""
    return rectify_by_provisions(law, "wrong-explanation", _side_arguments(case, incident)).due


def _side_arguments(case: Case, incident: Misinformation) -> dict[str, object]:
    """Who explained, his partner, and whether they defend."""
    partner, declarer = incident.by.partner, case.declarer
    return {
        "by": incident.by,
        "partner": partner,
        "partner_defends": None if declarer is None else declarer.side is not partner.side,
        "opponents": partner.side.other,
    }


def _rectify_correction(case: Case, incident: Misinformation, law: Jurisdiction) -> Rectification:
    """What follows from the explanation having been put right at the table: at the right time, too soon or too late."""
    who = incident.corrected_by
    if who is None or incident.corrected is None or who.side is not incident.by.side:
        return NOTHING
    facts = {"own": who is incident.by, "corrected": incident.corrected}
    steps = rectify_by_provisions(law, "correction", {**_side_arguments(case, incident), **facts})
    changeable = [option for option in steps.options if option.code == f"{PREFIX}{Step.MAY_CHANGE_CALL}"]
    if not changeable or not too_late_to_change(case, incident):
        return steps
    options = tuple(option for option in steps.options if option not in changeable)
    late = due(law, Step.CALL_TOO_LATE, "21B3", who=incident.by.side.other)
    return combine(late, replace(steps, options=options))


def too_late_to_change(case: Case, incident: Misinformation) -> bool:
    """Whether the auction shows that the partner of everybody who called on the explanation had called since (21B1a).

    Where the explanation was put right in the auction, nobody tells whether that was before he called.
    """
    auction = case.auction
    calls = [place.number for place in _named_decisions(case, incident) if place.moment is Moment.CALL]
    if auction is None or not calls or incident.corrected == "auction" or max(calls) > len(auction):
        return False
    return all(auction.seats[number - 1].partner in auction.seats[number:] for number in calls)


def _own_decisions(case: Case, incident: Misinformation) -> tuple[Misinformation, tuple[Finding, ...]]:
    """The incident with the decisions that rested on the explanation, and why others do not count."""
    places: list[Place] = []
    aside: list[Finding] = []
    for place in _named_decisions(case, incident):
        seat = case.seat_at(place)
        if seat is not None and seat.side is incident.by.side:
            aside.append(_fact("misinformation.not-theirs", at=place, seat=seat))
        elif _is_after_correction(place, incident):
            aside.append(_fact("misinformation.corrected-before", at=place))
        elif seat is not None and case.event.screens and incident.to and seat not in incident.to:
            aside.append(_fact("misinformation.told-rightly", at=place, seat=seat))
        else:
            places.append(place)
    return incident.model_copy(update={"decisions": tuple(places) or None}), tuple(aside)


def _is_after_correction(place: Place, incident: Misinformation) -> bool:
    """Whether the explanation had been put right when the decision was made: the lead and the play, where that was before."""
    return incident.corrected in ("auction", "before-lead") and place.moment is not Moment.CALL


def _named_decisions(case: Case, incident: Misinformation) -> tuple[Place, ...]:
    """The decisions named; else the first an answer of a person fits."""
    if incident.decisions:
        return incident.decisions
    if incident.correct_lead is not None:
        return (Place(Moment.LEAD),)
    auction = case.auction
    if incident.correct_call is None or auction is None or incident.at.moment is not Moment.CALL:
        return ()
    for number in range(incident.at.number + 1, len(auction) + 1):
        theirs = auction.seat_of(number).side is not incident.by.side
        if theirs and auction.before(number).is_legal(incident.correct_call):
            return (Place(Moment.CALL, number),)
    return ()


_TURNS = 2
"""Decisions looked at where none is named: each is a branch to follow, and those soonest rest on the explanation most."""


def turns_after(case: Case, incident: Misinformation) -> tuple[Place, ...]:
    """Where no decision is named: the next call of each player told, the soonest first, and the lead where it was theirs."""
    auction, heard = case.auction, _hearers(case, incident)
    if auction is None or incident.at.moment is not Moment.CALL:
        return ()
    leader = None if case.contract is None or not auction.is_over else case.contract.leader
    later = range(incident.at.number + 1, len(auction) + 1)
    firsts = (next((number for number in later if auction.seat_of(number) is seat), None) for seat in heard)
    calls = sorted(number for number in firsts if number is not None)
    lead = (Place(Moment.LEAD),) if leader in heard else ()
    return (*(Place(Moment.CALL, number) for number in calls[: _TURNS - len(lead)]), *lead)


def _hearers(case: Case, incident: Misinformation) -> tuple[Seat, ...]:
    """The opponents who heard the explanation: behind a screen those it was given to."""
    opponents = tuple(seat for seat in Seat if seat.side is not incident.by.side)
    if case.event.screens and incident.to:
        return tuple(seat for seat in opponents if seat in incident.to)
    return opponents


def _report_decisions(incident: Misinformation, *, unnamed: bool) -> Iterator[Finding]:
    """That the case names no decision, and which are looked at."""
    if unnamed and incident.decisions:
        yield _assumption("misinformation.decisions-taken", places=incident.decisions)


def _declarers_play(case: Case, incident: Misinformation) -> tuple[Branch, ...]:
    """The play of a declarer who was told wrongly: which card rested on it nobody says, so that none is made again."""
    contract = case.contract
    if contract is None or case.result is None or contract.declarer not in _hearers(case, incident):
        return ()
    return (Branch(incident.id, Place(Moment.BEFORE_PLAY), contract.declarer, case.auction, None),)


def _trigger(incident: Misinformation, law: Jurisdiction, *, changed_late: bool) -> tuple[Finding, ...]:
    """Until when a call or card could be changed, and when the score is adjusted once that is too late."""
    rules, year = law.edition.misinformation, law.edition.year
    moments = {place.moment for place in incident.decisions or ()}
    findings = []
    if Moment.CALL in moments:
        when = str(rules.change_call_when)
        changeable = addresses("change-of-call", year)
        findings.append(
            _law("misinformation.partner-called", changeable)
            if changed_late
            else _law("misinformation.change", changeable, when=when)
        )
        late = law.edition.source_of("misinformation.too_late_when").clauses
        duty, harm = str(rules.too_late), str(rules.too_late_when)
        findings.append(_law("misinformation.too-late", late, duty=duty, when=harm))
    if moments - {Moment.CALL}:
        findings.append(_law("misinformation.card-too-late", (law.edition.clause("47E2b"),)))
    return tuple(findings)


def _branches(incident: str, revised: tuple[CorrectedDecision, ...]) -> tuple[Branch, ...]:
    """Every decision as a branch; none at all when one of them cannot be told."""
    if not revised or not all(decision.right for decision in revised):
        return ()
    return tuple(
        Branch(
            incident,
            decision.at,
            decision.seat,
            decision.auction,
            decision.play,
            decision.right,
            because=decision.findings,
            decision=decision,
        )
        for decision in revised
    )


def _alternatives(revised: tuple[CorrectedDecision, ...]) -> tuple[Alternative, ...]:
    """What peers would have considered at the decision likeliest to have been another, else at the first."""
    return max(revised, key=_changes).alternatives if revised else ()


def _changes(decision: CorrectedDecision) -> float:
    """The chance of another action than the one taken."""
    return sum(share for action, share in decision.right if action != decision.action)


def _law(
    code: str, clauses: tuple[Clause, ...], standing: Basis = Basis.COMPUTED, **args: Argument
) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.LAW, tuple(dict.fromkeys(clauses)), standing)


def _fact(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (), Basis.JUDGEMENT)


def _assumption(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (), Basis.ASSUMED)


_ALERTS = (RemarkKind.ALERT, RemarkKind.NO_ALERT)


def duty_to_alert(case: Case, incident: Misinformation, law: Jurisdiction) -> tuple[Finding, ...]:
    """What the rows of the regulation say of the call as it was agreed; nothing where they hang on facts nobody told."""
    rows, auction, at = law.regulation.rows("alert"), case.auction, incident.at
    is_remarked = any(remark.at == at and remark.kind in _ALERTS for remark in case.remark)
    if (
        not is_remarked
        or not rows
        or auction is None
        or at.moment is not Moment.CALL
        or at.number > len(auction)
    ):
        return ()
    asked = CallToAlert(
        auction.before(at.number), auction.calls[at.number - 1], stated_constraint(incident.correct_shows)
    )
    # An agreement nobody calls special or turned round is taken to be neither.
    asked = replace(asked, screens=bool(case.event.screens), special=False, inverted=False)
    row, missing = alert_duty(rows, asked)
    if row is None or missing:
        return ()
    return (
        Finding.from_code(
            f"misinformation.alert-{row.values['duty']}",
            kind=FindingClass.FACT,
            clauses=(law.clause("40B"),),
            call=asked.call,
            where=str(row.source),
        ),
    )


_BOOK = 6


def presumed_damage(context: RulingContext, incident: Misinformation) -> tuple[Finding, ...]:
    """Whether the innocent side missed its best contract, with all hands seen; nothing where the regulation presumes nothing."""
    stated = context.jurisdiction.source_of("information.presume_damage_off_card")
    if not incident.not_on_card or not stated.value:
        return ()
    where, side = str(stated.source), incident.by.side.other
    best = best_contract(context, side)
    if best is None:
        why = Finding.from_code(
            "misinformation.best-not-counted", kind=FindingClass.FACT, standing=Basis.ASSUMED, where=where
        )
        return (why,)
    contract = context.case.contract
    reached = contract is not None and _is_reached(context, contract, best, side)
    code = "misinformation.best-reached" if reached else "misinformation.damage-presumed"
    points = _points_of_side(context, best, side)
    return (
        Finding.from_code(
            code,
            kind=FindingClass.JUDGEMENT,
            standing=Basis.ASSUMED,
            side=side,
            best=best,
            points=points,
            where=where,
        ),
    )


def missed_best(presumed: Finding) -> Result | None:
    """The contract the side is presumed to have been kept from; none where nothing is presumed."""
    best = presumed.arguments.get("best")
    return best if presumed.code == "misinformation.damage-presumed" and isinstance(best, Result) else None


def best_contract(context: RulingContext, side: Side) -> Result | None:
    """The contract that is worth most to a side of those it can make double dummy; none where that was not counted."""
    case, counter = context.case, context.services.tricks
    if case.deal is None or case.vulnerability is None or counter is None:
        return None
    # of two declarers who take as much the one nearer the dealer is named, so that turning the table changes nothing
    dealer = Seat.N if case.dealer is None else case.dealer
    first = dealer if dealer.side is side else dealer.next
    seats = (first, first.partner)
    hands = (case.deal[Seat.N], case.deal[Seat.E], case.deal[Seat.S], case.deal[Seat.W])
    asked = [(strain, seat) for strain in Strain for seat in seats]
    tricks = counter.tricks_many([Position(hands, strain, seat.next) for strain, seat in asked])
    results: list[Result] = []
    for (strain, seat), of_leader in zip(asked, tricks, strict=True):
        if isinstance(of_leader, NotSolved):
            return None
        won = 13 - of_leader
        results += [Result(Contract(level, strain, 0, seat), won) for level in range(1, won - _BOOK + 1)]
    return max(results, key=lambda result: _points_of_side(context, result, side), default=None)


def _points_of_side(context: RulingContext, result: Result, side: Side) -> int:
    vulnerability = context.case.vulnerability
    points = 0 if vulnerability is None else score_ns(result, vulnerability)
    return points if side is Side.NS else -points


def _is_reached(context: RulingContext, contract: Contract, best: Result, side: Side) -> bool:
    """Whether the contract played is worth as much to the side as its best one, made as well as the cards allow."""
    if contract.declarer.side is not side:
        return False
    if best.contract is None or contract.strain is not best.contract.strain:
        return False
    played = Result(Contract(contract.level, contract.strain, 0, contract.declarer), best.tricks)
    return _points_of_side(context, played, side) >= _points_of_side(context, best, side)
