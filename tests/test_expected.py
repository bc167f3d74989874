"""Every bundled case that says what must come out is its own test: exactly, or inside our band with nothing judged."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from analyser.audit import formal_of
from analyser.casefile import Case, Strength, case_of
from analyser.estimates.services import Services, default_services
from analyser.ruling import AdjustedKind, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.rule import rule
from tests.report.test_one_verdict import contradictions
from tests.support import GOLDEN, ROOT

FOLDERS = (
    ROOT / "cases" / "kinds",
    ROOT / "cases" / "laws",
    ROOT / "cases" / "vignettes",
    ROOT / "cases" / "claims",
    ROOT / "cases" / "revokes",
    ROOT / "cases" / "reported",
    GOLDEN / "cases" / "good",
)
CASES = [path for folder in FOLDERS for path in sorted(folder.glob("*.toml"))]


@cache
def read(path: Path) -> Case:
    return case_of(path.read_bytes())


EXACT = [path for path in CASES if any(one.strength is Strength.EXACT for one in read(path).expected)]


def told(ruling: Ruling, case: Case) -> dict[str, object]:
    """What the ruling says of each thing a case may expect."""
    adjusted = ruling.adjusted
    claims = [one.claim.tricks for one in ruling.incidents if one.claim]
    own = None if adjusted is None else adjusted.tricks
    clauses = {str(clause) for one in ruling.incidents if one.infraction for clause in one.infraction.clauses}
    rectified = [one.rectification for one in ruling.incidents if one.rectification]
    steps = [step for whole in rectified for step in (*whole.due, *whole.options)]
    clauses |= {str(clause) for finding in (*ruling.findings, *steps) for clause in finding.clauses}
    return {
        "ns": None if adjusted is None or adjusted.ns is None else adjusted.ns.exact,
        "ew": None if adjusted is None or adjusted.ew is None else adjusted.ew.exact,
        "tricks": claims[-1] if claims else own,
        "infraction": next((one.infraction.answer for one in ruling.incidents if one.infraction), None),
        "clauses": clauses,
        "steps": {step.code.removeprefix("rectify.") for step in steps},
    }


@pytest.mark.parametrize("path", EXACT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_comes_out_as_it_expects(path, solver):
    case = read(path)
    for expected in case.expected:
        if expected.strength is not Strength.EXACT:
            continue
        found = told(
            rule(case, RulingRequest(expected.edition, expected.authority), Services(tricks=solver)), case
        )
        for name in ("ns", "ew", "tricks", "infraction"):
            wanted = getattr(expected, name)
            if wanted is not None:
                assert found[name] == wanted, name
        for clause in expected.clauses or ():
            assert any(one == clause or one.startswith(clause) for one in found["clauses"]), clause
        assert found["steps"] >= set(expected.steps or ()), expected.edition
        law = jurisdiction_of(case, RulingRequest(expected.edition, expected.authority))
        formal = {item.item: item.state.code for item in formal_of(case, law)}
        for name, item in (("in_time", "in time"), ("may_appeal", "standing")):
            if (wanted := getattr(expected, name)) is not None:
                assert formal[item].startswith("formal.met") is wanted, name
        if expected.undecided:
            assert found["infraction"] is None


BAND = [path for path in CASES if any(one.strength is Strength.BAND for one in read(path).expected)]


def test_six_cases_are_ruled_whole_with_nothing_judged():
    assert len(BAND) >= 6
    assert {str(read(path).event.form) for path in BAND} >= {"imps", "matchpoints"}
    assert {one.edition for path in BAND for one in read(path).expected} == {"1997", "2007", "2017"}
    assert not [path.stem for path in BAND if read(path).judgement or read(path).error]


@pytest.mark.parametrize("path", BAND, ids=lambda path: path.stem)
@pytest.mark.slow
def test_what_a_case_expects_by_reasoning_is_inside_our_band(path, solver):
    case = read(path)
    for expected in case.expected:
        asked = RulingRequest(expected.edition, expected.authority)
        ruling = rule(case, asked, replace(default_services(), tricks=solver))
        assert contradictions(ruling, case) == []
        assert ruling.sensitivity is not None
        for figure, band in (
            (expected.ns, ruling.sensitivity.band_ns),
            (expected.ew, ruling.sensitivity.band_ew),
        ):
            assert band is not None
            assert figure is not None
            assert Fraction(band[0]) <= figure <= Fraction(band[1])
        (incident,) = ruling.incidents
        assert incident.infraction is not None
        assert incident.infraction.answer == expected.infraction
        held = {str(one.action) for one in incident.alternatives if one.is_alternative}
        assert held >= set(map(str, expected.alternatives or ()))
        cited = {str(clause) for finding in ruling.findings for clause in finding.clauses}
        assert cited >= set(map(str, expected.clauses or ()))


WITHOUT_COMPARISON = ("unauthorised-information", "limit-raise-told-weak")


@pytest.mark.parametrize("name", WITHOUT_COMPARISON)
@pytest.mark.slow
def test_without_a_comparison_results_and_weights_are_printed_in_points(name, solver):
    """Nothing judged and nothing to compare with: no score in the event's currency, all else as far as it goes."""
    text = (ROOT / "cases" / "kinds" / f"{name}.toml").read_text()
    bare = re.sub(r"^\[comparison\]\n(?:.+\n)+", "", text, flags=re.MULTILINE)
    assert bare != text
    ruling = rule(case_of(bare.encode()), RulingRequest(), replace(default_services(), tricks=solver))
    assert ruling.adjusted is not None
    assert ruling.adjusted.kind is AdjustedKind.WEIGHTED
    assert (ruling.adjusted.ns, ruling.adjusted.ew) == (None, None)
    assert ruling.weights is not None
    assert sum(weight for _, weight in ruling.weights.ns) == 1
    assert {one.converted for one in ruling.outcomes} == {None}
    assert {name for name, _ in ruling.weights.ns} <= {one.id for one in ruling.outcomes}
    assert any(one.code == "adjustment.lacking" for one in ruling.warnings)


def test_without_a_comparison_a_result_that_stands_is_told():
    """A person found no infraction: the table result stands whatever it is compared with."""
    text = (GOLDEN / "cases/good/ui-slow-invitation-imps.toml").read_text()
    text = text.replace("[comparison]\nother_room = 620\n", "")
    text = re.sub(r"^\[\[judgement\]\]\n(?:.+\n)+", "", text, flags=re.MULTILINE)
    text += '\n[[judgement]]\nquestion = "infraction"\nanswer = false\nby = "director"\n'
    ruling = rule(case_of(text.encode()))
    assert ruling.adjusted is not None
    assert ruling.adjusted.kind is AdjustedKind.NONE
