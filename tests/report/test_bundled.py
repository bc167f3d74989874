"""Every case that comes with the program has a page in every language, and no sentence on it is missing.

Neither models nor solver are asked: what they would say is said in the same sentences.
"""

from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import cache

import pytest

from analyser import review
from analyser.bridge import Contract, Result
from analyser.casefile import Place, case_of, parse_action
from analyser.errors import BridgeError, ScoringError
from analyser.estimates.services import Services
from analyser.messages import Message, Percentage, message, sentences
from analyser.report import LANGUAGES, markdown
from analyser.report.facts import findings_of
from analyser.report.html import as_html
from analyser.ruling import Ruling, RulingRequest
from analyser.scoring import parse_weight
from tests.support import GOLDEN, ROOT
from tests.support.plain_rulings import plain_ruling

FILES = [
    *sorted((ROOT / "cases" / "kinds").glob("*.toml")),
    *sorted((ROOT / "cases" / "reported").glob("*.toml")),
    *sorted((ROOT / "cases" / "past").glob("*.toml"))[::6],
    *sorted((ROOT / "cases" / "claims").glob("*.toml"))[::6],
    *sorted((GOLDEN / "cases" / "good").glob("*.toml")),
    GOLDEN / "revokes" / "revoke-innocent-won-later.toml",
]
bundled = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")


@cache
def ruled(file) -> Ruling:
    case = case_of(file.read_bytes())
    return review(case, RulingRequest(), Services()) if case.ruling else plain_ruling(file)


@bundled
def test_every_finding_has_its_sentence(file):
    ruling = ruled(file)
    because = (finding for outcome in ruling.outcomes for finding in outcome.because)
    codes = {finding.code for finding in (*findings_of(ruling), *ruling.warnings, *because)}
    assert {code for code in codes if code not in sentences("en")} == set()


@bundled
def test_every_reason_handed_over_has_its_sentence(file):
    ruling = ruled(file)
    reasons = [] if ruling.law is None else [*ruling.law.because]
    reasons += [variant.because for variant in ruling.variants]
    if ruling.sensitivity is not None:
        reasons += [*(bar.what for bar in ruling.sensitivity.bars), *ruling.sensitivity.breakeven]
    if ruling.review is not None:
        reasons += [item.state for item in (*ruling.review.process, *ruling.review.formal)]
    assert {reason.code for reason in reasons} <= set(sentences("en"))


def texts_in(argument) -> Iterator[str]:
    """The plain texts among an argument and what it holds."""
    match argument:
        case Message():
            for _, value in argument.args:
                yield from texts_in(value)
        case tuple():
            for value in argument:
                yield from texts_in(value)
        case str():
            yield argument


def a_share(text: str) -> Percentage:
    """The share a text gives."""
    return Percentage(parse_weight(text))


def a_decimal(text: str) -> Decimal:
    """The figure a text gives with a decimal point."""
    if "." not in text:
        raise ScoringError("no decimal", found=text)
    return Decimal(text)


def is_a_value(text: str) -> bool:
    """Whether a text is what a result, contract, call, card, place or share prints; a voice words these by their type."""
    for parse in (Result.parse, Contract.parse, parse_action, Place.parse, a_share, a_decimal):
        with suppress(BridgeError, ScoringError, InvalidOperation):
            if str(parse(text)) == text:
                return True
    return False


def messages_of(ruling: Ruling) -> Iterator[Message]:
    """Every finding and reason of a ruling."""
    yield from (*findings_of(ruling), *ruling.warnings, *(variant.because for variant in ruling.variants))
    yield from (finding for outcome in ruling.outcomes for finding in outcome.because)
    for past in ruling.precedents:
        yield from (*past.ruled, *past.near, *past.differs)
    if ruling.sensitivity is not None:
        yield from (*(bar.what for bar in ruling.sensitivity.bars), *ruling.sensitivity.breakeven)
    if ruling.review is not None:
        yield from (item.state for item in (*ruling.review.process, *ruling.review.formal))


@bundled
def test_no_argument_of_a_finding_is_a_value_already_worded(file):
    worded = [
        (said.code, text) for said in messages_of(ruled(file)) for text in texts_in(said) if is_a_value(text)
    ]
    assert worded == []


@pytest.mark.parametrize(
    "text", ["4S= by N", "passed out", "4SX by W", "P", "1NT", "S4", "call 7", "trick 3 W", "32%", "1.5"]
)
def test_a_worded_value_would_be_seen(text):
    assert list(filter(is_a_value, texts_in(message("word.listed", entries=(text,))))) == [text]


@bundled
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_case_has_a_page_and_a_text_in_every_language(file, language):
    ruling = ruled(file)
    page = as_html(ruling, language)
    assert f'<html lang="{language}">' in page
    assert len(page.encode("utf-8")) <= 400_000
    assert markdown(ruling, language)
