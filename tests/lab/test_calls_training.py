"""The call model is fitted reproducibly, goes on where it stopped, and is told by figures that can be recomputed."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyser.errors import AnalyserError, ModelError
from analyser.estimates.calls import CallModel
from tests.bench.lab import calls as training
from tests.bench.lab import calls_calibration
from tests.bench.lab import calls_evaluation as calls_score
from tests.bench.lab.calls_data import decisions
from tests.bench.lab.calls_evaluation import shares_of
from tests.bench.lab.networks import Recipe
from tests.bench.lab.records import Half, in_half, read_tables
from tests.lab.small_record import write_record
from tests.support.once import make_once

SMALL = Recipe(hidden=(32, 16), passes=8, fall=9, batch=32, rate=1e-2, rare=3, decay=0.1)


@pytest.fixture(scope="session")
def record(tmp_path_factory) -> Path:
    """Two hundred small deals, each played at three tables."""
    return make_once(tmp_path_factory, "record", lambda folder: write_record(folder, deals=200))


@pytest.fixture(scope="session")
def trained(record, tmp_path_factory) -> Path:
    def train(folder):
        training.train_calls(record, folder, checkpoint=folder / "checkpoint.npz", seed=3, recipe=SMALL)

    return make_once(tmp_path_factory, "fitted-calls", train)


def test_another_seed_gives_another_model(record, trained, tmp_path):
    training.train_calls(record, tmp_path, checkpoint=tmp_path / "other.npz", seed=4, recipe=SMALL)
    assert CallModel.load(tmp_path / "calls").sha256 != CallModel.load(trained / "calls").sha256


def test_a_run_taken_up_again_ends_like_one_never_stopped(record, trained, tmp_path):
    """Broken off at the end of its third pass, before that pass was kept; same record and seed give the same bytes."""

    class BrokenOffError(Exception):
        pass

    def break_off(message: str) -> None:
        if message.startswith("pass 3,"):
            raise BrokenOffError

    checkpoint = tmp_path / "checkpoint.npz"
    with pytest.raises(BrokenOffError):
        training.train_calls(record, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL, tell=break_off)
    assert checkpoint.is_file()
    assert not (tmp_path / "calls").exists()
    training.train_calls(record, tmp_path, checkpoint=checkpoint, seed=3, recipe=SMALL)
    for name in ("model.npz", "card.toml"):
        assert (tmp_path / "calls" / name).read_bytes() == (trained / "calls" / name).read_bytes()


def test_the_card_gives_the_model_s_origin_and_its_limits(trained):
    card = CallModel.load(trained / "calls").card
    assert card["training"]["entry"] == "tests.bench.lab.calls:train_calls"
    assert card["training"]["seed"] == 3
    assert set(card["training"]["data"]) == {"deals", "tables", "events"}
    assert "class and system" in card["use"]["unknown"]
    assert len(card["calibration"]["heat"]) == 4
    assert card["curve"]["pass"] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_cards_figures_are_those_of_the_report_half(record, trained):
    model = CallModel.load(trained / "calls")
    figures = calls_score.evaluate_calls(record, "report", model=model)
    for name in ("n", "top1", "top3", "log_loss", "ece"):
        assert model.card["report"][name] == pytest.approx(figures[name], abs=1e-4)


def test_the_figures_have_the_keys_of_the_contract(record, trained):
    figures = calls_score.evaluate_calls(record, "valid", model=CallModel.load(trained / "calls"))
    five = {"n", "top1", "top3", "log_loss", "ece"}
    sorts = {"after_opening", "contested", "not_passed", "contested_high"}
    assert five | sorts | {"model", "baselines", "positions"} <= set(figures)
    for sort in sorts:
        assert set(figures[sort]) == five
    assert set(figures["baselines"]) == {"prefix", "uniform"}
    for baseline in figures["baselines"].values():
        assert five | sorts <= set(baseline)
    assert {"n", "recall20", "proposed"} <= set(figures["positions"])


def test_the_halves_share_no_deal_and_leave_none_out(record, trained):
    model = CallModel.load(trained / "calls")
    counts = {
        split: calls_score.evaluate_calls(record, split, model=model)["n"]
        for split in ("choose", "report", "valid")
    }
    assert counts["choose"] + counts["report"] == counts["valid"]
    deals = np.arange(2000)
    assert 900 < in_half(deals, Half.CHOOSE).sum() < 1100


def test_a_sample_is_drawn_by_its_seed(record, trained):
    model = CallModel.load(trained / "calls")
    first, again, other = (
        calls_score.evaluate_calls(record, "valid", sample=50, seed=seed, model=model) for seed in (1, 1, 2)
    )
    assert first["n"] == 50
    assert first == again
    assert first["log_loss"] != other["log_loss"]


def test_a_record_is_looked_at_a_part_at_a_time(record, trained, monkeypatch):
    """However long the record, only so many tables are held: the figures are the same in parts of seven as whole."""
    model = CallModel.load(trained / "calls")
    figures = calls_score.evaluate_calls(record, "all", model=model)
    looked = []
    monkeypatch.setattr(calls_score, "_PART", 7)
    monkeypatch.setattr(
        calls_score, "decisions", lambda tables: looked.append(len(tables)) or decisions(tables)
    )
    assert calls_score.evaluate_calls(record, "all", model=model) == figures
    assert max(looked) == 7
    assert len(looked) > 50


def test_the_model_learns_what_this_record_does(record, trained):
    """Here the stronger hands open and all others pass: the model must know it better than a table of calls."""
    figures = calls_score.evaluate_calls(record, "valid", model=CallModel.load(trained / "calls"))
    assert (
        figures["log_loss"]
        < figures["baselines"]["prefix"]["log_loss"]
        < figures["baselines"]["uniform"]["log_loss"]
    )


def test_answers_one_by_one_and_together_are_the_same_bytes(record, trained):
    model = CallModel.load(trained / "calls")
    made = decisions(read_tables(record, ("valid",)))
    rows = np.arange(0, len(made), 7)
    together = shares_of(model, made, rows)
    singly = [shares_of(model, made, rows[place : place + 1]) for place in range(len(rows))]
    assert np.concatenate(singly).tobytes() == together.tobytes()


def test_an_illegal_recorded_call_ends_what_its_table_teaches(record):
    tables = pd.read_parquet(record / "tables.parquet")
    assert "1S 1C" in set(tables["auction"].str[:5]), "the small record holds such a table"
    made = decisions(read_tables(record, ("train", "valid")))
    legal = made.auctions.legal[made.auction] >> made.call & 1
    assert legal.all()


def test_the_page_tells_figures_and_no_record(record, trained, tmp_path):
    page = calls_calibration.write_report(record, trained, tmp_path).read_text(encoding="utf-8")
    assert page.count("<svg") >= 2
    assert "Natural polls" in page
    assert "http" not in page
    assert "lin_id" not in page


@pytest.mark.parametrize("byte", [100, 5000, -200])
def test_a_model_changed_by_one_byte_is_refused(trained, tmp_path, byte):
    folder = tmp_path / "calls"
    folder.mkdir()
    raw = bytearray((trained / "calls" / "model.npz").read_bytes())
    raw[byte] ^= 1
    (folder / "model.npz").write_bytes(raw)
    (folder / "card.toml").write_bytes((trained / "calls" / "card.toml").read_bytes())
    with pytest.raises(ModelError, match="not the one its card describes"):
        CallModel.load(folder)


def test_a_folder_without_records_is_refused_by_name(trained, tmp_path):
    with pytest.raises(AnalyserError, match=r"deals\.parquet"):
        calls_score.evaluate_calls(tmp_path, model=CallModel.load(trained / "calls"))
