"""What is told of the seconds of all cases, and that a part once measured is not measured again."""

from pathlib import Path

import pytest

from tests.bench import resumed
from tests.bench.bundled import figures_of


def test_the_middle_and_the_slowest_tenth_are_told_apart() -> None:
    rows = [{"first": 0.5, "whole": float(whole)} for whole in range(1, 12)] + [
        {"first": 0.9, "whole": 6.0, "what_if": 0.4}
    ]
    first, median, nine_in_ten, slowest, what_if = figures_of(rows)
    assert (first.measured, median.measured, what_if.measured) == (0.9, 6.0, 0.4)
    assert 9.0 < nine_in_ten.measured < slowest.measured == 11.0
    assert [figure.holds for figure in (first, median, nine_in_ten, what_if)] == [True, False, False, True]


def test_where_both_programs_ruled_this_one_is_no_slower() -> None:
    rows = [{"first": 0.5, "whole": whole, "before": 2 * whole} for whole in (1.0, 2.0, 3.0)] + [
        {"first": 0.5, "whole": 9.0}
    ]
    beside = figures_of(rows)[-3:]
    assert [(figure.measured, figure.bar) for figure in beside] == [(2.0, 4.0), (2.8, 5.6), (3.0, 6.0)]


def test_a_part_is_measured_once_and_again_for_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resumed, "_FOLDER", tmp_path)
    answers = iter([{"seconds": 1.0}, {"seconds": 2.0}])

    def measured() -> float:
        return resumed.kept_part("a bench", "a case", lambda: next(answers))["seconds"]

    assert (measured(), measured()) == (1.0, 1.0)
    monkeypatch.setattr(resumed, "program_version", lambda: "another")
    assert measured() == 2.0
