"""A call that was insufficient, out of turn, inadmissible, changed, too high or too late (25-39)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from analyser.bridge import DOUBLE, PASS, Auction, Contract, Result, Seat
from analyser.casefile import Case, IrregularCall, Moment
from analyser.laws import Jurisdiction
from analyser.laws.choices import DeliberateChange, OutOfTurn, PassDuration
from analyser.ruling import Finding, IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.behind_screens import accepted_by_passing, put_right_unseen, rectify_passed_call
from analyser.ruling.kinds.call_out_of_turn import (
    call_out_of_turn,
    corrected_too_soon,
    counted_in_rotation,
    deemed_later,
    is_in_turn,
    later_of_two,
    turn_taken_away,
)
from analyser.ruling.kinds.calls import (
    CallFacts,
    Whose,
    both_pass,
    call_facts,
    lead_restriction,
    partner_passes,
    restrict_information,
)
from analyser.ruling.kinds.comparable import compare_meanings
from analyser.ruling.kinds.insufficient_bid import insufficient_bid
from analyser.ruling.kinds.rectification import (
    NOTHING,
    PREFIX,
    Rule,
    Step,
    all_true,
    always,
    answer,
    combine,
    decide,
    due,
    negate,
    option,
    steps_of,
    unmet_needs,
)


def find(context: RulingContext, incident: IrregularCall) -> IncidentFindings:
    """The rectification under this law; a slip put right in time is no infraction."""
    case, jurisdiction = context.case, context.jurisdiction
    stated, incident = incident, deemed_later(case, incident)
    facts, likeness = compare_meanings(
        case, incident, call_facts(case, incident), jurisdiction, context.seed_of(incident)
    )
    facts = accepted_by_passing(facts, case, incident, jurisdiction)
    rectification, path = ruled_call(facts, incident, jurisdiction)
    if incident is not stated:
        rectification = combine(later_of_two(stated, jurisdiction, in_rotation=False), rectification)
    unseen = put_right_unseen(case, incident, jurisdiction)
    rectification = unseen or combine(rectify_passed_call(case, incident, jurisdiction), rectification)
    slip = Step.CORRECTED_FREELY in steps_of(rectification)
    rectification = combine(rectification, broken_duty(case, incident, rectification, jurisdiction))
    clauses = (jurisdiction.clause(path),)
    infraction = not slip and not is_in_turn(incident)
    findings = answer(case, incident, rectification, infraction=infraction, clauses=clauses)
    scored = _result_without_double(case, incident, rectification)
    return replace(findings, findings=(*likeness, *findings.findings), result=scored)


def ruled_call(facts: CallFacts, incident: IrregularCall, law: Jurisdiction) -> tuple[Rectification, str]:
    """The rectification, and the law it goes by."""
    if (in_rotation := _rule_in_rotation(facts, incident, law)) is not None:
        return in_rotation
    match incident.irregularity:
        case "insufficient":
            if facts.turn_owner not in (None, Whose.OWN) and not facts.accepted:
                # 27A sends an insufficient bid out of turn there
                return _repeated(call_out_of_turn(facts, law), facts, law), "31"
            early = corrected_too_soon(incident, law)
            return combine(early, insufficient_bid(facts, law)), "27"
        case "out-of-turn":
            steps = call_out_of_turn(facts, law)
            return _repeated(steps, facts, law) if _is_too_low(facts) else steps, "29"
        case "inadmissible":
            return inadmissible_call(facts, law), _duty_clause(facts, law) if facts.barred else "36"
        case "changed":
            return changed_call(facts, law), "25"
        case "over-seven":
            return rectify_above_seven(facts, law), "38"
        case "deprived":
            return turn_taken_away(incident, law), "34"
        case "after-end":
            return rectify_after_end(facts, law), "39"
        case _:
            assert_never(incident.irregularity)


def _rule_in_rotation(
    facts: CallFacts, incident: IrregularCall, law: Jurisdiction
) -> tuple[Rectification, str] | None:
    """What follows for a call that counts as in rotation or as the later of two, or None; if too low there, Law 27 follows."""
    ruled = counted_in_rotation(facts, incident, law)
    if ruled is None or not (incident.simultaneous and is_in_turn(incident) and _is_too_low(facts)):
        return ruled
    later = later_of_two(incident, law, in_rotation=False)
    return combine(later, insufficient_bid(facts.repeat_in_turn(), law)), "27"


def _is_too_low(facts: CallFacts) -> bool:
    """Whether the call is a bid that the auction before it shows to be insufficient."""
    return facts.call is not None and facts.call.is_bid and facts.first_legal is False


def _repeated(steps: Rectification, facts: CallFacts, law: Jurisdiction) -> Rectification:
    """An insufficient bid that must be repeated in turn is then insufficient there: Law 27 follows (31A1)."""
    repeats = next((step for step in steps.due if step.code == f"{PREFIX}{Step.REPEAT}"), None)
    if repeats is None:
        return steps
    again = replace(repeats, code=f"{PREFIX}{Step.REPEAT_INSUFFICIENT}")
    due_first = tuple(again if step is repeats else step for step in steps.due)
    in_turn = insufficient_bid(facts.repeat_in_turn(), law)
    return combine(replace(steps, due=due_first), in_turn)


_Rule: TypeAlias = Rule[CallFacts, Rectification]


def changed_call(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """A slip is put right until partner calls, until 2007 without a pause for thought; a change on purpose may be accepted."""
    too_late = law.edition.calls.unintended_without_pause and facts.pause is True
    free = due(law, Step.CORRECTED_FREELY, "unintended-call", who=facts.offender)
    accepted = due(law, Step.SECOND_STANDS, "25B1", by=facts.offender.next)
    slip: _Rule = Rule(
        "25A",
        lambda facts: all_true(facts.unintended, negate(facts.partner_called), not too_late),
        free,
        ("unintended", "partner_has_called"),
    )
    # A call corrected in time was never changed, so that nobody can accept the change.
    rule_taken: _Rule = Rule(
        "25B1",
        lambda facts: all_true(facts.accepted, negate(slip.applies(facts))),
        accepted,
        ("accepted",),
    )
    decision = decide(facts, Rule("25B2", always, _rectify_unaccepted(facts, law)), (slip, rule_taken))
    if facts.accepted is None and decision.by == ("25B2",):
        return combine(decision, option(law, Step.ACCEPT, "25B1", by=facts.offender.next))
    return combine(decision)


def _rectify_unaccepted(facts: CallFacts, law: Jurisdiction) -> Rectification:
    form = law.edition.calls.deliberate_change
    restricted = lead_restriction(law, facts)
    match form:
        case DeliberateChange.CANCELLED:
            return combine(
                due(law, Step.FIRST_STANDS, "25B2", who=facts.offender),
                restrict_information(law, facts.offender),
                restricted,
            )
        case DeliberateChange.CAPPED:
            return combine(
                _cap_purposeful_change(facts, law), restrict_information(law, facts.offender), restricted
            )
        case _:
            assert_never(form)


def _cap_purposeful_change(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """1997: over a legal first call the offender chooses, and pays for the change with a cap on his score."""
    if facts.first_legal is False:
        return due(law, Step.OWN_LAW, "25B2", who=facts.offender)
    percent = law.edition.calls.deliberate_change_cap
    if facts.replacement_stood:  # he chose the other call: his partner is free, his side's score is not
        capped = due(
            law, Step.CHANGED_CAPPED, "deliberate-change-legal", side=facts.offender.side, percent=percent
        )
        return combine(capped, unmet_needs("call", "at") if facts.first_legal is None else NOTHING)
    return combine(
        due(law, Step.MAY_LET_STAND, "deliberate-change-legal", who=facts.offender),
        partner_passes(law, PassDuration.NEXT_TURN, facts.offender, "deliberate-change-legal"),
        due(
            law, Step.MAY_CHANGE_CAPPED, "deliberate-change-legal", side=facts.offender.side, percent=percent
        ),
        unmet_needs("call", "at") if facts.first_legal is None else Rectification(()),
    )


def inadmissible_call(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """A double or redouble that could not be made, or a call by one who had to pass."""
    if facts.barred:
        return rectify_forbidden_call(facts, law)
    accepted_by = _acceptance_clause("36A", law)
    offender = facts.offender
    general = combine(
        due(law, Step.CALL_CANCELLED, "inadmissible-double", who=offender),
        due(law, Step.SUBSTITUTE, "inadmissible-double", who=offender),
        partner_passes(law, law.edition.calls.inadmissible_double, offender, "inadmissible-double"),
        restrict_information(law, offender),
        lead_restriction(law, facts),
    )
    overtaken = combine(
        due(law, Step.LATER_CANCELLED, accepted_by, who=offender),
        due(law, Step.AS_IF_NEVER, accepted_by, who=offender),
    )
    late = (
        due(law, Step.SCORED_WITHOUT, "inadmissible-double-late", who=offender)
        if law.edition.calls.inadmissible_double_found_late
        else due(law, Step.LATE_NOT_COVERED, "inadmissible-double-law", who=offender)
    )
    exceptions: tuple[Rule[CallFacts, Rectification], ...] = (
        Rule("36A", lambda facts: all_true(facts.accepted, not facts.found_late), overtaken, ("accepted",)),
        Rule("36C", lambda facts: bool(facts.found_late), late),
    )
    decision = decide(facts, Rule("36B", always, general), exceptions)
    return combine(decision)


def rectify_forbidden_call(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """He was obliged to pass and did not: it stands once the next player has called, else both must pass."""
    offender = facts.offender
    general = combine(
        due(law, Step.CALL_CANCELLED, "breach-of-pass", who=offender),
        due(law, Step.PASS_SUBSTITUTED, "breach-of-pass", who=offender),
        both_pass(law, law.edition.calls.breach_of_pass, offender, "breach-of-pass"),
        restrict_information(law, offender),
        lead_restriction(law, facts),
    )
    accepted_by = _acceptance_clause("37A", law)
    rectification = combine(
        due(law, Step.CALL_STANDS, accepted_by, who=offender, by=offender.next),
        due(law, Step.OFFENDER_SILENT, accepted_by, who=offender) if facts.barred_throughout else NOTHING,
        due(law, Step.UNRESTRICTED, accepted_by, who=offender.partner),
        unmet_needs("barred_throughout") if facts.barred_throughout is None else NOTHING,
    )
    accepted: Rule[CallFacts, Rectification] = Rule(
        "37A", lambda facts: facts.accepted, rectification, ("accepted",)
    )
    return combine(decide(facts, Rule("37B", always, general), (accepted,)))


def _duty_clause(facts: CallFacts, law: Jurisdiction) -> str:
    """The law of a call by one who must pass: that on the call the next player has accepted stands apart."""
    return _acceptance_clause("37A", law) if facts.accepted else "37"


def _acceptance_clause(path: str, law: Jurisdiction) -> str:
    """Where it stands what follows once the next player has called; 1997 says it of all such calls in one law."""
    return path if path in law.edition.paths else "35"


def _result_without_double(
    case: Case, incident: IrregularCall, rectification: Rectification
) -> Result | None:
    """The table result as if the double or redouble had not been made, where that is how it is scored (36C)."""
    if Step.SCORED_WITHOUT not in steps_of(rectification) or case.result is None:
        return None
    contract = _contract_without(case, incident)
    return None if contract is None else Result(contract, case.result.tricks)


def _contract_without(case: Case, incident: IrregularCall) -> Contract | None:
    """The contract without that call: by the auction, else a doubled one undoubled."""
    auction, contract = case.auction, case.contract
    if auction is not None and incident.at is not None and incident.at.number <= len(auction):
        place = incident.at.number - 1
        calls = (*auction.calls[:place], PASS, *auction.calls[place + 1 :])
        return Auction(auction.dealer, calls, auction.irregular).contract
    if contract is None or incident.call != DOUBLE:
        return None
    return replace(contract, doubled=0)


def rectify_above_seven(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """No contract above seven is ever played: the bid becomes a pass and both must pass."""
    offender, accepted_by = facts.offender, _acceptance_clause("38D", law)
    condoned = facts.accepted is True and accepted_by == "35"
    never = due(law, Step.NEVER_ABOVE_SEVEN, "above-seven", who=offender)
    if condoned:  # 1997: no penalty once the next player has called (35C)
        return combine(
            never,
            due(law, Step.LATER_CANCELLED, accepted_by, who=offender),
            due(law, Step.PASS_SUBSTITUTED, accepted_by, who=offender),
            due(law, Step.NOTHING_MORE, accepted_by, who=offender),
            due(law, Step.UNRESTRICTED, accepted_by, who=offender.partner),
        )
    always_due = combine(
        never,
        due(law, Step.LATER_CANCELLED, "above-seven", who=offender),
        due(law, Step.PASS_SUBSTITUTED, "above-seven", who=offender),
        both_pass(
            law, law.edition.calls.above_seven, offender, "above-seven", recourse=facts.accepted is not True
        ),
    )
    if facts.accepted:
        return combine(always_due, due(law, Step.UNRESTRICTED, accepted_by, who=offender.partner))
    return combine(
        always_due,
        restrict_information(law, offender),
        lead_restriction(law, facts),
        unmet_needs("accepted") if facts.accepted is None else Rectification(()),
    )


def rectify_after_end(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """A call after the final pass is cancelled; only a defender's bid, double or redouble may cost the lead."""
    offender = facts.offender
    cancelled = due(law, Step.CALL_CANCELLED, "after-final-pass", who=offender)
    nothing = due(law, Step.NOTHING_MORE, _acceptance_clause("39B", law), who=offender)
    declaring = facts.declarer is not None and facts.declarer.side is offender.side
    if declaring or facts.call == PASS or facts.accepted:
        return combine(cancelled, nothing)
    wanted = [
        key
        for key, value in (("call", facts.call), ("contract", facts.declarer), ("accepted", facts.accepted))
        if value is None
    ]
    return combine(
        cancelled, restrict_information(law, offender), lead_restriction(law, facts), unmet_needs(*wanted)
    )


