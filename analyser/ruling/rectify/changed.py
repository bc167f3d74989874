"""The call that was not intended, and the call changed on purpose (25)."""

from typing import TypeAlias, assert_never

from analyser.laws import Jurisdiction
from analyser.laws.choices import DeliberateChange, PassDuration
from analyser.ruling import Rectification
from analyser.ruling.rectify.bars import lead_restriction, partner_passes, unauthorised
from analyser.ruling.rectify.heard import Heard
from analyser.ruling.rectify.remedy import due, lacking, option, together
from analyser.ruling.rectify.rules import Rule, all_of, always, decide, negate
from analyser.ruling.rectify.steps import Step

__all__ = ["changed_call"]

_Rule: TypeAlias = Rule[Heard, Rectification]


def changed_call(facts: Heard, law: Jurisdiction) -> Rectification:
    """A slip is put right until partner calls; a change on purpose may be accepted, else the first call counts."""
    free = due(law, Step.CORRECTED_FREELY, "unintended-call", who=facts.offender)
    accepted = due(law, Step.SECOND_STANDS, "25B1", by=facts.offender.next)
    slip: _Rule = Rule(
        "25A",
        lambda told: all_of(told.unintended, negate(told.partner_called)),
        free,
        ("unintended", "partner_has_called"),
    )
    # A call corrected in time was never changed, so that nobody can accept the change.
    taken: _Rule = Rule(
        "25B1",
        lambda told: all_of(told.accepted, negate(slip.applies(told))),
        accepted,
        ("accepted",),
    )
    found = decide(facts, Rule("25B2", always, _not_accepted(facts, law)), (slip, taken))
    if facts.accepted is None and found.by == ("25B2",):
        return together(found, option(law, Step.ACCEPT, "25B1", by=facts.offender.next))
    return together(found)


def _not_accepted(facts: Heard, law: Jurisdiction) -> Rectification:
    form = law.edition.calls.deliberate_change
    restricted = lead_restriction(law, facts.offender, facts.declarer, facts.suits, facts.suits_again)
    match form:
        case DeliberateChange.CANCELLED:
            return together(
                due(law, Step.FIRST_STANDS, "25B2", who=facts.offender),
                unauthorised(law, facts.offender),
                restricted,
            )
        case DeliberateChange.CAPPED:
            return together(_capped(facts, law), unauthorised(law, facts.offender), restricted)
        case _:
            assert_never(form)


def _capped(facts: Heard, law: Jurisdiction) -> Rectification:
    """1997: over a legal first call the offender chooses, and pays for the change with a cap on his score."""
    if facts.first_legal is False:
        return due(law, Step.OWN_LAW, "25B2", who=facts.offender)
    percent = law.edition.calls.deliberate_change_cap
    return together(
        due(law, Step.MAY_LET_STAND, "deliberate-change-legal", who=facts.offender),
        partner_passes(law, PassDuration.NEXT_TURN, facts.offender, "deliberate-change-legal"),
        due(
            law, Step.MAY_CHANGE_CAPPED, "deliberate-change-legal", side=facts.offender.side, percent=percent
        ),
        lacking("call", "at") if facts.first_legal is None else Rectification(()),
    )
