"""A lead by the wrong player or from the wrong hand (53-56)."""

from enum import Enum
from typing import assert_never

from analyser.bridge import Seat
from analyser.casefile import LeadOutOfTurn
from analyser.laws import Jurisdiction
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.behind_screens import opening_lead
from analyser.ruling.kinds.penalty_cards import premature_options, refused_card
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Applied,
    Rule,
    Step,
    all_true,
    always,
    answer,
    combine,
    decide,
    due,
    option,
    unmet_needs,
)


def find(context: RulingContext, incident: LeadOutOfTurn) -> IncidentFindings:
    """The rectification under this law; who was told wrongly that it was his turn did nothing wrong."""
    case, jurisdiction = context.case, context.jurisdiction
    declarer = case.declarer
    screened = opening_lead(case, incident, jurisdiction)
    rectification = (
        screened or overtaken(incident, jurisdiction) or lead_out_of_turn(incident, jurisdiction, declarer)
    )
    path = "53"
    if declarer is not None:
        declaring = declarer.side is incident.offender.side
        path = "55" if declaring else "54" if incident.trick in (None, 1) else "56"
        if declaring and incident.trick == 1:
            path = _wrong_side(jurisdiction)
        elif incident.face_up is False:
            path = "41A"
    clauses = (jurisdiction.clause("47E1" if incident.told_turn else path),)
    return answer(case, incident, rectification, infraction=not incident.told_turn, clauses=clauses)


def _wrong_side(law: Jurisdiction) -> str:
    """The law of an opening lead by the declaring side: its card was exposed before play began (1997 has no word on it)."""
    return "54E" if "54E" in law.edition.paths else "24"


_LAST_TRICK = 13


class Lead(Enum):
    """What becomes of a lead out of turn."""

    STANDS = "stands"
    REFUSED = "refused"
    TAKEN_BACK = "taken-back"
    TOO_LATE = "too-late"
    TOLD_WRONGLY = "told-wrongly"


def select_rule(facts: LeadOutOfTurn, law: Jurisdiction) -> Applied[Lead]:
    """General rule: what is not accepted is taken back; the exceptions say when it must stand, or cannot."""
    late = not law.edition.play.late_lead_out_of_turn

    def may_retract_freely(facts: LeadOutOfTurn) -> bool:
        return bool(facts.told_turn) or facts.face_up is False or (late and facts.trick == _LAST_TRICK)

    exceptions: tuple[Rule[LeadOutOfTurn, Lead], ...] = (
        Rule("41A", lambda facts: facts.face_up is False and not facts.told_turn, Lead.TAKEN_BACK),
        Rule("47E1", lambda facts: bool(facts.told_turn), Lead.TOLD_WRONGLY),
        Rule(
            "53A",
            lambda facts: (
                late and facts.trick == _LAST_TRICK and not facts.told_turn and facts.face_up is not False
            ),
            Lead.TOO_LATE,
        ),
        Rule(
            "54C",
            lambda facts: (
                bool(facts.dummy_seen) and facts.trick in (None, 1) and not may_retract_freely(facts)
            ),
            Lead.STANDS,
        ),
        Rule(
            "53",
            lambda facts: all_true(facts.accepted, not may_retract_freely(facts)),
            Lead.STANDS,
            ("accepted",),
        ),
    )
    return decide(facts, Rule("56", always, Lead.REFUSED), exceptions)


def lead_out_of_turn(facts: LeadOutOfTurn, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """What becomes of the card, and what the other side may choose."""
    if declarer is None:
        return unmet_needs("declarer")
    opening = facts.trick in (None, 1)
    declaring = declarer.side is facts.offender.side
    if declaring and facts.trick == 1:
        return due(law, Step.WRONG_SIDE, _wrong_side(law), who=facts.offender)
    decision = select_rule(facts, law)
    answer = decision.answer
    match answer:
        case Lead.TOLD_WRONGLY:
            return due(law, Step.MUST_RETRACT, "47E1", who=facts.offender)
        case Lead.TAKEN_BACK:
            return due(law, Step.FACE_DOWN_BACK, "41A", who=facts.offender)
        case Lead.TOO_LATE:
            back = due(law, Step.TOO_LATE_TO_ACCEPT, "53A", who=facts.offender)
            return combine(back, NOTHING if declaring else _defenders_card(facts, law))
        case Lead.STANDS:
            if facts.dummy_seen and not declaring and opening:
                return due(law, Step.LEAD_MUST_STAND, "54C", who=facts.offender)
            return due(law, Step.LEAD_STANDS, "55A" if declaring else "53A", who=facts.offender)
        case Lead.REFUSED:
            refusal = _rectify_refused(facts, law, declaring=declaring, opening=opening)
            return combine(
                _choices(facts, law, declarer, opening=opening), refusal, unmet_needs(*decision.missing)
            )
        case _:
            assert_never(answer)


def overtaken(facts: LeadOutOfTurn, law: Jurisdiction) -> Rectification | None:
    """Another card came before the lead was ruled on: the right leader's, or a defender's to declarer's wrong lead (53)."""
    if facts.right_leader_led:
        return rectify_by_provisions(law, "right-leader-led", incident_facts(facts))
    if facts.wrong_defender_played:  # he played before his partner: declarer has the options of 57A
        hurried = premature_options(law, facts.offender.next)
        return combine(rectify_by_provisions(law, "wrong-defender-played", incident_facts(facts)), hurried)
    return None


def _choices(facts: LeadOutOfTurn, law: Jurisdiction, declarer: Seat, *, opening: bool) -> Rectification:
    """While it is not told whether the lead was accepted, the choice is the other side's."""
    if facts.accepted is not None:
        return NOTHING
    if declarer.side is facts.offender.side:
        side = facts.offender.side.other
        return combine(
            option(law, Step.LEAD_ACCEPT, "55A", by=side),
            option(law, Step.LEAD_REFUSE, "55B", by=side),
            rectify_by_provisions(law, "defenders-disagree", incident_facts(facts, declarer))
            if facts.defenders_disagree
            else NOTHING,
        )
    if opening:
        return combine(
            option(law, Step.SPREAD, "54A", by=declarer),
            option(law, Step.LEAD_ACCEPT, "54B", by=declarer),
            option(law, Step.LEAD_REFUSE, "54D", by=declarer),
        )
    return combine(
        option(law, Step.LEAD_ACCEPT, "53A", by=declarer), option(law, Step.LEAD_REFUSE, "56", by=declarer)
    )


def _rectify_refused(
    facts: LeadOutOfTurn, law: Jurisdiction, *, declaring: bool, opening: bool
) -> Rectification:
    if declaring:
        return combine(
            due(law, Step.LEAD_RETRACTED, "55B", who=facts.offender),
            due(law, Step.RIGHT_HAND_LEADS, "55B", who=facts.turn)
            if facts.turn is not None
            else unmet_needs("turn"),
            due(law, Step.IF_DAMAGED, "55C", side=facts.offender.side),
        )
    where = "54D" if opening else "56"
    return combine(due(law, Step.LEAD_RETRACTED, where, who=facts.offender), _defenders_card(facts, law))


def _defenders_card(facts: LeadOutOfTurn, law: Jurisdiction) -> Rectification:
    """The refused card becomes a penalty card; if partner is to lead now, declarer's options are open at once."""
    return refused_card(law, facts.offender, facts.card, law.edition.play.refused_lead)
