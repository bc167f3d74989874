"""The lead model is fitted reproducibly, goes on where it stopped, and passes its bars on deals it has not seen."""

from dataclasses import replace

import pytest

from analyser.bridge import Card, Hand
from analyser.errors import AnalyserError
from analyser.estimates.leads import LeadModel
from tests.bench.lab.leads import train_leads
from tests.bench.lab.leads_evaluation import evaluate_leads, leads_of, taught_lead
from tests.bench.lab.networks import Recipe
from tests.lab.played_record import write_played_record
from tests.support import SHARED, needs_shared
from tests.support.once import make_once

SMALL = Recipe(hidden=(24, 12), passes=3, batch=32, rate=5e-3, rare=4)


@pytest.fixture(scope="session")
def trained(record, tmp_path_factory):
    def train(folder):
        train_leads(record, folder, checkpoint=folder / "checkpoint.npz", seed=3, recipe=SMALL)

    return make_once(tmp_path_factory, "fitted-leads", train)


def _bytes(folder):
    return [(folder / "leads" / name).read_bytes() for name in ("model.npz", "card.toml")]


def test_a_run_taken_up_again_ends_like_one_never_stopped(record, trained, tmp_path):
    """With the same record and seed, so that fitting is also shown to be reproducible to the byte."""

    class StoppedError(Exception):
        pass

    def stop_after_the_second_pass(message):
        if message.startswith("pass 2"):
            raise StoppedError

    checkpoint = tmp_path / "checkpoint.npz"
    with pytest.raises(StoppedError):
        train_leads(
            record, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL, tell=stop_after_the_second_pass
        )
    train_leads(record, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL)
    assert _bytes(tmp_path) == _bytes(trained)


def test_a_checkpoint_of_another_record_is_not_gone_on_from(record, trained, tmp_path):
    other = write_played_record(tmp_path, deals=80, seed=9)
    checkpoint = tmp_path / "checkpoint.npz"
    train_leads(other, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL)
    train_leads(record, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL)
    assert _bytes(tmp_path) == _bytes(trained)


def test_a_record_smaller_than_a_batch_is_one(record, tmp_path):
    whole = replace(SMALL, batch=100_000)
    card = train_leads(record, tmp_path, checkpoint=tmp_path / "checkpoint.npz", seed=3, recipe=whole)
    assert card["curve"]["fitted"][-1] < card["curve"]["fitted"][0]


def test_the_figures_hold_the_keys_of_the_contract(record, trained):
    figures = evaluate_leads(record, "report", model=LeadModel.load(trained / "leads"))
    keys = {"n", "top1", "top3", "log_loss", "ece", "suit_top1"}
    assert figures["model"] == "leads"
    assert keys <= set(figures)
    assert all(keys <= set(figures[part]) for part in ("after_opening", "contested"))
    assert set(figures["baselines"]) == {"uniform", "fourth_best"}
    assert figures["baselines"]["uniform"]["log_loss"] == pytest.approx(2.565, abs=0.001)
    assert figures["n"] == figures["baselines"]["uniform"]["n"] == len(leads_of(record, "report"))


def test_every_lead_is_read_once_and_the_slip_never(record):
    whole, parts = (
        leads_of(record, "all"),
        [leads_of(record, split) for split in ("train", "choose", "report")],
    )
    assert len(whole) == sum(map(len, parts)) > 100
    assert (whole.hand >> whole.chosen & 1 == 1).all()


def test_a_sample_is_drawn_by_seed(record, trained):
    model = LeadModel.load(trained / "leads")
    figures, same, other = (evaluate_leads(record, "all", 40, seed, model) for seed in (1, 1, 2))
    assert figures == same
    assert figures != other
    assert figures["n"] == 40


def test_a_folder_without_the_record_is_refused(tmp_path):
    with pytest.raises(AnalyserError, match="deals"):
        evaluate_leads(tmp_path)


@pytest.mark.parametrize(
    "led, hand, roles, trump",
    [
        ("HK", "932.KQJ52.84.873", (0, 0, 0, 0), 4),
        ("H5", "932.K9752.84.873", (0, 0, 0, 0), 4),
        ("D2", "Q32.J9752.T942.3", (0, 4, 0, 8), 4),
        ("CK", "932.J952.84.KQ32", (0, 0, 0, 26), 3),
        ("DA", "932.J52.AK84.T32", (0, 0, 0, 26), 3),
        ("D5", "932.J952.5.KT732", (0, 0, 0, 26), 3),
    ],
    ids=[
        "sequence",
        "fourth best",
        "partner's suit",
        "king from king-queen",
        "ace from ace-king",
        "singleton",
    ],
)
def test_the_taught_lead_is_the_textbook_one(led, hand, roles, trump):
    assert str(Card.at(taught_lead(Hand.parse(hand).mask, roles, trump))) == led


@pytest.mark.slow
@needs_shared
def test_the_shipped_model_passes_its_bars_on_the_report_half():
    """Card 0.46, suit 0.65, log-loss 1.75; three standard errors of a sample of 6,000 are allowed for."""
    figures = evaluate_leads(SHARED / "data" / "vugraph", "report", 6_000, 1)
    assert figures["top1"] > 0.46
    assert figures["suit_top1"] > 0.65
    assert figures["log_loss"] < 1.75
    assert figures["ece"] < 0.03
    assert figures["baselines"]["fourth_best"]["log_loss"] > figures["log_loss"]
