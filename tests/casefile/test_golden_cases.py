"""Golden cases: bad files have exactly the planted problems; that good ones have none, `tests/test_cases.py` holds."""

import json

from analyser.casefile import case_of, problems_of
from tests.support import GOLDEN
from tests.support.every import each_row

BAD = json.loads((GOLDEN / "cases/bad/expected.json").read_text())


@each_row("name", BAD)
def test_a_bad_case_has_exactly_the_problems_planted_in_it(name):
    problems = list(problems_of((GOLDEN / "cases/bad" / name).read_bytes()))
    for planted in BAD[name]:
        matching = [
            problem
            for problem in problems
            if all(
                word in problem.where.split() or (not word.isalnum() and word in problem.where)
                for word in planted["where"]
            )
            and (planted["found"] is None or planted["found"] in str(problem.found))
        ]
        assert matching, (planted, problems)
        problems.remove(matching[0])
    assert problems == []


@each_row("name", BAD)
def test_every_problem_names_place_and_reason_and_most_a_remedy(name):
    for problem in problems_of((GOLDEN / "cases/bad" / name).read_bytes()):
        assert problem.where
        assert problem.why
        assert problem.remedy


def test_the_repeated_revoke_deal_reads_as_seed_003_prints_it():
    case = case_of((GOLDEN / "cases/good/repeated-revoke.toml").read_bytes())
    assert str(case.contract) == "4S by S"
    assert str(case.result) == "4S+2 by S"
    assert case.play is not None
    assert [str(revoke.card) for revoke in case.play.revokes(case.deal)] == ["DJ", "H4"]
