"""Wrong entries and information from elsewhere: what is due for each fact, what is open, and what is asked for (16, 79)."""

import pytest

from analyser import laws
from analyser.bridge import Result, Seat
from analyser.casefile import Form, OutsideInformation, ScoreError
from analyser.ruling.kinds.outside_information import outside_information
from analyser.ruling.kinds.rectification import Step, steps_of
from analyser.ruling.kinds.score_error import score_error
from analyser.ruling.kinds.scores_due import artificial_is_due
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")
LAW = {year: laws.resolve(None, "WBF", year) for year in YEARS}
GAME = Result.parse("4S= by S")

AGREED, SLIP, BOTH = {"nature": "tricks-agreed"}, {"nature": "computation"}, {"nature": "tricks-and-number"}
LATE = SLIP | {"in_time": False}
OVER = AGREED | {"round_over": True}

ENTRIES = [
    # the facts; the editions; what is due; what is asked for
    ({}, YEARS, set(), {"nature"}),
    # 79C: a slip within the correction period; later since 2007, beyond doubt and with consent
    (SLIP | {"in_time": True}, YEARS, {Step.CORRECTED}, set()),
    (LATE, ("1997",), {Step.ENTRY_STANDS}, set()),
    (SLIP, ("1997",), {Step.ENTRY_STANDS}, {"in_time"}),
    (LATE | {"certain": False}, ("2007", "2017"), {Step.ENTRY_STANDS}, set()),
    (
        LATE | {"certain": True, "organiser_consents": True},
        ("2007", "2017"),
        {Step.CORRECTED_WITH_CONSENT},
        set(),
    ),
    (LATE | {"certain": True, "organiser_consents": False}, ("2007", "2017"), {Step.ENTRY_STANDS}, set()),
    (LATE | {"certain": True}, ("2007", "2017"), {Step.CORRECTED_WITH_CONSENT}, {"organiser_consents"}),
    (LATE | {"organiser_consents": True}, ("2007", "2017"), {Step.ENTRY_STANDS}, {"certain"}),
    # 79A and 79B: the number of tricks
    (AGREED | {"claimed": True}, YEARS, {Step.AFTER_CLAIM}, set()),
    (AGREED, YEARS, set(), {"round_over"}),
    (AGREED | {"round_over": False}, YEARS, {Step.DIRECTOR_DECIDES}, set()),
    (AGREED | {"round_over": False, "correct": GAME}, YEARS, {Step.DIRECTOR_DECIDES, Step.CORRECTED}, set()),
    (
        AGREED | {"round_over": False, "correct": GAME, "certain": False},
        YEARS,
        {Step.DIRECTOR_DECIDES},
        set(),
    ),
    (OVER, ("1997",), {Step.NOT_INCREASED}, set()),
    (OVER | {"certain": False}, ("1997",), {Step.NOT_INCREASED, Step.ENTRY_STANDS}, set()),
    (OVER | {"certain": True}, ("2007",), {Step.NEED_NOT_INCREASE}, set()),
    (OVER | {"certain": False}, ("2007",), {Step.NEED_NOT_INCREASE, Step.ENTRY_STANDS}, set()),
    (OVER | {"certain": True}, ("2017",), {Step.CORRECTED}, set()),
    (OVER | {"certain": False}, ("2017",), {Step.ENTRY_STANDS, Step.ONE_SIDE_LOWERED}, set()),
    (OVER, ("2017",), {Step.ENTRY_STANDS, Step.ONE_SIDE_LOWERED}, {"certain"}),
    # tricks and points that do not agree: by the Laws the tricks are the score
    (BOTH, YEARS, set(), {"points_entered"}),
    (BOTH | {"points_entered": 420}, YEARS, {Step.CORRECTED}, {"correct"}),
    (BOTH | {"points_entered": 420, "correct": GAME}, YEARS, {Step.CORRECTED}, set()),
]


def entry(**facts) -> ScoreError:
    return ScoreError.model_construct(id="x", kind="score-error", **facts)


@each_row("facts, years, due, missing", ENTRIES)
def test_what_is_due_for_a_wrong_entry(facts, years, due, missing):
    for year in years:
        rectification = score_error(entry(**facts), LAW[year])
        assert (steps_of(rectification), set(rectification.missing)) == (due, missing), year


