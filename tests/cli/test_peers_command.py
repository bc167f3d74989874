"""`peers`: from a hand and an auction alone, what others would do, how sure that is, and on how much it rests."""

import json

import pytest

from tests.support import ROOT
from tests.support.commands import typed
from tests.support.every import each_row

STRONG = "AK9.AQ72.K76.A92"
CASE = ROOT / "cases" / "past" / "usbf-2016s-1.toml"


def asked(*words):
    done = typed("peers", *words, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize(
    "words, kind, seat",
    [
        ((STRONG, "--auction", "P P"), "call", "S"),
        ((STRONG, "--auction", "1D P", "--seat", "N"), "call", "N"),
        ((STRONG,), "call", "S"),
        (("Q32.J9752.T942.3", "--auction", "1S P 4S P P P"), "lead", "S"),
        ((CASE,), "call", "E"),
        ((CASE, "--auction", "2S P 2NT P"), "call", "E"),
    ],
    ids=["opening", "response", "dealer", "lead", "a case", "earlier in a case"],
)
def test_shares_come_with_interval_and_support(words, kind, seat):
    answer = asked(*words)
    assert (answer["kind"], answer["seat"]) == (kind, seat)
    assert answer["support"] >= 0
    shares = [row["share"] for row in answer["shares"]]
    assert shares == sorted(shares, reverse=True)
    assert 0.95 < sum(shares) <= 1.001
    for row in answer["shares"]:
        low, high = row["interval"]
        assert 0 <= low <= row["share"] <= high <= 1


def test_what_experts_open_is_what_the_books_open():
    assert asked("AKQ32.AQ2.432.32")["shares"][0]["action"] == "1S"


def test_only_cards_of_the_hand_are_led():
    answer = asked("Q32.J9752.T942.3", "--auction", "1S P 4S P P P")
    texts = {
        f"{suit}{rank}"
        for suit, ranks in zip("SHDC", ("Q32", "J9752", "T942", "3"), strict=True)
        for rank in ranks
    }
    assert {row["action"] for row in answer["shares"]} <= texts


@pytest.mark.parametrize("peers", ["national", "regional", "club", "novice"])
def test_other_classes_have_the_same_shares_with_wider_intervals(peers):
    """The record holds experts only: for others the intervals are wider, about the same shares."""
    experts, others = (asked(STRONG, "--auction", "1D P", "--peers", who) for who in ("expert", peers))
    assert [row["share"] for row in experts["shares"]] == [row["share"] for row in others["shares"]]
    first, second = (entry["shares"][0]["interval"] for entry in (experts, others))
    assert second[1] - second[0] > first[1] - first[0]


def test_vulnerability_and_form_are_heard():
    close = "KJT952.K.A42.952"
    shares_list = {
        (vul, form): asked(close, "--auction", "1D 1H", "--vul", vul, "--form", form)["shares"]
        for vul in ("none", "all")
        for form in ("imps", "matchpoints")
    }
    assert len({json.dumps(shares) for shares in shares_list.values()}) == 4


def test_in_words_the_limits_of_the_record_are_said():
    done = typed("peers", STRONG, "--auction", "P P")
    assert done.code == 0
    assert "experts only" in done.out
    assert "between" in done.out


@each_row(
    "code, words, named",
    [
        (2, ("AK9.AQ72.K76.A9",), "thirteen"),
        (2, (STRONG, "--auction", "1S 1C"), "1C"),
        (2, (STRONG, "--auction", "P P P P"), "passed out"),
        (2, (STRONG, "--seat", "Q"), "Q"),
        (2, (STRONG, "--vul", "maybe"), "maybe"),
        (2, (STRONG, "--peers", "clubb"), "club"),
        (2, (STRONG, "--form", "imp"), "imps"),
        (2, (CASE, "--seat", "N"), "East"),
        (1, ("nowhere.toml",), "nowhere.toml"),
    ],
    ids=[
        "twelve cards",
        "insufficient",
        "passed out",
        "seat",
        "vulnerability",
        "class",
        "form",
        "turn",
        "no file",
    ],
)
def test_what_cannot_be_answered_is_refused_with_its_place(code, words, named):
    done = typed("peers", *words)
    assert (done.code, done.out) == (code, "")
    assert named in done.err
    assert "Traceback" not in done.err
