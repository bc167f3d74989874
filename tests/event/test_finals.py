"""What every table of a board earns: golden figures, and every other pair scored again when one score is weighed."""

import csv
import tomllib
from fractions import Fraction

import pytest

from analyser.bridge import Vulnerability, parse_result
from analyser.casefile import Form
from analyser.event.board_scores import FinalScore, match_board, score_board
from analyser.scoring import (
    BoardComparison,
    Field,
    SideScores,
    WeightedScore,
    form_named,
    parse_weight,
    rescore_tables,
    score_ns,
)
from tests.support import GOLDEN
from tests.support.every import each_row

SCORING = GOLDEN / "scoring"
WORKED = tomllib.loads((SCORING / "worked.toml").read_text("utf-8"))["example"]


def rows(name):
    return list(csv.DictReader((SCORING / name).read_text("utf-8").splitlines()))


def fractions(text):
    return [Fraction(word) for word in text.split()]


def weighted(example, side):
    weights = example.get(f"{side}_weights") or example["ns_weights"]
    vulnerable = Vulnerability.parse(example["vulnerable"])
    return WeightedScore.from_shares(
        [(parse_weight(w), score_ns(parse_result(r), vulnerable)) for w, r in weights]
    )


def final_of(example):
    sides = (weighted(example, "ns").shares, weighted(example, "ew").shares)
    return FinalScore(*(tuple((score, weight) for weight, score in shares) for shares in sides))


def of(form, key="field"):
    return [
        pytest.param(example, id=example["id"])
        for example in WORKED
        if example["form"] == form and key in example and "ns" in example and "tables" not in example
    ]


@pytest.mark.parametrize("row", rows("matchpoints.csv"), ids=lambda row: row["scores"])
def test_matchpoints_of_a_whole_field(row):
    finals = [FinalScore.from_score(int(score)) for score in row["scores"].split()]
    earned = score_board(Form.MATCHPOINTS, finals)
    assert [points.ns for points in earned] == fractions(row["matchpoints"])
    assert all(points.ns + points.ew == points.top for points in earned)


@pytest.mark.parametrize("row", rows("cross_imps.csv"), ids=lambda row: row["scores"])
def test_cross_imps_of_a_whole_field(row):
    finals = [FinalScore.from_score(int(score)) for score in row["scores"].split()]
    assert [points.ns for points in score_board(Form.CROSS_IMPS, finals)] == fractions(
        row["mean_imps_against_the_other_tables"]
    )


@pytest.mark.parametrize("row", rows("butler.csv"), ids=lambda row: row["score"])
def test_butler_against_the_datum_of_all_tables(row):
    scores = [int(score) for score in row["scores_of_all_tables"].split()]
    earned = score_board(Form.BUTLER, [FinalScore.from_score(score) for score in scores])
    assert earned[scores.index(int(row["score"]))].ns == int(row["imps"])


@pytest.mark.parametrize("row", rows("neuberg.csv"), ids=lambda row: row["matchpoints_in_group"])
def test_a_board_with_artificial_scores_is_factored_to_all_tables(row):
    group, everybody = int(row["group_results"]), int(row["all_results"])
    below = Fraction(row["matchpoints_in_group"]) / 2
    if below.denominator != 1:  # an odd score needs a tie
        scores = [0] * (int(below) - 0) + [100, 100] + [200] * (group - 2 - int(below))
    else:
        scores = [0] * int(below) + [100] + [200] * (group - 1 - int(below))
    averages = [FinalScore(award=SideScores(Fraction(60), Fraction(40)))] * (everybody - group)
    earned = score_board(Form.MATCHPOINTS, [*map(FinalScore.from_score, scores), *averages])
    assert earned[scores.index(100)].ns == Fraction(row["final_exact"])
    assert earned[-1].ns == Fraction(60, 100) * 2 * (everybody - 1)


@pytest.mark.parametrize("example", of("matchpoints") + of("cross-imps") + of("butler"))
def test_a_weighted_score_earns_what_the_pocket_calculator_says(example):
    others = [score for score, times in Field.parse(example["field"]).counts for _ in range(int(times))]
    earned = score_board(Form(example["form"]), [final_of(example), *map(FinalScore.from_score, others)])[0]
    assert (earned.ns, earned.ew) == (Fraction(example["ns"]), Fraction(example["ew"]))


@pytest.mark.parametrize("example", of("matchpoints") + of("cross-imps") + of("butler"))
def test_a_weighted_score_moves_every_other_pair(example):
    field = Field.parse(example["field"])
    others = [score for score, times in field.counts for _ in range(int(times))]
    earned = score_board(Form(example["form"]), [final_of(example), *map(FinalScore.from_score, others)])
    again = rescore_tables(
        form_named(example["form"]),
        field,
        weighted(example, "ns"),
        weighted(example, "ew"),
        BoardComparison(field=field),
    )
    rescored = {row.score_ns: (row.scores.ns, row.scores.ew) for row in again}
    for score, points in zip(others, earned[1:], strict=True):
        assert (points.ns, points.ew) == rescored[score]


@each_row("example", of("imps", "other"))
def test_a_weighted_score_against_the_other_room(example):
    earned = match_board(Form.IMPS, final_of(example), FinalScore.from_score(int(example["other"])))
    assert (earned.ns, earned.ew) == (Fraction(example["ns"]), Fraction(example["ew"]))


def test_two_weighted_rooms_meet_result_by_result():
    """Half of 620 and -100 against half of 170 and -100, each pairing converted by itself: 10, 12, -7, 0."""
    half = Fraction(1, 2)
    first = FinalScore(((620, half), (-100, half)), ((620, half), (-100, half)))
    second = FinalScore(((170, half), (-100, half)), ((170, half), (-100, half)))
    assert match_board(Form.IMPS, first, second).ns == Fraction(10 + 12 - 7 + 0, 4)


def test_scores_that_do_not_balance_become_one_in_a_knockout():
    """The knock-out row of the golden figures: -4 and 10/3 become -11/3 and 11/3 (12C4)."""
    ns = ((50, Fraction(3, 10)), (-920, Fraction(7, 10)))
    ew = ((50, Fraction(1, 3)), (-920, Fraction(2, 3)))
    other_room = FinalScore.from_score(-440)
    assert match_board(Form.IMPS, FinalScore(ns, ew), other_room).ns == -4
    earned = match_board(Form.KNOCKOUT, FinalScore(ns, ew), other_room)
    assert (earned.ns, earned.ew) == (Fraction(-11, 3), Fraction(11, 3))


def test_board_a_match_is_won_tied_or_lost():
    won = match_board(Form.BAM, FinalScore.from_score(430), FinalScore.from_score(420))
    assert (won.ns, won.ew, won.top) == (2, 0, 2)
    assert match_board(Form.BAM, FinalScore.from_score(420), FinalScore.from_score(420)).ns == 1


def test_a_field_of_one_earns_nothing_that_can_be_told():
    assert score_board(Form.MATCHPOINTS, [FinalScore.from_score(620)]) == [None]
    assert score_board(Form.CROSS_IMPS, [FinalScore.from_score(620)]) == [None]


def test_average_plus_for_both_teams_is_three_imps_each():
    award = FinalScore(award=SideScores(Fraction(3), Fraction(3)))
    earned = match_board(Form.IMPS, award, FinalScore.from_score(620))
    assert (earned.ns, earned.ew) == (3, 3)
