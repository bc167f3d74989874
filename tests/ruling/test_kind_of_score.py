"""What sort of score it is, assigned, weighted or two-sided, and which reasons are told with it: no more than there are."""

from datetime import date
from fractions import Fraction

import pytest

from analyser.bridge import PointsOnly, Side, Vulnerability
from analyser.casefile import ErrorFinding
from analyser.laws import resolve
from analyser.ruling import AdjustedKind, Outcome
from analyser.ruling.score import score_of_estimate, score_of_results, score_points_only
from analyser.ruling.values import ResultWeight
from tests.ruling.test_score import WILLNER, currency, error, lists, scores

WEIGHED = resolve(date(2020, 1, 1), "WBF")
BY_STANDARDS = resolve(date(2004, 7, 10), "ACBL")

NONE, ASSIGNED, WEIGHTED, TWO_SIDED = (
    AdjustedKind.NONE,
    AdjustedKind.ASSIGNED,
    AdjustedKind.WEIGHTED,
    AdjustedKind.TWO_SIDED,
)


def side(*rows: tuple[int, str]) -> tuple[ResultWeight, ...]:
    return lists(*rows)[0]


def codes(result) -> list[str]:
    return [finding.code for finding in result.findings]


def estimated(*chances: tuple[int, float], law=WEIGHED, innocent=Side.NS, other=0):
    outcomes = tuple(
        Outcome(f"o{n}", PointsOnly(points), points, chance, legal=True)
        for n, (points, chance) in enumerate(chances, 1)
    )
    return score_of_estimate(outcomes, currency(other=other, law=law), law, innocent, None)


KINDS = [
    # one result is assigned, several of other points are weighted, unlike lists are two-sided
    (ASSIGNED, side((420, "1")), side((420, "1"))),
    (ASSIGNED, side((420, "1/2"), (420, "1/2")), side((420, "1"))),
    (WEIGHTED, side((420, "1/2"), (-50, "1/2")), side((420, "1/2"), (-50, "1/2"))),
    (WEIGHTED, side((420, "1/2"), (-50, "1/2")), side((-50, "1/2"), (420, "1/2"))),
    (TWO_SIDED, side((420, "1")), side((-50, "1"))),
    (TWO_SIDED, side((420, "1/2"), (-50, "1/2")), side((420, "1/3"), (-50, "2/3"))),
]


@pytest.mark.parametrize("kind, ns, ew", KINDS)
def test_the_results_of_both_sides_say_their_kind_of_score(kind, ns, ew):
    _, weighting, adjusted_kind = score_points_only((ns, ew), Vulnerability.NONE)
    assert adjusted_kind is kind
    assert bool(weighting.neutral) is (
        ns == ew
    )  # weights before any step are those of both sides, or of none
    assert score_of_results((ns, ew), currency(), WEIGHED, None, None).adjusted.kind is kind


def test_every_result_of_both_lists_is_named_once_in_order():
    both = (side((420, "1/2"), (-50, "1/2")), side((-50, "1/3"), (620, "2/3")))
    outcomes, weighting, _ = score_points_only(both, Vulnerability.NONE)
    assert [(outcome.id, outcome.score_ns) for outcome in outcomes] == [("o1", 420), ("o2", -50), ("o3", 620)]
    assert weighting.ns == (("o1", Fraction(1, 2)), ("o2", Fraction(1, 2)))
    assert weighting.ew == (("o2", Fraction(1, 3)), ("o3", Fraction(2, 3)))


@pytest.mark.parametrize("kind, rows", [(ASSIGNED, lists((420, "1"))), (TWO_SIDED, WILLNER)])
def test_after_the_director_s_error_two_standards_decide_the_kind(kind, rows):
    scored_results = score_of_results(
        rows, currency(law=BY_STANDARDS), BY_STANDARDS, None, 0, both_innocent=True
    )
    assert scored_results.adjusted.kind is kind


