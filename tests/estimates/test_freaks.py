"""Deals whose shape drowns the search are told apart at once; a deal that was dealt never is one of them."""

import pytest

from analyser.bridge import Deal, Seat, Strain
from analyser.estimates.services import NotSolved, NotSolvedReason, Position
from analyser.estimates.solver import Solver, is_freak
from tests.estimates import reference
from tests.estimates.dealt import FOUR_VOIDS, TWO_SUITS_EACH, random_deal, shaped_deal
from tests.support import SHARED, needs_shared

FREAKS = [
    ("a void in every hand, the cards going round the table", FOUR_VOIDS, True),
    ("two suits in every hand, one shared with each opponent, going round", TWO_SUITS_EACH, True),
    ("the same with the cards as they fall", TWO_SUITS_EACH, False),
]


@pytest.mark.parametrize("expected, lengths, interlaced", FREAKS)
def test_a_freak_is_refused_by_shape_without_starting_a_process(rng, expected, lengths, interlaced):
    with Solver() as solver:
        for _ in range(20):
            deal = shaped_deal(rng, lengths, interlaced)
            assert is_freak(deal), expected
            assert solver.table(deal) == NotSolved(NotSolvedReason.SHAPE)
            assert solver.par(deal, Seat.N, reference.Vulnerability.NONE) == NotSolved(NotSolvedReason.SHAPE)
            position = Position(deal.hands, Strain.HEARTS, Seat.W)
            assert solver.options(position) == solver.tricks(position) == NotSolved(NotSolvedReason.SHAPE)
        assert solver.processes == solver.mishaps == ()


@pytest.mark.parametrize("expected, lengths, interlaced", FREAKS)
def test_the_answer_does_not_depend_on_who_sits_where(rng, expected, lengths, interlaced):
    deal = shaped_deal(rng, lengths, interlaced)
    for turn in range(4):
        turned = Deal(deal.hands[turn:] + deal.hands[:turn])
        assert is_freak(turned), expected


def test_no_random_deal_is_a_freak(rng):
    assert not any(is_freak(random_deal(rng)) for _ in range(10_000))


def test_no_random_ending_is_a_freak(rng):
    assert not any(is_freak(random_deal(rng, size)) for _ in range(500) for size in range(1, 13))


def test_strange_deals_that_are_easy_are_solved(solver):
    suits = "AKQJT98765432"
    perfect = Deal.parse(f"N:{suits}... .{suits}.. ..{suits}. ...{suits}")
    table = solver.table(perfect)
    assert [table.tricks(strain, Seat.N) for strain in Strain] == [0, 13, 0, 13, 0]
    alone = Deal.parse(f"N:{suits}... .AKQJT.987.65432 .9876.AKQJT.QJT9 .5432.65432.AK87")
    assert solver.table(alone).tricks(Strain.SPADES, Seat.N) == 13


@needs_shared
def test_the_deals_played_in_championships_are_not_freaks():
    parquet = pytest.importorskip("pyarrow.parquet", reason="the records are read with pyarrow")
    column = parquet.read_table(SHARED / "data" / "vugraph" / "deals.parquet", columns=["deal"])["deal"]
    texts = column.to_pylist()
    sample = texts[::40] + [text for text in texts if _voids(text) >= 4]
    freaks = sum(is_freak(Deal.parse(text)) for text in sample)
    assert freaks < len(texts) / 1000


@needs_shared
def test_the_reference_deals_are_not_freaks():
    assert not any(is_freak(row.deal) for row in reference.deals("dds_list1000.txt"))
    assert not any(is_freak(row.deal) for row in reference.deals("dds_largest.txt"))


def _voids(text):
    return sum(holding == "" for hand in text[2:].split() for holding in hand.split("."))
