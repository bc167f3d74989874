"""A disputed fact is never taken as proved (84, 85): both scores, the standard, the evidence, and a person's finding."""

import re

import pytest

from analyser.casefile import case_of, problems_of
from analyser.casefile.anonymise import anonymise_tree
from analyser.casefile.toml_reader import read_tree
from analyser.casefile.tree import toml_text
from analyser.report.facts import disputed_variants, parallel_variants
from analyser.report.page_voice import TextVoice
from analyser.report.plain_verdict import plain_verdict
from analyser.ruling import RulingRequest
from analyser.ruling.rule import rule
from tests.support import ROOT

TEXT = (ROOT / "cases/laws/85-revoke-disputed.toml").read_text("utf-8")
OTHERWISE = 'observed = false\notherwise = { noticed = "next-board" }'


def ruled(text: str, edition: str = "2017"):
    return rule(case_of(text.encode()), RulingRequest(edition))


def found(answer: str) -> str:
    return f"""
[[judgement]]
incident = "revoke"
question = "disputed"
answer = {answer}
by = "director"
"""


STANDARDS = [("1997", "dispute.satisfied"), ("2007", "dispute.balance"), ("2017", "dispute.balance")]


@pytest.mark.parametrize("edition, standard", STANDARDS)
def test_what_is_disputed_gives_no_score_by_itself_but_both(edition, standard):
    ruling = ruled(TEXT, edition)
    assert ruling.adjusted is None
    assert ruling.incidents[0].infraction.answer is None
    ((accepted, denied),) = disputed_variants(ruling)
    assert parallel_variants(ruling) == (accepted, denied)
    assert (accepted.adjusted.tricks, denied.adjusted.ns.exact) == (8, 0)
    codes = [finding.code for finding in ruling.findings]
    assert {"dispute.open", standard, "dispute.doubt", "dispute.statements", "dispute.not-observed"} <= set(
        codes
    )
    assert codes.count("dispute.statements") == 2


FOUND = [("true", True, 8, "dispute.found"), ("false", False, None, "dispute.found-not")]


@pytest.mark.parametrize("answer, infraction, tricks, code", FOUND)
def test_a_person_s_finding_settles_it(answer, infraction, tricks, code):
    ruling = ruled(TEXT + found(answer))
    assert ruling.incidents[0].infraction.answer is infraction
    assert ruling.adjusted.tricks == tricks
    assert code in [finding.code for finding in ruling.findings]
    assert disputed_variants(ruling) == ()


def test_the_other_side_s_version_is_ruled_as_stated():
    ((accepted, denied),) = disputed_variants(ruled(TEXT.replace("observed = false", OTHERWISE)))
    assert (accepted.adjusted.tricks, denied.adjusted.tricks) == (8, 10)


def test_both_versions_coming_to_one_score_give_that_score():
    same = TEXT.replace("observed = false", "otherwise = { later_tricks = 3 }")
    ruling = ruled(same)
    assert ruling.adjusted.tricks == 8
    assert "dispute.either-way" in [finding.code for finding in ruling.findings]


SECOND = """
[[incident]]
id = "late"
kind = "revoke"
offender = "E"
trick = 9
established = true
won_by = "E"
later_tricks = 0
status = "disputed"
"""


def test_of_two_disputes_every_combination_is_ruled():
    """2017: one trick for a revoke won by the offender whose side won none later (64A1); both revoked: none (64B7)."""
    ruling = ruled(TEXT + SECOND)
    versions = [variant for variant in ruling.variants if variant.because.code == "variant.disputes"]
    assert len(versions) == 4
    assert ruling.adjusted is None
    assert parallel_variants(ruling) == tuple(versions)
    tricks = [None if variant.adjusted is None else variant.adjusted.tricks for variant in versions]
    assert tricks[1] == 8  # South revoked and East did not


BAD = [("trick = 15", "incident 1 otherwise trick"), ("tricks = 5", "incident 1 otherwise tricks")]


@pytest.mark.parametrize("stated, where", BAD)
def test_what_cannot_be_stated_otherwise_is_refused_with_its_place(stated, where):
    text = TEXT.replace("observed = false", f"otherwise = {{ {stated} }}")
    assert [problem.where for problem in problems_of(text.encode())] == [where]


def test_an_anonymous_copy_keeps_the_other_version_without_its_words():
    stated = 'otherwise = { noticed = "next-board", text = "he hid the card" }'
    tree, _ = read_tree(TEXT.replace("observed = false", stated).encode())
    copy = toml_text(anonymise_tree(tree))
    assert "hid" not in copy
    assert case_of(copy.encode()).incident[0].denied_version().noticed == "next-board"


MISINFORMED = (ROOT / "cases/kinds/misinformation.toml").read_text("utf-8")


def test_a_disputed_explanation_is_misinformation_once_a_person_finds_it():
    """21B1(b) presumes a wrong explanation rather than a wrong call; it does not presume what was said."""
    case = case_of(MISINFORMED.encode())
    at, by = case.incident[0].at, case.incident[0].by
    text = (
        MISINFORMED + f'\n[[remark]]\nat = "{at}"\nkind = "explanation"\nby = "{by}"\nstatus = "disputed"\n'
    )
    ruling = ruled(text)
    assert ruling.incidents[0].infraction.answer is None
    assert disputed_variants(ruling)
    assert "dispute.open" in [finding.code for finding in ruling.findings]


def test_the_verdict_says_when_a_pause_is_disputed():
    text = (ROOT / "cases/kinds/unauthorised-information.toml").read_text("utf-8")
    case = case_of(text.replace('status = "agreed"', 'status = "disputed"').encode())
    first, *_ = plain_verdict(rule(case), case, TextVoice("en"))
    assert re.fullmatch(r"Whether North's \S+ gave South unauthorised information is disputed\.", first)


@pytest.mark.parametrize("answer", ["true", "false"])
def test_a_finding_on_a_disputed_remark_concerns_what_was_said(answer):
    case = case_of(MISINFORMED.encode())
    at, by = case.incident[0].at, case.incident[0].by
    text = (
        MISINFORMED + f'\n[[remark]]\nat = "{at}"\nkind = "explanation"\nby = "{by}"\nstatus = "disputed"\n'
    )
    number = len(case.remark) + 1
    text += f'\n[[judgement]]\nquestion = "disputed"\nremark = {number}\nanswer = {answer}\nby = "director"\n'
    ruling = ruled(text)
    assert ruling.incidents[0].infraction.answer is (answer == "true")
    assert disputed_variants(ruling) == ()
