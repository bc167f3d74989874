"""What the tree is held against: tables at the same node, never the one cut nor a baseline's own; figures by hand."""

import json
from itertools import pairwise
from math import log

import numpy as np
import pytest

from analyser.bridge import Result, Seat, Vulnerability
from analyser.casefile import Form
from tests.bench.lab.records import parse_calls, read_forms
from tests.bench.lab.tree import Forecast, ForecastTally, best_weight, evaluate_tree, mixed, score_cuts
from tests.bench.lab.tree_record import (
    CONTRACTS,
    ENDS,
    Habits,
    contract_of,
    cuts,
    end_of,
    habits,
    read_boards,
    result_of,
    scores,
)
from tests.lab.tree_record import write_cuts
from tests.support.commands import typed

START = parse_calls("1H 1S")


def end(text):
    return end_of(Result.parse(text), Seat.N)


class Told:
    """Says the same of every node, and remembers what it was shown."""

    def __init__(self, results, lost=0.0, par=("4H= by N",)):
        self.results = tuple((Result.parse(text), share) for text, share in results)
        self.lost, self.pars = lost, tuple(map(Result.parse, par))
        self.shown = []

    def forecast(self, deal, vulnerability, auction, form):
        self.shown.append((deal, auction, form))
        return self.results, self.lost

    def par(self, deal, dealer, vulnerability):
        return self.pars


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return write_cuts(tmp_path_factory.mktemp("record"))


@pytest.fixture(scope="module")
def drawn(record):
    """What forty different seeds draw."""
    tables, forms = read_boards(record, "valid"), read_forms(record)
    return [cut for seed in range(40) for cut in cuts(tables, forms, seed)]


# The cuts


def test_neither_the_cut_table_nor_the_baseline_is_a_target(drawn):
    assert drawn
    for cut in drawn:
        assert cut.targets
        assert cut.cut is not cut.other
        assert all(target is not cut.cut and target is not cut.other for target in cut.targets)


def test_every_table_that_reached_the_node_is_a_target(drawn):
    for cut in drawn:
        tables = [table for table in cut.board.tables if table.calls[: len(cut.calls)] == cut.calls]
        assert len(cut.targets) + 2 == len(tables) >= 3
        assert all(len(table.calls) > len(cut.calls) for table in tables)


def test_the_cut_stands_where_both_sides_have_bid(drawn):
    for cut in drawn:
        bidders = {seat.side for seat, call in cut.auction if call.is_bid}
        assert len(bidders) == 2
        assert not cut.auction.is_over
    assert {str(cut.auction) for cut in drawn} <= {"1H 1S", "1H 1S 2H"}
    assert len({str(cut.auction) for cut in drawn}) == 2


def test_tables_that_cannot_be_trusted_are_not_there(drawn):
    """Few cards, a contract nobody bid, an insufficient bid, an auction that is not over."""
    results = {str(table.result) for cut in drawn for table in cut.board.tables}
    assert results == {"2H= by N", "4H= by N", "2S= by E", "4H-1 by N"}


def test_a_deal_of_two_tables_is_not_cut(drawn):
    assert {cut.board.deal_id for cut in drawn} == {0}


def test_the_same_seed_draws_the_same_cut(record, drawn):
    again = [
        cut for seed in range(40) for cut in cuts(read_boards(record, "valid"), read_forms(record), seed)
    ]
    assert again == drawn


# What the record ended in


def test_ends_are_places_and_back():
    places = [0, 13, 14, 777, 3000, ENDS - 2, ENDS - 1]
    assert [end_of(result_of(place, Seat.W), Seat.W) for place in places] == places


def test_the_histogram_counts_what_followed_the_beginning():
    """Two of three tables ended in 2H=; a shorter beginning counts for four tables, what never was for a thousandth."""
    counted = Habits([START])
    for auction, result in (("1H 1S 2H P P P", "2H= by N"), ("1H 1S 3H P P P", "3H-1 by N")):
        counted.add(parse_calls(auction), end(result))
    counted.add(parse_calls("1H 1S 2H P P P"), end("2H= by N"))
    counted.add(parse_calls("1D P P P"), end("2H= by N"))  # began otherwise
    assert counted.met(START) == 3
    possible = 14 * sum(1 for place in range(CONTRACTS - 1) if counted.shares(START)[14 * place] > 0)
    base = 1 / possible
    shorter = (3 + 0.001 * 4 * base) / (4 + 0.001 * 4)
    for _ in START:  # after 1H, and after 1H 1S, three tables
        shorter = (2 + 4 * shorter) / (3 + 4)
    assert counted.shares(START)[end("2H= by N")] == pytest.approx(shorter)
    assert counted.shares(START).sum() == pytest.approx(1)


