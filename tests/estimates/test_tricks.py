"""Tricks in real play: more double-dummy tricks never hurt, higher contracts are made less often, all adds up."""

from itertools import pairwise

import numpy as np
import pytest

from analyser.bridge import Contract
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.record_models import TrickModel
from tests.support.every import each_row


@pytest.fixture(scope="module")
def model():
    return TrickModel.load()


def _make(model, dd, contract, form=Form.IMPS):
    parsed_contract = Contract.parse(contract)
    return sum(model.tricks(dd, parsed_contract, form)[parsed_contract.tricks_needed :])


@each_row("form", [Form.IMPS, Form.MATCHPOINTS, Form.BAM, Form.KNOCKOUT])
@each_row("contract", ["1NT by N", "2S by E", "3NT by S", "4HX by W", "5C by N", "6NT by S", "7SXX by E"])
def test_more_double_dummy_tricks_never_make_more_tricks_less_likely(model, contract, form):
    parsed_contract = Contract.parse(contract)
    for ask in (model.tricks, model.tricks_before_lead):
        reach = np.array([np.cumsum(ask(dd, parsed_contract, form)[::-1])[::-1] for dd in range(14)])
        assert (np.diff(reach, axis=0) >= -1e-6).all()
        assert reach[:, 0] == pytest.approx(1)


@each_row("strain", ["C", "D", "H", "S", "NT"])
@each_row("dd", range(6, 13))
def test_at_equal_tricks_a_higher_contract_is_made_less_often(model, strain, dd):
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
    contract = Contract.parse("4S by S")
    assert sum(model.tricks_before_lead(9, contract, Form.IMPS)[10:]) > sum(
        model.tricks(9, contract, Form.IMPS)[10:]
    )


def test_more_than_thirteen_tricks_are_refused(model):
    with pytest.raises(ModelError, match="thirteen"):
        model.tricks(14, Contract.parse("4S by S"), Form.IMPS)


@pytest.mark.parametrize(
    "form, every", [("imps", False), ("vp", False), ("matchpoints", True), ("bam", True)]
)
def test_overtricks_count_at_matchpoints_and_board_a_match(form, every):
    assert Form(form).scoring.every_trick_counts is every
