"""The page of regulations: a form for each question, the answer with its article, in every language."""

import re

import pytest

from analyser.messages import LANGUAGES, sentences
from analyser.ruling.procedure.questions import ASKED
from tests.web.visits import Visit, app_in


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    return Visit(app_in(tmp_path_factory.mktemp("rules")))


ANSWERS = {
    "alert": ("call=2D&auction=1NT+P&shows=H5%2B", "appendix 3 §2.1"),
    "penalty": ("offence=slow-play-teams&time=5&shares=70%25+30%25", "0.7 VP"),
    "clock": ("boards=16&screens=1&place=later", "2:10"),
    "award": ("what=bye&boards=16&scale=wbf-discrete", "12 VP and 5 IMPs"),
    "system": (
        "category=3&sheet=%5B%5Bopening%5D%5D%0Acall+%3D+%222H%22%0Ashows+%3D+%22S6+HCP6-10+%7C+D6+HCP6-10%22",
        "not permitted in category 3",
    ),
    "psychic": ("level=club", "appendix 2 §2b"),
    "screen": ("what=tempo&seconds=18&raised=receiver", "appendix 4 §4g"),
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_question_is_answered_with_its_article(visit, kind):
    query, told = ANSWERS[kind]
    page = visit.get(f"/rules?ask={kind}&answer=1&lang=en&{query}")
    assert page.status_code == 200
    assert told in page.text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_sheet_of_agreements_is_read_whole(visit):
    query, told = ANSWERS["system"]
    long = query.replace("sheet=", f"sheet=%23+{'what+we+play+' * 100}%0A")
    assert told in visit.get(f"/rules?ask=system&answer=1&lang=en&{long}").text.replace(
        "\N{NO-BREAK SPACE}", " "
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_worded_in_every_language(visit, language):
    for kind, (_, fields) in ASKED.items():
        page = visit.get(f"/rules?ask={kind}&lang={language}")
        assert page.status_code == 200
        for field in fields:
            assert sentences(language)[f"web.rules.field.{field.name}"].replace("'", "&#39;") in page.text
            known = {f"rules.word.{word}" for word in field.words if word not in ("", "*", *"1234")}
            assert known <= sentences(language).keys()


FAULTS = {
    "no length of time": ("ask=penalty&offence=late-teams-vp&time=soon", "soon"),
    "no call": ("ask=alert&call=9Z", "9Z"),
    "an authority without a catalogue": ("ask=penalty&authority=WBF", "WBF"),
    "no boards": ("ask=award&what=bye", "boards"),
    "shares that are no numbers": ("ask=penalty&offence=slow-play-teams&time=5&shares=half", "half"),
}


@pytest.mark.parametrize(("query", "told"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_answered_is_refused_with_its_reason(visit, query, told):
    page = visit.get(f"/rules?{query}&answer=1&lang=en")
    assert page.status_code == 200
    assert told in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "<h2>" not in page.text.split('id="answer"')[1].split("</section>")[0]


def test_what_an_authority_lacks_is_said_before_asking(visit):
    page = visit.get("/rules?ask=penalty&authority=WBF&lang=en").text
    assert "no catalogue of penalties of WBF is kept here" in page.replace("\N{NO-BREAK SPACE}", " ")
    first = visit.get("/rules?ask=penalty&lang=en").text.replace("\N{NO-BREAK SPACE}", " ")
    assert "WBF – no rules of it kept here" in first
    assert "EBU – no rules" not in first
    assert (
        visit.get("/rules?ask=penalty&authority=EBU&lang=en").text.count('value="appeal-without-merit"') == 1
    )


def test_the_first_page_leads_there(visit):
    assert 'href="/rules"' in visit.get("/").text


@pytest.mark.parametrize(
    "words, language, law",
    [("one trick", "en", "64A2"), ("renonce consumata", "it", "62A"), ("renonsă", "ro", "62A")],
)
def test_words_find_the_laws_about_them_and_cases_showing_them(visit, words, language, law):
    page = visit.get(f"/law?q={words.replace(' ', '+')}&lang={language}").text
    headings = re.findall('<section class="law"><h2>(.*?)</h2>', page)
    assert any(heading.endswith(law) for heading in headings), headings
    shown = re.search(r'href="/cases\?q=([^"]+)"', page)[1]
    assert f'value="{shown}"' in visit.get(f"/cases?q={shown}").text


def test_words_no_law_speaks_of_are_said_to_be_none(visit):
    assert "No law kept here speaks of that" in visit.get("/law?q=quidditch+snitch&lang=en").text
    assert 'href="/law"' in visit.get("/rules?lang=en").text
