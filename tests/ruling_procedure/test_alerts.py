"""Whether a call was to be alerted: FIGB Norme Integrative 2017, appendix 3; the WBF's policy; the main lines of EBU and ACBL."""

from dataclasses import replace

import pytest

from analyser.errors import AnalyserError
from analyser.laws import resolve
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.procedure.alerts import alert_answer, call_asked, prealerts
from tests.support.every import each_row


def duty(call, auction="", shows=None, authority="FIGB", **facts):
    asked = replace(call_asked(call, auction, shows), **{"special": False, **facts})
    answer = alert_answer(resolve(None, authority), asked)
    return answer.figures["duty"], answer.figures["row"]


# The call, the calls before it, its meaning, what else is known: the duty and the rule.
FIGB = {
    "natural 1NT of 15-18": ("1NT", "", "bal HCP15-17", {}, "none", "notrump-fifteen-to-eighteen"),
    "natural 1NT of 12-14": ("1NT", "", "bal HCP12-14", {}, "none", "natural"),
    "a transfer": ("2D", "1NT P", "H5+", {}, "alert", "conventional"),
    "a splinter in the first round": ("4D", "1S P", "S4+ D0-1", {}, "alert", "four-level-first-round"),
    "Blackwood later": ("4NT", "1S P 3S P", "A1+ S4+ H5+", {}, "none", "four-level"),
    "a natural four-level opening": ("4S", "", "S7+", {}, "none", "four-level"),
    "a plain takeout double": ("X", "1H", None, {"purpose": "takeout"}, "none", "doubles"),
    "a double that shows spades": ("X", "1D P 1H", "S5+", {}, "alert", "double-showing-suit"),
    "a double that denies": ("X", "1C 1H", "S0-3", {}, "alert", "double-showing-suit"),
    "a redouble turned round": ("XX", "1H X", "HCP0-5", {"inverted": True}, "alert", "inverted-redouble"),
    "a weak jump overcall": ("2S", "1D", "S6+ HCP6-11", {}, "none", "weak-jump-overcall"),
    "a strong natural two": ("2H", "", "H5+ HCP19+", {}, "none", "strong-two"),
    "multi": ("2D", "", "H6 HCP6-10 | S6 HCP6-10", {}, "alert", "conventional"),
    "a jump shift not forcing": ("3C", "1H P", "C6+ HCP6-9", {"forcing": False}, "alert", "jump-response"),
    "a jump shift forcing": ("3C", "1H P", "C5+ HCP16+", {"forcing": True}, "none", "natural"),
    "a new suit not forcing": ("1S", "1H P", "S4+", {"forcing": False}, "alert", "new-suit-response"),
    "by a passed hand": ("1S", "P P 1H P", "S4+", {"forcing": False}, "none", "natural"),
    "Stayman by its purpose": ("2C", "1NT P", None, {"purpose": "stayman"}, "alert", "conventional"),
    "a transfer by its purpose": ("2D", "1NT P", None, {"purpose": "transfer"}, "alert", "conventional"),
    "a short club": ("1C", "", "C2+", {}, "none", "short-club"),
    "a singleton club": ("1C", "", "C1+ HCP11-21", {"forcing": False}, "none", "short-club"),
    "a short club that is forcing": ("1C", "", "C2+", {"forcing": True}, "alert", "conventional"),
    "a strong club is not short": ("1C", "", "HCP16+", {}, "alert", "conventional"),
    "a club of three kinds": ("1C", "", "C5+ | bal HCP12-14 | HCP18+", {}, "alert", "conventional"),
    "a club that shows hearts": ("1C", "", "C2+ H4+", {}, "alert", "conventional"),
    "a short diamond": ("1D", "", "D2+ HCP11-15", {}, "alert", "conventional"),
    "a short club with screens": ("1C", "", "C2+", {"screens": True}, "none", "short-club"),
    "a pass turned round": ("P", "1H X", "HCP8+", {"inverted": True}, "alert", "inverted-pass"),
    "a special agreement": ("1S", "", "S5+", {"special": True}, "alert", "special"),
    "screens: a conventional call at four, later": (
        "4C", "1S P 2S P", "S5+ H0-1", {"screens": True}, "alert", "conventional",
    ),
}  # fmt: skip


@each_row("call, auction, shows, facts, due, row", FIGB.values(), ids=FIGB)
def test_the_italian_policy(call, auction, shows, facts, due, row):
    assert duty(call, auction, shows, **facts) == (due, row)


def test_with_screens_the_text_cites_a_letter_it_lacks():
    asked = replace(call_asked("X", "1H"), purpose="takeout", screens=True, special=False)
    answer = alert_answer(resolve(None, "FIGB"), asked)
    assert "alert.footnote" in {reason.code for reason in answer.reasons}
    assert answer.figures["missing"] == ["natural"]


