"""Beliefs are chances of the other hands; what a player did on one explanation tells what he would do on another."""

import numpy as np
import pytest

from analyser.bridge import Auction, Call, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.estimates.belief_features import BELIEFS, OTHERS, deal_indicators, frame_of, hand_indicators
from analyser.estimates.beliefs import (
    BeliefModel,
    Choice,
    coupled_shares,
    last_turn,
    odds_moved,
    shares_under,
)
from analyser.estimates.call_features import auction_features
from analyser.estimates.calls import CallModel
from analyser.estimates.hand_posterior import ExplainedCall, Observer

PASS, DOUBLE, GAME = Call.parse("P"), Call.parse("X"), Call.parse("4S")
ACTIONS = (PASS, DOUBLE, GAME)


def by_leaning(
    values: list[float], right: list[float], rng: np.random.Generator, players: int = 400_000
) -> np.ndarray:
    """What players with leanings of their own do on either explanation: a table, a row for each action on the first."""
    leaning = -np.log(-np.log(rng.random((players, len(values)))))
    before = (np.log(values) + leaning).argmax(axis=1)
    after = (np.log(right) + leaning).argmax(axis=1)
    table = np.zeros((len(values), len(values)))
    np.add.at(table, (before, after), 1)
    return table / table.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    "given, right",
    [
        ([0.6, 0.3, 0.1], [0.2, 0.5, 0.3]),
        ([0.05, 0.05, 0.9], [0.9, 0.05, 0.05]),
        ([0.3, 0.4, 0.3], [0.3, 0.4, 0.3]),
        ([0.7, 0.2, 0.1], [0.5, 0.15, 0.35]),
    ],
)
def test_coupled_shares_are_those_of_players_who_keep_their_leaning(given, right):
    table = by_leaning(given, right, np.random.default_rng(5))
    for row, done in enumerate(ACTIONS):
        shares = coupled_shares(
            dict(zip(ACTIONS, given, strict=True)), dict(zip(ACTIONS, right, strict=True)), done
        )
        told = [shares.get(act, 0.0) for act in ACTIONS]
        assert told == pytest.approx(table[row].tolist(), abs=0.01)


def test_shares_averaged_over_actions_taken_are_the_right_explanation_s():
    given, right = {PASS: 0.55, DOUBLE: 0.35, GAME: 0.1}, {PASS: 0.15, DOUBLE: 0.25, GAME: 0.6}
    mean = {
        act: sum(share * coupled_shares(given, right, done).get(act, 0.0) for done, share in given.items())
        for act in ACTIONS
    }
    assert mean == pytest.approx(right)


def test_the_action_the_right_explanation_favours_most_is_not_changed():
    assert coupled_shares({PASS: 0.5, GAME: 0.5}, {PASS: 0.1, GAME: 0.9}, GAME) == {GAME: 1.0}


def test_a_rare_action_is_kept_unless_the_explanation_opposes_it():
    assert coupled_shares({PASS: 0.999, GAME: 0.001}, {PASS: 0.999, GAME: 0.001}, GAME)[
        GAME
    ] == pytest.approx(1)


@pytest.mark.parametrize(
    "hand, true",
    [
        (
            "AKQJT98765432...",
            13,
        ),  # seven lengths of spades, strength in them, points up to ten: eight of thirteen
        ("AK32.Q32.J32.432", 4 + 3 + 3 + 3 + 1 + 5 + 1),
    ],
)
def test_hands_are_counted_by_length_strength_points_and_shape(hand, true):
    (row,) = hand_indicators(np.array([Hand.parse(hand).mask]))
    assert int(row.sum()) == true
    assert len(row) * OTHERS == BELIEFS


def test_a_belief_stands_side_by_side_for_the_three_others():
    hands = np.array(
        [[Hand.parse(text).mask for text in ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.")]]
    )
    (row,) = deal_indicators(hands)
    assert row.reshape(OTHERS, -1).sum(axis=1).tolist() == [13, 13, 13]


def test_the_frame_shows_only_the_last_bid_of_another_player():
    def frame(*calls: int) -> tuple[int, ...]:
        return frame_of(calls, auction_features(calls))

    one_club, one_heart, one_spade, two_clubs, two_diamonds = 3, 5, 6, 8, 9
    assert frame(one_club, one_spade, two_diamonds) == frame(one_heart, one_spade, two_diamonds)
    assert frame(one_club, one_spade, two_diamonds) != frame(one_club, one_spade, two_clubs)
    assert frame(one_club, one_spade, two_diamonds) != frame(two_clubs, one_spade, two_diamonds)


def test_a_leader_s_last_turn_leaves_out_what_came_after():
    assert last_turn((7, 0, 15, 0, 0, 0), 1) == (7, 0, 15, 0, 0)
    assert last_turn((0, 7, 0, 15, 0, 0, 0), 2) == (0, 7, 0, 15, 0, 0)


def test_a_chance_moves_in_odds():
    assert odds_moved(np.array([0.2]), np.array([0.5]), np.array([0.8])).tolist() == [pytest.approx(0.5)]


PLAYER = Observer(
    Seat.E,
    Hand.parse("K5.AQ72.KJ84.Q93"),
    Auction.parse("N", "1NT"),
    Vulnerability.NONE,
    Form.IMPS,
)


def explained(*texts: str) -> list[dict[Call, float]]:
    """The shares of East's calls over 1NT on each meaning of it."""
    calls = CallModel()
    codes = calls.calls(PLAYER.hand, PLAYER.auction, PLAYER.vulnerability, PLAYER.form).shares
    meanings = [(ExplainedCall(1, HandConstraint.parse(text)),) if text else () for text in texts]
    explained_shares = shares_under(Choice(PLAYER, dict(codes)), meanings, BeliefModel(), calls, (3, 0, 0))
    return [dict(shares.shares) for shares in explained_shares if shares is not None]


def test_a_notrump_explained_as_weak_is_doubled_more_often():
    weak, strong = explained("HCP10-12 semi", "HCP16-18 semi")
    assert weak[DOUBLE] > strong[DOUBLE]
    assert sum(weak.values()) == pytest.approx(1)


def test_without_an_explanation_the_shares_are_the_call_model_s():
    (bare,) = explained("")
    calls = CallModel().calls(PLAYER.hand, PLAYER.auction, PLAYER.vulnerability, PLAYER.form)
    assert bare == pytest.approx(dict(calls.shares))


def test_two_names_of_one_meaning_are_one_meaning():
    first, second = explained("S5+ HCP10-12", "S5-13 HCP10-12")
    assert first == second
