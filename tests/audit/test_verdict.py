"""The verdict: what the Laws forbid first, then the band; the smallest change that would bring a ruling in."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.audit.verdict import exit_code, review
from analyser.casefile import case_of
from analyser.estimates.services import Services, default_services
from analyser.report.page_voice import TextVoice
from analyser.report.plain_verdict import plain_verdict
from analyser.ruling import Ruling, RulingRequest
from tests.casefile.test_problems import BASE
from tests.ruling.test_several_incidents import BOARD, SLOW, judged, results
from tests.support import ROOT
from tests.support.every import each_row

# 4H made at the table, level with the other room; 3H+1 loses 10 IMPs, 3H= 10, 4H-1 12.
FOUND = judged("slow", "infraction", "true")
WEIGHED = FOUND + judged("slow", "outcomes", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))


def ruling(kind: str, ns: str = "", more: str = "") -> str:
    return f'\n[[ruling]]\nby = "director"\nkind = "{kind}"\n' + (f"ns = {ns}\n" if ns else "") + more


def reviewed(text: str) -> Ruling:
    return review(case_of(text.encode()), RulingRequest(), Services())


def verdict(text: str) -> str:
    review_answer = reviewed(text).review
    assert review_answer is not None
    return review_answer.verdict


def told(text: str, code: str) -> list[dict[str, object]]:
    return [dict(finding.args) for finding in reviewed(text).findings if finding.code == code]


CASE = BOARD + SLOW + WEIGHED


@each_row(
    "expected, ruling_text",
    [
        ("inside", ruling("weighted", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))),
        ("inside", ruling("weighted", results(("3H+1 by N", "55%"), ("4H-1 by N", "45%")))),
        # All weight on either of two likely results, whatever its score: 3H+1 alone is within an IMP, too.
        ("inside", ruling("assigned", results(("3H+1 by N", "100%")))),
        ("inside", ruling("assigned", results(("4H-1 by N", "100%")))),
        # All weight on a result nobody weighs: 3H-1, -11 against -10.8, is within an IMP; 4H-4, -14, is not.
        ("inside", ruling("assigned", results(("3H-1 by N", "100%")))),
        ("outside", ruling("assigned", results(("4H-4 by N", "100%")))),
        # The sides exchanged.
        ("outside", ruling("weighted", results(("-170", "60%"), ("+100", "40%")))),
        # The score of the disallowed call weighed.
        (
            "outside",
            ruling("weighted", results(("4H= by N", "10%"), ("3H+1 by N", "50%"), ("4H-1 by N", "40%"))),
        ),
        # A person found the infraction: the table result is no ruling.
        ("outside", ruling("result-stands")),
    ],
)
def test_inside_or_outside(expected, ruling_text):
    assert verdict(CASE + ruling_text) == expected
    assert exit_code(reviewed(CASE + ruling_text)) == (1 if expected == "outside" else 0)


@pytest.mark.parametrize(
    ("expected", "infraction", "ruling_text"),
    [
        ("inside", "false", ruling("result-stands")),
        ("inside", "true", ruling("weighted", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))),
        ("cannot-tell", "true", ruling("weighted", results(("3H+1 by N", "55%"), ("4H-1 by N", "45%")))),
        ("cannot-tell", "false", ruling("assigned", results(("3H+1 by N", "100%")))),
    ],
)
def test_without_a_comparison_the_same_ruling_is_graded_the_same(expected, infraction, ruling_text):
    """Without the other room nothing can be scored; who leaves the table result as we do still rules as we do."""
    weighed = judged("slow", "outcomes", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))
    findings = judged("slow", "infraction", infraction) + (weighed if infraction == "true" else "")
    board = re.sub(r"\[comparison\]\n.*\n", "", BOARD)
    assert board != BOARD
    assert verdict(board + SLOW + findings + ruling_text) == expected


def test_the_last_of_several_rulings_is_reviewed():
    first = ruling("assigned", results(("4H-4 by N", "100%")))
    second = ruling("weighted", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")), 'body = "committee"\n')
    assert verdict(CASE + first + second) == "inside"
    assert verdict(CASE + second + first) == "outside"


FAR = BOARD + SLOW + FOUND + judged("slow", "outcomes", results(("3H+1 by N", "60%"), ("4H-10 by N", "40%")))


def test_the_smallest_change_is_told_in_score_and_in_weight():
    # 95 % of -10 and 5 % of -17 is -10.35.
    text = FAR + ruling("weighted", results(("3H+1 by N", "95%"), ("4H-10 by N", "5%")))
    ours = reviewed(text).sensitivity
    assert ours is not None
    assert ours.band_ns is not None
    high = Fraction(ours.band_ns[1])
    (score,) = [row for row in told(text, "review.outside") if str(row["side"]) == "NS"]
    assert score["change"] == high - Fraction("-10.35")
    (moved,) = [row for row in told(text, "review.smallest-change") if str(row["side"]) == "NS"]
    assert (str(moved["giver"]), str(moved["taker"])) == ("3H+1 by N", "4H-10 by N")
    percent = int(str(moved["weight"]).rstrip("%"))
    # So much weight brings the score in, one percent less does not.
    assert Fraction("-10.35") - Fraction(7 * percent, 100) <= high
    assert Fraction("-10.35") - Fraction(7 * (percent - 1), 100) > high


@pytest.mark.parametrize("away, expected", [("0.02", "near"), ("0.25", "near"), ("0.8", "outside")])
def test_a_ruling_within_sampling_error_of_the_band_is_near(away, expected):
    """Another seed moves the ends by half an IMP: less than that outside cannot be distinguished from inside, and is not a no."""
    band = reviewed(FAR + ruling("result-stands")).sensitivity
    assert band is not None
    assert band.band_ns is not None
    score = Fraction(band.band_ns[1]) + Fraction(away)
    weight = (score + 17) / 7 * 10_000
    rows = (("3H+1 by N", f"{int(weight) / 100}%"), ("4H-10 by N", f"{(10_000 - int(weight)) / 100}%"))
    text = FAR + ruling("weighted", results(*rows))
    assert verdict(text) == expected
    assert exit_code(reviewed(text)) == (1 if expected == "outside" else 0)
    assert {str(row["side"]) for row in told(text, "review.distance")} == {"NS", "EW"}


def test_a_finding_only_the_estimate_makes_cannot_be_decided():
    # Nothing is judged and nothing estimated: whether there was an infraction is open.
    assert verdict(BOARD + SLOW + ruling("result-stands")) in ("cannot-tell", "inside")
    assert verdict(BOARD + SLOW + ruling("assigned", results(("3H+1 by N", "100%")))) == "cannot-tell"


def test_an_infraction_not_ruled_is_reported_without_a_score(solver):
    """Without other tables there are no figures to compare; that the finding differs is said all the same."""
    case = case_of((ROOT / "cases" / "past" / "nswba-2005-4.toml").read_bytes())
    ours = review(case, RulingRequest(), default_services())
    assert [finding.code for finding in ours.findings if finding.code.startswith("review.")] == [
        "review.other-finding"
    ]
    first = plain_verdict(ours, case, TextVoice("en"))[0]
    assert first.startswith("The ruling and our analysis differ on whether there was an infraction")


def test_without_a_range_both_scores_are_given_and_none_mentioned():
    """A person found no infraction, so the result stands (0 IMPs); the ruling took ten from North-South."""
    none = judged("slow", "infraction", "false")
    case = case_of((BOARD + SLOW + none + ruling("assigned", results(("3H+1 by N", "100%")))).encode())
    first = plain_verdict(review(case, RulingRequest(), Services()), case, TextVoice("en"))[0]
    assert first == "The Laws give North-South 0 and East-West 0 IMPs, the ruling −10 and 10."


def test_no_infraction_found_by_a_person_leaves_no_adjustment_inside():
    none = judged("slow", "infraction", "false")
    assert verdict(BOARD + SLOW + none + ruling("result-stands")) == "inside"
    assert verdict(BOARD + SLOW + none + ruling("assigned", results(("3H+1 by N", "100%")))) == "outside"


def test_a_result_marked_as_through_the_infraction_has_no_weight():
    marked = '[ { result = "3H+1 by N", weight = "100%" }, { result = "5H-1 by N", weight = "0%", legal = false } ]'
    text = BOARD + SLOW + FOUND + judged("slow", "outcomes", marked)
    ruling_text = ruling("weighted", results(("3H+1 by N", "90%"), ("5H-1 by N", "10%")))
    assert told(text + ruling_text, "review.disallowed-weighed")


@pytest.mark.parametrize("edition, expected", [("2017", "outside"), ("2007", "inside")])
def test_weighing_the_disallowed_result_is_forbidden_since_2017(edition, expected):
    # Under the older Laws only the figures count: they are the judged ones here.
    judgements = FOUND + judged("slow", "outcomes", results(("3H+1 by N", "60%"), ("4H-1 by N", "40%")))
    text = BOARD.replace("2019-06-20", "2012-06-20") if edition == "2007" else BOARD
    ruling_text = ruling("weighted", results(("3H+1 by N", "55%"), ("4H-1 by N", "43%"), ("4H= by N", "2%")))
    assert verdict(text + SLOW + judgements + ruling_text) == expected


@pytest.mark.parametrize(
    "authority, minutes, state",
    [("WBF", 25, "met"), ("WBF", 35, "too late"), ("EBL", 35, "too late"), ("FIGB", 25, "met")],
)
def test_the_appeal_s_clock_is_the_regulation_s(authority, minutes, state):
    text = BASE.replace("EBL", authority) + ruling("result-stands")
    text += f"[appeal]\nscore_posted = 2019-06-20T23:00:00\nlodged = 2019-06-20T23:{minutes}:00\nconsent = false\ndeposit = true\n"
    answer = reviewed(text).review
    assert answer is not None
    items = {item.item: str(item.state) for item in answer.formal}
    assert items["in time"].startswith(state)
    assert items["standing"] == "missing"  # 92D: without partner's or captain's consent
    assert items["deposit"] == "met"
    # 93B3: a committee may not change the director's ruling on a point of law; in Italy the chief director hears it.
    assert ("only recommend" in items["law"]) is (authority != "FIGB")


@pytest.mark.slow
def test_a_ruling_of_unreachable_results_is_outside(solver):
    """4H by West is what is left: no line gives +140 to North-South, whatever it is worth."""
    text = (ROOT / "cases/kinds/slow-pass-over-game.toml").read_text()
    services = replace(default_services(), tricks=solver)
    for weights, expected in (
        (results(("4H-1 by W", "85%"), ("4H= by W", "15%")), "inside"),
        (results(("+140", "85%"), ("-50", "15%")), "outside"),
    ):
        case = case_of((text + ruling("weighted", weights)).encode())
        answer = review(case, RulingRequest(), services).review
        assert answer is not None
        assert answer.verdict == expected
