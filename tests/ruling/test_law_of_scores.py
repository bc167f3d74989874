"""What the law of adjusted scores asks for, one provision a test: damage, gain, own errors, both innocent, the form of the event."""

from datetime import date
from fractions import Fraction

import pytest

from analyser.bridge import PointsOnly, Result, Side, Vulnerability
from analyser.casefile import ErrorFinding, case_of
from analyser.laws import resolve
from analyser.ruling import AdjustedKind, Outcome
from analyser.ruling.awards import many_results
from analyser.ruling.currency import Currency
from analyser.ruling.rule import rule
from analyser.ruling.score import score_of_results
from analyser.ruling.values import ResultWeight
from analyser.scoring import BoardComparison, Field, form_named
from tests.ruling.test_score import WILLNER, currency, error, lists, scores
from tests.ruling.test_several_incidents import BOARD

TODAY = resolve(date(2020, 1, 1), "WBF")


def pairs(*field: tuple[int, int]) -> Currency:
    comparison = BoardComparison(field=Field.from_counts(list(field)))
    rounding = TODAY.regulation.rounding.matchpoints
    return Currency(form_named("matchpoints"), comparison, rounding, Vulnerability.NONE)


# --- Offenders must not gain, the innocent side must be damaged -------------------------------------------------------


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_offenders_who_did_worse_at_the_table_keep_it(edition):
    # East-West offended and lost 10 IMPs by it; without the infraction they would have lost 6.
    law = resolve(date(2020, 1, 1), "WBF", edition)
    scored_results = score_of_results(lists((420, "1")), currency(other=140, law=law), law, Side.NS, 620)
    assert scored_results.adjusted.kind is AdjustedKind.NONE
    assert scores(scored_results) == ("10", "-10")


def test_single_results_may_be_worse_if_the_whole_is_better():
    # Level at the table: half of +10, half of -6 is +2.
    scored_results = score_of_results(
        lists((620, "1/2"), (-100, "1/2")), currency(other=140), TODAY, Side.NS, 140
    )
    assert scores(scored_results) == ("2", "-2")


# --- The innocent side's own error, at the four places it can stand ---------------------------------------------------


@pytest.mark.parametrize(
    "table, without_infraction, without_error, expected",
    [
        # IMPs against +50: table A, without the infraction B, without the error C, all to North-South.
        (620, 420, 620, ("11", "-11")),  # B <= A: no damage, the table result
        (100, 420, 620, ("2", "-9")),  # A < B <= C: all of it their own
        (300, 420, 100, ("9", "-9")),  # C <= A < B: nothing of it their own
        (100, 420, 300, ("5", "-9")),  # A < C < B: A + B - C
    ],
)
def test_only_the_self_inflicted_part_is_borne(table, without_infraction, without_error, expected):
    self_inflicted = error(ErrorFinding.EXTREMELY_SERIOUS, (without_error, "1"))
    scored_results = score_of_results(
        lists((without_infraction, "1")), currency(other=50), TODAY, Side.NS, table, self_inflicted
    )
    assert scores(scored_results) == expected


def test_at_pairs_offenders_get_the_rest_of_the_top():
    # Eleven tables: +420 is worth 16 of 20, +300 12, +100 4; A 4, B 16, C 12.
    field = pairs((450, 2), (400, 2), (200, 2), (110, 2), (90, 2))
    self_inflicted = error(ErrorFinding.EXTREMELY_SERIOUS, (300, "1"))
    scored_results = score_of_results(lists((420, "1")), field, TODAY, Side.NS, 100, self_inflicted)
    assert scores(scored_results) == ("8", "4")  # the innocent 4 + 16 - 12, the offenders 20 - 16


# --- Forms of the event -----------------------------------------------------------------------------------------------


def test_in_knock_outs_own_errors_are_settled_before_the_mean():
    # The innocent have 5 and the offenders -9: both get 7 (12C4).
    self_inflicted = error(ErrorFinding.EXTREMELY_SERIOUS, (300, "1"))
    scored_results = score_of_results(
        lists((420, "1")), currency("knockout", other=50), TODAY, Side.NS, 100, self_inflicted
    )
    assert scores(scored_results) == ("7", "-7")
    assert any(finding.code == "adjustment.knockout-mean" for finding in scored_results.findings)


def test_elsewhere_the_two_scores_need_not_balance():
    self_inflicted = error(ErrorFinding.EXTREMELY_SERIOUS, (300, "1"))
    scored_results = score_of_results(
        lists((420, "1")), currency(other=50), TODAY, Side.NS, 100, self_inflicted
    )
    assert sum(map(Fraction, scores(scored_results))) == -4
    assert scored_results.adjusted.kind is AdjustedKind.TWO_SIDED


