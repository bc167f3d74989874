"""The belief model is fitted reproducibly on any record in the documented form, and its figures can be recomputed."""

from pathlib import Path

import numpy as np
import pytest

from analyser.estimates.belief_features import BELIEFS, GIST, gist_of
from analyser.estimates.beliefs import BeliefModel
from tests.bench.lab.beliefs import train_beliefs
from tests.bench.lab.beliefs_data import BeliefTurns
from tests.bench.lab.beliefs_evaluation import evaluate_beliefs
from tests.bench.lab.calls_data import decisions
from tests.bench.lab.networks import Recipe
from tests.bench.lab.records import read_tables
from tests.support.once import make_once

SMALL = Recipe(hidden=(12, 8), passes=2, batch=32, rate=5e-3, rare=3)


def fit(record: Path, folder: Path, seed: int = 3) -> Path:
    train_beliefs(record, folder, checkpoint=folder, seed=seed, recipes=(SMALL, SMALL))
    return folder / "beliefs"


@pytest.fixture(scope="session")
def trained(record, tmp_path_factory) -> Path:
    return make_once(tmp_path_factory, "fitted-beliefs", lambda folder: fit(record, folder)) / "beliefs"


def test_same_record_and_seed_give_the_same_bytes(record, trained, tmp_path):
    again = fit(record, tmp_path)
    for name in ("model.npz", "card.toml"):
        assert (again / name).read_bytes() == (trained / name).read_bytes()


def test_the_hands_believed_are_the_other_three_from_the_left(record):
    tables = read_tables(record, ("train",))
    turns = decisions(tables)
    known = BeliefTurns.of(tables, turns, np.arange(len(turns)))
    row = next(place for place in range(len(turns)) if turns.turn[place] == 2)
    seat = (tables.dealer[turns.table[row]] + 2) & 3
    hands = tables.hands[turns.table[row]].tolist()
    assert known.others[row].tolist() == [hands[(seat + step) & 3] for step in (1, 2, 3)]
    assert turns.hand[row] == hands[seat]


def test_a_belief_s_gist_has_fewer_numbers_never_above_one():
    assert GIST < BELIEFS
    sure = gist_of(np.ones((1, BELIEFS)))
    assert sure.min() == pytest.approx(1)
    assert sure.max() == pytest.approx(1)


def test_the_figures_contain_the_belief_and_the_leads(record, trained):
    told = evaluate_beliefs(record, "valid", sample=3, model=BeliefModel.load(trained))
    assert 0 < told["belief"]["log_loss"] < told["belief"]["unseeing"] * 2
    assert told["leads"]["n"] == 3
    assert told["leads"]["log_loss"] > 0
