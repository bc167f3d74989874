"""Weights: neutral, the sympathy step, legible lists; each fills the whole exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.bridge import PointsOnly, Result, Vulnerability
from analyser.casefile import JudgedResults
from analyser.ruling import Outcome
from analyser.ruling.weights import legible, lists_of, neutral, reweigh, sympathetic, weigh, weighable
from analyser.scoring import score_ns


def outcome(number: int, score: int, chance: float, *, legal: bool = True) -> Outcome:
    return Outcome(f"o{number}", PointsOnly(score), score, chance, legal)


def worth(outcome: Outcome) -> Fraction:
    return Fraction(outcome.score_ns, 10)


some = st.lists(st.tuples(st.integers(-40, 40), st.floats(0.001, 1)), min_size=1, max_size=12)


def made(rows) -> tuple[Outcome, ...]:
    total = sum(chance for _, chance in rows)
    return tuple(outcome(n, 10 * score, chance / total) for n, (score, chance) in enumerate(rows, 1))


def mean(weights, outcomes) -> Fraction:
    value = {outcome.id: worth(outcome) for outcome in outcomes}
    return sum((weight * value[name] for name, weight in weights.items()), Fraction(0))


@given(some)
def test_neutral_weights_fill_the_whole(rows):
    weights = neutral(made(rows))
    assert not weights or sum(weights.values()) == 1


def test_what_the_infraction_made_has_no_weight():
    outcomes = (outcome(1, 420, 0.5), outcome(2, 170, 0.25), outcome(3, 620, 0.25, legal=False))
    assert neutral(outcomes) == {"o1": Fraction(2, 3), "o2": Fraction(1, 3)}


@given(some)
def test_sympathy_never_hurts_the_innocent_nor_exceeds_its_step(rows):
    outcomes = made(rows)
    plain = neutral(outcomes)
    kind = sympathetic(plain, outcomes, worth, Fraction(1, 20))
    assert sum(kind.values()) == sum(plain.values())
    assert all(weight >= 0 for weight in kind.values())
    assert mean(kind, outcomes) >= mean(plain, outcomes)
    moved = sum(abs(kind[name] - plain[name]) for name in plain) / 2
    assert moved <= Fraction(1, 20)


def test_fifty_for_the_innocent_becomes_fifty_five():
    # The published hint: "makes it at least half the time" is fifty-five in a hundred.
    outcomes = (outcome(1, 420, 0.5), outcome(2, -50, 0.5))
    assert sympathetic(neutral(outcomes), outcomes, worth, Fraction(1, 20)) == {
        "o1": Fraction(11, 20),
        "o2": Fraction(9, 20),
    }


@pytest.mark.parametrize(
    "chances, expected",
    [
        # the mean is 13.75 lost: what loses 13 is above it, and the two share the step by their weights
        ([(420, 0.25), (-130, 0.25), (-420, 0.5)], ("11/40", "11/40", "9/20")),
        # what is worth the mean stays
        ([(420, 0.25), (0, 0.5), (-420, 0.25)], ("3/10", "1/2", "1/5")),
    ],
)
def test_sympathy_moves_weight_from_below_the_mean_to_above(chances, expected):
    outcomes = tuple(outcome(n, score, chance) for n, (score, chance) in enumerate(chances, 1))
    kind = sympathetic(neutral(outcomes), outcomes, worth, Fraction(1, 20))
    assert tuple(str(weight) for weight in kind.values()) == expected


@pytest.mark.parametrize(
    "given, expected",
    [
        # what a person found for both, for North-South, for East-West; the results each side has
        ((["420"], None, None), ("420", "420")),
        ((None, ["420"], None), ("420", "420")),  # one side's alone is the other's, too
        ((None, ["420"], ["620"]), ("420", "620")),
        ((["420"], ["620"], None), ("620", "420")),  # the other side keeps what was found for both
        ((["420"], None, ["620"]), ("420", "620")),
    ],
)
def test_a_person_finds_one_list_or_one_per_side(given, expected):
    named = zip(("answer", "ns", "ew"), given, strict=True)
    rows = {key: [{"result": f"+{row}", "weight": "1"} for row in value] for key, value in named if value}
    judged = JudgedResults.model_validate({"incident": "x", "question": "outcomes", "by": "director", **rows})
    assert tuple(str(entry.result.points) for (entry,) in lists_of(judged)) == expected


@given(some, st.integers(1, 6), st.sampled_from([Fraction(1, 20), Fraction(1, 100)]))
def test_legible_weights_are_few_multiples_that_fill_the_whole(rows, at_most, step):
    outcomes = made(rows)
    plain = neutral(outcomes)
    legible_outcomes, _, _ = legible(plain, outcomes, worth, step, at_most)
    if plain:
        assert sum(legible_outcomes.values()) == 1
        assert len(legible_outcomes) <= at_most
        assert all((weight / step).denominator == 1 for weight in legible_outcomes.values())


def test_weights_that_are_legible_already_stay():
    outcomes = (outcome(1, 420, 0.6), outcome(2, 170, 0.4))
    found = weigh(outcomes, worth, Fraction(0), Fraction(1, 20), 5, Fraction(1, 4))
    assert dict(found.weighting.ns) == {"o1": Fraction(3, 5), "o2": Fraction(2, 5)}
    assert found.moved == 0


@pytest.mark.parametrize("other, moved", [(410, Fraction(-2, 100)), (295, Fraction(-1, 4))])
def test_coarse_steps_stay_where_the_score_hardly_moves(other, moved):
    """Three fifths and two fifths of 42 and 41 are 0.02 from what the chances say: a quarter of a point is allowed."""
    outcomes = (outcome(1, 420, 0.62), outcome(2, other, 0.38))
    weighting = weigh(outcomes, worth, Fraction(0), Fraction(1, 20), 5, Fraction(1, 4))
    assert weighting.step == Fraction(1, 20)
    assert dict(weighting.weighting.ns) == {"o1": Fraction(3, 5), "o2": Fraction(2, 5)}
    assert weighting.moved == moved


def test_finer_steps_serve_where_the_score_moves_too_far():
    outcomes = (outcome(1, 1400, 0.92), outcome(2, -1400, 0.08))
    weighting = weigh(outcomes, worth, Fraction(0), Fraction(1, 20), 5, Fraction(1, 4))
    assert weighting.step == Fraction(1, 100)
    assert dict(weighting.weighting.ns) == {"o1": Fraction(23, 25), "o2": Fraction(2, 25)}


@pytest.mark.parametrize("step", [Fraction(0), Fraction(1, 20)])
def test_equal_results_leave_nothing_to_move(step):
    outcomes = (outcome(1, 420, 0.7), outcome(2, 420, 0.3))
    plain = neutral(outcomes)
    assert sympathetic(plain, outcomes, worth, step) == plain


# Each row: the tricks of two contracts with their chances.
SPREAD = (("4S= by N", 0.35), ("4S-1 by N", 0.25), ("4S+1 by N", 0.1), ("5HX-2 by E", 0.12), ("5HX-1 by E", 0.08), ("5HX-3 by E", 0.06), ("4H= by E", 0.04))  # fmt: skip


def played(rows) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(f"o{n}", Result.parse(text), score_ns(Result.parse(text), Vulnerability.NONE), chance, True)
        for n, (text, chance) in enumerate(rows, 1)
    )


def test_results_merge_within_their_contract_and_keep_their_names():
    outcomes = played(SPREAD)
    _, merged, _ = legible(neutral(outcomes), outcomes, worth, Fraction(1, 20), 4)
    named = {outcome.id: outcome for outcome in outcomes}
    for name, others in merged.items():
        assert {named[other].result.contract for other in others} == {named[name].result.contract}
    # The overtrick goes with the game made; the sacrifice is one result, whether a trick more or fewer.
    assert {name: set(others) for name, others in merged.items()} == {"o1": {"o3"}, "o4": {"o5", "o6"}}


@pytest.mark.parametrize("chance, neighbour", [(0.10, 0.45), (0.07, 0.38), (0.15, 0.31)])
def test_nothing_rises_because_it_is_worth_about_the_same(chance, neighbour):
    """Nine contracts of about the same worth, the first listed: their weight is not heaped on it."""
    rest = 1 - chance
    rows = [
        ("2S= by N", chance),
        *((f"{level}{suit}= by N", rest / 8) for level in (1, 2) for suit in "CDHS"),
    ]
    rows[-1] = ("3S= by N", rest / 8)
    outcomes = played(rows)
    legible_outcomes, _, _ = legible(neutral(outcomes), outcomes, worth, Fraction(1, 20), 9)
    assert legible_outcomes.get("o1", 0) <= Fraction(chance).limit_denominator(100) + Fraction(1, 20)
    few, _, left_out = legible(neutral(outcomes), outcomes, worth, Fraction(1, 100), 5)
    share_left = 1 - left_out
    for name, weight in few.items():
        own = dict(neutral(outcomes))[name]
        assert abs(weight - own / share_left) < Fraction(1, 100)
    assert few.get("o1", 0) < neighbour


@given(some, st.integers(1, 6))
def test_a_weight_is_the_rescaled_probability_within_a_step(rows, at_most):
    outcomes = made(rows)
    plain = neutral(outcomes)
    legible_outcomes, merged, _ = legible(plain, outcomes, worth, Fraction(1, 20), at_most)
    listed = sum(plain[name] for name in legible_outcomes)
    for name, weight in legible_outcomes.items():
        assert weight - plain[name] / listed < Fraction(1, 20)
        assert name not in merged  # bare scores have no contract


def test_what_is_next_to_impossible_stays_so_for_all_sympathy():
    outcomes = (outcome(1, 980, 0.006), outcome(2, 420, 0.994))
    kind = sympathetic(neutral(outcomes), outcomes, worth, Fraction(1, 20))
    assert kind["o1"] < Fraction(1, 100)


@pytest.mark.parametrize("above", [0.125, 0.3, 0.5, 0.7, 0.8])
def test_between_an_eighth_and_four_fifths_the_whole_step_moves(above):
    outcomes = (outcome(1, 420, above), outcome(2, -50, 1 - above))
    plain = neutral(outcomes)
    kind = sympathetic(plain, outcomes, worth, Fraction(1, 20))
    assert kind["o1"] - plain["o1"] == Fraction(1, 20)


def test_without_a_fixed_number_results_are_as_the_score_needs():
    downs = (1, 3, 6)
    rows = [(f"{level}{suit}X-{down} by N", 1 / 24) for level in (3, 4) for suit in "CDHS" for down in downs]
    outcomes = played(rows)
    arguments = outcomes, lambda one: worth(one) / 10, Fraction(0), Fraction(1, 20), 5, Fraction(1, 10)
    assert len(weigh(*arguments).weighting.ns) <= 5
    more = weigh(*arguments, more_results=True)
    assert 5 < len(more.weighting.ns) <= len(outcomes)
    assert abs(more.moved) <= Fraction(1, 10)


def test_the_result_that_moves_the_score_least_is_left_out():
    """A tenth of a part score beside six tenths of another moves it by 10; a tenth of a game beside two by 24."""
    chances = (("2S= by N", 0.6), ("2H= by N", 0.1), ("4S= by S", 0.1), ("4H= by N", 0.1), ("4H= by S", 0.1))
    outcomes = played(chances)
    legible_outcomes, _, left_out = legible(neutral(outcomes), outcomes, worth, Fraction(1, 100), 4)
    assert set(legible_outcomes) == {"o1", "o3", "o4", "o5"}
    assert left_out == Fraction(1, 10)


@pytest.mark.parametrize("left_out, listed", [(0.148, 2), (0.15, 2), (0.152, 3)])
def test_no_more_than_three_twentieths_is_ever_shared_out(left_out, listed):
    """The score would not move: all three are worth the same; but what is left out raises the weights of the others."""
    chances = (("2S= by N", 0.5), ("2H= by N", 0.5 - left_out), ("2S= by S", left_out))
    weighting = weigh(
        played(chances), worth, Fraction(0), Fraction(1, 20), 2, Fraction(1, 4), more_results=True
    )
    assert len(weighting.weighting.ns) == listed


@pytest.mark.parametrize("more_results", [False, True])
def test_where_nothing_is_near_the_finest_steps_are_used(more_results):
    rows = [(f"{level}{suit}= by N", 1 / 6) for level in (1, 5) for suit in "CHS"]
    found = weigh(
        played(rows), worth, Fraction(0), Fraction(1, 20), 5, Fraction(0), more_results=more_results
    )
    assert found.step == Fraction(1, 100)
    assert len(found.weighting.ns) == (6 if more_results else 5)
    assert sum(weight for _, weight in found.weighting.ns) == 1


def told(name: str, result: str, converted: dict[str, str], *, legal: bool = True) -> dict[str, object]:
    return {"id": name, "result": result, "legal": legal, "converted": converted}


def test_a_person_weighs_only_legal_results_by_their_parts():
    ruling = {
        "outcomes": [
            told("made", "4S= by S", {"ns": "6", "ew": "-6"}),
            told("barred", "6S-1 by S", {"ns": "-12", "ew": "12"}, legal=False),
            told("down", "4S-1 by S", {"ns": "-10", "ew": "10"}),
        ]
    }
    assert [name for name, _ in weighable(ruling)] == ["made", "down"]
    told_parts = {"made": 30, "barred": 50, "down": 10}
    mine = reweigh(ruling, "ns", told_parts)
    assert mine.weights == (("made", Fraction(3, 4)), ("down", Fraction(1, 4)))
    assert mine.score == Fraction(2)  # three quarters of 6 less a quarter of 10
    assert reweigh(ruling, "ew", told_parts).score == Fraction(-2)


def test_results_without_points_have_weights_and_no_score():
    ruling = {"outcomes": [told("made", "4S= by S", {})]}
    without = reweigh(ruling, "ns", {"made": 1})
    assert (without.score, without.decimal) == (None, "")
    assert reweigh(ruling, "ns", {"made": 0}) is None
    assert weighable({}) == ()
    assert reweigh({}, "ns", {"made": 1}) is None


def test_a_score_is_read_with_its_sign_and_two_decimals():
    ruling = {"outcomes": [told("made", "4S= by S", {"ns": "5/3", "ew": "-5/3"})]}
    assert [reweigh(ruling, side, {"made": 1}).decimal for side in ("ns", "ew")] == ["+1.67", "-1.67"]


def test_a_result_of_no_part_is_not_weighed_at_all():
    ruling = {"outcomes": [told("made", "4S= by S", {"ns": "6", "ew": "-6"}), told("down", "4S-1 by S", {})]}
    reweighed_score = reweigh(ruling, "ns", {"made": 60, "down": 0})
    assert reweighed_score.weights == (("made", Fraction(1)),)
    assert reweighed_score.score == 6


@pytest.mark.parametrize(
    "chances, listed",
    [
        # a tenth at 10, four at zero, five at 6: without it the mean moves by 0.1 x 6 / 0.9, two thirds;
        # without the four by 2.67, without the five by 2.8
        ([(100, 0.1), (0, 0.4), (60, 0.5)], {"o3": "11/20", "o2": "9/20"}),
        # two tenths at -10, four at -3, four at 2: 1.9, 2.27 and 2.93
        ([(-100, 0.2), (-30, 0.4), (20, 0.4)], {"o2": "1/2", "o3": "1/2"}),
    ],
)
def test_of_three_results_the_least_moving_is_left_out(chances, listed):
    outcomes = tuple(outcome(n, score, chance) for n, (score, chance) in enumerate(chances, 1))
    legible_outcomes, _, left_out = legible(neutral(outcomes), outcomes, worth, Fraction(1, 20), 2)
    assert legible_outcomes == {name: Fraction(weight) for name, weight in listed.items()}
    assert left_out == Fraction(str(chances[0][1]))


def test_steps_that_are_missing_go_to_the_largest_remainders():
    """In tenths 46, 33 and 21 in a hundred are 4.6, 3.3 and 2.1: nine whole ones, and the tenth to the first."""
    outcomes = (outcome(1, 420, 0.46), outcome(2, 0, 0.33), outcome(3, -420, 0.21))
    legible_outcomes, _, _ = legible(neutral(outcomes), outcomes, worth, Fraction(1, 10), 5)
    assert legible_outcomes == {"o1": Fraction(5, 10), "o2": Fraction(3, 10), "o3": Fraction(2, 10)}


def test_a_result_may_represent_an_equally_likely_neighbour():
    """Four tricks of 4S apart by one point each, as likely: to let one stand for the other moves the mean by 0.2."""
    chances = (("4S= by N", 0.2), ("4S+1 by N", 0.2), ("6S-2 by N", 0.6))
    legible_outcomes, merged, left_out = legible(
        neutral(played(chances)), played(chances), worth, Fraction(1, 20), 2
    )
    assert sorted(map(str, legible_outcomes.values())) == ["2/5", "3/5"]
    assert (len(merged), left_out) == (1, 0)


def test_results_as_likely_are_listed_by_their_names():
    outcomes = (outcome(2, 420, 0.5), outcome(1, -50, 0.5))
    weighting = weigh(outcomes, worth, Fraction(0), Fraction(1, 20), 5, Fraction(1, 4))
    assert [name for name, _ in weighting.weighting.ns] == ["o1", "o2"]
