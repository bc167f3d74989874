"""Fourteen cards and a call already made: played by consent, or as the director thinks."""

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import wrong_hand
from analyser.ruling.kinds.rectification import Step
from tests.ruling_kinds.bundled import due_in, found_in
from tests.support import ROOT

PLAYED = [("1997", Step.PLAY_IF_CONSENT), ("2007", Step.CORRECT_AND_PLAY), ("2017", Step.CORRECT_AND_PLAY)]


@pytest.mark.parametrize("year, step", PLAYED)
def test_no_call_is_changed_and_the_deal_is_played(year, step):
    assert {step, Step.NO_CHANGE_OF_CALL} <= due_in(found_in("wrong-hand", year))


@pytest.mark.parametrize(
    "year, word", [("1997", None), ("2007", Step.OTHER_TABLE_MAY), ("2017", Step.OTHER_TABLE_SHALL)]
)
def test_a_deal_that_cannot_be_played_uses_the_other_table(year, word):
    steps = due_in(found_in("wrong-hand", year, playable=False))
    assert steps & {Step.OTHER_TABLE_MAY, Step.OTHER_TABLE_SHALL} == ({word} if word else set())


SAID = """
[[judgement]]
incident = "fourteen"
question = "infraction"
answer = false
by = "director"
grounds = "the board had come so from the dealing machine"
"""


def test_a_person_may_find_that_nothing_was_infringed():
    case = case_of((ROOT / "cases/kinds/wrong-hand.toml").read_bytes() + SAID.encode())
    result = wrong_hand.find(
        RulingContext.from_case(case, laws.resolve(None, "WBF"), Services()), case.incident[0]
    )
    assert result.infraction.answer is False
