"""Planted misinformation: every row counts, malformed lines are named, and saved means what the right meaning saves."""

import json
from pathlib import Path

import numpy as np
import pytest

from analyser.errors import AnalyserError
from tests.bench.lab.measures import clustered_interval
from tests.bench.lab.planted import evaluate_planted, log_loss, read_planted

ROW = {
    "dealer": "N",
    "vulnerable": "None",
    "form": "imps",
    "seat": "E",
    "hand": "KJ5.AQ7.KJ84.Q93",
    "auction": ["1N"],
    "explained": 0,
    "explained_call": "1N",
    "right_text": "10-12",
    "right_shows": "HCP10-12 bal",
    "given_text": "15-17",
    "given_shows": "HCP15-17 bal",
    "call_made": "X",
    "role": "next opponent",
    "moves": 0.35,
    "core": True,
    "deal_id": 1,
    "peer_call": "P",
    "peer_hand": "KQ5.AJ7.KJ84.J93",
    "split": "nobody-knows",
}
STRONG = ROW | {
    "right_text": "15-17",
    "right_shows": "HCP15-17 bal",
    "given_text": "10-12",
    "given_shows": "HCP10-12 bal",
    "call_made": "P",
    "deal_id": 2,
    "core": False,
    "moves": 0.1,
    "peer_call": None,
}
PARTNER = ROW | {
    "auction": ["1N", "P"],
    "seat": "S",
    "role": "partner",
    "call_made": "P",
    "hand": "K52.J7.KJ84.Q983",
    "deal_id": 3,
    "moves": 0.5,
}
FIGURES = {
    "n", "bare", "right", "given", "saved", "saved_interval", "contrast", "contrast_interval",
    "top1_bare", "top1_right", "top1_given",
}  # fmt: skip


def write(folder: Path, *rows: object) -> Path:
    file = folder / "planted.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n")
    return file


def test_all_rows_count_whatever_their_split(tmp_path):
    scores = evaluate_planted(write(tmp_path, ROW, STRONG, PARTNER))
    assert set(scores) == {"model", "n", "deals", "text", "constraint", "core", "peers"}
    assert (scores["n"], scores["deals"], scores["peers"]["n"]) == (3, 3, 2)
    for way in ("text", "constraint"):
        assert [scores[way][role]["n"] for role in ("next opponent", "second opponent", "partner")] == [
            2,
            0,
            1,
        ]
        assert [scores["core"][way][role]["n"] for role in ("next opponent", "partner")] == [1, 1]
        by_moves = scores[way]["next opponent"]["moves"]
        assert {bound: own["n"] for bound, own in by_moves.items()} == {
            "0": 0,
            "0.05": 1,
            "0.15": 0,
            "0.3": 1,
        }
        assert set(by_moves["0.3"]) == set(scores[way]["partner"]) - {"moves"} == FIGURES


def test_the_right_range_predicts_better_than_the_planted_one(tmp_path):
    scores = evaluate_planted(write(tmp_path, ROW, STRONG))
    for way in ("text", "constraint"):
        figures = scores[way]["next opponent"]
        assert figures["saved"] == pytest.approx(figures["bare"] - figures["right"])
        assert figures["contrast"] == pytest.approx(figures["given"] - figures["right"])
        assert figures["contrast"] > 0.05


def test_core_leaves_the_other_rows_out(tmp_path):
    scores = evaluate_planted(write(tmp_path, ROW, STRONG, PARTNER), core=True)
    assert (scores["n"], scores["text"]["next opponent"]["n"]) == (2, 1)


BROKEN = (
    ("{not json", "line 2"),
    (json.dumps({key: value for key, value in ROW.items() if key != "hand"}), "hand"),
    (json.dumps(ROW | {"seat": "S"}), "turn"),
    (json.dumps(ROW | {"call_made": "1C"}), "legal"),
    (json.dumps(ROW | {"explained_call": "2N"}), "2N"),
    (json.dumps(ROW | {"role": "partner"}), "explained"),
    (json.dumps(ROW | {"right_shows": "HPC10"}), "line 2"),
    (json.dumps(ROW | {"hand": "KJ5.AQ7.KJ84.Q9"}), "12 cards"),
    (json.dumps(ROW | {"moves": "far"}), "moves"),
    (json.dumps(ROW | {"right_text": ""}), "right_text"),
    ("[1, 2]", "object"),
)


def test_a_malformed_line_is_named_by_its_number(tmp_path):
    for line, why in BROKEN:
        with pytest.raises(AnalyserError) as refused:
            read_planted(write(tmp_path, ROW, line, STRONG))
        (problem,) = refused.value.problems
        assert "line 2" in problem.where
        assert why in f"{problem.where} {problem.why} {problem.found}"


def test_every_malformed_line_is_named_at_once(tmp_path):
    with pytest.raises(AnalyserError) as refused:
        read_planted(write(tmp_path, "{", ROW, "[]"))
    assert [problem.where.rpartition(" ")[2] for problem in refused.value.problems] == ["1", "3"]


def test_a_share_below_a_thousandth_costs_no_more_than_one():
    shares = np.array([[0.9995, 0.0005, 0.0], [0.5, 0.5, 0.0]])
    assert log_loss(shares, np.array([1, 0])) == pytest.approx([-np.log(0.001 / 1.0005), np.log(2)])


def test_rows_of_one_deal_are_one_observation():
    values = np.array([0.0, 0.0, 1.0, 1.0])
    alone, together = (clustered_interval(values, np.array(deals)) for deals in ([1, 2, 3, 4], [1, 1, 2, 2]))
    assert together[1] - together[0] > alone[1] - alone[0]
    assert sum(alone) / 2 == pytest.approx(0.5)
