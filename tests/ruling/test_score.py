"""From results to both sides' scores: published rulings, and what the Laws forbid."""

from datetime import date
from fractions import Fraction

import pytest

from analyser.bridge import PointsOnly, Result, Side, Vulnerability
from analyser.casefile import ErrorFinding, SelfInflicted, WeightedResult
from analyser.laws import resolve
from analyser.ruling import AdjustedKind, Outcome
from analyser.ruling.currency import Currency
from analyser.ruling.score import score_of_estimate, score_of_results, tolerance
from analyser.ruling.values import ResultWeight
from analyser.scoring import BoardComparison, Field, SideScores, form_named, score_ns
from tests.support.every import each_row


def currency(form: str = "imps", other: int = 0, law=None) -> Currency:
    jurisdiction = law or resolve(date(2020, 1, 1), "WBF")
    rounding = getattr(jurisdiction.regulation.rounding, form)
    return Currency(form_named(form), BoardComparison(other_room=other), rounding, Vulnerability.NONE)


def lists(*rows: tuple[int, str]):
    side = tuple(ResultWeight(PointsOnly(score), Fraction(weight)) for score, weight in rows)
    return (side, side)


def error(finding: ErrorFinding, *rows: tuple[int, str], side: Side = Side.NS) -> SelfInflicted:
    without = tuple(WeightedResult(result=f"{score:+d}", weight=weight) for score, weight in rows)
    return SelfInflicted(side=str(side), finding=finding, without=without)


def scores(made) -> tuple[str, str]:
    return str(made.adjusted.ns.exact), str(made.adjusted.ew.exact)


def test_lille_1998_each_result_is_converted_before_it_is_weighed():
    law = resolve(date(2020, 1, 1), "WBF")
    scored_results = score_of_results(
        lists((480, "65/100"), (980, "35/100")), currency(other=500), law, Side.NS, -100
    )
    assert scores(scored_results) == ("57/20", "-57/20")
    assert scored_results.adjusted.kind is AdjustedKind.WEIGHTED


def test_an_innocent_side_no_worse_at_the_table_gets_nothing():
    law = resolve(date(2020, 1, 1), "WBF")
    scored_results = score_of_results(lists((420, "1")), currency(other=420), law, Side.NS, 620)
    assert scored_results.adjusted.kind is AdjustedKind.NONE
    assert scores(scored_results) == ("5", "-5")


@pytest.mark.parametrize(
    "better, kind, expected, code",
    [
        pytest.param("2/5", AdjustedKind.ASSIGNED, ("13", "-13"), "adjustment.two-standards", id="likely"),
        pytest.param("1/4", AdjustedKind.TWO_SIDED, ("0", "-13"), "adjustment.offenders-only", id="probable"),
        pytest.param("1/10", AdjustedKind.NONE, ("0", "0"), "adjustment.standards-unmoved", id="neither"),
    ],
)
def test_two_standards_bind_each_side_for_itself(better, kind, expected, code):
    """12C2 of 1997: from a third the innocent side gets it, from a sixth the offenders do though the innocent keep theirs."""
    law = resolve(date(2004, 7, 10), "ACBL")
    other = str(1 - Fraction(better))
    scored_results = score_of_results(
        lists((-670, other), (130, better)), currency(other=-670, law=law), law, Side.NS, -670
    )
    assert (scored_results.adjusted.kind, scores(scored_results)) == (kind, expected)
    assert code in [finding.code for finding in scored_results.findings]


@pytest.mark.parametrize("innocent", Side, ids=str)
def test_what_the_innocent_could_expect_comes_from_their_own_list(innocent):
    """What the offenders' list holds is no damage to the innocent (12C2 of 1997)."""
    law, sign = resolve(date(2004, 7, 10), "ACBL"), 1 if innocent is Side.NS else -1
    (hopes, _), (none, _) = lists((-670 * sign, "9/10"), (130 * sign, "1/10")), lists((-670 * sign, "1"))
    lists_of_sides = (none, hopes) if innocent is Side.NS else (hopes, none)
    scored_results = score_of_results(
        lists_of_sides, currency(other=-670 * sign, law=law), law, innocent, -670 * sign
    )
    assert scored_results.adjusted.kind is AdjustedKind.NONE
    assert [finding.code for finding in scored_results.findings][-1] == "adjustment.no-damage"


