"""12C1(e) of 2007: an authority may elect the innocent side's standard, the offenders', or both."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from analyser.bridge import Result, Side
from analyser.laws.choices import Election
from analyser.ruling.values import ResultWeight
from analyser.ruling.weights import weigh_elected_limb

TEN, ELEVEN = (Result.parse(text) for text in ("4H= by S", "4H+1 by S"))
EVERY = (ResultWeight(TEN, Fraction(4, 5)), ResultWeight(ELEVEN, Fraction(1, 5)))
LIMBS = ((ResultWeight(TEN, Fraction(1)),), (ResultWeight(ELEVEN, Fraction(1)),))


def lists(elected, innocent):
    law = SimpleNamespace(regulation=SimpleNamespace(weighting=SimpleNamespace(elected=elected)))
    return weigh_elected_limb(LIMBS, EVERY, innocent, law)


@pytest.mark.parametrize(
    "elected, innocent, ns, ew",
    [
        (Election.INNOCENT, Side.NS, LIMBS[0], EVERY),
        (Election.INNOCENT, Side.EW, EVERY, LIMBS[0]),
        (Election.OFFENDERS, Side.NS, EVERY, LIMBS[1]),
        (Election.OFFENDERS, Side.EW, LIMBS[1], EVERY),
    ],
)
def test_the_side_whose_limb_was_not_elected_has_weighed_results(elected, innocent, ns, ew):
    assert lists(elected, innocent) == (ns, ew)


@pytest.mark.parametrize("elected", [Election.BOTH, Election.NONE])
def test_where_both_limbs_hold_nothing_is_weighed(elected):
    assert lists(elected, Side.NS) is None
