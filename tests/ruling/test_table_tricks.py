"""Tricks taken, at the table or else at another, are evidence for the same declarer in the same strain, and for nobody else."""

import pytest

from analyser.bridge import Auction, Call, Card, Contract, Deal, Result, Vulnerability
from analyser.casefile import Form, OtherTable
from analyser.estimates.record_models import TrickModel
from analyser.estimates.services import LeadsModel, Services, TrickCounter
from analyser.ruling.outcomes.auction_tree import FinishedAuction
from analyser.ruling.outcomes.results import PlayedLine, Playout, ResultTally

DEAL = Deal.parse("N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3")
GAME = Auction.parse("S", "1S P 3S P 4S P P P")
PART = Auction.parse("S", "1S P 3S P P P")
HEART, CLUB = Card.parse("HT"), Card.parse("C3")


class Ten(TrickCounter):
    """Ten tricks whatever is led."""

    def leads(self, deal, contract):
        return dict.fromkeys(deal[contract.leader], 10)

    tricks = options = None


class HeartOrClub(LeadsModel):
    """Hearts one time in four against a game, three times in four against less."""

    def leads(self, hand, auction, contract):
        heart = 0.25 if contract.level == 4 else 0.75
        return dict.fromkeys(hand, 0.0) | {HEART: heart, CLUB: 1 - heart}


def table(result: str | None, lead: Card | None = None) -> PlayedLine:
    findings = None if result is None else Result.parse(result)
    return PlayedLine(DEAL, Vulnerability.NONE, Form.IMPS, GAME, GAME.contract, findings, None, lead)


def elsewhere(*results: str, times: int = 1) -> tuple[OtherTable, ...]:
    return tuple(OtherTable(auction="1S P 3S P 4S P P P", result=result, times=times) for result in results)


def mean(contract: str, beside: PlayedLine | None, others: tuple[OtherTable, ...] = ()) -> float:
    services = Services(tricks=Ten(), real_tricks=TrickModel())
    played = Playout(DEAL, services, Form.IMPS, table=beside, others=others)
    tally, bid = ResultTally(), Contract.parse(contract)
    hand = DEAL[bid.leader]
    played.contract(bid, {HEART if HEART in hand else min(hand): 1.0}, tally, 1.0)
    assert sum(tally.mass.values()) == pytest.approx(1)
    return sum(result.tricks * p for result, p in tally.mass.items() if isinstance(result, Result))


@pytest.mark.parametrize("lead", [HEART, CLUB, None])
def test_tricks_lean_on_what_declarer_took_at_the_table(lead):
    values = [
        mean("3S by S", table(result, lead)) for result in ("4S-2 by S", "4S-1 by S", "4S= by S", "4S+1 by S")
    ]
    assert values == sorted(values)
    assert values[0] < mean("3S by S", None) < values[-1]


def test_the_same_lead_tells_more_than_another():
    with_same, with_other = (mean("3S by S", table("4S-1 by S", lead)) for lead in (HEART, CLUB))
    assert with_same <= with_other < mean("3S by S", None)


@pytest.mark.parametrize("contract", ["3S by N", "3NT by S", "4H by W"])
def test_another_declarer_or_strain_is_not_told_by_it(contract):
    assert mean(contract, table("4S-2 by S")) == mean(contract, None)


def test_a_result_that_is_not_told_is_no_evidence():
    assert mean("3S by S", table(None, HEART)) == mean("3S by S", None)


@pytest.mark.parametrize("expected", [None, table(None)])
def test_where_our_tricks_are_unknown_another_table_s_are_evidence(expected):
    values = [
        mean("3S by S", expected, elsewhere(result)) for result in ("4S-2 by S", "4S= by S", "4S+1 by S")
    ]
    assert values == sorted(values)
    assert values[0] < mean("3S by S", expected) < values[-1]


def test_another_table_says_as_much_as_ours_after_another_lead():
    """The factor was fitted on pairs of tables of one deal: `tests/bench/lab/tricks_evaluation.py`."""
    # The same up to the order in which chances are added: sums differ in the last place from Python 3.12 on.
    at_the_table = pytest.approx(mean("3S by S", table("4S-2 by S")), abs=1e-12)
    assert mean("3S by S", None, elsewhere("4S-2 by S")) == at_the_table


def test_the_table_s_own_tricks_come_before_those_of_others():
    assert mean("3S by S", table("4S= by S"), elsewhere("4S-2 by S")) == mean("3S by S", table("4S= by S"))


def test_many_tables_of_one_deal_say_no_more_than_one():
    few, many = (mean("3S by S", None, elsewhere("4S-2 by S", times=times)) for times in (1, 40))
    assert few == pytest.approx(many)
    mixed = mean("3S by S", None, elsewhere("4S-2 by S", "4S+1 by S"))
    assert few < mixed < mean("3S by S", None, elsewhere("4S+1 by S"))


@pytest.mark.parametrize("contract", ["3S by N", "3NT by S", "4H by W"])
def test_other_tables_tell_nothing_of_another_declarer_or_strain(contract):
    assert mean(contract, None, elsewhere("4S-2 by S")) == mean(contract, None)


class NineOnHearts(Ten):
    """Nine tricks after a heart, ten after anything else."""

    def leads(self, deal, contract):
        return super().leads(deal, contract) | {HEART: 9}


def hearts_led(lead: Card | None) -> float:
    """How often hearts are led against the partscore by a player who led this against the game."""
    services = Services(tricks=NineOnHearts(), leads=HeartOrClub())
    played, tally = Playout(DEAL, services, Form.IMPS, table=table("4S-1 by S", lead)), ResultTally()
    played.auction(FinishedAuction(PART, (Call.parse("P"),) * 3, 1.0), tally, 1.0)
    return tally.mass.get(Result.parse("3S= by S"), 0.0)


@pytest.mark.parametrize(
    "lead, again",
    [
        (HEART, 1.0),  # the partscore calls for hearts all the more: he leads it again
        (CLUB, 2 / 3),  # of those who chose clubs two in three now choose hearts
        (None, 0.75),
    ],
)
def test_the_leader_leads_the_same_as_far_as_auctions_allow(lead, again):
    assert hearts_led(lead) == pytest.approx(again)


def test_over_all_tables_the_leads_are_those_of_the_model():
    assert 0.25 * hearts_led(HEART) + 0.75 * hearts_led(CLUB) == pytest.approx(hearts_led(None))
