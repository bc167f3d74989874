"""The random seed comes from the facts of the board: what a case is called, or how its file is written, moves no figure."""

import re

import pytest

from analyser.casefile import Case, case_of
from analyser.laws import resolve
from analyser.ruling.context import RulingContext, seed_for
from tests.support import ROOT

TEXT = (ROOT / "cases" / "kinds" / "slow-pass-over-game.toml").read_text("utf-8")
CASE = case_of(TEXT.encode())


def with_remark_reworded(case: Case) -> Case:
    remarks = tuple(remark.model_copy(update={"text": "told otherwise"}) for remark in case.remark)
    return case.changed(remark=remarks)


def with_keys_turned(text: str) -> bytes:
    """The same file with the lines of every table in the other order, and a comment."""
    tables = re.split(r"(?m)^(?=\[)", text)
    turned = [tables[0]]
    for table in tables[1:]:
        head, *lines = table.rstrip("\n").split("\n")
        plain = all("=" in line and line.count('"""') % 2 == 0 for line in lines if line.strip())
        turned.append("\n".join([head, *(reversed(lines) if plain else lines), ""]) + "\n")
    return ("# a comment\n" + "".join(turned)).encode()


SAME = {
    "another id": CASE.changed(id="another-name"),
    "another title": CASE.changed(title="Another title"),
    "a remark in other words": with_remark_reworded(CASE),
    "a comment and another order of keys": case_of(with_keys_turned(TEXT)),
}  # fmt: skip


@pytest.mark.parametrize("case", SAME.values(), ids=SAME.keys())
def test_what_is_no_board_fact_changes_no_random_numbers(case: Case) -> None:
    assert seed_for(case) == seed_for(CASE)
    law = resolve(None, "WBF", "2017", ())
    ruling_context, plain = (RulingContext.from_case(board, law) for board in (case, CASE))
    assert ruling_context.seed_of(case.incident[0]) == plain.seed_of(CASE.incident[0])


def test_another_board_or_form_has_another_seed() -> None:
    seeds = {seed_for(CASE)}
    for was, becomes in (
        (r"(?m)^number = 3$", "number = 7"),
        (r'(?m)^form = ".*"', 'form = "points"'),
        ("Q84.T4.KJ653.K72 J92.", "Q82.T4.KJ653.K72 J94."),
    ):
        text, count = re.subn(was, becomes, TEXT)
        assert count == 1
        seeds.add(seed_for(case_of(text.encode())))
    assert len(seeds) == 4


def test_another_seed_is_used_only_on_request() -> None:
    assert seed_for(CASE, 1) != seed_for(CASE) == seed_for(CASE, 0)
