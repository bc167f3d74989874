"""A call that was insufficient, out of turn, inadmissible, changed, too high or too late (25-39)."""

from typing import assert_never

from analyser.casefile import Incident, IncidentKind, IrregularCall
from analyser.laws import Jurisdiction
from analyser.ruling import Found, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.changed import changed_call
from analyser.ruling.rectify.heard import Heard, Whose, heard
from analyser.ruling.rectify.inadmissible import above_seven, after_the_end, inadmissible_call
from analyser.ruling.rectify.insufficient import insufficient_bid
from analyser.ruling.rectify.out_of_turn import call_out_of_turn
from analyser.ruling.rectify.remedy import answer

__all__ = ["KIND", "IrregularCallKind"]


class IrregularCallKind:
    """What is due after an irregular call, and what the opponents may choose."""

    kind = IncidentKind.IRREGULAR_CALL

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """The rectification under this law; a slip put right in time is no infraction."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, IrregularCall):
            return Found()
        facts = heard(case, incident)
        rectification, path = _ruled(facts, incident, jurisdiction)
        slip = (
            incident.irregularity == "changed" and facts.unintended is True and facts.partner_called is False
        )
        clauses = (jurisdiction.clause(path),)
        return answer(case, incident, rectification, infraction=not slip, clauses=clauses)


def _ruled(facts: Heard, incident: IrregularCall, law: Jurisdiction) -> tuple[Rectification, str]:
    """The rectification, and the law it goes by."""
    match incident.irregularity:
        case "insufficient":
            if facts.whose not in (None, Whose.OWN) and not facts.accepted:
                return call_out_of_turn(facts, law), "31"  # 27A sends an insufficient bid out of turn there
            return insufficient_bid(facts, law), "27"
        case "out-of-turn":
            return call_out_of_turn(facts, law), "29"
        case "inadmissible":
            return inadmissible_call(facts, law), "37" if facts.barred else "36"
        case "changed":
            return changed_call(facts, law), "25"
        case "over-seven":
            return above_seven(facts, law), "38"
        case "after-end":
            return after_the_end(facts, law), "39"
        case _:
            assert_never(incident.irregularity)


KIND = IrregularCallKind()
