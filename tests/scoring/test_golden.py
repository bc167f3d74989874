"""Every golden figure of scoring comes out exactly."""

import csv
import tomllib
from fractions import Fraction

from analyser.bridge import Result, Side, Vulnerability, parse_result
from analyser.scoring import (
    SCALES,
    BoardComparison,
    Chance,
    ChartRow,
    DegreeOfFault,
    Field,
    GroupRules,
    Reading,
    SessionClamp,
    SideScores,
    Tie,
    WeightedScore,
    artificial_score,
    awards_in_group,
    bam_margin,
    contract_score,
    fault_values,
    final_scores,
    form_named,
    imps,
    inserted_by_hand,
    match_points,
    merge_scores,
    neuberg,
    parse_weight,
    round_to_unit,
    scale_named,
    score_ns,
    settle,
    simple_margin,
    simple_points,
    two_standards,
)
from analyser.scoring.victory_points import DISCRETE_FIRST
from tests.support import GOLDEN
from tests.support.every import each_row

FOLDER = GOLDEN / "scoring"
ITALY = GroupRules(4, Fraction(1), middle=60, step=10, together=120)


def rows(name):
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def numbers(text):
    return [int(word) for word in text.split()]


def test_law_77_gives_every_listed_result_its_points():
    for row in rows("contract_scores"):
        result = Result.parse(f"{row['result']} by N")
        vulnerable = row["declarer_vulnerable"] == "yes"
        assert contract_score(result, vulnerable) == int(row["score_to_declarer"]), row
        assert result.tricks == int(row["tricks"]), row


def test_law_78b_gives_every_listed_difference_its_imps():
    for row in rows("imps"):
        assert imps(int(row["points"])) == int(row["imps"]), row
        assert imps(-int(row["points"])) == -int(row["imps"]), row


def test_matchpoints_of_whole_boards():
    form = form_named("matchpoints")
    for row in rows("matchpoints"):
        board = Field.from_tables(numbers(row["scores"]))
        matchpoints = [
            form.convert(score, BoardComparison(field=board.minus(score))).ns
            for score in numbers(row["scores"])
        ]
        assert matchpoints == numbers(row["matchpoints"]), row


def test_cross_imps_of_whole_boards():
    form = form_named("cross-imps")
    for row in rows("cross_imps"):
        scores = numbers(row["scores"])
        board = Field.from_tables(scores)
        imps = [form.convert(score, BoardComparison(field=board.minus(score))).ns for score in scores]
        means = row["mean_imps_against_the_other_tables"].split()
        assert imps == list(map(Fraction, means)), row


def test_butler_datum_and_imps():
    for row in rows("butler"):
        board, score = Field.from_tables(numbers(row["scores_of_all_tables"])), int(row["score"])
        assert board.datum() == int(row["datum"]), row
        scores = form_named("butler").convert(score, BoardComparison(field=board.minus(score)))
        assert scores == SideScores.balanced(int(row["imps"])), row


def test_continuous_victory_points_as_printed_in_italy():
    scale = scale_named("wbf-continuous")
    for row in rows("vp_continuous"):
        points = match_points(int(row["imps"]), int(row["boards"]), scale)
        assert points == SideScores(Fraction(row["winner"]), Fraction(row["loser"])), row


def test_victory_points_as_printed_by_the_wbf():
    printed, formula = scale_named("wbf-printed"), scale_named("wbf-continuous")
    for row in rows("vp_printed_wbf"):
        margin, boards = int(row["imps"]), int(row["boards"])
        assert match_points(margin, boards, printed).ns == Fraction(row["winner_printed"]), row
        assert match_points(margin, boards, formula).ns == Fraction(row["winner_seed003"]), row
        assert (row["agree"] == "yes") == (
            Fraction(row["winner_printed"]) == Fraction(row["winner_seed003"])
        ), row


def test_discrete_victory_points():
    scale = scale_named("wbf-discrete")
    for row in rows("vp_discrete"):
        boards, first = int(row["boards"]), int(row["imps_from"])
        last = int(row["imps_to"]) if row["imps_to"] else 200
        for margin in range(first, last + 1):
            points = match_points(margin, boards, scale)
            assert points == SideScores(Fraction(row["winner"]), Fraction(row["loser"])), (row, margin)
        assert first == 0 or match_points(first - 1, boards, scale).ns < int(row["winner"]), row


def test_margins_that_win_a_match():
    for row in rows("simple_vp"):
        boards, margin = int(row["boards"]), int(row["margin_needed_to_win"])
        if row["kind"] == "bam":
            assert bam_margin(boards) == margin, row
        else:
            assert simple_margin(boards) == margin, row
            assert (simple_points(margin, boards), simple_points(margin - 1, boards)) == (2, 1), row


def test_small_groups_of_a_fouled_board():
    for row in rows("fouled_groups"):
        awards = awards_in_group(numbers(row["scores_in_group"]), 20, ITALY)
        assert [award.scores.ns for award in awards] == numbers(row["award_percent"]), row
        assert [award.scores.ew for award in awards] == numbers(row["others_percent"]), row
        assert {award.unit.value for award in awards} == {"percent"}, row


def test_neuberg():
    for row in rows("neuberg"):
        factored = neuberg(
            int(row["matchpoints_in_group"]), int(row["group_results"]), int(row["all_results"])
        )
        assert factored == Fraction(row["final_exact"]), row


