"""The review: seven items of process, the clocks and powers of an appeal, and the verdict."""

import pytest

from analyser.audit import formal_of, process_of
from analyser.audit.verdict import audit_ruling
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.laws import resolve
from analyser.ruling import RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.rule import rule
from tests.casefile.test_problems import BASE
from tests.support import ROOT

RULING = """\
[ruling]
by = "director"
body = "director"
kind = "weighted"
ns = [ { result = "3H+1 by N", weight = "100%" } ]
process = { facts = true, both_sides_heard = false, consulted = 3, polled = 0, laws_read = true }
"""
APPEAL = """\
[appeal]
by = "NS"
lodged = 2019-06-20T23:40:00
score_posted = 2019-06-20T23:05:00
consent = true
"""


def test_seven_items_in_their_order_met_missing_or_not_recorded():
    case = case_of((BASE + RULING).encode())
    law = jurisdiction_of(case, RulingRequest())
    items = process_of(case.ruling[-1], law)
    assert [(item.item, str(item.state)) for item in items] == [
        ("facts", "met"),
        ("both_sides_heard", "missing"),
        ("consulted", "met"),
        ("polled", "missing"),  # a count of zero
        ("laws_read", "met"),
        ("reasons_written", "not recorded"),
        ("appeal_right_told", "not recorded"),
    ]
    assert all(item.rule for item in items)


@pytest.mark.parametrize("authority", ["WBF", "EBU", "ACBL", "FIGB", "FRB"])
def test_every_item_names_its_rule_under_every_authority(authority):
    case = case_of((BASE.replace("EBL", authority) + RULING).encode())
    assert all(item.rule for item in process_of(case.ruling[-1], jurisdiction_of(case, RulingRequest())))


def test_an_appeal_after_thirty_minutes_is_too_late():
    case = case_of((BASE + RULING + APPEAL).encode())
    items = {item.item: item for item in formal_of(case, jurisdiction_of(case, RulingRequest()))}
    assert str(items["in time"].state) == "too late, after 35 minutes"
    assert "30 minutes" in str(items["in time"].rule)
    assert str(items["standing"].state) == "met"


def test_a_committee_may_not_change_law_or_discipline():
    case = case_of((BASE + RULING + APPEAL).encode())
    items = {item.item: item for item in formal_of(case, resolve(case.event.date, "WBF"))}
    assert "only recommend" in str(items["law"].state)  # 93B3
    assert "only recommend" in str(items["discipline"].state)


@pytest.mark.parametrize("year", ["1997", "2007", "2017"])
def test_the_appeal_body_decides_facts_and_judgement(year):
    """93B2: everything but law and discipline goes to the committee."""
    case = case_of((BASE + RULING + APPEAL).encode())
    items = {item.item: item for item in formal_of(case, resolve(case.event.date, "WBF", year))}
    assert str(items["fact and judgement"].state) == "the committee decides"
    assert str(items["fact and judgement"].rule) == "Law 93B2"


def test_without_an_appeal_there_is_nothing_formal_to_say():
    case = case_of((BASE + RULING).encode())
    assert formal_of(case, jurisdiction_of(case, RulingRequest())) == ()


def test_in_italy_one_of_a_pair_may_request_a_review():
    """Norme Integrative, article 93 §3: one member of the pair; 92D asks for both elsewhere."""
    text = (ROOT / "cases/reported/figb-review-by-one-partner.toml").read_text()
    states = {}
    for authority in ("FIGB", "WBF"):
        case = case_of(text.replace('authority = "FIGB"', f'authority = "{authority}"').encode())
        states[authority] = {
            item.item: item.state.code for item in formal_of(case, jurisdiction_of(case, RulingRequest()))
        }
    assert states["FIGB"]["standing"] == "formal.met"
    assert states["WBF"]["standing"] == "formal.missing"


def reviewed(text):
    case = case_of(text.encode())
    return audit_ruling(case, RulingRequest(), rule(case, RulingRequest(), Services()))


FORTY_SIXTY = 'kind = "artificial"\naward = { NS = "60%", EW = "40%" }'


@pytest.mark.parametrize("edition, law", [("1997", "12C1"), ("2007", "12C1a"), ("2017", "12C1a")])
def test_forty_and_sixty_where_a_result_was_obtained_are_outside(edition, law):
    """12C1a: where a score can be assigned it is; an artificial one is for boards that gave no result (12C2a)."""
    text = (ROOT / "cases/reported/figb-review-by-one-partner.toml").read_text()
    text = text.replace('kind = "result-stands"', FORTY_SIXTY)
    text = text.replace('authority = "FIGB"', f'authority = "FIGB"\nedition = "{edition}"')
    ruling = reviewed(text)
    (why,) = (finding for finding in ruling.findings if finding.code == "review.artificial-with-result")
    assert ruling.review.verdict == "outside"
    assert f"{edition}:{law}" in map(str, why.clauses)


def test_forty_sixty_without_a_result_is_no_fault():
    text = (ROOT / "cases/kinds/no-play.toml").read_text()
    ruling = reviewed(f'{text}\n[[ruling]]\nby = "director"\n{FORTY_SIXTY}\n')
    assert "review.artificial-with-result" not in [finding.code for finding in ruling.findings]


@pytest.mark.parametrize("body, outside", [("director", True), ("committee", False)])
def test_before_2000_only_a_committee_could_weigh(body, outside):
    """12C3 of 1997 gave the power to vary a score to the appeals committee alone; an authority may give it to directors."""
    text = (ROOT / "cases/reported/figb-review-by-one-partner.toml").read_text()
    text = text.replace("date = 2018-05-12", "date = 1999-05-12").replace(
        'authority = "FIGB"', 'authority = "WBF"'
    )
    results = '[ { result = "4H= by S", weight = "50%" }, { result = "4H+1 by S", weight = "50%" } ]'
    text = text.replace('body = "director"', f'body = "{body}"').replace(
        'kind = "result-stands"', f'kind = "weighted"\nns = {results}'
    )
    codes = [finding.code for finding in reviewed(text).findings]
    assert ("review.body-may-not-weigh" in codes) is outside
