"""What the figures do that no source gives: each is a choice, and a test says what follows from it in a ruling."""

from fractions import Fraction

import pytest

from analyser import laws
from analyser.bridge import PointsOnly
from analyser.casefile import case_of
from analyser.ruling import Outcome
from analyser.ruling.alternatives.chances import answer_of
from analyser.ruling.alternatives.shares import Belief, Peers, Threshold
from analyser.ruling.kinds.comparable import Likeness, Overlap, likeness
from analyser.ruling.kinds.information import chance_given
from analyser.ruling.outcomes.damage import damage_threshold
from analyser.ruling.weights import legible, neutral
from tests.support.every import each_row
from tests.support.slow_raise import SLOW_RAISE

YEARS = ("1997", "2007", "2017")
every_edition = pytest.mark.parametrize("year", YEARS)

PAUSE = (
    SLOW_RAISE
    + """[[remark]]
at = "call 3"
kind = "tempo"
by = "N"
status = "disputed"
{seconds}
[[incident]]
id = "it"
kind = "unauthorised-information"
source = "N"
at = "call 3"
offender = "S"
action = "call 5"
"""
)


@each_row(
    "chance, seconds",
    [
        (0.5, ""),  # nobody says how long: as likely as not
        (0.5, "seconds = 12"),  # between ten, often held to be no break, and twenty, seldom
        (0.2, "seconds = 6"),  # half as long: odds of one to four
        (0.8, "seconds = 24"),  # twice as long: four to one
    ],
)
@every_edition
def test_a_disputed_twelve_second_pause_is_as_likely_as_not(chance, seconds, year):
    case = case_of(PAUSE.format(seconds=seconds).encode())
    value = chance_given(case, case.incident[0], laws.resolve(None, "WBF", year))
    assert value == pytest.approx(chance)


FOUND = [
    # the chance, and the answer in 1997 and 2007 (could be suggested), 2017 (is suggested)
    (Fraction(30, 100), False, False),
    (Fraction(31, 100), None, False),
    (Fraction(35, 100), None, False),
    (Fraction(36, 100), None, None),
    (Fraction(49, 100), None, None),
    (Fraction(50, 100), True, None),
    (Fraction(54, 100), True, None),
    (Fraction(55, 100), True, True),
]


@each_row("chance, could_be, is_suggested", FOUND)
def test_could_be_suggested_needs_an_even_chance_is_suggested_more(chance, could_be, is_suggested):
    answers = [answer_of(chance, laws.resolve(None, "WBF", year).regulation.alternatives) for year in YEARS]
    assert answers == [could_be, could_be, is_suggested]


@pytest.mark.parametrize("authority", ["WBF", "EBU"])
@every_edition
def test_more_than_an_isolated_peer_is_one_in_twenty(authority, year):
    """Of twenty asked all consider a call and nobody chooses it: one in twenty still would by 0.95 to the power of 21."""
    figures = laws.resolve(None, authority, year).regulation.alternatives
    all_considered, none_chose = Belief(1, 1).update_with(20, 20), Belief(1, 1).update_with(0, 20)
    peers = Peers("P", all_considered, none_chose, None, None)
    assert peers.chance(Threshold.from_regulation(figures, both=True, sure=0.8)) == pytest.approx(
        0.95**21, abs=0.0005
    )


COMPARED = [
    # of the hands the second call shows so many the first showed, too
    (Likeness.SUBSET, 1.0),
    (Likeness.SUBSET, 0.991),  # one hand in a hundred is chance
    (Likeness.SIMILAR, 0.989),
    (Likeness.SIMILAR, 0.75),  # a point wider keeps three hands in four
    (Likeness.OPEN, 0.749),
    (Likeness.OPEN, 0.5),  # half of them: a person says
    (Likeness.UNLIKE, 0.499),
]


@each_row("expected, share", COMPARED)
@every_edition
def test_a_call_is_like_another_by_the_hands_both_show(expected, share, year):
    law = laws.resolve(None, "WBF", year)
    assert likeness(Overlap(share, 1.0), same_purpose=None, law=law) is expected


@pytest.mark.parametrize("authority", ["WBF", "EBU"])
@every_edition
def test_weights_go_by_steps_of_five_in_a_hundred(authority, year):
    """64 and 36 in a hundred are shown as 65 and 35; a person's finding of as little as one step is a weight."""
    regulation = laws.resolve(None, authority, year).regulation
    outcomes = (
        Outcome("a", PointsOnly(420), 420, 0.64, legal=True),
        Outcome("b", PointsOnly(-50), -50, 0.36, legal=True),
    )
    legible_outcomes, _, _ = legible(
        neutral(outcomes), outcomes, lambda each: Fraction(each.score_ns), regulation.weighting.step, 5
    )
    assert legible_outcomes == {"a": Fraction(65, 100), "b": Fraction(35, 100)}
    if regulation.weighting.form == "weighted":
        assert damage_threshold(regulation, estimated=False) == 0.05
