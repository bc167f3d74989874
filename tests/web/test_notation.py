"""What people type is read as bridge writes it: each row a way of writing, and what it says."""

import random

import pytest

from analyser.bridge import PACK, Hand, Seat
from analyser.web.edit import parse_toml
from analyser.web.notation import (
    auction_text,
    hand_in_a_run,
    slip_points,
    slip_result,
)
from analyser.web.typed_case import read_typed
from analyser.web.typed_hands import deal_text
from tests.support.every import each_row

DEAL = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"


def typed_case(text):
    """The case of a text that leaves nothing open."""
    read = read_typed(text)
    assert read is not None
    assert read.is_clear, read
    return read.toml


RECORD = """
          ♠ K 8 3 2
          ♥ A 7
          ♦ Q 10 6 2
          ♣ Q 8 4
♠ J 6            ♠ 7 5
♥ Q 10 9 4 2     ♥ J 8 6 5
♦ A 9 3          ♦ J 7 5
♣ K 10 3         ♣ A 9 6 2
          ♠ A Q 10 9 4
          ♥ K 3
          ♦ K 8 4
          ♣ J 7 5
"""


@each_row("typed", [
        "1S P 3S P 4S P P P", "1s p 3s p 4s ap", "1sp3sp4sap", "1S pass 3S pass 4S all pass", "1♠ - 3♠ - 4♠ AP".replace("-", "p"),
        "1P passo 3P passo 4P tutti passo", "1P pas 3P pas 4P toți pas", "1S, P, 3S!, P, 4S, all pass", "1S / 3S / 4S / / /",
    ])  # fmt: skip
def test_an_auction_in_any_letters_is_the_same(typed):
    assert auction_text(Seat.S, typed) == "1S P 3S P 4S P P P"


@each_row("typed, means", [
        ("1C 1Q 1SA contro ap", "1H"), ("1F 1SA D R p p p", "1C"), ("1C 1D X XX 2H ap", "1C"), ("1T 1K 1FA ap", "1C"),
        ("p p p p", "P"), ("ap", "P"), ("1♣ P 1SA ap", "1C"), ("1♥ 2♣ 2FA", "1H"), ("1♣p1♡", "1C"),
    ])  # fmt: skip
def test_letters_of_another_language_tell_by_those_english_has_not(typed, means):
    text = auction_text(Seat.N, typed)
    assert text is None or text.split()[0] == means
    assert (text is None) is (
        typed == "1C 1Q 1SA contro ap"
    )  # a diamond over a heart: no call that may be made


@each_row("typed, result", [
        ("4S+2 N", "4S+2 by N"), ("N 4S+2", "4S+2 by N"), ("4sx-1 w", "4SX-1 by W"), ("3NT= E", "3NT= by E"), ("3N E =", "3NT= by E"),
        ("4P+1 S", "4S+1 by S"), ("1SA-2 W", "1NT-2 by W"), ("2H** = S", "2HXX= by S"), ("5♦−3 by E", "5D-3 by E"),
        ("4S+2", None), ("+420", None), ("8S= N", None), ("4S+9 N", None),
    ])  # fmt: skip
def test_a_scoreslip_is_read_in_any_order(typed, result):
    read = slip_result(typed)
    assert (None if read is None else str(read)) == result


def test_the_points_of_a_slip_follow_the_board():
    assert slip_points("4S+2 N", 3, None) == 480  # board 3: East-West vulnerable
    assert slip_points("4S+2 E", 3, None) == -680
    assert slip_points("4S+2 N", None, None) is None


@pytest.mark.parametrize(
    "typed",
    [
        DEAL, DEAL.removeprefix("N:"), " ".join(DEAL.split()[:3]), RECORD,
        "S AQT94.K3.K84.J75 W J6.QT942.A93.KT3 N K832.A7.QT62.Q84 E 75.J865.J75.A962",
        "\n".join(DEAL.removeprefix("N:").split()), RECORD.replace("♠ ", "").replace("♥ ", "").replace("♦ ", "").replace("♣ ", ""),
    ],
)  # fmt: skip
def test_a_deal_is_read_as_it_is_copied(typed):
    assert deal_text(typed) == DEAL


