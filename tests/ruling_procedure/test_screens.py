"""Play with screens: FIGB Norme Integrative 2017, appendix 4."""

import pytest

from analyser.bridge import Seat
from analyser.casefile import case_of
from analyser.errors import AnalyserError
from analyser.estimates.services import Services
from analyser.laws import resolve
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.behind_screens import (
    accepted_by_passing,
    opening_lead,
    put_right_unseen,
    rectify_passed_call,
)
from analyser.ruling.kinds.calls import CallFacts
from analyser.ruling.kinds.rectification import Step
from analyser.ruling.kinds.unauthorised_information import check_raised_tempo
from analyser.ruling.procedure.screens import (
    RaisedBy,
    ScreenAtLead,
    Tray,
    call_behind_screens,
    lead_behind_screens,
    tempo_behind_screens,
)
from tests.support import ROOT

FIGB = resolve(None, "FIGB")

CALLS = {
    "caught before the tray passes": (Tray.NOT_PASSED, False, "call-not-passed", "§4b"),
    "inadmissible, caught before": (Tray.NOT_PASSED, True, "call-not-passed", "§4b"),
    "passed by the screenmate: accepted": (Tray.PASSED, False, "call-passed", "§4a ii"),
    "passed on purpose": (Tray.PASSED_KNOWINGLY, False, "call-passed-knowingly", "§4a ii"),
    "inadmissible, passed": (Tray.PASSED, True, "inadmissible", "§4a i"),
}


@pytest.mark.parametrize(("tray", "inadmissible", "row", "article"), CALLS.values(), ids=CALLS)
def test_a_call_by_the_stage_of_the_tray(tray, inadmissible, row, article):
    answer = call_behind_screens(FIGB, tray, inadmissible=inadmissible)
    assert (answer.figures["row"], answer.sources[0].endswith(article)) == (row, True)


LEADS = {
    ScreenAtLead.CLOSED: "lead-screen-closed",
    ScreenAtLead.OPENED: "lead-screen-opened",
    ScreenAtLead.BY_DECLARERS_SIDE: "lead-opened-by-declarers-side",
    ScreenAtLead.TWO_LEADS: "lead-two",
    ScreenAtLead.DECLARERS_CARD: "declarers-card",
}


@pytest.mark.parametrize(("opened", "row"), LEADS.items())
def test_a_lead_out_of_turn_by_how_the_screen_stood(opened, row):
    assert lead_behind_screens(FIGB, opened).figures["row"] == row


TEMPOS = {
    "eighteen seconds": (18, RaisedBy.RECEIVER, False, False),
    "twenty seconds": (20, RaisedBy.RECEIVER, False, False),
    "twenty-one, raised by the receiving side": (21, RaisedBy.RECEIVER, False, None),
    "raised by partner": (40, RaisedBy.PARTNER, False, False),
    "raised by the screenmate": (40, RaisedBy.SCREENMATE, False, False),
    "raised after the lead": (40, RaisedBy.RECEIVER, True, False),
}


@pytest.mark.parametrize(("seconds", "raised", "late", "information"), TEMPOS.values(), ids=TEMPOS)
def test_a_slow_tray(seconds, raised, late, information):
    answer = tempo_behind_screens(FIGB, seconds, raised, too_late=late)
    assert answer.figures["information"] is information


