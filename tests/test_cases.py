"""Every case file keeps the contract: sound, ruled as it expects, whoever sat there and wherever, with pages in three languages.

A case that persons or the Laws decide is ruled without models. Where models and solver decide, the score must lie in the band
the case reasons: one case of each kind, edition and form in every run, all in `./run test --all`, with twenty past cases that meet every kind, edition, authority and form; `./run bench past` rules all.
"""

from dataclasses import replace

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import Services, default_services
from analyser.messages import message
from tests.support.contract.estimate_steps import (
    estimate_holds_what_the_case_reasons,
    estimate_of_past_case_is_whole,
)
from tests.support.contract.files import (
    SECONDS_EACH,
    band_files,
    case_files,
    choose_covering,
    choose_stratified,
    estimated_past_files,
    named_files,
    stratum_of,
    traits_of,
)
from tests.support.contract.page_steps import is_a_worded_value, texts_in
from tests.support.contract.ruled_case import EDITIONS, RuledCase
from tests.support.contract.steps import name_step, steps_of
from tests.support.every import check_every

BAND = band_files()
ONE_OF_EACH = choose_stratified(BAND, len({stratum_of(path) for path in BAND}))
PAST_ESTIMATED = choose_covering(estimated_past_files(), 20)


@pytest.mark.parametrize("path", named_files(case_files(), SECONDS_EACH))
def test_a_case_file_keeps_the_contract(path, solver):
    ruled = RuledCase(path, Services(tricks=solver))
    check_every(steps_of(ruled), lambda step: step(ruled), name_step)


@pytest.mark.parametrize("path", named_files(BAND, set(BAND) - set(ONE_OF_EACH)))
def test_an_estimate_lies_in_the_band_the_case_reasons(path, solver):
    estimate_holds_what_the_case_reasons(RuledCase(path, replace(default_services(), tricks=solver)))


@pytest.mark.parametrize("path", named_files(PAST_ESTIMATED, PAST_ESTIMATED))
def test_an_estimate_of_a_past_case_is_whole(path, solver):
    """That a ruling comes out, and whole, does not depend on how many deals are solved: a few of each are enough."""
    services = replace(default_services(), tricks=solver, effort=1 / 64)
    estimate_of_past_case_is_whole(RuledCase(path, services))


def test_the_past_cases_chosen_meet_every_trait():
    traits = frozenset().union(*map(traits_of, estimated_past_files()))
    assert frozenset().union(*map(traits_of, PAST_ESTIMATED)) == traits
    assert len(set(PAST_ESTIMATED)) == 20


def test_six_cases_are_ruled_whole_with_nothing_judged():
    cases = [case_of(path.read_bytes()) for path in BAND]
    assert len(cases) >= 6
    assert {str(case.event.form) for case in cases} >= {"imps", "matchpoints"}
    assert {expected.edition for case in cases for expected in case.expected} == set(EDITIONS)


def test_a_worded_value_would_be_noticed():
    rows = ["4S= by N", "passed out", "4SX by W", "P", "1NT", "S4", "call 7", "trick 3 W", "32%", "1.5"]
    for text in rows:
        arguments = texts_in(message("word.listed", entries=(text,)))
        assert list(filter(is_a_worded_value, arguments)) == [text]
