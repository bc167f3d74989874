"""A band is worth something only if it is narrow enough: unreasonable rulings planted beside ours are called outside."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.casefile import Case, JudgedResults, case_of
from analyser.estimates.services import Services, default_services
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule
from tests.bench.lab.agreement import KINDS, NegativeControl, judged_controls
from tests.support import GOLDEN, ROOT

# Revokes and claims are no weighed results, and their endings take long.
FILES = [
    path
    for folder in (ROOT / "cases" / "kinds", GOLDEN / "cases" / "good")
    for path in sorted(folder.glob("*.toml"))
    if not any(word in path.stem for word in ("revoke", "claim"))
]


@pytest.mark.slow
def test_planted_rulings_are_outside_and_the_band_is_not_trivial(solver):
    """One test, so that the cases are ruled once."""
    services = replace(default_services(), tricks=solver)
    cases = [case_of(path.read_bytes()) for path in FILES]
    ruled = [(case, rule(case, RulingRequest(), as_much_as_needed(case, services))) for case in cases]
    verdicts = list(judged_controls(ruled))
    nine_of_ten_are_outside(verdicts)
    for kind in KINDS:
        each_sort_is_caught(verdicts, kind)
    the_band_is_narrow([ours for _, ours in ruled])


def as_much_as_needed(case: Case, services: Services) -> Services:
    """Where a person judged the results, score and band are made of those: of the deals solved besides a few are enough."""
    judged = any(isinstance(judgement, JudgedResults) for judgement in case.judgement)
    return replace(services, effort=1 / 64) if judged else services


def nine_of_ten_are_outside(verdicts: list[NegativeControl]) -> None:
    missed = [verdict for verdict in verdicts if verdict.verdict != "outside"]
    assert len(verdicts) >= 20
    assert len(missed) <= 0.1 * len(verdicts), missed


def each_sort_is_caught(verdicts: list[NegativeControl], kind: str) -> None:
    """Exchanging the sides of a score near the middle is no great change, so there eight of ten are asked."""
    least = 0.8 if kind == KINDS[0] else 0.9
    counts = Counter(verdict.verdict for verdict in verdicts if verdict.kind == kind)
    assert counts.total() >= 3
    assert counts["outside"] >= least * counts.total(), counts


def the_band_is_narrow(rulings: list[Ruling]) -> None:
    """In the mean over the good cases less than half of what the possible results span."""
    shares = []
    for ours in rulings:
        sensitivity = ours.sensitivity
        worths = [outcome.converted[0] for outcome in ours.outcomes if outcome.converted is not None]
        if sensitivity is None or sensitivity.band_ns is None or not worths or max(worths) == min(worths):
            continue
        width = Fraction(sensitivity.band_ns[1]) - Fraction(sensitivity.band_ns[0])
        shares.append(width / (max(worths) - min(worths)))
    assert len(shares) >= 8
    assert sum(shares) / len(shares) < Fraction(1, 2)
