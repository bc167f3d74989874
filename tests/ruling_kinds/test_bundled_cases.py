"""Each kind of incident has a bundled case without a fault and a twin with one planted fault, told at its place."""

import pytest

from analyser import resources
from analyser.casefile import IncidentKind, case_of, problems_of
from analyser.ruling.kinds import KINDS
from tests.support import ROOT
from tests.support.row_names import row_name

GOOD, BAD = ROOT / "cases/kinds", ROOT / "cases/bad"

PLANTED = {
    "claim": "incident 1 position",
    "clause-misprinted": "ruling 1 clauses 1",
    "clause-renumbered": "ruling 1 clauses 1",
    "claim-won": "incident 1 won",
    "exposed-card": "incident 1 cards",
    "fouled-board": "incident 1 groups 1 2 score",
    "irregular-call": "incident 1 replacements",
    "lead-out-of-turn": "incident 1 trick",
    "limit-raise-told-weak": "incident 1 given_shows",
    "misinformation": "board deal",
    "no-play": "incident 1 fault EW",
    "other": "incident 1 clauses 1",
    "outside-information": "incident 1 chosen",
    "penalty": "incident 1 shares EW",
    "played-card": "incident 1 still_holds_suit",
    "repeated-revoke-lead": "table lead",
    "repeated-revoke-misprint": "table play trick 3 W",
    "revoke": "incident 1 trick",
    "score-error": "incident 1 correct",
    "unauthorised-information": "incident 1 action",
    "withdrawn-call": "table lead",
    "wrong-board": "incident 1 noticed",
    "wrong-hand": "incident 1 cards",
}


@pytest.mark.parametrize("kind", list(IncidentKind), ids=row_name)
def test_every_kind_has_its_own_case_and_a_twin(kind):
    case = case_of((GOOD / f"{kind}.toml").read_bytes())
    assert [incident.kind for incident in case.incident] == [kind]
    assert str(kind) in PLANTED


@pytest.mark.parametrize("twin", sorted(path.stem for path in BAD.glob("*.toml")))
def test_a_planted_fault_is_the_one_problem_told(twin):
    (problem,) = problems_of((BAD / f"{twin}.toml").read_bytes())
    assert problem.where == PLANTED[twin]
    assert problem.why


def test_the_bundled_cases_travel_with_the_package():
    names = {name.rsplit("/", 1)[1] for name in resources.listing("cases/kinds")}
    assert {f"{kind}.toml" for kind in IncidentKind} <= names


def test_each_kind_is_listed_but_those_that_give_no_result():
    assert set(IncidentKind) - set(KINDS) == {IncidentKind.NO_PLAY, IncidentKind.FOULED_BOARD}
