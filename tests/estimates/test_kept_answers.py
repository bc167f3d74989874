"""The answers that come with the tests are what the solver answers: some of every kind are solved again."""

from itertools import islice

import pytest

from analyser.estimates.solver.questions import QuestionKind
from tests.support import answers


def answers_of(kind: QuestionKind) -> dict[bytes, tuple[int, ...]]:
    """What the tree holds of this kind."""
    rows = answers.answers_in_the_tree()
    return {key: answer for key, answer in rows.items() if answers.question_of(key).kind is kind}


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", QuestionKind)
def test_answers_in_the_tree_are_counted_the_same_again(kind, count, solver):
    """Spread over all of them; a solver changed since then has none in the tree, and nothing to be held against."""
    rows = answers_of(kind)
    some = dict(islice(rows.items(), 0, None, max(1, len(rows) // count)))
    questions = [answers.question_of(key) for key in some]
    assert [question.key for question in questions] == list(some)
    assert solver._ask(questions) == list(some.values())


def test_answers_that_differ_are_found():
    rows = dict(islice(answers.recorded_answers()[1].items(), 4))
    key = next(iter(rows))
    assert answers.find_differences(rows, step=1) == []
    assert answers.find_differences(rows | {key: (99,)}, step=1) == [key]


def test_what_is_written_into_the_tree_is_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "IN_THE_TREE", tmp_path / "answers.xz")
    rows = {bytes((9, 200, 0)): (9, 0, 13), b"\x0d" * 16: (1,)}
    answers.write(rows)
    assert answers.answers_in_the_tree() == rows


def test_answers_of_another_solver_are_left_aside(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "IN_THE_TREE", tmp_path / "answers.xz")
    answers.write({b"question": (1,)})
    monkeypatch.setattr(answers, "solver_name", lambda: "another")
    assert answers.answers_in_the_tree() == {}


SOLVE = """
from analyser.bridge import Deal
LIMIT = 13  # tricks
def solve(deal: Deal) -> int:
    \"\"\"The tricks.\"\"\"
    return min(LIMIT, deal.tricks)
"""


def test_a_solver_only_renamed_keeps_its_answers():
    renamed = (
        SOLVE.replace("solve", "count_tricks").replace("  # tricks", "").replace("The tricks.", "How many.")
    )
    assert answers.bare_code([renamed]) == answers.bare_code([SOLVE])


def test_a_solver_that_does_something_else_has_none():
    for before, after in (("13", "12"), ("min", "max"), ("deal.tricks", "deal.cards"), ("LIMIT, ", "")):
        assert answers.bare_code([SOLVE.replace(before, after)]) != answers.bare_code([SOLVE]), before
