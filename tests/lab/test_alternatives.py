"""What is learned of alternatives: bars on the untouched half, nothing claimed that the few past rulings cannot bear."""

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

import numpy as np
import pytest

from analyser import resources
from analyser.estimates.calls import CallModel
from analyser.estimates.suggestion_prior import FEATURES, PastRulings
from tests.bench.lab.alternatives_prior import (
    NaturalPolls,
    _inside,
    fit_answers,
    natural_polls,
    score_prior,
    train_prior,
)
from tests.bench.lab.past_rulings_data import cases_in
from tests.bench.lab.records import Half
from tests.support import SHARED, needs_shared

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
def test_positions_ten_tables_faced_are_mostly_decided_nearly_always_right(actions: str) -> None:
    """At the EBU's one in five, the votes as truth: it abstains in at most 30 %, is right in at least 90 % of the rest."""
    told = told_of_the_report_half()
    figures = told if actions == "all" else told["open"]
    assert figures["abstained"] <= 0.30
    assert figures["right"] >= 0.90


@needs_shared
def test_votes_fall_inside_the_intervals_as_often_as_they_say() -> None:
    told = told_of_the_report_half()
    assert told["inside_90"] == pytest.approx(told["expected_90"], abs=0.02)
    assert told["inside_80"] == pytest.approx(told["expected_80"], abs=0.02)


def test_votes_drawn_from_the_belief_fall_inside_as_expected() -> None:
    rng = np.random.default_rng(5)
    share, asked = np.full(4000, 0.3), np.full(4000, 12)
    votes = rng.binomial(12, rng.beta(0.3 * 9, 0.7 * 9, 4000))
    inside, expected = _inside(share, np.full(4000, 9.0), votes, asked, 0.1)
    assert inside == pytest.approx(expected, abs=0.02)
    assert expected is not None
    assert expected >= 0.8


def test_the_weight_of_a_model_right_on_average_is_recovered() -> None:
    """Polls drawn from Dirichlet shares of a known weight, of which only those that differ are seen."""
    rng = np.random.default_rng(3)
    shares = rng.dirichlet([0.6] * 5, 4000)
    shares = np.concatenate([shares, np.zeros((4000, 33))], axis=1)
    true = np.stack([rng.dirichlet(np.maximum(row[:5], 1e-6) * 8.0) for row in shares])
    votes = np.zeros((4000, 38), np.int64)
    votes[:, :5] = np.stack([rng.multinomial(6, row) for row in true])
    differ = votes.max(axis=1) < 6
    polls = NaturalPolls(votes[differ], shares[differ], np.full(int(differ.sum()), 9))
    assert fit_answers(polls)[9] == pytest.approx(8.0, rel=0.25)


@pytest.mark.slow
def test_the_same_record_gives_the_same_weight_of_the_models(record: Path, tmp_path: Path) -> None:
    told = []
    for name in ("first", "again"):
        train_prior(record, tmp_path / name)
        told.append([(tmp_path / name / file).read_bytes() for file in ("model.json", "card.toml")])
    assert told[0] == told[1]


def test_an_added_case_file_is_read_like_a_row(tmp_path: Path) -> None:
    raw = resources.data("cases/past/usbf-2016s-1.toml")
    (tmp_path / "new.toml").write_bytes(raw)
    assert [case.id for case in cases_in(tmp_path)] == ["usbf-2016s-1"]


def test_the_shipped_chances_are_probabilities_and_name_their_basis() -> None:
    shipped = PastRulings.load_shipped()
    assert shipped is not None
    assert all(0 < shipped.logistic_odds(tuple(edge for _ in FEATURES)) < 1 for edge in (-5.0, 0.0, 5.0))
    assert {"chain", "both", "majority"} <= dict(shipped.record).keys()
    assert shipped.cases > 0


def test_without_a_weight_of_its_own_the_chain_decides() -> None:
    shipped = PastRulings.load_shipped()
    assert shipped is not None
    features = tuple(1.0 for _ in FEATURES)
    without = replace(shipped, weight=0.0)
    assert without.blended_odds(0.37, features) == 0.37
    assert replace(shipped, weight=1.0).blended_odds(0.37, features) == pytest.approx(
        shipped.logistic_odds(features), abs=0.001
    )
