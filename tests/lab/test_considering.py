"""How many more consider an action than choose it: found from what bodies held, drawn to as many where they say little."""

import json
from pathlib import Path
from tomllib import loads

import pytest

from analyser import resources
from analyser.bridge import Call
from analyser.ruling.alternatives.shares import Prior, Threshold
from tests.bench.lab.considering import HeldAlternative, fitted_factor, record_of, train_considering

FIFTH = Threshold(0.2, 0.05, True, 0.8)
PASS, GAME = Call.parse("P"), Call.parse("4H")


def held(share: float, *, alternative: bool, event: str = "a", times: float = 1.0) -> HeldAlternative:
    shares = {PASS: share, GAME: 1 - share}
    return HeldAlternative("case", event, PASS, alternative, times, shares, 10.0, (), FIFTH)


def test_alternatives_a_tenth_chooses_mean_that_more_consider_them() -> None:
    assert fitted_factor([held(0.1, alternative=True, times=20.0)]) > 2


def test_rejecting_what_a_fifth_chooses_means_no_more_consider_it() -> None:
    assert fitted_factor([held(0.2, alternative=False, times=20.0)]) == 1.0


def test_answers_that_any_factor_explains_say_nothing() -> None:
    """Nine in ten choose it, so that it is an alternative whoever else considers it."""
    assert fitted_factor([held(0.9, alternative=True, times=100.0)]) == 1.0


def test_few_answers_move_it_less_than_many() -> None:
    few, many = (fitted_factor([held(0.1, alternative=True, times=times)]) for times in (0.5, 20.0))
    assert few <= many


def test_the_record_is_of_events_left_out() -> None:
    """Each event is judged by a factor found from the others alone; a sure majority errs by its own share."""
    answers = [held(0.1, alternative=True, event=f"e{number}", times=5.0) for number in range(4)]
    record = record_of(answers)
    assert record["factors"][0] > 1
    assert record["brier"]["fitted"] < record["brier"]["as-chosen"]
    assert record["brier"]["majority"] == 0.0


def test_what_is_shipped_is_what_its_card_says() -> None:
    card = loads(resources.text("models/alternatives/card.toml"))
    figures = json.loads(resources.text("models/alternatives/model.json"))
    assert figures["considering"]["odds"] == card["considering"]["odds"] == Prior.load_shipped().considering
    brier = card["considering"]["left_out"]["brier"]
    assert brier["fitted"] < brier["as-chosen"]


@pytest.mark.slow
def test_it_is_found_from_the_bundled_rulings_alone(tmp_path: Path) -> None:
    part = train_considering(tmp_path)
    assert part["answers"] >= 30
    assert part["odds"] >= 1
    assert json.loads((tmp_path / "model.json").read_text("utf-8"))["considering"]["odds"] == part["odds"]