def test_an_authority_without_such_rules_is_named():
    with pytest.raises(AnalyserError, match="EBU"):
        lead_behind_screens(resolve(None, "EBU"), ScreenAtLead.CLOSED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_words(language):
    words = TextVoice(language).words
    assert {f"screen.{row.code}" for row in FIGB.regulation.rows("screen")} <= words.keys()


def ruled_behind_screens(name, tray_or_screen, **changes):
    """What is due for a bundled case played with screens under the FIGB, its incident told with some keys changed."""
    text = (ROOT / "cases/kinds" / f"{name}.toml").read_text(encoding="utf-8").split("[[expected]]")[0]
    text = text.replace('"WBF"', '"FIGB"\nscreens = true').replace("accepted = false\n", "") + tray_or_screen
    case = case_of(text.encode())
    incident = case.incident[0].model_copy(update=changes)
    found = KINDS[incident.kind](
        RulingContext.from_case(case, resolve(case.event.date, "FIGB"), Services()), incident
    )
    return {Step(finding.code.removeprefix("rectify.")) for finding in found.rectification.due}


TRAYS = {
    "before the tray passes nothing else is due": (
        'tray = "not-passed"\n',
        {Step.SCREEN_PUT_RIGHT},
        {Step.CALL_STANDS},
    ),
    "the screenmate who passed it accepted it": (
        'tray = "passed"\n',
        {Step.SCREEN_ACCEPTED, Step.CALL_STANDS},
        set(),
    ),
    "on purpose: the ordinary law, and what he could have known": (
        'tray = "passed-knowingly"\n',
        {Step.COULD_HAVE_KNOWN},
        {Step.CALL_STANDS},
    ),
}


@pytest.mark.parametrize(("tray", "there", "absent"), TRAYS.values(), ids=TRAYS)
def test_an_insufficient_bid_behind_screens(tray, there, absent):
    due = ruled_behind_screens("irregular-call", tray)
    assert there <= due
    assert not absent & due
    if Step.SCREEN_PUT_RIGHT in there:
        assert due == there


SCREENS = {
    "closed": ('screen_opened = "closed"\n', {Step.SCREEN_LEAD_BACK}),
    "opened by declarer's side": ('screen_opened = "by-declarers-side"\n', {Step.SCREEN_LEAD_ACCEPTED}),
}


@pytest.mark.parametrize(("screen", "due"), SCREENS.values(), ids=SCREENS)
def test_an_opening_lead_out_of_turn_behind_screens(screen, due):
    assert ruled_behind_screens("lead-out-of-turn", screen) == due


def test_two_leads_make_the_wrong_card_a_major_penalty_card():
    assert Step.MAJOR in ruled_behind_screens("lead-out-of-turn", 'screen_opened = "two-leads"\n')


@pytest.mark.parametrize(
    ("raised", "open_"), [("W", False), ("S", True), ("E", True)], ids=["receiver", "partner", "screenmate"]
)
def test_the_side_receiving_the_tray_raises_a_tempo(raised, open_):
    """North was slow: the tray went to South and West."""
    case = case_of((ROOT / "cases/kinds/unauthorised-information.toml").read_bytes())
    incident = case.incident[0]
    assert incident.source.name == "N"
    remark = case.remark[0].model_copy(update={"raised_by": Seat.parse(raised)})
    event = case.event.model_copy(update={"screens": True, "authority": "FIGB"})
    turned = case.changed(event=event, remark=(remark, *case.remark[1:]))
    finding = check_raised_tempo(turned, incident, resolve(case.event.date, "FIGB"))
    assert (finding is not None) is open_


@pytest.mark.parametrize(
    ("screens", "authority", "accepted"), [(True, "FIGB", True), (False, "FIGB", None), (True, "EBU", None)]
)
def test_the_tray_tells_nothing_without_screens_or_rules_for_them(screens, authority, accepted):
    """Appendix 4 §4: who passes the tray has accepted the call; without screens, or rules for them, nobody has."""
    case = case_of((ROOT / "cases/kinds/irregular-call.toml").read_bytes())
    case = case.changed(event=case.event.model_copy(update={"screens": screens}))
    incident = case.incident[0].model_copy(update={"tray": "passed", "accepted": None})
    law = resolve(None, authority)
    assert accepted_by_passing(CallFacts(Seat.S), case, incident, law).accepted is accepted
    assert (rectify_passed_call(case, incident, law).due != ()) is (accepted is True)
    assert (put_right_unseen(case, incident.model_copy(update={"tray": "not-passed"}), law) is None) is (
        accepted is None
    )


@pytest.mark.parametrize(
    ("screen", "screens", "due"),
    [(None, True, False), ("closed", True, True), ("closed", False, False), ("opened", True, False)],
)
def test_the_screen_changes_an_opening_lead_only_from_elsewhere(screen, screens, due):
    case = case_of((ROOT / "cases/kinds/lead-out-of-turn.toml").read_bytes())
    case = case.changed(event=case.event.model_copy(update={"screens": screens}))
    incident = case.incident[0].model_copy(update={"screen_opened": screen})
    assert (opening_lead(case, incident, FIGB) is not None) is due
