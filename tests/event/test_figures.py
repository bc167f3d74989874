"""What the solver says of a board: each kind of question answered once, and what is not solved says so."""

from collections.abc import Mapping

import pytest

from analyser.bridge import Card, Contract, Deal, Play, Seat, Strain, Vulnerability
from analyser.estimates.services import NotSolved, NotSolvedReason
from analyser.estimates.solver import Solver
from analyser.event import solve_boards
from analyser.event.solve_boards import BoardFigures, BoardSolver, SolveState, solve_board
from analyser.event.store import BoardGroup, ResultSource, TableEntry
from analyser.event.worker_pool import UnitState

# Everybody takes with the same suit whatever is led: North-South hold all spades and hearts.
DEAL = Deal.parse("N:AKQJT98.AKQJT9.. ..AKQJT98.AKQJT9 765432.8765432.. ..765432.8765432")


def entry(contract="7S by N", lead="", **more):
    cards = tuple(map(Card.parse, lead.split()))
    parsed = None if contract is None else Contract.parse(contract)
    leader = parsed.leader if parsed and cards else None
    return TableEntry(
        source=ResultSource("a", 1), board=1, contract=parsed, leader=leader, cards=cards, deal=DEAL, **more
    )


def group(*entries, deal=DEAL):
    return BoardGroup("", 1, deal, entries)


class Written:
    """A counter whose answers are written down, and which remembers what it was asked."""

    def __init__(self, table=True, leads=True):
        self.asked = []
        self.table, self.leads = table, leads

    def solve_together(self, deals, boards, records):
        self.asked.append((list(deals), list(boards), list(records)))
        cells = type("Cells", (), {"cells": (7,) * 20})()
        return (
            [cells if self.table is True else self.table for _ in deals],
            [{Card.parse("DA"): 13} if self.leads is True else self.leads for _ in boards],
            [(13,) * (len(play) + 1) for _, play in records],
        )

    def par_of(self, table, dealer, vulnerability):
        return type("Par", (), {"score_ns": 1510})()


def test_the_same_contract_and_the_same_play_are_asked_once():
    counter = Written()
    solve_board(group(entry(lead="DA"), entry("4SX by N", lead="DA"), entry("4S by S"), entry(None)), counter)
    ((deals, boards, records),) = counter.asked
    assert deals == [DEAL]
    assert [(board.strain, board.declarer) for _, board in boards] == [
        (Strain.SPADES, Seat.N),
        (Strain.SPADES, Seat.S),
    ]
    assert records == [(DEAL, Play(Seat.E, Strain.SPADES, (Card.parse("DA"),)))]


def test_the_figures_stand_in_the_order_of_the_tables():
    figures = solve_board(group(entry(None), entry(lead="DA")), Written())
    assert figures.state is SolveState.SOLVED
    assert figures.par_ns == 1510
    assert figures.entries[0].tricks_before_lead is None
    assert figures.entries[1].curve == (13, 13)
    assert figures.entries[1].tricks_after_lead(Card.parse("DA")) == 13


def test_a_play_not_fitting_the_deal_has_no_curve():
    figures = solve_board(group(entry(lead="SA")), Written())  # the ace of spades is declarer's
    assert figures.entries[0].curve == ()


@pytest.mark.parametrize(
    ("reason", "counted", "state"),
    [
        (NotSolvedReason.SHAPE, SolveState.SHAPE, UnitState.COMPLETE),
        (NotSolvedReason.TIME, SolveState.TIME, UnitState.INCOMPLETE),
    ],
)
def test_unsolved_boards_say_so_and_timeouts_are_retried(monkeypatch, reason, counted, state):
    solver = Written(table=NotSolved(reason), leads=NotSolved(reason))
    figures = solve_board(group(entry()), solver)
    monkeypatch.setattr(solve_boards, "_solver", lambda *_: solver)
    assert BoardSolver()(group(entry())).state is state
    assert figures.state is counted
    assert figures.table == ()
    assert figures.par_ns is None


def test_without_the_hands_nothing_is_asked():
    counter = Written()
    assert solve_board(group(entry(), deal=None), counter).state is SolveState.NO_DEAL
    assert counter.asked == []


def test_the_text_of_a_checkpoint_gives_the_figures_back():
    figures = solve_board(group(entry(lead="DA"), entry(None)), Written())
    assert BoardFigures.from_text(figures.text) == figures


def test_asked_together_the_solver_gives_what_it_gives_apart():
    deal = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")
    contract = Contract.parse("4H by N")
    play = Play(Seat.E, Strain.HEARTS, tuple(map(Card.parse, ["S7", "S3", "SQ", "SK", "HA", "H8"])))
    with Solver() as solver:
        (table,), (leads,), (curve,) = solver.solve_together([deal], [(deal, contract)], [(deal, play)])
        assert (table, leads, curve) == (
            solver.table(deal),
            solver.leads(deal, contract),
            solver.curve(deal, play),
        )
        assert isinstance(leads, Mapping)
        dealer, vulnerable = Seat.S, Vulnerability.ALL
        assert solver.par_of(table, dealer, vulnerable) == solver.par(deal, dealer, vulnerable)
