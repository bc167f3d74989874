"""How the pages show what the words of an explanation were understood to say, and how a person confirms or corrects it."""

from html import unescape

import pytest

from analyser.bridge import HandConstraint
from analyser.casefile import IncidentKind
from analyser.casefile.templates import template
from analyser.web.edit import parse_toml
from tests.web.test_pages import drafted, toml_of
from tests.web.visits import Visit, app_in

WORDS = 'given = "weak, both majors"\ncorrect = "<b>qwertz</b>"\n'
TEXT = template(IncidentKind.MISINFORMATION)
TEXT = "\n".join(line for line in TEXT.split("\n") if not line.startswith(("given =", "correct ="))).replace(
    'by = "N"  ', WORDS + 'by = "N"  ', 1
)
REMARK = '\n[[remark]]\nat = "call 3"\nkind = "explanation"\nby = "N"\ntext = "15-17, balanced"\n'
SENTENCES = {
    "en": ("is understood as", "Confirm", "the program's reading"),
    "it": ("è inteso come", "Conferma", "lettura del programma"),
    "ro": ("este înțeles ca", "Confirmă", "citirea programului"),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("understood"))


@pytest.fixture
def visit(app):
    return Visit(app)


def read_page(visit, path):
    return unescape(visit.get(path).text)


def test_a_reading_stands_by_its_words_with_a_button(visit):
    draft = drafted(visit, TEXT + REMARK)
    for step, place in (
        ("incident", "incident 1 given_shows"),
        ("remarks", "remark 1 shows"),
        ("", "remark 1 shows"),
    ):
        page = read_page(visit, f"{draft}/{step}".rstrip("/"))
        assert "is understood as" in page, step
        assert f'name="confirm" value="{place}"' in page, step


def test_one_tap_writes_the_meaning_beside_the_words(visit):
    draft = drafted(visit, TEXT + REMARK)
    visit.follow(
        visit.send(f"{draft}/incident", {"version": "1", "leaf": "a", "confirm": "incident 1 given_shows"})
    )
    visit.follow(visit.send(f"{draft}/remarks", {"version": "2", "leaf": "a", "confirm": "remark 1 shows"}))
    tree = parse_toml(toml_of(visit, draft))
    assert HandConstraint.parse(tree["incident"][0]["given_shows"]).alternatives
    assert "HCP15-17" in tree["remark"][0]["shows"]
    assert tree["incident"][0]["given"] == "weak, both majors"
    assert 'name="confirm"' not in read_page(visit, draft)


def test_words_not_understood_are_named_and_cannot_be_confirmed(visit):
    draft = drafted(visit, TEXT)
    page = visit.get(draft).text
    assert "&lt;b&gt;" in page or "qwertz" in page
    assert "<b>qwertz" not in page
    assert 'value="incident 1 correct_shows"' not in page
    before = toml_of(visit, draft)
    visit.send(f"{draft}/incident", {"version": "1", "leaf": "a", "confirm": "incident 1 correct_shows"})
    visit.send(f"{draft}/incident", {"version": "1", "leaf": "a", "confirm": "incident 1 id"})
    assert toml_of(visit, draft) == before


def test_a_typed_meaning_is_kept_and_no_reading_offered(visit):
    draft = drafted(visit, TEXT)
    sent = {"version": "1", "leaf": "a", "incident 1 given_shows": "S4+ H4+ HCP0-9"}
    told = visit.send(f"{draft}/keep/incident", sent).text
    assert parse_toml(toml_of(visit, draft))["incident"][0]["given_shows"] == "S4+ H4+ HCP0-9"
    assert 'value="incident 1 given_shows"' not in told


def test_a_reading_changes_as_the_words_are_typed(visit):
    draft = drafted(visit, TEXT)
    sent = {"version": "1", "leaf": "a", "incident 1 given": "balanced, 15-17 points"}
    assert "HCP15-17" in visit.send(f"{draft}/keep/incident", sent).text


def test_a_reading_is_worded_in_every_language(app):
    for language, sentence in SENTENCES.items():
        reader = Visit(app)
        draft = drafted(reader, TEXT)
        page = unescape(reader.get(draft, headers={"accept-language": language}).text)
        assert [words for words in sentence if words not in page] == [], language