def test_a_score_inserted_with_a_pencil():
    for row in rows("insertion_by_hand"):
        # "500=14 450=11 420=4 (five of them)": the fives are the 420s; 450 stands twice, as 4 + 5 = 11 - 2 shows
        assert row["field_scores_and_matchpoints"] == "500=14 450=11 420=4 (five of them)"
        chart = [
            ChartRow(500, Fraction(14), 1),
            ChartRow(450, Fraction(11), 2),
            ChartRow(420, Fraction(4), 5),
        ]
        assert inserted_by_hand(chart, int(row["assigned"]), 20) == Fraction(row["matchpoints"]), row


CLAMP = {"1997": SessionClamp.INNOCENT, "2007": SessionClamp.INNOCENT, "2017": SessionClamp.BOTH}
VALUES = {"matchpoints": fault_values(60, 50, 40), "imps": fault_values(3, 0, -3)}


def test_artificial_scores_by_edition():
    for row in rows("artificial"):
        session = row["session_percent_on_other_boards"]
        award = artificial_score(
            DegreeOfFault(row["fault"]),
            VALUES[row["form"]],
            CLAMP[row["edition"]],
            Fraction(session) if session else None,
        )
        assert award == Fraction(row["award"]), row


def test_self_inflicted_damage():
    names = ("table_A", "without_infraction_B", "with_infraction_without_error_C")
    for row in rows("self_inflicted"):
        settlement = settle(*(Fraction(row[name]) for name in names))
        assert (settlement.innocent, settlement.offenders) == (
            Fraction(row["innocent"]),
            Fraction(row["offenders"]),
        ), row


def test_two_standards():
    for row in rows("two_sided"):
        chances = []
        for word in row["outcomes_to_innocent"].split():
            value, _, weight = word.partition(":")
            chances.append(Chance(parse_weight(weight), Fraction(value)))
        bars = parse_weight(row["likely"]), parse_weight(row["at_all_probable"])
        results = two_standards(chances, Reading(row["reading"]), *bars)
        assert results.innocent == Fraction(row["innocent"]), row
        assert results.offenders == Fraction(row["offenders_in_innocents_view"]), row


def test_knock_out_scores_that_do_not_balance():
    for row in rows("knockout"):
        merged = merge_scores(SideScores(Fraction(row["ns_computed"]), Fraction(row["ew_computed"])))
        assert merged == SideScores(Fraction(row["ns_final"]), Fraction(row["ew_final"])), row


def test_rounding():
    for row in rows("rounding"):
        rule, _, average = row["rule"].partition(" (average ")
        tie = {"halves away from average": Tie.AWAY_FROM_AVERAGE, "half up": Tie.HALF_UP}[rule]
        rounded = round_to_unit(
            Fraction(row["value"]), Fraction(row["unit"]), tie, Fraction(average.rstrip(")") or 0)
        )
        assert rounded == Fraction(row["rounded"]), row


EXAMPLES = tomllib.loads((FOLDER / "worked.toml").read_text(encoding="utf-8"))["example"]


@each_row("example", EXAMPLES)
def test_worked_example(example):
    form = form_named(example["form"])
    vulnerability = Vulnerability.parse(example["vulnerable"])

    def weighted(shares):
        return WeightedScore.from_shares(
            [
                (parse_weight(weight), score_ns(parse_result(result), vulnerability))
                for weight, result in shares
            ]
        )

    ns = weighted(example["ns_weights"])
    ew = weighted(example.get("ew_weights", example["ns_weights"]))
    field = Field.parse(example["field"]) if "field" in example else None
    comparison = BoardComparison(other_room=example.get("other"), field=field, boards=example.get("boards"))
    scores = final_scores(form, ns, ew, comparison)
    if "vp" in example:
        points = match_points(scores.ns, example["boards"], scale_named("wbf-continuous"))
        assert points == SideScores(*map(Fraction, example["vp"]))
    else:
        assert scores == SideScores(Fraction(example["ns"]), Fraction(example["ew"]))
        assert form.unit.value == example["unit"]


def test_no_golden_file_is_left_unread():
    read = {
        "contract_scores", "imps", "matchpoints", "cross_imps", "butler", "vp_continuous", "vp_printed_wbf",
        "vp_discrete", "simple_vp", "fouled_groups", "neuberg", "insertion_by_hand", "artificial", "self_inflicted",
        "two_sided", "knockout", "rounding", "worked",
    }  # fmt: skip
    assert {file.stem for file in FOLDER.iterdir()} == read


def test_every_scale_and_every_discrete_length_is_reachable():
    assert [scale.name for scale in SCALES] == ["wbf-continuous", "wbf-printed", "wbf-discrete", "simple"]
    assert {6, 7, 8, 9, 10, 12, 14, 16, 20, 32} <= set(DISCRETE_FIRST)


def test_a_fouled_board_as_a_case_gives_it():
    # golden/cases/fouled: 170 among six others of its form, twelve tables in all
    group = [170, *[140] * 3, *[-50] * 2, 110]
    award = awards_in_group(group, 12, ITALY)[0]
    assert award.scores == SideScores(Fraction(149, 7), Fraction(5, 7))
    assert award.scores.score_of(Side.EW) == Fraction(5, 7)
