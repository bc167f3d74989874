"""The table turned by a quarter, of which `tests/test_cases.py` rules every case: four quarters are the table as it was."""

from analyser.casefile import Comparison, case_of
from tests.support import ROOT
from tests.support.turned_table import turned


def test_four_quarters_are_the_table_as_it_was():
    case = case_of((ROOT / "cases" / "kinds" / "slow-pass-over-game.toml").read_bytes())
    again = turned(turned(turned(turned(case))))
    assert (again.deal, again.dealer, again.vulnerability) == (case.deal, case.dealer, case.vulnerability)
    assert (again.incident, again.comparison) == (case.incident, case.comparison)
    assert isinstance(again.comparison, Comparison)
