"""The band is nine tenths of the draws, not the box of all ends; break-even weights give the table result exactly."""

from fractions import Fraction

import pytest

from analyser.bridge import PointsOnly, Side
from analyser.casefile import ErrorFinding
from analyser.messages import Percentage
from analyser.ruling.score import score_of_results
from analyser.ruling.sensitivity import sensitivity_of
from analyser.ruling.values import ResultWeight
from tests.ruling.test_law_of_scores import TODAY
from tests.ruling.test_score import currency, error, lists, scores

SURE = 4.0


def told(side_lists, form="imps", other=0, innocent=None, table=None, own=None, as_if_seen=SURE):
    scored_results = score_of_results(side_lists, currency(form, other=other), TODAY, innocent, table, own)
    sensitivity = sensitivity_of(scored_results, currency(form, other=other), table, 1, as_if_seen)
    assert sensitivity is not None
    return scored_results, sensitivity


def ends(band) -> tuple[float, float]:
    assert band is not None
    return float(Fraction(band[0])), float(Fraction(band[1]))


def test_two_even_results_known_as_from_four_deals():
    # Level and 10 IMPs, even: nine tenths of a Beta(2, 2) lie between 0.135 and 0.865.
    _, found = told(lists((0, "1/2"), (430, "1/2")))
    low, high = ends(found.band_ns)
    assert low == pytest.approx(1.35, abs=0.25)
    assert high == pytest.approx(8.65, abs=0.25)
    assert ends(found.band_ew) == pytest.approx((-high, -low), abs=0.02)


@pytest.mark.parametrize("chance, inside", [("9/10", 0.998), ("3/4", 0.966), ("1/2", 0.865)])
def test_the_more_is_known_the_narrower_the_band(chance, inside):
    rest = str(1 - Fraction(chance))
    narrow = [
        ends(told(lists((430, chance), (0, rest)), as_if_seen=seen)[1].band_ns) for seen in (4.0, 12.0, 48.0)
    ]
    widths = [high - low for low, high in narrow]
    assert widths == sorted(widths, reverse=True)
    assert narrow[0][1] <= 10 * inside + 0.35


def test_the_band_is_no_box_of_all_extremes():
    # Five results from -10 to +10, each 20 %: the box is 20 IMPs wide, nine tenths of the draws are not.
    _, found = told(lists(*((points, "1/5") for points in (-430, -170, 0, 170, 430))))
    low, high = ends(found.band_ns)
    assert high - low < 12


def test_our_score_lies_inside_and_certainty_has_no_width():
    made, found = told(lists((430, "1")))
    assert scores(made) == ("10", "-10")
    assert (found.band_ns, found.band_ew) == (("10", "10"), ("-10", "-10"))


def test_each_side_s_band_is_drawn_from_its_own_weights():
    ns = (ResultWeight(PointsOnly(430), Fraction(1)),)
    ew = (ResultWeight(PointsOnly(430), Fraction(1, 2)), ResultWeight(PointsOnly(0), Fraction(1, 2)))
    _, found = told((ns, ew))
    assert found.band_ns == ("10", "10")
    low, high = ends(found.band_ew)
    assert low < -5 < high


def test_draws_without_damage_leave_the_table_result():
    # +2 at the table; half of +10 and half of -2 is +4, but in some draws less than +2: the band stops there.
    _, found = told(lists((430, "1/2"), (-60, "1/2")), innocent=Side.NS, table=70)
    assert ends(found.band_ns)[0] == 2


def test_an_own_error_is_counted_in_every_draw():
    # All damage self-inflicted: whatever the weights, the innocent side keeps the table result.
    self_inflicted = error(ErrorFinding.EXTREMELY_SERIOUS, (1400, "1"))
    _, found = told(lists((420, "1/2"), (140, "1/2")), innocent=Side.NS, table=-100, own=self_inflicted)
    assert found.band_ns == ("-3", "-3")


def test_a_knock_out_s_band_is_of_the_mean():
    _, found = told(lists((430, "1/2"), (0, "1/2")), form="knockout")
    low, high = ends(found.band_ns)
    assert ends(found.band_ew) == pytest.approx((-high, -low), abs=0.02)


def test_at_the_break_even_weight_adjustment_equals_the_table_result():
    # +10 and -10: against +4 at the table the first must weigh 70 %.
    _, found = told(lists((430, "9/10"), (-430, "1/10")), table=140, innocent=Side.NS)
    told_of = {entry.arguments["result"]: entry.arguments["weight"] for entry in found.breakeven}
    assert told_of[PointsOnly(430)] == Percentage(Fraction(7, 10))


def test_the_same_seed_gives_the_same_band():
    assert told(lists((430, "1/3"), (0, "2/3")))[1] == told(lists((430, "1/3"), (0, "2/3")))[1]
