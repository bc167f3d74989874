"""What holds of the pages of a case: every finding has its sentence, nothing is worded twice, and each language has its page."""

import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal, InvalidOperation

from analyser.bridge import Contract, Result
from analyser.casefile import Place, parse_action
from analyser.errors import BridgeError, ScoringError
from analyser.messages import LANGUAGES, Message, Percentage, decimal_text, sentences
from analyser.report import markdown
from analyser.report.facts import findings_of, story_of
from analyser.report.html import render_html
from analyser.report.terminal_summary import screen
from analyser.ruling import Ruling
from analyser.scoring import parse_weight
from tests.support.contract.ruled_case import RuledCase
from tests.support.html_page import HtmlPage

LARGEST_PAGE = 400_000  # bytes


def every_message_has_its_sentence(ruled: RuledCase) -> None:
    """Findings, warnings and reasons are codes; each has words in the English table, from which the others are checked."""
    codes = {message.code for message in messages_of(ruled.reviewed)}
    assert codes - set(sentences("en")) == set()


def messages_of(ruling: Ruling) -> Iterator[Message]:
    """Every finding and reason of a ruling."""
    yield from (*findings_of(ruling), *ruling.warnings, *(variant.because for variant in ruling.variants))
    yield from (finding for outcome in ruling.outcomes for finding in outcome.because)
    yield from () if ruling.law is None else ruling.law.because
    for past in ruling.precedents:
        yield from (*past.ruled, *past.near, *past.differs)
    if ruling.sensitivity is not None:
        yield from (*(bar.what for bar in ruling.sensitivity.bars), *ruling.sensitivity.breakeven)
    if ruling.review is not None:
        yield from (item.state for item in (*ruling.review.process, *ruling.review.formal))


def no_argument_is_worded_beforehand(ruled: RuledCase) -> None:
    """Results, calls, cards, places and shares go into a finding as values, which a voice words in its language."""
    worded = [
        (message.code, text)
        for message in messages_of(ruled.reviewed)
        for text in texts_in(message)
        if is_a_worded_value(text)
    ]
    assert worded == []


def texts_in(argument: object) -> Iterator[str]:
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


def parse_percentage(text: str) -> Percentage:
    """The share a text gives."""
    return Percentage(parse_weight(text))


def parse_decimal(text: str) -> Decimal:
    """The figure a text gives with a decimal point."""
    if "." not in text:
        raise ScoringError("no decimal", found=text)
    return Decimal(text)


def is_a_worded_value(text: str) -> bool:
    """Whether a text is what a result, contract, call, card, place or share prints; a voice words these by their type."""
    for parse in (Result.parse, Contract.parse, parse_action, Place.parse, parse_percentage, parse_decimal):
        with suppress(BridgeError, ScoringError, InvalidOperation):
            if str(parse(text)) == text:
                return True
    return False


def every_language_has_page_and_text(ruled: RuledCase) -> None:
    """Whole, in its language, with every tag closed, and small enough to be sent."""
    for language in LANGUAGES:
        page = render_html(ruled.reviewed, language)
        HtmlPage(page)
        assert f'<html lang="{language}">' in page
        assert len(page.encode("utf-8")) <= LARGEST_PAGE, language
        assert markdown(ruled.reviewed, language), language


def first_screen_is_twenty_lines_of_plain_text(ruled: RuledCase) -> None:
    """What a terminal shows first fits it, in every language, and says how to see the rest."""
    for language in LANGUAGES:
        assert_first_screen_fits(ruled.reviewed, language)


def assert_first_screen_fits(ruling: Ruling, language: str) -> None:
    """Fail unless the first screen of a ruling is short, narrow and plain, and names the option that shows all."""
    text = screen(ruling, language)
    lines = text.splitlines()
    assert len(lines) <= 20, text
    assert max(map(len, lines)) <= 79, text
    assert not re.search(r"^#|\*\*|\| ---|sha256|bits", text, re.MULTILINE), text
    assert "--full" in lines[-1] + lines[-2], text


def page_tells_what_happened(ruled: RuledCase) -> None:
    """Each incident has a text, or facts of which a story is made."""
    case = ruled.case
    remarks = [incident.text or story_of(case, incident) or case.remark for incident in case.incident]
    assert all(remarks)


def page_shows_the_expected_figures(ruled: RuledCase) -> None:
    """Both sides' scores stand on the page; without models and solver, since what a person found is enough for them."""
    assert ruled.reviewed.law is not None
    text = HtmlPage(render_html(ruled.reviewed)).text
    for expected in ruled.case.expected:
        if expected.ns is not None and expected.edition in (None, ruled.reviewed.law.edition):
            for figure in (expected.ns, expected.ew):
                assert figure is not None
                spellings = (str(figure), decimal_text(figure))
                assert any(spelling.replace("-", "−") in text for spelling in spellings), spellings
