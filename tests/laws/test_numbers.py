"""Every number a law file states is the one its source prints; what no source prints is tested by what it does to a ruling.

The sources are the digests of the Laws and of the Italian regulations, and the pages they name; N is the Norme Integrative
(seed 003) with its line, L a line of the Laws of that edition. No figure is copied from the law files themselves.
"""

from datetime import date
from fractions import Fraction

import pytest

from analyser import laws
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
THIRD, FIFTH, SIXTH, TWENTIETH = Fraction(1, 3), Fraction(1, 5), Fraction(1, 6), Fraction(1, 20)

PRINTED = [
    # figure in 1997, 2007, 2017, the value, the source
    (60, 60, 60, "artificial.percent_none", "12C1 of 1997, 12C2a: in no way at fault, at least 60 %"),
    (50, 50, 50, "artificial.percent_partial", "12C1 of 1997, 12C2a: partly at fault, 50 %"),
    (40, 40, 40, "artificial.percent_direct", "12C1 of 1997, 12C2a: directly at fault, at most 40 %"),
    (3, 3, 3, "artificial.imps_none", "86A of 1997, 12C2b: average plus in IMPs"),
    (-3, -3, -3, "artificial.imps_direct", "86A of 1997, 12C2b: average minus in IMPs"),
    (0, 0, 0, "artificial.imps_partial", "an average in IMPs is zero: between the two, no figure printed"),
    (3, 3, 3, "awards.imps_none", "86A of 1997, 12C2b; White Book 4.1.1.1"),
    (-3, -3, -3, "awards.imps_direct", "86A of 1997, 12C2b; White Book 4.1.1.1"),
    (0, 0, 0, "awards.imps_partial", "an average in IMPs is zero: between the two, no figure printed"),
    (
        40,
        100,
        100,
        "calls.deliberate_change_cap",
        "25B2b of 1997: average minus; 25B later: the first call stands",
    ),
    (0, 1, 1, "tricks.omitted_holding_suit", "67B1a: no penalty in 1997, since 2007 one trick by 64A2"),
    (1, 1, 1, "tricks.omitted_without_suit", "67B1b: deemed a revoke, one trick"),
    (1, 1, 1, "revokes.own_trick", "64A1: the revoke trick, where the side won none later"),
    (2, 2, 2, "revokes.own_trick_later", "64A1: the revoke trick and one of the later ones"),
    (1, 1, 1, "revokes.other_trick", "64A2: one trick"),
    (30, 30, 30, "appeals.correction_minutes", "79C, 79C1 of 2017: 30 minutes after the official score"),
    (30, 30, 30, "appeals.appeal_minutes", "92B: 30 minutes after the official score; N:600"),
]

ITALIAN = [
    # figure, the value, where the Norme print it; who has no rule of his own is given the same
    (10, "tempo.stop_seconds", "N:298, the next player waits some ten seconds"),
    (20, "tempo.tray_seconds", "N:934, a tray up to twenty seconds late tells nothing"),
    (120, "awards.bam_win_from", "N:253, 120 or more: two matchpoints"),
    (80, "awards.bam_loss_to", "N:253, 80 or less: none"),
    (60, "awards.bye_percent", "N:429"),
    (60, "awards.forfeit_percent", "N:218"),
    (60, "awards.withdrawn_opponents_percent", "N:63"),
    (0, "awards.withdrawn_percent", "N:63"),
    (60, "awards.withdrawn_team_percent", "N:76"),
    (7, "awards.seating_fault_vp", "N:102, 7-7 where the teams were at fault"),
    (10, "awards.seating_vp", "N:102, 10-10 otherwise"),
    (8, "tie_breaks.knockout_boards_for_one", "N:507, one board for every eight played"),
    (450, "time.pairs_seconds", "N:121, 7'30\" a board"),
    (480, "time.pairs_screens_seconds", "N:155, 8' a board"),
    (450, "time.teams_seconds", "N:125, eight boards an hour"),
    (30, "time.teams_screens_extra_seconds", 'N:159, 30" more a board'),
    (5, "time.teams_screens_to_minutes", "N:159, to the nearest five minutes"),
    (5, "time.grace_minutes", "N:125, five minutes more at most"),
    (15, "time.forfeit_minutes", "N:216, fifteen minutes late"),
    (Fraction(1, 2), "time.forfeit_first_share", "N:226, half of the official time"),
    (60, "time.forfeit_knockout_minutes", "N:230, at least an hour"),
    (10, "definitions.average_points", "N:653, an average hand has 10 points"),
    (13, "definitions.strong_points", "N:655, a strong one a king more than an average one"),
    (3, "definitions.king_points", "a king is three points of Milton Work"),
    (11, "definitions.opening_points", "N:666, generally held to be enough to open; no number printed"),
    (3, "definitions.length_cards", "N:657, three cards or more"),
    (2, "definitions.shortage_cards", "N:658, two cards or fewer"),
    (4, "definitions.known_suit_cards", "N:702, four cards in a known suit"),
    (8, "definitions.random_points", "N:735, fewer than eight points"),
    (10, "definitions.light_points", "N:859, openings from 8 to 10 points are told before play"),
    (4, "fouled.neuberg_from", "N:570, a table for groups of fewer than four; White Book 4.2.3.2, more than three"),
    (60, "fouled.small_middle", "N:580, 70, 60, 50; White Book 4.2.3.3"),
    (10, "fouled.small_step", "N:580, 70, 60, 50; White Book 4.2.3.3"),
    (120, "fouled.complements_to", "N:577, the other side has what is left of 120 %"),
]  # fmt: skip

