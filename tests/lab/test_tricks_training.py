"""The trick model is fitted reproducibly and calibrated; its baselines are beaten on deals it has not seen."""

import numpy as np
import pandas as pd
import pytest

from analyser.estimates.record_models import TrickModel
from tests.bench.lab.tricks import monotone, train_tricks
from tests.bench.lab.tricks_data import RecordedResults, joined, read_played, solved_results
from tests.bench.lab.tricks_evaluation import (
    TablePairs,
    evaluate_tricks,
    evidence_figures,
    fitted_evidence,
    played_of,
)
from tests.support import SHARED, needs_shared
from tests.support.once import make_once


class Always:
    """Counts the same double-dummy tricks on every board."""

    def __init__(self, tricks):
        self.given = tricks

    def leads_many(self, boards):
        """One trick more after the leader's first card than after the others."""
        hands = [list(deal[contract.leader]) for deal, contract in boards]
        return [dict.fromkeys(hand, self.given) | {hand[0]: self.given + 1} for hand in hands]


@pytest.fixture(scope="session")
def trained(record, tmp_path_factory):
    return make_once(
        tmp_path_factory, "fitted-tricks", lambda folder: train_tricks(record, folder, Always(9))
    )


def test_same_record_and_seed_give_the_same_bytes(record, trained, tmp_path):
    train_tricks(record, tmp_path, Always(9))
    for name in ("model.npz", "card.toml"):
        assert (tmp_path / "tricks" / name).read_bytes() == (trained / "tricks" / name).read_bytes()


def test_the_figures_hold_the_keys_of_the_contract(record, trained):
    figures = evaluate_tricks(record, "report", model=TrickModel.load(trained / "tricks"))
    assert figures["model"] == "tricks"
    assert {"n", "top1", "top3", "log_loss", "ece", "make", "after_opening"} <= set(figures)
    assert set(figures["make"]) <= {"-1", "0", "1"}
    assert {"double_dummy", "histogram", "level_strain"} <= set(figures["baselines"])
    assert all(np.isfinite(baseline["log_loss"]) for baseline in figures["baselines"].values())
    assert figures["n"] == len(played_of(record, "report"))


@pytest.fixture
def few_plays(record, tmp_path):
    """The same record with the play of every third table only."""
    for path in record.glob("*.parquet"):
        frame = pd.read_parquet(path)
        (frame.iloc[::3] if path.stem == "plays" else frame).to_parquet(tmp_path / path.name)
    return tmp_path


def test_results_whose_play_is_not_told_are_counted(few_plays):
    """Every table of the split with eight cards or more is in `plays` or counted, none in both."""
    recorded_results = read_played(few_plays, "train")
    found = solved_results(few_plays, "train", Always(9), 10_000, seed=1)
    tables, deals = (
        pd.read_parquet(few_plays / "tables.parquet"),
        pd.read_parquet(few_plays / "deals.parquet"),
    )
    train = deals[deals["split"] == "train"]["deal_id"]
    usable = tables["deal_id"].isin(train) & (tables["lead"] != "") & (tables["n_cards"] >= 8)
    assert len(recorded_results) + len(found) == int(usable.sum())
    assert set(found.before.tolist()) == {9}
    assert set(found.after.tolist()) == {9, 10}
    assert len(joined([recorded_results, found])) == len(recorded_results) + len(found)


def test_a_smaller_sample_takes_whole_deals_by_seed(few_plays):
    recorded_results, same, other = (
        solved_results(few_plays, "train", Always(9), 40, seed) for seed in (1, 1, 2)
    )
    assert recorded_results.deal_id.tolist() == same.deal_id.tolist() != other.deal_id.tolist()
    assert len(recorded_results) == 40


@pytest.mark.slow
def test_counted_results_are_learned_from(few_plays, tmp_path_factory):
    folder = tmp_path_factory.mktemp("more")
    card = train_tricks(few_plays, folder, Always(9), solved=60)
    assert card["training"]["results"] == card["training"]["of_plays"] + 60


def test_a_table_made_monotone_keeps_its_rows_whole():
    rng = np.random.default_rng(2)
    table = rng.dirichlet(np.ones(14), size=(2, 14)).reshape(1, 2, 14, 14)
    made = monotone(table)
    reach = np.cumsum(made[..., ::-1], axis=-1)[..., ::-1]
    assert made.sum(axis=-1) == pytest.approx(np.ones((1, 2, 14)))
    assert (made >= -1e-12).all()
    assert (np.diff(reach, axis=2) >= -1e-12).all()


@needs_shared
def test_the_shipped_model_is_calibrated_and_beats_its_baselines():
    """P(make) within two points or two standard errors at margins -1, 0, +1 of the report half."""
    figures = evaluate_tricks(SHARED / "data" / "vugraph", "report")
    played = played_of(SHARED / "data" / "vugraph", "report")
    for margin, (predicted, observed) in figures["make"].items():
        rows = int((played.margin == int(margin)).sum())
        assert abs(predicted - observed) < max(0.02, 2 * (observed * (1 - observed) / rows) ** 0.5)
    for baseline in figures["baselines"].values():
        assert figures["log_loss"] < baseline["log_loss"]


def test_pairs_of_tables_teach_what_one_table_says_of_another():
    """Tables that share what is hard in a deal: equal tricks become likelier, and unseen results are better predicted."""
    rng = np.random.default_rng(3)
    shared = np.repeat(rng.choice([-1, 0, 0, 1], 800), 2)
    tricks = 9 + np.where(rng.random(1600) < 0.5, shared, rng.choice([-1, 0, 0, 1], 1600))
    flat = np.zeros(1600, np.int64)
    results = RecordedResults(flat + 3, flat, flat, flat, flat + 9, flat + 9, tricks, flat, flat)
    target = np.arange(1600)
    pairs = TablePairs(results, target, (tricks - 9)[target ^ 1], flat, np.ones(1600))
    model = TrickModel.load().chances_after_lead
    evidence = fitted_evidence(pairs, model)
    assert evidence.shape == (2, 4)
    assert (evidence[:, 0] == 1).all()
    assert (evidence[0, 1:] < 1).all()
    assert (evidence[1] == 1).all()  # no pair with the same lead: nothing is learned
    told = evidence_figures(pairs, model, evidence)
    assert told["log_loss_with"] < told["log_loss_without"]


def test_the_shipped_model_predicts_better_beside_a_table():
    beside_table = TrickModel.load().card["report"]["beside_table"]
    for lead in ("", "_same_lead", "_other_lead"):
        assert beside_table[f"log_loss_with{lead}"] < beside_table[f"log_loss_without{lead}"]
