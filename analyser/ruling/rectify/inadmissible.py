"""Calls the Laws never allow: doubles out of place, calls by one who must pass, above seven, after the end (35-39)."""

from analyser.bridge import PASS
from analyser.laws import Jurisdiction
from analyser.ruling import Rectification
from analyser.ruling.rectify.bars import both_pass, lead_restriction, partner_passes, unauthorised
from analyser.ruling.rectify.heard import Heard
from analyser.ruling.rectify.remedy import due, lacking, together
from analyser.ruling.rectify.rules import Rule, all_of, always, decide
from analyser.ruling.rectify.steps import Step

__all__ = ["above_seven", "after_the_end", "by_one_who_must_pass", "inadmissible_call"]


def _restriction(facts: Heard, law: Jurisdiction) -> Rectification:
    return lead_restriction(law, facts.offender, facts.declarer, facts.suits, facts.suits_again)


def inadmissible_call(facts: Heard, law: Jurisdiction) -> Rectification:
    """A double or redouble that could not be made, or a call by one who had to pass."""
    if facts.barred:
        return by_one_who_must_pass(facts, law)
    offender = facts.offender
    general = together(
        due(law, Step.CALL_CANCELLED, "inadmissible-double", who=offender),
        due(law, Step.SUBSTITUTE, "inadmissible-double", who=offender),
        partner_passes(law, law.edition.calls.inadmissible_double, offender, "inadmissible-double"),
        unauthorised(law, offender),
        _restriction(facts, law),
    )
    overtaken = together(
        due(law, Step.LATER_CANCELLED, "inadmissible-accepted", who=offender),
        due(law, Step.AS_IF_NEVER, "inadmissible-accepted", who=offender),
    )
    late = (
        due(law, Step.SCORED_WITHOUT, "inadmissible-double-late", who=offender)
        if law.edition.calls.inadmissible_double_found_late
        else due(law, Step.LATE_NOT_COVERED, "inadmissible-double-law", who=offender)
    )
    exceptions: tuple[Rule[Heard, Rectification], ...] = (
        Rule("36A", lambda told: all_of(told.accepted, not told.found_late), overtaken, ("accepted",)),
        Rule("36C", lambda told: bool(told.found_late), late),
    )
    found = decide(facts, Rule("36B", always, general), exceptions)
    return together(found)


def by_one_who_must_pass(facts: Heard, law: Jurisdiction) -> Rectification:
    """He was obliged to pass and did not: it stands once the next player has called, else both must pass."""
    offender = facts.offender
    general = together(
        due(law, Step.CALL_CANCELLED, "breach-of-pass", who=offender),
        due(law, Step.PASS_SUBSTITUTED, "breach-of-pass", who=offender),
        both_pass(law, law.edition.calls.breach_of_pass, offender, "breach-of-pass"),
        unauthorised(law, offender),
        _restriction(facts, law),
    )
    stands = together(
        due(law, Step.CALL_STANDS, "inadmissible-accepted", who=offender, by=offender.next),
        due(law, Step.UNRESTRICTED, "inadmissible-accepted", who=offender.partner),
    )
    accepted: Rule[Heard, Rectification] = Rule("37A", lambda told: told.accepted, stands, ("accepted",))
    return together(decide(facts, Rule("37B", always, general), (accepted,)))


def above_seven(facts: Heard, law: Jurisdiction) -> Rectification:
    """No contract above seven is ever played: the bid becomes a pass and both must pass."""
    offender = facts.offender
    always_due = together(
        due(law, Step.NEVER_ABOVE_SEVEN, "above-seven", who=offender),
        due(law, Step.LATER_CANCELLED, "above-seven", who=offender),
        due(law, Step.PASS_SUBSTITUTED, "above-seven", who=offender),
        both_pass(law, law.edition.calls.above_seven, offender, "above-seven"),
    )
    if facts.accepted:
        return together(
            always_due, due(law, Step.UNRESTRICTED, "inadmissible-accepted", who=offender.partner)
        )
    return together(
        always_due,
        unauthorised(law, offender),
        _restriction(facts, law),
        lacking("accepted") if facts.accepted is None else Rectification(()),
    )


def after_the_end(facts: Heard, law: Jurisdiction) -> Rectification:
    """A call after the final pass is cancelled; only a defender's bid, double or redouble may cost the lead."""
    offender = facts.offender
    cancelled = due(law, Step.CALL_CANCELLED, "after-final-pass", who=offender)
    nothing = due(law, Step.NOTHING_MORE, "inadmissible-accepted", who=offender)
    declaring = facts.declarer is not None and facts.declarer.side is offender.side
    if declaring or facts.call == PASS or facts.accepted:
        return together(cancelled, nothing)
    wanted = [
        key
        for key, value in (("call", facts.call), ("contract", facts.declarer), ("accepted", facts.accepted))
        if value is None
    ]
    return together(cancelled, unauthorised(law, offender), _restriction(facts, law), lacking(*wanted))