@pytest.mark.parametrize("year", ["2007", "2017"])
def test_in_italy_the_number_prevails_until_the_tricks_are_certain(year):
    """N:540: the numeric result prevails, after the checks that are due."""
    law = laws.resolve(None, "FIGB", year)
    open_, sure = (
        score_error(entry(**BOTH, points_entered=420, certain=certain), law) for certain in (None, True)
    )
    assert (steps_of(open_), open_.missing) == ({Step.NUMBER_PREVAILS, Step.VERIFY_TRICKS}, ())
    assert (steps_of(sure), sure.missing) == ({Step.CORRECTED}, ("correct",))


def outside(year: str, form: Form = Form.VP, **facts):
    incident = OutsideInformation.model_construct(id="x", kind="outside-information", by=Seat.E, **facts)
    return outside_information(incident, LAW[year], form=form, teams=form is Form.VP)


OPEN = [
    # 16B of 1997: seats, a substitute, an artificial score, whenever; 16C of 2007: four before the first call, one after;
    # 16D of 2017: four and two. How many options are open in each edition
    ((3, 4, 4), {"called": False}, Form.VP),
    ((3, 1, 2), {"called": True}, Form.VP),
    ((2, 3, 3), {"called": False, "swap_possible": False}, Form.VP),
    ((2, 4, 4), {"called": False, "consent": False}, Form.VP),
    ((3, 3, 3), {"called": False, "match_known": True}, Form.VP),  # 86A: no redeal once the match is known
    ((3, 3, 3), {"called": False}, Form.MATCHPOINTS),  # redealt it compares with none
    ((3, 3, 3), {"called": False}, Form.BUTLER),
    ((3, 3, 3), {"called": False}, Form.CROSS_IMPS),
    ((3, 4, 4), {"called": False}, Form.KNOCKOUT),
]


@each_row("numbers, facts, form", OPEN)
def test_so_many_ways_are_open_to_the_director(numbers, facts, form):
    assert tuple(len(outside(year, form, **facts).options) for year in YEARS) == numbers


def test_whether_a_call_was_made_is_asked_where_it_decides():
    assert [set(outside(year).missing) for year in YEARS] == [set(), {"called"}, {"called"}]


CHOSEN = [
    # what was chosen and told; the editions; what is due among these; is the score artificial
    ({"called": False, "chosen": "play-on"}, ("2007", "2017"), Step.ADJUST_IF_AFFECTED, False),
    ({"called": True, "chosen": "play-on"}, ("2007", "2017"), Step.ADJUST_IF_AFFECTED, False),
    ({"called": False, "chosen": "play-on", "affected": False}, ("2007", "2017"), Step.RESULT_STANDS, False),
    ({"called": False, "chosen": "play-on", "affected": True}, ("2007", "2017"), Step.ADJUSTED, False),
    ({"called": False, "chosen": "redeal", "match_known": True}, ("2007", "2017"), Step.NO_REDEAL, True),
    ({"called": True, "chosen": "redeal"}, YEARS, Step.NOT_OPEN, False),
    ({"called": True, "chosen": "swap-seats"}, ("2007", "2017"), Step.NOT_OPEN, False),
    ({"called": False, "chosen": "swap-seats", "swap_possible": False}, YEARS, Step.NOT_OPEN, False),
]


@each_row("facts, years, step, artificial", CHOSEN)
def test_what_was_chosen_is_due_if_it_was_open(facts, years, step, artificial):
    for year in years:
        found = outside(year, **facts)
        assert step in steps_of(found), year
        assert artificial_is_due(found) is artificial, year


@pytest.mark.parametrize("year", YEARS)
def test_a_score_adjusted_before_the_first_call_is_artificial(year):
    """12C2: no result can be obtained."""
    assert artificial_is_due(outside(year, called=False, chosen="adjust"))


def test_a_score_adjusted_after_it_is_none_in_2017():
    """16D3."""
    rectification = outside("2017", called=True, chosen="adjust")
    assert not artificial_is_due(rectification)
    assert Step.NOT_OPEN not in steps_of(rectification)
