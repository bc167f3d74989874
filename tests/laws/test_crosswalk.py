"""A subject is found again in the edition before and the edition after, wherever its number went."""

from itertools import pairwise

import pytest

from analyser import laws
from analyser.errors import LawError
from analyser.laws import Clause
from analyser.laws.law_book import misprints, provisions, topics_of
from tests.support import golden_rows
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")


@each_row("row", golden_rows("law/crosswalk.csv"), ids=lambda row: row["topic"])
def test_each_subject_stands_where_the_crosswalk_says(row):
    for year in YEARS:
        if row[year]:
            assert laws.lookup(row[year], year).clause == Clause(year, row[year])


@each_row("row", golden_rows("law/crosswalk.csv"), ids=lambda row: row["topic"])
def test_each_subject_is_followed_into_the_next_edition_and_back(row):
    for before, after in pairwise(YEARS):
        if row[before] and row[after]:
            old, new = Clause(before, row[before]), Clause(after, row[after])
            assert new in laws.successors(old)
            assert old in laws.predecessors(new)
        elif row[before]:
            assert laws.successors(Clause(before, row[before])) == ()
        elif row[after]:
            assert laws.predecessors(Clause(after, row[after])) == ()


@pytest.mark.parametrize("row", golden_rows("law/aliases.csv"), ids=lambda row: row["printed_as"])
def test_printed_forms_lead_to_the_address(row):
    assert laws.find(row["printed_as"], row["edition"]) == Clause(row["edition"], row["clause"])


NEAREST = {"2017:12C1f": "12C1e", "2017:70D3": "70D2", "1997:12C4": "12C3"}


@pytest.mark.parametrize("row", golden_rows("law/unknown_clauses.csv"), ids=lambda row: row["clause"])
def test_an_address_the_edition_lacks_is_refused_naming_the_nearest(row):
    with pytest.raises(LawError) as refusal:
        laws.lookup(row["clause"], row["edition"])
    problem = refusal.value.problems[0]
    assert NEAREST[f"{row['edition']}:{row['clause']}"] in str(problem.remedy)
    assert "it stands in those of 2007" in str(problem.why)


MOVED = [
    # from, to
    ("1997:16B", "2007:16C"),
    ("2007:16C", "2017:16D"),
    ("1997:16C2", "2007:16D2"),
    ("2007:16D2", "2017:16C2"),
    ("2007:16C2", "2017:16D2"),
    ("2007:12C1b", "2017:12C1e"),
    ("1997:12C3", "2007:12C1c"),
    ("2007:12C1c", "2017:12C1c"),
    ("1997:72A4", "2007:10C3"),
    ("1997:73F1", "2007:16B3"),
    ("2007:23", "2017:72C"),
    ("2007:86D", "2017:86B1"),
    ("2007:13F", "2017:13C"),
    ("2007:13C", "2017:13D"),
    ("2007:13A", "2017:13B1"),
    ("2007:13D1", "2017:13A1"),
    ("1997:84E", "2007:84D"),
    ("1997:75D1", "2007:20F4"),
    ("2007:73F", "2017:73E2"),
    ("1997:63C", "2007:63B"),
    ("2007:64C", "2017:64C2a"),
    ("1997:81C6", "2007:81C3"),
    ("1997:89", "2007:12C3"),
    ("2007:40B6b", "2017:40B5b"),
]


@each_row("old, new", MOVED)
def test_numbers_that_moved(old, new):
    before, after = Clause.parse(old), Clause.parse(new)
    assert after in laws.successors(before)
    assert before in laws.predecessors(after)


@pytest.mark.parametrize(
    "clause", ["2017:23A", "2017:16C3", "2017:36C", "2017:64B8", "2017:12C2d", "2007:16B1b", "2007:70E2"]
)
def test_what_an_edition_brought_has_no_predecessor(clause):
    assert laws.predecessors(Clause.parse(clause)) == ()


@pytest.mark.parametrize("clause", ["2007:12C1e", "2007:12C1f", "2007:13E", "1997:63B", "2007:16A4"])
def test_what_an_edition_dropped_has_no_successor(clause):
    assert laws.successors(Clause.parse(clause)) == ()


def test_the_ends_of_the_line_have_no_neighbour():
    assert laws.predecessors(Clause("1997", "64A")) == ()
    assert laws.successors(Clause("2017", "64A")) == ()


def test_forward_and_back_agree_for_every_clause(every_clause):
    for clause in every_clause:
        for later in laws.successors(clause):
            assert clause in laws.predecessors(later), (clause, later)
        for earlier in laws.predecessors(clause):
            assert clause in laws.successors(earlier), (clause, earlier)


def test_every_neighbour_exists_and_is_one_edition_away(every_clause):
    for clause in every_clause:
        for other in (*laws.predecessors(clause), *laws.successors(clause)):
            assert other.path in provisions(other.edition)
            assert abs(YEARS.index(other.edition) - YEARS.index(clause.edition)) == 1


def test_every_address_of_the_table_of_successions_exists():
    placed = [clause for year in YEARS for clauses in topics_of(year).values() for clause in clauses]
    placed += [clause for _, clause in misprints()]
    assert [str(clause) for clause in placed if clause.path not in provisions(clause.edition)] == []


def test_an_alias_never_hides_a_real_address():
    for printed, meant in misprints():
        path = Clause.parse(printed, meant.edition).path
        assert path == meant.path or path not in provisions(meant.edition)


def test_without_an_edition_the_newest_having_the_address_is_meant():
    assert laws.find("16C") == Clause("2017", "16C")
    assert laws.find("12C1f") == Clause("2007", "12C1f")
    assert laws.find("73F1") == Clause("1997", "73F1")


def test_an_edition_that_is_not_kept_is_refused():
    with pytest.raises(LawError, match="1997, 2007, 2017"):
        laws.lookup("16C", "1987")


def test_the_aliases_of_a_clause_are_told():
    assert laws.aliases(Clause("2007", "64A2")) == ("64A1(b)", "46A1(b)")
    assert laws.aliases(Clause("2017", "12C1c")) == ("12C1(c)",)


def test_a_subject_gives_its_address_in_each_edition():
    addresses = [[str(address) for address in laws.addresses("self-inflicted", year)] for year in YEARS]
    assert addresses == [[], ["2007:12C1b"], ["2017:12C1e"]]
    with pytest.raises(LawError, match="self-inflicted"):
        laws.addresses("self-inflictd", "2017")
