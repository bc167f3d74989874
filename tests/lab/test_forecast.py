"""The results of a board predicted from a node, given the players and the tricks; nothing is lost."""

import pytest

from analyser.bridge import Auction, Deal, Result, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.services import NotSolved, NotSolvedReason, Services
from tests.bench.lab.tree import OutcomeForecaster
from tests.support.fixed_tricks import FixedTricks
from tests.support.plain_players import PlainCalls

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
START = Auction.parse("S", "1S 2H 3S")


class Fixed(FixedTricks):
    """Tricks told beforehand, and no par."""

    def par(self, deal, dealer, vulnerability):
        return NotSolved(NotSolvedReason.SHAPE)


def grower(calls, **fixed):
    solver = Fixed(**fixed)
    return OutcomeForecaster(Services(tricks=solver, calls=calls), solver)


def test_results_and_what_is_lost_fill_the_whole():
    calls = PlainCalls(turn=4, shares={"P": 0.7, "4H": 0.3})
    told, lost = grower(calls, declarer=9).forecast(DEAL, Vulnerability.NONE, START, Form.IMPS)
    assert dict(told) == {
        Result.parse("3S= by S"): pytest.approx(0.7),
        Result.parse("4H-1 by W"): pytest.approx(0.3),
    }
    assert lost == pytest.approx(0)


def test_a_contract_that_cannot_be_counted_is_lost():
    calls = PlainCalls(turn=4, shares={"P": 0.7, "4H": 0.3})
    instead = grower(calls, instead=NotSolved(NotSolvedReason.SHAPE))
    assert instead.forecast(DEAL, Vulnerability.NONE, START, Form.IMPS) == ((), pytest.approx(1))


def test_without_players_nothing_is_predicted():
    assert grower(None).forecast(DEAL, Vulnerability.NONE, START, Form.IMPS) == ((), 1.0)


def test_a_par_that_cannot_be_counted_is_none():
    assert grower(None).par(DEAL, Seat.S, Vulnerability.NONE) == ()