@pytest.mark.parametrize(
    "finding, edition, expected",
    [
        # Barker's worked deal: table +100, without the infraction +420, without the error +300; other room +50.
        (ErrorFinding.EXTREMELY_SERIOUS, "2017", ("5", "-9")),
        (ErrorFinding.WILD_OR_GAMBLING, "2017", ("5", "-9")),
        (ErrorFinding.SERIOUS, "2017", ("9", "-9")),
        (ErrorFinding.SERIOUS, "2007", ("5", "-9")),
        (ErrorFinding.NONE, "2017", ("9", "-9")),
        (ErrorFinding.EXTREMELY_SERIOUS, "1997", ("9", "-9")),
    ],
)
def test_self_inflicted_damage_is_counted_as_the_edition_says(finding, edition, expected):
    law = resolve(date(2020, 1, 1), "WBF", edition)
    scored_results = score_of_results(
        lists((420, "1")), currency(other=50), law, Side.NS, 100, error(finding, (300, "1"))
    )
    assert scores(scored_results) == expected


@pytest.mark.parametrize("finding, is_told", [(ErrorFinding.SERIOUS, True), (ErrorFinding.NONE, False)])
def test_only_a_proven_error_is_reported_as_not_counting(finding, is_told):
    """12C1(e) of 2017 counts an extremely serious error: of a lesser one that is said, and where none was found nothing is."""
    law = resolve(date(2020, 1, 1), "WBF", "2017")
    scored_results = score_of_results(
        lists((420, "1")), currency(other=50), law, Side.NS, 100, error(finding, (300, "1"))
    )
    assert (
        "adjustment.error-not-counted" in [finding.code for finding in scored_results.findings]
    ) is is_told


@each_row(
    "better, expected",
    [
        pytest.param("2/5", (0, 0), id="no damage: the result stands for both sides (12B1)"),
        pytest.param("1/4", (0, -5), id="offenders only: they have theirs, the innocent the table's (12C2)"),
    ],
)
@each_row("ours", [-1, 0])
@each_row("innocent", Side, ids=str)
def test_other_outcomes_are_finished_as_the_ruling_was(innocent, ours, better, expected):
    """Table result zero for both sides; in other deals the innocent would have had no more and the offenders lost five IMPs."""
    law, sign = resolve(date(2004, 7, 10), "ACBL"), 1 if innocent is Side.NS else -1
    rows = lists((-670 * sign, str(1 - Fraction(better))), (130 * sign, better))
    scored_results = score_of_results(rows, currency(other=-670 * sign, law=law), law, innocent, -670 * sign)
    ours, theirs = Fraction(ours), Fraction(-5)
    finished = scored_results.finish(
        SideScores(ours, theirs) if innocent is Side.NS else SideScores(theirs, ours)
    )
    assert (finished.score_of(innocent), finished.score_of(innocent.other)) == expected


def test_results_of_the_infraction_are_left_out_in_2017():
    law = resolve(date(2020, 1, 1), "WBF")
    side = (
        ResultWeight(PointsOnly(420), Fraction(1, 2), legal=False),
        ResultWeight(PointsOnly(140), Fraction(1, 2)),
    )
    scored_results = score_of_results((side, side), currency(other=140), law, Side.EW, 420)
    assert scores(scored_results) == ("0", "0")
    assert any(finding.code == "adjustment.illegal-left-out" for finding in scored_results.findings)


