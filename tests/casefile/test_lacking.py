"""A sound case is told what its ruling will lack, and the line named is one the case file takes."""

import re
from pathlib import Path

import pytest

from analyser.casefile import IncidentKind, read_case
from analyser.casefile.missing_facts import missing_facts
from analyser.casefile.templates import template

WHOLE = """
schema = 1
id = "whole"
[event]
date = 2022-10-15
authority = "WBF"
form = "imps"
[board]
number = 3
deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"
[table]
auction = "1S P 3S P 4S P P P"
tricks = 10
[comparison]
other_room = 170
[[incident]]
id = "slow"
kind = "unauthorised-information"
source = "N"
at = "call 3"
offender = "S"
action = "call 5"
"""


def places(text: str) -> list[str]:
    case, problems = read_case(text.encode())
    assert problems == ()
    return [problem.where for problem in missing_facts(case)]


def test_a_case_that_tells_all_lacks_nothing():
    assert places(WHOLE) == []


@pytest.mark.parametrize(
    "left_out, lacks",
    [
        ("date = 2022-10-15\n", ["event date"]),
        ('form = "imps"\n', ["event form"]),
        ("tricks = 10\n", ["table tricks"]),
        ("other_room = 170\n", ["comparison other_room"]),
        (" P P P", ["table auction", "table tricks"]),
    ],
)
def test_what_is_left_out_is_named(left_out, lacks):
    assert left_out in WHOLE
    assert [place for place in places(WHOLE.replace(left_out, "", 1)) if place in lacks] == lacks


def test_pairs_want_the_field_and_not_the_other_room():
    assert places(WHOLE.replace('"imps"', '"matchpoints"')) == ["comparison field"]


def test_nothing_complained_of_is_nothing_to_rule():
    assert places(WHOLE.partition("[[incident]]")[0]) == ["incident"]


@pytest.mark.parametrize("counts", ["", ", considered = 3", ", chosen = 3"])
def test_a_poll_told_in_part_leaves_the_rest_unknown(counts):
    poll = f'[[poll]]\nincident = "slow"\nasked = 8\nanswers = [ {{ action = "P"{counts} }} ]\n'
    assert places(WHOLE + poll) == ["poll 1 answers"]


def test_misinformation_wants_both_meanings_and_a_decision():
    incident = '[[incident]]\nid = "told"\nkind = "misinformation"\nby = "N"\nat = "call 3"\n'
    assert places(WHOLE.partition("[[incident]]")[0] + incident) == [
        "incident 1 decisions",
        "incident 1 given_shows",
        "incident 1 correct_shows",
    ]


def test_a_poll_or_the_right_call_replaces_the_meanings():
    incident = (
        '[[incident]]\nid = "told"\nkind = "misinformation"\nby = "N"\nat = "call 3"\ncorrect_call = "X"\n'
    )
    assert places(WHOLE.partition("[[incident]]")[0] + incident) == []


def test_a_partial_poll_does_not_replace_the_meanings():
    incident = '[[incident]]\nid = "told"\nkind = "misinformation"\nby = "N"\nat = "call 3"\ndecisions = ["call 4"]\n'
    poll = '[[poll]]\nincident = "told"\nasked = 8\nanswers = [ {{ action = "P", considered = 5{} }} ]\n'
    without, whole = (
        WHOLE.partition("[[incident]]")[0] + incident + poll.format(more) for more in ("", ", chosen = 8")
    )
    assert {"incident 1 given_shows", "incident 1 correct_shows"} <= set(places(without))
    assert "incident 1 given_shows" not in places(whole.replace("considered = 5", "considered = 8"))


def test_the_line_named_is_one_a_case_takes():
    """The key each remedy writes stands in the schema: a template of every kind is read with it."""
    for kind in IncidentKind:
        case = read_case(template(kind).encode())[0]
        assert case is not None, kind
        for problem in missing_facts(case):
            assert " = " in str(problem.remedy) or "[[incident]]" in str(problem.remedy), (kind, problem)


@pytest.mark.parametrize("form, lacks", [("imps", "incident 1 fault"), ("matchpoints", "incident 1 groups")])
def test_a_fouled_board_needs_faults_in_teams_groups_at_pairs(form, lacks):
    """87C and 86B2: between two teams the faults decide; 87B: pairs are compared within their group."""
    fouled = '[[incident]]\nid = "fouled"\nkind = "fouled-board"\n'
    text = WHOLE.partition("[[incident]]")[0] + fouled
    assert places(text.replace('"imps"', f'"{form}"')) == [lacks]


def _law_case(name):
    return (Path(__file__).parents[2] / "cases" / "laws" / f"{name}.toml").read_text("utf-8")


@pytest.mark.parametrize(
    "name, source, offender, action",
    [
        ("20F5-dummy-corrects-in-the-auction", "S", "N", "call 9"),
        ("20F5-defender-corrects-in-the-play", "W", "E", "trick 1 E"),
    ],
)
def test_a_correction_too_soon_names_the_incident_to_add(name, source, offender, action):
    """20F5: what partner says too soon is unauthorised for the player he corrects; his act is ruled on by 16."""
    text = _law_case(name)
    (line,) = [
        str(lack.remedy)
        for lack in missing_facts(read_case(text.encode())[0])
        if lack.where == "incident 1 corrected"
    ]
    named = dict(re.findall(r'(\w+) = "([^"]*)"', line))
    assert (named["source"], named["offender"], named["action"]) == (source, offender, action)
    table = "\n[[incident]]\n" + "".join(f'{key} = "{value}"\n' for key, value in named.items())
    case, problems = read_case((text + table).encode())
    assert not problems
    assert "incident 1 corrected" not in [lack.where for lack in missing_facts(case)]


@pytest.mark.parametrize(
    "by, when",
    [("N", "auction"), ("S", "before-lead"), ("S", "after-play")],  # himself; the declaring side in its time
)
def test_a_correction_in_time_names_none(by, when):
    text = _law_case("20F5-dummy-corrects-in-the-auction")
    text = text.replace('corrected_by = "S"', f'corrected_by = "{by}"').replace(
        'corrected = "auction"', f'corrected = "{when}"'
    )
    assert "incident 1 corrected" not in places(text)


def test_a_board_that_is_redealt_needs_no_other_room():
    """6D3: the first deal is void, and nothing was played in the other room that it could be compared with."""
    text = (Path(__file__).parents[2] / "cases" / "vignettes" / "ds-03-other-room-not-played.toml").read_text(
        "utf-8"
    )
    assert places(text) == []
    assert "comparison other_room" in places(text.replace("match_known = false", "match_known = true"))
