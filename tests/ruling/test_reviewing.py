"""A ruling reviewed: the judged weights are inside, what the Laws forbid is outside whatever the figures."""

import json

import pytest

from tests.support import GOLDEN
from tests.support.commands import typed

CASE = (GOLDEN / "cases/good/ui-slow-invitation-imps.toml").read_text()


def ruling(kind: str, results: str, extra: str = "") -> str:
    return f'{CASE}\n[ruling]\nby = "director"\nkind = "{kind}"\nns = [ {results} ]\n{extra}\n'


def reviewed(tmp_path, text: str, *words: str):
    file = tmp_path / "case.toml"
    file.write_text(text)
    done = typed("review", file, "--json", *words)
    return done.code, json.loads(done.out)["review"]


@pytest.mark.parametrize(
    "verdict, code, kind, results",
    [
        # The judged weights themselves.
        (
            "inside",
            0,
            "weighted",
            '{ result = "3H+1 by N", weight = "60%" }, { result = "3H= by N", weight = "40%" }',
        ),
        # Game was bid over the slow invitation: its own result may not be weighed.
        (
            "outside",
            1,
            "weighted",
            '{ result = "4H= by N", weight = "50%" }, { result = "3H= by N", weight = "50%" }',
        ),
        ("outside", 1, "result-stands", ""),
    ],
)
@pytest.mark.slow
def test_a_ruling_is_inside_or_outside(tmp_path, verdict, code, kind, results):
    found, answer = reviewed(tmp_path, ruling(kind, results))
    assert (answer["verdict"], found) == (verdict, code)


def test_weights_in_a_claim_are_outside_whatever_the_figures(tmp_path):
    text = (GOLDEN / "claims/claim-all-top.toml").read_text()
    text += '\n[ruling]\nkind = "weighted"\nns = [ { result = "4S= by E", weight = "50%" }, { result = "4S-1 by E", weight = "50%" } ]\n'
    code, answer = reviewed(tmp_path, text)
    assert (code, answer["verdict"]) == (1, "outside")


def test_weighting_before_2016_under_the_acbl_is_outside(tmp_path):
    text = ruling(
        "weighted", '{ result = "3H+1 by N", weight = "60%" }, { result = "3H= by N", weight = "40%" }'
    )
    text = text.replace('authority = "EBL"', 'authority = "ACBL"').replace("2019-06-20", "2010-06-20")
    code, answer = reviewed(tmp_path, text)
    assert (code, answer["verdict"]) == (1, "outside")


def test_the_process_has_seven_items(tmp_path):
    extra = "process = { facts = true, polled = 6 }"
    _, answer = reviewed(tmp_path, ruling("result-stands", "", extra))
    assert [item["state"] for item in answer["process"]] == ["met"] + ["not recorded"] * 2 + ["met"] + [
        "not recorded"
    ] * 3


def test_without_a_ruling_there_is_nothing_to_review(tmp_path):
    file = tmp_path / "case.toml"
    file.write_text(CASE)
    done = typed("review", file)
    assert done.code == 1
    assert "no ruling to review" in done.err


def test_a_review_can_be_a_report_in_any_language(tmp_path):
    file, page, text = tmp_path / "case.toml", tmp_path / "review.html", tmp_path / "review.md"
    file.write_text(ruling("result-stands", ""))
    done = typed("review", file, "--html", page, "--markdown", text, "--lang", "it")
    assert done.code == 1  # outside, whatever is written
    assert "fuori" in text.read_text("utf-8")
    assert '<html lang="it"' in page.read_text("utf-8")
    assert typed("review", file, "--lang", "xx").code == 2
