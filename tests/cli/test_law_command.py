"""`law`: what a clause says, where it comes from, what came before and after it."""

import json
import subprocess
import sys

import pytest

from analyser import laws
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from tests.support import golden_rows
from tests.support.commands import typed
from tests.support.every import each_row


@pytest.mark.parametrize("spelling", ["16B1", "L16B1", "Law 16-B-1", "law 16 B(1)", "16b1"])
def test_blanks_brackets_hyphens_and_the_word_law_are_ignored(spelling):
    document = json.loads(typed("law", spelling, "--edition", "2007", "--json").out)
    assert (document["clause"], document["edition"]) == ("16B1", "2007")
    assert document["gist"]
    assert document["sources"][0]["seed"]


@each_row("row", golden_rows("law/crosswalk.csv"), ids=lambda row: row["topic"])
def test_a_subject_is_followed_from_edition_to_edition(row):
    for before, after in (("1997", "2007"), ("2007", "2017")):
        if row[before] and row[after]:
            later = json.loads(typed("law", row[before], "--edition", before, "--json").out)
            earlier = json.loads(typed("law", row[after], "--edition", after, "--json").out)
            assert f"{after}:{row[after]}" in later["successors"]
            assert f"{before}:{row[before]}" in earlier["predecessors"]


@pytest.mark.parametrize("row", golden_rows("law/aliases.csv"), ids=lambda row: row["printed_as"])
def test_a_clause_is_found_as_it_is_printed_somewhere(row):
    done = typed("law", row["printed_as"], "--edition", row["edition"], "--json")
    assert json.loads(done.out)["clause"] == row["clause"]


@pytest.mark.parametrize("row", golden_rows("law/unknown_clauses.csv"), ids=lambda row: row["clause"])
def test_an_unknown_clause_is_exit_1_and_names_the_nearest(row):
    done = typed("law", row["clause"], "--edition", row["edition"])
    assert done.code == 1
    assert "nearest" in done.err


def test_a_clause_has_its_words_its_document_and_its_neighbours():
    done = typed("law", "16C", "--edition", "2007")
    assert done.code == 0
    assert "2017:16D" in done.out
    assert "source: " in done.out


def test_a_clause_without_edition_is_the_newest_that_has_it():
    assert json.loads(typed("law", "16B1", "--json").out)["edition"] == "2017"


def test_coverage_lists_every_standing():
    document = json.loads(typed("law", "--coverage", "--json").out)
    assert set(document) == {"1997", "2007", "2017"}
    for edition in document.values():
        assert all(edition[name] for name in ("computed", "judgement", "not formalised"))
    text = typed("law", "--coverage").out
    assert [line.split(":")[0] for line in text.split("\n") if line.startswith("Laws ")] == [
        "Laws 1997",
        "Laws 2007",
        "Laws 2017",
    ]


def test_no_clause_is_wrong_use():
    assert typed("law").code == 2


@pytest.mark.parametrize(
    "language, word", [("en", "revoke noticed"), ("it", "renonce notata"), ("ro", "renonsă observată")]
)
def test_a_clause_is_told_in_the_language_asked_for(language, word):
    assert word in typed("law", "62A", "--lang", language).out
    document = json.loads(typed("law", "62A", "--lang", language, "--json").out)
    assert word in document["gist"]
    assert word in typed("law", "--coverage", "--edition", "2017", "--lang", language).out


def test_a_language_without_laws_is_refused_naming_those_with_them():
    done = typed("law", "62A", "--lang", "fr")
    assert done.code == 2
    assert "en, it, ro" in done.err


@pytest.mark.parametrize(
    "language, words",
    [
        (
            "en",
            ["Law 62A of the Laws 2017", "source: ", "before: ", "here: computed; Whether and when a revoke"],
        ),
        ("it", ["art. 62A del Codice 2017", "fonte: ", "prima: ", "qui: calcolato; Se e quando una renonce"]),
        ("ro", ["Legea 62A, Legile din 2017", "sursa: ", "înainte: ", "aici: calculat; Dacă și când"]),
    ],
)
def test_what_surrounds_a_gist_is_in_its_language_too(language, words):
    text = typed("law", "62A", "--lang", language).out
    assert [word for word in words if word not in text] == []
    counted = typed("law", "--coverage", "--edition", "2017", "--lang", language).out.splitlines()
    heads = {"en": "not formalised", "it": "non formalizzato", "ro": "neformalizat"}
    assert f"  {heads[language]}" in counted


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_what_the_program_does_with_provisions_is_in_every_language(language):
    uses = {one.use for entry in laws.coverage() for one in (*entry.computed, *entry.judgement)}
    uses |= {one.use for entry in laws.coverage() for one in entry.not_formalised}
    assert [use for use in uses if TextVoice(language).say(use) == str(use)] == []


def test_words_find_the_laws_about_them_in_the_language_asked():
    """The clause is known by its words as readers have them: 62A in Italian, 64A2 by its English gist."""
    assert "62A" in typed("law", "--find", "renonce consumata", "--lang", "it", "--edition", "2017").out
    rows = json.loads(typed("law", "--find", "one trick", "--edition", "2017", "--json").out)
    assert {"64A1", "64A2"} <= {row["clause"] for row in rows}
    assert {row["edition"] for row in rows} == {"2017"}


def test_words_no_law_speaks_of_are_said_to_be_none():
    done = typed("law", "--find", "quidditch")
    assert (done.code, done.out) == (1, "")
    assert "quidditch" in done.err


@pytest.mark.parametrize(
    ("number", "elsewhere"),
    [("12C3", {"1997:12C3"}), ("23", {"1997:23", "2007:23"}), ("16C", {"2007:16C"}), ("50B", set())],
)
def test_what_other_editions_have_under_the_same_number_is_told(number, elsewhere):
    """Equity stood under 12C3 in 1997; Law 23 spoke of what could have been known; 16C of other sources in 2007."""
    splitlines = [line for line in typed("law", number).out.splitlines() if "under this number" in line]
    assert {line.split(": ", 1)[1].split()[0] for line in splitlines} == elsewhere
    assert "under this number" not in typed("law", number, "--edition", "2017").out


def test_a_clause_is_told_without_numpy_and_case_files():
    code = (
        "import sys; from analyser.cli.main import main; sys.argv[1:] = ['law', '27B1']\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'numpy', 'endplay', 'analyser.casefile'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
