"""Par from the table alone: the score both sides reach with open cards, and the contracts that give it."""

import pytest

from analyser.bridge import Seat, Side, Strain, Vulnerability
from analyser.estimates.solver import DoubleDummyTable, par
from tests.estimates import reference
from tests.support import needs_shared
from tests.support.every import each_row


def table(ns, ew):
    """Tricks in C D H S NT, the same for both partners."""
    return DoubleDummyTable(tuple(pair[strain] for strain in Strain for pair in (ns, ew, ns, ew)))


WORKED = [
    # score to NS, contracts, NS tricks, EW tricks (C D H S NT), vulnerable, dealer, why
    (420, "4S= by N, 4S= by S", (8, 8, 8, 10, 8), (5, 5, 5, 3, 5), "none", "N", "game, nobody can sacrifice"),
    (300, "5HX-2 by E, 5HX-2 by W", (6, 6, 4, 10, 8), (6, 6, 9, 3, 5), "none", "N", "two down is cheaper than 420"),
    (450, "4S+1 by N, 4S+1 by S, 5S= by N, 5S= by S", (6, 6, 4, 11, 8), (6, 6, 8, 2, 5), "none", "N", "three down is not"),
    (0, "passed out", (6, 6, 6, 6, 6), (6, 6, 6, 6, 6), "all", "N", "nobody makes anything"),
    (90, "1NT= by N, 1NT= by S", (6, 6, 6, 6, 7), (6, 6, 6, 6, 7), "none", "S", "both make 1NT: who deals bids it"),
    (-90, "1NT= by E, 1NT= by W", (6, 6, 6, 6, 7), (6, 6, 6, 6, 7), "none", "W", "both make 1NT: who deals bids it"),
    (1520, "7NT= by N, 7NT= by S", (13, 13, 13, 13, 13), (0, 0, 0, 0, 0), "EW", "E", "all the tricks"),
    (-110, "2S= by E, 2S= by W", (5, 6, 7, 5, 6), (6, 6, 6, 8, 6), "none", "N", "over 1S North-South would bid 2H"),
]  # fmt: skip


@each_row("score, results, ns, ew, vulnerable, dealer, why", WORKED)
def test_par_of_a_worked_table(score, results, ns, ew, vulnerable, dealer, why):
    par_score = par(table(ns, ew), Seat.parse(dealer), Vulnerability.parse(vulnerable))
    assert (par_score.score_ns, ", ".join(map(str, par_score.results))) == (score, results), why


def test_only_the_better_partner_is_named_as_declarer():
    cells = [6] * 20
    cells[4 * Strain.NOTRUMP + Seat.W] = 9
    par_score = par(DoubleDummyTable(tuple(cells)), Seat.N, Vulnerability.NONE)
    assert [str(result) for result in par_score.results] == ["3NT= by W"]


@pytest.mark.slow
@needs_shared
@pytest.mark.parametrize("name, first", [("dds_list1000.txt", None), ("dds_list100.txt", None)])
def test_par_of_every_reference_deal_whoever_deals(name, first):
    for row in reference.deals(name, first):
        for side in Side:
            par_score = par(DoubleDummyTable(row.table), Seat(int(side)), row.vulnerability)
            score_ns = par_score.score_ns if side is Side.NS else -par_score.score_ns
            assert score_ns == row.par[side], row
            assert reference.names(par_score.results) == row.par_results[side], row
