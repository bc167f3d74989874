"""What an authority allows, from when to when."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from pydantic import ValidationError

from analyser import laws
from analyser.casefile import SelfInflicted
from analyser.errors import ScoringError
from analyser.laws import resolve
from analyser.scoring import check_whole
from tests.support import golden_rows
from tests.support.every import each_row


def is_refused(weights):
    """Whether weights that do not fill the whole are refused, under whatever law."""
    try:
        check_whole(weights, "weights")
    except ScoringError:
        return True
    return False


def error_may_be_a_share():
    """Whether an error of the innocent side may be stated as a share instead of found or not."""
    try:
        SelfInflicted.model_validate({"side": "NS", "finding": 0.5})
    except ValidationError:
        return False
    return True


READ = {
    "self_inflicted_share_may_be_weighted": lambda _law: error_may_be_a_share(),
    "claims_may_be_weighted": lambda law: law.regulation.weighting.claims,
    "weights_must_sum_to_one": lambda _law: is_refused([Fraction(1, 2), Fraction(1, 3)]),
    "logical_alternative_considered_at_least": lambda law: law.regulation.alternatives.considered_at_least,
    "only_legal_outcomes_weighted": lambda law: law.edition.adjusting.legal_results_only,
    "weighting_allowed": lambda law: law.regulation.weighting.allowed,
    "two_standards_elected_2007": lambda law: law.regulation.weighting.elected != "none",
    "defenders_may_ask_each_other": lambda law: law.regulation.revokes.defenders_may_ask,
}
VALUES = {"yes": True, "no": False, "no unless the zone allows": False, "1/5": Fraction(1, 5)}
FIRST, LAST = date(1998, 1, 1), date(2024, 12, 31)


def days(row):
    """The first and last day the row speaks of, and some between, within the edition it names."""
    start, end = row["from"], row["to"]
    if start.startswith("edition"):
        year = start.removeprefix("edition ")
        return {"1997": [date(1999, 1, 1), date(2007, 12, 31)], "2017": [date(2017, 9, 30), LAST]}[year]
    if "2007" in row["switch"]:
        return [date(2009, 1, 1), date(2016, 12, 31)]
    first = date.fromisoformat(start + "-01-01" if len(start) == 4 else start) if start else FIRST
    last = date.fromisoformat(end) if end else LAST
    middle = first + (last - first) / 2
    return [first, first + timedelta(days=1), middle, last]


@each_row("row", golden_rows("law/switches.csv"), ids=lambda row: f"{row['authority']} {row['switch']}")
def test_each_switch_stands_as_the_sources_say(row):
    authorities = laws.authorities() if row["authority"] == "any" else [row["authority"]]
    for authority in authorities:
        for day in days(row):
            assert READ[row["switch"]](resolve(day, authority)) == VALUES[row["value"]], (authority, day)


def test_the_acbl_weighs_from_the_first_of_january_2016():
    before, after = (
        resolve(date(2015, 12, 31), "ACBL").regulation,
        resolve(date(2016, 1, 1), "ACBL").regulation,
    )
    assert (before.weighting.form, after.weighting.form) == ("two-standards", "weighted")
    assert (before.weighting.elected, after.weighting.elected) == ("both", "none")
    assert (before.two_standards.likely, before.two_standards.at_all_probable) == (
        Fraction(1, 3),
        Fraction(1, 6),
    )
    assert before.two_standards.reading == "cumulative"


@pytest.mark.parametrize("day", [date(2010, 1, 1), date(2019, 1, 1)])
def test_one_peer_in_five_considers_an_alternative_in_england(day):
    """White Book 8.16.6.1; before 2017 the same figure, unsettled."""
    assert resolve(day, "EBU").regulation.alternatives.considered_at_least == Fraction(1, 5)


def test_directors_weigh_in_equity_since_january_2000():
    before, after = resolve(date(1999, 12, 31), "WBF").regulation, resolve(date(2000, 1, 1), "WBF").regulation
    assert (before.weighting.form, after.weighting.form) == ("two-standards", "weighted")
    assert "director" not in before.weighting.bodies
    assert "director" in after.weighting.bodies


def test_italian_directors_had_the_power_before():
    assert "director" in resolve(date(1998, 6, 1), "FIGB").regulation.weighting.bodies


def test_claims_are_never_weighted_anywhere():
    for authority in laws.authorities():
        for year in range(1997, 2025):
            jurisdiction = resolve(date(year, 6, 1), authority)
            for law in (jurisdiction, *jurisdiction.also):
                assert law.regulation.weighting.claims is False


def test_the_ebl_reviews_the_process_since_ostend_and_italy_too():
    kinds = [resolve(date(year, 7, 1), "EBL").regulation.appeals.kind for year in (2011, 2014, 2019)]
    assert kinds == ["appeals-committee", "review-of-the-process", "review-of-the-process"]
    assert resolve(date(2019, 7, 1), "FIGB").regulation.appeals.kind == "review-of-the-process"
    assert resolve(date(2019, 7, 1), "EBU").regulation.appeals.kind == "appeals-committee"


def test_in_italy_one_partner_appeals_and_the_recourse_is_unsettled():
    appeals = resolve(date(2019, 7, 1), "FIGB").regulation.appeals
    assert (appeals.pairs, appeals.teams) == ("one-partner", "captain-or-delegate")
    assert (appeals.appeal_minutes, appeals.evident_minutes, appeals.notice_minutes) == (30, 15, 30)
    assert appeals.recourse_hours == (24, 48)
    assert resolve(date(2019, 7, 1), "FIGB").source_of("appeals.recourse_hours").unsettled


STANDING = [
    ("1997", "both-partners-present"),
    ("2007", "both-partners-concur"),
    ("2017", "both-partners-concur"),
]


@pytest.mark.parametrize("year, standing", STANDING)
def test_the_laws_let_a_pair_appeal_only_together(year, standing):
    law = resolve(None, "WBF", edition=year)
    assert law.regulation.appeals.pairs == standing
    assert (law.regulation.appeals.appeal_minutes, law.regulation.appeals.correction_minutes) == (30, 30)
    assert (law.regulation.appeals.may_change_law, law.regulation.appeals.may_change_discipline) == (
        False,
        False,
    )


def test_both_sides_revoked_differs_between_norme_and_2017_laws():
    assert (
        resolve(date(2011, 6, 1), "FIGB").regulation.revokes.both_revoked
        == "after-the-first-established-revoke"
    )
    now = resolve(date(2019, 6, 1), "FIGB")
    assert now.regulation.revokes.both_revoked == "no-revoke-at-all"
    assert now.source_of("revokes.both_revoked").unsettled
    assert "377" in now.source_of("revokes.both_revoked").note


def test_the_norme_relax_27b1b_of_2007_alone():
    relaxed = {year: resolve(date(year, 6, 1), "FIGB") for year in (2000, 2011, 2019)}
    assert [law.regulation.insufficient.relaxed_meaning for law in relaxed.values()] == [False, True, False]
    assert str(relaxed[2011].source_of("insufficient.relaxed_meaning").source).endswith("art. 27")
    assert not resolve(date(2011, 6, 1), "WBF").regulation.insufficient.relaxed_meaning


def test_small_groups_of_fouled_boards_follow_the_italian_article():
    for authority in ("FIGB", "EBU"):
        fouled = resolve(date(2019, 6, 1), authority).regulation.fouled
        middle, step = fouled.small_middle, fouled.small_step
        assert [middle] == [60]
        assert [middle + step // 2, middle - step // 2] == [65, 55]
        assert [middle + step, middle, middle - step] == [70, 60, 50]
        assert (fouled.neuberg, fouled.neuberg_from, fouled.complements_to) == (True, 4, 120)


def test_the_ebu_rounds_by_its_white_book():
    rounding = resolve(date(2019, 6, 1), "EBU").regulation.rounding
    assert (rounding.imps.unit, rounding.imps.tie) == (Fraction(1, 10), "away-from-average")
    assert rounding.neuberg.unit == Fraction(1, 10000)
    assert rounding.knockout.unit == Fraction(1, 2)
    assert resolve(date(2019, 6, 1), "WBF").source_of("rounding.imps").unsettled


PENALTIES = {
    # code: amount, unit (digest of the Italian regulations, section 3.5)
    "slow-play-teams": ("1/5", "vp"),
    "board-taken-away": ("1", "vp"),
    "late-pairs": ("10", "percent-of-top"),
    "late-teams-imps": ("1", "imp"),
    "late-teams-vp": ("1/5", "vp"),
    "wrong-hand-record": ("10", "percent-of-top"),
    "wrong-lead-record": ("5", "percent-of-top"),
    "psychic-local": ("10", "percent-of-top"),
    "fouled-board": ("10", "percent-of-top"),
    "fouled-in-duplication": ("20", "percent-of-top"),
    "wrong-seating": ("7/2", "vp"),
}


def test_the_italian_penalties_are_the_printed_ones():
    penalties = {penalty.code: penalty for penalty in resolve(date(2019, 6, 1), "FIGB").regulation.penalties}
    for code, (amount, unit) in PENALTIES.items():
        assert (penalties[code].amount, penalties[code].unit) == (Fraction(amount), unit)
        assert str(penalties[code].source).startswith("FIGB Norme Integrative 2017, ")
    assert penalties["slow-play-teams"].shared


def test_an_appeal_without_merit_costs_in_england():
    now = {penalty.unit: penalty.amount for penalty in resolve(date(2023, 9, 1), "EBU").regulation.penalties}
    assert now == {"percent-of-top": 25, "imp": 6, "vp": 1}


def test_the_english_sanction_began_on_the_first_of_august_2016():
    assert resolve(date(2016, 7, 31), "EBU").regulation.penalties == ()
    began = {
        penalty.unit: penalty.amount for penalty in resolve(date(2016, 8, 1), "EBU").regulation.penalties
    }
    assert began == {"percent-of-top": 20, "imp": 6, "vp": 1}


def test_every_regulation_is_read_without_a_problem():
    for name in laws.regulations():
        if name[-4:].isdigit():
            law = laws.regulation_of(name, None)
            assert len(law.groups()) == 16
            assert law.problems() == [], name


def test_nothing_unsettled_is_without_a_word_on_its_default():
    for name in laws.regulations():
        law = None if "-" not in name or not name[-4:].isdigit() else laws.regulation_of(name, None)
        for key in law.unsettled if law else ():
            stated = law.source_of(key)
            assert stated.note or stated.source.document, (name, key)


def test_every_value_names_a_document_fit_for_people():
    for authority in laws.authorities():
        for year in laws.editions():
            law = resolve(None, authority, edition=year)
            for stated in (*law.edition.stated.values(), *law.regulation.stated.values()):
                assert stated.source.document, stated.key
                assert "seed" not in str(stated.source).casefold(), stated.key


@pytest.mark.parametrize("year", laws.editions())
def test_a_figure_that_is_said_to_be_the_figbs_is(year):
    """Where an authority has no rule of its own the FIGB's is used, and the files say so."""
    regulation, plain = resolve(None, "FIGB", "2017").regulation, resolve(None, "WBF", year).regulation
    borrowed = {key: stated.value for key, stated in plain.stated.items() if "FIGB's" in stated.note}
    assert len(borrowed) > 20
    assert {key: regulation.source_of(key).value for key in borrowed} == borrowed
    fouled = ("neuberg_from", "small_middle", "small_step", "complements_to")
    assert [getattr(plain.fouled, key) for key in fouled] == [
        getattr(regulation.fouled, key) for key in fouled
    ]
