"""Play with screens: FIGB Norme Integrative 2017, appendix 4."""

import pytest

from analyser.errors import AnalyserError
from analyser.laws import resolve
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.procedure.screens import (
    Opened,
    RaisedBy,
    Tray,
    call_behind_screens,
    lead_behind_screens,
    tempo_behind_screens,
)

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
    Opened.CLOSED: "lead-screen-closed",
    Opened.OPENED: "lead-screen-opened",
    Opened.BY_DECLARERS_SIDE: "lead-opened-by-declarers-side",
    Opened.TWO_LEADS: "lead-two",
    Opened.DECLARERS_CARD: "declarers-card",
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
        lead_behind_screens(resolve(None, "EBU"), Opened.CLOSED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_words(language):
    words = TextVoice(language).words
    assert {f"screen.{row.code}" for row in FIGB.regulation.rows("screen")} <= words.keys()
