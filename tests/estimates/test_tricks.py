"""Tricks in real play: more double-dummy tricks never hurt, higher contracts are made less often, all adds up."""

from itertools import pairwise

import numpy as np
import pytest

from analyser.bridge import Contract
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.record_models import TrickModel, margin_class


@pytest.fixture(scope="module")
def model():
    return TrickModel.load()


def _make(model, dd, contract, form=Form.IMPS):
    told = Contract.parse(contract)
    return sum(model.tricks(dd, told, form)[told.needed :])


@pytest.mark.parametrize("form", [Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.KNOCKOUT])
@pytest.mark.parametrize(
    "contract", ["1NT by N", "2S by E", "3NT by S", "4HX by W", "5C by N", "6NT by S", "7SXX by E"]
)
def test_more_double_dummy_tricks_never_make_a_number_of_tricks_less_likely(model, contract, form):
    told = Contract.parse(contract)
    for ask in (model.tricks, model.before_lead):
        reach = np.array([np.cumsum(ask(dd, told, form)[::-1])[::-1] for dd in range(14)])
        assert (np.diff(reach, axis=0) >= -1e-6).all()
        assert reach[:, 0] == pytest.approx(1)


@pytest.mark.parametrize("strain", ["C", "D", "H", "S", "NT"])
@pytest.mark.parametrize("dd", range(6, 13))
def test_with_the_same_double_dummy_tricks_a_higher_contract_is_made_less_often(model, strain, dd):
    made = [_make(model, dd, f"{level}{strain} by N") for level in range(1, 8)]
    assert all(higher <= lower + 1e-4 for lower, higher in pairwise(made))


@pytest.mark.parametrize(
    "margin, low, high",
    [(-2, 0.02, 0.10), (-1, 0.15, 0.25), (0, 0.76, 0.84), (1, 0.93, 0.97), (2, 0.96, 1.0)],
)
def test_games_are_made_as_often_as_the_record_says(model, margin, low, high):
    """After the lead: 0.20 one trick short double dummy, 0.79 with none to spare, 0.95 with one over."""
    assert low < _make(model, 10 + margin, "4S by S") < high


def test_notrump_partscores_are_less_certain_than_slams(model):
    """Players are farther from double dummy at 1NT than in a small slam."""
    spread = [
        np.array(model.tricks(dd, Contract.parse(name), Form.IMPS)).max()
        for dd, name in ((7, "1NT by S"), (12, "6S by S"))
    ]
    assert spread[0] < spread[1]


def test_before_the_lead_more_is_open(model):
    """A contract one short double dummy is made more often while the lead may still give it away."""
    told = Contract.parse("4S by S")
    assert sum(model.before_lead(9, told, Form.IMPS)[10:]) > sum(model.tricks(9, told, Form.IMPS)[10:])


@pytest.mark.parametrize("dd, won, left", [(10, 9, 1), (10, 4, 7), (9, 0, 13), (13, 12, 1), (5, 5, 3)])
def test_in_play_nobody_takes_tricks_that_are_not_there(model, dd, won, left):
    told = Contract.parse("4S by S")
    for ask in (model.in_play, model.at_claim):
        chances = ask(dd, won, left, told)
        assert sum(chances) == pytest.approx(1)
        assert all(chance == 0 for tricks, chance in enumerate(chances) if not won <= tricks <= won + left)


def test_the_nearer_the_end_the_nearer_to_double_dummy(model):
    told = Contract.parse("3NT by S")
    exact = [model.in_play(9, 9 * (13 - left) // 13, left, told)[9] for left in (12, 8, 4, 2)]
    assert exact == sorted(exact)
    assert model.in_play(9, 9, 0, told)[9] == 1


def test_claims_agree_with_double_dummy_more_than_play_does(model):
    told = Contract.parse("3NT by S")
    assert model.at_claim(9, 6, 5, told)[9] > model.in_play(9, 6, 5, told)[9]


@pytest.mark.parametrize("dd, won, left", [(14, 0, 13), (3, 4, 9), (10, 3, 5), (8, -1, 9)])
def test_numbers_that_do_not_agree_are_refused(model, dd, won, left):
    with pytest.raises(ModelError):
        model.in_play(dd, won, left, Contract.parse("4S by S"))
    if dd == 14:
        with pytest.raises(ModelError, match="thirteen"):
            model.tricks(dd, Contract.parse("4S by S"), Form.IMPS)


@pytest.mark.parametrize(
    "form, every", [("imps", False), ("vp", False), ("matchpoints", True), ("bam", True)]
)
def test_overtricks_count_at_matchpoints_and_board_a_match(form, every):
    assert Form(form).scoring.every_trick_counts is every


@pytest.mark.parametrize("dd, needed, place", [(5, 10, 0), (9, 10, 1), (10, 10, 2), (11, 10, 3), (13, 10, 4)])
def test_margins_beyond_two_count_as_two(dd, needed, place):
    assert margin_class(dd, needed) == place
