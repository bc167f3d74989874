"""Law data that is wrong is refused with file, table and key, and everything wrong comes at once."""

import pytest

from analyser import resources
from analyser.errors import LawError
from analyser.laws import load, load_regulation
from analyser.laws.source import Source
from analyser.laws.tables import parse

GOOD = resources.text("laws/editions/2017/edition.toml")
PATHS = frozenset(load.provisions("2017"))
LINE = 'percent_none = { value = 60, at = "12C2a", lines = "859-861", note = "at least" }'


def refused(text):
    with pytest.raises(LawError) as refusal:
        load.read_edition(parse("laws/editions/2017/edition.toml", text), PATHS)
    return refusal.value.problems


def changed(new, old=LINE):
    assert old in GOOD
    return GOOD.replace(old, new)


FAULTS = [
    # what stands in the file instead, what the refusal names
    ('percent_none = { value = "sixty", at = "12C2a" }', "int is expected"),
    ("percent_none = { value = 60 }", "no source"),
    ('percent_none = { at = "12C2a" }', "a value with its source is expected"),
    ("percent_none = 60", "a value with its source is expected"),
    ('percent_none = { value = 60, at = "12CC" }', "not the address of a law"),
    ('percent_none = { value = 60, by = "nobody" }', "'nobody' is not among those of the file"),
    ('percent_none = { value = 60, at = "12C2a", lnes = "859" }', "unknown key of a value"),
    ('percent_nome = { value = 60, at = "12C2a" }', "unknown key"),
    ("", "the value is missing"),
]


@pytest.mark.parametrize("line, why", FAULTS)
def test_a_faulty_line_is_refused_where_it_stands(line, why):
    problems = refused(changed(line))
    assert any(why in problem.why for problem in problems)
    assert all(
        problem.where.startswith("laws/editions/2017/edition.toml [artificial]") for problem in problems
    )


def test_the_refusal_names_the_key_and_the_nearest_known_one():
    (problem, *_) = refused(changed('percent_nome = { value = 60, at = "12C2a" }'))
    assert problem.found == "percent_nome"
    assert "percent_none" in problem.remedy


def test_a_form_the_laws_do_not_know_names_the_nearest():
    old = 'forfeiture = { value = "only-the-gaining-side-is-adjusted"'
    (problem, *_) = refused(changed('forfeiture = { value = "only-the-gaining-side"', old))
    assert problem.where.endswith("[adjusting] forfeiture")
    assert "only-the-gaining-side-is-adjusted" in problem.why


def test_several_faults_are_told_at_once():
    text = changed('percent_none = { value = "sixty", at = "12C2a" }')
    text = text.replace("[teams]", "[tems]")
    told = " ".join(map(str, refused(text)))
    assert "int is expected" in told
    assert "Did you mean 'teams'" in told


def test_a_file_that_is_no_toml_names_file_and_line():
    with pytest.raises(LawError) as refusal:
        parse("laws/editions/2017/edition.toml", "[about\nyear = 2017")
    problem = refusal.value.problems[0]
    assert problem.where == "laws/editions/2017/edition.toml"
    assert "line 1" in problem.why


def test_a_missing_head_is_refused():
    problems = refused(GOOD.replace('remedy_word = "rectification"', ""))
    assert [problem.found for problem in problems] == ["remedy_word"]


CLAUSE = '[12C1c]\ngist = "G."\nstanding = "computed"\nuse = "weigh"\nlines = "851"\n'
CLAUSES = [
    (CLAUSE.replace("12C1c", "12c1c"), "a path is spelled"),
    (CLAUSE.replace("computed", "xyz"), "one of computed, judgement, not formalised"),
    (CLAUSE.replace('"weigh"', '"wiegh"'), "nearest 'weigh'"),
    (CLAUSE.replace('lines = "851"\n', ""), "'lines' is missing"),
    (CLAUSE + 'gsit_it = "G."\n', "unknown key 'gsit_it'"),
]


@pytest.mark.parametrize("text, why", CLAUSES)
def test_a_faulty_provision_is_refused(text, why):
    with pytest.raises(LawError) as refusal:
        load.read_provisions(parse("clauses.toml", text), "2017", Source("Laws"), {"weigh": "It is weighed."})
    assert why in str(refusal.value)
    assert refusal.value.problems[0].where.startswith("clauses.toml [")


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
        load_regulation.read_regulation(parse("laws/regulations/x-2017.toml", text))


def test_a_succession_to_no_address_is_refused():
    with pytest.raises(LawError, match="not the address of a law"):
        load.read_succession(parse("succession.toml", '[topics]\nclamp = { 2007 = "12ZZ" }'))
