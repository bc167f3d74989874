"""Several incidents: what came later counts only on the part of the board where the line actually followed remains."""

from fractions import Fraction

from analyser.bridge import Result
from analyser.ruling.board import Replacement, outcomes_after_all, still_applicable
from analyser.ruling.values import ResultWeight

GAME, SLAM, PART = (Result.parse(text) for text in ("4S= by N", "6S= by N", "3S+1 by N"))
DOWN = Result.parse("4S-1 by N")


def side(*rows: tuple[Result, str]) -> tuple[ResultWeight, ...]:
    return tuple(ResultWeight(result, Fraction(weight)) for result, weight in rows)


def change(*rows: tuple[Result, str], actual: str | None = None) -> Replacement:
    """The same list for both sides; `actual` is how much of game made stands on the line actually followed."""
    result_weights = side(*rows)
    return Replacement((result_weights, result_weights), {} if actual is None else {GAME: Fraction(actual)})


def weights(found: Replacement) -> dict[str, str]:
    assert found.lists[0] == found.lists[1]
    return {str(outcome.result): str(outcome.weight) for outcome in found.lists[0]}


def test_what_followed_a_barred_call_falls_with_it():
    first, later = change((PART, "1")), change((DOWN, "1"))
    assert still_applicable(first) == (0, 0)
    assert weights(outcomes_after_all((first, later))) == {"3S+1 by N": "1"}


def test_where_the_same_calls_recur_the_later_results_replace_them():
    first = change((GAME, "2/5"), (SLAM, "3/5"), actual="1")
    assert still_applicable(first) == (Fraction(2, 5), Fraction(2, 5))
    replacement = outcomes_after_all((first, change((DOWN, "3/4"), (GAME, "1/4"))))
    assert weights(replacement) == {"6S= by N": "3/5", "4S-1 by N": "3/10", "4S= by N": "1/10"}


def test_half_of_a_result_may_come_by_another_way():
    first = change((GAME, "4/5"), (SLAM, "1/5"), actual="1/2")
    replacement = outcomes_after_all((first, change((DOWN, "1"))))
    assert weights(replacement) == {"4S= by N": "2/5", "6S= by N": "1/5", "4S-1 by N": "2/5"}


def test_a_third_counts_only_on_what_the_second_left():
    first = change((GAME, "1/2"), (SLAM, "1/2"), actual="1")
    second = change((GAME, "1/2"), (PART, "1/2"), actual="1")
    replacement = outcomes_after_all((first, second, change((DOWN, "1"))))
    assert weights(replacement) == {"6S= by N": "1/2", "3S+1 by N": "1/4", "4S-1 by N": "1/4"}


def test_weights_fill_the_whole_for_either_side_apart():
    ns, ew = side((GAME, "1/3"), (SLAM, "2/3")), side((GAME, "3/4"), (SLAM, "1/4"))
    first = Replacement((ns, ew), {GAME: Fraction(1)})
    replacement = outcomes_after_all((first, change((DOWN, "1"))))
    assert [sum(one.weight for one in weighted_list) for weighted_list in replacement.lists] == [1, 1]
    assert {str(outcome.result): str(outcome.weight) for outcome in replacement.lists[1]} == {
        "6S= by N": "1/4",
        "4S-1 by N": "3/4",
    }
