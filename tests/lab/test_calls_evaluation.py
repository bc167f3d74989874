"""The figures models are told by: counted by hand on small tables, and on votes drawn from known shares."""

import numpy as np
import pytest

from analyser.estimates.calls import SupportTable, auction_key
from tests.bench.lab.calls_calibration import SameTurns, pseudo_counts, shares, temperatures
from tests.bench.lab.calls_evaluation import Polls, Prefixes
from tests.bench.lab.card import packed
from tests.bench.lab.measures import ShareScore, calibration_error, reliability
from tests.bench.lab.records import Half, hand_masks, in_half, parse_calls

PASS, DOUBLE, ONE_CLUB = 0, 1, 3


@pytest.mark.parametrize(
    "rank, expected, row",
    [
        (0, 1, [0.2, 0.5, 0.3]),
        (2, 0, [0.2, 0.5, 0.3]),
        (0, 0, [0.4, 0.4, 0.2]),
        (1, 1, [0.4, 0.4, 0.2]),
        (2, 2, [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_the_rank_of_the_action_taken_breaks_ties_downward(rank, expected, row):
    assert ShareScore.of(np.array([row]), np.array([expected])).rank.tolist() == [rank]


def test_log_loss_is_the_mean_of_what_was_thought_unlikely():
    score = ShareScore.of(np.array([[0.5, 0.5], [0.25, 0.75]]), np.array([0, 0]))
    assert score.figures()["log_loss"] == pytest.approx((np.log(2) + np.log(4)) / 2)
    assert score.figures()["top1"] == 0.5


def test_no_decision_has_no_figures():
    empty = ShareScore.of(np.empty((0, 38)), np.empty(0, np.int64))
    assert empty.figures() == {"n": 0, "top1": None, "top3": None, "log_loss": None, "ece": None}


def test_calibration_is_measured_in_fifteen_bins_of_equal_count():
    said = np.linspace(0, 1, 150)
    rows = reliability(said, np.zeros(150, np.bool_))
    assert [count for _, _, count in rows] == [10] * 15
    assert calibration_error(said, np.zeros(150, np.bool_)) == pytest.approx(0.5)


def test_shares_that_come_true_as_often_as_said_are_calibrated():
    said = np.repeat([0.25, 0.75], 60)
    came = np.concatenate([np.arange(60) % 4 == 0, np.arange(60) % 4 != 0])
    assert calibration_error(said, came) == pytest.approx(0, abs=1e-9)


def test_too_sure_a_model_is_cooled_by_what_it_overstated():
    """Logits twice as far apart as the truth: the divisor must come out near two."""
    rng = np.random.default_rng(1)
    truth = rng.normal(size=(20_000, 5))
    drawn = shares(truth).cumsum(axis=1) > rng.random((20_000, 1))
    found = temperatures(2 * truth * 0.9, drawn.argmax(axis=1), np.zeros(20_000, np.int64))
    assert found[0] == pytest.approx(1.8, abs=0.1)
    assert found[1:].tolist() == [1, 1, 1]


def test_polls_count_calls_of_a_fifth_and_a_tenth():
    """Ten votes: 7 pass, 3 double. The model gives pass 0.85, double 0.09, 1C 0.06: half the calls, one proposed."""
    votes, given = np.zeros((1, 38), np.int64), np.zeros((1, 38))
    votes[0, [PASS, DOUBLE]] = 7, 3
    given[0, [PASS, DOUBLE, ONE_CLUB]] = 0.85, 0.09, 0.06
    figures = Polls(votes, given).figures()
    assert (figures["recall20"], figures["proposed"], figures["plurality"]) == (0.5, 1.0, 1.0)
    assert figures["vote_log_loss"] == pytest.approx(-(7 * np.log(0.85) + 3 * np.log(0.09)) / 10)
    assert figures["vote_entropy"] == pytest.approx(-(0.7 * np.log(0.7) + 0.3 * np.log(0.3)))


@pytest.mark.parametrize("worth", [3.0, 30.0])
def test_votes_tell_how_many_of_them_the_model_is_worth(worth):
    rng = np.random.default_rng(7)
    turns, size = 4000, 6
    first = rng.beta(worth * 0.7, worth * 0.3, turns)
    votes = rng.binomial(size, first)
    both = np.stack([votes, size - votes], axis=1)
    given = np.tile([0.7, 0.3], (turns, 1))
    seen = both > 0
    same = SameTurns(
        np.full(turns, size), np.zeros(turns, np.int64), np.nonzero(seen)[0], given[seen], both[seen]
    )
    assert pseudo_counts(same, 2) == pytest.approx([worth, worth], rel=0.3)


def test_the_table_of_calls_counts_what_followed_an_auction():
    """Of a hundred dealers sixty passed, thirty opened 1C and ten did what the table does not list."""
    counts = {(): 100, (PASS,): 60, (ONE_CLUB,): 30}
    keys = sorted((auction_key(calls), count) for calls, count in counts.items())
    nothing = np.zeros(0)
    table = SupportTable(
        np.array([key for key, _ in keys], np.uint64),
        np.array([count for _, count in keys], np.int32),
        nothing.astype(np.int64),
        nothing,
        nothing,
        nothing,
        np.zeros((36, 38)),
    )
    legal = np.ones(38)
    legal[[1, 2]] = 0
    shares_found = Prefixes(table).shares((), legal)
    assert shares_found.sum() == pytest.approx(1)
    assert shares_found[PASS] > shares_found[ONE_CLUB] > shares_found[4] > 0 == shares_found[DOUBLE]
    assert shares_found[PASS] == pytest.approx((60 + 4 / 36) / 94)


def test_the_record_is_read_as_it_is_written():
    assert parse_calls("P X XX 1C 7N") == (0, 1, 2, 3, 37)
    masks = hand_masks(["E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"])
    suit = (1 << 13) - 1
    assert masks.tolist() == [[suit, suit << 39, suit << 26, suit << 13]]


def test_both_tables_of_a_deal_fall_in_the_same_half():
    deals = np.arange(10_000)
    choosing = in_half(deals, Half.CHOOSE)
    assert (choosing == in_half(deals.astype(np.int32), Half.CHOOSE)).all()
    assert abs(choosing.mean() - 0.5) < 0.02


def test_the_same_numbers_are_the_same_file():
    arrays = {"table": np.arange(6, dtype=np.int16).reshape(2, 3), "step": np.ones(3, np.float32)}
    assert packed(arrays) == packed({name: array.copy() for name, array in arrays.items()})
