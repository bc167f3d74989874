"""Deals are solved where they tell something: not where all actions come to the same, and never beyond the budget."""

from types import SimpleNamespace

import numpy as np
import pytest

from analyser.bridge import PASS, Auction, Call, Deal, Seat, Vulnerability
from analyser.casefile import Form
from analyser.ruling.alternatives.gains import Budget, measurements, split_pools
from analyser.ruling.alternatives.suggestion import points_of_actions
from tests.support.fixed_tricks import FixedTricks

DEAL = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
HANDS = np.array([[hand.mask for hand in DEAL.hands]] * 3)
GAME = Call.parse("3NT")


class NorthBidsGame:
    """North goes to 3NT as soon as he may, whatever South said; everybody else passes."""

    def likeliest(self, hands, auctions, vulnerability, form):
        return [GAME if heard.turn is Seat.N and GAME not in heard.calls else PASS for heard in auctions]


def decision(auction: str) -> SimpleNamespace:
    parsed_auction = Auction.parse("N", auction)
    return SimpleNamespace(
        auction=parsed_auction, vulnerability=Vulnerability.NONE, form=Form.IMPS, contract=None, is_lead=False
    )


def points(actions: str, counter: object) -> tuple[list[list[float]], int]:
    calls = [Call.parse(call) for call in actions.split()]
    action_points, solves = points_of_actions(decision("1C P"), calls, HANDS, NorthBidsGame(), counter)
    return action_points.tolist(), solves


def test_calls_that_all_reach_one_contract_are_unsolved_and_equal():
    """The deals count all the same: their auctions were followed."""
    nobody = SimpleNamespace(tricks_many=lambda positions: [pytest.fail("solved") for _ in positions])
    value, solves = points("1D 1H", nobody)
    assert value == [[0.0, 0.0]] * 3
    assert solves == 3


def test_where_they_part_each_contract_is_worth_its_points():
    nine = FixedTricks(left=4)  # in 3NT, and in 1C where all pass
    value, _ = points("1D P", nine)
    assert value == [[400.0, 110.0]] * 3


@pytest.mark.parametrize("a_deal, most", [(0, 8), (13, 6)])
def test_the_first_look_is_as_small_as_a_deal_costs(a_deal, most):
    """Seven hundred solves over eight pools: six deals each where a deal may cost thirteen."""
    rng = np.random.default_rng(1)
    pools = split_pools(np.arange(160 * 4).reshape(160, 4), np.ones(160), np.ones(160))
    looks: list[int] = []

    def solve(deals):
        looks.append(len(deals))
        return np.zeros((len(deals), 2)), 3 * len(deals)

    budget = Budget(first=200, whole=700, deals=8, a_deal=a_deal)
    for _ in measurements(pools, ["A", "B"], [0.5, 0.5], solve, lambda scores: scores, rng, budget):
        pass
    assert looks[0] <= 8 * most
    assert looks[0] > 8 * (most - 2)
    assert 3 * sum(looks) <= 700


def test_a_part_of_the_budget_keeps_the_cost_per_deal():
    assert Budget(first=200, whole=700, deals=8, a_deal=13).part(0.5) == Budget(100, 350, 4, 13)