@pytest.mark.parametrize(
    "result, possible",
    [
        ("1H= by N", False),
        ("passed out", False),
        ("1S= by E", True),
        ("1SX-1 by E", True),
        ("1S= by W", False),
        ("1NT= by W", True),
        ("7NT= by S", True),
    ],
)
def test_only_what_can_still_happen_has_a_share(result, possible):
    """After 1H by North, 1S by East."""
    assert (Habits([START]).shares(START)[end(result)] > 0) == possible


def test_a_double_that_stands_is_not_undone():
    after = parse_calls("1H 1S X")
    shares = Habits([after]).shares(after)
    assert shares[end("1S= by E")] == 0
    assert shares[end("1SX= by E")] > 0
    assert shares[end("1SXX= by E")] > 0


def test_a_boards_own_tables_do_not_count():
    habits, other = Habits([START]), Habits([START])
    rows = [("1H 1S 2H P P P", "2H= by N"), ("1H 1S 4H P P P", "4H= by N")]
    for auction, result in rows:
        habits.add(parse_calls(auction), end(result))
    other.add(parse_calls(rows[0][0]), end(rows[0][1]))
    own = [(parse_calls(rows[1][0]), end(rows[1][1]))]
    assert habits.shares(START, own) == pytest.approx(other.shares(START))


def test_the_histogram_is_of_train_or_else_of_other_deals(record, tmp_path):
    counted, trained = habits(record, [START])
    assert trained
    assert counted.met(START) == 3
    counted, trained = habits(write_cuts(tmp_path, train=False), [START])
    assert not trained
    assert counted.met(START) > 3


# The figures


def forecast(shares):
    ends = np.zeros(ENDS)
    for text, share in shares:
        ends[end(text)] = share
    return Forecast.of_ends(ends, scores(Seat.N, Vulnerability.NONE))


def target(*results):
    places = [contract_of(Result.parse(text).contract, Seat.N) for text in results]
    points = [int(scores(Seat.N, Vulnerability.NONE)[end(text)]) for text in results]
    return places, points


TOLD = (("4H= by N", 0.5), ("4H-1 by N", 0.2), ("2S= by E", 0.3))


def test_log_loss_by_hand():
    """4H has 0.7, 2S 0.3; +420 has 0.5, -50 has 0.2, -110 has 0.3. Three tables count alike."""
    tally = ForecastTally.empty()
    tally.add(forecast(TOLD), *target("4H= by N", "4H-1 by N", "2S= by E"))
    figures = tally.figures()
    assert figures["contract_log_loss"] == pytest.approx(-(2 * log(0.7) + log(0.3)) / 3)
    assert figures["score_log_loss"] == pytest.approx(-(log(0.5) + log(0.2) + log(0.3)) / 3)
    assert figures["log_loss"] == figures["contract_log_loss"]
    assert (figures["top1"], figures["top3"], figures["n"]) == (pytest.approx(2 / 3), 1, 1)


def test_cuts_count_alike_however_many_tables_they_are_held_against():
    tally = ForecastTally.empty()
    tally.add(forecast(TOLD), *target("4H= by N", "4H= by N", "4H= by N"))
    tally.add(forecast(TOLD), *target("2S= by E"))
    assert tally.figures()["contract_log_loss"] == pytest.approx(-(log(0.7) + log(0.3)) / 2)


@pytest.mark.parametrize(
    "shares, named",
    [
        (
            TOLD,
            420,
        ),  # 0.2 x 10 + 0.3 x 11 = 5.3; from -50 0.5 x 10 + 0.3 x 2 = 5.6; from -110 0.5 x 11 + 0.2 x 2 = 5.9
        ((("4H= by N", 0.45), ("4H-1 by N", 0.25), ("2S= by E", 0.3)), -50),  # 5.1; from +420 it is 5.8
        ((("2H= by N", 1.0),), 110),
    ],
)
def test_the_score_named_is_the_nearest_in_imps(shares, named):
    """470 points are 10 IMPs, 530 are 11, 60 are 2 (Law 78B)."""
    assert forecast(shares).named == named


def test_imp_error_by_hand():
    """+420 named: nothing at +420, 10 IMPs at -50, 7 at +110."""
    tally = ForecastTally.empty()
    tally.add(forecast([("4H= by N", 1.0)]), *target("4H= by N", "4H-1 by N", "2H= by N"))
    assert tally.figures()["imp_error"] == pytest.approx((0 + 10 + 7) / 3)


def test_smoothing_is_the_best_in_hindsight():
    """Right with 0.2 beside, wrong with 0.4 beside: log(w + 0.2(1-w)) + log(0.4(1-w)) is largest at w = 3/8."""
    sharp, plain = [np.array([1.0]), np.array([0.0])], [np.array([0.2]), np.array([0.4])]
    assert best_weight(sharp, plain) == pytest.approx(0.375, abs=1e-4)


def test_a_smoothed_forecast_gives_something_wherever_the_plain_one_does():
    plain = forecast([("4H= by N", 0.25), ("2S= by E", 0.75)])
    told = mixed(forecast([("4H= by N", 1.0)]), plain, (0.6, 0.2), 420)
    (contract,), (score,) = told.own(*target("2S= by E"))
    assert (contract, score) == (pytest.approx(0.4 * 0.75), pytest.approx(0.8 * 0.75))


