"""What bodies held, learned beside the chain: it enters only where it does better on rulings it has not seen."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.casefile import Case, case_of
from analyser.errors import ModelError
from analyser.estimates.suggestion_prior import FEATURES, PastRulings, features_of
from tests.bench.lab import alternatives
from tests.bench.lab.alternatives import (
    HeldByBodies,
    evaluate_alternatives,
    held_by_bodies,
    learned,
    left_out,
    train_alternatives,
)
from tests.support import ROOT


def answers_of(values: list[float], chain: list[float], first: list[float]) -> HeldByBodies:
    count = len(values)
    features = np.zeros((count, len(FEATURES)))
    features[:, 0] = first
    names = tuple(f"case-{number}" for number in range(count))
    events = tuple(f"event {number // 2}" for number in range(count))
    return HeldByBodies(names, events, features, np.array(chain), np.array(values), np.ones(count))


HELD = [float(number % 2) for number in range(40)]


def test_past_rulings_earn_weight_by_showing_what_the_chain_misses() -> None:
    figures = learned(answers_of(HELD, [0.5] * 40, HELD))
    assert figures is not None
    assert figures["weight"] > 0.5
    assert figures["record"]["both"] < figures["record"]["chain"]


def test_what_adds_nothing_to_a_good_chain_gets_none() -> None:
    noise = np.random.default_rng(1).normal(size=40).tolist()
    figures = learned(answers_of(HELD, [0.9 if held else 0.1 for held in HELD], noise))
    assert figures is not None
    assert figures["weight"] == 0.0
    assert PastRulings.from_json(figures).blended_odds(0.42, tuple(0.0 for _ in FEATURES)) == 0.42


def test_a_ruling_is_predicted_without_its_own_event() -> None:
    """One event alone shows the pattern: nothing of it may be known when it is left out."""
    held = [0.0, 1.0] * 12
    first = [0.0] * 24
    odd = answers_of(held, [0.5] * 24, first)
    features = odd.features.copy()
    features[0, 1], features[1, 1] = -9.0, 9.0
    texts = left_out(HeldByBodies(odd.cases, odd.events, features, odd.chain, odd.held, odd.worth))
    assert texts[0] == pytest.approx(0.5, abs=0.05)
    assert texts[1] == pytest.approx(0.5, abs=0.05)


def test_of_too_few_rulings_nothing_is_learned() -> None:
    assert learned(answers_of([1.0] * 20, [0.9] * 20, [0.0] * 20)) is None
    assert learned(answers_of(HELD[:6], [0.5] * 6, HELD[:6])) is None


def judged(number: int) -> dict[str, Any]:
    held = bool(number % 2)
    taken = {
        "action": "X",
        "is_alternative": True,
        "certainty": 0.9,
        "suggested_chance": 0.6,
        "interval": [0.1, 0.4],
    }
    other = {"action": "P", "is_alternative": True, "certainty": 0.8, "interval": [0.2, 0.6]}
    links = {
        "chance": 0.5,
        "suggested": 0.6,
        "features": [float(held)] + [0.0] * 7,
        "circumstances": [0.0] * 5,
    }
    return {
        "id": f"case-{number:02d}",
        "kind": "unauthorised-information",
        "event": f"event {number // 2}",
        "record": False,
        "action": "X",
        "body": {"infraction": held, "suggested": held, "alternatives": ["P"], "not_alternatives": ["3C"]},
        "facts": {"alternatives": [taken, other], "links": links},
    }


def test_the_answers_of_bodies_are_gathered_by_question() -> None:
    rows = [judged(number) for number in range(4)]
    assert held_by_bodies(rows, "infraction").held.tolist() == [0.0, 1.0, 0.0, 1.0]
    assert held_by_bodies(rows, "suggested").chain.tolist() == [0.6] * 4
    actions = held_by_bodies(rows[:1], "alternative")
    assert (actions.held.tolist(), actions.chain.tolist()) == ([1.0, 0.0], [0.8, 0.0])


@pytest.mark.slow
def test_training_twice_gives_the_same_figures_evaluated_on_unseen_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [judged(number) for number in range(24)]
    monkeypatch.setattr(alternatives, "rule_all_again", lambda *_: rows)
    monkeypatch.setattr(alternatives, "bundled_rows", tuple)
    files = []
    for name in ("first", "again"):
        train_alternatives(tmp_path / name)
        files.append([(tmp_path / name / file).read_bytes() for file in ("model.json", "card.toml")])
    assert files[0] == files[1]
    (tmp_path / "cases.jsonl").write_text("", "utf-8")
    figures = evaluate_alternatives(tmp_path, models=tmp_path / "first")
    assert figures["left_out"] == 24
    assert figures["auc"] > 0.9
    monkeypatch.setattr(alternatives, "rule_all_again", lambda *_: rows[:4])
    with pytest.raises(ModelError, match="nothing can be learned"):
        train_alternatives(tmp_path / "few")


def slow_pass() -> Case:
    return case_of((ROOT / "cases" / "past" / "sbf-lk1222.toml").read_bytes())


def test_the_features_are_the_chains_links_and_the_circumstances() -> None:
    case = slow_pass()
    told = dict(zip(FEATURES, features_of(case, case.incident[0], "2007", 0.5, 0.5, 0.3), strict=True))  # type: ignore[arg-type]
    assert (told["alternative"], told["suggested"], told["width"], told["tempo"]) == (0.0, 0.0, 0.3, 1.0)
    assert (told["international"], told["edition_1997"]) == (0.0, 0.0)
