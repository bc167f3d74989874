"""The harness that rules past rulings again: figures over made rows, a ruling's JSON read, the page, one folder end to end."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.errors import UsageError
from tests.bench.lab.judgement import chance_of, read_ruling
from tests.bench.lab.judgement_figures import (
    band,
    chances,
    figures,
    finding_of,
    findings,
    over_seeds,
    product_of,
    roc_auc,
    scores,
)
from tests.bench.lab.judgement_page import evaluate_judgement, judgement_document, judgement_page
from tests.bench.lab.past_rulings_data import ConvertedRow


def made_row(number: int, held: bool | None, answer: bool | None, **ours: object) -> dict[str, Any]:
    facts = {
        "answer": answer,
        "chance": 0.9 if answer else 0.2,
        "adjusted": "weighted" if answer else "none",
        "score": [1.0, -1.0],
        "band": [0.0, 2.0],
        "tricks": None,
        "alternatives": [{"action": "P", "is_alternative": True, "certainty": 0.8}],
        **ours,
    }
    body = {"infraction": held, "changed": held, "score": [1.5, -1.5], "top": None, "tricks": None}
    return {
        "id": f"case-{number}",
        "kind": "unauthorised-information",
        "event": f"event {number // 2}",
        "action": "X",
        "seconds": 1.0,
        "body": {**body, "alternatives": ["P"], "not_alternatives": ["3C"]},
        "facts": facts,
        "told": None,
        "dice": [],
    }


ROWS = [made_row(number, held=number % 3 > 0, answer=number % 3 > 0 or None) for number in range(12)]


def test_the_finding_is_right_wrong_or_open() -> None:
    notes = findings([True, False, None, True], [True, True, False, False])
    assert (notes["right"], notes["wrong"], notes["open"]) == (1, 2, 1)
    assert (notes["found_of_held"], notes["held"], notes["adjusted_of_stood"]) == (1, 2, 1)


def test_a_chance_is_measured_beside_the_share_of_other_events() -> None:
    shares = chances([0.9, 0.8, 0.2, None], [True, True, False, False], ["a", "b", "c", "d"], seed=0)
    assert shares["auc"] == 1.0
    assert shares["unsaid"] == 1
    # Each event is predicted from the three others, one yes and one no added.
    assert shares["majority"] == pytest.approx(((2 / 5 - 1) ** 2 * 2 + (3 / 5) ** 2 * 2) / 4)
    low, high = shares["brier_interval"]
    assert low <= shares["brier"] <= high


def test_the_area_counts_pairs_and_halves_for_equals() -> None:
    assert roc_auc(np.array([0.9, 0.5, 0.5]), np.array([1.0, 1.0, 0.0])) == 0.75
    assert roc_auc(np.array([0.9]), np.array([1.0])) is None


def test_the_gap_of_scores_is_the_mean_of_both_sides() -> None:
    told = scores(ROWS, "facts")
    assert (told["n"], told["imp"]["mean"], told["imp"]["near"]) == (12, 0.5, 1.0)
    board = made_row(1, held=True, answer=True)
    board["body"]["top"] = 20
    assert scores([board], "facts")["top"]["mean"] == pytest.approx(0.5 / 20)


def test_other_seeds_show_how_stable_a_finding_is() -> None:
    row = made_row(1, held=True, answer=True)
    row["dice"] = [made_row(1, True, answer)["facts"] for answer in (True, None, False)]
    told = over_seeds([row], "unauthorised-information")
    assert told is not None
    assert (told["same_or_open"], told["open"], told["flipped"]) == (0.75, 0.25, 1)


def test_a_version_without_its_own_chance_takes_its_links() -> None:
    sure = {"action": "P", "is_alternative": True, "certainty": 0.8}
    own = {
        "action": "X",
        "is_alternative": True,
        "certainty": 0.9,
        "suggested_by": {"gain": 0.0, "interval": [-1, 1]},
    }
    ours = {"answer": True, "chance": None, "alternatives": [sure, own]}
    assert chance_of(ours, "unauthorised-information", "X") == pytest.approx(0.4)
    assert chance_of({**ours, "chance": 0.7}, "unauthorised-information", "X") == 0.7


def test_the_simple_product_is_of_alternative_measured_gain_and_information() -> None:
    links = {"code": "information.chance-disputed", "args": {"alternative": "80%", "given": "50%"}}
    measured = {"code": "alternatives.meaning-measured", "args": {"known": "90%", "measured": "75%"}}
    assert read_ruling({"findings": [links, measured]})["product"] == pytest.approx(0.3)
    assert read_ruling({"findings": [links]})["product"] is None
    row = made_row(1, held=True, answer=True)
    assert product_of(row) == chance_of(row["facts"], row["kind"], row["action"])
    row["facts"]["product"] = 0.3
    assert product_of(row) == 0.3


def test_unanswered_rows_are_counted_among_those_ruled_an_infraction() -> None:
    silent = made_row(1, held=True, answer=None, chance=None, alternatives=[])
    finding = figures([*ROWS, silent])["unauthorised-information"]["finding"]
    assert (finding["unsaid"], finding["unsaid_of_held"], finding["held"]) == (1, 1, 9)


def test_of_a_ruling_the_figures_are_read_that_are_there() -> None:
    side = {"exact": "-5/2", "decimal": "-2.5", "rounded": "-2.5", "unit": "imp"}
    document = {
        "incidents": [{"infraction": {"answer": None, "chance": 0.55}, "alternatives": [], "claim": None}],
        "adjusted": {"kind": "weighted", "ns": side, "ew": {**side, "exact": "5/2"}, "tricks": None},
        "sensitivity": {"band_ns": ["-3", "-2"]},
    }
    row = read_ruling(document)
    assert (row["answer"], row["chance"], row["score"], row["band"]) == (
        None,
        0.55,
        [-2.5, 2.5],
        [-3.0, -2.0],
    )


def test_of_misinformation_the_finding_is_whether_there_was_damage() -> None:
    damage = {"code": "misinformation.damage-open", "args": {"chance": "41 %"}}
    row = read_ruling({"incidents": [{"infraction": {"answer": True}}], "findings": [damage]})
    assert (row["damage"], row["damage_found"]) == (0.41, None)
    assert chance_of(row, "misinformation", None) == 0.41
    assert finding_of(row, "misinformation") is None
    assert finding_of({**row, "damage_found": True}, "misinformation") is True
    assert finding_of({**row, "adjusted": "none"}, "misinformation") is False, "the same score either way"
    assert finding_of({**row, "answer": None, "damage_found": True}, "misinformation") is None


def test_an_unanswered_row_lists_what_it_lacks() -> None:
    bare = made_row(1, held=True, answer=None, chance=None, alternatives=[]) | {"lacks": "complaint"}
    document = judgement_document([], [*ROWS, bare])
    finding = document["kinds"]["unauthorised-information"]["finding"]
    assert finding["lacking"] == {"complaint": 1}
    assert "who acted after what" in judgement_page(document)


def test_rows_bundled_with_the_program_are_told_from_others() -> None:
    rows = [row | {"bundled": number % 2 == 0} for number, row in enumerate(ROWS)]
    unauthorised_information = judgement_document([], rows)["unbundled"]["unauthorised-information"]
    assert unauthorised_information["n"] == len(ROWS) // 2


def test_the_page_shows_every_kind_and_what_was_unreadable() -> None:
    document = judgement_document([ConvertedRow("case-1", "other", None)], ROWS)
    page = judgement_page(document)
    assert "unauthorised-information: an infraction was found" in page
    assert "case-11" in page
    assert "past rulings alone" in page
    assert set(document["kinds"]["unauthorised-information"]) >= {
        "chance",
        "finding",
        "alternatives",
        "scores",
        "band",
    }
    assert figures(ROWS) == figures(ROWS)


def test_a_score_reviewed_as_inside_is_counted_beside_the_band() -> None:
    ours = [
        {"band": [-2.0, -0.1], "verdict": "inside"},  # a single result of a third or more
        {"band": [-2.0, 1.0], "verdict": "inside"},
        {"band": [3.0, 4.0], "verdict": "outside"},
        {"band": None, "verdict": "cannot-tell"},
    ]
    told = band(ours, [[0.0, 0.0]] * 4)
    assert (told["n"], told["inside"]) == (3, 1)
    assert told["reviewed"] == {"inside": 2, "near": 0, "outside": 1}


def test_a_kind_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text("", "utf-8")
    with pytest.raises(UsageError, match="not a kind"):
        evaluate_judgement(tmp_path, None, lambda _: None, kind="ui")


@pytest.mark.slow
def test_a_folder_is_ruled_once_and_not_ruled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "cache"))
    row = {
        "id": "later-1",
        "source": "x",
        "event": "an event",
        "infraction": "claim",
        "law_edition": "2017",
        "table_contract": "3NT-S",
        "director_ruling": "all to the claimer",
        "claim": {
            "claimer": "S",
            "trump": None,
            "on_lead": "S",
            "claimed_remaining": 4,
            "remaining": {"N": "Q5..J4.", "E": ".JT92..", "S": "J3.Q7..", "W": "..T92.8"},
        },
    }
    (tmp_path / "cases.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    heard: list[str] = []
    document = evaluate_judgement(tmp_path, tmp_path / "reports", heard.append)
    assert document["kinds"]["claim"]["n"] == 1
    assert (tmp_path / "reports" / "judgement.html").is_file()
    assert heard == ["1 of 1 cases ruled"]
    assert evaluate_judgement(tmp_path, None, heard.append) == document
    assert len(heard) == 1
