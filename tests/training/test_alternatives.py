"""What is learned of alternatives: bars on the untouched half, nothing claimed that the few past rulings cannot bear."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

import numpy as np
import pytest

from analyser import resources
from analyser.estimates.calls import CallModel
from analyser.estimates.past_rulings import FEATURES, PastRulings
from analyser.training.alternatives import (
    Rows,
    _infraction_found,
    _weight_of,
    evaluate_alternatives,
    fit,
    predict,
    scored,
    train_alternatives,
)
from analyser.training.alternatives_prior import (
    NaturalPolls,
    _inside,
    fit_answers,
    natural_polls,
    score_prior,
    train_prior,
)
from analyser.training.past_labels import InfractionLabel
from analyser.training.past_rulings_data import cases_in
from analyser.training.records import Half
from tests.support import SHARED, needs_shared
from tests.training.played_record import write_played_record

FIGURES: dict[str, Any] = json.loads(resources.text("models/alternatives/model.json"))


@cache
def told_of_the_report_half() -> dict[str, Any]:
    polls = natural_polls(CallModel.load(), SHARED / "data" / "vugraph", "valid", Half.REPORT)
    return score_prior(polls, FIGURES["prior"]["answers"], FIGURES["prior"]["sure"])


def test_the_card_vouches_for_the_figures() -> None:
    card = loads(resources.text("models/alternatives/card.toml"))
    assert card["model"]["sha256"] == sha256(resources.data("models/alternatives/model.json")).hexdigest()


@needs_shared
@pytest.mark.parametrize("actions", ["all", "open"])
def test_of_positions_ten_tables_faced_it_can_tell_most_and_is_nearly_always_right(actions: str) -> None:
    """At the EBU's one in five, the votes as truth: it abstains in at most 30 %, is right in at least 90 % of the rest."""
    told = told_of_the_report_half()
    figures = told if actions == "all" else told["open"]
    assert figures["abstained"] <= 0.30
    assert figures["right"] >= 0.90


@needs_shared
def test_votes_fall_inside_the_intervals_about_as_often_as_these_say() -> None:
    told = told_of_the_report_half()
    assert told["inside_90"] == pytest.approx(told["expected_90"], abs=0.02)
    assert told["inside_80"] == pytest.approx(told["expected_80"], abs=0.02)


def test_votes_drawn_from_the_belief_itself_fall_inside_as_often_as_expected() -> None:
    dice = np.random.default_rng(5)
    share, asked = np.full(4000, 0.3), np.full(4000, 12)
    votes = dice.binomial(12, dice.beta(0.3 * 9, 0.7 * 9, 4000))
    inside, expected = _inside(share, np.full(4000, 9.0), votes, asked, 0.1)
    assert inside == pytest.approx(expected, abs=0.02)
    assert expected is not None
    assert expected >= 0.8


def test_the_weight_of_a_model_that_is_right_on_average_is_found_again() -> None:
    """Polls drawn from Dirichlet shares of a known weight, of which only those that differ are seen."""
    dice = np.random.default_rng(3)
    shares = dice.dirichlet([0.6] * 5, 4000)
    shares = np.concatenate([shares, np.zeros((4000, 33))], axis=1)
    true = np.stack([dice.dirichlet(np.maximum(row[:5], 1e-6) * 8.0) for row in shares])
    votes = np.zeros((4000, 38), np.int64)
    votes[:, :5] = np.stack([dice.multinomial(6, row) for row in true])
    differ = votes.max(axis=1) < 6
    polls = NaturalPolls(votes[differ], shares[differ], np.full(int(differ.sum()), 9))
    assert fit_answers(polls)[9] == pytest.approx(8.0, rel=0.25)


def rows_of(found: list[int], first: list[float]) -> Rows:
    features = np.zeros((len(found), len(FEATURES)))
    features[:, 0] = first
    count = len(found)
    return Rows(
        tuple(map(str, range(count))),
        features,
        np.array(found),
        np.ones(count),
        np.arange(count, dtype=np.int64),
    )


def test_what_separates_the_rulings_is_learned_and_what_does_not_is_left_alone() -> None:
    found = [0, 1] * 40
    clear = fit(rows_of(found, [float(one) for one in found]))
    assert clear["coefficients"][0] > 0
    assert clear["slope"] > 0
    none = predict(fit(rows_of([1] * 30 + [0] * 10, [0.0] * 40)), np.zeros((1, len(FEATURES))))
    assert none[0] == pytest.approx(0.75, abs=0.06)


@pytest.mark.slow
def test_same_cases_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.training.alternatives._DRAWN", 20)
    first, again = (_trained(tmp_path / name) for name in ("first", "again"))
    assert first == again
    figures = json.loads(first["model.json"])
    assert figures["rulings"]["target"] == "infraction"
    assert set(figures["rulings"]["cases"]) <= {
        name.rpartition("/")[2].removesuffix(".toml") for name in resources.listing("cases/past")
    }


def _trained(folder: Path) -> dict[str, bytes]:
    train_alternatives(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_record_gives_the_same_weight_of_the_models(tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.mkdir()
    write_played_record(record, deals=150)
    told = []
    for name in ("first", "again"):
        train_prior(record, tmp_path / name)
        told.append([(tmp_path / name / file).read_bytes() for file in ("model.json", "card.toml")])
    assert told[0] == told[1]


def test_a_case_file_added_to_a_folder_is_read_like_a_row(tmp_path: Path) -> None:
    raw = resources.data("cases/past/usbf-2016s-1.toml")
    (tmp_path / "new.toml").write_bytes(raw)
    assert [case.id for case in cases_in(tmp_path)] == ["usbf-2016s-1"]


@pytest.mark.parametrize(
    "found, worth, told, stood, record",
    [
        (True, 1.0, True, False, False),
        (False, 1.0, False, True, False),
        (False, 0.5, False, True, True),
        (False, 0.8, None, True, False),
        (None, None, None, True, True),
        (None, None, None, False, False),
    ],
    ids=[
        "found",
        "said to be none",
        "in an archive",
        "stood without a reason",
        "archive, no reason",
        "nothing told",
    ],
)
def test_a_ruling_counts_by_how_much_it_tells(
    found: bool | None, worth: float | None, told: bool | None, stood: bool, record: bool
) -> None:
    label = InfractionLabel("a", "b", "ui", "director", "2007", record, told, stood, None)
    assert _infraction_found(label) is found
    if worth is not None:
        assert _weight_of(label) == worth


def test_an_area_of_one_half_belongs_to_one_answer_for_all() -> None:
    rows = rows_of([0, 1, 1, 0], [0.0] * 4)
    told = scored(np.full(4, 0.5), rows, seed=0)
    assert told["auc"] == pytest.approx(0.5)
    assert told["brier"] == pytest.approx(0.25)


@needs_shared
def test_past_rulings_are_scored_with_the_keys_of_the_contract() -> None:
    told = evaluate_alternatives(SHARED / "data" / "cases")
    assert {"model", "target", "n", "auc", "interval", "brier", "majority"} <= set(told)
    assert told["target"] == "infraction"
    low, high = told["interval"]
    assert low <= told["auc"] <= high


def test_the_shipped_chances_are_chances() -> None:
    shipped = PastRulings.shipped()
    assert shipped is not None
    assert all(0 < shipped.chance(tuple(edge for _ in FEATURES)) < 1 for edge in (-5.0, 0.0, 5.0))
