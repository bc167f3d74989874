"""Past cases held beside our findings: only recorded findings count, polls fall where beliefs say they fall."""

from fractions import Fraction
from math import comb

import pytest

from analyser.casefile import UnauthorisedInformation, bundled_past_cases
from analyser.estimates import CallModel
from analyser.estimates.services import Services
from analyser.ruling.alternatives.shares import Belief
from tests.bench.lab.past_alternatives import _four_fifths, past_findings, polls_expected, retrieval


def test_every_recorded_finding_on_such_information_is_compared_with_ours() -> None:
    recorded = {
        case.id
        for case in bundled_past_cases()
        if case.expected
        and any(isinstance(incident, UnauthorisedInformation) for incident in case.incident)
        and (case.expected[-1].infraction is not None or case.expected[-1].alternatives)
    }
    by_case = {finding.case: finding for finding in past_findings(bundled_past_cases(), Services())}
    assert set(by_case) == recorded
    assert all(
        finding.why is None or finding.why.code.startswith("information.") for finding in by_case.values()
    )


def test_without_models_nothing_is_claimed_to_be_known() -> None:
    assert {finding.ours for finding in past_findings(bundled_past_cases(), Services())} == {None}


def test_polls_of_past_cases_have_their_expectation() -> None:
    poll_forecasts = list(polls_expected(bundled_past_cases(), CallModel.load(), None))
    assert len(poll_forecasts) >= 6
    for forecast in poll_forecasts:
        assert 0 <= forecast.low <= forecast.high <= forecast.asked
        assert forecast.chosen <= forecast.asked
        assert forecast.expected >= 0.8 - 1e-9


@pytest.mark.parametrize("asked", [1, 4, 11])
def test_whoever_knows_nothing_expects_every_count_alike(asked: int) -> None:
    chances = Belief(1, 1).answers(asked)
    assert chances == pytest.approx([1 / (asked + 1)] * (asked + 1))


def test_a_belief_of_whole_answers_expects_what_an_urn_does() -> None:
    """Beta(2, 3), five asked: k of them by counting orders of a Polya urn."""
    chances = Belief(2, 3).answers(5)
    exact = [Fraction(comb(1 + k, k) * comb(2 + 5 - k, 5 - k), comb(9, 5)) for k in range(6)]
    assert chances == pytest.approx([float(share) for share in exact])


@pytest.mark.parametrize(
    "low, high, chances",
    [
        (0, 4, (0.2, 0.2, 0.2, 0.2, 0.2)),
        (1, 3, (0.1, 0.3, 0.2, 0.3, 0.1)),
        (0, 0, (0.95, 0.05)),
        (1, 1, (0.05, 0.9, 0.05)),
    ],
)
def test_a_tenth_is_left_out_at_either_end(low: int, high: int, chances: tuple[float, ...]) -> None:
    weighted = _four_fifths(chances)
    assert weighted[:2] == (low, high)
    assert weighted[2] == pytest.approx(sum(chances[low : high + 1]))


@pytest.mark.slow
def test_nearness_finds_the_clause_more_often_than_kind_alone() -> None:
    for _, held in retrieval():
        assert held.share > held.expected_share