_THROUGHOUT: Final[Mapping[Step, bool]] = {
    Step.OFFENDER_PASSES: False,
    Step.PARTNER_PASSES: False,
    Step.BOTH_PASS: False,
    Step.OFFENDER_SILENT: True,
    Step.PARTNER_SILENT: True,
    Step.BOTH_SILENT: True,
}
"""The duties to pass, and whether each lasts to the end of the auction or for the next turn."""


def broken_duty(
    case: Case, incident: IrregularCall, rectification: Rectification, law: Jurisdiction
) -> Rectification:
    """The first recorded call that somebody silenced by this incident should not have made, and what follows it."""
    auction = case.auction
    if auction is None or incident.at is None or incident.at.moment is not Moment.CALL:
        return NOTHING
    first = incident.at.number
    accepted_number = first if incident.accepted else 0  # an accepted call stands, whatever its maker owed
    breaches = sorted(
        number
        for duty in rectification.due
        for number in _breaches(auction, duty, _first_bound_call(auction, duty, incident, law))
        if number != accepted_number
    )
    if not breaches:
        return NOTHING
    number = breaches[0]
    who, call = auction.seats[number - 1], auction.calls[number - 1]
    accepted = number < len(auction)
    paths = law.edition.paths
    place = ("37A" if "37A" in paths else "35") if accepted else ("37B" if "37B" in paths else "37")
    step = Step.BREACH_STANDS if accepted else Step.BREACH_CANCELLED
    return due(law, step, place, who=who, call=call, number=number)


