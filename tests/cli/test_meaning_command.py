"""`meaning`: an explanation read on the command line, in three languages and as a document."""

import json

import pytest

from tests.support.commands import typed

KEYS = ["text", "auction", "call", "understood", "shows", "says", "points", "lengths", "share"]


def test_the_document_has_its_agreed_keys():
    done = typed("meaning", "4+!s inv", "--auction", "1NT P 2D", "--json")
    assert done.code == 0
    document = json.loads(done.out)
    assert list(document) == KEYS
    assert (document["auction"], document["call"], document["understood"]) == ("1NT P 2D", "2D", True)
    assert document["shows"] == "S4+ HCP8-10"
    assert list(document["points"]) == ["mean", "low", "high"]
    assert list(document["lengths"]) == ["S", "H", "D", "C"]
    assert sum(document["lengths"].values()) == pytest.approx(13, abs=0.6)
    assert 0 < document["share"] < 1


@pytest.mark.parametrize(
    "language, text, words",
    [
        ("en", "weak with both majors", ("4 or more spades", "5 to 10 points", "a proposal")),
        ("it", "debole con le nobili", ("picche", "punti", "proposta")),
        ("ro", "slab cu ambele majore", ("pică", "puncte", "propunere")),
    ],
)
def test_it_answers_in_the_language_asked_for(language, text, words):
    done = typed("meaning", text, "--auction", "2D", "--lang", language)
    assert done.code == 0
    assert all(word in done.out for word in words)


@pytest.mark.parametrize(
    "code, text, auction, words",
    [
        (1, "15-17 zorblax", "1NT", ("zorblax", "does not know", "HCP8-11")),
        (1, "...", "1NT", ("says nothing", "HCP8-11")),
        (2, "15-17", "1NT foo", ("--auction", "foo")),
        (2, "15-17", "", ("--auction", "1NT P 2D")),
        (2, "15-17", "2NT 1S", ("--auction", "1S")),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_remedy(code, text, auction, words):
    done = typed("meaning", text, "--auction", auction)
    assert done.code == code
    assert all(word in done.err for word in words)


def test_a_question_says_that_it_shows_nothing():
    document = json.loads(typed("meaning", "relay", "--auction", "1NT P 2C", "--json").out)
    assert document["shows"] == ""
    assert "shows nothing" in document["says"]
