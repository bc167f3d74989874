"""An address is read from whatever a director, a translation or a scan makes of it, and printed one way."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import LawError
from analyser.laws import Clause, lookup
from analyser.messages import in_words
from tests.support.every import each_row

PRINTED = [
    ("12C1c", "12C1c"),
    ("Law 12C1(c)", "12C1c"),
    ("law 12 C 1 ( c )", "12C1c"),
    ("L12C1(c)", "12C1c"),
    ("L.12-C1(c)", "12C1c"),
    ("Legea 16 B1 a)", "16B1a"),
    ("Articolo 1-6C", "16C"),
    ("art. 43-B2(b)", "43B2b"),
    ("Laws 64A2", "64A2"),
    ("12C1(e)(ii)", "12C1eii"),
    ("12c1e(II)", "12C1eii"),
    ("40B2(c)(iv)", "40B2civ"),
    ("80B2(k)", "80B2k"),
    ("16\u2011B1(a)", "16B1a"),
    ("70.E.1", "70E1"),
    ("\u00a764A2", "64A2"),
    ("88", "88"),
    ("06D2", "6D2"),
]


@each_row("printed, path", PRINTED)
def test_blanks_brackets_hyphens_and_words_do_not_matter(printed, path):
    assert Clause.parse(printed, "2017") == Clause("2017", path)


@pytest.mark.parametrize(
    "printed", ["2007:16D2", "2007: Law 16D(2)", "2007/16D2", "2007 16D2", "16D2 (2007)", "Law 16D2, 2007"]
)
def test_the_edition_may_stand_before_or_after(printed):
    assert Clause.parse(printed) == Clause("2007", "16D2")


def test_the_edition_in_the_address_wins_over_one_beside_it():
    assert Clause.parse("2007:16C", "2017") == Clause("2007", "16C")


def test_a_number_without_edition_is_refused():
    with pytest.raises(LawError, match="means nothing without its edition"):
        Clause.parse("16C")


@each_row("ask", [lambda: Clause.parse("16C"), lambda: lookup("12C1f", "2017")])
def test_why_an_address_is_refused_has_words_everywhere(ask):
    with pytest.raises(LawError) as refusal:
        ask()
    (problem,) = refusal.value.problems
    for text in (problem.why, problem.remedy):
        assert len({in_words(text, language) for language in ("en", "it", "ro")}) == 3


@each_row("nonsense", ["", "C", "94A", "0A", "100", "12CC", "12C1(c)(z)", "hello", "12C123", "1E5x"])
def test_what_is_no_address_is_refused_with_an_example(nonsense):
    with pytest.raises(LawError) as refusal:
        Clause.parse(nonsense, "2017")
    assert "16B1a" in str(refusal.value.problems[0].remedy)


@pytest.mark.parametrize(
    "edition, path", [("17", "12C1c"), ("2017", "12c1c"), ("2017", "L12"), ("2017", "95")]
)
def test_a_clause_that_is_not_spelled_canonically_cannot_be_built(edition, path):
    with pytest.raises(LawError):
        Clause(edition, path)


def test_clauses_stand_in_the_order_of_the_law_book():
    ordered = [
        "9A4",
        "12",
        "12A",
        "12A1",
        "12C1",
        "12C1a",
        "12C1e",
        "12C1ei",
        "12C1eii",
        "12C2",
        "16B",
        "64A1",
        "80B2k",
    ]
    clauses = [Clause("2017", path) for path in ordered]
    assert sorted(Random(12).sample(clauses, len(clauses))) == clauses
    assert Clause("1997", "93") < Clause("2007", "1") < Clause("2017", "1")


def test_each_step_up_is_the_provision_it_belongs_to():
    up = [Clause("2017", "12C1ei")]
    while (parent := up[-1].parent) is not None:
        up.append(parent)
    assert [one.path for one in up] == ["12C1ei", "12C1e", "12C1", "12C", "12"]


def test_print_and_parse_go_round_for_every_clause(every_clause):
    for clause in every_clause:
        assert Clause.parse(str(clause)) == clause
        assert Clause.parse(clause.legible, clause.edition) == clause
        assert eval(repr(clause), {"Clause": Clause}) == clause


@given(
    st.integers(1, 93),
    st.sampled_from("ABCDEFG"),
    st.integers(1, 9),
    st.sampled_from("abcdef"),
    st.sampled_from(["{l}{u}{n}({s})", "Law {l} {u}{n}{s}", "L.{l}-{u}-{n}-{s}", " {l}{u} {n} ( {s} ) "]),
)
def test_any_address_survives_any_way_of_printing_it(law, letter, number, small, form):
    printed = form.format(l=law, u=letter, n=number, s=small)
    assert str(Clause.parse(printed, "2007")) == f"2007:{law}{letter}{number}{small}"
