"""Law data that is wrong is refused with file, table and key, and everything wrong comes at once."""

import tomllib
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from analyser import resources
from analyser.errors import LawError, ResourceError
from analyser.laws.choices import TieRule
from analyser.laws.edition import read_edition
from analyser.laws.law_book import read_provisions, read_topics
from analyser.laws.regulation import check_head, regulation_of
from analyser.laws.values import Rounding, convert
from tests.support.every import each_row

GOOD = resources.text("laws/editions/2017.toml")
LINE = 'percent_none = { value = 60, at = "12C2a", lines = "859-861", note = "at least" }'


def refused(text):
    return read_edition("2017", tomllib.loads(text)).problems()


def changed(new, old=LINE):
    assert old in GOOD
    return GOOD.replace(old, new)


FAULTS = [
    # what stands in the file instead, what the refusal names
    ('percent_none = { value = "sixty", at = "12C2a" }', "a whole number is required"),
    ("percent_none = { value = 60 }", "no source"),
    ('percent_none = { at = "12C2a" }', "a value with its source is expected"),
    ("percent_none = 60", "a value with its source is expected"),
    ('percent_none = { value = 60, at = "12CC" }', "not the address of a law"),
    ('percent_none = { value = 60, by = "nobody" }', "'nobody' is not among those of the file"),
    ('percent_none = { value = 60, at = "12C2a", lnes = "859" }', "unknown key"),
    ('percent_nome = { value = 60, at = "12C2a" }', "unknown key"),
    ("", "this key is required"),
]


@each_row("line, why", FAULTS)
def test_a_faulty_line_is_refused_where_it_stands(line, why):
    problems = refused(changed(line))
    assert any(why in str(problem.why) for problem in problems)
    assert all(problem.where.startswith("laws/editions/2017.toml [artificial]") for problem in problems)


def test_the_refusal_names_the_key_and_the_nearest_known_one():
    (problem, *_) = refused(changed('percent_nome = { value = 60, at = "12C2a" }'))
    assert problem.found == "percent_nome"
    assert "percent_none" in str(problem.remedy)


def test_a_form_the_laws_do_not_know_names_the_nearest():
    old = 'adjust_when = { value = "advantage-to-the-offenders"'
    (problem, *_) = refused(changed('adjust_when = { value = "advantage-to-offenders"', old))
    assert problem.where.endswith("[information] adjust_when")
    assert problem.found == "advantage-to-offenders"
    assert "advantage-to-the-offenders" in str(problem.remedy)


OF_ANOTHER_KIND = [
    # the type asked for, what stands there, the place within it, what is required
    (int, "60", "", "a whole number is required"),
    (bool, 1, "", "true or false is required"),
    (str, 60, "", "a text is required"),
    (Fraction, 0.2, "", "a number is required"),
    (Fraction, "1/0", "", "a number is required"),
    (tuple[int, ...], 24, "", "a list is required"),
    (tuple[int, ...], [24, "48"], " 2", "a whole number is required"),
    (TieRule, "upwards", "", "not one of the values this key takes"),
    (Rounding, 1, "", "a table is required"),
    (Rounding, {"unit": "1/10"}, " tie", "this key is required"),
    (Rounding, {"unit": 0.1, "tie": "half-up"}, " unit", "a number is required"),
]


@each_row("kind, value, place, why", OF_ANOTHER_KIND)
def test_a_value_of_another_kind_is_refused_with_a_remedy(kind, value, place, why):
    with pytest.raises(LawError) as refusal:
        convert(kind, value, "file [table] key")
    (problem,) = refusal.value.problems
    assert (problem.where, str(problem.why)) == (f"file [table] key{place}", why)
    assert str(problem.remedy)


def test_several_faults_are_told_at_once():
    text = changed('percent_none = { value = "sixty", at = "12C2a" }')
    text = text.replace("[teams]", "[tems]")
    problems = " ".join(map(str, refused(text)))
    assert "a whole number is required" in problems
    assert "Did you mean `teams`" in problems


