"""Damage is what could be expected above what was had (12B1): yes, no or open, by its chance."""

import pytest

from analyser import laws
from analyser.ruling.outcomes.damage import (
    NO,
    YES,
    Damage,
    Expectation,
    Replicate,
    damage_of,
    damage_threshold,
)
from tests.support.every import each_row

PROBABLE, ROUNDING = 1 / 6, 0.25


def replicates(*pairs: tuple[float, float]) -> tuple[Replicate, ...]:
    return tuple(Replicate(expected, otherwise) for expected, otherwise in pairs)


@each_row(
    "answer, basis",
    [
        (True, Expectation(-5.0, 1.0, 0.6, 7.0, replicates((0.9, 0.6), (1.1, 0.6)))),
        (False, Expectation(-5.0, -5.0, 0.0, 7.0, replicates((-5.0, 0.0), (-5.0, 0.0)))),
        (False, Expectation(-5.0, -7.0, 0.3, 7.0, replicates((-7.1, 0.3), (-6.9, 0.3)))),
        (False, Expectation(-5.0, -4.4, 0.1, 7.0, replicates((-4.5, 0.1), (-4.3, 0.1)))),
        (None, Expectation(-5.0, -4.0, 0.2, 7.0, replicates((-4.1, 0.2), (-3.9, 0.2)))),
        (None, Expectation(-5.0, -4.4, 0.3, 7.0, replicates((-9.0, 0.0), (0.2, 0.6)))),
        (True, Expectation(-5.0, 1.0, 1.0)),
        (False, Expectation(-5.0, -5.0, 0.0)),
    ],
    ids=[
        "most would have done better",
        "nobody would have done otherwise",
        "otherwise, and worse",
        "one in ten would have",
        "one in five would have",
        "hidden in the sampling error",
        "a person found what would have been done",
        "a person found that it would have been the same",
    ],
)
def test_damage_is_answered_by_a_margin(answer, basis):
    assert damage_of(basis, PROBABLE, ROUNDING).answer is answer


@pytest.mark.parametrize(
    "chance, answer", [(YES, True), (YES - 0.001, None), (NO + 0.001, None), (NO, False)]
)
def test_the_margins_themselves_are_answers(chance, answer):
    assert Damage(chance, Expectation(0.0, 0.0, 0.0)).answer is answer


@pytest.mark.parametrize(
    "answer, hangs, chance, opposite",
    [
        (True, False, 0.9, 0),
        (True, False, 0.9, 3),
        (None, True, 0.9, 4),
        (None, False, 0.5, 20),
        (False, False, 0.1, 3),
        (None, True, 0.1, 4),
    ],
    ids=[
        "all replicates say yes",
        "one in twenty says no",
        "more than one in twenty says no",
        "open as it is",
        "one in twenty says yes",
        "more than one in twenty says yes",
    ],
)
def test_what_over_one_seed_in_twenty_would_reverse_is_open(answer, hangs, chance, opposite):
    other = NO if chance >= YES else YES
    damage = Damage(chance, Expectation(0.0, 0.0, 0.0), (*[other] * opposite, *[chance] * (60 - opposite)))
    assert (damage.answer, damage.depends_on_seed) == (answer, hangs)


def test_the_more_answers_of_peers_the_surer_the_same_share():
    few, many = (
        damage_of(Expectation(-5.0, 0.0, 0.2, votes), PROBABLE, ROUNDING).chance for votes in (4.0, 40.0)
    )
    assert few < many


def test_the_answers_leave_room_between_them():
    assert 0 < NO < 0.5 < YES < 1


def test_a_gain_the_rounding_of_the_score_swallows_is_none():
    assert damage_of(Expectation(-5.0, -4.9, 1.0), PROBABLE, ROUNDING).answer is False


CHANCES = [
    # two IMPs expected above what was had, by models that miss by half of it: one IMP of doubt; a quarter does not count,
    # so 1.75 doubts lie between
    (0.9599, Expectation(-1.0, 1.0, 1.0)),
    # half of the replicates say so, the others that nobody would have done otherwise: the chance is their mean
    (0.9599 / 2, Expectation(-1.0, 0.0, 0.5, None, replicates((1.0, 1.0), (-1.0, 0.0)))),
    (0.9599, Expectation(-1.0, 1.0, PROBABLE)),  # just often enough
    (0.0, Expectation(-1.0, 1.0, PROBABLE - 0.001)),
    (0.0, Expectation(-1.0, -1.0, 1.0)),  # no gain at all
    (0.5, Expectation(-1.0, -0.75, 1.0)),  # exactly what does not count yet
    # eight answers of peers put one in two: a beta of four and four has 0.9824 above a sixth
    (0.9599 * 0.9824, Expectation(-1.0, 1.0, 0.5, 8.0)),
]


@pytest.mark.parametrize("chance, basis", CHANCES)
def test_the_chance_includes_doubt_of_seed_models_and_peers(chance, basis):
    assert damage_of(basis, PROBABLE, ROUNDING).chance == pytest.approx(chance, abs=0.0005)


@pytest.mark.parametrize(
    "authority, edition, estimated, least",
    [
        ("ACBL", "1997", True, 1 / 6),
        ("ACBL", "1997", False, 1 / 6),
        (None, "2017", True, 1 / 6),
        (None, "2017", False, 1 / 20),
    ],
    ids=[
        "two standards: at all probable",
        "two standards, a person's finding: the same",
        "weights, an estimate: at all probable",
        "weights, a person's finding: what gets a weight",
    ],
)
def test_it_counts_how_often_peers_would_have_done_better(authority, edition, estimated, least):
    rules = laws.resolve(None, authority, edition).regulation
    assert damage_threshold(rules, estimated=estimated) == pytest.approx(least)
