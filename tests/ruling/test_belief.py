"""Beliefs about a share: the poll arithmetic committees quote, and agreement with a reference library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta as reference

from analyser.ruling.alternatives.shares import Belief

# Nobody of n considers an action; flat prior: the chance that the true share is a fifth or more is 0.8^(n+1).
POLLS = {3: 0.41, 5: 0.26, 6: 0.21, 10: 0.09, 14: 0.035}


@pytest.mark.parametrize("asked, chance", POLLS.items())
def test_a_poll_without_considerers_leaves_a_chance_of_a_fifth(asked, chance):
    belief = Belief(1, 1).update_with(considered=0, asked=asked)
    assert belief.probability_at_least(0.2) == pytest.approx(0.8 ** (asked + 1), abs=1e-9)
    assert belief.probability_at_least(0.2) == pytest.approx(chance, abs=0.006)


@given(st.floats(0.05, 400), st.floats(0.05, 400), st.floats(0.001, 0.999))
def test_chances_agree_with_the_reference(yes, no, share):
    assert Belief(yes, no).probability_at_least(share) == pytest.approx(
        float(reference.sf(share, yes, no)), abs=1e-8
    )


@given(st.floats(0.5, 200), st.floats(0.5, 200))
def test_nine_tenths_of_the_belief_lie_in_the_interval(yes, no):
    low, high = Belief(yes, no).interval()
    assert Belief(yes, no).probability_at_least(low) - Belief(yes, no).probability_at_least(
        high
    ) == pytest.approx(0.9, abs=1e-6)


@given(st.integers(0, 8), st.floats(0.01, 0.9), st.floats(1, 50))
def test_more_who_consider_an_action_make_it_likelier(considered, mean, weight):
    belief = Belief.from_mean(mean, weight)
    fewer, more = belief.update_with(considered, 10), belief.update_with(considered + 1, 10)
    assert (
        more.probability_at_least(0.2) > fewer.probability_at_least(0.2)
        or more.probability_at_least(0.2) > 0.999999
    )
