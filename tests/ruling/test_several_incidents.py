"""Two incidents on one board: each alone, both together in the order of the calls, and what a person found on the board."""

import pytest

from analyser.casefile import case_of
from analyser.ruling import Ruling
from analyser.ruling.rule import rule

BOARD = """
schema = 1
id = "two-incidents"
[event]
date = 2019-06-20
authority = "EBL"
form = "imps"
[board]
number = 7
dealer = "S"
vulnerable = "all"
deal = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"
[table]
auction = "P P 2NT P 3C P 3H P 4H P P P"
tricks = 10
[comparison]
other_room = 620
"""
EXPLAINED = """
[[incident]]
id = "explained"
kind = "misinformation"
by = "N"
at = "call 5"
decisions = ["call 6"]
"""
SLOW = """
[[incident]]
id = "slow"
kind = "unauthorised-information"
source = "N"
at = "call 7"
offender = "S"
action = "call 9"
"""
REVOKE = """
[[incident]]
id = "revoke"
kind = "other"
offender = "W"
"""


def judged(incident: str | None, question: str, answer: str) -> str:
    whose = "" if incident is None else f'incident = "{incident}"\n'
    return f'[[judgement]]\n{whose}question = "{question}"\nanswer = {answer}\nby = "director"\n'


def results(*rows: tuple[str, str]) -> str:
    return "[" + ", ".join(f'{{ result = "{r}", weight = "{w}" }}' for r, w in rows) + "]"


def ruled(*parts: str) -> Ruling:
    return rule(case_of((BOARD + "".join(parts)).encode()))


def score(ruling: Ruling) -> str:
    assert ruling.adjusted is not None
    assert ruling.adjusted.ns is not None
    return str(ruling.adjusted.ns.exact)


def alone(ruling: Ruling) -> dict[str, str]:
    told = {}
    for incident in ruling.incidents:
        assert incident.adjusted is not None
        assert incident.adjusted.ns is not None
        told[incident.id] = str(incident.adjusted.ns.exact)
    return told


# 4H= is level with the other room; 3H+1 (170) loses 10 IMPs, 4H-1 (-100) loses 12, 4HX-1 (-200) loses 13.
FOUND = judged("explained", "infraction", "true") + judged("slow", "infraction", "true")
MISINFORMED = judged("explained", "outcomes", results(("4H= by N", "50%"), ("4HX-1 by N", "50%")))
DISALLOWED = judged("slow", "outcomes", results(("3H+1 by N", "100%")))


def test_each_is_ruled_alone_the_later_where_it_still_arises():
    # Rightly informed East-West double in half the cases; in the other half 4H is bid as before, over the slow 3H:
    # there the second infraction still happens, and 3H is what is left of it.
    ruling = ruled(EXPLAINED, SLOW, FOUND, MISINFORMED, DISALLOWED)
    assert alone(ruling) == {"explained": "-13/2", "slow": "-10"}
    assert score(ruling) == "-23/2"  # half of -13, half of -10
    assert any(finding.code == "board.later-arises" for finding in ruling.findings)


def test_the_order_in_the_file_does_not_matter():
    ruling = ruled(EXPLAINED, SLOW, FOUND, MISINFORMED, DISALLOWED)
    other = ruled(SLOW, EXPLAINED, FOUND, MISINFORMED, DISALLOWED)
    assert score(ruling) == score(other)
    assert [incident.id for incident in other.incidents] == ["slow", "explained"]


def test_what_came_after_a_barred_call_no_longer_arises():
    later = judged("revoke", "infraction", "true") + judged(
        "revoke", "outcomes", results(("4H-1 by N", "100%"))
    )
    ruling = ruled(SLOW, REVOKE, judged("slow", "infraction", "true"), DISALLOWED, later)
    assert alone(ruling) == {"slow": "-10", "revoke": "0"}  # it did not damage the side that did not revoke
    assert score(ruling) == "-10"


def test_an_incident_without_infraction_leaves_the_board_to_another():
    none = judged("explained", "infraction", "false") + judged("slow", "infraction", "true")
    ruling = ruled(EXPLAINED, SLOW, none, DISALLOWED)
    assert alone(ruling) == {"explained": "0", "slow": "-10"}
    assert score(ruling) == "-10"


def test_results_that_name_no_incident_speak_of_the_board():
    # 60 % of -10 and 40 % of -12, whatever the incidents alone would give.
    board = judged(None, "outcomes", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))
    ruling = ruled(EXPLAINED, SLOW, FOUND, MISINFORMED, DISALLOWED, board)
    assert alone(ruling) == {"explained": "-13/2", "slow": "-10"}
    assert score(ruling) == "-54/5"


def test_no_damage_found_on_the_board_leaves_the_table_result():
    unharmed = judged(None, "damage", "false")
    assert score(ruled(EXPLAINED, SLOW, FOUND, MISINFORMED, DISALLOWED, unharmed)) == "0"


@pytest.mark.parametrize("incident, expected", [("slow", {"slow": "-10"}), (None, {"slow": "-10"})])
def test_a_single_incident_is_spoken_of_either_way(incident, expected):
    judgements = judged(incident, "infraction", "true") + judged(
        incident, "outcomes", results(("3H+1 by N", "100%"))
    )
    assert alone(ruled(SLOW, judgements)) == expected


def test_an_error_naming_no_incident_counts_for_the_board():
    # Of the 10 IMPs the infraction cost East-West (level at the table; 3H+1 would have been worth 10) they lost
    # 8 by their own gravest error: with the infraction and without the error 4H-1 would have been worth 12 to them.
    board = judged(None, "outcomes", results(("3H+1 by N", "100%")))
    error = '[error]\nside = "EW"\nfinding = "extremely-serious"\nwithout = [ { result = "4H-1 by N", weight = "100%" } ]\n'
    second = SLOW.replace("slow", "again")
    text = judged(None, "infraction", "true")
    ruling = ruled(SLOW, second, text, board, error)
    assert ruling.adjusted is not None
    assert ruling.adjusted.ns is not None
    assert ruling.adjusted.ew is not None
    # Without the error they would have had more than without the infraction: all the damage is their own.
    assert (str(ruling.adjusted.ns.exact), str(ruling.adjusted.ew.exact)) == ("-10", "0")
