"""Each reader's language on the pages as they are served, asserted on HTML: labels, choices, papers, laws, problems."""

import re
from html import unescape

import pytest

from analyser import laws
from analyser.report.page_voice import TextVoice
from tests.support.every import each_row
from tests.web.done_rulings import CASE, laid_before
from tests.web.test_browser_typed import DOWN
from tests.web.visits import Visit, app_in

HEARING = (
    CASE.split("[[error]]")[0]
    + '\n[[ruling]]\nkind = "assigned"\n[[contention]]\nby = "NS"\ntext = "x"\n'
    + '[[judgement]]\nquestion = "tricks"\nanswer = 9\n'
)
CLAIM = """\
schema = 1
id = "claim"

[board]

[[incident]]
id = "i1"
kind = "claim"
claimer = "S"
"""
SPADES = {"en": "spades", "it": "picche", "ro": "pică"}
ERRED = {"en": "Which side erred", "it": "Quale linea ha sbagliato", "ro": "Ce axă a greșit"}
COMPARABLE = {"en": "comparable", "it": "comparabile", "ro": "comparabilă"}
AUCTION = {"en": "1C P 1NT P 2H", "it": "1♣ P 1SA P 2♥", "ro": "1♣ P 1FA P 2♥"}
PAPERS = {
    "en": ("Appeal form", "Written decision", "60"),
    "it": ("Modulo d'appello", "Decisione scritta", "60"),
    "ro": ("Formular de apel", "Decizie scrisă", "60"),
}
WHAT_IF = {
    "en": ("Both sides", "Adopt into the case"),
    "it": ("Le due linee", "Adotta nel caso"),
    "ro": ("Ambele axe", "Adoptă în caz"),
}
SECTIONS = ("players", "contentions", "polls", "findings", "rulings", "appeal")


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    return Visit(app_in(tmp_path_factory.mktemp("reader-pages")))


def draft_of(visit, text):
    """The address of a new draft."""
    return visit.send("/new", {"source": text}).headers["location"]


def read(visit, place, language):
    """A page in a language, its entities resolved."""
    visit.get(f"/?lang={language}")
    answer = visit.get(place)
    assert answer.status_code == 200, place
    assert f'<html lang="{language}"' in answer.text
    return unescape(answer.text)


def words_of(html):
    """The words of a page or of a part of it, one space between them."""
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@each_row("language", ERRED)
def test_hearing_labels_are_in_the_reader_s_language(visit, language):
    draft = draft_of(visit, HEARING)
    for section in SECTIONS:
        labels = [
            words_of(label)
            for label in re.findall(
                r'(?s)class="label[^"]*"[^>]*>(.*?)</', read(visit, f"{draft}/{section}", language)
            )
        ]
        assert labels, section
        if language != "en":
            unspoken = r"[a-z]+( [A-Za-z_]+)+|[a-z_]+_[a-z_]+"
            assert [label for label in labels if re.fullmatch(unspoken, label.strip(" *"))] == [], section


@each_row("language, question", ERRED.items())
def test_the_innocent_side_s_error_is_asked_in_words(visit, language, question):
    draft = draft_of(visit, CASE + '\n[[error]]\nside = "EW"\n')
    page = read(visit, f"{draft}/errors", language)
    assert question in words_of(page.partition('id="entry-1"')[2])


@each_row("language, spades", SPADES.items())
def test_trumps_offers_spades_not_a_seat(visit, language, spades):
    page = read(visit, f"{draft_of(visit, CLAIM)}/incident", language)
    choice = re.search(r'(?s)<select[^>]*name="[^"]*trumps"[^>]*>(.*?)</select>', page)[1]
    offered = dict(re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)', choice))
    assert offered["S"].strip().lower() == spades
    assert set(offered) >= {"S", "H", "D", "C", "NT"}


@each_row("language, word", COMPARABLE.items())
def test_a_word_finds_the_provisions_in_the_reader_s_language(visit, language, word):
    page = read(visit, f"/law?q={word}", language)
    section = re.search(r'(?s)<section class="law.*?</section>', page)[0]
    assert word in words_of(section).lower()
    assert words_of(laws.gist_in(laws.lookup("23A", "2017"), language)) in words_of(page)


