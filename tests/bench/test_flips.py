"""What counts as a flip, and when an interval holds: a finding that is open in some replicates has not flipped."""

import pytest

from tests.bench.flips import Replicate, figures_of


def replicate(answer: bool | None, gain: float = 1.0, score: float | None = 2.0) -> Replicate:
    return Replicate(answer, 0.5, gain, 0.5, 1.5, score)


@pytest.mark.parametrize(
    "expected, answers",
    [(1.0, (True, True)), (1.0, (True, None)), (1.0, (None, None)), (0.0, (True, False))],
    ids=["the same", "open in one", "open in both", "yes and no"],
)
def test_yes_beside_no_is_a_flip_and_nothing_else(expected: float, answers: tuple[bool | None, ...]) -> None:
    assert figures_of([[replicate(answer) for answer in answers]])[0].measured == expected


def test_an_interval_is_compared_with_the_other_replicates() -> None:
    figures = figures_of([[replicate(True, 1.0), replicate(True, 1.2), replicate(True, 9.0)]])
    assert figures[1].measured == pytest.approx(4 / 6, abs=0.001)


def test_scores_are_compared_where_the_finding_is_the_same() -> None:
    same = figures_of([[replicate(True, score=2.0), replicate(True, score=4.0)]])
    assert same[3].measured == pytest.approx(2**0.5, abs=0.001)
    assert figures_of([[replicate(True, score=2.0), replicate(None, score=4.0)]])[3].measured == 0.0
