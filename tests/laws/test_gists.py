"""Every provision is told in three languages: the same clauses, the same figures, the words of the law books."""

import re
import tomllib

import pytest

from analyser import laws, resources
from analyser.errors import LawError
from analyser.laws.gists import gists, read_gists
from analyser.messages import LANGUAGES
from analyser.messages.message import gists_file
from tests.support.every import each_row

OTHERS = LANGUAGES[1:]
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|when|which|is|not|may|must|player|trick|side|hand|card|lead|bid|call|score is)\b"
)
FIGURES = re.compile(r"\d+[A-Za-z0-9]*")

# A word of the English gist and what the Italian and the Romanian law book call it.
TERMS = [
    (r"\brevoke", r"renonce", r"renons"),
    (r"\bdummy", r"morto", r"mort"),
    (r"\bdeclarer", r"dichiarante", r"declarant"),
    (r"\bdefender", r"difensor", r"apărător"),
    (r"\bdirector", r"arbitro", r"arbitr"),
    (r"penalty card", r"penalizzat", r"penalizat"),
    (r"logical alternative", r"alternativ[ae] logic", r"alternativ\w+ logic"),
    (r"unauthorised", r"non (è |sono )?autorizzat|non lo è|per lui non", r"neautorizat|ilicit"),
    (r"insufficient bid", r"licita insufficiente", r"anunț\w* insuficient"),
    (r"out of turn", r"fuori turno", r"peste rând"),
    (r"comparable", r"comparabil", r"comparabil"),
    (r"\bclaim", r"richie|afferm|reclam", r"revendic|invoc|pretenți"),
    (r"\bconce(de|ss)", r"conce", r"conce"),
    (r"\binadvertent|\bunintended", r"involontari|non volut|per sbaglio", r"neintenți|neatenți"),
    (r"artificial score", r"(punteggio )?artificiale", r"artificial"),
    (r"procedural penalty", r"penalità procedural", r"penalizare procedural"),
    (r"left-hand opponent", r"avversario di sinistra", r"adversarul(ui)? din stânga"),
    (r"right-hand opponent", r"avversario di destra", r"adversarul(ui)? din dreapta"),
    (r"\bdenomination", r"denominazion", r"denominați"),
    (r"\btrump", r"atout", r"atu"),
    (r"\bspectator", r"spettator", r"spectator"),
    (r"\bscreens", r"sipari", r"paravan"),
    (r"opening lead", r"attacco iniziale", r"atac\w* inițial"),
    (r"procedural error", r"error\w+ di procedura", r"er\w+ de procedură"),
    (r"matchpoint", r"matchpoint", r"puncte de meci"),
    (r"\bIMPs?\b", r"\bIMP\b", r"\bIMP\b"),
]


@pytest.fixture(scope="module")
def told(every_clause):
    """(provision, text) in each language, English included."""
    provisions = [laws.lookup(str(clause)) for clause in every_clause]
    return {
        language: [(provision, laws.gist_in(provision, language)) for provision in provisions]
        for language in LANGUAGES
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_provision_has_its_gist_and_no_other_has_one(language, every_clause):
    assert set(gists(language)) == set(every_clause)


@pytest.mark.parametrize("language", OTHERS)
def test_one_line_tells_one_english_text_and_tells_it_once(language, told):
    english = {provision.clause: text for provision, text in told["en"]}
    headings = resources.toml(gists_file(language))
    lines = [{english[laws.find(word)] for word in heading.split()} for heading in headings]
    assert all(len(texts) == 1 for texts in lines)
    assert len(lines) == len(set(english.values()))


@pytest.mark.parametrize("language", OTHERS)
def test_figures_and_references_are_those_of_the_english(language, told):
    for (one, text), (_, english) in zip(told[language], told["en"], strict=True):
        assert sorted(FIGURES.findall(text)) == sorted(FIGURES.findall(english)), one.clause


@pytest.mark.parametrize("language", OTHERS)
def test_a_gist_is_one_short_sentence(language, told):
    for (provision, text), (_, english) in zip(told[language], told["en"], strict=True):
        assert text[0].isupper(), provision.clause
        assert text.endswith("."), provision.clause
        assert "  " not in text, provision.clause
        assert len(text) <= 1.45 * len(english) + 15, provision.clause


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left(language, told):
    for (provision, text), (_, english) in zip(told[language], told["en"], strict=True):
        assert text != english, provision.clause
        assert not ENGLISH_WORDS.search(text.lower()), provision.clause


def test_romanian_is_written_with_commas_below():
    assert not re.search("[şţŞŢ]", resources.text(gists_file("ro")))


@each_row("english, italian, romanian", TERMS)
def test_the_terms_are_those_of_the_law_books(english, italian, romanian, told):
    spoken = [place for place, (_, text) in enumerate(told["en"]) if re.search(english, text, re.IGNORECASE)]
    assert spoken
    for place in spoken:
        for language, term in (("it", italian), ("ro", romanian)):
            provision, text = told[language][place]
            assert re.search(term, text, re.IGNORECASE), (provision.clause, text)


def test_a_language_without_the_laws_is_refused():
    with pytest.raises(LawError, match="en, it, ro"):
        laws.gist_in(laws.lookup("12B1", "2017"), "fr")


@pytest.mark.parametrize(
    "text, why",
    [
        ('"2017:16E" = "Testo."', "not kept here"),
        ('"1987:16A" = "Testo."', "not kept here"),
        ('"2017:16A" = ""', "a sentence"),
        ('"2017:12B1 2007:12B1" = "Uno."\n"2007:12B1" = "Due."', "told twice"),
        ('"sixteen" = "Testo."', "edition"),
    ],
)
def test_a_faulty_file_of_gists_is_refused_by_name(text, why):
    with pytest.raises(LawError, match=why) as refusal:
        read_gists("laws/gists/xx.toml", tomllib.loads(text))
    assert refusal.value.problems[0].where.startswith("laws/gists/xx.toml")


def test_nothing_is_read_before_somebody_asks():
    gists.cache_clear()
    laws.gist_in(laws.lookup("12B1", "2017"), "en")
    assert gists.cache_info().currsize == 0
