"""The lexicon is read, fitted and scored end to end on made notes; a fit is reproducible and a score counts every note."""

import json
from pathlib import Path

import pandas as pd
import pytest

from analyser.bridge import Call
from analyser.errors import AnalyserError
from analyser.estimates.meanings import Understood, understand
from analyser.estimates.meanings.model import MeaningModel
from tests.bench.lab.meanings import MeaningRecipe, train_meanings
from tests.bench.lab.meanings_data import read_notes
from tests.bench.lab.meanings_evaluation import CLASSES, evaluate_meanings, evaluate_notes
from tests.lab.made_notes import MadeNote, make_rows, read_rows, write_notes
from tests.support.once import make_once

SMALL = MeaningRecipe(
    hidden=8, auction_hidden=8, passes=12, auction_passes=8, batch=32, rate=0.01, fewest_auctions=3, fewest_entries=3,
    fewest_tables=20,
)  # fmt: skip


@pytest.fixture(scope="session")
def notes(tmp_path_factory) -> Path:
    return make_once(tmp_path_factory, "made-notes", write_notes)


@pytest.fixture(scope="session")
def fitted(notes, tmp_path_factory) -> Path:
    def fit(folder: Path) -> None:
        train_meanings(notes, folder, seed=3, recipe=SMALL)

    return make_once(tmp_path_factory, "fitted-meanings", fit) / "meanings"


def test_the_made_notes_come_from_their_seed():
    rows = read_rows()
    assert len(rows) >= 300
    assert rows == list(make_rows())


def test_same_notes_and_seed_give_the_same_bytes(notes, fitted, tmp_path):
    train_meanings(notes, tmp_path, seed=3, recipe=SMALL)
    for name in ("model.npz", "card.toml"):
        assert (tmp_path / "meanings" / name).read_bytes() == (fitted / name).read_bytes()


def test_words_tell_more_than_the_auction_and_the_rules(notes, fitted):
    scores = evaluate_notes(read_notes(notes, "valid"), MeaningModel.load(fitted))
    for figure in ("points", "lengths"):
        assert scores[figure]["lexicon"] < scores[figure]["rules"] < scores[figure]["auction"]


def test_the_figures_have_their_agreed_names(notes):
    """Every note with words of the split counts once, and in one class."""
    scores = evaluate_meanings(notes, "valid")
    assert list(scores)[:6] == ["model", "n", "points", "lengths", "interval80", "classes"]
    assert scores["n"] == sum(row.split == "valid" for row in read_rows())
    assert tuple(scores["classes"]) == CLASSES
    assert sum(of_class["n"] for of_class in scores["classes"].values()) == scores["n"]
    for part in (scores, *scores["classes"].values()):
        assert list(part["points"]) == list(part["lengths"]) == ["auction", "rules", "lexicon"]
    assert json.dumps(scores)


def test_a_folder_teaches_the_scores_nothing(notes, tmp_path):
    """The scores of some notes are the same whether others lie beside them or not."""
    whole = evaluate_notes(read_notes(notes, "valid"), MeaningModel())
    valid = [row for row in read_rows() if row.split == "valid"]
    assert evaluate_notes(read_notes(write_notes(tmp_path, valid), "valid"), MeaningModel()) == whole


def test_what_is_left_out_is_counted(tmp_path):
    rows = [row for row in read_rows() if row.split == "valid"][:20]
    rows[0] = rows[0]._replace(text="alerted")
    rows[1] = rows[1]._replace(call=60)
    folder = write_notes(tmp_path, rows)
    frame = pd.read_parquet(folder / "notes.parquet")
    frame.loc[2, "room"] = "x"
    frame.loc[3, "deal_id"] = 10**6
    frame.to_parquet(folder / "notes.parquet")
    notes = read_notes(folder, "valid")
    assert len(notes) == 16
    assert notes.left_out == {
        "without words": 1,
        "without a deal": 1,
        "without a table": 1,
        "beyond the auction": 1,
    }


@pytest.mark.parametrize(
    "change, named",
    [
        ({"dealer": "Q"}, ("deals.parquet", "dealer", "Q")),
        ({"vul": "maybe"}, ("deals.parquet", "vul", "maybe")),
        ({"auction": "1N P 9Z"}, ("tables.parquet", "auction", "9Z")),
        ({"deal": "N:AKQ"}, ("deals.parquet", "deal", "N:AKQ")),
        ({"call": 0.5}, ("notes.parquet", "call", "0.5")),
    ],
)
def test_a_faulty_record_is_named_by_file_and_column(change, named, tmp_path):
    rows: list[MadeNote] = [row for row in read_rows() if row.split == "valid"][:3]
    rows[0] = rows[0]._replace(**{"call": min(rows[0].call, 2), **change})
    with pytest.raises(AnalyserError) as refused:
        read_notes(write_notes(tmp_path, rows), "valid")
    problem = refused.value.problems[0]
    assert all(word in f"{problem.where} {problem.found}" for word in named)
    assert problem.remedy


def test_a_fitted_lexicon_understands(fitted):
    answer = understand("12-14", [Call.parse("1NT")], model=MeaningModel.load(fitted))
    assert isinstance(answer, Understood)
    assert answer.shows == "bal HCP12-14"
    assert 12 <= answer.mean_points() <= 14
