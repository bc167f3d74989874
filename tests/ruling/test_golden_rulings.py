"""Golden cases ruled from start to end: the exact scores, under the case's own law and under others."""

import json
from dataclasses import replace
from functools import cache

import pytest

from analyser import rule
from analyser.casefile import case_of
from analyser.estimates.services import Services, default_services
from analyser.estimates.solver import Solver
from analyser.report import say
from analyser.report.ruling_json import as_document
from analyser.resources import cache_file
from analyser.ruling import Ruling, RulingRequest
from tests.support import GOLDEN

GOOD = json.loads((GOLDEN / "cases/good/expected.json").read_text())
REGIMES = json.loads((GOLDEN / "cases/regimes.json").read_text())


@cache
def ruled(file: str, *asked: str) -> Ruling:
    """The case ruled with the solver at hand and no model: what is judged is judged."""
    with Solver(cache_file()) as solver:
        return rule(
            case_of((GOLDEN / "cases" / file).read_bytes()), RulingRequest(*asked), Services(tricks=solver)
        )


def scores(ruling: Ruling) -> tuple[str, str]:
    assert ruling.adjusted is not None
    assert ruling.adjusted.ns is not None
    assert ruling.adjusted.ew is not None
    return str(ruling.adjusted.ns.exact), str(ruling.adjusted.ew.exact)


@pytest.mark.parametrize("row", GOOD, ids=lambda row: row["file"])
def test_a_golden_case_comes_out_exactly(row):
    ruling = ruled(f"good/{row['file']}")
    assert ruling.law is not None
    assert ruling.adjusted is not None
    assert ruling.law.edition == row["edition"]
    if "ns" in row:
        assert scores(ruling) == (row["ns"], row["ew"])
    if row.get("kind"):
        assert str(ruling.adjusted.kind) == row["kind"]
    if "vp_after" in row:
        assert ruling.adjusted.match is not None
        assert list(ruling.adjusted.match.vp_after) == row["vp_after"]
        assert list(ruling.adjusted.match.vp_before or ()) == row["vp_before"]
    if row.get("table_score_ns") is not None:
        assert ruling.table is not None
        assert ruling.table.score_ns == row["table_score_ns"]
    if "tricks" in row:
        assert ruling.adjusted.tricks == row["tricks"]
        assert [incident.revoke.transferred for incident in ruling.incidents if incident.revoke] == row[
            "transferred"
        ]


@pytest.mark.parametrize("row", REGIMES, ids=lambda row: f"{row['file']}-{row['edition']}-{row['authority']}")
def test_the_same_facts_under_another_edition_and_authority(row):
    ruling = ruled(f"good/{row['file']}", row["edition"], row["authority"])
    assert scores(ruling) == (row["ns"], row["ew"])
    assert row["kind"] in (None, str(ruling.adjusted.kind))


def test_a_fouled_board_is_compared_within_its_group():
    ruling = ruled("fouled/fouled-seven-of-twelve.toml")
    assert scores(ruling) == ("149/7", "5/7")


@pytest.mark.parametrize("row", GOOD, ids=lambda row: row["file"])
def test_a_ruling_is_json_of_format_1(row):
    document = as_document(ruled(f"good/{row['file']}"), say)
    assert list(document) == [
        "format",
        "case",
        "asked",
        "law",
        "incidents",
        "outcomes",
        "pruned",
        "weights",
        "adjusted",
        "given",
        "table",
        "sensitivity",
        "variants",
        "review",
        "precedents",
        "findings",
        "warnings",
        "provenance",
    ]
    assert document["format"] == 1
    json.dumps(document, allow_nan=False)
    for finding in document["findings"]:
        assert set(finding) == {"code", "args", "says", "class", "clauses", "standing", "rests_on"}
        assert finding["code"] not in finding["says"]


def test_without_a_comparison_there_are_weights_but_no_score(solver):
    text = (
        (GOLDEN / "cases/good/ui-slow-invitation-imps.toml")
        .read_text()
        .replace("[comparison]\nother_room = 620\n", "")
    )
    ruling = rule(case_of(text.encode()), services=replace(default_services(), tricks=solver))
    assert ruling.adjusted is not None
    assert (ruling.adjusted.ns, ruling.adjusted.ew) == (None, None)
    assert [outcome.score_ns for outcome in ruling.outcomes] == [170, 140]
    assert ruling.weights is not None
    assert [str(weight) for _, weight in ruling.weights.ns] == ["3/5", "2/5"]
    assert ruling.warnings
