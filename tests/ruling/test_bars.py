"""Every assumption has its bar: what peers choose, what they take, sympathy, edition, authority, what is disputed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import default_services
from analyser.messages import LANGUAGES, message, sentences
from analyser.report.html import argue_sides
from analyser.report.page_voice import PageVoice
from analyser.ruling import RulingRequest
from analyser.ruling.rule import rule
from tests.ruling.test_several_incidents import BOARD, SLOW, judged, results
from tests.support import ROOT

KINDS = ROOT / "cases" / "kinds"


@pytest.fixture(scope="module")
def estimated(solver):
    services = replace(default_services(), tricks=solver)
    return rule(case_of((KINDS / "unauthorised-information.toml").read_bytes()), RulingRequest(), services)


def whats(ruling) -> dict[str, set[str]]:
    """The assumptions that have a bar, by code, and in which edition or authority."""
    assert ruling.sensitivity is not None
    codes: dict[str, set[str]] = {}
    for bar in ruling.sensitivity.bars:
        named = {name: value for name, value in bar.what.args if name in ("edition", "authority")}
        codes.setdefault(bar.what.code, set()).update(
            str(part) for value in named.values() for part in parts_of(value)
        )
    return codes


def parts_of(value) -> tuple:
    return value if isinstance(value, tuple) else (value,)


@pytest.mark.slow
def test_an_estimate_has_a_bar_for_each_assumption(estimated):
    bars = whats(estimated)
    assert set(bars) >= {"bar.weight", "bar.dummy", "bar.sympathy", "bar.edition", "bar.authority"}
    assert bars["bar.edition"] == {"1997", "2007"}
    assert bars["bar.authority"] >= {"ACBL", "FIGB"}


def test_our_score_lies_on_every_bar_widest_first(estimated):
    ours = estimated.adjusted.ns.exact
    bars = [(Fraction(bar.low), Fraction(bar.high)) for bar in estimated.sensitivity.bars]
    assert all(low - Fraction(1, 2) <= ours <= high + Fraction(1, 2) for low, high in bars)
    widths = [high - low for low, high in bars]
    assert widths == sorted(widths, reverse=True)


def test_without_sympathy_the_innocent_side_has_less(estimated):
    (bar,) = [bar for bar in estimated.sensitivity.bars if bar.what.code == "bar.sympathy"]
    assert Fraction(bar.low) == estimated.adjusted.ns.exact  # East-West are innocent: it costs North-South
    assert Fraction(bar.high) > Fraction(bar.low)


FOUND = judged("slow", "infraction", "true")
WEIGHED = FOUND + judged("slow", "outcomes", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))


def test_judged_results_are_weighed_by_other_editions_too():
    # Under two standards of 1997 as the ACBL read them no mean is taken.
    ruling = rule(case_of((BOARD + SLOW + WEIGHED).encode()))
    assert "1997" in whats(ruling)["bar.edition"]
    assert "bar.dummy" not in whats(ruling)  # nothing was estimated


def test_a_disputed_fact_has_a_bar_to_its_other_score():
    remark = '[[remark]]\nat = "call 7"\nkind = "tempo"\nby = "N"\nstatus = "disputed"\n'
    ruling = rule(case_of((BOARD + remark + SLOW + WEIGHED).encode()))
    (bar,) = [
        bar for bar in ruling.sensitivity.bars if bar.what == message("variant.remark-not-accepted", number=1)
    ]
    assert {Fraction(bar.low), Fraction(bar.high)} == {Fraction("-10.8"), Fraction(0)}


def test_the_other_finding_on_an_error_has_a_bar():
    error = (
        '[error]\nside = "EW"\nfinding = "none"\nwithout = [ { result = "4H-1 by N", weight = "100%" } ]\n'
    )
    judgements = FOUND + judged("slow", "outcomes", results(("3H+1 by N", "100%")))
    ruling = rule(case_of((BOARD + SLOW + judgements + error).encode()))
    assert "variant.grave-error" in [variant.because.code for variant in ruling.variants]


def test_with_two_possible_editions_the_other_is_a_variant():
    ruling = rule(case_of((BOARD.replace("2019-06-20", "2008-05-01") + SLOW + WEIGHED).encode()))
    assert [variant.because for variant in ruling.variants] == [message("variant.edition", edition="1997")]


@pytest.mark.parametrize("parts", [SLOW, SLOW + FOUND, SLOW + WEIGHED])
def test_the_strongest_case_for_each_side_is_always_drawn_up(parts):
    ruling = rule(case_of((BOARD + parts).encode()))
    argueds = argue_sides(ruling, PageVoice("en"))
    assert {str(side) for side, _, _ in argueds} == {"NS", "EW"}
    assert all(goal for _, goal, _ in argueds)


def test_every_bar_can_be_said_in_every_language(estimated):
    codes = {bar.what.code for bar in estimated.sensitivity.bars}
    assert [
        (code, language) for language in LANGUAGES for code in codes if code not in sentences(language)
    ] == []
    assert "bar.share" in codes or "bar.weight" in codes
