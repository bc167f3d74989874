"""The Laws found by words: in any order and form, with the heading they stand under, in three languages."""

import pytest

from analyser import laws
from analyser.laws.search import search_provisions

# What a director types, in which language, the provision he means: read in the Law Book of 2017.
QUESTIONS = (
    ("claim trump outstanding", "en", "70C"),
    ("outstanding trumps, claims", "en", "70C"),
    ("revoke two tricks", "en", "64A1"),
    ("two-trick penalty for a revoke", "en", "64A1"),
    ("insufficient bid comparable", "en", "27B1b"),
    ("comparable insufficient bids", "en", "27B1b"),
    ("insufficient", "en", "27"),
    ("established revoke", "en", "63"),
    ("hesitation of partner", "en", "16B1"),
    ("what if dummy revokes", "en", "64B3"),
    ("chiamata insufficiente comparabile", "it", "27B1b"),
    ("atout fuori reclamo", "it", "70C"),
    ("due prese di renonce", "it", "64A1"),
    ("atuuri rămase afară", "ro", "70C"),
    ("două levate pentru renonsă", "ro", "64A1"),
    ("declaratie comparabila", "ro", "23"),
)


def test_words_in_any_order_and_form_find_the_provision():
    missed = [
        (words, [str(provision.clause) for provision in laws.provisions_about(words, language, "2017")][:8])
        for words, language, path in QUESTIONS
        if path
        not in {provision.clause.path for provision in laws.provisions_about(words, language, "2017")[:8]}
    ]
    assert missed == []


def test_accents_and_capitals_change_nothing():
    for first, second in (("RENONSĂ LEVATE", "renonsa levate"), ("atout più alto", "atout piu alto")):
        assert laws.provisions_about(first, "ro") == laws.provisions_about(second, "ro")


def test_words_no_provision_holds_together_are_said_to_be_so():
    assert search_provisions("revoke quidditch").holds_all is False
    assert laws.provisions_about("zebra crossings") == ()
    assert laws.provisions_about("") == laws.provisions_about("2017:12C1f") == ()


@pytest.mark.parametrize("word", ["revoke", "insufficient bid", "one trick"])
def test_a_word_finds_what_a_part_of_it_finds(word):
    assert laws.provisions_about(word + "s")[0] == laws.provisions_about(word)[0]
