"""Every key of a case file has a field and a label, and problems are told in the reader's language."""

import re

import pytest

from analyser.casefile import IncidentKind, problems_of
from analyser.casefile.explain import every_key
from analyser.messages import LANGUAGES, sentences
from analyser.web.fields import LISTS, fields_of, incident_fields, questions
from analyser.web.words import problem_text, voice_of
from tests.support import GOLDEN
from tests.web.test_pages import drafted
from tests.web.visits import Visit, app_in

TEXT_ONLY = {
    "schema": "the same in every file, written when a case is begun",
    "source": "where a case of a collection was found",
    "expected": "what a case of a collection must come out as",
}


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


_QUESTIONS = {key.path: key.takes for key in every_key() if key.path.endswith(") question")}
SORTS = {
    "incident": list(map(str, IncidentKind)),
    "judgement": [path.partition("(")[2].partition(")")[0] for path in _QUESTIONS],
}
WITH_ALL = "\n".join(
    [
        'schema = 1\nid = "all"',
        *(f"[[{table}]]" for table in ("remark", "contention", "error", "poll", "ruling")),
        *(f'[[incident]]\nid = "{kind}"\nkind = "{kind}"' for kind in SORTS["incident"]),
        *(f'[[judgement]]\nquestion = "{takes[0]}"' for takes in _QUESTIONS.values()),
    ]
)
STEPS = ("event", "board?seat=S", "auction", "remarks", "incident", "comparison", "players", "appeal", *LISTS)


def path_of(name):
    """The key of the schema a field of a page stands for."""
    table, *words = name.split()
    number = int(words.pop(0)) if words and words[0].isdecimal() else 0
    sort = [f"({SORTS[table][number - 1]})"] if number and table in SORTS else []
    return " ".join([table, *sort, *words])


def test_every_case_file_key_has_a_page_field_or_reason(tmp_path):
    """The schema is walked, and the pages are read as they are sent; what is tapped is offered value by value."""
    visit = Visit(app_in(tmp_path))
    draft = drafted(visit, WITH_ALL)
    sent = "".join(visit.get(f"{draft}/{step}").text for step in STEPS)
    asked = {path_of(name) for name in re.findall(r' name="([^"]+)"', sent)}
    every = {key.path for key in every_key()}
    leaves = {path for path in every if not any(other.startswith(f"{path} ") for other in every)}
    missing = {path for path in leaves if not any(f"{path} ".startswith(f"{place} ") for place in asked)}
    tapped = {f"board hands {seat}" for seat in "NESW"} | set(_QUESTIONS)
    tapped |= {f"incident ({kind}) kind" for kind in SORTS["incident"]}
    assert {path for path in missing if path.split()[0] not in TEXT_ONLY} == tapped
    assert sent.count(' name="c" value="') == 52
    offered = {f' value="{value}"' for value in (*SORTS["incident"], *questions())}
    assert {value for value in offered if value not in sent} == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_bad_cases_problems_are_explained_in_every_language(language):
    """Nine of ten sentences, at least; the rest stays English and is marked as such."""
    found = [p for path in (GOLDEN / "cases" / "bad").glob("*.toml") for p in problems_of(path.read_bytes())]
    texts = {text for problem in found for text in (problem.why, problem.remedy) if text}
    foreign = {text for text in texts if problem_text(voice_of(language), text)[1] == "en"}
    assert len(foreign) <= len(texts) / 10, foreign
