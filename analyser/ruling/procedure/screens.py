"""Play with screens: what is put right at which stage of the tray, who may draw attention to a tempo, and when it tells nothing."""

from enum import StrEnum

from analyser.laws import Jurisdiction
from analyser.laws.regulation import RegulationRow
from analyser.messages import Message, message
from analyser.ruling.procedure import ProcedureAnswer, no_screens_kept


class Tray(StrEnum):
    """Where the tray was when an irregular call came to light."""

    NOT_PASSED = "not-passed"
    PASSED = "passed"  # inadvertently, by the offender's screenmate
    PASSED_KNOWINGLY = "passed-knowingly"


class ScreenAtLead(StrEnum):
    """How the screen stood at an opening lead out of turn."""

    CLOSED = "closed"
    OPENED = "opened"  # without fault of the innocent side, the other defender not having led
    BY_DECLARERS_SIDE = "by-declarers-side"
    TWO_LEADS = "two-leads"
    DECLARERS_CARD = "declarers-card"


class RaisedBy(StrEnum):
    """Who drew attention to a player's tempo, seen from that player."""

    RECEIVER = "receiver"  # the opponent who receives the tray
    PARTNER = "partner"
    SCREENMATE = "screenmate"


_BY_TRAY = {
    Tray.NOT_PASSED: "call-not-passed",
    Tray.PASSED: "call-passed",
    Tray.PASSED_KNOWINGLY: "call-passed-knowingly",
}
_BY_SCREEN = {
    ScreenAtLead.CLOSED: "lead-screen-closed",
    ScreenAtLead.OPENED: "lead-screen-opened",
    ScreenAtLead.BY_DECLARERS_SIDE: "lead-opened-by-declarers-side",
    ScreenAtLead.TWO_LEADS: "lead-two",
    ScreenAtLead.DECLARERS_CARD: "declarers-card",
}
_BY_RAISER = {
    RaisedBy.RECEIVER: "tempo-receiver",
    RaisedBy.PARTNER: "tempo-partner",
    RaisedBy.SCREENMATE: "tempo-screenmate",
}


def screen_row(law: Jurisdiction, code: str) -> RegulationRow:
    """A rule of play with screens; an authority without them is refused."""
    rows = {row.code: row for row in law.regulation.rows("screen")}
    if code not in rows:
        raise no_screens_kept(law)
    return rows[code]


def call_behind_screens(law: Jurisdiction, tray: Tray, *, inadmissible: bool) -> ProcedureAnswer:
    """What becomes of an irregular call: put right before the tray passes, accepted for his side by who passed it."""
    code = _BY_TRAY[tray]
    if inadmissible and tray is not Tray.NOT_PASSED:
        code = "inadmissible"
    return _answer(law, code)


def lead_behind_screens(law: Jurisdiction, opened: ScreenAtLead) -> ProcedureAnswer:
    """What becomes of an opening lead out of turn, by how the screen stood."""
    return _answer(law, _BY_SCREEN[opened])


def tempo_behind_screens(
    law: Jurisdiction, seconds: int | None, raised: RaisedBy | None, *, too_late: bool
) -> ProcedureAnswer:
    """Whether a slow tray may have told something: not within the time that is not significant, nor as the wrong side says."""
    allowed = law.regulation.tempo.tray_seconds
    if seconds is not None and seconds <= allowed:
        row = screen_row(law, "tempo-short")
        says = message("screen.tempo-short", seconds=seconds, allowed=allowed)
        return ProcedureAnswer(says, (), (str(row.source),), {"information": False, "row": row.code})
    code = "tempo-too-late" if too_late else _BY_RAISER.get(raised or RaisedBy.RECEIVER, "tempo-receiver")
    answer = _answer(law, code)
    information = None if code == "tempo-receiver" else False
    reasons = (Message("screen.who-raises"),) if raised is None and not too_late else ()
    return ProcedureAnswer(answer.says, reasons, answer.sources, {"information": information, "row": code})


def _answer(law: Jurisdiction, code: str) -> ProcedureAnswer:
    row = screen_row(law, code)
    return ProcedureAnswer(Message(f"screen.{code}"), (), (str(row.source),), {"row": code})
