"""What a player did on one explanation tells a little of what he would do on another; the rest is what peers do."""

import numpy as np
import pytest

from analyser.bridge import Call
from analyser.estimates.counterfactual import (
    FULL_MEMORY,
    LEAST_MEMORY,
    changes_because_of_it,
    coupled_shares,
    shares_after,
)

PASS, DOUBLE, GAME = Call.parse("P"), Call.parse("X"), Call.parse("4S")
ACTIONS = (PASS, DOUBLE, GAME)


def by_leaning(
    given: list[float], right: list[float], rng: np.random.Generator, players: int = 400_000
) -> np.ndarray:
    """What players with leanings of their own do on either explanation: a table, a row for each action on the first."""
    leaning = -np.log(-np.log(rng.random((players, len(given)))))
    before = (np.log(given) + leaning).argmax(axis=1)
    after = (np.log(right) + leaning).argmax(axis=1)
    table = np.zeros((len(given), len(given)))
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


TURNS = [
    ({PASS: 0.9, DOUBLE: 0.1}, {PASS: 0.2, DOUBLE: 0.8}),
    ({PASS: 0.6, DOUBLE: 0.4}, {PASS: 0.55, DOUBLE: 0.45}),
    ({PASS: 0.99, DOUBLE: 0.01}, {PASS: 0.4, DOUBLE: 0.6}),
    ({PASS: 0.3, DOUBLE: 0.3, GAME: 0.4}, {PASS: 0.05, DOUBLE: 0.15, GAME: 0.8}),
]


def test_a_call_that_lost_half_its_share_is_kept_half():
    for given, right in TURNS:
        for done, before in given.items():
            for memory in (LEAST_MEMORY, 0.2, 0.6, FULL_MEMORY):
                keeps = shares_after(given, right, done, memory)[done]
                if right[done] / before < 0.5:
                    assert keeps <= 0.5 + 1e-9


def test_his_own_call_counts_for_a_fifth_beside_peers():
    given, right = {PASS: 0.5, DOUBLE: 0.5}, {PASS: 0.4, DOUBLE: 0.6}
    own = coupled_shares(given, right, PASS)[PASS]
    assert shares_after(given, right, PASS)[PASS] == pytest.approx(0.8 * 0.4 + 0.2 * own, abs=1e-3)


def test_nobody_keeps_more_than_the_right_explanation_leaves():
    for given, right in TURNS:
        for done in (act for act, share in given.items() if share >= 0.05):
            left = min(1.0, right[done] / given[done])
            assert changes_because_of_it(given, right, done)[done] <= left + 0.2 * (1 - left) + 0.01


def test_nothing_changes_because_of_two_like_explanations():
    for given, _ in TURNS:
        for done in (act for act, share in given.items() if share >= 0.05):
            assert changes_because_of_it(given, given, done) == {done: 1.0}


def test_for_an_action_hardly_any_peer_takes_doubt_favours_him():
    given, right = {PASS: 0.99, DOUBLE: 0.01}, {PASS: 0.4, DOUBLE: 0.6}
    assert changes_because_of_it(given, right, DOUBLE) == shares_after(given, right, DOUBLE)


def test_shares_after_any_call_sum_to_one():
    for given, right in TURNS:
        for done in given:
            for construct in (shares_after, changes_because_of_it):
                assert sum(construct(given, right, done).values()) == pytest.approx(1)
