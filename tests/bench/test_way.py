"""The way of a case through the program stays as short as promised; a board of an event is left to `./run bench way`."""

import pytest

from tests.bench.way import of_a_ruling, of_a_score


@pytest.mark.slow
def test_a_ruling_with_its_page_takes_the_promised_way() -> None:
    measured = of_a_ruling()
    assert not [str(figure) for figure in measured.figures if not figure.holds], measured.beside


def test_a_score_takes_the_promised_way() -> None:
    assert not [str(figure) for figure in of_a_score().figures if not figure.holds]
