"""A hundred reference deals, every answer of them: tables, leads, par and the trace of a play. No difference is borne."""

import pytest

from analyser.estimates.solver import Solver
from tests.estimates import reference
from tests.support import needs_shared

pytestmark = [needs_shared, pytest.mark.slow]


@pytest.fixture(scope="module")
def rows():
    return reference.deals("dds_list100.txt")


@pytest.fixture(scope="module")
def solver(tmp_path_factory):
    with Solver(tmp_path_factory.mktemp("cache") / "answers.sqlite", workers=2) as solver:
        yield solver


def test_the_table_of_every_deal(solver, rows):
    assert [table.cells for table in solver.tables(row.deal for row in rows)] == [row.table for row in rows]


def test_every_lead_against_a_contract(solver, rows):
    found = solver.leads_many((row.deal, row.contract) for row in rows)
    assert [dict(leads) for leads in found] == [row.leads for row in rows]


def test_the_best_lead_leaves_declarer_what_the_table_says(solver, rows):
    for row in rows:
        table, leads = solver.table(row.deal), solver.leads(row.deal, row.contract)
        assert min(leads.values()) == table.tricks(row.contract.strain, row.contract.declarer)


def test_the_tricks_along_a_play(solver, rows):
    curves = solver.curves((row.deal, row.play) for row in rows)
    for curve, row in zip(curves, rows, strict=True):
        assert len(curve) == len(row.play) + 1
        assert curve[: len(row.trace)] == row.trace


def test_the_par_of_every_deal(solver, rows):
    for row in rows:
        par_score = solver.par(row.deal, row.dealer, row.vulnerability)
        assert par_score.score_ns == row.par[reference.Side.NS]
        assert reference.names(par_score.results) == row.par_results[row.dealer.side]


def test_the_hardest_reference_deals_are_solved_not_refused(solver):
    rows = reference.deals("dds_largest.txt")[:2]
    assert [table.cells for table in solver.tables(row.deal for row in rows)] == [row.table for row in rows]


def test_deals_of_another_collection(solver):
    for deal, cells in reference.solved_pairs()[:3]:
        assert solver.table(deal).cells == cells
