"""Agreement with recorded rulings is a ratchet: a few are compared here, all of them by `./run bench agreement`."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import default_services
from tests.bench.lab.agreement import compare_all
from tests.support import ROOT

KEPT = json.loads((ROOT / "reports" / "agreement.json").read_text("utf-8"))
CASES = ROOT / "cases"
FEW = ("acbl-1995f-01", "usbf-2016s-1", "vug-22772-18o")


def past(name: str):
    return case_of((CASES / "past" / f"{name}.toml").read_bytes())


@pytest.mark.slow
def test_a_few_recorded_rulings_are_still_inside_and_as_near(solver):
    kept_rows = {row["id"]: row for row in KEPT["cases"] if row["taken"] == "score"}
    services = replace(default_services(), tricks=solver)
    now = {row.id: row for row in compare_all(map(past, FEW), services, found=True)}
    for name in FEW:
        theirs, ours = (Fraction(kept_rows[name][whose][0]) for whose in ("theirs", "ours"))
        assert now[name].verdict == kept_rows[name]["verdict"] == "inside"
        assert now[name].apart <= abs(theirs - ours) + Fraction(1, 10)