def test_a_knock_out_gives_both_sides_the_mean():
    # EBL Sanremo 2009, appeal 1: -4 and +10/3 become -11/3 and +11/3.
    law = resolve(date(2020, 1, 1), "WBF")
    ns = (ResultWeight(PointsOnly(50), Fraction(3, 10)), ResultWeight(PointsOnly(-920), Fraction(7, 10)))
    ew = (ResultWeight(PointsOnly(50), Fraction(1, 3)), ResultWeight(PointsOnly(-920), Fraction(2, 3)))
    scored_results = score_of_results((ns, ew), currency("knockout", other=-440), law, None, None)
    assert scores(scored_results) == ("-11/3", "11/3")
    assert scored_results.adjusted.kind is AdjustedKind.TWO_SIDED


WILLNER = lists(
    (300, "30/100"),
    (400, "28/100"),
    (500, "7/100"),
    (800, "10/100"),
    (1100, "12/100"),
    (1400, "10/100"),
    (1700, "3/100"),
)


@pytest.mark.parametrize(
    "regulations, expected",
    [((), ("800", "-1100")), (("two-standards-single",), ("400", "-1400"))],
)
def test_the_ten_outcome_table_under_two_standards(regulations, expected):
    law = resolve(date(2004, 7, 10), "ACBL", None, regulations)
    scored_results = score_of_results(WILLNER, currency("points", law=law), law, Side.NS, 0)
    assert scores(scored_results) == expected


def test_the_same_table_weighted():
    law = resolve(date(2020, 1, 1), "WBF")
    scored_results = score_of_results(WILLNER, currency(other=400), law, Side.NS, -100)
    assert scores(scored_results) == ("353/100", "-353/100")


def test_results_merged_into_another_are_listed_from_fewest_tricks():
    law = resolve(date(2020, 1, 1), "EBU")  # at most five results, and weights of five in a hundred
    chances = ("4S-1 by S", 0.3), ("4S-3 by S", 0.2), ("4S-2 by S", 0.1), ("6S= by N", 0.15), ("7H= by E", 0.1), ("6H= by E", 0.1), ("4H= by N", 0.05)  # fmt: skip
    # Against 1100 lost in the other room one, two and three down are worth the same fourteen IMPs.
    outcomes = tuple(
        Outcome(f"o{n}", Result.parse(text), score_ns(Result.parse(text), Vulnerability.NONE), chance, True)
        for n, (text, chance) in enumerate(chances)
    )
    estimated = score_of_estimate(outcomes, currency(other=-1100, law=law), law, None, None)
    (merged,) = (dict(finding.args) for finding in estimated.findings if finding.code == "adjustment.merged")
    assert [str(result) for result in merged["also"]] == ["4S-3 by S", "4S-2 by S"]


def test_where_both_sides_are_innocent_each_has_the_weighed_score():
    """82C: 420 is nine IMPs and 50 lost are two, each as likely; no side takes the better end of the two."""
    law = resolve(date(2020, 1, 1), "WBF")
    rows = lists((420, "1/2"), (-50, "1/2"))
    estimated = score_of_results(rows, currency(), law, None, None, both_innocent=True)
    assert scores(estimated) == ("7/2", "-7/2")
    assert estimated.adjusted.kind is AdjustedKind.WEIGHTED


@pytest.mark.parametrize(
    "least, form, comparison",
    [
        (Fraction(1, 4), "imps", BoardComparison(other_room=0)),  # a quarter of an IMP
        (
            Fraction(1, 10),
            "matchpoints",
            BoardComparison(field=Field.from_counts([(420, 5)])),
        ),  # five others, top ten
        (Fraction(1, 50), "bam", BoardComparison(other_room=0)),  # two points a board
        (Fraction(20), "points", BoardComparison()),  # twenty bare points
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_readable_weights_move_no_score_visibly(least, form, comparison):
    law = resolve(date(2020, 1, 1), "WBF")
    rounding = getattr(law.regulation.rounding, form)
    currency = Currency(form_named(form), comparison, rounding, Vulnerability.NONE)
    assert tolerance(currency) == least