@each_row("question", ["zebra crossings", "99Z"])
def test_what_no_law_speaks_of_is_told(visit, question):
    page = read(visit, f"/law?q={question}", "en")
    assert re.search(r'class="(warn|problem)"', page.partition("<main")[2])


@each_row("language, expected", AUCTION.items())
def test_an_auction_is_shown_as_its_reader_writes_it(visit, language, expected):
    draft = draft_of(visit, "1\n1C P 1NT P 2H")
    page = read(visit, f"{draft}/auction", language)
    assert expected in re.search(r'(?s)<[^>]*name="table auction"[^>]*>[^<]*', page)[0]


@each_row("language", DOWN)
def test_pages_carry_the_word_for_a_silent_program(visit, language):
    page = read(visit, "/new", language)
    assert DOWN[language] in re.search('data-typed-waiting="([^"]*)"', page)[1]


@each_row("language", AUCTION)
def test_peers_answer_in_the_reader_s_language(visit, language):
    says = TextVoice(language)
    page = words_of(read(visit, "/peers?auction=P P&typed=AK9.AQ72.K76.A92", language))
    assert f"2{says('strain.short.NT')}" in page
    assert words_of(says("web.peers.support-call", count="#").partition("#")[0]) in page


def test_after_the_last_pass_the_lead_is_asked_for(visit):
    page = read(visit, "/peers?dealer=N&auction=1NT P 3NT P P P&typed=QJT93.K7.984.652", "en")
    assert "East is to lead" in words_of(page.partition('id="answer"')[2])
    assert re.search(r'(?s)<table class="[^"]*shares.*?<th', page)


def test_nonsense_asked_of_peers_is_told_and_breaks_nothing(visit):
    visit.get("/?lang=en")
    answer = visit.get("/peers?dealer=Z&auction=1NT 1C <b>x</b>&typed=AAAA&vul=moon&form=x&class=y&call=99")
    assert 'class="problem"' in answer.text
    assert "<b>" not in answer.text


@each_row("language", AUCTION)
def test_a_sheet_s_answer_has_the_reader_s_decimal_sign(visit, language):
    point = TextVoice(language)("format.point")
    page = read(visit, "/score?form=imps&other=%2B500&w=65&r=%2B480&w=35%25&r=%2B980", language)
    for figure in (f"+2{point}85", f"−2{point}85", "+480", "65"):
        assert figure in words_of(page), figure


@each_row("language", AUCTION)
def test_what_cannot_be_undone_is_asked_in_words(visit, language):
    draft = draft_of(visit, CASE)
    for how in ("delete", "anonymise"):
        visit.get(f"/?lang={language}")
        page = unescape(visit.send(f"{draft}/{how}").text)
        assert TextVoice(language)("web.case.delete-no") in words_of(page), how
        assert 'name="sure"' in page, how


@each_row("language", PAPERS)
def test_every_paper_is_there_in_every_language(visit, language):
    draft = draft_of(visit, CASE)
    owner = visit.visitor().browser
    place = f"/ruling/{laid_before(visit.app.state.analyser, owner, draft.rsplit('/', 1)[1])}"
    page = words_of(read(visit, place, language))
    form, decision, weight = PAPERS[language]
    assert form in page
    assert decision in page
    assert "IMP" in page
    for paper in ("appeal-form", "decision"):
        read(visit, f"{place}/{paper}", language)
    assert weight in visit.get(f"{place}/scorer.txt").text
    for file in ("report.html", "decision.html", "ruling.md", "ruling.json", "scorer.csv"):
        answer = visit.get(f"{place}/{file}")
        assert (answer.status_code, "attachment" in answer.headers["content-disposition"]) == (200, True)
    both, adopt = WHAT_IF[language]
    what_if = words_of(read(visit, f"{place}/what-if", language))
    assert both in what_if
    assert adopt in what_if
    says = TextVoice(language)
    assert says("web.what-if.is-alternative", action=says("call.P")) in what_if
