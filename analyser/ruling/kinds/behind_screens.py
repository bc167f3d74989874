"""What screens change of a rectification: irregular calls by where the tray was, opening leads by how the screen stood."""

from dataclasses import replace
from typing import Final

from analyser.bridge import Seat
from analyser.casefile import Case, IrregularCall, LeadOutOfTurn
from analyser.laws import Jurisdiction
from analyser.laws.choices import CardPenalty
from analyser.ruling import Rectification
from analyser.ruling.kinds.calls import CallFacts, rectify_awareness
from analyser.ruling.kinds.penalty_cards import refused_card
from analyser.ruling.kinds.rectification import NOTHING, Step, due
from analyser.ruling.procedure.screens import ScreenAtLead, Tray, screen_row

# North and East sit on one side of the screen, South and West on the other.
SCREENMATE: Final = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}


def _uses_screens(case: Case, law: Jurisdiction) -> bool:
    return bool(case.event.screens) and bool(law.regulation.rows("screen"))


def _tray(incident: IrregularCall) -> Tray | None:
    return None if incident.tray is None else Tray(incident.tray)


def put_right_unseen(case: Case, incident: IrregularCall, law: Jurisdiction) -> Rectification | None:
    """An irregular call caught before the tray passed: corrected without more, and the other side is not told."""
    if _tray(incident) is not Tray.NOT_PASSED or not _uses_screens(case, law):
        return None
    where = str(screen_row(law, "call-not-passed").source)
    return due(law, Step.SCREEN_PUT_RIGHT, who=incident.offender, where=where)


def accepted_by_passing(
    facts: CallFacts, case: Case, incident: IrregularCall, law: Jurisdiction
) -> CallFacts:
    """The facts with the call accepted, where the screenmate passed it through inadvertently; inadmissible ones never are."""
    passed = _tray(incident) is Tray.PASSED and facts.accepted is None and _uses_screens(case, law)
    acceptable = incident.irregularity in ("insufficient", "out-of-turn")
    return replace(facts, accepted=True) if passed and acceptable else facts


def rectify_passed_call(case: Case, incident: IrregularCall, law: Jurisdiction) -> Rectification:
    """What is said of the screenmate who let the call pass: he accepted it, or could have known what it would do."""
    mate = SCREENMATE[incident.offender]
    if _tray(incident) in (None, Tray.NOT_PASSED) or not _uses_screens(case, law):
        return NOTHING
    if incident.irregularity == "inadmissible":
        where = str(screen_row(law, "inadmissible").source)
        return due(law, Step.SCREEN_INADMISSIBLE, who=incident.offender, where=where)
    if _tray(incident) is Tray.PASSED:
        return due(law, Step.SCREEN_ACCEPTED, by=mate, where=str(screen_row(law, "call-passed").source))
    return rectify_awareness(law, mate)


def opening_lead(case: Case, incident: LeadOutOfTurn, law: Jurisdiction) -> Rectification | None:
    """An opening lead out of turn by how the screen stood; none where the ordinary law applies."""
    if incident.screen_opened is None or not _uses_screens(case, law):
        return None
    match ScreenAtLead(incident.screen_opened):
        case ScreenAtLead.CLOSED:
            where = str(screen_row(law, "lead-screen-closed").source)
            return due(law, Step.SCREEN_LEAD_BACK, who=incident.offender, where=where)
        case ScreenAtLead.BY_DECLARERS_SIDE:
            where = str(screen_row(law, "lead-opened-by-declarers-side").source)
            return due(law, Step.SCREEN_LEAD_ACCEPTED, who=incident.offender, where=where)
        case ScreenAtLead.TWO_LEADS:
            return refused_card(law, incident.offender, incident.card, CardPenalty.MAJOR)
        case ScreenAtLead.OPENED | ScreenAtLead.DECLARERS_CARD:
            return None