@pytest.mark.parametrize("typed", ["", "hello", "AKQ.AKQ.AKQ.AKQJ AKQ.AKQ.AKQ.AKQJ AKQ.AKQ.AKQ.AKQJ", "1S P"])
def test_what_is_no_deal_is_none(typed):
    assert deal_text(typed) is None


@pytest.mark.parametrize("head", ["Board 3", "3", "#3", "Smazzata 3", "Dona 3"])
def test_a_board_of_few_lines_becomes_a_case_passing_check(head):
    from analyser.casefile import problems_of

    case = typed_case(f"{head}\n{RECORD}\n1s p 3s p 4s ap\n4s= s")
    assert case is not None
    assert problems_of(case.encode()) == ()
    tree = parse_toml(case)
    assert tree["board"] == {"number": 3, "deal": DEAL}
    assert tree["table"] == {"auction": "1S P 3S P 4S P P P", "contract": "4S", "declarer": "S", "tricks": 10}


def test_a_hand_without_signs_is_read_as_dealt_or_refused():
    rng, pack = random.Random(7), list(PACK)
    read = 0
    for _ in range(400):
        hand = Hand.from_cards(rng.sample(pack, 13))
        found = hand_in_a_run(str(hand).replace(".", ""))
        assert found in (None, hand)
        read += found is not None
    assert read > 200  # most hands may be typed so


@pytest.mark.parametrize(
    ("tricks", "sign"), [(10, "="), (9, "-1"), (9, "−1"), (11, "+1"), (None, "+420"), (None, "+4")]
)
def test_the_tricks_alone_are_of_the_contract_reached(tricks, sign):
    case = parse_toml(typed_case(f"3\n1sp3sp4sap\n{sign}"))["table"]
    assert case.get("tricks") == tricks
    assert case.get("declarer") == (None if tricks is None else "S")


@each_row("typed, tricks, other, form", [
        ("=170i", 10, 170, "imps"), ("= / 170 imps", 10, 170, "imps"), ("-1/-620 vp", 9, -620, "vp"), ("+1 420", 11, 420, None),
        ("=/mp", 10, None, "matchpoints"), ("4S= S / 3NT= N", 10, 400, None), ("=", 10, None, None), ("= soon", 10, None, None),
    ])  # fmt: skip
def test_the_other_room_and_the_form_stand_behind_the_result(typed, tricks, other, form):
    case = parse_toml(typed_case(f"3\n1sp3sp4s\n{typed}"))
    assert case["table"]["tricks"] == tricks
    assert case["table"]["auction"] == "1S P 3S P 4S P P P"  # the last passes follow from the result
    assert case.get("comparison", {}).get("other_room") == other
    assert case["event"].get("form") == form


@pytest.mark.parametrize(
    ("typed", "remarks", "asked"),
    [
        ("1sp3s..p4sap", [("call 3", "tempo", "N")], ("N", "call 3", "S", "call 5")),
        ("1S p 3S … p 4S! ap", [("call 3", "tempo", "N"), ("call 5", "alert", "S")], ("N", "call 3", "S", "call 5")),
        ("1s.. p 3s… ap", [("call 1", "tempo", "S"), ("call 3", "tempo", "N")], ("S", "call 1", "N", "call 3")),
        ("1P passo 3P.. passo 4P tutti passo", [("call 3", "tempo", "N")], ("N", "call 3", "S", "call 5")),
        ("1s p 3s p 4s! p p p..", [("call 5", "alert", "S"), ("call 8", "tempo", "E")], None),
        ("1sp3sp4sap", [], None),
    ],
)  # fmt: skip
def test_a_call_is_marked_slow_or_alerted_where_typed(typed, remarks, asked):
    case = parse_toml(typed_case(f"3\n{typed}"))
    assert [tuple(one[key] for key in ("at", "kind", "by")) for one in case.get("remark", [])] == remarks
    incidents = [
        tuple(one[key] for key in ("source", "at", "offender", "action")) for one in case.get("incident", [])
    ]
    assert incidents == ([asked] if asked else [])


def test_an_auction_not_played_out_stays_as_typed():
    assert parse_toml(typed_case("3\n1sp3sp4s"))["table"] == {"auction": "1S P 3S P 4S"}