def test_outcomes_given_a_share_are_counted_in_its_band():
    tally = ForecastTally.empty()
    tally.add(forecast(TOLD), *target("4H= by N", "2S= by E"))
    bands = tally.reliability()["score"]
    found = {row["from"]: (row["said"], row["came"], row["n"]) for row in bands}
    assert found == {0.15: (0.2, 0.0, 1), 0.25: (0.3, 0.5, 1), 0.4: (0.5, 0.5, 1)}
    assert all(low["to"] <= high["from"] for low, high in pairwise(bands))


# The whole


def test_the_figures_hold_the_keys_of_the_contract(record):
    scores = evaluate_tree(record, Told(TOLD), "valid", seed=3)
    figures = {"n", "top1", "top3", "log_loss", "ece", "contract_log_loss", "score_log_loss", "imp_error"}
    assert scores["model"] == "tree"
    assert set(scores["baselines"]) == {"par", "other_table", "prefix"}
    for one in (scores, scores["after_opening"], scores["contested"], *scores["baselines"].values()):
        assert figures <= set(one)
        assert np.isfinite([one[name] for name in figures]).all()


def test_what_the_tree_left_out_goes_as_the_record_went(record):
    """A tree that follows nothing is the histogram itself."""
    figures = evaluate_tree(record, Told((), lost=1.0), "valid", seed=1)
    for name in ("contract_log_loss", "score_log_loss", "imp_error"):
        assert figures[name] == pytest.approx(figures["baselines"]["prefix"][name])


def test_whoever_predicts_sees_nothing_of_what_followed(record):
    asked = Told(TOLD)
    scored = score_cuts(record, asked, "valid", None, 2)
    ((deal, auction, form),) = asked.shown
    assert form is Form.IMPS
    assert str(auction) in {"1H 1S", "1H 1S 2H"}
    assert str(deal) == "N:AK92.KQ752.4.A83 QJT87.84.K95.KJ2 5.AJT93.QJT2.T94 643.6.A8763.Q765"
    assert scored.targets in {1, 2}


def test_a_baseline_is_wrong_by_its_own_result(record):
    """Par named +420 and the other table its own score: their error is what they miss the targets by."""
    for seed in range(6):
        (cut,) = cuts(read_boards(record, "valid"), read_forms(record), seed)
        baselines = evaluate_tree(record, Told(TOLD), "valid", seed=seed)["baselines"]
        for name, shown in (("par", "4H= by N"), ("other_table", str(cut.other.result))):
            tally = ForecastTally.empty()
            tally.add(forecast([(shown, 1.0)]), *target(*(str(target.result) for target in cut.targets)))
            assert baselines[name]["imp_error"] == pytest.approx(tally.figures()["imp_error"])


def test_without_par_the_histogram_stands_for_it(record):
    baselines = evaluate_tree(record, Told(TOLD, par=()), "valid", seed=1)["baselines"]
    for name in ("contract_log_loss", "score_log_loss", "imp_error"):
        assert baselines["par"][name] == pytest.approx(baselines["prefix"][name])


def test_the_same_seed_gives_the_same_figures(record):
    assert evaluate_tree(record, Told(TOLD), "valid", 5, 3) == evaluate_tree(
        record, Told(TOLD), "valid", 5, 3
    )


def test_a_board_in_the_histogram_leaves_out_its_own_tables(record):
    """The only deal of `train`: nothing else is known, and every contract that is possible has the same share."""
    figures = evaluate_tree(record, Told(TOLD), "train")
    (cut,) = cuts(read_boards(record, "train"), read_forms(record), 0)
    possible = np.count_nonzero(Habits([cut.calls]).shares(cut.calls)[:-1:14])
    assert figures["n"] == 1
    assert figures["baselines"]["prefix"]["contract_log_loss"] == pytest.approx(log(possible))


def test_without_a_node_of_three_tables_there_are_no_figures(record):
    figures = evaluate_tree(record, Told(TOLD), "nowhere")
    assert figures["n"] == 0
    assert figures["contract_log_loss"] is None


def test_the_command_answers_on_any_folder_of_the_documented_form(record, tmp_path, monkeypatch):
    """With the shipped models and the solver: the same figures every time, nothing else on stdout."""
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path))
    asked = (
        "evaluate",
        "tree",
        "--data",
        record,
        "--split",
        "valid",
        "--sample",
        "1",
        "--seed",
        "4",
        "--json",
    )
    first, second = typed(*asked), typed(*asked)
    assert (first.code, first.out) == (0, second.out)
    document = json.loads(first.out)
    assert document["n"] == 1
    assert all(np.isfinite(entry["score_log_loss"]) for entry in (document, *document["baselines"].values()))
