"""The pages say the same in every language, with the same gaps, and hide no word of the report."""

import pytest

from analyser.casefile import IncidentKind, read_case
from analyser.report.signs import PageVoice
from analyser.report.words import LANGUAGES
from analyser.report.words.tables import places_in
from analyser.web.fields import fields_of, incident_fields
from analyser.web.problem_words import problem_text
from analyser.web.words import sentences, voice_of
from tests.support import GOLDEN


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_same_keys_and_gaps_as_english(language):
    own, english = sentences(language), sentences("en")
    assert sorted(own) == sorted(english)
    assert {k: places_in(s) for k, s in own.items()} == {k: places_in(s) for k, s in english.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_pages_are_their_own(language):
    assert not set(sentences(language)) & set(PageVoice(language).words)


def test_romanian_is_written_with_commas_below_not_cedillas():
    assert not {letter for said in sentences("ro").values() for letter in said if letter in "şţŞŢ"}


def test_every_key_of_a_case_file_has_a_label():
    fields = [field for table in ("event", "table", "comparison") for field in fields_of(table)]
    fields += fields_of("remark", 1)
    fields += [field for kind in IncidentKind for field in incident_fields(str(kind), 1)]
    names = {f"web.key.{field.name.replace(' ', '.')}" for field in fields}
    assert names <= set(sentences("en"))


@pytest.mark.parametrize("language", ["it", "ro"])
def test_the_problems_of_the_bad_cases_are_told_in_every_language(language):
    """Nine of ten sentences, at least; the rest stays English and is marked as such."""
    found = [
        p for path in (GOLDEN / "cases" / "bad").glob("*.toml") for p in read_case(path.read_bytes()).problems
    ]
    texts = {text for problem in found for text in (problem.why, problem.remedy) if text}
    foreign = {text for text in texts if problem_text(voice_of(language), text)[1] == "en"}
    assert len(foreign) <= len(texts) / 10, foreign
