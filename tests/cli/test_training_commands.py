"""`train` and `evaluate`: what is shipped is scored on any folder in the documented form, and fitted from one."""

import json
import tomllib
from functools import cache

import pandas as pd
import pytest

from analyser import resources
from tests.support import SHARED, needs_shared
from tests.support.commands import typed

FIVE = {"n", "top1", "top3", "log_loss", "ece"}
RECORDS = ("calls", "leads", "tricks", "tempo")
OWN = {
    "calls": {"positions"},
    "leads": {"suit_top1"},
    "tricks": {"make"},
    "tempo": {"auc", "interval"},
}
BASELINES = {
    "calls": {"prefix", "uniform"},
    "leads": {"uniform", "fourth_best"},
    "tricks": set(),
    "tempo": {"uniform"},
}


@pytest.fixture(scope="session")
def record(played_record):
    """Small deals in the documented form."""
    return played_record


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Checkpoints go to a folder of the test's own."""
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "cache"))


@cache
def evaluated(*words):
    """The figures; asked once, for the same words give the same (which the sampling test asks again)."""
    return ask_again(*words)


def ask_again(*words):
    done = typed("evaluate", *words, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def floats(document):
    if isinstance(document, dict):
        return [number for value in document.values() for number in floats(value)]
    if isinstance(document, list):
        return [number for value in document for number in floats(value)]
    return [document] if isinstance(document, float) else []


@pytest.mark.parametrize("model", RECORDS)
def test_every_model_is_told_by_the_keys_of_the_contract(model, record):
    figures = evaluated(model, "--data", record)
    assert figures["model"] == model
    assert set(figures) >= {"after_opening", "contested", "baselines"} | FIVE | OWN[model]
    for part in (figures["after_opening"], figures["contested"], *figures["baselines"].values()):
        assert set(part) >= FIVE
    assert BASELINES[model] <= set(figures["baselines"])
    assert figures["n"] > 0
    assert figures["contested"]["n"] <= figures["after_opening"]["n"] <= figures["n"]


@needs_shared
@pytest.mark.slow
def test_past_rulings_are_told_by_the_keys_of_the_contract():
    figures = evaluated("alternatives", "--data", SHARED / "data" / "cases", "--sample", 4)
    assert (
        set(figures)
        >= {"auc", "interval", "brier", "majority", "after_opening", "contested", "baselines"} | FIVE
    )
    assert figures["target"] == "infraction"
    assert 0 <= figures["majority"] <= 0.25
    assert all(round(value, 3) == value for value in floats(figures))


@pytest.mark.parametrize("model", RECORDS)
def test_figures_have_at_most_three_decimals(model, record):
    values = floats(evaluated(model, "--data", record))
    assert values
    assert all(round(value, 3) == value for value in values)


def test_calls_tell_of_natural_polls_and_tricks_of_contracts_made(record):
    assert set(evaluated("calls", "--data", record)["positions"]) >= {"n", "recall20", "proposed"}
    make = evaluated("tricks", "--data", record)["make"]
    assert set(make) <= {"-1", "0", "1"}
    assert all(len(pair) == 2 for pair in make.values())


@pytest.mark.parametrize("model", RECORDS)
def test_a_sample_is_drawn_by_its_seed(model, record):
    words = (model, "--data", record, "--split", "all", "--sample", 8)
    first, same, other = (ask_again(*words, "--seed", seed) for seed in (1, 1, 2))
    assert first == same
    assert first != other
    assert first["n"] <= 8


@pytest.mark.parametrize("model", ["calls", "leads"])
def test_halves_and_splits_part_the_whole(model, record):
    count = {
        split: evaluated(model, "--data", record, "--split", split)["n"]
        for split in ("choose", "report", "valid", "train", "all")
    }
    assert count["choose"] + count["report"] == count["valid"]
    assert count["valid"] + count["train"] == count["all"]


def test_without_json_the_same_figures_are_told_in_words(record):
    done = typed("evaluate", "leads", "--data", record)
    figures = evaluated("leads", "--data", record)
    assert done.code == 0
    assert f"log_loss: {figures['log_loss']}" in done.out
    assert "fourth_best" in done.out


@pytest.mark.parametrize("command", ["evaluate", "train"])
def test_a_missing_folder_is_exit_1_and_named(command, tmp_path):
    done = typed(command, "calls", "--data", tmp_path / "nowhere")
    assert done.code == 1
    assert "nowhere" in done.err
    assert done.out == ""


@pytest.mark.parametrize("model", [*RECORDS, "alternatives"])
def test_a_folder_without_records_exits_1_naming_the_missing_file(model, tmp_path):
    done = typed("evaluate", model, "--data", tmp_path)
    assert done.code == 1
    assert "cases.jsonl" in done.err if model == "alternatives" else "deals.parquet" in done.err
    assert "Traceback" not in done.err


def test_a_file_that_is_no_table_exits_1_naming_it(record, tmp_path):
    for path in record.glob("*.parquet"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "tables.parquet").write_bytes(b"no table")
    done = typed("evaluate", "calls", "--data", tmp_path)
    assert done.code == 1
    assert "tables.parquet" in done.err
    assert "Traceback" not in done.err


def test_a_table_without_its_columns_is_exit_1_and_named(record, tmp_path):
    for path in record.glob("*.parquet"):
        frame = pd.read_parquet(path)
        (frame.drop(columns="auction") if path.stem == "tables" else frame).to_parquet(tmp_path / path.name)
    done = typed("evaluate", "calls", "--data", tmp_path)
    assert done.code == 1
    assert "auction" in done.err


@pytest.mark.parametrize("command", ["evaluate", "train"])
def test_an_unknown_model_is_wrong_use_naming_the_nearest(command, record):
    done = typed(command, "call", "--data", record)
    assert done.code == 2
    assert "calls" in done.err


def test_an_unknown_split_is_wrong_use_naming_the_nearest(record):
    done = typed("evaluate", "calls", "--data", record, "--split", "vaild")
    assert done.code == 2
    assert "valid" in done.err


def test_a_folder_of_other_years_is_announced_and_taken_whole(record, tmp_path):
    for path in record.glob("*.parquet"):
        frame = pd.read_parquet(path)
        if "split" in frame:
            frame = frame.assign(split="later")
        frame.to_parquet(tmp_path / path.name)
    done = typed("evaluate", "leads", "--data", tmp_path, "--json")
    assert json.loads(done.out)["n"] == evaluated("leads", "--data", tmp_path, "--split", "later")["n"]
    assert "later" in done.err


@pytest.mark.parametrize("model", ["leads", "tempo"])
def test_a_model_fitted_from_a_folder_brings_its_card(model, record, tmp_path):
    done = typed("train", model, "--data", record, "--out", tmp_path / "models", "--seed", 2)
    assert done.code == 0, done.err
    assert (tmp_path / "models" / model / "model.npz").is_file()
    assert "seed = 2" in (tmp_path / "models" / model / "card.toml").read_text("utf-8")
    assert model in done.out


def test_beliefs_are_fitted_by_the_command_their_card_names(tmp_path, monkeypatch):
    card = tomllib.loads(resources.text("models/beliefs/card.toml"))
    module, function = card["training"]["entry"].split(":")
    asked = []

    def fitted(data, models, *, checkpoint, seed, tell):
        asked.append((data, models, seed, checkpoint.is_dir() and tell is not None))
        return {}

    monkeypatch.setattr(f"{module}.{function}", fitted)
    done = typed("train", "beliefs", "--data", tmp_path, "--out", tmp_path / "models", "--seed", "3")
    assert (done.code, asked) == (0, [(tmp_path, tmp_path / "models", 3, True)])


def test_the_network_of_tricks_is_fitted_to_so_many_labels(tmp_path, monkeypatch):
    asked = []

    def fitted(data, models, counter, *, solved, seed, checkpoint, tell):
        asked.append((data, models, solved, seed, checkpoint.is_dir() and tell is not None))
        return {}

    monkeypatch.setattr("tests.bench.lab.tricks_net.train_tricks_net", fitted)
    words = ("--data", tmp_path, "--out", tmp_path / "models", "--seed", "3", "--labels", "40")
    done = typed("train", "tricks-net", *words)
    assert (done.code, asked) == (0, [(tmp_path, tmp_path / "models", 40, 3, True)])


def test_the_network_of_tricks_is_scored_by_strain_and_lead(record):
    whole = evaluated("tricks-net", "--data", record)
    assert whole["model"] == "tricks-net"
    assert (
        whole["n"]
        == whole["after_lead"]["n"]
        == sum(whole[kind]["n"] for kind in ("minors", "majors", "notrump"))
    )
    parts = [evaluated("tricks-net", "--data", record, "--split", half)["n"] for half in ("choose", "report")]
    assert sum(parts) == whole["n"]
    assert set(whole["baselines"]) == {"regression", "mean"}


def test_a_folder_that_lacks_a_file_is_told_which(tmp_path):
    done = typed("evaluate", "calls", "--data", tmp_path)
    assert done.code == 1
    assert (
        done.err == "deals.parquet: not in the folder of records. Name a folder with deals.parquet in it.\n"
    )


def test_seeds_of_judgement_may_be_given_under_their_former_name(tmp_path, monkeypatch):
    counts = []

    def evaluate(*_, seeds, **__):
        counts.append(seeds)
        return {"cases": []}

    monkeypatch.setattr("tests.bench.lab.judgement_page.evaluate_judgement", evaluate)
    for words in ([], ["--seeds", "3"], ["--dice", "4"]):
        done = typed("evaluate", "judgement", "--data", str(tmp_path), *words)
        assert done.code == 0, done.err
    assert counts == [0, 3, 4]
    help_text = typed("evaluate", "--help").out
    assert "--seeds" in help_text
    assert "dice" not in help_text
