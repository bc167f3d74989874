"""Slow calls held against turns where nobody was slow: figures of samples whose truth is known, and how they are told."""

from dataclasses import replace

import numpy as np
import pytest

from analyser.bridge import Auction, Deal, Seat, Vulnerability
from analyser.casefile import Form
from tests.bench.lab.model_pages import slow_calls_part
from tests.bench.lab.slow_turns import SlowTurn, TableAtTurn
from tests.bench.slow_turns import MeasuredCall, MeasuredTurn, slow_beside_others

ONE = MeasuredCall(share=0.4, chosen=True, gain=2.0, suggested=True, real=3.0)
OTHER = MeasuredCall(share=0.6, chosen=False, gain=-2.0, suggested=False, real=-3.0)


def test_excess_is_what_was_chosen_less_what_peers_choose() -> None:
    assert MeasuredTurn("pass", (ONE, OTHER)).excess == pytest.approx(0.6)
    assert MeasuredTurn("pass", (replace(ONE, chosen=False), OTHER)).excess == pytest.approx(-0.4)


def test_nothing_suggested_is_no_excess_of_zero() -> None:
    assert MeasuredTurn("pass", (OTHER,)).excess is None
    assert MeasuredTurn("pass", (OTHER,)).paid is None


def test_what_paid_is_that_of_the_suggested_calls() -> None:
    assert MeasuredTurn("bid", (ONE, OTHER)).paid == 3.0
    assert MeasuredTurn("bid", (replace(ONE, real=None), OTHER)).paid is None


def planted(slope: float, count: int, seed: int) -> list[MeasuredTurn]:
    """Turns whose calls come to `slope` times what they are measured to gain, and chance."""
    rng = np.random.default_rng(seed)
    gains, chance = rng.normal(0, 1, count), rng.normal(0, 3, count)
    return [
        MeasuredTurn("bid", (MeasuredCall(0.5, False, float(gain), gain > 1, float(slope * gain + luck)),))
        for gain, luck in zip(gains, chance, strict=True)
    ]


@pytest.mark.parametrize("slope", [0.0, 1.0])
def test_the_slope_that_was_planted_lies_in_its_interval(slope: float) -> None:
    middle, low, high = slow_beside_others(planted(slope, 800, 1), planted(0.0, 500, 2))["slope"]["slow"]
    assert low < slope < high
    assert low < middle < high


def test_a_difference_excludes_zero_only_where_there_is_one() -> None:
    same = slow_beside_others(planted(0.0, 800, 1), planted(0.0, 800, 2))["slope"]["difference"]
    difference = slow_beside_others(planted(1.0, 800, 1), planted(0.0, 800, 2))["slope"]["difference"]
    assert same[1] < 0 < same[2]
    assert difference[1] > 0


def test_without_turns_there_is_no_figure() -> None:
    told = slow_beside_others([], planted(1.0, 5, 1))
    assert told["chosen"]["slow"] is None
    assert told["slope"]["difference"] is None


def told_of(slow: list[MeasuredTurn], others: list[MeasuredTurn]) -> dict[str, object]:
    told = slow_beside_others(slow, others)
    return {"seen": len(slow), "all": told, "pass": told, "bid": told, "double": slow_beside_others([], [])}


def test_the_page_says_whether_the_direction_is_confirmed() -> None:
    assert "is confirmed" in slow_calls_part(told_of(planted(1.0, 800, 1), planted(0.0, 800, 2)))
    page = slow_calls_part(told_of(planted(0.0, 800, 1), planted(0.0, 800, 2)))
    assert "cannot be told" in page
    assert "neither oftener" in page or "less often" in page


@pytest.mark.parametrize(
    "slow, difference, says",
    [
        ([0.04, 0.01, 0.07], [0.05, 0.01, 0.1], "oftener than others after the same auction."),
        ([0.04, 0.01, 0.07], [0.05, -0.01, 0.1], "the difference may be chance"),
        ([0.01, -0.02, 0.07], [0.05, -0.01, 0.1], "neither oftener nor less often"),
        ([-0.04, -0.07, -0.01], [-0.1, -0.2, -0.01], "less often than others"),
    ],
)
def test_the_page_claims_no_more_than_the_intervals(slow, difference, says) -> None:
    told = told_of(planted(0.0, 8, 1), planted(0.0, 8, 2))
    told["all"]["chosen"] |= {"slow": slow, "difference": difference}  # type: ignore[index]
    assert says in slow_calls_part(told)


def test_what_was_never_measured_is_not_told() -> None:
    assert slow_calls_part(None) == ""


@pytest.mark.parametrize(
    "auction, slow, kind", [("1H P P", 2, "pass"), ("1H X P", 2, "double"), ("1H 2C 2H", 2, "bid")]
)
def test_the_kind_of_a_slow_call(auction: str, slow: int, kind: str) -> None:
    deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    seen = TableAtTurn(tuple(hand.mask for hand in deal.hands), Vulnerability.NONE, Form.IMPS, 0)  # type: ignore[arg-type]
    turn = SlowTurn(Auction.parse(Seat.N, auction), slow, seen)
    assert turn.kind == kind
    assert turn.hand(seen) == deal.hands[Seat.W]