def test_after_director_s_error_a_person_s_two_lists_stand():
    both = (side((420, "1/2"), (620, "1/2")), side((620, "1/2"), (800, "1/2")))
    unit = currency("points", law=BY_STANDARDS)
    scored_results = score_of_results(both, unit, BY_STANDARDS, None, 0, both_innocent=True)
    assert (scored_results.adjusted.kind, scores(scored_results)) == (TWO_SIDED, ("520", "-710"))


@pytest.mark.parametrize("innocent, tilt, first", [(None, "0%", "1/2"), (Side.NS, "5%", "11/20")])
def test_where_nobody_is_innocent_nothing_is_tilted_or_mentioned(innocent, tilt, first):
    estimate = estimated((420, 0.5), (-50, 0.5), innocent=innocent)
    assert dict(estimate.weights.ns)["o1"] == Fraction(first)
    assert dict(estimate.weights.neutral)["o1"] == Fraction(1, 2)
    (arguments,) = (
        dict(finding.args) for finding in estimate.findings if finding.code == "adjustment.proposed"
    )
    assert str(arguments["sympathy"]) == tilt


MEAN = "adjustment.knockout-mean"


@pytest.mark.parametrize(
    "expected, form, ns, ew",
    [
        (True, "knockout", side((420, "1")), side((-50, "1"))),
        (False, "knockout", side((420, "1")), side((420, "1"))),
        (False, "imps", side((420, "1")), side((-50, "1"))),
    ],
)
def test_an_unbalanced_knock_out_states_the_mean(expected, form, ns, ew):
    scored_results = score_of_results((ns, ew), currency(form), WEIGHED, None, None)
    assert (MEAN in codes(scored_results)) is expected


@pytest.mark.parametrize("first", Side, ids=str)
def test_a_side_with_only_illegal_results_keeps_the_lists(first):
    """Nothing legal is left to fill the whole, so a person's two lists are taken as they were given."""
    made_by_it = (ResultWeight(PointsOnly(420), Fraction(1), legal=False),)
    legal = side((140, "1"))
    both = (made_by_it, legal) if first is Side.NS else (legal, made_by_it)
    scored_results = score_of_results(both, currency(other=140), WEIGHED, None, None)
    assert scores(scored_results) == (("7", "0") if first is Side.NS else ("0", "-7"))
    assert "adjustment.illegal-left-out" not in codes(scored_results)


def test_what_is_left_out_of_one_list_alone_is_named():
    mixed = (ResultWeight(PointsOnly(420), Fraction(1, 2), legal=False), *side((140, "1/2")))
    scored_results = score_of_results((mixed, side((140, "1"))), currency(other=140), WEIGHED, None, None)
    (told,) = (
        finding for finding in scored_results.findings if finding.code == "adjustment.illegal-left-out"
    )
    assert str(dict(told.args)["result"]) == str(PointsOnly(420))
    assert scores(scored_results) == ("0", "0")


def test_two_standards_keep_a_list_without_a_legal_result():
    by_it = tuple(ResultWeight(PointsOnly(points), Fraction(1, 2), legal=False) for points in (420, 620))
    unit = currency("points", law=BY_STANDARDS)
    assert scores(score_of_results((by_it, by_it), unit, BY_STANDARDS, Side.NS, -100)) == ("620", "-620")


def test_where_results_are_weighed_an_undamaged_side_is_called_so():
    """What each side's own standard would give is no question there (12C1c)."""
    scored_results = score_of_results(lists((420, "1")), currency(other=420), WEIGHED, Side.NS, 620)
    assert codes(scored_results) == ["adjustment.no-damage"]


def test_under_two_standards_even_the_least_expected_gain_is_reported():
    """One time in ten ten points more: on average a point more than at the table, and at all probable for nobody."""
    rows = lists((100, "9/10"), (110, "1/10"))
    scored_results = score_of_results(rows, currency("points", law=BY_STANDARDS), BY_STANDARDS, Side.NS, 100)
    assert scored_results.adjusted.kind is NONE
    assert codes(scored_results)[-1] == "adjustment.standards-unmoved"


