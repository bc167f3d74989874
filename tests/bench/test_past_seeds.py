"""What counts as the same finding with other seeds, on past rulings: open is neither, and only settled scores are compared."""

import pytest

from tests.bench.past_seeds import Answer, figures_of


def case(*answers: bool | None, scores: tuple[float, ...] = ()) -> list[Answer]:
    told = scores or (1.0,) * len(answers)
    return [Answer(answer, 0.5, score) for answer, score in zip(answers, told, strict=True)]


@pytest.mark.parametrize(
    "same, expected, answers",
    [
        (1.0, 0.0, (True, True, True)),
        (1.0, 0.0, (True, None, True)),
        (1.0, 0.0, (None, True, True)),
        (0.667, 1.0, (True, True, False)),
        (1.0, 1.0, (None, True, False)),
    ],
    ids=["the same", "open once", "open with the usual seed", "turned round once", "both ways, open with the usual seed"],
)  # fmt: skip
def test_runs_compare_with_the_usual_seed_cases_with_all_seeds(same, expected, answers):
    of_runs, of_cases, _ = figures_of("misinformation", [case(*answers)])
    assert (of_runs.measured, of_cases.measured) == (same, expected)


def test_scores_are_compared_where_every_replicate_finds_the_same():
    settled = case(True, True, scores=(2.0, 4.0))
    unsettled = case(True, None, scores=(0.0, 9.0))
    assert figures_of("misinformation", [settled, unsettled])[2].measured == pytest.approx(2**0.5, abs=0.001)
