"""What is excused as changing nothing names a line that stands in the file it names, and says why."""

import pytest

from tests.bench.mutants import reviewed
from tests.support import ROOT


@pytest.mark.parametrize("fault", reviewed(), ids=lambda fault: f"{fault[0]} {fault[2]}")
def test_a_fault_that_is_excused_names_a_line_that_stands(fault):
    file, code, was, becomes = fault
    lines = [line.strip() for line in (ROOT / file).read_text("utf-8").splitlines()]
    assert lines.count(code) == 1
    assert was != becomes
    assert len(reviewed()[fault]) > 40
