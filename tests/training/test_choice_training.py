"""How far choices follow value: a planted pull is found again, and choices that follow nothing have none."""

import numpy as np
import pytest

from analyser.training.choice import ChoiceMade, fit_sensitivity, likelihood_gain


def planted(pull, count=3000):
    dice = np.random.default_rng(7)
    turns = []
    for _ in range(count):
        custom, value = dice.dirichlet(np.ones(3)), dice.normal(0, 2, 3)
        weight = custom * np.exp(pull * value)
        turns.append(ChoiceMade(custom, value, int(dice.choice(3, p=weight / weight.sum()))))
    return turns


@pytest.mark.parametrize("pull", [0.0, 0.2, 0.6])
@pytest.mark.slow
def test_a_planted_pull_is_found_within_three_standard_errors(pull):
    found, error = fit_sensitivity(planted(pull))
    assert abs(found - pull) < 3 * error
    assert error < 0.05


def test_choices_are_likelier_by_the_pull_they_were_made_with_than_by_custom_alone():
    assert likelihood_gain(planted(0.5), 0.5) > 0.1


def test_a_pull_is_never_more_than_one_to_the_imp():
    assert fit_sensitivity(planted(3.0))[0] == pytest.approx(1)
