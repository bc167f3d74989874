"""A weighted result enters the field in its parts, and every pair is scored again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.bridge import Side
from analyser.errors import ScoringError
from analyser.scoring import (
    FORMS,
    BoardComparison,
    Field,
    Need,
    SideScores,
    WeightedScore,
    final_scores,
    form_named,
    matchpoints_in,
    rescore_tables,
    weighted_worth,
)
from tests.support.every import each_row

PAIRS = form_named("matchpoints")

READS = [
    ("420x5 -50x2", "420x5 -50x2"),
    ("420 420 -50", "420x2 -50x1"),
    ("+420x5, −50x2", "420x5 -50x2"),
    ("420 x 5", "420x5"),
    ("-50×2 420X3", "420x3 -50x2"),
]


@pytest.mark.parametrize("text, printed", READS)
def test_a_field_is_read_as_a_director_types_it(text, printed):
    assert str(Field.parse(text)) == printed
    assert Field.parse(printed) == Field.parse(text)


@each_row("text", ["", "  ", "420x0", "420y2", "x5", "4S=x2", "420x-1", "1e5", "420x99999", "420x2.5"])
def test_what_is_no_field_is_refused(text):
    with pytest.raises(ScoringError):
        Field.parse(text)


def test_a_score_nobody_has_beats_lower_ones():
    # White Book 4.2.2, exactly this time: 430 among five at 420 and two at 450 beats five
    assert matchpoints_in(Field.parse("500 450x2 420x5"), 430) == 10


def test_fractional_frequencies_move_every_other_pair():
    # six tables: 30 % of 650 and 70 % of -100 at ours (White Book 4.1.1.4 form of entry)
    others = Field.parse("650 620x2 -100x2")
    ours = WeightedScore.parse(("30%", 650), ("70%", -100))
    new = {row.score_ns: row.scores for row in rescore_tables(PAIRS, others, ours, ours, BoardComparison())}
    assert new[650] == SideScores(8 + Fraction("1.7"), Fraction("0.3"))
    assert new[620] == SideScores(4 + 1 + Fraction("1.4"), 2 + 1 + Fraction("0.6"))
    assert new[-100] == SideScores(1 + Fraction("0.7"), 6 + 1 + Fraction("1.3"))
    scores = final_scores(PAIRS, ours, ours, BoardComparison(field=others))
    assert scores == SideScores(
        Fraction("0.3") * 9 + Fraction("0.7") * 2, Fraction("0.3") * 1 + Fraction("0.7") * 8
    )


def test_a_split_score_makes_two_charts():
    others = Field.parse("400x5 -50x3 430x2")
    ns, ew = WeightedScore.single(400), WeightedScore.single(-50)
    split = {row.score_ns: row.scores for row in rescore_tables(PAIRS, others, ns, ew, BoardComparison())}
    for side, ours in ((Side.NS, ns), (Side.EW, ew)):
        chart = {
            row.score_ns: row.scores for row in rescore_tables(PAIRS, others, ours, ours, BoardComparison())
        }
        for score in others.scores:
            assert split[score].score_of(side) == chart[score].score_of(side)
    assert split[400].ns + split[400].ew != 20


SCORES = st.integers(-30, 30).map(lambda tens: tens * 50)
FIELDS = st.lists(SCORES, min_size=1, max_size=12).map(Field.from_tables)


@st.composite
def weighted_scores(draw):
    parts = draw(st.lists(st.integers(1, 20), min_size=1, max_size=5))
    return WeightedScore.from_shares([(Fraction(part, sum(parts)), draw(SCORES)) for part in parts])


FIELD_FORMS = [form for form in FORMS if Need.FIELD in form.needs]


@given(FIELDS, weighted_scores(), st.sampled_from([form for form in FIELD_FORMS if form.name != "butler"]))
def test_entering_in_parts_weights_separately_scored_results(others, ours, form):
    together = rescore_tables(form, others, ours, ours, BoardComparison())
    rescored_tables = [
        rescore_tables(form, others, score, score, BoardComparison())
        for score in map(WeightedScore.single, [score_ns for _, score_ns in ours.shares])
    ]
    for index, row in enumerate(together):
        for side in Side:
            worth = [
                weight * case[index].scores.score_of(side)
                for (weight, _), case in zip(ours.shares, rescored_tables, strict=True)
            ]
            assert row.scores.score_of(side) == sum(worth)


@given(FIELDS, weighted_scores())
def test_a_board_hands_out_all_its_matchpoints_and_no_more(others, ours):
    tables = others.tables + 1
    everybody = [
        (row.times, row.scores) for row in rescore_tables(PAIRS, others, ours, ours, BoardComparison())
    ]
    everybody.append((Fraction(1), final_scores(PAIRS, ours, ours, BoardComparison(field=others))))
    assert sum(times * scores.ns for times, scores in everybody) == tables * (tables - 1)
    assert all(scores.ns + scores.ew == 2 * (tables - 1) for _, scores in everybody)


@given(FIELDS, weighted_scores())
def test_cross_imps_of_a_board_sum_to_zero(others, ours):
    form = form_named("cross-imps")
    rows = rescore_tables(form, others, ours, ours, BoardComparison())
    total = sum(row.times * row.scores.ns for row in rows)
    assert total + weighted_worth(form, ours, Side.NS, BoardComparison(field=others)) == 0


@given(FIELDS, SCORES, SCORES)
def test_a_better_score_is_never_worth_less(others, first, second):
    low, high = sorted((first, second))
    for form in FIELD_FORMS:
        comparison = BoardComparison(field=others)
        worse, better = (form.convert(score, comparison) for score in (low, high))
        assert worse.ns <= better.ns
        assert worse.ew >= better.ew


@given(FIELDS, SCORES)
def test_twice_the_tables_double_the_top_and_keep_the_mean(others, score):
    twice = Field.from_counts([(score, 2 * times) for score, times in others.counts])
    assert matchpoints_in(twice, score) == 2 * matchpoints_in(others, score)
    cross = form_named("cross-imps")
    assert cross.convert(score, BoardComparison(field=twice)) == cross.convert(
        score, BoardComparison(field=others)
    )


def test_one_datum_per_board_includes_our_weighted_results():
    # seven tables at 420 and ours 60 % of 420, 40 % of -50: the mean is 396.5, the datum 400
    others = Field.parse("420x7")
    ours = WeightedScore.parse(("60%", 420), ("40%", -50))
    comparison = BoardComparison(field=others)
    # 420 - 400 = 20, one IMP; -50 - 400 = -450, ten
    assert (
        weighted_worth(form_named("butler"), ours, Side.NS, comparison)
        == Fraction("0.6") * 1 - Fraction("0.4") * 10
    )
    rows = rescore_tables(form_named("butler"), others, ours, ours, comparison)
    assert [row.scores.ns for row in rows] == [1]


TRIMS = [(0, 360), (1, 420), (2, 420)]


@pytest.mark.parametrize("trim, datum", TRIMS)
def test_a_trimmed_datum_leaves_out_the_ends(trim, datum):
    # 1100 420 420 420 420 420 -680: sum 2520, mean 360; without the ends 420
    board = Field.parse("1100 420x5 -680")
    assert board.datum(trim) == datum
    imps = form_named("butler").convert(1100, BoardComparison(field=board.minus(1100), trim=trim))
    assert imps.ns == {360: 12, 420: 12}[datum]


DATUMS = [([330, 340], 340), ([-330, -340], -340), ([330, 330, 340], 330), ([10, 0], 10), ([-10, 0], -10)]


@pytest.mark.parametrize("scores, datum", DATUMS)
def test_a_datum_ending_in_five_rounds_away_from_zero(scores, datum):
    assert Field.from_tables(scores).datum() == datum


def test_trimming_may_not_leave_nobody():
    with pytest.raises(ScoringError):
        Field.parse("420x2").trim(1)


def test_a_table_that_is_not_there_cannot_be_taken_out():
    with pytest.raises(ScoringError):
        Field.parse("420x2").minus(430)
    with pytest.raises(ScoringError):
        Field.from_counts([(420, Fraction(3, 10))]).minus(420)


def test_artificial_scores_elsewhere_bring_neuberg():
    # ten tables, nine scores: the middle stays at nine, bottom and top come inside (seed 003 art. 12)
    ends = [(-1000, Fraction(1, 9)), (1000, Fraction(161, 9))]
    for score, expected in ends:
        comparison = BoardComparison(field=Field.parse("420x8"), tables=10)
        assert PAIRS.convert(score, comparison).ns == expected
    middle = PAIRS.convert(420, BoardComparison(field=Field.parse("420x8"), tables=10))
    assert middle == SideScores(Fraction(9), Fraction(9))


def test_fewer_tables_than_scores_is_refused():
    with pytest.raises(ScoringError):
        PAIRS.convert(420, BoardComparison(field=Field.parse("420x8"), tables=8))
