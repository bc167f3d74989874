"""Past cases beside a ruling: what was ruled there, why they are near, how they differ; never as authority."""

import re
from dataclasses import replace

import pytest

from analyser import rule
from analyser.bridge import PASS, Call, Hand, Result
from analyser.casefile import case_of
from analyser.cli.compare import differences
from analyser.messages import LANGUAGES, Percentage, message, sentences
from analyser.precedents.nearest import _read_list, _read_weighted_result
from analyser.report import markdown
from analyser.report.html import render_html
from analyser.report.page_voice import PageVoice
from analyser.report.ruling_json import as_document
from analyser.ruling import Finding, PastCase
from tests.report.rich import CASE, rich

RESULTS = tuple(
    message("word.weighted", share=Percentage.round_to(share), result=Result.parse(result))
    for share, result in ((0.6, "4S= by N"), (0.4, "4S-1 by N"))
)
PAST = PastCase(
    "i1",
    "nowhere-2001-3",
    "A slow <pass>",
    ("A casebook", "case 3"),
    "Open Pairs",
    2001,
    "1997",
    "WBF",
    ("16A",),
    4.25,
    ruled=(
        Finding.from_code(
            "precedents.scored", body="committee", results=message("word.listed", entries=RESULTS)
        ),
        Finding.from_code("precedents.held", actions=(PASS, Call.parse("5H"))),
    ),
    near=(
        Finding.from_code("precedents.same-information", what="no-alert"),
        Finding.from_code("precedents.points", hand=Hand.parse("A64.A864..AT8432"), theirs=12, ours=11),
    ),
    differs=(
        Finding.from_code(
            "precedents.other-action", theirs=message("precedents.bid-at-level", level="6"), ours="pass"
        ),
    ),
)

HEADINGS = {
    "en": ("What was ruled", "Why it is similar", "How it differs", "never authority"),
    "it": ("Che cosa fu deciso", "Perché è simile", "In che cosa differisce", "mai autorità"),
    "ro": ("Ce s-a hotărât", "De ce se aseamănă", "Prin ce diferă", "niciodată autoritate"),
}


@pytest.fixture(scope="module")
def ruling():
    return replace(rich(), precedents=(PAST,))


@pytest.mark.parametrize("language", HEADINGS)
def test_a_precedent_shows_its_ruling_its_nearness_and_its_difference(language, ruling):
    page = render_html(ruling, language)
    part = page[page.index('id="precedents"') :]
    for heading in HEADINGS[language]:
        assert heading in part
    assert part.index("A slow &lt;pass&gt;") < part.index("A casebook, case 3")
    assert all(heading in markdown(ruling, language) for heading in HEADINGS[language])


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_word_of_the_comparison_is_left_in_english(language, ruling):
    text = re.sub(r"<[^>]+>", " ", render_html(ruling, language))
    text = text[text.index("A casebook") - 1200 : text.index("A casebook")]
    assert not re.search(r"\b(bid|level|no-alert|committee|pass\b(?!&))\b", text.replace("&lt;pass&gt;", ""))


def test_results_calls_and_hands_are_drawn_with_their_suit_signs(ruling):
    page = render_html(ruling)
    part = page[page.index('id="precedents"') :]
    assert "4S=" not in part
    assert "A64.A864" not in part
    assert part.count("#suit-S") >= 3


def test_a_ruling_without_past_cases_has_no_such_part():
    assert 'id="precedents"' not in render_html(rich())


def test_the_document_carries_precedents_outside_the_decision(ruling):
    document = as_document(ruling)
    (precedent,) = document["precedents"]
    assert (precedent["id"], precedent["incident"], precedent["distance"]) == ("nowhere-2001-3", "i1", 4.25)
    assert precedent["source"] == {"name": "A casebook", "where": "case 3"}
    assert [entry["code"] for entry in precedent["ruled"]] == ["precedents.scored", "precedents.held"]
    assert not list(differences(document, as_document(rich())))


@pytest.mark.slow
def test_a_ruled_case_lists_the_nearest_past_cases_per_incident():
    ruled = rule(case_of(CASE.encode()))
    incidents = [incident.id for incident in ruled.incidents]
    assert {precedent.incident for precedent in ruled.precedents} == set(incidents)
    for incident in incidents:
        far = [precedent.distance for precedent in ruled.precedents if precedent.incident == incident]
        assert far == sorted(far)
        assert 1 <= len(far) <= 3
    assert ruled.case is not None
    assert ruled.case.id not in {precedent.id for precedent in ruled.precedents}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_of_the_comparison_is_translated(language):
    english, other = sentences("en"), sentences(language)
    same = [key for key in english if key.startswith(("precedents.", "past.")) and english[key] == other[key]]
    assert same == ["precedents.scored"]


@pytest.mark.parametrize(
    "printed, expected",
    [
        ("60% +620", "60 % +620"),
        ("-430", "−430"),
        ("1/3 6D-1 by W", "1/3 6♦−1 by W"),
        ("70% 4S= by N", "70 % 4♠= by N"),
    ],
)
def test_what_a_past_body_gave_is_written_as_results_are(printed, expected):
    text = re.sub(r"<[^>]+>", "", PageVoice("en").render(_read_list((printed,), _read_weighted_result)))
    assert text.replace("\u00a0", " ") == expected