OTHERS = {
    "WBF: all doubles": ("WBF", "X", "1C 1H", "S5+", {}, "none"),
    "WBF: doubles with screens": ("WBF", "X", "1C 1H", "S5+", {"screens": True, "natural": False}, "alert"),
    "WBF: a double of another suit with screens": ("WBF", "X", "1H", "S5+", {"screens": True}, "alert"),
    "WBF: a redouble that shows a suit": ("WBF", "XX", "1H X", "S4+", {}, "alert"),
    "WBF: a short club is conventional": ("WBF", "1C", "", "C2+", {}, "alert"),
    "EBU: Stayman over 2NT": ("EBU", "3C", "2NT P", None, {"purpose": "stayman"}, "alert"),
    "EBU: a transfer over one of a suit": ("EBU", "2D", "1C P", None, {"purpose": "transfer"}, "alert"),
    "EBL: Stayman by its purpose": ("EBL", "2C", "1NT P", None, {"purpose": "stayman"}, "alert"),
    "WBF: a conventional double jump at four": ("WBF", "4D", "1S P", "S4+ D0-1", {}, "alert"),
    "WBF: later at four": ("WBF", "4D", "1S P 2S P", "S4+ D0-1", {}, "none"),
    "WBF: Stayman": ("WBF", "2C", "1NT P", "HCP8+", {}, "alert"),
    "EBL follows the WBF": ("EBL", "2D", "1NT P", "H5+", {}, "alert"),
    "EBU: a takeout double": ("EBU", "X", "1H", None, {"purpose": "takeout"}, "none"),
    "EBU: a penalty double": ("EBU", "X", "1H", None, {"purpose": "penalty"}, "alert"),
    "EBU: a penalty double of notrump": ("EBU", "X", "1NT", None, {"purpose": "penalty"}, "none"),
    "EBU: a takeout double of notrump": ("EBU", "X", "1NT", None, {"purpose": "takeout"}, "alert"),
    "EBU: the range of 1NT": ("EBU", "1NT", "", "bal HCP12-14", {}, "announce"),
    "EBU: a weak two": ("EBU", "2H", "", "H6 HCP6-10", {}, "announce"),
    "EBU: multi": ("EBU", "2D", "", "H6 HCP6-10 | S6 HCP6-10", {}, "alert"),
    "EBU: a transfer": ("EBU", "2D", "1NT P", "H5+", {"purpose": "transfer"}, "announce"),
    "EBU: above 3NT": ("EBU", "4C", "1S P 2S P", "C0-1", {}, "none"),
    "EBU: an artificial opening at four": ("EBU", "4C", "", "H7+", {}, "alert"),
    "ACBL: the range of 1NT": ("ACBL", "1NT", "", "bal HCP15-17", {}, "announce"),
    "ACBL: a transfer": ("ACBL", "2D", "1NT P", "H5+", {"purpose": "transfer"}, "announce"),
    "ACBL: Stayman": ("ACBL", "2C", "1NT P", "HCP8+", {"purpose": "stayman"}, "none"),
    "ACBL: a support double": ("ACBL", "X", "1C P 1S 2D", None, {"purpose": "support"}, "none"),
    "ACBL: a new suit not forcing": ("ACBL", "1S", "1H P", "S4+", {"forcing": False}, "alert"),
    "ACBL: multi": ("ACBL", "2D", "", "H6 HCP6-10 | S6 HCP6-10", {}, "alert"),
}


@each_row("authority, call, auction, shows, facts, due", OTHERS.values(), ids=OTHERS)
def test_other_policies(authority, call, auction, shows, facts, due):
    assert duty(call, auction, shows, authority, **facts)[0] == due


OPEN = {
    "a double nobody explains": ("X", "1H", {}, ["shows_suit"]),
    "a response of which it is not told whether it forces": ("1S", "1H P", {"natural": True}, ["forcing"]),
    "a call without a meaning": ("2C", "1NT P", {}, ["natural"]),
}


@pytest.mark.parametrize(("call", "auction", "facts", "missing"), OPEN.values(), ids=OPEN)
def test_what_is_not_told_leaves_it_open(call, auction, facts, missing):
    asked = replace(call_asked(call, auction), **{"special": False, "inverted": False, **facts})
    answer = alert_answer(resolve(None, "FIGB"), asked)
    assert (answer.figures["duty"], answer.figures["missing"][:1]) == (None, missing)


def test_what_is_told_before_play():
    assert [row.code for row in prealerts(resolve(None, "FIGB"))] == [
        "leads-not-straight",
        "reversed-count-leads",
        "light-one-level-openings",
        "short-long",
    ]


def test_every_answer_names_its_article():
    answer = alert_answer(resolve(None, "FIGB"), call_asked("2D", "1NT P", "H5+"))
    assert answer.sources == ("FIGB Norme Integrative 2017, appendix 3 §2.1",)


def test_a_short_club_is_read_as_non_forcing_saying_so():
    answer = alert_answer(resolve(None, "FIGB"), call_asked("1C", "", "C2+"))
    assert "alert.read-as-not-forcing" in {reason.code for reason in answer.reasons}
    assert answer.sources == ("FIGB Norme Integrative 2017, appendix 1 §2.4f",)


@pytest.mark.parametrize("facts", [{"purpose": "staiman"}, {"purpose": "transfer", "natural": True}])
def test_a_purpose_unknown_or_contradicted_is_refused(facts):
    with pytest.raises(AnalyserError, match="purpose"):
        alert_answer(resolve(None, "FIGB"), replace(call_asked("2D", "1NT P"), **facts))


def test_an_illegal_call_is_refused():
    with pytest.raises(AnalyserError):
        call_asked("1H", "1S")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_words(language):
    words = TextVoice(language).words
    for authority in ("FIGB", "WBF", "EBU", "ACBL"):
        law = resolve(None, authority)
        assert {f"alert.row.{row.code}" for row in law.regulation.rows("alert")} <= words.keys()
        assert {f"prealert.{row.code}" for row in prealerts(law)} <= words.keys()
        assert {f"alert.word.{row.values['duty']}" for row in law.regulation.rows("alert")} <= words.keys()
