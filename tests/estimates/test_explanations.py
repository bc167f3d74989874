"""Explanations in words are read as a director means them; what is not known is named; nothing odd breaks the reader."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyser.bridge import Call, HandConstraint
from analyser.bridge.constraints import begins_like_constraint
from analyser.estimates.meanings.reader import read
from analyser.estimates.meanings.tokens import (
    phrases,
    plain_text,
    raw_tokens,
    says_something,
    terms_by_spelling,
)

PHRASES = Path(__file__).with_name("golden_phrases.tsv")


def phrase_rows() -> Iterator[tuple[str, tuple[int, ...], str, HandConstraint]]:
    """Language, auction, text, and what a director would write in the constraint language."""
    with PHRASES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            calls = tuple(Call.parse(call).code for call in row["auction"].split())
            yield row["language"], calls, row["text"], HandConstraint.parse(row["shows"])


def alternatives(constraint: HandConstraint | None) -> set[frozenset[str]]:
    return {frozenset(map(str, spans)) for spans in constraint.alternatives} if constraint else set()


def test_phrases_show_what_a_director_would_write():
    rows = list(phrase_rows())
    assert len(rows) >= 120
    assert {language for language, *_ in rows} == {"en", "it", "ro", "shorthand"}
    wrong = [
        (text, str(wanted), str(read(text, calls).constraint))
        for _, calls, text, wanted in rows
        if alternatives(read(text, calls).constraint) != alternatives(wanted)
    ]
    assert not wrong


def test_no_spelling_has_two_meanings():
    met: dict[tuple[str, ...], str] = {}
    for term, spellings in terms_by_spelling().items():
        for spelling in spellings:
            key = tuple(token.text for token in raw_tokens(plain_text(spelling)))
            assert met.setdefault(key, term) == term, spelling
            assert not key or phrases().terms[key] == term, spelling


@pytest.mark.parametrize(
    "language_like, text",
    [
        (True, "S5+ HCP8-11"),
        (True, "S5+ HCP8-11 weak"),
        (True, "HCP15-"),
        (True, "H5+, S4+"),
        (True, "bal HCP15-17x"),
        (True, "bal"),
        (True, "SA SK 5+"),
        (False, "bal 15-17"),
        (False, "4+!s inv"),
        (False, "HCP 15-17"),
        (False, "5+ hearts"),
        (False, "Stayman"),
        (False, "S and H"),
        (False, ""),
    ],
)
def test_a_text_like_a_constraint_is_never_words(language_like, text):
    assert begins_like_constraint(text) is language_like


def test_a_mark_of_an_alert_says_nothing():
    assert not any(map(says_something, ("", "alerted", "Alert!", "a", "!!", "  ")))
    assert all(map(says_something, ("relay", "0-7", "!h", "alert, weak")))


def test_odd_texts_are_read_without_a_fault():
    odd = (
        "", " ", "\x00\x1b[2J", "<script>alert(1)</script>", "=CMD()|' /C calc'!A0", "9" * 400, "-" * 300, "!" * 99,
        "+++", "5+5+5+5+", "((((", "or or or", "no no no", "!s!s!s!s", "0-0", "99-1", "13+!s 13+!h", "1/0", "4441 4441",
        "♠♠♠♥", "🂡 ace", "中文", "\u202e5+!s", "a" * 5000, "5-5-5-5", "0=0=0=13", "max min max", "not not 5", "5 or or 6",
        "|".join(["5+!s"] * 200), "transfer to to to", "denies", "short", "longer longer", "1-1-1-1", "up to", "at least",
    )  # fmt: skip
    for text in odd:
        for calls in ((7,), (3, 0, 0, 1), (0, 0, 0, 0), (0,), (4, 1, 2)):
            reading = read(text, calls)
            assert reading.constraint is None or not HandConstraint.problems(str(reading.constraint))