def _first_bound_call(auction: Auction, duty: Finding, incident: IrregularCall, law: Jurisdiction) -> int:
    """From which call on a duty binds: since 2017 partner is free until the offender has called again (30B1, 31B)."""
    first = 0 if incident.at is None else incident.at.number
    steps = steps_of(Rectification((duty,)))
    by_comparable = law.edition.calls.out_of_turn is OutOfTurn.BY_COMPARABLE_CALL
    if incident.accepted or not by_comparable or not steps & {Step.PARTNER_PASSES, Step.PARTNER_SILENT}:
        return first
    later = (number for number, seat in enumerate(auction.seats, 1) if seat is incident.offender)
    return next((number for number in later if number >= first), len(auction) + 1)


def _breaches(auction: Auction, duty: Finding, first: int) -> Iterator[int]:
    """The numbers of the calls that break one duty: each call but a pass, of the first turn alone or of all."""
    (step,) = steps_of(Rectification((duty,)))
    if step not in _THROUGHOUT:
        return
    who = duty.arguments["who"]
    both = step in (Step.BOTH_PASS, Step.BOTH_SILENT)
    silenced = [
        seat for seat in Seat if seat is who or (both and isinstance(who, Seat) and seat is who.partner)
    ]
    for seat in silenced:
        turns = [number for number in range(first, len(auction) + 1) if auction.seats[number - 1] is seat]
        for number in turns if _THROUGHOUT[step] else turns[:1]:
            if auction.calls[number - 1] != PASS:
                yield number