def test_unbalanced_scores_give_each_team_its_own_victory_points():
    text = BOARD.replace('form = "imps"', 'form = "vp"\nboards = 16').replace(
        "other_room = 620", "other_room = 620\nmatch_imps = 10"
    )
    split = (
        '[[incident]]\nid = "x"\nkind = "other"\noffender = "S"\n[[judgement]]\nincident = "x"\nquestion = "outcomes"\n'
        'ns = [ { result = "4H-1 by N", weight = "100%" } ]\new = [ { result = "3H+1 by N", weight = "100%" } ]\n'
    )
    adjusted = rule(case_of((text + split).encode())).adjusted
    assert adjusted is not None
    assert adjusted.match is not None
    # 10 IMPs before the board: the offenders' team ends 2 down, the others level; the two do not fill the 20.
    assert adjusted.match.vp_after[1] == "10.00"
    assert Fraction(adjusted.match.vp_after[0]) < 10
    assert sum(map(Fraction, adjusted.match.vp_after)) < 20


# --- Both sides innocent: the director's error (82C) ------------------------------------------------------------------


def test_after_director_s_error_each_side_has_the_innocent_standard():
    law = resolve(date(2004, 7, 10), "ACBL")
    unit = currency("points", law=law)
    scored_results = score_of_results(WILLNER, unit, law, None, 0, both_innocent=True)
    ns = score_of_results(WILLNER, unit, law, Side.NS, 0)
    assert scored_results.adjusted.ns == ns.adjusted.ns  # the best that was likely for North-South: 800
    assert scores(scored_results) == (
        "800",
        "-400",
    )  # for East-West -300 in three of ten, -400 or better in more than half
    assert any(str(clause) == "1997:82C" for finding in scored_results.findings for clause in finding.clauses)


@pytest.mark.parametrize("year", [2003, 2012, 2020])
def test_a_board_the_director_spoilt_gives_both_the_innocent_award(year):
    text = BOARD.replace("tricks = 10\n", "").replace("2019-06-20", f"{year}-06-20")
    clause = f'clauses = ["{"1997" if year < 2008 else "2007" if year < 2017 else "2017"}:82C"]\n'
    ruling = rule(case_of((text + f'[[incident]]\nid = "x"\nkind = "other"\n{clause}').encode()))
    assert ruling.adjusted is not None
    assert ruling.adjusted.kind is AdjustedKind.ARTIFICIAL
    assert ruling.adjusted.ns is not None
    assert ruling.adjusted.ew is not None
    assert (ruling.adjusted.ns.exact, ruling.adjusted.ew.exact) == (3, 3)


# --- Numerous or not obvious possibilities (12C1d) --------------------------------------------------------------------


def outcomes(*chances: float) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(f"o{n}", PointsOnly(10 * n), 10 * n, chance, legal=True)
        for n, chance in enumerate(chances, 1)
    )


@pytest.mark.parametrize("chances", [(0.25, 0.25, 0.25, 0.25), (0.32, 0.31, 0.29, 0.08), (0.04,) * 6])
def test_where_many_contracts_are_possible_a_person_chooses_artificial_scores(chances):
    case = case_of(BOARD.encode())
    (finding,) = many_results(case, outcomes(*chances), Side.EW, TODAY)
    args = dict(finding.args)
    assert args["count"] == len(chances)
    assert (args["ns"], args["ew"]) == (
        -3,
        3,
    )  # the offenders' and the innocent side's artificial score at teams
    assert [str(clause) for clause in finding.clauses] == ["2017:12C1d"]
    assert str(finding.standing) == "judgement"


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.8, 0.1, 0.05, 0.05)])
def test_few_contracts_are_no_ground_for_it(chances):
    assert many_results(case_of(BOARD.encode()), outcomes(*chances), Side.EW, TODAY) == ()


def test_nor_are_many_numbers_of_tricks_in_one_contract():
    rows = [Result.parse(f"2NT{over} by N") for over in ("-3", "-2", "-1", "=", "+1", "+2")]
    tricks = tuple(Outcome(f"o{n}", row, n, 1 / 6, legal=True) for n, row in enumerate(rows, 1))
    other = Outcome("o9", Result.parse("3C= by N"), 110, 0.1, legal=True)
    assert many_results(case_of(BOARD.encode()), (*tricks, other), Side.EW, TODAY) == ()


def test_one_possibility_leaves_nothing_to_choose():
    assert many_results(case_of(BOARD.encode()), outcomes(1.0), Side.EW, TODAY) == ()


# --- Legality ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "authority, edition",
    [("WBF", "2017"), ("EBU", "2017"), ("EBU", "2007"), ("WBF", "2007"), ("WBF", "1997")],
)
def test_what_the_infraction_made_is_removed_and_the_rest_rescaled(authority, edition):
    """2017 by the text; before it the text is silent, England left it out, and that is the marked assumption elsewhere."""
    law = resolve(date(2020, 1, 1), authority, edition)
    side = (
        ResultWeight(PointsOnly(420), Fraction(1, 2), legal=False),
        ResultWeight(PointsOnly(140), Fraction(1, 2)),
    )
    scored_results = score_of_results((side, side), currency(other=140, law=law), law, Side.EW, 420)
    assert any(finding.code == "adjustment.illegal-left-out" for finding in scored_results.findings)
    assert scores(scored_results) == ("0", "0")
