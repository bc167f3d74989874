"""Why, in bridge: at most six sentences on page one, the two that tell most on a screen, and all of them among the reasons."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from analyser.bridge import Call, Result, Seat, Side, Suit
from analyser.messages import LANGUAGES, Percentage, message
from analyser.report.facts import bridge_of, case_in
from analyser.report.html import argue_sides, render_html
from analyser.report.markdown import markdown
from analyser.report.page_one import page_one
from analyser.report.page_voice import PageVoice, TextVoice, result_told
from analyser.report.plain_verdict import reasons_of
from analyser.report.terminal_summary import screen
from analyser.ruling import Finding, FindingClass, Ruling
from tests.report.rich import rich

PHRASES = {"before": message("bridge.by-auction"), "after": message("bridge.after.slow")}
POINTS = {"without": Decimal("7.8"), "informed": Decimal("9.4")}
SHARES = {"without": Percentage(Fraction(2, 5)), "informed": Percentage(Fraction(16, 25))}
WORTHS = {"worth_without": Decimal("-1.2"), "worth_informed": Decimal("0.8")}


def fact(code: str, **args) -> Finding:
    return Finding.from_code(f"bridge.{code}", kind=FindingClass.FACT, **args)


HOLDS = fact("holds", seat=Seat.S, points=13, shape="5-2-3-3", controls=4, losers=7)
SHIFT = fact("shift.points", holder=Seat.N, **PHRASES, **POINTS, favours=Side.EW)
SUPPORT = fact(
    "shift.support", holder=Seat.N, **PHRASES, **SHARES, suit=Suit.SPADES, count=3, favours=Side.EW
)
GAINS = fact("gains.imps.moved", action=Call.parse("4S"), **PHRASES, **SHARES, **WORTHS, favours=Side.EW)
PASSES = fact("gains.imps.alike", action=Call.parse("P"), **PHRASES, **SHARES, **WORTHS)
BETTER = fact(
    "better", action=Call.parse("4S"), rival=Call.parse("P"), holder=Seat.N, where=PHRASES["before"],
    share=Percentage(Fraction(3, 5)), other_share=Percentage(Fraction(2, 5)), favours=Side.NS,
)  # fmt: skip
STOOD = fact(
    "stood-there.did",
    support=240,
    calls=(message("bridge.share-of-calls", call=Call.parse("4S"), share=Percentage.round_to(0.53)),),
)
LEADS = fact("leads.alike", declarer=Seat.S, strain=Suit.SPADES, tricks=10)
ALL = (HOLDS, SHIFT, SUPPORT, GAINS, PASSES, BETTER, STOOD, LEADS)


def reasoned() -> Ruling:
    ruling = rich()
    return replace(ruling, findings=(*ruling.findings, *ALL))


def test_of_each_kind_one_is_shown_before_a_second_is():
    assert bridge_of(reasoned(), 6) == (HOLDS, SHIFT, GAINS, BETTER, STOOD, LEADS)
    assert bridge_of(reasoned(), 99) == ALL


def test_how_many_were_there_is_no_reason_without_their_actions():
    ruling = replace(rich(), findings=(HOLDS, fact("stood-there", support=11)))
    assert bridge_of(ruling, 99) == (HOLDS,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_one_and_text_show_the_same_seven(language):
    ruling, voice = reasoned(), TextVoice(language)
    reasons = [voice.sentence(finding) for finding in reasons_of(ruling, 7)]
    assert "8" in reasons[0]  # of eight peers polled six considered Pass and four chose it
    text = markdown(ruling, language)
    assert voice("part.bridge") in render_html(ruling, language)
    assert len(page_one(ruling, case_in(ruling), PageVoice(language), names=False).bridge) == 7
    assert [sentence for sentence in reasons if f"- {sentence}" not in text] == []


def test_a_figure_is_written_as_the_language_writes_it():
    assert (
        TextVoice("it").say(SHIFT)
        == "dopo la chiamata lenta si possono attribuire a Nord in media 9,4 punti; in base alla sola licitazione 7,8"
    )
    assert "(0,8 IMP pe donă)" in TextVoice("ro").say(GAINS)
    assert "(−1,2)" in TextVoice("ro").say(GAINS)


def test_a_side_argues_first_with_what_speaks_for_it():
    by_side = {side: grounds for side, _, grounds in argue_sides(reasoned(), PageVoice("en"))}
    voice = PageVoice("en")
    assert by_side[Side.NS][:1] == (voice.sentence(BETTER),)
    assert by_side[Side.EW][:3] == tuple(map(voice.sentence, (SHIFT, SUPPORT, GAINS)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_still_holds_twenty_lines(language):
    lines = screen(reasoned(), language).splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 80


def test_a_result_merged_with_its_neighbour_is_drawn_on_pages():
    ruling = rich()
    assert ruling.weights is not None
    first, second = [outcome for outcome in ruling.outcomes if isinstance(outcome.result, Result)][:2]
    merged = replace(ruling, weights=replace(ruling.weights, merged=((first.id, (second.id,)),)))
    voice = PageVoice("en")
    assert "&lt;span" not in voice.render(result_told(merged, first, voice))