def test_a_ruling_that_asks_for_an_unreadable_value_is_refused():
    edition = read_edition("2017", tomllib.loads(changed('percent_none = { value = "sixty", at = "12C2a" }')))
    assert edition.adjusting.legal_results_only
    with pytest.raises(LawError, match=r"\[artificial\] percent_none"):
        _ = edition.artificial


def test_a_file_that_is_no_toml_names_file_and_line():
    with pytest.raises(ResourceError) as refusal:
        resources.parse_toml("laws/editions/2017.toml", "[about\nyear = 2017")
    problem = refusal.value.problems[0]
    assert problem.where == "laws/editions/2017.toml"
    assert "line 1" in str(problem.why)


def test_a_missing_head_is_refused():
    with pytest.raises(LawError) as refusal:
        refused(GOOD.replace('remedy_word = "rectification"', ""))
    assert [problem.found for problem in refusal.value.problems] == ["remedy_word"]


CLAUSE = '[clauses.12C1c]\ngist = "G."\nstanding = "computed"\nuse = "weigh"\nlines = "851"\n'
CLAUSES = [
    (CLAUSE.replace("12C1c", "12c1c"), "a path is spelled"),
    (CLAUSE.replace("computed", "xyz"), "Known are: computed, judgement, not formalised"),
    (CLAUSE.replace('"weigh"', '"wiegh"'), "Did you mean `weigh`"),
    (CLAUSE.replace('lines = "851"\n', ""), "'lines': this key is required"),
    (CLAUSE + 'gsit_it = "G."\n', "'gsit_it': unknown key"),
]


@pytest.mark.parametrize("text, why", CLAUSES)
def test_a_faulty_provision_is_refused(text, why):
    with pytest.raises(LawError) as refusal:
        read_provisions("2017", tomllib.loads(text), frozenset({"weigh"}))
    assert why in str(refusal.value)
    assert refusal.value.problems[0].where.startswith("laws/editions/2017.toml [clauses]")


@pytest.mark.parametrize(
    "text, why",
    [
        ("[about]\ntitle = 'T'\nauthority = 'X'\n", "edition"),
        ("[about]\nauthority = 'X'\nedition = '2017'\n", "title"),
        ("[about]\ntitle = 'T'\nauthority = 'X'\nedition = '2017'\nbase_on = ['wbf-2017']\n", "based_on"),
    ],
)
def test_a_regulation_without_its_head_is_refused(text, why):
    with pytest.raises(LawError, match=why):
        check_head("x-2017", tomllib.loads(text))


def test_a_succession_to_no_address_is_refused():
    with pytest.raises(LawError, match="not the address of a law"):
        read_topics("2007", {"topics": {"clamp": "12ZZ"}})


PENALTY = {
    "code": "late",
    "offence": "Late",
    "amount": "10",
    "unit": "imp",
    "per": "board",
    "by": "tc",
    "article": "1",
}


def test_all_faulty_penalties_of_a_regulation_are_told_at_once(monkeypatch):
    rows = [
        PENALTY | {"shared": "no"},
        PENALTY,
        {key: value for key, value in PENALTY.items() if key != "unit"} | {"until": "2019"},
        PENALTY | {"from": date(2019, 1, 1), "amounts": 1},
    ]
    written = {"about": {}, "documents": {"tc": {"document": "T"}}, "penalty": rows}
    regulation = replace(regulation_of("wbf-2017", None), stack=("x-2017",))
    monkeypatch.setattr("analyser.laws.regulation.regulation_file", lambda _: written)
    with pytest.raises(LawError) as refusal:
        _ = regulation.penalties
    file = "laws/regulations/x-2017.toml penalty"
    assert [(problem.where, str(problem.why)) for problem in refusal.value.problems] == [
        (f"{file} 1 shared", "true or false is required"),
        (f"{file} 3 unit", "this key is required"),
        (f"{file} 3 until", "a date is required"),
        (f"{file} 4 amounts", "unknown key"),
    ]
    written["penalty"] = [PENALTY | {"by": "td"}]
    with pytest.raises(LawError, match="Known are: tc"):
        _ = regulation.penalties