def test_a_rare_gain_with_a_lower_mean_is_no_damage():
    """Nine times in ten a hundred points fewer, once 110 more: 79 fewer on average."""
    rows = lists((-100, "9/10"), (110, "1/10"))
    scored_results = score_of_results(rows, currency("points", law=BY_STANDARDS), BY_STANDARDS, Side.NS, 0)
    assert scored_results.adjusted.kind is NONE
    assert codes(scored_results)[-1] == "adjustment.no-damage"


@pytest.mark.parametrize(
    "kind, expected, ns, ew",
    [
        # one result needs no standard
        (ASSIGNED, ("420", "-420"), side((420, "1")), side((420, "1"))),
        # a person gave each side its own
        (TWO_SIDED, ("420", "-620"), side((420, "1")), side((620, "1"))),
        (TWO_SIDED, ("520", "-710"), side((420, "1/2"), (620, "1/2")), side((620, "1/2"), (800, "1/2"))),
    ],
)
def test_standards_apply_to_no_single_result_nor_lists_by_side(kind, expected, ns, ew):
    unit = currency("points", law=BY_STANDARDS)
    scored_results = score_of_results((ns, ew), unit, BY_STANDARDS, Side.NS, -100)
    assert (scored_results.adjusted.kind, scores(scored_results)) == (kind, expected)
    assert {"adjustment.two-standards", "adjustment.weighted"}.isdisjoint(codes(scored_results))


def test_weighted_results_are_told_to_be_weighted():
    """12C1(c): and nothing else is told of two results of which none is left out."""
    scored_results = score_of_results(lists((420, "1/2"), (-50, "1/2")), currency(), WEIGHED, Side.NS, -50)
    assert codes(scored_results) == ["adjustment.weighted"]


def test_an_uncounted_error_leaves_an_undamaged_side_its_table_result():
    """Level with the table is no damage (12B1), whatever stands in the list of the other side."""
    self_inflicted = error(ErrorFinding.SERIOUS, (300, "1"))
    both = (side((620, "1")), side((420, "1")))
    scored_results = score_of_results(both, currency(other=50), WEIGHED, Side.NS, 620, self_inflicted)
    assert scored_results.adjusted.kind is NONE
    assert scores(scored_results) == ("11", "-11")
    assert codes(scored_results)[-1] == "adjustment.no-damage"


@pytest.mark.parametrize(
    "has_standards, law, innocent, chances",
    [
        (True, BY_STANDARDS, Side.NS, [(420, 0.5), (-50, 0.5)]),
        (False, BY_STANDARDS, Side.NS, [(420, 1.0)]),  # one result is nobody's standard
        (False, BY_STANDARDS, None, [(420, 0.5), (-50, 0.5)]),  # nobody is innocent
        (False, WEIGHED, Side.NS, [(420, 0.5), (-50, 0.5)]),
    ],
)
def test_each_side_has_its_standard_where_laws_give_two(has_standards, law, innocent, chances):
    estimate = estimated(*chances, law=law, innocent=innocent)
    assert (estimate.by_standards is not None) is has_standards


@pytest.mark.parametrize(
    "expected, count",
    [
        (False, 4),
        (False, 5),  # as many as the EBU's White Book 4.1.1.4 asks programs to take
        (True, 8),
    ],
)
def test_more_results_are_told_where_there_are_more_than_usual(expected, count):
    """Results far apart, all as likely: none can be left out."""
    estimate = estimated(*((200 * n * n, 1 / count) for n in range(1, count + 1)), other=-2000)
    assert ("adjustment.more-results" in codes(estimate)) is expected


def test_what_found_no_place_is_given_to_a_thousandth():
    """Six results far apart under the White Book, which lists five: 33 thousandths of the 998 that were counted."""
    law = resolve(date(2020, 1, 1), "EBU")
    chances = [*((200 * n * n, 0.1934) for n in range(1, 6)), (1400, 0.0332)]
    estimate = estimated(*chances, law=law, innocent=None)
    (arguments,) = (
        dict(finding.args) for finding in estimate.findings if finding.code == "adjustment.left-out"
    )
    assert str(arguments["share"]) == "3.3%"
