"""A ruling can be recomputed from what it carries, and the first thing that was changed is found."""

import copy
import json
from dataclasses import replace

import pytest

from analyser.casefile import case_of
from analyser.cli.compare import _finding_lines, _score_lines, compare_again, differences
from analyser.errors import CaseError
from analyser.estimates.services import Services, default_services
from analyser.estimates.solver import Solver
from analyser.report.ruling_json import as_document
from analyser.ruling.rule import rule
from tests.support import GOLDEN, ROOT
from tests.support.commands import typed

REVIEWED = ROOT / "cases/past/vug-22772-18o.toml"
GOOD = sorted((GOLDEN / "cases/good").glob("ui-*.toml"))


def document(path):
    return json.loads(json.dumps(as_document(rule(case_of(path.read_bytes())))))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_ruling_holds_when_nothing_was_changed(path):
    assert compare_again(document(path), Services()) == ()


@pytest.mark.parametrize(
    "change, where",
    [
        (lambda d: d["adjusted"]["ns"].update(exact="7"), "adjusted ns exact"),
        (lambda d: d["weights"]["ns"].update(o1="1/3"), "weights ns o1"),
        (lambda d: d["outcomes"].pop(), "outcomes"),
        (lambda d: d["law"].update(edition="1997"), "law edition"),
        (lambda d: d["incidents"][0]["infraction"].update(answer=False), "incidents 1 infraction answer"),
    ],
)
def test_what_was_changed_is_named(change, where):
    tampered = copy.deepcopy(document(GOOD[-1]))
    change(tampered)
    assert any(line.startswith(where) for line in compare_again(tampered, Services()))


def test_a_changed_case_is_refused_by_its_hash():
    tampered = document(GOOD[0])
    tampered["case"]["toml"] = tampered["case"]["toml"] + "\n"
    with pytest.raises(CaseError, match="hash"):
        compare_again(tampered, Services())


NAMED = GOOD[0].read_text("utf-8") + '\n[players]\nN = { name = "Ada Example", class = "expert" }\n'


def test_a_ruling_names_nobody_unless_asked_and_still_holds():
    case = case_of(NAMED.encode())
    silent = json.loads(json.dumps(as_document(rule(case))))
    assert "Ada" not in json.dumps(silent)
    assert silent["case"]["names_left_out"]
    assert silent["case"]["sha256"] == case.sha256
    assert compare_again(silent, Services()) == ()
    assert "Ada" in json.dumps(as_document(rule(case), names=True))


def test_probabilities_may_differ_by_a_thousandth_weights_not_at_all():
    assert list(differences({"p": 0.5, "w": "1/2"}, {"p": 0.501, "w": "1/2"})) == []
    assert list(differences({"p": 0.5}, {"p": 0.502}))
    assert list(differences({"w": "1/2"}, {"w": "2/4"}))


@pytest.mark.slow
def test_verify_and_diff_typed(tmp_path):
    ruling, other, score = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "s.json"
    case = GOLDEN / "cases/good/ui-1997-two-standards.toml"
    ruling.write_text(typed("rule", case, "--json").out)
    other.write_text(typed("rule", case, "--edition", "2017", "--json").out)
    score.write_text(typed("score", "imps", "--other", "500", "65%:+480", "35%:+980", "--json").out)
    assert typed("verify", ruling).code == 0
    assert typed("verify", score).code == 0
    assert "law edition: 1997, then 2017" in typed("diff", ruling, other).out
    ruling.write_text(ruling.read_text().replace('"exact": "-6"', '"exact": "-5"'))
    assert typed("verify", ruling).code == 1
    for content in ("", "[]", "{}", "nonsense", "[" * 30_000):
        ruling.write_text(content)
        done = typed("verify", ruling)
        assert done.code == 1
        assert "Traceback" not in done.err


@pytest.mark.slow
def test_the_same_facts_side_by_side():
    done = typed(
        "rule", GOLDEN / "cases/good/ui-1997-two-standards.toml", "--compare", "1997,2007,2017/ACBL,WBF"
    )
    rows = [line.split() for line in done.out.strip().split("\n")]
    assert rows[0][:5] == ["edition", "authority", "score", "NS", "EW"]
    entries = {(row[0], row[1]): tuple(row[2:5]) for row in rows[1:]}
    assert entries["1997", "ACBL"] == ("split", "−6", "+1")
    assert entries["2017", "ACBL"] == ("weighted", "−1.75", "+1.75")


RULED = {
    "estimated, information": ROOT / "cases" / "kinds" / "slow-pass-over-game.toml",
    "misinformation": ROOT / "cases" / "kinds" / "misinformation.toml",
    "claim": GOLDEN / "claims" / "claim-all-top.toml",
}


@pytest.mark.parametrize("name", RULED)
@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_verifiable_bytes(name, solver):
    """Solved again by two workers, and with what one worker solved and stored."""
    told = []
    with Solver(workers=2) as counting:
        for tricks in (counting, solver):
            services = replace(default_services(), tricks=tricks)
            told.append(json.dumps(as_document(rule(case_of(RULED[name].read_bytes()), services=services))))
    assert told[0] == told[1]
    assert compare_again(json.loads(told[0]), replace(default_services(), tricks=solver)) == ()


def test_the_first_link_that_was_changed_is_told_first(solver):
    services = replace(default_services(), tricks=solver)
    tampered = json.loads(
        json.dumps(as_document(rule(case_of(RULED["claim"].read_bytes()), services=services)))
    )
    tampered["incidents"][0]["claim"]["tricks"] -= 1
    tampered["law"]["authority"] = "nobody"
    texts = compare_again(tampered, services)
    assert [line.partition(":")[0] for line in texts] == ["law authority", "incidents 1 claim tricks"]


@pytest.mark.slow
def test_a_review_is_verified_as_a_review(tmp_path):
    path = tmp_path / "review.json"
    path.write_text(typed("review", REVIEWED, "--json").out)
    assert typed("verify", path).code == 0
    changed = json.loads(path.read_text())
    changed["review"]["verdict"] = "nonsense"
    path.write_text(json.dumps(changed))
    done = typed("verify", path)
    assert done.code == 1
    assert "review verdict: nonsense, then" in done.out


def test_a_finding_whose_figures_changed_is_told_with_both():
    """The same finding with 60 % before and 45 % after, and a second one of its kind that is only there before."""
    finding = {"code": "bridge.shift", "says": "support 60 % of the time"}
    rulings = [
        {"format": 2, "findings": [finding, finding | {"says": "points 9.4"}]},
        {"format": 2, "findings": [finding | {"says": "support 45 % of the time"}]},
    ]
    lines = list(_finding_lines(*rulings))
    assert lines == [
        "changed: support 60 % of the time; now: support 45 % of the time",
        "no longer: points 9.4",
    ]


def test_a_difference_begins_with_both_scores_and_percentage_weights():
    """What a director asks first: what did it come to, and of what is it made."""
    score = {"decimal": "-1.5", "unit": "imp"}
    before = {"adjusted": {"kind": "weighted", "ns": score, "ew": score}, "weights": {"ns": {"a": "3/5"}}}
    after = {"adjusted": {"kind": "none", "ns": {"decimal": "-6", "unit": "imp"}, "ew": score}}
    assert list(_score_lines(before, after)) == [
        "score: weighted, then none",
        "score NS: −1.5 IMPs, then −6 IMPs",
        "weight NS of a: 60 %, then 0 %",
    ]
