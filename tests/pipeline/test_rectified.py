"""Where the Laws put an irregularity right and nobody was damaged, the table result stands, and the ruling says why."""

import pytest

from analyser.casefile import case_of
from analyser.pipeline import rule
from analyser.reasoning import Asked
from tests.support import ROOT


def text_of(name, **changes):
    text = (ROOT / "cases/kinds" / f"{name}.toml").read_text()
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


def rule_case(data, edition=None):
    return rule(case_of(data), Asked(edition=edition))


def told(ruling):
    return {finding.code: finding for finding in ruling.findings}


@pytest.mark.parametrize("year, clause", [("1997", "1997:12B"), ("2007", "2007:12B2"), ("2017", "2017:12B2")])
def test_a_penalty_card_that_cost_what_it_cost_leaves_the_result(year, clause):
    """12B2 (12B of 1997): that a rectification is hard or mild is no ground for another score."""
    ruling = rule_case(text_of("exposed-card").encode(), edition=year)
    assert ruling.adjusted.kind == "none"
    (why,) = (one for one in ruling.findings if one.code.startswith("adjustment.rectified"))
    assert str(why.clauses[0]) == clause


def test_while_nobody_says_that_there_was_damage_the_result_stands():
    """27B2 and 72C: the score is looked at again only if the offenders gained; the answer says that it rests on that."""
    ruling = rule_case(text_of("irregular-call").encode())
    assert ruling.adjusted.kind == "none"
    assert told(ruling)["adjustment.rectified-if-no-damage"].standing == "assumed"


def test_once_damage_is_found_the_score_is_not_guessed():
    damage = (
        '\n[[judgement]]\nincident = "insufficient"\nquestion = "damage"\nanswer = true\nby = "director"\n'
    )
    ruling = rule_case((text_of("irregular-call") + damage).encode())
    assert ruling.adjusted is None or ruling.adjusted.kind != "none"


def test_a_fact_that_is_missing_is_asked_for_first():
    text = text_of("irregular-call", accepted=("accepted = false\n", ""), put=('replacement = "P"\n', ""))
    ruling = rule_case(text.encode())
    assert ruling.adjusted is None or ruling.adjusted.kind != "none"
    assert "rectify.facts-missing" in told(ruling) or any("missing" in code for code in told(ruling))