OWN = [
    # who, under which Laws (all where none is named), figure, the value, the source
    ("WBF EBL EBU DBF FRB", YEARS, TWENTIETH, "weighting.sympathy", "blakjak.org/sorre01.htm, appeal 3: 55 for what is made half the time"),
    ("FIGB", ("1997",), TWENTIETH, "weighting.sympathy", "the EBL's: the Norme are written on the Laws of 2007 (N:20-26)"),
    ("FIGB", ("2007", "2017"), 0, "weighting.sympathy", "the Norme tilt nothing to the innocent (N:244-263)"),
    ("ACBL", YEARS, 0, "weighting.sympathy", "the Laws tilt nothing to the innocent (12C)"),
    ("EBU", YEARS, 5, "weighting.results_at_most", "White Book 4.1.1.4: up to five results a ruling"),
    ("WBF EBL DBF FRB FIGB ACBL", YEARS, 5, "weighting.results_at_most", "the EBU's, as no other is known"),
    ("ACBL", YEARS, THIRD, "two_standards.likely", "ACBL guideline: one in three (blakjak.org/lws_wll0.htm)"),
    ("ACBL", YEARS, SIXTH, "two_standards.at_all_probable", "ACBL guideline: one in six"),
    ("WBF EBL EBU DBF FRB FIGB", YEARS, THIRD, "two_standards.likely", "the ACBL's, as no other is known"),
    ("WBF EBL EBU DBF FRB FIGB", YEARS, SIXTH, "two_standards.at_all_probable", "the ACBL's, as no other is known"),
    ("EBU", YEARS, FIFTH, "alternatives.considered_at_least", "White Book 8.16.6.1: one in five"),
    ("ACBL", ("1997",), Fraction(1, 4), "alternatives.considered_at_least", "the older rule of 25 %"),
    ("ACBL", ("2007", "2017"), FIFTH, "alternatives.considered_at_least", "the EBU's: the 25 % were given up"),
    ("WBF EBL DBF FRB FIGB", YEARS, FIFTH, "alternatives.considered_at_least", "the EBU's, as no other is known"),
    ("EBU", ("2017",), THIRD, "fouled.neuberg_above_share", "White Book 4.2.3.2: or more than a third of all"),
    ("EBU", ("1997", "2007"), 1, "fouled.neuberg_above_share", "no group is more than the whole"),
    ("WBF EBL DBF FRB FIGB ACBL", YEARS, 1, "fouled.neuberg_above_share", "N:570 knows no share"),
    ("FIGB", ("2007", "2017"), 15, "appeals.evident_minutes", "N:600, 15 minutes where the ground was evident at once"),
    ("FIGB", ("2007", "2017"), 30, "appeals.notice_minutes", "N:612, notice within 30 minutes of the end"),
    ("FIGB", ("1997",), 0, "appeals.evident_minutes", "92B knows no shorter time"),
    ("FIGB", ("1997",), 0, "appeals.notice_minutes", "93C leaves it to regulation"),
    ("WBF EBL EBU DBF FRB ACBL", YEARS, 0, "appeals.evident_minutes", "92B knows no shorter time"),
    ("WBF EBL EBU DBF FRB ACBL", YEARS, 0, "appeals.notice_minutes", "93C leaves it to regulation"),
]  # fmt: skip

TESTED_BY_WHAT_THEY_DO = {
    "weighting.step",
    "alternatives.chosen_at_least",
    "alternatives.infraction_from",
    "alternatives.no_infraction_to",
    "alternatives.disputed_held",
    "alternatives.disputed_even_seconds",
    "calls.contained_outside",
    "calls.similar_inside",
    "calls.unlike_inside",
}
"""What no source gives a figure for: see test_unsettled.py."""


def under(authority, year):
    return laws.resolve(None, authority, year)


@each_row("old, middle, new, key, source", PRINTED)
def test_a_number_of_the_laws_is_the_one_printed(old, middle, new, key, source):
    for authority in laws.authorities():
        assert [under(authority, year).source_of(key).value for year in YEARS] == [old, middle, new], source


@each_row("figure, key, source", ITALIAN)
def test_the_norme_s_numbers_apply_where_none_is_given(figure, key, source):
    for authority in laws.authorities():
        assert [under(authority, year).source_of(key).value for year in YEARS] == [figure] * 3, (
            authority,
            source,
        )


@each_row("who, years, figure, key, source", OWN)
def test_a_number_of_one_authority_is_the_one_it_gave(who, years, figure, key, source):
    for authority in who.split():
        for year in years:
            assert under(authority, year).source_of(key).value == figure, (authority, year, source)


@pytest.mark.parametrize("year", ["1997", "2007"])
def test_the_rival_reading_counts_single_results_from_fixed_shares(year):
    """Stevenson on likely and at all probable (blakjak.org/lws_wll0.htm): 1/6 for the innocent, 1/20 for the offenders."""
    standards = laws.resolve(None, "WBF", year, ("two-standards-single",)).regulation.two_standards
    assert (standards.reading, standards.likely, standards.at_all_probable) == ("single", SIXTH, TWENTIETH)


def is_number(value):
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


@each_row("authority", laws.authorities())
@each_row("year", YEARS)
def test_no_number_stands_in_a_law_without_a_row_here(authority, year):
    law = laws.resolve(date(2020, 1, 1), authority, year)
    stated = {**law.edition.stated, **law.regulation.stated}
    numbers = {key for key, entry in stated.items() if is_number(entry.value)}
    keys = {key for who, years, _, key, _ in OWN if authority in who.split() and year in years}
    assert (
        numbers == {row[3] for row in PRINTED} | {row[1] for row in ITALIAN} | keys | TESTED_BY_WHAT_THEY_DO
    )
