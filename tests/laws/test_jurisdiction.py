"""Date and authority pick the Laws; an open window gives both; what is not known is said."""

from datetime import date

import pytest

from analyser import laws
from analyser.errors import LawError
from analyser.laws import resolve
from analyser.laws.regulation import is_overlay
from tests.support import golden_rows
from tests.support.every import each_row


def years(found):
    return [one.edition.year for one in (*found.also, found)]


@each_row("row", golden_rows("law/editions.csv"), ids=lambda row: f"{row['date']} {row['authority']}")
def test_the_adoption_dates_bind(row):
    law = resolve(date.fromisoformat(row["date"]), row["authority"])
    assert "|".join(years(law)) == row["edition"]
    assert bool(law.also) == (row["also_possible"] == "yes")
    if law.also:
        assert any("possible too" in str(warning) for warning in law.warnings)


BY_DAY = [
    # authority, day, possible editions, oldest first
    ("ACBL", date(2008, 9, 7), ["1997"]),
    ("ACBL", date(2008, 9, 8), ["2007"]),
    ("ACBL", date(2017, 9, 24), ["2007"]),
    ("ACBL", date(2017, 9, 25), ["2017"]),
    ("DBF", date(2007, 12, 31), ["1997"]),
    ("DBF", date(2008, 1, 1), ["2007"]),
    ("FRB", date(2008, 9, 29), ["1997"]),
    ("FRB", date(2008, 9, 30), ["2007"]),
    ("FIGB", date(2007, 12, 31), ["1997"]),
    ("FIGB", date(2008, 7, 23), ["1997", "2007"]),
    ("FIGB", date(2008, 9, 30), ["2007"]),
    ("FIGB", date(2017, 6, 1), ["2007", "2017"]),
    ("WBF", date(2017, 3, 15), ["2007", "2017"]),
    ("WBF", date(2017, 4, 1), ["2017"]),
    ("EBL", date(2017, 6, 10), ["2007", "2017"]),
]


@each_row("authority, day, expected", BY_DAY)
def test_the_day_an_edition_was_taken_up(authority, day, expected):
    assert years(resolve(day, authority)) == expected


def test_of_two_editions_the_later_rules_both_are_complete():
    law = resolve(date(2017, 6, 10), "EBL")
    (other,) = law.also
    assert (law.edition.year, other.edition.year) == ("2017", "2007")
    assert (law.regulations, other.regulations) == (("ebl-2017",), ("ebl-2007",))
    assert other.also == ()


def test_an_edition_asked_for_overrides_the_date():
    law = resolve(date(2019, 6, 20), "EBL", edition="2007")
    assert (law.edition.year, law.also, law.regulations) == ("2007", (), ("ebl-2007",))
    assert law.reasons[0].code == "law.asked"


@pytest.mark.parametrize("authority", ["USBF", "Bridge Club X"])
def test_an_unknown_authority_falls_back_to_the_wbf_saying_so(authority):
    law = resolve(date(2019, 6, 20), authority)
    assert (law.authority, law.regulations) == ("WBF", ("wbf-2017",))
    assert any(authority in str(warning) for warning in law.warnings)


def test_no_authority_is_said_too():
    assert any("no authority" in str(warning) for warning in resolve(date(2019, 6, 20)).warnings)


def test_no_date_means_the_newest_laws_and_is_said():
    law = resolve(None, "EBU")
    assert law.edition.year == "2017"
    assert any("no date" in str(warning) for warning in law.warnings)


@pytest.mark.parametrize("day", [date(1963, 5, 1), date(1996, 12, 31)])
def test_a_date_before_the_oldest_laws_gets_a_clear_statement(day):
    law = resolve(day, "ACBL")
    assert law.edition.year == "1997"
    assert law.reasons[-1].code == "law.before-oldest"
    assert any(day.isoformat() in str(warning) for warning in law.warnings)


def test_a_date_in_the_ordinary_course_warns_of_nothing():
    assert resolve(date(2019, 6, 20), "EBU").warnings == ()


def test_the_authority_may_be_written_in_small_letters():
    assert resolve(date(2019, 6, 20), "ebu").authority == "EBU"


def test_a_rival_reading_is_laid_over_the_authoritys_own_regulation():
    law = resolve(date(2004, 10, 30), "ACBL", regulations=("two-standards-single",))
    standards = law.regulation.two_standards
    assert law.regulations == ("acbl-1997", "two-standards-single")
    assert (standards.reading, str(standards.likely), str(standards.at_all_probable)) == (
        "single",
        "1/6",
        "1/20",
    )


def test_two_standards_have_no_place_under_the_2017_laws():
    law = resolve(date(2019, 6, 20), "ACBL", regulations=("two-standards-single",))
    assert law.regulations == ("acbl-2017",)
    assert law.regulation.weighting.form == "weighted"
    assert any("two-standards-single" in str(warning) for warning in law.warnings)


def test_a_regulation_of_another_edition_gives_way_to_its_sister():
    law = resolve(date(2011, 6, 19), "EBL", regulations=("ebl-2017",))
    assert law.regulations == ("ebl-2007",)
    assert any(reason.code == "law.regulation-moved" for reason in law.reasons)


def test_another_authoritys_regulation_may_be_asked_for():
    assert resolve(date(2019, 6, 20), "EBL", regulations=("ebu-2017",)).regulations == ("ebu-2017",)


def test_unknown_editions_and_regulations_are_refused_naming_what_is_known():
    with pytest.raises(LawError, match="1997, 2007, 2017"):
        resolve(date(2019, 6, 20), "EBU", edition="2016")
    with pytest.raises(LawError, match="ebu-2017"):
        resolve(date(2019, 6, 20), "EBU", regulations=("ebu2017",))


def test_a_day_outside_an_edition_moves_to_its_edge():
    late = resolve(date(2019, 6, 20), "ACBL", edition="2007")
    early = resolve(date(2004, 10, 30), "ACBL", edition="2007")
    assert (late.regulation.weighting.allowed, early.regulation.weighting.allowed) == (True, False)
    assert late.reasons[-1].code == "law.day-moved"


def test_every_authority_resolves_in_every_year_since_1990():
    for authority in laws.authorities():
        for year in range(1990, 2030):
            law = resolve(date(year, 5, 15), authority)
            assert law.reasons
            assert law.regulation.edition == law.edition.year


@pytest.mark.slow
def test_every_regulation_can_be_read_on_every_day_that_matters():
    days = [None, *(date(year, 1, 1) for year in range(1995, 2030))]
    for name in laws.regulations():
        if is_overlay(name):
            continue
        for day in days:
            regulation = laws.regulation_of(name, day)
            form = regulation.weighting.form
            assert form == "weighted" or regulation.edition != "2017", (name, day)  # 12C1c alone is left
            if not regulation.weighting.allowed:
                assert form == "two-standards", (name, day)
