"""Where the Laws put an irregularity right and nobody was damaged, the table result stands, and the ruling says why."""

import pytest

from analyser.casefile import IncidentKind, case_of
from analyser.casefile.templates import template
from analyser.laws import resolve
from analyser.report.markdown import markdown
from analyser.ruling import IncidentFindings, RulingRequest
from analyser.ruling.kinds.rectification import Step, combine, due
from analyser.ruling.kinds.scores_due import explain_table_result
from analyser.ruling.rule import rule
from tests.support import ROOT


def text_of(name, **changes):
    text = (ROOT / "cases/kinds" / f"{name}.toml").read_text()
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


def rule_case(data, edition=None):
    return rule(case_of(data), RulingRequest(edition=edition))


def told(ruling):
    return {finding.code: finding for finding in ruling.findings}


@pytest.mark.parametrize("year, clause", [("1997", "1997:12B"), ("2007", "2007:12B2"), ("2017", "2017:12B2")])
def test_a_penalty_card_s_ordinary_cost_leaves_the_result(year, clause):
    """12B2 (12B of 1997): that a rectification is hard or mild is no ground for another score."""
    ruling = rule_case(text_of("exposed-card").encode(), edition=year)
    assert ruling.adjusted.kind == "none"
    (why,) = (finding for finding in ruling.findings if finding.code.startswith("adjustment.rectified"))
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


def test_12b1_harmless_misinformation_is_said_to_have_done_no_damage():
    """12B1: without damage nothing is redressed, and the ruling says that this is why the result stands."""
    ruling = rule_case(text_of("misinformation").encode())
    why = told(ruling)["adjustment.no-damage-found"]
    assert (ruling.adjusted.kind, [str(clause) for clause in why.clauses]) == ("none", ["2017:12B1"])


def test_64a_the_transfer_asks_for_no_damage():
    """A person may find that a revoke did no damage: that spares 64C, the trick of 64A2 passes all the same."""
    unharmed = '\n[[judgement]]\nincident = "heart"\nquestion = "damage"\nanswer = false\nby = "director"\n'
    ruling = rule_case((text_of("revoke") + unharmed).encode())
    assert (ruling.adjusted.kind, ruling.adjusted.tricks) == ("tricks", 11)


def test_misinformation_asks_for_no_logical_alternatives():
    """16B1 is for a player with information from partner; the misinformed would just have chosen otherwise (40B3, 75)."""
    page = markdown(rule_case(text_of("misinformation").encode()))
    assert "Logical alternative?" not in page
    assert "there is no damage" in page or "were not damaged" in page


def test_87b_a_fouled_board_keeps_results_within_its_group():
    """87B orders how the results are compared, and no adjusted score (12C): none is said to have been assigned."""
    ruling = rule_case(text_of("fouled-board").encode())
    assert (ruling.adjusted.kind, ruling.adjusted.ns.exact, ruling.adjusted.ew.exact) == ("none", 11, 3)


@pytest.mark.parametrize("year, played", [("2007", True), ("2017", True), ("1997", False)])
def test_13b1_corrected_hands_keep_the_result_unless_said_affected(year, played):
    """13B1 (13A of 2007): the score may be adjusted afterwards; 1997 asks first whether all four consent."""
    ruling = rule_case(text_of("wrong-hand").encode(), edition=year)
    assert (ruling.adjusted is not None and ruling.adjusted.kind == "none") is played


@pytest.mark.parametrize("year, clause", [("1997", "12B"), ("2007", "12B2"), ("2017", "12B2")])
def test_15b2_a_wrong_board_new_to_all_keeps_its_result(year, clause):
    """15B2 (15A before 2017): nobody had met the board, the result stands."""
    text = text_of("wrong-board", before=("played_before = true", "played_before = false"))
    table = '[table]\ncontract = "3S"\ndeclarer = "N"\ntricks = 9\n[comparison]\nfield = [{ score = 110, times = 3 }]\n'
    ruling = rule_case(text.replace("[[incident]]", table + "\n[[incident]]", 1).encode(), edition=year)
    assert (ruling.adjusted.kind, ruling.adjusted.ns.exact) == ("none", 6)
    assert clause in {finding.clauses[0].path for finding in ruling.findings if finding.clauses}


@pytest.mark.parametrize("year, expected", [("1997", False), ("2007", True), ("2017", True)])
def test_25b2_of_1997_caps_the_side_whose_second_call_stood(year, expected):
    """25B2(b)(2) of 1997: at most average minus for the side; later editions cancel the change and the result stands."""
    changed = (
        'irregularity = "insufficient"',
        'irregularity = "changed"\nunintended = false',
    )
    ruling = rule_case(
        text_of("irregular-call", kind=changed, call=('call = "2D"', 'call = "4D"')).encode(), year
    )
    assert (ruling.adjusted is not None and ruling.adjusted.kind == "none") is expected


def test_a_claim_with_only_last_cards_says_what_it_lacks():
    ruling = rule_case(template(IncidentKind.CLAIM).encode())
    assert ruling.incidents[0].claim.tricks == 3  # "trumps" first: the last one falls
    assert (ruling.adjusted, [warning.code for warning in ruling.warnings]) == (
        None,
        ["adjustment.tricks-before"],
    )


STEPS = {
    # what is due, whether a person found damage: why the result stands, if it does
    "nothing of a score": ((Step.NOTHING_MORE,), False, "adjustment.rectified"),
    "only if there was damage": ((Step.IF_DAMAGED,), False, "adjustment.rectified-if-no-damage"),
    "and damage was found": ((Step.IF_DAMAGED,), True, None),
    "damage found, no score due": ((Step.NOTHING_MORE,), True, None),
    "a score is due": ((Step.ADJUSTED,), False, None),
    "a score, and another if damaged": ((Step.IF_DAMAGED, Step.CANCELLED), False, None),
}


@pytest.mark.parametrize("steps, damage, code", STEPS.values(), ids=STEPS)
def test_the_result_stands_only_while_no_score_is_due(steps, damage, code):
    judged = (
        '[[judgement]]\nincident = "insufficient"\nquestion = "damage"\nanswer = true\n' if damage else ""
    )
    case = case_of((text_of("irregular-call") + "\n" + judged).encode())
    law = resolve(case.event.date, "WBF")
    ordered = combine(*(due(law, step, "12") for step in steps))
    why = explain_table_result(case, case.incident[0], IncidentFindings(rectification=ordered), law)
    assert (None if why is None else why.code) == code
