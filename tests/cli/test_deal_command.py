"""`deal`: what a file or a link tells becomes a case that checks, and nothing is invented."""

import json
from pathlib import Path

import pytest

from analyser import resources
from analyser.casefile import Case, Moment, case_of
from tests.support import GOLDEN
from tests.support.commands import typed

NOTATION = GOLDEN / "notation"
EXPECTED = json.loads((NOTATION / "expected.json").read_text())


def source(name: str) -> str:
    path = NOTATION / name
    return path.read_text().strip() if path.suffix == ".txt" else str(path)


def made(*words: str) -> Case:
    done = typed("deal", *words)
    assert done.code == 0, done.err
    return case_of(done.out.encode())


@pytest.mark.parametrize("name", EXPECTED)
def test_a_board_becomes_a_case_with_what_the_file_tells(name):
    case, expected = made(source(name)), EXPECTED[name]
    assert str(case.deal) == expected["deal"]
    assert str(case.dealer) == expected["dealer"]
    assert str(case.vulnerability) == expected["vulnerable"]
    assert str(case.auction).split() == expected["auction"]
    assert case.contract is not None
    assert (case.contract.name, str(case.contract.declarer)) == (expected["contract"], expected["declarer"])
    assert case.table.tricks == expected["tricks"]
    play = [] if case.table.play is None else [[str(card) for card in trick] for trick in case.table.play]
    assert play == expected["play"]
    remarks = [[r.at.number, r.text] for r in case.remark if r.at.moment is Moment.CALL]
    assert remarks == expected["remarks"]


def test_a_link_in_a_file_is_read_too():
    assert made(str(NOTATION / "viewer-link.txt")).deal == made(source("viewer-link.txt")).deal


MATCH = (
    "vg|Final,Segment 1,I,1,2,A,0,B,0|\nrs|4SN=,4SN-1,PASS,PASS|\n"
    "qx|o1|pn|s,w,n,e,S,W,N,E|md|3SAK9HAQ72DK76CA92,ST87HK8DAT98CK653,SJ6543HJ654DQ4CQT,|sv|o|mb|1N|mb|p|mb|p|mb|p|pg||mc|8|\n"
    "qx|c1|md|3SAK9HAQ72DK76CA92,ST87HK8DAT98CK653,SJ6543HJ654DQ4CQT,|sv|o|mb|1N|mb|p|mb|p|mb|p|pg||mc|7|\n"
)


@pytest.fixture
def match(tmp_path: Path) -> str:
    file = tmp_path / "match.lin"
    file.write_text(MATCH)
    return str(file)


def test_a_match_file_asks_which_board_and_room(match):
    done = typed("deal", match)
    assert done.code == 2
    assert "--board" in done.err
    assert typed("deal", match, "--board", "1").code == 2
    assert typed("deal", match, "--board", "9").code == 2
    assert typed("deal", match, "--board", "1", "--room", "opne").code == 2


def test_the_other_room_of_a_match_gives_the_comparison(match):
    done = typed("deal", match, "--board", "1", "--room", "open")
    assert done.code == 0
    assert case_of(done.out.encode()).comparison.other_room == -50, (
        "4S one down there, by the list of results"
    )
    assert "the file scores 4S= by N" in done.out


def test_what_is_no_board_is_one_clear_error(tmp_path):
    for content in (b"", b"hello", b"\xff\xfe\x00\x01", b"[Event", b"md|"):
        file = tmp_path / "x.lin"
        file.write_bytes(content)
        done = typed("deal", file)
        assert done.code == 1
        assert done.out == ""
        assert "Traceback" not in done.err


HOSTILE = """\
[Event "a ] | # \\"quoted\\""]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"]
[Auction "N"]
1NT =1= Pass Pass Pass
[Note "1:15-17 | mb|7NT| <script>alert(1)</script> = ["]
"""


def test_hostile_text_stays_text(tmp_path):
    file = tmp_path / "hostile.pbn"
    file.write_text(HOSTILE)
    case = made(str(file))
    assert str(case.auction) == "1NT P P P"
    assert case.remark[0].text is not None
    assert "<script>" in case.remark[0].text


PAIRS = resources.location("cases/events/spring-pairs/tables.pbn")


def test_one_of_several_tables_is_chosen_in_file_order():
    refused = typed("deal", PAIRS, "--board", "1")
    assert (refused.code, refused.out) == (2, "")
    assert "board 1 was played at 3 tables" in refused.err
    assert "--table, 1 to 3" in refused.err
    results = [made(str(PAIRS), "--board", "1", "--table", str(table)) for table in range(1, 4)]
    assert len({str(case.deal) for case in results}) == 1
    assert typed("deal", PAIRS, "--board", "1", "--table", "4").code == 2


def test_only_the_chosen_board_s_unread_parts_are_reported(tmp_path):
    lone = "qx|o{}|md|3SAK9HAQ72DK76CA92,ST87HK8DAT98CK653,SJ6543HJ654DQ4CQT,|sv|o|mb|1N|mb|{}|mb|p|mb|p|pg||"
    match = "vg|Final,Segment 1,I,1,2,A,0,B,0|zy|early|" + lone.format(1, "p") + lone.format(2, "8C")
    for name, text in (("one-line.lin", match), ("lines.lin", match.replace("qx|", "\nqx|"))):
        (tmp_path / name).write_text(text)
        first, second = (typed("deal", tmp_path / name, "--board", board) for board in ("1", "2"))
        assert ["zy|early" in done.err for done in (first, second)] == [True, True]
        assert ["8C" in done.err for done in (first, second)] == [False, True]
    assert typed("deal", PAIRS, "--board", "1", "--table", "1").err == ""
