"""The network of tricks is fitted end to end on a small record, by its seed; its gradient is the slope of its loss."""

import numpy as np
import pandas as pd
import pytest

from analyser.bridge import Strain
from analyser.estimates.record_models import TrickModel
from analyser.estimates.services import NotSolved, NotSolvedReason
from analyser.estimates.tricks_net import TricksNet, suit_inputs
from tests.bench.lab.tricks_net import (
    Stage,
    TricksRecipe,
    likelihood,
    loss_and_slopes,
    new_layers,
    train_tricks_net,
)
from tests.bench.lab.tricks_net_data import join_labels, made_labels, played_results, recorded_labels
from tests.bench.lab.tricks_net_evaluation import evaluate_tricks_net
from tests.support.once import make_once

SMALL = TricksRecipe(8, 6, 8, 8, batch=32, results=Stage(20, 0.01, 0.0), labels=Stage(20, 0.01, 0.5))


class ByTopCards:
    """Stands in for the solver: tricks are the aces and kings of the side in turn, a freak is not solved."""

    def tricks_many(self, positions):
        """The aces and kings of the side to lead; not solved at notrump."""
        return [
            NotSolved(NotSolvedReason.SHAPE)
            if position.strain is Strain.NOTRUMP
            else sum(_tops(position.hands[(position.leader + turn) & 3]) for turn in (0, 2))
            for position in positions
        ]

    def leads_many(self, boards):
        """The aces and kings of declarer's side, after every card of the leader."""
        return [
            dict.fromkeys(
                deal[contract.leader],
                sum(_tops(deal[seat]) for seat in (contract.declarer, contract.declarer.partner)),
            )
            for deal, contract in boards
        ]


def _tops(hand):
    return sum((hand.mask >> 13 * suit + 11 & 3).bit_count() for suit in range(4))


def fit(record, folder, seed=0):
    return train_tricks_net(record, folder, ByTopCards(), solved=12, seed=seed, recipe=SMALL)


@pytest.fixture(scope="session")
def trained(record, tmp_path_factory):
    return make_once(tmp_path_factory, "fitted-tricks-net", lambda folder: fit(record, folder)) / "tricks-net"


def test_same_record_and_seed_give_the_same_bytes(record, trained, tmp_path):
    fit(record, tmp_path)
    for name in ("model.npz", "card.toml"):
        assert (tmp_path / "tricks-net" / name).read_bytes() == (trained / name).read_bytes()
    fit(record, tmp_path, seed=1)
    assert (tmp_path / "tricks-net" / "model.npz").read_bytes() != (trained / "model.npz").read_bytes()


def test_the_card_states_what_it_learned_from_and_what_for(record, trained):
    card = TricksNet.load(trained).card
    assert card["training"]["labels"] == card["training"]["solved_labels"] + len(
        recorded_labels(record, "train")
    )
    assert card["training"]["results"] == len(played_results(record, "train"))
    assert "no solver" in card["use"]["not_for"]
    assert card["report"]["n"] * 2 == len(recorded_labels(record, "report"))


def test_the_figures_hold_every_kind_of_strain(record, trained):
    scores = evaluate_tricks_net(record, "report", model=TricksNet.load(trained))
    assert scores["model"] == "tricks-net"
    parts = [scores[name] for name in ("minors", "majors", "notrump")]
    assert sum(part["n"] for part in parts) == scores["n"] == scores["after_lead"]["n"]
    assert np.isfinite(scores["rmse"])


def test_slopes_are_those_of_the_loss(record):
    """Each layer's gradient against a difference quotient in double precision, at notrump and with trumps."""
    labels = join_labels(
        [
            recorded_labels(record, "train").rows(np.arange(0, 40, 3)),
            played_results(record, "train").rows(np.arange(9)),
        ]
    )
    inputs, is_trumps = suit_inputs(labels.hands, labels.declarer, labels.strain, labels.lead)
    inputs = inputs.astype(np.float64)
    likely = likelihood(labels, TrickModel.load().chances_after_lead).astype(np.float64)
    rng = np.random.default_rng(4)
    layers = {
        name: layer + 0.1 * rng.standard_normal(layer.shape) for name, layer in new_layers(SMALL).items()
    }
    _, slopes = loss_and_slopes(layers, inputs, is_trumps, likely)
    assert set(slopes) == set(layers)
    for name, layer in layers.items():
        way = rng.standard_normal(layer.shape)
        loss = []
        for step in (1e-6, -1e-6):
            moved = {**layers, name: layer + step * way}
            loss.append(loss_and_slopes(moved, inputs, is_trumps, likely)[0])
        assert (slopes[name] * way).sum() == pytest.approx((loss[0] - loss[1]) / 2e-6, rel=1e-4), name


def test_real_tricks_count_by_their_likelihood(record):
    """A double-dummy label is one number for sure; tricks really taken leave several possible."""
    real_tricks = TrickModel.load().chances_after_lead
    exact = likelihood(recorded_labels(record, "train"), real_tricks)
    assert (exact.sum(axis=1) == 1).all()
    results = played_results(record, "train")
    likely = likelihood(results, real_tricks)
    at_label = likely[np.arange(len(results)), results.tricks]
    assert ((at_label > 0.3) & (at_label < 1)).all()
    assert (at_label == likely.max(axis=1)).mean() > 0.9


@pytest.fixture
def few_plays(record, tmp_path):
    """The same record with the play of every tenth table only."""
    for path in record.glob("*.parquet"):
        frame = pd.read_parquet(path)
        (frame.iloc[::10] if path.stem == "plays" else frame).to_parquet(tmp_path / path.name)
    return tmp_path


def test_drawn_deals_are_by_seed_and_not_those_of_plays(few_plays):
    labels, same, other = (made_labels(few_plays, "train", ByTopCards(), 15, seed) for seed in (1, 1, 2))
    assert labels.tricks.tolist() == same.tricks.tolist()
    assert labels.deal_id.tolist() == same.deal_id.tolist() != other.deal_id.tolist()
    assert not set(labels.deal_id.tolist()) & set(
        pd.read_parquet(few_plays / "plays.parquet")["deal_id"].tolist()
    )
    fewer = made_labels(few_plays, "train", ByTopCards(), 5, 1)
    assert set(fewer.deal_id.tolist()) < set(labels.deal_id.tolist())


def test_made_labels_count_declarers_side(few_plays):
    """Before the lead 13 less the leaders' tricks, after it declarer's own; what is not solved is left out."""
    labels = made_labels(few_plays, "train", ByTopCards(), 15, 1)
    before = labels.lead < 0
    assert (labels.strain[before] != Strain.NOTRUMP).all()
    tops = np.bitwise_count(labels.hands & sum(3 << 13 * suit + 11 for suit in range(4)))
    row = np.arange(len(labels))
    of_side = tops[row, labels.declarer] + tops[row, (labels.declarer + 2) & 3]
    assert (labels.tricks == np.where(before, 5 + of_side, of_side)).all()
    leader = labels.hands[row, (labels.declarer + 1) & 3]
    assert (leader[~before] >> labels.lead[~before] & 1 == 1).all()
