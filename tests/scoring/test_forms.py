"""Every form of the table keeps the same promises, and names what it lacks."""

from fractions import Fraction

import pytest

from analyser.errors import ScoringError
from analyser.scoring import (
    FORMS,
    BoardComparison,
    Field,
    Need,
    SideScores,
    Unit,
    WeightedScore,
    final_scores,
    form_named,
)
from analyser.scoring.forms import nearest_form
from tests.support.every import each_row

FULL = BoardComparison(other_room=420, field=Field.parse("420x3 -50x2"), boards=16)

UNITS = [
    ("matchpoints", "mp", {Need.FIELD}, Fraction(5)),
    ("imps", "imp", {Need.OTHER_ROOM}, Fraction(0)),
    ("knockout", "imp", {Need.OTHER_ROOM}, Fraction(0)),
    ("vp", "imp", {Need.OTHER_ROOM, Need.BOARDS}, Fraction(0)),
    ("cross-imps", "imp", {Need.FIELD}, Fraction(0)),
    ("butler", "imp", {Need.FIELD}, Fraction(0)),
    ("bam", "mp", {Need.OTHER_ROOM}, Fraction(1)),
    ("points", "points", set(), Fraction(0)),
]


def test_the_table_lists_each_form_of_a_case_file_once():
    assert [form.name for form in FORMS] == [name for name, *_ in UNITS]


@each_row("name, unit, needs, average", UNITS)
def test_a_form_says_what_it_counts_in_and_needs(name, unit, needs, average):
    form = form_named(name)
    assert (form.unit.value, set(form.needs), form.average(FULL)) == (unit, needs, average)
    assert form.unit in Unit


OF_A_FORM = [
    # who plays for what: teams or pairs; and what is peculiar to the form
    ("matchpoints", {"pairs", "every_trick_counts"}),
    ("imps", {"teams"}),
    ("knockout", {"teams", "merges"}),
    ("vp", {"teams", "uses_scale"}),
    ("cross-imps", {"pairs"}),
    ("butler", {"pairs", "trims"}),
    ("bam", {"teams", "plain_artificial", "every_trick_counts"}),
    ("points", set()),
]


@each_row("name, holds", OF_A_FORM)
def test_a_form_states_its_competitors_and_peculiarities(name, holds):
    """12C4 merges in a knock-out only; in Italy a percentage at board-a-match does not follow the session (N:253)."""
    known = ("teams", "pairs", "merges", "plain_artificial", "trims", "every_trick_counts", "uses_scale")
    assert {trait for trait in known if getattr(form_named(name), trait)} == holds


def test_average_is_half_a_top_also_with_missing_scores():
    assert form_named("matchpoints").average(BoardComparison(field=Field.parse("420x8"), tables=10)) == 9


@each_row("form", FORMS, ids=lambda form: form.name)
def test_both_sides_share_what_there_is(form):
    together = 2 * form.average(FULL)
    for score in (620, 420, 0, -50, -1100):
        scores = form.convert(score, FULL)
        assert scores.ns + scores.ew == together
    assert form.convert(1100, FULL).ns > form.convert(-1100, FULL).ns


@each_row("form", FORMS, ids=lambda form: form.name)
def test_a_weight_of_one_and_equal_parts_give_the_result(form):
    single = WeightedScore.single(420)
    halves = WeightedScore.parse(("1/2", 420), ("1/2", 420))
    assert (
        final_scores(form, single, single, FULL)
        == final_scores(form, halves, halves, FULL)
        == form.convert(420, FULL)
    )


@pytest.mark.parametrize("form", [form for form in FORMS if form.needs], ids=lambda form: form.name)
def test_what_is_missing_is_named(form):
    with pytest.raises(ScoringError, match="missing"):
        form.convert(420, BoardComparison())


ONLY_KNOCKOUT = [("imps", (-4, Fraction(10, 3))), ("knockout", (Fraction(-11, 3), Fraction(11, 3)))]


@pytest.mark.parametrize("name, expected", ONLY_KNOCKOUT)
def test_only_a_knock_out_makes_two_scores_one(name, expected):
    ns = WeightedScore.parse(("30%", 50), ("70%", -920))
    ew = WeightedScore.parse(("1/3", 50), ("2/3", -920))
    scores = final_scores(form_named(name), ns, ew, BoardComparison(other_room=-440))
    assert scores == SideScores(*map(Fraction, expected))


NEAR = [
    ("imp", "imps"),
    ("knock-out", "knockout"),
    ("matchpoint", "matchpoints"),
    ("CROSS-IMP", "cross-imps"),
    ("bamm", "bam"),
]


@pytest.mark.parametrize("word, form", NEAR)
def test_an_unknown_form_is_refused_with_the_nearest(word, form):
    assert nearest_form(word) == form
    with pytest.raises(ScoringError, match=form):
        form_named(word)
