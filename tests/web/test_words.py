"""Every key of a case file has a label, and problems are told in the reader's language."""

import pytest

from analyser.casefile import IncidentKind, problems_of
from analyser.messages import LANGUAGES, sentences
from analyser.web.fields import fields_of, incident_fields
from analyser.web.words import problem_text, voice_of
from tests.support import GOLDEN


def every_field():
    fields = [
        field for table in ("event", "table", "comparison", "players", "appeal") for field in fields_of(table)
    ]
    for table in ("remark", "contention", "error", "poll", "ruling", "judgement"):
        fields += fields_of(table, 1)
    return fields + [field for kind in IncidentKind for field in incident_fields(str(kind), 1)]


def test_every_choice_of_a_list_has_words():
    """But for yes and no, which are buttons, and what is the same in every language: seats, years, authorities."""
    choices = {choice for field in every_field() for choice in field.choices if choice.islower()}
    keys = ("web.choice", "web.value", "value")
    wordless = {choice for choice in choices if not any(f"{key}.{choice}" in sentences("en") for key in keys)}
    assert wordless == {"true", "false"}


def test_every_key_of_a_case_file_has_a_label():
    fields = [field for table in ("event", "table", "comparison") for field in fields_of(table)]
    fields += fields_of("remark", 1)
    fields += [field for kind in IncidentKind for field in incident_fields(str(kind), 1)]
    names = {f"web.key.{field.name.replace(' ', '.')}" for field in fields}
    assert names <= set(sentences("en"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_problems_of_the_bad_cases_are_told_in_every_language(language):
    """Nine of ten sentences, at least; the rest stays English and is marked as such."""
    found = [p for path in (GOLDEN / "cases" / "bad").glob("*.toml") for p in problems_of(path.read_bytes())]
    texts = {text for problem in found for text in (problem.why, problem.remedy) if text}
    foreign = {text for text in texts if problem_text(voice_of(language), text)[1] == "en"}
    assert len(foreign) <= len(texts) / 10, foreign
